// The functions of NVIDIA's driver (libcuda) that the project calls, and what its errors mean.
//
// Only the worker process opens this library: it keeps threads and mappings that end with their process alone.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "core/base/result.h"

namespace bankloom {

/// The C API as far as it is used here (CUDA Driver API manual), by the versioned names that every driver since CUDA
/// 11.8 exports. Declared by ourselves so that neither building nor starting the program needs a toolkit;
/// tests/cuda compares the constants with the toolkit's header where there is one.
struct CudaLibrary {
  using Device = int;
  using Context = void*;
  using Module = void*;
  using Function = void*;
  using Stream = void*;
  using Event = void*;
  using Pointer = unsigned long long;

  static constexpr int kSuccess = 0;
  static constexpr int kInvalidValue = 1;
  static constexpr int kOutOfMemory = 2;
  static constexpr int kNoDevice = 100;
  static constexpr int kInvalidImage = 200;
  static constexpr int kNoBinaryForGpu = 209;
  static constexpr int kInvalidPtx = 218;
  static constexpr int kUnsupportedPtxVersion = 222;
  static constexpr int kNotFound = 500;
  static constexpr int kIllegalAddress = 700;
  static constexpr int kLaunchOutOfResources = 701;
  static constexpr int kLaunchTimeout = 702;
  static constexpr int kAssert = 710;
  static constexpr int kIllegalInstruction = 715;
  static constexpr int kMisalignedAddress = 716;
  static constexpr int kLaunchFailed = 719;

  static constexpr int kAttributeClockRate = 13;  ///< kHz
  static constexpr int kAttributeMultiprocessorCount = 16;
  static constexpr int kAttributeComputeMajor = 75;
  static constexpr int kAttributeComputeMinor = 76;
  static constexpr int kAttributeSharedOptin = 97;  ///< bytes a block may have, dynamic ones on request
  static constexpr int kFunctionSharedBytes = 1;    ///< static shared memory of a function
  static constexpr int kFunctionMaxDynamicShared = 8;
  static constexpr int kJitErrorLog = 5;
  static constexpr int kJitErrorLogBytes = 6;
  static constexpr unsigned kEventDefault = 0;

  int (*init)(unsigned flags) = nullptr;
  int (*driver_version)(int* version) = nullptr;
  int (*error_name)(int code, const char** name) = nullptr;
  int (*error_string)(int code, const char** text) = nullptr;
  int (*device_count)(int* count) = nullptr;
  int (*device)(Device* device, int ordinal) = nullptr;
  int (*device_name)(char* name, int length, Device device) = nullptr;
  int (*device_memory)(std::size_t* bytes, Device device) = nullptr;
  int (*device_attribute)(int* value, int attribute, Device device) = nullptr;
  int (*device_bus_id)(char* text, int length, Device device) = nullptr;
  int (*retain_context)(Context* context, Device device) = nullptr;
  int (*release_context)(Device device) = nullptr;
  int (*set_current)(Context context) = nullptr;
  int (*synchronize)() = nullptr;
  int (*load_module)(Module* module, const void* image, unsigned option_count, int* options, void** values) = nullptr;
  int (*unload_module)(Module module) = nullptr;
  int (*function)(Function* function, Module module, const char* name) = nullptr;
  int (*variable)(Pointer* pointer, std::size_t* bytes, Module module, const char* name) = nullptr;
  int (*function_attribute)(int* value, int attribute, Function function) = nullptr;
  /// Offset and size of a parameter; null before CUDA 12.4.
  int (*parameter_info)(Function function, std::size_t index, std::size_t* offset, std::size_t* size) = nullptr;
  int (*set_function_attribute)(Function function, int attribute, int value) = nullptr;
  int (*allocate)(Pointer* pointer, std::size_t bytes) = nullptr;
  int (*free)(Pointer pointer) = nullptr;
  int (*copy_to_device)(Pointer to, const void* from, std::size_t bytes) = nullptr;
  int (*copy_from_device)(void* to, Pointer from, std::size_t bytes) = nullptr;
  int (*copy_on_device)(Pointer to, Pointer from, std::size_t bytes, Stream stream) = nullptr;
  int (*launch)(Function function, unsigned grid_x, unsigned grid_y, unsigned grid_z, unsigned block_x,
                unsigned block_y, unsigned block_z, unsigned dynamic_shared_bytes, Stream stream, void** parameters,
                void** extra) = nullptr;
  int (*create_event)(Event* event, unsigned flags) = nullptr;
  int (*destroy_event)(Event event) = nullptr;
  int (*record_event)(Event event, Stream stream) = nullptr;
  int (*elapsed)(float* milliseconds, Event start, Event end) = nullptr;

  std::string path;
  int version = 0;  ///< of CUDA, as the driver counts: 13000 is 13.0

  /// "CUDA_ERROR_ILLEGAL_ADDRESS"; the number where the driver knows no name.
  [[nodiscard]] std::string name_of(int code) const;
  /// "13.0".
  [[nodiscard]] std::string version_text() const;
  /// The newest version of the PTX language that this driver takes, in tenths: 78 is 7.8.
  [[nodiscard]] unsigned newest_ptx_version() const;
};

/// Opens libcuda.so.1, or the file that BANKLOOM_LIBCUDA names, and initialises it: no library, no device, a device
/// that another program keeps to itself or a driver before CUDA 11.8 is an Error that says so. The library stays open
/// to the end of the process.
[[nodiscard]] Result<CudaLibrary> open_cuda();

/// What a failed launch means, as a sentence's beginning: "the kernel read or wrote an address that is not its own
/// (CUDA_ERROR_ILLEGAL_ADDRESS)". `what` names the step where the code itself says little ("the launch failed").
[[nodiscard]] std::string cuda_failure_text(int code, const std::string& name, const std::string& what);

/// True where the context is unusable after this code, so that its process must end (Driver API manual, CUresult:
/// "the context cannot be used anymore").
[[nodiscard]] bool is_cuda_failure_final(int code);

}  // namespace bankloom
