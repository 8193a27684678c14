#include "ui/overlays.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <utility>
#include <vector>

#include "core/base/language.h"
#include "core/base/text_lines.h"
#include "core/wording/glossary.h"
#include "core/wording/measurement.h"
#include "core/wording/numbers.h"
#include "core/wording/text.h"
#include "ui/actions.h"
#include "ui/editor/workbench.h"
#include "ui/layout.h"
#include "ui/layout/controls.h"
#include "ui/layout/form.h"
#include "ui/learn/open_lesson.h"
#include "ui/measures.h"
#include "ui/talk/open_talk.h"
#include "ui/view_options.h"
#include "ui/widgets/widgets.h"

namespace bankloom::ui {

using namespace wording;
namespace {

/// Seconds for which a message is shown, and the addition per letter.
constexpr double kToastSeconds = 3.5, kToastSecondsPerLetter = 0.04;
/// The same in the focus view, where a class looks at the picture.
constexpr double kFocusToastSeconds = 2;
constexpr std::size_t kMostToasts = 3;

/// Steps of the text scale.
constexpr std::array<float, 10> kTextScales{0.75f, 0.85f, 1.0f, 1.15f, 1.3f, 1.5f, 1.75f, 2.0f, 2.25f, 2.5f};

/// Units between a card's edge and its contents.
constexpr float kCardInset = 22, kCardInsetAbove = 16, kBelowTitle = 8;

Row key_line(const std::string& keys, std::string_view help) {
  return Row().place(Alignment::top).add(KeyHint(keys), fit().at_least(118)).add(Text(help).wrap(), share());
}

Rect centred(const PanelContext& context, const Rect& window, float width, float height) {
  width = std::min(width, window.width - context.px(20));
  height = std::min(height, window.height - context.px(20));
  return {std::round(window.x + (window.width - width) / 2), std::round(window.y + (window.height - height) / 2), width,
          height};
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
  const bankloom::Text gap(scene_line_gap(context.session.scene()));
  context.say(lines_text({say("Copied the scene: {scene}", "scene"_a = line), gap}));
}

void copy_panel(PanelContext& context) {
  const KeyboardFocus::Stop* const stop =
      context.focus != nullptr && context.focus->is_on_control() ? context.focus->stop() : nullptr;
  const std::string_view named = stop != nullptr ? std::string_view(stop->panel) : context.overlays->pointed_panel;
  const std::string_view id = named.substr(0, named.find('/'));
  if (std::ranges::find(panels(), id, &PanelEntry::id) == panels().end()) {
    return context.say("Point at a panel to copy a picture of it.");
  }
  context.overlays->export_card().ask({.view = std::string(id)});
}

void offer_table(PanelContext& context, const std::function<std::string()>& text) {
  if (context.overlays != nullptr && context.overlays->take_table_request()) copy_table(context, text());
}

void copy_table(PanelContext& context, const std::string& text) {
  ImGui::SetClipboardText(text.c_str());
  context.say("The table is in the clipboard.");
}

namespace {

/// Several scenes, one per line, are a talk, or a part of the open one.
void paste_talk(PanelContext& context, std::string_view words) {
  const auto shown = talk_from_text(words, "The clipboard").and_then([&](auto talk) {
    return context.talk->take(context.session, context.view, std::move(talk));
  });
  if (!shown) context.say(shown.error().message);
}

}  // namespace

void paste_scene(PanelContext& context) {
  const char* words = ImGui::GetClipboardText();
  if (words != nullptr && context.talk != nullptr && is_talk_text(words)) {
    paste_talk(context, words);
    return;
  }
  const auto scene = scene_from_line(words == nullptr ? "" : words);
  if (!scene) {
    context.say(say("The clipboard holds no scene: {why}", "why"_a = scene.error().message));
    return;
  }
  ViewSettings view = context.view;
  auto shown = take_view_words(scene->view_words, view);
  if (shown) shown = context.session.show(*scene);
  if (!shown) {
    context.say(say("The scene cannot be shown: {why}", "why"_a = shown.error().message));
    return;
  }
  context.view = std::move(view);
}

void Overlays::say(std::string sentence, double time, double least) {
  sentence = in_language(std::move(sentence));
  // The same message again just stays longer.
  std::erase_if(toasts_, [&](const Toast& toast) { return toast.sentence == sentence; });
  toasts_.push_back({std::move(sentence), time, least});
  while (toasts_.size() > kMostToasts) toasts_.pop_front();
}

void Overlays::draw(PanelContext& context, const Rect& window) {
  // The panels are drawn before.
  if (take_table_request()) {
    context.say("There is no table to copy: open the tab Results, Machines or Ladder.");
  }
  if (open_ != Open::settings) gpu_command_.reset();
  const bool has_gone = std::exchange(was_open_, open_) != Open::nothing && open_ == Open::nothing;
  if (has_gone && context.lesson != nullptr && context.lesson->state() == OpenLesson::State::asking)
    context.lesson->question().take_keyboard();
  switch (open_) {
    case Open::nothing:
      break;
    case Open::help:
      draw_help(context, window);
      break;
    case Open::glossary:
      draw_glossary(context, window);
      break;
    case Open::progress:
      draw_card(context, "What you have learnt", window, 860, map_.page(context, [this] { close(); }));
      break;
    case Open::settings:
      draw_settings(context, window);
      break;
    case Open::exporting:
      draw_card(context, "Export", window, 560, export_card_.page(context, [this] { close(); }));
      break;
    case Open::file:
      draw_file(context, window);
      break;
    case Open::program:
      draw_program(context, window);
      break;
  }
  draw_toasts(context, window);
}

void Overlays::begin_card(PanelContext& context, const char* title, const Rect& rect, bool dims) {
  // A window behind the card takes the mouse from the panels; a click on it closes the card.
  constexpr ImGuiWindowFlags kBare = ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                                     ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoNav;
  const ImVec2 whole = ImGui::GetIO().DisplaySize;
  ImGui::SetNextWindowPos({0, 0});
  ImGui::SetNextWindowSize(whole);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 0.0f);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, 0.0f);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
  const double dimming = context.theme.is_dark ? 0.55 : 0.35;
  ImGui::PushStyleColor(ImGuiCol_WindowBg, dims ? translucent(0xFF000000u, dimming) : 0);
  ImGui::Begin("##behind", nullptr, kBare);
  // A film is not given up by a stray click.
  if (!export_card_.progress && ImGui::IsWindowHovered() && ImGui::IsMouseClicked(0)) {
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    if (mouse.x < rect.x || mouse.x > rect.right() || mouse.y < rect.y || mouse.y > rect.bottom()) close();
  }
  ImGui::PopStyleColor();
  ImGui::PopStyleVar(3);
  if (!dims) {
    // A line separates the card from the panel below it.
    const float line = std::max(1.0f, std::round(context.px(2)));
    card(context, rect.inset(-line, -line), context.theme.text_faint, 0, 10);
  }
  ImGui::PushStyleColor(ImGuiCol_ChildBg, context.theme.surface);
  ImGui::PushStyleVar(ImGuiStyleVar_ChildRounding, context.px(10));
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {context.px(kCardInset), context.px(kCardInsetAbove)});
  begin_child_at("##card", rect, ImGuiWindowFlags_NoNav, true);
  ImGui::PopStyleVar(2);
  ImGui::PopStyleColor();
  context.area = {ImGui::GetCursorScreenPos().x, ImGui::GetCursorScreenPos().y, ImGui::GetContentRegionAvail().x,
                  ImGui::GetContentRegionAvail().y};
  text(context, context.fonts.heading, context.theme.text, translated(title));
  const float side = control_height(context);
  ImGui::SameLine(ImGui::GetCursorPosX() + context.area.width - side, 0);
  if (icon_button(context, "close", Icon::close, "Close (Esc)", ButtonStyle::quiet)) close();
  gap(context, kBelowTitle);
  const float top = cursor().y;
  context.area = {context.area.x, top, context.area.width, context.area.bottom() - top};
}

