#include "ui/programs/open_launch.h"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <system_error>

#include "core/own/own_text.h"
#include "core/program/launch_figures.h"
#include "core/wording/program_text.h"
#include "core/wording/program_view_text.h"
#include "ui/editor/text_places.h"
#include "ui/editor/workbench.h"
#include "ui/programs/programs.h"
#include "ui/progress_card.h"

namespace bankloom::ui {
namespace {

/// The launch as an own text: its file, its text as compiled, the known shapes of its buffers.
OwnSource source_of(const CapturedLaunch& launch, const std::shared_ptr<const CapturedLaunch>& shared,
                    const ProgramMemory& memory, const std::filesystem::path& program) {
  OwnSource source;
  std::error_code code;
  if (!launch.file.empty()) {
    source.path = std::filesystem::weakly_canonical(std::filesystem::absolute(launch.file, code), code).string();
  }
  source.text = launch.source;
  source.launch = shared;
  source.columns = memory.columns_of_all(program, launch.kernel);
  return source;
}

/// Where the text has the kernel's name, its definition where there are several; 0 where it has none.
std::size_t kernel_place(const std::string& text, const std::string& kernel) {
  const std::string name = kernel.substr(0, kernel.find_first_of("<("));
  const auto declared = own::read_text_facts(text).kernels;
  std::size_t place = 0;
  for (const own::KernelDeclaration& one : declared) {
    if (name != one.name && !name.ends_with("::" + one.name)) continue;
    const auto starts = line_starts(text);
    if (one.line >= 1 && one.line <= starts.size()) place = starts[one.line - 1];
  }
  return place;
}

const OwnSource* shown_source(const PanelContext& context, Side side) {
  const auto own = context.session.selection().own(side);
  return own != nullptr && own->launch != nullptr ? own.get() : nullptr;
}

}  // namespace

std::shared_ptr<const CapturedLaunch> captured_launch(const PanelContext& context, std::uint64_t index) {
  const auto status = context.programs->status();
  if (!status->result) return nullptr;
  const auto& all = status->result->outcome.run.captured;
  const auto found = std::ranges::find_if(all, [&](const auto& one) { return one->index == index; });
  return found == all.end() ? nullptr : *found;
}

Result<void> open_launch(PanelContext& context, std::uint64_t index) {
  const auto launch = captured_launch(context, index);
  if (launch == nullptr) {
    context.programs->capture(index);
    context.say(awaited_launch_text(index));
    return {};
  }
  const auto& plan = context.programs->status()->result->plan;
  TRY(context.workbench->open_source(context.session, Side::a,
                                     source_of(*launch, launch, context.programs->memory(), plan.file)));
  // A whole program's text begins with what the picture says nothing about.
  if (context.workbench->is_open()) {
    const std::size_t kernel = kernel_place(launch->source, launch->kernel);
    context.workbench->field.go_to = TextSelection{kernel, kernel};
  }
  return {};
}

void open_costliest_launch(PanelContext& context) {
  if (!context.programs->take_ended() || !is_program_to_run(context.session, Side::a)) return;
  const auto own = context.session.selection().own(Side::a);
  const auto status = context.programs->status();
  if (!status->result || own == nullptr || own->path != status->result->plan.file) return;
  std::optional<std::uint64_t> index;
  std::uint64_t most = 0;
  for (const program::ProgramLaunch& launch : status->result->outcome.run.launches) {
    const auto figures = program::figures_of(launch);
    if (!figures || captured_launch(context, launch.index) == nullptr) continue;
    const std::uint64_t cost = figures->wavefronts + figures->sectors;
    if (index && cost <= most) continue;
    index = launch.index;
    most = cost;
  }
  if (!index) return;
  if (const auto done = open_launch(context, *index); !done) context.say(done.error().message);
}

void open_awaited_launch(PanelContext& context) {
  const auto index = context.programs->take_captured();
  if (!index) return;
  // A second failure to capture it ends the attempts.
  if (captured_launch(context, *index) == nullptr) {
    const auto status = context.programs->status();
    if (status->result) context.say(missing_launch_text(status->result->outcome, *index));
  } else if (const auto done = open_launch(context, *index); !done) {
    context.say(done.error().message);
  }
}

bool shows_launch(const PanelContext& context, Side side, std::uint64_t index) {
  if (side == Side::b && !context.session.comparing()) return false;
  const OwnSource* source = shown_source(context, side);
  return source != nullptr && source->launch->index == index && source->launch == captured_launch(context, index);
}

bool has_captured(const PanelContext& context) { return shown_source(context, Side::a) != nullptr; }

Result<void> compare_with_captured(PanelContext& context) {
  Session& session = context.session;
  if (session.comparing()) return session.change(session.selection().without_b());
  const OwnSource* source = shown_source(context, Side::a);
  if (source == nullptr) return fail("there is no captured launch to compare with");
  OwnSource original = *source;
  original.text = source->launch->source;
  return session.change(session.selection().compared_with(own_choice(std::move(original))));
}

Result<void> set_columns(PanelContext& context, Side side, const std::string& buffer, std::uint64_t columns) {
  const OwnSource* source = shown_source(context, side);
  if (source == nullptr) return fail("the buffers' shapes are those of the kernel's lesson or code");
  const auto status = context.programs == nullptr ? nullptr : context.programs->status();
  if (status != nullptr && status->result) {
    context.programs->memory().set_columns({status->result->plan.file, source->launch->kernel, buffer}, columns);
  }
  return context.workbench->set_columns(context.session, side, buffer, columns);
}

}  // namespace bankloom::ui
