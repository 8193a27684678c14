#include "ui/panels/editor_view.h"

#include <algorithm>
#include <cmath>
#include <ctime>

#include "core/own/own_kernel.h"
#include "core/wording/fault_text.h"
#include "ui/actions.h"
#include "ui/editor/text_places.h"
#include "ui/panels/code_text.h"
#include "ui/panels/side_style.h"
#include "ui/progress_card.h"
#include "ui/widgets/fields.h"

namespace bankloom::ui {
namespace {

/// Seconds that Revert and Discard wait for their second click.
constexpr double kSecondClick = 4;
/// The part of the area that messages and notes take at most.
constexpr float kNotesShare = 0.38f;
/// Columns that a message needs at least beside its line.
constexpr float kLeastBeside = 14;

Colour message_colour(const Theme& theme, const EditorMessage& message) {
  return message.is_error ? theme.bad : theme.text_muted;
}

/// "14:05" today, else "2026-11-21 14:05".
std::string time_words(std::int64_t seconds) {
  const auto time = static_cast<std::time_t>(seconds), now = std::time(nullptr);
  std::tm at{}, today{};
  localtime_r(&time, &at);
  localtime_r(&now, &today);
  char words[32];
  const bool is_today = at.tm_yday == today.tm_yday && at.tm_year == today.tm_year;
  const std::size_t length = std::strftime(words, sizeof words, is_today ? "%H:%M" : "%Y-%m-%d %H:%M", &at);
  return {words, length};
}

/// Puts controls beside each other, and into the next row where there is no room.
class Flow {
 public:
  explicit Flow(const PanelContext& context)
      : left_(context.area.x), right_(context.area.right()), gap_(context.px(5)), height_(control_height(context)) {
    start_ = cursor();
  }
  /// Moves the cursor to where a control of this width stands.
  void place(float width) {
    if (x_ > left_ && x_ + width > right_) {
      x_ = left_;
      y_ += height_ + gap_;
    }
    if (first_) {
      x_ = left_;
      y_ = start_.y;
      first_ = false;
    }
    ImGui::SetCursorScreenPos({x_, y_});
    x_ += width + gap_;
  }
  /// Moves the cursor below all of them.
  void end() const {
    if (!first_) ImGui::SetCursorScreenPos({left_, y_ + height_ + gap_});
  }

