#include "ui/panels/line_margin.h"

#include <algorithm>

#include "core/run/own_run.h"
#include "core/session/fault_place.h"
#include "core/wording/fault_text.h"
#include "core/wording/picture_text.h"
#include "core/wording/run_text.h"
#include "core/wording/text.h"
#include "ui/editor/text_places.h"
#include "ui/editor/workbench.h"
#include "ui/panels/side_style.h"
#include "ui/panels/told_thread.h"

namespace bankloom::ui {

using namespace wording;
namespace {

Colour ratio_colour(const Theme& theme, const LineFigures& figures, const Ratio& ratio) {
  if (!figures.is_shared()) return theme.text_muted;
  return ratio.conflicts == 0 ? theme.good : theme.bad;
}

}  // namespace

bool has_same_text(const Session& session) { return shown_key(session, Side::a) == shown_key(session, Side::b); }

void LineMargin::read(const Session& session, Side shown, const std::string& text) {
  std::vector<Figures> read;
  for (const Side side : {Side::a, Side::b}) {
    if (side != shown && !(session.comparing() && has_same_text(session))) continue;
    const auto& run = session.side(side).run;
    const KernelCost* const cost = session.side(side).facts().kernel_cost();
    const bool tells_sectors = session.side(side).facts().shows(FactKind::sectors);
    if (shows_threads(session)) continue;
    // A run of another text is still shown while the new one is made.
    if (cost == nullptr || run->kernel->source != text) continue;
    const auto known = std::ranges::find_if(sides_, [&](const Figures& one) {
      return one.side == side && one.run == run && one.tells_sectors == tells_sectors;
    });
    if (known != sides_.end()) {
      read.push_back(std::move(*known));
      continue;
    }
    read.push_back({side, run, line_figures(*cost), tells_sectors});
    if (!tells_sectors) std::erase_if(read.back().lines, [](const auto& line) { return !line.second.is_shared(); });
  }
  sides_ = std::move(read);
}

std::shared_ptr<const KernelRun> LineMargin::run(Side side) const {
  const auto found = std::ranges::find(sides_, side, &Figures::side);
  return found == sides_.end() ? nullptr : found->run;
}

bool LineMargin::is_of_sectors() const {
  bool any = false;
  for (const Figures& one : sides_) {
    for (const auto& [line, figures] : one.lines) {
      if (figures.is_shared()) return false;
      any = true;
    }
  }
  return any;
}

bool LineMargin::is_split() const {
  for (const Figures& one : sides_) {
    for (const auto& [line, figures] : one.lines) {
      if (std::ranges::any_of(figures.margin(), &Ratio::is_split)) return true;
    }
  }
  return false;
}

std::vector<LineMargin::Word> LineMargin::words(const Theme& theme, std::uint32_t line) const {
  std::vector<Word> words;
  bool in_sectors = false;
  for (const Figures& one : sides_) {
    const auto found = one.lines.find(line);
    if (found == one.lines.end()) continue;
    const std::vector<Ratio> ratios = found->second.margin();
    in_sectors = !found->second.is_shared();
    for (const Ratio& ratio : ratios) {
      if (&ratio != &ratios.front()) words.push_back({"/", theme.text_muted});
      const bankloom::Text figure = ratio_text(ratio);
      words.push_back({(has_guessed_figures(*one.run) ? guessed_figure_text(figure) : figure).str(),
                       sides_.size() > 1 ? accent(theme, one.side) : ratio_colour(theme, found->second, ratio)});
    }
  }
  if (in_sectors) words.push_back({bankloom::say("sectors").str(), theme.text_muted});
  return words;
}

std::size_t LineMargin::columns(const Theme& theme, std::uint32_t line) const {
  std::size_t columns = 0;
  for (const Word& word : words(theme, line)) columns += columns_of(word.words) + 1;
  return columns;
}

void LineMargin::draw(const PanelContext& context, std::uint32_t line, TextFont font, float column,
                      ImVec2 place) const {
  const auto all = words(context.theme, line);
  for (std::size_t left = all.size(); left > 0; --left) {
    const auto& word = all[left - 1];
    const float width = column * static_cast<float>(columns_of(word.words));
    place.x -= width;
    context.painter.text(font, place, word.colour, word.words);
    context.probe.item(word.words, place.x, place.y, width, font.size);
    place.x -= column;
  }
}

std::string LineMargin::tooltip(std::uint32_t line) const {
  std::vector<bankloom::Text> lines;
  for (const Figures& one : sides_) {
    const auto found = one.lines.find(line);
    if (found == one.lines.end()) continue;
    const auto cost = cost_text(found->second);
    lines.push_back(sides_.size() > 1 ? say("{side}:\n{cost}", "side"_a = side_name(one.side), "cost"_a = cost) : cost);
    if (has_guessed_figures(*one.run)) lines.push_back(guessed_text(*one.run));
  }
  return lines_text(lines).str();
}

FaultMark fault_mark(const SideView& view, std::size_t fault) {
  const simt::Fault& one = view.facts().faults()[fault];
  const auto whole = counted_fault_text(one, view.run.get());
  if (!has_fault_step(*view.run, *view.timeline, one)) return {false, whole, {}};
  const bool is_said = view.state && view.state->fault && view.state->fault->index == fault;
  return {true, counted_fault_mark_text(one),
          is_said ? say("Click to go to the step at which it happens.")
                  : say("{fault}.\n\nClick to go to the step at which it happens.", "fault"_a = whole)};
}

void go_to_line(PanelContext& context, Side side, std::uint32_t line) {
  Session& session = context.session;
  const SideView& view = session.side(side);
  const std::uint32_t warp = session.player().position().warp;
  if (!view.timeline || warp >= view.timeline->warps()) return;
  std::vector<std::uint32_t> at_line;
  for (const std::uint32_t index : view.timeline->of_warp(warp)) {
    if (view.timeline->requests()[index].source_line == line) at_line.push_back(index);
  }
  if (at_line.empty()) {
    context.say(no_access_text(warp, line));
    return;
  }
  const auto next = std::ranges::find_if(at_line, [&](std::uint32_t index) {
    return !view.state || view.timeline->requests()[index].in_warp > view.state->request.in_warp;
  });
  session.player().go_to_request(side, next == at_line.end() ? at_line.front() : *next);
}

}  // namespace bankloom::ui
