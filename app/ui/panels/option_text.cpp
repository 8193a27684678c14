#include "ui/panels/option_text.h"

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

}  // namespace bankloom::ui
