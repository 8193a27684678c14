// How far this system lets a learner's program be kept apart: tried, by a process that does nothing.
#pragma once

#include <filesystem>
#include <string>

#include "program/host_process.h"

namespace bankloom::program {

struct GrantedIsolation {
  Isolation isolation = Isolation::limits;
  std::string refused;  ///< what the kernel says to namespaces; empty where it grants them
};

/// What a program that is started now would get. Takes some milliseconds.
[[nodiscard]] GrantedIsolation granted_isolation();

/// Whether a program in this folder may write to it: not where it holds more than the program, as the home folder and
/// those above it do. `folder`: absolute and without links.
[[nodiscard]] bool may_write_to(const std::filesystem::path& folder);

}  // namespace bankloom::program
