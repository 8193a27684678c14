#include "core/run/own_run.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "core/base/symbol_name.h"
#include "core/own/ptx_text.h"
#include "core/run/captured_run.h"

namespace bankloom {
namespace {

bool has_unknown_buffer(const OwnKernel& own) {
  return std::ranges::any_of(own.parameters, [](const OwnParameter& parameter) {
    return parameter.is_buffer && parameter.origin == OwnOrigin::usual;
  });
}

/// Whether the dynamic shared memory of the launch is a default.
bool has_unknown_shared(const OwnKernel& own) {
  return own.launch.origin == OwnOrigin::usual && own.launch.dynamic_shared_bytes != 0;
}

/// What is tried again with more elements a thread if the kernel reaches beyond what was guessed.
struct GuessedSize {
  std::uint64_t OwnGuess::*growth;
  Space space;
  bool (*is_guessed)(const OwnKernel&);
};
constexpr std::array kGuessedSizes = {GuessedSize{&OwnGuess::growth, Space::global, has_unknown_buffer},
                                      GuessedSize{&OwnGuess::shared_growth, Space::shared, has_unknown_shared}};
/// The elements for each thread that are tried. If the last are not enough, the first are kept.
constexpr std::array<std::uint64_t, 3> kGrowths = {1, 4, 16};

bool is_too_short(const GuessedSize& size, const KernelRun& run) {
  return size.is_guessed(*run.own) && std::ranges::any_of(run.faults, [&](const simt::Fault& fault) {
           return fault.kind == simt::FaultKind::out_of_bounds && fault.space == size.space;
         });
}

/// The array to show instead: that of the first fault in shared memory, unless the user chose one. "" if there is none.
std::string array_at_fault(const KernelRun& run) {
  const OwnKernel& own = *run.own;
  if (!own.source.tile.empty() || !own.source.base.empty() || own.tiles.size() < 2 || !run.tile) return {};
  for (const simt::Fault& fault : run.faults) {
    // An index beyond the array that is shown is seen next to it.
    if (!fault.has_address || fault.space != Space::shared || fault.kind == simt::FaultKind::out_of_bounds) continue;
    if (run.tile->element_at(fault.address)) return {};
    for (const simt::SharedArray& array : simt::shared_arrays(*run.program)) {
      std::string name = variable_name(array.name);
      const bool is_there = fault.address >= array.address && fault.address - array.address < array.bytes;
      const bool is_tile = std::ranges::find(own.tiles, name, &OwnTile::name) != own.tiles.end();
      if (is_there && is_tile) return name;
    }
    return {};
  }
  return {};
}

/// PTX says in a comment how it is launched, and is then run as a launch that was captured.
Result<std::shared_ptr<const KernelRun>> run_ptx(const OwnRequest& request, const MachineModel& machine,
                                                 const RunSettings& settings, std::shared_ptr<const OwnKernel>& own) {
  OwnSource source = request.source;
  TRY(source.launch, launch_of_ptx(request.source));
  const OwnRequest launched{source, request.options, request.architecture, request.catalog, request.compiler};
  return run_captured_launch(launched, machine, settings, own);
}

/// The buffer that an address outside of all of them is nearest to; null if there is none.
const OwnParameter* nearest_buffer(const KernelRun& run, std::uint64_t address) {
  const OwnParameter* nearest = nullptr;
  std::uint64_t least = ~std::uint64_t{0};
  for (const RunSummary::PlacedBuffer& buffer : run.buffers) {
    const std::uint64_t end = buffer.address + run.instance.parameters[buffer.parameter].byte_count();
    const std::uint64_t distance =
        address < buffer.address ? buffer.address - address : address - std::min(end, address);
    if (distance >= least) continue;
    least = distance;
    nearest = &run.own->parameters[buffer.parameter];
  }
  return nearest;
}

bool has_assumption(const OwnKernel& own, OwnAssumption::Kind kind) {
  return std::ranges::find(own.assumed, kind, &OwnAssumption::kind) != own.assumed.end();
}

bool is_beyond_assumed_size(const KernelRun& run, const simt::Fault& fault) {
  if (fault.kind != simt::FaultKind::out_of_bounds || fault.space != Space::global) return false;
  const OwnParameter* const buffer = nearest_buffer(run, fault.address);
  return buffer != nullptr && buffer->origin == OwnOrigin::usual;
}

/// An own text with all that its compiler says, run with one guess after another.
class GuessedRuns {
 public:
  GuessedRuns(const OwnRequest& request, const MachineModel& machine, const RunSettings& settings,
              std::shared_ptr<const OwnKernel>& own)
      : request_(request), machine_(machine), settings_(settings), own_(own) {}

