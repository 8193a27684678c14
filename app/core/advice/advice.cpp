#include "core/advice/advice.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

#include "core/advice/tile_replay.h"
#include "core/base/text_lines.h"
#include "core/simt/run_control.h"

namespace bankloom {
namespace {

std::uint64_t wavefronts_of(const KernelCost& cost) {
  return cost.shared_load.wavefronts + cost.shared_store.wavefronts + cost.shared_atomic.wavefronts;
}

LayoutCost layout_cost(const KernelRun& run) {
  LayoutCost cost;
  cost.shared_bytes = run.shared_bytes;
  cost.occupancy = occupancy(run.machine, run.instance.block, run.shared_bytes);
  cost.requests = run.cost.shared_load.requests + run.cost.shared_store.requests + run.cost.shared_atomic.requests;
  cost.wavefronts = wavefronts_of(run.cost);
  cost.bank_conflicts = run.cost.shared_load.bank_conflicts + run.cost.shared_store.bank_conflicts +
                        run.cost.shared_atomic.bank_conflicts;
  cost.blocks = run.instance.grid.count();
  return cost;
}

LayoutCost layout_cost(const KernelRun& run, const ReplayCost& replayed, std::uint64_t shared_bytes) {
  return {shared_bytes,
          occupancy(run.machine, run.instance.block, shared_bytes),
          replayed.requests,
          replayed.wavefronts,
          replayed.bank_conflicts,
          run.recorded_blocks};
}

/// The values of a padding option that are tried, from the smallest.
std::vector<std::string> padding_values(const Option& option) {
  std::vector<std::string> values;
  const auto last = std::min<std::int64_t>(option.maximum, kLargestPadding);
  for (std::int64_t value = std::max<std::int64_t>(0, option.minimum); value <= last; ++value) {
    values.push_back(std::to_string(value));
  }
  return values;
}

std::string bytes_change(std::uint64_t before, std::uint64_t after) {
  if (after == before) return fmt::format("the same {} bytes of shared memory", after);
  if (after > before) return fmt::format("{} bytes of shared memory, {} more", after, after - before);
  return fmt::format("{} bytes of shared memory, {} fewer", after, before - after);
}

/// "33 wavefronts instead of 1056, 4224 bytes of shared memory, 128 more, and 2 blocks on a multiprocessor as before"
std::string effect(const LayoutCost& before, const LayoutCost& after) {
  const auto blocks = [](unsigned count) { return fmt::format("{} block{}", count, count == 1 ? "" : "s"); };
  const std::string held = after.occupancy.blocks == before.occupancy.blocks
                               ? blocks(after.occupancy.blocks) + " on a multiprocessor as before"
                               : fmt::format("{} on a multiprocessor instead of {}", blocks(after.occupancy.blocks),
                                             before.occupancy.blocks);
  return fmt::format("{} wavefronts instead of {}, {}, and {}", after.wavefronts, before.wavefronts,
                     bytes_change(before.shared_bytes, after.shared_bytes), held);
}

/// The dearest thing to know about a search that found nothing: how near it came, and what stood in the way.
std::string best_of(const std::vector<LayoutTrial>& trials) {
  const LayoutTrial* best = nullptr;
  std::size_t unusable = 0;
  std::set<std::string> problems;
  for (const auto& trial : trials) {
    if (!trial.problem.empty()) {
      problems.insert(trial.problem);
      ++unusable;
    } else if (trial.cost && (best == nullptr || trial.cost->wavefronts < best->cost->wavefronts)) {
      best = &trial;
    }
  }
  std::string text;
  if (best != nullptr) {
    text = fmt::format("; the best is {} with {} wavefronts, {} of them conflicts", best->layout,
                       best->cost->wavefronts, best->cost->bank_conflicts);
  }
  if (unusable != 0) text += fmt::format("; {} would not work: {}", unusable, join(problems, ", "));
  return text;
}

/// The search for advice on one run.
class Adviser {
 public:
  Adviser(const KernelRun& run, const Catalog& catalog, Compiler& compiler, const std::string& architecture,
          const std::stop_token& stop)
      : run_(run),
        catalog_(catalog),
        compiler_(compiler),
        architecture_(architecture),
        stop_(stop),
        replay_(TileReplay::of(run)),
        now_(layout_cost(run)) {
    for (const auto& fault : run.faults) faults_.insert(fault.kind);
  }

