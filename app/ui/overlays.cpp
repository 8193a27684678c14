#include "ui/overlays.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <vector>

#include "ui/actions.h"
#include "ui/layout.h"
#include "ui/looks.h"
#include "ui/measures.h"
#include "ui/widgets/widgets.h"

namespace bankloom::ui {
namespace {

/// Seconds that a sentence stays, and more for long ones.
constexpr double kToastSeconds = 3.5, kToastSecondsPerLetter = 0.04;
constexpr std::size_t kMostToasts = 3;

/// Steps of the text scale.
constexpr std::array<float, 10> kTextScales{0.75f, 0.85f, 1.0f, 1.15f, 1.3f, 1.5f, 1.75f, 2.0f, 2.25f, 2.5f};

void label(PanelContext& context, std::string_view words, float width) {
  const ImVec2 place = ImGui::GetCursorScreenPos();
  const float height = control_height(context);
  text_at(context, context.fonts.body, context.theme.text,
          {place.x, place.y + (height - font_size(context.fonts.body)) / 2}, words);
  ImGui::Dummy({width, height});
  ImGui::SameLine(0, 0);
}

/// Rows of the settings that measured times need.
std::size_t time_rows(const PanelContext& context) {
  if (context.measures == nullptr) return 0;
  return (context.measures->recordings().empty() ? 0u : 1u) + (context.measures->gpus().size() < 2 ? 0u : 1u);
}

}  // namespace

float changed_text_scale(float scale, int by) {
  std::size_t nearest = 0;
  for (std::size_t i = 1; i < kTextScales.size(); ++i) {
    if (std::abs(kTextScales[i] - scale) < std::abs(kTextScales[nearest] - scale)) nearest = i;
  }
  const auto next = static_cast<std::ptrdiff_t>(nearest) + by;
  return kTextScales[static_cast<std::size_t>(
      std::clamp<std::ptrdiff_t>(next, 0, static_cast<std::ptrdiff_t>(kTextScales.size()) - 1))];
}

void copy_scene(PanelContext& context) {
  const std::string line = scene_to_line(scene_with_looks(context.session, context.view));
  ImGui::SetClipboardText(line.c_str());
  const std::string gap_words = scene_line_gap(context.session.scene());
  context.say("Copied the scene: " + line + (gap_words.empty() ? "" : "\n" + gap_words));
}

void paste_scene(PanelContext& context) {
  const char* words = ImGui::GetClipboardText();
  const auto scene = scene_from_line(words == nullptr ? "" : words);
  if (!scene) {
    context.say("The clipboard holds no scene: " + scene.error().message);
    return;
  }
  ViewSettings view = context.view;
  auto shown = take_looks(scene->looks, view);
  if (shown) shown = context.session.show(*scene);
  if (!shown) {
    context.say("The scene cannot be shown: " + shown.error().message);
    return;
  }
  context.view = std::move(view);
}

void Overlays::say(std::string sentence, double time) {
  const double until = time + kToastSeconds + kToastSecondsPerLetter * static_cast<double>(sentence.size());
  // The same sentence twice is one that stays longer.
  std::erase_if(toasts_, [&](const Toast& toast) { return toast.sentence == sentence; });
  toasts_.push_back({std::move(sentence), until});
  while (toasts_.size() > kMostToasts) toasts_.pop_front();
}

std::optional<PictureRequest> Overlays::take_picture_request() {
  auto request = std::move(wanted_picture_);
  wanted_picture_.reset();
  return request;
}

void Overlays::draw(PanelContext& context, const Rect& window) {
  switch (open_) {
    case Open::nothing:
      break;
    case Open::help:
      draw_help(context, window);
      break;
    case Open::settings:
      draw_settings(context, window);
      break;
    case Open::picture:
      draw_picture(context, window);
      break;
    case Open::file:
      draw_file(context, window);
      break;
  }
  draw_toasts(context, window);
}

bool Overlays::begin_card(PanelContext& context, const char* title, const Rect& rect) {
  // A window behind the card takes the mouse from the panels; a click on it closes the card.
  constexpr ImGuiWindowFlags kBare = ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                                     ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoNav;
  const ImVec2 whole = ImGui::GetIO().DisplaySize;
  ImGui::SetNextWindowPos({0, 0});
  ImGui::SetNextWindowSize(whole);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 0.0f);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, 0.0f);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
  ImGui::PushStyleColor(ImGuiCol_WindowBg, translucent(0xFF000000u, context.theme.is_dark ? 0.55 : 0.35));
  ImGui::Begin("##behind", nullptr, kBare);
  if (ImGui::IsWindowHovered() && ImGui::IsMouseClicked(0)) {
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    if (mouse.x < rect.x || mouse.x > rect.right() || mouse.y < rect.y || mouse.y > rect.bottom()) close();
  }
  ImGui::PopStyleColor();
  ImGui::PopStyleVar(3);
  ImGui::SetCursorScreenPos({rect.x, rect.y});
  ImGui::PushStyleColor(ImGuiCol_ChildBg, context.theme.surface);
  ImGui::PushStyleVar(ImGuiStyleVar_ChildRounding, context.px(10));
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {context.px(22), context.px(16)});
  ImGui::BeginChild("##card", {rect.width, rect.height}, true, ImGuiWindowFlags_NoNav);
  ImGui::PopStyleVar(2);
  ImGui::PopStyleColor();
  context.area = {ImGui::GetCursorScreenPos().x, ImGui::GetCursorScreenPos().y, ImGui::GetContentRegionAvail().x,
                  ImGui::GetContentRegionAvail().y};
  text(context, context.fonts.heading, context.theme.text, title);
  const float side = control_height(context);
  ImGui::SameLine(ImGui::GetCursorPosX() + context.area.width - side, 0);
  if (icon_button(context, "close", Icon::close, "Close (Esc)", ButtonStyle::quiet)) close();
  gap(context, 8);
  return true;
}

