// bankloom_random_kernels: random kernels by their seeds, in the emulator and on a GPU.
//
//   bankloom_random_kernels emulate FIRST COUNT    "seed,hash" of each output, and each fault, which is a mistake
//   bankloom_random_kernels gpu FIRST COUNT        the same from the GPU, with a line about it before
//   bankloom_random_kernels gpu FIRST COUNT LEVEL  the same, translated by the toolkit's ptxas at that optimisation
//   level
//                                                  (0 to 3) instead of by the driver
//   bankloom_random_kernels ptx SEED               the kernel's text
//   bankloom_random_kernels reduce SEED            the shortest kernel made of it on which emulator and GPU differ
//
// Exit status 1 where a kernel was refused, faulted, or the GPU failed.
#include <unistd.h>

#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <string>
#include <vector>

#include "cuda/gpu_device.h"
#include "random_kernel.h"
#include "reduce.h"

#include "core/wording/fault_text.h"

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
      std::fprintf(stderr, "%llu: %s\n", static_cast<unsigned long long>(seed), fault_text(fault).str().c_str());
      status = 1;
    }
    instructions += run->statistics.warp_instructions;
    print_hash(seed, run->output);
  }
  std::fprintf(stderr, "%llu kernels, %llu warp instructions\n", static_cast<unsigned long long>(count),
               static_cast<unsigned long long>(instructions));
  return status;
}

/// What the toolkit's ptxas makes of the text, as bytes that the driver loads.
Result<std::string> assembled(const std::string& ptx, const std::string& level) {
  const std::string text = fmt::format("{}/random-{}.ptx", std::filesystem::temp_directory_path().string(), ::getpid());
  const std::string binary = text + ".cubin";
  std::ofstream(text) << ptx;
  const std::string command = fmt::format("ptxas -O{} -arch=sm_90 -o '{}' '{}'", level, binary, text);
  // NOLINTNEXTLINE(cert-env33-c,concurrency-mt-unsafe): a tool for the shell's user, with one thread.
  const int status = std::system(command.c_str());
  std::ifstream file(binary, std::ios::binary);
  std::string bytes(std::istreambuf_iterator<char>(file), {});
  std::filesystem::remove(text);
  std::filesystem::remove(binary);
  if (status != 0) return fail("this failed: {}", command);
  return bytes;
}

/// Its output on the GPU, through the driver's own translation, or through ptxas at a level.
Result<std::vector<std::byte>> run_on(GpuDevice& device, const RandomKernel& kernel, const std::string& level = {}) {
  GpuLaunch launch;
  launch.ptx = kernel.ptx;
  if (!level.empty()) {
    auto binary = assembled(kernel.ptx, level);
    TRY(binary);
    launch.ptx = std::move(*binary);
  }
  launch.entry = kEntry;
  launch.grid = kernel.grid;
  launch.block = kernel.block;
  launch.arguments = {{true, kernel.input}, {true, std::vector<std::byte>(kernel.output_bytes)}};
  auto output = device.launch(launch, std::chrono::seconds(5));
  TRY(output);
  return std::move(output->buffers.at(1));
}

/// What the emulator makes of it; nothing where it is refused or faults.
std::optional<std::vector<std::byte>> faultless_output(const RandomKernel& kernel) {
  auto run = emulate(kernel);
  if (!run || !run->faults.empty()) return std::nullopt;
  return std::move(run->output);
}

/// The kernel with its shared memory at another address: a GPU's begins elsewhere than the emulator's.
RandomKernel with_moved_memory(RandomKernel kernel) {
  const auto replace = [&](const std::string& what, const std::string& by) {
    if (const std::size_t at = kernel.ptx.find(what); at != std::string::npos) kernel.ptx.replace(at, what.size(), by);
  };
  replace(".shared .align 16 .b8 s[", ".shared .align 16 .b8 before_s[1024];\n.shared .align 16 .b8 s[");
  replace("  mov.u32 %s, s;\n", "  mov.u32 %s, before_s;\n  mov.u32 %s, s;\n");
  return kernel;
}

