// Whether a JSON document satisfies one of the schemas in assets/schema. Valijson's templates take long to compile:
// here they are compiled once, for the tests of all that has a schema.
#pragma once

#include <filesystem>
#include <string>

#include "core/base/json.h"

namespace bankloom::test {

/// A file's JSON; a file that cannot be read fails the test.
[[nodiscard]] nlohmann::json read_json(const std::filesystem::path& path);

/// What the schema (a file name in assets/schema) has against a document; "" where nothing.
[[nodiscard]] std::string complaint(const std::string& schema_name, const nlohmann::json& document);

}  // namespace bankloom::test