void Overlays::end_card() {
  ImGui::EndChild();
  ImGui::End();
}

void Overlays::draw_help(PanelContext& context, const Rect& window) {
  const float width = std::min(context.px(980), window.width - context.px(40));
  const float height = std::min(context.px(660), window.height - context.px(30));
  const Rect rect{std::round(window.x + (window.width - width) / 2),
                  std::round(window.y + (window.height - height) / 2), width, height};
  begin_card(context, "Keys and views", rect);
  const float between = context.px(28), left = std::round(context.area.width * 0.44f);
  const ImVec2 start = ImGui::GetCursorScreenPos();
  const float line = font_size(context.fonts.body) + context.px(8), keys_width = context.px(126);
  float y = start.y;
  for (const Action& one : actions()) {
    if (one.keys.empty()) continue;
    ImGui::SetCursorScreenPos({start.x, y});
    key_hint(context, keys_of(one));
    ImGui::SetCursorScreenPos({start.x + keys_width, y + context.px(1)});
    y += std::max(line, wrapped_text(context, context.fonts.body, context.theme.text, left - keys_width, one.help) +
                            context.px(6));
  }
  const float x = start.x + left + between, right = context.area.right() - x - context.px(8);
  float panel_y = start.y;
  for (const auto& entry : panels()) {
    ImGui::SetCursorScreenPos({x, panel_y});
    text(context, context.fonts.strong, context.theme.text, entry.title);
    panel_y += font_size(context.fonts.strong) + context.px(3);
    ImGui::SetCursorScreenPos({x, panel_y});
    panel_y += wrapped_text(context, context.fonts.body, context.theme.text_muted, right, entry.help) + context.px(10);
  }
  ImGui::SetCursorScreenPos({start.x, std::max(y, panel_y)});
  ImGui::Dummy({1, 1});
  end_card();
}

