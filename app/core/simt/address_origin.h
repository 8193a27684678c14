// Which array of shared memory an instruction's address is computed from, as far as the text of the functions shows it.
//
// Arrays are adjacent in shared memory, so an index past the end of one reaches the next. At run time this looks like
// an access to the next array. The text shows the difference: an address that is computed from one array by additions
// and the like belongs to that array. Within a function, addresses are described in terms of its parameters; each call
// describes what it passes for them. Where an address may come from several arrays or from memory, its array is
// unknown.
//
// Not followed: addresses kept in memory (arrays of pointers, structures whose address is taken), results of calls
// through a pointer to a function. check_arrays() covers those by a second run.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <vector>

#include "core/ptx/module.h"

namespace bankloom::simt {

/// A part of a parameter or result; structures have several.
struct ValuePart {
  std::uint32_t index = 0;   ///< in Function::params or Function::returns
  std::uint64_t offset = 0;  ///< bytes
  friend bool operator==(const ValuePart&, const ValuePart&) = default;
  friend bool operator<(const ValuePart& a, const ValuePart& b) {
    return a.index != b.index ? a.index < b.index : a.offset < b.offset;
  }
};

/// What a value is computed from.
struct AddressOrigin {
  bool mixed = false;                    ///< of more than can be described; the other fields mean nothing
  bool loaded = false;                   ///< read from memory: an index, or an address of any array
  const ptx::Variable* array = nullptr;  ///< a shared variable, or nullptr
  std::uint64_t inputs = 0;              ///< of FunctionOrigins::inputs, one bit each
  std::uint64_t repeated = 0;            ///< inputs used more than once: the value is no address if such an input is
                                         ///< one
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

/// Analyses the functions of a module, each once.
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
  /// nullptr while the function is being analysed: it is recursive.
  [[nodiscard]] const FunctionOrigins* look_at(std::uint32_t function);

  const ptx::Module& module_;
  std::vector<std::unique_ptr<FunctionOrigins>> known_;  ///< by function
  std::vector<bool> begun_;                              ///< by function
  std::size_t depth_ = 0;                                ///< nested calls that are being analysed
};

}  // namespace bankloom::simt
