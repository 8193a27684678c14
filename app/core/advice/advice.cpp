#include "core/advice/advice.h"

#include <algorithm>
#include <iterator>
#include <set>
#include <utility>

#include "core/advice/tile_replay.h"
#include "core/base/language.h"
#include "core/run/own_run.h"
#include "core/simt/run_control.h"

namespace bankloom {
namespace {

std::uint64_t wavefronts_of(const KernelCost& cost) {
  return cost.shared_load.wavefronts + cost.shared_store.wavefronts + cost.shared_atomic.wavefronts;
}

LayoutCost layout_cost(const KernelRun& run) {
  return LayoutCost{
      .shared_bytes = run.shared_bytes,
      .occupancy = occupancy(run.machine, run.instance.block, run.shared_bytes),
      .requests = run.cost.shared_load.requests + run.cost.shared_store.requests + run.cost.shared_atomic.requests,
      .wavefronts = wavefronts_of(run.cost),
      .bank_conflicts = run.cost.shared_load.bank_conflicts + run.cost.shared_store.bank_conflicts +
                        run.cost.shared_atomic.bank_conflicts,
      .blocks = run.instance.grid.count()};
}

LayoutCost layout_cost(const KernelRun& run, const ReplayCost& replayed, std::uint64_t shared_bytes) {
  return {shared_bytes,
          occupancy(run.machine, run.instance.block, shared_bytes),
          replayed.requests,
          replayed.wavefronts,
          replayed.bank_conflicts,
          run.recorded_blocks};
}

/// The values of a padding option to try, from the smallest.
std::vector<std::string> padding_values(const Option& option) {
  std::vector<std::string> values;
  const auto last = std::min<std::int64_t>(option.maximum, kLargestPadding);
  for (std::int64_t value = std::max<std::int64_t>(0, option.minimum); value <= last; ++value) {
    values.push_back(std::to_string(value));
  }
  return values;
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
    Suggestion suggestion = begin(AdviceQuestion::padding);
    if (now_.requests == 0) return suggestion;
    const Option* option = run_.kernel->row_padding();
    if (option == nullptr) {
      replayed_padding(suggestion);
      return suggestion;
    }
    const std::string& current = run_.instance.options.at(option->name);
    for (const std::string& value : padding_values(*option)) {
      if (stop_.stop_requested()) return suggestion;
      OptionValues options = run_.instance.options;
      options[option->name] = value;
      const TriedLayout layout{{}, {{option->name, value}}, {}};
      if (value == current) {
        suggestion.trials.push_back({layout, now_, {}});
      } else if (const auto screened = screen(options, layout)) {
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
        suggestion.finding = value == "0" ? AdviceFinding::not_needed : AdviceFinding::is_smallest;
      } else {
        suggestion.finding = AdviceFinding::other_layout;
        suggestion.kernel = run_.kernel->id();
        suggestion.options = std::move(options);
      }
      return suggestion;
    }
    suggestion.finding = AdviceFinding::none_tried;
    return suggestion;
  }

  Suggestion swizzle() {
    Suggestion suggestion = begin(AdviceQuestion::swizzle);
    if (now_.requests == 0) return suggestion;
    suggestion.before = now_;
    if (now_.bank_conflicts == 0 && (!run_.tile || run_.tile->padding == 0)) {
      suggestion.finding = AdviceFinding::not_needed;
      suggestion.after = now_;
      return suggestion;
    }
    if (const auto there = swizzled_version()) {
      const auto& [kernel, options] = *there;
      TriedLayout layout;
      if (kernel->id() == run_.kernel->id()) {
        std::copy_if(options.begin(), options.end(), std::inserter(layout.options, layout.options.end()),
                     [&](const auto& option) { return run_.instance.options.at(option.first) != option.second; });
      } else {
        layout.kernel = kernel->id();
      }
      const auto owner = kernel == run_.kernel.get() ? run_.kernel : borrow_kernel(*kernel);
      suggestion.trials.push_back(try_run(owner, options, layout));
      if (stop_.stop_requested()) return suggestion;
      const LayoutTrial& trial = suggestion.trials.back();
      if (trial.conflict_free()) {
        suggestion.finding = AdviceFinding::other_layout;
        suggestion.layout = layout;
        suggestion.after = trial.cost;
        suggestion.kernel = kernel->id();
        suggestion.options = options;
        return suggestion;
      }
    }
    replayed_swizzle(suggestion);
    return suggestion;
  }

  [[nodiscard]] const LayoutCost& now() const { return now_; }

