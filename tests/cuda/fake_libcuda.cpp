// A driver library of the tests' own, for conditions that no machine shows on demand. BANKLOOM_FAKE_CUDA says which:
// "none" (no GPU), "old" (made for CUDA 11.4), "broken" (does not start), "two" (two GPUs), "full" (no memory left),
// "ptx" (too old for any PTX), "ptx82" (takes PTX of version 8.2 alone), "busy" (no context to be had), "fault" (every
// kernel faults), "slow" (a launch takes 200 ms), "cache" (what it compiles is kept in the home folder, as NVIDIA's
// driver does). Kernels do nothing; buffers are host memory.
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>

namespace {

bool is(const char* condition) {
  const char* chosen = std::getenv("BANKLOOM_FAKE_CUDA");
  return chosen != nullptr && std::string(chosen) == condition;
}

constexpr int kSuccess = 0;
int context_mark = 0;

}  // namespace

extern "C" {

int cuInit(unsigned) { return is("none") ? 100 : is("broken") ? 999 : kSuccess; }
int cuDriverGetVersion(int* version) {
  *version = is("old") ? 11040 : 12020;
  return kSuccess;
}
int cuGetErrorName(int code, const char** name) {
  switch (code) {
    case 2:
      *name = "CUDA_ERROR_OUT_OF_MEMORY";
      return kSuccess;
    case 46:
      *name = "CUDA_ERROR_DEVICE_UNAVAILABLE";
      return kSuccess;
    case 222:
      *name = "CUDA_ERROR_UNSUPPORTED_PTX_VERSION";
      return kSuccess;
    case 700:
      *name = "CUDA_ERROR_ILLEGAL_ADDRESS";
      return kSuccess;
    default:
      return 1;
  }
}
int cuGetErrorString(int, const char** text) {
  *text = "text";
  return kSuccess;
}
int cuDeviceGetCount(int* count) {
  *count = is("two") ? 2 : 1;
  return kSuccess;
}
int cuDeviceGet(int* device, int ordinal) {
  *device = ordinal;
  return kSuccess;
}
int cuDeviceGetName(char* name, int length, int device) {
  std::snprintf(name, static_cast<std::size_t>(length), "Paper GPU %d", device);
  return kSuccess;
}
int cuDeviceTotalMem_v2(std::size_t* bytes, int) {
  *bytes = std::size_t{1} << 30;
  return kSuccess;
}
int cuDeviceGetAttribute(int* value, int attribute, int) {
  *value = attribute == 75 ? 8 : attribute == 76 ? 6 : attribute == 16 ? 20 : attribute == 13 ? 1500000 : 99 * 1024;
  return kSuccess;
}
int cuDeviceGetPCIBusId(char*, int, int) { return 1; }
int cuDevicePrimaryCtxRetain(void** context, int) {
  *context = &context_mark;
  return is("busy") ? 46 : kSuccess;
}
int cuDevicePrimaryCtxRelease_v2(int) { return kSuccess; }
int cuCtxSetCurrent(void*) { return kSuccess; }
int cuCtxSynchronize() { return is("fault") ? 700 : kSuccess; }
int cuModuleLoadDataEx(void** module, const void* image, unsigned, int*, void**) {
  *module = &context_mark;
  const char* const no_cache = std::getenv("CUDA_CACHE_DISABLE");
  if (is("cache") && (no_cache == nullptr || std::string(no_cache) != "1")) {
    std::ofstream(std::filesystem::path(std::getenv("HOME")) / "cache") << "compiled";
  }
  if (is("ptx82"))
    return std::string(static_cast<const char*>(image)).find(".version 8.2\n") == std::string::npos ? 222 : 0;
  return is("ptx") ? 222 : kSuccess;
}
int cuModuleUnload(void*) { return kSuccess; }
int cuModuleGetFunction(void** function, void*, const char*) {
  *function = &context_mark;
  return kSuccess;
}
/// A module has the variable "table" of 16 bytes.
int cuModuleGetGlobal_v2(unsigned long long* pointer, std::size_t* bytes, void*, const char* name) {
  static unsigned char table[16];
  if (std::string(name) != "table") return 500;
  *pointer = reinterpret_cast<std::uintptr_t>(table);
  *bytes = sizeof table;
  return kSuccess;
}
int cuFuncGetAttribute(int* value, int, void*) {
  *value = 0;
  return kSuccess;
}
int cuFuncSetAttribute(void*, int, int) { return kSuccess; }
int cuMemAlloc_v2(unsigned long long* pointer, std::size_t bytes) {
  if (is("full")) return 2;
  *pointer = reinterpret_cast<std::uintptr_t>(std::malloc(bytes));
  return kSuccess;
}
// NOLINTBEGIN(performance-no-int-to-ptr): the driver's addresses are integers, and here those of this process
int cuMemFree_v2(unsigned long long pointer) {
  std::free(reinterpret_cast<void*>(pointer));
  return kSuccess;
}
int cuMemcpyHtoD_v2(unsigned long long to, const void* from, std::size_t bytes) {
  std::memcpy(reinterpret_cast<void*>(to), from, bytes);
  return kSuccess;
}
int cuMemcpyDtoH_v2(void* to, unsigned long long from, std::size_t bytes) {
  std::memcpy(to, reinterpret_cast<const void*>(from), bytes);
  return kSuccess;
}
int cuMemcpyDtoDAsync_v2(unsigned long long to, unsigned long long from, std::size_t bytes, void*) {
  std::memcpy(reinterpret_cast<void*>(to), reinterpret_cast<const void*>(from), bytes);
  return kSuccess;
}
// NOLINTEND(performance-no-int-to-ptr)
int cuLaunchKernel(void*, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, void*, void**, void**) {
  if (is("slow")) std::this_thread::sleep_for(std::chrono::milliseconds(200));
  return kSuccess;
}
int cuEventCreate(void** event, unsigned) {
  *event = std::malloc(1);
  return kSuccess;
}
int cuEventDestroy_v2(void* event) {
  std::free(event);
  return kSuccess;
}
int cuEventRecord(void*, void*) { return kSuccess; }
int cuEventElapsedTime(float* milliseconds, void*, void*) {
  *milliseconds = 0.25F;
  return kSuccess;
}

}  // extern "C"
