#pragma once

// nlohmann-json as the project uses it: what most sources would otherwise compile again, each for itself (reading a
// text, writing one, the values), is compiled once, in json.cpp. To be included instead of <nlohmann/json.hpp>.

#include <nlohmann/json.hpp>

#include <string>

// EXTERN is `extern` here and empty in json.cpp.
// NOLINTBEGIN(bugprone-macro-parentheses): the arguments are types.
#define BANKLOOM_JSON_READER(EXTERN, JSON, ADAPTER)             \
  EXTERN template class nlohmann::detail::lexer<JSON, ADAPTER>; \
  EXTERN template class nlohmann::detail::parser<JSON, ADAPTER>;
#define BANKLOOM_JSON_TEMPLATES(EXTERN, JSON)                                                               \
  EXTERN template class nlohmann::detail::serializer<JSON>;                                                 \
  EXTERN template class nlohmann::detail::json_sax_dom_parser<JSON>;                                        \
  EXTERN template class nlohmann::detail::json_sax_dom_callback_parser<JSON>;                               \
  BANKLOOM_JSON_READER(EXTERN, JSON, nlohmann::detail::iterator_input_adapter<const char*>)                 \
  BANKLOOM_JSON_READER(EXTERN, JSON, nlohmann::detail::iterator_input_adapter<std::string::const_iterator>) \
  BANKLOOM_JSON_READER(EXTERN, JSON, nlohmann::detail::input_stream_adapter)
// NOLINTEND(bugprone-macro-parentheses)

BANKLOOM_JSON_TEMPLATES(extern, nlohmann::json)
BANKLOOM_JSON_TEMPLATES(extern, nlohmann::ordered_json)

namespace bankloom {

/// JSON text that people can read too: one line for each key of the outermost object and for each element of its
/// arrays of objects. Ends with a newline. Text that is no valid UTF-8 is replaced, not refused.
[[nodiscard]] std::string json_text(const nlohmann::ordered_json& object);

}  // namespace bankloom