 private:
  float left_, right_, gap_, height_;
  ImVec2 start_{};
  float x_ = 0, y_ = 0;
  bool first_ = true;
};

float flow_width(const PanelContext& context, std::string_view label) {
  return std::ceil(text_size(context.fonts.body, label).x + context.px(18));
}

bool flow_button(PanelContext& context, Flow& flow, const char* id, std::string_view label, ButtonStyle style,
                 std::string_view words) {
  const float width = flow_width(context, label);
  flow.place(width);
  const bool clicked = button(context, id, label, style, {width, 0});
  tooltip(context, words);
  return clicked;
}

const char* origin_words(const Document& document) {
  return document.source.path.empty() ? "the catalogue's kernel, changed" : document.source.path.c_str();
}

}  // namespace

std::vector<EditorMessage> editor_messages(const Session& session, Side side, const std::string& text) {
  std::vector<EditorMessage> messages;
  const SideView& view = session.side(side);
  const SideRun& made = session.runs().side(side);
  // What is known while the choice is being made is of the one before.
  const Kernel* kernel = session.kernel(side);
  if (made.pending || kernel == nullptr) return messages;
  const auto own = session.selection().own(side);
  if (text != (own == nullptr ? kernel->source : own->text)) return messages;
  const auto add = [&](const std::vector<Diagnostic>& diagnostics) {
    for (const Diagnostic& diagnostic : diagnostics) {
      messages.push_back(
          {diagnostic.line, diagnostic.column, diagnostic.severity == Diagnostic::Severity::error, diagnostic.text});
    }
  };
  if (made.failure) {
    if (made.failure->cancelled) return messages;
    add(made.failure->diagnostics);
    const bool any = std::any_of(messages.begin(), messages.end(), [](const auto& one) { return one.is_error; });
    if (!any) messages.insert(messages.begin(), {0, 0, true, made.failure->error.message});
  } else if (view.run && view.run->kernel->source == text) {
    const auto& faults = view.run->faults;
    for (std::size_t index = 0; index < faults.size(); ++index) {
      // An unrolled loop has one of a kind for each of its turns: the first says it all.
      const auto is_same = [&](const simt::Fault& other) {
        return other.kind == faults[index].kind && other.source_line == faults[index].source_line;
      };
      const auto here = faults.begin() + static_cast<std::ptrdiff_t>(index);
      if (std::any_of(faults.begin(), here, is_same)) continue;
      const auto more = std::count_if(here, faults.end(), is_same) - 1;
      std::string words = fault_text(faults[index]).str();
      if (more > 0) words += fmt::format(" (and {} more of this kind on the line)", more);
      messages.push_back({faults[index].source_line, 0, true, std::move(words), index});
    }
    if (view.run->compiled) add(view.run->compiled->diagnostics);
  }
  std::stable_sort(messages.begin(), messages.end(), [](const EditorMessage& a, const EditorMessage& b) {
    return a.is_error != b.is_error ? a.is_error : a.line < b.line;
  });
  return messages;
}

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

void draw_offer(PanelContext& context, Side side) {
  if (context.workbench == nullptr || context.workbench->offers().empty()) return;
  Workbench& bench = *context.workbench;
  const Draft& draft = bench.offers().front().draft;
  std::string words = fmt::format("Unsaved text of {} from {}", draft.name, time_words(draft.time));
  if (bench.offers().size() > 1) words += fmt::format(", and {} more", bench.offers().size() - 1);
  const float inset = context.px(8), between = context.px(5), row = control_height(context);
  const float restore = context.px(76), discard = context.px(76);
  const float inside = context.area.width - 2 * inset;
  const bool one_row = text_size(context.fonts.body, words).x + restore + discard + 2 * between <= inside;
  const float words_height = one_row ? row : wrapped_text_height(context.fonts.body, inside, words) + between;
  const float height = 2 * context.px(6) + words_height + (one_row ? 0 : row);
  const Rect rect{context.area.x, context.area.y, context.area.width, height};
  card(context, rect, context.theme.selected);
  const float line = font_size(context.fonts.body);
  const float words_y = rect.y + context.px(6) + (one_row ? (row - line) / 2 : 0);
  ImGui::SetCursorScreenPos({rect.x + inset, words_y});
  wrapped_text(context, context.fonts.body, context.theme.text, one_row ? inside - restore - discard : inside, words);
  const float y = rect.bottom() - context.px(6) - row;
  ImGui::SetCursorScreenPos({rect.right() - inset - discard, y});
  const bool asks = context.time < bench.discard_until;
  if (asks) context.redraw_within(bench.discard_until - context.time + 0.01);
  if (button(context, "discard", asks ? "Sure?" : "Discard", asks ? ButtonStyle::accent_a : ButtonStyle::normal,
             {discard, 0})) {
    bench.discard_until = asks ? 0 : context.time + kSecondClick;
    context.redraw_within(kSecondClick + 0.01);
    if (asks) bench.discard(0);
  }
  tooltip(context, "Throws this text away for good: click twice.");
  if (!bench.offers().empty()) {
    ImGui::SetCursorScreenPos({rect.right() - inset - discard - between - restore, y});
    if (button(context, "restore", "Restore", ButtonStyle::accent_b, {restore, 0})) {
      bench.discard_until = 0;
      if (const auto done = bench.restore(context.session, side, 0); !done) context.say(done.error().message);
    }
    tooltip(context,
            "Shows this text in the editor. It was not saved when its window was closed, or when another kernel "
            "was chosen.");
  }
  const float below = height + context.px(8);
  context.area.y += below;
  context.area.height -= below;
  ImGui::SetCursorScreenPos({context.area.x, context.area.y});
}

void EditorView::say(PanelContext& context, const Result<void>& done) {
  if (!done) context.say(done.error().message);
}

void EditorView::draw(PanelContext& context) {
  Workbench& bench = *context.workbench;
  const Side side = bench.side();
  draw_offer(context, side);
  Document* document = bench.document(context.session, side);
  if (document == nullptr) return;
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});
  draw_bar(context, *document, side);
  draw_files(context, *document, side);
  draw_tile(context, *document, side);
  const SideView& view = context.session.side(side);
  // At another text's lines a message would be wrong.
  const bool is_made = !context.session.runs().side(side).pending && document->is_as_shown();
  messages_.clear();
  if (is_made) messages_ = editor_messages(context.session, side, document->shown);
  fault_run_ = is_made ? view.run : nullptr;
  margin_.read(context.session, side, document->source.text);
  const float top = cursor().y;
  const Rect whole{context.area.x, top, context.area.width, context.area.bottom() - top};
  const float row = control_height(context);
  if (whole.height >= 2 * row) {
    const float wanted = draw_notes(context, *document, side, whole, true);
    float notes = std::min(wanted, std::round(whole.height * kNotesShare));
    // Their room stays while the text is made anew: it must not jump at every key.
    if (!is_made && notes_of_ == document->draft) notes = std::max(notes, std::min(notes_height_, whole.height / 2));
    notes_height_ = notes;
    notes_of_ = document->draft;
    const float between = notes > 0 ? context.px(8) : 0;
    draw_text(context, *document, side, {whole.x, whole.y, whole.width, whole.height - notes - between});
    if (notes > 0) {
      draw_notes(context, *document, side, {whole.x, whole.bottom() - notes, whole.width, notes}, false);
    }
  }
  ImGui::PopStyleVar();
}

