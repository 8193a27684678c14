// The choice of what is shown: lesson, kernel, options, machine, and the contents of the cells.
#include <algorithm>
#include <map>
#include <utility>

#include "core/base/language.h"
#include "core/catalog/block_shapes.h"
#include "core/wording/fault_text.h"
#include "core/wording/picture_text.h"
#include "core/wording/run_text.h"
#include "ui/editor/workbench.h"
#include "ui/layout/controls.h"
#include "ui/learn/open_lesson.h"
#include "ui/panel.h"
#include "ui/panels/fitting_shape.h"
#include "ui/panels/option_text.h"
#include "ui/panels/padding_strip.h"
#include "ui/panels/side_style.h"
#include "ui/progress_card.h"

namespace bankloom::ui {

using namespace wording;
namespace {

/// Paddings with a button of their own.
constexpr std::int64_t kPaddingButtons = 5;
/// Units of the strip's bars.
constexpr float kStripBars = 42;
/// Limits of typed numbers; the session checks the option's own range and states it in its sentence.
constexpr std::int64_t kLeastTyped = -1'000'000, kMostTyped = 1'000'000'000;

/// The lesson of A's kernel, or of the kernel that it was copied from; empty if there is none.
std::string lesson_of(const Session& session) {
  if (const auto own = session.selection().own(Side::a)) return own->base.substr(0, own->base.find('/'));
  const Kernel* kernel = session.kernel(Side::a);
  return kernel == nullptr ? std::string() : kernel->lesson;
}

/// A run's "1 / 32" in a list, followed by a mark if something is wrong, since colour alone does not distinguish it
/// from a conflict.
void show_figures(ListLine& line, const Theme& theme, const Facts& facts) {
  const bool wrong = !facts.faults().empty() || (facts.output() != nullptr && facts.output()->different != 0);
  bool fine = !wrong;
  if (const KernelCost* const cost = facts.kernel_cost()) {
    const RunFigures figures = run_figures(*cost);
    line.right = store_and_load_text(figures);
    fine = fine && figures.conflicts == 0 && figures.load_fine && figures.store_fine;
  }
  if (wrong) line.right += " !";
  line.right_colour = fine ? theme.good : theme.bad;
}

Column section(std::string words) {
  Column column = Column().gap(3).add(Text(std::move(words)).small().muted()).add(Gap());
  return column;
}

/// A label at the left and its control at the right.
Row labelled(const std::string& label, const Box& control, float width) {
  return Row().gap(6).add(Text(label).fonts({FontUse::body, FontUse::small}), share()).add(control, units(width));
}

class ChoicePanel final : public Panel {
 public:
  void draw(PanelContext& context) override {
    if (!context.session.comparing()) edited_ = Side::a;
    Column page = Column().gap(11).add(lesson(context)).add(kernels(context));
    if (context.session.kernel(edited_) != nullptr) {
      page.add(padding(context)).add(shape(context)).add(other_options(context));
    }
    page.add(machine(context));
    if (has_cells(context.session)) {
      page.add(cells(context)).add(layout(context)).add(bank_colours(context));
    } else {
      page.add(section("CELLS AND BANKS")
                   .add(Text("No shared memory is used here, so there is nothing to choose for cells and banks.")
                            .small()
                            .muted()
                            .wrap()));
    }
    // Below the controls, which keep their places under the mouse.
    show(context, Column().gap(6).add(Scroll("choice", page), share()).add(failures(context)));
  }

 private:
  /// The message about the last change of a control, if it was refused.
  [[nodiscard]] Box error(const PanelContext& context, const std::string& control) const {
    const auto found = errors_.find(control);
    return found == errors_.end() ? Box() : Text(found->second).small().colour(context.theme.bad).wrap();
  }

  void keep(const std::string& control, const Result<void>& result) {
    errors_.clear();
    if (!result) errors_[control] = result.error().message;
  }

  void set_option(Session& session, Side side, const std::string& control, const std::string& name,
                  const std::string& value) {
    keep(control, session.change(session.selection().with_option(side, name, value)));
  }

