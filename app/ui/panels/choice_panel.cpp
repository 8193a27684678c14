// What is shown: lesson, kernel, options, machine, and what stands in the cells.
#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>

#include "ui/editor/workbench.h"
#include "ui/figures.h"
#include "ui/panel.h"
#include "ui/panels/option_layout.h"
#include "ui/panels/side_style.h"
#include "ui/widgets/fields.h"
#include "ui/widgets/widgets.h"

#include "core/wording/fault_text.h"

namespace bankloom::ui {
namespace {

/// Paddings that have a button of their own.
constexpr std::int64_t kPaddingButtons = 5;
/// What can be typed at all; the option's own range is checked by the session, which says it in its sentence.
constexpr std::int64_t kLeastTyped = -1'000'000, kMostTyped = 1'000'000'000;

std::int64_t to_number(const std::string& text) {
  std::int64_t number = 0;
  std::from_chars(text.data(), text.data() + text.size(), number);
  return number;
}

class ChoicePanel final : public Panel {
 public:
  void draw(PanelContext& context) override {
    ImGui::SetCursorScreenPos({context.area.x, context.area.y});
    begin_child("choice", {context.area.width, context.area.height});
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {context.px(3), context.px(3)});
    if (!context.session.comparing()) edited_ = Side::a;
    draw_lesson(context);
    draw_kernels(context);
    if (context.session.kernel(edited_) != nullptr) {
      draw_padding(context);
      draw_shape(context);
      draw_other_options(context);
      draw_failure(context);
    }
    draw_machine(context);
    draw_cells(context);
    ImGui::PopStyleVar();
    ImGui::EndChild();
  }

 private:
  static float content_width(const PanelContext& context) { return room(context); }

  static void heading(PanelContext& context, std::string_view words) {
    gap(context, 8);
    section_heading(context, words);
    gap(context, 2);
  }

  /// The sentence of the last change of a control that was refused.
  void draw_error(PanelContext& context, const std::string& control) const {
    const auto found = errors_.find(control);
    if (found == errors_.end()) return;
    wrapped_text(context, context.fonts.small, context.theme.bad, content_width(context), found->second);
  }

  void keep(const std::string& control, const Result<void>& result) {
    errors_.clear();
    if (!result) errors_[control] = result.error().message;
  }

  void draw_lesson(PanelContext& context) {
    Session& session = context.session;
    const std::string lesson_name = lesson_of(session);
    section_heading(context, "LESSON");
    gap(context, 3);
    std::vector<std::string_view> titles;
    std::vector<MenuLine> lines;
    int present = -1;
    for (const Lesson& lesson : session.selection().catalog().lessons) {
      if (lesson.name == lesson_name) present = static_cast<int>(titles.size());
      titles.push_back(lesson.title);
      lines.push_back({lesson.title, {}});
    }
    // An own kernel is of no lesson.
    const auto chosen = present < 0 ? menu(context, "lesson", "choose a lesson", lines, content_width(context))
                                    : drop_down(context, "lesson", titles, present);
    if (present < 0) tooltip(context, "Shows the kernels of a lesson.");
    if (present >= 0)
      tooltip(context, session.selection().catalog().lessons[static_cast<std::size_t>(present)].summary);
    if (chosen && *chosen != present) {
      const std::string& name = session.selection().catalog().lessons[static_cast<std::size_t>(*chosen)].name;
      const auto& kernels = session.selection().catalog().kernels;
      const auto first =
          std::find_if(kernels.begin(), kernels.end(), [&](const Kernel& other) { return other.lesson == name; });
      if (first != kernels.end()) {
        for (const Side side : shown_sides(session))
          keep("lesson", session.change(session.selection().with_kernel(side, first->id())));
      }
    }
    draw_error(context, "lesson");
  }

