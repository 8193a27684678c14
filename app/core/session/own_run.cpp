#include "core/session/own_run.h"

#include <algorithm>
#include <utility>

namespace bankloom {
namespace {

/// Elements a thread that buffers of unknown size are tried with.
constexpr std::array<std::uint64_t, 3> kGrowths = {1, 4, 16};

bool reaches_beyond(const KernelRun& run) {
  return std::any_of(run.faults.begin(), run.faults.end(), [](const simt::Fault& fault) {
    return fault.kind == simt::FaultKind::out_of_bounds && fault.space == Space::global;
  });
}

bool has_unknown_size(const OwnKernel& own) {
  return std::any_of(own.parameters.begin(), own.parameters.end(), [](const OwnParameter& parameter) {
    return parameter.is_buffer && parameter.origin == OwnOrigin::usual;
  });
}

}  // namespace

RunResultOf<std::shared_ptr<const KernelRun>> run_own_kernel(const OwnRequest& request, const MachineModel& machine,
                                                             const RunSettings& settings,
                                                             std::shared_ptr<const OwnKernel>& own) {
  std::shared_ptr<const KernelRun> first;
  for (const std::uint64_t growth : kGrowths) {
    auto made = make_own_kernel(request.source, request.options, request.architecture, request.catalog,
                                request.compiler, growth);
    if (!made && first) return first;
    if (!made) return tl::unexpected<RunFailure>(std::move(made.error()));
    if (!first) own = *made;
    auto compiled = compile_kernel(*made, request.options);
    if (!compiled && first) return first;
    if (!compiled) return tl::unexpected<RunFailure>(std::move(compiled.error()));
    auto run = run_kernel(std::move(*compiled), machine, settings);
    if (!run) {
      if (first && !run.error().cancelled) return first;
      return run;
    }
    if (!reaches_beyond(**run)) {
      own = (*run)->own;
      return run;
    }
    if (!first) first = *run;
    if (!has_unknown_size(**made)) return first;
  }
  return first;
}

}  // namespace bankloom
