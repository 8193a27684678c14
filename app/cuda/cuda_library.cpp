#include "cuda/cuda_library.h"

#include <array>

#include "core/base/language.h"

namespace bankloom {
namespace {

constexpr int kOldestVersion = 11080;

}  // namespace

std::string CudaLibrary::name_of(int code) const {
  const char* name = nullptr;
  if (error_name != nullptr && error_name(code, &name) == kSuccess && name != nullptr) return name;
  return message("CUDA error {}", code);
}

std::string CudaLibrary::version_text() const { return fmt::format("{}.{}", version / 1000, version % 1000 / 10); }

unsigned CudaLibrary::newest_ptx_version() const {
  // PTX ISA manual, "Release Notes". A later CUDA accepts at least the last version.
  struct Row {
    int cuda;
    unsigned ptx;
  };
  constexpr std::array kVersions = {Row{11080, 78}, Row{12000, 80}, Row{12010, 81}, Row{12020, 82},
                                    Row{12030, 83}, Row{12040, 84}, Row{12050, 85}, Row{12070, 86},
                                    Row{12080, 87}, Row{12090, 88}, Row{13000, 90}};
  unsigned newest = kVersions.front().ptx;
  for (const Row& row : kVersions) {
    if (version >= row.cuda) newest = row.ptx;
  }
  return newest;
}

Result<CudaLibrary> open_cuda() {
  const std::string chosen = environment("BANKLOOM_LIBCUDA");
  const std::string file = chosen.empty() ? "libcuda.so.1" : chosen;
  void* handle = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (handle == nullptr) {
    return fail(
        "there is no NVIDIA driver on this machine ({}): install it where there is an NVIDIA GPU; everything but "
        "measuring works without it",
        loader_message());
  }
  CudaLibrary library(handle);
  if (const std::string& missing = library.symbols.missing(); !missing.empty()) {
    return fail("NVIDIA's driver is too old ({}): install one for CUDA 11.8 or later", missing);
  }
  if (library.driver_version(&library.version) == CudaLibrary::kSuccess && library.version < kOldestVersion) {
    return fail("NVIDIA's driver is for CUDA {}, and one for CUDA 11.8 or later is needed: update the driver",
                library.version_text());
  }
  if (const int code = library.init(0); code != CudaLibrary::kSuccess) {
    if (code == CudaLibrary::kNoDevice) {
      return fail("NVIDIA's driver finds no GPU on this machine (CUDA_ERROR_NO_DEVICE)");
    }
    return fail("NVIDIA's driver does not start ({}): check whether nvidia-smi works, or restart the machine",
                library.name_of(code));
  }
  int count = 0;
  if (library.device_count(&count) != CudaLibrary::kSuccess || count == 0) {
    return fail("NVIDIA's driver finds no GPU on this machine");
  }
  return library;
}

std::string cuda_failure_text(int code, const std::string& name, const std::string& what) {
  switch (code) {
    case CudaLibrary::kIllegalAddress:
      return message("the kernel read or wrote an address that is not its own ({})", name);
    case CudaLibrary::kMisalignedAddress:
      return message("the kernel read or wrote an address that is not a multiple of the access's size ({})", name);
    case CudaLibrary::kLaunchFailed:
      return message("the kernel stopped with a trap or another failure that the GPU does not explain ({})", name);
    case CudaLibrary::kIllegalInstruction:
      return message("the kernel met an instruction that this GPU refuses, such as a trap ({})", name);
    case CudaLibrary::kAssert:
      return message("an assertion in the kernel failed ({})", name);
    case CudaLibrary::kLaunchTimeout:
      return message("the driver stopped the kernel because it ran too long beside a display ({})", name);
    case CudaLibrary::kLaunchOutOfResources:
      return message(
          "the GPU cannot start a block of this kernel, it needs too many registers or too much shared memory ({}): "
          "choose smaller blocks",
          name);
    case CudaLibrary::kOutOfMemory:
      return message("the GPU does not have enough free memory ({}): choose a smaller problem or close other programs",
                     name);
    case CudaLibrary::kNoBinaryForGpu:
    case CudaLibrary::kInvalidPtx:
    case CudaLibrary::kInvalidImage:
      return message("the driver refuses the PTX ({})", name);
    default:
      return fmt::format("{} ({})", what, name);
  }
}

bool is_cuda_failure_final(int code) {
  constexpr int kEccUncorrectable = 214;
  constexpr int kContained = 226;
  constexpr int kContextDestroyed = 709;
  constexpr int kFirstOfKernel = 714;  // CUDA_ERROR_HARDWARE_STACK_ERROR
  constexpr int kLastOfKernel = 719;   // CUDA_ERROR_LAUNCH_FAILED
  constexpr int kTensorMemoryLeak = 721;
  constexpr int kUnknown = 999;
  return (code >= kFirstOfKernel && code <= kLastOfKernel) || code == CudaLibrary::kIllegalAddress ||
         code == CudaLibrary::kLaunchTimeout || code == CudaLibrary::kAssert || code == kContextDestroyed ||
         code == kEccUncorrectable || code == kContained || code == kTensorMemoryLeak || code == kUnknown;
}

}  // namespace bankloom