  Box lesson(PanelContext& context) {
    Session& session = context.session;
    const auto& lessons = session.selection().catalog().lessons;
    const auto found = std::ranges::find(lessons, lesson_of(session), &Lesson::name);
    const auto choose = [this, &session, &lessons](int chosen) {
      const auto& kernels = session.selection().catalog().kernels;
      const auto first = std::ranges::find(kernels, lessons[static_cast<std::size_t>(chosen)].name, &Kernel::lesson);
      if (first == kernels.end()) return;
      const bool was_comparing = session.comparing();
      if (was_comparing) keep("lesson", session.change(session.selection().without_b()));
      keep("lesson", session.change(session.selection().with_kernel(Side::a, first->id())));
      if (was_comparing) keep("lesson", session.change(session.selection().with_compare_toggled()));
    };
    Column column = section("LESSON");
    std::vector<std::string> titles;
    titles.reserve(lessons.size());
    for (const Lesson& one : lessons) {
      titles.push_back(say("{number} · {title}", "number"_a = one.order, "title"_a = translated(one.title)));
    }
    if (found == lessons.end()) {
      // An own kernel may belong to no lesson.
      std::vector<MenuLine> lines;
      lines.reserve(titles.size());
      for (const std::string& title : titles) lines.push_back({title, {}});
      column.add(Menu("lesson", "choose a lesson", lines, choose).tooltip("Shows the kernels of a lesson."));
    } else {
      const auto present = static_cast<int>(found - lessons.begin());
      column.add(DropDown("lesson", titles, present, [=](int chosen) {
                   if (chosen != present) choose(chosen);
                 }).tooltip(found->summary));
    }
    return column.add(error(context, "lesson"));
  }

  Box kernels(PanelContext& context) {
    Session& session = context.session;
    Column column;
    const std::vector<LessonRow> lesson = session.lesson_rows(edited_);
    const auto is_in_sectors = [](const LessonRow& row) {
      const KernelCost* const cost = row.facts().kernel_cost();
      return cost != nullptr && run_figures(*cost).sectors;
    };
    const bool in_sectors = !lesson.empty() && std::ranges::all_of(lesson, is_in_sectors);
    const Text unit({in_sectors ? "sectors, store / load" : "wavefronts, store / load", "store / load"});
    column.gap(3)
        .add(Row()
                 .add(Text("KERNEL").small().muted())
                 .add(Text(unit).small().faint().align(Align::right), share())
                 .tooltip(
                     "Average cost of a request: wavefronts of shared memory, 1 without bank conflicts for words of "
                     "4 bytes; for a kernel without shared memory, sectors of global memory."))
        .add(Gap());
    if (session.comparing()) {
      column
          .add(side_switch(edited_, [this](Side side) { edited_ = side; },
                           "Which side the list and the options below act on. Padding has its own row for each side.",
                           {"choose for A", "choose for B"}))
          .add(Gap(1));
    }
    Column rows;
    longest_ = {};
    for (const LessonRow& row : lesson) {
      ListLine line;
      if (row.outcome && row.outcome->figures() != nullptr) show_figures(line, context.theme, row.facts());
      if (row.kernel->name.size() > longest_[0].size()) longest_[0] = row.kernel->name;
      if (line.right.size() > longest_[1].size()) longest_[1] = line.right;
    }
    rows.gap(3).add(own_row(context));
    for (const LessonRow& row : lesson) rows.add(kernel_row(context, row));
    return column.add(rows).add(error(context, "kernel"));
  }

  /// The row of an own text, above the kernels that it may have been copied from.
  Box own_row(PanelContext& context) {
    Session& session = context.session;
    const auto own = session.selection().own(edited_);
    if (own == nullptr) return {};
    ListLine line{own->base.empty() ? own_name(*own) : message("{}, changed", own_name(*own)),
                  {},
                  context.theme.text_faint,
                  true,
                  {}};
    if (const SideRun& made = session.runs().side(edited_); made.run && !made.pending && !made.failure) {
      show_figures(line, context.theme, session.side(edited_).facts());
    }
    const auto from = own->path.empty()
                          ? say("Your code, made from {kernel}.\nClick to edit it.", "kernel"_a = own->base)
                          : say("Your code in {file}.\nClick to edit it.", "file"_a = own->path);
    return ListRow("own", line,
                   [this, &context] {
                     if (context.workbench != nullptr) context.workbench->open(context.session, edited_);
                   })
        .tooltip(from);
  }

