#include <algorithm>

#include "complaints.h"
#include "core/ptx/parser.h"
#include "core/simt/launch.h"
#include "core/wording/fault_text.h"
#include "inputs.h"

namespace bankloom::fuzz {
namespace {

/// Takes numbers from the input; zeros behind its end.
class Numbers {
 public:
  explicit Numbers(std::string_view input) : input_(input) {}
  std::uint32_t take(unsigned bytes) {
    std::uint32_t number = 0;
    for (unsigned i = 0; i < bytes; ++i) {
      number = number << 8U | (input_.empty() ? 0U : static_cast<unsigned char>(input_.front()));
      if (!input_.empty()) input_.remove_prefix(1);
    }
    return number;
  }
  [[nodiscard]] std::string_view rest() const { return input_; }

 private:
  std::string_view input_;
};

std::string text_of(Numbers& numbers) {
  const std::uint32_t local = numbers.take(3) % 700'000 + 1;
  const std::uint32_t store = numbers.take(3), load = numbers.take(3);
  const std::uint32_t kind = numbers.take(1);
  const char* const width = std::array{"u8", "u16", "u32", "u64"}[kind % 4];
  std::string format;
  for (const char letter : numbers.rest().substr(0, 200)) {
    if (letter != '\0') format += fmt::format("{}, ", static_cast<unsigned>(static_cast<unsigned char>(letter)));
  }
  return fmt::format(R"(.version 7.8
.target sm_70
.address_size 64
.extern .func (.param .b32 r) vprintf(.param .b64 f, .param .b64 a);
.global .align 1 .b8 words[256] = {{{0}0}};
.visible .entry k(.param .u64 out) {{
  .local .align 16 .b8 array[{1}];
  .reg .b64 %rd<8>;
  .reg .b32 %r<4>;
  .reg .b16 %h<4>;
  mov.u64 %rd1, array;
  mov.u64 %rd2, {2};
  add.s64 %rd3, %rd1, %rd2;
  st.local.{4} [%rd3], {5};
  ld.local.{4} {5}, [%rd1+{3}];
  cvta.local.u64 %rd4, %rd1;
  mov.u64 %rd5, words;
  cvta.global.u64 %rd5, %rd5;
  {{
    .param .b64 f;
    st.param.b64 [f], %rd5;
    .param .b64 a;
    st.param.b64 [a], %rd4;
    .param .b32 r;
    call.uni (r), vprintf, (f, a);
    ld.param.b32 %r1, [r];
  }}
  ret;
}}
)",
                     format, local, store, load, width, std::array{"%h1", "%h1", "%r2", "%rd6"}[kind % 4]);
}

}  // namespace

Complaint try_kernels(std::string_view input) {
  if (input.size() > kLongestInput) return {};
  Numbers numbers(input);
  simt::LaunchConfig config;
  const auto extent = [&](unsigned bytes, std::uint32_t most) { return numbers.take(bytes) % most; };
  config.grid = {extent(1, 4), extent(1, 3), extent(1, 3)};
  config.block = {extent(2, 1030), extent(1, 8), extent(1, 70)};
  config.dynamic_shared_bytes = numbers.take(3);
  config.instruction_budget = 5'000;
  config.endless_budget = 10'000;
  config.record.max_accesses = 100;
  config.threads = 1;
  // Some warps are enough.
  constexpr std::uint64_t kMostThreads = 128;
  if (config.block.count() > kMostThreads && config.block.count() <= 1024) config.block = {33, 1, 1};
  const auto module = ptx::parse(text_of(numbers));
  if (!module) return check_error(module.error());
  const auto program = simt::decode(*module, "k");
  if (!program) return check_error(program.error());
  simt::GlobalMemory memory;
  simt::KernelArgument argument;
  argument.is_buffer = true;
  argument.buffer = memory.add("out", std::vector<std::byte>(256));
  config.arguments.push_back(std::move(argument));
  const auto result = simt::run(**program, memory, config);
  if (!result) return check_error(result.error());
  for (const simt::Fault& fault : result->faults) {
    if (fault_text(fault).str().empty()) return "a fault without a sentence";
  }
  constexpr std::size_t kMostPrinted = std::size_t{64} << 20U;
  return result->printed.size() > kMostPrinted ? "more is printed than anybody reads" : Complaint();
}

}  // namespace bankloom::fuzz