  Suggestion padding() {
    Suggestion suggestion;
    if (says_nothing(suggestion)) return suggestion;
    const Option* option = run_.kernel->tile_padding();
    if (option == nullptr) {
      replayed_padding(suggestion);
      return suggestion;
    }
    const std::string& current = run_.instance.options.at(option->name);
    for (const std::string& value : padding_values(*option)) {
      if (stop_.stop_requested()) return suggestion;
      OptionValues options = run_.instance.options;
      options[option->name] = value;
      const std::string layout = fmt::format("{} = {}", option->name, value);
      if (value == current) {
        suggestion.trials.push_back({layout, now_, {}});
      } else if (const auto screened = screen(*option, options, layout)) {
        suggestion.trials.push_back(*screened);
        continue;
      } else {
        suggestion.trials.push_back(try_run(run_.kernel, options, layout));
      }
      const LayoutTrial& trial = suggestion.trials.back();
      if (!trial.conflict_free()) continue;
      suggestion.layout = layout;
      suggestion.before = now_;
      suggestion.after = trial.cost;
      if (value == current) {
        suggestion.status = AdviceStatus::as_it_is;
        suggestion.sentence = value == "0"
                                  ? "No padding is needed: the shared accesses have no conflict as they are."
                                  : fmt::format("{}, as it is, is the smallest padding without conflict.", layout);
      } else {
        suggestion.status = AdviceStatus::found;
        suggestion.kernel = run_.kernel->id();
        suggestion.options = std::move(options);
        suggestion.sentence =
            fmt::format("{} is the smallest padding without conflict: {}.", layout, effect(now_, *trial.cost));
      }
      return suggestion;
    }
    suggestion.status = AdviceStatus::none;
    suggestion.sentence = fmt::format("No padding that {} can have ({} to {}) is free of conflicts{}{}.", option->name,
                                      suggestion.trials.empty() ? "" : padding_values(*option).front(),
                                      suggestion.trials.empty() ? "" : padding_values(*option).back(),
                                      best_of(suggestion.trials), atomics_clause());
    return suggestion;
  }

  Suggestion swizzle() {
    Suggestion suggestion;
    if (says_nothing(suggestion)) return suggestion;
    suggestion.before = now_;
    if (now_.bank_conflicts == 0 && (!run_.tile || run_.tile->padding == 0)) {
      suggestion.status = AdviceStatus::as_it_is;
      suggestion.after = now_;
      suggestion.sentence = "No swizzle is needed: the shared accesses have no conflict as they are.";
      return suggestion;
    }
    if (const auto there = swizzled_version()) {
      const auto& [kernel, options] = *there;
      std::string layout = kernel->id();
      if (kernel->id() == run_.kernel->id()) {
        layout.clear();
        for (const auto& [name, value] : options) {
          if (run_.instance.options.at(name) == value) continue;
          layout += fmt::format("{}{} = {}", layout.empty() ? "" : ", ", name, value);
        }
      }
      const auto owner = kernel == run_.kernel.get() ? run_.kernel : borrow_kernel(*kernel);
      suggestion.trials.push_back(try_run(owner, options, layout));
      if (stop_.stop_requested()) return suggestion;
      const LayoutTrial& trial = suggestion.trials.back();
      if (trial.conflict_free()) {
        suggestion.status = AdviceStatus::found;
        suggestion.layout = layout;
        suggestion.after = trial.cost;
        suggestion.kernel = kernel->id();
        suggestion.options = options;
        suggestion.sentence = fmt::format("{} keeps the elements in swizzled columns and has no conflict: {}.", layout,
                                          effect(now_, *trial.cost));
        return suggestion;
      }
    }
    replayed_swizzle(suggestion);
    return suggestion;
  }

  [[nodiscard]] const LayoutCost& now() const { return now_; }

 private:
  bool says_nothing(Suggestion& suggestion) const {
    if (now_.requests != 0) return false;
    suggestion.sentence = "The kernel does not access shared memory.";
    return true;
  }

  /// Atomics at one word wait for each other wherever it lies.
  [[nodiscard]] std::string atomics_clause() const {
    return run_.cost.shared_atomic.bank_conflicts == 0
               ? ""
               : "; atomics at one word wait for each other wherever the word lies";
  }

