// Records as JSON: one description of a record reads and writes it.
//
//   void describe(auto& fields, Is<Spread> auto& spread) {
//     fields("minimum", spread.minimum);
//     fields("quartiles", spread.quartiles);
//   }
//
// `fields` is a FieldReader or a FieldWriter. Its values are texts, numbers, bool, enumerations (with a function
// names_of(Enum)), extents, described records, and vectors, pairs, maps by name and optionals of these; an optional is
// a field that may be left out. The description lies in the record's own namespace, where argument-dependent lookup
// finds it, and not in an unnamed one inside that; so a record has one description in the whole program. Records whose
// reading needs more than their fields take them from a FieldReader by name.
//
// A reader keeps the first problem, with file and field, and goes on with empty values, so that reading a record is a
// plain list of its fields; the owner of the FieldProblems asks for the problem at the end.
#pragma once

#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/dim3.h"
#include "core/base/json.h"
#include "core/base/language.h"
#include "core/base/result.h"

namespace bankloom {

/// The record that a description gets, const for writing.
template <class Given, class Record>
concept Is = std::same_as<std::remove_const_t<Given>, Record>;

/// The first problem found in one file.
class FieldProblems {
 public:
  explicit FieldProblems(std::string file) : file_(std::move(file)) {}

  /// `problem` completes the sentence "FILE: FIELD: ..." ("must be a whole number").
  void report(const std::string& field, const std::string& problem);
  /// The error is the first one.
  [[nodiscard]] const Result<void>& none() const { return first_; }

 private:
  std::string file_;
  Result<void> first_;
};

/// While it lives, the fields that this thread's readers ask for, whether they are there or not: "options[].min".
class AskedFields {
 public:
  AskedFields();
  ~AskedFields();
  AskedFields(const AskedFields&) = delete;
  AskedFields& operator=(const AskedFields&) = delete;
  AskedFields(AskedFields&&) = delete;
  AskedFields& operator=(AskedFields&&) = delete;

  std::set<std::string> names;
};

/// The JSON object that a text is; `file` is its name in messages. Errors, with the file: not JSON (with line and
/// column), no object, and where people write the file, a field given twice (to look for one takes as long as reading).
[[nodiscard]] Result<nlohmann::json> parse_json_object(std::string_view text, const std::string& file,
                                                       bool people_write = true);

/// The fields of one object.
class FieldReader {
 public:
  static constexpr bool kReads = true;

  /// `path` is the object's own place in the file ("options[2]"), "" for the whole file.
  FieldReader(const nlohmann::json& object, std::string path, FieldProblems& problems);

  template <class Value>
  void operator()(const std::string& name, Value& value) {
    if (const auto* found = require(name)) read(*found, name, value);
  }
  template <class Value>
  void operator()(const std::string& name, std::optional<Value>& value) {
    if (const auto* found = find(name)) read(*found, name, value.emplace());
  }
  /// A field that may be left out, where the value stays as it is.
  template <class Value>
  void optional(const std::string& name, Value& value) {
    if (const auto* found = find(name)) read(*found, name, value);
  }
  /// Whether a value is there whose first field is `name`, to be described next.
  template <class Value>
  bool begins(const std::string& name, std::optional<Value>& value) {
    if (has(name)) value.emplace();
    return has(name);
  }
  /// An object whose fields belong to the same record.
  void group(const std::string& name, const auto& describe_group) {
    FieldReader inner = object(name);
    describe_group(inner);
  }

  /// A required text that is not empty.
  std::string text(const std::string& name);
  /// A required whole number.
  std::int64_t whole(const std::string& name, std::int64_t least, std::int64_t most);
  /// A required text or whole number, as text.
  std::string text_or_integer(const std::string& name);
  /// A required text that is one of `words`, as the enumerator at that word's place.
  template <class Enum>
  Enum choice(const std::string& name, std::span<const std::string_view> words) {
    const auto* value = require(name);
    return static_cast<Enum>(value == nullptr ? 0 : place_among(*value, name, words));
  }
  /// A required object.
  FieldReader object(const std::string& name);
  /// Calls `visit` with each element of an array of objects, which may be left out if not `required`.
  void objects(const std::string& name, bool required, const std::function<void(FieldReader&)>& visit);
  /// The elements of an array, with their places: "values[2]".
  void elements(const std::string& name, bool required,
                const std::function<void(const nlohmann::json&, const std::string&)>& visit);
  /// The elements of a required array of texts or whole numbers, as texts.
  std::vector<std::string> texts(const std::string& name);

  /// A field's value, which is known then; null if there is none.
  const nlohmann::json* find(const std::string& name);
  /// The same, which is reported.
  const nlohmann::json* require(const std::string& name);
  // Values that were found, or elements of them, `name` being their place in messages.
  std::string text_of(const nlohmann::json& value, const std::string& name);
  std::int64_t whole_of(const nlohmann::json& value, const std::string& name, std::int64_t least, std::int64_t most);
  std::size_t place_among(const nlohmann::json& value, const std::string& name,
                          std::span<const std::string_view> words);

  [[nodiscard]] bool has(const std::string& name) { return find(name) != nullptr; }
  /// The names of all fields that are there, for objects whose names are data.
  [[nodiscard]] std::vector<std::string> names() const;
  /// "options[2].min"
  [[nodiscard]] std::string path_of(const std::string& name) const { return path_.empty() ? name : path_ + "." + name; }
  void report(const std::string& name, const std::string& problem) { problems_.report(path_of(name), problem); }
  /// "..., found 7"
  void report(const std::string& name, const std::string& problem, const nlohmann::json& found);
  /// Reports the fields that were never asked for, to be called last. Without it they are left alone, so that a later
  /// version may add some.
  void finish();

