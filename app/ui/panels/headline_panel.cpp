// The headline above a tile: the verdict on the present request and its progress; in the focus view legible from the
// last row.
#include "ui/panels/headline.h"
#include "ui/panels/side_style.h"
#include "ui/panels/verdict_header.h"

namespace bankloom::ui {
namespace {

class HeadlinePanel final : public SidePanel {
 public:
  using SidePanel::SidePanel;

  void draw(PanelContext& context) override {
    const SideView& view = context.session.side(side());
    if (!context.in_focus_view) {
      if (view.run) show(context, header_.box(context));
      return;
    }
    Row words = Row().gap(10).place(Alignment::baseline);
    if (context.session.comparing()) {
      words.add(Text(side_name(side())).fonts({FontUse::verdict}).colour(accent(context.theme, side())));
    }
    const Text verdict = Text(verdict_of(view).words)
                             .fonts({FontUse::headline, FontUse::verdict, FontUse::heading})
                             .colour(verdict_colour(context.theme, view))
                             .tooltip(verdict_meaning(view));
    if (is_done(view)) {
      words.add(verdict).add(done_mark(context.theme), share());
    } else {
      words.add(verdict).add(Gap(), share());
    }
    Column left = Column().gap(0).add(words).add(Text(Fit(details_of(view)))
                                                     .fonts({FontUse::heading, FontUse::body, FontUse::small})
                                                     .muted()
                                                     .tooltip(guessed_meaning(view)));
    Row head = Row().gap(16).place(Alignment::top).add(left, share());
    if (Counter counter = counter_of(view, view.state ? view.state->step : 0, Length::full); !counter.empty) {
      counter.number.fonts({FontUse::counter}).align(Align::right);
      counter.of.fonts({FontUse::heading}).align(Align::right);
      head.add(Column().gap(0).add(counter.number).add(counter.of));
    }
    show(context, head);
  }

 private:
  VerdictHeader header_{side()};
};

}  // namespace

PanelEntry headline_panel() {
  return {.id = "headline",
          .title = "Headline",
          .help = "The verdict on the current request and how many of its wavefronts are served.",
          .slot = Slot::headline,
          .maker = maker_of<HeadlinePanel>()};
}

}  // namespace bankloom::ui
