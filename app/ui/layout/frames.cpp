// Boxes around other boxes: Card, Scroll, FirstOf.
#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "ui/layout/box.h"

namespace bankloom::ui {
namespace {

struct CardNode final : Box::Node {
  explicit CardNode(Box inner) : box(std::move(inner)) {}
  [[nodiscard]] float width(const PanelContext& context) const override {
    return box.width(context) + 2 * context.px(across);
  }
  [[nodiscard]] float least_width(const PanelContext& context) const override {
    return box.least_width(context) + 2 * context.px(across);
  }
  [[nodiscard]] float height(const PanelContext& context, float width) const override {
    return box.height(context, width - 2 * context.px(across)) + 2 * context.px(down);
  }
  Rect draw(PanelContext& context, const Rect& rect) override {
    card(context, rect, has_fill ? fill : context.theme.raised, line, radius);
    card(context, {rect.x, rect.y, std::max(2.0f, context.px(3)), rect.height}, edge, 0, 2);
    box.draw(context, rect.inset(context.px(across), context.px(down)));
    return rect;
  }
  [[nodiscard]] bool fills() const override { return true; }
  Box box;
  Colour fill = 0, line = 0, edge = 0;
  bool has_fill = false;
  float across = 9, down = 7, radius = 6;
};

CardNode& card_node(const Box& box) { return static_cast<CardNode&>(box.node()); }

struct ScrollNode final : Box::Node {
  ScrollNode(std::string name_of_it, Box inner) : id(std::move(name_of_it)), box(std::move(inner)) {}
  [[nodiscard]] float width(const PanelContext& context) const override { return box.width(context); }
  [[nodiscard]] float least_width(const PanelContext& context) const override { return box.least_width(context); }
  [[nodiscard]] float height(const PanelContext&, float) const override { return 0; }
  Rect draw(PanelContext& context, const Rect& rect) override {
    // Dear ImGui's windows have whole pixels: what reaches beyond them would be cut.
    float width = std::floor(rect.width), high = box.height(context, width);
    const bool has_bar = high > rect.height + 0.5f;
    if (has_bar) {
      width = std::floor(width - ImGui::GetStyle().ScrollbarSize);
      high = box.height(context, width);
    }
    ImGui::SetCursorScreenPos({rect.x, rect.y});
    // Known at once; Dear ImGui would learn it from the last frame. Contents that are too high by less than a pixel
    // have no bar, since the box has its width.
    ImGui::SetNextWindowContentSize({0, has_bar ? std::max(std::ceil(high), std::floor(rect.height) + 1) : 1.0f});
    begin_child(id.c_str(), {std::max(rect.width, 1.0f), std::max(rect.height, 1.0f)});
    const ImVec2 from = ImGui::GetCursorScreenPos();
    box.draw(context, {from.x, from.y, width, std::max(high, rect.height)});
    ImGui::EndChild();
    return rect;
  }
  [[nodiscard]] bool fills() const override { return true; }
  std::string id;
  Box box;
};

struct FirstOfNode final : Box::Node {
  explicit FirstOfNode(std::vector<std::function<Box()>> all) : makers(std::move(all)), made(makers.size()) {}
  [[nodiscard]] float width(const PanelContext& context) const override {
    return makers.empty() ? 0 : made_of(0).width(context);
  }
  [[nodiscard]] float least_width(const PanelContext& context) const override {
    return makers.empty() ? 0 : made_of(makers.size() - 1).least_width(context);
  }
  [[nodiscard]] float height(const PanelContext& context, float width) const override {
    return chosen(context, width, std::numeric_limits<float>::infinity()).height(context, width);
  }
  [[nodiscard]] float least_height(const PanelContext& context, float width) const override {
    if (makers.empty()) return 0;
    // The narrowest may be the highest: if it fits in width, its own height is enough.
    return std::min(made_of(makers.size() - 1).least_height(context, width), height(context, width));
  }
  Rect draw(PanelContext& context, const Rect& rect) override {
    return chosen(context, rect.width, rect.height).draw(context, rect);
  }
  [[nodiscard]] bool fills() const override { return true; }

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

}  // namespace bankloom::ui
