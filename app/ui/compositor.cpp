#include "ui/compositor.h"

#include <backends/imgui_impl_opengl3.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <deque>
#include <string_view>
#include <type_traits>

#include "gfx/gl.h"
#include "ui/painter/imgui_painter.h"

namespace bankloom::ui {
namespace {

/// Framebuffer pixels along a square's side.
constexpr float kSide = 16;

/// 64 bits that show whether a drawing is the same as in the last frame: its data are hundreds of kilobytes per frame,
/// so it hashes eight bytes at a time. Not safe against deliberate collisions.
class DrawnHash {
 public:
  explicit DrawnHash(std::uint64_t begin = 0x243F6A8885A308D3u) : value_(begin) {}
  void mix(std::uint64_t word) {
    // The multiplier is 2^64 divided by the golden ratio; the shift brings its high bits down again.
    value_ = (value_ ^ word) * 0x9E3779B97F4A7C15u;
    value_ ^= value_ >> 29;
  }
  void add_bytes(const void* bytes, std::size_t count) {
    const auto* at = static_cast<const unsigned char*>(bytes);
    if (count >= 256) {
      // Four in parallel: each step depends on the one before.
      std::array<DrawnHash, 4> lanes{DrawnHash(value_), DrawnHash(1), DrawnHash(2), DrawnHash(3)};
      for (; count >= 32; count -= 32) {
        for (DrawnHash& lane : lanes) {
          std::uint64_t word = 0;
          std::memcpy(&word, at, 8);
          lane.mix(word);
          at += 8;
        }
      }
      for (const DrawnHash& lane : lanes) mix(lane.value());
    }
    for (; count >= 8; count -= 8, at += 8) {
      std::uint64_t word = 0;
      std::memcpy(&word, at, 8);
      mix(word);
    }
    std::uint64_t rest = 0;
    if (count > 0) std::memcpy(&rest, at, count);
    mix(rest + count);
  }
  template <class T>
  void add(const T& value) {
    static_assert(std::is_trivially_copyable_v<T>);
    add_bytes(static_cast<const void*>(&value), sizeof value);
  }
  [[nodiscard]] std::uint64_t value() const { return value_; }

 private:
  std::uint64_t value_;
};

/// Left, top, right and bottom edge.
using Edges = ImVec4;

template <class Box>
Edges edges_of(const Box& box) {
  return {box.x, box.y, box.x + box.width, box.y + box.height};
}

Edges common(const Edges& a, const Edges& b) {
  return {std::max(a.x, b.x), std::max(a.y, b.y), std::min(a.z, b.z), std::min(a.w, b.w)};
}

bool has_area(const Edges& box) { return box.x < box.z && box.y < box.w; }

/// The triangles of a command.
struct Triangles {
  const ImDrawVert* vertices = nullptr;
  const ImDrawIdx* indices = nullptr;
  std::size_t count = 0;

