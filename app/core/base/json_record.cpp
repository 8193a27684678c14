#include "core/base/json_record.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/base/nearest_name.h"
#include "core/base/text_lines.h"

namespace bankloom {
namespace {

using nlohmann::json;

thread_local AskedFields* listening = nullptr;

/// Read instead of a missing or wrong object.
const json& nothing() {
  static const json value = json::object();
  return value;
}

/// "line 3, column 5" of a byte offset.
std::string place_of(std::string_view text, std::size_t offset) {
  const auto before = text.substr(0, offset);
  const auto line = std::count(before.begin(), before.end(), '\n') + 1;
  return message("line {}, column {}", line, before.size() - (before.rfind('\n') + 1) + 1);
}

/// "options[].min" of "options[2].min".
std::string without_indices(const std::string& path) {
  std::string text;
  bool within = false;
  for (const char c : path) {
    if (c == ']') within = false;
    if (!within) text += c;
    if (c == '[') within = true;
  }
  return text;
}

}  // namespace

void FieldProblems::report(const std::string& field, const std::string& problem) {
  if (!first_) return;
  const std::string_view words = translated(problem);
  first_ = field.empty() ? fail("{}: {}", file_, words) : fail("{}: {}: {}", file_, field, words);
}

AskedFields::AskedFields() { listening = this; }
AskedFields::~AskedFields() { listening = nullptr; }

Result<json> parse_json_object(std::string_view text, const std::string& file, bool people_write) {
  // The parser keeps the last of two fields with the same name, which would hide a mistake.
  std::vector<std::set<std::string>> open_objects;
  std::optional<std::string> duplicate;
  const auto watch = [&](int /*depth*/, json::parse_event_t event, json& parsed) {
    if (event == json::parse_event_t::object_start) {
      open_objects.emplace_back();
    } else if (event == json::parse_event_t::object_end) {
      open_objects.pop_back();
    } else if (event == json::parse_event_t::key) {
      const auto key = parsed.get<std::string>();
      if (!open_objects.back().insert(key).second && !duplicate) duplicate = key;
    }
    return true;
  };
  // Of an empty text one version of the library says what is expected, another what to check.
  if (trim(text).empty()) return fail("{}: line 1, column 1: is not valid JSON: the text is empty", file);
  try {
    json value =
        json::parse(text.data(), text.data() + text.size(), people_write ? json::parser_callback_t(watch) : nullptr);
    if (duplicate) return fail("{}: {}: is given twice", file, *duplicate);
    if (!value.is_object()) return fail("{}: must hold one JSON object", file);
    return value;
  } catch (const json::parse_error& error) {
    // The library's message ends with what is wrong; its byte counts from 1, and is 0 or past the text at its end.
    const std::string message = error.what();
    const auto wrong = message.rfind(" - ");
    return fail("{}: {}: is not valid JSON{}", file, place_of(text, error.byte == 0 ? 0 : error.byte - 1),
                wrong == std::string::npos ? "" : ": " + message.substr(wrong + 3));
  } catch (const json::out_of_range& error) {
    const std::string_view message = error.what();  // "... parsing '1e999'"
    return fail("{}: {}: is larger than a number can be", file, message.substr(message.find('\'')));
  }
}

FieldReader::FieldReader(const json& object, std::string path, FieldProblems& problems)
    : object_(object.is_object() ? object : nothing()), path_(std::move(path)), problems_(problems) {
  if (!object.is_object()) problems_.report(path_, "must be an object");
}

std::vector<std::string> FieldReader::names() const {
  std::vector<std::string> result;
  for (const auto& [name, value] : object_.items()) result.push_back(name);
  return result;
}

void FieldReader::report(const std::string& name, const std::string& problem, const json& found) {
  // Long values would take long to write.
  std::string shown = found.is_structured() || found.is_binary()
                          ? found.type_name()
                          : found.dump(-1, ' ', false, json::error_handler_t::replace);
  constexpr std::size_t kLongest = 40;
  if (shown.size() > kLongest) shown = shown.substr(0, kLongest) + "...";
  report(name, message("{}, found {}", translated(problem), shown));
}

const json* FieldReader::find(const std::string& name) {
  known_.push_back(name);
  if (listening != nullptr) listening->names.insert(without_indices(path_of(name)));
  const auto found = object_.find(name);
  return found == object_.end() ? nullptr : &*found;
}

const json* FieldReader::require(const std::string& name) {
  const json* value = find(name);
  if (value == nullptr) report(name, "is missing");
  return value;
}

std::string FieldReader::text_of(const json& value, const std::string& name) {
  if (value.is_string() && !value.get_ref<const std::string&>().empty()) return value.get<std::string>();
  report(name, "must be a text that is not empty", value);
  return {};
}

std::string FieldReader::text(const std::string& name) {
  const json* value = require(name);
  return value == nullptr ? std::string() : text_of(*value, name);
}

std::int64_t FieldReader::whole_of(const json& value, const std::string& name, std::int64_t least, std::int64_t most) {
  // Numbers beyond int64 arrive as uint64 and would wrap.
  const bool fits = value.is_number_integer() &&
                    (!value.is_number_unsigned() || std::in_range<std::int64_t>(value.get<std::uint64_t>()));
  const auto number = fits ? value.get<std::int64_t>() : 0;
  if (fits && number >= least && number <= most) return number;
  report(name, message("must be a whole number from {} to {}", least, most), value);
  return least;
}

std::int64_t FieldReader::whole(const std::string& name, std::int64_t least, std::int64_t most) {
  const json* value = require(name);
  return value == nullptr ? least : whole_of(*value, name, least, most);
}

std::size_t FieldReader::place_among(const json& value, const std::string& name,
                                     std::span<const std::string_view> words) {
  const auto place = value.is_string() ? std::ranges::find(words, value.get_ref<const std::string&>()) : words.end();
  if (place != words.end()) return static_cast<std::size_t>(place - words.begin());
  report(name, message("must be one of {}", join(words, list_sign())), value);
  return 0;
}

std::string FieldReader::text_or_integer(const std::string& name) {
  const json* value = require(name);
  std::string result;
  if (value != nullptr) read_scalar(*value, name, result);
  return result;
}

FieldReader FieldReader::object(const std::string& name) {
  const json* value = require(name);
  return {value == nullptr ? nothing() : *value, path_of(name), problems_};
}

void FieldReader::for_elements(const json& value, const std::string& name,
                               const std::function<void(const json&, const std::string&)>& visit) {
  if (!value.is_array()) return report(name, "must be a list", value);
  for (std::size_t i = 0; i < value.size(); ++i) visit(value[i], fmt::format("{}[{}]", name, i));
}

void FieldReader::elements(const std::string& name, bool required,
                           const std::function<void(const json&, const std::string&)>& visit) {
  const json* value = required ? require(name) : find(name);
  if (value != nullptr) for_elements(*value, name, visit);
}

void FieldReader::objects(const std::string& name, bool required, const std::function<void(FieldReader&)>& visit) {
  elements(name, required, [&](const json& value, const std::string& place) {
    FieldReader element(value, path_of(place), problems_);
    visit(element);
    element.finish();
  });
}

std::vector<std::string> FieldReader::texts(const std::string& name) {
  std::vector<std::string> result;
  elements(name, true,
           [&](const json& value, const std::string& place) { read_scalar(value, place, result.emplace_back()); });
  return result;
}

void FieldReader::read_scalar(const json& value, const std::string& name, std::string& result) {
  if (value.is_string()) {
    result = value.get<std::string>();
  } else if (value.is_number_integer()) {
    result = value.dump();
  } else {
    report(name, "must be a text or a whole number", value);
  }
}

void FieldReader::read(const json& value, const std::string& name, std::string& result) {
  if (!value.is_string()) return report(name, "must be a text", value);
  result = value.get<std::string>();
}

void FieldReader::read(const json& value, const std::string& name, bool& result) {
  if (!value.is_boolean()) return report(name, "must be true or false", value);
  result = value.get<bool>();
}

void FieldReader::read(const json& value, const std::string& name, double& result) {
  if (!value.is_number() || !std::isfinite(value.get<double>())) return report(name, "must be a number", value);
  result = value.get<double>();
}

void FieldReader::read(const json& value, const std::string& name, std::uint64_t& result) {
  if (!value.is_number_integer() || value < 0) {
    return report(name, "must be a whole number that is not negative", value);
  }
  result = value.get<std::uint64_t>();
}

void FieldReader::read(const json& value, const std::string& name, std::uint32_t& result) {
  result = static_cast<std::uint32_t>(whole_of(value, name, 0, std::numeric_limits<std::uint32_t>::max()));
}

void FieldReader::read(const json& value, const std::string& name, std::int64_t& result) {
  result = whole_of(value, name, std::numeric_limits<std::int64_t>::min(), std::numeric_limits<std::int64_t>::max());
}

void FieldReader::read(const json& value, const std::string& name, int& result) {
  result = static_cast<int>(whole_of(value, name, 0, std::numeric_limits<int>::max()));
}

void FieldReader::read(const json& value, const std::string& name, Dim3& result) {
  std::array<std::uint32_t, 3> sizes{};
  read(value, name, sizes);
  result = {sizes[0], sizes[1], sizes[2]};
}

void FieldReader::read(const json& value, const std::string& name, std::vector<std::byte>& result) {
  if (!value.is_binary()) return report(name, "must be bytes");
  const auto* const begin = reinterpret_cast<const std::byte*>(value.get_binary().data());
  result.assign(begin, begin + value.get_binary().size());
}

void FieldReader::finish() {
  for (const auto& [name, value] : object_.items()) {
    if (std::ranges::find(known_, name) != known_.end()) continue;
    const auto nearest = nearest_name(name, known_);
    report(name,
           nearest ? message("is not a known field; did you mean {}?", *nearest) : message("is not a known field"));
  }
}

}  // namespace bankloom
