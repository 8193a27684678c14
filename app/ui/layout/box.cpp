#include "ui/layout/box.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

namespace bankloom::ui {
namespace {

/// Of a line of words, from its top to the line that the letters stand on, by the font's size (Inter).
constexpr float kBaseline = 0.8f;
/// A text that wraps wishes no narrower column than so many of its font's sizes.
constexpr float kLeastWrapped = 8;

using Kind = Extent::Kind;

float sum_of(std::span<const float> sizes, float gap) {
  float sum = 0;
  bool is_first = true;
  for (const float size : sizes) {
    if (size < 0) continue;
    sum += size + (is_first ? 0 : gap);
    is_first = false;
  }
  return sum;
}

/// Takes `excess` from those that may become smaller, in proportion to how much they may.
void shrink(std::vector<float>& sizes, std::span<const float> least, float excess) {
  float spare = 0;
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    if (sizes[i] > least[i]) spare += sizes[i] - least[i];
  }
  if (spare <= 0) return;
  const float part = std::min(1.0f, excess / spare);
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    if (sizes[i] > least[i]) sizes[i] -= (sizes[i] - least[i]) * part;
  }
}

/// Gives what is left to those that share it; one that reaches its largest leaves the rest to the others.
void grow(std::vector<float>& sizes, std::span<const Wish> wishes, std::span<const float> most, float left) {
  std::vector<bool> is_done(sizes.size());
  for (std::size_t turn = 0; turn < sizes.size() && left > 0.5f; ++turn) {
    float parts = 0;
    for (std::size_t i = 0; i < sizes.size(); ++i) {
      if (wishes[i].extent.kind == Kind::share && sizes[i] >= 0 && !is_done[i]) parts += wishes[i].extent.amount;
    }
    if (parts <= 0) return;
    // By parts of the whole that is shared, so that those with a least size do not get it on top.
    float whole = left;
    for (std::size_t i = 0; i < sizes.size(); ++i) {
      if (wishes[i].extent.kind == Kind::share && sizes[i] >= 0 && !is_done[i]) whole += sizes[i];
    }
    bool is_stable = true;
    for (std::size_t i = 0; i < sizes.size() && is_stable; ++i) {
      if (wishes[i].extent.kind != Kind::share || sizes[i] < 0 || is_done[i]) continue;
      const float own = whole * wishes[i].extent.amount / parts;
      if (own >= sizes[i] && own <= most[i]) continue;
      is_stable = false;
      is_done[i] = true;
      const float settled = own < sizes[i] ? sizes[i] : std::max(most[i], sizes[i]);
      left -= settled - sizes[i];
      sizes[i] = settled;
    }
    if (!is_stable) continue;
    for (std::size_t i = 0; i < sizes.size(); ++i) {
      if (wishes[i].extent.kind == Kind::share && sizes[i] >= 0 && !is_done[i]) {
        sizes[i] = whole * wishes[i].extent.amount / parts;
      }
    }
    return;
  }
}

Rect whole_pixels(const Rect& rect) {
  const float x = std::round(rect.x), y = std::round(rect.y);
  return {x, y, std::round(rect.right()) - x, std::round(rect.bottom()) - y};
}

/// The id of what has none: nothing else stands at its place.
void push_place(const Rect& rect) {
  ImGui::PushID(static_cast<int>(rect.x));
  ImGui::PushID(static_cast<int>(rect.y));
  ImGui::PushID(static_cast<int>(rect.width));
}
void pop_place() {
  for (int i = 0; i < 3; ++i) ImGui::PopID();
}

}  // namespace

Extent fit() { return {}; }
Extent units(float amount) { return {Kind::fixed, amount}; }
Extent share(float part) { return {Kind::share, part}; }

