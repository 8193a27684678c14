#include "ui/focus.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace bankloom::ui {
namespace {

/// The common part of two extents; negative: the gap between them.
float common_part(float from, float to, float other_from, float other_to) {
  return std::min(to, other_to) - std::max(from, other_from);
}

/// The distance of a control from another in a direction, with sideways distance counted twice; infinity: it is not in
/// that direction.
float distance(const Rect& from, const Rect& to, int across, int down) {
  const float x = common_part(from.x, from.right(), to.x, to.right());
  const float y = common_part(from.y, from.bottom(), to.y, to.bottom());
  const float along_x = across > 0 ? to.x - from.right() : from.x - to.right();
  const float along_y = down > 0 ? to.y - from.bottom() : from.y - to.bottom();
  const float along = across != 0 ? along_x : along_y, common = across != 0 ? y : x;
  // Neighbours may touch, and share the pixel at their edge.
  if (along < -1.5f || (across != 0 && common <= 0)) return std::numeric_limits<float>::infinity();
  return std::max(along, 0.0f) + 2 * std::max(-common, 0.0f);
}

float between_middles(const Rect& a, const Rect& b) {
  return std::hypot(a.x + a.width / 2 - b.x - b.width / 2, a.y + a.height / 2 - b.y - b.height / 2);
}

}  // namespace

KeyboardFocus::LayerFocus& KeyboardFocus::place_of(int layer) {
  const auto index = static_cast<std::size_t>(layer);
  if (places_.size() <= index) places_.resize(index + 1);
  return places_[index];
}

void KeyboardFocus::begin_frame() {
  last_.swap(stops_);
  stops_.clear();
  asked_ = {};
  shown_cell_ = {};
  top_layer_ = layer_ = 0;
  for (const Stop& stop : last_) top_layer_ = std::max(top_layer_, stop.layer);
  // A closed list or dialog loses the place of its focus.
  places_.resize(static_cast<std::size_t>(top_layer_) + 1);
  find_place();
}

/// Finds the control with the focus among those of the last frame; if it is gone, the nearest one of its panel.
void KeyboardFocus::find_place() {
  at_.reset();
  LayerFocus& place = top();
  if (!place.is_shown) return;
  float nearest = std::numeric_limits<float>::infinity();
  for (std::size_t i = 0; i < last_.size(); ++i) {
    const Stop& stop = last_[i];
    if (stop.layer != top_layer_ || stop.panel != place.stop.panel) continue;
    const float away = stop.id == place.stop.id ? -1 : between_middles(stop.rect, place.stop.rect);
    if (away >= nearest) continue;
    nearest = away;
    at_ = i;
  }
  if (at_) place.stop = last_[*at_];
}

void KeyboardFocus::begin_panel(std::string_view panel, int layer) {
  panel_ = panel;
  layer_ = layer;
}

KeyboardFocus::Asked KeyboardFocus::add(Id id, Kind kind, const Rect& rect, const Rect& clip) {
  stops_.push_back({id, kind, rect, clip, panel_, layer_});
  const LayerFocus& place = place_of(layer_);
  if (layer_ != top_layer_ || !place.is_shown || place.stop.id != id || place.stop.panel != panel_) return {};
  Asked asked = asked_;
  asked.has_focus = true;
  return asked;
}

KeyboardFocus::Cell KeyboardFocus::cell_among(int columns, int rows) {
  Cell& cell = top().cell;
  cell.column = std::clamp(cell.column + asked_.across, 0, std::max(columns, 1) - 1);
  cell.row = std::clamp(cell.row + asked_.down, 0, std::max(rows, 1) - 1);
  return cell;
}

void KeyboardFocus::take() {
  if (!stops_.empty()) place_of(stops_.back().layer) = {stops_.back(), true, false, {}};
}

void KeyboardFocus::start_here() {
  if (!stops_.empty()) place_of(stops_.back().layer) = {stops_.back(), false, false, {}};
}