  void draw_kernels(PanelContext& context) {
    Session& session = context.session;
    gap(context, 9);
    const ImVec2 start = cursor();
    const float width = content_width(context);
    section_heading(context, "KERNEL");
    text_at(context, context.fonts.small, context.theme.text_faint, {start.x + width - context.px(9), start.y},
            "load / store", Align::right);
    ImGui::SetCursorScreenPos({start.x, cursor().y});
    gap(context, 3);
    if (session.comparing()) {
      static constexpr std::string_view kSides[] = {"choose for A", "choose for B"};
      const auto side = segments(context, "edited side", kSides, edited_ == Side::a ? 0 : 1,
                                 "Which side the list and the options below act on. Padding has its own row for each "
                                 "side.",
                                 accent_style(edited_));
      if (side) edited_ = *side == 0 ? Side::a : Side::b;
      gap(context, 4);
    }
    draw_own(context);
    for (const LessonRow& row : session.lesson_rows()) draw_kernel(context, row);
    draw_error(context, "kernel");
  }

  /// The lesson that A's kernel is of, or was taken from; empty where there is none.
  static std::string lesson_of(const Session& session) {
    if (const auto own = session.selection().own(Side::a)) return own->base.substr(0, own->base.find('/'));
    const Kernel* kernel = session.kernel(Side::a);
    return kernel == nullptr ? std::string() : kernel->lesson;
  }

  /// "32 / 1"; behind it a mark where something is wrong, for colour alone does not tell it from a conflict.
  static std::string marked_figures(const RunSummary& run) {
    return load_and_store(run_figures(run.cost)) + (run.correct() ? "" : " !");
  }

  /// The row of an own text, above the kernels that it may have been taken from.
  void draw_own(PanelContext& context) {
    Session& session = context.session;
    const auto own = session.selection().own(edited_);
    if (own == nullptr) return;
    std::string figures;
    Colour colour = context.theme.text_faint;
    const SideView& view = session.side(edited_);
    if (const SideRun& made = session.runs().side(edited_); made.run && !made.pending && !made.failure) {
      const RunFigures run = run_figures(view.run->cost);
      figures = marked_figures(*view.run);
      const bool fine = run.conflicts == 0 && run.load_fine && run.store_fine && view.run->correct();
      colour = fine ? context.theme.good : context.theme.bad;
    }
    const std::string name = own_name(*own) + (own->base.empty() ? "" : ", changed");
    if (list_row(context, "own", name, figures, colour, true) && context.workbench != nullptr) {
      context.workbench->open(session, edited_);
    }
    tooltip(context, fmt::format("{}\nClick to type at it.", own->path.empty()
                                                                 ? fmt::format("Your text, made from {}.", own->base)
                                                                 : "Your text in " + own->path));
  }

  void draw_kernel(PanelContext& context, const LessonRow& row) {
    Session& session = context.session;
    std::string figures;
    Colour colour = context.theme.text_faint;
    std::string words = row.kernel->title + "\n" + row.kernel->summary;
    if (const RunSummary* summary = row.outcome ? row.outcome->figures() : nullptr; summary != nullptr) {
      const RunFigures run = run_figures(summary->cost);
      figures = marked_figures(*summary);
      const bool fine = run.conflicts == 0 && run.load_fine && run.store_fine && summary->correct();
      colour = fine ? context.theme.good : context.theme.bad;
      words += fmt::format("\n\n{}: load {}, store {}.",
                           run.sectors ? "No shared memory. Global memory, sectors of 32 bytes per request"
                                       : "Shared memory, transactions per request",
                           run.load.words(), run.store.words());
      if (!summary->faults.empty()) words += "\n\n" + fault_text(summary->faults.front()).str() + ".";
    } else if (row.outcome && row.outcome->failure) {
      figures = row.outcome->failure->cancelled ? "cancelled" : "does not run";
      words += "\n\n" + row.outcome->failure->error.message;
    }
    const bool chosen = session.kernel(edited_) == row.kernel;
    const std::string id = row.kernel->id();
    const float y = cursor().y, height_before = ImGui::GetCursorPosY();
    if (list_row(context, id.c_str(), row.kernel->name, figures, colour, chosen)) {
      keep("kernel", session.change(session.selection().with_kernel(edited_, id)));
    }
    tooltip(context, words);
    if (!session.comparing()) return;
    // Whose kernel a row is, also where the list acts on the other side.
    const float height = ImGui::GetCursorPosY() - height_before - context.px(3);
    for (const Side side : shown_sides(session)) {
      if (session.kernel(side) != row.kernel) continue;
      const float x = context.area.x + (side == Side::a ? 0 : context.px(3.5f));
      context.painter.rect({x, y + context.px(3)}, {x + context.px(2.5f), y + height - context.px(3)},
                           accent(context.theme, side), context.px(1));
    }
  }

