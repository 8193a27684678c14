// Calls of nvcc's code before main(): the device code of the program, its kernels and variables.
#include <sys/mman.h>

#include <cstring>
#include <utility>

#include "runtime/channel.h"
#include "runtime/memory.h"

namespace bankloom::runtime {
namespace {

constexpr std::uint32_t kWrapperMagic = 0x466243b1, kFatMagic = 0xBA55ED50;

/// The argument of __cudaRegisterFatBinary().
struct Wrapper {
  std::uint32_t magic, version;
  const std::byte* data;
  /// Version 2 (nvcc -rdc=true): the fat binaries of the sources to be linked, with a null at the end.
  const std::byte* const* parts;
};
constexpr std::uint32_t kLinkedVersion = 2;
constexpr std::size_t kMostParts = 4096;

/// A handle that nvcc's code passes with each kernel and variable.
struct Module {
  void* first = nullptr;
  std::uint32_t number = 0, last = 0;  ///< the device's modules
  bool has_any = false;
  Error error = kSuccess;
};

/// Sends a fat binary; one without entries counts as none.
void add_binary(const Call& call, const std::byte* binary, Module& module) {
  std::uint32_t magic = 0;
  std::uint16_t header = 0;
  std::uint64_t size = 0;
  std::memcpy(&magic, binary, sizeof magic);
  std::memcpy(&header, binary + 6, sizeof header);
  std::memcpy(&size, binary + 8, sizeof size);
  if (magic != kFatMagic || size > protocol::kMostBytes - header) {
    module.error = kInvalidValue;
    return;
  }
  if (size == 0) return;
  const Reply answer = ask(call, protocol::Kind::module, std::span(binary, header + size));
  if (answer.error != kSuccess) {
    module.error = answer.error;
    return;
  }
  module.last = body_of<protocol::ModuleReply>(answer).module;
  if (!std::exchange(module.has_any, true)) module.number = module.last;
}

Module* module_of(void** handle) { return reinterpret_cast<Module*>(handle); }

std::span<const std::byte> name_bytes(const char* name) { return std::as_bytes(std::span(name, std::strlen(name))); }

}  // namespace

BANKLOOM_CUDA void** __cudaRegisterFatBinary(void* given) {
  auto* const module = new Module;
  const auto* const wrapper = static_cast<const Wrapper*>(given);
  if (wrapper->magic != kWrapperMagic) {
    module->error = kInvalidValue;
    return &module->first;
  }
  add_binary(BANKLOOM_CALL, wrapper->data, *module);
  if (wrapper->version == kLinkedVersion && wrapper->parts != nullptr) {
    for (std::size_t p = 0; p < kMostParts && wrapper->parts[p] != nullptr; ++p) {
      add_binary(BANKLOOM_CALL, wrapper->parts[p], *module);
    }
  }
  if (!module->has_any && module->error == kSuccess) module->error = kInvalidValue;
  return &module->first;
}

BANKLOOM_CUDA void __cudaRegisterFatBinaryEnd(void**) {}
BANKLOOM_CUDA void __cudaUnregisterFatBinary(void**) {}
BANKLOOM_CUDA char __cudaInitModule(void**) { return 1; }

BANKLOOM_CUDA void __cudaRegisterFunction(void** handle, const char* host, char*, const char* name, int, void*, void*,
                                          Dim3*, Dim3*, int*) {
  const Module* const module = module_of(handle);
  if (module->error != kSuccess) return;
  const protocol::Function request{reinterpret_cast<std::uint64_t>(host), module->number, module->last};
  ask(BANKLOOM_CALL, protocol::Kind::function, bytes_of(request), name_bytes(name));
}

BANKLOOM_CUDA void __cudaRegisterVar(void** handle, char* host, char*, const char* name, int, std::size_t size, int,
                                     int) {
  const Module* const module = module_of(handle);
  if (module->error != kSuccess) return;
  const protocol::Variable request{reinterpret_cast<std::uint64_t>(host), size, module->number, module->last, 0, 0};
  ask(BANKLOOM_CALL, protocol::Kind::variable, bytes_of(request), name_bytes(name));
}

BANKLOOM_CUDA void __cudaRegisterManagedVar(void** handle, void** host, char*, const char* name, int, std::size_t size,
                                            int, int) {
  const Module* const module = module_of(handle);
  if (module->error != kSuccess) return;
  const protocol::Variable request{reinterpret_cast<std::uint64_t>(host), size, module->number, module->last, 1, 0};
  const Reply answer = ask(BANKLOOM_CALL, protocol::Kind::variable, bytes_of(request), name_bytes(name));
  const auto place = body_of<protocol::VariableReply>(answer);
  if (answer.error != kSuccess || place.bytes == 0) return;
  if (map_here(place.address, place.bytes)) *host = reinterpret_cast<void*>(place.address);
}

}  // namespace bankloom::runtime
