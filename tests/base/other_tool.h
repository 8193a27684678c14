// What other programs say of a file that the program wrote.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <string>

namespace bankloom::test {

struct ToolAnswer {
  int status = -1;
  std::string out;
};

/// Runs a line of the shell and reads what it prints; what it complains of goes to the test's own output.
inline ToolAnswer run_line(const std::string& line) {
  ToolAnswer answer;
  std::FILE* const pipe = ::popen(line.c_str(), "r");
  if (pipe == nullptr) return answer;
  for (int c = 0; (c = std::fgetc(pipe)) != EOF;) answer.out += static_cast<char>(c);
  answer.status = ::pclose(pipe);
  return answer;
}

/// Whether there is a program of that name.
inline bool has_tool(const std::string& name) { return run_line("command -v " + name).status == 0; }

}  // namespace bankloom::test
