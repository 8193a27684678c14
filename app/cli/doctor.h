// What `bankloom doctor` reports about something that the program can use.
#pragma once

#include <string>
#include <vector>

#include "cli/command.h"

namespace bankloom::cli {

struct Finding {
  std::string name;
  bool found = false;
  std::string detail;  ///< what was found, or what is missing
  std::string remedy;  ///< how to get it, one sentence; empty if nothing is missing
};

/// Settings of the window that differ from the usual ones, "theme = light" each; of those that may name something of
/// the user's only that they do.
[[nodiscard]] std::vector<std::string> changed_settings();

/// All that the doctor looks for.
[[nodiscard]] std::vector<Finding> all_findings(const Context& context, bool has_gpu_elsewhere = false);

/// The display, and what draws the window and pictures, found out by trying.
[[nodiscard]] std::vector<Finding> screen_findings();

}  // namespace bankloom::cli
