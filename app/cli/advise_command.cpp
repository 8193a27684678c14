// bankloom advise
#include <memory>

#include "cli/kernel_command.h"
#include "cli/printed.h"
#include "core/wording/run_text.h"

namespace bankloom::cli {

Action declare_advise(CLI::App& app, const Context& context) {
  auto asked = std::make_shared<KernelCommand>();
  asked->declare(app)->required();
  add_machine(app, asked->machine);
  add_format(app, asked->format, "text, json or csv");
  return [asked, context]() -> Result<Outcome> {
    TRY(const auto prepared, asked->prepare(context));
    TRY(const auto run, asked->run(prepared, context));
    TRY(auto advice, advise(*run, prepared.catalog, context.compiler));
    advice.kernel = run_name_text(*run);
    return Outcome{printed(advice, prepared.format, context.style), {}};
  };
}

}  // namespace bankloom::cli