  Triangles(const ImDrawList& list, const ImDrawCmd& command)
      : vertices(list.VtxBuffer.Data + command.VtxOffset),
        indices(list.IdxBuffer.Data + command.IdxOffset),
        count(command.ElemCount / 3) {}
  [[nodiscard]] const ImDrawVert& corner(std::size_t triangle, std::size_t number) const {
    return vertices[indices[3 * triangle + number]];
  }
  [[nodiscard]] Edges edges(std::size_t triangle) const {
    const ImVec2 a = corner(triangle, 0).pos, b = corner(triangle, 1).pos, c = corner(triangle, 2).pos;
    return {std::min({a.x, b.x, c.x}), std::min({a.y, b.y, c.y}), std::max({a.x, b.x, c.x}), std::max({a.y, b.y, c.y})};
  }
};

/// Of everything that decides a drawing, except the cells and glyphs of a grid.
DrawnHash hash_of_settings(const ShaderDrawing& drawing) {
  DrawnHash hash;
  hash.add(drawing.clip);
  if (drawing.is_map) {
    hash.add(drawing.map.texture->contents());
    hash.add(drawing.map.rect);
    hash.add(drawing.map.view);
    hash.add(drawing.map.minimum);
    hash.add(drawing.map.maximum);
    hash.add(drawing.theme);
  } else {
    hash.add(drawing.batch.scale);
    hash.add(drawing.batch.glyph_texture);
  }
  return hash;
}

std::uint64_t hash_of(const std::vector<ImDrawList*>& lists) {
  DrawnHash hash;
  for (const ImDrawList* list : lists) {
    hash.add_bytes(list->VtxBuffer.Data, static_cast<std::size_t>(list->VtxBuffer.size_in_bytes()));
    hash.add_bytes(list->IdxBuffer.Data, static_cast<std::size_t>(list->IdxBuffer.size_in_bytes()));
    for (const ImDrawCmd& command : list->CmdBuffer) {
      hash.add(command.ClipRect);
      if (const ShaderDrawing* drawing = ImGuiPainter::drawing_of(command)) {
        hash.add(hash_of_settings(*drawing).value());
        hash.add_bytes(drawing->batch.cells.data(), drawing->batch.cells.size() * sizeof(gfx::GridCell));
        hash.add_bytes(drawing->batch.glyphs.data(), drawing->batch.glyphs.size() * sizeof(gfx::GridGlyph));
      } else if (command.UserCallback == nullptr) {
        hash.add(command.GetTexID());
        hash.add(command.ElemCount);
        hash.add(command.IdxOffset);
        hash.add(command.VtxOffset);
      }
    }
  }
  return hash.value();
}

/// A grid of squares over a slot. Each has a hash of what overlaps it, in the order of drawing.
class Squares {
 public:
  explicit Squares(const Rect& area)
      : area_(area),
        columns_(static_cast<std::size_t>(std::ceil(area.width / kSide))),
        rows_(static_cast<std::size_t>(std::ceil(area.height / kSide))),
        hashes_(columns_ * rows_) {}

  void add(const Edges& box, const Edges& clip, std::uint64_t hash) {
    const Edges seen = common(box, clip);
    if (!has_area(seen)) return;
    // Smoothed edges reach into the next pixel.
    const std::size_t left = square(seen.x - 1 - area_.x, columns_), top = square(seen.y - 1 - area_.y, rows_);
    const std::size_t right = square(seen.z + 1 - area_.x + kSide, columns_);
    const std::size_t bottom = square(seen.w + 1 - area_.y + kSide, rows_);
    for (std::size_t row = top; row < bottom; ++row) {
      for (std::size_t column = left; column < right; ++column) {
        std::uint64_t& value = hashes_[row * columns_ + column];
        DrawnHash more(value);
        more.mix(hash);
        value = more.value();
      }
    }
  }
  void add(const ImDrawList& list) {
    for (const ImDrawCmd& command : list.CmdBuffer) {
      if (const ShaderDrawing* drawing = ImGuiPainter::drawing_of(command)) {
        add(*drawing);
      } else if (command.UserCallback == nullptr) {
        add(Triangles(list, command), command);
      }
    }
  }
  /// At most six rectangles on whole pixels that cover all squares with a changed hash.
  [[nodiscard]] std::vector<Rect> changes(const std::vector<std::uint64_t>& before) const;
  [[nodiscard]] std::vector<std::uint64_t> take() { return std::move(hashes_); }

 private:
  static std::size_t square(float pixels, std::size_t count) {
    return static_cast<std::size_t>(std::clamp(pixels / kSide, 0.0f, static_cast<float>(count)));
  }
  void add(const Triangles& triangles, const ImDrawCmd& command) {
    DrawnHash all;
    all.add(command.ClipRect);
    all.add(command.GetTexID());
    for (std::size_t triangle = 0; triangle < triangles.count; ++triangle) {
      DrawnHash hash(all.value());
      for (std::size_t number = 0; number < 3; ++number) hash.add(triangles.corner(triangle, number));
      add(triangles.edges(triangle), command.ClipRect, hash.value());
    }
  }
  void add(const ShaderDrawing& drawing) {
    const Edges clip = edges_of(drawing.clip);
    const DrawnHash all = hash_of_settings(drawing);
    if (drawing.is_map) add(clip, clip, all.value());
    const auto add_each = [&](const auto& records) {
      for (const auto& record : records) {
        DrawnHash hash(all.value());
        hash.add(record);
        add(edges_of(record), clip, hash.value());
      }
    };
    add_each(drawing.batch.cells);
    add_each(drawing.batch.glyphs);
  }

