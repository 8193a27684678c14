// The text about a side's present request above its picture: the verdict, its progress, and the sentence that explains
// it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/wording/explanation_text.h"
#include "ui/layout/box.h"
#include "ui/panel.h"

namespace bankloom::ui {

/// A request that stands for all that look like it.
struct RequestKind {
  Explanation why;
  Space space = Space::shared;
  std::uint32_t steps = 1;
};
/// One request of each kind of a timeline, as many as a headline is measured with.
[[nodiscard]] std::vector<RequestKind> request_kinds(const KernelRun& run, const Timeline& timeline);

/// Whether the lesson has not come to what such a request takes.
[[nodiscard]] bool is_untaught(const SideView& view);
/// "32-way conflict" and its details; of a warp without accesses, that it has none.
[[nodiscard]] VerdictText verdict_of(const SideView& view);
/// The meaning of the verdict's term; empty for a fault, or a term that is not in the glossary.
[[nodiscard]] std::string verdict_meaning(const SideView& view);
/// From good to bad, as the request is.
[[nodiscard]] Colour verdict_colour(const Theme& theme, const SideView& view);
/// Whether a side is done and waits for the other, and the mark of that beside its verdict.
[[nodiscard]] inline bool is_done(const SideView& view) { return view.state && view.state->idle != 0; }
[[nodiscard]] inline Text done_mark(const Theme& theme) {
  return Text(bankloom::Text::verbatim("✓")).fonts({FontUse::verdict}).colour(theme.good);
}
/// The details beside the verdict, in several lengths: of a side that is done, how long it waits for the other;
/// assumptions.
[[nodiscard]] Wordings details_of(const SideView& view);
/// The meaning of an assumption; empty if the verdict depends on none.
[[nodiscard]] std::string guessed_meaning(const SideView& view);
/// "7" and "of 32 wavefronts" of a side at a step of its request; empty if its cost is not shown.
struct Counter {
  Text number = "", of = "";
  bool empty = true;
};
[[nodiscard]] Counter counter_of(const SideView& view, std::uint32_t step, Length length);
/// What stands above a request at its longest, of each kind of request that a side makes: a layout that has room for
/// all of it stays as it is from request to request.
struct HeadlineText {
  bankloom::Text verdict;
  std::string detail = {};
  Counter counter = {};
};
/// `kinds`: one request of each kind; `most`: the steps for which the side may be idle, 0: it has no other side.
[[nodiscard]] std::vector<HeadlineText> longest_headlines_of(const SideView& view,
                                                             const std::vector<RequestKind>& kinds, std::uint32_t most,
                                                             Length length);
/// Sentences that explain the duration of the present request.
[[nodiscard]] std::string explanation_of_side(const Session& session, Side side);
/// The same for a view with the verdict above: it shows the first that fits.
[[nodiscard]] std::vector<std::string> sentences_of_side(const Session& session, Side side);

}  // namespace bankloom::ui
