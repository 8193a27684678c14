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

#include "core/base/language.h"
#include "core/wording/text.h"
#include "gfx/fonts.h"
#include "gfx/gl.h"
#include "ui/actions.h"
#include "ui/measures.h"
#include "ui/panels/side_style.h"
#include "ui/programs/open_launch.h"
#include "ui/progress_card.h"
#include "ui/result_card.h"
#include "ui/style.h"
#include "ui/tile_marks.h"
#include "ui/tile_placement.h"
#include "ui/widgets/widgets.h"

namespace bankloom::ui {
namespace {

/// Number of lines for the marks of a run's faults in the code.
std::size_t lines_of_faults(const std::vector<simt::Fault>& faults) {
  return static_cast<std::size_t>(
      std::ranges::count_if(faults, [](const simt::Fault& fault) { return fault.source_line != 0; }));
}

/// Begins a bare window above the slots: one that is never brought to the front begins behind all others.
bool begin_above(const char* name, const Rect& rect, ImGuiWindowFlags flags = 0) {
  return begin_bare(name, rect, flags | ImGuiWindowFlags_NoFocusOnAppearing);
}

/// Frames until windows that are as wide as their text, such as tooltips, have seen that of new fonts.
constexpr int kFramesAfterFonts = 2;
/// Units above and below a broken caption together.
constexpr float kCaptionMargin = 12;

/// Units of height of the caption.
float caption_units(const FrameRequest& request) {
  return request.caption.empty() ? 0 : 16.0f * static_cast<float>(request.caption.size()) + 12;
}

Column broken_caption(const std::vector<std::string>& lines) {
  Column column;
  column.gap(2);
  for (const std::string& line : lines) {
    Text words(line);
    words.small().wrap();
    if (&line != &lines.front()) words.muted();
    column.add(words);
  }
  return column;
}

/// `broken`: the same lines, broken; null: a line is shortened.
void draw_caption(PanelContext& context, std::vector<Ground>& grounds, const std::vector<std::string>& lines,
                  const Box* broken, const Rect& rect) {
  begin_on_ground(grounds, "##caption", rect, context.theme.surface);
  context.probe.begin_panel("caption");
  context.area = rect.inset(context.px(kPanelMarginX), 0);
  context.painter.rect({rect.x, rect.y}, {rect.right(), rect.y + std::max(1.0f, context.px(1))}, context.theme.line);
  float y = rect.y + (rect.height - 16.0f * context.scale * static_cast<float>(lines.size())) / 2;
  if (broken != nullptr)
    broken->draw(context, rect.inset(context.px(kPanelMarginX + 4), context.px(kCaptionMargin / 2)));
  for (std::size_t i = 0; i < lines.size() && broken == nullptr; ++i) {
    text_at(context, context.fonts.small, i == 0 ? context.theme.text : context.theme.text_muted,
            {context.area.x, std::round(y)}, shortened(context.fonts.small, lines[i], context.area.width));
    y += 16.0f * context.scale;
  }
  ImGui::End();
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
  met_.watch();
  io.ConfigWindowsMoveFromTitleBarOnly = true;
  compositor_.turn_on(!still);
  if (still) io.MousePos = {-FLT_MAX, -FLT_MAX};
  slots_.emplace();
}

Ui::~Ui() {
  {
    const ContextScope scope(context_);
    if (ImGui::GetIO().BackendRendererUserData != nullptr) ImGui_ImplOpenGL3_Shutdown();
  }
  slots_.reset();
  ImGui::DestroyContext(context_);
}

void Ui::use_scale(float scale, const Theme& theme) {
  const bool lacks_characters = met_.take_new();
  if (scale == font_scale_ && styled_ == theme.name && !lacks_characters) return;
  if (scale != font_scale_ || lacks_characters) {
    fonts_ = load_fonts(scale, met_);
    new_fonts_ = kFramesAfterFonts;
    upload_fonts();
    compositor_.forget();
    font_scale_ = scale;
  }
  apply_style(theme, scale);
  styled_ = theme.name;
  if (!met_.has_wide() || still_ || std::exchange(has_looked_for_chinese_, true)) return;
  if (!gfx::find_font(gfx::FontFace::chinese)) {
    say("No font has Chinese characters, which are shown as '?'; install the package fonts-wqy-microhei.");
  }
}

LayoutRequest Ui::wanted_layout(const Session& session, const ViewSettings& view, const FrameRequest& request) const {
  LayoutRequest wanted{.width = static_cast<float>(request.size.width),
                       .height = static_cast<float>(request.size.height),
                       .scale = std::max(request.display_scale, 0.1f) * view.text_scale,
                       .comparing = session.comparing(),
                       .bank_view = view.bank_view,
                       .text_scale = view.text_scale};
  if (const auto& run = session.side(Side::a).run) wanted.code_lines = run->source_lines.size();
  wanted.has_banner = !still_ && !workbench_.offers().empty();
  std::optional<float> aspect;
  bool has_tile = false;
  for (const Side side : shown_sides(session)) {
    const SideView& shown = session.side(side);
    const auto& faults = shown.facts().faults();
    wanted.code_notes = std::max(wanted.code_notes, lines_of_faults(faults));
    if (!shown.run) continue;
    const auto tile = drawn_tile(*shown.run);
    // In a lesson what is known once it is answered does not move the pictures.
    const auto beyond = tile && !lesson_.is_open() ? farthest_beyond(faults, *tile) : std::nullopt;
    aspect = std::max(aspect.value_or(0), tile_aspect(*shown.run, beyond));
    if (!lesson_.is_open())
      wanted.touched_lines = std::max(wanted.touched_lines, touched_lines(*shown.run, shown.facts().kernel_cost()));
    has_tile = has_tile || tile;
  }
  wanted.tile_aspect = aspect.value_or(wanted.tile_aspect);
  if (has_tile) wanted.touched_lines = 0;
  if (!still_ && workbench_.is_open()) wanted.editor = view.wide_editor ? EditorRoom::wide : EditorRoom::narrow;
  wanted.has_lesson = !still_ && lesson_.is_open();
  wanted.edges = {view.left, view.right, view.lower};
  wanted.shows_threads = session.scene().subject == Subject::threads && request.view.empty();
  wanted.has_banks = session.disclosure().mentions(FactKind::banks);
  wanted.has_details = session.disclosure().mentions(FactKind::time);
  // What is below the tiles tells of memory.
  if (wanted.shows_threads) wanted.edges[static_cast<std::size_t>(EdgePanel::lower)].is_hidden = true;
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
  if (request.keeps_scale && !request.view.empty()) return wished;
  return request.view.empty() ? layout_.scale : std::min(wished, std::max(layout_.scale, kLeastScale));
}

void Ui::say_capped_text(const ViewFlags& flags, const ViewSettings& view, float display_scale) {
  using namespace wording;
  const auto flag = flags.find("--text-scale");
  const float drawn = layout_.scale / std::max(display_scale, 0.1f);
  if (flag == flags.end() || !flag->second) return;
  if (view.focus != FocusView::off || drawn >= view.text_scale - 0.005f) return;
  say(bankloom::say("Text at {wanted} % does not fit in this window: it is drawn at {drawn} %.",
                    "wanted"_a = fmt::format("{:.0f}", view.text_scale * 100),
                    "drawn"_a = fmt::format("{:.0f}", drawn * 100)));
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
  PanelContext context{services, session,
                       view,     theme_of(view.theme, view.palette),
                       fonts_,   request.painter != nullptr ? *request.painter : painter_,
                       probe_,   scale,
                       {},       time_,
                       false,    still_,
                       false,    {},
                       {},       {}};
  // A view alone is shown as requested.
  context.bank_card = request.view.empty() ? layout_.bank_card : view.bank_view == BankView::card;
  // The choice and the top bar are nothing but controls.
  context.without_controls = still_ && !request.view.empty() && request.view != "choice" && request.view != "top";
  context.on_paper = request.keeps_scale && !request.view.empty();
  context.redraw_within = [this](double seconds) { next_frame_ = std::min(next_frame_, std::max(0.0, seconds)); };
  context.say = [this](std::string sentence) { say(std::move(sentence)); };
  context.draw_above = [this](std::function<void()> draw) { above_.push_back(std::move(draw)); };
  context.in_window = request.view.empty();
  context.in_focus_view = is_focus_;
  context.fitting_text_scale = [this, &session, &request](const ViewSettings& asked) {
    return fitting_scale(wanted_layout(session, asked, request)) / std::max(request.display_scale, 0.1f);
  };
  context.tile_words = &tile_words_;
  if (still_) return context;
  context.overlays = &overlays_;
  context.workbench = &workbench_;
  context.lesson = &lesson_;
  context.tour = &tour_;
  context.talk = &talk_;
  context.presenter = &presenter_;
  context.focus = &focus_;
  context.tile_zoom = &tile_zoom_;
  context.history = &history_;
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
  overlays_.pointed_panel = {};
  context.is_typing = is_typing_ = is_typing(is_typing_);
  if (services.programs != nullptr) {
    overlays_.follow(*services.programs);
    open_awaited_launch(context);
    open_costliest_launch(context);
    const std::uint64_t changes = services.programs->status()->file_changes;
    if (changes != std::exchange(file_changes_, changes)) workbench_.reread(context.session);
  }
  workbench_.follow(context.session, time_, context.redraw_within, context.say);
  if (!lesson_.is_open()) history_.follow(context.session);
}

void Ui::follow_language(const ViewSettings& view) {
  if (still_ || services.languages.empty() || language_ == view.language) return;
  language_ = view.language;
  const auto chosen =
      set_language(view.language.empty() ? language_of_environment(languages_in(services.languages)) : view.language,
                   services.languages);
  if (!chosen) say(chosen.error().message);
  if (services.programs == nullptr) return;
  // What a build failed with is said in the language that was chosen then.
  const auto status = services.programs->status();
  if (status->stage == ProgramStage::idle && status->failure && status->is_watched &&
      status->failure->code == ErrorCode::does_not_compile) {
    services.programs->again(status->is_whole);
  }
}

void Ui::frame(Session& session, ViewSettings& view, const FrameRequest& request) {
  const ContextScope scope(context_);
  follow_language(view);
  session.player().set_motion(view.motion == MotionSetting::on ||
                              (view.motion == MotionSetting::desktop && services.desktop_motion));
  session.update();
  if (lesson_.follow(session)) next_frame_ = 0;
  const Theme& theme = theme_of(view.theme, view.palette);
  view.text_scale = std::clamp(view.text_scale, kLeastTextScale, kLargestTextScale);
  const float scale = place_panels(session, view, request);
  const Rect window{0, 0, static_cast<float>(request.size.width), static_cast<float>(request.size.height)};
  begin_frame(request, theme, scale);

  PanelContext context = make_context(session, view, request, scale);
  for (auto& words : tile_words_) words.clear();
  if (services.measures != nullptr) services.measures->disclose(session.disclosure());
  if (!still_) take_input(context);
  if (services.measures != nullptr) {
    services.measures->choose_recording(view.recording);
    // A picture shows existing results and starts nothing; so does a talk, whose texts may be anybody's.
    if (!still_ && !talk_.is_open()) services.measures->follow(session, time_, context.redraw_within);
  }
  // On paper nothing is cut: a line of the caption is broken.
  const Box broken = request.keeps_scale ? broken_caption(request.caption) : Box();
  const float caption = request.keeps_scale && !request.caption.empty()
                            ? std::ceil(broken.height(context, window.width - 2 * context.px(kPanelMarginX + 4)) +
                                        context.px(kCaptionMargin))
                            : std::round(caption_units(request) * layout_.scale);
  caption_height_ = caption;
  if (request.view.empty()) {
    draw_window(context);
    draw_result(context, layout_);
    if (!still_ && !is_focus_) tour_.draw(context, layout_);
    const float foot = layout_.timeline.bottom();
    if (shows_talk(request)) draw_talk(context, {0, foot, window.width, window.height - foot});
  } else {
    slots_->draw_views(context, grounds_, request.view, {0, 0, window.width, window.height - caption});
  }
  draw_above(window);
  if (caption > 0) {
    const Rect foot{0, window.height - caption, window.width, caption};
    draw_caption(context, grounds_, request.caption, request.keeps_scale ? &broken : nullptr, foot);
  }
  if (!still_) {
    if (request.view.empty()) {
      begin_panel(context, "progress");
      draw_progress(context, layout_);
    }
    begin_panel(context, "overlay", 1);
    overlays_.draw(context, window);
    begin_panel(context, "focus");
    draw_focus(context);
    presenter_.draw(context, window);
  }
  if (session.end_frame() || lacks_characters() || new_fonts_ > 0) next_frame_ = 0;
  new_fonts_ = std::max(0, new_fonts_ - 1);
  render(request, theme);
}

void Ui::render(const FrameRequest& request, const Theme& theme) {
  ImGui::Render();
  const auto width = static_cast<float>(request.size.width), height = static_cast<float>(request.size.height);
  // Behind all others, for areas outside the slots.
  grounds_.insert(grounds_.begin(), Ground{{0, 0, width, height}, theme.window, {}});
  // With question marks for its new characters the frame would only flash.
  if (lacks_characters() && request.holds_last) return;
  compositor_.draw(*ImGui::GetDrawData(), grounds_, request.size, request.holds_last);
}

void Ui::draw_anew() {
  const ContextScope scope(context_);
  draw_everything(*ImGui::GetDrawData(), grounds_);
}

void Ui::draw_window(PanelContext& context) {
  static constexpr Slot kSlots[] = {Slot::top,      Slot::choice,  Slot::headline, Slot::tile,
                                    Slot::banks,    Slot::threads, Slot::code,     Slot::explanation,
                                    Slot::timeline, Slot::details, Slot::sentence};
  for (const Slot slot : kSlots) {
    for (const Side side : shown_sides(context.session)) {
      slots_->draw_slot(context, grounds_, slot, side, layout_.of(slot, index_of(side)));
    }
  }
  draw_splitters(context);
}

void Ui::draw_splitters(PanelContext& context) {
  static constexpr std::string_view kActions[] = {"left panel", "right panel", "lower panel"};
  static constexpr std::string_view kHelp =
      "Drag to make the panel larger or smaller; double-click for its usual size. One key hides the panel and shows "
      "it again";
  /// Units that an arrow key moves it by.
  constexpr float kStep = 20;
  // A picture has nothing to drag.
  if (still_) return;
  for (const Splitter& splitter : layout_.splitters) {
    if (splitter.panel == EdgePanel::lower && !layout_.threads.empty()) continue;
    const std::string_view name = kActions[static_cast<std::size_t>(splitter.panel)];
    begin_above(fmt::format("##{}", name).c_str(), splitter.rect);
    begin_panel(context, name);
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

void Ui::draw_above(const Rect& window) {
  if (above_.empty()) return;
  if (begin_above("##above", window, ImGuiWindowFlags_NoInputs)) {
    probe_.begin_panel("above");
    for (const auto& draw : above_) draw();
  }
  ImGui::End();
  above_.clear();
}

bool Ui::shows_talk(const FrameRequest& request) const {
  return talk_.is_open() && !still_ && !is_focus_ && request.view.empty();
}

void Ui::draw_talk(PanelContext& context, const Rect& rect) {
  begin_on_ground(grounds_, "##talk", rect, context.theme.surface);
  push_font(context.fonts.body);
  begin_panel(context, "talk");
  context.area = rect.inset(context.px(kPanelMarginX), context.px(8));
  talk_strip_.draw(context);
  context.painter.rect({rect.x, rect.y}, {rect.right(), rect.y + std::max(1.0f, std::round(context.scale))},
                       context.theme.line);
  ImGui::PopFont();
  ImGui::End();
}

void Ui::apply_keys(PanelContext& context) {
  for (const KeyPress& press : std::exchange(keys_, {})) {
    const bool is_edited = workbench_.is_typing(), is_searched = workbench_.is_open() && workbench_.search.has_keyboard;
    const KeyUse use = is_edited ? KeyUse::text : (focus_.is_on_control() ? KeyUse::control : KeyUse::window);
    const bool is_exporting = overlays_.open() == Overlays::Open::exporting && !overlays_.export_card().progress;
    if (is_exporting && use == KeyUse::window && press.key == Key::enter && !ImGui::GetIO().WantTextInput) {
      overlays_.export_card().press_return();
      continue;
    }
    const Action* found = action_of(press, use);
    if (found == nullptr || !is_enabled(*found, context)) continue;
    // A film shows what was chosen at its beginning.
    if (overlays_.export_card().progress && press.key != Key::escape) continue;
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
