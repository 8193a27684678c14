// bankloom list
#include "cli/command.h"
#include "cli/data_folder.h"
#include "cli/printed.h"

namespace bankloom::cli {

Action declare_list(CLI::App& app, const Context& context) {
  auto format_text = std::make_shared<std::string>("text");
  add_format(app, *format_text, "text or json");
  return [format_text, context]() -> Result<Outcome> {
    TRY(const auto format, parse_format(*format_text, {Format::text, Format::json}));
    report::CatalogReport report;
    TRY(report.catalog, load_catalog_of(context));
    TRY(report.machines, load_machines_of(context));
    return Outcome{printed(report, format, context.style), {}};
  };
}

}  // namespace bankloom::cli