Extent Extent::at_least(float units) const {
  Extent changed = *this;
  changed.least = units;
  return changed;
}
Extent Extent::at_most(float units) const {
  Extent changed = *this;
  changed.most = units;
  return changed;
}
Extent Extent::at_most_part(float part) const {
  Extent changed = *this;
  changed.most_part = part;
  return changed;
}
Extent Extent::if_room(int order) const {
  Extent changed = *this;
  changed.drops = order;
  return changed;
}

std::vector<float> distribute(std::span<const Wish> wishes, float room, float gap, float scale) {
  std::vector<float> sizes, least, most;
  for (auto* all : {&sizes, &least, &most}) all->reserve(wishes.size());
  for (const Wish& wish : wishes) {
    const Extent& extent = wish.extent;
    const float largest = std::min(extent.most * scale, extent.most_part * room);
    const float own =
        extent.kind == Kind::fixed ? extent.amount * scale : (extent.kind == Kind::fit ? wish.wanted : wish.least);
    sizes.push_back(std::min(std::max(own, extent.least * scale), std::max(largest, 0.0f)));
    least.push_back(extent.kind == Kind::fit ? std::min(std::max(wish.least, extent.least * scale), sizes.back())
                                             : sizes.back());
    most.push_back(std::max(largest, sizes.back()));
    // All the room there is would not be enough.
    if (extent.kind == Kind::fit && extent.drops != 0 && sizes.back() < wish.least - 0.5f) sizes.back() = -1;
  }
  // The first to go has the lowest number; of equals the last.
  while (sum_of(sizes, gap) > room + 0.5f) {
    std::optional<std::size_t> leaving;
    for (std::size_t i = 0; i < sizes.size(); ++i) {
      if (wishes[i].extent.drops == 0 || sizes[i] < 0) continue;
      if (!leaving || wishes[i].extent.drops <= wishes[*leaving].extent.drops) leaving = i;
    }
    if (!leaving) break;
    sizes[*leaving] = -1;
  }
  const float excess = sum_of(sizes, gap) - room;
  if (excess < 0) {
    grow(sizes, wishes, most, -excess);
    return sizes;
  }
  shrink(sizes, least, excess);
  // Words that have to be shortened: of what was to fit, then of all.
  for (std::size_t i = 0; i < sizes.size(); ++i) least[i] = wishes[i].extent.kind == Kind::fixed ? sizes[i] : 0;
  shrink(sizes, least, sum_of(sizes, gap) - room);
  std::fill(least.begin(), least.end(), 0.0f);
  shrink(sizes, least, sum_of(sizes, gap) - room);
  return sizes;
}

// ---- the box

const std::string& Box::Node::cut() const {
  static const std::string nothing;
  return nothing;
}

float Box::width(const PanelContext& context) const {
  if (!node_) return 0;
  if (node_->width_ < 0) node_->width_ = std::ceil(node_->width(context));
  return node_->width_;
}

float Box::least_width(const PanelContext& context) const { return node_ ? node_->least_width(context) : 0; }

float Box::height(const PanelContext& context, float width) const {
  if (!node_) return 0;
  if (node_->height_of_ != width) {
    node_->height_ = node_->height(context, width);
    node_->height_of_ = width;
  }
  return node_->height_;
}

float Box::least_height(const PanelContext& context, float width) const {
  return node_ ? node_->least_height(context, width) : 0;
}

Rect Box::draw(PanelContext& context, const Rect& rect) const {
  if (!node_) return {rect.x, rect.y, 0, 0};
  Node& node = *node_;
  // What can be clicked as a whole comes before what it holds, which then leaves the mouse to it.
  if (node.clicked) {
    if (press_at(context, rect, "box", node.name)) node.clicked();
  } else if (node.hovered || !node.tooltip.empty()) {
    hover_at(rect, "box");
  }
  if (node.hovered && ImGui::IsItemHovered()) node.hovered();
  if (!node.tooltip.empty()) ui::tooltip(context, node.tooltip);
  const Rect drawn = node.draw(context, rect);
  if (node.tooltip.empty() && !node.clicked && !node.cut().empty()) {
    hover_at(drawn, "cut");
    ui::tooltip(context, node.cut());
  }
  return drawn;
}

