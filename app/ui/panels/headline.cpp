#include "ui/panels/headline.h"

#include "core/run/own_run.h"
#include "core/wording/barrier_text.h"
#include "core/wording/fault_text.h"
#include "core/wording/glossary.h"
#include "core/wording/run_text.h"
#include "core/wording/step_text.h"
#include "ui/progress_card.h"

namespace bankloom::ui {

using namespace wording;

VerdictText verdict_of(const SideView& view) {
  if (!view.disclosure.shows_accesses()) return hidden_verdict_text();
  if (!view.state) return {say("no request"), say("the warp accesses no memory"), {}};
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
  if (view.state && view.state->idle != 0) return with_guess(view, idle_text(view.state->steps, view.state->idle));
  const VerdictText verdict = verdict_of(view);
  Wordings words = with_guess(view, verdict.detail);
  if (words.size() == 1 && !verdict.brief_detail.empty()) words.push_back(verdict.brief_detail.str());
  return words;
}

Wordings longest_details_of(const SideView& view, std::uint32_t most) {
  const bankloom::Text detail = verdict_of(view).detail;
  if (!view.state || most == 0) return with_guess(view, detail);
  const bankloom::Text idle = idle_text(view.state->steps, most);
  return with_guess(view, idle.str().size() > detail.str().size() ? idle : detail);
}

std::string guessed_meaning(const SideView& view) {
  return view.run && view.state && has_guessed_figures(*view.run) ? guessed_meaning_text().str() : std::string();
}

Counter counter_of(const SideView& view, std::uint32_t step, Length length) {
  if (!view.state || view.facts().request_cost() == nullptr) return {};
  const CounterText words = counter_text(view.state->access.space, step, view.state->steps, length);
  Counter counter{Text(words.number), Text(words.of), false};
  counter.number.fonts({FontUse::verdict});
  if (view.state->idle != 0) counter.number.muted();
  counter.of.muted();
  return counter;
}

namespace {

/// The text of a side that shows no request.
std::string no_request_text(const Session& session, Side side) {
  if (!session.side(side).disclosure.shows_accesses()) return hidden_text().str();
  if (session.side(side).run) return "This warp accesses no memory.";
  if (!session.runs().side(side).failure) return "The kernel is being compiled and executed.";
  if (is_program_to_run(session, side)) return "There is nothing to explain yet: Run shows the program's launches.";
  return "There is nothing to explain yet: the kernel did not run. What is wrong is said beside its text.";
}

/// Adds the state of waiting warps; other warps have their place only in the order of the block.
bankloom::Text with_wait(const Session& session, const StepState& state, const bankloom::Text& words) {
  const auto& wait = state.barrier;
  const bool tells_wait = wait && !wait->part && session.player().scope() == PlayScope::block;
  return tells_wait ? joined({words, wait_text(*wait)}) : words;
}

}  // namespace

std::string explanation_of_side(const Session& session, Side side) {
  const SideView& view = session.side(side);
  if (!view.state) return no_request_text(session, side);
  if (view.facts().why() == nullptr) return hidden_text().str();
  return with_wait(session, *view.state, step_text(*view.run, *view.state)).str();
}

std::vector<std::string> sentences_of_side(const Session& session, Side side) {
  const SideView& view = session.side(side);
  if (!view.state) return {no_request_text(session, side)};
  if (view.facts().why() == nullptr) return {hidden_text().str()};
  std::vector<std::string> sentences;
  for (const bankloom::Text& words : step_sentences(*view.run, *view.state)) {
    sentences.push_back(with_wait(session, *view.state, words));
  }
  return sentences;
}

}  // namespace bankloom::ui
