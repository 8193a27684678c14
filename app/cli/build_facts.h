// What was built: version, commit, compiler. cmake/build_facts.cmake fills it in.
#pragma once

namespace bankloom::cli {

extern const char* const kVersion;       ///< "0.1.0"; "0.1.0+12.g82d8bd1" behind its tag
extern const char* const kCommit;        ///< "82d8bd1, 2026-11-26", or "unknown"
extern const char* const kHostCompiler;  ///< "GCC 12.2.0"

}  // namespace bankloom::cli
