// The options of commands that draw pictures: size, appearance, view.
#pragma once

#include <CLI/App.hpp>
#include <optional>
#include <string>

#include "cli/picture_source.h"
#include "core/base/result.h"
#include "ui/frame_source.h"
#include "ui/paper_figures.h"
#include "ui/view_options.h"

namespace bankloom::cli {

struct PictureFlags {
  std::string size = "1600x900";
  ui::ViewFlags view_words;
  double scale = 1;
  std::string view;
  bool no_caption = false;
  std::optional<std::string> caption = {};   ///< instead of kernel and options
  std::optional<double> dots_per_inch = {};  ///< of a size in millimetres, "85x60mm"; kUsualDotsPerInch if not given
  bool fits_height = false;                  ///< see ui::PictureOptions
};

/// Declares --size, the flags of ui::view_options(), --scale, --view and --no-caption; `flags` must outlive the
/// parsing.
void add_picture_flags(CLI::App& app, PictureFlags& flags);

/// What a figure shows and how, where the flags ask for nothing else.
void use_figure(const ui::PaperFigure& figure, PictureFlags& flags);

/// Errors: a value that an option does not take.
[[nodiscard]] Result<ui::PictureOptions> picture_options(const PictureFlags& flags);

/// Gives pictures the source's figures and advice. Errors: an unknown recording.
[[nodiscard]] Result<void> use_source(const PictureSource& source, ui::PictureOptions& options);

}  // namespace bankloom::cli