/// The name, what becomes of the text, and how the editor stands.
void EditorView::draw_bar(PanelContext& context, Document& document, Side side) {
  Workbench& bench = *context.workbench;
  Session& session = context.session;
  const float row = control_height(context), between = context.px(5), y = cursor().y - context.px(4);
  float right = context.area.right();
  const auto put = [&](const char* id, std::string_view label, std::string_view words, ButtonStyle style) {
    const float width = std::ceil(text_size(context.fonts.body, label).x + context.px(18));
    right -= width;
    ImGui::SetCursorScreenPos({right, y});
    const bool clicked = button(context, id, label, style, {width, row});
    tooltip(context, words);
    right -= between;
    return clicked;
  };
  if (put("done", "Done", action_words(action("close"), "Leave the editor; the text stays as it is"),
          ButtonStyle::normal))
    bench.close();
  const bool wide = context.view.wide_editor;
  if (put("wide", wide ? "Narrow" : "Wide",
          wide ? "Gives the explanation its place back."
               : "Room for 80 columns where the window has it; the explanation makes way.",
          ButtonStyle::normal)) {
    context.view.wide_editor = !wide;
  }
  if (session.comparing() && !has_same_text(session)) {
    static constexpr std::string_view kSides[] = {"A", "B"};
    const float width = context.px(64);
    right -= width;
    ImGui::SetCursorScreenPos({right, y});
    const auto clicked =
        segments(context, "side", kSides, side == Side::a ? 0 : 1, "Whose text is edited.", accent_style(side), width);
    if (clicked) bench.open(session, *clicked == 0 ? Side::a : Side::b);
    right -= between;
  }
  const std::string name = document.name() + (document.is_unsaved() ? " •" : "");
  ImFont* font = context.fonts.heading;
  const float room_left = std::max(right - context.area.x, context.px(20));
  const std::string shown = shortened_within(font, name, room_left);
  const ImVec2 size = text_size(font, shown);
  const Rect words = text_at(context, font, context.theme.text, {context.area.x, y + (row - size.y) / 2}, shown);
  ImGui::SetCursorScreenPos({words.x, y});
  hover_area("name", {words.width, row});
  tooltip(context,
          fmt::format("{}\n{}", origin_words(document),
                      document.is_unsaved() ? "Not saved. It is kept nevertheless: after a crash the next start "
                                              "offers it."
                                            : "As saved."));
  // What becomes of it, where there is room.
  const SideRun& made = session.runs().side(side);
  std::string_view state;
  Colour colour = context.theme.text_muted;
  if (document.compile.waits() || made.pending) {
    state = document.compile.waits() ? "compiling …" : making_words(session, side);
  } else if (made.failure && made.failure->cancelled) {
    state = "cancelled";
  } else if (made.failure) {
    state = "not drawn: see below";
    colour = context.theme.bad;
  }
  const float state_width = text_size(context.fonts.small, state).x;
  if (!state.empty() && words.right() + context.px(12) + state_width <= right) {
    text_at(context, context.fonts.small, colour,
            {words.right() + context.px(12), y + (row - font_size(context.fonts.small)) / 2}, state);
  }
  ImGui::SetCursorScreenPos({context.area.x, y + row + context.px(6)});
}

