#include <set>

#include "core/base/language.h"
#include "core/base/nearest_name.h"
#include "core/own/own_stages.h"

namespace bankloom::own {

std::vector<std::string> overlooked_remarks(const AskedText& asked) {
  std::vector<std::string> sentences, names;
  for (const ParameterPlan& parameter : asked.plan.parameters) {
    names.push_back(parameter.name);
    if (!parameter.alias.empty()) names.push_back(parameter.alias);
  }
  // A second comment on one of these is a mistake.
  std::set<std::string> single(names.begin(), names.end());
  single.insert("tile");
  names.insert(names.end(), {"launch", "tile", "output"});
  std::set<std::string> known(names.begin(), names.end()), seen;
  // A file may hold several kernels, each with its comments.
  for (const KernelDeclaration& kernel : asked.facts.kernels) {
    for (const ParameterDeclaration& parameter : kernel.parameters) known.insert(parameter.name);
  }
  for (const Remark& remark : asked.facts.remarks) {
    const auto left_alone = [&](const std::string& why) {
      sentences.push_back(
          message("Line {}, '{}: {}', is ignored: {}.", remark.rest.line, remark.word, remark.rest.text, why));
    };
    const auto buffer = parse_buffer(remark.rest);
    if (known.contains(remark.word)) {
      if (!seen.insert(remark.word).second && single.contains(remark.word) && buffer) {
        left_alone(message("line {} says it already", remark_on(asked.facts, remark.word)->rest.line));
      }
      continue;
    }
    // It looks meant for bankloom: a launch, a buffer of a known type, or a value for a misspelt parameter.
    const auto meant = nearest_name(remark.word, names);
    const bool is_buffer =
        buffer && (meant || buffer->value || buffer->type.empty() || element_named(buffer->type).bytes != 0);
    if (remark.rest.text.find("<<<") != std::string::npos) {
      left_alone(message("a launch is written `// launch: NAME<<<GRID, BLOCK>>>(ARGUMENTS)`"));
    } else if (is_buffer || (meant && !reads_like_prose(remark.rest.text))) {
      left_alone(
          meant ? message("{} has no parameter '{}'; perhaps '{}' is meant", asked.plan.kernel, remark.word, *meant)
                : message("{} has no parameter '{}'", asked.plan.kernel, remark.word));
    }
  }
  return sentences;
}

}  // namespace bankloom::own
