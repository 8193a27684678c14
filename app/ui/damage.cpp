#include "ui/damage.h"

#include <algorithm>
#include <cmath>

namespace bankloom::ui {
namespace {

/// Squares from first up to, without, last in both directions.
struct Block {
  std::size_t left = 0, top = 0, right = 0, bottom = 0;
  [[nodiscard]] std::size_t squares() const { return (right - left) * (bottom - top); }
};

Block joined(const Block& a, const Block& b) {
  return {std::min(a.left, b.left), std::min(a.top, b.top), std::max(a.right, b.right), std::max(a.bottom, b.bottom)};
}

/// Squares that lie in neither of both but in what joins them; negative where they overlap.
long waste(const Block& a, const Block& b) {
  return static_cast<long>(joined(a, b).squares()) - static_cast<long>(a.squares()) - static_cast<long>(b.squares());
}

}  // namespace

Damage::Damage(const Rect& area)
    : area_(area),
      columns_(static_cast<std::size_t>(std::ceil(std::max(area.width, 0.0f) / kSide))),
      rows_(static_cast<std::size_t>(std::ceil(std::max(area.height, 0.0f) / kSide))),
      squares_(columns_ * rows_) {}

void Damage::add_all() {
  std::fill(squares_.begin(), squares_.end(), std::uint8_t{1});
  marked_ = squares_.size();
}

void Damage::add(float left, float top, float right, float bottom) {
  if (std::isnan(left) || std::isnan(top) || std::isnan(right) || std::isnan(bottom)) {
    add_all();
    return;
  }
  // Smoothed edges reach into the next pixel.
  constexpr float kAround = 1;
  const auto square = [](float pixels, std::size_t count) {
    return static_cast<std::size_t>(std::clamp(std::floor(pixels / kSide), 0.0f, static_cast<float>(count)));
  };
  const std::size_t first = square(left - kAround - area_.x, columns_);
  const std::size_t last = std::min(square(right + kAround - area_.x + kSide, columns_), columns_);
  const std::size_t first_row = square(top - kAround - area_.y, rows_);
  const std::size_t last_row = std::min(square(bottom + kAround - area_.y + kSide, rows_), rows_);
  for (std::size_t row = first_row; row < last_row; ++row) {
    for (std::size_t column = first; column < last; ++column) {
      std::uint8_t& marked = squares_[row * columns_ + column];
      marked_ += marked == 0 ? 1 : 0;
      marked = 1;
    }
  }
}

float Damage::share() const {
  return squares_.empty() ? 0.0f : static_cast<float>(marked_) / static_cast<float>(squares_.size());
}

std::vector<Rect> Damage::rects(std::size_t most) const {
  // Runs of a row; those that a row shares with the one above grow downwards.
  std::vector<Block> blocks;
  for (std::size_t row = 0; row < rows_; ++row) {
    for (std::size_t column = 0; column < columns_; ++column) {
      if (squares_[row * columns_ + column] == 0) continue;
      Block run{column, row, column, row + 1};
      while (run.right < columns_ && squares_[row * columns_ + run.right] != 0) ++run.right;
      column = run.right;
      const auto above = std::find_if(blocks.begin(), blocks.end(), [&run](const Block& block) {
        return block.bottom == run.top && block.left == run.left && block.right == run.right;
      });
      if (above != blocks.end()) {
        ++above->bottom;
      } else {
        blocks.push_back(run);
      }
    }
  }
  // Beyond this many, finding the best pairs would cost more than it saves.
  constexpr std::size_t kMostCompared = 96;
  while (blocks.size() > std::max(most, std::size_t{1})) {
    std::size_t a = 0, b = 1;
    if (blocks.size() <= kMostCompared) {
      for (std::size_t i = 0; i < blocks.size(); ++i) {
        for (std::size_t k = i + 1; k < blocks.size(); ++k) {
          if (waste(blocks[i], blocks[k]) < waste(blocks[a], blocks[b])) a = i, b = k;
        }
      }
    } else {
      // Neighbours in the order of rows.
      for (std::size_t i = 1; i + 1 < blocks.size(); ++i) {
        if (waste(blocks[i], blocks[i + 1]) < waste(blocks[a], blocks[a + 1])) a = i, b = i + 1;
      }
    }
    blocks[a] = joined(blocks[a], blocks[b]);
    blocks.erase(blocks.begin() + static_cast<std::ptrdiff_t>(b));
  }
  std::vector<Rect> rects;
  for (const Block& block : blocks) {
    const float x = area_.x + static_cast<float>(block.left) * kSide;
    const float y = area_.y + static_cast<float>(block.top) * kSide;
    const float right = std::min(area_.x + static_cast<float>(block.right) * kSide, area_.right());
    const float bottom = std::min(area_.y + static_cast<float>(block.bottom) * kSide, area_.bottom());
    rects.push_back({x, y, right - x, bottom - y});
  }
  return rects;
}

}  // namespace bankloom::ui