/// What the emulator makes of it, where that is what any machine must: nothing where it is refused, faults, or depends
/// on addresses.
std::optional<std::vector<std::byte>> sound_output(const RandomKernel& kernel) {
  auto output = faultless_output(kernel);
  if (!output || faultless_output(with_moved_memory(kernel)) != output) return std::nullopt;
  return output;
}

int reduce_one(std::uint64_t seed) {
  GpuDevice device;
  const auto differ = [&](const RandomKernel& kernel) {
    const auto emulated = sound_output(kernel);
    if (!emulated) return false;
    const auto output = run_on(device, kernel);
    return output && *output != *emulated;
  };
  const RandomKernel kernel = make_kernel(seed);
  const RandomKernel least = reduce(kernel, differ);
  std::fputs(least.ptx.c_str(), stdout);
  const auto emulated = sound_output(least);
  const auto output = run_on(device, least);
  if (!output || !emulated) {
    std::fprintf(stderr, "%s\n", output ? "the emulator reports a fault" : output.error().message.c_str());
    return 1;
  }
  const std::size_t threads = std::size_t{least.block.x} * least.block.y * least.grid.x;
  const std::size_t bytes = output->size() / threads;
  for (const char* const level : {"0", "1", "2", "3"}) {
    const auto translated = run_on(device, least, level);
    std::printf("// ptxas -O%s: %s\n", level,
                !translated                ? translated.error().message.c_str()
                : *translated == *emulated ? "as emulated"
                : *translated == *output   ? "as the driver's translation"
                                           : "another output");
  }
  unsigned shown = 0;
  for (std::size_t at = 0; at < output->size() && shown < 40; at += 4) {
    std::uint32_t ours = 0;
    std::uint32_t theirs = 0;
    std::memcpy(&ours, emulated->data() + at, 4);
    std::memcpy(&theirs, output->data() + at, 4);
    if (ours == theirs) continue;
    ++shown;
    std::printf("// thread %zu, word %zu of its output: emulated %08x, GPU %08x\n", at / bytes, at % bytes / 4, ours,
                theirs);
  }
  return 0;
}

int run_all(std::uint64_t first, std::uint64_t count, const std::string& level) {
  GpuDevice device;
  const auto devices = device.devices();
  if (!devices) {
    std::fprintf(stderr, "%s\n", devices.error().message.c_str());
    return 1;
  }
  const DeviceInfo& info = devices->front();
  std::printf("# %s, driver %s, compute capability %u.%u, generation %d%s\n", info.name.c_str(), info.driver.c_str(),
              info.compute_major, info.compute_minor, kGeneration, level.empty() ? "" : (", ptxas -O" + level).c_str());
  int status = 0;
  for (std::uint64_t seed = first; seed < first + count; ++seed) {
    const auto output = run_on(device, make_kernel(seed), level);
    if (!output) {
      std::fprintf(stderr, "%llu: %s\n", static_cast<unsigned long long>(seed), output.error().message.c_str());
      status = 1;
      if (device.is_spent()) return 1;
      continue;
    }
    print_hash(seed, *output);
  }
  return status;
}

int main_of(int argc, char** argv) {
  const std::string what = argc > 1 ? argv[1] : "";
  std::uint64_t first = 0, count = 1;
  const bool numbers = argc > 2 && read_number(argv[2], first) && (argc < 4 || read_number(argv[3], count));
  const std::string level = argc > 4 ? argv[4] : "";
  if (numbers && what == "ptx") {
    std::fputs(make_kernel(first).ptx.c_str(), stdout);
    return 0;
  }
  if (numbers && what == "emulate") return emulate_all(first, count);
  if (numbers && what == "gpu") return run_all(first, count, level);
  if (numbers && what == "reduce") return reduce_one(first);
  std::fputs("usage: bankloom_random_kernels emulate FIRST COUNT, gpu FIRST COUNT [LEVEL], or ptx|reduce SEED\n",
             stderr);
  return 2;
}

}  // namespace
}  // namespace bankloom::random

int main(int argc, char** argv) { return bankloom::random::main_of(argc, argv); }
