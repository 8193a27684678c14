// What `bankloom doctor` reports about something that the program can use.
#pragma once

#include <string>
#include <vector>

namespace bankloom::cli {

struct Finding {
  std::string name;
  bool found = false;
  std::string detail;  ///< what was found, or what is missing
  std::string remedy;  ///< how to get it, one sentence; empty if nothing is missing
};

/// The display, and what draws the window and pictures, found out by trying.
[[nodiscard]] std::vector<Finding> screen_findings();

}  // namespace bankloom::cli
