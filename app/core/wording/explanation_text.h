// What a request costs and why, in sentences and in a few words.
#pragma once

#include "core/analysis/explanation.h"
#include "core/wording/text.h"

namespace bankloom {

/// "32 wavefronts (32-way bank conflict): all 32 lanes read different words of bank 0, one per wavefront. ...". Brief:
/// without the distances between lanes.
[[nodiscard]] Text explanation_text(const Explanation& why, Length length = Length::full);

/// Its part about the distances between lanes, or a swizzle: "Neighbouring lanes are 32 words apart, a multiple of the
/// 32 banks." Empty where there is none, and for global memory.
[[nodiscard]] Text layout_reason_text(const Explanation& why);

/// "32 words apart": how far neighbouring lanes are; empty where the distances differ.
[[nodiscard]] Text lanes_apart_text(const Explanation& why);

/// "32-way conflict" and "32 wavefronts · in one bank", which is "in one bank" where there is less room; empty where
/// there is no shorter form.
struct VerdictText {
  Text words, detail, brief_detail;
};
[[nodiscard]] VerdictText verdict_text(const Explanation& why);
/// What stands in its place while a question hides it.
[[nodiscard]] VerdictText hidden_verdict_text();

/// "y ^ x", "p ^ (y / 4)": the column of a swizzled tile in which piece `piece` of row y lies.
[[nodiscard]] std::string swizzle_formula(const TileSwizzle& tile, std::string_view piece);

}  // namespace bankloom
