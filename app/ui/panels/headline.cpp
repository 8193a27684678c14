#include "ui/panels/headline.h"

#include <set>
#include <tuple>
#include <utility>

#include "core/run/own_run.h"
#include "core/wording/barrier_text.h"
#include "core/wording/fault_text.h"
#include "core/wording/glossary.h"
#include "core/wording/picture_text.h"
#include "core/wording/run_text.h"
#include "core/wording/step_text.h"
#include "core/wording/thread_text.h"
#include "ui/progress_card.h"

namespace bankloom::ui {

using namespace wording;

bool is_untaught(const SideView& view) {
  if (!view.state) return false;
  const bool is_global = view.state->access.space == Space::global;
  return !view.disclosure.mentions(is_global ? FactKind::sectors : FactKind::request_cost);
}

VerdictText verdict_of(const SideView& view) {
  if (!view.disclosure.shows_accesses()) return hidden_verdict_text();
  if (!view.state) return {say("no request"), say("the warp accesses no memory"), {}};
  if (is_untaught(view)) return {access_text(view.state->access.space, view.state->access.op), {}, {}};
  return view.facts().why() != nullptr ? verdict_text(*view.run, *view.state) : VerdictText();
}

std::string verdict_meaning(const SideView& view) {
  const Explanation* const why = view.facts().why();
  const GlossaryTerm* const term = why == nullptr || view.state->is_wrong() ? nullptr : verdict_term(*why);
  return term == nullptr ? std::string() : glossary_text(*term).str();
}

Colour verdict_colour(const Theme& theme, const SideView& view) {
  const RequestQuality quality = view.facts().why() != nullptr ? view.state->quality() : RequestQuality::neutral;
  if (quality == RequestQuality::wasteful) return theme.bad;
  return quality == RequestQuality::good ? theme.good : theme.neutral;
}

namespace {

Wordings with_guess(const SideView& view, const bankloom::Text& detail) {
  return view.run && view.state ? guessed_detail_wordings(detail, *view.run) : Wordings{detail};
}

}  // namespace

Wordings details_of(const SideView& view) {
  bankloom::Text detail, brief;
  if (view.state && view.state->idle != 0) {
    detail = idle_text(view.state->steps, view.state->idle);
    brief = idle_text(view.state->steps, view.state->idle, Length::brief);
  } else {
    VerdictText verdict = verdict_of(view);
    detail = std::move(verdict.detail);
    brief = std::move(verdict.brief_detail);
  }
  Wordings words = with_guess(view, detail);
  if (words.size() == 1 && !brief.empty()) words.push_back(brief.str());
  return words;
}

std::string guessed_meaning(const SideView& view) {
  return view.run && view.state && has_guessed_figures(*view.run) ? guessed_meaning_text().str() : std::string();
}

namespace {

Counter counter_at(Space space, std::uint32_t step, std::uint32_t steps, Length length) {
  const CounterText words = counter_text(space, step, steps, length);
  Counter counter{Text(words.number), Text(words.of), false};
  counter.number.fonts({FontUse::verdict});
  counter.of.muted();
  return counter;
}

}  // namespace

Counter counter_of(const SideView& view, std::uint32_t step, Length length) {
  if (!view.state || view.facts().request_cost() == nullptr) return {};
  Counter counter = counter_at(view.state->access.space, step, view.state->steps, length);
  if (view.state->idle != 0) counter.number.muted();
  return counter;
}

std::vector<RequestKind> request_kinds(const KernelRun& run, const Timeline& timeline) {
  // A few lines with a few costs each; a kernel with more is measured by the first ones.
  constexpr std::size_t kMostKinds = 24;
  std::set<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>> met;
  std::vector<RequestKind> kinds;
  for (const TimelineRequest& request : timeline.requests()) {
    if (!met.emplace(request.source_line, request.counts.wavefronts, request.counts.sectors).second) continue;
    const MemoryAccess access = run.trace.at(request.access);
    kinds.push_back(
        {explain_why(run.machine, access, explain_request(run.machine, access)), request.space, request.steps});
    if (kinds.size() == kMostKinds) break;
  }
  return kinds;
}

std::vector<HeadlineText> longest_headlines_of(const SideView& view, const std::vector<RequestKind>& kinds,
                                               std::uint32_t most, Length length) {
  std::vector<HeadlineText> all;
  const auto add = [&](const VerdictText& verdict, std::uint32_t steps, Counter counter) {
    const bankloom::Text idle = most == 0 || !view.state ? bankloom::Text() : idle_text(steps, most);
    const bool is_idle_longer = idle.str().size() > verdict.detail.str().size();
    const std::string detail = with_guess(view, is_idle_longer ? idle : verdict.detail).front();
    all.push_back({verdict.words, detail, std::move(counter)});
  };
  const std::uint32_t steps = view.state ? view.state->steps : 1;
  add(verdict_of(view), steps, counter_of(view, steps - 1, length));
  if (view.facts().why() == nullptr) return all;
  for (const RequestKind& kind : kinds) {
    add(verdict_text(kind.why), kind.steps, counter_at(kind.space, kind.steps - 1, kind.steps, length));
  }
  return all;
}

namespace {

/// The text of a side that shows no request.
std::string no_request_text(const Session& session, Side side) {
  if (!session.side(side).disclosure.shows_accesses()) return hidden_text().str();
  if (session.side(side).run) return "This warp accesses no memory.";
  if (!session.runs().side(side).failure) return "The kernel is being compiled and executed.";
  if (is_program_to_run(session, side)) return "There is nothing to explain yet: Run shows the program's launches.";
  return "There is nothing to explain yet: the kernel did not run. The messages next to its code say what is wrong.";
}

/// Adds the state of waiting warps; other warps have their place only in the order of the block.
bankloom::Text with_wait(const Session& session, const StepState& state, const bankloom::Text& words) {
  const auto& wait = state.barrier;
  const bool tells_wait = wait && !wait->part && session.player().scope() == PlayScope::block;
  return tells_wait ? joined({words, wait_text(*wait)}) : words;
}

}  // namespace

namespace {

bankloom::Text threads_sentence(const SideView& view) {
  if (view.disclosure.hides_answer()) return hidden_text();
  return threads_sentence_text(view.disclosure.shows(FactKind::warps));
}

}  // namespace

std::string explanation_of_side(const Session& session, Side side) {
  const SideView& view = session.side(side);
  if (session.scene().subject == Subject::threads) return threads_sentence(view).str();
  if (!view.state) return no_request_text(session, side);
  if (is_untaught(view)) return later_lesson_text().str();
  if (view.facts().why() == nullptr) return hidden_text().str();
  return with_wait(session, *view.state, step_text(*view.run, *view.state)).str();
}

std::vector<std::string> sentences_of_side(const Session& session, Side side) {
  const SideView& view = session.side(side);
  if (session.scene().subject == Subject::threads) return {threads_sentence(view).str()};
  if (!view.state) return {no_request_text(session, side)};
  if (is_untaught(view)) return {later_lesson_text().str()};
  if (view.facts().why() == nullptr) return {hidden_text().str()};
  std::vector<std::string> sentences;
  for (const bankloom::Text& words : step_sentences(*view.run, *view.state)) {
    sentences.push_back(with_wait(session, *view.state, words));
  }
  return sentences;
}

}  // namespace bankloom::ui
