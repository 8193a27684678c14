// Talk: scenes in the order in which they are shown, each with a note, as a value and as a text (a file *.bankloom).
//
// The text has a scene to a line, as scene_to_line() writes it ("bankloom KERNEL ..."), and below it the lines of its
// note. What stands above the first scene is the talk's heading. A line whose first word is not "bankloom" is a note;
// a '#' before it, with a blank, is taken away, so that a note may begin with any word. Empty lines do not count.
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

/// What the name of a talk's file ends with.
inline constexpr std::string_view kTalkExtension = ".bankloom";

/// Whether a line is a scene's: its first word is "bankloom".
[[nodiscard]] bool is_scene_line(std::string_view line);

/// The talk of a text; `name` is what its errors call it: a file. Errors: a scene's line that is none, with the number
/// of the line; no scene at all. As in scene_from_line(), whether kernels exist is not looked at.
[[nodiscard]] Result<Talk> talk_from_text(std::string_view text, std::string_view name);
/// The text that brings the talk back: notes behind "# ", lines that end with \n.
[[nodiscard]] std::string talk_to_text(const Talk& talk);

}  // namespace bankloom
