#include "ui/actions.h"

#include <imgui_internal.h>

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "core/wording/program_view_text.h"
#include "core/wording/text.h"
#include "ui/editor/workbench.h"
#include "ui/overlays.h"
#include "ui/programs/open_launch.h"
#include "ui/programs/programs.h"
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
  say_failure(context,
              session.change(session.selection().with_padding_changed(session.comparing() ? Side::b : Side::a, by)));
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
    context.say(say("The {panel:lower|left} panel is hidden: larger text needs its room. {key} shows it again.",
                    "panel"_a = Case{panel}, "key"_a = keys_of(action(kPanels[panel]))));
  }
  return true;
}

template <int by>
void change_text_scale(PanelContext& context) {
  if (context.in_focus_view) return context.say("The focus view is as large as the window; its text follows it.");
  // Relative to the drawn size, so that every press has a visible effect or a message.
  const float fitting = context.fitting_text_scale(context.view);
  const float next = changed_text_scale(std::min(context.view.text_scale, fitting), by);
  if (by > 0 && !make_room_for_text(context, next)) {
    return context.say(
        "The text is as large as this window has room for. Make the window larger, or press F: the focus view is as "
        "large as the window.");
  }
  context.view.text_scale = next;
}

template <EdgePanel panel>
void toggle_panel(PanelContext& context) {
  PanelExtent& extent = edge_of(context.view, panel);
  extent.is_hidden = !extent.is_hidden;
  const float fitting = context.fitting_text_scale(context.view);
  if (extent.is_hidden || fitting >= context.view.text_scale) return;
  context.say(say("Beside this panel text of {wanted} % has no room: it is drawn at {drawn} %.",
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
  say_failure(context, context.talk->step(context.session, context.view, by));
}

template <int by>
void move_scene(PanelContext& context) {
  OpenTalk& talk = *context.talk;
  const std::size_t from = *talk.present(), last = talk.talk().scenes.size() - 1;
  talk.move(from, by < 0 ? from - std::min<std::size_t>(from, 1) : std::min(from + 1, last));
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

constexpr std::string_view kArrowHelp =
    "To its neighbour on that side; in a picture from cell to cell, on a slider a step";

// NOLINTNEXTLINE(readability-function-size): a table of actions
std::vector<Action> view_actions() {
  return {
      {.id = "help",
       .keys = {{Key::f1}},
       .help = "Keys and help",
       .run = toggle_overlay<Overlays::Open::help>,
       .icon = Icon::help,
       .enabled = has_overlays},
      {.id = "glossary",
       .keys = {with_shift(Key::f1)},
       .help = "The glossary: what the words mean, and their counters",
       .run = toggle_overlay<Overlays::Open::glossary>,
       .enabled = has_overlays},
      {.id = "play or pause",
       .keys = {{Key::space}},
       .help = "Play or pause",
       .run =
           [](PanelContext& context) { context.session.player().play(!context.session.player().playback().playing()); },
       .icon = Icon::play},
      {.id = "play",
       .keys = {{Key::f6}},
       .help = "Play at the chosen pace",
       .run = [](PanelContext& context) { context.session.player().play(true); }},
      {.id = "step forward",
       .keys = {{Key::f5}, {Key::right}},
       .help = "One wavefront or sector forward",
       .run = play_on<&Player::step, 1>,
       .icon = Icon::step_forward},
      {.id = "step back",
       .keys = {{Key::f4}, {Key::left}},
       .help = "One wavefront or sector back",
       .run = play_on<&Player::step, -1>,
       .icon = Icon::step_back},
      {.id = "next request",
       .keys = {with_shift(Key::right)},
       .help = "To the next request",
       .run = play_on<&Player::step_request, 1>,
       .icon = Icon::next_request},
      {.id = "previous request",
       .keys = {with_shift(Key::left)},
       .help = "To the previous request",
       .run = play_on<&Player::step_request, -1>,
       .icon = Icon::previous_request},
      {.id = "next warp",
       .keys = {{Key::down}},
       .help = "The same request of the next warp",
       .run = play_on<&Player::step_warp, 1>,
       .icon = Icon::next_warp},
      {.id = "previous warp",
       .keys = {{Key::up}},
       .help = "The same request of the previous warp",
       .run = play_on<&Player::step_warp, -1>,
       .icon = Icon::previous_warp},
      {.id = "start",
       .keys = {{Key::f3}},
       .help = "To the start",
       .run = [](PanelContext& context) { context.session.player().to_start(); },
       .icon = Icon::to_start},
      {.id = "end",
       .keys = {{Key::f8}},
       .help = "To the end",
       .run = [](PanelContext& context) { context.session.player().to_end(); },
       .icon = Icon::to_end},
      {.id = "more padding",
       .keys = {{Key::p}},
       .help = "Increase the padding by one element",
       .run = change_padding<1>},
      {.id = "less padding",
       .keys = {with_shift(Key::p)},
       .help = "Decrease the padding by one element",
       .run = change_padding<-1>},
      {.id = "compare",
       .keys = {{Key::c}},
       .help = "Compare with a second kernel or padding on the same clock, or end the comparison",
       .run = [](PanelContext& context) { context.session.change(context.session.selection().with_compare_toggled()); },
       .label = "Compare"},
      {.id = "focus view",
       .keys = {{Key::f}},
       .help = "Tile, banks, a headline and one sentence, as large as the window allows; or all panels again",
       .run = toggle_focus,
       .label = "Focus"},
      {.id = "full screen",
       .keys = {{Key::f11}},
       .help = "Full screen, or back to the window",
       .run = [](PanelContext& context) { context.toggle_full_screen(); },
       .enabled = [](const PanelContext& context) { return context.toggle_full_screen != nullptr; }},
      {.id = "zoom in",
       .keys = {{Key::z}},
       .help = "Larger cells of the tiles; so does the wheel over a tile",
       .run = zoom_tile<1>,
       .enabled = [](const PanelContext& context) { return context.tile_zoom != nullptr; }},
      {.id = "zoom out",
       .keys = {with_shift(Key::z)},
       .help = "Smaller cells of the tiles, until all of them are seen",
       .run = zoom_tile<-1>,
       .enabled = has_zoom},
      {.id = "fit tile",
       .keys = {{Key::zero}},
       .help = "See all of the tiles again",
       .run = [](PanelContext& context) { context.tile_zoom->fit(); },
       .label = "Fit",
       .enabled = has_zoom},
      {.id = "left panel",
       .keys = {{Key::f7}},
       .help = "Hide the panel at the left, or show it again",
       .run = toggle_panel<EdgePanel::left>,
       .enabled = has_edges},
      {.id = "lower panel",
       .keys = {{Key::f9}},
       .help = "Hide the panels below the tiles, or show them again",
       .run = toggle_panel<EdgePanel::lower>,
       .enabled = has_edges},
      {.id = "right panel",
       .keys = {{Key::f10}},
       .help = "Hide the panels at the right, or show them again",
       .run = toggle_panel<EdgePanel::right>,
       .enabled =
           [](const PanelContext& context) {
             return has_edges(context) && (context.workbench == nullptr || !context.workbench->is_open());
           }},
      {.id = "picture",
       .keys = {{Key::f12}},
       .help = "Save the window or one view as a picture",
       .run = toggle_overlay<Overlays::Open::picture>,
       .label = "Make a picture …",
       .icon = Icon::picture,
       .enabled = has_overlays},
      {.id = "settings",
       .help = "Theme, colours and size of text",
       .run = toggle_overlay<Overlays::Open::settings>,
       .icon = Icon::settings,
       .enabled = has_overlays},
      {.id = "copy scene",
       .keys = {with_control(Key::c)},
       .help = "Copy the scene as a line of text that brings it back",
       .run = copy_scene,
       .label = "Copy scene",
       .enabled = has_overlays},
      {.id = "paste scene",
       .keys = {with_control(Key::v)},
       .help = "Show the scene of a line that was copied",
       .run = paste_scene,
       .label = "Paste scene"},
  };
}

// NOLINTNEXTLINE(readability-function-size): a table of actions
std::vector<Action> talk_and_control_actions() {
  return {
      {.id = "next scene",
       .keys = {{Key::page_down}},
       .help = "The talk's next scene",
       .run = step_scene<1>,
       .icon = Icon::step_forward,
       .enabled = has_scenes},
      {.id = "previous scene",
       .keys = {{Key::page_up}},
       .help = "The talk's previous scene",
       .run = step_scene<-1>,
       .icon = Icon::step_back,
       .enabled = has_scenes},
      {.id = "add to talk",
       .keys = {with_control(Key::t)},
       .help = "Add this scene to the talk, after the present one; or begin a talk with it",
       .run = [](PanelContext& context) { say_failure(context, context.talk->add(context.session, context.view)); },
       .label = "Add",
       .enabled = has_overlays},
      {.id = "scene later",
       .keys = {with_control(Key::page_down)},
       .help = "Move the present scene one place towards the talk's end",
       .run = move_scene<1>,
       .enabled = has_scenes},
      {.id = "scene earlier",
       .keys = {with_control(Key::page_up)},
       .help = "Move the present scene one place towards the talk's start",
       .run = move_scene<-1>,
       .enabled = has_scenes},
      {.id = "remove scene",
       .help = "Take the present scene out of the talk",
       .run = [](PanelContext& context) { context.talk->remove(*context.talk->present()); },
       .label = "Remove",
       .enabled = has_scenes},
      {.id = "save talk",
       .keys = {{Key::s, true, true}},
       .help = "Save the talk as a file",
       .run = save_talk,
       .label = "Save",
       .enabled = has_unsaved_talk},
      {.id = "close talk",
       .help = "Close the talk",
       .run = [](PanelContext& context) { say_failure(context, context.talk->close()); },
       .label = "Close",
       .enabled = has_talk},
      {.id = "black",
       .keys = {{Key::b}, {Key::period}},
       .help = "Make the screen black, and back",
       .run = [](PanelContext& context) { context.presenter->make_black(!context.presenter->is_black()); },
       .enabled = has_presenter},
      {.id = "pen",
       .keys = {{Key::d}},
       .help = "Draw on the picture with a pen; Esc wipes it off, and so does another scene",
       .run = [](PanelContext& context) { context.presenter->take_pen(!context.presenter->has_pen()); },
       .enabled = has_presenter},
      {.id = "next control",
       .keys = {{Key::tab}},
       .help = "To the next or the previous control",
       .run = go_on<&KeyboardFocus::go, 1>},
      {.id = "previous control",
       .keys = {with_shift(Key::tab)},
       .help = "To the next or the previous control",
       .run = go_on<&KeyboardFocus::go, -1>},
      {.id = "next panel",
       .keys = {with_control(Key::tab)},
       .help = "To the next or the previous panel",
       .run = go_on<&KeyboardFocus::go_to_panel, 1>,
       .while_typing = true},
      {.id = "previous panel",
       .keys = {{Key::tab, true, true}},
       .help = "To the next or the previous panel",
       .run = go_on<&KeyboardFocus::go_to_panel, -1>,
       .while_typing = true},
      {.id = "press control",
       .help = "Do what a click on it does",
       .run = [](PanelContext& context) { context.focus->press(); },
       .control_keys = {{Key::enter}, {Key::space}}},
      {.id = "focus left", .keys = {}, .help = kArrowHelp, .run = move_focus<-1, 0>, .control_keys = {{Key::left}}},
      {.id = "focus right", .keys = {}, .help = kArrowHelp, .run = move_focus<1, 0>, .control_keys = {{Key::right}}},
      {.id = "focus up", .keys = {}, .help = kArrowHelp, .run = move_focus<0, -1>, .control_keys = {{Key::up}}},
      {.id = "focus down", .keys = {}, .help = kArrowHelp, .run = move_focus<0, 1>, .control_keys = {{Key::down}}},
      {.id = "close",
       .keys = {{Key::escape}},
       .help = "Close a list or a dialog; leave the text being edited; give back the focus; close the editor; clear "
               "the selection; or leave the focus view",
       .run = close_topmost,
       .while_typing = true},
      {.id = "larger text", .keys = {{Key::plus}}, .help = "Larger text", .run = change_text_scale<1>, .label = "+"},
      {.id = "smaller text",
       .keys = {{Key::minus}},
       .help = "Smaller text",
       .run = change_text_scale<-1>,
       .label = "−"},
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
    for (auto* const more : {text_actions, talk_and_control_actions}) {
      for (Action& one : more()) all.push_back(std::move(one));
    }
    return all;
  }();
  return kActions;
}

const Action& action(std::string_view id) {
  const auto all = actions();
  const auto found = std::find_if(all.begin(), all.end(), [&](const Action& one) { return one.id == id; });
  if (found == all.end()) std::abort();  // a test requests every action that panels use
  return *found;
}

}  // namespace bankloom::ui
