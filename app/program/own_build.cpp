#include "program/own_build.h"

#include <unistd.h>

#include <algorithm>

#include "core/base/files.h"
#include "core/base/language.h"
#include "core/base/readable.h"
#include "core/base/text_lines.h"
#include "program/confined_tool.h"
#include "program/elf_file.h"
#include "program/isolation.h"
#include "program/nvcc_calls.h"
#include "program/nvcc_steps.h"
#include "program/tool.h"

namespace bankloom::program {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kMostCopied = std::uint64_t{2} << 30U;
constexpr std::size_t kMostFiles = 50'000;

/// Copies all files except compiled ones and .git, links as links. Errors: too much to copy, or not readable.
Result<void> copy_sources(const fs::path& from, const fs::path& to) {
  std::error_code code;
  fs::create_directories(to, code);
  std::uint64_t bytes = 0;
  std::size_t files = 0;
  fs::recursive_directory_iterator entry(from, fs::directory_options::skip_permission_denied, code);
  for (; !code && entry != fs::recursive_directory_iterator(); entry.increment(code)) {
    const fs::path target = to / entry->path().lexically_relative(from);
    std::error_code ignored;
    if (entry->is_directory(ignored) && !entry->is_symlink(ignored)) {
      if (entry->path().filename() == ".git") {
        entry.disable_recursion_pending();
      } else {
        fs::create_directory(target, ignored);
      }
      continue;
    }
    if (entry->is_symlink(ignored)) {
      // Not what it leads to, which may be anything of the user's.
      fs::copy_symlink(entry->path(), target, ignored);
      continue;
    }
    if (!entry->is_regular_file(ignored) || is_compiled_file(entry->path())) continue;
    bytes += entry->file_size(ignored);
    if (bytes > kMostCopied || ++files > kMostFiles) {
      return fail("the folder '{}' is too large to be copied for --build (over {} GiB or {} files)", from.string(),
                  kMostCopied >> 30U, kMostFiles);
    }
    fs::copy_file(entry->path(), target, fs::copy_options::overwrite_existing, ignored);
    if (ignored) return fail("'{}' cannot be copied ({})", entry->path().string(), ignored.message());
  }
  if (code) return fail("the folder '{}' cannot be read ({})", from.string(), code.message());
  return {};
}

/// To the user who builds.
void give_all(const fs::path& folder) {
  if (::geteuid() != 0 || !granted_isolation().is_kept_apart()) return;
  std::error_code code;
  [[maybe_unused]] int failed = ::lchown(folder.c_str(), kNobody, kNobody);
  for (const auto& entry : fs::recursive_directory_iterator(folder, code)) {
    failed = ::lchown(entry.path().c_str(), kNobody, kNobody);
  }
}

/// The script in nvcc's place, which records its calls in `calls`.
std::string wrapper_text(const Toolchain& toolchain, const fs::path& calls) {
  std::string fixed;
  for (const auto& option : fixed_options()) fixed += " " + shell_quoted(option);
  return fmt::format(R"(#!/bin/sh
# nvcc as bankloom has it called: without other architectures and runtimes, with its own.
{}count=$#
while [ "$count" -gt 0 ]; do
  word=$1
  shift
  count=$((count - 1))
  case $word in
    -arch | --gpu-architecture | -code | --gpu-code | -gencode | --generate-code | -cudart | --cudart)
      if [ "$count" -gt 0 ]; then
        shift
        count=$((count - 1))
      fi
      ;;
    -arch=* | --gpu-architecture=* | -code=* | --gpu-code=* | -gencode=* | --generate-code=* | -cudart=* | --cudart=*) ;;
    *) set -- "$@" "$word" ;;
  esac
done
exec {} "$@"{}
)",
                     recording_lines(calls), shell_quoted(toolchain.nvcc.string()), fixed);
}

/// Makes a folder like the toolkit's, but with our nvcc: Makefiles find nvcc by CUDA_PATH or by PATH.
Result<void> make_toolkit(const Toolchain& toolchain, const fs::path& root, const fs::path& calls) {
  std::error_code code;
  const fs::path real = toolchain.nvcc.parent_path().parent_path();
  fs::create_directories(root / "bin", code);
  for (const auto& entry : fs::directory_iterator(real, code)) {
    if (entry.path().filename() != "bin") fs::create_symlink(entry.path(), root / entry.path().filename(), code);
  }
  for (const auto& entry : fs::directory_iterator(real / "bin", code)) {
    if (entry.path().filename() != "nvcc")
      fs::create_symlink(entry.path(), root / "bin" / entry.path().filename(), code);
  }
  const fs::path wrapper = root / "bin/nvcc";
  TRY(write_file(wrapper, wrapper_text(toolchain, calls)));
  fs::permissions(wrapper, fs::perms{0755}, code);
  if (code) return fail("the build's own nvcc cannot be written to '{}' ({})", root.string(), code.message());
  return {};
}

