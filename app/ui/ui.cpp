#include "ui/ui.h"

#if __has_include(<backends/imgui_impl_opengl3.h>)
#include <backends/imgui_impl_opengl3.h>
#else
#include <imgui_impl_opengl3.h>
#endif

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "gfx/gl.h"
#include "ui/actions.h"
#include "ui/fonts.h"
#include "ui/layout/controls.h"
#include "ui/measures.h"
#include "ui/panels/side_style.h"
#include "ui/programs/open_launch.h"
#include "ui/progress_card.h"
#include "ui/style.h"
#include "ui/tile_marks.h"
#include "ui/tile_placement.h"
#include "ui/widgets/widgets.h"

namespace bankloom::ui {
namespace {

constexpr ImGuiWindowFlags kSlotFlags = ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoBackground |
                                        ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings |
                                        ImGuiWindowFlags_NoBringToFrontOnFocus | ImGuiWindowFlags_NoNav |
                                        ImGuiWindowFlags_NoScrollWithMouse;

/// Margins of panels within their slots, in units.
constexpr float kMarginX = 14, kMarginY = 10, kFocusMarginY = 5;

/// Panels of the middle are on the window's own colour, those around it on surfaces.
Colour ground_of(const Theme& theme, Slot slot) {
  return slot == Slot::headline || slot == Slot::tile || slot == Slot::banks ? theme.window : theme.surface;
}

/// Number of lines for the marks of a run's faults in the code.
std::size_t lines_of_faults(const std::vector<simt::Fault>& faults) {
  return static_cast<std::size_t>(
      std::count_if(faults.begin(), faults.end(), [](const simt::Fault& fault) { return fault.source_line != 0; }));
}

/// The lines between a slot and its neighbours, drawn in the present window.
void draw_edges(const PanelContext& context, Slot slot, const Rect& rect) {
  const float thick = std::max(1.0f, std::round(context.scale));
  const auto fill = [&](float x0, float y0, float x1, float y1) {
    context.painter.rect({x0, y0}, {x1, y1}, context.theme.line);
  };
  if (slot == Slot::top) fill(rect.x, rect.bottom() - thick, rect.right(), rect.bottom());
  if (slot == Slot::choice) fill(rect.right() - thick, rect.y, rect.right(), rect.bottom());
  if (slot == Slot::code || slot == Slot::explanation || slot == Slot::details) {
    fill(rect.x, rect.y, rect.x + thick, rect.bottom());
  }
  if (slot == Slot::timeline || slot == Slot::sentence) fill(rect.x, rect.y, rect.right(), rect.y + thick);
}

/// The font and margins of the tabs' titles.
struct TabLook {
  FontUse font, open_font;
  float margin, gap;  ///< units beside a title, between two tabs
  std::size_t lines = 1;
};
/// The first one that fits.
constexpr TabLook kTabLooks[] = {{FontUse::body, FontUse::strong, 8, 4},
                                 {FontUse::body, FontUse::strong, 5, 1},
                                 {FontUse::small, FontUse::small, 5, 0},
                                 {FontUse::small, FontUse::small, 3, 0},
                                 {FontUse::small, FontUse::small, 5, 0, 2}};

/// A tab, as wide as when it is open.
Control tab_box(const PanelEntry& entry, const TabLook& look, bool is_open, const std::function<void()>& choose) {
  const Text widest = Text(entry.title).fonts({look.open_font});
  const auto width = [=](const PanelContext& context) { return widest.width(context) + context.px(2 * look.margin); };
  const auto height = [look](const PanelContext& context) {
    return context.area.height / static_cast<float>(look.lines);
  };
  const auto draw = [=, title = entry.title](PanelContext& context, const Rect& rect) {
    if (press_at(context, rect, "tab", title)) choose();
    Text words(title);
    words.fonts({is_open ? look.open_font : look.font}).align(Align::centre);
    if (!is_open && !ImGui::IsItemHovered()) words.muted();
    const Rect inner = rect.inset(context.px(look.margin), 0);
    text_in(context, inner, words);
    if (!is_open) return;
    card(context, {inner.x, rect.bottom() - context.px(3), inner.width, context.px(2)}, context.theme.text, 0, 1);
  };
  return Control({width, nullptr, height, draw}).tooltip(std::string(entry.help));
}

/// Units of height of the caption.
float caption_units(const FrameRequest& request) {
  return request.caption.empty() ? 0 : 16.0f * static_cast<float>(request.caption.size()) + 12;
}

void upload_fonts() {
#if IMGUI_VERSION_NUM < 19200
  ImGui_ImplOpenGL3_DestroyFontsTexture();
  ImGui_ImplOpenGL3_CreateFontsTexture();
#endif
}

}  // namespace

Result<std::unique_ptr<Ui>> Ui::create(const std::filesystem::path& shader_folder, bool still) {
  TRY(auto painter, ImGuiPainter::create(shader_folder));
  std::unique_ptr<Ui> made(new Ui(std::move(painter), still));
  const ContextScope scope(made->context_);
  if (!ImGui_ImplOpenGL3_Init("#version 330 core"))
    return fail("Dear ImGui cannot use this OpenGL; install Mesa's drivers");
  return made;
}

Ui::Ui(ImGuiPainter painter, bool still) : painter_(std::move(painter)), still_(still) {
  IMGUI_CHECKVERSION();
  // CreateContext() makes the new context the present one only if there is none.
  context_ = ImGui::CreateContext();
  const ContextScope scope(context_);
  ImGuiIO& io = ImGui::GetIO();
  io.IniFilename = nullptr;
  io.LogFilename = nullptr;
  io.ConfigWindowsMoveFromTitleBarOnly = true;
  compositor_.turn_on(!still);
  if (still) io.MousePos = {-FLT_MAX, -FLT_MAX};
  for (const PanelEntry& entry : panels()) {
    panels_.push_back({entry, Side::a, entry.maker.make(Side::a)});
    if (entry.maker.per_side) panels_.push_back({entry, Side::b, entry.maker.make(Side::b)});
  }
}

Ui::~Ui() {
  {
    const ContextScope scope(context_);
    if (ImGui::GetIO().BackendRendererUserData != nullptr) ImGui_ImplOpenGL3_Shutdown();
  }
  panels_.clear();
  ImGui::DestroyContext(context_);
}

void Ui::use_scale(float scale, const Theme& theme) {
  if (scale == font_scale_ && styled_ == theme.name) return;
  if (scale != font_scale_) {
    fonts_ = load_fonts(scale);
    upload_fonts();
    compositor_.forget();
    font_scale_ = scale;
  }
  apply_style(theme, scale);
  styled_ = theme.name;
}

LayoutRequest Ui::wanted_layout(const Session& session, const ViewSettings& view, const FrameRequest& request) const {
  LayoutRequest wanted;
  wanted.width = static_cast<float>(request.size.width);
  wanted.height = static_cast<float>(request.size.height);
  wanted.text_scale = view.text_scale;
  wanted.scale = std::max(request.display_scale, 0.1f) * view.text_scale;
  wanted.comparing = session.comparing();
  wanted.bank_view = view.bank_view;
  if (const auto& run = session.side(Side::a).run) wanted.code_lines = run->source_lines.size();
  std::optional<float> aspect;
  bool has_tile = false;
  for (const Side side : shown_sides(session)) {
    const SideView& shown = session.side(side);
    const auto& faults = shown.facts().faults();
    wanted.code_notes = std::max(wanted.code_notes, lines_of_faults(faults));
    if (!shown.run) continue;
    const auto tile = drawn_tile(*shown.run);
    const auto beyond = tile ? farthest_beyond(faults, *tile) : std::nullopt;
    aspect = std::max(aspect.value_or(0), tile_aspect(*shown.run, beyond));
    wanted.touched_lines = std::max(wanted.touched_lines, touched_lines(*shown.run, shown.facts().kernel_cost()));
    has_tile = has_tile || tile;
  }
  wanted.tile_aspect = aspect.value_or(wanted.tile_aspect);
  if (has_tile) wanted.touched_lines = 0;
  if (!still_ && workbench_.is_open()) wanted.editor = view.wide_editor ? EditorRoom::wide : EditorRoom::narrow;
  wanted.edges = {view.left, view.right, view.lower};
  // The editor needs the other panels, and must be visible.
  if (wanted.editor == EditorRoom::none && request.view.empty()) wanted.focus = view.focus;
  if (wanted.editor != EditorRoom::none) wanted.edges[static_cast<std::size_t>(EdgePanel::right)].is_hidden = false;
  return wanted;
}

float Ui::place_panels(const Session& session, const ViewSettings& view, const FrameRequest& request) {
  LayoutRequest wanted = wanted_layout(session, view, request);
  is_focus_ = wanted.focus != FocusView::off;
  const float wished = wanted.scale;
  layout_ = compute_layout(wanted);
  // The caption and the talk take their height from the foot, in the scale of the rest.
  const float foot = caption_units(request) + (shows_talk(request) ? kTalkStripUnits : 0);
  wanted.height = std::max(1.0f, wanted.height - std::round(foot * layout_.scale));
  if (!is_focus_) {
    wanted.scale = layout_.scale;
    wanted.text_scale = layout_.scale / layout_.base;
  }
  layout_ = compute_layout(wanted);
  return request.view.empty() ? layout_.scale : std::min(wished, std::max(layout_.scale, kLeastScale));
}

void Ui::begin_frame(const FrameRequest& request, const Theme& theme, float scale) {
  ImGuiIO& io = ImGui::GetIO();
  io.DisplaySize = {static_cast<float>(request.size.width), static_cast<float>(request.size.height)};
  io.DisplayFramebufferScale = {1, 1};
  if (request.seconds > 0) io.DeltaTime = static_cast<float>(request.seconds);
  if (io.DeltaTime <= 0) io.DeltaTime = 1.0f / 60;
  use_scale(scale, theme);
  ImGui_ImplOpenGL3_NewFrame();
  ImGui::NewFrame();
  time_ = ImGui::GetTime();
  next_frame_ = std::numeric_limits<double>::infinity();
  painter_.begin_frame(request.size, theme);
  probe_.begin_frame();
  grounds_.clear();
}

PanelContext Ui::make_context(Session& session, ViewSettings& view, const FrameRequest& request, float scale) {
  PanelContext context{
      session, view, theme_of(view.theme), fonts_, painter_, probe_, scale, {}, time_, false, still_, false, {},
      {},      {}};
  // A view alone is shown as requested.
  context.bank_card = request.view.empty() ? layout_.bank_card : view.bank_view == BankView::card;
  // The choice and the top bar are nothing but controls.
  context.without_controls = still_ && !request.view.empty() && request.view != "choice" && request.view != "top";
  context.redraw_within = [this](double seconds) { next_frame_ = std::min(next_frame_, std::max(0.0, seconds)); };
  context.say = [this](std::string sentence) { say(std::move(sentence)); };
  context.draw_above = [this](std::function<void()> draw) { above_.push_back(std::move(draw)); };
  context.in_focus_view = is_focus_;
  context.fitting_text_scale = [this, &session, &request](const ViewSettings& asked) {
    return fitting_scale(wanted_layout(session, asked, request)) / std::max(request.display_scale, 0.1f);
  };
  context.toggle_full_screen = toggle_full_screen_;
  context.tile_words = &tile_words_;
  context.measures = measures_;
  context.advice = advice_;
  context.programs = programs_;
  if (still_) return context;
  context.overlays = &overlays_;
  context.workbench = &workbench_;
  context.talk = &talk_;
  context.thumbnails = thumbnails_;
  context.presenter = &presenter_;
  context.focus = &focus_;
  context.tile_zoom = &tile_zoom_;
  return context;
}

namespace {

/// Whether the user is typing: since the last move of the mouse there was input.
bool is_typing(bool was_typing) {
  const ImGuiIO& io = ImGui::GetIO();
  if (io.MouseDelta.x != 0 || io.MouseDelta.y != 0) return false;
  return was_typing || (io.WantTextInput && !io.InputQueueCharacters.empty());
}

}  // namespace

void Ui::take_input(PanelContext& context) {
  focus_.begin_frame();
  focus_.follow_mouse(ImGui::GetIO().MousePos.x, ImGui::GetIO().MousePos.y);
  // A user who clicks looks at the mouse.
  if (ImGui::IsMouseClicked(0) || ImGui::IsMouseClicked(1)) focus_.leave();
  apply_keys(context);
  context.is_typing = is_typing_ = is_typing(is_typing_);
  if (programs_ != nullptr) {
    overlays_.follow(*programs_);
    open_awaited_launch(context);
    const std::uint64_t changes = programs_->status()->file_changes;
    if (changes != std::exchange(file_changes_, changes)) workbench_.reread(context.session);
  }
  workbench_.follow(context.session, time_, context.redraw_within, context.say);
}

void Ui::frame(Session& session, ViewSettings& view, const FrameRequest& request) {
  const ContextScope scope(context_);
  session.player().set_motion(view.motion == MotionSetting::on ||
                              (view.motion == MotionSetting::desktop && desktop_motion_));
  session.update();
  const Theme& theme = theme_of(view.theme);
  view.text_scale = std::clamp(view.text_scale, kLeastTextScale, kLargestTextScale);
  const float scale = place_panels(session, view, request);
  const Rect window{0, 0, static_cast<float>(request.size.width), static_cast<float>(request.size.height)};
  begin_frame(request, theme, scale);

  PanelContext context = make_context(session, view, request, scale);
  for (auto& words : tile_words_) words.clear();
  if (measures_ != nullptr) measures_->disclose(session.disclosure());
  if (!still_) take_input(context);
  if (measures_ != nullptr) {
    measures_->choose_recording(view.recording);
    // A picture shows existing results and starts nothing; so does a talk, whose texts may be anybody's.
    if (!still_ && !talk_.is_open()) measures_->follow(session, time_, context.redraw_within);
  }
  const float caption = std::round(caption_units(request) * layout_.scale);
  if (request.view.empty()) {
    draw_window(context);
    const float foot = layout_.timeline.bottom();
    if (shows_talk(request)) draw_talk(context, {0, foot, window.width, window.height - foot});
  } else {
    draw_view(context, request.view, {0, 0, window.width, window.height - caption});
  }
  draw_above(window);
  if (caption > 0) draw_caption(context, request.caption, {0, window.height - caption, window.width, caption});
  if (!still_) {
    if (request.view.empty()) {
      begin_panel("progress");
      draw_progress(context, layout_);
    }
    begin_panel("overlay", 1);
    overlays_.draw(context, window);
    begin_panel("focus");
    draw_focus(context);
    presenter_.draw(context, window);
  }
  if (session.end_frame()) next_frame_ = 0;
  render(request, theme);
}

void Ui::render(const FrameRequest& request, const Theme& theme) {
  ImGui::Render();
  const auto width = static_cast<float>(request.size.width), height = static_cast<float>(request.size.height);
  // Behind all others, for areas outside the slots.
  grounds_.insert(grounds_.begin(), Ground{{0, 0, width, height}, theme.window, {}});
  compositor_.draw(*ImGui::GetDrawData(), grounds_, request.size, request.holds_last);
}

void Ui::draw_anew() {
  const ContextScope scope(context_);
  draw_everything(*ImGui::GetDrawData(), grounds_);
}

void Ui::draw_window(PanelContext& context) {
  static constexpr Slot kSlots[] = {Slot::top,  Slot::choice,      Slot::headline, Slot::tile,    Slot::banks,
                                    Slot::code, Slot::explanation, Slot::timeline, Slot::details, Slot::sentence};
  for (const Slot slot : kSlots) {
    for (const Side side : shown_sides(context.session)) {
      draw_slot(context, slot, side, layout_.of(slot, index_of(side)));
    }
  }
  draw_splitters(context);
}

void Ui::draw_splitters(PanelContext& context) {
  static constexpr std::string_view kActions[] = {"left panel", "right panel", "lower panel"};
  static constexpr std::string_view kHelp =
      "Drag this to make the panel larger or smaller; a double click gives it its usual size. One key hides the panel "
      "and shows it again";
  /// Units that an arrow key moves it by.
  constexpr float kStep = 20;
  // A picture has nothing to drag.
  if (still_) return;
  for (const Splitter& splitter : layout_.splitters) {
    const std::string_view name = kActions[static_cast<std::size_t>(splitter.panel)];
    begin_above(fmt::format("##{}", name).c_str(), splitter.rect);
    begin_panel(name);
    PanelExtent& extent = edge_of(context.view, splitter.panel);
    const PanelExtent before = extent;
    const SplitterUse used = splitter_area(context, splitter, action_text(action(name), kHelp));
    if (used.is_taken) dragged_from_ = extent;
    if (used.is_clicked) extent.is_hidden = false;
    if (used.is_reset) extent = {};
    if (used.steps != 0) extent = splitter.extent_at(splitter.at + static_cast<float>(used.steps) * context.px(kStep));
    if (used.dragged_to) extent = splitter.extent_at(*used.dragged_to);
    // A hidden panel reappears in its previous size.
    if (extent.is_hidden) extent.units = used.dragged_to && dragged_from_ ? dragged_from_->units : before.units;
    if (extent != before) context.redraw_within(0);
    ImGui::End();
  }
}

void Ui::draw_view(PanelContext& context, std::string_view id, const Rect& rect) {
  std::vector<PlacedPanel*> shown;
  for (PlacedPanel& placed : panels_) {
    if (placed.entry.id == id && is_shown(context.session, placed.side)) shown.push_back(&placed);
  }
  const float width = std::round(rect.width / static_cast<float>(shown.size()));
  Rect part{rect.x, rect.y, width, rect.height};
  for (PlacedPanel* placed : shown) {
    if (placed == shown.back()) part.width = rect.right() - part.x;
    const std::string window = fmt::format("##{}", side_name(placed->side));
    draw_panel(context, *placed, part.inset(context.px(kMarginX + 4), context.px(kMarginY + 4)), window, part);
    part.x += width;
  }
}

void Ui::draw_slot(PanelContext& context, Slot slot, Side side, const Rect& rect) {
  std::vector<PlacedPanel*> tabs;
  for (PlacedPanel& placed : panels_) {
    if (placed.entry.slot == slot && placed.side == side) tabs.push_back(&placed);
  }
  if (rect.empty() || tabs.empty()) return;
  PlacedPanel* shown = tabs.front();
  const float margin = slot == Slot::top ? 0 : (context.in_focus_view ? kFocusMarginY : kMarginY);
  Rect area = rect.inset(context.px(kMarginX), context.px(margin)), body = rect;
  if (tabs.size() > 1) {
    // The tabs' bar has a window of its own above this one.
    const float height = std::round(context.px(34));
    shown = draw_tabs(context, tabs, {rect.x, rect.y, rect.width, height});
    body = {rect.x, rect.y + height, rect.width, rect.height - height};
    area = body.inset(context.px(kMarginX), context.px(4));
  }
  draw_panel(context, *shown, area, fmt::format("##{}{}", shown->entry.id, side_name(side)), body);
}

void Ui::draw_above(const Rect& window) {
  if (above_.empty()) return;
  ImGui::SetNextWindowPos({window.x, window.y});
  ImGui::SetNextWindowSize({window.width, window.height});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 0.0f);
  // A window that is never brought to the front begins behind all others.
  constexpr ImGuiWindowFlags kFlags = (kSlotFlags & ~ImGuiWindowFlags_NoBringToFrontOnFocus) |
                                      ImGuiWindowFlags_NoInputs | ImGuiWindowFlags_NoFocusOnAppearing;
  if (ImGui::Begin("##above", nullptr, kFlags)) {
    probe_.begin_panel("above");
    for (const auto& draw : above_) draw();
  }
  ImGui::End();
  ImGui::PopStyleVar(2);
  above_.clear();
}

