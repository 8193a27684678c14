#include <vector>

#include "complaints.h"
#include "core/ptx/link.h"
#include "core/ptx/parser.h"
#include "try_module.h"

namespace bankloom::fuzz {
namespace {

constexpr std::string_view kBetween = "//----\n";
constexpr std::size_t kMostParts = 4;

using Parts = std::vector<std::shared_ptr<const ptx::Module>>;

Complaint check_variables(const Parts& parts, const ptx::Linked& linked) {
  if (linked.variables.size() != parts.size()) return "variables of other parts than were linked";
  for (std::size_t p = 0; p < parts.size(); ++p) {
    const std::vector<ptx::Variable>& own = parts[p]->variables;
    if (linked.variables[p].size() != own.size()) return "a part has other variables than before";
    for (std::size_t v = 0; v < own.size(); ++v) {
      const std::uint32_t index = linked.variables[p][v];
      if (index >= linked.module->variables.size()) return "a variable that the whole does not have";
      if (linked.module->variables[index].name != own[v].name) return "a variable that is another one in the whole";
    }
  }
  return {};
}

}  // namespace

Complaint try_link(std::string_view texts) {
  if (texts.size() > kLongestInput) return {};
  Parts parts;
  while (parts.size() < kMostParts) {
    const std::size_t end = texts.find(kBetween);
    const auto module = ptx::parse(std::string(texts.substr(0, end)));
    if (!module) return check_error(module.error());
    parts.push_back(*module);
    if (end == std::string_view::npos) break;
    texts.remove_prefix(end + kBetween.size());
  }
  for (std::size_t home = 0; home < parts.size(); ++home) {
    const ptx::Linked linked = ptx::link(parts, home);
    if (Complaint complaint = check_variables(parts, linked); !complaint.empty()) return complaint;
    if (Complaint complaint = try_module(linked.module); !complaint.empty()) return complaint;
  }
  return {};
}

}  // namespace bankloom::fuzz