bool press_at(PanelContext& context, const Rect& rect, const char* id, std::string_view name) {
  ImGui::SetCursorScreenPos({rect.x, rect.y});
  ImGui::PushID(name.data(), name.data() + name.size());
  const bool clicked = hit_area(context, id, name, {rect.width, rect.height});
  ImGui::PopID();
  return clicked;
}

Pointed picture_at(PanelContext& context, const Rect& rect, const char* id, std::string_view name, const Rect& cells,
                   ImVec2 cell) {
  ImGui::SetCursorScreenPos({rect.x, rect.y});
  ImGui::PushID(name.data(), name.data() + name.size());
  const Pointed pointed = picture_area(context, id, name, {rect.width, rect.height}, cells, cell);
  ImGui::PopID();
  return pointed;
}

int slider_at(PanelContext& context, const Rect& rect, const char* id, std::string_view name) {
  ImGui::SetCursorScreenPos({rect.x, rect.y});
  ImGui::PushID(name.data(), name.data() + name.size());
  const int steps = slider_area(context, id, name, {rect.width, rect.height});
  ImGui::PopID();
  return steps;
}

void hover_at(const Rect& rect, const char* id) {
  ImGui::SetCursorScreenPos({rect.x, rect.y});
  push_place(rect);
  hover_area(id, {rect.width, rect.height});
  pop_place();
}

// ---- words

namespace {

struct TextNode final : Box::Node {
  explicit TextNode(Fit words) : fit(std::move(words)) {}

  float width(const PanelContext& context) const override { return width_of(context, first); }
  float least_width(const PanelContext& context) const override {
    if (fit.empty()) return 0;
    if (wraps) return std::min(width(context), kLeastWrapped * fit.line_height(context.fonts));
    float least = width(context);
    for (std::size_t form = first; form < fit.forms(); ++form) least = std::min(least, width_of(context, form));
    return least;
  }
  float height(const PanelContext& context, float width) const override {
    if (fit.empty()) return 0;
    if (wraps) return wrapped_text_height(font_of(context.fonts, fit.font(first)), width, fit.longest());
    // Where it is set small it keeps the height that it would have: what is below does not move.
    return fit.line_height(context.fonts);
  }
  Rect draw(PanelContext& context, const Rect& rect) override {
    shortened_.clear();
    if (fit.empty() || rect.width <= 0) return {rect.x, rect.y, 0, 0};
    const Colour ink =
        has_colour ? colour
                   : (is_faint ? context.theme.text_faint : (is_muted ? context.theme.text_muted : context.theme.text));
    if (wraps) {
      ImGui::SetCursorScreenPos({rect.x, rect.y});
      const float high = wrapped_text(context, font_of(context.fonts, fit.font(first)), ink, rect.width, fit.longest());
      return {rect.x, rect.y, rect.width, high};
    }
    const Fit::Chosen chosen = fit.choose(context.fonts, rect.width, first, [&](std::size_t form) {
      const bool is_other = only_font >= 0 && form % fonts() != static_cast<std::size_t>(only_font);
      return is_other ? std::numeric_limits<float>::infinity() : width_of(context, form);
    });
    if (chosen.words.empty()) return {rect.x, rect.y, 0, 0};
    if (chosen.is_shortened) shortened_ = fit.longest();
    const float x = align == Align::left ? rect.x : (align == Align::right ? rect.right() : rect.x + rect.width / 2);
    const float y = rect.y + std::trunc((rect.height - font_size(chosen.font)) / 2);
    return text_at(context, chosen.font, ink, {x, y}, chosen.words, align);
  }
  float baseline(const PanelContext& context) const override { return kBaseline * fit.line_height(context.fonts); }
  std::size_t forms() const override { return fit.empty() ? 1 : fit.forms(); }
  float form_width(const PanelContext& context, std::size_t form) const override {
    if (wraps) return least_width(context);
    return fit.empty() ? 0 : std::ceil(width_of(context, form));
  }
  float form_height(const PanelContext& context, float width, std::size_t form) const override {
    return wraps || fit.empty() ? height(context, width) : font_size(font_of(context.fonts, fit.font(form)));
  }
  void use_form(std::size_t form) override { first = form; }
  std::size_t fonts() const override { return fit.fonts().size(); }
  void use_font(std::size_t font) override { only_font = static_cast<int>(std::min(font, fonts() - 1)); }
  void use_align(Align where) override { align = where; }
  const std::string& cut() const override { return shortened_; }

