#include "ui/layout/bar.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>
#include <vector>

namespace bankloom::ui {
namespace {

/// Units: a bar's least width, the space above and below it in a row, the radius of its corners.
constexpr float kLeastBar = 10, kBarInset = 3, kBarRadius = 2;

struct BarNode final : Box::Node {
  struct Mark {
    double part = 0;
    Colour colour = 0;
    float inset = 0;
  };

  [[nodiscard]] float width(const PanelContext& context) const override { return context.px(kLeastBar + reserved); }
  [[nodiscard]] float height(const PanelContext& context, float) const override {
    return is_low ? context.px(4) : font_size(context.fonts.small);
  }
  Rect draw(PanelContext& context, const Rect& rect) override {
    const float line =
        is_one_line ? std::min(rect.height, font_size(context.fonts.small) + context.px(1)) : rect.height;
    // Low rows leave more of their height to the bar.
    const float inset = is_low ? 0 : std::min(context.px(kBarInset), line * 0.15f);
    const Rect bar{rect.x, rect.y + inset, rect.width - context.px(reserved), line - 2 * inset};
    if (ground >> 24 != 0) card(context, bar, ground, 0, kBarRadius);
    const float length = bar.width * static_cast<float>(std::clamp(part, 0.0, 1.0));
    card(context, {bar.x, bar.y, length, bar.height}, colour, 0, kBarRadius);
    if (range) draw_spread(context, bar);
    const float thick = std::max(1.0f, std::round(context.px(1.5f)));
    for (const Mark& mark : marks) {
      const float x = std::round(bar.x + bar.width * static_cast<float>(mark.part));
      const float free = std::round(rect.height * mark.inset);
      card(context, {x, rect.y + free, thick, rect.height - 2 * free}, mark.colour, 0, 0);
    }
    const float from = bar.x + length + context.px(5);
    if (words) text_in(context, {from, rect.y, rect.right() - from, line}, *words);
    return rect;
  }
  [[nodiscard]] bool fills() const override { return !is_low; }

  double part = 0;
  Colour colour = 0, ground = 0;
  std::optional<Text> words;
  float reserved = 0;
  bool is_low = false, is_one_line = false;
  std::optional<std::pair<double, double>> range;
  std::vector<Mark> marks;

 private:
  void draw_spread(PanelContext& context, const Rect& bar) const {
    const float thick = std::max(1.0f, context.px(1.5f)), middle = bar.y + bar.height / 2;
    const float from = bar.x + bar.width * static_cast<float>(range->first);
    const float to = bar.x + bar.width * static_cast<float>(range->second);
    card(context, {from, middle - thick / 2, to - from, thick}, context.theme.text, 0, 0);
    const float cap = is_low ? 0 : context.px(1);
    for (const float x : {from, to}) {
      card(context, {x - thick / 2, bar.y + cap, thick, bar.height - 2 * cap}, context.theme.text, 0, 0);
    }
  }
};

BarNode& bar_node(const Box& box) { return static_cast<BarNode&>(box.node()); }

}  // namespace

Bar::Bar(double part, Colour colour) : Described(std::make_shared<BarNode>()) {
  bar_node(*this).part = part;
  bar_node(*this).colour = colour;
}
Bar& Bar::label(Text words, float units) {
  return set([&] {
    bar_node(*this).words = std::move(words);
    bar_node(*this).reserved = units;
  });
}
Bar& Bar::spread(double from, double to) {
  return set([&] { bar_node(*this).range = {from, to}; });
}
Bar& Bar::mark(double part, Colour colour, float inset) {
  return set([&] { bar_node(*this).marks.push_back({part, colour, inset}); });
}
Bar& Bar::ground(Colour colour) {
  return set([&] { bar_node(*this).ground = colour; });
}
Bar& Bar::one_line() {
  return set([&] { bar_node(*this).is_one_line = true; });
}
Bar& Bar::low() {
  return set([&] { bar_node(*this).is_low = true; });
}

}  // namespace bankloom::ui
