#pragma once

// nlohmann-json with its large templates (parser, serializer) compiled once, in json.cpp. To be included instead of
// <nlohmann/json.hpp>.

#include <nlohmann/json.hpp>

#include <string>

extern template class nlohmann::detail::serializer<nlohmann::json>;
extern template class nlohmann::detail::serializer<nlohmann::ordered_json>;
extern template class nlohmann::detail::json_sax_dom_parser<nlohmann::json>;
extern template class nlohmann::detail::json_sax_dom_callback_parser<nlohmann::json>;
extern template class nlohmann::detail::lexer<nlohmann::json, nlohmann::detail::iterator_input_adapter<const char*>>;
extern template class nlohmann::detail::parser<nlohmann::json, nlohmann::detail::iterator_input_adapter<const char*>>;

namespace bankloom {

/// JSON text that people can read too: one line for each key of the outermost object and for each element of its
/// arrays of objects. Ends with a newline. Text that is no valid UTF-8 is replaced, not refused.
[[nodiscard]] std::string json_text(const nlohmann::ordered_json& object);

/// The list of what `make` returns for each of the values.
template <class Range, class Make>
[[nodiscard]] nlohmann::ordered_json json_list(const Range& values, const Make& make) {
  auto list = nlohmann::ordered_json::array();
  for (const auto& value : values) list.push_back(make(value));
  return list;
}

}  // namespace bankloom
