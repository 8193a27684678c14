// Texts of strangers as people and terminals may see them.
#pragma once

#include <string>
#include <string_view>

namespace bankloom {

/// A text without control characters, also those beyond ASCII and those that turn the direction of writing: each
/// becomes
/// '?', so that it can neither steer a terminal nor look like several lines.
[[nodiscard]] std::string readable(std::string_view text);

/// A text in a style of ours (SGR parameters of ECMA-48), for terminal_text() alone: a stranger's text cannot have one.
[[nodiscard]] std::string styled(std::string_view parameters, std::string_view text);

/// A text for a terminal: of its control characters only ends of lines, tabs and, if `keeps_styles`, the styles of
/// styled() reach it; the others are shown as ^[ and the like.
[[nodiscard]] std::string terminal_text(std::string_view text, bool keeps_styles = false);

/// terminal_text() of a text that comes in parts, which may end within a character.
class TerminalStream {
 public:
  /// What can be shown by now.
  [[nodiscard]] std::string add(std::string_view part);
  /// The rest.
  [[nodiscard]] std::string finish();

 private:
  std::string rest_;
};

}  // namespace bankloom
