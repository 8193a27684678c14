// A captured launch's kernel, ready to be executed on the captured memory: as it was compiled, or compiled again from a
// changed text.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/own/own_source.h"
#include "core/run/execute.h"
#include "core/run/own_run.h"

namespace bankloom {

struct CapturedProgram {
  std::shared_ptr<const CompileResult> compiled;
  std::shared_ptr<const ptx::Module> module;
  std::string entry;
  std::shared_ptr<const simt::Program> program;
  /// Contents of variables that the launch did not have, or whose initial values the text changed.
  std::vector<CapturedBytes> made;
  /// All memory, by address. It points into the launch and into `made`.
  std::vector<PlacedMemory> memory;
  std::vector<std::size_t> captured;  ///< for each of CapturedLaunch::memory its place in `memory`
};

/// Failures: the changed text does not compile, or no longer has the kernel of the launch.
[[nodiscard]] Result<CapturedProgram> make_captured_program(const OwnRequest& request);

/// Lets the compiler prepare for a change of the launch's text. Does nothing if the text has changed already.
void prepare_changes(const OwnRequest& request);

}  // namespace bankloom
