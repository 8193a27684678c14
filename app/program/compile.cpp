#include "program/compile.h"

#include <algorithm>
#include <array>
#include <fstream>
#include <set>
#include <sstream>

#include "core/base/files.h"
#include "core/base/language.h"
#include "core/base/plain_file.h"
#include "program/confined_tool.h"
#include "program/header_search.h"
#include "program/isolation.h"
#include "program/old_names.h"

namespace bankloom::program {
namespace {

namespace fs = std::filesystem;

/// The folder as the learner would write it: relative to the current one if that is shorter.
std::string short_path(const fs::path& folder) {
  std::error_code code;
  const std::string relative = fs::relative(folder, code).string();
  return code || relative.empty() || relative.size() > folder.string().size() ? folder.string() : relative;
}

/// Names that no tool and no shell takes for anything else. A path with other letters gets one, as a link.
class PlainNames {
 public:
  explicit PlainNames(fs::path folder) : folder_(std::move(folder)) {}

  std::string of(const std::string& path) {
    constexpr std::string_view kPlain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_/.+=@%-";
    if (path.find_first_not_of(kPlain) == std::string::npos) return path;
    for (const auto& [link, meant] : links_) {
      if (meant == path) return link;
    }
    std::error_code code;
    fs::create_directories(folder_, code);
    const std::string ending = fs::path(path).extension().string();
    const bool is_plain = ending.find_first_not_of(kPlain) == std::string::npos;
    const fs::path link = folder_ / (std::to_string(links_.size()) + (is_plain ? ending : ""));
    fs::create_symlink(path, link, code);
    links_.emplace_back(link.string(), path);
    return link.string();
  }
  /// A text in which the paths stand again.
  [[nodiscard]] std::string meant(std::string text) const {
    for (std::size_t i = links_.size(); i-- > 0;) {
      const auto& [link, path] = links_[i];
      for (std::size_t at = 0; (at = text.find(link, at)) != std::string::npos; at += path.size()) {
        text.replace(at, link.size(), path);
      }
    }
    return text;
  }

 private:
  fs::path folder_;
  std::vector<std::pair<std::string, std::string>> links_;
};

/// The files that rules for make name behind the first colon.
std::vector<fs::path> files_of_rule(const std::string& rule) {
  std::vector<fs::path> files;
  std::string name;
  const auto end = [&] {
    if (!name.empty()) files.emplace_back(name);
    name.clear();
  };
  for (std::size_t i = std::min(rule.find(": "), rule.size()); i < rule.size(); ++i) {
    const char letter = rule[i], next = i + 1 < rule.size() ? rule[i + 1] : '\0';
    if (letter == '\\' && (next == ' ' || next == '#' || next == '\\')) {
      name += rule[++i];
    } else if (letter == '\\' && next == '\n') {
      ++i;
    } else if (letter == ' ' || letter == '\n' || (letter == ':' && name.empty())) {
      end();
    } else {
      name += letter;
    }
  }
  end();
  return files;
}

/// Compiles repeatedly, each time with what the attempt before lacked.
class Compilation {
 public:
  Compilation(const Toolchain& toolchain, const CompileSettings& settings, const fs::path& folder)
      : toolchain_(toolchain),
        settings_(settings),
        folder_(folder),
        names_(folder / "names"),
        file_(whole(settings.file)),
        include_(settings.include) {
    const std::string stem = file_.stem().string();
    built_.executable = folder / "out" / (names_.of(stem) == stem && !stem.starts_with('-') ? stem : "program");
    options_ = usable_options(settings.options, dropped_);
    for (const auto& option : dropped_) {
      built_.remarks.push_back({ProgramRemark::Kind::option_left_out, option});
    }
    const auto own = fs::path(settings.file).parent_path();
    include_.push_back(own.empty() ? "." : own.string());
    place_.folder = folder;
    place_.show_compilers(toolchain);
    show_folders();
    place_.folders.insert(place_.folders.end(), settings.folders.begin(), settings.folders.end());
  }

