// Whether a JSON document satisfies one of the schemas in assets/schema. Valijson's templates take long to compile:
// here they are compiled once, for the tests of all that has a schema.
#pragma once

#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "core/base/json.h"

namespace bankloom::test {

/// A file's JSON; a file that cannot be read fails the test.
[[nodiscard]] nlohmann::json read_json(const std::filesystem::path& path);

/// The fields that readers ask for ("options[].min") and those that these schemas describe, each side's that the other
/// does not have; "" where they are the same. Fields of objects whose names are data do not count.
[[nodiscard]] std::string difference(std::set<std::string> asked, const std::vector<std::string>& schema_names);

/// What the schema (a file name in assets/schema) has against a document; "" where nothing.
[[nodiscard]] std::string complaint(const std::string& schema_name, const nlohmann::json& document);

}  // namespace bankloom::test
