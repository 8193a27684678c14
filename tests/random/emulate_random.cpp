// What the emulator makes of a random kernel.
#include <utility>

#include "core/ptx/parser.h"
#include "random_kernel.h"

namespace bankloom::random {

std::uint64_t output_hash(std::span<const std::byte> bytes) {
  std::uint64_t hash = 0xcbf29ce484222325u;
  for (const std::byte byte : bytes) hash = (hash ^ static_cast<std::uint64_t>(byte)) * 0x100000001b3u;
  return hash;
}

Result<Emulated> emulate(const RandomKernel& kernel) {
  const auto module = ptx::parse(kernel.ptx);
  TRY(module);
  const auto program = simt::decode(*module, kEntry);
  TRY(program);
  simt::GlobalMemory memory;
  simt::LaunchConfig config;
  config.grid = kernel.grid;
  config.block = kernel.block;
  config.record.enabled = false;
  for (const auto& bytes : {kernel.input, std::vector<std::byte>(kernel.output_bytes)}) {
    simt::KernelArgument argument;
    argument.is_buffer = true;
    argument.buffer = memory.add(config.arguments.empty() ? "in" : "out", bytes);
    config.arguments.push_back(argument);
  }
  auto result = simt::run(**program, memory, config);
  TRY(result);
  return Emulated{std::move(memory.buffer(1).bytes), std::move(result->faults), result->statistics};
}

}  // namespace bankloom::random
