// The names visible at a place of a function: nested scopes, register ranges, labels not yet seen.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace bankloom::ptx {

/// What a name inside a function means; `index` counts in the corresponding vector of Function.
struct Binding {
  enum class Kind : std::uint8_t {
    reg,
    reg_vector,
    local_variable,
    param,
    result,
    label,
    branch_targets,
    call_targets,
    prototype,
    module_variable,  ///< a .global or .const declared inside a function: index in Module::variables
  };
  Kind kind = Kind::reg;
  std::uint32_t index = 0;  ///< reg_vector: the first element's register
  std::uint32_t count = 1;  ///< reg_vector: elements
};

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
  /// False if the innermost scope already has that name.
  [[nodiscard]] bool declare(std::string_view name, const Binding& binding);
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

}  // namespace bankloom::ptx
