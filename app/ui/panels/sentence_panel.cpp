// The foot of the focus view: one sentence for each side, and the view's controls.
#include <fmt/format.h>
#include <time.h>

#include <ctime>
#include <optional>
#include <string>
#include <vector>

#include "core/wording/text.h"
#include "ui/actions.h"
#include "ui/layout/controls.h"
#include "ui/panels/headline.h"
#include "ui/panels/pace_list.h"
#include "ui/panels/padding_strip.h"
#include "ui/panels/side_style.h"
#include "ui/talk/open_talk.h"
#include "ui/talk/talk_strip.h"

namespace bankloom::ui {

using namespace wording;
namespace {

class SentencePanel final : public Panel {
 public:
  void draw(PanelContext& context) override {
    // The sentences of A and B begin at one height; both together are centred in the foot.
    Row sentences, foot;
    sentences.gap(kGap).place(Alignment::top);
    foot.gap(kGap).place(Alignment::middle);
    float room = context.area.width;
    Column buttons = Column().gap(3).add(status(context)).add(controls(context));
    const Box strip = context.still ? Box() : padding_strip(context, kStripBars);
    if (!context.still) room -= buttons.width(context) + context.px(kGap);
    if (strip) room -= context.px(kStripWidth + kGap);
    for (const Box& box : fitting(context, room)) sentences.add(box, share());
    foot.add(sentences, share());
    if (strip) foot.add(strip, units(kStripWidth));
    if (!context.still) foot.add(buttons);
    show(context, foot);
  }

 private:
  static Box sentence(const PanelContext& context, Side side, const std::string& words, FontUse font) {
    Row row = Row().place(Alignment::top);
    if (context.session.comparing()) {
      row.add(Text(side_name(side)).fonts({font}).colour(accent(context.theme, side)));
    }
    return row.add(Text(words).fonts({font}).wrap(), share());
  }

  /// A sentence for each side, as much as fits in the available lines; in a smaller font on both sides rather than cut.
  static std::vector<Box> fitting(const PanelContext& context, float room) {
    const auto sides = shown_sides(context.session);
    const auto count = static_cast<float>(sides.size());
    const float width = (room - (count - 1) * context.px(kGap)) / count;
    std::vector<Box> boxes;
    std::size_t forms = 0;
    for (const Side side : sides) forms = std::max(forms, sentences_of_side(context.session, side).size());
    for (const FontUse font : {FontUse::heading, FontUse::strong, FontUse::small}) {
      // Both sides say as much as each other.
      for (std::size_t form = 0; form < forms; ++form) {
        boxes.clear();
        bool all_fit = true;
        for (const Side side : sides) {
          const std::vector<std::string> all = sentences_of_side(context.session, side);
          boxes.push_back(sentence(context, side, all[std::min(form, all.size() - 1)], font));
          all_fit = all_fit && boxes.back().height(context, width) <= context.area.height;
        }
        if (all_fit) return boxes;
      }
    }
    return boxes;
  }

  /// Where one is in the talk, and the time of day: for whoever speaks, small.
  static Row status(const PanelContext& context) {
    Row row = Row().gap(8);
    const OpenTalk* const talk = context.talk;
    const auto present = talk != nullptr && talk->is_open() ? talk->present() : std::nullopt;
    if (present) {
      const TalkScene& scene = talk->talk().scenes[*present];
      row.add(Text(fmt::format("{} / {}", *present + 1, talk->talk().scenes.size())).small().strong());
      const std::string title = choice_title(scene.scene.a);
      Fit titles{title};
      if (scene.scene.b) titles = {fmt::format("{} vs {}", title, choice_title(*scene.scene.b)), title};
      row.add(Text(titles).small().muted().keep_ends(), units(kSceneName));
      row.add(Gap(), share());
    } else {
      row.add(Gap(), share());
    }
    return row.add(Text(clock_text(context)).small().muted());
  }

  /// "14:05"
  static std::string clock_text(const PanelContext& context) {
    const std::time_t now = std::time(nullptr);
    std::tm local{};
    if (localtime_r(&now, &local) == nullptr) return {};
    context.redraw_within(60 - local.tm_sec + 0.1);
    return fmt::format("{:02}:{:02}", local.tm_hour, local.tm_min);
  }

  static Row controls(PanelContext& context) {
    Row row = Row().gap(6);
    for (const std::string_view id : {"step back", "play or pause", "step forward"}) {
      const bool plays = id == "play or pause" && context.session.player().playback().playing();
      row.add(action_icon(context, action(id), ButtonStyle::quiet, plays ? std::optional(Icon::pause) : std::nullopt));
    }
    row.add(action_icon(context, action("again"), ButtonStyle::quiet));
    row.add(pace_list(context.session.player()), units(kPaceList));
    FocusView& focus = context.view.focus;
    const bool has_code = shows_code(focus), has_timeline = shows_timeline(focus);
    const auto toggle = [&](const char* id, const char* words, bool shown, FocusView next, const char* help) {
      row.add(Button(
                  id, words, [&focus, next] { focus = next; }, shown ? ButtonStyle::selected : ButtonStyle::quiet)
                  .tooltip(help));
    };
    toggle("focus code", "Code", has_code, focus_with(!has_code, has_timeline),
           "Show or hide the kernel's code beside the pictures");
    toggle("focus timeline", "Timeline", has_timeline, focus_with(has_code, !has_timeline),
           "Show or hide the timeline below the pictures");
    return row.add(action_box(context, action("focus view"), ButtonStyle::selected));
  }

  /// Units between sentences, and beside them.
  static constexpr float kGap = 18;
  /// Units of the strip of paddings.
  static constexpr float kStripWidth = 150, kStripBars = 24;
  /// Units of a scene's name.
  static constexpr float kSceneName = 170;
};

}  // namespace

PanelEntry sentence_panel() {
  return {.id = "sentence",
          .title = "Sentence",
          .help = "Why the current request takes as long as it does, at the bottom of the focus view.",
          .slot = Slot::sentence,
          .maker = maker_of<SentencePanel>()};
}

}  // namespace bankloom::ui
