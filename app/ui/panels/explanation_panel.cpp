// What happens: the sentence of the present request, and the address breakdown of the cell or lane that is pointed at.
#include <algorithm>

#include "core/analysis/naive_count.h"
#include "core/wording/address_breakdown.h"
#include "core/wording/glossary.h"
#include "core/wording/naive_text.h"
#include "core/wording/run_text.h"
#include "core/wording/thread_text.h"
#include "ui/layout/controls.h"
#include "ui/panel.h"
#include "ui/panels/headline.h"
#include "ui/panels/side_style.h"
#include "ui/panels/told_thread.h"

namespace bankloom::ui {

using namespace wording;
namespace {

/// The address breakdown of what is pointed at on a side, otherwise of what a question asks about, otherwise of the
/// first lane that is served now.
std::optional<AddressBreakdown> breakdown_of(const Session& session, Side side) {
  const SideView& view = session.side(side);
  if (!view.run || !view.facts().shows(FactKind::banks)) return std::nullopt;
  // An address of global memory is broken down into sectors.
  if (view.state && view.state->access.space == Space::global && !view.facts().shows(FactKind::sectors)) {
    return std::nullopt;
  }
  const MachineModel& machine = view.run->machine;
  const TileGeometry* tile = view.run->tile ? &*view.run->tile : nullptr;
  const Focus pointed = session.focus(side), focus = pointed.cell || pointed.lane ? pointed : session.asked(side);
  std::optional<TileSwizzle> swizzle;
  if (const Explanation* why = view.facts().why(); why != nullptr && why->swizzle) swizzle = why->swizzle->tile;
  const auto of_lane = [&](unsigned lane) {
    const MemoryAccess& access = view.state->access;
    const std::uint64_t address = access.addresses[lane];
    const auto element = access.space == Space::global ? global_element(*view.run, address) : std::nullopt;
    return lane_breakdown(machine, tile, access.space, lane, address, access.width, element, swizzle);
  };
  const bool by_lane = focus.lane && view.state && has_lane(addressing_lanes(view.state->access), *focus.lane);
  // A cell is described as a cell even if a lane accesses other bytes than the cell's own.
  if (focus.cell && tile != nullptr) {
    if (by_lane && view.state->access.space == Space::shared &&
        view.state->access.addresses[*focus.lane] == tile->address(focus.cell->row, focus.cell->column)) {
      return of_lane(*focus.lane);
    }
    return cell_breakdown(machine, *tile, *focus.cell, swizzle);
  }
  if (by_lane) return of_lane(*focus.lane);
  if (!view.state) return std::nullopt;
  // A side that is done keeps its lane, so that nothing disappears while the other side works on.
  const LaneMask told = view.state->idle != 0 ? view.state->done : view.state->now;
  return told == 0 ? std::nullopt : std::optional(of_lane(first_lane(told)));
}

/// Units of the height of a low button.
constexpr float kButton = 17;

class ExplanationPanel final : public Panel {
 public:
  void draw(PanelContext& context) override {
    if (shows_threads(context.session)) return show(context, Scroll("explanation", threads_page(context)));
    Column page = Column().gap(5).add(heading(context));
    for (const Side side : shown_sides(context.session)) page.add(sentence(context, side));
    page.add(terms(context));
    if (context.view.naive_count) page.add(naive_counts(context));
    for (const Side side : shown_sides(context.session)) page.add(breakdown(context, side));
    show(context, Scroll("explanation", page));
  }

 private:
  /// How the thread that is told about gets its warp and its lane.
  static Box threads_page(PanelContext& context) {
    Column page = Column().gap(5).add(Text("WHAT HAPPENS").small().muted());
    const auto& run = context.session.side(Side::a).run;
    const Disclosure& disclosure = context.session.disclosure();
    if (!run) return page;
    if (disclosure.hides_answer()) return page.add(Text(hidden_text()).wrap());
    const Dim3& block = run->instance.block;
    const std::uint64_t first = std::uint64_t{context.session.player().position().warp} * kWarpSize;
    const Dim3 thread = delinearize(told_thread(context, block).value_or(first), block);
    page.add(sentence(context, Side::a)).add(Text(thread_place_text(thread, block, ThreadPlace::numbers)).strong());
    for (const bankloom::Text& step : thread_steps(thread, block, disclosure.shows(FactKind::warps)))
      page.add(Text(step).wrap());
    return page;
  }

