// bankloom documents: the man page and the completions of shells, for whoever builds or packages the program.
#include <memory>
#include <system_error>

#include "cli/command_words.h"
#include "core/base/files.h"

namespace bankloom::cli {
namespace {

Result<Outcome> write_documents(const std::filesystem::path& folder, const CLI::App& root, const Context& context) {
  TRY(const auto program, program_words(root, context));
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) return fail("the folder '{}' cannot be created ({})", folder.string(), error.message());
  TRY(write_file(folder / "bankloom.1", man_page(program)));
  TRY(write_file(folder / "bankloom.bash", bash_completion(program)));
  TRY(write_file(folder / "_bankloom", zsh_completion(program)));
  TRY(write_file(folder / "bankloom.fish", fish_completion(program)));
  return Outcome{};
}

}  // namespace

Action declare_documents(CLI::App& app, const Context& context) {
  auto folder = std::make_shared<std::string>();
  app.add_option("FOLDER", *folder, "The folder to write to; created if missing")->required()->type_name("");
  return [folder, &app, context] { return write_documents(*folder, *app.get_parent(), context); };
}

}  // namespace bankloom::cli
