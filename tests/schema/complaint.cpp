#include "complaint.h"

#include <gtest/gtest.h>

#include <fstream>
#include <valijson/adapters/nlohmann_json_adapter.hpp>
#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>
#include <valijson/validator.hpp>

namespace bankloom::test {

nlohmann::json read_json(const std::filesystem::path& path) {
  std::ifstream stream(path);
  EXPECT_TRUE(stream) << path;
  return nlohmann::json::parse(stream);
}

std::string complaint(const std::string& schema_name, const nlohmann::json& document) {
  valijson::Schema schema;
  const nlohmann::json text = read_json(std::filesystem::path(BANKLOOM_SOURCE_DIR "/assets/schema") / schema_name);
  valijson::SchemaParser().populateSchema(valijson::adapters::NlohmannJsonAdapter(text), schema);
  valijson::Validator validator;
  valijson::ValidationResults results;
  if (validator.validate(schema, valijson::adapters::NlohmannJsonAdapter(document), &results)) return "";
  std::string message;
  valijson::ValidationResults::Error error;
  while (results.popError(error)) {
    for (const auto& part : error.context) message += part;
    message += ": " + error.description + "\n";
  }
  return message.empty() ? "refused" : message;
}

}  // namespace bankloom::test
