#include "cli/application.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <exception>
#include <filesystem>
#include <new>
#include <optional>

#include "cli/build_facts.h"
#include "cli/command.h"
#include "cli/data_folder.h"
#include "cli/input.h"
#include "cli/kernel_run.h"
#include "cli/terminal.h"
#include "core/base/language.h"
#include "core/base/nearest_name.h"
#include "core/base/plain_file.h"
#include "core/base/readable.h"
#include "core/session/talk.h"

namespace bankloom::cli {
namespace {

constexpr const char* kFooter = R"(
Exit status: 0 success; 1 a wrong output or a fault was found (the report is still printed); 2 wrong usage.

--lang TAG, anywhere in a command line, chooses the language: en, es, pt_BR, zh_CN; else LANGUAGE, LC_ALL, LC_MESSAGES or
LANG does. JSON and CSV are English in every language.

Environment: BANKLOOM_DATA folder with kernels/ and assets/; BANKLOOM_NVRTC the NVRTC library to use;
CUDA_PATH the CUDA Toolkit; BANKLOOM_LIBCUDA and BANKLOOM_CUPTI the driver's library and CUPTI to use (none
keeps CUPTI out); BANKLOOM_RECORDINGS a folder with further recordings; BANKLOOM_FONTS a folder with fonts;
BANKLOOM_ISA the vector instructions to emulate with (baseline, avx2, avx512); NO_COLOR plain text.

Start with `bankloom list`, then `bankloom analyze square/setRowReadCol` and the same with `--set IPAD=1`.)";

/// The commands as declared on the parser.
struct DeclaredCommand {
  CLI::App* app = nullptr;
  Action action;
};

void print_error(const std::string& sentence) { fmt::print(stderr, "bankloom: {}\n", terminal_text(sentence)); }

/// Writes to standard output; false, with a message, if that fails.
bool write_output(const std::string& whole) {
  const std::string text = ::isatty(STDOUT_FILENO) == 1 ? terminal_text(whole, true) : whole;
  if (std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0) return true;
  const int error = errno;
  // A reader that closes the pipe (`| head`) has read enough.
  if (error == EPIPE) return true;
  print_error(message("standard output cannot be written: {}", std::strerror(error)));
  return false;
}

/// Takes --lang out of a command line and chooses its language, else the environment's; English where a program reads
/// the result. What stands behind a "--" belongs to a learner's program.
Result<std::string> take_language(std::vector<std::string>& arguments, const std::filesystem::path& executable) {
  const auto end = std::ranges::find(arguments, "--");
  std::optional<std::string> asked;
  bool is_for_programs = false;
  std::vector<std::string> rest;
  for (auto at = arguments.begin(); at != arguments.end(); ++at) {
    const bool is_ours = at < end, has_next = is_ours && at + 1 < end;
    if (is_ours && *at == "--lang") {
      if (!has_next) return fail("--lang takes a language, as in --lang es");
      asked = *++at;
    } else if (is_ours && at->starts_with("--lang=")) {
      asked = at->substr(std::string_view("--lang=").size());
    } else {
      const std::string value = at->starts_with("--format=")    ? at->substr(9)
                                : has_next && *at == "--format" ? *(at + 1)
                                                                : std::string();
      is_for_programs |= value == "json" || value == "csv";
      rest.push_back(std::move(*at));
    }
  }
  arguments = std::move(rest);
  const auto data = find_data_folder(executable);
  // Without data no command works, which it then says itself.
  if (!data) return std::string();
  const std::filesystem::path folder = *data / kLanguageFolder;
  const auto languages = languages_in(folder);
  if (!asked) {
    TRY(set_language(language_of_environment(languages), folder));
  } else {
    // "pt" is one's name for what is there of Portuguese.
    if (const auto tag = language_named(*asked, languages); !tag.empty()) asked = tag;
    TRY(set_language(*asked, folder));
  }
  if (is_for_programs) {
    TRY(set_language(kEnglish, folder));
  }
  return asked.value_or(std::string());
}

/// The words of CLI11 around an app's help.
constexpr const char* kHelpLabels[] = {"Usage", "Positionals", "OPTIONS", "SUBCOMMAND", "REQUIRED", "Needs"};
constexpr const char* kHelpGroups[] = {"Options", "Subcommands"};