void Overlays::end_card() {
  ImGui::EndChild();
  ImGui::End();
}

void Overlays::draw_card(PanelContext& context, const char* title, const Rect& window, float width, const Box& content,
                         bool is_at_right) {
  const float inset = context.px(kCardInset);
  const float head =
      control_height(context) + ImGui::GetStyle().ItemSpacing.y + context.px(2 * kCardInsetAbove + kBelowTitle + 4);
  Rect rect = centred(context, window, context.px(width), window.height);
  rect = centred(context, window, rect.width, std::ceil(head + content.height(context, rect.width - 2 * inset)));
  if (is_at_right) {
    rect.x = std::round(window.right() - rect.width - context.px(12));
    rect.y = std::round(window.y + context.px(50));
    rect.height = std::min(rect.height, window.height - context.px(60));
  }
  // Beside the picture, which shows the choices made in it.
  begin_card(context, title, rect, !is_at_right);
  show(context, Scroll("content", content));
  end_card();
}

Box Overlays::help_pages(PanelContext& context) {
  static constexpr std::array<std::string_view, 2> kPages{"keys and views", "glossary"};
  const auto open = [this](int page) { open_ = page == 0 ? Open::help : Open::glossary; };
  return Row()
      .add(Segments("page", kPages, open_ == Open::help ? 0 : 1, open)
               .tooltip("Keys and views, and what the words mean."),
           units(230))
      .add(Gap(), share())
      .add(action_box(context, action("tour"), ButtonStyle::quiet));
}

