// bankloom_random_kernels: random kernels by their seeds, in the emulator and on a GPU.
//
//   bankloom_random_kernels emulate FIRST COUNT    "seed,hash" of each output, and each fault, which is a mistake
//   bankloom_random_kernels gpu FIRST COUNT        the same from the GPU, with a line about it before
//   bankloom_random_kernels ptx SEED               the kernel's text
//
// Exit status 1 where a kernel was refused, faulted, or the GPU failed.
#include <charconv>
#include <cstdio>
#include <cstring>
#include <string>

#include "cuda/gpu_device.h"
#include "random_kernel.h"

namespace bankloom::random {
namespace {

bool read_number(const char* text, std::uint64_t& number) {
  const auto [end, error] = std::from_chars(text, text + std::strlen(text), number);
  return error == std::errc{} && *end == '\0';
}

void print_hash(std::uint64_t seed, std::span<const std::byte> output) {
  std::printf("%llu,%016llx\n", static_cast<unsigned long long>(seed),
              static_cast<unsigned long long>(output_hash(output)));
}

int emulate_all(std::uint64_t first, std::uint64_t count) {
  int status = 0;
  std::uint64_t instructions = 0;
  for (std::uint64_t seed = first; seed < first + count; ++seed) {
    const auto run = emulate(make_kernel(seed));
    if (!run) {
      std::fprintf(stderr, "%llu: %s\n", static_cast<unsigned long long>(seed), run.error().message.c_str());
      status = 1;
      continue;
    }
    for (const simt::Fault& fault : run->faults) {
      std::fprintf(stderr, "%llu: %s\n", static_cast<unsigned long long>(seed), fault.message.c_str());
      status = 1;
    }
    instructions += run->statistics.warp_instructions;
    print_hash(seed, run->output);
  }
  std::fprintf(stderr, "%llu kernels, %llu warp instructions\n", static_cast<unsigned long long>(count),
               static_cast<unsigned long long>(instructions));
  return status;
}

int run_all(std::uint64_t first, std::uint64_t count) {
  GpuDevice device;
  const auto devices = device.devices();
  if (!devices) {
    std::fprintf(stderr, "%s\n", devices.error().message.c_str());
    return 1;
  }
  const DeviceInfo& info = devices->front();
  std::printf("# %s, driver %s, compute capability %u.%u, generation %d\n", info.name.c_str(), info.driver.c_str(),
              info.compute_major, info.compute_minor, kGeneration);
  int status = 0;
  for (std::uint64_t seed = first; seed < first + count; ++seed) {
    RandomKernel kernel = make_kernel(seed);
    GpuLaunch launch;
    launch.ptx = std::move(kernel.ptx);
    launch.entry = kEntry;
    launch.grid = kernel.grid;
    launch.block = kernel.block;
    launch.arguments = {{true, std::move(kernel.input)}, {true, std::vector<std::byte>(kernel.output_bytes)}};
    const auto output = device.launch(launch, std::chrono::seconds(5));
    if (!output) {
      std::fprintf(stderr, "%llu: %s\n", static_cast<unsigned long long>(seed), output.error().message.c_str());
      status = 1;
      if (device.is_spent()) return 1;
      continue;
    }
    print_hash(seed, output->buffers.at(1));
  }
  return status;
}

int main_of(int argc, char** argv) {
  const std::string what = argc > 1 ? argv[1] : "";
  std::uint64_t first = 0, count = 1;
  const bool numbers = argc > 2 && read_number(argv[2], first) && (argc < 4 || read_number(argv[3], count));
  if (numbers && what == "ptx") {
    std::fputs(make_kernel(first).ptx.c_str(), stdout);
    return 0;
  }
  if (numbers && what == "emulate") return emulate_all(first, count);
  if (numbers && what == "gpu") return run_all(first, count);
  std::fputs("usage: bankloom_random_kernels emulate|gpu FIRST COUNT, or ptx SEED\n", stderr);
  return 2;
}

}  // namespace
}  // namespace bankloom::random

int main(int argc, char** argv) { return bankloom::random::main_of(argc, argv); }
