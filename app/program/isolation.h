// How far this system can keep a learner's program apart, found out with a process that does nothing, and which of the
// user's folders such a program may see.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "program/host_process.h"

namespace bankloom::program {

/// User and group of programs that root starts.
inline constexpr unsigned kNobody = 65534;
/// Changes to them under bwrap.
inline constexpr const char* kSetPrivileges = "/usr/bin/setpriv";

struct GrantedIsolation {
  Isolation isolation = Isolation::limits;
  std::string refused;  ///< why nothing is kept apart; empty if it is
  /// Whether a program may run without being asked for: all walls stand, the filter of system calls, too.
  [[nodiscard]] bool is_kept_apart() const { return isolation != Isolation::limits; }
};

/// The isolation of programs and tools of this process, found out at the first call, which takes some milliseconds.
/// BANKLOOM_SANDBOX=bubblewrap, namespaces or none takes no better one.
[[nodiscard]] const GrantedIsolation& granted_isolation();

/// The bwrap of this system, from a folder of its own; empty if there is none.
[[nodiscard]] std::filesystem::path bubblewrap();

/// The words that start a process of ours that only reads, with walls around it: no device but null, zero and the like,
/// nothing of /run, no network, no other process, all files to be read only. None where bwrap is missing or useless.
[[nodiscard]] std::vector<std::string> walls_of_reader();

/// Whether a program starts under this isolation.
[[nodiscard]] Result<void> try_isolation(Isolation isolation);

/// Whether a program may see all of this folder: not the home folder or one above, which have other files, and not
/// one that everybody's sockets and files are in, such as /tmp. `folder` is absolute and without links.
[[nodiscard]] bool may_show(const std::filesystem::path& folder);

/// The folder itself, or the highest one above it within its repository (header_search.h) that may be shown; empty if
/// not even the folder may.
[[nodiscard]] std::filesystem::path shown_root(const std::filesystem::path& folder);

/// Makes a folder for a confined process to write to, which may be another user's.
[[nodiscard]] Result<void> make_writable_folder(const std::filesystem::path& folder);

}  // namespace bankloom::program