  Result<BuiltProgram> make() {
    TRY(make_writable_folder(folder_ / "out"));
    // The compiler reports one missing header at a time.
    constexpr int kMostAttempts = 24;
    for (int attempt = 0; attempt < kMostAttempts; ++attempt) {
      ToolCall call{command()};
      call.folder = folder_ / "out";
      call.time_limit = settings_.time_limit;
      call.interrupt = settings_.interrupt;
      // Names the files that were read, where -MD of nvcc also names those that a text says it is (#line).
      // Without those of the system, a header in <> that is missing would be no error.
      call.environment = {"SUNPRO_DEPENDENCIES=" + rule_file().string()};
      TRY(const auto run, run_confined(call, place_));
      if (run.interrupted) return fail_with({message("compiling was interrupted"), ErrorCode::cancelled});
      if (run.timed_out) return fail("nvcc was stopped after {} s", settings_.time_limit.count() / 1000);
      if (run.excess == ProgramEnd::Kind::memory) return fail("nvcc was stopped: it took more memory than allowed");
      built_.messages = parse_messages(names_.meant(run.output));
      if (add_old_names() || (run.status != 0 && add_missing_header())) continue;
      if (run.status == 0) {
        built_.builds = {recipe()};
        note_files();
        return std::move(built_);
      }
      return fail_with(failure_of(settings_.file, std::move(built_.messages), names_.meant(run.output)));
    }
    return fail_with(failure_of(settings_.file, std::move(built_.messages), {}));
  }

 private:
  /// The compiler works in a folder of ours.
  static fs::path whole(const std::string& path) {
    std::error_code code;
    return fs::absolute(path, code).lexically_normal();
  }
  void show_folders() {
    const fs::path own = file_.parent_path();
    if (const fs::path root = shown_root(own); !root.empty()) {
      place_.show(root);
      place_.show(own);
    } else {
      place_.show_files_of(own);
    }
    for (const auto& folder : settings_.include) place_.show(folder);
    for (const auto& option : options_) {
      if (option.starts_with("-I") || option.starts_with("-L")) place_.show(option.substr(2));
      std::error_code code;
      if (!option.starts_with('-') && fs::exists(option, code)) place_.show(whole(option).parent_path());
    }
  }
  /// An option with the path in it as seen from anywhere.
  [[nodiscard]] std::string option_of(const std::string& option) {
    std::error_code code;
    for (const char* name : {"-I", "-L"}) {
      if (option.starts_with(name) && option.size() > 2) return name + names_.of(whole(option.substr(2)).string());
    }
    return !option.starts_with('-') && fs::exists(option, code) ? names_.of(whole(option).string()) : option;
  }
  [[nodiscard]] std::vector<std::string> command() {
    std::vector<std::string> words{toolchain_.nvcc.string()};
    words.insert(words.end(), fixed_options().begin(), fixed_options().end());
    if (has_old_names_) words.insert(words.end(), {"-include", old_names_file().string()});
    for (const auto& folder : include_) words.push_back("-I" + names_.of(whole(folder).string()));
    for (const auto& option : options_) words.push_back(option_of(option));
    words.insert(words.end(), {"-o", built_.executable.string(), names_.of(file_.string())});
    return words;
  }
  [[nodiscard]] ProgramBuild recipe() const {
    ProgramBuild build{file_.string(), {}, has_old_names_};
    for (const auto& folder : include_) build.options.push_back("-I" + whole(folder).string());
    build.options.insert(build.options.end(), options_.begin(), options_.end());
    return build;
  }
  [[nodiscard]] fs::path old_names_file() const { return folder_ / "bankloom_old_names.h"; }
  [[nodiscard]] fs::path rule_file() const { return folder_ / "out/read.d"; }

  void note_files() {
    constexpr std::size_t kMostBytes = std::size_t{8} << 20U;
    // Each step of nvcc's names them.
    std::set<std::string> files;
    for (const fs::path& file : files_of_rule(read_plain_file(rule_file(), kMostBytes, false).value_or(""))) {
      files.insert(names_.meant(file.string()));
    }
    built_.read.assign(files.begin(), files.end());
  }

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
    const auto found = folder_for_header(file_.parent_path(), name);
    if (found.empty()) return false;
    const std::string folder = short_path(found);
    if (std::ranges::find(include_, folder) != include_.end()) return false;
    include_.push_back(folder);
    place_.show(found);
    built_.remarks.push_back({ProgramRemark::Kind::header_found, name, folder});
    return true;
  }

  const Toolchain& toolchain_;
  const CompileSettings& settings_;
  const fs::path& folder_;
  Workplace place_;
  PlainNames names_;
  fs::path file_;
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
  if (fs::is_other(file, code)) return fail("'{}' is not a file but a pipe or a device", file);
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
