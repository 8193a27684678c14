#include "cli/launch_source.h"

#include <algorithm>
#include <utility>

#include "core/base/language.h"
#include "core/own/host_text.h"
#include "core/wording/program_text.h"

namespace bankloom::cli {
void add_launch_flags(CLI::App& app, ProgramFlags& flags) {
  add_program_flags(app, flags, "Run the program FILE.cu and take its launch N, counted from 0");
}

Result<OwnSource> read_source(const std::string& file, const ProgramFlags& flags, const MachineModel& machine,
                              const Context& context) {
  TRY(const auto wanted, wanted_launch(flags));
  if (!wanted) {
    if (!flags.arguments.empty()) {
      return fail("unexpected '{}'; a program's arguments follow --launch N and --", flags.arguments.front());
    }
    TRY(auto source, read_own_source(file));
    if (own::has_main(source.text)) {
      return fail("'{0}' is a whole program: `bankloom run {0}` lists its launches, and --launch N takes one of them",
                  file);
    }
    return source;
  }
  TRY(auto request, request_of(file, flags, machine));
  request.options.capture.index = wanted;
  request.ends_at_captured = true;
  LiveStreams streams(false);
  TRY(const auto ran, run_program(std::move(request), context, streams));
  if (ran.run.captured.empty()) return fail("{}", missing_launch_text(ran, *wanted));
  if (const Text end = program_end_text(ran.end); !end.empty()) {
    streams.remark(message("{}: the program {}", file, end));
  }
  return own_source_of(ran.run.captured.front());
}

Result<void> check_no_launch(const std::string& kernel, const ProgramFlags& flags) {
  if (!flags.launch.empty()) {
    return fail("--launch takes a launch of a program, as in `bankloom run FILE.cu`, and '{}' is a kernel", kernel);
  }
  if (!flags.arguments.empty()) {
    return fail("unexpected '{}' after '{}'", flags.arguments.front(), kernel);
  }
  return {};
}

}  // namespace bankloom::cli
