#include "program/nvcc_steps.h"

#include <algorithm>
#include <cctype>
#include <utility>

#include "core/base/text_lines.h"

namespace bankloom::program {
namespace {

namespace fs = std::filesystem;

/// A command's words without the last three, INPUT -o OUTPUT; empty if it ends otherwise.
std::vector<std::string> without_files(std::vector<std::string> words) {
  constexpr std::size_t kFiles = 3;
  if (words.size() <= kFiles || words[words.size() - 2] != "-o") return {};
  words.resize(words.size() - kFiles);
  return words;
}

/// The words of the command with this one, or of the program of this name, without its files.
std::vector<std::string> command_with(const DryRun& run, const std::string& word) {
  for (const std::string& command : run.commands) {
    auto words = command_words(command, run.settings);
    const bool is_it =
        std::ranges::find(words, word) != words.end() || (!words.empty() && fs::path(words.front()).filename() == word);
    if (is_it) return without_files(std::move(words));
  }
  return {};
}

/// Options that name files and texts of the user's, which only the preprocessor needs: nvcc would quote them.
bool is_for_preprocessor(const std::string& option) {
  return option.starts_with("-I") || option.starts_with("-D") || option.starts_with("-U");
}
bool has_file(const std::string& option) { return option == "-isystem" || option == "-include"; }

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

std::vector<std::string> command_words(const std::string& command, const std::vector<std::string>& settings) {
  const auto value_of = [&](const std::string& name) {
    std::string value;
    for (const std::string& setting : settings) {
      if (setting.starts_with(name + "=")) value = std::string(trim(setting.substr(name.size() + 1)));
    }
    return value;
  };
  std::vector<std::string> words;
  bool is_in_word = false, is_quoted = false;
  for (std::size_t i = 0; i < command.size(); ++i) {
    const char letter = command[i];
    if (!is_quoted && (letter == ' ' || letter == '\t')) {
      is_in_word = false;
      continue;
    }
    if (!std::exchange(is_in_word, true)) words.emplace_back();
    if (letter == '"') {
      is_quoted = !is_quoted;
    } else if (letter == '\\' && i + 1 < command.size()) {
      words.back() += command[++i];
    } else if (letter == '$') {
      std::size_t end = i + 1;
      while (end < command.size() &&
             (std::isalnum(static_cast<unsigned char>(command[end])) != 0 || command[end] == '_'))
        ++end;
      words.back() += value_of(command.substr(i + 1, end - i - 1));
      i = end - 1;
    } else {
      words.back() += letter;
    }
  }
  return words;
}

Result<NvccSteps> NvccSteps::ask(const Toolchain& toolchain, const std::vector<std::string>& options,
                                 const std::string& architecture, const fs::path& folder, const Workplace& place) {
  NvccSteps steps;
  steps.folder_ = folder;
  ToolCall call{{toolchain.nvcc.string(), "--dryrun", "--keep", "--keep-dir", folder.string(), "-ptx", "-lineinfo",
                 "-arch=" + architecture}};
  call.folder = folder;
  for (std::size_t i = 0; i < options.size(); ++i) {
    auto& words = is_for_preprocessor(options[i]) || has_file(options[i]) ? steps.texts_ : call.words;
    words.push_back(options[i]);
    if (has_file(options[i]) && i + 1 < options.size()) words.push_back(options[++i]);
  }
  call.words.insert(call.words.end(), {"-o", "program.ptx", (folder / "program.cu").string()});
  TRY(const auto ran, run_confined(call, place));
  if (ran.status != 0) return fail("nvcc cannot compile with these options: {}", std::string(trim(ran.output)));
  const DryRun run = read_dry_run(ran.output);
  steps.preprocess_ = command_with(run, "-E");
  steps.compile_ = command_with(run, "cicc");
  if (steps.preprocess_.empty() || steps.compile_.empty()) {
    return fail("nvcc {} does not say how it compiles, so changed code can only be run as a whole program",
                toolchain.version);
  }
  for (const std::string& setting : run.settings) {
    // nvcc has already inserted values of several quoted words into its commands.
    if (setting.find('"') != std::string::npos) continue;
    const std::size_t equals = setting.find('=');
    steps.settings_.push_back(setting.substr(0, equals + 1) + std::string(trim(setting.substr(equals + 1))));
  }
  return steps;
}

ToolCall NvccSteps::call(std::vector<std::string> words) const {
  ToolCall call{std::move(words)};
  call.folder = folder_;
  call.environment = settings_;
  // Nobody waits longer for a text that is being typed.
  constexpr std::chrono::milliseconds kLimit{60'000};
  call.time_limit = kLimit;
  return call;
}

ToolCall NvccSteps::preprocess(const fs::path& from, const fs::path& to, const std::vector<std::string>& more) const {
  std::vector<std::string> words{preprocess_.front()};
  // The user's folders come before nvcc's own, as in nvcc.
  words.insert(words.end(), texts_.begin(), texts_.end());
  words.insert(words.end(), preprocess_.begin() + 1, preprocess_.end());
  words.insert(words.end(), more.begin(), more.end());
  words.insert(words.end(), {from.string(), "-o", to.string()});
  return call(std::move(words));
}

ToolCall NvccSteps::preprocess_with(const fs::path& macros, const fs::path& from, const fs::path& to) const {
  return call({preprocess_.front(), "-E", "-w", "-undef", "-nostdinc", "-x", "c++", "-imacros", macros.string(),
               from.string(), "-o", to.string()});
}

ToolCall NvccSteps::compile(const fs::path& from, const fs::path& to) const {
  std::vector<std::string> words = compile_;
  words.insert(words.end(), {from.string(), "-o", to.string()});
  return call(std::move(words));
}

}  // namespace bankloom::program
