// Helpers shared by the files of the decoder.
#pragma once

#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/space.h"
#include "core/ptx/module.h"

namespace bankloom::simt {

/// The state space among the instruction's modifiers; generic where none is written.
[[nodiscard]] inline Space space_of_instruction(const ptx::Instruction& instruction) {
  for (const ptx::Modifier& modifier : instruction.modifiers) {
    const std::string_view word = modifier.word;
    if (word == ".global") return Space::global;
    if (word.starts_with(".shared")) return Space::shared;
    if (word == ".local") return Space::local;
    if (word == ".const") return Space::constant;
    if (word.starts_with(".param")) return Space::param;
  }
  return Space::generic;
}

template <class Details, class Detail>
[[nodiscard]] std::uint32_t append(Details& details, Detail detail) {
  details.push_back(std::move(detail));
  return static_cast<std::uint32_t>(details.size() - 1);
}

/// A word of PTX and its meaning.
template <class Value>
struct Named {
  std::string_view word;
  Value value;
};

/// Every register of a frame and every constant starts at a multiple of this.
inline constexpr std::uint32_t kRegisterAlignment = 64;

[[nodiscard]] constexpr std::uint64_t align_up(std::uint64_t value, std::uint64_t alignment) {
  return alignment <= 1 ? value : (value + alignment - 1) / alignment * alignment;
}

/// Visits operands and their parts.
template <class Visit>
void each_operand(const std::vector<ptx::Operand>& operands, const Visit& visit) {
  for (const ptx::Operand& operand : operands) {
    visit(operand);
    each_operand(operand.elements, visit);
  }
}

}  // namespace bankloom::simt