void EditorView::draw_files(PanelContext& context, Document& document, Side side) {
  Workbench& bench = *context.workbench;
  Session& session = context.session;
  Flow flow(context);
  const std::string saves = document.source.path.empty()
                                ? "Save the text as a file of your own; the catalogue's kernel stays as it is"
                                : fmt::format("Save it to {}", document.source.path);
  for (const std::string_view id : {"open", "save", "save as"}) {
    const Action& one = action(id);
    const float width = flow_width(context, one.label);
    flow.place(width);
    action_button(context, one, ButtonStyle::normal, {width, 0}, id == "save" ? saves : "");
  }
  const bool asks = context.time < revert_until_ && document.is_unsaved();
  if (asks) context.redraw_within(revert_until_ - context.time + 0.01);
  if (flow_button(context, flow, "revert", asks ? "Revert: sure?" : "Revert",
                  !document.is_unsaved() ? ButtonStyle::disabled : (asks ? ButtonStyle::accent_a : ButtonStyle::normal),
                  document.source.path.empty()
                      ? "Back to the catalogue's text. What was typed is thrown away: click twice."
                      : "Back to the saved text. What was typed is thrown away: click twice.")) {
    if (asks) {
      bench.revert(session, side);
      revert_until_ = 0;
    } else {
      revert_until_ = context.time + kSecondClick;
      context.redraw_within(kSecondClick + 0.01);
    }
  }
  if (!bench.recent().empty()) {
    std::vector<MenuLine> lines;
    for (const auto& file : bench.recent()) lines.push_back({file.filename().string(), file.parent_path().string()});
    const float width = context.px(102);
    flow.place(width);
    const auto chosen = menu(context, "recent", "Recent", lines, width);
    tooltip(context, "Opens one of the files that were opened or saved last.");
    if (chosen) {
      const std::filesystem::path file = bench.recent()[static_cast<std::size_t>(*chosen)];
      say(context, bench.open_file(session, side, file));
    }
  }
  flow.end();
}

