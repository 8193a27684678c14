// TilePicture: the cells, numbers and axes of one tile as a GridBatch; the contents of the tile panel, without the
// window around it.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/session/scene.h"
#include "core/session/session.h"
#include "core/session/step_state.h"
#include "ui/rect.h"
#include "ui/theme.h"
#include "ui/tile_marks.h"
#include "ui/tile_placement.h"
#include "ui/tile_slide.h"
#include "ui/widgets/bank_palette.h"
#include "ui/widgets/cell_labels.h"
#include "ui/widgets/grid_builder.h"

namespace bankloom::ui {

/// The input of a picture. All references outlive it.
struct TilePictureRequest {
  const TilePlacement& placement;
  const TileMarks& marks;
  const Theme& theme;
  const BankPalette& palette;
  const StepState* state = nullptr;        ///< null: no request
  const SharedContents* shared = nullptr;  ///< null: no values
  CellLabel label = CellLabel::bank;
  float passage = 0;                 ///< 0: logical, 1: physical
  std::optional<TileSlide> slide{};  ///< rows on their way from another padding, drawn at either end of the passage
  Rect room{};                       ///< pixels: the grid with its axes begins at its top left corner
  Rect seen{};                       ///< pixels: visible area if only a part of the grid is visible; empty: all
  float left = 0, above = 0;         ///< pixels of the grid left of that and above it
  CellSize logical_cell{}, physical_cell{};
  float scale = 1;                      ///< pixels per unit
  std::optional<unsigned> highlight{};  ///< the highlighted bank
  Colour accent = 0;                    ///< of the side
};

/// Limit of the size of the axes' numbers, in units.
inline constexpr float kAxisLabels = 11;
/// Whether the label of a line with this centre is visible.
[[nodiscard]] bool is_line_seen(const TilePictureRequest& request, float y);
/// The lanes at the left of a line, in at least this size: "L0-31", "x32", nothing.
[[nodiscard]] ShortText lanes_at_line(const GlyphTable& glyphs, LaneMask lanes, float width, float size, float least);
/// The value of an element; "?" after an atomic, empty for padding and for what was not stored yet.
[[nodiscard]] ShortText value_label(const TilePlacement& placement, const SharedContents& shared,
                                    std::uint64_t element);
/// Only large cells have round corners: on small ones they are hardly visible, and thousands of them take long to draw.
/// Those of very large ones are as round as those of large ones.
[[nodiscard]] constexpr float radius_of(float size) { return size >= 15 ? std::min(size * 0.13f, 10.0f) : 0; }

/// Room for the axes at the left and above, in pixels.
struct AxisRoom {
  float left = 0, top = 0;
};
[[nodiscard]] AxisRoom axis_room(const GlyphTable& glyphs, float scale);

class TilePicture {
 public:
  /// Adds cells and their texts, and the axes.
  void draw(GridBuilder& builder, GridBuilder& axes, const TilePictureRequest& request);
  /// Adds a line around an element; after draw().
  void outline(GridBuilder& builder, const TilePictureRequest& request, std::uint64_t element, Colour colour,
               float thickness) const;
  /// Marks the places of the request's faulty lanes: cells, and places after the last one, as if the array continued.
  /// Those farther away are described below the grid. After draw().
  void mark_faults(GridBuilder& builder, GridBuilder& axes, const TilePictureRequest& request,
                   const std::vector<FaultyLane>& lanes);
  /// The place of the grid without its axes, at the last draw().
  [[nodiscard]] const Rect& grid() const { return grid_; }
  /// Whether the last draw() left out labels because cells are too small for them.
  [[nodiscard]] bool labels_left_out() const { return left_out_; }
  /// The place of an element; in the physical picture that of its first part.
  [[nodiscard]] Rect element_box(const TilePictureRequest& request, std::uint64_t element) const;
  /// The place of a part.
  [[nodiscard]] Rect part_box(const TilePictureRequest& request, std::uint64_t element, const TilePart& part) const;

 private:
  void choose_texts(const GridBuilder& builder, const TilePictureRequest& request);
  [[nodiscard]] ShortText label_of(const TilePictureRequest& request, std::uint64_t element, const TilePart& part,
                                   unsigned part_index) const;
  struct BeyondMark {
    Rect box;
    std::uint64_t line;
    unsigned lane;
  };
  [[nodiscard]] std::vector<BeyondMark> places_beyond(const TilePictureRequest& request,
                                                      const std::vector<FaultyLane>& lanes) const;
  void mark_beyond(GridBuilder& builder, GridBuilder& axes, const TilePictureRequest& request,
                   const std::vector<FaultyLane>& lanes);
  [[nodiscard]] bool is_taken(std::uint64_t line) const;
  void label_faulty(GridBuilder& builder, const TilePictureRequest& request, std::uint64_t line, LaneMask lanes);
  void draw_cells(GridBuilder& builder, const TilePictureRequest& request);
  [[nodiscard]] static BankPalette::State cell_state(const TilePictureRequest& request, const TileMark* mark,
                                                     unsigned bank);
  void draw_sliding(GridBuilder& builder, const TilePictureRequest& request) const;
  void draw_sliding_element(GridBuilder& builder, const TilePictureRequest& request, std::uint64_t element) const;
  void draw_sliding_padding(GridBuilder& builder, const TilePictureRequest& request, std::uint64_t row) const;
  void draw_padding(GridBuilder& builder, const TilePictureRequest& request, const Rect& box, unsigned bank,
                    bool stands_out, const ShortText& text) const;
  void draw_borders(GridBuilder& builder, const TilePictureRequest& request) const;
  void draw_line_labels(GridBuilder& builder, const TilePictureRequest& request, bool physical, float opacity);
  void draw_column_labels(GridBuilder& builder, const TilePictureRequest& request, bool physical, float opacity);

  Rect grid_;
  AxisRoom axes_;
  float text_size_ = 0;  ///< of all labels in cells, so that they look alike; 0: none
  bool left_out_ = false;
  bool padding_labels_ = false;   ///< cells of padding have room for their label beside the stripes
  bool lane_tags_ = false;        ///< cells have room for the lanes above their label
  std::vector<ShortText> texts_;  ///< by element and part
  struct LineLanes {
    LaneMask now = 0, done = 0, waiting = 0;
  };
  std::vector<LineLanes> lines_;
  std::vector<bool> taken_;
  std::uint64_t distance_ = 1;  ///< between lines with a label
};

}  // namespace bankloom::ui
