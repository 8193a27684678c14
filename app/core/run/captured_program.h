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
  /// All memory, by address. It points into the launch and into `made`. The first launch.memory.size() entries need not
  /// be the launch's: `captured` tells.
  std::vector<PlacedMemory> memory;
  std::vector<std::size_t> captured;  ///< for each of CapturedLaunch::memory its place in `memory`
};

/// Failures: the changed text does not compile, or has no kernel any more that the launch could be made of.
[[nodiscard]] Result<CapturedProgram> make_captured_program(const OwnRequest& request);

/// Has the compiler begin with what a changed text of the launch will need. Nothing where the text is a changed one.
void prepare_changes(const OwnRequest& request);

}  // namespace bankloom
