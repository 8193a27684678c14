// How far this system can isolate a learner's program, found out with a process that does nothing.
#pragma once

#include <filesystem>
#include <string>

#include "program/host_process.h"

namespace bankloom::program {

struct GrantedIsolation {
  Isolation isolation = Isolation::limits;
  std::string refused;  ///< why the kernel refuses namespaces; empty if it grants them
};

/// The isolation of a program that is started now. Takes some milliseconds.
[[nodiscard]] GrantedIsolation granted_isolation();

/// Whether a program in this folder may write to it: not to the home folder or one above, which have other files.
/// `folder` is absolute and without links.
[[nodiscard]] bool may_write_to(const std::filesystem::path& folder);

}  // namespace bankloom::program
