// Export: pictures as files, with a description of their contents.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/session/session.h"
#include "gfx/image.h"
#include "gfx/png.h"
#include "ui/export_request.h"
#include "ui/frame_source.h"

namespace bankloom::ui {

struct Picture {
  gfx::Image image;
  gfx::PngTexts texts;
};

/// What a file says of its picture: title, description, software, and the scene's line.
[[nodiscard]] gfx::PngTexts picture_texts(const Session& session, const PictureOptions& options);

/// Files that move: films, and numbered PNGs.
[[nodiscard]] bool is_film(const std::filesystem::path& file);
/// Whether there is something that could be written under that name. Errors: its ending is none of these; the sentence
/// lists all; a table of another figure than that of results; a page of a figure.
[[nodiscard]] Result<void> check_export_file(const std::filesystem::path& file, std::string_view figure);
/// Writes a picture or a table, by the name's ending; `outlines`: an SVG's text. Errors: those of the
/// functions below.
[[nodiscard]] Result<void> write_export(const std::filesystem::path& file, Session& session,
                                        const std::filesystem::path& shader_folder, const PictureOptions& options,
                                        bool outlines = false);
/// Writes a picture of the session's present state, by the name's ending; `outlines`: an SVG's text. Errors: those of
/// FrameSource; no folder, no room, no permission.
[[nodiscard]] Result<void> write_still(const std::filesystem::path& file, Session& session,
                                       const std::filesystem::path& shader_folder, const PictureOptions& options,
                                       bool outlines = false);

[[nodiscard]] bool is_page(const std::filesystem::path& file);
/// Writes a page that plays the steps of the session, at a film's steps and pace, with the palette and the measured
/// times of `options`; returns its bytes. Errors: those of scene_html(); a pace that is none; something is hidden,
/// which a page would show.
[[nodiscard]] Result<std::size_t> write_page(const std::filesystem::path& file, Session& session,
                                             const std::filesystem::path& shader_folder, const PictureOptions& options,
                                             const FilmRequest& film);

/// Whether a name is a table's: Markdown, LaTeX or CSV.
[[nodiscard]] bool is_table(const std::filesystem::path& file);
/// Writes the table of results, by the name's ending, with the lines of the caption; CSV has the machine in each record
/// instead. Waits for the lesson's runs. Errors: no room, no folder.
[[nodiscard]] Result<void> write_table(const std::filesystem::path& file, Session& session,
                                       const PictureOptions& options);

/// A picture of the session's present state, see FrameSource.
[[nodiscard]] Result<Picture> render_picture(Session& session, const std::filesystem::path& shader_folder,
                                             const PictureOptions& options);

/// The same as a file of shapes and text, see FrameSource::vectors().
[[nodiscard]] Result<std::string> render_vectors(VectorFormat format, Session& session,
                                                 const std::filesystem::path& shader_folder,
                                                 const PictureOptions& options);

/// A side's kernel with its options: "square/setRowReadCol BDIMX=32 BDIMY=32 IPAD=0".
[[nodiscard]] std::string side_caption(const Session& session, Side side);
/// Lines that describe a picture: kernel, options and machine, or its title; then the origin of its figures, and of
/// measured times if there are any.
[[nodiscard]] std::vector<std::string> caption_of(const Session& session, const PictureOptions& options = {});

/// A descriptive name without folder: "bankloom-square-setRowReadCol-IPAD0-warp0-step9.png".
[[nodiscard]] std::string picture_name(const Session& session, std::string_view panel);
/// The path itself, or with -2, -3 ... before its extension if a file exists already.
[[nodiscard]] std::filesystem::path free_path(const std::filesystem::path& path);

}  // namespace bankloom::ui