  Box kernel_row(PanelContext& context, const LessonRow& row) {
    Session& session = context.session;
    ListLine line{row.kernel->name, {}, context.theme.text_faint, session.kernel(edited_) == row.kernel, {}};
    std::vector<bankloom::Text> words{bankloom::Text(row.kernel->title), bankloom::Text(row.kernel->summary)};
    const auto below = [&](const bankloom::Text& more) { words.push_back(say("\n{more}", "more"_a = more)); };
    const Facts facts = row.facts();
    if (row.outcome && row.outcome->figures() != nullptr) show_figures(line, context.theme, facts);
    if (const KernelCost* const cost = facts.kernel_cost()) {
      below(cost_text(run_figures(*cost)));
    }
    if (!facts.faults().empty()) below(fault_mark_text(facts.faults().front(), facts.faults().size() - 1));
    if (row.outcome && row.outcome->failure) {
      line.right = row.outcome->failure->is_cancelled() ? "cancelled" : "does not run";
      below(bankloom::Text(row.outcome->failure->message));
    }
    // The side of a row's kernel, even if the list acts on the other side.
    if (session.comparing()) {
      for (const Side side : shown_sides(session)) {
        line.marks.push_back(session.kernel(side) == row.kernel ? accent(context.theme, side) : 0);
      }
    }
    line.longest = longest_;
    const std::string id = row.kernel->id();
    return ListRow(
               id, line,
               [this, &session, id] { keep("kernel", session.change(session.selection().with_kernel(edited_, id))); })
        .tooltip(lines_text(words));
  }

  Box padding(PanelContext& context) {
    const Session& session = context.session;
    const Option* first = session.selection().padding(Side::a);
    if (first == nullptr) first = session.selection().padding(Side::b);
    if (first == nullptr) return {};
    Column column = section(say("PADDING ({option})", "option"_a = first->name));
    for (const Side side : shown_sides(session)) {
      const Option* const own = session.selection().padding(side);
      Row row = Row().gap(3);
      if (session.comparing()) row.add(Text(side_name(side)).strong().colour(accent(context.theme, side)), units(14));
      if (own == nullptr) {
        // As high as the row of buttons that it replaces.
        column.add(row.add(Text("has no padding to choose").small().muted(), share()), fit().at_least(26));
        continue;
      }
      const std::string control = fmt::format("{} {}", own->name, side_name(side));
      add_padding(context, row, side, *own, control);
      column.add(row).add(error(context, control));
    }
    if (const Box strip = padding_strip(context, kStripBars)) column.space(2).add(strip);
    return column;
  }

  void add_padding(PanelContext& context, Row& row, Side side, const Option& option, const std::string& control) {
    Session& session = context.session;
    const std::string& name = option.name;
    const std::int64_t value = to_number(session.options(side).at(name)), least = option.minimum;
    std::vector<std::string> digits;
    for (std::int64_t n = least; n <= std::min(option.maximum, least + kPaddingButtons - 1); ++n) {
      digits.push_back(std::to_string(n));
    }
    const bool has_button = value - least < static_cast<std::int64_t>(digits.size());
    const std::string words =
        joined({bankloom::Text(option_text(option)),
                session.comparing() == (side == Side::b) ? say("Keys: P and Shift+P.") : bankloom::Text()});
    const auto enter = [this, &session, side, control, name](std::int64_t entered) {
      set_option(session, side, control, name, std::to_string(entered));
    };
    row.add(Segments(
                control, digits, has_button ? static_cast<int>(value - least) : -1,
                [=](int chosen) { enter(least + chosen); }, accent_style(side))
                .tooltip(words),
            share());
    row.add(IntField(control + " field", value, kLeastTyped, kMostTyped, enter).tooltip(words), units(44));
  }

