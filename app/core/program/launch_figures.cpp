#include "core/program/launch_figures.h"

#include <map>
#include <string>

namespace bankloom::program {

std::optional<LaunchFigures> figures_of(const ProgramLaunch& launch) {
  if (!launch.refusal.empty() || launch.was_cancelled || launch.blocks_executed == 0) return std::nullopt;
  const KernelCost& cost = launch.figures.cost;
  LaunchFigures figures;
  for (const SpaceTotals* one : {&cost.shared_load, &cost.shared_store, &cost.shared_atomic}) {
    figures.requests += one->requests;
    figures.wavefronts += one->wavefronts;
    figures.bank_conflicts += one->bank_conflicts;
  }
  figures.sectors = cost.global_load.sectors + cost.global_store.sectors + cost.global_atomic.sectors;
  figures.faults = launch.figures.faults.size();
  return figures;
}

bool are_alike(const ProgramLaunch& a, const ProgramLaunch& b) {
  return a.kernel == b.kernel && a.line == b.line && a.launched_at == b.launched_at &&
         a.figures.grid == b.figures.grid && a.figures.block == b.figures.block &&
         a.dynamic_shared == b.dynamic_shared && a.blocks_executed == b.blocks_executed && a.error == b.error &&
         a.refusal == b.refusal && a.was_cancelled == b.was_cancelled && figures_of(a) == figures_of(b);
}

std::vector<LaunchGroup> group_launches(const std::vector<ProgramLaunch>& launches) {
  std::vector<LaunchGroup> groups;
  for (std::size_t i = 0; i < launches.size(); ++i) {
    if (!groups.empty() && are_alike(launches[groups.back().first], launches[i])) {
      groups.back().end = i + 1;
    } else {
      groups.push_back({i, i + 1});
    }
  }
  return groups;
}

std::vector<std::optional<std::size_t>> counterparts(const std::vector<ProgramLaunch>& launches,
                                                     const std::vector<ProgramLaunch>& before) {
  std::map<std::string, std::vector<std::size_t>> of_kernel;
  for (std::size_t i = 0; i < before.size(); ++i) of_kernel[before[i].kernel].push_back(i);
  std::map<std::string, std::size_t> taken;
  std::vector<std::optional<std::size_t>> all;
  all.reserve(launches.size());
  for (const ProgramLaunch& launch : launches) {
    const auto& there = of_kernel[launch.kernel];
    const std::size_t number = taken[launch.kernel]++;
    all.push_back(number < there.size() ? std::optional(there[number]) : std::nullopt);
  }
  return all;
}

}  // namespace bankloom::program