  /// The cells of the first two lanes, with how far they are apart: what the sentence says of all neighbours.
  static void show_distance(PanelContext& context, Side side) {
    const SideView& view = context.session.side(side);
    const Explanation* const why = view.facts().why();
    if (why == nullptr || why->space != Space::shared || context.tile_words == nullptr) return;
    const bankloom::Text words = lanes_apart_text(*why);
    if (words.empty()) return;
    context.draw_above([&context, side, lanes = why->lanes, bytes = why->bank_bytes, words] {
      const SideView& now = context.session.side(side);
      if (!now.state) return;
      const auto& cells = (*context.tile_words)[index_of(side)];
      std::vector<Rect> ends;
      for (LaneMask left = lanes; left != 0 && ends.size() < 2; left &= left - 1) {
        const auto found = cells.find(now.state->access.addresses[first_lane(left)] / bytes);
        if (found != cells.end()) ends.push_back(found->second);
      }
      if (ends.size() == 2) draw_distance(context, ends[0], ends[1], words);
    });
  }
  static void draw_distance(PanelContext& context, const Rect& from, const Rect& to, const bankloom::Text& words) {
    const Colour ink = context.theme.now_border;
    const auto middle = [](const Rect& cell) { return ImVec2{cell.x + cell.width / 2, cell.y + cell.height / 2}; };
    for (const Rect& cell : {from, to}) {
      context.painter.outline({cell.x - 1, cell.y - 1}, {cell.right() + 1, cell.bottom() + 1}, ink, context.px(2));
    }
    context.painter.line(middle(from), middle(to), ink, context.px(2));
    const Text label = Text(words).strong();
    const float width = label.width(context), height = label.height(context, width), inset = context.px(8);
    // Beside the pair, where it covers neither of both, and in the picture.
    float x = std::max(from.right(), to.right()) + context.px(8);
    if (x + width + 2 * inset > context.area.x) x = std::min(from.x, to.x) - width - 2 * inset - context.px(8);
    const float y = (middle(from).y + middle(to).y - height) / 2;
    const Rect at{x + inset, y, width, height};
    card(context, at.inset(-inset, -inset / 2), context.theme.raised, ink, 4);
    label.draw(context, at);
  }

  static Box sentence(PanelContext& context, Side side) {
    const Colour colour = accent(context.theme, side);
    Row row = Row().place(Alignment::top);
    if (context.session.comparing()) row.add(Text(side_name(side)).strong().colour(colour));
    row.add(Text(explanation_of_side(context.session, side)).wrap(), share());
    return Card(row).padding(14, 9).edge(colour).on_hover([&context, side] { show_distance(context, side); });
  }

  /// The terms of the sentences, each with its meaning when pointed at.
  static Box terms(const PanelContext& context) {
    std::vector<const GlossaryTerm*> used;
    for (const Side side : shown_sides(context.session)) {
      const Explanation* const why = context.session.side(side).facts().why();
      if (why == nullptr) continue;
      for (const GlossaryTerm* term : terms_of(*why)) {
        if (std::ranges::find(used, term) == used.end()) used.push_back(term);
      }
    }
    Row row = Row().gap(12).wrap();
    for (const GlossaryTerm* term : used) {
      row.add(Text(term_name(*term)).small().muted().tooltip(glossary_text(*term)));
    }
    return used.empty() ? Box() : Box(row);
  }

  /// With the button above everything of its width, so that it keeps its place during playback.
  static Row heading(const PanelContext& context) {
    const bool is_shown = context.view.naive_count;
    const auto toggle = [&view = context.view] { view.naive_count = !view.naive_count; };
    Row row = Row().add(Text("WHAT HAPPENS").small().muted(), share());
    if (!offers_naive_count(context.session)) return row.add(Gap(kButton), units(0));
    return row.add(Button("naive", "naive count", toggle, is_shown ? ButtonStyle::selected : ButtonStyle::normal, true)
                       .tooltip("What you would get by counting each bank's words over all 32 lanes at once, and why "
                                "that is right or wrong here."));
  }

