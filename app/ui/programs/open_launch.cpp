#include "ui/programs/open_launch.h"

#include <algorithm>
#include <filesystem>
#include <system_error>

#include "core/wording/program_text.h"
#include "core/wording/program_view_text.h"
#include "ui/editor/workbench.h"
#include "ui/programs/programs.h"

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
  return context.workbench->open_source(context.session, Side::a,
                                        source_of(*launch, launch, context.programs->memory(), plan.file));
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
