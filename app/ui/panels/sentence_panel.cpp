// The foot of the focus view: one sentence for each side, and what the view can be changed with.
#include "core/wording/text.h"
#include "ui/actions.h"
#include "ui/layout/controls.h"
#include "ui/panels/headline.h"
#include "ui/panels/side_style.h"

namespace bankloom::ui {

using namespace wording;
namespace {

class SentencePanel final : public Panel {
 public:
  void draw(PanelContext& context) override {
    // The sentences of A and B begin at one height, in the middle of the foot together.
    Row sentences, foot;
    sentences.gap(18).place(Place::top);
    for (const Side side : shown_sides(context.session)) sentences.add(sentence(context, side), share());
    foot.gap(18).place(Place::middle).add(sentences, share());
    if (!context.still) foot.add(controls(context));
    show(context, foot);
  }

 private:
  /// In as many lines as there is room for, smaller rather than cut.
  static Box sentence(const PanelContext& context, Side side) {
    const auto box = [&](FontUse font) {
      Row row;
      row.place(Place::top);
      if (context.session.comparing()) {
        row.add(Text(side_name(side)).fonts({font}).colour(accent(context.theme, side)));
      }
      return row.add(Text(sentence_of_side(context.session, side, Length::brief)).fonts({font}).wrap(), share());
    };
    const float width = context.area.width / static_cast<float>(shown_sides(context.session).size());
    for (const FontUse font : {FontUse::heading, FontUse::body}) {
      if (box(font).height(context, width - context.px(kControls)) <= context.area.height) return box(font);
    }
    return box(FontUse::small);
  }

  static Row controls(PanelContext& context) {
    Row row;
    row.gap(6);
    for (const std::string_view id : {"step back", "play or pause", "step forward"}) {
      const bool plays = id == "play or pause" && context.session.player().playing();
      row.add(action_icon(context, action(id), ButtonStyle::quiet, plays ? std::optional(Icon::pause) : std::nullopt));
    }
    FocusView& focus = context.view.focus;
    const bool has_code = shows_code(focus), has_timeline = shows_timeline(focus);
    const auto toggle = [&](const char* id, const char* words, bool shown, FocusView next, const char* help) {
      row.add(Button(
                  id, words, [&focus, next] { focus = next; }, shown ? ButtonStyle::selected : ButtonStyle::quiet)
                  .tooltip(help));
    };
    toggle("focus code", "Code", has_code, focus_with(!has_code, has_timeline),
           "The kernel's text beside the pictures, or not");
    toggle("focus timeline", "Timeline", has_timeline, focus_with(has_code, !has_timeline),
           "The timeline below the pictures, or not");
    return row.add(action_box(context, action("focus view"), ButtonStyle::selected));
  }

  /// Units that the controls take beside a sentence, at most.
  static constexpr float kControls = 190;
};

}  // namespace

PanelEntry sentence_panel() {
  return {.id = "sentence",
          .title = "Sentence",
          .help = "Why the present request takes as long as it does, at the foot of the focus view.",
          .slot = Slot::sentence,
          .maker = maker_of<SentencePanel>()};
}

}  // namespace bankloom::ui
