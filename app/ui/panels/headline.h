// What is said of a side's present request above its picture: the verdict, how far it is, and the sentence that
// explains it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/wording/explanation_text.h"
#include "ui/layout/box.h"
#include "ui/panel.h"

namespace bankloom::ui {

/// "32-way conflict" and what is said beside it; of a warp that accesses nothing that it does so.
[[nodiscard]] VerdictText verdict_of(const SideView& view);
/// What the word of the verdict means; empty where it is a fault's, or none of the glossary's.
[[nodiscard]] std::string verdict_meaning(const SideView& view);
/// As good or bad as the request is.
[[nodiscard]] Colour verdict_colour(const Theme& theme, const SideView& view);
/// What stands beside the verdict, in several lengths: of a side that is done, how long it waits for the other; what
/// was guessed.
[[nodiscard]] Wordings details_of(const SideView& view);
/// The longest that stands there at any step, where the other side takes `most` of them; 0: there is none.
[[nodiscard]] Wordings longest_details_of(const SideView& view, std::uint32_t most);
/// What it means that something was guessed; empty where nothing was that the verdict depends on.
[[nodiscard]] std::string guessed_meaning(const SideView& view);
/// "7" and "of 32 wavefronts" of a side at a step of its request; empty where its cost is not shown.
struct Counter {
  Text number = "", of = "";
  bool empty = true;
};
[[nodiscard]] Counter counter_of(const SideView& view, std::uint32_t step, Length length);
/// Why the present request takes as long as it does, in sentences.
[[nodiscard]] std::string explanation_of_side(const Session& session, Side side);
/// The same where the verdict stands above: a view shows the first that fits.
[[nodiscard]] std::vector<std::string> sentences_of_side(const Session& session, Side side);

}  // namespace bankloom::ui
