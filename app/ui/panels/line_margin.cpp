#include "ui/panels/line_margin.h"

#include <algorithm>

#include "ui/editor/workbench.h"
#include "ui/panels/side_style.h"

namespace bankloom::ui {
namespace {

Colour ratio_colour(const Theme& theme, const LineFigures& figures, const Ratio& ratio) {
  if (!figures.is_shared()) return theme.text_muted;
  return ratio.conflicts == 0 ? theme.good : theme.bad;
}

}  // namespace

bool has_same_text(const Session& session) { return shown_key(session, Side::a) == shown_key(session, Side::b); }

void LineMargin::read(const Session& session, Side shown, const std::string& text) {
  for (const Side side : {Side::a, Side::b}) {
    const std::size_t index = index_of(side);
    const bool wanted = side == shown || (session.comparing() && has_same_text(session));
    const auto run = wanted ? session.side(side).run : nullptr;
    // A run of another text is still shown while the new one is made.
    const auto fitting = run && run->kernel->source == text ? run : nullptr;
    if (fitting == runs_[index]) continue;
    runs_[index] = fitting;
    figures_[index] = fitting ? line_figures(fitting->cost) : std::map<std::uint32_t, LineFigures>();
  }
}

std::vector<LineMargin::Word> LineMargin::words(const Theme& theme, std::uint32_t line) const {
  std::vector<Word> words;
  const bool both = runs_[0] && runs_[1];
  for (const Side side : {Side::a, Side::b}) {
    const auto& figures = figures_[index_of(side)];
    const auto found = figures.find(line);
    if (found == figures.end()) continue;
    for (const Ratio& ratio : found->second.margin()) {
      words.push_back({ratio.words(), both ? accent(theme, side) : ratio_colour(theme, found->second, ratio)});
    }
  }
  return words;
}

std::string LineMargin::tooltip(std::uint32_t line) const {
  std::string text;
  const bool both = runs_[0] && runs_[1];
  for (const Side side : {Side::a, Side::b}) {
    const auto& figures = figures_[index_of(side)];
    const auto found = figures.find(line);
    if (found == figures.end()) continue;
    if (!text.empty()) text += '\n';
    if (both) text += fmt::format("{}:\n", side_name(side));
    text += found->second.words();
  }
  return text;
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
    context.say(fmt::format("warp {} accesses no memory on line {}", warp, line));
    return;
  }
  const auto next = std::find_if(at_line.begin(), at_line.end(), [&](std::uint32_t index) {
    return !view.state || view.timeline->requests()[index].in_warp > view.state->request.in_warp;
  });
  session.player().go_to_request(side, next == at_line.end() ? at_line.front() : *next);
}

}  // namespace bankloom::ui
