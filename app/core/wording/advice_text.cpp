#include "core/wording/advice_text.h"

#include <set>
#include <string>
#include <vector>

#include "core/base/language.h"
#include "core/base/text_lines.h"
#include "core/wording/fault_text.h"

namespace bankloom {
namespace {

using namespace wording;

/// "c ^ (r % 32)": where a layout has column c of row r.
std::string xor_formula(const ReplayedLayout::Xor& swizzle) {
  const std::string row = swizzle.shift == 0  ? "r"
                          : swizzle.shift > 0 ? fmt::format("r / {}", 1 << swizzle.shift)
                                              : fmt::format("{} r", 1 << -swizzle.shift);
  return fmt::format("c ^ ({} % {})", row, swizzle.width);
}

Text bytes_text(std::uint64_t before, std::uint64_t after) {
  if (after > before) {
    return say("It uses {bytes} bytes of shared memory, {more} more.", "bytes"_a = Count{after},
               "more"_a = Count{after - before});
  }
  if (after < before) {
    return say("It uses {bytes} bytes of shared memory, {fewer} fewer.", "bytes"_a = Count{after},
               "fewer"_a = Count{before - after});
  }
  return say("It uses the same {bytes} bytes of shared memory.", "bytes"_a = Count{after});
}

Text blocks_text(unsigned before, unsigned after) {
  if (after == before) {
    return say("{blocks:# block fits|# blocks fit} on a multiprocessor, as before.", "blocks"_a = Count{after});
  }
  return say("{blocks:# block fits|# blocks fit} on a multiprocessor instead of {before}.", "blocks"_a = Count{after},
             "before"_a = Count{before});
}

/// What a layout costs compared with another.
Text cost_text(const LayoutCost& before, const LayoutCost& after) {
  return joined({say("It takes {after:# wavefront|# wavefronts} instead of {before}.",
                     "after"_a = Count{after.wavefronts}, "before"_a = Count{before.wavefronts}),
                 bytes_text(before.shared_bytes, after.shared_bytes),
                 blocks_text(before.occupancy.blocks, after.occupancy.blocks)});
}

Text found_text(const Suggestion& suggestion) {
  const Text layout = layout_text(*suggestion.layout);
  if (suggestion.question == AdviceQuestion::padding) {
    return suggestion.method == AdviceMethod::run
               ? say("{layout} is the smallest padding without conflict.", "layout"_a = layout)
               : say("The kernel has no option for padding; by its recorded accesses, {layout} would be enough.",
                     "layout"_a = layout);
  }
  return suggestion.method == AdviceMethod::run
             ? say("{layout} keeps the elements in swizzled columns and has no conflict.", "layout"_a = layout)
             : say("Column c of row r kept at {layout} has no conflict, according to the kernel's recorded accesses "
                   "with changed addresses.",
                   "layout"_a = layout);
}

Text none_text(const Suggestion& suggestion) {
  if (suggestion.question == AdviceQuestion::swizzle) {
    return say("None of the xor swizzles of columns by row that were tried is free of conflicts.");
  }
  if (suggestion.method == AdviceMethod::replay) {
    return say(
        "The kernel has no option for padding, and by its recorded accesses none of 0 to {last} elements is "
        "free of conflicts.",
        "last"_a = kLargestPadding);
  }
  const auto option = suggestion.trials.front().layout.options.begin();
  return say("No padding that {option} can have ({first} to {last}) is free of conflicts.", "option"_a = option->first,
             "first"_a = option->second, "last"_a = suggestion.trials.back().layout.options.begin()->second);
}

/// How near a search without result came, and what the obstacle was.
Text best_text(const std::vector<LayoutTrial>& trials) {
  const LayoutTrial* best = nullptr;
  std::uint64_t unusable = 0;
  std::set<LayoutProblem> problems;
  for (const auto& trial : trials) {
    if (trial.problem) {
      problems.insert(trial.problem);
      ++unusable;
    } else if (trial.cost && (best == nullptr || trial.cost->wavefronts < best->cost->wavefronts)) {
      best = &trial;
    }
  }
  std::vector<Text> sentences;
  if (best != nullptr) {
    sentences.push_back(
        say("The best is {layout} with {wavefronts:# wavefront|# wavefronts}, {conflicts} of them "
            "conflicts.",
            "layout"_a = layout_text(best->layout), "wavefronts"_a = Count{best->cost->wavefronts},
            "conflicts"_a = Count{best->cost->bank_conflicts}));
  }
  if (unusable != 0) {
    std::vector<std::string> reasons;
    reasons.reserve(problems.size());
    for (const LayoutProblem& problem : problems) reasons.push_back(problem_text(problem));
    sentences.push_back(say("{count} would not work: {reasons}.", "count"_a = Count{unusable},
                            "reasons"_a = join(reasons, list_sign())));
  }
  return joined(sentences);
}

}  // namespace

Text layout_text(const TriedLayout& layout) {
  if (!layout.kernel.empty()) return Text(layout.kernel);
  if (!layout.replayed) {
    std::vector<std::string> settings;
    for (const auto& [name, value] : layout.options) settings.push_back(fmt::format("{} = {}", name, value));
    return Text(join(settings, list_sign()));
  }
  if (!layout.replayed->swizzle) {
    return say("{padding:# element|# elements} at the end of a row", "padding"_a = Count{layout.replayed->padding});
  }
  const ReplayedLayout::Xor& swizzle = *layout.replayed->swizzle;
  if (swizzle.chunk == 1) return Text(xor_formula(swizzle));
  return say("{formula} of columns of {elements} elements", "formula"_a = xor_formula(swizzle),
             "elements"_a = Count{swizzle.chunk});
}

Text problem_text(const LayoutProblem& problem) {
  switch (problem.flaw) {
    case LayoutFlaw::none:
      break;
    case LayoutFlaw::not_run:
      return Text(problem.message);
    case LayoutFlaw::data_in_padding:
      return say("the kernel keeps data in the padding of the tile");
    case LayoutFlaw::misaligned:
      return problem.number == 0 ? say("wide accesses would be misaligned")
                                 : say("accesses of {bytes} bytes would be misaligned", "bytes"_a = problem.number);
    case LayoutFlaw::fault:
      return say("the emulator finds a fault ({kind})", "kind"_a = fault_kind_text(problem.fault));
    case LayoutFlaw::wrong_output:
      return say("the output is wrong");
    case LayoutFlaw::too_large:
      return say("{machine} has {bytes} bytes of shared memory for a block", "machine"_a = problem.message,
                 "bytes"_a = Count{problem.number});
    case LayoutFlaw::conflicts_in_part:
      return say("the first {recorded} of {blocks:# block|# blocks} conflict, so it was not run",
                 "recorded"_a = Count{problem.number}, "blocks"_a = Count{problem.blocks});
  }
  return {};
}

Text advice_text(const Suggestion& suggestion) {
  switch (suggestion.finding) {
    case AdviceFinding::no_shared_memory:
      break;
    case AdviceFinding::no_tile:
      return say("The kernel does not say how a tile lies in shared memory, so there is nothing to try.");
    case AdviceFinding::not_needed:
      return suggestion.question == AdviceQuestion::padding
                 ? say("No padding is needed: the shared accesses have no conflict.")
                 : say("No swizzle is needed: the shared accesses have no conflict.");
    case AdviceFinding::is_smallest:
      return say("The current {layout} is the smallest padding without conflict.",
                 "layout"_a = layout_text(*suggestion.layout));
    case AdviceFinding::other_layout:
      return joined({found_text(suggestion), cost_text(*suggestion.before, *suggestion.after)});
    case AdviceFinding::none_tried:
      return joined({none_text(suggestion), best_text(suggestion.trials),
                     suggestion.atomics_conflict
                         ? say("Atomics on one word wait for each other wherever the word lies.")
                         : Text()});
    case AdviceFinding::no_even_parts:
      return say(
          "There is no xor swizzle: a row of {row} elements does not divide into an even number of parts of {part}, "
          "so an xor would point outside the row.",
          "row"_a = suggestion.row_elements, "part"_a = suggestion.part_elements);
  }
  return say("The kernel does not access shared memory.");
}

Text suggested_text(const Suggestion& suggestion) {
  switch (suggestion.status()) {
    case AdviceStatus::as_it_is:
      return suggestion.layout ? layout_text(*suggestion.layout) : say("none needed");
    case AdviceStatus::found:
      return layout_text(*suggestion.layout);
    case AdviceStatus::none:
      return say("none is free");
    case AdviceStatus::nothing:
      break;
  }
  return say("nothing to try");
}

Text obstacle_text(EditObstacle obstacle) {
  switch (obstacle) {
    case EditObstacle::none:
      return {};
    case EditObstacle::not_a_padding:
      return say("To be written by hand: every index of the tile changes.");
    case EditObstacle::no_declaration:
      return say("To be written by hand: the tile's declaration is not in the code.");
    case EditObstacle::no_rows:
      return say("To be written by hand: the tile is declared without rows, so its indices change too.");
    case EditObstacle::part_of_element:
      return say("To be written by hand: the padding is a part of a declared element.");
    case EditObstacle::fails:
      return say("To be written by hand: with longer rows alone the kernel does not work.");
  }
  return {};
}

Text trials_text(const Suggestion& suggestion) {
  constexpr std::size_t kShown = 12;
  const auto& trials = suggestion.trials;
  if (trials.empty()) return advice_text(suggestion);
  std::vector<Text> lines{say("{advice}\n\nTried, in this order:", "advice"_a = advice_text(suggestion))};
  for (std::size_t i = 0; i < std::min(kShown, trials.size()); ++i) {
    const Text layout = layout_text(trials[i].layout);
    if (trials[i].problem) {
      lines.push_back(named_text(layout.str(), problem_text(trials[i].problem)));
    } else if (trials[i].cost) {
      lines.push_back(say("{layout}: {conflicts:# bank conflict|# bank conflicts}", "layout"_a = layout,
                          "conflicts"_a = Count{trials[i].cost->bank_conflicts}));
    } else {
      lines.push_back(say("{layout}: not evaluated", "layout"_a = layout));
    }
  }
  if (trials.size() > kShown) lines.push_back(say("… and {more} more", "more"_a = Count{trials.size() - kShown}));
  return lines_text(lines);
}

Text advice_source_text(const Advice& advice) {
  return say("{kernel}, modelled by the rules of {machine} from emulated accesses.", "kernel"_a = advice.kernel,
             "machine"_a = advice.machine);
}

}  // namespace bankloom
