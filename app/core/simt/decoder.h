// Turns a module into a Program; see program.h.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/base/language.h"
#include "core/base/result.h"
#include "core/simt/address_space.h"
#include "core/simt/constant_file.h"
#include "core/simt/ops/lane_isa.h"
#include "core/simt/program.h"
#include "core/simt/program_layout.h"

namespace bankloom::simt {

struct Fragment;  // matrix_detail.h

class Decoder {
 public:
  explicit Decoder(std::shared_ptr<const ptx::Module> module, std::uint64_t shared_gap = 0);
  /// Puts the module's .global and .const variables at these addresses, by index; see decode_placed().
  void place_outside(std::vector<std::uint64_t> places) { layout_.place_outside(std::move(places)); }
  [[nodiscard]] Result<std::shared_ptr<const Program>> decode(const std::string& entry);

 private:
  /// The function that is being decoded.
  struct Current {
    const ptx::Function* function = nullptr;
    Code* code = nullptr;
    std::vector<OperandRef> registers;  ///< by register index
    std::vector<std::uint64_t> locals;  ///< address of each Function::locals entry within its space; of a device
                                        ///< function's .local variables, from the start of its frame
    std::map<std::pair<std::uint64_t, unsigned>, OperandRef> frame_addresses;  ///< (offset, bytes) -> register
    OperandRef scratch;                                                        ///< destination of sinks
    std::vector<bool> compared;                                                ///< by register index: a cas compares
                                                                               ///< its value
    const ptx::Instruction* instruction = nullptr;
  };

  [[nodiscard]] Result<void> decode_function(std::uint32_t index);
  void lay_out_registers();
  void lay_out_parameters();
  [[nodiscard]] Result<Step> decode_instruction(const ptx::Instruction& instruction);
  [[nodiscard]] Result<Step> lane_operation(const ptx::Instruction& instruction);
  [[nodiscard]] OperandInfo info_of(const ptx::Operand& operand) const;
  [[nodiscard]] Result<Step> packed_move(const ptx::Operand& to, const ptx::Operand& from, unsigned bytes);
  [[nodiscard]] Result<Step> mov(const ptx::Instruction& instruction);
  [[nodiscard]] Result<Step> cvta(const ptx::Instruction& instruction);
  [[nodiscard]] Result<Step> isspacep(const ptx::Instruction& instruction);
  [[nodiscard]] Result<Step> load_store(const ptx::Instruction& instruction);
  [[nodiscard]] Result<Step> launch_parameter(const MemoryDetail& load, const DataOperand& to, bool sign_extend);
  [[nodiscard]] Step memory_step(const ptx::Instruction& instruction, const MemoryDetail& detail) const;
  [[nodiscard]] Result<Step> atomic(const ptx::Instruction& instruction);
  [[nodiscard]] Result<Step> matrix(const ptx::Instruction& instruction);
  [[nodiscard]] Result<Step> multiply(const ptx::Instruction& instruction);
  [[nodiscard]] Result<Step> fragment(const ptx::Instruction& instruction);
  [[nodiscard]] Result<Step> async_copy(const ptx::Instruction& instruction);
  [[nodiscard]] Result<Step> branch(const ptx::Instruction& instruction);
  [[nodiscard]] Result<Step> call(const ptx::Instruction& instruction);
  [[nodiscard]] Result<Step> barrier(const ptx::Instruction& instruction);
  [[nodiscard]] Result<Step> cluster_barrier(const ptx::Instruction& instruction);
  [[nodiscard]] Result<Step> mbarrier(const ptx::Instruction& instruction);
  [[nodiscard]] Result<Step> cross_lane(const ptx::Instruction& instruction);
  [[nodiscard]] Result<Step> stack(const ptx::Instruction& instruction);
  void bound_shared_accesses();

  [[nodiscard]] Result<OperandRef> operand(const ptx::Operand& operand, unsigned lane_bytes, ptx::Type literal);
  [[nodiscard]] Result<DataOperand> data_operand(const ptx::Operand& operand, unsigned element_bytes,
                                                 ptx::Type literal);
  [[nodiscard]] Result<Space> space_of_access(const ptx::Operand& where, Space written) const;
  [[nodiscard]] Result<AddressOperand> address(const ptx::Operand& operand);
  [[nodiscard]] Result<void> fragment_registers(const ptx::Operand& operand, Fragment& fragment);
  [[nodiscard]] Result<CallDetail::Slot> call_slot(const ptx::Operand& operand, const ptx::Parameter& parameter);
  [[nodiscard]] std::uint64_t symbol_address(const ptx::Operand& operand) const;
  [[nodiscard]] bool lies_in_frame(const ptx::Operand& operand) const;
  [[nodiscard]] OperandRef frame_address(std::uint64_t offset, unsigned lane_bytes);
  [[nodiscard]] unsigned register_bytes(std::uint32_t index) const;
  template <class... Args>
  [[nodiscard]] Failure refuse(fmt::format_string<Args...> format, Args&&... args) const {
    return fail("PTX line {}: '{}' {}", current_.instruction->ptx_line, current_.instruction->text,
                message(format, std::forward<Args>(args)...));
  }

  std::shared_ptr<const ptx::Module> module_;
  std::shared_ptr<Program> program_;
  ProgramLayout layout_;
  ConstantFile constants_;
  const LaneIsa& isa_;
  AddressOrigins origins_;
  Current current_;
};

}  // namespace bankloom::simt
