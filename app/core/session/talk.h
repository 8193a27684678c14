// Talk: scenes in order, each with a note, as a value and as text (a file *.bankloom).
// The text has a line per scene, as scene_to_line() writes it ("bankloom KERNEL ..."), followed by the lines of its
// note. Lines above the first scene are the heading. A line whose first word is not "bankloom" is a note; a leading '#'
// with a blank is removed, so that a note may begin with any word. Empty lines do not count.
//
//   # Shared memory, week 5
//   bankloom square/setRowReadCol at=0:1:0
//   # 32 lanes want bank 0: ask for the factor first.
//   bankloom square/setRowReadCol IPAD=0 vs square/setRowReadCol IPAD=1
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/session/scene.h"

namespace bankloom {

struct TalkScene {
  Scene scene;
  std::string note;  ///< lines with \n between them; empty: none
  friend bool operator==(const TalkScene&, const TalkScene&) = default;
};

struct Talk {
  std::string heading;  ///< lines with \n between them; empty: none
  std::vector<TalkScene> scenes;
  friend bool operator==(const Talk&, const Talk&) = default;
};

/// The extension of a talk's file.
inline constexpr std::string_view kTalkExtension = ".bankloom";

/// Whether a line is a scene's: its first word is "bankloom".
[[nodiscard]] bool is_scene_line(std::string_view line);

/// The talk of a text; errors call it `name`. Errors: a malformed scene's line, with its number; no scene at all. As in
/// scene_from_line(), kernels need not exist.
[[nodiscard]] Result<Talk> talk_from_text(std::string_view text, std::string_view name);
/// The text of a talk: notes after "# ", lines that end with \n.
[[nodiscard]] std::string talk_to_text(const Talk& talk);

}  // namespace bankloom
