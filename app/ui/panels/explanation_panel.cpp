// What happens: the sentence of the present request, and the address arithmetic of the cell or lane that is pointed at.
#include <algorithm>
#include <cmath>

#include "core/analysis/naive_count.h"
#include "core/session/address_story.h"
#include "core/wording/explanation_text.h"
#include "ui/figures.h"
#include "ui/panel.h"
#include "ui/panels/side_style.h"
#include "ui/widgets/widgets.h"

namespace bankloom::ui {
namespace {

/// The story of what is pointed at on a side, else of the first lane that is served now.
std::optional<AddressStory> story_of(const Session& session, Side side) {
  const SideView& view = session.side(side);
  if (!view.run) return std::nullopt;
  const MachineModel& machine = view.run->machine;
  const TileGeometry* tile = view.run->tile ? &*view.run->tile : nullptr;
  const Focus focus = session.focus(side);
  const auto of_lane = [&](unsigned lane) {
    const MemoryAccess& access = view.state->access;
    const std::uint64_t address = access.addresses[lane];
    const auto element = access.space == Space::global ? global_element(*view.run, address) : std::nullopt;
    return tell_lane(machine, tile, access.space, lane, address, access.width, element);
  };
  const bool by_lane = focus.lane && view.state && has_lane(addressing_lanes(view.state->access), *focus.lane);
  // A cell is told as a cell also where a lane touches it with other bytes than the cell's own.
  if (focus.cell && tile != nullptr) {
    if (by_lane && view.state->access.space == Space::shared &&
        view.state->access.addresses[*focus.lane] == tile->address(focus.cell->row, focus.cell->column)) {
      return of_lane(*focus.lane);
    }
    return tell_cell(machine, *tile, *focus.cell);
  }
  if (by_lane) return of_lane(*focus.lane);
  if (!view.state || view.state->now == 0) return std::nullopt;
  return of_lane(first_lane(view.state->now));
}

class ExplanationPanel final : public Panel {
 public:
  void draw(PanelContext& context) override {
    ImGui::SetCursorScreenPos({context.area.x, context.area.y});
    begin_child("explanation", {context.area.width, context.area.height});
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {context.px(6), context.px(5)});
    section_heading(context, "WHAT HAPPENS");
    for (const Side side : shown_sides(context.session)) draw_sentence(context, side);
    draw_naive_counts(context);
    for (const Side side : shown_sides(context.session)) draw_story(context, side);
    ImGui::PopStyleVar();
    ImGui::EndChild();
  }

 private:
  static void draw_sentence(PanelContext& context, Side side) {
    const SideView& view = context.session.side(side);
    std::string words;
    if (view.state) {
      words = step_text(*view.run, *view.state);
    } else if (view.run) {
      words = "This warp accesses no memory.";
    } else if (!context.session.runs().side(side).failure) {
      words = "The kernel is being compiled and executed.";
    } else {
      words = "There is nothing to explain yet: the kernel did not run. What is wrong stands with its text.";
    }
    const bool comparing = context.session.comparing();
    const float inset = context.px(14), left = comparing ? context.px(32) : context.px(16);
    const float width = room(context);
    ImFont* font = context.fonts.body;
    const float inner = width - left - inset;
    const float height = wrapped_text_height(font, inner, words) + 2 * context.px(9);
    const ImVec2 from = cursor();
    const Rect rect{from.x, from.y, width, height};
    card(context, rect, context.theme.raised);
    context.painter.rect({rect.x, rect.y}, {rect.x + std::max(2.0f, context.px(3)), rect.bottom()},
                         accent(context.theme, side), context.px(2));
    if (comparing) {
      text_at(context, context.fonts.strong, accent(context.theme, side),
              {rect.x + context.px(13), rect.y + context.px(9)}, side_name(side));
    }
    ImGui::SetCursorScreenPos({from.x + left, from.y + context.px(9)});
    wrapped_text(context, font, context.theme.text, inner, words);
    ImGui::SetCursorScreenPos({from.x, from.y + height});
    ImGui::Dummy({width, context.px(2)});
  }

