#include "core/ptx/link.h"

#include <algorithm>
#include <map>
#include <string>
#include <utility>

namespace bankloom::ptx {
namespace {

using Parts = std::span<const std::shared_ptr<const Module>>;
using Indices = std::vector<std::uint32_t>;

class Linker {
 public:
  Linker(Parts parts, std::size_t home) : parts_(parts), home_(home), module_(std::make_shared<Module>()) {}

  Linked run() {
    const Module& first = *parts_[home_];
    module_->version_major = first.version_major;
    module_->version_minor = first.version_minor;
    module_->target = first.target;
    module_->address_size = first.address_size;
    module_->files = first.files;
    for (const auto& part : parts_) module_->text += part->text + '\n';
    place_variables();
    place_functions();
    for (std::size_t p = 0; p < parts_.size(); ++p) add_part(p);
    return {module_, std::move(variables_)};
  }

 private:
  static bool is_defined(const Variable& variable) { return !variable.is_extern; }
  /// Each module has its own dynamic shared memory.
  static bool is_looked_for(const Variable& variable) { return variable.is_extern && variable.space != Space::shared; }
  static bool is_same(const Variable& a, const Variable& b) {
    return (a.space == Space::global || a.space == Space::constant) && a.space == b.space && a.size == b.size &&
           a.initial == b.initial && a.relocations.empty() && b.relocations.empty();
  }

  void place_variables() {
    variables_.resize(parts_.size());
    std::map<std::string, std::uint32_t> known;
    std::uint32_t count = 0;
    std::vector<const Variable*> placed;
    const auto add = [&](const Variable& variable) {
      placed.push_back(&variable);
      return count++;
    };
    for (std::size_t p = 0; p < parts_.size(); ++p) {
      for (const Variable& variable : parts_[p]->variables) {
        std::uint32_t index = kNone;
        if (!is_looked_for(variable)) {
          const auto found = known.find(variable.name);
          const bool is_known =
              found != known.end() && is_defined(variable) && is_same(*placed[found->second], variable);
          index = is_known ? found->second : add(variable);
          if (is_defined(variable)) known.emplace(variable.name, index);
        }
        variables_[p].push_back(index);
      }
    }
    for (std::size_t p = 0; p < parts_.size(); ++p) {
      for (std::size_t v = 0; v < variables_[p].size(); ++v) {
        if (variables_[p][v] != kNone) continue;
        const Variable& wanted = parts_[p]->variables[v];
        const auto [found, is_new] = known.emplace(wanted.name, count);
        if (is_new) add(wanted);
        variables_[p][v] = found->second;
      }
    }
    for (const Variable* const variable : placed) module_->variables.push_back(*variable);
  }

  void place_functions() {
    functions_.resize(parts_.size());
    std::map<std::string, std::uint32_t> known;
    std::uint32_t count = 0;
    for (std::size_t p = 0; p < parts_.size(); ++p) {
      for (const Function& function : parts_[p]->functions) {
        functions_[p].push_back(function.is_extern ? kNone : count);
        if (function.is_extern) continue;
        known.emplace(function.name, count++);
      }
    }
    for (std::size_t p = 0; p < parts_.size(); ++p) {
      for (std::size_t f = 0; f < functions_[p].size(); ++f) {
        if (functions_[p][f] != kNone) continue;
        const auto [found, is_new] = known.emplace(parts_[p]->functions[f].name, count);
        if (is_new) ++count;
        functions_[p][f] = found->second;
      }
    }
    module_->functions.resize(count);
  }

  /// Copies the definitions of a part, and its declarations that no part defines, with their indices changed.
  void add_part(std::size_t p) {
    const Module& part = *parts_[p];
    for (std::size_t v = 0; v < part.variables.size(); ++v) {
      Variable& variable = module_->variables[variables_[p][v]];
      if (part.variables[v].relocations.empty()) continue;
      variable.relocations = part.variables[v].relocations;
      for (Variable::Relocation& relocation : variable.relocations) {
        relocation.variable = (relocation.is_function ? functions_ : variables_)[p][relocation.variable];
      }
    }
    for (std::size_t f = 0; f < part.functions.size(); ++f) {
      Function& function = module_->functions[functions_[p][f]];
      if (part.functions[f].is_extern && !function.name.empty()) continue;
      function = part.functions[f];
      change_function(p, function);
    }
    text_at_ += part.text.size() + 1;
    lines_ += static_cast<std::uint32_t>(std::ranges::count(part.text, '\n')) + 1;
  }

  void change_function(std::size_t p, Function& function) {
    function.ptx_line += lines_;
    for (Indices& table : function.call_tables) {
      for (std::uint32_t& callee : table) callee = functions_[p][callee];
    }
    for (Instruction& instruction : function.body) {
      instruction.ptx_line += lines_;
      if (p != home_) instruction.source_line = 0;
      if (!instruction.text.empty()) {
        const auto offset = static_cast<std::size_t>(instruction.text.data() - parts_[p]->text.data());
        instruction.text = std::string_view(module_->text).substr(text_at_ + offset, instruction.text.size());
      }
      for (Operand& operand : instruction.operands) change_operand(p, operand);
    }
  }

  void change_operand(std::size_t p, Operand& operand) {
    const bool is_variable = operand.kind == Operand::Kind::variable ||
                             (operand.kind == Operand::Kind::address && operand.base == Operand::Base::variable);
    if (is_variable) operand.index = variables_[p][operand.index];
    if (operand.kind == Operand::Kind::function) operand.index = functions_[p][operand.index];
    for (Operand& element : operand.elements) change_operand(p, element);
  }

  static constexpr std::uint32_t kNone = ~std::uint32_t{0};

  Parts parts_;
  std::size_t home_;
  std::shared_ptr<Module> module_;
  std::vector<Indices> variables_, functions_;  ///< of each part, its indices in the module
  std::size_t text_at_ = 0;                     ///< start of the part's text, and the number of lines before it
  std::uint32_t lines_ = 0;
};

}  // namespace

Linked link(std::span<const std::shared_ptr<const Module>> parts, std::size_t home) {
  return Linker(parts, home).run();
}

}  // namespace bankloom::ptx