  Result<std::shared_ptr<const KernelRun>> run() {
    TRY(asked_,
        ask_own_text(request_.source, request_.options, request_.architecture, request_.catalog, request_.compiler));
    OwnGuess guess;
    TRY(auto best, run_best(guess));
    return with_questions(std::move(best), guess);
  }

 private:
  using Run = std::shared_ptr<const KernelRun>;

  Result<Run> run_with(const OwnGuess& guess) {
    TRY(auto made, own_kernel_of(*asked_, guess));
    own_ = made;
    TRY(auto compiled, compile_kernel(std::move(made), request_.options));
    return run_kernel(std::move(compiled), machine_, settings_);
  }

  /// The run with as much in what has a guessed size as it takes, of the array that is best shown. `guess` becomes what
  /// it was made with.
  Result<Run> run_best(OwnGuess& guess) {
    const OwnGuess least = guess;
    Run first;
    const auto take_first = [&] {
      guess = least;
      own_ = first->own;
      return first;
    };
    while (true) {
      auto run = run_with(guess);
      if (!run) {
        if (first && !run.error().is_cancelled()) return take_first();
        return run;
      }
      bool has_grown = false;
      for (const GuessedSize& size : kGuessedSizes) {
        if (!is_too_short(size, **run)) continue;
        if (!first) first = *run;
        std::uint64_t& growth = guess.*size.growth;
        const auto* const larger = std::upper_bound(kGrowths.begin(), kGrowths.end(), growth);
        if (larger == kGrowths.end()) return take_first();
        growth = *larger;
        has_grown = true;
      }
      if (has_grown) continue;
      if (!guess.tile.empty()) return run;
      guess.tile = array_at_fault(**run);
      if (guess.tile.empty()) return run;
    }
  }

  /// The run, and as questions the faults that what was assumed may be the reason of: all where the launch or a value
  /// was; else accesses beyond a buffer whose size was, and what is gone where such buffers hold zeros.
  Run with_questions(Run run, OwnGuess guess) {
    if (run->own->assumed.empty() || run->faults.empty()) return run;
    const bool all = has_guessed_figures(*run);
    guess.with_zeros = true;
    std::optional<Result<Run>> with_zeros;
    const auto remains = [&](const simt::Fault& fault) {
      if (!with_zeros) with_zeros = run_with(guess);
      return *with_zeros && std::ranges::any_of((**with_zeros)->faults, [&](const simt::Fault& other) {
        return fault.kind == other.kind && fault.source_line == other.source_line;
      });
    };
    // It was just made, and nobody else has it.
    const auto changed = std::const_pointer_cast<KernelRun>(run);
    const auto first = std::stable_partition(changed->faults.begin(), changed->faults.end(), [&](const auto& fault) {
      return !all && !is_beyond_assumed_size(*run, fault) && remains(fault);
    });
    changed->questions.assign(first, changed->faults.end());
    changed->faults.erase(first, changed->faults.end());
    own_ = changed->own;
    return changed;
  }

  const OwnRequest& request_;
  const MachineModel& machine_;
  const RunSettings& settings_;
  std::shared_ptr<const OwnKernel>& own_;
  std::shared_ptr<const own::AskedText> asked_;
};

}  // namespace

Result<std::shared_ptr<const KernelRun>> run_own_kernel(const OwnRequest& request, const MachineModel& machine,
                                                        const RunSettings& settings,
                                                        std::shared_ptr<const OwnKernel>& own) {
  if (request.source.launch) return run_captured_launch(request, machine, settings, own);
  if (request.source.wanted_launch) {
    return fail(
        "launch {0} of {1} is shown after the program has run, and a scene does not run it: run it in the window, or "
        "with `bankloom render {1} --launch {0}`",
        *request.source.wanted_launch, request.source.path);
  }
  if (is_ptx_source(request.source)) return run_ptx(request, machine, settings, own);
  return GuessedRuns(request, machine, settings, own).run();
}

bool has_guessed_figures(const RunSummary& run) {
  return run.own && (has_assumption(*run.own, OwnAssumption::Kind::launch) ||
                     has_assumption(*run.own, OwnAssumption::Kind::value));
}

}  // namespace bankloom