  /// Of a run that was recorded only in part, that the layout has conflicts, where the replay of that part shows some:
  /// not worth a run, whose sums alone would stand beside those of the whole grid.
  std::optional<LayoutTrial> screen(const Option& option, const OptionValues& options, const std::string& layout) {
    if (run_.recorded_blocks >= run_.instance.grid.count() || !replay_ || option.type != "int") return std::nullopt;
    const auto padding = evaluate(run_.kernel->tile->padding, options);
    if (!padding || *padding < 0) return std::nullopt;
    const auto elements = static_cast<std::uint64_t>(*padding);
    const ReplayCost replayed = replay_->price({elements, std::nullopt});
    if (replayed.problem.empty() && replayed.bank_conflicts == 0) return std::nullopt;
    if (!replayed.problem.empty()) return LayoutTrial{layout, std::nullopt, replayed.problem};
    return LayoutTrial{layout, std::nullopt,
                       fmt::format("the first {} of {} blocks conflict, so it was not run", run_.recorded_blocks,
                                   run_.instance.grid.count())};
  }

  /// Compiles, executes and analyses a kernel.
  LayoutTrial try_run(std::shared_ptr<const Kernel> kernel, const OptionValues& options, const std::string& layout) {
    LayoutTrial trial{layout, std::nullopt, {}};
    auto compiled = compile_kernel(std::move(kernel), options, architecture_, compiler_);
    if (!compiled) {
      trial.problem = compiled.error().error.message;
      return trial;
    }
    RunControl control;
    const std::stop_callback cancels(stop_, [&control] { control.cancel(); });
    RunSettings settings;
    settings.control = &control;
    settings.recorded_threads = 1;  // the sums are all that is wanted
    const auto run = run_kernel(std::move(*compiled), run_.machine, settings);
    if (!run) {
      trial.problem = run.error().error.message;
      return trial;
    }
    trial.cost = layout_cost(**run);
    for (const auto& fault : (*run)->faults) {
      if (faults_.contains(fault.kind)) continue;
      trial.problem = fault.kind == simt::FaultKind::misaligned
                          ? std::string("wide accesses would be misaligned")
                          : fmt::format("the emulator finds {}", simt::fault_kind_name(fault.kind));
      return trial;
    }
    if ((*run)->different != 0 && run_.different == 0) trial.problem = "the output is wrong";
    return trial;
  }

  /// The kernel with the swizzle, where the text that was run is the catalogue's and not the swizzled one itself.
  [[nodiscard]] std::optional<std::pair<const Kernel*, OptionValues>> swizzled_version() const {
    auto there = find_swizzled(catalog_, *run_.kernel, run_.instance.options);
    if (!there) return std::nullopt;
    if (there->first == run_.kernel.get()) {
      if (there->second == run_.instance.options) return std::nullopt;
      return there;
    }
    const auto own = find_kernel(catalog_, run_.kernel->id());
    if (!own || (*own)->source != run_.kernel->source) return std::nullopt;
    return there;
  }

  void no_tile(Suggestion& suggestion) const {
    suggestion.status = AdviceStatus::nothing;
    suggestion.sentence = "The kernel says of no tile how it lies in shared memory, so there is nothing to try.";
  }

  /// Recorded accesses of the same blocks, as they are.
  [[nodiscard]] LayoutCost replay_before() {
    return run_.recorded_blocks >= run_.instance.grid.count()
               ? now_
               : layout_cost(run_, replay_->as_recorded(), run_.shared_bytes);
  }

  void replayed_padding(Suggestion& suggestion) {
    suggestion.method = AdviceMethod::replay;
    if (now_.bank_conflicts == 0) {
      suggestion.status = AdviceStatus::as_it_is;
      suggestion.before = suggestion.after = now_;
      suggestion.sentence = "No padding is needed: the shared accesses have no conflict as they are.";
      return;
    }
    if (!replay_) return no_tile(suggestion);
    suggestion.before = replay_before();
    for (std::uint64_t padding = 0; padding <= kLargestPadding && !stop_.stop_requested(); ++padding) {
      const ReplayCost replayed = replay_->price({padding, std::nullopt});
      const std::string layout = fmt::format("{} element{} at the end of a row", padding, padding == 1 ? "" : "s");
      LayoutTrial trial{layout, layout_cost(run_, replayed, replay_->shared_bytes(padding)), replayed.problem};
      refuse_too_large(trial);
      suggestion.trials.push_back(std::move(trial));
      if (!suggestion.trials.back().conflict_free()) continue;
      suggestion.status = AdviceStatus::found;
      suggestion.layout = layout;
      suggestion.after = suggestion.trials.back().cost;
      suggestion.sentence =
          fmt::format("The kernel has no option for padding. By its recorded accesses, {} would be enough: {}.", layout,
                      effect(*suggestion.before, *suggestion.after));
      return;
    }
    suggestion.status = AdviceStatus::none;
    suggestion.sentence = fmt::format(
        "The kernel has no option for padding, and by its recorded accesses none of 0 to {} elements is free of "
        "conflicts{}{}.",
        kLargestPadding, best_of(suggestion.trials), atomics_clause());
  }

