#include "cli/command_words.h"

#include <algorithm>
#include <iterator>
#include <set>

#include "cli/build_facts.h"
#include "cli/data_folder.h"
#include "cli/recordings.h"
#include "core/base/language.h"

namespace bankloom::cli {
namespace {

/// The names that a word of the command line can have, read once for all commands.
struct KnownNames {
  std::vector<std::string> kernels, lessons, settings, machines, recordings, languages;
};

Result<KnownNames> read_names(const Context& context) {
  KnownNames known;
  TRY(const auto catalog, load_catalog_of(context));
  std::set<std::string> settings;
  for (const auto& lesson : catalog.lessons) known.lessons.push_back(lesson.name);
  for (const auto& kernel : catalog.kernels) {
    known.kernels.push_back(kernel.id());
    for (const auto& option : kernel.options) settings.insert(option.name + "=");
  }
  known.settings.assign(settings.begin(), settings.end());
  TRY(const auto machines, load_machines_of(context));
  for (const auto& machine : machines) known.machines.push_back(machine.name);
  if (const auto recordings = recordings_of(context, "")) {
    for (const auto& recording : recordings->list) known.recordings.push_back(recording.name);
  }
  TRY(const auto data, find_data_folder(context.executable));
  for (const auto& language : languages_in(data / kLanguageFolder)) known.languages.push_back(language.tag);
  return known;
}

bool is_word(char character) {
  return (character >= 'a' && character <= 'z') || (character >= '0' && character <= '9');
}

/// The endings that a help text names: "cu" and "ptx" of "CUDA C++ (.cu) or PTX (.ptx)".
std::vector<std::string> endings_in(const std::string& text) {
  std::vector<std::string> endings;
  for (auto dot = text.find('.'); dot != std::string::npos; dot = text.find('.', dot + 1)) {
    const auto end = std::find_if_not(text.begin() + static_cast<std::ptrdiff_t>(dot) + 1, text.end(), is_word);
    std::string ending(text.begin() + static_cast<std::ptrdiff_t>(dot) + 1, end);
    if (!ending.empty() && std::ranges::find(endings, ending) == endings.end()) endings.push_back(std::move(ending));
  }
  return endings;
}

/// "a", "b" of "a|b", if all of it is in small letters.
std::vector<std::string> alternatives_in(const std::string& placeholder) {
  std::vector<std::string> all{{}};
  for (const char character : placeholder) {
    if (character == '|') {
      all.emplace_back();
    } else if (is_word(character)) {
      all.back() += character;
    } else if (character != '[' && character != ']') {
      return {};
    }
  }
  return all.size() > 1 ? all : std::vector<std::string>();
}

void append(std::vector<std::string>& values, const std::vector<std::string>& more) {
  values.insert(values.end(), more.begin(), more.end());
}

void add_known_values(Argument& argument, const std::string& name, const KnownNames& known) {
  append(argument.values, alternatives_in(argument.placeholder));
  append(argument.values, picture_values(name));
  if (name == "--format") {
    for (const char* format : {"text", "json", "csv"}) {
      if (argument.help.find(format) != std::string::npos) argument.values.emplace_back(format);
    }
  }
  if (name == "KERNEL" || name == "--compare") append(argument.values, known.kernels);
  if (name == "--set" || name == "--compare") append(argument.values, known.settings);
  if (name == "LESSON" || name == "--lesson") append(argument.values, known.lessons);
  if (name == "--machine") append(argument.values, known.machines);
  if (name == "--recording") append(argument.values, known.recordings);

  const std::string& kind = argument.placeholder;
  argument.takes_folders = kind == "DIR" || kind.find("FOLDER") != std::string::npos;
  const bool names_files = kind.find("FILE") != std::string::npos || kind == "PROGRAM";
  argument.takes_files = names_files || name == "KERNEL" || name == "ARGUMENT" || name == "--compare";
  if (name == "--compare") {
    argument.endings = {"cu"};
  } else if (argument.takes_files) {
    argument.endings = endings_in(kind + ' ' + argument.help);
  }
}

Argument argument_of(const CLI::Option& option, const KnownNames& known) {
  Argument argument;
  for (const auto& name : option.get_snames()) argument.names.push_back("-" + name);
  for (const auto& name : option.get_lnames()) argument.names.push_back("--" + name);
  const bool is_positional = option.get_positional();
  if (is_positional) {
    argument.placeholder = option.get_name();
  } else if (option.get_items_expected_max() > 0) {
    // The type, without what is checked of it.
    const std::string type = option.get_type_name();
    argument.placeholder = type.substr(0, type.find(':'));
  }
  argument.help = option.get_description();
  argument.usual = option.get_default_str();
  argument.is_optional_value = !is_positional && option.get_items_expected_min() == 0 && !argument.placeholder.empty();
  argument.is_list = option.get_expected_max() >= CLI::detail::expected_max_vector_size;
  argument.is_required = option.get_required();
  add_known_values(argument, is_positional ? argument.placeholder : argument.names.back(), known);
  return argument;
}

std::vector<Argument> arguments_of(const CLI::App& app, bool positional, const KnownNames& known) {
  std::vector<Argument> all;
  for (const auto* option : app.get_options()) {
    if (option->get_positional() == positional && !option->get_group().empty()) {
      all.push_back(argument_of(*option, known));
    }
  }
  return all;
}

}  // namespace

Result<ProgramWords> program_words(const CLI::App& root, const Context& context) {
  TRY(const auto known, read_names(context));
  ProgramWords program;
  program.version = kVersion;
  program.description = root.get_description();
  program.footer = root.get_footer();
  program.options = arguments_of(root, false, known);
  Argument language;
  language.names = {"--lang"};
  language.placeholder = "TAG";
  language.help = "The language of all texts; anywhere in a command line";
  language.values = known.languages;
  program.options.push_back(std::move(language));
  for (const auto* app : root.get_subcommands([](const CLI::App* one) { return !one->get_group().empty(); })) {
    CommandWords command;
    command.name = app->get_name();
    command.summary = app->get_description();
    // A command without an own footer has the program's.
    if (app->get_footer() != program.footer) command.footer = app->get_footer();
    command.options = arguments_of(*app, false, known);
    command.positionals = arguments_of(*app, true, known);
    program.commands.push_back(std::move(command));
  }
  return program;
}

}  // namespace bankloom::cli
