// Runs a tool on a stranger's files: kept apart as a program is (host_process.h), in a folder of ours, with limits.
#pragma once

#include <string>
#include <vector>

#include "program/host_process.h"
#include "program/tool.h"
#include "program/toolchain.h"

namespace bankloom::program {

/// What a confined tool sees beside the system, and where it works.
struct Workplace {
  std::filesystem::path folder;     ///< ours, which it sees; has a folder "root" for its view of the file system
  std::vector<HostFolder> folders;  ///< others
  /// Folders in ours that it may write to, beside its working folder.
  std::vector<std::filesystem::path> outputs{};

  /// Adds a folder of the user's, to be read, if it may be shown.
  void show(const std::filesystem::path& place);
  /// Adds the plain files of a folder that may not be shown itself, as the home folder, for texts that lie in it.
  void show_files_of(const std::filesystem::path& folder);
  /// Adds what nvcc and the host's compiler need.
  void show_compilers(const Toolchain& toolchain);
};

/// Like run_tool(), but the tool gets only the call's environment and basic_environment(), and works in call.folder,
/// which is one of the workplace. Where nothing can be kept apart it has the limits alone.
[[nodiscard]] Result<ToolRun> run_confined(const ToolCall& call, const Workplace& place);

/// The variables that programs and tools get: of ours, those of the language, the time and OpenMP; where programs are,
/// a home that is empty, and /tmp.
[[nodiscard]] std::vector<std::string> basic_environment();

}  // namespace bankloom::program
