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

/// Values of cudaError_t (CUDA Runtime API, "Data types used by CUDA Runtime"). Where the manual does not say which
/// call returns which, an H200 with CUDA 13.0 decided.
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

/// Modules that are linked with each other, and the addresses of their variables together (ptx::link()).
struct LinkedModules {
  std::vector<std::shared_ptr<const ptx::Module>> parts;
  std::vector<std::uint64_t> places;
};

/// A module, loaded when it is first used: parsed, its variables in memory.
struct ProgramModule {
  FatBinary binary;
  std::string problem;  ///< why it cannot be used; "" if it can
  bool is_loaded = false;
  /// All of it, or without its kernels if there is a `text`.
  std::shared_ptr<const ptx::Module> module;
  /// PTX of which a part is not supported, so that each kernel is parsed by itself; null if all is.
  std::shared_ptr<const std::string> text;
  std::vector<std::uint64_t> places;               ///< addresses of its variables, as decode_placed() takes them
  std::shared_ptr<const LinkedModules> linked;     ///< what it is linked with; nullptr: nothing
  std::size_t part = 0;                            ///< its index in there
  std::shared_ptr<const ptx::Module> with_others;  ///< it with them, once it was needed
};

/// Modules to be linked with each other (nvcc -rdc=true), first to last; else one.
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
  bool was_launched = false;                     ///< or was to be
};

struct ProgramVariable {
  ModuleRange modules;
  std::string name;
};

class ProgramModules {
 public:
  ProgramModules(DeviceMemory& memory, Zstandard zstandard) : memory_(memory), zstandard_(std::move(zstandard)) {}

  /// The module's number, from 0; nothing if there are too many.
  [[nodiscard]] std::optional<std::uint32_t> add(std::span<const std::byte> fat_binary);
  /// False if there are no such modules, or too many functions, variables or bytes of names.
  bool add_function(std::uint64_t host, ModuleRange modules, std::string entry);
  bool add_variable(std::uint64_t host, ModuleRange modules, std::string name);

  /// The registered kernel, or nullptr.
  [[nodiscard]] ProgramFunction* find_function(std::uint64_t host);
  /// Decodes the kernel if that was not done. An error of CUDA, with `problem` set, or success.
  [[nodiscard]] CudaError prepare(ProgramFunction& function);
  /// The memory of a registered variable, or nullptr.
  [[nodiscard]] const Allocation* find_variable(std::uint64_t host);
  /// Why modules cannot be used, nor kernels that the program asked about and then did not launch.
  [[nodiscard]] std::vector<std::string> problems() const;

 private:
  /// Whether there are these modules, and room for the name, which it counts.
  [[nodiscard]] bool may_have(ModuleRange modules, const std::string& name);
  void load(ModuleRange range);
  void parse(ProgramModule& module);
  void link(const std::vector<ProgramModule*>& modules);
  [[nodiscard]] std::string place_variables(const ptx::Module& module, std::vector<std::uint64_t>& places);
  [[nodiscard]] ProgramModule& module_with(const ProgramFunction& function);

  DeviceMemory& memory_;
  Zstandard zstandard_;
  std::vector<ProgramModule> modules_;
  std::size_t bytes_ = 0;       ///< of PTX
  std::size_t name_bytes_ = 0;  ///< of all functions and variables
  std::map<std::uint64_t, ProgramFunction> functions_;
  std::map<std::uint64_t, ProgramVariable> variables_;
};

/// PTX without its kernels but that of the name `kept`: blanks and line ends in their place.
[[nodiscard]] std::string without_kernels(const std::string& text, std::string_view kept);

}  // namespace bankloom::program
