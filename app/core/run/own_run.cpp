#include "core/run/own_run.h"

#include <algorithm>
#include <array>
#include <utility>

#include "core/base/symbol_name.h"
#include "core/own/ptx_text.h"
#include "core/run/captured_run.h"

namespace bankloom {
namespace {

/// Elements a thread that buffers and dynamic shared memory of unknown size are tried with.
constexpr std::array<std::uint64_t, 3> kGrowths = {1, 4, 16};

bool has_unknown_buffer(const OwnKernel& own) {
  return std::any_of(own.parameters.begin(), own.parameters.end(), [](const OwnParameter& parameter) {
    return parameter.is_buffer && parameter.origin == OwnOrigin::usual;
  });
}

/// Whether the launch's dynamic shared memory was taken as is usual.
bool has_unknown_shared(const OwnKernel& own) {
  return own.launch.origin == OwnOrigin::usual && own.launch.dynamic_shared_bytes != 0;
}

bool reaches_beyond(const KernelRun& run, Space space) {
  return std::any_of(run.faults.begin(), run.faults.end(), [&](const simt::Fault& fault) {
    return fault.kind == simt::FaultKind::out_of_bounds && fault.space == space;
  });
}

/// The next larger of what is tried; nothing where this was the last.
bool grow(std::uint64_t& growth) {
  const auto* const larger = std::upper_bound(kGrowths.begin(), kGrowths.end(), growth);
  if (larger == kGrowths.end()) return false;
  growth = *larger;
  return true;
}

/// The array that is better shown than the one that is: that of the first fault in shared memory, where nobody chose
/// one. "" where there is none.
std::string array_at_fault(const KernelRun& run, const OwnKernel& own) {
  if (!own.source.tile.empty() || !own.source.base.empty() || own.tiles.size() < 2 || !run.tile) return {};
  for (const simt::Fault& fault : run.faults) {
    // An index that leaves the array shown is seen beside it.
    if (!fault.has_address || fault.space != Space::shared || fault.kind == simt::FaultKind::out_of_bounds) continue;
    if (run.tile->element_at(fault.address)) return {};
    for (const simt::SharedArray& array : simt::shared_arrays(*run.program)) {
      std::string name = variable_name(array.name);
      const bool is_there = fault.address >= array.address && fault.address - array.address < array.bytes;
      const bool is_tile =
          std::any_of(own.tiles.begin(), own.tiles.end(), [&](const OwnTile& tile) { return tile.name == name; });
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

/// The buffer that an address outside of all of them is nearest to; null where there is none.
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
  return std::any_of(own.assumed.begin(), own.assumed.end(),
                     [kind](const OwnAssumption& one) { return one.kind == kind; });
}

bool is_same_fault(const simt::Fault& a, const simt::Fault& b) {
  return a.kind == b.kind && a.source_line == b.source_line;
}

/// The faults that what was assumed may be the reason of: all where the launch or a value was; else accesses beyond a
/// buffer whose size was, and what is otherwise where such buffers hold something else.
class Questions {
 public:
  Questions(const OwnRequest& request, const MachineModel& machine, const RunSettings& settings, OwnGuess guess)
      : request_(request), machine_(machine), settings_(settings), guess_(std::move(guess)) {
    guess_.with_zeros = true;
  }

  std::shared_ptr<const KernelRun> set_apart(std::shared_ptr<const KernelRun> run) {
    const OwnKernel& own = *run->own;
    if (own.assumed.empty() || run->faults.empty()) return run;
    const bool all = has_guessed_figures(*run);
    // It was just made, and nobody else has it.
    const auto changed = std::const_pointer_cast<KernelRun>(run);
    const auto first = std::stable_partition(changed->faults.begin(), changed->faults.end(), [&](const auto& fault) {
      return !all && !is_beyond_assumed_size(*run, fault) && remains(fault);
    });
    changed->questions.assign(first, changed->faults.end());
    changed->faults.erase(first, changed->faults.end());
    return changed;
  }

 private:
  static bool is_beyond_assumed_size(const KernelRun& run, const simt::Fault& fault) {
    if (fault.kind != simt::FaultKind::out_of_bounds || fault.space != Space::global) return false;
    const OwnParameter* const buffer = nearest_buffer(run, fault.address);
    return buffer != nullptr && buffer->origin == OwnOrigin::usual;
  }

  /// Whether the fault is there, too, where buffers that nothing describes hold zeros.
  bool remains(const simt::Fault& fault) {
    if (!tried_) {
      tried_ = true;
      if (auto made = make_own_kernel(request_.source, request_.options, request_.architecture, request_.catalog,
                                      request_.compiler, guess_)) {
        if (auto compiled = compile_kernel(*made, request_.options)) {
          if (auto run = run_kernel(std::move(*compiled), machine_, settings_)) with_zeros_ = *run;
        }
      }
    }
    return with_zeros_ != nullptr && std::any_of(with_zeros_->faults.begin(), with_zeros_->faults.end(),
                                                 [&](const simt::Fault& other) { return is_same_fault(fault, other); });
  }

  const OwnRequest& request_;
  const MachineModel& machine_;
  const RunSettings& settings_;
  OwnGuess guess_;
  bool tried_ = false;
  std::shared_ptr<const KernelRun> with_zeros_;
};

/// The run with as much in buffers of unknown size as it takes, of the array that is best shown. `guess` becomes what
/// it was made with.
Result<std::shared_ptr<const KernelRun>> run_with_guesses(const OwnRequest& request, const MachineModel& machine,
                                                          const RunSettings& settings,
                                                          std::shared_ptr<const OwnKernel>& own, OwnGuess& guess) {
  std::shared_ptr<const KernelRun> first;
  const OwnGuess least = guess;
  const auto take_first = [&] {
    guess = least;
    return first;
  };
  while (true) {
    auto made = make_own_kernel(request.source, request.options, request.architecture, request.catalog,
                                request.compiler, guess);
    if (!made && first) return take_first();
    TRY(made);
    if (!first) own = *made;
    auto compiled = compile_kernel(*made, request.options);
    if (!compiled && first) return take_first();
    TRY(compiled);
    auto run = run_kernel(std::move(*compiled), machine, settings);
    if (!run) {
      if (first && !run.error().is_cancelled()) return take_first();
      return run;
    }
    const bool beyond_buffer = has_unknown_buffer(**made) && reaches_beyond(**run, Space::global);
    const bool beyond_shared = has_unknown_shared(**made) && reaches_beyond(**run, Space::shared);
    if (beyond_buffer || beyond_shared) {
      // Where nothing is enough the first one stands.
      if (!first) first = *run;
      if (beyond_buffer && !grow(guess.growth)) return take_first();
      if (beyond_shared && !grow(guess.shared_growth)) return take_first();
      continue;
    }
    if (const std::string better = array_at_fault(**run, **made); guess.tile.empty() && !better.empty()) {
      guess.tile = better;
      continue;
    }
    own = (*run)->own;
    return run;
  }
}

}  // namespace

Result<std::shared_ptr<const KernelRun>> run_own_kernel(const OwnRequest& request, const MachineModel& machine,
                                                        const RunSettings& settings,
                                                        std::shared_ptr<const OwnKernel>& own) {
  if (request.source.launch) return run_captured_launch(request, machine, settings, own);
  if (request.source.wanted_launch) {
    return fail(
        "launch {0} of {1} is shown once the program has run, which no scene starts: run it in the window, or with "
        "`bankloom render {1} --launch {0}`",
        *request.source.wanted_launch, request.source.path);
  }
  if (is_ptx_source(request.source)) return run_ptx(request, machine, settings, own);
  OwnGuess guess;
  auto run = run_with_guesses(request, machine, settings, own, guess);
  if (!run) return run;
  return Questions(request, machine, settings, guess).set_apart(std::move(*run));
}

bool has_guessed_figures(const RunSummary& run) {
  return run.own && (has_assumption(*run.own, OwnAssumption::Kind::launch) ||
                     has_assumption(*run.own, OwnAssumption::Kind::value));
}

}  // namespace bankloom
