// The commands on a kernel's text, its file or its program.
#include <imgui_internal.h>

#include <algorithm>

#include "core/wording/program_view_text.h"
#include "core/wording/text.h"
#include "ui/actions.h"
#include "ui/editor/workbench.h"
#include "ui/overlays.h"
#include "ui/programs/open_launch.h"
#include "ui/programs/programs.h"

namespace bankloom::ui {

using namespace wording;
namespace {

/// The document of the shown text; null if there is none.
Document* shown_document(const PanelContext& context) {
  Workbench* const bench = context.workbench;
  return bench == nullptr ? nullptr : bench->document(context.session, bench->side());
}

bool has_unsaved_text(const PanelContext& context) {
  const Document* document = shown_document(context);
  return document != nullptr && document->is_unsaved();
}

template <bool saves>
void ask_for_file(PanelContext& context) {
  context.overlays->ask_for_file(context, context.workbench->side(), saves);
}

void edit(PanelContext& context) {
  if (context.workbench->is_open()) {
    context.workbench->close();
  } else {
    context.workbench->open(context.session, context.workbench->side());
  }
}

/// A captured launch's text is saved back to the learner's own file, where its original was.
void apply_to_file(PanelContext& context) {
  Workbench& bench = *context.workbench;
  const std::string file = shown_document(context)->source.path;
  const auto copy = bench.apply(context.session, bench.side());
  if (!copy) return context.say(copy.error().message);
  context.say(applied_text(file, copy->string()));
}

bool can_apply(const PanelContext& context) {
  const Document* document = shown_document(context);
  return has_unsaved_text(context) && document->source.launch != nullptr && !document->source.path.empty();
}

void save(PanelContext& context) {
  if (can_apply(context)) return apply_to_file(context);
  Workbench& bench = *context.workbench;
  const Document& document = *shown_document(context);
  if (save_question(document) != SaveQuestion::none) {
    ask_for_file<true>(context);
  } else if (const auto saved = bench.save(context.session, bench.side()); !saved) {
    context.say(saved.error().message);
  } else {
    context.say(say("Saved to {file}", "file"_a = document.source.path));
  }
}

/// The document in the editor; null if none is open.
Document* edited(const PanelContext& context) {
  return context.workbench != nullptr && context.workbench->is_open() ? shown_document(context) : nullptr;
}

bool is_editing(const PanelContext& context) { return edited(context) != nullptr; }

/// The search text is a separate field.
template <TextTask task>
bool can_do(const PanelContext& context) {
  const Document* document = edited(context);
  if (document == nullptr || context.workbench->search.has_keyboard) return false;
  return task == TextTask::undo ? document->history.can_undo()
                                : (task != TextTask::redo || document->history.can_redo());
}

template <TextTask task>
void do_task(PanelContext& context) {
  context.workbench->field.tasks.push_back(task);
}

void open_search(PanelContext& context) {
  context.workbench->open_search(context.session);
  ImGui::ClearActiveID();
}

template <int by>
void find(PanelContext& context) {
  if (!context.workbench->search.is_open) return open_search(context);
  context.workbench->find(context.session, by);
}

/// The program of the shown text; null if it is none that can be run.
const Document* shown_program(const PanelContext& context) {
  const Document* document = context.programs == nullptr ? nullptr : shown_document(context);
  return document != nullptr && document->is_program && !document->source.path.empty() ? document : nullptr;
}

bool has_program(const PanelContext& context) { return shown_program(context) != nullptr; }

void run_program(PanelContext& context) {
  const Document& document = *shown_program(context);
  if (document.is_unsaved()) {
    const std::string key = keys_of(action("save"));
    return context.say(say("A program runs from its saved file: save the code first ({key}).", "key"_a = key));
  }
  const auto& machines = context.session.selection().machines();
  const std::string& name = context.session.scene().machine;
  const auto machine = std::ranges::find_if(machines, [&](const auto& one) { return one.name == name; });
  if (machine == machines.end()) return;
  context.view.tab = kLaunchesTab;
  context.programs->begin(document.source.path, *machine);
}

bool is_program_busy(const PanelContext& context) {
  return context.programs != nullptr && context.programs->status()->stage != ProgramStage::idle;
}

}  // namespace

// NOLINTNEXTLINE(readability-function-size): a table of actions
std::vector<Action> text_actions() {
  return {
      Action("edit", {{Key::e}, with_control(Key::e)}, "Edit the kernel's code, or stop editing", edit,
             {.while_typing = true}),
      Action("open", {with_control(Key::o)}, "Open a .cu file; you can also drop one on the window",
             ask_for_file<false>, {.label = "Open …", .while_typing = true, .enabled = has_overlays}),
      Action("run program", {with_control(Key::r)},
             "Run the program shown, its kernels on the emulator; you are asked first whether it may run", run_program,
             {.label = "Run", .while_typing = true, .enabled = has_program}),
      Action("end program", {}, "Stop the running program; what it did so far is shown",
             [](PanelContext& context) { context.programs->cancel(); },
             {.label = "Cancel", .enabled = is_program_busy}),
      Action("apply to file", {},
             "Write the changed code of the launch back to your file; a copy of the old version is kept beside it",
             apply_to_file, {.label = "Apply to my file", .enabled = can_apply}),
      Action("compare with captured", {}, "Show the captured launch as B beside your changes, or end the comparison",
             [](PanelContext& context) { say_failure(context, compare_with_captured(context)); },
             {.label = "Original as B", .enabled = has_captured}),
      Action("save", {with_control(Key::s)}, "Save the code as a file of your own", save,
             {.label = "Save", .while_typing = true, .enabled = has_unsaved_text}),
      Action("save as", {}, "Save the code under another name", ask_for_file<true>,
             {.label = "Save as …", .enabled = has_overlays}),
      Action("undo", {with_control(Key::z)}, "Undo the last word typed, or the last other change of the kernel's code",
             do_task<TextTask::undo>, {.while_typing = true, .enabled = can_do<TextTask::undo>}),
      Action("redo", {with_control(Key::y), {Key::z, true, true}}, "Redo it", do_task<TextTask::redo>,
             {.while_typing = true, .enabled = can_do<TextTask::redo>}),
      Action("find", {with_control(Key::f)},
             "Find words in the kernel's code; Return and Shift+Return go to the next and the previous match, Esc "
             "ends it",
             open_search, {.label = "Find …", .while_typing = true, .enabled = is_editing}),
      Action("find next", {with_control(Key::g)}, "To the next or the previous match", find<1>,
             {.icon = Icon::next_warp, .while_typing = true, .enabled = is_editing}),
      Action("find previous", {{Key::g, true, true}}, "To the next or the previous match", find<-1>,
             {.icon = Icon::previous_warp, .while_typing = true, .enabled = is_editing}),
      Action("indent", {}, "To the next indentation; selected lines one step to the right", do_task<TextTask::indent>,
             {.text_keys = {{Key::tab}}, .while_typing = true, .enabled = can_do<TextTask::indent>}),
      Action("unindent", {}, "The line, or the selected lines, one step to the left", do_task<TextTask::unindent>,
             {.text_keys = {with_shift(Key::tab)}, .while_typing = true, .enabled = can_do<TextTask::unindent>}),
  };
}

}  // namespace bankloom::ui
