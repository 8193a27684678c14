#include "core/base/json.h"

#include <fmt/format.h>

template class nlohmann::detail::serializer<nlohmann::json>;
template class nlohmann::detail::serializer<nlohmann::ordered_json>;
template class nlohmann::detail::json_sax_dom_parser<nlohmann::json>;
template class nlohmann::detail::json_sax_dom_callback_parser<nlohmann::json>;
template class nlohmann::detail::lexer<nlohmann::json, nlohmann::detail::iterator_input_adapter<const char*>>;
template class nlohmann::detail::parser<nlohmann::json, nlohmann::detail::iterator_input_adapter<const char*>>;

namespace bankloom {
namespace {

std::string compact(const nlohmann::ordered_json& value) {
  return value.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

bool is_list_of_objects(const nlohmann::ordered_json& value) {
  return value.is_array() && !value.empty() && value.front().is_structured();
}

}  // namespace

std::string json_text(const nlohmann::ordered_json& object) {
  if (!object.is_object() || object.empty()) return compact(object) + '\n';
  std::string text = "{";
  const char* separator = "\n";
  for (const auto& [key, value] : object.items()) {
    text += fmt::format("{}  {}: ", separator, compact(key));
    separator = ",\n";
    if (!is_list_of_objects(value)) {
      text += compact(value);
      continue;
    }
    const char* element_separator = "[\n";
    for (const auto& element : value) {
      text += element_separator;
      text += "    " + compact(element);
      element_separator = ",\n";
    }
    text += "\n  ]";
  }
  return text + "\n}\n";
}

}  // namespace bankloom