  Fit fit;
  Colour colour = 0;
  bool has_colour = false, is_muted = false, is_faint = false, wraps = false;
  Align align = Align::left;
  std::size_t first = 0;
  int only_font = -1;  ///< negative: any

 private:
  float width_of(const PanelContext& context, std::size_t form) const {
    if (form >= widths_.size()) return fit.width(context.fonts, form);
    if (widths_[form] < 0) widths_[form] = fit.width(context.fonts, form);
    return widths_[form];
  }

  std::string shortened_;
  mutable std::array<float, 6> widths_{-1, -1, -1, -1, -1, -1};  // kept, for parents ask several times
};

TextNode& text_node(const Box& box) { return static_cast<TextNode&>(box.node()); }

}  // namespace

Text::Text(Fit words) : Described(std::make_shared<TextNode>(std::move(words))) {}
Text& Text::fonts(const std::vector<FontUse>& fonts) {
  return set([&] { text_node(*this).fit.fonts(fonts); });
}
Text& Text::colour(Colour colour) {
  return set([&] {
    text_node(*this).colour = colour;
    text_node(*this).has_colour = true;
  });
}
Text& Text::muted() {
  return set([&] { text_node(*this).is_muted = true; });
}
Text& Text::faint() {
  return set([&] { text_node(*this).is_faint = true; });
}
Text& Text::align(Align align) {
  return set([&] { text_node(*this).align = align; });
}
Text& Text::wrap() {
  return set([&] { text_node(*this).wraps = true; });
}
Text& Text::keep_ends() {
  return set([&] { text_node(*this).fit.keep_ends(); });
}

Rect text_in(PanelContext& context, const Rect& rect, const Text& text, Place place) {
  const float height = text.height(context, rect.width);
  float y = rect.y;
  if (place == Place::middle) y += (rect.height - height) / 2;
  if (place == Place::bottom || place == Place::baseline) y += rect.height - height;
  return text_node(text).draw(context, {rect.x, y, rect.width, height});
}

// ---- drawings, space

namespace {

struct DrawingNode final : Box::Node {
  explicit DrawingNode(std::function<void(const Rect&)> function) : paint(std::move(function)) {}
  float width(const PanelContext& context) const override { return context.px(least.x); }
  float height(const PanelContext& context, float) const override { return context.px(least.y); }
  Rect draw(PanelContext&, const Rect& rect) override {
    ImGui::SetCursorScreenPos({rect.x, rect.y});
    paint(rect);
    // Dear ImGui asks for an item after a place was set.
    ImGui::SetCursorScreenPos({rect.x, rect.y});
    ImGui::Dummy({0, 0});
    return rect;
  }
  bool fills() const override { return true; }
  std::function<void(const Rect&)> paint;
  ImVec2 least{0, 0};
};

struct GapNode final : Box::Node {
  explicit GapNode(float extent) : units(extent) {}
  float width(const PanelContext& context) const override { return context.px(units); }
  float height(const PanelContext& context, float) const override { return context.px(units); }
  Rect draw(PanelContext&, const Rect& rect) override { return rect; }
  float units;
};

struct RuleNode final : Box::Node {
  float width(const PanelContext&) const override { return 0; }
  float height(const PanelContext& context, float) const override { return std::max(1.0f, std::round(context.scale)); }
  Rect draw(PanelContext& context, const Rect& rect) override {
    card(context, rect, context.theme.line, 0, 0);
    return rect;
  }
};

}  // namespace