/// Which shared array is the tile, and how long its rows are, where the text leaves that open.
void EditorView::draw_tile(PanelContext& context, Document& document, Side side) {
  auto own = context.session.runs().own_kernel(side);
  if (!own) {
    // While a statement is being typed the text does not compile: the choices of the last one that did stay, so that
    // nothing moves under the cursor.
    const auto& run = context.session.side(side).run;
    const bool is_same = run && run->own && run->own->source.path == document.source.path &&
                         run->own->source.base == document.source.base;
    if (is_same) own = run->own;
  }
  if (!own || own->tiles.empty()) return;
  const std::size_t present = std::min(own->tile, own->tiles.size() - 1);
  const bool takes_row = own->tiles[present].takes_row;
  if (own->tiles.size() < 2 && !takes_row) return;
  Workbench& bench = *context.workbench;
  Flow flow(context);
  const auto label = [&](std::string_view words) {
    const float width = text_size(context.fonts.body, words).x;
    flow.place(width);
    const ImVec2 place = cursor();
    text_at(context, context.fonts.body, context.theme.text_muted,
            {place.x, place.y + (control_height(context) - font_size(context.fonts.body)) / 2}, words);
  };
  if (own->tiles.size() > 1) {
    label("tile");
    std::vector<std::string> names;
    for (const OwnTile& tile : own->tiles) {
      names.push_back(tile.rows > 0 ? fmt::format("{}  {} × {}", tile.name, tile.rows, tile.columns) : tile.name);
    }
    const std::vector<std::string_view> labels(names.begin(), names.end());
    const float width = std::min(context.px(190), context.area.width);
    flow.place(width);
    const auto chosen = drop_down(context, "tile", labels, static_cast<int>(present), width);
    tooltip(context, "Which array in shared memory is drawn as the tile.");
    if (chosen && static_cast<std::size_t>(*chosen) != present) {
      say(context, bench.set_tile(context.session, side, own->tiles[static_cast<std::size_t>(*chosen)].name, 0));
    }
  }
  if (takes_row) {
    label("elements in a row");
    flow.place(context.px(70));
    const auto columns = static_cast<std::int64_t>(own->tiles[present].columns);
    const auto typed = int_field(context, "row", columns, 1, std::max<std::int64_t>(columns, 4096), context.px(70));
    tooltip(context,
            "The text does not say how long a row of the tile is: choose it here, or write it into the text as "
            "// tile: name[rows][columns].");
    if (typed) {
      say(context, bench.set_tile(context.session, side, document.source.tile, static_cast<unsigned>(*typed)));
    }
  }
  flow.end();
}

void EditorView::draw_text(PanelContext& context, Document& document, Side side, const Rect& frame) {
  Workbench& bench = *context.workbench;
  card(context, frame, context.theme.raised);
  const float column = text_size(context.fonts.mono, "0000000000").x / 10;
  const auto digits = static_cast<float>(std::max<std::size_t>(std::to_string(document.starts.size()).size(), 2));
  const float gutter = std::round(column * (digits + 2.4f));
  std::size_t widest = 0;
  for (std::uint32_t line = 1; line <= document.starts.size(); ++line) {
    std::size_t used = 0;
    for (const LineMargin::Word& word : margin_.words(context.theme, line)) used += word.words.size() + 1;
    widest = std::max(widest, used);
  }
  // Room for "32.0" from the start: the text does not move when its figures come and go.
  const float beside = std::round(column * static_cast<float>(std::max<std::size_t>(widest, 5)) + context.px(5));
  const float inset = context.px(4);
  const Rect text{frame.x + gutter, frame.y + inset, std::max(frame.width - gutter - beside, column * 4),
                  std::max(frame.height - 2 * inset, context.px(20))};
  const std::string name = "text of " + document.name();
  const TextEditorView field =
      text_editor(context, name.c_str(), text, document.generation, document.source.text, bench.field);
  const bool hovered = field.hovered;
  if (field.changed) {
    document.typed(context.time);
    context.redraw_within(kCompileAfter);
  }
  if (field.list != nullptr) {
    draw_gutter(context, document, side, field, frame, text.x);
    draw_code_lines(context, field, document.source.text, document.starts, document.tokens);
    draw_beside(context, document, field, frame);
    draw_text_cursor(context, field, bench.field, document.source.text, document.starts);
  }
  if (hovered && !bench.field.has_keyboard) tooltip(context, "Click to type. Every change is compiled and drawn.");
}