  Box shape(PanelContext& context) {
    Session& session = context.session;
    const Kernel& kernel = *session.kernel(edited_);
    const ShapeOptions shape = shape_options(kernel);
    if (shape.x == nullptr && shape.y == nullptr) return {};
    const OptionValues values = session.options(edited_);
    Column column =
        section(session.comparing() ? say("SHAPE OF {side}", "side"_a = side_name(edited_)).str() : "SHAPE");
    if (!shape.both()) return column.add(option_row(context, shape.x != nullptr ? *shape.x : *shape.y, values));
    column.add(preset_shapes(context, kernel, shape, values)).add(error(context, "shapes"));
    // Both extents in one row.
    Row extents;
    for (const Option* option : {shape.x, shape.y}) {
      const auto enter = [this, &session, name = option->name](std::int64_t value) {
        set_option(session, edited_, "extents", name, std::to_string(value));
      };
      const auto field = IntField(option->name, to_number(values.at(option->name)), kLeastTyped, kMostTyped, enter)
                             .tooltip(option_text(*option));
      extents.add(Row().gap(5).add(Text(option->name).small().muted(), fit().at_most_part(0.55f)).add(field, share()),
                  share());
    }
    return column.add(extents).add(error(context, "extents"));
  }

  /// Fewer if they would be illegible, but always the present one.
  Box preset_shapes(PanelContext& context, const Kernel& kernel, const ShapeOptions& shape,
                    const OptionValues& values) {
    const auto machine = find_machine(context.session.selection().machines(), context.session.scene().machine);
    auto presets =
        shape_presets(kernel, values, kShapeButtons, machine ? machine->threads_per_block : kMostBlockThreads);
    if (presets.empty()) presets = shape_presets(kernel, values, kShapeButtons);
    const BlockShape present{to_number(values.at(shape.x->name)), to_number(values.at(shape.y->name))};
    std::vector<std::function<Box()>> rows;
    for (;;) {
      std::vector<std::string> labels;
      labels.reserve(presets.size());
      for (const BlockShape& preset : presets) labels.push_back(preset.words());
      const auto at = std::ranges::find(presets, present);
      const int selected = at == presets.end() ? -1 : static_cast<int>(at - presets.begin());
      const auto choose = [this, &session = context.session, x = shape.x->name, y = shape.y->name,
                           presets](int chosen) {
        keep("shapes", choose_shape(session, edited_, x, y, presets[static_cast<std::size_t>(chosen)]));
      };
      rows.emplace_back([=] {
        return Segments("shapes", labels, selected, choose)
            .tooltip("Threads of a block along x and y, and with them the shape of the tile.");
      });
      if (presets.size() <= 2) return FirstOf(rows);
      presets.erase(presets.end() - (presets.back() == present ? 2 : 1));
    }
  }

  Box option_row(PanelContext& context, const Option& option, const OptionValues& values) {
    const std::string& name = option.name;
    const std::string& value = values.at(name);
    const std::string control = fmt::format("{} {}", name, side_name(edited_));
    const auto set = [this, &session = context.session, control, name](const std::string& chosen) {
      set_option(session, edited_, control, name, chosen);
    };
    Column column = Column().gap(3);
    if (option.type == OptionType::integer) {
      const auto enter = [=](std::int64_t entered) { set(std::to_string(entered)); };
      column.add(labelled(
          name, IntField(name, to_number(value), kLeastTyped, kMostTyped, enter).tooltip(option_text(option)), 64));
    } else {
      const auto present = std::ranges::find(option.values, value) - option.values.begin();
      const auto choose = [set, all = option.values](int chosen) { set(all[static_cast<std::size_t>(chosen)]); };
      column.add(labelled(
          name, DropDown(name, option.values, static_cast<int>(present), choose).tooltip(option_text(option)), 92));
    }
    return column.add(error(context, control));
  }

