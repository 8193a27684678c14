#include "ui/panels/editor_view.h"

#include <algorithm>
#include <cmath>
#include <ctime>
#include <filesystem>

#include "core/base/language.h"
#include "core/own/own_kernel.h"
#include "core/wording/picture_text.h"
#include "ui/actions.h"
#include "ui/editor/text_places.h"
#include "ui/panels/side_style.h"
#include "ui/progress_card.h"

namespace bankloom::ui {

using namespace wording;
namespace {

/// Seconds in which Revert and Discard wait for their second click.
constexpr double kSecondClick = 4;
/// Largest part of the area for messages and notes.
constexpr float kNotesShare = 0.38f;
/// Columns that a message needs at least beside its line.
constexpr float kLeastBeside = 14;
/// Units between the ends of the card of messages and its text.
constexpr float kNotesInset = 8;

Colour message_colour(const Theme& theme, const EditorMessage& message) {
  return message.is_error ? theme.bad : theme.text_muted;
}

/// "14:05" today, else "2026-11-21 14:05".
std::string time_text(std::uint64_t seconds) {
  const auto time = static_cast<std::time_t>(seconds), now = std::time(nullptr);
  std::tm at{}, today{};
  localtime_r(&time, &at);
  localtime_r(&now, &today);
  char words[32];
  const bool is_today = at.tm_yday == today.tm_yday && at.tm_year == today.tm_year;
  const std::size_t length = std::strftime(words, sizeof words, is_today ? "%H:%M" : "%Y-%m-%d %H:%M", &at);
  return {words, length};
}

/// Asks for a second click within some seconds: returns whether the first was made, and what a click then does. `until`
/// is the time limit.
bool asks_again(PanelContext& context, double until) {
  if (context.time >= until) return false;
  context.redraw_within(until - context.time + 0.01);
  return true;
}
void ask_again(PanelContext& context, double& until, const std::function<void()>& act) {
  if (context.time < until) {
    until = 0;
    act();
  } else {
    until = context.time + kSecondClick;
    context.redraw_within(kSecondClick + 0.01);
  }
}

const char* document_origin(const Document& document) {
  return document.source.path.empty() ? "the catalogue's kernel, changed" : document.source.path.c_str();
}

}  // namespace

std::string assumed_lines(const OwnKernel& own) {
  std::string lines;
  if (own.launch.origin != OwnOrigin::text && !own.launch.text.empty()) {
    lines += fmt::format("// launch: {}\n", own.launch.text);
  }
  for (const OwnParameter& parameter : own.parameters) {
    if (parameter.origin == OwnOrigin::text || parameter.comment.empty()) continue;
    lines += fmt::format("// {}\n", parameter.comment);
  }
  return lines;
}

Box unsaved_offer(PanelContext& context, Side side) {
  if (context.workbench == nullptr || context.workbench->offers().empty()) return {};
  Workbench& bench = *context.workbench;
  const Draft& draft = bench.offers().front().draft;
  const std::size_t others = bench.offers().size() - 1;
  const std::string words =
      others == 0 ? say("Unsaved code of {name} from {time}", "name"_a = draft.name, "time"_a = time_text(draft.time))
                  : say("Unsaved code of {name} from {time}, and {others} more", "name"_a = draft.name,
                        "time"_a = time_text(draft.time), "others"_a = others);
  const bool asks = asks_again(context, bench.discard_until);
  const auto discard = [&context, &bench] { ask_again(context, bench.discard_until, [&] { bench.discard(0); }); };
  const auto restore = [&context, &bench, side] {
    bench.discard_until = 0;
    say_problem(context, bench.restore(context.session, side, 0));
  };
  Row buttons =
      Row()
          .gap(5)
          .add(Button("restore", "Restore", restore, ButtonStyle::accent_b)
                   .tooltip(
                       "Shows this code in the editor. It was not saved when its window was closed, or when another "
                       "kernel was chosen."),
               units(76))
          .add(
              Button("discard", asks ? "Sure?" : "Discard", discard, asks ? ButtonStyle::accent_a : ButtonStyle::normal)
                  .tooltip("Discards this code for good: click twice."),
              units(76));
  // Below the text if there is no room beside it.
  const FirstOf offer(
      {[=] { return Row().add(Text(words).fonts({FontUse::body}), share()).add(buttons); },
       [=] { return Column().gap(5).add(Text(words).wrap()).add(Row().add(Gap(), share()).add(buttons)); }});
  return Column().add(Card(offer).padding(8, 6).fill(context.theme.selected)).add(Gap());
}

void EditorView::draw(PanelContext& context) {
  Workbench& bench = *context.workbench;
  const Side side = bench.side();
  Document* document = bench.document(context.session, side);
  Column page = Column().gap(5).add(unsaved_offer(context, side));
  if (document == nullptr) return show(context, page);
  const SideView& view = context.session.side(side);
  // At another text's lines a message would be wrong.
  const bool is_made = !context.session.runs().side(side).pending && document->is_as_shown();
  messages_.clear();
  if (is_made) messages_ = editor_messages(context.session, side, document->shown);
  add_messages(messages_, build_messages(context, document->source));
  fault_run_ = is_made ? view.run : nullptr;
  margin_.read(context.session, side, document->source.text);
  page.add(bar(context, *document, side)).add(files(context, *document, side)).add(search(context, *document));
  page.add(tile(context, *document, side));
  page.add(Drawing([=, this, &context](const Rect& rect) { draw_below(context, *document, side, rect); }), share());
  show(context, page);
}

/// The text, and the messages below it.
void EditorView::draw_below(PanelContext& context, Document& document, Side side, const Rect& rect) {
  if (rect.height < 2 * control_height(context)) return;
  const bool is_made = !context.session.runs().side(side).pending && document.is_as_shown();
  const Column said = notes(context, document, side);
  const float width = rect.width - 2 * context.px(kNotesInset) - ImGui::GetStyle().ScrollbarSize;
  const float needed = said.height(context, width);
  float height = needed <= 0 ? 0 : std::ceil(needed + 2 * context.px(6));
  height = std::min(height, std::round(rect.height * kNotesShare));
  // Their room stays while the text is compiled again: it must not jump at every key.
  if (!is_made && notes_of_ == document.draft) height = std::max(height, std::min(notes_height_, rect.height / 2));
  notes_height_ = height;
  notes_of_ = document.draft;
  Column column =
      Column().gap(8).add(Drawing([&](const Rect& frame) { draw_text(context, document, side, frame); }), share());
  const Text making = Text(making_text(is_executed(context.session, side))).small().faint();
  if (height > 0) {
    column.add(Card(needed > 0 ? Box(Scroll("notes", said)) : Box(making)).padding(kNotesInset, 6),
               units(height / context.scale));
  }
  column.draw(context, rect);
}

/// The name, the compiler's result, and the editor's state.
Box EditorView::bar(PanelContext& context, Document& document, Side side) {
  Workbench& bench = *context.workbench;
  Session& session = context.session;
  // The compiler's result, if there is room.
  const SideRun& made = session.runs().side(side);
  std::string state;
  if (document.compile.waits() || made.pending) {
    state = making_text(!document.compile.waits() && is_executed(session, side));
  } else if (is_program_to_run(session, side)) {
    state = "a program";
  } else if (made.failure) {
    state = made.failure->is_cancelled() ? "cancelled" : "not shown: the messages below say why";
  }
  const bool is_wrong = !document.compile.waits() && !made.pending && made.failure && !made.failure->is_cancelled() &&
                        !is_program_to_run(session, side);
  const Text name =
      Text(bankloom::Text::verbatim(document.name() + (document.is_unsaved() ? " •" : "")))
          .heading()
          .keep_ends()
          .tooltip(fmt::format("{}\n{}", document_origin(document),
                               document.is_unsaved() ? message("Not saved yet, but kept: after a crash the next "
                                                               "start offers it.")
                                                     : message("Saved.")));
  const Text becomes = Text(state).small().colour(is_wrong ? context.theme.bad : context.theme.text_muted);
  Row controls;
  if (session.comparing() && !has_same_text(session)) {
    controls.add(side_switch(
                     side, [&](Side chosen) { bench.open(session, chosen); }, "Whose code is edited."),
                 units(64));
  }
  const bool wide = context.view.wide_editor;
  controls.add(Button("wide", wide ? "Narrow" : "Wide", [&view = context.view] {
                 view.wide_editor = !view.wide_editor;
               }).tooltip(wide ? "Gives its room back to the tile." : "Room for 80 columns, if the window has it."));
  controls.add(Button("done", "Done", [&bench] {
                 bench.close();
               }).tooltip(action_text(action("close"), "Leave the editor; your changes stay")));
  const auto head = [=] { return Row().add(name).add(becomes, fit().if_room()).add(Gap(), share()); };
  // Below the name rather than cut.
  return FirstOf({[=] { return head().add(controls); }, [=] { return Column().gap(4).add(head()).add(controls); }});
}

Box EditorView::files(PanelContext& context, Document& document, Side side) {
  Workbench& bench = *context.workbench;
  const std::string saves = document.source.path.empty()
                                ? "Save the code as a file of your own; the catalogue's kernel stays unchanged"
                                : say("Save it to {path}", "path"_a = document.source.path).str();
  Row row = Row().gap(5).wrap(5);
  if (is_enabled(action("run program"), context)) {
    row.add(action_box(context, action("run program"), ButtonStyle::accent_b));
  }
  for (const std::string_view id : {"apply to file", "compare with captured"}) {
    if (document.source.launch != nullptr) row.add(action_box(context, action(id)));
  }
  for (const std::string_view id : {"open", "save", "save as"}) {
    row.add(action_box(context, action(id), ButtonStyle::normal, id == "save" ? saves : ""));
  }
  const bool asks = document.is_unsaved() && asks_again(context, revert_until_);
  row.add(Button(
              "revert", asks ? "Revert: sure?" : "Revert",
              [this, &context, &bench, side] {
                ask_again(context, revert_until_, [&] { bench.revert(context.session, side); });
              },
              !document.is_unsaved() ? ButtonStyle::disabled : (asks ? ButtonStyle::accent_a : ButtonStyle::normal))
              .tooltip(document.source.path.empty()
                           ? "Back to the catalogue's code. Your changes are lost: click twice."
                           : "Back to the saved code. Your changes are lost: click twice."));
  row.add(action_box(context, action("find")));
  if (bench.recent().empty()) return row;
  std::vector<MenuLine> lines;
  for (const auto& file : bench.recent()) lines.push_back({file.filename().string(), file.parent_path().string()});
  const auto open = [&context, &bench, side](int chosen) {
    const std::filesystem::path file = bench.recent()[static_cast<std::size_t>(chosen)];
    say_problem(context, bench.open_file(context.session, side, file));
  };
  return row.add(Menu("recent", "Recent", lines, open).tooltip("Opens a file that was opened or saved recently."),
                 units(102));
}

/// The search text, and its number of occurrences.
Box EditorView::search(PanelContext& context, const Document& document) {
  Workbench& bench = *context.workbench;
  TextSearch& search = bench.search;
  found_.clear();
  if (!search.is_open) return {};
  found_ = find_all(document.source.text, search.words);
  const auto present = std::ranges::lower_bound(found_, search.at);
  std::string count;
  if (!search.words.empty() && found_.empty()) count = "not found";
  if (present != found_.end() && *present == search.at) {
    count = say("{place} of {all}", "place"_a = present - found_.begin() + 1, "all"_a = found_.size());
  } else if (!found_.empty()) {
    count = plural(found_.size(), "# match|# matches");
  }
  const auto draw = [&context, &bench, &search](PanelContext&, const Rect& rect) {
    const bool takes = std::exchange(search.wants_keyboard, false);
    const Typed typed = text_field(context, "what to find", search.words, rect.width, takes);
    search.has_keyboard = typed.has_keyboard || takes;
    if (typed.changed) bench.find(context.session, 0);
    if (!typed.entered) return;
    bench.find(context.session, ImGui::GetIO().KeyShift ? -1 : 1);
    search.wants_keyboard = true;
    context.redraw_within(0);
  };
  const auto wide = [](const PanelContext& c) { return c.px(120); };
  const auto close = [&bench] { bench.close_search(); };
  Row row =
      Row()
          .gap(5)
          .add(Control({wide, [](const PanelContext& c) { return c.px(64); }, control_height, draw})
                   .tooltip("What to find in the code, in capitals or not. Return: next, Shift+Return: previous."),
               share())
          .add(Text(count).small().colour(found_.empty() ? context.theme.bad : context.theme.text_muted), units(70))
          .add(action_icon(context, action("find previous")))
          .add(action_icon(context, action("find next")))
          .add(IconButton("end search", Icon::close, "Ends the search (Esc)", close, ButtonStyle::quiet));
  return row;
}

/// Which shared array is the tile, and the length of its rows, if the text leaves that open.
Box EditorView::tile(PanelContext& context, Document& document, Side side) {
  auto own = context.session.runs().own_kernel(side);
  if (!own) {
    // While a statement is being typed the text does not compile: the choices of the last one that did remain, so that
    // nothing moves under the cursor.
    const auto& run = context.session.side(side).run;
    const bool is_same = run && run->own && run->own->source.path == document.source.path &&
                         run->own->source.base == document.source.base;
    if (is_same) own = run->own;
  }
  if (!own || own->tiles.empty()) return {};
  const std::size_t present = std::min(own->tile, own->tiles.size() - 1);
  const bool takes_row = own->tiles[present].takes_row;
  if (own->tiles.size() < 2 && !takes_row) return {};
  const auto set = [&context, side](const std::string& name, unsigned columns) {
    say_problem(context, context.workbench->set_tile(context.session, side, name, columns));
  };
  Row row = Row().gap(5).wrap(5);
  if (own->tiles.size() > 1) {
    std::vector<std::string> names;
    for (const OwnTile& tile : own->tiles) {
      names.push_back(tile.rows > 0 ? fmt::format("{}  {} × {}", tile.name, tile.rows, tile.columns) : tile.name);
    }
    const auto choose = [=](int chosen) {
      const auto index = static_cast<std::size_t>(chosen);
      if (index != present) set(own->tiles[index].name, 0);
    };
    row.add(Row()
                .gap(5)
                .add(Text("tile").muted())
                .add(DropDown("tile", names, static_cast<int>(present), choose)
                         .tooltip("Which array in shared memory is drawn as the tile."),
                     units(190)));
  }
  if (takes_row) {
    const auto columns = static_cast<std::int64_t>(own->tiles[present].columns);
    const auto enter = [set, name = document.source.tile](std::int64_t typed) {
      set(name, static_cast<unsigned>(typed));
    };
    row.add(Row()
                .gap(5)
                .add(Text("elements in a row").muted())
                .add(IntField("row", columns, 1, std::max<std::int64_t>(columns, 4096), enter)
                         .tooltip("The code does not say how long a row of the tile is: choose it here, or write it "
                                  "into the code as // tile: name[rows][columns]."),
                     units(70)));
  }
  return row;
}

void EditorView::draw_text(PanelContext& context, Document& document, Side side, const Rect& frame) {
  Workbench& bench = *context.workbench;
  card(context, frame, context.theme.raised);
  const float column = character_width(context, font_size(context.fonts.mono));
  const auto digits = static_cast<float>(std::max<std::size_t>(std::to_string(document.starts.size()).size(), 2));
  const float gutter = std::round(column * (digits + 2.4f));
  std::size_t widest = 0;
  for (std::uint32_t line = 1; line <= document.starts.size(); ++line) {
    widest = std::max(widest, margin_.columns(context.theme, line));
  }
  // Room for "32.0" from the start: the text does not move when its figures come and go.
  const float beside = std::round(column * static_cast<float>(std::max<std::size_t>(widest, 5)) + context.px(5));
  const float inset = context.px(4);
  const Rect text{frame.x + gutter, frame.y + inset, std::max(frame.width - gutter - beside, column * 4),
                  std::max(frame.height - 2 * inset, context.px(20))};
  const std::string name = "text of " + document.name();
  // The edited line stays in view if messages take its room.
  if (text.height < std::exchange(text_height_, text.height) && bench.field.has_keyboard) {
    bench.field.shows = bench.field.selection.cursor;
  }
  const TextEditorView field = text_editor(context, name.c_str(), text, document.generation, document.source.text,
                                           document.history, bench.field);
  if (field.changed) {
    document.typed(context.time);
    context.redraw_within(kCompileAfter);
  }
  if (field.window != nullptr) {
    draw_gutter(context, document, side, field, frame, text.x);
    {
      const OverField over(context.painter, field);
      draw_found(context, document, field);
      draw_code_lines(context, field, document.source.text, document.starts, document.tokens);
      draw_messages(context, document, field);
      draw_text_cursor(context, field, bench.field, document.source.text, document.starts);
    }
    point_beside(context, document, side, field, frame);
  }
  if (field.hovered && !bench.field.has_keyboard)
    tooltip(context, "Click to type. Every change is compiled and drawn.");
}

/// Numbers, marks, lit lines, and the figures at the right.
void EditorView::draw_gutter(PanelContext& context, const Document& document, Side side, const TextEditorView& field,
                             const Rect& frame, float text_x) {
  const Theme& theme = context.theme;
  const LineRange range = lines_in_sight(field, document.starts.size());
  const SideView& view = context.session.side(side);
  const bool as_shown = document.is_as_shown() && margin_.run(side) == view.run;
  const std::uint32_t lit = as_shown && view.state ? view.state->request.source_line : 0;
  // It is kept in view while stepping, not while typing.
  if (lit != std::exchange(lit_, lit) && lit != 0 && lit <= document.starts.size() &&
      !context.workbench->field.has_keyboard) {
    context.workbench->field.shows = document.starts[lit - 1];
    context.redraw_within(0);
  }
  const Focus focus = context.session.focus(side);
  const std::size_t cursor_line =
      place_of(document.source.text, document.starts, context.workbench->field.selection.cursor).line;
  ImFont* font = context.fonts.mono;
  const float size = font_size(font);
  const PainterClip clip(context.painter, {frame.x, field.shown.y, frame.width, field.shown.height});
  for (std::size_t index = range.first; index < range.end; ++index) {
    const auto line = static_cast<std::uint32_t>(index + 1);
    const float y = std::floor(field.origin.y + field.row * static_cast<float>(index));
    const bool is_typed_at = context.workbench->field.has_keyboard && index == cursor_line;
    const bool has_error =
        std::ranges::any_of(messages_, [&](const auto& one) { return one.line == line && one.is_error; });
    const bool pointed = as_shown && focus.line && *focus.line == line;
    if (line == lit || is_typed_at || pointed) {
      const Colour ground = line == lit ? theme.current_line : theme.raised_hover;
      // Not over the scroll bar, which Dear ImGui draws into this window.
      context.painter.rect({frame.x, y}, {field.shown.right(), y + field.row}, ground);
      const bool has_bar = field.right - field.shown.right() > context.px(3);
      context.painter.rect({has_bar ? field.right : field.shown.right(), y}, {frame.right(), y + field.row}, ground);
    }
    if (has_error) {
      context.painter.rect({frame.x, y}, {frame.x + context.px(4), y + field.row}, theme.bad);
    }
    const std::string number = std::to_string(line);
    const float text_y = std::floor(y + (field.row - size) / 2);
    const Colour colour = has_error ? theme.bad : (line == lit || is_typed_at ? theme.text : theme.text_faint);
    context.painter.text({font, size},
                         {std::floor(text_x - field.column * (static_cast<float>(number.size()) + 0.8f)), text_y},
                         colour, number);
    if (as_shown) margin_.draw(context, line, {font, size}, field.column, {frame.right() - context.px(6), text_y});
  }
}

/// A background behind search results, and a brighter one behind the present result.
void EditorView::draw_found(PanelContext& context, const Document& document, const TextEditorView& field) const {
  const TextSearch& search = context.workbench->search;
  for (const std::size_t place : found_) {
    const LineColumn at = place_of(document.source.text, document.starts, place);
    const float x = field.origin.x + field.column * static_cast<float>(at.column);
    const float y = field.origin.y + field.row * static_cast<float>(at.line);
    if (y + field.row < field.shown.y || y > field.shown.bottom()) continue;
    const float width = field.column * static_cast<float>(columns_of(search.words));
    const Colour ground = translucent(context.theme.accent_b, place == search.at ? 0.55 : 0.25);
    context.painter.rect({std::floor(x), std::floor(y)}, {std::ceil(x + width), std::floor(y + field.row)}, ground);
    if (context.probe.enabled())
      context.probe.item(place == search.at ? "found, present" : "found", x, y, width, field.row);
  }
}

/// The first message of each line after its text.
void EditorView::draw_messages(PanelContext& context, const Document& document, const TextEditorView& field) {
  const LineRange range = lines_in_sight(field, document.starts.size());
  const float size = font_size(context.fonts.small);
  std::size_t said = 0;
  for (const EditorMessage& message : messages_) {
    if (message.line <= range.first || message.line > range.end || message.line == said) continue;
    said = message.line;
    const std::size_t index = message.line - 1;
    const auto columns = columns_of(line_at(document.source.text, document.starts, index));
    const float x = std::floor(field.origin.x + field.column * (static_cast<float>(columns) + 2));
    const float width = field.shown.right() - x - context.px(6);
    const float y = std::floor(field.origin.y + field.row * static_cast<float>(index));
    if (width < field.column * kLeastBeside) continue;
    Fit words(message.words.substr(0, message.words.find('\n')));
    const std::string shown = words.fonts({FontUse::small}).choose(context.fonts, width).words;
    context.painter.text({context.fonts.small, size}, {x, std::floor(y + (field.row - size) / 2)},
                         message_colour(context.theme, message), shown);
    if (context.probe.enabled()) {
      context.probe.item(say("at line {line}: {message}", "line"_a = message.line, "message"_a = shown), x, y, width,
                         field.row);
    }
  }
}

/// What is under the mouse: the line, and in the margins its tooltip.
void EditorView::point_beside(PanelContext& context, const Document& document, Side side, const TextEditorView& field,
                              const Rect& frame) {
  const LineRange range = lines_in_sight(field, document.starts.size());
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  const bool over = mouse.x >= frame.x && mouse.x < frame.right() && mouse.y >= field.shown.y &&
                    mouse.y < field.shown.bottom() && field.row > 0 &&
                    ImGui::IsWindowHovered(ImGuiHoveredFlags_ChildWindows);
  if (!over) return;
  const auto index = static_cast<std::size_t>(std::max(0.0f, (mouse.y - field.origin.y) / field.row));
  if (index < range.first || index >= range.end) return;
  const auto line = static_cast<std::uint32_t>(index + 1);
  if (document.is_as_shown()) {
    Focus pointed;
    pointed.side = side;
    pointed.line = line;
    context.session.pointer().hover(pointed);
  }
  // At the numbers and at the figures a row is a control; over the text the mouse selects letters.
  const float y = std::floor(field.origin.y + field.row * static_cast<float>(index)), left = field.shown.x,
              right = field.shown.right();
  if (mouse.x >= left && mouse.x <= right) return;
  std::string words = document.is_as_shown() ? margin_.tooltip(line) : std::string();
  const bool goes = !words.empty();
  for (const EditorMessage& message : messages_) {
    if (message.line == line) words += (words.empty() ? "" : "\n\n") + message.words;
  }
  if (words.empty()) return;
  const Rect place =
      mouse.x < left ? Rect{frame.x, y, left - frame.x, field.row} : Rect{right, y, frame.right() - right, field.row};
  if (press_at(context, place, "beside", fmt::format("line {}", line)) && goes) go_to_line(context, side, line);
  tooltip(context, goes
                       ? say("{words}\n\nClick to go to the warp's next request on this line.", "words"_a = words).str()
                       : words);
}

/// Messages, and assumptions.
Column EditorView::notes(PanelContext& context, Document& document, Side side) {
  Column column;
  for (std::size_t index = 0; index < messages_.size(); ++index) {
    const EditorMessage& message = messages_[index];
    Text words(message.line == 0
                   ? message.words
                   : say("line {line}: {message}", "line"_a = message.line, "message"_a = message.words).str());
    words.colour(message_colour(context.theme, message)).wrap();
    if (message.line != 0) {
      words
          .on_click(fmt::format("message {}", index + 1),
                    [this, &context, &document, side, message] { go_to(context, document, side, message); })
          .tooltip(message.tooltip);
    }
    column.add(words);
  }
  const auto own = context.session.runs().own_kernel(side);
  if (!own) return column;
  for (const std::string& note : own->notes) column.add(Text(note).muted().wrap());
  // The arguments of a captured launch are not in a comment.
  const bool is_guessed = document.is_as_shown() && own->source.launch == nullptr;
  const std::string assumed = is_guessed ? assumed_lines(*own) : std::string();
  if (assumed.empty()) return column;
  const auto write = [&context, &document, side, assumed] {
    context.workbench->put_text(context.session, side, assumed + document.source.text);
    context.workbench->field.go_to = TextSelection{};
  };
  return column.add(
      Row().add(Button("assumed", "Write launch and buffers into the code", write, ButtonStyle::selected)
                    .tooltip(say("Puts these lines at the top of the code, where you can change them:\n\n{lines}",
                                 "lines"_a = assumed))));
}

void EditorView::go_to(PanelContext& context, const Document& document, Side side, const EditorMessage& message) {
  const std::size_t byte = byte_of(document.source.text, document.starts, message.line, std::max(message.column, 1u));
  context.workbench->field.go_to = TextSelection{byte, byte};
  if (message.fault != EditorMessage::kNoFault && fault_run_ == context.session.side(side).run) {
    say_problem(context, context.session.player().go_to_fault(side, message.fault));
  }
}

}  // namespace bankloom::ui