 private:
  void read(const nlohmann::json& value, const std::string& name, std::string& result);
  void read(const nlohmann::json& value, const std::string& name, bool& result);
  void read(const nlohmann::json& value, const std::string& name, double& result);
  void read(const nlohmann::json& value, const std::string& name, std::uint64_t& result);
  void read(const nlohmann::json& value, const std::string& name, std::uint32_t& result);
  void read(const nlohmann::json& value, const std::string& name, std::int64_t& result);
  void read(const nlohmann::json& value, const std::string& name, int& result);
  void read(const nlohmann::json& value, const std::string& name, Dim3& result);
  void read(const nlohmann::json& value, const std::string& name, std::vector<std::byte>& result);
  template <class Element>
  void read(const nlohmann::json& value, const std::string& name, std::vector<Element>& result) {
    for_elements(value, name, [&](const nlohmann::json& element, const std::string& place) {
      read(element, place, result.emplace_back());
    });
  }
  template <class Element, std::size_t count>
  void read(const nlohmann::json& value, const std::string& name, std::array<Element, count>& result) {
    std::vector<Element> elements;
    read(value, name, elements);
    if (elements.size() != count) return report(name, message("must have {} numbers", count));
    std::copy(elements.begin(), elements.end(), result.begin());
  }
  template <class First, class Second>
  void read(const nlohmann::json& value, const std::string& name, std::pair<First, Second>& result) {
    if (!value.is_array() || value.size() != 2) return report(name, "must be a list of two");
    read(value[0], name + "[0]", result.first);
    read(value[1], name + "[1]", result.second);
  }
  template <class Element>
  void read(const nlohmann::json& value, const std::string& name, std::map<std::string, Element>& result) {
    const FieldReader inner(value, path_of(name), problems_);
    for (const auto& key : inner.names()) read(value.at(key), std::string(name).append(".").append(key), result[key]);
  }
  template <class Value>
  void read(const nlohmann::json& value, const std::string& name, Value& result) {
    if constexpr (std::is_enum_v<Value>) {
      result = static_cast<Value>(place_among(value, name, names_of(result)));
    } else {
      FieldReader inner(value, path_of(name), problems_);
      describe(inner, result);
    }
  }
  void read_scalar(const nlohmann::json& value, const std::string& name, std::string& result);
  void for_elements(const nlohmann::json& value, const std::string& name,
                    const std::function<void(const nlohmann::json&, const std::string&)>& visit);

  const nlohmann::json& object_;
  std::string path_;
  FieldProblems& problems_;
  std::vector<std::string> known_;
};

/// A described record; `source` is the name in messages of what it comes from.
template <class Record>
[[nodiscard]] Result<Record> record_of(const nlohmann::json& object, const std::string& source) {
  FieldProblems problems(source);
  FieldReader fields(object, "", problems);
  Record record;
  describe(fields, record);
  TRY(problems.none());
  return record;
}
/// The same from the text of a file.
template <class Record>
[[nodiscard]] Result<Record> read_record(std::string_view text, const std::string& file) {
  TRY(const auto object, parse_json_object(text, file, false));
  return record_of<Record>(object, file);
}

/// Writes described records as JSON (ordered_json: in the description's order).
template <class Json>
class FieldWriter {
 public:
  static constexpr bool kReads = false;

  /// `rounded`: what becomes of numbers with a fraction; none: they stay.
  explicit FieldWriter(double (*rounded)(double) = nullptr) : rounded_(rounded) {}

  template <class Value>
  void operator()(const std::string& name, const Value& value) {
    object[name] = written(value);
  }
  template <class Value>
  void operator()(const std::string& name, const std::optional<Value>& value) {
    if (value) object[name] = written(*value);
  }
  template <class Value>
  void optional(const std::string& name, const Value& value) {
    if (value != Value{}) object[name] = written(value);
  }
  template <class Value>
  bool begins(const std::string& /*name*/, const std::optional<Value>& value) {
    return value.has_value();
  }
  void group(const std::string& name, const auto& describe_group) {
    FieldWriter inner(rounded_);
    describe_group(inner);
    object[name] = std::move(inner.object);
  }

  Json object = Json::object();

 private:
  [[nodiscard]] Json written(double value) const { return rounded_ == nullptr ? value : rounded_(value); }
  [[nodiscard]] static Json written(const Dim3& value) { return Json::array({value.x, value.y, value.z}); }
  [[nodiscard]] Json written(const std::vector<std::byte>& value) const {
    const auto* const begin = reinterpret_cast<const std::uint8_t*>(value.data());
    return Json::binary(std::vector<std::uint8_t>(begin, begin + value.size()));
  }
  template <class Value>
  [[nodiscard]] Json written(const Value& value) const {
    if constexpr (std::is_enum_v<Value>) {
      return names_of(value)[static_cast<std::size_t>(value)];
    } else if constexpr (requires { value.front(); } && !std::is_same_v<Value, std::string>) {
      Json list = Json::array();
      for (const auto& element : value) list.push_back(written(element));
      return list;
    } else if constexpr (std::is_constructible_v<Json, const Value&>) {
      return value;
    } else {
      FieldWriter inner(rounded_);
      describe(inner, value);
      return std::move(inner.object);
    }
  }

  double (*rounded_)(double);
};

/// A described record as JSON.
template <class Json, class Record>
[[nodiscard]] Json as_json(const Record& record, double (*rounded)(double) = nullptr) {
  FieldWriter<Json> fields(rounded);
  describe(fields, record);
  return std::move(fields.object);
}

}  // namespace bankloom
