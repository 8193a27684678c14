// Runs a kernel given as PTX text, for the tests of the emulator.
#pragma once

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "core/ptx/parser.h"
#include "core/simt/launch.h"
#include "core/trace/trace.h"
#include "core/wording/fault_text.h"

namespace bankloom::simt::test {

using Words = std::vector<std::uint32_t>;
/// Of faults.
using Kinds = std::vector<std::string>;

/// A module's head: what stands in front of its functions.
inline std::string module_text(const std::string& functions) {
  return ".version 8.2\n.target sm_90\n.address_size 64\n" + functions;
}

/// Registers that the kernels of the tests use: predicates %p, 16 bits %h, 32 bits %r, 64 bits %d, floats %f and %e.
inline std::string registers_text() {
  return "  .reg .pred %p<24>;\n  .reg .b16 %h<24>;\n  .reg .b32 %r<64>;\n  .reg .b64 %d<48>;\n"
         "  .reg .f32 %f<24>;\n  .reg .f64 %e<24>;\n";
}

/// An entry `k` with `parameters` pointers p0, p1 ... Before `body`: %t = %tid.x, %out = p0, and %at = the address of
/// the thread's own 32-bit word in p0.
inline std::string kernel_text(const std::string& body, unsigned parameters = 1) {
  std::string text = ".visible .entry k(";
  for (unsigned p = 0; p < parameters; ++p) {
    text += (p == 0 ? ".param .u64 p" : ", .param .u64 p") + std::to_string(p);
  }
  text += ")\n{\n" + registers_text() + "  .reg .b32 %t;\n  .reg .b64 %out, %at;\n  mov.u32 %t, %tid.x;\n";
  if (parameters > 0) text += "  ld.param.u64 %out, [p0];\n  mad.wide.u32 %at, %t, 4, %out;\n";
  return text + body + "\n}\n";
}

/// A kernel, its arguments and what became of them. A misuse or an error fails the test.
class KernelRun {
 public:
  /// `entry` in a whole module's text.
  explicit KernelRun(const std::string& text, const std::string& entry = "k") {
    auto module = ptx::parse(text);
    if (!module) {
      ADD_FAILURE() << module.error().message;
      return;
    }
    auto program = decode(*module, entry);
    if (!program) {
      ADD_FAILURE() << program.error().message;
      return;
    }
    program_ = *program;
  }

  template <class T>
  std::size_t in(const std::vector<T>& values) {
    std::vector<std::byte> bytes(values.size() * sizeof(T));
    if (!bytes.empty()) std::memcpy(bytes.data(), values.data(), bytes.size());
    KernelArgument argument;
    argument.is_buffer = true;
    argument.buffer = memory.add("argument " + std::to_string(config.arguments.size()), std::move(bytes));
    config.arguments.push_back(argument);
    return argument.buffer;
  }
  template <class T>
  std::size_t out(std::size_t count) {
    return in(std::vector<T>(count));
  }
  template <class T>
  void scalar(const T& value) {
    KernelArgument argument;
    argument.bytes.resize(sizeof value);
    std::memcpy(argument.bytes.data(), &value, sizeof value);
    config.arguments.push_back(argument);
  }

  KernelRun& run() {
    if (program_ == nullptr) return *this;
    auto done = simt::run(*program_, memory, config);
    if (!done) {
      ADD_FAILURE() << done.error().message;
    } else {
      result = std::move(*done);
    }
    return *this;
  }
  /// The error that the launch ends with; "" where there is none.
  [[nodiscard]] std::string launch_error() {
    if (program_ == nullptr) return "not decoded";
    const auto done = simt::run(*program_, memory, config);
    return done ? "" : done.error().message;
  }

  template <class T>
  [[nodiscard]] std::vector<T> values(std::size_t buffer) const {
    const std::vector<std::byte>& bytes = memory.buffer(buffer).bytes;
    std::vector<T> result_values(bytes.size() / sizeof(T));
    if (!bytes.empty()) std::memcpy(result_values.data(), bytes.data(), result_values.size() * sizeof(T));
    return result_values;
  }
  /// "kind" of every fault in order, with its message in a failed test.
  [[nodiscard]] Kinds fault_kinds() const {
    Kinds kinds;
    for (const Fault& fault : result.faults) kinds.emplace_back(fault_kind_name(fault.kind));
    return kinds;
  }
  void expect_no_faults() const {
    for (const Fault& fault : result.faults)
      ADD_FAILURE() << fault_kind_name(fault.kind) << ": " << fault_text(fault).str();
  }

  GlobalMemory memory;
  LaunchConfig config = [] {
    LaunchConfig wanted;
    wanted.block = {32, 1, 1};
    wanted.instruction_budget = 10'000'000;
    return wanted;
  }();
  RunResult result;

 private:
  std::shared_ptr<const Program> program_;
};

/// All accesses that a run recorded.
inline std::vector<MemoryAccess> accesses_of(const RunResult& result) {
  std::vector<MemoryAccess> accesses;
  for (std::size_t i = 0; i < result.trace.size(); ++i) accesses.push_back(result.trace.at(i));
  return accesses;
}

/// Runs kernel_text(body) with one buffer of `count` 32-bit words and returns them.
inline std::vector<std::uint32_t> run_words(const std::string& body, std::size_t count, Dim3 block = {32, 1, 1},
                                            Dim3 grid = {1, 1, 1}) {
  KernelRun run(module_text(kernel_text(body)));
  const std::size_t out = run.out<std::uint32_t>(count);
  run.config.block = block;
  run.config.grid = grid;
  run.run().expect_no_faults();
  return run.values<std::uint32_t>(out);
}

/// Shared words s[1024] in front of kernel_text(body); %s = address of the thread's own word.
inline std::string shared_kernel(const std::string& body) {
  return module_text(".shared .align 4 .b8 s[4096];\n" +
                     kernel_text("  .reg .b32 %s;\n  mov.u32 %r50, s;\n  mad.lo.u32 %s, %t, 4, %r50;\n" + body));
}

/// Runs shared_kernel(body) in one block with one buffer of `count` words and returns them.
inline Words run_shared(const std::string& body, std::size_t count, Dim3 block) {
  KernelRun run(shared_kernel(body));
  const std::size_t out = run.out<std::uint32_t>(count);
  run.config.block = block;
  run.run().expect_no_faults();
  return run.values<std::uint32_t>(out);
}

/// The message that parsing or decoding ends with; "" where there is none.
inline std::string decode_error(const std::string& text, const std::string& entry = "k") {
  auto module = ptx::parse(text);
  if (!module) return module.error().message;
  auto program = decode(*module, entry);
  return program ? "" : program.error().message;
}

/// f(0), f(1), ... f(count - 1).
template <class Function>
std::vector<std::uint32_t> words_of(std::size_t count, Function f) {
  std::vector<std::uint32_t> words(count);
  for (std::size_t i = 0; i < count; ++i) words[i] = static_cast<std::uint32_t>(f(static_cast<std::uint32_t>(i)));
  return words;
}

}  // namespace bankloom::simt::test