std::vector<std::size_t> KeyboardFocus::stops_of_layer() const {
  std::vector<std::size_t> found;
  for (std::size_t i = 0; i < last_.size(); ++i) {
    if (last_[i].layer == top_layer_) found.push_back(i);
  }
  return found;
}

void KeyboardFocus::put(std::size_t index, bool types) {
  top() = {last_[index], true, false, {}};
  at_ = index;
  is_mouse_followed_ = false;
  asked_ = {};
  asked_.has_come = true;
  asked_.is_pressed = types && last_[index].kind == Kind::typed;
}

void KeyboardFocus::go(int by) {
  const std::vector<std::size_t> stops = stops_of_layer();
  if (stops.empty()) return;
  const LayerFocus& place = top();
  const auto now = std::ranges::find_if(
      stops, [&](std::size_t i) { return last_[i].id == place.stop.id && last_[i].panel == place.stop.panel; });
  if (now == stops.end()) {
    put(by > 0 ? stops.front() : stops.back());
  } else if (!place.is_shown && place.is_left) {
    put(*now);
  } else {
    const auto count = static_cast<std::ptrdiff_t>(stops.size());
    put(stops[static_cast<std::size_t>((now - stops.begin() + by + count) % count)]);
  }
}

void KeyboardFocus::go_to_panel(int by) {
  const std::vector<std::size_t> stops = stops_of_layer();
  std::vector<std::size_t> firsts;
  for (const std::size_t i : stops) {
    if (firsts.empty() || last_[firsts.back()].panel != last_[i].panel) firsts.push_back(i);
  }
  if (firsts.empty()) return;
  const std::string panel = top().stop.panel;
  const auto now = std::ranges::find_if(firsts, [&](std::size_t i) { return last_[i].panel == panel; });
  const auto count = static_cast<std::ptrdiff_t>(firsts.size());
  const std::ptrdiff_t next = now == firsts.end() ? (by > 0 ? 0 : count - 1) : now - firsts.begin() + by;
  put(firsts[static_cast<std::size_t>((next + count) % count)]);
}

void KeyboardFocus::move(int across, int down) {
  if (!at_) return;
  const Stop& from = last_[*at_];
  if (from.kind == Kind::pictured) {
    is_mouse_followed_ = false;
    asked_.across += across;
    asked_.down += down;
    return;
  }
  std::optional<std::size_t> best;
  float nearest = std::numeric_limits<float>::infinity();
  for (std::size_t i = 0; i < last_.size(); ++i) {
    if (i == *at_ || last_[i].layer != from.layer || last_[i].panel != from.panel) continue;
    const float away = distance(from.rect, last_[i].rect, across, down);
    if (away >= nearest) continue;
    nearest = away;
    best = i;
  }
  // At the end of a row it continues in the next one.
  const std::size_t neighbour = *at_ + static_cast<std::size_t>(across);
  if (!best && across != 0 && neighbour < last_.size() && last_[neighbour].panel == from.panel &&
      last_[neighbour].layer == from.layer) {
    best = neighbour;
  }
  // Arrows move through a field without entering it.
  if (best) put(*best, false);
}

void KeyboardFocus::press() {
  if (at_) asked_.is_pressed = true;
}

bool KeyboardFocus::leave() {
  LayerFocus& place = top();
  if (!place.is_shown) return false;
  place.is_shown = false;
  place.is_left = true;
  at_.reset();
  asked_ = {};
  return true;
}

const KeyboardFocus::Stop* KeyboardFocus::stop() const {
  const LayerFocus& place = places_[static_cast<std::size_t>(top_layer_)];
  if (!place.is_shown) return nullptr;
  const auto found = std::ranges::find_if(stops_, [&](const Stop& stop) {
    return stop.layer == top_layer_ && stop.id == place.stop.id && stop.panel == place.stop.panel;
  });
  return found == stops_.end() ? nullptr : &*found;
}

bool KeyboardFocus::is_owner_focused() const {
  return layer_ >= 2 && static_cast<std::size_t>(layer_ - 2) < places_.size() &&
         places_[static_cast<std::size_t>(layer_ - 2)].is_shown;
}

}  // namespace bankloom::ui
