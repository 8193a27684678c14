// How often each element of the input was fetched from global memory, as maps, and what that is for each multiplication
// and addition. For kernels that say how many operations their task needs.
#include <imgui.h>

#include <algorithm>
#include <array>
#include <memory>
#include <string>
#include <vector>

#include "core/base/grouped.h"
#include "core/base/language.h"
#include "core/learn/run_numbers.h"
#include "core/session/fetch_counts.h"
#include "core/wording/numbers.h"
#include "gfx/map_renderer.h"
#include "ui/layout/controls.h"
#include "ui/panel.h"
#include "ui/panels/side_style.h"

namespace bankloom::ui {

using namespace wording;
namespace {

/// A map of counts. Compared kernels have one range of colours.
struct FetchMap {
  FetchCounts counts;
  std::string name;
  gfx::MapTexture texture;
};

class FetchesPanel final : public Panel {
 public:
  void draw(PanelContext& context) override {
    for (const Side side : shown_sides(context.session)) take(side, context.session.side(side).run);
    if (!context.session.disclosure().shows(FactKind::kernel_cost)) {
      return show(context, Text("hidden while this is asked").small().faint());
    }
    float most = 1;
    for (const Side side : shown_sides(context.session)) {
      for (const FetchMap& map : of(side).maps) most = std::max(most, map.counts.most);
    }
    Row maps = Row().gap(10);
    Column words = Column().gap(1);
    for (const Side side : shown_sides(context.session)) {
      for (const FetchMap& map : of(side).maps) maps.add(map_box(context, side, map, most), share());
      if (of(side).run) words.add(Text(sentence(context, side)).small().muted().wrap());
    }
    show(context, Column().gap(4).add(maps, share()).add(words));
  }

 private:
  struct OfSide {
    std::shared_ptr<const KernelRun> run;
    std::vector<FetchMap> maps;
  };

  OfSide& of(Side side) { return sides_[side == Side::a ? 0 : 1]; }

  /// Counts again where there is another run.
  void take(Side side, const std::shared_ptr<const KernelRun>& run) {
    OfSide& own = of(side);
    if (own.run == run) return;
    own.run = run;
    own.maps.clear();
    if (!run) return;
    for (FetchCounts& counts : fetch_counts(*run)) {
      FetchMap map;
      const auto done =
          map.texture.upload(static_cast<unsigned>(counts.rows), static_cast<unsigned>(counts.columns), counts.counts);
      if (!done) continue;
      map.name = run->instance.parameters[counts.parameter].name;
      map.counts = std::move(counts);
      own.maps.push_back(std::move(map));
    }
  }

  static Column map_box(PanelContext& context, Side side, const FetchMap& map, float most) {
    const auto fewest = static_cast<std::uint64_t>(map.counts.fewest),
               largest = static_cast<std::uint64_t>(map.counts.most);
    const bankloom::Text words = fewest == largest
                                     ? say("{name}: each element fetched {times:# time|# times}", "name"_a = map.name,
                                           "times"_a = Count{largest})
                                     : say("{name}: an element fetched {fewest} to {times:# time|# times}",
                                           "name"_a = map.name, "fewest"_a = fewest, "times"_a = Count{largest});
    Row head = Row().gap(5);
    if (context.session.comparing()) head.add(Text(side_name(side)).small().colour(accent(context.theme, side)));
    head.add(Text(words).small().muted(), share());
    const Drawing drawing([&context, &map, most](const Rect& rect) {
      const auto rows = static_cast<float>(map.counts.rows), columns = static_cast<float>(map.counts.columns);
      const float size = std::min(rect.width / columns, rect.height / rows);
      if (!(size > 0)) return;
      const Rect shown{rect.x, rect.y, size * columns, size * rows};
      context.painter.map({&map.texture, shown, {0, 0, static_cast<double>(size)}, 0, most});
      context.painter.outline({shown.x, shown.y}, {shown.right(), shown.bottom()}, context.theme.line,
                              std::max(1.0f, context.px(1)));
      hover_at(shown, "map");
      const ImVec2 mouse = ImGui::GetIO().MousePos;
      const auto row = static_cast<std::uint64_t>(std::clamp((mouse.y - shown.y) / size, 0.0f, rows - 1));
      const auto column = static_cast<std::uint64_t>(std::clamp((mouse.x - shown.x) / size, 0.0f, columns - 1));
      tooltip(context,
              say("row {row}, column {column}: fetched {times:# time|# times}", "row"_a = row, "column"_a = column,
                  "times"_a = Count{static_cast<std::uint64_t>(map.counts.counts[row * map.counts.columns + column])}));
    });
    return Column().gap(2).add(head).add(drawing, share());
  }

  /// "8 bytes fetched from global memory and 0 loads from shared memory for each multiplication and addition".
  bankloom::Text sentence(const PanelContext& context, Side side) {
    const learn::RunNumbers numbers = learn::numbers_of(*of(side).run);
    const auto fetched = numbers.find("fetched_bytes_per_multiply_add");
    const auto loads = numbers.find("shared_loads_per_multiply_add");
    if (fetched == numbers.end() || loads == numbers.end()) return {};
    bankloom::Text text =
        say("For each multiplication with its addition: {bytes} bytes from global memory, {loads} loads from shared "
            "memory. Bank conflicts: {conflicts}.",
            "bytes"_a = figure_text(fetched->second), "loads"_a = figure_text(loads->second),
            "conflicts"_a = grouped(static_cast<std::uint64_t>(numbers.at("kernel_conflicts"))));
    if (!context.session.comparing()) return text;
    return say("{side}: {text}", "side"_a = side_name(side), "text"_a = text);
  }

  std::array<OfSide, 2> sides_;
};

bool fetches_apply(const Session& session) {
  const Kernel* kernel = session.kernel(Side::a);
  return kernel != nullptr && kernel->operations.has_value();
}

}  // namespace

PanelEntry fetches_panel() {
  return {.id = "fetches",
          .title = "Fetches",
          .help =
              "How often the lanes fetch each element of the input from global memory, and how much that is for each "
              "multiplication with its addition.",
          .slot = Slot::details,
          .order = 56,
          .applies = [](const PanelContext& context) { return fetches_apply(context.session); },
          .maker = maker_of<FetchesPanel>()};
}

}  // namespace bankloom::ui
