#include "cli/program_files.h"

#include <unistd.h>

#include <iostream>

#include "cli/data_folder.h"
#include "cli/input.h"
#include "core/base/files.h"
#include "core/base/language.h"
#include "core/base/text_lines.h"
#include "program/tool.h"

namespace bankloom::cli {

namespace fs = std::filesystem;

Result<fs::path> find_runtime_folder(const fs::path& executable) {
  constexpr const char* kLibrary = "libcudart.so.13";
  std::error_code code;
  if (const auto given = environment("BANKLOOM_RUNTIME"); !given.empty()) {
    if (fs::exists(fs::path(given) / kLibrary, code)) return fs::canonical(given, code);
    return fail("the folder '{}', which BANKLOOM_RUNTIME names, has no {}; correct or unset it", given, kLibrary);
  }
  for (const auto& folder :
       {executable.parent_path() / "runtime", executable.parent_path() / "../lib/bankloom/runtime"}) {
    if (fs::exists(folder / kLibrary, code)) return fs::canonical(folder, code);
  }
  return fail(
      "bankloom's CUDA runtime ({}) was not found near the program; set BANKLOOM_RUNTIME to the folder that has it",
      kLibrary);
}

namespace {

fs::path fetching_script(const Context& context) {
  const auto data = find_data_folder(context.executable);
  const fs::path script = data ? *data / "scripts/setup.sh" : fs::path();
  std::error_code code;
  return fs::exists(script, code) ? script : fs::path();
}

}  // namespace

Result<void> fetch_toolchain(const Context& context, int interrupt) {
  const fs::path script = fetching_script(context);
  if (script.empty()) return fail("nvcc cannot be downloaded: there is no scripts/setup.sh near the program");
  program::ToolCall call{{script.string(), "nvcc"}};
  call.time_limit = std::chrono::minutes(30);
  call.interrupt = interrupt;
  TRY(const auto run, program::run_tool(call));
  if (run.interrupted) return fail("nvcc was not downloaded: the download was stopped");
  if (run.status != 0) return fail("nvcc could not be downloaded: {}", std::string(trim(run.output)));
  return {};
}

Result<program::Toolchain> find_or_fetch_toolchain(const Context& context) {
  auto found = program::find_toolchain();
  if (found || ::isatty(STDIN_FILENO) == 0 || ::isatty(STDERR_FILENO) == 0) return found;
  if (fetching_script(context).empty()) return found;
  fmt::print(
      stderr, "{}",
      message(
          "bankloom: {}\nDownload NVIDIA's nvcc 13 now, 105 MB, under the licence of the CUDA Toolkit, to {}? [y/N] ",
          found.error().message, program::fetched_toolchain_folder().string()));
  std::string answer;
  if (!std::getline(std::cin, answer) || (answer != "y" && answer != "Y" && answer != "yes")) return found;
  TRY(fetch_toolchain(context));
  return program::find_toolchain();
}

}  // namespace bankloom::cli
