// A multiprocessor and the blocks that fit on it at a time: its shared memory, threads and places for blocks as bars, a
// box a block, and the next block with what it lacks. Registers are not counted: PTX does not show them.
#include <algorithm>
#include <array>
#include <string>

#include "core/base/grouped.h"
#include "core/base/lane_mask.h"
#include "core/base/language.h"
#include "core/machine/occupancy.h"
#include "core/wording/numbers.h"
#include "ui/layout/controls.h"
#include "ui/layout/table.h"
#include "ui/panel.h"
#include "ui/panels/side_style.h"

namespace bankloom::ui {

using namespace wording;
namespace {

/// Units: least height of a bar, the largest, and the least width of the bars.
constexpr float kLeastResourceBar = 15, kLargestResourceBar = 44, kLeastResourceBars = 160;

/// Something of which a multiprocessor has so much and every block takes so much.
struct Resource {
  const char* name;
  std::uint64_t there = 0, of_block = 0;
  std::uint64_t reserved = 0;  ///< of a block's share, what the system takes and rounding adds
  OccupancyLimit limit = OccupancyLimit::blocks;
};

std::array<Resource, 3> resources_of(const MachineModel& machine, const RunSummary& run) {
  const auto rounded_up = [](std::uint64_t value, std::uint64_t unit) { return (value + unit - 1) / unit * unit; };
  const std::uint64_t bytes =
      rounded_up(run.shared_bytes + machine.shared_reserved_per_block, std::max(1U, machine.shared_granularity));
  return {{{"shared memory, bytes", machine.shared_bytes_per_sm, bytes, bytes - run.shared_bytes,
            OccupancyLimit::shared_memory},
           {"threads", machine.threads_per_sm, rounded_up(run.block.count(), kWarpSize), 0, OccupancyLimit::threads},
           {"blocks", machine.blocks_per_sm, 1, 0, OccupancyLimit::blocks}}};
}

class MultiprocessorPanel final : public Panel {
 public:
  void draw(PanelContext& context) override {
    Column page = Column().gap(6);
    for (const Side side : shown_sides(context.session)) {
      const auto& run = context.session.side(side).run;
      if (run) page.add(card(context, side, *run), share());
    }
    show(context, page);
  }

 private:
  static Column card(PanelContext& context, Side side, const KernelRun& run) {
    const Occupancy fits = occupancy(run.machine, run.block, run.shared_bytes);
    const std::uint64_t warps = fits.blocks * ((run.block.count() + kWarpSize - 1) / kWarpSize);
    const bool is_hidden = !context.session.disclosure().shows(FactKind::kernel_cost);
    Column column = Column().gap(3);
    if (!is_hidden) {
      const bankloom::Text head =
          say("{blocks:# block fits|# blocks fit} on a multiprocessor ({warps:# warp|# warps}); {limit}",
              "blocks"_a = Count{fits.blocks}, "warps"_a = Count{warps}, "limit"_a = limit_text(fits.limit));
      column.add(Text(context.session.comparing()
                          ? say("{side}: {text}", "side"_a = side_name(side), "text"_a = head).str()
                          : head.str())
                     .colour(accent(context.theme, side)));
    }
    Table table = Table().gap(8).padding(1).row_height(kLeastResourceBar, kLargestResourceBar);
    table.column({"", "", Align::left, fit().at_most_part(0.25f)});
    table.column({"", "", Align::left, share().at_least(kLeastResourceBars)}).column({"", "", Align::right, fit()});
    for (const Resource& resource : resources_of(run.machine, run)) {
      const Drawing bar([&context, resource, fits, side, is_hidden](const Rect& rect) {
        draw_bar(context, rect, resource, is_hidden ? 1 : fits.blocks, accent(context.theme, side), is_hidden);
        hover_at(rect, "bar");
        tooltip(context, resource_text(resource, fits, is_hidden));
      });
      const bool limits = !is_hidden && resource.limit == fits.limit;
      table.row({Text(resource.name).small().colour(limits ? context.theme.text : context.theme.text_muted), bar,
                 Text(use_text(resource, is_hidden ? 1 : fits.blocks))
                     .small()
                     .colour(limits ? context.theme.bad : context.theme.text_muted)});
    }
    column.add(table, share());
    column.add(
        Text(is_hidden ? say("One block is drawn. Registers are not counted.").str() : next_text(run, fits).str())
            .small()
            .muted()
            .wrap());
    return column;
  }

  static bankloom::Text limit_text(OccupancyLimit limit) {
    switch (limit) {
      case OccupancyLimit::shared_memory:
        return say("shared memory is what limits them");
      case OccupancyLimit::threads:
        return say("the threads are what limits them");
      case OccupancyLimit::blocks:
        break;
    }
    return say("it holds no more blocks");
  }

  static std::string use_text(const Resource& resource, std::uint64_t blocks) {
    return say("{used} of {there}", "used"_a = grouped(blocks * resource.of_block), "there"_a = grouped(resource.there))
        .str();
  }

