#include "program/nvcc_calls.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <sstream>
#include <string_view>

#include "core/base/files.h"
#include "program/nvcc_steps.h"

namespace bankloom::program {
namespace {

namespace fs = std::filesystem;

/// How an option of nvcc is to be taken (CUDA Compiler Driver NVCC, "Command option description").
struct OptionRule {
  enum class Kind : std::uint8_t {
    folder,       ///< the value is a folder for headers: -I
    definition,   ///< -D, -U
    file,         ///< the value is a file that belongs to the text: -include
    value,        ///< kept with its value
    dropped,      ///< without value
    with_value,   ///< dropped with its value
    relocatable,  ///< compiles for the device's linker
    options,      ///< the value is a file of options
  };
  std::string_view name;
  Kind kind;
  std::string_view becomes = {};  ///< the name that it is kept by; empty: its own
};
using Rule = OptionRule::Kind;

constexpr std::array kRules{
    OptionRule{"-I", Rule::folder, "-I"},
    OptionRule{"--include-path", Rule::folder, "-I"},
    OptionRule{"-isystem", Rule::folder, "-isystem"},
    OptionRule{"--system-include", Rule::folder, "-isystem"},
    OptionRule{"-D", Rule::definition, "-D"},
    OptionRule{"--define-macro", Rule::definition, "-D"},
    OptionRule{"-U", Rule::definition, "-U"},
    OptionRule{"--undefine-macro", Rule::definition, "-U"},
    OptionRule{"-include", Rule::file, "-include"},
    OptionRule{"--pre-include", Rule::file, "-include"},
    OptionRule{"-optf", Rule::options},
    OptionRule{"--options-file", Rule::options},
    OptionRule{"-dc", Rule::relocatable},
    OptionRule{"--device-c", Rule::relocatable},
    OptionRule{"-std", Rule::value},
    OptionRule{"--std", Rule::value},
    OptionRule{"-x", Rule::value},
    OptionRule{"--x", Rule::value},
    OptionRule{"-ccbin", Rule::value},
    OptionRule{"--compiler-bindir", Rule::value},
    OptionRule{"-maxrregcount", Rule::value},
    OptionRule{"--maxrregcount", Rule::value},
    OptionRule{"-m", Rule::value},
    OptionRule{"--machine", Rule::value},
    OptionRule{"-Xcompiler", Rule::value},
    OptionRule{"--compiler-options", Rule::value},
    OptionRule{"-Xcudafe", Rule::value},
    OptionRule{"-O", Rule::value},
    OptionRule{"--optimize", Rule::value},
    OptionRule{"-ftz", Rule::value},
    OptionRule{"--ftz", Rule::value},
    OptionRule{"-prec-div", Rule::value},
    OptionRule{"--prec-div", Rule::value},
    OptionRule{"-prec-sqrt", Rule::value},
    OptionRule{"--prec-sqrt", Rule::value},
    OptionRule{"-fmad", Rule::value},
    OptionRule{"--fmad", Rule::value},
    OptionRule{"-rdc", Rule::value},
    OptionRule{"--relocatable-device-code", Rule::value},
    OptionRule{"-default-stream", Rule::value},
    OptionRule{"--default-stream", Rule::value},
    OptionRule{"-Werror", Rule::value},
    OptionRule{"--Werror", Rule::value},
    OptionRule{"-diag-suppress", Rule::value},
    OptionRule{"--diag-suppress", Rule::value},
    OptionRule{"-c", Rule::dropped},
    OptionRule{"--compile", Rule::dropped},
    OptionRule{"-link", Rule::dropped},
    OptionRule{"--link", Rule::dropped},
    OptionRule{"-shared", Rule::dropped},
    OptionRule{"--shared", Rule::dropped},
    OptionRule{"-ptx", Rule::dropped},
    OptionRule{"-cubin", Rule::dropped},
    OptionRule{"-MD", Rule::dropped},
    OptionRule{"-MMD", Rule::dropped},
    OptionRule{"-MP", Rule::dropped},
    OptionRule{"--generate-dependencies-with-compile", Rule::dropped},
    OptionRule{"-keep", Rule::dropped},
    OptionRule{"--keep", Rule::dropped},
    OptionRule{"-v", Rule::dropped},
    OptionRule{"--verbose", Rule::dropped},
    OptionRule{"-lineinfo", Rule::dropped},
    OptionRule{"--generate-line-info", Rule::dropped},
    OptionRule{"-g", Rule::dropped},
    OptionRule{"--debug", Rule::dropped},
    OptionRule{"-o", Rule::with_value},
    OptionRule{"--output-file", Rule::with_value},
    OptionRule{"-odir", Rule::with_value},
    OptionRule{"--output-directory", Rule::with_value},
    OptionRule{"-MF", Rule::with_value},
    OptionRule{"-MT", Rule::with_value},
    OptionRule{"--dependency-output", Rule::with_value},
    OptionRule{"--dependency-target-name", Rule::with_value},
    OptionRule{"-keep-dir", Rule::with_value},
    OptionRule{"--keep-dir", Rule::with_value},
    OptionRule{"-L", Rule::with_value},
    OptionRule{"--library-path", Rule::with_value},
    OptionRule{"-l", Rule::with_value},
    OptionRule{"--library", Rule::with_value},
    OptionRule{"-Xlinker", Rule::with_value},
    OptionRule{"--linker-options", Rule::with_value},
    OptionRule{"-Xptxas", Rule::with_value},
    OptionRule{"--ptxas-options", Rule::with_value},
    OptionRule{"-Xnvlink", Rule::with_value},
    OptionRule{"--nvlink-options", Rule::with_value},
    OptionRule{"-t", Rule::with_value},
    OptionRule{"--threads", Rule::with_value},
    OptionRule{"-arch", Rule::with_value},
    OptionRule{"--gpu-architecture", Rule::with_value},
    OptionRule{"-code", Rule::with_value},
    OptionRule{"--gpu-code", Rule::with_value},
    OptionRule{"-gencode", Rule::with_value},
    OptionRule{"--generate-code", Rule::with_value},
    OptionRule{"-cudart", Rule::with_value},
    OptionRule{"--cudart", Rule::with_value},
};

bool takes_value(Rule kind) { return kind != Rule::dropped && kind != Rule::relocatable; }

/// The rule of a word; that of its longest name where the value is in the same word: "-I../common", "-std=c++17".
const OptionRule* rule_of(std::string_view word) {
  const OptionRule* found = nullptr;
  const std::string_view name = word.substr(0, word.find('='));
  for (const OptionRule& rule : kRules) {
    // Of one dash and one letter, as the host's compiler has them: the value may follow at once.
    const bool is_joined = rule.name.size() == 2 && takes_value(rule.kind) && word.starts_with(rule.name);
    if (rule.name != name && !is_joined) continue;
    if (found == nullptr || rule.name.size() > found->name.size()) found = &rule;
  }
  return found;
}

/// Words of a file of options: parted by blanks, in quotes where they have some.
std::vector<std::string> words_of(const fs::path& file) {
  const std::string text = read_file(file).value_or("");
  std::vector<std::string> words;
  char quote = 0;
  bool is_word = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool is_blank = std::string_view(" \t\r\n").find(text[i]) != std::string_view::npos;
    if (quote == 0 && is_blank) {
      is_word = false;
      continue;
    }
    if (!is_word) words.emplace_back();
    is_word = true;
    if (quote != 0 ? text[i] == quote : text[i] == '"' || text[i] == '\'') {
      quote = quote != 0 ? 0 : text[i];
    } else if (text[i] == '\\' && i + 1 < text.size() && (text[i + 1] == '"' || text[i + 1] == '\\')) {
      words.back() += text[++i];
    } else {
      words.back() += text[i];
    }
  }
  return words;
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
      const OptionRule* rule = rule_of(word);
      if (rule == nullptr) {
        options_.push_back(word);
        continue;
      }
      std::string value;
      if (takes_value(rule->kind)) {
        value = word.substr(rule->name.size());
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
      // What it includes from beside itself it finds first; its text will lie elsewhere.
      ProgramBuild build{source, {"-I" + fs::path(source).parent_path().string()}, false};
      build.options.insert(build.options.end(), options_.begin(), options_.end());
      builds.push_back(std::move(build));
    }
    return builds;
  }

