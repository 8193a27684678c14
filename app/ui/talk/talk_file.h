// Talk files: a talk (core/session/talk.h) read from a file and written to one, all or nothing as a kernel's text.
//
// The texts of a talk's own kernels lie where its lines say, as seen from the talk's folder: a folder with a talk and
// its kernels can be moved.
#pragma once

#include <filesystem>

#include "core/base/result.h"
#include "core/session/talk.h"

namespace bankloom::ui {

/// Whether a file's name is that of a talk: it ends in .bankloom.
[[nodiscard]] bool names_talk(const std::filesystem::path& file);

/// Reads a file; the paths of own kernels become absolute. Errors: those of read_source() and talk_from_text().
[[nodiscard]] Result<Talk> read_talk(const std::filesystem::path& file);

/// Writes a file; the paths of own kernels below its folder are written as seen from there. Errors: as write_source().
[[nodiscard]] Result<void> write_talk(const std::filesystem::path& file, const Talk& talk);

}  // namespace bankloom::ui
