#include "core/ptx/scope.h"

#include "core/ptx/token_cursor.h"

namespace bankloom::ptx {
namespace {

// "%r12" -> ("%r", 12); nothing if the name ends in no number, or in one with leading zeros.
struct Numbered {
  std::string_view prefix;
  std::uint32_t number = 0;
};
std::optional<Numbered> split_number(std::string_view name) {
  std::size_t digits = 0;
  while (digits < name.size() && name[name.size() - 1 - digits] >= '0' && name[name.size() - 1 - digits] <= '9') {
    ++digits;
  }
  if (digits == 0 || digits > 9 || digits == name.size()) return std::nullopt;
  const std::string_view number = name.substr(name.size() - digits);
  if (digits > 1 && number.front() == '0') return std::nullopt;
  std::uint32_t value = 0;
  for (const char c : number) value = value * 10 + static_cast<std::uint32_t>(c - '0');
  return Numbered{name.substr(0, name.size() - digits), value};
}

}  // namespace

void ScopeStack::close(std::vector<Resolved>& resolved, std::vector<LabelReference>& unresolved) {
  const Scope closing = std::move(scopes_.back());
  scopes_.pop_back();
  for (const LabelReference& reference : closing.pending) {
    const auto at = closing.names.find(reference.name);
    if (at != closing.names.end() && at->second.kind == Operand::Kind::label) {
      resolved.push_back({reference, at->second.index});
    } else if (!scopes_.empty()) {
      scopes_.back().pending.push_back(reference);
    } else {
      unresolved.push_back(reference);
    }
  }
}

Result<void> ScopeStack::declare(std::string_view name, const Binding& binding, std::uint32_t line) {
  if (name == "_") return fail_at(line, "'_' is not a name");
  Scope& scope = scopes_.back();
  bool is_new = true;
  if (const auto numbered = split_number(name)) {
    const auto range = scope.ranges.find(numbered->prefix);
    is_new = range == scope.ranges.end() || numbered->number >= range->second.count;
  }
  is_new = is_new && scope.names.emplace(name, binding).second;
  if (!is_new) return fail_at(line, "'{}' is declared twice", name);
  return {};
}

bool ScopeStack::declare_range(std::string_view prefix, std::uint32_t first, std::uint32_t count,
                               std::uint32_t elements) {
  return scopes_.back().ranges.emplace(prefix, Range{first, count, elements}).second;
}

std::optional<Binding> ScopeStack::find(std::string_view name) const {
  const std::optional<Numbered> numbered = split_number(name);
  // Clang 14 does not compile the reversed view of libstdc++ 12.
  // NOLINTNEXTLINE(modernize-loop-convert)
  for (auto inner = scopes_.rbegin(); inner != scopes_.rend(); ++inner) {
    const Scope& scope = *inner;
    if (numbered) {
      const auto range = scope.ranges.find(numbered->prefix);
      if (range != scope.ranges.end() && numbered->number < range->second.count) {
        const Range& registers = range->second;
        return Binding{.kind = registers.elements == 1 ? Operand::Kind::reg : Operand::Kind::vector,
                       .index = registers.first + numbered->number * registers.elements,
                       .count = registers.elements};
      }
    }
    const auto at = scope.names.find(name);
    if (at != scope.names.end()) return at->second;
  }
  return std::nullopt;
}

}  // namespace bankloom::ptx