/// The same for a small one above the slots, without a background.
void Ui::begin_above(const char* name, const Rect& rect) {
  ImGui::SetNextWindowPos({rect.x, rect.y});
  ImGui::SetNextWindowSize({rect.width, rect.height});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 0.0f);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowMinSize, {1, 1});
  // A window that is never brought to the front begins behind all others.
  ImGui::Begin(name, nullptr,
               (kSlotFlags & ~ImGuiWindowFlags_NoBringToFrontOnFocus) | ImGuiWindowFlags_NoFocusOnAppearing);
  ImGui::PopStyleVar(3);
}

/// Begins a window of Dear ImGui that is only a place; its ground is cleared, not drawn. Returns false if nothing in it
/// is visible; End() is called all the same.
bool Ui::begin_bare(const char* name, const Rect& rect, Colour ground) {
  ImGui::SetNextWindowPos({rect.x, rect.y});
  ImGui::SetNextWindowSize({rect.width, rect.height});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 0.0f);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, 0.0f);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowMinSize, {1, 1});
  grounds_.push_back({rect, ground, name});
  const bool visible = ImGui::Begin(name, nullptr, kSlotFlags);
  ImGui::PopStyleVar(4);
  return visible;
}

void Ui::draw_panel(PanelContext& context, PlacedPanel& placed, const Rect& area, const std::string& window,
                    const Rect& slot) {
  const PanelEntry& entry = placed.entry;
  if (area.empty()) return;
  if (begin_bare(window.c_str(), slot, ground_of(context.theme, entry.slot))) {
    push_font(context.fonts.body);
    context.area = area;
    std::string name(entry.id);
    if (entry.maker.per_side && context.session.comparing()) name += placed.side == Side::a ? "/a" : "/b";
    begin_panel(name);
    Drawing([&](const Rect&) { placed.panel->draw(context); }).draw(context, area);
    ImGui::PopFont();
    draw_edges(context, entry.slot, slot);
  }
  ImGui::End();
}

