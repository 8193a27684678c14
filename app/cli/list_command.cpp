// bankloom list
#include "cli/command.h"
#include "cli/data_folder.h"
#include "cli/input.h"
#include "core/report/catalog_report.h"

namespace bankloom::cli {

Action declare_list(CLI::App& app, const Context& context) {
  auto format_text = std::make_shared<std::string>("text");
  add_format(app, *format_text, "text or json");
  return [format_text, context]() -> Result<Outcome> {
    TRY(const auto format, parse_format(*format_text, {Format::text, Format::json}));
    TRY(const auto catalog, load_catalog_of(context));
    TRY(const auto machines, load_machines_of(context));
    if (format == Format::json) return Outcome{json_text(report::catalog_to_json(catalog, machines)), {}};
    return Outcome{report::catalog_to_text(catalog, machines, context.style), {}};
  };
}

}  // namespace bankloom::cli