  /// The naive count of a side's present request; nothing if it has none.
  static std::optional<NaiveCount> naive_count_of(const SideView& view) {
    if (view.facts().request_cost() == nullptr) return std::nullopt;
    return naive_count(view.run->machine, view.state->access);
  }

  /// If lanes access wide or narrow elements, and wherever the naive count is wrong.
  static bool offers_naive_count(const Session& session) {
    const auto sides = shown_sides(session);
    return std::ranges::any_of(sides, [&](Side side) {
      const auto count = naive_count_of(session.side(side));
      const Kernel* kernel = session.kernel(side);
      return count && (!count->right || (kernel != nullptr && kernel->lesson == "elements"));
    });
  }

  static Box naive_counts(const PanelContext& context) {
    if (!offers_naive_count(context.session)) return {};
    Column counts;
    for (const Side side : shown_sides(context.session)) {
      const auto count = naive_count_of(context.session.side(side));
      if (!count) continue;
      counts.add(Text(named_text(context.session.comparing() ? side_name(side) : "", naive_figures_text(*count)))
                     .strong()
                     .colour(count->right ? context.theme.text : context.theme.bad)
                     .wrap());
      counts.add(Text(naive_count_text(*count)).muted().wrap());
    }
    return counts;
  }

  static Colour tone_colour(const PanelContext& context, Side side, TextTone tone) {
    return tone == TextTone::row    ? context.theme.good
           : tone == TextTone::bank ? accent(context.theme, side)
           : tone == TextTone::byte ? context.theme.text
                                    : context.theme.text_muted;
  }

  /// Where a number stands in the picture.
  static Focus place_of(Side side, Stands stands, const AddressBreakdown& told) {
    Focus focus{.side = side};
    if (stands == Stands::bank) focus.bank = static_cast<unsigned>(told.first_bank);
    if (!told.element) return focus;
    if (stands == Stands::row) focus.row = told.element->row;
    if (stands == Stands::column) focus.column = told.element->column;
    if (stands == Stands::word) focus.cell = told.element;
    return focus;
  }

  /// One line, continued below if it is too wide; bits have their own background.
  static Row line(const PanelContext& context, Side side, FontUse font, const TonedLine& parts,
                  const AddressBreakdown& told) {
    Row row = Row().gap(0).wrap();
    for (const TonedText& part : parts) {
      const Colour colour = tone_colour(context, side, part.tone);
      Text words = Text(part.text).fonts({font}).colour(colour);
      if (const Focus place = place_of(side, part.stands, told); !place.empty()) {
        words.on_hover([&session = context.session, place] { session.pointer().hover(place); });
      }
      if (!part.bits) {
        row.add(words);
        continue;
      }
      const Colour ground = part.tone == TextTone::byte ? 0 : faded(colour, 0.2f);
      row.add(Card(words).padding(4, 1.5f).radius(3).fill(ground)).add(Gap(5));
    }
    return row;
  }

  static Box breakdown(const PanelContext& context, Side side) {
    const auto told = breakdown_of(context.session, side);
    if (!told) return {};
    const std::string title = context.session.comparing()
                                  ? say("{side} · {title}", "side"_a = side_name(side), "title"_a = told->title).str()
                                  : told->title;
    // A chain, from the name to the bank.
    Focus whole{.side = side, .lane = told->lane};
    if (!told->lane) whole.cell = told->element;
    Row steps = Row().gap(6).wrap(5).add(Text(title).strong().on_hover([&session = context.session, whole] {
      if (!whole.empty()) session.pointer().hover(whole);
    }));
    for (const TonedLine& step : told->steps) {
      steps.add(Row().gap(6).add(Text("→").muted()).add(line(context, side, FontUse::body, step, *told)));
    }
    Column column = Column().gap(5).add(steps);
    if (told->bits) {
      column.add(Row()
                     .wrap(5)
                     .add(line(context, side, FontUse::mono, *told->bits, *told))
                     .add(line(context, side, FontUse::small, *told->legend, *told)));
    }
    return column;
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
