// What a report of a bug needs to say of the machine, without what is the user's own business.
#pragma once

#include <string>

#include "cli/command.h"

namespace bankloom::cli {

/// Versions, system, settings and the doctor's findings as plain text, in English. The user's name, the machine's name
/// and paths outside of the system's folders are replaced.
[[nodiscard]] std::string bug_report(const Context& context);

}  // namespace bankloom::cli