Ui::PlacedPanel* Ui::draw_tabs(PanelContext& context, std::vector<PlacedPanel*> tabs, const Rect& rect) {
  // A tab that does not apply stays chosen: it is open again when it applies.
  std::erase_if(tabs,
                [&](const PlacedPanel* tab) { return tab->entry.applies != nullptr && !tab->entry.applies(context); });
  const auto open =
      std::find_if(tabs.begin(), tabs.end(), [&](const PlacedPanel* tab) { return tab->entry.id == context.view.tab; });
  PlacedPanel* shown = open == tabs.end() ? tabs.front() : *open;
  begin_bare("##tabs", rect, context.theme.surface);
  context.area = rect.inset(context.px(kMarginX), 0);
  begin_panel("tabs");
  draw_edges(context, Slot::timeline, rect);
  draw_edges(context, Slot::details, rect);
  std::vector<std::function<Box()>> forms;
  for (const TabLook& look : kTabLooks) {
    forms.emplace_back([&context, &tabs, &look, &shown, lit = shown] {
      std::vector<Row> rows(look.lines);
      for (std::size_t i = 0; i < tabs.size(); ++i) {
        rows[i * look.lines / tabs.size()].gap(look.gap).add(
            tab_box(tabs[i]->entry, look, tabs[i] == lit, [&context, &shown, tab = tabs[i]] {
              shown = tab;
              context.view.tab = tab->entry.id;
            }));
      }
      Column lines;
      lines.gap(0);
      for (const Row& row : rows) lines.add(row);
      return lines;
    });
  }
  // The first title begins at the panels' left edge.
  const float from = context.area.x - context.px(6);
  FirstOf(std::move(forms)).draw(context, {from, rect.y, rect.right() - from, rect.height});
  ImGui::End();
  return shown;
}

