// What nvcc's code calls before main(): the device code of the program, its kernels and variables.
#include <sys/mman.h>

#include <cstring>

#include "runtime/channel.h"
#include "runtime/memory.h"

namespace bankloom::runtime {
namespace {

constexpr std::uint32_t kWrapperMagic = 0x466243b1, kFatMagic = 0xBA55ED50;

/// What __cudaRegisterFatBinary() is given.
struct Wrapper {
  std::uint32_t magic, version;
  const std::byte* data;
  void* file;
};

/// A handle that nvcc's code hands back with each kernel and variable.
struct Module {
  void* first = nullptr;
  std::uint32_t number = 0;
  Error error = kSuccess;
};

Module* module_of(void** handle) { return reinterpret_cast<Module*>(handle); }

std::span<const std::byte> name_bytes(const char* name) { return std::as_bytes(std::span(name, std::strlen(name))); }

}  // namespace

BANKLOOM_CUDA void** __cudaRegisterFatBinary(void* given) {
  auto* const module = new Module;
  const auto* const wrapper = static_cast<const Wrapper*>(given);
  std::uint32_t magic = 0;
  if (wrapper->magic == kWrapperMagic) std::memcpy(&magic, wrapper->data, sizeof magic);
  if (magic != kFatMagic) {
    module->error = kInvalidValue;
    return &module->first;
  }
  std::uint16_t header = 0;
  std::uint64_t size = 0;
  std::memcpy(&header, wrapper->data + 6, sizeof header);
  std::memcpy(&size, wrapper->data + 8, sizeof size);
  if (size > protocol::kMostBytes - header) {
    module->error = kMemoryAllocation;
    return &module->first;
  }
  const Answer answer =
      ask(BANKLOOM_CALL, protocol::Kind::module, std::span(wrapper->data, std::size_t{header} + size));
  protocol::ModuleReply reply;
  if (answer.bytes.size() == sizeof reply) std::memcpy(&reply, answer.bytes.data(), sizeof reply);
  module->number = reply.module;
  module->error = answer.error;
  return &module->first;
}

BANKLOOM_CUDA void __cudaRegisterFatBinaryEnd(void**) {}
BANKLOOM_CUDA void __cudaUnregisterFatBinary(void**) {}
BANKLOOM_CUDA char __cudaInitModule(void**) { return 1; }

BANKLOOM_CUDA void __cudaRegisterFunction(void** handle, const char* host, char*, const char* name, int, void*, void*,
                                          Dim3*, Dim3*, int*) {
  const Module* const module = module_of(handle);
  if (module->error != kSuccess) return;
  protocol::Function request;
  request.host = reinterpret_cast<std::uint64_t>(host);
  request.module = module->number;
  ask(BANKLOOM_CALL, protocol::Kind::function, bytes_of(request), name_bytes(name));
}

BANKLOOM_CUDA void __cudaRegisterVar(void** handle, char* host, char*, const char* name, int, std::size_t size, int,
                                     int) {
  const Module* const module = module_of(handle);
  if (module->error != kSuccess) return;
  const protocol::Variable request{reinterpret_cast<std::uint64_t>(host), size, module->number, 0};
  ask(BANKLOOM_CALL, protocol::Kind::variable, bytes_of(request), name_bytes(name));
}

BANKLOOM_CUDA void __cudaRegisterManagedVar(void** handle, void** host, char*, const char* name, int, std::size_t size,
                                            int, int) {
  const Module* const module = module_of(handle);
  if (module->error != kSuccess) return;
  const protocol::Variable request{reinterpret_cast<std::uint64_t>(host), size, module->number, 1};
  const Answer answer = ask(BANKLOOM_CALL, protocol::Kind::variable, bytes_of(request), name_bytes(name));
  protocol::VariableReply place;
  if (answer.error != kSuccess || answer.bytes.size() != sizeof place) return;
  std::memcpy(&place, answer.bytes.data(), sizeof place);
  if (map_here(place.address, place.bytes)) *host = reinterpret_cast<void*>(place.address);
}

}  // namespace bankloom::runtime