  Box other_options(PanelContext& context) {
    Session& session = context.session;
    const Kernel& kernel = *session.kernel(edited_);
    const ShapeOptions shape = shape_options(kernel);
    const OptionValues values = session.options(edited_);
    Column column = Column().gap(3);
    bool is_first = true, is_changed = false;
    for (const Option& option : kernel.options) {
      is_changed = is_changed || values.at(option.name) != option.default_value;
      if (&option == shape.x || &option == shape.y || &option == kernel.padding()) continue;
      if (std::exchange(is_first, false)) column = section("OPTIONS");
      column.add(option_row(context, option, values));
    }
    if (kernel.options.empty()) return is_first ? Box() : column;
    const auto reset = [this, &session] {
      errors_.clear();
      session.change(session.selection().with_defaults(edited_));
    };
    // It is always there, even with nothing to reset: the controls below keep their places.
    const ButtonStyle style = is_changed ? ButtonStyle::quiet : ButtonStyle::disabled;
    return column.add(Row().add(
        Button("reset", "Reset options", reset, style).tooltip("Resets all options of this side to their defaults.")));
  }

  Box failures(PanelContext& context) {
    Column column = Column().gap(4);
    bool any = false;
    for (const Side side : shown_sides(context.session)) {
      const auto& failure = context.session.runs().side(side).failure;
      // While the choice is being made, the failure is that of the previous one.
      if (!failure || context.session.runs().side(side).pending) continue;
      // What has no picture at all is said in its place.
      const bool has_picture = context.session.side(side).run && !is_program_to_run(context.session, side);
      if (!has_picture && failure->details.empty()) continue;
      std::string words = failure->message;
      if (context.session.selection().own(side) != nullptr && !failure->details.empty()) {
        words = "Your code does not compile: see the messages next to it.";
      }
      column
          .add(Text(named_text(context.session.comparing() ? side_name(side) : "", bankloom::Text(words)))
                   .small()
                   .colour(failure->is_cancelled() ? context.theme.text_muted : context.theme.bad)
                   .wrap())
          .add(fitting_shape(context, side));
      any = true;
    }
    return any ? Box(column) : Box();
  }

  Box machine(PanelContext& context) {
    Session& session = context.session;
    const std::string& name = session.scene().machine;
    const auto& machines = session.selection().machines();
    const auto found = find_machine(machines, name);
    std::vector<std::string> words;
    int present = -1;
    // "didactic:7" is a choice of banks on one of the machines in the list.
    const std::string base = name.substr(0, name.find(':'));
    for (const MachineModel& machine : machines) {
      const bool is_alias = std::ranges::find(machine.aliases, base) != machine.aliases.end();
      if (machine.name == name || machine.name == base || (present < 0 && is_alias))
        present = static_cast<int>(words.size());
      words.push_back(say("{name} · {title}", "name"_a = machine.name, "title"_a = translated(machine.title)));
    }
    const auto set = [this, &session](const std::string& chosen) {
      keep("machine", session.change(session.selection().with_machine(chosen)));
    };
    auto list = DropDown("machine", words, present,
                         [=, &machines](int chosen) { set(machines[static_cast<std::size_t>(chosen)].name); });
    if (found) list.tooltip(machine_choice_text(*found));
    Column column = section("MACHINE").add(list);
    const MachineModel* chosen = present < 0 ? nullptr : &machines[static_cast<std::size_t>(present)];
    if (found && chosen != nullptr && chosen->bank_choice) {
      const BankChoice& range = *chosen->bank_choice;
      const auto enter = [=](std::int64_t banks) { set(fmt::format("{}:{}", chosen->name, banks)); };
      column.add(labelled(
          "banks",
          IntField("banks", found->banks, range.minimum, range.maximum, enter)
              .tooltip(say("Number of banks, {least} to {most}.", "least"_a = range.minimum, "most"_a = range.maximum)),
          64));
    }
    return column.add(error(context, "machine"));
  }

  /// Whether cells are shown: some kernel uses shared memory, or there is none yet.
  static bool has_cells(const Session& session) {
    bool known = false;
    for (const Side side : shown_sides(session)) {
      const auto& run = session.side(side).run;
      if (!run || run->shared_bytes != 0) return true;
      known = true;
    }
    return !known;
  }

