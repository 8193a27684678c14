// Turns a module into a Program: see program.h for what that is.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "core/base/result.h"
#include "core/simt/control_flow.h"
#include "core/simt/ops/lane_isa.h"
#include "core/simt/program.h"

namespace bankloom::simt {

struct Fragment;  // matrix_detail.h

class Decoder {
 public:
  explicit Decoder(std::shared_ptr<const ptx::Module> module, std::uint64_t shared_gap = 0);
  /// Has the module's .global and .const variables lie at these addresses, by index: see decode_placed().
  void place_outside(std::vector<std::uint64_t> places) { places_ = std::move(places); }
  [[nodiscard]] Result<std::shared_ptr<const Program>> decode(const std::string& entry);

 private:
  /// The function that is being decoded.
  struct Current {
    const ptx::Function* function = nullptr;
    Code* code = nullptr;
    std::vector<OperandRef> registers;  ///< by register index
    std::vector<std::uint64_t> locals;  ///< address of each Function::locals entry within its space; of
                                        ///< .local variables of a device function from the start of its
                                        ///< frame
    std::map<std::pair<std::uint64_t, unsigned>, OperandRef> frame_addresses;  ///< (offset, bytes) -> register
    OperandRef scratch;                                                        ///< where sinks go
    std::vector<bool> compared;                                                ///< by register index: a cas compares it
    const ptx::Instruction* instruction = nullptr;
  };

  [[nodiscard]] Result<void> find_reachable();
  void note_order(const ptx::Instruction& instruction);
  [[nodiscard]] Result<void> place_variables();
  [[nodiscard]] Result<void> decode_function(std::uint32_t index);
  void lay_out_registers();
  void lay_out_parameters();
  [[nodiscard]] std::pair<std::vector<bool>, std::vector<bool>> addressed_parameters() const;
  [[nodiscard]] Result<Step> decode_instruction(const ptx::Instruction& instruction);
  [[nodiscard]] Result<Step> lane_operation(const ptx::Instruction& instruction);
  [[nodiscard]] Result<Step> mov(const ptx::Instruction& instruction);
  [[nodiscard]] Result<Step> cvta(const ptx::Instruction& instruction);
  [[nodiscard]] Result<Step> isspacep(const ptx::Instruction& instruction);
  [[nodiscard]] Result<Step> load_store(const ptx::Instruction& instruction);
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
  void find_compared_registers();
  [[nodiscard]] bool stores_update(const ptx::Instruction& store) const;
  void bound_shared_accesses();
  [[nodiscard]] SharedBounds bounds(const AddressOrigin& origin) const;
  [[nodiscard]] Successors successors() const;
  void finish_control_flow(const Successors& successors);
  void find_zeroed_registers(const Successors& successors);

  [[nodiscard]] Result<OperandRef> operand(const ptx::Operand& operand, unsigned lane_bytes, ptx::Type literal);
  [[nodiscard]] Result<DataOperand> data_operand(const ptx::Operand& operand, unsigned element_bytes,
                                                 ptx::Type literal);
  [[nodiscard]] Result<Space> space_of_access(const ptx::Instruction& instruction, const ptx::Operand& where) const;
  [[nodiscard]] Result<Space> space_of_access(const ptx::Operand& where, Space written) const;
  [[nodiscard]] Result<void> address(const ptx::Operand& operand, std::uint8_t& base_bytes, OperandRef& base,
                                     std::uint64_t& offset);
  [[nodiscard]] Result<void> fragment_registers(const ptx::Operand& operand, Fragment& fragment);
  [[nodiscard]] Result<CallDetail::Slot> call_slot(const ptx::Operand& operand, const ptx::Parameter& parameter);
  [[nodiscard]] OperandRef constant(std::uint64_t low, std::uint64_t high, unsigned lane_bytes);
  [[nodiscard]] OperandRef special(ptx::Special special, unsigned lane_bytes);
  [[nodiscard]] OperandRef parameter(std::uint32_t offset, unsigned bytes, unsigned lane_bytes, bool sign_extend);
  [[nodiscard]] bool names_shared(const ptx::Operand& operand) const;
  [[nodiscard]] OperandRef shared_address(std::uint64_t offset, unsigned lane_bytes);
  [[nodiscard]] OperandRef launch_constant(Program::LaunchConstant wanted);
  [[nodiscard]] std::uint64_t symbol_address(const ptx::Operand& operand) const;
  [[nodiscard]] bool lies_in_frame(const ptx::Operand& operand) const;
  [[nodiscard]] OperandRef frame_address(std::uint64_t offset, unsigned lane_bytes);
  [[nodiscard]] unsigned register_bytes(std::uint32_t index) const;
  template <class... Args>
  [[nodiscard]] Failure refuse(fmt::format_string<Args...> format, Args&&... args) const {
    return fail("PTX line {}: '{}' {}", current_.instruction->ptx_line, current_.instruction->text,
                fmt::format(format, std::forward<Args>(args)...));
  }

  std::shared_ptr<const ptx::Module> module_;
  std::shared_ptr<Program> program_;
  const LaneIsa& isa_;
  std::vector<std::uint64_t> places_;
  AddressOrigins origins_;
  std::vector<std::uint32_t> reachable_;
  std::vector<bool> variable_used_;
  std::uint64_t module_local_bytes_ = 0;  ///< .local variables of the module, at the start of local memory
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint64_t> shared_locals_;  ///< (function, local) -> address
  std::map<const ptx::Variable*, std::uint64_t> shared_addresses_, plain_addresses_;
  std::map<std::tuple<std::uint64_t, std::uint64_t, unsigned>, OperandRef> constants_;
  std::map<std::pair<ptx::Special, unsigned>, OperandRef> specials_;
  std::map<std::tuple<std::uint32_t, unsigned, unsigned, bool>, OperandRef> parameters_;
  std::map<std::pair<std::uint64_t, unsigned>, OperandRef> shared_constants_;
  Current current_;
};

}  // namespace bankloom::simt
