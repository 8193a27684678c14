// FieldReader: reads the fields of JSON objects and remembers the first thing that is wrong, with file and field.
//
// After the first problem reading goes on with empty values, so that a reader of a record is a plain list of its
// fields; whoever made the FieldProblems asks at the end whether there was one.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/json.h"
#include "core/base/result.h"
#include "core/catalog/expression.h"

namespace bankloom {

/// The first problem found in one file.
class FieldProblems {
 public:
  explicit FieldProblems(const std::filesystem::path& file) : file_(file.string()) {}

  /// `problem` completes the sentence "FILE: FIELD: ..." ("must be a whole number").
  void report(const std::string& field, const std::string& problem);
  /// The error is the first one.
  [[nodiscard]] const Result<void>& none() const { return first_; }

 private:
  std::string file_;
  Result<void> first_;
};

/// The JSON object that a text is; `file` is its name in messages. Errors, with the file: not JSON (with line and
/// column), a field given twice, no object.
[[nodiscard]] Result<nlohmann::json> parse_json_object(const std::string& text, const std::filesystem::path& file);

/// The fields of one object. Fields that nobody asked for are unknown, which finish() reports.
class FieldReader {
 public:
  /// `path` is the object's own place in the file ("options[2]"), "" for the whole file.
  FieldReader(const nlohmann::json& object, std::string path, FieldProblems& problems);

  /// A required text that is not empty.
  std::string text(const std::string& name);
  /// A required whole number.
  std::int64_t integer(const std::string& name);
  /// A required text or whole number, as text.
  std::string text_or_integer(const std::string& name);
  /// A required expression over `variables`, written as text or as a whole number.
  Expression expression(const std::string& name, const std::vector<std::string>& variables);
  /// The same, with a value for the field that is not there.
  Expression expression(const std::string& name, const std::vector<std::string>& variables, Expression fallback);
  /// What such a field's text is as an expression.
  Expression parsed(const std::string& name, const std::string& text, const std::vector<std::string>& variables);
  /// A required text that is one of `words`, as the enumerator at that word's place.
  template <class Enum>
  Enum choice(const std::string& name, std::span<const std::string_view> words) {
    return static_cast<Enum>(place_among(name, words));
  }
  /// A required object.
  FieldReader object(const std::string& name);
  /// Calls `visit` with each element of an array of objects, which may be left out where not `required`.
  void objects(const std::string& name, bool required, const std::function<void(FieldReader&)>& visit);
  /// The elements of a required array of texts or whole numbers, as texts.
  std::vector<std::string> texts(const std::string& name);

  /// Takes a field as known without reading it.
  void ignore(const std::string& name) { known_.insert(name); }
  [[nodiscard]] bool has(const std::string& name) const;
  /// The names of all fields that are there, for objects whose names are data.
  [[nodiscard]] std::vector<std::string> names() const;
  /// "options[2].min"
  [[nodiscard]] std::string path_of(const std::string& name) const;
  void report(const std::string& name, const std::string& problem);
  /// Reports the fields that were never asked for.
  void finish();

 private:
  std::size_t place_among(const std::string& name, std::span<const std::string_view> words);
  const nlohmann::json* find(const std::string& name);
  const nlohmann::json* require(const std::string& name);
  std::optional<std::string> scalar_text(const nlohmann::json& value);

  const nlohmann::json& object_;
  std::string path_;
  FieldProblems& problems_;
  std::set<std::string> known_;
};

}  // namespace bankloom
