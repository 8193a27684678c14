// Glossary: the words that the program uses, each with one sentence and the counters that Nsight Compute has for it.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "core/analysis/explanation.h"
#include "core/wording/text.h"

namespace bankloom {

struct GlossaryTerm {
  std::string_view term;      ///< "bank conflict"
  std::string_view meaning;   ///< one sentence
  std::string_view counters;  ///< names of Nsight Compute's metrics, with * for load and store; empty where it has none
};

/// All terms, in the order in which they build on each other.
[[nodiscard]] std::span<const GlossaryTerm> glossary();
/// The term of a name, which there must be.
[[nodiscard]] const GlossaryTerm& glossary_term(std::string_view name);
/// The terms that the sentence of a request (explanation_text()) uses.
[[nodiscard]] std::vector<const GlossaryTerm*> terms_of(const Explanation& why);
/// The term that a request's verdict is about; nullptr where it is about none.
[[nodiscard]] const GlossaryTerm* verdict_term(const Explanation& why);
/// "wavefront: one pass ... Nsight Compute: l1tex__..." in lines, for a tooltip.
[[nodiscard]] Text glossary_text(const GlossaryTerm& term);

}  // namespace bankloom
