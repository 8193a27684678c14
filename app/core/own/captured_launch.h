// CapturedLaunch: a launch of a learner's program with its compiled kernel, its arguments, and all memory of the device
// before it. core/program captures it; an own text (OwnSource::launch) runs on it.
//
// It never changes. Contents that launches share are kept once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "core/base/dim3.h"
#include "core/compile/compiler.h"
#include "core/ptx/module.h"

namespace bankloom {

using CapturedBytes = std::shared_ptr<const std::vector<std::byte>>;

/// An allocation, or a variable of the program's modules, before the launch.
struct CapturedMemory {
  std::string name;           ///< of a variable, as the PTX has it; "" of an allocation
  std::uint64_t address = 0;  ///< on the device
  bool is_variable = false;
  bool is_constant = false;   ///< a variable that kernels only read (.const)
  CapturedBytes contents;     ///< never null
  std::uint64_t columns = 0;  ///< elements in a row of a matrix, where the launch says it; else 0
};

struct CapturedLaunch {
  std::string program;      ///< the program, as it was given
  std::uint64_t index = 0;  ///< of its launches, from 0
  std::string kernel;       ///< as written, templates with their arguments: "transpose<1>"
  std::string entry;        ///< the PTX entry's name
  std::string file;         ///< source file of the kernel, as the learner would name it; "" where the PTX has no lines
  std::uint32_t line = 0;   ///< first line of the kernel there; 0: unknown
  std::string source;       ///< that file's text as it was compiled; "" if it could not be read
  std::string launch_file;  ///< where the host code launches it; "" if unknown
  std::uint32_t launch_line = 0;
  std::string launch_text;  ///< "transpose<1><<<grid, block>>>(d_out, d_in)" as written there; "" if not found
  std::shared_ptr<const std::string> ptx;  ///< of the kernel's module, whole
  /// Parsed; where a part of `ptx` is not supported, without the other kernels.
  std::shared_ptr<const ptx::Module> module;
  Dim3 grid, block;
  std::uint32_t dynamic_shared = 0;
  bool is_cooperative = false;
  /// An earlier launch was only sampled, so that the memory may differ from a device's.
  bool is_after_sample = false;
  std::vector<std::byte> parameters;   ///< the entry's parameter block
  std::vector<CapturedMemory> memory;  ///< all allocations and variables, by address
  ProgramBuild build;                  ///< `file` is "" where the program was built in a way that cannot be repeated
  std::string digest;  ///< 32 hexadecimal digits, the same for the same kernel, shape, arguments and contents

  /// The memory that holds the address; null if none does.
  [[nodiscard]] const CapturedMemory* memory_at(std::uint64_t address) const;
  /// Of all contents, shared ones included.
  [[nodiscard]] std::uint64_t bytes() const;
};

/// The value of CapturedLaunch::digest.
[[nodiscard]] std::string digest_of(const CapturedLaunch& launch);

}  // namespace bankloom
