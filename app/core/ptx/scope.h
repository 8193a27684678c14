// The names visible at a place of a module: its own, nested scopes of a function, register ranges, labels not yet seen.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/base/result.h"
#include "core/ptx/module.h"

namespace bankloom::ptx {

/// What a name means, as an operand: `index` counts in the corresponding vector of Function or Module.
struct Binding {
  Operand::Kind kind = Operand::Kind::reg;
  std::uint32_t index = 0;  ///< of a vector: the first element's register
  std::uint32_t count = 1;  ///< of a vector: elements
};

/// The names outside of functions: functions and variables.
using ModuleNames = std::unordered_map<std::string_view, Binding>;

/// A label that was used before its definition, and the place of its index.
struct LabelReference {
  std::string_view name;
  std::uint32_t line = 0;
  bool in_table = false;  ///< in Function::branch_tables[owner][place], else in body[owner].operands[place]
  std::uint32_t owner = 0;
  std::uint32_t place = 0;
};

/// The scopes from a function's outermost to the innermost open one.
class ScopeStack {
 public:
  void open() { scopes_.emplace_back(); }
  /// Closes the innermost scope. References to its labels are returned in `resolved` with the label's place; the others
  /// move to the enclosing scope or, if this was the last, are returned in `unresolved`.
  struct Resolved {
    LabelReference reference;
    std::uint32_t target = 0;
  };
  void close(std::vector<Resolved>& resolved, std::vector<LabelReference>& unresolved);

  [[nodiscard]] std::size_t depth() const { return scopes_.size(); }
  /// Fails if the innermost scope already has that name.
  [[nodiscard]] Result<void> declare(std::string_view name, const Binding& binding, std::uint32_t line);
  /// Registers prefix0 to prefix(count - 1), the first being Function::registers[first]; each a vector of so many
  /// consecutive elements.
  [[nodiscard]] bool declare_range(std::string_view prefix, std::uint32_t first, std::uint32_t count,
                                   std::uint32_t elements = 1);
  [[nodiscard]] std::optional<Binding> find(std::string_view name) const;
  void refer_to_label(const LabelReference& reference) { scopes_.back().pending.push_back(reference); }

 private:
  struct Range {
    std::uint32_t first = 0;
    std::uint32_t count = 0;
    std::uint32_t elements = 1;
  };
  struct Scope {
    std::unordered_map<std::string_view, Binding> names;
    std::unordered_map<std::string_view, Range> ranges;
    std::vector<LabelReference> pending;
  };
  std::vector<Scope> scopes_;
};

/// The function whose body is being parsed, and the names visible at this place of it.
struct FunctionScope {
  Function& function;
  ScopeStack names;
};

}  // namespace bankloom::ptx
