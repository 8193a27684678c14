// What a person asks to be exported, in the window or of the command.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

namespace bankloom::ui {

/// What a person says of a film: steps from 0, both included (not given: all), wavefronts and sectors a second (not
/// given: each request begins slowly), and pictures a second.
struct FilmRequest {
  std::optional<std::int64_t> from = {}, to = {};
  std::optional<double> pace = {};
  double frames_per_second = 25;
};

/// What the window exports.
struct ExportRequest {
  std::string view = {};            ///< id of a panel; empty: the whole window
  std::string figure = {};          ///< of paper_figures(), instead of a view
  int scale = 1;                    ///< 1 to 4: pixels of a view's picture per pixel of the window
  std::filesystem::path file = {};  ///< its ending decides; empty: a picture to the clipboard
  FilmRequest film = {};
};

}  // namespace bankloom::ui
