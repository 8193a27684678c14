#include "core/measure/published.h"

#include "core/base/files.h"
#include "core/base/json_record.h"

namespace bankloom {

namespace {

struct PublishedFile {
  std::string source, gpu, machine;
  std::vector<PublishedFigure> figures;
};

void describe(auto& fields, Is<PublishedFile> auto& file) {
  fields.optional("$schema", file.machine);  // for editors
  fields("source", file.source);
  fields.optional("gpu", file.gpu);
  fields.optional("machine", file.machine);
  fields("figures", file.figures);
}

}  // namespace

void describe(auto& fields, Is<PublishedFigure> auto& figure) {
  fields("kernel", figure.kernel);
  fields("options", figure.options);
  fields("name", figure.measurement.name);
  fields("value", figure.measurement.value);
  fields("unit", figure.measurement.unit);
  fields.optional("remark", figure.measurement.how);
}

Result<std::vector<PublishedFigure>> parse_published(std::string_view text, const std::filesystem::path& file) {
  TRY(auto read, read_record<PublishedFile>(text, file.string()));
  for (auto& figure : read.figures) {
    figure.machine = read.machine;
    figure.measurement.provenance = Provenance::published;
    figure.measurement.source = read.gpu.empty() ? read.source : read.gpu + ", " + read.source;
  }
  return std::move(read.figures);
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
    // A figure without a machine is no reference for a measurement (it is a bar, see ladder.h).
    const bool fits = !figure.machine.empty() && figure.kernel == kernel && figure.options == options;
    if (fits && (machine.empty() || figure.machine == machine)) found.push_back(figure);
  }
  return found;
}

}  // namespace bankloom
