#include "core/session/fetch_counts.h"

#include <algorithm>
#include <map>

#include "core/catalog/element_type.h"
#include "core/session/matrix_places.h"

namespace bankloom {

std::vector<FetchCounts> fetch_counts(const KernelRun& run) {
  std::vector<FetchCounts> all;
  if (run.recorded_blocks != run.grid.count() || run.cut_after != 0) return all;
  std::map<std::size_t, std::size_t> of_parameter;
  for (std::size_t i = 0; i < run.instance.parameters.size() && i < run.kernel->parameters.size(); ++i) {
    const auto& parameter = run.instance.parameters[i];
    if (run.kernel->parameters[i].kind != ParameterKind::in || parameter.count > kMostCounted) continue;
    const std::uint64_t columns = parameter.columns == 0 ? parameter.count : parameter.columns;
    const DrawnShape shape = drawn_shape(parameter.count / columns, columns);
    of_parameter[i] = all.size();
    all.push_back({.parameter = i,
                   .rows = shape.rows,
                   .columns = shape.columns,
                   .counts = std::vector<float>(shape.rows * shape.columns)});
  }
  MemoryAccess access;
  for (std::size_t index = 0; index < run.trace.size(); ++index) {
    run.trace.read(index, access, /*values=*/false);
    if (access.space != Space::global || access.op != AccessOp::load) continue;
    for_each_lane(addressing_lanes(access), [&](unsigned lane) {
      const auto element = run.element_at(access.addresses[lane]);
      const auto found = element ? of_parameter.find(element->parameter) : of_parameter.end();
      if (found == of_parameter.end()) return;
      auto& counts = all[found->second].counts;
      const std::uint64_t width = element_bytes(run.instance.parameters[element->parameter].element);
      for (std::uint64_t i = 0; i < std::max<std::uint64_t>(1, access.width / width); ++i) {
        if (element->index + i < counts.size()) counts[element->index + i] += 1;
      }
    });
  }
  for (FetchCounts& one : all) {
    const auto [fewest, most] = std::ranges::minmax(one.counts);
    one.fewest = fewest;
    one.most = most;
  }
  return all;
}

}  // namespace bankloom
