// Completions of command lines for bash, zsh and fish. They are plain data, so that pressing Tab starts no process.
#include <fmt/format.h>

#include <algorithm>

#include "cli/command_words.h"
#include "core/base/text_lines.h"

namespace bankloom::cli {
namespace {

/// In single quotes for a shell.
std::string shell_quoted(std::string_view text) {
  std::string whole = "'";
  for (const char character : text) {
    if (character == '\'') {
      whole += "'\\''";
    } else {
      whole += character;
    }
  }
  return whole + '\'';
}

std::string command_names(const ProgramWords& program) {
  std::vector<std::string> names;
  names.reserve(program.commands.size());
  for (const auto& command : program.commands) names.push_back(command.name);
  return join(names, " ");
}

const CommandWords* window_of(const ProgramWords& program) {
  const auto found = std::ranges::find(program.commands, kWindowCommand, &CommandWords::name);
  return found == program.commands.end() ? nullptr : &*found;
}

// ---- bash ----

/// "_bankloom_offer 'text json' 'cu ptx' FOLDERS": what may stand here.
std::string bash_offer(const Argument& argument) {
  const char* kind = argument.takes_files ? "files" : argument.takes_folders ? "folders" : "none";
  return fmt::format("_bankloom_offer {} {} {}", kind, shell_quoted(join(argument.endings, " ")),
                     shell_quoted(join(argument.values, " ")));
}

constexpr const char* kBashHead = R"(# bash completion for bankloom

# Fills COMPREPLY with the words and files that begin as $word does: KIND (files, folders, none), ENDINGS, WORDS.
_bankloom_offer() {
  local ending
  mapfile -t COMPREPLY < <(compgen -W "$3" -- "$word")
  if [[ ${#COMPREPLY[@]} -eq 1 && ${COMPREPLY[0]} == *= ]]; then compopt -o nospace 2>/dev/null; fi
  [[ $1 != none ]] || return 0
  compopt -o filenames 2>/dev/null
  mapfile -t -O "${#COMPREPLY[@]}" COMPREPLY < <(compgen -d -- "$word")
  [[ $1 == files ]] || return 0
  if [[ -z $2 ]]; then
    mapfile -t -O "${#COMPREPLY[@]}" COMPREPLY < <(compgen -A file -- "$word")
    return 0
  fi
  for ending in $2; do
    mapfile -t -O "${#COMPREPLY[@]}" COMPREPLY < <(compgen -f -X "!*.$ending" -- "$word")
  done
}

_bankloom() {
  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} command= i
  COMPREPLY=()
  # bash parts --format=json into three words.
  if [[ $word == = ]]; then
    word=
  elif [[ $before == = && COMP_CWORD -ge 2 ]]; then
    before=${COMP_WORDS[COMP_CWORD - 2]}
  fi
  for ((i = 1; i < COMP_CWORD; ++i)); do
    case ${COMP_WORDS[i]} in
      COMMANDS)
        command=${COMP_WORDS[i]}
        break
        ;;
    esac
  done
)";

std::string bash_options(const std::vector<Argument>& options) {
  std::vector<std::string> names;
  for (const auto& option : options) names.insert(names.end(), option.names.begin(), option.names.end());
  return join(names, " ");
}

/// What is offered within a command: values after its options, else its options or the words that it takes.
std::string bash_command(const CommandWords& command, const std::string& more_words) {
  std::string values, words = "      :\n";
  for (const auto& option : command.options) {
    if (option.placeholder.empty()) continue;
    values += fmt::format("      {})\n        {}\n        return\n        ;;\n", join(option.names, " | "),
                          bash_offer(option));
  }
  if (!command.positionals.empty()) {
    Argument first = command.positionals.front();
    if (!more_words.empty()) first.values.push_back(more_words);
    words = "      " + bash_offer(first) + '\n';
  }
  return fmt::format(
      "    case $before in\n{}    esac\n"
      "    if [[ $word == -* ]]; then\n      _bankloom_offer none '' {}\n    else\n{}    fi\n",
      values, shell_quoted(bash_options(command.options)), words);
}

// ---- zsh ----

/// In a specification of _arguments: a message between brackets or colons.
std::string zsh_text(std::string_view text) {
  std::string escaped;
  for (const char character : text) {
    if (character == '[' || character == ']' || character == ':' || character == '\\') escaped += '\\';
    escaped += character;
  }
  return escaped;
}

/// ":NAME:(text json)": what an argument may be.
std::string zsh_value(const Argument& argument) {
  std::vector<std::string> ways;
  if (!argument.values.empty()) {
    // Values that go on after their "=" get no blank behind it.
    std::vector<std::string> whole, begun;
    for (const auto& value : argument.values) (value.ends_with('=') ? begun : whole).push_back(value);
    if (!whole.empty()) ways.push_back("'words:word:(" + join(whole, " ") + ")'");
    if (!begun.empty()) ways.push_back("'settings:setting:compadd -S \"\" -- " + join(begun, " ") + '\'');
  }
  if (argument.takes_files) {
    // One ending in brackets would be a glob qualifier.
    const std::string any = join(argument.endings, "|");
    ways.push_back(any.empty()
                       ? "'files:file:_files'"
                       : "'files:file:_files -g \"*." + (argument.endings.size() == 1 ? any : '(' + any + ')') + "\"'");
  } else if (argument.takes_folders) {
    ways.emplace_back("'folders:folder:_files -/'");
  }
  const std::string head = zsh_text(argument.placeholder);
  if (ways.empty()) return head + ": ";
  // A colon would end the action.
  std::string action;
  for (const char character : join(ways, " ")) {
    if (character == ':') action += '\\';
    action += character;
  }
  return head + ":{_alternative " + action + '}';
}

std::string zsh_arguments(const std::vector<Argument>& options, const std::vector<Argument>& positionals) {
  std::string specs;
  for (const auto& option : options) {
    for (const auto& name : option.names) {
      const bool has_value = !option.placeholder.empty();
      std::string spec = (option.is_list ? "*" : "") + name + (has_value && name.starts_with("--") ? "=" : "") + '[' +
                         zsh_text(option.help) + ']';
      if (has_value) spec += (option.is_optional_value ? "::" : ":") + zsh_value(option);
      specs += " \\\n        " + shell_quoted(spec);
    }
  }
  for (const auto& argument : positionals) {
    // An optional one would be offered together with what follows it.
    specs += " \\\n        " + shell_quoted((argument.is_list ? "*:" : ":") + zsh_value(argument));
  }
  return specs;
}

}  // namespace

std::string bash_completion(const ProgramWords& program) {
  std::string script = kBashHead;
  const std::string names = command_names(program);
  std::string pattern = names;
  for (std::size_t at = pattern.find(' '); at != std::string::npos; at = pattern.find(' ', at + 3)) {
    pattern.replace(at, 1, " | ");
  }
  script.replace(script.find("COMMANDS"), std::string_view("COMMANDS").size(), pattern);
  script += "  case $command in\n";
  for (const auto& command : program.commands) {
    script += "  " + command.name + ")\n" + bash_command(command, "") + "    ;;\n";
  }
  // Before a command's name, or without one: the window's kernels and options, too.
  CommandWords none;
  if (const auto* const window = window_of(program)) {
    none = *window;
    none.options.insert(none.options.end(), program.options.begin() + 1, program.options.end());
  } else {
    none.options = program.options;
    none.positionals = {Argument()};
  }
  script += "  *)\n" + bash_command(none, names) + "    ;;\n  esac\n}\n\ncomplete -F _bankloom bankloom\n";
  return script;
}

std::string zsh_completion(const ProgramWords& program) {
  std::string script = "#compdef bankloom\n\n_bankloom() {\n  local -a commands\n  commands=(\n";
  for (const auto& command : program.commands) {
    script += "    " + shell_quoted(command.name + ':' + zsh_text(command.summary)) + '\n';
  }
  script +=
      "  )\n"
      "  local place=0 i\n"
      "  for ((i = 2; i < CURRENT; ++i)); do\n"
      "    if (( ${${(@)commands%%:*}[(Ie)${words[i]}]} )); then place=$i; break; fi\n"
      "  done\n"
      "  if (( place == 0 )); then\n";
  const auto* const window = window_of(program);
  std::vector<Argument> options = program.options, first;
  if (window != nullptr) {
    options.insert(options.end(), window->options.begin() + 1, window->options.end());
    first = window->positionals;
  }
  script +=
      "    (( CURRENT == 2 )) && [[ $words[2] != -* ]] && _describe -t commands command commands\n    _arguments" +
      zsh_arguments(options, first) + "\n    return\n  fi\n" +
      "  local command=$words[place]\n"
      "  shift $((place - 1)) words\n  (( CURRENT -= place - 1 ))\n"
      "  case $command in\n";
  for (const auto& command : program.commands) {
    script += "    " + command.name + ")\n      _arguments" + zsh_arguments(command.options, command.positionals) +
              "\n      ;;\n";
  }
  return script + "  esac\n}\n\n_bankloom \"$@\"\n";
}

std::string fish_completion(const ProgramWords& program) {
  const std::string names = command_names(program);
  const auto quoted_for_fish = [](std::string_view text) {
    std::string whole = "'";
    for (const char character : text) {
      if (character == '\'' || character == '\\') whole += '\\';
      whole += character;
    }
    return whole + '\'';
  };
  const auto offers = [](const Argument& argument) {
    std::vector<std::string> words = argument.values;
    // Fish would show other files, too, behind these; a description may stand behind a tab.
    for (const auto& ending : argument.endings) {
      words.push_back(
          fmt::format(R"((__fish_complete_suffix .{0} | string match -r '.*(?:\.{0}|/)(?:\t.*)?$'))", ending));
    }
    if (argument.takes_folders) words.emplace_back("(__fish_complete_directories)");
    return join(words, " ");
  };
  const auto lines = [&](const std::string& condition, const std::vector<Argument>& options,
                         const std::vector<Argument>& positionals) {
    std::string text;
    for (const auto& option : options) {
      std::string line = "complete -c bankloom -n " + quoted_for_fish(condition);
      for (const auto& name : option.names)
        line += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
      if (!option.placeholder.empty() && !option.is_optional_value) {
        line += option.takes_files && option.endings.empty() ? " -r" : " -x";
      }
      if (const std::string words = offers(option); !words.empty()) line += " -a " + quoted_for_fish(words);
      text += line + " -d " + quoted_for_fish(option.help) + '\n';
    }
    for (const auto& argument : positionals) {
      if (const std::string words = offers(argument); !words.empty()) {
        text += "complete -c bankloom -n " + quoted_for_fish(condition) + " -a " + quoted_for_fish(words) + '\n';
      }
      if (argument.takes_files && argument.endings.empty()) {
        // What a program is given stands behind "--".
        const std::string there = argument.is_list ? condition + "; and contains -- -- (commandline -opc)" : condition;
        text += "complete -c bankloom -n " + quoted_for_fish(there) + " -F\n";
      }
    }
    return text;
  };
  std::string script = "# fish completion for bankloom\n\ncomplete -c bankloom -f\n";
  const std::string outside = "not __fish_seen_subcommand_from " + names;
  for (const auto& command : program.commands) {
    script += "complete -c bankloom -n " + quoted_for_fish(outside) + " -a " + command.name + " -d " +
              quoted_for_fish(command.summary) + '\n';
  }
  script += lines(outside, program.options, {});
  if (const auto* const window = window_of(program)) {
    script += lines(outside, {window->options.begin() + 1, window->options.end()}, window->positionals);
  }
  for (const auto& command : program.commands) {
    script += lines("__fish_seen_subcommand_from " + command.name, command.options, command.positionals);
  }
  return script;
}

}  // namespace bankloom::cli