/// Executables below a folder, with a shared CUDA runtime or without.
struct Executables {
  std::vector<fs::path> with_runtime, others;
};
Executables executables_in(const fs::path& folder) {
  Executables all;
  std::error_code code;
  fs::recursive_directory_iterator entry(folder, code);
  for (; !code && entry != fs::recursive_directory_iterator(); entry.increment(code)) {
    std::error_code ignored;
    const fs::path& file = entry->path();
    // CMake's tests of the compilers.
    if (file.filename() == "CMakeFiles") entry.disable_recursion_pending();
    if (!entry->is_regular_file(ignored) || ::access(file.c_str(), X_OK) != 0 || !is_compiled_file(file)) continue;
    if (file.extension() == ".o" || file.filename().string().find(".so") != std::string::npos) continue;
    const auto libraries = needed_libraries(file);
    if (!libraries) continue;
    const bool has_runtime =
        std::ranges::any_of(*libraries, [](const std::string& name) { return name.starts_with("libcudart.so"); });
    (has_runtime ? all.with_runtime : all.others).push_back(file);
  }
  std::ranges::sort(all.with_runtime);
  return all;
}

/// The executable to run.
Result<fs::path> choose_executable(const OwnBuildSettings& settings, const fs::path& copy) {
  std::error_code code;
  fs::path named =
      copy / fs::absolute(settings.program).lexically_normal().lexically_relative(folder_of_build(settings.program));
  if (fs::is_regular_file(named, code) && is_compiled_file(named)) return named;
  const Executables all = executables_in(copy);
  const auto stem = fs::path(settings.program).stem();
  for (const auto& file : all.with_runtime) {
    if (!fs::is_directory(settings.program, code) && file.stem() == stem) return file;
  }
  if (all.with_runtime.size() == 1) return all.with_runtime.front();
  if (!all.with_runtime.empty()) {
    std::vector<std::string> names;
    names.reserve(all.with_runtime.size());
    for (const auto& file : all.with_runtime) names.push_back(file.lexically_relative(copy).string());
    return fail("`{}` makes several programs ({}); name the one to run in place of '{}'", settings.command,
                readable(join(names, list_sign())), settings.program);
  }
  if (all.others.empty()) return fail("`{}` makes no executable", settings.command);
  return fail(
      "`{}` links '{}' without the shared CUDA runtime; link it with nvcc, or with -lcudart (CMake: "
      "-DCMAKE_CUDA_RUNTIME_LIBRARY=Shared)",
      settings.command, readable(all.others.front().lexically_relative(copy).string()));
}

}  // namespace

fs::path folder_of_build(const std::string& program) {
  std::error_code code;
  const fs::path whole = fs::absolute(program).lexically_normal();
  if (fs::is_directory(whole, code)) return whole.has_filename() ? whole : whole.parent_path();
  // A program below the current folder is built there.
  const fs::path here = fs::current_path(code);
  const auto within = whole.lexically_relative(here);
  return !within.empty() && *within.begin() != ".." ? here : whole.parent_path();
}

Result<BuiltProgram> run_own_build(const Toolchain& toolchain, const OwnBuildSettings& settings,
                                   const fs::path& folder) {
  const fs::path copy = folder / "copy";
  const fs::path toolkit = folder / "cuda", calls = folder / "calls";
  TRY(copy_sources(folder_of_build(settings.program), copy));
  TRY(make_writable_folder(calls));
  give_all(copy);
  TRY(make_toolkit(toolchain, toolkit, calls));
  std::string path;
  for (const fs::path& programs : program_folders()) path += (path.empty() ? "" : ":") + programs.string();
  const std::string root = toolkit.string();
  const std::string nvcc = root + "/bin/nvcc";
  Workplace place{folder, settings.folders, {calls}};
  place.show_compilers(toolchain);
  ToolCall call{{"/bin/sh", "-c", settings.command}, copy, {}, settings.time_limit, settings.interrupt};
  call.environment = {fmt::format("PATH={}/bin:{}", root, path),
                      "CUDA_PATH=" + root,
                      "CUDA_HOME=" + root,
                      "CUDA_ROOT=" + root,
                      "CUDACXX=" + nvcc,
                      "NVCC=" + nvcc};
  TRY(const auto run, run_confined(call, place));
  if (run.interrupted) return fail_with({message("the build was interrupted"), ErrorCode::cancelled});
  BuiltProgram built;
  built.messages = parse_messages(run.output);
  if (run.timed_out) {
    return fail_with({message("`{}` was stopped after {} s", settings.command, settings.time_limit.count() / 1000),
                      ErrorCode::does_not_compile, built.messages});
  }
  if (run.status != 0) {
    Error failure = failure_of(settings.program, std::move(built.messages), run.output);
    failure.message = message("`{}` ended with status {} in a copy of '{}'", settings.command, run.status,
                              folder_of_build(settings.program).string());
    return fail_with(std::move(failure));
  }
  TRY(built.executable, choose_executable(settings, copy));
  for (const NvccCall& one : recorded_calls(calls)) {
    for (ProgramBuild& build : builds_of(one, {copy, folder_of_build(settings.program)})) {
      built.builds.push_back(std::move(build));
    }
  }
  return built;
}

}  // namespace bankloom::program
