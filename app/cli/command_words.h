// What the commands take, for the man page and for the shells that complete command lines: made from the options as
// they are declared on the parser.
#pragma once

#include <string>
#include <vector>

#include "cli/command.h"

namespace bankloom::cli {

/// What may follow an option, or stand at a place of its own.
struct Argument {
  std::vector<std::string> names = {};  ///< "--format", "-h"; empty: a word without a name
  std::string placeholder = {};         ///< "NAME"; empty: the option takes no value
  std::string help = {};                ///< one sentence
  std::string usual = {};               ///< the value where none is given
  bool is_optional_value = false;       ///< the option may stand without a value
  bool is_list = false;                 ///< may be given several times
  bool is_required = false;
  std::vector<std::string> values = {};   ///< known values; one that ends in "=" is continued
  std::vector<std::string> endings = {};  ///< files with these endings; empty with `takes_files`: all files
  bool takes_files = false, takes_folders = false;
};

struct CommandWords {
  std::string name, summary, footer;
  std::vector<Argument> options, positionals;
};

struct ProgramWords {
  std::string version, description, footer;
  std::vector<Argument> options;
  std::vector<CommandWords> commands;  ///< those of the help
};

/// Errors: the kernels or machines, whose names are known values, cannot be read.
[[nodiscard]] Result<ProgramWords> program_words(const CLI::App& root, const Context& context);

[[nodiscard]] std::string man_page(const ProgramWords& program);
[[nodiscard]] std::string bash_completion(const ProgramWords& program);
[[nodiscard]] std::string zsh_completion(const ProgramWords& program);
[[nodiscard]] std::string fish_completion(const ProgramWords& program);

/// The values of the options of pictures and of the window; none for others.
[[nodiscard]] std::vector<std::string> picture_values(const std::string& option);

}  // namespace bankloom::cli
