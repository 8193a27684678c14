#include "ui/talk/talk_strip.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <type_traits>
#include <utility>

#include "core/base/text_lines.h"
#include "core/wording/text.h"
#include "ui/actions.h"
#include "ui/layout/controls.h"
#include "ui/talk/thumbnails.h"

namespace bankloom::ui {

using namespace wording;
namespace {

/// Units: width of a card, gap between two, and distance of the mouse before a drag begins.
constexpr float kCardWidth = 160, kCardGap = 8, kDragUnits = 6;

/// ImTextureID is a pointer in some releases, a number in others.
template <class Id = ImTextureID>
Id texture_id(unsigned name) {
  if constexpr (std::is_pointer_v<Id>) {
    return std::bit_cast<Id>(static_cast<std::uintptr_t>(name));
  } else {
    return static_cast<Id>(name);
  }
}

Box controls_of(PanelContext& context) {
  const OpenTalk& talk = *context.talk;
  const std::size_t count = talk.talk().scenes.size();
  Column column;
  const std::string mark = talk.is_unsaved() ? " •" : "";
  column.gap(4).add(Text(talk.name() + mark).strong().keep_ends());
  Row places, changes;
  places.gap(3).add(action_icon(context, action("previous scene"))).add(action_icon(context, action("next scene")));
  const std::size_t number = talk.present() ? *talk.present() + 1 : 0;
  places.add(Gap(3)).add(Text(say("scene {number} of {count}", "number"_a = Count{number}, "count"_a = Count{count}))
                             .muted()
                             .fonts({FontUse::small}));
  changes.gap(3).add(action_box(context, action("add to talk"))).add(action_box(context, action("remove scene")));
  changes.add(action_box(context, action("save talk"))).add(action_box(context, action("close talk")));
  return column.add(places).add(changes);
}

/// A note of these lines without empty ones.
std::string note_of_lines(const std::vector<std::string>& lines) {
  std::string note;
  for (const std::string& line : lines) {
    if (trim(line).empty()) continue;
    if (!note.empty()) note += '\n';
    note += line;
  }
  return note;
}

}  // namespace

std::string choice_title(const Choice& choice) {
  std::string title = choice.own ? own_name(*choice.own) : choice.kernel.substr(choice.kernel.rfind('/') + 1);
  for (const auto& [name, value] : choice.options) title += fmt::format(" {}={}", name, value);
  return title;
}

/// The note of the present scene, to read or to edit.
Box TalkStrip::note(PanelContext& context) {
  const OpenTalk& talk = *context.talk;
  const auto present = talk.present();
  if (!present) return Text("No scene yet: show a kernel, then add it.").small().muted().wrap();
  const std::string& note = talk.talk().scenes[*present].note;
  Column page, lines;
  const auto change = [this] {
    types_note_ = !types_note_;
    // A frame for the field to appear, and one to get the keyboard.
    takes_keyboard_ = types_note_ ? 2 : 0;
  };
  const char* meaning = types_note_ ? "Ends the editing of the note." : "Edits the note of the current scene.";
  Row head = Row().add(Text("NOTE").small().muted(), share());
  page.add(head.add(Button("note", types_note_ ? "Done" : "Edit", change, ButtonStyle::quiet, true).tooltip(meaning)));
  if (types_note_) {
    // The note was not changed by typing: another scene, another file.
    if (note_of_lines(lines_) != note) lines_ = split_lines(note);
    if (lines_.empty() || !lines_.back().empty()) lines_.emplace_back();
    const bool takes_keyboard = takes_keyboard_ > 0;
    if (takes_keyboard) {
      --takes_keyboard_;
      context.redraw_within(0);
    }
    for (std::size_t i = 0; i < lines_.size(); ++i) {
      lines.add(TextField(fmt::format("note line {}", i + 1), lines_[i], {}, takes_keyboard && i + 1 == lines_.size())
                    .tooltip("A line of the scene's note."));
    }
  } else if (note.empty()) {
    lines.add(Text("none").small().faint());
  } else {
    for (const std::string& line : split_lines(note)) lines.add(Text(bankloom::Text::verbatim(line)).wrap());
  }
  return page.add(Scroll("note", lines), share());
}

/// Stores what was typed in this frame.
void TalkStrip::take_note(PanelContext& context) {
  const auto present = context.talk->present();
  if (types_note_ && present && !lines_.empty()) context.talk->set_note(*present, note_of_lines(lines_));
}

void TalkStrip::draw(PanelContext& context) {
  Row page = Row().gap(14).place(Alignment::top).add(controls_of(context));
  page.add(Drawing([this, &context](const Rect& rect) { draw_cards(context, rect); }).least(kCardWidth, 60),
           share(0.7f));
  page.add(note(context), share(0.3f).at_most(520));
  const auto before = context.talk->present();
  show(context, page);
  if (before == context.talk->present() && !drags_) take_note(context);
}

void TalkStrip::draw_cards(PanelContext& context, const Rect& rect) {
  OpenTalk& talk = *context.talk;
  const std::size_t count = talk.talk().scenes.size(), present = talk.present().value_or(0);
  const float gap = std::round(context.px(kCardGap)), width = std::min(std::round(context.px(kCardWidth)), rect.width);
  const float pitch = width + gap;
  const auto fitting = std::max<std::size_t>(1, static_cast<std::size_t>((rect.width + gap) / pitch));
  const std::size_t last_first = count > fitting ? count - fitting : 0;
  const ImGuiIO& io = ImGui::GetIO();
  if (ImGui::IsMouseHoveringRect({rect.x, rect.y}, {rect.right(), rect.bottom()}) && io.MouseWheel != 0) {
    first_ = io.MouseWheel < 0 ? first_ + 1 : first_ - std::min<std::size_t>(first_, 1);
  }
  if (std::exchange(seen_, talk.changes()) != talk.changes()) {
    // The next scene is always visible, too.
    first_ = std::min(first_, present);
    if (present + 1 >= first_ + fitting) first_ = present + 2 - std::min(present + 2, fitting);
  }
  first_ = std::min(first_, last_first);
  const PainterClip clip(context.painter, rect);
  std::optional<std::size_t> chosen;
  for (std::size_t i = first_; i < std::min(count, first_ + fitting); ++i) {
    const Rect card_rect{rect.x + static_cast<float>(i - first_) * pitch, rect.y, width, rect.height};
    const bankloom::Text name = say("scene {number}", "number"_a = Count{i + 1});
    if (press_at(context, card_rect, "scene", name.str())) chosen = i;
    if (ImGui::IsItemActive() && ImGui::IsMouseDragging(0, context.px(kDragUnits))) drags_ = i;
    const bool lit = ImGui::IsItemHovered() || drags_ == i;
    if (!drags_)
      tooltip(context, say("Shows scene {number}; drag it to another place.", "number"_a = Count{i + 1}).str());
    draw_card(context, card_rect, i, lit);
  }
  if (count > fitting) {
    const float thick = std::max(2.0f, std::round(context.px(3))), part = rect.width / static_cast<float>(count);
    const float from = rect.x + part * static_cast<float>(first_);
    context.painter.rect({from, rect.bottom() - thick}, {from + part * static_cast<float>(fitting), rect.bottom()},
                         context.theme.text_faint, thick / 2);
  }
  if (drags_) {
    drag_card(context, rect, pitch, count);
  } else if (chosen) {
    if (const auto shown = talk.show(context.session, context.view, *chosen); !shown)
      context.say(shown.error().message);
  }
}

void TalkStrip::draw_card(PanelContext& context, const Rect& rect, std::size_t index, bool lit) {
  const Theme& theme = context.theme;
  const TalkScene& one = context.talk->talk().scenes[index];
  const bool is_present = context.talk->present() == index;
  const unsigned picture = context.thumbnails == nullptr ? 0 : context.thumbnails->of(one.scene);
  card(context, rect, is_present ? theme.selected : lit ? theme.raised_hover : theme.raised, theme.line);
  Column words = Column().gap(picture == 0 ? 2.0f : 0.0f);
  Row title =
      Row().gap(5).add(Text(fmt::format("{}", index + 1)).strong().colour(is_present ? theme.text : theme.text_muted));
  words.add(title.add(Text(choice_title(one.scene.a)).fonts({FontUse::body, FontUse::small}).keep_ends(), share()));
  if (one.scene.b) {
    const auto against = say("vs {kernel}", "kernel"_a = choice_title(*one.scene.b));
    words.add(Text(against).fonts({FontUse::body, FontUse::small}).keep_ends());
  }
  const Rect inner = rect.inset(context.px(8), context.px(6));
  if (picture != 0) {
    const Rect image = rect.inset(1, 1);
    ImGui::GetWindowDrawList()->AddImage(texture_id(picture), {image.x, image.y}, {image.right(), image.bottom()});
    // The words have their own background at the bottom of the picture.
    const float height = std::ceil(words.height(context, inner.width) + context.px(4));
    const Rect ground{image.x, image.bottom() - height, image.width, height};
    context.painter.rect({ground.x, ground.y}, {ground.right(), ground.bottom()},
                         is_present ? theme.selected : theme.raised);
    words.draw(context, {inner.x, ground.y + context.px(2), inner.width, height - context.px(4)});
  } else {
    if (!one.note.empty()) words.add(Text(split_lines(one.note).front()).small().muted());
    words.draw(context, inner);
  }
  if (is_present || lit) {
    context.painter.outline({rect.x, rect.y}, {rect.right(), rect.bottom()},
                            is_present ? theme.accent_a : theme.text_muted, std::max(2.0f, context.px(2)),
                            context.px(6));
  }
}

/// Shows where the dragged card would go, and moves it there when the mouse is released.
void TalkStrip::drag_card(PanelContext& context, const Rect& rect, float pitch, std::size_t count) {
  const float along = std::max(0.0f, (ImGui::GetIO().MousePos.x - rect.x) / pitch);
  const std::size_t before = std::min(count, first_ + static_cast<std::size_t>(std::lround(along)));
  if (ImGui::IsMouseDown(0)) {
    const float thick = std::max(2.0f, context.px(3));
    const float x = std::clamp(rect.x + static_cast<float>(before - first_) * pitch - context.px(kCardGap / 2),
                               rect.x + thick / 2, rect.right() - thick / 2);
    context.painter.rect({x - thick / 2, rect.y}, {x + thick / 2, rect.bottom()}, context.theme.accent_a, thick / 2);
    return;
  }
  const std::size_t from = *std::exchange(drags_, std::nullopt);
  context.talk->move(from, before > from ? before - 1 : before);
  context.redraw_within(0);
}

}  // namespace bankloom::ui
