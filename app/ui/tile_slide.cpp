#include "ui/tile_slide.h"

#include <algorithm>
#include <cmath>

#include "ui/tile_picture.h"

namespace bankloom::ui {
namespace {

/// Elements keep their colours up to this part of the slide.
constexpr float kKeepsColour = 0.6f;
/// What is shorter than this part of a word is rounding.
constexpr double kTinyWord = 1e-4;

}  // namespace

std::uint64_t TileSlide::padding_cells() const { return static_cast<std::uint64_t>(std::ceil(padding_ - kTinyWord)); }

double TileSlide::word(std::uint64_t row, double column, double padding) const {
  const TileGeometry& tile = placement_->tile();
  const double elements = static_cast<double>(row) * (static_cast<double>(tile.columns) + padding) + column;
  return (static_cast<double>(tile.base) + elements * tile.element_bytes) / placement_->bank_bytes();
}

double TileSlide::column_of(const TileGeometry::Element& at, const TilePart& part) const {
  const std::uint64_t begin = placement_->tile().address(at.row, at.column);
  return static_cast<double>(at.column) +
         static_cast<double>(part.address - begin) / static_cast<double>(placement_->tile().element_bytes);
}

unsigned TileSlide::colour_of(const TileGeometry::Element& at, const TilePart& part) const {
  const auto banks = static_cast<int>(placement_->banks());
  const double before = word(at.row, column_of(at, part), from_);
  const auto first = static_cast<int>(static_cast<std::uint64_t>(before + kTinyWord) % placement_->banks());
  int way = (static_cast<int>(part.bank) + banks - first) % banks;
  if (2 * way > banks) way -= banks;
  const float done = ease((part_ - kKeepsColour) / (1 - kKeepsColour));
  return static_cast<unsigned>((first + banks + std::lround(static_cast<float>(way) * done)) % banks);
}

TileSlide::Pieces TileSlide::physical(double word, double words, const CellSize& cell) const {
  const double banks = placement_->banks();
  const auto line = std::floor((word + kTinyWord) / banks);
  const double column = word - line * banks, here = std::min(words, banks - column);
  const double y = line - static_cast<double>(placement_->first_word(0)) / banks;
  const auto box = [&](double x, double lines, double length) {
    return Rect{static_cast<float>(x) * cell.width, static_cast<float>(y + lines) * cell.height,
                static_cast<float>(length) * cell.width, cell.height};
  };
  if (words - here < kTinyWord) return {box(column, 0, words), Rect{}};
  return {box(column, 0, here), box(0, 1, words - here)};
}

TileSlide::Pieces TileSlide::physical_part(std::uint64_t element, const TilePart& part, const CellSize& cell) const {
  const TileGeometry::Element at = placement_->element(element);
  return physical(word(at.row, column_of(at, part)), static_cast<double>(part.bytes) / placement_->bank_bytes(), cell);
}

TileSlide::Banks TileSlide::banks_of(const TileGeometry::Element& at, const TilePart& part) const {
  const double from = word(at.row, column_of(at, part));
  const double words = static_cast<double>(part.bytes) / placement_->bank_bytes();
  const auto first = static_cast<std::uint64_t>(from + kTinyWord);
  const double here = static_cast<double>(first + 1) - from;
  const auto bank = [&](std::uint64_t word) { return static_cast<unsigned>(word % placement_->banks()); };
  return {bank(first), bank(first + 1), static_cast<float>(std::min(here / words, 1.0))};
}

void TilePicture::draw_sliding(GridBuilder& builder, const TilePictureRequest& request) const {
  const TileGeometry& tile = request.placement.tile();
  for (std::uint64_t row = 0; row < tile.rows; ++row) {
    for (std::uint64_t column = 0; column < tile.columns; ++column) {
      draw_sliding_element(builder, request, request.placement.index({row, column}));
    }
    draw_sliding_padding(builder, request, row);
  }
}

void TilePicture::draw_sliding_element(GridBuilder& builder, const TilePictureRequest& request,
                                       std::uint64_t element) const {
  const TilePlacement& placement = request.placement;
  const TileSlide& slide = *request.slide;
  const TileGeometry::Element at = placement.element(element);
  for (unsigned number = 0; number < placement.parts(); ++number) {
    const TilePart part = placement.part(element, number);
    if (part.bytes == 0) continue;
    Rect box = part_box(request, element, part);
    const TileMark* const mark = request.marks.find(element, number);
    const auto ink = [&](unsigned bank) { return request.palette.ink(bank, cell_state(request, mark, bank)); };
    const float radius = radius_of(std::min(box.width, box.height));
    BankPalette::Ink shown;
    unsigned bank = part.bank;
    if (request.passage >= 1) {
      bank = slide.colour_of(at, part);
      shown = ink(bank);
      builder.cell(box, shown.fill, radius);
      const Rect rest = slide.physical_part(element, part, request.physical_cell)[1];
      if (!rest.empty()) builder.cell({grid_.x + rest.x, grid_.y + rest.y, rest.width, box.height}, shown.fill);
    } else {
      const TileSlide::Banks banks = slide.banks_of(at, part);
      const bool is_second = banks.length < 0.5f;
      bank = is_second ? banks.second : banks.first;
      shown = ink(bank);
      builder.cell(box, shown.fill, radius);
      // The shorter piece has no round corners, which would leave gaps within the cell.
      const float first = box.width * banks.length;
      const Rect other =
          is_second ? Rect{box.x, box.y, first, box.height} : Rect{box.x + first, box.y, box.width - first, box.height};
      builder.cell(other, ink(is_second ? banks.first : banks.second).fill);
    }
    if (text_size_ <= 0) continue;
    const ShortText text =
        request.label == CellLabel::bank ? number_text(bank) : texts_[element * placement.parts() + number];
    builder.text(text.view(), box, text_size_, shown.text);
  }
}

void TilePicture::draw_sliding_padding(GridBuilder& builder, const TilePictureRequest& request,
                                       std::uint64_t row) const {
  const TilePlacement& placement = request.placement;
  const TileSlide& slide = *request.slide;
  const auto columns = static_cast<double>(placement.tile().columns);
  const auto words = static_cast<double>(placement.tile().element_bytes) / placement.bank_bytes();
  for (std::uint64_t cell = 0; cell < slide.padding_cells(); ++cell) {
    const double column = columns + static_cast<double>(cell);
    const double length = std::min(slide.padding() - static_cast<double>(cell), 1.0);
    const double word = slide.word(row, column);
    TileSlide::Pieces pieces;
    if (request.passage >= 1) {
      pieces = slide.physical(word, words * length, request.physical_cell);
    } else {
      const CellSize& size = request.logical_cell;
      pieces = {Rect{static_cast<float>(column) * size.width, static_cast<float>(row) * size.height,
                     static_cast<float>(length) * size.width, size.height},
                Rect{}};
    }
    const auto bank = static_cast<unsigned>(static_cast<std::uint64_t>(word + kTinyWord) % placement.banks());
    const bool stands_out = !request.highlight || *request.highlight == bank;
    for (Rect piece : pieces) {
      piece = {grid_.x + piece.x, grid_.y + piece.y, piece.width - 1, piece.height - 1};
      if (piece.width > 0) draw_padding(builder, request, piece, bank, stands_out, {});
    }
  }
}

}  // namespace bankloom::ui