  void draw_padding(PanelContext& context) {
    Session& session = context.session;
    std::string name;
    for (const Side side : shown_sides(session)) {
      if (name.empty()) name = session.selection().padding_option(side);
    }
    if (name.empty()) return;
    heading(context, fmt::format("PADDING ({})", name));
    for (const Side side : shown_sides(session)) draw_padding_row(context, side);
  }

  void draw_padding_row(PanelContext& context, Side side) {
    Session& session = context.session;
    const std::string name = session.selection().padding_option(side);
    const float start = cursor().x;
    const float label = session.comparing() ? context.px(17) : 0;
    if (session.comparing()) {
      const float y = cursor().y + (control_height(context) - font_size(context.fonts.strong)) / 2;
      text_at(context, context.fonts.strong, accent(context.theme, side), {start, y}, side_name(side));
      ImGui::SetCursorScreenPos({start + label, cursor().y});
    }
    if (name.empty()) {
      // As high as the row of buttons that it stands for.
      const ImVec2 place = cursor();
      const float y = place.y + (control_height(context) - font_size(context.fonts.small)) / 2;
      text_at(context, context.fonts.small, context.theme.text_muted, {place.x, y}, "has no padding to choose");
      ImGui::Dummy({content_width(context) - label, control_height(context)});
      ImGui::SetCursorScreenPos({start, cursor().y});
      return;
    }
    const Kernel& kernel = *session.kernel(side);
    const Option& option = *std::find_if(kernel.options.begin(), kernel.options.end(),
                                         [&](const Option& other) { return other.name == name; });
    const std::string control = fmt::format("{} {}", name, side_name(side));
    const std::int64_t value = to_number(session.options(side).at(name));
    std::vector<std::string> digits;
    for (std::int64_t n = option.minimum; n <= std::min(option.maximum, option.minimum + kPaddingButtons - 1); ++n) {
      digits.push_back(std::to_string(n));
    }
    const std::vector<std::string_view> labels(digits.begin(), digits.end());
    const float field = context.px(44);
    const float width = content_width(context) - field - context.px(3);
    const float y = cursor().y;
    const auto place = value - option.minimum;
    const std::string words =
        option_words(option) + std::string(session.comparing() == (side == Side::b) ? " Keys: P and Shift+P." : "");
    const auto clicked = segments(context, control.c_str(), labels,
                                  place < static_cast<std::int64_t>(labels.size()) ? static_cast<int>(place) : -1,
                                  words, accent_style(side), width);
    if (clicked)
      keep(control,
           session.change(session.selection().with_option(side, name, digits[static_cast<std::size_t>(*clicked)])));
    ImGui::SetCursorScreenPos({start + label + width + context.px(3), y});
    const auto typed =
        int_field(context, fmt::format("{} field", control).c_str(), value, kLeastTyped, kMostTyped, field);
    tooltip(context, words);
    if (typed) keep(control, session.change(session.selection().with_option(side, name, std::to_string(*typed))));
    draw_error(context, control);
  }

  /// A label at the left, the control that follows at the right; returns the control's width.
  static float labelled(PanelContext& context, std::string_view label, float control) {
    const ImVec2 start = cursor();
    const float width = content_width(context);
    const float height = control_height(context);
    const std::string shown = shortened(context.fonts.body, label, width - control - context.px(6));
    text_at(context, context.fonts.body, context.theme.text,
            {start.x, start.y + (height - font_size(context.fonts.body)) / 2}, shown);
    ImGui::SetCursorScreenPos({start.x + width - control, start.y});
    return control;
  }

