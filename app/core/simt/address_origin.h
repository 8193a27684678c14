// Which array of shared memory an instruction's address is computed from, as far as the text of the functions shows it.
//
// Arrays lie side by side in shared memory, so an index past one lands in the next: nothing at run time tells that
// apart from an access to the next one. The text does: an address that comes from one array by additions and the like
// belongs to it. What a function is given it knows by the call: its addresses are told as made of its parameters, and
// each call tells what those are made of. Where an address may come from several arrays or from memory, nothing is
// said.
//
// Not followed: addresses kept in memory (arrays of pointers, structures whose address is taken), results of calls
// through a pointer to a function. What that leaves open check_arrays() finds out by another run.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <vector>

#include "core/ptx/module.h"

namespace bankloom::simt {

/// A part of a parameter or result: structures have several.
struct ValuePart {
  std::uint32_t index = 0;   ///< in Function::params or Function::returns
  std::uint64_t offset = 0;  ///< bytes
  friend bool operator==(const ValuePart&, const ValuePart&) = default;
  friend bool operator<(const ValuePart& a, const ValuePart& b) {
    return a.index != b.index ? a.index < b.index : a.offset < b.offset;
  }
};

/// What a value is made of.
struct AddressOrigin {
  bool mixed = false;                    ///< of more than can be told; the rest says nothing
  bool loaded = false;                   ///< read from memory: an index, or an address of any array
  const ptx::Variable* array = nullptr;  ///< a shared variable, or nullptr
  std::uint64_t inputs = 0;              ///< of FunctionOrigins::inputs, a bit each
  std::uint64_t repeated = 0;            ///< inputs that went into it more than once: no address, where they are one
  friend bool operator==(const AddressOrigin&, const AddressOrigin&) = default;
};

/// What the text of a function shows.
struct FunctionOrigins {
  std::vector<ValuePart> inputs;        ///< parts of its parameters that it reads; at most kMaxInputs
  std::vector<AddressOrigin> accesses;  ///< by instruction, of its address: the first operand in brackets
  std::map<std::uint32_t, std::map<ValuePart, AddressOrigin>> arguments;  ///< by instruction: of a call's arguments
  std::map<ValuePart, AddressOrigin> results;
};

inline constexpr std::size_t kMaxInputs = 64;

/// Looks at the functions of a module, each once.
class AddressOrigins {
 public:
  /// `module` must outlive this.
  explicit AddressOrigins(const ptx::Module& module);
  AddressOrigins(const AddressOrigins&) = delete;
  AddressOrigins& operator=(const AddressOrigins&) = delete;
  AddressOrigins(AddressOrigins&&) = delete;
  AddressOrigins& operator=(AddressOrigins&&) = delete;
  ~AddressOrigins() = default;

  /// Of Module::functions[function].
  [[nodiscard]] const FunctionOrigins& of(std::uint32_t function);

 private:
  /// nullptr while the function is being looked at: it calls itself.
  [[nodiscard]] const FunctionOrigins* look_at(std::uint32_t function);

  const ptx::Module& module_;
  std::vector<std::unique_ptr<FunctionOrigins>> known_;  ///< by function
  std::vector<bool> begun_;                              ///< by function
  std::size_t depth_ = 0;                                ///< calls within calls that are being looked at
};

}  // namespace bankloom::simt
