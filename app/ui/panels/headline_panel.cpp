// The headline of the focus view: the verdict on the present request and its progress, legible from the last row.
#include "ui/panels/headline.h"
#include "ui/panels/side_style.h"

namespace bankloom::ui {
namespace {

class HeadlinePanel final : public SidePanel {
 public:
  using SidePanel::SidePanel;

  void draw(PanelContext& context) override {
    const SideView& view = context.session.side(side());
    Row words = Row().gap(10).place(Alignment::baseline);
    if (context.session.comparing()) {
      words.add(Text(side_name(side())).fonts({FontUse::verdict}).colour(accent(context.theme, side())));
    }
    words.add(Text(verdict_of(view).words)
                  .fonts({FontUse::headline, FontUse::verdict, FontUse::heading})
                  .colour(verdict_colour(context.theme, view))
                  .tooltip(verdict_meaning(view)),
              share());
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
};

}  // namespace

PanelEntry headline_panel() {
  return {.id = "headline",
          .title = "Headline",
          .help = "The verdict on the current request and how many of its wavefronts are served, in the focus view.",
          .slot = Slot::headline,
          .maker = maker_of<HeadlinePanel>()};
}

}  // namespace bankloom::ui
