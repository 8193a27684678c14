// Reads and writes files of talks (core/session/talk.h).
//
// Paths of own kernels are relative to the talk's folder, so that a folder with a talk and its kernels can be moved.
#pragma once

#include <filesystem>

#include "core/base/result.h"
#include "core/session/talk.h"

namespace bankloom::ui {

/// Whether a file's name ends in .bankloom.
[[nodiscard]] bool names_talk(const std::filesystem::path& file);

/// Makes the paths of own kernels absolute. Errors: those of read_source() and talk_from_text().
[[nodiscard]] Result<Talk> read_talk(const std::filesystem::path& file);

/// Makes the paths of own kernels below the talk's folder relative. Errors: those of write_source().
[[nodiscard]] Result<void> write_talk(const std::filesystem::path& file, const Talk& talk);

}  // namespace bankloom::ui