Drawing::Drawing(std::function<void(const Rect&)> draw) : Described(std::make_shared<DrawingNode>(std::move(draw))) {}
Drawing& Drawing::least(float width, float height) {
  return set([&] { static_cast<DrawingNode&>(*node_).least = {width, height}; });
}
Gap::Gap(float units) : Described(std::make_shared<GapNode>(units)) {}
Rule::Rule() : Described(std::make_shared<RuleNode>()) {}

// ---- rows and columns

namespace {

struct Child {
  Box box;
  Extent extent;
};

struct RowNode final : Box::Node {
  float width(const PanelContext& context) const override {
    return total(context, [&](const Box& box) { return box.width(context); });
  }
  float least_width(const PanelContext& context) const override {
    if (wraps) {
      float widest = 0;
      for (const Child& child : children) widest = std::max(widest, child.box.least_width(context));
      return widest;
    }
    return total(context, [&](const Box& box) { return box.least_width(context); });
  }
  float height(const PanelContext& context, float width) const override {
    float height = 0;
    for (const Line& line : lines(context, width)) {
      height += (height > 0 ? context.px(line_gap) : 0) + line_height(context, line);
    }
    return height;
  }
  Rect draw(PanelContext& context, const Rect& rect) override {
    const std::vector<Line>& all = lines(context, rect.width);
    Rect drawn{rect.x, rect.y, 0, 0};
    float y = rect.y;
    for (const Line& line : all) {
      const float high = all.size() == 1 ? rect.height : line_height(context, line);
      drawn.width = std::max(drawn.width, draw_line(context, line, {rect.x, y, rect.width, high}));
      y += high + context.px(line_gap);
    }
    drawn.height = y - rect.y;
    return drawn;
  }
  bool fills() const override {
    return std::any_of(children.begin(), children.end(),
                       [](const Child& child) { return child.box && child.box.node().fills(); });
  }

  std::vector<Child> children;
  float gap = 8, line_gap = 3;
  Place place = Place::middle;
  Align align = Align::left;
  bool wraps = false;

 private:
  struct Line {
    std::size_t first = 0;
    std::vector<float> widths;  ///< negative: left out
  };

  // Kept: the height of a row and its drawing ask for the same.
  mutable std::vector<Line> lines_;
  mutable float lines_of_ = -1;

  template <typename WidthOf>
  float total(const PanelContext& context, const WidthOf& width_of) const {
    float sum = 0;
    for (const Child& child : children) {
      const float own = child.extent.kind == Kind::fixed ? context.px(child.extent.amount) : width_of(child.box);
      sum += std::clamp(own, context.px(child.extent.least),
                        std::max(context.px(child.extent.least), context.px(child.extent.most)));
    }
    return sum + context.px(gap) * static_cast<float>(children.empty() ? 0 : children.size() - 1);
  }

  const std::vector<Line>& lines(const PanelContext& context, float width) const {
    if (lines_of_ != width) {
      lines_ = lines_within(context, width);
      lines_of_ = width;
    }
    return lines_;
  }
  std::vector<Line> lines_within(const PanelContext& context, float width) const {
    std::vector<Line> all;
    for (std::size_t first = 0; first < children.size();) {
      std::vector<Wish> wishes;
      wishes.reserve(children.size() - first);
      float sum = 0, most = 0;
      for (std::size_t i = first; i < children.size(); ++i) {
        const Child& child = children[i];
        Wish wish{child.extent, child.box.width(context), 0};
        if (child.extent.kind == Kind::fixed) wish.wanted = context.px(child.extent.amount);
        const float space = i == first ? 0 : context.px(gap);
        sum += space + wish.wanted;
        if (wraps && i > first && sum > width + 0.5f) break;
        most += space + std::max(wish.wanted, context.px(child.extent.least));
        wishes.push_back(wish);
      }
      for (std::size_t i = 0; i < wishes.size(); ++i) {
        // Asked only of what may have to give way, for the least of some words is that of all their forms.
        const Extent& extent = wishes[i].extent;
        if (extent.kind == Kind::fit && (extent.drops != 0 || most > width)) {
          wishes[i].least = children[first + i].box.least_width(context);
        }
      }
      all.push_back({first, distribute(wishes, width, context.px(gap), context.scale)});
      first += wishes.size();
    }
    return all;
  }