  void draw_shape(PanelContext& context) {
    Session& session = context.session;
    const Kernel& kernel = *session.kernel(edited_);
    const ShapeOptions shape = shape_options(kernel);
    if (shape.x == nullptr && shape.y == nullptr) return;
    heading(context, session.comparing() ? fmt::format("SHAPE OF {}", side_name(edited_)) : std::string("SHAPE"));
    const OptionValues values = session.options(edited_);
    if (shape.both()) {
      auto presets = shape_presets(kernel, values, 4);
      const Shape present{to_number(values.at(shape.x->name)), to_number(values.at(shape.y->name))};
      std::vector<std::string> words;
      words.reserve(presets.size());
      for (const Shape& preset : presets) words.push_back(preset.words());
      std::vector<std::string_view> labels(words.begin(), words.end());
      // Fewer where they cannot be read, but the present one.
      while (labels.size() > 2 && least_width(context, labels) > content_width(context)) {
        const auto out = static_cast<std::ptrdiff_t>(labels.size()) - (presets.back() == present ? 2 : 1);
        labels.erase(labels.begin() + out);
        presets.erase(presets.begin() + out);
      }
      const auto at = std::find(presets.begin(), presets.end(), present);
      const int selected = at == presets.end() ? -1 : static_cast<int>(at - presets.begin());
      const auto clicked = segments(context, "shapes", labels, selected,
                                    "Threads of a block along x and y, and with them the shape of the tile.",
                                    ButtonStyle::selected, content_width(context));
      if (clicked) choose_shape(session, shape, presets[static_cast<std::size_t>(*clicked)]);
      draw_error(context, "shapes");
    }
    if (shape.both()) {
      draw_extents(context, shape, values);
      return;
    }
    for (const Option* option : {shape.x, shape.y}) {
      if (option != nullptr) draw_option(context, *option, values);
    }
  }

  /// Both extents in one row.
  void draw_extents(PanelContext& context, const ShapeOptions& shape, const OptionValues& values) {
    Session& session = context.session;
    const ImVec2 start = cursor();
    const float half = (content_width(context) - context.px(8)) / 2, height = control_height(context);
    ImFont* font = context.fonts.small;
    float x = start.x;
    for (const Option* option : {shape.x, shape.y}) {
      const float label = std::min(text_size(font, option->name).x + context.px(5), half * 0.55f);
      text_at(context, font, context.theme.text_muted, {x, start.y + (height - font_size(font)) / 2},
              shortened(font, option->name, label));
      ImGui::SetCursorScreenPos({x + label, start.y});
      const auto typed = int_field(context, option->name.c_str(), to_number(values.at(option->name)), kLeastTyped,
                                   kMostTyped, half - label);
      tooltip(context, option_words(*option));
      if (typed)
        keep("extents", session.change(session.selection().with_option(edited_, option->name, std::to_string(*typed))));
      x += half + context.px(8);
    }
    draw_error(context, "extents");
  }

  void choose_shape(Session& session, const ShapeOptions& options, const Shape& shape) {
    // One of the two orders passes through shapes that the constraints allow, if any does.
    const auto set = [&](const Option& option, std::int64_t value) {
      return session.change(session.selection().with_option(edited_, option.name, std::to_string(value)));
    };
    if (!set(*options.x, shape.x)) static_cast<void>(set(*options.y, shape.y));
    const auto first = set(*options.x, shape.x);
    keep("shapes", first ? set(*options.y, shape.y) : first);
  }

  void draw_option(PanelContext& context, const Option& option, const OptionValues& values) {
    Session& session = context.session;
    const std::string& value = values.at(option.name);
    const std::string control = fmt::format("{} {}", option.name, side_name(edited_));
    if (option.type == "int") {
      const float width = labelled(context, option.name, context.px(64));
      const auto typed = int_field(context, option.name.c_str(), to_number(value), kLeastTyped, kMostTyped, width);
      tooltip(context, option_words(option));
      if (typed)
        keep(control, session.change(session.selection().with_option(edited_, option.name, std::to_string(*typed))));
    } else {
      const float width = labelled(context, option.name, context.px(104));
      const std::vector<std::string_view> labels(option.values.begin(), option.values.end());
      const auto present = std::find(option.values.begin(), option.values.end(), value) - option.values.begin();
      const auto chosen = drop_down(context, option.name.c_str(), labels, static_cast<int>(present), width);
      tooltip(context, option_words(option));
      if (chosen) {
        keep(control, session.change(session.selection().with_option(
                          edited_, option.name, option.values[static_cast<std::size_t>(*chosen)])));
      }
    }
    draw_error(context, control);
  }

