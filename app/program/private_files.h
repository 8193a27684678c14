// Files of root's that root alone may read (a folder of mode 0700, a file of mode 0600): the user nobody, as whom
// root's programs and tools run, gets copies of them in their places.
#pragma once

#include <filesystem>

#include "program/host_process.h"

namespace bankloom::program {

/// Adds copies, made in `ours`, of what is private in the launch's folders: of a folder, if it is not too large to be
/// copied (working_copy.h), all; else, and in folders that all may enter, the texts that lie in it. What we wrote to
/// `ours` all may read from now on. Does nothing for other users, and without walls.
void show_private_files(HostLaunch& launch, const std::filesystem::path& ours);

/// Whether a name is that of a text which a compiler reads.
[[nodiscard]] bool is_text_name(const std::string& name);

}  // namespace bankloom::program