  /// Of its boxes' words where they stand on one line, from the top of the row.
  float baseline_of(const PanelContext& context, const Line& line) const {
    float lowest = 0;
    for (std::size_t i = 0; i < line.widths.size(); ++i) {
      const Box& box = children[line.first + i].box;
      if (box && line.widths[i] >= 0) lowest = std::max(lowest, box.node().baseline(context));
    }
    return lowest;
  }
  float down(const PanelContext& context, const Line& line, const Box& box) const {
    const float own = place == Place::baseline ? box.node().baseline(context) : -1;
    return own < 0 ? 0 : baseline_of(context, line) - own;
  }
  float line_height(const PanelContext& context, const Line& line) const {
    float height = 0;
    for (std::size_t i = 0; i < line.widths.size(); ++i) {
      const Box& box = children[line.first + i].box;
      if (!box || line.widths[i] < 0) continue;
      height = std::max(height, down(context, line, box) + box.height(context, line.widths[i]));
    }
    return height;
  }
  float draw_line(PanelContext& context, const Line& line, const Rect& rect) const {
    const float used = sum_of(line.widths, context.px(gap));
    const float left = std::max(0.0f, rect.width - used);
    float x = rect.x + (align == Align::left ? 0 : (align == Align::right ? left : left / 2));
    for (std::size_t i = 0; i < line.widths.size(); ++i) {
      const Box& box = children[line.first + i].box;
      const float width = line.widths[i];
      if (width < 0) continue;
      if (box) {
        const float own = box.node().fills() ? rect.height : std::min(box.height(context, width), rect.height);
        float y = rect.y + down(context, line, box);
        if (place == Place::middle) y += (rect.height - own) / 2;
        if (place == Place::bottom) y += rect.height - own;
        box.draw(context, whole_pixels({x, y, width, own}));
      }
      x += width + context.px(gap);
    }
    return used;
  }
};

struct ColumnNode final : Box::Node {
  float width(const PanelContext& context) const override {
    float widest = 0;
    for (const Child& child : children) widest = std::max(widest, child.box.width(context));
    return widest;
  }
  float least_width(const PanelContext& context) const override {
    float widest = 0;
    for (const Child& child : children) widest = std::max(widest, child.box.least_width(context));
    return widest;
  }
  float height(const PanelContext& context, float width) const override {
    return total(context, wishes_of(context, width), &Wish::wanted);
  }
  float least_height(const PanelContext& context, float width) const override {
    return total(context, wishes_of(context, width), &Wish::least);
  }
  Rect draw(PanelContext& context, const Rect& rect) override {
    const auto wishes = wishes_of(context, rect.width);
    const auto heights = distribute(wishes, rect.height, context.px(gap), context.scale);
    float y = rect.y;
    for (std::size_t i = 0; i < children.size(); ++i) {
      if (heights[i] < 0) continue;
      // Rather than words upon words the last of them are out of sight.
      const float own = std::max(heights[i], children[i].extent.kind == Kind::fixed ? 0 : wishes[i].least);
      children[i].box.draw(context, whole_pixels({rect.x, y, rect.width, own}));
      y += own + context.px(gap);
    }
    return {rect.x, rect.y, rect.width, std::max(0.0f, y - rect.y - context.px(gap))};
  }
  bool fills() const override {
    return std::any_of(children.begin(), children.end(),
                       [](const Child& child) { return child.extent.kind == Kind::share; });
  }
  float baseline(const PanelContext& context) const override {
    return children.empty() || !children.front().box ? -1 : children.front().box.node().baseline(context);
  }

