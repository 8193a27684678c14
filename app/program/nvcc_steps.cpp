#include "program/nvcc_steps.h"

#include <algorithm>

#include "core/base/text_lines.h"

namespace bankloom::program {
namespace {

namespace fs = std::filesystem;

/// 8 GiB of memory for each step, because some texts make a compiler allocate without end.
constexpr const char* kLimits = "ulimit -v 8388608; ";

/// A command without its last words ` "INPUT" -o "OUTPUT"`; empty if it ends otherwise.
std::string without_files(const std::string& command) {
  const std::size_t output = command.rfind(" -o \"");
  if (output == std::string::npos) return {};
  const std::size_t end = command.find_last_not_of(' ', output);
  if (end == std::string::npos || command[end] != '"') return {};
  const std::size_t begin = command.rfind('"', end - 1);
  return begin == std::string::npos ? std::string() : command.substr(0, begin);
}

/// The command with this word, without its files.
std::string command_with(const DryRun& run, const std::string& word) {
  const auto found = std::ranges::find_if(
      run.commands, [&](const std::string& command) { return (" " + command + " ").find(word) != std::string::npos; });
  return found == run.commands.end() ? std::string() : without_files(*found);
}

ToolCall shell_call(const std::string& script) {
  ToolCall call{{"/bin/sh", "-c", script}};
  // Nobody waits longer for a text that is being typed.
  constexpr std::chrono::milliseconds kLimit{60'000};
  call.time_limit = kLimit;
  return call;
}

}  // namespace

std::string shell_quoted(const std::string& text) {
  std::string whole = "'";
  for (const char letter : text) whole += letter == '\'' ? std::string("'\\''") : std::string(1, letter);
  return whole + "'";
}

DryRun read_dry_run(const std::string& printed) {
  DryRun run;
  for (const std::string& line : split_lines(printed)) {
    constexpr std::string_view kMark = "#$ ";
    if (!line.starts_with(kMark)) continue;
    std::string rest = line.substr(kMark.size());
    const std::size_t end = rest.find_first_of("= ");
    const bool is_setting = end != std::string::npos && rest[end] == '=' && rest.find('/') > end && end > 0;
    (is_setting ? run.settings : run.commands).push_back(std::move(rest));
  }
  return run;
}

Result<NvccSteps> NvccSteps::ask(const Toolchain& toolchain, const std::vector<std::string>& options,
                                 const std::string& architecture, const fs::path& folder) {
  ToolCall call{{toolchain.nvcc.string(), "--dryrun", "--keep", "--keep-dir", folder.string(), "-ptx", "-lineinfo",
                 "-arch=" + architecture}};
  call.words.insert(call.words.end(), options.begin(), options.end());
  call.words.insert(call.words.end(), {"-o", "program.ptx", (folder / "program.cu").string()});
  TRY(const auto ran, run_tool(call));
  if (ran.status != 0) return fail("nvcc cannot compile with these options: {}", std::string(trim(ran.output)));
  const DryRun run = read_dry_run(ran.output);
  NvccSteps steps;
  steps.preprocess_ = command_with(run, " -E ");
  steps.compile_ = command_with(run, "/cicc\" ");
  if (steps.preprocess_.empty() || steps.compile_.empty()) {
    return fail("nvcc {} does not say how it compiles, so changed code can only be run as a whole program",
                toolchain.version);
  }
  steps.host_compiler_ = steps.preprocess_.substr(0, steps.preprocess_.find(" -"));
  for (const std::string& setting : run.settings) {
    const std::size_t equals = setting.find('=');
    const std::string name = setting.substr(0, equals), value = setting.substr(equals + 1);
    // nvcc has already inserted values of several quoted words into its commands.
    if (value.find('"') != std::string::npos) continue;
    steps.settings_ += fmt::format("{0}={1}; export {0}; ", name, shell_quoted(std::string(trim(value))));
  }
  return steps;
}

ToolCall NvccSteps::preprocess(const fs::path& from, const fs::path& to, const std::string& more) const {
  return shell_call(settings_ + kLimits + preprocess_ + " " + more + " " + shell_quoted(from.string()) + " -o " +
                    shell_quoted(to.string()));
}

ToolCall NvccSteps::preprocess_with(const fs::path& macros, const fs::path& from, const fs::path& to) const {
  return shell_call(settings_ + kLimits + host_compiler_ + " -E -w -undef -nostdinc -x c++ -imacros " +
                    shell_quoted(macros.string()) + " " + shell_quoted(from.string()) + " -o " +
                    shell_quoted(to.string()));
}

ToolCall NvccSteps::compile(const fs::path& from, const fs::path& to) const {
  return shell_call(settings_ + kLimits + compile_ + " " + shell_quoted(from.string()) + " -o " +
                    shell_quoted(to.string()));
}

}  // namespace bankloom::program
