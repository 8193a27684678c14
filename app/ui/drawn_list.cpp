#include "ui/drawn_list.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <utility>

#include "ui/sequence_difference.h"

namespace bankloom::ui {
namespace {

/// The triangles of a command.
struct Triangles {
  const ImDrawVert* vertices = nullptr;
  const ImDrawIdx* indices = nullptr;

  [[nodiscard]] const ImDrawVert& corner(std::size_t triangle, std::size_t number) const {
    return vertices[indices[3 * triangle + number]];
  }
  /// Left, top, right and bottom.
  [[nodiscard]] ImVec4 box(std::size_t triangle) const {
    const ImVec2 a = corner(triangle, 0).pos, b = corner(triangle, 1).pos, c = corner(triangle, 2).pos;
    return {std::min({a.x, b.x, c.x}), std::min({a.y, b.y, c.y}), std::max({a.x, b.x, c.x}), std::max({a.y, b.y, c.y})};
  }
};

bool is_same(const ImDrawVert& a, const ImDrawVert& b) {
  return a.pos.x == b.pos.x && a.pos.y == b.pos.y && a.uv.x == b.uv.x && a.uv.y == b.uv.y && a.col == b.col;
}

bool is_same(const Triangles& a, std::size_t i, const Triangles& b, std::size_t k) {
  return is_same(a.corner(i, 0), b.corner(k, 0)) && is_same(a.corner(i, 1), b.corner(k, 1)) &&
         is_same(a.corner(i, 2), b.corner(k, 2));
}

/// Marks what of a triangle its command lets through.
void mark(const ImVec4& box, const ImVec4& clip, Damage& damage) {
  const float left = std::max(box.x, clip.x), top = std::max(box.y, clip.y);
  const float right = std::min(box.z, clip.z), bottom = std::min(box.w, clip.w);
  if (left < right && top < bottom) damage.add(left, top, right, bottom);
}

template <class Record>
ImVec4 box_of(const Record& record) {
  return {record.x, record.y, record.x + record.width, record.y + record.height};
}

ImVec4 box_of_clip(const CanvasDrawing& drawing) { return box_of(drawing.clip); }

template <class Record>
void add_records(const std::vector<Record>& before, const std::vector<Record>& now, const ImVec4& clip,
                 Damage& damage) {
  compare_sequences(
      before.size(), now.size(), [&](std::size_t i, std::size_t k) { return before[i] == now[k]; },
      [&](std::size_t i) { mark(box_of(before[i]), clip, damage); },
      [&](std::size_t k) { mark(box_of(now[k]), clip, damage); });
}

void add_drawing(const CanvasDrawing& before, const CanvasDrawing& now, Damage& damage) {
  const ImVec4 clip = box_of_clip(now);
  if (now.is_map || before.batch.scale != now.batch.scale || before.batch.glyph_texture != now.batch.glyph_texture) {
    if (!is_same_map(before, now)) mark(clip, clip, damage);
    return;
  }
  add_records(before.batch.cells, now.batch.cells, clip, damage);
  add_records(before.batch.glyphs, now.batch.glyphs, clip, damage);
}

bool is_same_rect(const ImVec4& a, const ImVec4& b) { return a.x == b.x && a.y == b.y && a.z == b.z && a.w == b.w; }

/// Marks all of a command: its triangles, or what its callback may reach.
void mark_command(const ImVec4& clip, const CanvasDrawing* drawing, bool is_callback, const Triangles& triangles,
                  std::size_t count, Damage& damage) {
  if (drawing != nullptr) {
    const ImVec4 reached = box_of_clip(*drawing);
    mark(reached, reached, damage);
  } else if (!is_callback) {
    for (std::size_t triangle = 0; triangle < count; ++triangle) mark(triangles.box(triangle), clip, damage);
  }
}

}  // namespace

void DrawnList::take(const ImDrawList& list) {
  vertices_.assign(list.VtxBuffer.begin(), list.VtxBuffer.end());
  indices_.assign(list.IdxBuffer.begin(), list.IdxBuffer.end());
  commands_.clear();
  for (const ImDrawCmd& command : list.CmdBuffer) {
    Command taken;
    taken.clip = command.ClipRect;
    taken.callback = command.UserCallback;
    taken.drawing = DrawCanvas::drawing_of(command);
    if (command.UserCallback == nullptr) taken.texture = command.GetTexID();
    taken.count = command.ElemCount;
    taken.first = command.IdxOffset;
    taken.vertex = command.VtxOffset;
    commands_.push_back(std::move(taken));
  }
}

bool DrawnList::is_like(const Command& before, const ImDrawCmd& now) {
  if (!is_same_rect(before.clip, now.ClipRect) || before.callback != now.UserCallback) return false;
  if (now.UserCallback == nullptr) return before.texture == now.GetTexID();
  const auto drawing = DrawCanvas::drawing_of(now);
  if (drawing == nullptr || before.drawing == nullptr) return drawing == before.drawing;
  return is_same_rect(box_of_clip(*before.drawing), box_of_clip(*drawing)) && before.drawing->is_map == drawing->is_map;
}

void DrawnList::add_command(const Command& before, Damage& damage) const {
  mark_command(before.clip, before.drawing.get(), before.callback != nullptr,
               {vertices_.data() + before.vertex, indices_.data() + before.first}, before.count / 3, damage);
}

void DrawnList::add_changes(const Command& before, const ImDrawList& now, const ImDrawCmd& command,
                            Damage& damage) const {
  if (const auto drawing = DrawCanvas::drawing_of(command)) {
    add_drawing(*before.drawing, *drawing, damage);
    return;
  }
  if (command.UserCallback != nullptr) return;
  const Triangles old_ones{vertices_.data() + before.vertex, indices_.data() + before.first};
  const Triangles new_ones{now.VtxBuffer.Data + command.VtxOffset, now.IdxBuffer.Data + command.IdxOffset};
  compare_sequences(
      before.count / 3, command.ElemCount / 3,
      [&](std::size_t i, std::size_t k) { return is_same(old_ones, i, new_ones, k); },
      [&](std::size_t i) { mark(old_ones.box(i), before.clip, damage); },
      [&](std::size_t k) { mark(new_ones.box(k), command.ClipRect, damage); });
}

void DrawnList::add_difference(const ImDrawList& now, Damage& damage) const {
  const auto count = static_cast<std::size_t>(now.CmdBuffer.Size);
  const auto at = [&now](std::size_t index) -> const ImDrawCmd& { return now.CmdBuffer[static_cast<int>(index)]; };
  // Commands that are alike from the first on and from the last on are compared; what is between differs.
  const std::size_t shorter = std::min(commands_.size(), count);
  std::size_t head = 0, tail = 0;
  while (head < shorter && is_like(commands_[head], at(head))) ++head;
  while (tail < shorter - head && is_like(commands_[commands_.size() - 1 - tail], at(count - 1 - tail))) ++tail;
  for (std::size_t index = 0; index < head; ++index) add_changes(commands_[index], now, at(index), damage);
  for (std::size_t index = 1; index <= tail; ++index) {
    add_changes(commands_[commands_.size() - index], now, at(count - index), damage);
  }
  for (std::size_t index = head; index < commands_.size() - tail; ++index) add_command(commands_[index], damage);
  for (std::size_t index = head; index < count - tail; ++index) {
    const ImDrawCmd& command = at(index);
    mark_command(command.ClipRect, DrawCanvas::drawing_of(command).get(), command.UserCallback != nullptr,
                 {now.VtxBuffer.Data + command.VtxOffset, now.IdxBuffer.Data + command.IdxOffset},
                 command.ElemCount / 3, damage);
  }
}

ReducedList::ReducedList(ImDrawList& list, const Rect& rect) : list_(list) {
  ImVector<ImDrawCmd> commands;
  ImVector<ImDrawIdx> indices;
  const ImVec4 seen{rect.x, rect.y, rect.right(), rect.bottom()};
  const auto touches = [](const ImVec4& a, const ImVec4& b) {
    return a.x < b.z && b.x < a.z && a.y < b.w && b.y < a.w;
  };
  bool after_canvas = false;
  for (const ImDrawCmd& command : list.CmdBuffer) {
    // The pixels that Dear ImGui's OpenGL backend makes of a clip rectangle, which need not lie on whole ones.
    const ImVec4& whole = command.ClipRect;
    const float left = std::floor(whole.x), bottom = std::ceil(whole.w);
    const ImVec4 clip{std::max(left, seen.x), std::max(bottom - std::floor(whole.w - whole.y), seen.y),
                      std::min(left + std::floor(whole.z - whole.x), seen.z), std::min(bottom, seen.w)};
    ImDrawCmd kept = command;
    kept.ClipRect = clip;
    if (command.UserCallback != nullptr) {
      const auto drawing = DrawCanvas::drawing_of(command);
      // What sets the state back is needed only where the canvas changed it.
      if (drawing ? !touches(box_of_clip(*drawing), seen) : !after_canvas) continue;
      after_canvas = drawing != nullptr;
      if (drawing) kept.ClipRect = seen;
      commands.push_back(kept);
      continue;
    }
    if (!(clip.x < clip.z && clip.y < clip.w)) continue;
    const Triangles triangles{list.VtxBuffer.Data + command.VtxOffset, list.IdxBuffer.Data + command.IdxOffset};
    kept.IdxOffset = static_cast<unsigned>(indices.Size);
    for (std::size_t triangle = 0; triangle < command.ElemCount / 3; ++triangle) {
      if (!touches(triangles.box(triangle), clip)) continue;
      for (std::size_t number = 0; number < 3; ++number) indices.push_back(triangles.indices[3 * triangle + number]);
    }
    kept.ElemCount = static_cast<unsigned>(indices.Size) - kept.IdxOffset;
    if (kept.ElemCount == 0) continue;
    commands.push_back(kept);
    after_canvas = false;
  }
  commands_.swap(list_.CmdBuffer);
  indices_.swap(list_.IdxBuffer);
  list_.CmdBuffer.swap(commands);
  list_.IdxBuffer.swap(indices);
}

ReducedList::~ReducedList() {
  list_.CmdBuffer.swap(commands_);
  list_.IdxBuffer.swap(indices_);
}

}  // namespace bankloom::ui
