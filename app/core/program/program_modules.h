// ProgramModules: the device code of a program, its kernels and variables, by the host addresses that name them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/program/device_memory.h"
#include "core/program/fat_binary.h"
#include "core/program/program_run.h"
#include "core/simt/launch.h"

namespace bankloom::program {

/// The numbers of cudaError_t that are used here (CUDA Runtime API, "Data types used by CUDA Runtime"). Which call
/// gives which was seen on an H200 under CUDA 13.0, where the manual leaves it open.
enum : CudaError {
  kSuccess = 0,
  kInvalidValue = 1,
  kMemoryAllocation = 2,
  kInvalidPitch = 12,
  kInvalidSymbol = 13,
  kInvalidMemcpyDirection = 21,
  kInvalidDeviceFunction = 98,
  kNoKernelImage = 209,
  kInvalidPtx = 218,
  kHardwareStackError = 714,
  kIllegalAddress = 700,
  kLaunchOutOfResources = 701,
  kLaunchTimeout = 702,
  kAssert = 710,
  kHostMemoryAlreadyRegistered = 712,
  kHostMemoryNotRegistered = 713,
  kMisalignedAddress = 716,
  kLaunchFailure = 719,
  kCooperativeLaunchTooLarge = 720,
  kNotSupported = 801,
};

/// Modules that are linked with each other: all of them, and the addresses of what they are together (ptx::link()).
struct LinkedModules {
  std::vector<std::shared_ptr<const ptx::Module>> parts;
  std::vector<std::uint64_t> places;
};

/// A module, loaded when it is first used: parsed, its variables in memory.
struct ProgramModule {
  FatBinary binary;
  std::string problem;  ///< why it cannot be used; "" where it can
  bool is_loaded = false;
  /// All of it; or, where there is a `text`, what is left without its kernels.
  std::shared_ptr<const ptx::Module> module;
  /// PTX of which a part is not understood: each kernel is parsed by itself. Null where all is.
  std::shared_ptr<const std::string> text;
  std::vector<std::uint64_t> places;               ///< addresses of its variables, as decode_placed() takes them
  std::shared_ptr<const LinkedModules> linked;     ///< what it is linked with; nullptr: nothing
  std::size_t part = 0;                            ///< its index in there
  std::shared_ptr<const ptx::Module> with_others;  ///< it with them, once it was needed
};

/// Modules that were to be linked with each other (nvcc -rdc=true), first to last; else one.
struct ModuleRange {
  std::uint32_t first = 0, last = 0;
};

struct ProgramFunction {
  ModuleRange modules;
  std::string entry;
  std::uint64_t most_dynamic_shared = 0;
  bool limit_is_set = false;
  std::shared_ptr<const simt::Program> program;  ///< once it was decoded
  std::shared_ptr<const std::string> ptx;        ///< likewise: of its module, whole
  std::string problem;                           ///< why it cannot be
  CudaError error = kSuccess;                    ///< likewise
  bool was_launched = false;                     ///< or tried to be
};

struct ProgramVariable {
  ModuleRange modules;
  std::string name;
};

class ProgramModules {
 public:
  ProgramModules(DeviceMemory& memory, Zstandard zstandard) : memory_(memory), zstandard_(std::move(zstandard)) {}

  /// The module's number, from 0; nothing where there are too many.
  [[nodiscard]] std::optional<std::uint32_t> add(std::span<const std::byte> fat_binary);
  /// False where there are no such modules, or too many functions or variables.
  bool add_function(std::uint64_t host, ModuleRange modules, std::string entry);
  bool add_variable(std::uint64_t host, ModuleRange modules, std::string name);

  /// The registered kernel, or nullptr.
  [[nodiscard]] ProgramFunction* find_function(std::uint64_t host);
  /// Decodes the kernel where that was not done. An error of CUDA, with `problem` set, or success.
  [[nodiscard]] CudaError prepare(ProgramFunction& function);
  /// The memory of a registered variable, or nullptr.
  [[nodiscard]] const Allocation* find_variable(std::uint64_t host);
  /// Why modules cannot be used, nor kernels that the program asked about and then did not launch.
  [[nodiscard]] std::vector<std::string> problems() const;

 private:
  void load(ModuleRange range);
  void parse(ProgramModule& module);
  void link(const std::vector<ProgramModule*>& modules);
  [[nodiscard]] std::string place_variables(const ptx::Module& module, std::vector<std::uint64_t>& places);
  [[nodiscard]] ProgramModule& module_with(const ProgramFunction& function);

  DeviceMemory& memory_;
  Zstandard zstandard_;
  std::vector<ProgramModule> modules_;
  std::size_t bytes_ = 0;  ///< of PTX
  std::map<std::uint64_t, ProgramFunction> functions_;
  std::map<std::uint64_t, ProgramVariable> variables_;
};

/// PTX without its kernels but that of the name `kept`: blanks and line ends in their place.
[[nodiscard]] std::string without_kernels(const std::string& text, std::string_view kept);

}  // namespace bankloom::program
