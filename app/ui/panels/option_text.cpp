#include "ui/panels/option_text.h"

#include <charconv>

#include "core/base/language.h"
#include "core/base/text_lines.h"
#include "core/wording/text.h"

namespace bankloom::ui {

using namespace wording;

std::string option_text(const Option& option) {
  const auto values = option.type == OptionType::integer
                          ? say("{name}: {least} to {most}, default {first}.", "name"_a = option.name,
                                "least"_a = option.minimum, "most"_a = option.maximum, "first"_a = option.default_value)
                          : say("{name}: one of {values}; default {first}.", "name"_a = option.name,
                                "values"_a = join(option.values, list_sign()), "first"_a = option.default_value);
  return joined({bankloom::Text(option.meaning), values});
}

std::int64_t to_number(const std::string& value) {
  std::int64_t number = 0;
  std::from_chars(value.data(), value.data() + value.size(), number);
  return number;
}

}  // namespace bankloom::ui
