#include "ui/layout/form.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace bankloom::ui {
namespace {

/// The space between labels and controls, in units; and the largest part of the width for labels.
constexpr float kBetween = 14, kLabels = 0.4f;

struct FormNode final : Box::Node {
  [[nodiscard]] float width(const PanelContext& context) const override { return total(context, &Box::width); }
  [[nodiscard]] float least_width(const PanelContext& context) const override {
    return total(context, &Box::least_width);
  }
  [[nodiscard]] float height(const PanelContext& context, float width) const override {
    float sum = 0;
    for (const auto& [label, box] : rows) {
      sum += (sum > 0 ? context.px(gap) : 0) + row_height(context, label, box, width);
    }
    return sum;
  }
  Rect draw(PanelContext& context, const Rect& rect) override {
    const float labels = labels_width(context, rect.width);
    float y = rect.y;
    for (const auto& [label, box] : rows) {
      const float height = row_height(context, label, box, rect.width);
      if (label) {
        const float own = label.height(context, labels);
        label.draw(context, {rect.x, y + (height - own) / 2, labels - context.px(kBetween), own});
        box.draw(context, {rect.x + labels, y, rect.width - labels, height});
      } else {
        box.draw(context, {rect.x, y, rect.width, height});
      }
      y += height + context.px(gap);
    }
    return {rect.x, rect.y, rect.width, y - rect.y};
  }

  std::vector<std::pair<Box, Box>> rows;  ///< without a label: across both columns
  float gap = 9;

 private:
  [[nodiscard]] float labels_width(const PanelContext& context, float width) const {
    float widest = 0;
    for (const auto& [label, box] : rows) widest = std::max(widest, label.width(context));
    return std::min(widest + context.px(kBetween), width * kLabels);
  }
  [[nodiscard]] float row_height(const PanelContext& context, const Box& label, const Box& box, float width) const {
    if (!label) return box.height(context, width);
    return std::max(label.height(context, width), box.height(context, width - labels_width(context, width)));
  }
  template <typename Measure>
  [[nodiscard]] float total(const PanelContext& context, Measure measure) const {
    float labels = 0, controls = 0, across = 0;
    for (const auto& [label, box] : rows) {
      labels = std::max(labels, label.width(context));
      float& widest = label ? controls : across;
      widest = std::max(widest, (box.*measure)(context));
    }
    return std::max(labels + context.px(kBetween) + controls, across);
  }
};

FormNode& form_node(const Box& box) { return static_cast<FormNode&>(box.node()); }

}  // namespace

Form::Form() : Described(std::make_shared<FormNode>()) {}
Form& Form::add(Fit label, Box control) {
  return set([&] { form_node(*this).rows.emplace_back(Text(std::move(label)), std::move(control)); });
}
Form& Form::across(Box box) {
  return set([&] { form_node(*this).rows.emplace_back(Box(), std::move(box)); });
}
Form& Form::gap(float units) {
  return set([&] { form_node(*this).gap = units; });
}

}  // namespace bankloom::ui