bool Ui::shows_talk(const FrameRequest& request) const {
  return talk_.is_open() && !still_ && !is_focus_ && request.view.empty();
}

void Ui::draw_talk(PanelContext& context, const Rect& rect) {
  begin_bare("##talk", rect, context.theme.surface);
  push_font(context.fonts.body);
  begin_panel("talk");
  context.area = rect.inset(context.px(kMarginX), context.px(8));
  talk_strip_.draw(context);
  context.painter.rect({rect.x, rect.y}, {rect.right(), rect.y + std::max(1.0f, std::round(context.scale))},
                       context.theme.line);
  ImGui::PopFont();
  ImGui::End();
}

void Ui::draw_caption(PanelContext& context, const std::vector<std::string>& lines, const Rect& rect) {
  begin_bare("##caption", rect, context.theme.surface);
  probe_.begin_panel("caption");
  context.area = rect.inset(context.px(kMarginX), 0);
  context.painter.rect({rect.x, rect.y}, {rect.right(), rect.y + std::max(1.0f, context.px(1))}, context.theme.line);
  float y = rect.y + (rect.height - 16.0f * context.scale * static_cast<float>(lines.size())) / 2;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    text_at(context, context.fonts.small, i == 0 ? context.theme.text : context.theme.text_muted,
            {context.area.x, std::round(y)}, shortened(context.fonts.small, lines[i], context.area.width));
    y += 16.0f * context.scale;
  }
  ImGui::End();
}

void Ui::begin_panel(std::string_view name, int layer) {
  probe_.begin_panel(name);
  focus_.begin_panel(name, layer);
}

void Ui::apply_keys(PanelContext& context) {
  for (const KeyPress& press : std::exchange(keys_, {})) {
    const bool is_edited = workbench_.is_typing(), is_searched = workbench_.is_open() && workbench_.search.has_keyboard;
    const KeyUse use = is_edited ? KeyUse::text : (focus_.is_on_control() ? KeyUse::control : KeyUse::window);
    const Action* found = action_of(press, use);
    if (found == nullptr || !is_enabled(*found, context)) continue;
    // During input, letters are letters; Ctrl with them, Esc and Tab are the editor's.
    const bool types = ImGui::GetIO().WantTextInput, is_escape = press.key == Key::escape;
    const bool is_letter = !press.control && !is_escape && press.key != Key::tab;
    const bool is_editors = found->while_typing && !(types && is_letter);
    const bool ends_dialog = overlays_.open() == Overlays::Open::file && is_escape;
    const bool leaves_field = press.key == Key::tab || ends_dialog || (is_searched && is_editors);
    if (is_edited ? !is_editors : types && !leaves_field) continue;
    found->run(context);
  }
}

}  // namespace bankloom::ui