 private:
  [[nodiscard]] Suggestion begin(AdviceQuestion question) const {
    Suggestion suggestion;
    suggestion.question = question;
    suggestion.atomics_conflict = run_.cost.shared_atomic.bank_conflicts != 0;
    return suggestion;
  }

  /// For a run that was recorded in part: the problem conflicts_in_part where the replay of that part shows conflicts,
  /// so that the layout is not run for nothing.
  std::optional<LayoutTrial> screen(const OptionValues& options, const TriedLayout& layout) {
    if (run_.recorded_blocks >= run_.instance.grid.count() || !replay_) return std::nullopt;
    const auto padding = evaluate(run_.kernel->tile->padding, options);
    if (!padding || *padding < 0) return std::nullopt;
    const auto elements = static_cast<std::uint64_t>(*padding);
    const ReplayCost replayed = replay_->price({elements, std::nullopt});
    if (!replayed.problem && replayed.bank_conflicts == 0) return std::nullopt;
    if (replayed.problem) return LayoutTrial{layout, std::nullopt, replayed.problem};
    return LayoutTrial{
        layout, std::nullopt, {LayoutFlaw::conflicts_in_part, {}, run_.recorded_blocks, run_.instance.grid.count()}};
  }

  /// Compiles, executes and analyses a kernel.
  LayoutTrial try_run(std::shared_ptr<const Kernel> kernel, const OptionValues& options, const TriedLayout& layout) {
    LayoutTrial trial{layout, std::nullopt, {}};
    auto compiled = compile_kernel(std::move(kernel), options, architecture_, compiler_);
    if (!compiled) {
      trial.problem = {LayoutFlaw::not_run, compiled.error().message};
      return trial;
    }
    RunControl control;
    const std::stop_callback cancels(stop_, [&control] { control.cancel(); });
    RunSettings settings;
    settings.control = &control;
    settings.recorded_threads = 1;  // only the sums are needed
    const auto run = run_kernel(std::move(*compiled), run_.machine, settings);
    if (!run) {
      trial.problem = {LayoutFlaw::not_run, run.error().message};
      return trial;
    }
    judge(trial, **run);
    return trial;
  }

  /// What a run of a layout costs, and whether the layout is usable.
  void judge(LayoutTrial& trial, const KernelRun& run) const {
    trial.cost = layout_cost(run);
    for (const auto& fault : run.faults) {
      if (faults_.contains(fault.kind)) continue;
      trial.problem.flaw = fault.kind == simt::FaultKind::misaligned ? LayoutFlaw::misaligned : LayoutFlaw::fault;
      trial.problem.fault = fault.kind;
      return;
    }
    if (run.different != 0 && run_.different == 0) trial.problem.flaw = LayoutFlaw::wrong_output;
  }

  /// Writes a layout that was found by replay into the text, and runs it.
  [[nodiscard]] LayoutEdit tried_edit(const Suggestion& suggestion) const {
    const std::uint64_t padding = suggestion.layout->replayed->padding;
    const auto& swizzle = suggestion.layout->replayed->swizzle;
    LayoutEdit edit = swizzle ? swizzled_text(run_, {swizzle->shift, swizzle->width, swizzle->chunk})
                              : padded_text(run_, padding > run_.tile->padding ? padding - run_.tile->padding : 0);
    if (!edit.source) return edit;
    RunControl control;
    const std::stop_callback cancels(stop_, [&control] { control.cancel(); });
    RunSettings settings;
    settings.control = &control;
    settings.recorded_threads = 1;
    std::shared_ptr<const OwnKernel> own;
    const auto run = run_own_kernel({*edit.source, run_.instance.options, architecture_, catalog_, compiler_},
                                    run_.machine, settings, own);
    LayoutTrial trial;
    if (run) judge(trial, **run);
    // A text with indices of its own may conflict where the replay did not.
    if (trial.conflict_free() && trial.cost->shared_bytes == suggestion.after->shared_bytes) return edit;
    edit = {};
    edit.obstacle = EditObstacle::fails;
    return edit;
  }

  /// The kernel with the swizzle; none where the text is not the catalogue's, or is the swizzled one itself.
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

  /// The cost of the same recorded blocks with the present layout.
  [[nodiscard]] LayoutCost replay_before() {
    return run_.recorded_blocks >= run_.instance.grid.count()
               ? now_
               : layout_cost(run_, replay_->as_recorded(), run_.shared_bytes);
  }

