#include "ui/panels/padding_strip.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "core/base/language.h"
#include "core/wording/numbers.h"
#include "core/wording/text.h"
#include "ui/actions.h"
#include "ui/layout/controls.h"
#include "ui/panels/side_style.h"

namespace bankloom::ui {

using namespace wording;
namespace {

/// Seconds between two looks at paddings that are being tried.
constexpr double kBetweenTrials = 0.1;
/// Units: the least width of a bar with its gap, the least height of a bar, a number below the bars.
constexpr float kLeastPitch = 3, kLeastBar = 1, kFoot = 14;

std::optional<std::int64_t> padding_of(const Session& session, Side side) {
  const Option* const option = session.selection().padding(side);
  if (option == nullptr) return std::nullopt;
  const std::string words = session.options(side).at(option->name);
  std::int64_t padding = 0;
  std::from_chars(words.data(), words.data() + words.size(), padding);
  return padding;
}

class Strip {
 public:
  Strip(PanelContext& context, Side side)
      : context_(context), side_(side), costs_(context.session.padding_costs(side)) {}

  void draw(const Rect& rect) {
    const Rect bars{rect.x, rect.y, rect.width, rect.height - context_.px(kFoot)};
    pitch_ = bars.width / static_cast<float>(costs_.size());
    const int steps = slider_at(context_, rect, "padding strip", "padding strip");
    const auto at = present(side_);
    if (ImGui::IsItemActive()) {
      const float x = std::floor((ImGui::GetIO().MousePos.x - bars.x) / pitch_);
      choose(static_cast<std::int64_t>(std::clamp(x, 0.0f, static_cast<float>(costs_.size() - 1))));
    } else if (steps != 0 && at) {
      choose(std::clamp<std::int64_t>(*at + steps, 0, static_cast<std::int64_t>(costs_.size()) - 1));
    }
    if (ImGui::IsItemHovered()) {
      const float x = std::floor((ImGui::GetIO().MousePos.x - bars.x) / pitch_);
      pointed_ = static_cast<std::int64_t>(std::clamp(x, 0.0f, static_cast<float>(costs_.size() - 1)));
      // Beside it: what is above and below it is clicked next.
      const TooltipPlace place{{rect.right() + context_.px(12), rect.y}, {}};
      tooltip(context_, words_of(costs_[static_cast<std::size_t>(*pointed_)]), &place);
    }
    draw_bars(bars);
    draw_foot({rect.x, bars.bottom(), rect.width, rect.height - bars.height});
  }

 private:
  /// The bar of a side's padding; nothing if it has none here.
  [[nodiscard]] std::optional<std::int64_t> present(Side side) const {
    const auto padding = padding_of(context_.session, side);
    if (!padding || costs_.empty()) return std::nullopt;
    const std::int64_t index = *padding - costs_.front().padding;
    if (index < 0 || index >= static_cast<std::int64_t>(costs_.size())) return std::nullopt;
    return index;
  }

  void choose(std::int64_t index) {
    if (index == present(side_)) return;
    Session& session = context_.session;
    const std::string value = std::to_string(costs_[static_cast<std::size_t>(index)].padding);
    say_failure(context_, session.change(
                              session.selection().with_option(side_, session.selection().padding(side_)->name, value)));
    context_.redraw_within(0);
  }

  [[nodiscard]] std::string words_of(const PaddingCost& cost) const {
    const std::string& name = context_.session.selection().padding(side_)->name;
    if (!cost.wavefronts) {
      return say("{option} = {padding}: it is being tried, or does not run.", "option"_a = name,
                 "padding"_a = cost.padding);
    }
    return say(
        "{option} = {padding}: {wavefronts} wavefronts per request, on the line that takes most. Click or drag to "
        "choose "
        "another padding.",
        "option"_a = name, "padding"_a = cost.padding, "wavefronts"_a = ratio_text(*cost.wavefronts));
  }

