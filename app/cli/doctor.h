// What `bankloom doctor` tells of one thing that the program can use.
#pragma once

#include <string>
#include <vector>

namespace bankloom::cli {

struct Finding {
  std::string name;
  bool found = false;
  std::string detail;  ///< what was found, or what is missing
  std::string remedy;  ///< how to get it, one sentence; empty where nothing is missing
};

/// The display, and what draws the window and pictures: tried, not guessed from the environment.
[[nodiscard]] std::vector<Finding> screen_findings();

}  // namespace bankloom::cli
