#include "ui/layout/fit.h"

#include <algorithm>

#include "ui/widgets/widgets.h"

namespace bankloom::ui {

ImFont* font_of(const Fonts& fonts, FontUse use) {
  switch (use) {
    case FontUse::body:
      return fonts.body;
    case FontUse::strong:
      return fonts.strong;
    case FontUse::small:
      return fonts.small;
    case FontUse::heading:
      return fonts.heading;
    case FontUse::verdict:
      return fonts.verdict;
    case FontUse::headline:
      return fonts.headline;
    case FontUse::counter:
      return fonts.counter;
    case FontUse::mono:
      break;
  }
  return fonts.mono;
}

const std::string& Fit::words(std::size_t form) const {
  return wordings_[std::min(form / count_, wordings_.size() - 1)];
}

float Fit::width(const Fonts& fonts, std::size_t form) const {
  return empty() ? 0 : text_size(font_of(fonts, font(form)), words(form)).x;
}

float Fit::line_height(const Fonts& fonts) const {
  float height = 0;
  for (const FontUse use : this->fonts()) height = std::max(height, font_size(font_of(fonts, use)));
  return height;
}

Fit::Chosen Fit::shorten(const Fonts& fonts, float width, std::size_t first) const {
  ImFont* smallest = font_of(fonts, font(forms() - 1));
  const std::string& words_here = words(std::max(forms(), first + 1) - 1);
  std::string part =
      keeps_ends_ ? shortened_within(smallest, words_here, width) : shortened(smallest, words_here, width);
  const bool is_shortened = part != words_here;
  // Where not even "…" has room, nothing is drawn over its neighbours.
  if (is_shortened && text_size(smallest, part).x > width + 1) part.clear();
  return {std::move(part), smallest, is_shortened};
}

}  // namespace bankloom::ui
