// What a request costs and why, in whole sentences and in few words.
#pragma once

#include "core/analysis/explanation.h"
#include "core/wording/text.h"

namespace bankloom {

/// "32 wavefronts (32-way bank conflict): all 32 lanes read different words of bank 0, one per wavefront. ...". Every
/// part of it is true for the access at hand. Brief: without what is said of the distances between lanes.
[[nodiscard]] Text explanation_text(const Explanation& why, Length length = Length::full);

/// Of that what is said of the distances between lanes, or of a swizzle, and of no cost: "Neighbouring lanes are 32
/// words apart, a multiple of the 32 banks." Empty where there is nothing to say of them, and for global memory.
[[nodiscard]] Text layout_reason_text(const Explanation& why);

/// "32-way conflict" and "32 wavefronts · in one bank", of which "in one bank" is said where there is less room; empty
/// where there is nothing shorter.
struct VerdictText {
  Text words, detail, brief_detail;
};
[[nodiscard]] VerdictText verdict_text(const Explanation& why);

/// "y ^ x", "p ^ (y / 4)": the column of a swizzled tile in which piece `piece` of row y lies.
[[nodiscard]] std::string swizzle_formula(const TileSwizzle& tile, std::string_view piece);

}  // namespace bankloom
