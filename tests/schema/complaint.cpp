#include "complaint.h"

#include <gtest/gtest.h>

#include <algorithm>
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

namespace {

nlohmann::json schema_text(const std::string& name) {
  return read_json(std::filesystem::path(BANKLOOM_SOURCE_DIR "/assets/schema") / name);
}

/// Adds the fields that `schema`, a part of `root`, describes at `path`; `open`: the objects whose names are data.
void add_fields(const nlohmann::json& root, const nlohmann::json& schema, const std::string& path,
                std::set<std::string>& fields, std::set<std::string>& open) {
  if (const auto other = schema.find("$ref"); other != schema.end()) {
    const auto place = nlohmann::json::json_pointer(other->get<std::string>().substr(1));
    add_fields(root, root.at(place), path, fields, open);
  }
  for (const char* several : {"allOf", "anyOf", "oneOf"}) {
    if (!schema.contains(several)) continue;
    for (const auto& part : schema.at(several)) add_fields(root, part, path, fields, open);
  }
  if (schema.contains("items")) add_fields(root, schema.at("items"), path + "[]", fields, open);
  if (schema.contains("additionalProperties") && schema.at("additionalProperties").is_object()) open.insert(path + ".");
  if (!schema.contains("properties")) return;
  for (const auto& [name, part] : schema.at("properties").items()) {
    const std::string field = path.empty() ? name : path + "." + name;
    fields.insert(field);
    add_fields(root, part, field, fields, open);
  }
}

}  // namespace

std::string difference(std::set<std::string> asked, const std::vector<std::string>& schema_names) {
  std::set<std::string> fields, open;
  for (const auto& name : schema_names) {
    const auto schema = schema_text(name);
    add_fields(schema, schema, "", fields, open);
  }
  std::erase_if(asked, [&](const std::string& field) {
    return std::any_of(open.begin(), open.end(), [&](const std::string& object) { return field.starts_with(object); });
  });
  std::string text;
  for (const auto& field : asked) {
    if (!fields.contains(field)) text += field + " is asked for and not described\n";
  }
  for (const auto& field : fields) {
    if (!asked.contains(field)) text += field + " is described and not asked for\n";
  }
  return text;
}

std::string complaint(const std::string& schema_name, const nlohmann::json& document) {
  valijson::Schema schema;
  const nlohmann::json text = schema_text(schema_name);
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