  void draw_other_options(PanelContext& context) {
    Session& session = context.session;
    const Kernel& kernel = *session.kernel(edited_);
    const ShapeOptions shape = shape_options(kernel);
    const std::string padding = session.selection().padding_option(edited_);
    const OptionValues values = session.options(edited_);
    bool first = true;
    for (const Option& option : kernel.options) {
      if (&option == shape.x || &option == shape.y || option.name == padding) continue;
      if (first) heading(context, "OPTIONS");
      first = false;
      draw_option(context, option, values);
    }
    const bool changed = std::any_of(kernel.options.begin(), kernel.options.end(), [&](const Option& option) {
      return values.at(option.name) != option.default_value;
    });
    if (!changed) return;
    gap(context, 4);
    if (button(context, "reset", "Reset options", ButtonStyle::quiet)) {
      errors_.clear();
      session.change(session.selection().with_defaults(edited_));
    }
    tooltip(context, "Puts all options of this side back to their first values.");
  }

  static void draw_failure(PanelContext& context) {
    for (const Side side : shown_sides(context.session)) {
      const auto& failure = context.session.runs().side(side).failure;
      // While the choice is being made the failure is that of the one before.
      if (!failure || context.session.runs().side(side).pending) continue;
      gap(context, 5);
      std::string words = failure->error.message;
      if (context.session.selection().own(side) != nullptr && !failure->diagnostics.empty()) {
        words = "Your text does not compile: its messages stand beside it.";
      }
      if (context.session.comparing()) words = fmt::format("{}: {}", side_name(side), words);
      const Colour colour = failure->cancelled ? context.theme.text_muted : context.theme.bad;
      wrapped_text(context, context.fonts.small, colour, content_width(context), words);
    }
  }

  void draw_machine(PanelContext& context) {
    Session& session = context.session;
    heading(context, "MACHINE");
    const std::string& name = session.scene().machine;
    const auto& machines = session.selection().machines();
    const auto found = find_machine(machines, name);
    std::vector<std::string> words;
    int present = -1;
    // "didactic:7" is a choice of banks on one of the machines in the list.
    const std::string base = name.substr(0, name.find(':'));
    for (const MachineModel& machine : machines) {
      const bool is_alias = std::find(machine.aliases.begin(), machine.aliases.end(), base) != machine.aliases.end();
      if (machine.name == name || machine.name == base || (present < 0 && is_alias))
        present = static_cast<int>(words.size());
      words.push_back(fmt::format("{} · {}", machine.name, machine.title));
    }
    const std::vector<std::string_view> labels(words.begin(), words.end());
    const auto chosen = drop_down(context, "machine", labels, present);
    if (found)
      tooltip(context, fmt::format("{}. Its banks, phases and sectors decide what an access costs.", found->title));
    if (chosen)
      keep("machine",
           session.change(session.selection().with_machine(machines[static_cast<std::size_t>(*chosen)].name)));
    const bool choosable = present >= 0 && machines[static_cast<std::size_t>(present)].bank_choice.has_value();
    if (found && choosable) {
      const BankChoice& range = *machines[static_cast<std::size_t>(present)].bank_choice;
      const float width = labelled(context, "banks", context.px(64));
      const auto typed = int_field(context, "banks", found->banks, range.minimum, range.maximum, width);
      tooltip(context, fmt::format("Number of banks, {} to {}.", range.minimum, range.maximum));
      if (typed) {
        const std::string chosen_base = machines[static_cast<std::size_t>(present)].name;
        keep("machine", session.change(session.selection().with_machine(fmt::format("{}:{}", chosen_base, *typed))));
      }
    }
    draw_error(context, "machine");
  }

  /// Whether what is shown has cells: some kernel that uses shared memory, or none yet.
  static bool has_cells(const Session& session) {
    bool known = false;
    for (const Side side : {Side::a, Side::b}) {
      if (side == Side::b && !session.comparing()) continue;
      const auto& run = session.side(side).run;
      if (!run || run->shared_bytes != 0) return true;
      known = true;
    }
    return !known;
  }

