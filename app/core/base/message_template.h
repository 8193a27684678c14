// Templates of texts: their replacement fields, "{name}", "{n:# word|# words}", "{:.2f}", as fmt reads them.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace bankloom {

/// What keeps a translation from taking the place of an English template of which `plural_forms` the language has;
/// empty where nothing does. A text without replacement fields has none in its translation.
[[nodiscard]] std::string template_problem(std::string_view english, std::string_view translation,
                                           std::size_t plural_forms);

/// A template in the pseudo-language, its fields kept.
[[nodiscard]] std::string pseudo_template(std::string_view english);

}  // namespace bankloom
