// Glossary: the terms that the program uses, each with one sentence and Nsight Compute's counters for it.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "core/analysis/explanation.h"
#include "core/wording/text.h"

namespace bankloom {

struct GlossaryTerm {
  std::string_view term;          ///< "bank conflict"
  std::string_view meaning;       ///< one sentence
  std::string_view counters;      ///< Nsight Compute's metrics, with * for load and store; empty: none
  std::string_view context = {};  ///< of a word with another sense elsewhere
};
/// The term in the present language.
[[nodiscard]] std::string term_name(const GlossaryTerm& term);

/// All terms; each builds on those before it.
[[nodiscard]] std::span<const GlossaryTerm> glossary();
/// The term of a name, which must exist.
[[nodiscard]] const GlossaryTerm& glossary_term(std::string_view name);
/// The terms that the sentence of a request (explanation_text()) uses.
[[nodiscard]] std::vector<const GlossaryTerm*> terms_of(const Explanation& why);
/// The term that a request's verdict is about, or nullptr.
[[nodiscard]] const GlossaryTerm* verdict_term(const Explanation& why);
/// "wavefront: one pass ... Nsight Compute: l1tex__..." in lines, for a tooltip.
[[nodiscard]] Text glossary_text(const GlossaryTerm& term);

}  // namespace bankloom
