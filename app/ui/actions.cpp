#include "ui/actions.h"

#include <imgui_internal.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <iterator>
#include <utility>

#include "core/wording/program_view_text.h"
#include "core/wording/text.h"
#include "ui/editor/workbench.h"
#include "ui/learn/open_lesson.h"
#include "ui/learn/tour.h"
#include "ui/overlays.h"
#include "ui/panels/padding_strip.h"
#include "ui/programs/programs.h"
#include "ui/scene_history.h"
#include "ui/talk/open_talk.h"
#include "ui/talk/presenter.h"
#include "ui/tile_zoom.h"

namespace bankloom::ui {

using namespace wording;
namespace {

template <Overlays::Open overlay>
void toggle_overlay(PanelContext& context) {
  context.overlays->toggle(overlay);
}

template <bool (Player::*step)(int), int by>
void play_on(PanelContext& context) {
  (context.session.player().*step)(by);
}

template <int by>
void change_padding(PanelContext& context) {
  Session& session = context.session;
  say_failure(context, session.change(session.selection().with_padding_changed(padded_side(session), by)));
}

/// Of B in a comparison: its rows slide while A's stay.
template <int padding>
void set_padding(PanelContext& context) {
  Session& session = context.session;
  const Side side = padded_side(session);
  const Option* const option = session.selection().padding(side);
  if (option == nullptr) return context.say("This kernel has no padding to choose.");
  say_failure(context, session.change(session.selection().with_option(side, option->name, std::to_string(padding))));
}

bool is_in_focus_view(const PanelContext& context) { return context.in_focus_view; }

/// A key for each padding of one digit.
template <int... digits>
std::vector<Action> padding_actions(std::integer_sequence<int, digits...>) {
  static constexpr std::array<std::string_view, sizeof...(digits)> kIds{"0", "1", "2", "3", "4",
                                                                        "5", "6", "7", "8", "9"};
  return {Action(kIds[digits], {{digit_key(digits)}},
                 "In the focus view: that many elements of padding, for B in a comparison", set_padding<digits>,
                 {.enabled = is_in_focus_view})...};
}

/// Hides panels until text of a size has room; false, with nothing changed, if it has none at all.
bool make_room_for_text(PanelContext& context, float scale) {
  static constexpr std::string_view kPanels[] = {"lower panel", "left panel"};
  ViewSettings view = context.view;
  std::vector<unsigned> hidden;
  for (const unsigned panel : {0U, 1U}) {
    if (context.fitting_text_scale(view) >= scale) break;
    PanelExtent& extent = edge_of(view, panel == 0 ? EdgePanel::lower : EdgePanel::left);
    if (!std::exchange(extent.is_hidden, true)) hidden.push_back(panel);
  }
  if (context.fitting_text_scale(view) < scale) return false;
  context.view = std::move(view);
  for (const unsigned panel : hidden) {
    context.say(say("The {panel:lower|left} panel is hidden: it makes room for larger text. {key} shows it again.",
                    "panel"_a = Case{panel}, "key"_a = keys_of(action(kPanels[panel]))));
  }
  return true;
}

template <int by>
void change_text_scale(PanelContext& context) {
  if (context.in_focus_view) return context.say("The focus view fills the window; its text grows with the window.");
  // Relative to the drawn size, so that every press has a visible effect or a message.
  const float fitting = context.fitting_text_scale(context.view);
  const float next = changed_text_scale(std::min(context.view.text_scale, fitting), by);
  if (by > 0 && !make_room_for_text(context, next)) {
    return context.say(
        "The text is as large as fits in this window. Make the window larger, or press F: the focus view fills the "
        "window.");
  }
  context.view.text_scale = next;
}

template <EdgePanel panel>
void toggle_panel(PanelContext& context) {
  PanelExtent& extent = edge_of(context.view, panel);
  extent.is_hidden = !extent.is_hidden;
  const float fitting = context.fitting_text_scale(context.view);
  if (extent.is_hidden || fitting >= context.view.text_scale) return;
  context.say(say("Text at {wanted} % does not fit beside this panel: it is drawn at {drawn} %.",
                  "wanted"_a = fmt::format("{:.0f}", context.view.text_scale * 100),
                  "drawn"_a = fmt::format("{:.0f}", fitting * 100)));
}

template <int by>
void zoom_tile(PanelContext& context) {
  context.tile_zoom->zoom(by > 0 ? TileZoom::kStep : 1 / TileZoom::kStep);
}

bool has_zoom(const PanelContext& context) { return context.tile_zoom != nullptr && !context.tile_zoom->is_fit(); }

bool has_edges(const PanelContext& context) { return !context.in_focus_view; }

bool has_talk(const PanelContext& context) { return context.talk != nullptr && context.talk->is_open(); }

bool has_scenes(const PanelContext& context) { return has_talk(context) && context.talk->present(); }

bool has_unsaved_talk(const PanelContext& context) { return has_scenes(context) && context.talk->is_unsaved(); }

bool has_presenter(const PanelContext& context) { return context.presenter != nullptr; }

template <int by>
void step_scene(PanelContext& context) {
  context.presenter->make_black(false);
  context.presenter->wipe();
  const auto before = context.talk->present();
  say_failure(context, context.talk->step(context.session, context.view, by));
  if (context.talk->present() == before) context.say(by > 0 ? "This is the last scene." : "This is the first scene.");
}

template <int by>
void move_scene(PanelContext& context) {
  OpenTalk& talk = *context.talk;
  const std::size_t from = *talk.present(), last = talk.talk().scenes.size() - 1;
  talk.move(from, by < 0 ? from - std::min<std::size_t>(from, 1) : std::min(from + 1, last));
}

bool has_left_talk(const PanelContext& context) {
  return context.talk != nullptr && !context.talk->is_open() && context.talk->has_left();
}

void add_to_talk(PanelContext& context) {
  OpenTalk& talk = *context.talk;
  const auto added = talk.add(context.session, context.view);
  if (!added) return context.say(added.error().message);
  // Elsewhere the strip shows it.
  if (!context.in_focus_view) return;
  context.say(say("Added as scene {number} of {count}.", "number"_a = Count{*talk.present() + 1},
                  "count"_a = Count{talk.talk().scenes.size()}));
}

void save_talk(PanelContext& context) {
  if (context.talk->file().empty()) {
    context.overlays->ask_for_talk_name(context);
  } else if (const auto saved = context.talk->save(); !saved) {
    context.say(saved.error().message);
  } else {
    context.say(say("Saved to {file}", "file"_a = context.talk->file().string()));
  }
}

bool has_lessons(const PanelContext& context) { return context.lesson != nullptr && context.lesson->has_lessons(); }

void toggle_lesson(PanelContext& context) {
  OpenLesson& lesson = *context.lesson;
  if (lesson.is_open()) return lesson.close(context.session);
  context.view.left.is_hidden = false;
  context.view.focus = FocusView::off;
  say_failure(context, lesson.resume(context.session));
}

void begin_tour(PanelContext& context) {
  context.view.focus = FocusView::off;
  // All that the cards speak of is in view.
  for (const EdgePanel panel : {EdgePanel::left, EdgePanel::right, EdgePanel::lower})
    edge_of(context.view, panel).is_hidden = false;
  context.overlays->close();
  if (context.lesson != nullptr && context.lesson->is_open()) context.lesson->close(context.session);
  context.tour->begin(context.session);
}

bool is_in_tour(const PanelContext& context) { return context.tour != nullptr && context.tour->is_open(); }
bool can_go_on(const PanelContext& context) {
  if (is_in_tour(context)) return true;
  // Return in a dialog is the dialog's.
  if (context.overlays != nullptr && context.overlays->open() != Overlays::Open::nothing) return false;
  if (context.lesson == nullptr || !context.lesson->is_open()) return false;
  const OpenLesson& lesson = *context.lesson;
  // The answer that was clicked is given as the one that was typed.
  if (lesson.state() == OpenLesson::State::asking && context.lesson->question().asked() != nullptr &&
      !context.lesson->question().typed.empty()) {
    return true;
  }
  // A step whose runs are still awaited may ask.
  const bool is_open = lesson.state() == OpenLesson::State::asking || lesson.state() == OpenLesson::State::waiting;
  return !is_open && lesson.onward() != OpenLesson::Onward::nothing;
}
void go_on_learning(PanelContext& context) {
  if (is_in_tour(context)) return context.tour->go_on(context);
  if (context.lesson->state() == OpenLesson::State::asking) return context.lesson->answer_typed(context.session);
  say_failure(context, context.lesson->go_on(context.session, *context.workbench));
}

void toggle_focus(PanelContext& context) {
  FocusView& focus = context.view.focus;
  // The focus view has no room for an editor.
  if (focus == FocusView::off && context.workbench != nullptr) context.workbench->close();
  focus = focus == FocusView::off ? FocusView::on : FocusView::off;
}

/// The topmost layer is closed first.
void close_topmost(PanelContext& context) {
  if (context.presenter != nullptr && context.presenter->is_black()) {
    context.presenter->make_black(false);
    return;
  }
  if (is_in_tour(context)) return context.tour->end(context.session);
  if (close_lists() || (context.presenter != nullptr && context.presenter->clear())) return;
  Workbench& bench = *context.workbench;
  if (context.overlays->open() != Overlays::Open::nothing) {
    context.overlays->close();
  } else if (bench.is_open() && bench.search.is_open) {
    ImGui::ClearActiveID();
    bench.close_search();
  } else if (bench.is_open() && bench.field.leave()) {
    // It keeps its input; Tab continues from it.
    ImGui::ClearActiveID();
  } else if (context.focus->leave()) {
    return;
  } else if (bench.is_open()) {
    bench.close();
  } else if (!context.session.pointer().selected().empty()) {
    context.session.pointer().clear_selection();
  } else if (context.view.focus != FocusView::off) {
    toggle_focus(context);
  }
}

void toggle_threads(PanelContext& context) {
  Scene next = context.session.scene();
  next.subject = next.subject == Subject::threads ? Subject::memory : Subject::threads;
  say_failure(context, context.session.change(std::move(next)));
}

/// An edited field keeps its input.
template <void (KeyboardFocus::*go)(int), int by>
void go_on(PanelContext& context) {
  ImGui::ClearActiveID();
  (context.focus->*go)(by);
}

template <int across, int down>
void move_focus(PanelContext& context) {
  context.focus->move(across, down);
}

/// A lesson has its own way back.
template <int by>
bool has_tried(const PanelContext& context) {
  const bool is_learning = context.lesson != nullptr && context.lesson->is_open();
  return context.history != nullptr && !is_learning && context.history->has(by);
}

template <int by>
void go_to_tried(PanelContext& context) {
  say_failure(context, context.history->go(context.session, by));
}

constexpr std::string_view kArrowHelp =
    "To the neighbour on that side; in a picture from cell to cell, on a slider by one step";

// NOLINTNEXTLINE(readability-function-size): a table of actions
std::vector<Action> view_actions() {
  return {
      Action("help", {{Key::f1}}, "Keys and help", toggle_overlay<Overlays::Open::help>,
             {.icon = Icon::help, .enabled = has_overlays}),
      Action("tour", {}, "The tour of the window", begin_tour,
             {.label = "Tour", .enabled = [](const PanelContext& context) { return context.tour != nullptr; }}),
      Action("go on", {{Key::enter}}, "The next card of the tour, or the next thing in the lesson", go_on_learning,
             {.enabled = can_go_on}),
      Action("glossary", {with_shift(Key::f1)}, "The glossary: what the words mean, and their counters",
             toggle_overlay<Overlays::Open::glossary>, {.enabled = has_overlays}),
      Action(
          "play or pause", {{Key::space}}, "Play or pause",
          [](PanelContext& context) { context.session.player().play(!context.session.player().playback().playing()); },
          {.icon = Icon::play}),
      Action("play", {{Key::f6}}, "Play at the chosen pace",
             [](PanelContext& context) { context.session.player().play(true); }),
      Action("again", {{Key::r}}, "Play the request again, from its beginning",
             [](PanelContext& context) { context.session.player().play_request(); },
             {.label = "Again", .icon = Icon::again}),
      Action("slower", {{Key::s}}, "Play at about half the pace, from now on",
             [](PanelContext& context) {
               Player& player = context.session.player();
               player.slow_down();
               // Who asks for it wants to see it.
               if (!player.playback().playing()) player.play_request();
             },
             {.label = "Slower"}),
      Action("step forward", {{Key::f5}, {Key::right}}, "One wavefront or sector forward", play_on<&Player::step, 1>,
             {.icon = Icon::step_forward}),
      Action("step back", {{Key::f4}, {Key::left}}, "One wavefront or sector back", play_on<&Player::step, -1>,
             {.icon = Icon::step_back}),
      Action("next request", {with_shift(Key::right)}, "To the next request", play_on<&Player::step_request, 1>,
             {.icon = Icon::next_request}),
      Action("previous request", {with_shift(Key::left)}, "To the previous request", play_on<&Player::step_request, -1>,
             {.icon = Icon::previous_request}),
      Action("next warp", {{Key::down}}, "The same request of the next warp", play_on<&Player::step_warp, 1>,
             {.icon = Icon::next_warp}),
      Action("previous warp", {{Key::up}}, "The same request of the previous warp", play_on<&Player::step_warp, -1>,
             {.icon = Icon::previous_warp}),
      Action("start", {{Key::f3}}, "To the start", [](PanelContext& context) { context.session.player().to_start(); },
             {.icon = Icon::to_start}),
      Action("end", {{Key::f8}}, "To the end", [](PanelContext& context) { context.session.player().to_end(); },
             {.icon = Icon::to_end}),
      Action("more padding", {{Key::p}}, "Increase the padding by one element", change_padding<1>),
      Action("less padding", {with_shift(Key::p)}, "Decrease the padding by one element", change_padding<-1>),
      Action("compare", {{Key::c}}, "Compare with a second kernel or padding on the same clock, or end the comparison",
             [](PanelContext& context) { context.session.change(context.session.selection().with_compare_toggled()); },
             {.label = "Compare"}),
      Action("learn", {{Key::l}}, "The lesson where you left off, or back to kernels and options", toggle_lesson,
             {.label = "Learn", .enabled = has_lessons}),
      Action("focus view", {{Key::f}},
             "Tile, banks, a headline and one sentence, as large as the window allows; or back to all panels",
             toggle_focus, {.label = "Focus"}),
      Action("threads", {{Key::t}}, "The block's threads and the warps that they form, or tile and banks again",
             toggle_threads, {.label = "Threads"}),
      Action("full screen", {{Key::f11}}, "Full screen, or back to the window",
             [](PanelContext& context) { context.toggle_full_screen(); },
             {.enabled = [](const PanelContext& context) { return context.toggle_full_screen != nullptr; }}),
      Action("zoom in", {{Key::z}}, "Zoom in on the tiles; so does the wheel over a tile", zoom_tile<1>,
             {.enabled = [](const PanelContext& context) { return context.tile_zoom != nullptr; }}),
      Action("zoom out", {with_shift(Key::z)}, "Zoom out until the whole tiles are visible", zoom_tile<-1>,
             {.enabled = has_zoom}),
      Action("fit tile", {with_control(Key::zero)}, "Show the whole tiles again",
             [](PanelContext& context) { context.tile_zoom->fit(); }, {.label = "Fit", .enabled = has_zoom}),
      Action("left panel", {{Key::f7}}, "Hide the panel at the left, or show it again", toggle_panel<EdgePanel::left>,
             {.enabled = has_edges}),
      Action("lower panel", {{Key::f9}}, "Hide the panels below the tiles, or show them again",
             toggle_panel<EdgePanel::lower>, {.enabled = has_edges}),
      Action("right panel", {{Key::f10}}, "Hide the panels at the right, or show them again",
             toggle_panel<EdgePanel::right>,
             {.enabled =
                  [](const PanelContext& context) {
                    return has_edges(context) && (context.workbench == nullptr || !context.workbench->is_open());
                  }}),
      Action("picture", {{Key::f12}}, "Export the window or a part as a picture, a film or a page",
             toggle_overlay<Overlays::Open::exporting>,
             {.label = "Export …", .icon = Icon::picture, .enabled = has_overlays}),
      Action("copy picture", {{Key::c, true, true}}, "Copy a picture of the window",
             [](PanelContext& context) { context.overlays->export_card().ask({}); },
             {.label = "Copy picture", .enabled = has_overlays}),
      Action("copy panel", {with_shift(Key::f12)},
             "Copy a picture of the panel under the mouse, or of the one with the focus", copy_panel,
             {.enabled = has_overlays}),
      Action("settings", {}, "Theme, colours and size of text", toggle_overlay<Overlays::Open::settings>,
             {.icon = Icon::settings, .enabled = has_overlays}),
      Action("copy scene", {with_control(Key::c)}, "Copy the scene as a line of text that brings it back", copy_scene,
             {.label = "Copy scene", .enabled = has_overlays}),
      Action("paste scene", {with_control(Key::v)}, "Show the scene of a copied line", paste_scene,
             {.label = "Paste scene"}),
      Action("back", {with_alt(Key::left)}, "Back to the kernel and options shown before", go_to_tried<-1>,
             {.icon = Icon::back, .enabled = has_tried<-1>}),
      Action("forward", {with_alt(Key::right)}, "Forward again, after going back", go_to_tried<1>,
             {.icon = Icon::forward, .enabled = has_tried<1>}),
      Action("copy table", {{Key::t, true, true}}, "Copy the table of the open tab as text",
             [](PanelContext& context) { context.overlays->ask_for_table(); }, {.enabled = has_overlays}),
  };
}

// NOLINTNEXTLINE(readability-function-size): a table of actions
std::vector<Action> talk_and_control_actions() {
  return {
      Action("next scene", {{Key::page_down}}, "The talk's next scene", step_scene<1>,
             {.icon = Icon::step_forward, .enabled = has_scenes}),
      Action("previous scene", {{Key::page_up}}, "The talk's previous scene", step_scene<-1>,
             {.icon = Icon::step_back, .enabled = has_scenes}),
      Action("add to talk", {with_control(Key::t)},
             "Add this scene to the talk, after the current one; or start a talk with it", add_to_talk,
             {.label = "Add", .enabled = has_overlays}),
      Action("scene later", {with_control(Key::page_down)}, "Move the current scene one place later in the talk",
             move_scene<1>, {.enabled = has_scenes}),
      Action("scene earlier", {with_control(Key::page_up)}, "Move the current scene one place earlier in the talk",
             move_scene<-1>, {.enabled = has_scenes}),
      Action("remove scene", {}, "Remove the current scene from the talk",
             [](PanelContext& context) { context.talk->remove(*context.talk->present()); },
             {.label = "Remove", .enabled = has_scenes}),
      Action("save talk", {{Key::s, true, true}}, "Save the talk as a file", save_talk,
             {.label = "Save", .enabled = has_unsaved_talk}),
      Action("unsaved talk", {{Key::o, true, true}}, "Open the unsaved talk of a window that was closed",
             [](PanelContext& context) { context.talk->recover(context.session, context.view); },
             {.enabled = has_left_talk}),
      Action("close talk", {}, "Close the talk",
             [](PanelContext& context) { say_failure(context, context.talk->close()); },
             {.label = "Close", .enabled = has_talk}),
      Action("black", {{Key::b}, {Key::period}}, "Black screen, on or off",
             [](PanelContext& context) {
               context.presenter->make_black(!context.presenter->is_black());
               // Nothing goes on where nobody sees it.
               context.session.player().play(false);
             },
             {.enabled = has_presenter}),
      Action("pen", {{Key::d}}, "Draw on the picture with a pen; Esc or another scene clears it",
             [](PanelContext& context) { context.presenter->take_pen(!context.presenter->has_pen()); },
             {.enabled = has_presenter}),
      Action("ink", {with_shift(Key::d)}, "Another colour of the pen",
             [](PanelContext& context) { context.presenter->change_ink(); },
             {.enabled =
                  [](const PanelContext& context) { return has_presenter(context) && context.presenter->has_pen(); }}),
      Action("spotlight", {{Key::h}}, "A spotlight at the mouse, on or off; all else gets darker",
             [](PanelContext& context) { context.presenter->light(!context.presenter->has_spotlight()); },
             {.enabled = has_presenter}),
      Action("next control", {{Key::tab}}, "To the next or the previous control", go_on<&KeyboardFocus::go, 1>),
      Action("previous control", {with_shift(Key::tab)}, "To the next or the previous control",
             go_on<&KeyboardFocus::go, -1>),
      Action("next panel", {with_control(Key::tab)}, "To the next or the previous panel",
             go_on<&KeyboardFocus::go_to_panel, 1>, {.while_typing = true}),
      Action("previous panel", {{Key::tab, true, true}}, "To the next or the previous panel",
             go_on<&KeyboardFocus::go_to_panel, -1>, {.while_typing = true}),
      Action("press control", {}, "The same as a click on it", [](PanelContext& context) { context.focus->press(); },
             {.control_keys = {{Key::enter}, {Key::space}}}),
      Action("focus left", {}, kArrowHelp, move_focus<-1, 0>, {.control_keys = {{Key::left}}}),
      Action("focus right", {}, kArrowHelp, move_focus<1, 0>, {.control_keys = {{Key::right}}}),
      Action("focus up", {}, kArrowHelp, move_focus<0, -1>, {.control_keys = {{Key::up}}}),
      Action("focus down", {}, kArrowHelp, move_focus<0, 1>, {.control_keys = {{Key::down}}}),
      Action("close", {{Key::escape}},
             "Close a list or a dialog; leave the text being edited; release the focus; close the editor; clear the "
             "selection; or leave the focus view",
             close_topmost, {.while_typing = true}),
      Action("larger text", {{Key::plus}}, "Larger text", change_text_scale<1>, {.label = "+"}),
      Action("smaller text", {{Key::minus}}, "Smaller text", change_text_scale<-1>, {.label = "−"}),
  };
}

}  // namespace

bool has_overlays(const PanelContext& context) { return context.overlays != nullptr; }

void say_failure(PanelContext& context, const Result<void>& done) {
  if (!done) context.say(done.error().message);
}

std::span<const Action> actions() {
  static const std::vector<Action> kActions = [] {
    std::vector<Action> all = view_actions();
    const auto at = std::ranges::find(all, &change_padding<-1>, &Action::run) + 1;
    auto paddings = padding_actions(std::make_integer_sequence<int, 10>());
    all.insert(at, std::make_move_iterator(paddings.begin()), std::make_move_iterator(paddings.end()));
    for (auto* const more : {text_actions, talk_and_control_actions}) {
      for (Action& one : more()) all.push_back(std::move(one));
    }
    return all;
  }();
  return kActions;
}

const Action& action(std::string_view id) {
  const auto all = actions();
  const auto found = std::ranges::find(all, id, &Action::id);
  if (found == all.end()) std::abort();  // a test requests every action that panels use
  return *found;
}

}  // namespace bankloom::ui