  static void draw_cells(PanelContext& context) {
    Session& session = context.session;
    if (!has_cells(session)) {
      heading(context, "CELLS AND BANKS");
      wrapped_text(context, context.fonts.small, context.theme.text_muted, content_width(context),
                   "No shared memory is used here, so there are no cells and no banks to choose for.");
      return;
    }
    heading(context, "CELLS SHOW");
    static constexpr CellLabel kFirst[] = {CellLabel::bank, CellLabel::value, CellLabel::word};
    static constexpr CellLabel kSecond[] = {CellLabel::place, CellLabel::lane};
    label_row(context, "cells", kFirst);
    label_row(context, "more cells", kSecond);

    heading(context, "LAYOUT");
    static constexpr std::string_view kLayouts[] = {"as indexed", "in the banks"};
    const auto layout = segments(
        context, "layout", kLayouts, session.scene().layout == TileLayout::logical ? 0 : 1,
        "As the kernel indexes it, or as it lies in memory: a column a bank, a row one word of each. Rows shift "
        "against each other as soon as padding is added.");
    if (layout) {
      Scene scene = session.scene();
      scene.layout = *layout == 0 ? TileLayout::logical : TileLayout::physical;
      session.change(std::move(scene));
    }

    heading(context, "BANK COLOURS");
    static constexpr std::string_view kPalettes[] = {"wheel", "ordered"};
    const auto palette = segments(context, "palette", kPalettes, context.view.palette == Palette::wheel ? 0 : 1,
                                  "Around the colour wheel, or a ramp from dark to light that people with a "
                                  "colour-vision deficiency can order.");
    if (palette) context.view.palette = *palette == 0 ? Palette::wheel : Palette::ordered;
    gap(context, 3);
    draw_highlight(context);
  }

  static void label_row(PanelContext& context, const char* id, std::span<const CellLabel> labels) {
    std::vector<std::string_view> words;
    int selected = -1;
    for (const CellLabel label : labels) {
      if (label == context.session.scene().label) selected = static_cast<int>(words.size());
      words.push_back(cell_label_name(label));
    }
    const auto clicked =
        segments(context, id, words, selected,
                 "What stands in the cells: the bank, the value stored there by now, the word's number, "
                 "row and column, or the lane that accesses it.");
    if (!clicked) return;
    Scene scene = context.session.scene();
    scene.label = labels[static_cast<std::size_t>(*clicked)];
    context.session.change(std::move(scene));
  }

  static void draw_highlight(PanelContext& context) {
    Session& session = context.session;
    const auto machine = find_machine(session.selection().machines(), session.scene().machine);
    if (!machine) return;
    const ImVec2 start = cursor();
    const float width = content_width(context), field = context.px(64), between = context.px(3);
    const auto bank = session.scene().bank;
    static constexpr std::string_view kWords[] = {"all banks", "one:"};
    const std::string words = fmt::format("Lights one bank alone, 0 to {}.", machine->banks - 1);
    const auto clicked =
        segments(context, "banks lit", kWords, bank ? 1 : 0, words, ButtonStyle::selected, width - field - between);
    Scene scene = session.scene();
    if (clicked) scene.bank = *clicked == 0 ? std::nullopt : std::optional(bank.value_or(0));
    ImGui::SetCursorScreenPos({start.x + width - field, start.y});
    const auto typed = int_field(context, "bank", bank.value_or(0), 0, std::int64_t{machine->banks} - 1, field);
    tooltip(context, words);
    if (typed) scene.bank = static_cast<unsigned>(*typed);
    if (clicked || typed) session.change(std::move(scene));
  }

  Side edited_ = Side::a;
  std::map<std::string, std::string> errors_;  ///< by control
};

}  // namespace

PanelEntry choice_panel() {
  return {.id = "choice",
          .title = "Kernel and options",
          .help =
              "Choose a lesson and a kernel, its padding, shapes and element type. Every change is compiled and "
              "executed at once.",
          .slot = Slot::choice,
          .maker = maker_of<ChoicePanel>()};
}

}  // namespace bankloom::ui
