// ConstantFile: allocates the constants of a program, equal ones once.
#pragma once

#include <cstdint>
#include <map>
#include <tuple>
#include <utility>

#include "core/simt/program.h"

namespace bankloom::simt {

class ConstantFile {
 public:
  explicit ConstantFile(Program& program) : program_(program) {}

  [[nodiscard]] OperandRef constant(std::uint64_t low, std::uint64_t high, unsigned lane_bytes);
  [[nodiscard]] OperandRef special(ptx::Special special, unsigned lane_bytes);
  [[nodiscard]] OperandRef parameter(std::uint32_t offset, unsigned bytes, unsigned lane_bytes, bool sign_extend);
  [[nodiscard]] OperandRef shared_address(std::uint64_t offset, unsigned lane_bytes);

 private:
  [[nodiscard]] OperandRef launch_constant(Program::LaunchConstant wanted);

  Program& program_;
  std::map<std::tuple<std::uint64_t, std::uint64_t, unsigned>, OperandRef> constants_;
  std::map<std::pair<ptx::Special, unsigned>, OperandRef> specials_;
  std::map<std::tuple<std::uint32_t, unsigned, unsigned, bool>, OperandRef> parameters_;
  std::map<std::pair<std::uint64_t, unsigned>, OperandRef> shared_constants_;
};

}  // namespace bankloom::simt