  Rect area_;
  std::size_t columns_, rows_;
  std::vector<std::uint64_t> hashes_;
};

// Squares from first to before last, in both directions.
struct SquareBlock {
  std::size_t left, top, right, bottom;
  [[nodiscard]] std::size_t squares() const { return (right - left) * (bottom - top); }
  [[nodiscard]] SquareBlock joined(const SquareBlock& other) const {
    return {std::min(left, other.left), std::min(top, other.top), std::max(right, other.right),
            std::max(bottom, other.bottom)};
  }
};

/// Joins neighbours in the order of rows, first those that waste least. Each rectangle costs a pass over all triangles
/// and the driver's calls: as much as drawing some squares in vain.
void join_neighbours(std::vector<SquareBlock>& blocks) {
  constexpr std::size_t kMost = 6;
  constexpr long kCheap = 16;
  while (blocks.size() > 1) {
    const auto waste = [&blocks](std::size_t i) {
      return static_cast<long>(blocks[i].joined(blocks[i + 1]).squares()) - static_cast<long>(blocks[i].squares()) -
             static_cast<long>(blocks[i + 1].squares());
    };
    std::size_t best = 0;
    for (std::size_t i = 1; i + 1 < blocks.size(); ++i) {
      if (waste(i) < waste(best)) best = i;
    }
    if (blocks.size() <= kMost && waste(best) > kCheap) break;
    blocks[best] = blocks[best].joined(blocks[best + 1]);
    blocks.erase(blocks.begin() + static_cast<std::ptrdiff_t>(best) + 1);
  }
}

std::vector<Rect> Squares::changes(const std::vector<std::uint64_t>& before) const {
  if (before.size() != hashes_.size()) return {area_};
  // Runs of a row; a run with the same ends as one of the row above extends that one downwards.
  std::vector<SquareBlock> blocks;
  std::size_t changed = 0;
  for (std::size_t row = 0; row < rows_; ++row) {
    const auto differs = [&](std::size_t column) {
      return column < columns_ && hashes_[row * columns_ + column] != before[row * columns_ + column];
    };
    for (std::size_t column = 0; column < columns_; ++column) {
      if (!differs(column)) continue;
      SquareBlock run{column, row, column, row + 1};
      while (differs(run.right)) ++run.right;
      changed += run.squares();
      column = run.right;
      const auto above = std::ranges::find_if(blocks, [&run](const SquareBlock& block) {
        return block.bottom == run.top && block.left == run.left && block.right == run.right;
      });
      if (above != blocks.end()) {
        ++above->bottom;
      } else {
        blocks.push_back(run);
      }
    }
  }
  // If more than half changed, one rectangle covers all.
  if (2 * changed > hashes_.size()) return {area_};
  join_neighbours(blocks);
  std::vector<Rect> rects;
  for (const SquareBlock& block : blocks) {
    const float x = area_.x + static_cast<float>(block.left) * kSide;
    const float y = area_.y + static_cast<float>(block.top) * kSide;
    const float right = std::min(area_.x + static_cast<float>(block.right) * kSide, area_.right());
    const float bottom = std::min(area_.y + static_cast<float>(block.bottom) * kSide, area_.bottom());
    rects.push_back({x, y, right - x, bottom - y});
  }
  return rects;
}

/// The ground of a draw list, found by its window's name, which for child windows begins with the parent's.
std::optional<std::size_t> ground_of(const ImDrawList& list, const std::vector<Ground>& grounds) {
  const std::string_view name = list._OwnerName == nullptr ? "" : list._OwnerName;
  for (std::size_t index = 0; index < grounds.size(); ++index) {
    const std::string& window = grounds[index].window;
    if (window.empty() || !name.starts_with(window)) continue;
    if (name.size() == window.size() || name[window.size()] == '/') return index;
  }
  return std::nullopt;
}

void clear_ground(const Rect& rect, Colour colour, float framebuffer_height) {
  const ImVec4 parts = ImGui::ColorConvertU32ToFloat4(colour);
  glEnable(GL_SCISSOR_TEST);
  glScissor(static_cast<GLint>(rect.x), static_cast<GLint>(framebuffer_height - rect.bottom()),
            static_cast<GLsizei>(rect.width), static_cast<GLsizei>(rect.height));
  glClearColor(parts.x, parts.y, parts.z, 1);
  glClear(GL_COLOR_BUFFER_BIT);
  glDisable(GL_SCISSOR_TEST);
}

/// The same data with some of its lists only.
void draw_lists(const ImDrawData& all, std::vector<ImDrawList*>& lists) {
  if (lists.empty()) return;
  ImDrawData some = all;
#if IMGUI_VERSION_NUM >= 18980
  some.CmdLists.clear();
  for (ImDrawList* list : lists) some.CmdLists.push_back(list);
#else
  some.CmdLists = lists.data();
#endif
  some.CmdListsCount = static_cast<int>(lists.size());
  some.TotalIdxCount = some.TotalVtxCount = 0;
  for (const ImDrawList* list : lists) {
    some.TotalIdxCount += list->IdxBuffer.Size;
    some.TotalVtxCount += list->VtxBuffer.Size;
  }
  ImGui_ImplOpenGL3_RenderDrawData(&some);
}

/// While it exists, a list draws only what overlaps a rectangle, and nothing outside it.
class ReducedList {
 public:
  ReducedList(ImDrawList& list, const Rect& rect);
  ~ReducedList() {
    list_.CmdBuffer.swap(commands_);
    list_.IdxBuffer.swap(indices_);
  }
  ReducedList(const ReducedList&) = delete;
  ReducedList& operator=(const ReducedList&) = delete;
  ReducedList(ReducedList&&) = delete;
  ReducedList& operator=(ReducedList&&) = delete;

