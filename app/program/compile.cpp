#include "program/compile.h"

#include <algorithm>
#include <array>
#include <fstream>
#include <sstream>

#include "core/base/language.h"
#include "program/header_search.h"
#include "program/old_names.h"
#include "program/tool.h"

namespace bankloom::program {
namespace {

namespace fs = std::filesystem;

/// The folder as the learner would write it: relative to the current one if that is shorter.
std::string short_path(const fs::path& folder) {
  std::error_code code;
  const std::string relative = fs::relative(folder, code).string();
  return code || relative.empty() || relative.size() > folder.string().size() ? folder.string() : relative;
}

/// Compiles repeatedly, each time with what the attempt before lacked.
class Compilation {
 public:
  Compilation(const Toolchain& toolchain, const CompileSettings& settings, const fs::path& folder)
      : toolchain_(toolchain), settings_(settings), folder_(folder), include_(settings.include) {
    built_.executable = folder / fs::path(settings.file).stem();
    options_ = usable_options(settings.options, dropped_);
    for (const auto& option : dropped_) {
      built_.remarks.push_back({ProgramRemark::Kind::option_left_out, option});
    }
    const auto own = fs::path(settings.file).parent_path();
    include_.push_back(own.empty() ? "." : own.string());
  }

  Result<BuiltProgram> make() {
    // The compiler reports one missing header at a time.
    constexpr int kMostAttempts = 24;
    for (int attempt = 0; attempt < kMostAttempts; ++attempt) {
      TRY(const auto run, run_tool({command(), {}, {}, settings_.time_limit, settings_.interrupt}));
      if (run.interrupted) return fail_with({message("compiling was interrupted"), ErrorCode::cancelled});
      if (run.timed_out) return fail("nvcc was stopped after {} s", settings_.time_limit.count() / 1000);
      built_.messages = parse_messages(run.output);
      if (add_old_names() || (run.status != 0 && add_missing_header())) continue;
      if (run.status == 0) {
        built_.builds = {recipe()};
        return std::move(built_);
      }
      return fail_with(failure_of(settings_.file, std::move(built_.messages), run.output));
    }
    return fail_with(failure_of(settings_.file, std::move(built_.messages), {}));
  }

 private:
  [[nodiscard]] std::vector<std::string> command() const {
    std::vector<std::string> words{toolchain_.nvcc.string()};
    words.insert(words.end(), fixed_options().begin(), fixed_options().end());
    if (has_old_names_) words.insert(words.end(), {"-include", old_names_file().string()});
    for (const auto& folder : include_) words.push_back("-I" + folder);
    words.insert(words.end(), options_.begin(), options_.end());
    words.insert(words.end(), {"-o", built_.executable.string(), settings_.file});
    return words;
  }
  [[nodiscard]] ProgramBuild recipe() const {
    std::error_code code;
    ProgramBuild build{fs::absolute(settings_.file, code).lexically_normal().string(), {}, has_old_names_};
    for (const auto& folder : include_) build.options.push_back("-I" + fs::absolute(folder, code).string());
    build.options.insert(build.options.end(), options_.begin(), options_.end());
    return build;
  }
  [[nodiscard]] fs::path old_names_file() const { return folder_ / "bankloom_old_names.h"; }

  bool add_old_names() {
    if (has_old_names_ || !complains_of_old_names(built_.messages)) return false;
    std::ofstream(old_names_file()) << kOldNames;
    has_old_names_ = true;
    built_.remarks.push_back({ProgramRemark::Kind::old_names});
    return true;
  }

  bool add_missing_header() {
    const std::string name = missing_header(built_.messages);
    if (name.empty()) return false;
    const auto own = fs::absolute(settings_.file).parent_path();
    const auto found = folder_for_header(own, name);
    if (found.empty()) return false;
    const std::string folder = short_path(found);
    if (std::ranges::find(include_, folder) != include_.end()) return false;
    include_.push_back(folder);
    built_.remarks.push_back({ProgramRemark::Kind::header_found, name, folder});
    return true;
  }

  const Toolchain& toolchain_;
  const CompileSettings& settings_;
  const fs::path& folder_;
  std::vector<std::string> include_, options_, dropped_;
  bool has_old_names_ = false;
  BuiltProgram built_;
};

}  // namespace

Result<void> check_program(const std::string& file) {
  std::error_code code;
  if (file.ends_with(".ptx")) {
    return fail("'{0}' is PTX, not a program; `bankloom emulate {0}` runs a kernel of it", file);
  }
  if (!fs::exists(file, code)) return fail("there is no file '{}'", file);
  if (fs::is_directory(file, code)) {
    return fail("'{}' is a folder; name the program's file in it, or say how to build it, as in --build make", file);
  }
  constexpr std::array kEndings{".cu", ".cpp", ".cc", ".cxx", ".c"};
  if (std::ranges::none_of(kEndings, [&](const char* ending) { return file.ends_with(ending); })) {
    return fail("'{}' is not a CUDA program; the name of one ends in .cu", file);
  }
  return {};
}

const std::vector<std::string>& fixed_options() {
  // -g gives the lines of host calls; --no-compress leaves the PTX in the executable readable.
  static const std::vector<std::string> options{
      "-cudart", "shared", "-gencode", "arch=compute_90,code=compute_90", "--no-compress", "-lineinfo", "-g"};
  return options;
}

std::vector<std::string> usable_options(const std::vector<std::string>& options, std::vector<std::string>& dropped) {
  constexpr std::array kOthers{"-arch",    "--gpu-architecture", "-code",   "--gpu-code",
                               "-gencode", "--generate-code",    "-cudart", "--cudart"};
  std::vector<std::string> words;
  for (const auto& option : options) {
    std::istringstream stream(option);
    for (std::string word; stream >> word;) words.push_back(word);
  }
  std::vector<std::string> usable;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string name = words[i].substr(0, words[i].find('='));
    if (std::ranges::none_of(kOthers, [&](const char* other) { return name == other; })) {
      usable.push_back(words[i]);
      continue;
    }
    dropped.push_back(words[i]);
    if (name == words[i] && i + 1 < words.size()) dropped.back() += " " + words[++i];
  }
  return usable;
}

Error failure_of(const std::string& file, std::vector<Diagnostic> messages, const std::string& output) {
  if (misses_main(messages)) {
    return Error{message(
        "'{0}' has no main(): `bankloom analyze {0}` takes a kernel alone, and --build a program of several files, as "
        "--build make does",
        file)};
  }
  const auto others = std::stable_partition(messages.begin(), messages.end(), [](const Diagnostic& message) {
    return message.severity == Diagnostic::Severity::error;
  });
  const bool has_error = others != messages.begin();
  return {message("'{}' does not compile", file), ErrorCode::does_not_compile, std::move(messages),
          has_error ? std::string() : output};
}

Result<BuiltProgram> compile_program(const Toolchain& toolchain, const CompileSettings& settings,
                                     const fs::path& folder) {
  TRY(check_program(settings.file));
  return Compilation(toolchain, settings, folder).make();
}

}  // namespace bankloom::program
