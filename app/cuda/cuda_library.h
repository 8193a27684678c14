// The functions of NVIDIA's driver (libcuda) that the project calls, and what its errors mean.
//
// Only the worker process opens this library, because its threads and mappings end only with the process.
#pragma once

#include <cstddef>
#include <string>

#include "cuda/shared_library.h"

namespace bankloom {

/// The part of the C API that is used here (CUDA Driver API manual), by the versioned names that every driver since
/// CUDA 11.8 exports. It is declared here so that neither building nor starting the program needs a toolkit;
/// tests/cuda compares the constants with the toolkit's header if there is one.
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
  static constexpr int kAttributeSharedOptin = 97;  ///< most bytes of shared memory a block can request
  static constexpr int kFunctionSharedBytes = 1;    ///< static shared memory of a function
  static constexpr int kFunctionMaxDynamicShared = 8;
  static constexpr int kJitErrorLog = 5;
  static constexpr int kJitErrorLogBytes = 6;
  static constexpr unsigned kEventDefault = 0;

  explicit CudaLibrary(void* handle = nullptr) : symbols(handle) {}

  LibrarySymbols symbols;
  int (*init)(unsigned flags) = symbols["cuInit"];
  int (*driver_version)(int* version) = symbols["cuDriverGetVersion"];
  int (*error_name)(int code, const char** name) = symbols["cuGetErrorName"];
  int (*device_count)(int* count) = symbols["cuDeviceGetCount"];
  int (*device)(Device* device, int ordinal) = symbols["cuDeviceGet"];
  int (*device_name)(char* name, int length, Device device) = symbols["cuDeviceGetName"];
  int (*device_memory)(std::size_t* bytes, Device device) = symbols["cuDeviceTotalMem_v2"];
  int (*device_attribute)(int* value, int attribute, Device device) = symbols["cuDeviceGetAttribute"];
  int (*device_bus_id)(char* text, int length, Device device) = symbols["cuDeviceGetPCIBusId"];
  /// 16 bytes, of a part of a GPU where there are parts; null before CUDA 11.4.
  int (*device_uuid)(void* uuid, Device device) = symbols.find("cuDeviceGetUuid_v2");
  int (*retain_context)(Context* context, Device device) = symbols["cuDevicePrimaryCtxRetain"];
  int (*release_context)(Device device) = symbols["cuDevicePrimaryCtxRelease_v2"];
  int (*set_current)(Context context) = symbols["cuCtxSetCurrent"];
  int (*synchronize)() = symbols["cuCtxSynchronize"];
  int (*load_module)(Module* module, const void* image, unsigned option_count, int* options,
                     void** values) = symbols["cuModuleLoadDataEx"];
  int (*unload_module)(Module module) = symbols["cuModuleUnload"];
  int (*function)(Function* function, Module module, const char* name) = symbols["cuModuleGetFunction"];
  int (*variable)(Pointer* pointer, std::size_t* bytes, Module module,
                  const char* name) = symbols["cuModuleGetGlobal_v2"];
  int (*function_attribute)(int* value, int attribute, Function function) = symbols["cuFuncGetAttribute"];
  /// Offset and size of a parameter; null before CUDA 12.4.
  int (*parameter_info)(Function function, std::size_t index, std::size_t* offset,
                        std::size_t* size) = symbols.find("cuFuncGetParamInfo");
  int (*set_function_attribute)(Function function, int attribute, int value) = symbols["cuFuncSetAttribute"];
  int (*allocate)(Pointer* pointer, std::size_t bytes) = symbols["cuMemAlloc_v2"];
  int (*free)(Pointer pointer) = symbols["cuMemFree_v2"];
  int (*copy_to_device)(Pointer to, const void* from, std::size_t bytes) = symbols["cuMemcpyHtoD_v2"];
  int (*copy_from_device)(void* to, Pointer from, std::size_t bytes) = symbols["cuMemcpyDtoH_v2"];
  int (*copy_on_device)(Pointer to, Pointer from, std::size_t bytes, Stream stream) = symbols["cuMemcpyDtoDAsync_v2"];
  int (*launch)(Function function, unsigned grid_x, unsigned grid_y, unsigned grid_z, unsigned block_x,
                unsigned block_y, unsigned block_z, unsigned dynamic_shared_bytes, Stream stream, void** parameters,
                void** extra) = symbols["cuLaunchKernel"];
  int (*create_event)(Event* event, unsigned flags) = symbols["cuEventCreate"];
  int (*destroy_event)(Event event) = symbols["cuEventDestroy_v2"];
  int (*record_event)(Event event, Stream stream) = symbols["cuEventRecord"];
  int (*elapsed)(float* milliseconds, Event start, Event end) = symbols["cuEventElapsedTime"];

  int version = 0;  ///< the newest CUDA that the driver supports: 13000 is 13.0

  /// "CUDA_ERROR_ILLEGAL_ADDRESS"; the number if the driver has no name for it.
  [[nodiscard]] std::string name_of(int code) const;
  /// "13.0".
  [[nodiscard]] std::string version_text() const;
  /// The newest version of the PTX language that this driver accepts, in tenths: 78 is 7.8.
  [[nodiscard]] unsigned newest_ptx_version() const;
};

/// Opens libcuda.so.1, or the file that BANKLOOM_LIBCUDA names, and initialises it. The library stays open until the
/// process ends. Errors: no library, a driver older than CUDA 11.8, no device, or one that another program uses
/// exclusively.
[[nodiscard]] Result<CudaLibrary> open_cuda();

/// What a failed call means, as the beginning of a sentence: "the kernel read or wrote an address that is not its own
/// (CUDA_ERROR_ILLEGAL_ADDRESS)". `what` is used for codes without a text of their own ("the launch failed").
[[nodiscard]] std::string cuda_failure_text(int code, const std::string& name, const std::string& what);

/// True if the context is unusable after this code, so that its process must end (Driver API manual, CUresult:
/// "the context cannot be used anymore").
[[nodiscard]] bool is_cuda_failure_final(int code);

}  // namespace bankloom
