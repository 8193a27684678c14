#include "program/nvcc_calls.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <sstream>
#include <string_view>
#include <utility>

#include "core/base/command_words.h"
#include "core/base/files.h"
#include "core/base/plain_file.h"
#include "program/nvcc_steps.h"
#include "program/tool.h"

namespace bankloom::program {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostText = std::size_t{16} << 20U;

/// How to treat an option of nvcc (CUDA Compiler Driver NVCC, "Command option description").
struct OptionRule {
  enum class Kind : std::uint8_t {
    folder,       ///< kept; its values are folders for headers
    definition,   ///< kept, in one word with its value
    file,         ///< kept; its value is a file that the text includes
    value,        ///< kept with its value
    dropped,      ///< has no value
    with_value,   ///< dropped with its value
    relocatable,  ///< compiles for the device's linker
    options,      ///< its value is an option file
  };
  std::string_view name, long_name;  ///< the long one may be empty
  Kind kind;
};
using Rule = OptionRule::Kind;

constexpr auto kRules = std::to_array<OptionRule>({
    {"-I", "--include-path", Rule::folder},
    {"-isystem", "--system-include", Rule::folder},
    {"-D", "--define-macro", Rule::definition},
    {"-U", "--undefine-macro", Rule::definition},
    {"-include", "--pre-include", Rule::file},
    {"-optf", "--options-file", Rule::options},
    {"-dc", "--device-c", Rule::relocatable},
    {"-std", "--std", Rule::value},
    {"-x", "--x", Rule::value},
    {"-ccbin", "--compiler-bindir", Rule::value},
    {"-maxrregcount", "--maxrregcount", Rule::value},
    {"-m", "--machine", Rule::value},
    {"-Xcompiler", "--compiler-options", Rule::value},
    {"-Xcudafe", "", Rule::value},
    {"-O", "--optimize", Rule::value},
    {"-ftz", "--ftz", Rule::value},
    {"-prec-div", "--prec-div", Rule::value},
    {"-prec-sqrt", "--prec-sqrt", Rule::value},
    {"-fmad", "--fmad", Rule::value},
    {"-rdc", "--relocatable-device-code", Rule::value},
    {"-default-stream", "--default-stream", Rule::value},
    {"-Werror", "--Werror", Rule::value},
    {"-diag-suppress", "--diag-suppress", Rule::value},
    {"-c", "--compile", Rule::dropped},
    {"-link", "--link", Rule::dropped},
    {"-shared", "--shared", Rule::dropped},
    {"-ptx", "--ptx", Rule::dropped},
    {"-cubin", "--cubin", Rule::dropped},
    {"-MD", "--generate-dependencies-with-compile", Rule::dropped},
    {"-MMD", "--generate-nonsystem-dependencies-with-compile", Rule::dropped},
    {"-MP", "--generate-dependency-targets", Rule::dropped},
    {"-keep", "--keep", Rule::dropped},
    {"-v", "--verbose", Rule::dropped},
    {"-lineinfo", "--generate-line-info", Rule::dropped},
    {"-g", "--debug", Rule::dropped},
    {"-o", "--output-file", Rule::with_value},
    {"-odir", "--output-directory", Rule::with_value},
    {"-MF", "--dependency-output", Rule::with_value},
    {"-MT", "--dependency-target-name", Rule::with_value},
    {"-keep-dir", "--keep-dir", Rule::with_value},
    {"-L", "--library-path", Rule::with_value},
    {"-l", "--library", Rule::with_value},
    {"-Xlinker", "--linker-options", Rule::with_value},
    {"-Xptxas", "--ptxas-options", Rule::with_value},
    {"-Xnvlink", "--nvlink-options", Rule::with_value},
    {"-t", "--threads", Rule::with_value},
    {"-arch", "--gpu-architecture", Rule::with_value},
    {"-code", "--gpu-code", Rule::with_value},
    {"-gencode", "--generate-code", Rule::with_value},
    {"-cudart", "--cudart", Rule::with_value},
});

bool takes_value(Rule kind) { return kind != Rule::dropped && kind != Rule::relocatable; }

/// The rule of an option, and where in the word its value begins: "-I../common", "-std=c++17".
std::pair<const OptionRule*, std::size_t> rule_of(std::string_view word) {
  const std::string_view name = word.substr(0, word.find('='));
  const OptionRule* joined = nullptr;
  for (const OptionRule& rule : kRules) {
    if (rule.name == name || rule.long_name == name) return {&rule, name.size()};
    // After an option of one letter the value may follow at once.
    if (rule.name.size() == 2 && takes_value(rule.kind) && word.starts_with(rule.name)) joined = &rule;
  }
  return {joined, 2};
}

bool is_source(const std::string& word) {
  const std::string ending = fs::path(word).extension().string();
  return ending == ".cu" || ending == ".cpp" || ending == ".cc" || ending == ".cxx" || ending == ".c";
}

/// Reads one call.
class CallReader {
 public:
  CallReader(const NvccCall& call, const BuildCopy& place) : call_(call), place_(place) {}

