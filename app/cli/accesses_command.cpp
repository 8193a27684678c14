// bankloom accesses
#include <memory>

#include "cli/command.h"
#include "cli/data_folder.h"
#include "cli/input.h"
#include "core/analysis/access_table.h"
#include "core/base/language.h"

namespace bankloom::cli {
namespace {

struct AccessesOptions {
  std::string file;
  std::string machine = kDefaultMachine;
};

Result<Outcome> accesses(const AccessesOptions& options, const Context& context) {
  if (options.file.empty()) {
    return fail("accesses needs a CSV file, or - for standard input, as in `bankloom accesses accesses.csv`");
  }
  TRY(const auto machine, load_machine_of(context, options.machine));
  TRY(const auto text, read_text(options.file));
  TRY(const auto table, parse_access_table(text, options.file == "-" ? message("standard input") : options.file));
  return Outcome{print_access_costs(machine, table), {}};
}

constexpr const char* kColumnHelp = R"(
Columns (others are ignored, the order is free):
  id       any name
  space    shared or global
  op       ld, st, ldmatrix.x1/.x2/.x4, stmatrix.x1/.x2/.x4; an atomic: red.OP.TYPE where its
           result is not used, atom.OP.TYPE where it is, red.add.u32.1 for the constant 1
  width    bytes per lane: 1, 2, 4, 8, 16
  mask     active lanes, 0xffffffff for all
  offsets  32 byte offsets separated by blanks, lane 0 first

Prints the columns id,requests,phases,wavefronts,bank_conflicts,sectors, modelled by the machine's rules; a cell is empty
where its column does not apply. Where a row is an atomic that ptxas writes as a loop, the columns
instructions,wavefronts_load,wavefronts_atom follow, which divide its wavefronts.)";

}  // namespace

Action declare_accesses(CLI::App& app, const Context& context) {
  auto options = std::make_shared<AccessesOptions>();
  app.add_option("FILE", options->file, "CSV, one warp-level access a row; - for standard input")->type_name("");
  add_machine(app, options->machine);
  app.footer(kColumnHelp);
  return [options, context] { return accesses(*options, context); };
}

}  // namespace bankloom::cli
