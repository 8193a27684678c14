// Where lessons lie, and what is read from there.
#pragma once

#include <string>
#include <vector>

#include "cli/command.h"
#include "core/catalog/catalog.h"
#include "core/learn/lesson.h"

namespace bankloom::cli {

/// --lessons FOLDER.
void add_lessons(CLI::App& app, std::string& folder);

/// The catalogue's lessons in its order, and those of a folder of a teacher's own (`folder`, else what
/// BANKLOOM_LESSONS names; empty: none) behind them, whose kernels are added to the catalogue.
[[nodiscard]] Result<std::vector<learn::Lesson>> lessons_of(const Context& context, const std::string& folder,
                                                            Catalog& catalog);

}  // namespace bankloom::cli
