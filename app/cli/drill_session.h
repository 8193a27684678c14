// Drills on a terminal: one after another, and at the end how many were right and how long they took.
#pragma once

#include <optional>
#include <string>

#include "cli/command.h"

namespace bankloom::cli {

struct DrillOptions {
  std::optional<std::string> seed;  ///< nothing: no drills are wanted; empty: one from the clock
  std::string count = "15";
};

/// --drill [SEED], --count N.
void add_drill(CLI::App& app, DrillOptions& options);

/// Asks `options.count` drills on standard output and standard input.
[[nodiscard]] Result<Outcome> drill(const DrillOptions& options, const Context& context);

}  // namespace bankloom::cli