/// The help's words in the language that is chosen.
void translate_help(CLI::App& app) {
  for (const char* label : kHelpLabels) app.get_formatter()->label(label, std::string(translated(label)));
  if (app.get_group() == kHelpGroups[1]) app.group(std::string(translated(app.get_group())));
  app.description(std::string(translated(app.get_description())));
  app.footer(std::string(translated(app.get_footer())));
  for (CLI::Option* const option : app.get_options()) {
    option->description(std::string(translated(option->get_description())));
    if (option->get_group() == kHelpGroups[0]) option->group(std::string(translated(option->get_group())));
  }
}

/// What was built of what, and which compiler of CUDA C++ it found here.
std::string version_text(Compiler& compiler) {
  const std::string built = std::string_view(kCommit) == "unknown"
                                ? message("built by {} from an unknown commit", kHostCompiler)
                                : message("built by {} from commit {}", kHostCompiler, kCommit);
  return fmt::format("bankloom {}\n{}\n{}\n", kVersion, built, compiler.describe());
}

std::string see_help(const CLI::App& app, const CLI::App& root) {
  return &app == &root ? message("`bankloom --help` lists all")
                       : message("`bankloom {} --help` lists all", app.get_name());
}

std::string did_you_mean(const std::optional<std::string>& name) {
  return name ? message("did you mean '{}'? ", *name) : std::string();
}

std::vector<std::string> option_names(const CLI::App& app) {
  std::vector<std::string> names;
  for (const auto* option : app.get_options()) {
    for (const auto& name : option->get_lnames()) names.push_back("--" + name);
  }
  return names;
}

/// The error for an argument that no command or option takes.
std::string unexpected_argument(const CLI::App& root, const CLI::App& app, const std::string& argument) {
  if (argument.starts_with('-')) {
    const std::string name = argument.substr(0, argument.find('='));
    return message("there is no option '{}'; {}{}", name, did_you_mean(nearest_name(name, option_names(app))),
                   see_help(app, root));
  }
  if (&app == &root) {
    std::vector<std::string> names;
    for (const auto& command : commands()) names.emplace_back(command.name);
    return message("there is no command '{}'; {}{}", argument, did_you_mean(nearest_name(argument, names)),
                   see_help(app, root));
  }
  return message("{} does not take the further argument '{}'; {}", app.get_name(), argument, see_help(app, root));
}

/// CLI11's error as a sentence of ours.
std::string parse_error_sentence(const CLI::ParseError& error, const CLI::App& root) {
  const auto chosen = root.get_subcommands();
  const CLI::App& app = chosen.empty() ? root : *chosen.front();
  const std::string said = error.what();
  if (dynamic_cast<const CLI::ExtrasError*>(&error) != nullptr) {
    const auto remaining = root.remaining(true);
    if (!remaining.empty()) return unexpected_argument(root, app, remaining.front());
  }
  if (dynamic_cast<const CLI::ArgumentMismatch*>(&error) != nullptr) {
    return message("the option {} needs a value; {}", said.substr(0, said.find(':')), see_help(app, root));
  }
  if (dynamic_cast<const CLI::RequiredError*>(&error) != nullptr) {
    return message("{} is required; {}", said.substr(0, said.find(' ')), see_help(app, root));
  }
  if (dynamic_cast<const CLI::RequiresError*>(&error) != nullptr) {
    return message("{} requires {}; {}", said.substr(0, said.find(' ')), said.substr(said.rfind(' ') + 1),
                   see_help(app, root));
  }
  if (dynamic_cast<const CLI::ConversionError*>(&error) != nullptr) {
    return message("Could not convert: {}; {}", said.substr(said.find(": ") + 2), see_help(app, root));
  }
  return message("{}; {}", said, see_help(app, root));
}

/// Adds the window's command to an empty command line, and to one that begins with a kernel, a .cu file, a talk or an
/// option of the window. Any other first word stays a command, so that a misspelt one is reported as such.
std::vector<std::string> with_command(const std::vector<std::string>& arguments, const Context& context,
                                      const CLI::App& root) {
  const auto names_kernel = [&](const std::string& word) {
    if (word.starts_with('-')) return false;
    if (std::ranges::count(commands(), word, &Command::name) != 0) return false;
    if (word.find('/') != std::string::npos || names_source_file(word) || word.ends_with(kTalkExtension)) return true;
    const auto catalog = load_catalog_of(context);
    return catalog && find_kernel(*catalog, word);
  };
  const auto is_option = [&](const std::string& word) {
    if (!word.starts_with("--") || word == "--help") return false;
    const auto names = option_names(*root.get_subcommand(kWindowCommand));
    return std::ranges::find(names, word.substr(0, word.find('='))) != names.end();
  };
  if (!arguments.empty() && !names_kernel(arguments.front()) && !is_option(arguments.front())) return arguments;
  std::vector<std::string> whole{kWindowCommand};
  whole.insert(whole.end(), arguments.begin(), arguments.end());
  return whole;
}