  void read(const std::vector<std::string>& words) {
    for (std::size_t i = 0; i < words.size(); ++i) {
      const std::string& word = words[i];
      if (!word.starts_with('-')) {
        if (is_source(word)) sources_.push_back(original(word));
        continue;
      }
      const auto [rule, value_begin] = rule_of(word);
      if (rule == nullptr) {
        options_.push_back(word);
        continue;
      }
      std::string value;
      if (takes_value(rule->kind)) {
        value = word.substr(value_begin);
        if (value.starts_with('=')) {
          value.erase(0, 1);
        } else if (value.empty() && i + 1 < words.size()) {
          value = words[++i];
        }
      }
      take(*rule, value);
    }
  }

  [[nodiscard]] std::vector<ProgramBuild> builds() const {
    std::vector<ProgramBuild> builds;
    for (const std::string& source : sources_) {
      // The changed text will be in another folder, but includes from the source's own folder first.
      ProgramBuild build{source, {"-I" + fs::path(source).parent_path().string()}, false};
      build.options.insert(build.options.end(), options_.begin(), options_.end());
      builds.push_back(std::move(build));
    }
    return builds;
  }

 private:
  void take(const OptionRule& rule, const std::string& value) {
    const std::string name(rule.name);
    switch (rule.kind) {
      case Rule::folder: {
        std::istringstream folders(value);
        for (std::string folder; std::getline(folders, folder, ',');) add(name, original(folder), name == "-I");
        break;
      }
      case Rule::definition:
        add(name, value, true);
        break;
      case Rule::file: {
        // Other files are found in a folder for headers.
        std::error_code code;
        add(name, fs::exists(call_.folder / value, code) ? original(value) : value, false);
        break;
      }
      case Rule::value:
        add(name, value, name == "-O");
        break;
      case Rule::relocatable:
        options_.emplace_back("-rdc=true");
        break;
      case Rule::options:
        if (++depth_ <= kMostNested) read(split_words(read_plain_file(call_.folder / value, kMostText).value_or("")));
        --depth_;
        break;
      case Rule::dropped:
      case Rule::with_value:
        break;
    }
  }

  void add(const std::string& name, const std::string& value, bool is_one_word) {
    if (is_one_word) {
      options_.push_back(name + value);
    } else {
      options_.insert(options_.end(), {name, value});
    }
  }

  /// The absolute path, which for a file of the copy is in the original folder.
  [[nodiscard]] std::string original(const std::string& path) const {
    std::error_code code;
    const fs::path whole = fs::weakly_canonical(call_.folder / path, code);
    const fs::path within = whole.lexically_relative(fs::weakly_canonical(place_.copy, code));
    const bool is_copied = !within.empty() && *within.begin() != "..";
    return (is_copied ? (place_.original / within).lexically_normal() : whole).string();
  }

  static constexpr int kMostNested = 4;
  const NvccCall& call_;
  const BuildCopy& place_;
  std::vector<std::string> options_, sources_;
  int depth_ = 0;
};

}  // namespace

std::string recording_lines(const fs::path& folder) {
  // Each process has its own file, to which a later one of the same number appends.
  return fmt::format("printf '%s\\0' \"$#\" \"$PWD\" \"$@\" >> {}/$$\n", shell_quoted(folder.string()));
}

std::vector<NvccCall> recorded_calls(const fs::path& folder) {
  std::vector<NvccCall> calls;
  for (const fs::path& file : files_in(folder, "").value_or(std::vector<fs::path>())) {
    std::istringstream stream(read_plain_file(file, kMostText, false).value_or(""));
    std::string count, word;
    while (std::getline(stream, count, '\0')) {
      std::size_t words = 0;
      std::from_chars(count.data(), count.data() + count.size(), words);
      NvccCall call;
      if (!std::getline(stream, word, '\0')) break;
      call.folder = word;
      while (call.words.size() < words && std::getline(stream, word, '\0')) call.words.push_back(word);
      calls.push_back(std::move(call));
    }
  }
  return calls;
}

std::vector<ProgramBuild> builds_of(const NvccCall& call, const BuildCopy& place) {
  CallReader reader(call, place);
  reader.read(call.words);
  return reader.builds();
}

const ProgramBuild* build_for(const std::vector<ProgramBuild>& builds, const std::string& file) {
  if (file.empty()) return nullptr;
  std::error_code code;
  const fs::path wanted = fs::weakly_canonical(file, code);
  const auto found = std::ranges::find_if(
      builds, [&](const ProgramBuild& build) { return fs::weakly_canonical(build.file, code) == wanted; });
  return found == builds.end() ? nullptr : &*found;
}

}  // namespace bankloom::program
