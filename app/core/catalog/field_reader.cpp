#include "core/catalog/field_reader.h"

#include <algorithm>
#include <utility>

#include "core/base/nearest_name.h"
#include "core/base/text_lines.h"

namespace bankloom {
namespace {

/// What an object or an absent value is read as after a problem.
const nlohmann::json& nothing() {
  static const nlohmann::json value = nlohmann::json::object();
  return value;
}

/// "line 3, column 5" of a byte offset.
std::string place_of(const std::string& text, std::size_t offset) {
  std::size_t line = 1, column = 1;
  for (std::size_t i = 0; i < offset && i < text.size(); ++i) {
    column = text[i] == '\n' ? 1 : column + 1;
    if (text[i] == '\n') ++line;
  }
  return fmt::format("line {}, column {}", line, column);
}

}  // namespace

void FieldProblems::report(const std::string& field, const std::string& problem) {
  if (first_) first_ = fail("{}: {}{}{}", file_, field, field.empty() ? "" : ": ", problem);
}

Result<nlohmann::json> parse_json_object(const std::string& text, const std::filesystem::path& file) {
  // The parser keeps the last of two fields with one name, which would hide a mistake.
  std::vector<std::set<std::string>> open_objects;
  std::optional<std::string> duplicate;
  const auto watch = [&](int /*depth*/, nlohmann::json::parse_event_t event, nlohmann::json& parsed) {
    if (event == nlohmann::json::parse_event_t::object_start) {
      open_objects.emplace_back();
    } else if (event == nlohmann::json::parse_event_t::object_end) {
      open_objects.pop_back();
    } else if (event == nlohmann::json::parse_event_t::key) {
      const auto key = parsed.get<std::string>();
      if (!open_objects.back().insert(key).second && !duplicate) duplicate = key;
    }
    return true;
  };
  try {
    nlohmann::json value = nlohmann::json::parse(text, watch);
    if (duplicate) return fail("{}: {}: is given twice", file.string(), *duplicate);
    if (!value.is_object()) return fail("{}: must hold one JSON object", file.string());
    return value;
  } catch (const nlohmann::json::parse_error& error) {
    // `byte` counts from 1 and is 0 or one past the end for an unexpected end.
    return fail("{}: {}: is not valid JSON", file.string(), place_of(text, error.byte == 0 ? 0 : error.byte - 1));
  } catch (const nlohmann::json::out_of_range&) {
    return fail("{}: a number in it is larger than a number can be", file.string());
  }
}

FieldReader::FieldReader(const nlohmann::json& object, std::string path, FieldProblems& problems)
    : object_(object.is_object() ? object : nothing()), path_(std::move(path)), problems_(problems) {
  if (!object.is_object()) problems_.report(path_, "must be an object");
}

std::string FieldReader::path_of(const std::string& name) const { return path_.empty() ? name : path_ + "." + name; }
bool FieldReader::has(const std::string& name) const { return object_.contains(name); }
std::vector<std::string> FieldReader::names() const {
  std::vector<std::string> result;
  for (const auto& [name, value] : object_.items()) result.push_back(name);
  return result;
}
void FieldReader::report(const std::string& name, const std::string& problem) {
  problems_.report(path_of(name), problem);
}

const nlohmann::json* FieldReader::find(const std::string& name) {
  known_.insert(name);
  const auto found = object_.find(name);
  return found == object_.end() ? nullptr : &*found;
}

const nlohmann::json* FieldReader::require(const std::string& name) {
  const nlohmann::json* value = find(name);
  if (value == nullptr) report(name, "is missing");
  return value;
}

std::string FieldReader::text(const std::string& name) {
  const nlohmann::json* value = require(name);
  if (value == nullptr) return {};
  if (!value->is_string()) {
    report(name, "must be a text");
    return {};
  }
  auto result = value->get<std::string>();
  if (result.empty()) report(name, "must not be empty");
  return result;
}

std::int64_t FieldReader::integer(const std::string& name) {
  const nlohmann::json* value = require(name);
  if (value == nullptr) return 0;
  if (!value->is_number_integer()) {
    report(name, "must be a whole number");
    return 0;
  }
  // Numbers beyond int64 arrive as uint64 and would wrap.
  const bool too_large =
      value->is_number_unsigned() && value->get<std::uint64_t>() > static_cast<std::uint64_t>(Expression::kLargest);
  const auto result = too_large ? 0 : value->get<std::int64_t>();
  if (too_large || result < -Expression::kLargest) report(name, "must lie within -(2^53 - 1) and 2^53 - 1");
  return result;
}

std::size_t FieldReader::place_among(const std::string& name, std::span<const std::string_view> words) {
  const auto place = std::find(words.begin(), words.end(), text(name)) - words.begin();
  if (static_cast<std::size_t>(place) < words.size()) return static_cast<std::size_t>(place);
  report(name, "must be one of " + join(words, ", "));
  return 0;
}

std::optional<std::string> FieldReader::scalar_text(const nlohmann::json& value) {
  if (value.is_string()) return value.get<std::string>();
  if (value.is_number_integer()) return value.dump();
  return std::nullopt;
}

std::string FieldReader::text_or_integer(const std::string& name) {
  const nlohmann::json* value = require(name);
  if (value == nullptr) return {};
  auto result = scalar_text(*value);
  if (!result) report(name, "must be a text or a whole number");
  return std::move(result).value_or("");
}

Expression FieldReader::expression(const std::string& name, const std::vector<std::string>& variables) {
  const auto text = text_or_integer(name);
  return has(name) ? parsed(name, text, variables) : Expression();
}

Expression FieldReader::expression(const std::string& name, const std::vector<std::string>& variables,
                                   Expression fallback) {
  return find(name) == nullptr ? std::move(fallback) : expression(name, variables);
}

Expression FieldReader::parsed(const std::string& name, const std::string& text,
                               const std::vector<std::string>& variables) {
  auto result = Expression::parse(text, variables);
  if (!result) report(name, result.error().message);
  return std::move(result).value_or(Expression());
}

FieldReader FieldReader::object(const std::string& name) {
  const nlohmann::json* value = require(name);
  return {value == nullptr ? nothing() : *value, path_of(name), problems_};
}

void FieldReader::objects(const std::string& name, bool required, const std::function<void(FieldReader&)>& visit) {
  const nlohmann::json* value = required ? require(name) : find(name);
  if (value == nullptr) return;
  if (!value->is_array()) {
    report(name, "must be an array");
    return;
  }
  for (std::size_t i = 0; i < value->size(); ++i) {
    FieldReader element((*value)[i], fmt::format("{}[{}]", path_of(name), i), problems_);
    visit(element);
    element.finish();
  }
}

std::vector<std::string> FieldReader::texts(const std::string& name) {
  std::vector<std::string> result;
  const nlohmann::json* value = require(name);
  if (value == nullptr) return result;
  if (!value->is_array()) {
    report(name, "must be an array");
    return result;
  }
  for (std::size_t i = 0; i < value->size(); ++i) {
    auto element = scalar_text((*value)[i]);
    if (!element) report(fmt::format("{}[{}]", name, i), "must be a text or a whole number");
    result.push_back(std::move(element).value_or(""));
  }
  return result;
}

void FieldReader::finish() {
  for (const auto& [name, value] : object_.items()) {
    if (known_.contains(name)) continue;
    const auto nearest = nearest_name(name, {known_.begin(), known_.end()});
    report(name, nearest ? fmt::format("is no known field; did you mean {}?", *nearest) : "is no known field");
  }
}

}  // namespace bankloom