/// Numbers, marks, lit lines, and the figures at the right.
void EditorView::draw_gutter(PanelContext& context, const Document& document, Side side, const TextEditorView& field,
                             const Rect& frame, float text_x) {
  const Theme& theme = context.theme;
  const LineRange range = lines_in_sight(field, document.starts.size());
  const SideView& view = context.session.side(side);
  const bool as_shown = document.is_as_shown() && margin_.run(side) == view.run;
  const std::uint32_t lit = as_shown && view.state ? view.state->request.source_line : 0;
  const Focus focus = context.session.focus(side);
  const std::size_t cursor_line = place_of(document.source.text, document.starts, context.workbench->field.cursor).line;
  ImFont* font = context.fonts.mono;
  const float size = font_size(font);
  const PainterClip clip(context.painter, {frame.x, field.shown.y, frame.width, field.shown.height});
  for (std::size_t index = range.first; index < range.end; ++index) {
    const auto line = static_cast<std::uint32_t>(index + 1);
    const float y = std::floor(field.origin.y + field.row * static_cast<float>(index));
    const bool is_typed_at = context.workbench->field.has_keyboard && index == cursor_line;
    const bool has_error = std::any_of(messages_.begin(), messages_.end(),
                                       [&](const auto& one) { return one.line == line && one.is_error; });
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
    if (!as_shown) continue;
    float x = frame.right() - context.px(6);
    auto words = margin_.words(theme, line);
    std::reverse(words.begin(), words.end());
    for (const LineMargin::Word& word : words) {
      x -= field.column * static_cast<float>(word.words == "–" ? 1 : word.words.size());
      context.painter.text({font, size}, {x, text_y}, word.colour, word.words);
      x -= field.column;
    }
  }
}

/// The first message of each line behind its text, and what is under the mouse there and in the margins.
void EditorView::draw_beside(PanelContext& context, Document& document, const TextEditorView& field,
                             const Rect& frame) {
  const Side side = context.workbench->side();
  const LineRange range = lines_in_sight(field, document.starts.size());
  ImFont* font = context.fonts.small;
  std::size_t said = 0;
  field.list->PushClipRect({field.shown.x, field.shown.y}, {field.shown.right(), field.shown.bottom()}, true);
  for (const EditorMessage& message : messages_) {
    if (message.line == 0 || message.line <= range.first || message.line > range.end || message.line == said) continue;
    said = message.line;
    const std::size_t index = message.line - 1;
    const auto columns = columns_of(line_at(document.source.text, document.starts, index));
    const float x = std::floor(field.origin.x + field.column * (static_cast<float>(columns) + 2));
    const float width = field.shown.right() - x - context.px(6);
    const float y = std::floor(field.origin.y + field.row * static_cast<float>(index));
    if (width < field.column * kLeastBeside) continue;
    const std::string words = shortened(font, message.words.substr(0, message.words.find('\n')), width);
    field.list->AddText(font, font_size(font), {x, std::floor(y + (field.row - font_size(font)) / 2)},
                        message_colour(context.theme, message), words.data(), words.data() + words.size());
    if (context.probe.enabled()) {
      context.probe.item("at line " + std::to_string(message.line) + ": " + words, x, y, width, field.row);
    }
  }
  field.list->PopClipRect();
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
  const float y = std::floor(field.origin.y + field.row * static_cast<float>(index));
  const bool at_left = mouse.x<field.shown.x, at_right = mouse.x> field.shown.right();
  if (!at_left && !at_right) return;
  std::string words = document.is_as_shown() ? margin_.tooltip(line) : std::string();
  const bool goes = !words.empty();
  for (const EditorMessage& message : messages_) {
    if (message.line == line) words += (words.empty() ? "" : "\n\n") + message.words;
  }
  if (words.empty()) return;
  const Rect place = at_left ? Rect{frame.x, y, field.shown.x - frame.x, field.row}
                             : Rect{field.shown.right(), y, frame.right() - field.shown.right(), field.row};
  ImGui::SetCursorScreenPos({place.x, place.y});
  if (hit_area(context, "beside", fmt::format("line {}", line), {place.width, place.height}) && goes) {
    go_to_line(context, side, line);
  }
  tooltip(context, goes ? words + "\n\nClick to go to the warp's next request on this line." : words);
}