  /// Offered where lanes ask for wide or narrow elements, and wherever the naive count is wrong.
  static void draw_naive_counts(PanelContext& context) {
    struct Counted {
      Side side;
      NaiveCount count;
    };
    std::vector<Counted> counts;
    bool offered = false;
    for (const Side side : shown_sides(context.session)) {
      const SideView& view = context.session.side(side);
      if (!view.state || !view.run) continue;
      auto count = naive_count(view.run->machine, view.state->access);
      if (!count) continue;
      const Kernel* kernel = context.session.kernel(side);
      offered = offered || !count->right || (kernel != nullptr && kernel->lesson == "elements");
      counts.push_back({side, std::move(*count)});
    }
    if (!offered) return;
    bool& shown = context.view.naive_count;
    if (button(context, "naive", "naive count", shown ? ButtonStyle::selected : ButtonStyle::normal)) shown = !shown;
    tooltip(context,
            "What a count of each bank's words over all 32 lanes at once would say of this request, and why that is "
            "right or wrong.");
    if (!shown) return;
    for (const auto& [side, count] : counts) {
      const std::string of = context.session.comparing() ? fmt::format("{}: ", side_name(side)) : std::string();
      wrapped_text(context, context.fonts.strong, count.right ? context.theme.text : context.theme.bad, room(context),
                   fmt::format("{}{}", of, naive_figures_text(count)));
      wrapped_text(context, context.fonts.body, context.theme.text_muted, room(context), naive_count_text(count).str());
    }
  }

  static Colour tone_colour(const PanelContext& context, Side side, StoryTone tone) {
    switch (tone) {
      case StoryTone::row:
        return context.theme.good;
      case StoryTone::bank:
        return accent(context.theme, side);
      case StoryTone::byte:
        return context.theme.text;
      case StoryTone::plain:
        break;
    }
    return context.theme.text_muted;
  }

  static float line_width(ImFont* font, const StoryLine& line, float between_bits) {
    float width = 0;
    for (const StoryPart& part : line) width += text_size(font, part.text).x + (part.bits ? between_bits : 0);
    return width;
  }

  /// One line at the cursor's place plus `x`; bits stand on a ground of their own. Where it is too wide it goes on
  /// below.
  static void draw_line(PanelContext& context, Side side, ImFont* font, const StoryLine& line) {
    const ImVec2 start = cursor();
    const float width = room(context);
    const float inset = context.px(4), between = context.px(5);
    const float height = std::round(text_size(font, "0").y + context.px(3));
    float x = 0, y = 0;
    for (const StoryPart& part : line) {
      const bool apart = part.bits && part.tone != StoryTone::byte;
      const float own = text_size(font, part.text).x + (part.bits ? 2 * inset : 0);
      if (x > 0 && x + own > width) {
        x = 0;
        y += height + context.px(2);
      }
      if (apart) {
        card(context, {start.x + x, start.y + y - context.px(1), own, height},
             faded(tone_colour(context, side, part.tone), 0.2f), 0, 3);
      }
      text_at(context, font, tone_colour(context, side, part.tone),
              {start.x + x + (part.bits ? inset : 0), start.y + y}, part.text);
      x += own + (part.bits ? between : 0);
    }
    ImGui::Dummy({width, y + height});
  }

  static void draw_story(PanelContext& context, Side side) {
    const auto story = story_of(context.session, side);
    if (!story) return;
    gap(context, 6);
    std::string title = story->title;
    if (context.session.comparing()) title = fmt::format("{} · {}", side_name(side), title);
    text(context, context.fonts.strong, context.theme.text, title);
    ImFont* font = context.fonts.body;
    // Short steps share a line as long as there is room.
    StoryLine together;
    const auto flush = [&] {
      if (!together.empty()) draw_line(context, side, font, together);
      together.clear();
    };
    for (const StoryLine& step : story->steps) {
      if (!together.empty() &&
          line_width(font, together, 0) + line_width(font, step, 0) + context.px(28) > room(context))
        flush();
      if (!together.empty()) together.push_back({"    ", StoryTone::plain, false});
      together.insert(together.end(), step.begin(), step.end());
    }
    flush();
    if (!story->bits) return;
    const ImVec2 start = cursor();
    const float bits = line_width(context.fonts.mono, *story->bits, context.px(13)) + context.px(10);
    const bool beside = bits + line_width(context.fonts.small, *story->legend, 0) <= room(context);
    draw_line(context, side, context.fonts.mono, *story->bits);
    const ImVec2 below = cursor();
    if (beside) {
      const float lower = font_size(context.fonts.mono) - font_size(context.fonts.small);
      ImGui::SetCursorScreenPos({start.x + bits, start.y + lower / 2 + context.px(1)});
    }
    draw_line(context, side, context.fonts.small, *story->legend);
    if (beside) ImGui::SetCursorScreenPos(below);
  }
};

}  // namespace

PanelEntry explanation_panel() {
  return {.id = "explanation",
          .title = "What happens",
          .help =
              "Why this access takes as many wavefronts as it does, and the address arithmetic of the cell or lane "
              "that is pointed at.",
          .slot = Slot::explanation,
          .maker = maker_of<ExplanationPanel>()};
}

}  // namespace bankloom::ui