void Overlays::draw_settings(PanelContext& context, const Rect& window) {
  const float width = std::min(context.px(430), window.width - context.px(20)), row = control_height(context);
  const float rows = 6.0f + static_cast<float>(time_rows(context));
  const float height =
      std::min(std::round(rows * (row + context.px(9)) + context.px(96)), window.height - context.px(20));
  const Rect rect{std::round(window.right() - width - context.px(12)), std::round(window.y + context.px(50)), width,
                  std::min(height, window.height - context.px(60))};
  begin_card(context, "Settings", rect);
  ViewSettings& view = context.view;
  const float labels = context.px(110);
  static constexpr std::array<std::string_view, 3> kThemes{"dark", "light", "projector"};
  label(context, "Theme", labels);
  if (const auto chosen = segmented(context, "theme", kThemes, static_cast<int>(view.theme))) {
    view.theme = static_cast<ThemeName>(*chosen);
  }
  tooltip(context, "Dark, light, or strong colours on white for a projector.");
  gap(context, 9);
  static constexpr std::array<std::string_view, 2> kPalettes{"colour wheel", "ordered"};
  label(context, "Bank colours", labels);
  if (const auto chosen = segmented(context, "palette", kPalettes, static_cast<int>(view.palette))) {
    view.palette = static_cast<Palette>(*chosen);
  }
  tooltip(context, "The ordered palette runs from dark blue to light yellow and suits every kind of colour vision.");
  gap(context, 9);
  label(context, "Text size", labels);
  action_button(context, action("smaller text"), ButtonStyle::normal, {row * 1.4f, 0});
  ImGui::SameLine(0, context.px(3));
  if (button(context, "usual", fmt::format("{:.0f} %", view.text_scale * 100), ButtonStyle::quiet,
             {context.px(74), 0})) {
    view.text_scale = 1;
  }
  tooltip(context, "Back to 100 %");
  ImGui::SameLine(0, context.px(3));
  action_button(context, action("larger text"), ButtonStyle::normal, {row * 1.4f, 0});
  gap(context, 9);
  label(context, "Banks", labels);
  static constexpr std::array<std::string_view, 3> kBankViews{"automatic", "chart", "lane x bank card"};
  if (const auto chosen = segmented(context, "banks", kBankViews, static_cast<int>(view.bank_view))) {
    view.bank_view = static_cast<BankView>(*chosen);
  }
  tooltip(context,
          "What shows the banks: a chart below the tile, or the card with a row per lane and a column per bank. "
          "Automatic: the card where there is room for it beside the tile.");
  gap(context, 9);
  label(context, "Scene", labels);
  const float half = (room(context) - context.px(3)) / 2;
  action_button(context, action("copy scene"), ButtonStyle::normal, {half, 0});
  ImGui::SameLine(0, context.px(3));
  action_button(context, action("paste scene"), ButtonStyle::normal, {half, 0});
  gap(context, 9);
  label(context, "Picture", labels);
  action_button(context, action("picture"), ButtonStyle::normal, {room(context), 0});
  draw_times(context, labels);
  end_card();
}

void Overlays::draw_times(PanelContext& context, float labels) {
  if (context.measures == nullptr) return;
  Measures& measures = *context.measures;
  if (!measures.recordings().empty()) {
    gap(context, 9);
    label(context, "Recording", labels);
    std::vector<std::string_view> titles{"the newest that has the kernel"};
    int chosen = 0;
    for (const auto& choice : measures.recordings()) {
      titles.push_back(choice.title);
      if (choice.name == context.view.recording) chosen = static_cast<int>(titles.size()) - 1;
    }
    if (const auto other = drop_down(context, "recording", titles, chosen)) {
      context.view.recording =
          *other == 0 ? std::string() : measures.recordings()[static_cast<std::size_t>(*other) - 1].name;
    }
    tooltip(context, "Whose times stand where nothing was measured here.");
  }
  const std::vector<DeviceInfo> gpus = measures.gpus();
  if (gpus.size() < 2) return;
  gap(context, 9);
  label(context, "GPU", labels);
  std::vector<std::string> names;
  names.reserve(gpus.size());
  for (const auto& gpu : gpus) names.push_back(fmt::format("{}: {}", gpu.index, gpu.name));
  const std::vector<std::string_view> titles(names.begin(), names.end());
  int chosen = 0;
  for (std::size_t i = 0; i < gpus.size(); ++i) {
    if (gpus[i].index == measures.chosen_gpu()) chosen = static_cast<int>(i);
  }
  if (const auto other = drop_down(context, "gpu", titles, chosen)) {
    measures.choose_gpu(gpus[static_cast<std::size_t>(*other)].index);
    measures.again(context.session);
  }
  tooltip(context, "The GPU to measure on.");
}