void Overlays::draw_glossary(PanelContext& context, const Rect& window) {
  Column terms;
  terms.gap(3).add(help_pages(context)).space(6);
  for (const GlossaryTerm& one : glossary()) {
    Column said;
    said.gap(2).add(Text(one.meaning).wrap());
    if (!one.counters.empty()) {
      said.add(Text(bankloom::say("Nsight Compute: {counters}", "counters"_a = one.counters)).small().muted().wrap());
    }
    terms.add(Row().place(Alignment::top).add(Text(term_name(one)).strong().wrap(), units(150)).add(said, share()))
        .space(4);
  }
  draw_card(context, "Glossary", window, 820, terms);
}

void Overlays::draw_help(PanelContext& context, const Rect& window) {
  Column keys, views;
  keys.gap(7);
  const auto list = [&](KeyUse use) {
    for (const KeyLine& line : key_lines(use)) keys.add(key_line(line.keys, line.help));
  };
  list(KeyUse::window);
  keys.space(3).add(Text("With the focus on a control").strong());
  list(KeyUse::control);
  keys.space(3).add(Text("While editing the kernel's code").strong());
  list(KeyUse::text);
  for (const PanelEntry& entry : panels()) {
    if (entry.slot == Slot::paper) continue;
    views.add(Text(entry.title).strong()).add(Text(entry.help).muted().wrap()).space(3);
  }
  Row page;
  page.gap(28).place(Alignment::top).add(keys, share(0.44f)).add(views, share(0.56f));
  draw_card(context, "Keys and views", window, 980, Column().gap(10).add(help_pages(context)).add(page));
}

void Overlays::draw_settings(PanelContext& context, const Rect& window) {
  ViewSettings& view = context.view;
  Form form;
  for (const ViewOption& option : view_options()) {
    if (option.label.empty()) continue;
    const std::string id(option.key), help(option.help);
    if (std::holds_alternative<std::string ViewSettings::*>(option.member)) {
      add_languages(form, context, option);
      continue;
    }
    if (option.names.empty()) {
      // The drawn size, if the window has no room for the chosen one.
      const float drawn = std::min(view.text_scale, context.fitting_text_scale(view));
      Row row;
      row.gap(3).add(action_box(context, action("smaller text")), units(40));
      row.add(Button(
                  id, percent_text(std::round(drawn * 100) / 100), [&view] { view.text_scale = 1; }, ButtonStyle::quiet)
                  .tooltip(help),
              units(74));
      form.add(option.label, row.add(action_box(context, action("larger text")), units(40)));
      continue;
    }
    const auto chosen = std::ranges::find(option.names, value_of(option, view));
    const auto choose = [&option, &view](int index) {
      static_cast<void>(
          set_value(option, option.key, std::string(option.names[static_cast<std::size_t>(index)]), view));
    };
    form.add(option.label,
             Segments(id, option.labels, static_cast<int>(chosen - option.names.begin()), choose).tooltip(help));
  }
  Row scene;
  scene.gap(3).add(action_box(context, action("copy scene")), share());
  form.add("Scene", scene.add(action_box(context, action("paste scene")), share()));
  Row picture;
  picture.gap(3).add(action_box(context, action("picture")), share());
  form.add("Picture", picture.add(action_box(context, action("copy picture")), share()));
  if (context.measures != nullptr) {
    add_recordings(form, *context.measures, view);
    if (context.measures->has_device()) add_gpus(form, context);
  }
  draw_card(context, "Settings", window, 430, form, true);
}