  void replayed_swizzle(Suggestion& suggestion) {
    suggestion.method = AdviceMethod::replay;
    if (!replay_) return no_tile(suggestion);
    suggestion.before = replay_before();
    const std::uint64_t chunk = replay_->chunk();
    const std::uint64_t width = replay_->widest_xor();
    if (width == 1) {
      suggestion.status = AdviceStatus::none;
      suggestion.sentence = fmt::format(
          "There is no xor swizzle: a row of {} elements has no even number of parts of {}, and an xor would leave it.",
          run_.tile->columns, chunk);
      return;
    }
    // The row itself, then with its low bits left out, then with zeros below them.
    std::vector<int> shifts;
    for (int shift = 0; (run_.tile->rows - 1) >> shift != 0; ++shift) shifts.push_back(shift);
    for (int shift = 1; run_.tile->rows > 1 && (width >> shift) > 1; ++shift) shifts.push_back(-shift);
    for (const int shift : shifts) {
      if (stop_.stop_requested()) return;
      const ReplayCost replayed = replay_->price({0, ReplayedLayout::Xor{shift, width, chunk}});
      const std::string row = shift == 0  ? "r"
                              : shift > 0 ? fmt::format("r / {}", 1 << shift)
                                          : fmt::format("{} r", 1 << -shift);
      const std::string layout = chunk == 1 ? fmt::format("c ^ ({} % {})", row, width)
                                            : fmt::format("c ^ ({} % {}) of columns of {} elements", row, width, chunk);
      suggestion.trials.push_back({layout, layout_cost(run_, replayed, replay_->shared_bytes(0)), replayed.problem});
      if (!suggestion.trials.back().conflict_free()) continue;
      suggestion.status = AdviceStatus::found;
      suggestion.layout = layout;
      suggestion.after = suggestion.trials.back().cost;
      suggestion.sentence = fmt::format(
          "Column c of row r kept at {} has no conflict, by the kernel's recorded accesses with their addresses "
          "changed: {}.",
          layout, effect(*suggestion.before, *suggestion.after));
      return;
    }
    suggestion.status = AdviceStatus::none;
    suggestion.sentence =
        fmt::format("No xor swizzle of the columns by the row that was tried is free of conflicts{}{}.",
                    best_of(suggestion.trials), atomics_clause());
  }

  void refuse_too_large(LayoutTrial& trial) const {
    if (trial.problem.empty() && trial.cost->shared_bytes > run_.machine.shared_bytes_per_block) {
      trial.problem = fmt::format("{} has {} bytes of shared memory for a block", run_.machine.name,
                                  run_.machine.shared_bytes_per_block);
    }
  }

  const KernelRun& run_;
  const Catalog& catalog_;
  Compiler& compiler_;
  const std::string& architecture_;
  const std::stop_token& stop_;
  std::optional<TileReplay> replay_;
  LayoutCost now_;
  std::set<simt::FaultKind> faults_;  ///< that the kernel has as it is
};

}  // namespace

std::string_view advice_status_name(AdviceStatus status) {
  switch (status) {
    case AdviceStatus::as_it_is:
      return "as_it_is";
    case AdviceStatus::found:
      return "found";
    case AdviceStatus::none:
      return "none";
    case AdviceStatus::nothing:
      return "nothing";
  }
  return "nothing";
}

std::string_view advice_method_name(AdviceMethod method) { return method == AdviceMethod::run ? "run" : "replay"; }

RunResultOf<Advice> advise(const KernelRun& run, const Catalog& catalog, Compiler& compiler,
                           const std::string& architecture, const std::stop_token& stop) {
  Adviser adviser(run, catalog, compiler, architecture, stop);
  Advice advice;
  advice.kernel = run.kernel->id();
  advice.options = run.instance.options;
  advice.machine = run.machine.name;
  advice.now = adviser.now();
  advice.padding = adviser.padding();
  advice.swizzle = adviser.swizzle();
  if (stop.stop_requested()) {
    return tl::unexpected<RunFailure>(RunFailure{{"the advice was cancelled"}, {}, {}, true});
  }
  return advice;
}

}  // namespace bankloom
