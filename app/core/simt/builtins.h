// Functions of the device's runtime (printf, assert), and the stack instructions.
#pragma once

#include <cstdint>
#include <string>

#include "core/simt/block_state.h"

namespace bankloom::simt {

/// Limit of printf's output in a launch; the rest is dropped, as a device drops what does not fit its buffer (1 MiB by
/// default: CUDA C++ Programming Guide, "Formatted Output, Limitations").
inline constexpr std::size_t kMaxPrinted = 1024 * 1024;

class Builtins {
 public:
  explicit Builtins(BlockState& state) : state_(state) {}

  void call(Warp& warp, std::uint32_t path_index, const Step& step, const Code& callee, const CallDetail& detail,
            LaneMask exec);
  void stack_operation(Warp& warp, std::uint32_t path_index, const Step& step, LaneMask exec);

 private:
  struct Arguments {
    BlockState& state;
    Warp& warp;
    unsigned lane = 0;
    std::uint64_t address = 0;
    std::uint64_t offset = 0;
    std::int32_t taken = 0;
    [[nodiscard]] std::uint64_t take(unsigned bytes);
  };
  [[nodiscard]] std::string read_string(Warp& warp, unsigned lane, std::uint64_t address);
  [[nodiscard]] std::int32_t print(Warp& warp, unsigned lane, std::uint64_t format, std::uint64_t address);
  [[nodiscard]] std::string converted(Arguments& arguments, const std::string& specification, char conversion,
                                      unsigned unused);

  BlockState& state_;
};

}  // namespace bankloom::simt
