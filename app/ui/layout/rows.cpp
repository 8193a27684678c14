// Row and Column.
#include <algorithm>
#include <cmath>

#include "ui/layout/box.h"

namespace bankloom::ui {
namespace {

using Kind = Extent::Kind;

Rect whole_pixels(const Rect& rect) {
  const float x = std::round(rect.x), y = std::round(rect.y);
  return {x, y, std::round(rect.right()) - x, std::round(rect.bottom()) - y};
}

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
    return std::ranges::any_of(children, [](const Child& child) { return child.box && child.box.node().fills(); });
  }

  std::vector<Child> children;
  float gap = 8, line_gap = 3;
  Alignment place = Alignment::middle;
  Align align = Align::left;
  bool wraps = false;

 private:
  struct Line {
    std::size_t first = 0;
    std::vector<float> widths;  ///< negative: left out
  };

  // Cached: a row's height and its drawing need the same.
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
        // Needed only if it may shrink, since the least width of some texts is that of all their forms.
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

  /// Of the texts that share a line, from the top of the row.
  float baseline_of(const PanelContext& context, const Line& line) const {
    float lowest = 0;
    for (std::size_t i = 0; i < line.widths.size(); ++i) {
      const Box& box = children[line.first + i].box;
      if (box && line.widths[i] >= 0) lowest = std::max(lowest, box.node().baseline(context));
    }
    return lowest;
  }
  float down(const PanelContext& context, const Line& line, const Box& box) const {
    const float own = place == Alignment::baseline ? box.node().baseline(context) : -1;
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
        if (place == Alignment::middle) y += (rect.height - own) / 2;
        if (place == Alignment::bottom) y += rect.height - own;
        box.draw(context, whole_pixels({x, y, width, own}));
      }
      x += width + context.px(gap);
    }
    return used;
  }
};

struct ColumnNode final : Box::Node {
  [[nodiscard]] float width(const PanelContext& context) const override {
    float widest = 0;
    for (const Child& child : children) widest = std::max(widest, child.box.width(context));
    return widest;
  }
  [[nodiscard]] float least_width(const PanelContext& context) const override {
    float widest = 0;
    for (const Child& child : children) widest = std::max(widest, child.box.least_width(context));
    return widest;
  }
  [[nodiscard]] float height(const PanelContext& context, float width) const override {
    return total(context, wishes_of(context, width), &Wish::wanted);
  }
  [[nodiscard]] float least_height(const PanelContext& context, float width) const override {
    return total(context, wishes_of(context, width), &Wish::least);
  }
  Rect draw(PanelContext& context, const Rect& rect) override {
    const auto wishes = wishes_of(context, rect.width);
    const auto heights = distribute(wishes, rect.height, context.px(gap), context.scale);
    float y = rect.y;
    for (std::size_t i = 0; i < children.size(); ++i) {
      if (heights[i] < 0) continue;
      // The last boxes are out of view rather than on top of each other.
      const float own = std::max(heights[i], children[i].extent.kind == Kind::fixed ? 0 : wishes[i].least);
      children[i].box.draw(context, whole_pixels({rect.x, y, rect.width, own}));
      y += own + context.px(gap);
    }
    return {rect.x, rect.y, rect.width, std::max(0.0f, y - rect.y - context.px(gap))};
  }
  [[nodiscard]] bool fills() const override {
    return std::ranges::any_of(children, [](const Child& child) { return child.extent.kind == Kind::share; });
  }
  [[nodiscard]] float baseline(const PanelContext& context) const override {
    return children.empty() || !children.front().box ? -1 : children.front().box.node().baseline(context);
  }

  std::vector<Child> children;
  float gap = 4;

 private:
  [[nodiscard]] std::vector<Wish> wishes_of(const PanelContext& context, float width) const {
    std::vector<Wish> wishes;
    wishes.reserve(children.size());
    for (const Child& child : children) {
      wishes.push_back({child.extent, child.box.height(context, width), child.box.least_height(context, width)});
    }
    return wishes;
  }
  [[nodiscard]] float total(const PanelContext& context, const std::vector<Wish>& wishes, float Wish::*size) const {
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
Row& Row::place(Alignment place) {
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

}  // namespace bankloom::ui