void Overlays::add_languages(Form& form, PanelContext& context, const ViewOption& option) {
  if (context.languages.empty()) return;
  if (languages_.empty()) languages_ = languages_in(context.languages);
  std::vector<std::string> names{"as the system"};
  int chosen = 0;
  for (const LanguageName& one : languages_) {
    if (one.tag == context.view.language) chosen = static_cast<int>(names.size());
    names.push_back(one.name);
  }
  const auto choose = [this, &view = context.view](int index) {
    view.language = index == 0 ? std::string() : languages_[static_cast<std::size_t>(index) - 1].tag;
  };
  form.add(option.label, DropDown(std::string(option.key), names, chosen, choose).tooltip(std::string(option.help)));
}

void Overlays::add_recordings(Form& form, Measures& measures, ViewSettings& view) {
  if (measures.recordings().empty()) return;
  std::vector<std::string> titles{"the newest that has the kernel"};
  int chosen = 0;
  for (const auto& choice : measures.recordings()) {
    titles.push_back(choice.title);
    if (choice.name == view.recording) chosen = static_cast<int>(titles.size()) - 1;
  }
  const auto choose = [&](int index) {
    view.recording = index == 0 ? std::string() : measures.recordings()[static_cast<std::size_t>(index) - 1].name;
  };
  form.add("Recording", DropDown("recording", titles, chosen, choose)
                            .tooltip("The recording whose times are shown where nothing "
                                     "was measured here."));
}

/// The command that leads to a GPU, the GPUs there, and which of them is measured on.
void Overlays::add_gpus(Form& form, PanelContext& context) {
  Measures& measures = *context.measures;
  if (!gpu_command_) gpu_command_ = measures.command();
  const auto use = [this, &measures] { measures.use_command(std::string(trim(*gpu_command_))); };
  const GpuWait wait = measures.wait();
  const bool looks = measures.looks(), is_under_way = looks || wait.what != DeviceWait::none;
  Row command;
  command.gap(3).add(
      TextField("gpu command", *gpu_command_, use)
          .tooltip("The command that starts bankloom on a machine with a GPU, as in ssh HOST bankloom --gpu-worker; "
                   "empty: this machine's GPU. Enter or Test uses and keeps it."),
      share());
  command.add(is_under_way
                  ? Button("gpu stop", "Stop", [&measures] { measures.cancel(); }).tooltip("Stops waiting for a GPU.")
                  : Button("gpu test", "Test", use).tooltip("Asks which GPUs there are."));
  form.add("GPU elsewhere", command);
  Column facts;
  facts.gap(3);
  const auto tell = [&](const bankloom::Text& words, Colour colour) {
    facts.add(Text(words).small().wrap().colour(colour));
  };
  const std::vector<DeviceInfo> gpus = measures.gpus();
  if (is_under_way) {
    tell(wait.what == DeviceWait::none ? bankloom::say("asking for GPUs …") : wait_text(wait),
         context.theme.text_muted);
  } else if (trim(*gpu_command_) != measures.command()) {
    tell(bankloom::say("Enter or Test uses this command."), context.theme.text_muted);
  } else if (const Reason why = measures.no_gpu()) {
    // Without a command that is usual.
    tell(sentence_text(reason_text(why)), measures.command().empty() ? context.theme.text_muted : context.theme.bad);
  } else {
    for (const DeviceInfo& gpu : gpus) tell(gpu_text(gpu), context.theme.text_muted);
  }
  form.across(facts);
  if (gpus.size() < 2) return;
  std::vector<std::string> names;
  int chosen = 0;
  for (const auto& gpu : gpus) {
    if (gpu.index == measures.chosen_gpu()) chosen = static_cast<int>(names.size());
    names.push_back(gpu.where.empty() ? fmt::format("{}: {}", gpu.index, gpu.name)
                                      : fmt::format("{}: {} ({})", gpu.index, gpu.name, gpu.where));
  }
  const auto choose = [&context, gpus](int index) {
    context.measures->choose_gpu(gpus[static_cast<std::size_t>(index)].index);
    context.measures->again(context.session);
  };
  form.add("GPU", DropDown("gpu", names, chosen, choose).tooltip("The GPU to measure on."));
}