  void draw_bars(const Rect& rect) {
    const Theme& theme = context_.theme;
    double most = 1;
    for (const PaddingCost& cost : costs_) most = std::max(most, cost.wavefronts.value_or(0));
    const float gap = pitch_ >= context_.px(4) ? context_.px(1) : pitch_ * 0.2f;
    const float line = std::max(1.0f, std::round(context_.scale));
    context_.painter.rect({rect.x, rect.bottom() - line}, {rect.right(), rect.bottom()}, theme.line);
    const auto own = present(side_);
    // Another kernel's padding costs something else.
    const Session& session = context_.session;
    const bool is_same = session.comparing() && session.kernel(Side::a) == session.kernel(Side::b);
    const auto others = is_same ? present(other_side(side_)) : std::nullopt;
    for (std::size_t i = 0; i < costs_.size(); ++i) {
      if (!costs_[i].wavefronts) continue;
      const auto index = static_cast<std::int64_t>(i);
      const auto part = static_cast<float>(*costs_[i].wavefronts / most);
      const float height = std::max(std::round(part * rect.height), std::round(context_.px(kLeastBar)));
      const float x = rect.x + pitch_ * static_cast<float>(i);
      // A low bar is found by its column.
      if (index == own || index == others) {
        const Colour light = accent(theme, index == own ? side_ : other_side(side_));
        context_.painter.rect({x, rect.y}, {x + pitch_ - gap, rect.bottom() - height}, mix(theme.surface, light, 0.35));
      }
      const Colour colour = index == own        ? accent(theme, side_)
                            : index == others   ? accent(theme, other_side(side_))
                            : index == pointed_ ? theme.text_muted
                                                : mix(theme.surface, theme.text_muted, 0.55);
      context_.painter.rect({x, rect.bottom() - height}, {x + pitch_ - gap, rect.bottom()}, colour);
    }
  }

  /// The first and the last padding, and the present one where it does not touch them.
  void draw_foot(const Rect& rect) {
    const auto number = [&](std::size_t index, Align align, Colour colour) {
      const float middle = rect.x + pitch_ * (static_cast<float>(index) + 0.5f), half = context_.px(14);
      Rect box{middle - half, rect.y, 2 * half, rect.height};
      if (align == Align::left) box.x = rect.x;
      if (align == Align::right) box.x = rect.right() - box.width;
      Text words(std::to_string(costs_[index].padding));
      text_in(context_, box, words.small().colour(colour).align(align));
    };
    const Theme& theme = context_.theme;
    const auto at = present(side_);
    const auto last = static_cast<std::int64_t>(costs_.size()) - 1, near = std::int64_t{4};
    const auto is_lit = [&](std::int64_t index) { return at == index ? accent(theme, side_) : theme.text_faint; };
    if (!at || *at == 0 || *at >= near) number(0, Align::left, is_lit(0));
    if (!at || *at == last || *at <= last - near) number(static_cast<std::size_t>(last), Align::right, is_lit(last));
    if (at && *at != 0 && *at != last) number(static_cast<std::size_t>(*at), Align::centre, is_lit(*at));
  }

  PanelContext& context_;
  Side side_;
  const std::vector<PaddingCost>& costs_;
  float pitch_ = 1;
  std::optional<std::int64_t> pointed_;
};

}  // namespace

Box padding_strip(PanelContext& context, float bars) {
  Session& session = context.session;
  const Side side = padded_side(session);
  const std::vector<PaddingCost>& costs = session.padding_costs(side);
  if (costs.size() < 2) return {};
  if (!session.has_padding_costs(side)) context.redraw_within(kBetweenTrials);
  const std::string name = session.selection().padding(side)->name;
  Drawing strip([&context, side](const Rect& rect) { Strip(context, side).draw(rect); });
  strip.least(kLeastPitch * static_cast<float>(costs.size()), bars + kFoot);
  return Column()
      .gap(3)
      .add(Text(say("wavefronts by {option}", "option"_a = name)).small().muted())
      .add(strip, units(bars + kFoot));
}

}  // namespace bankloom::ui
