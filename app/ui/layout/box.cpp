#include "ui/layout/box.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace bankloom::ui {
namespace {

/// Baseline of a line of text, from its top, relative to the font's size (Inter).
constexpr float kBaseline = 0.8f;
/// The least width of a wrapped text, relative to its font's size.
constexpr float kLeastWrapped = 8;

/// The id of a box without one: no other box has its place.
void push_place(const Rect& rect) {
  ImGui::PushID(static_cast<int>(rect.x));
  ImGui::PushID(static_cast<int>(rect.y));
  ImGui::PushID(static_cast<int>(rect.width));
}
void pop_place() {
  for (int i = 0; i < 3; ++i) ImGui::PopID();
}

}  // namespace

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
  // A clickable box comes before its contents, which then take the mouse from it.
  if (node.clicked) {
    if (press_at(context, rect, "box", node.name)) node.clicked();
  } else if (!node.tooltip.empty() || node.hovered) {
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
    // A text in the small font keeps its usual height: boxes below do not move.
    return fit.line_height(context.fonts);
  }
  Rect draw(PanelContext& context, const Rect& rect) override {
    shortened_.clear();
    if (fit.empty() || rect.width <= 0) return {rect.x, rect.y, 0, 0};
    const Colour ink =
        has_colour ? colour
                   : (is_faint ? context.theme.text_faint : (is_muted ? context.theme.text_muted : context.theme.text));
    if (wraps) {
      // What fits in one line stands where it is aligned to; lines that are wrapped begin at the left.
      const float left = std::max(rect.width - width(context), 0.0f);
      ImGui::SetCursorScreenPos({rect.x + left * (align == Align::left    ? 0
                                                  : align == Align::right ? 1
                                                                          : 0.5f),
                                 rect.y});
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
  mutable std::array<float, 6> widths_{-1, -1, -1, -1, -1, -1};  // cached, since parents ask several times
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

Rect text_in(PanelContext& context, const Rect& rect, const Text& text, Alignment place) {
  const float height = text.height(context, rect.width);
  float y = rect.y;
  if (place == Alignment::middle) y += (rect.height - height) / 2;
  if (place == Alignment::bottom || place == Alignment::baseline) y += rect.height - height;
  return text_node(text).draw(context, {rect.x, y, rect.width, height});
}

// ---- drawings, space

namespace {

struct DrawingNode final : Box::Node {
  explicit DrawingNode(std::function<void(const Rect&)> function) : paint(std::move(function)) {}
  [[nodiscard]] float width(const PanelContext& context) const override { return context.px(least.x); }
  [[nodiscard]] float height(const PanelContext& context, float) const override { return context.px(least.y); }
  Rect draw(PanelContext&, const Rect& rect) override {
    ImGui::SetCursorScreenPos({rect.x, rect.y});
    paint(rect);
    // Dear ImGui requires an item after the cursor was set.
    ImGui::SetCursorScreenPos({rect.x, rect.y});
    ImGui::Dummy({0, 0});
    return rect;
  }
  [[nodiscard]] bool fills() const override { return true; }
  std::function<void(const Rect&)> paint;
  ImVec2 least{0, 0};
};

struct GapNode final : Box::Node {
  explicit GapNode(float extent) : units(extent) {}
  [[nodiscard]] float width(const PanelContext& context) const override { return context.px(units); }
  [[nodiscard]] float height(const PanelContext& context, float) const override { return context.px(units); }
  Rect draw(PanelContext&, const Rect& rect) override { return rect; }
  float units;
};

struct RuleNode final : Box::Node {
  [[nodiscard]] float width(const PanelContext&) const override { return 0; }
  [[nodiscard]] float height(const PanelContext& context, float) const override {
    return std::max(1.0f, std::round(context.scale));
  }
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
void show(PanelContext& context, const Box& box) {
  const Rect area = context.area;
  if (area.width < context.px(60) || area.height < context.px(20)) return;
  box.draw(context, area);
  context.area = area;
}

}  // namespace bankloom::ui
