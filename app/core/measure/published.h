// Published figures: what books and guides print about the catalogue's kernels on older GPUs. They are shown as
// references for the same machine and kernel, each with its source, and never mixed with measurements.
//
// assets/published holds a file a publication:
//   {"source": "...", "machine": "cc3.x-8byte", "gpu": "NVIDIA Tesla K40",
//    "figures": [{"kernel": "square/setRowReadCol", "options": {"BDIMX": "32", ...},
//                 "name": "load transactions per request", "value": 16, "unit": "transactions per request"}]}
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/measure/kernel_measurement.h"

namespace bankloom {

/// The figures of one file. Errors name file and field.
[[nodiscard]] Result<std::vector<PublishedFigure>> parse_published(std::string_view text,
                                                                   const std::filesystem::path& file);

/// The figures of all *.json in a folder, by file name; none where there is no such folder.
[[nodiscard]] Result<std::vector<PublishedFigure>> load_published(const std::filesystem::path& folder);

/// The figures of a kernel at these complete options. `machine` "": of all machines; figures that name none are left
/// out.
[[nodiscard]] std::vector<PublishedFigure> find_published(const std::vector<PublishedFigure>& figures,
                                                          const std::string& kernel, const OptionValues& options,
                                                          const std::string& machine);

}  // namespace bankloom
