// JsonFields: reads the fields of one JSON object of a recording; the first thing that is wrong is kept with its place.
#pragma once

#include <cmath>
#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "core/base/json.h"
#include "core/catalog/field_reader.h"

namespace bankloom {

/// After a problem, reading goes on with empty values; whoever made the FieldProblems asks at the end. Unknown fields
/// are left alone, so that a later format may add some.
class JsonFields {
 public:
  JsonFields(const nlohmann::json& object, std::string path, FieldProblems& problems)
      : object_(&object), path_(std::move(path)), problems_(&problems) {
    if (!object.is_object()) problems.report(path_.empty() ? "(whole file)" : path_, "must be an object");
  }

  [[nodiscard]] bool has(const char* name) const { return object_->is_object() && object_->contains(name); }
  [[nodiscard]] std::string path_of(const std::string& name) const { return path_.empty() ? name : path_ + "." + name; }
  void report(const std::string& name, const std::string& problem) const { problems_->report(path_of(name), problem); }

  /// A required text; may be empty.
  [[nodiscard]] std::string text(const char* name) const {
    const auto* value = require(name);
    if (value == nullptr) return {};
    if (value->is_string()) return value->get<std::string>();
    report(name, "must be a text");
    return {};
  }
  [[nodiscard]] std::string text_or_empty(const char* name) const { return has(name) ? text(name) : std::string(); }
  /// A required finite number.
  [[nodiscard]] double number(const char* name) const {
    const auto* value = require(name);
    return value == nullptr ? 0 : number_of(*value, name);
  }
  [[nodiscard]] double number_of(const nlohmann::json& value, const std::string& name) const {
    if (value.is_number() && std::isfinite(value.get<double>())) return value.get<double>();
    report(name, "must be a number");
    return 0;
  }
  /// A required whole number, not negative.
  [[nodiscard]] std::uint64_t count(const char* name) const {
    const auto* value = require(name);
    if (value == nullptr) return 0;
    if (value->is_number_unsigned()) return value->get<std::uint64_t>();
    report(name, "must be a whole number that is not negative");
    return 0;
  }
  [[nodiscard]] std::uint32_t small_count(const char* name) const {
    const std::uint64_t value = count(name);
    if (value <= 0xffffffffu) return static_cast<std::uint32_t>(value);
    report(name, "must be less than 2^32");
    return 0;
  }
  [[nodiscard]] bool boolean(const char* name) const {
    const auto* value = require(name);
    if (value == nullptr) return false;
    if (value->is_boolean()) return value->get<bool>();
    report(name, "must be true or false");
    return false;
  }
  /// A required object; an empty one where it is missing.
  [[nodiscard]] JsonFields object(const char* name) const {
    static const nlohmann::json kNothing = nlohmann::json::object();
    const auto* value = require(name);
    return {value == nullptr ? kNothing : *value, path_of(name), *problems_};
  }
  /// The elements of a required list of objects.
  void objects(const char* name, const std::function<void(const JsonFields&)>& visit) const {
    const auto* value = list(name);
    if (value == nullptr) return;
    for (std::size_t i = 0; i < value->size(); ++i) {
      visit(JsonFields((*value)[i], path_of(name) + "[" + std::to_string(i) + "]", *problems_));
    }
  }
  /// A required list of exactly so many numbers.
  [[nodiscard]] std::vector<double> numbers(const char* name, std::size_t count) const {
    std::vector<double> result(count);
    const auto* value = list(name);
    if (value == nullptr) return result;
    if (value->size() != count) {
      report(name, "must have " + std::to_string(count) + " numbers");
      return result;
    }
    for (std::size_t i = 0; i < count; ++i) result[i] = number_of((*value)[i], name);
    return result;
  }
  /// A required object of texts.
  [[nodiscard]] std::map<std::string, std::string> texts(const char* name) const {
    std::map<std::string, std::string> result;
    const auto* value = require(name);
    if (value == nullptr) return result;
    if (!value->is_object()) {
      report(name, "must be an object of texts");
      return result;
    }
    for (const auto& [key, text] : value->items()) {
      if (text.is_string()) {
        result.emplace(key, text.get<std::string>());
      } else {
        report(std::string(name) + "." + key, "must be a text");
      }
    }
    return result;
  }

 private:
  const nlohmann::json* require(const char* name) const {
    if (!object_->is_object()) return nullptr;
    const auto found = object_->find(name);
    if (found != object_->end()) return &*found;
    report(name, "is missing");
    return nullptr;
  }
  const nlohmann::json* list(const char* name) const {
    const auto* value = require(name);
    if (value == nullptr || value->is_array()) return value;
    report(name, "must be a list");
    return nullptr;
  }

  const nlohmann::json* object_;
  std::string path_;
  FieldProblems* problems_;
};

}  // namespace bankloom