/// Those that name files of a stranger's; not what follows "--", which is for a program.
Result<void> check_names(const std::vector<std::string>& arguments) {
  for (const std::string& argument : arguments) {
    if (argument == "--") break;
    std::error_code code;
    if (std::filesystem::exists(argument, code)) TRY(check_name(argument));
  }
  return {};
}

Result<Outcome> perform(const std::vector<DeclaredCommand>& declared, const CLI::App& root) {
  for (const auto& command : declared) {
    if (command.app->parsed()) return command.action();
  }
  fmt::print(stderr, "{}", root.help());
  return fail("the window is not part of this build; give one of the commands above");
}

int run(std::vector<std::string> given, Compiler& compiler, Device* device) {
  Context context{compiler, executable_path(), standard_output_style(), device, {}};
  auto asked = take_language(given, context.executable);
  if (!asked) {
    print_error(asked.error().message);
    return kWrongUsage;
  }
  context.language = std::move(*asked);
  if (const auto named = check_names(given); !named) {
    print_error(named.error().message);
    return kWrongUsage;
  }
  CLI::App root{
      "bankloom shows how the threads of a CUDA warp meet the banks of shared memory and the sectors of global\n"
      "memory, computed from the kernel itself: compiled to PTX, executed on the CPU, every access recorded.",
      "bankloom"};
  root.set_help_flag("-h,--help", "Print this help message and exit");
  root.set_version_flag("--version", kVersion, "Display program version information and exit");
  root.footer(kFooter);
  root.require_subcommand(0, 1);
  root.get_formatter()->column_width(34);
  std::vector<DeclaredCommand> declared;
  for (const auto& command : commands()) {
    CLI::App* app = root.add_subcommand(std::string(command.name), std::string(command.summary));
    if (command.hidden) app->group("");
    declared.push_back({app, command.declare(*app, context)});
    translate_help(*app);
  }
  translate_help(root);
  const std::vector<std::string> arguments = kHasWindow ? with_command(given, context, root) : given;
  try {
    // CLI11 wants the arguments in reverse.
    root.parse(std::vector<std::string>(arguments.rbegin(), arguments.rend()));
  } catch (const CLI::CallForVersion&) {
    return write_output(version_text(compiler)) ? kSuccess : kWrongUsage;
  } catch (const CLI::CallForHelp&) {
    const auto chosen = root.get_subcommands();
    return write_output(chosen.empty() ? root.help() : chosen.front()->help("bankloom")) ? kSuccess : kWrongUsage;
  } catch (const CLI::ParseError& error) {
    print_error(parse_error_sentence(error, root));
    return kWrongUsage;
  }
  const auto outcome = perform(declared, root);
  if (!outcome) {
    for (const auto& line : message_lines(outcome.error())) fmt::print(stderr, "{}\n", terminal_text(line));
    print_error(outcome.error().message);
    return kWrongUsage;
  }
  if (!write_output(outcome->output)) return kWrongUsage;
  if (!outcome->problem.empty()) print_error(outcome->problem);
  return outcome->status;
}

}  // namespace

int run_command_line(const std::vector<std::string>& arguments, Compiler& compiler, Device* device) noexcept {
  // Writing to a closed pipe is an error, not the end of the process.
  std::signal(SIGPIPE, SIG_IGN);
  try {
    return run(arguments, compiler, device);
  } catch (const std::bad_alloc&) {
    std::fputs("bankloom: there is not enough memory for this; choose a smaller launch or smaller buffers\n", stderr);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "bankloom: an internal error ended the command, which is a defect to report: %s\n",
                 error.what());
  } catch (...) {
    std::fputs("bankloom: an unknown internal error ended the command, which is a defect to report\n", stderr);
  }
  return kWrongUsage;
}

}  // namespace bankloom::cli