  static Box cells(PanelContext& context) {
    static constexpr CellLabel kFirst[] = {CellLabel::bank, CellLabel::value, CellLabel::word};
    static constexpr CellLabel kSecond[] = {CellLabel::place, CellLabel::lane};
    return section("CELLS SHOW")
        .add(cell_labels(context, "cells", kFirst))
        .add(cell_labels(context, "more cells", kSecond));
  }

  static Box cell_labels(PanelContext& context, const char* id, std::span<const CellLabel> labels) {
    std::vector<std::string_view> words;
    int selected = -1;
    for (const CellLabel label : labels) {
      if (label == context.session.scene().label) selected = static_cast<int>(words.size());
      words.push_back(label == CellLabel::place ? "row, column" : cell_label_name(label));
    }
    return Segments(id, words, selected,
                    [&session = context.session, labels](int chosen) {
                      Scene scene = session.scene();
                      scene.label = labels[static_cast<std::size_t>(chosen)];
                      session.change(std::move(scene));
                    })
        .tooltip(
            "What the cells show: the bank, the value stored so far, the word's number, row and column, or the lane "
            "that accesses it.");
  }

  static Box layout(PanelContext& context) {
    static constexpr std::string_view kLayouts[] = {"as indexed", "in the banks"};
    const auto choose = [&session = context.session](int chosen) {
      Scene scene = session.scene();
      scene.layout = chosen == 0 ? TileLayout::logical : TileLayout::physical;
      session.change(std::move(scene));
    };
    return section("LAYOUT").add(
        Segments("layout", kLayouts, context.session.scene().layout == TileLayout::logical ? 0 : 1, choose)
            .tooltip("As the kernel indexes it, or as it lies in memory: each column is a bank, each row one word of "
                     "every bank. With padding, the rows shift against each other."));
  }

  static Box bank_colours(PanelContext& context) {
    static constexpr std::string_view kPalettes[] = {"wheel", "ordered"};
    const auto choose = [&view = context.view](int chosen) {
      view.palette = chosen == 0 ? Palette::wheel : Palette::ordered;
    };
    return section("BANK COLOURS")
        .add(Segments("palette", kPalettes, context.view.palette == Palette::wheel ? 0 : 1, choose)
                 .tooltip("Around the colour wheel, or a ramp from dark to light that people with a colour-vision "
                          "deficiency can order."))
        .add(lit_bank(context));
  }

  static Box lit_bank(PanelContext& context) {
    Session& session = context.session;
    const auto machine = find_machine(session.selection().machines(), session.scene().machine);
    if (!machine) return {};
    const auto bank = session.scene().bank;
    static constexpr std::string_view kWords[] = {"all banks", "one:"};
    const std::string words = say("Highlights one bank, 0 to {last}.", "last"_a = machine->banks - 1);
    const auto light = [&session](std::optional<unsigned> chosen) {
      Scene scene = session.scene();
      scene.bank = chosen;
      session.change(std::move(scene));
    };
    const auto choose = [=](int chosen) { light(chosen == 0 ? std::nullopt : std::optional(bank.value_or(0))); };
    return Row()
        .gap(3)
        .add(Segments("banks lit", kWords, bank ? 1 : 0, choose).tooltip(words), share())
        .add(IntField("bank", bank.value_or(0), 0, std::int64_t{machine->banks} - 1,
                      [=](std::int64_t typed) { light(static_cast<unsigned>(typed)); })
                 .tooltip(words),
             units(64));
  }

  Side edited_ = Side::a;
  std::array<std::string, 2> longest_;         ///< of the list of kernels: a name, and its right text
  std::map<std::string, std::string> errors_;  ///< by control
};

}  // namespace

PanelEntry choice_panel() {
  return {
      .id = "choice",
      .title = "Kernel and options",
      .help =
          "Choose a lesson and a kernel, its padding, shapes and element type. Every change is compiled and "
          "executed at once.",
      .slot = Slot::choice,
      .applies = [](const PanelContext& context) { return context.lesson == nullptr || !context.lesson->is_open(); },
      .maker = maker_of<ChoicePanel>()};
}

}  // namespace bankloom::ui