void Overlays::draw_picture(PanelContext& context, const Rect& window) {
  const float width = std::min(context.px(520), window.width - context.px(20)), row = control_height(context);
  const float height =
      std::min(std::round(4 * (row + context.px(10)) + context.px(150)), window.height - context.px(20));
  const Rect rect{std::round(window.x + (window.width - width) / 2),
                  std::round(window.y + (window.height - height) / 2), width, height};
  begin_card(context, "Make a picture", rect);
  const float labels = context.px(90);
  std::vector<std::string_view> views{"the whole window"};
  for (const auto& entry : panels()) views.push_back(entry.title);
  label(context, "What", labels);
  if (const auto chosen = drop_down(context, "view", views, picture_view_)) picture_view_ = *chosen;
  tooltip(context, "The whole window, or one view alone at the window's size.");
  gap(context, 10);
  label(context, "Size", labels);
  static constexpr std::array<std::string_view, 4> kScales{"1 x", "2 x", "3 x", "4 x"};
  if (const auto chosen = segmented(context, "scale", kScales, picture_scale_ - 1)) picture_scale_ = *chosen + 1;
  tooltip(context, "Pixels of the picture per pixel of the window; 2 x and more for print.");
  gap(context, 10);
  label(context, "Folder", labels);
  text_field(context, "folder", folder_, room(context));
  tooltip(context, "The folder that the picture is written to; it must exist.");
  gap(context, 6);
  wrapped_text(
      context, context.fonts.small, context.theme.text_muted, room(context),
      "The file is named after kernel, options and step; none is overwritten. What is shown, and by which rules, "
      "is written under the picture.");
  gap(context, 10);
  if (button(context, "write", "Write the picture", ButtonStyle::accent_b, {room(context), 0})) {
    PictureRequest request;
    if (picture_view_ > 0) request.view = panels()[static_cast<std::size_t>(picture_view_ - 1)].id;
    request.scale = picture_scale_;
    request.folder = folder_;
    wanted_picture_ = std::move(request);
    close();
  }
  tooltip(context, "Writes it now.");
  end_card();
}

void Overlays::ask_for_file(PanelContext& context, Side side, bool saves) {
  open_ = Open::file;
  if (saves) {
    file_dialog_.ask_save(context, side);
  } else {
    file_dialog_.ask_open(context, side);
  }
}

void Overlays::draw_file(PanelContext& context, const Rect& window) {
  const float width = std::min(context.px(620), window.width - context.px(20));
  const float height = std::min(context.px(480), window.height - context.px(20));
  const Rect rect{std::round(window.x + (window.width - width) / 2),
                  std::round(window.y + (window.height - height) / 2), width, height};
  begin_card(context, file_dialog_.title(), rect);
  const float top = ImGui::GetCursorScreenPos().y;
  context.area = {context.area.x, top, context.area.width, context.area.bottom() - top};
  const bool done = file_dialog_.draw(context);
  end_card();
  if (done) close();
}

void Overlays::draw_toasts(PanelContext& context, const Rect& window) {
  std::erase_if(toasts_, [&](const Toast& toast) { return toast.until <= context.time; });
  ImDrawList* list = ImGui::GetForegroundDrawList();
  ImFont* font = context.fonts.body;
  float bottom = window.bottom() - context.px(18);
  for (std::size_t last = toasts_.size(); last-- > 0;) {
    const Toast* toast = &toasts_[last];
    const float inset = context.px(14), widest = std::min(context.px(760), window.width - context.px(60));
    const ImVec2 size = font->CalcTextSizeA(font_size(font), FLT_MAX, widest, toast->sentence.c_str());
    const float width = std::ceil(size.x + 2 * inset), height = std::ceil(size.y + context.px(16));
    const ImVec2 from{std::round(window.x + (window.width - width) / 2), std::round(bottom - height)};
    const ImVec2 to{from.x + width, from.y + height};
    list->AddRectFilled(from, to, context.theme.text, context.px(8));
    list->AddText(font, font_size(font), {from.x + inset, from.y + context.px(8)}, context.theme.window,
                  toast->sentence.c_str(), nullptr, widest);
    if (context.probe.enabled()) context.probe.item(toast->sentence, from.x, from.y, width, height);
    bottom = from.y - context.px(8);
    context.redraw_within(toast->until - context.time + 0.01);
  }
}

}  // namespace bankloom::ui