  void replayed_padding(Suggestion& suggestion) {
    suggestion.method = AdviceMethod::replay;
    if (now_.bank_conflicts == 0) {
      suggestion.finding = AdviceFinding::not_needed;
      suggestion.before = suggestion.after = now_;
      return;
    }
    suggestion.finding = replay_ ? AdviceFinding::none_tried : AdviceFinding::no_tile;
    if (!replay_) return;
    suggestion.before = replay_before();
    for (std::uint64_t padding = 0; padding <= kLargestPadding && !stop_.stop_requested(); ++padding) {
      const ReplayedLayout layout{padding, std::nullopt};
      const ReplayCost replayed = replay_->price(layout);
      LayoutTrial trial{
          {{}, {}, layout}, layout_cost(run_, replayed, replay_->shared_bytes(padding)), replayed.problem};
      refuse_too_large(trial);
      suggestion.trials.push_back(std::move(trial));
      if (!suggestion.trials.back().conflict_free()) continue;
      take_last(suggestion);
      suggestion.edit = tried_edit(suggestion);
      return;
    }
  }

  /// Answers with the last layout that was tried.
  static void take_last(Suggestion& suggestion) {
    suggestion.finding = AdviceFinding::other_layout;
    suggestion.layout = suggestion.trials.back().layout;
    suggestion.after = suggestion.trials.back().cost;
  }

  void replayed_swizzle(Suggestion& suggestion) {
    suggestion.method = AdviceMethod::replay;
    suggestion.finding = replay_ ? AdviceFinding::none_tried : AdviceFinding::no_tile;
    if (!replay_) return;
    suggestion.before = replay_before();
    const std::uint64_t chunk = replay_->chunk();
    const std::uint64_t width = replay_->widest_xor();
    if (width == 1) {
      suggestion.finding = AdviceFinding::no_even_parts;
      suggestion.row_elements = run_.tile->columns;
      suggestion.part_elements = chunk;
      return;
    }
    // The row itself, then without its low bits, then shifted to the left.
    std::vector<int> shifts;
    for (int shift = 0; (run_.tile->rows - 1) >> shift != 0; ++shift) shifts.push_back(shift);
    for (int shift = 1; run_.tile->rows > 1 && (width >> shift) > 1; ++shift) shifts.push_back(-shift);
    for (const int shift : shifts) {
      if (stop_.stop_requested()) return;
      const ReplayedLayout layout{0, ReplayedLayout::Xor{shift, width, chunk}};
      const ReplayCost replayed = replay_->price(layout);
      suggestion.trials.push_back(
          {{{}, {}, layout}, layout_cost(run_, replayed, replay_->shared_bytes(0)), replayed.problem});
      if (!suggestion.trials.back().conflict_free()) continue;
      take_last(suggestion);
      suggestion.edit = tried_edit(suggestion);
      return;
    }
  }

  void refuse_too_large(LayoutTrial& trial) const {
    if (!trial.problem && trial.cost->shared_bytes > run_.machine.shared_bytes_per_block) {
      trial.problem = {LayoutFlaw::too_large, run_.machine.name, run_.machine.shared_bytes_per_block};
    }
  }

  const KernelRun& run_;
  const Catalog& catalog_;
  Compiler& compiler_;
  const std::string& architecture_;
  const std::stop_token& stop_;
  std::optional<TileReplay> replay_;
  LayoutCost now_;
  std::set<simt::FaultKind> faults_;  ///< that the kernel has with its present layout
};

}  // namespace

AdviceStatus Suggestion::status() const {
  switch (finding) {
    case AdviceFinding::no_shared_memory:
    case AdviceFinding::no_tile:
      return AdviceStatus::nothing;
    case AdviceFinding::not_needed:
    case AdviceFinding::is_smallest:
      return AdviceStatus::as_it_is;
    case AdviceFinding::other_layout:
      return AdviceStatus::found;
    case AdviceFinding::none_tried:
    case AdviceFinding::no_even_parts:
      break;
  }
  return AdviceStatus::none;
}

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

Result<Advice> advise(const KernelRun& run, const Catalog& catalog, Compiler& compiler, const std::string& architecture,
                      const std::stop_token& stop) {
  Adviser adviser(run, catalog, compiler, architecture, stop);
  Advice advice{.kernel = run.kernel->id(),
                .options = run.instance.options,
                .machine = run.machine.name,
                .now = adviser.now(),
                .padding = adviser.padding(),
                .swizzle = adviser.swizzle()};
  if (stop.stop_requested()) {
    return fail_with({message("the advice was cancelled"), ErrorCode::cancelled});
  }
  return advice;
}

}  // namespace bankloom
