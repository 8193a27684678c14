#include "core/measure/published.h"

#include "core/base/files.h"
#include "core/base/json.h"
#include "core/measure/json_fields.h"

namespace bankloom {

Result<std::vector<PublishedFigure>> parse_published(std::string_view text, const std::filesystem::path& file) {
  const auto root = nlohmann::json::parse(text, nullptr, false);
  if (root.is_discarded()) return fail("{}: is not JSON", file.string());
  FieldProblems problems(file);
  const JsonFields fields(root, "", problems);
  const std::string source = fields.text("source");
  const std::string gpu = fields.text_or_empty("gpu");
  const std::string machine = fields.text_or_empty("machine");
  std::vector<PublishedFigure> figures;
  fields.objects("figures", [&](const JsonFields& row) {
    PublishedFigure figure;
    figure.kernel = row.text("kernel");
    figure.options = row.texts("options");
    figure.machine = machine;
    figure.measurement.provenance = Provenance::published;
    figure.measurement.name = row.text("name");
    figure.measurement.value = row.number("value");
    figure.measurement.unit = row.text("unit");
    figure.measurement.source = gpu.empty() ? source : gpu + ", " + source;
    figure.measurement.how = row.text_or_empty("remark");
    figures.push_back(std::move(figure));
  });
  TRY(problems.none());
  return figures;
}

Result<std::vector<PublishedFigure>> load_published(const std::filesystem::path& folder) {
  std::vector<PublishedFigure> all;
  for (const auto& file : files_in(folder, ".json").value_or(std::vector<std::filesystem::path>())) {
    TRY(const auto text, read_file(file));
    TRY(auto figures, parse_published(text, file));
    all.insert(all.end(), figures.begin(), figures.end());
  }
  return all;
}

std::vector<PublishedFigure> find_published(const std::vector<PublishedFigure>& figures, const std::string& kernel,
                                            const OptionValues& options, const std::string& machine) {
  std::vector<PublishedFigure> found;
  for (const auto& figure : figures) {
    // What was measured nobody knows where is no reference for a measurement (it is a bar, see ladder.h).
    const bool fits = !figure.machine.empty() && figure.kernel == kernel && figure.options == options;
    if (fits && (machine.empty() || figure.machine == machine)) found.push_back(figure);
  }
  return found;
}

}  // namespace bankloom
