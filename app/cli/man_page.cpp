// The man page, in the macros that groff and mandoc have in common (man(7)).
#include "cli/command_words.h"
#include "core/base/text_lines.h"

namespace bankloom::cli {
namespace {

/// A text without what roff takes for its own: escapes, signs that it turns into others, and lines that begin as
/// requests do.
std::string roff(const std::string& text) {
  std::string escaped;
  for (const char character : text) {
    const bool begins_line = escaped.empty() || escaped.back() == '\n';
    switch (character) {
      case '\\':
        escaped += "\\e";
        break;
      case '-':
        escaped += "\\-";
        break;
      case '\'':
        escaped += "\\(aq";
        break;
      case '`':
        escaped += "\\(ga";
        break;
      case '^':
        escaped += "\\(ha";
        break;
      case '~':
        escaped += "\\(ti";
        break;
      case '"':
        escaped += "\\(dq";
        break;
      default:
        if (begins_line && character == '.') escaped += "\\&";
        escaped += character;
    }
  }
  return escaped;
}

/// Paragraphs as they stand, line by line: the help lays out its tables with blanks.
std::string as_it_stands(const std::string& text) {
  std::string lines;
  for (const auto& line : split_lines(text)) lines += line.empty() ? ".sp\n" : roff(line) + '\n';
  return ".nf\n" + lines + ".fi\n";
}

std::string options_part(const std::vector<Argument>& all) {
  std::string part;
  for (const auto& argument : all) {
    std::vector<std::string> names;
    names.reserve(argument.names.size());
    for (const auto& name : argument.names) names.push_back("\\fB" + roff(name) + "\\fR");
    std::string head = join(names, ", ");
    if (!argument.placeholder.empty()) {
      head +=
          (head.empty() ? "\\fI" : " \\fI") + roff(argument.placeholder) + "\\fR" + (argument.is_list ? " ..." : "");
    }
    part += ".TP\n" + head + '\n' + roff(argument.help);
    if (!argument.usual.empty()) part += " (" + roff(argument.usual) + ')';
    part += '\n';
  }
  return part;
}

std::string synopsis(const CommandWords& command) {
  std::string line = ".B bankloom " + command.name + "\n[\\fIOPTION\\fR]...";
  for (const auto& argument : command.positionals) {
    const std::string word = "\\fI" + roff(argument.placeholder) + "\\fR" + (argument.is_list ? "..." : "");
    line += ' ' + (argument.is_required ? word : '[' + word + ']');
  }
  return line + '\n';
}

/// The paragraphs of the program's footer; those that begin with a heading, "Environment: ", are sections.
std::string footer_part(const std::string& footer) {
  std::string part, paragraph;
  const auto end = [&] {
    if (paragraph.empty()) return;
    const auto section = [&](std::string_view begin, const char* heading) {
      if (!paragraph.starts_with(begin)) return false;
      part += fmt::format(".SH {}\n", heading) + roff(paragraph.substr(begin.size())) + '\n';
      return true;
    };
    if (!section("Exit status: ", "\"EXIT STATUS\"") && !section("Environment: ", "ENVIRONMENT")) {
      part += ".PP\n" + roff(paragraph) + '\n';
    }
    paragraph.clear();
  };
  for (const auto& line : split_lines(footer)) {
    if (line.empty()) {
      end();
    } else {
      paragraph += (paragraph.empty() ? "" : "\n") + line;
    }
  }
  end();
  return part;
}

}  // namespace

std::string man_page(const ProgramWords& program) {
  std::string page = fmt::format(
      ".TH BANKLOOM 1 \"\" \"bankloom {}\" \"User Commands\"\n"
      ".SH NAME\nbankloom \\- {}\n"
      ".SH SYNOPSIS\n.B bankloom\n[\\fIKERNEL\\fR] [\\fIOPTION\\fR]...\n.br\n"
      ".B bankloom\n\\fICOMMAND\\fR [\\fIOPTION\\fR]... [\\fIWORD\\fR]...\n"
      ".SH DESCRIPTION\n{}\n.SH OPTIONS\n{}.SH COMMANDS\n",
      program.version, "see the shared\\-memory bank conflicts of CUDA kernels", roff(program.description),
      options_part(program.options));
  for (const auto& command : program.commands) {
    page += ".SS " + command.name + '\n' + synopsis(command) + ".PP\n" + roff(command.summary) + ".\n" +
            options_part(command.positionals) + options_part(command.options);
    if (!command.footer.empty()) page += ".PP\n" + as_it_stands(command.footer);
  }
  return page + footer_part(program.footer);
}

}  // namespace bankloom::cli
