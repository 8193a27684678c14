// OwnSource: the text of a kernel that the user wrote or changed, with what belongs to it.
//
// Its key ("own:" and a digest) takes the place of "lesson/name" in RunKey::kernel and Choice::kernel. For the window:
// Session::edit(), own(), own_kernel(), revert() in core/session/session.h; what was found in the text is an OwnKernel
// (own_kernel.h).
//
// Not supported: texts of several files; what a text includes is looked for beside its file, but does not belong to
// its key.
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/result.h"
#include "core/own/captured_launch.h"

namespace bankloom {

/// What a check changes about the run of a text, so that what was written for the shown values alone is found out. Of
/// such a run the emulator takes no lockstep of a warp for granted.
struct OwnTrial {
  /// Expressions of the options, `i`, `row` and `col`: what the buffers of these names are filled with.
  std::map<std::string, std::string> values;
  std::string rule;  ///< of the output's elements, likewise; "": the lesson's
  friend bool operator==(const OwnTrial&, const OwnTrial&) = default;
};

struct OwnSource {
  std::string path;  ///< the file that it was opened from or saved as; empty if there is none
  std::string text;  ///< CUDA C++
  std::string base;  ///< "lesson/name" of the catalogue's kernel whose text was changed; empty for a file
  /// Elements in a row of a tile whose declaration does not say (extern __shared__ T t[]); 0: as the text says
  /// (`// tile: t[32][33]`), else kUsualRow.
  unsigned row_elements = 0;
  std::string tile;  ///< name of the shared array that is shown; empty: the first
  /// The captured launch that the text belongs to, with its arguments and memory. If the text is unchanged
  /// (CapturedLaunch::source), the kernel is executed as it was compiled then.
  std::shared_ptr<const CapturedLaunch> launch = {};
  /// The number of a launch of the program at `path` that a scene's line names and that was not captured yet.
  std::optional<std::uint64_t> wanted_launch = {};
  /// Elements in a row of a captured launch's buffers, by their names, if they are matrices.
  std::map<std::string, std::uint64_t> columns = {};
  std::optional<OwnTrial> trial = {};  ///< of a run that only checks
  /// Launches are the same where index and digest are.
  friend bool operator==(const OwnSource& a, const OwnSource& b);
};

/// The text of a captured launch as it was compiled; its path is that of the kernel's file.
[[nodiscard]] OwnSource own_source_of(std::shared_ptr<const CapturedLaunch> launch);

/// Elements in a row of a tile, by default.
inline constexpr unsigned kUsualRow = 32;
/// The longest text; nobody writes longer ones.
inline constexpr std::size_t kLongestOwnText = std::size_t{1} << 20;

/// "own:" and 32 hexadecimal digits, the same for the same source (with its path, since includes are looked for in its
/// folder).
[[nodiscard]] std::string own_key(const OwnSource& source);

/// The name of its kernel: that of the launch, the file's stem, or the base's name, or "kernel".
[[nodiscard]] std::string own_name(const OwnSource& source);

/// Reads a file; the path becomes absolute. Errors: not there, a folder, not readable, longer than kLongestOwnText, no
/// text (a zero byte in it).
[[nodiscard]] Result<OwnSource> read_own_source(const std::filesystem::path& path);

}  // namespace bankloom