  std::vector<Child> children;
  float gap = 4;

 private:
  std::vector<Wish> wishes_of(const PanelContext& context, float width) const {
    std::vector<Wish> wishes;
    wishes.reserve(children.size());
    for (const Child& child : children) {
      wishes.push_back({child.extent, child.box.height(context, width), child.box.least_height(context, width)});
    }
    return wishes;
  }
  float total(const PanelContext& context, const std::vector<Wish>& wishes, float Wish::*size) const {
    float sum = 0;
    for (const Wish& wish : wishes) {
      const Extent& extent = wish.extent;
      const float own = extent.kind == Kind::fixed ? context.px(extent.amount) : wish.*size;
      sum += std::min(std::max(own, context.px(extent.least)), context.px(extent.most));
    }
    return sum + context.px(gap) * static_cast<float>(wishes.empty() ? 0 : wishes.size() - 1);
  }
};

RowNode& row_node(const Box& box) { return static_cast<RowNode&>(box.node()); }
ColumnNode& column_node(const Box& box) { return static_cast<ColumnNode&>(box.node()); }

}  // namespace

Row::Row() : Described(std::make_shared<RowNode>()) {}
Row& Row::add(Box box, Extent extent) {
  return set([&] {
    if (box || extent.kind != Kind::fit) row_node(*this).children.push_back({std::move(box), extent});
  });
}
Row& Row::gap(float units) {
  return set([&] { row_node(*this).gap = units; });
}
Row& Row::place(Place place) {
  return set([&] { row_node(*this).place = place; });
}
Row& Row::align(Align align) {
  return set([&] { row_node(*this).align = align; });
}
Row& Row::wrap(float line_gap) {
  return set([&] {
    row_node(*this).wraps = true;
    row_node(*this).line_gap = line_gap;
  });
}

Column::Column() : Described(std::make_shared<ColumnNode>()) {}
Column& Column::add(Box box, Extent extent) {
  return set([&] {
    if (box || extent.kind != Kind::fit) column_node(*this).children.push_back({std::move(box), extent});
  });
}
Column& Column::gap(float units) {
  return set([&] { column_node(*this).gap = units; });
}

// ---- grounds, scrolling, choices