 private:
  ImDrawList& list_;
  ImVector<ImDrawCmd> commands_;  ///< the whole list's, during this object's life
  ImVector<ImDrawIdx> indices_;
};

ReducedList::ReducedList(ImDrawList& list, const Rect& rect) : list_(list) {
  const Edges part = edges_of(rect);
  const auto touches = [](const Edges& a, const Edges& b) { return a.x < b.z && b.x < a.z && a.y < b.w && b.y < a.w; };
  for (const ImDrawCmd& command : list.CmdBuffer) {
    ImDrawCmd kept = command;
    if (command.UserCallback != nullptr) {
      const ShaderDrawing* const drawing = ImGuiPainter::drawing_of(command);
      if (drawing != nullptr && !touches(edges_of(drawing->clip), part)) continue;
      kept.ClipRect = part;
      commands_.push_back(kept);
      continue;
    }
    // The pixels that Dear ImGui's OpenGL backend makes of a clip rectangle, which need not be on whole ones.
    const Edges& whole = command.ClipRect;
    const float left = std::floor(whole.x), bottom = std::ceil(whole.w);
    kept.ClipRect =
        common({left, bottom - std::floor(whole.w - whole.y), left + std::floor(whole.z - whole.x), bottom}, part);
    if (!has_area(kept.ClipRect)) continue;
    const Triangles triangles(list, command);
    kept.IdxOffset = static_cast<unsigned>(indices_.Size);
    for (std::size_t triangle = 0; triangle < triangles.count; ++triangle) {
      if (!touches(triangles.edges(triangle), kept.ClipRect)) continue;
      for (std::size_t number = 0; number < 3; ++number) indices_.push_back(triangles.indices[3 * triangle + number]);
    }
    kept.ElemCount = static_cast<unsigned>(indices_.Size) - kept.IdxOffset;
    if (kept.ElemCount > 0) commands_.push_back(kept);
  }
  commands_.swap(list_.CmdBuffer);
  indices_.swap(list_.IdxBuffer);
}

/// Draws the parts of these lists that overlap a rectangle.
void draw_part(const ImDrawData& data, const std::vector<ImDrawList*>& lists, const Rect& part) {
  std::deque<ReducedList> reduced;
  std::vector<ImDrawList*> seen;
  for (ImDrawList* list : lists) {
    reduced.emplace_back(*list, part);
    // Dear ImGui's backend would upload the vertices even of a list without commands.
    if (!list->CmdBuffer.empty()) seen.push_back(list);
  }
  draw_lists(data, seen);
}

/// From the framebuffer for reading to the one for drawing.
void copy_part(const Rect& part, int framebuffer_height) {
  const auto left = static_cast<GLint>(part.x), right = static_cast<GLint>(part.right());
  const GLint bottom = framebuffer_height - static_cast<GLint>(part.bottom());
  const GLint top = framebuffer_height - static_cast<GLint>(part.y);
  glBlitFramebuffer(left, bottom, right, top, left, bottom, right, top, GL_COLOR_BUFFER_BIT, GL_NEAREST);
}

}  // namespace

void draw_everything(ImDrawData& data, const std::vector<Ground>& grounds) {
  for (const Ground& ground : grounds) clear_ground(ground.rect, ground.colour, data.DisplaySize.y);
  ImGui_ImplOpenGL3_RenderDrawData(&data);
}

std::vector<Rect> Compositor::update(std::size_t index, const ImDrawData& data, std::vector<ImDrawList*>& lists) {
  const Ground& ground = grounds_[index];
  Drawn& drawn = drawn_[index];
  const std::uint64_t all = hash_of(lists);
  if (!drawn.squares.empty() && all == drawn.all) return {};
  Squares squares(ground.rect);
  for (const ImDrawList* list : lists) squares.add(*list);
  std::vector<Rect> changes = squares.changes(drawn.squares);
  for (const Rect& part : changes) {
    clear_ground(part, ground.colour, static_cast<float>(picture_->size().height));
    draw_part(data, lists, part);
    drawn_pixels_ += static_cast<double>(part.width) * static_cast<double>(part.height);
  }
  drawn = {all, squares.take()};
  return changes;
}

void Compositor::draw(ImDrawData& data, const std::vector<Ground>& grounds, gfx::PixelSize size, bool holds_last) {
  const Rect window{0, 0, static_cast<float>(size.width), static_cast<float>(size.height)};
  drawn_pixels_ = static_cast<double>(size.width) * size.height;
  GLint bound = 0;
  glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &bound);
  const bool same = picture_ && picture_->size() == size && grounds == grounds_;
  if (!picture_ || picture_->size() != size) {
    picture_.reset();
    if (on_) {
      if (auto made = gfx::Framebuffer::create(size)) picture_ = std::move(*made);
    }
  }
  if (!picture_) return draw_everything(data, grounds);