/// Messages, and what was assumed; returns the height that all of it needs. `measure`: nothing is drawn.
float EditorView::draw_notes(PanelContext& context, Document& document, Side side, const Rect& frame, bool measure) {
  ImFont* font = context.fonts.body;
  const float inset = context.px(8), between = context.px(4);
  const float width = frame.width - 2 * inset - ImGui::GetStyle().ScrollbarSize;
  const auto own = context.session.runs().own_kernel(side);
  const std::string assumed = own && document.is_as_shown() ? assumed_lines(*own) : std::string();
  const auto words_of = [](const EditorMessage& message) {
    return message.line == 0 ? message.words : fmt::format("line {}: {}", message.line, message.words);
  };
  float height = 0;
  for (const EditorMessage& message : messages_)
    height += wrapped_text_height(font, width, words_of(message)) + between;
  if (own) {
    for (const std::string& note : own->notes) height += wrapped_text_height(font, width, note) + between;
  }
  if (!assumed.empty()) height += control_height(context) + between;
  if (measure) return height <= 0 ? 0 : std::ceil(height + 2 * context.px(6));

  card(context, frame, context.theme.raised);
  if (height <= 0) {
    text_at(context, context.fonts.small, context.theme.text_faint, {frame.x + inset, frame.y + context.px(6)},
            making_words(context.session, side));
    return 0;
  }
  ImGui::SetCursorScreenPos({frame.x, frame.y + context.px(3)});
  begin_child("notes", {frame.width, frame.height - 2 * context.px(3)});
  const float x = frame.x + inset;
  float y = cursor().y + context.px(3);
  for (std::size_t index = 0; index < messages_.size(); ++index) {
    const EditorMessage& message = messages_[index];
    const std::string words = words_of(message);
    ImGui::SetCursorScreenPos({x, y});
    const float used = wrapped_text(context, font, message_colour(context.theme, message), width, words);
    ImGui::SetCursorScreenPos({x, y});
    ImGui::PushID(static_cast<int>(index));
    if (message.line != 0 && hit_area(context, "message", words, {width, used})) {
      context.workbench->field.go_to =
          byte_of(document.source.text, document.starts, message.line, std::max(message.column, 1u));
      if (message.fault != EditorMessage::kNoFault && fault_run_ == context.session.side(side).run) {
        say(context, context.session.player().go_to_fault(side, message.fault));
      }
    }
    if (message.line != 0) {
      tooltip(context, message.fault == EditorMessage::kNoFault
                           ? "Click to put the cursor there."
                           : "Click to put the cursor there and to go to the step at which it happens.");
    }
    ImGui::PopID();
    y += used + between;
  }
  if (own) {
    for (const std::string& note : own->notes) {
      ImGui::SetCursorScreenPos({x, y});
      y += wrapped_text(context, font, context.theme.text_muted, width, note) + between;
    }
  }
  if (!assumed.empty()) {
    ImGui::SetCursorScreenPos({x, y});
    const std::string_view label = "Write launch and buffers into the text";
    const float wanted = std::ceil(text_size(font, label).x + context.px(18));
    if (button(context, "assumed", label, ButtonStyle::selected, {std::min(wanted, width), 0})) {
      context.workbench->put_text(context.session, side, assumed + document.source.text);
      context.workbench->field.go_to = 0;
    }
    tooltip(context, "Puts these lines at the head of the text, where they can be changed:\n\n" + assumed);
    y += control_height(context) + between;
  }
  ImGui::SetCursorScreenPos({x, y});
  ImGui::Dummy({1, 1});
  ImGui::EndChild();
  return height;
}

}  // namespace bankloom::ui