namespace {

struct CardNode final : Box::Node {
  explicit CardNode(Box inner) : box(std::move(inner)) {}
  float width(const PanelContext& context) const override { return box.width(context) + 2 * context.px(across); }
  float least_width(const PanelContext& context) const override {
    return box.least_width(context) + 2 * context.px(across);
  }
  float height(const PanelContext& context, float width) const override {
    return box.height(context, width - 2 * context.px(across)) + 2 * context.px(down);
  }
  Rect draw(PanelContext& context, const Rect& rect) override {
    card(context, rect, has_fill ? fill : context.theme.raised, line, radius);
    card(context, {rect.x, rect.y, std::max(2.0f, context.px(3)), rect.height}, edge, 0, 2);
    box.draw(context, rect.inset(context.px(across), context.px(down)));
    return rect;
  }
  bool fills() const override { return true; }
  Box box;
  Colour fill = 0, line = 0, edge = 0;
  bool has_fill = false;
  float across = 9, down = 7, radius = 6;
};

CardNode& card_node(const Box& box) { return static_cast<CardNode&>(box.node()); }

struct ScrollNode final : Box::Node {
  ScrollNode(std::string name_of_it, Box inner) : id(std::move(name_of_it)), box(std::move(inner)) {}
  float width(const PanelContext& context) const override { return box.width(context); }
  float least_width(const PanelContext& context) const override { return box.least_width(context); }
  float height(const PanelContext&, float) const override { return 0; }
  Rect draw(PanelContext& context, const Rect& rect) override {
    float width = rect.width, high = box.height(context, width);
    const bool has_bar = high > rect.height + 0.5f;
    if (has_bar) {
      width -= ImGui::GetStyle().ScrollbarSize;
      high = box.height(context, width);
    }
    ImGui::SetCursorScreenPos({rect.x, rect.y});
    // Known at once, where Dear ImGui would find it out by what the last frame drew. Its windows are of whole pixels:
    // what fits but for a part of one has no bar, for the box has the width of it.
    ImGui::SetNextWindowContentSize({0, has_bar ? std::max(std::ceil(high), std::floor(rect.height) + 1) : 1.0f});
    begin_child(id.c_str(), {std::max(rect.width, 1.0f), std::max(rect.height, 1.0f)});
    const ImVec2 from = ImGui::GetCursorScreenPos();
    box.draw(context, {from.x, from.y, width, std::max(high, rect.height)});
    ImGui::EndChild();
    return rect;
  }
  bool fills() const override { return true; }
  std::string id;
  Box box;
};

struct FirstOfNode final : Box::Node {
  explicit FirstOfNode(std::vector<std::function<Box()>> all) : makers(std::move(all)), made(makers.size()) {}
  float width(const PanelContext& context) const override { return makers.empty() ? 0 : made_of(0).width(context); }
  float least_width(const PanelContext& context) const override {
    return makers.empty() ? 0 : made_of(makers.size() - 1).least_width(context);
  }
  float height(const PanelContext& context, float width) const override {
    return chosen(context, width, std::numeric_limits<float>::infinity()).height(context, width);
  }
  float least_height(const PanelContext& context, float width) const override {
    return makers.empty() ? 0 : made_of(makers.size() - 1).least_height(context, width);
  }
  Rect draw(PanelContext& context, const Rect& rect) override {
    return chosen(context, rect.width, rect.height).draw(context, rect);
  }
  bool fills() const override { return true; }

 private:
  const Box& made_of(std::size_t index) const {
    if (!made[index]) made[index] = makers[index]();
    return *made[index];
  }
  Box chosen(const PanelContext& context, float width, float height) const {
    for (std::size_t i = 0; i < makers.size(); ++i) {
      const Box& box = made_of(i);
      const bool is_last = i + 1 == makers.size();
      if (is_last || (box.least_width(context) <= width + 0.5f && box.least_height(context, width) <= height + 0.5f)) {
        return box;
      }
    }
    return {};
  }
  std::vector<std::function<Box()>> makers;
  mutable std::vector<std::optional<Box>> made;
};

}  // namespace

Card::Card(Box box) : Described(std::make_shared<CardNode>(std::move(box))) {}
Card& Card::padding(float across, float down) {
  return set([&] {
    card_node(*this).across = across;
    card_node(*this).down = down;
  });
}
Card& Card::fill(Colour colour) {
  return set([&] {
    card_node(*this).fill = colour;
    card_node(*this).has_fill = true;
  });
}
Card& Card::line(Colour colour) {
  return set([&] { card_node(*this).line = colour; });
}
Card& Card::edge(Colour colour) {
  return set([&] { card_node(*this).edge = colour; });
}
Card& Card::radius(float units) {
  return set([&] { card_node(*this).radius = units; });
}

Scroll::Scroll(std::string id, Box box) : Described(std::make_shared<ScrollNode>(std::move(id), std::move(box))) {}

FirstOf::FirstOf(std::vector<std::function<Box()>> boxes)
    : Described(std::make_shared<FirstOfNode>(std::move(boxes))) {}

void show(PanelContext& context, const Box& box) {
  const Rect area = context.area;
  if (area.width < context.px(60) || area.height < context.px(20)) return;
  box.draw(context, area);
  context.area = area;
}

}  // namespace bankloom::ui