 private:
  void take(const OptionRule& rule, const std::string& value) {
    const std::string name(rule.becomes.empty() ? rule.name : rule.becomes);
    switch (rule.kind) {
      case Rule::folder:
        for (const std::string& folder : values_in(value)) {
          add(name, original(folder), name == "-I");
        }
        break;
      case Rule::definition:
        add(name, value, true);
        break;
      case Rule::file: {
        // One that lies in a folder for headers is found there.
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
        if (++depth_ <= kMostNested) read(words_of(call_.folder / value));
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

  /// nvcc takes several values parted by commas.
  static std::vector<std::string> values_in(const std::string& value) {
    std::vector<std::string> values{""};
    for (const char c : value) {
      if (c == ',') {
        values.emplace_back();
      } else {
        values.back() += c;
      }
    }
    return values;
  }

  /// An absolute path, in the original folder where the call's is in the copy.
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
  // Each process has its own file; one of the same number, later, adds its call.
  return fmt::format("printf '%s\\0' \"$#\" \"$PWD\" \"$@\" >> {}/$$\n", shell_quoted(folder.string()));
}

std::vector<NvccCall> recorded_calls(const fs::path& folder) {
  std::vector<NvccCall> calls;
  for (const fs::path& file : files_in(folder, "").value_or(std::vector<fs::path>())) {
    std::istringstream stream(read_file(file).value_or(""));
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
  const auto found = std::find_if(builds.begin(), builds.end(), [&](const ProgramBuild& build) {
    return fs::weakly_canonical(build.file, code) == wanted;
  });
  return found == builds.end() ? nullptr : &*found;
}

}  // namespace bankloom::program