  if (!same) drawn_.assign(grounds.size(), {});
  grounds_ = grounds;
  std::vector<std::vector<ImDrawList*>> lists(grounds.size());
  std::vector<ImDrawList*> above;
  for (int index = 0; index < data.CmdListsCount; ++index) {
    ImDrawList* list = data.CmdLists[index];
    const auto owner = ground_of(*list, grounds);
    (owner ? lists[*owner] : above).push_back(list);
  }
  picture_->bind();
  drawn_pixels_ = 0;
  std::vector<Rect> changes;
  for (std::size_t index = 0; index < grounds.size(); ++index) {
    const std::vector<Rect> more = update(index, data, lists[index]);
    changes.insert(changes.end(), more.begin(), more.end());
  }
  Squares squares(window);
  for (const ImDrawList* list : above) squares.add(*list);
  const std::vector<Rect> more = squares.changes(above_);
  changes.insert(changes.end(), more.begin(), more.end());
  above_ = squares.take();
  if (!same || !holds_last) changes = {window};

  glBindFramebuffer(GL_READ_FRAMEBUFFER, picture_->name());
  for (const Rect& part : changes) {
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, static_cast<GLuint>(bound));
    glDisable(GL_SCISSOR_TEST);
    copy_part(part, size.height);
    draw_part(data, above, part);
  }
  glBindFramebuffer(GL_FRAMEBUFFER, static_cast<GLuint>(bound));
}

}  // namespace bankloom::ui