  static std::string resource_text(const Resource& resource, const Occupancy& fits, bool is_hidden) {
    std::string words = say("{name}: each block takes {amount}", "name"_a = translated(resource.name),
                            "amount"_a = grouped(resource.of_block))
                            .str();
    if (resource.reserved != 0) {
      words +=
          "\n" + say("{bytes} bytes of it are the system's and rounding", "bytes"_a = grouped(resource.reserved)).str();
    }
    if (is_hidden) return words;
    const std::uint64_t left = resource.there - fits.blocks * resource.of_block;
    return words + "\n" + say("left: {amount}", "amount"_a = grouped(left)).str();
  }

  /// What the next block lacks, and what is not counted.
  static bankloom::Text next_text(const KernelRun& run, const Occupancy& fits) {
    std::vector<bankloom::Text> lacks;
    for (const Resource& resource : resources_of(run.machine, run)) {
      const std::uint64_t left = resource.there - fits.blocks * resource.of_block;
      if (left >= resource.of_block) continue;
      const std::uint64_t missing = resource.of_block - left;
      lacks.push_back(resource.limit == OccupancyLimit::shared_memory
                          ? say("{bytes:# byte|# bytes} of shared memory", "bytes"_a = Count{missing})
                      : resource.limit == OccupancyLimit::threads
                          ? say("{threads:# thread|# threads}", "threads"_a = Count{missing})
                          : say("a place for a block"));
    }
    std::vector<std::string> names;
    names.reserve(lacks.size());
    for (const auto& one : lacks) names.push_back(one.str());
    return say("The next block lacks {what}. Registers are not counted: PTX does not show them.",
               "what"_a = list_text(names));
  }

  static void draw_bar(PanelContext& context, const Rect& rect, const Resource& resource, std::uint64_t blocks,
                       Colour colour, bool is_hidden) {
    const Theme& theme = context.theme;
    // The block that fits no more is drawn as well, beyond the end.
    const double most = std::max<double>(static_cast<double>(resource.there),
                                         is_hidden ? 0.0 : static_cast<double>((blocks + 1) * resource.of_block));
    const auto x = [&](double amount) { return rect.x + rect.width * static_cast<float>(amount / most); };
    const float thin = std::max(1.0f, std::round(context.px(1))), radius = context.px(2);
    context.painter.rect({rect.x, rect.y}, {x(static_cast<double>(resource.there)), rect.bottom()}, theme.raised,
                         radius);
    const auto box = [&](std::uint64_t index, bool fits) {
      const auto from = static_cast<double>(index * resource.of_block);
      const ImVec2 begin{x(from) + thin / 2, rect.y + thin},
          end{x(from + static_cast<double>(resource.of_block)) - thin / 2, rect.bottom() - thin};
      if (end.x <= begin.x) return;
      if (!fits) return context.painter.outline(begin, end, theme.bad, std::max(1.0f, context.px(1.4f)), radius);
      context.painter.rect(begin, end, translucent(colour, 0.75), radius);
      if (resource.reserved != 0) {
        const float own = x(from + static_cast<double>(resource.of_block - resource.reserved));
        context.painter.rect({std::min(own, end.x - thin), begin.y}, end, theme.padding_hatch, radius);
      }
      const Text number(std::to_string(index + 1));
      if (Text(number).small().width(context) + context.px(6) <= end.x - begin.x) {
        text_in(context, {begin.x, begin.y, end.x - begin.x, end.y - begin.y},
                Text(number).small().colour(text_on(colour)).align(Align::centre));
      }
    };
    for (std::uint64_t i = 0; i < blocks; ++i) box(i, true);
    const std::uint64_t left = resource.there - blocks * resource.of_block;
    if (!is_hidden && left < resource.of_block) box(blocks, false);
    context.painter.rect({x(static_cast<double>(resource.there)) - thin, rect.y},
                         {x(static_cast<double>(resource.there)) + thin, rect.bottom()}, theme.text_muted);
  }
};

/// Whether shared memory decides how many blocks fit, or is asked for at launch.
bool multiprocessor_applies(const Session& session) {
  const auto& run = session.side(Side::a).run;
  if (!run) return false;
  if (run->instance.dynamic_shared_bytes != 0) return true;
  return occupancy(run->machine, run->block, run->shared_bytes).limit == OccupancyLimit::shared_memory;
}

}  // namespace

PanelEntry multiprocessor_panel() {
  return {.id = "multiprocessor",
          .title = "Multiprocessor",
          .help =
              "How many blocks of this kernel a multiprocessor holds at a time, what each takes of its shared memory "
              "and threads, and what the next one lacks.",
          .slot = Slot::details,
          .order = 54,
          .applies = [](const PanelContext& context) { return multiprocessor_applies(context.session); },
          .maker = maker_of<MultiprocessorPanel>()};
}

}  // namespace bankloom::ui
