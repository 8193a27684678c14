#include "ui/panels/verdict_header.h"

#include <algorithm>
#include <functional>

#include "core/wording/text.h"
#include "ui/layout/controls.h"
#include "ui/panels/side_style.h"

namespace bankloom::ui {

using namespace wording;
namespace {

/// Units of an area with two lines.
constexpr float kTwoLines = 46;

Row counter_row(const Counter& counter) {
  Row row;
  return counter.empty ? row : row.gap(5).place(Alignment::baseline).add(counter.number).add(counter.of);
}

}  // namespace

const std::vector<RequestKind>& VerdictHeader::kinds_of(const Session& session, Side side) {
  const SideView& view = session.side(side);
  Kept& kept = kept_[side];
  if (kept.timeline != view.timeline) {
    kept = {};
    if (view.timeline && view.run) kept = {view.timeline, request_kinds(*view.run, *view.timeline)};
  }
  return kept.kinds;
}

/// Only where banks are accessed: there is no picture of them to choose elsewhere.
Box VerdictHeader::card_switch(PanelContext& context) const {
  const SideView& mine = context.session.side(side_);
  if ((mine.run && mine.run->shared_bytes == 0) || !mine.disclosure.mentions(FactKind::banks)) return {};
  const bool is_card = context.bank_card;
  const auto change = [&context, is_card] {
    context.view.bank_view = is_card ? BankView::chart : BankView::card;
    context.redraw_within(0);
  };
  const Control button =
      Button("bank card", "lanes × banks", change, is_card ? ButtonStyle::selected : ButtonStyle::quiet)
          .tooltip(is_card
                       ? "Back to the chart: how many words each bank has to serve."
                       : "The whole card: a row for each lane, a column for each bank, and in each cell the word that "
                         "is accessed.");
  // Elsewhere its place stays, so that nothing moves from request to request.
  const bool has_banks = !mine.state || mine.state->access.space == Space::shared;
  return has_banks ? Box(button) : Box(Row().add(Gap(), units(button.width(context) / context.scale)));
}

std::vector<HeadlineText> VerdictHeader::longest_of_all(const Session& session, Length length) {
  const auto sides = shown_sides(session);
  std::uint32_t most = 0;
  for (const Side one : sides) {
    if (sides.size() < 2) break;
    for (const RequestKind& kind : kinds_of(session, one)) most = std::max(most, kind.steps);
  }
  std::vector<HeadlineText> all;
  for (const Side one : sides) {
    for (HeadlineText& text : longest_headlines_of(session.side(one), kinds_of(session, one), most, length)) {
      all.push_back(std::move(text));
    }
  }
  return all;
}

Box VerdictHeader::box(PanelContext& context) {
  const SideView& view = context.session.side(side_);
  const Box change = card_switch(context);
  const Text letter = Text(side_name(side_)).fonts({FontUse::verdict}).colour(accent(context.theme, side_));
  const Text tick = is_done(view) ? done_mark(context.theme) : Text("");
  const float gap = context.px(10), change_width = change.width(context);
  const float before = context.session.comparing() ? 2 * gap + 2 * letter.width(context) : 0;
  const float room = context.area.width - before;
  const auto fits = [&](const std::vector<HeadlineText>& all, FontUse font, bool in_one_line) {
    return std::ranges::all_of(all, [&](const HeadlineText& one) {
      Counter counter = one.counter;
      counter.number.fonts({font});
      float width = Text(one.verdict).fonts({font}).width(context) + gap + counter_row(counter).width(context);
      if (in_one_line) width += 2 * gap + change_width + Text(one.detail).width(context);
      return width <= room;
    });
  };
  const bool is_one_line = context.area.height < context.px(kTwoLines);
  const auto full = longest_of_all(context.session, Length::full);
  const auto brief = longest_of_all(context.session, Length::brief);
  const bool fits_whole = fits(full, FontUse::verdict, true);
  // The largest font that holds verdict and counter, with the details where there is but one line.
  FontUse font = FontUse::verdict;
  if (!fits_whole && !fits(brief, font, is_one_line)) {
    font = fits(brief, FontUse::heading, is_one_line) ? FontUse::heading : FontUse::strong;
  }
  const Text words = Text(verdict_of(view).words)
                         .fonts({font})
                         .colour(verdict_colour(context.theme, view))
                         .tooltip(verdict_meaning(view));
  const Text detail = Text(Fit(details_of(view))).muted().tooltip(guessed_meaning(view));
  Counter counter = counter_of(view, view.state ? view.state->step : 0, fits_whole ? Length::full : Length::brief);
  counter.number.fonts({font});
  Row first, second;
  first.gap(10).place(Alignment::baseline);
  if (context.session.comparing()) first.add(letter);
  if (is_one_line) {
    return first.add(words).add(tick).add(detail, share()).add(counter_row(counter)).add(change);
  }
  first.add(words).add(tick, share()).add(counter_row(counter));
  second.gap(10).add(detail, share()).add(change);
  return Column().gap(0).add(first, units(28)).add(second, units(21));
}

}  // namespace bankloom::ui