void Overlays::ask_for_file(PanelContext& context, Side side, bool saves) {
  open_ = Open::file;
  if (saves) {
    file_dialog_.ask_save(context, side);
  } else {
    file_dialog_.ask_open(context, side);
  }
}

void Overlays::ask_for_talk_name(PanelContext& context) {
  open_ = Open::file;
  file_dialog_.ask_save_talk(context);
}

void Overlays::ask_for_folder(PanelContext& context) {
  open_ = Open::file;
  file_dialog_.ask_folder(context, export_card_.folder());
}

void Overlays::draw_file(PanelContext& context, const Rect& window) {
  begin_card(context, file_dialog_.title(), centred(context, window, context.px(620), context.px(480)));
  const bool done = file_dialog_.draw(context);
  end_card();
  if (!done) return;
  close();
  if (const auto folder = file_dialog_.chosen_folder()) {
    export_card_.set_folder(folder->string());
    open_ = Open::exporting;
  }
}

void Overlays::follow(Programs& programs) {
  const bool asks = programs.status()->stage == ProgramStage::asking;
  if (asks && asks_to_run_ && open_ != Open::program) programs.cancel();
  if (asks && !asks_to_run_ && run_dialog_.begin(programs)) open_ = Open::program;
  if (!asks && open_ == Open::program) close();
  asks_to_run_ = asks;
}

void Overlays::draw_program(PanelContext& context, const Rect& window) {
  draw_card(context, run_dialog_.title(), window, 620, run_dialog_.page(context));
  if (!run_dialog_.take_done()) return;
  close();
  // The programs know the answer; the question is not asked again.
  asks_to_run_ = false;
  context.redraw_within(0);
}

void Overlays::draw_toasts(PanelContext& context, const Rect& window) {
  const auto until = [&](const Toast& toast) {
    const double usual = kToastSeconds + kToastSecondsPerLetter * static_cast<double>(toast.sentence.size());
    return toast.said + std::max(toast.least, context.in_focus_view ? kFocusToastSeconds : usual);
  };
  std::erase_if(toasts_, [&](const Toast& toast) { return until(toast) <= context.time; });
  ImDrawList* list = ImGui::GetForegroundDrawList();
  ImFont* font = context.fonts.body;
  // At the top of the focus view, whose foot is its sentence.
  const bool is_above = context.in_focus_view;
  float edge = is_above ? window.y + context.px(10) : window.bottom() - context.px(18);
  for (std::size_t last = toasts_.size(); last-- > 0;) {
    const Toast* toast = &toasts_[last];
    const float inset = context.px(14), widest = std::min(context.px(760), window.width - context.px(60));
    const std::string lines = broken_lines(font, toast->sentence, widest);
    const ImVec2 size = font->CalcTextSizeA(font_size(font), FLT_MAX, widest, lines.c_str());
    const float width = std::ceil(size.x + 2 * inset), height = std::ceil(size.y + context.px(16));
    const ImVec2 from{std::round(window.x + (window.width - width) / 2), std::round(is_above ? edge : edge - height)};
    const ImVec2 to{from.x + width, from.y + height};
    list->AddRectFilled(from, to, context.theme.text, context.px(8));
    list->AddText(font, font_size(font), {from.x + inset, from.y + context.px(8)}, context.theme.window, lines.c_str(),
                  nullptr, widest);
    if (context.probe.enabled()) context.probe.item(toast->sentence, from.x, from.y, width, height);
    edge = is_above ? to.y + context.px(8) : from.y - context.px(8);
    context.redraw_within(until(*toast) - context.time + 0.01);
  }
}

}  // namespace bankloom::ui
