// Instructions that become several: moves of vectors, queries of an mbarrier, bulk copies, addresses in a cluster of
// one block. The replacement is appended to the function's body with the line and guard of the original.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/result.h"
#include "core/ptx/module.h"

namespace bankloom::ptx {

/// An integer as an operand.
[[nodiscard]] Operand integer_operand(std::uint64_t value);
/// A new register without a name in the text.
[[nodiscard]] Operand hidden_register(Function& function, std::string name, Type type);

/// Appends instructions in the place of one, or before it.
class InstructionExpander {
 public:
  /// For one instruction of the function, which is to be appended to its body.
  InstructionExpander(Function& function, Instruction& whole) : function_(function), whole_(whole) {}

  /// Appends what replaces an instruction whose effect is Effect::expanded, or what another one needs before it.
  [[nodiscard]] Result<void> expand();
  /// Appends an instruction that stands for a part of the whole; empty words are left out.
  [[nodiscard]] Result<void> append(std::string_view opcode, std::vector<std::string_view> words,
                                    std::vector<Operand> operands, const Guard& guard);

 private:
  Result<void> append(std::string_view opcode, std::vector<std::string_view> words, std::vector<Operand> operands) {
    return append(opcode, std::move(words), std::move(operands), whole_.guard);
  }
  Result<void> append_vector_move();
  Result<void> widen_count();
  Result<void> append_mbarrier_init();
  Result<void> append_mbarrier_test();
  Result<void> append_pending_count();
  Result<void> append_copy_arrival();
  Result<void> append_bulk_copy();
  Result<void> append_address(const Operand& address, Operand& into);
  Operand new_register(std::string name, Type type) { return hidden_register(function_, std::move(name), type); }

  Function& function_;
  Instruction& whole_;
};

}  // namespace bankloom::ptx
