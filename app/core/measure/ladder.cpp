#include "core/measure/ladder.h"

#include <algorithm>
#include <utility>

namespace bankloom {
namespace {

bool is_named_by_another(const Catalog& catalog, const Kernel& kernel) {
  return std::ranges::any_of(catalog.kernels, [&](const Kernel& other) {
    return other.lesson == kernel.lesson && other.baseline && other.baseline->kernel == kernel.name;
  });
}

bool has_option(const Kernel& kernel, const std::string& name) {
  return std::ranges::any_of(kernel.options, [&](const Option& option) { return option.name == name; });
}

/// The kernel at these options and its baseline at the same size; nothing where the options do not fit each other.
std::optional<LadderEntry> entry_at(const Catalog& catalog, const Kernel& kernel, const OptionValues& chosen) {
  const auto options = resolve_options(kernel, chosen);
  if (!options) return std::nullopt;
  const auto shape = instantiate_shape(kernel, *options);
  if (!shape || !shape->traffic_bytes) return std::nullopt;
  LadderEntry entry{.kernel = &kernel,
                    .options = *options,
                    .traffic_bytes = *shape->traffic_bytes,
                    .operations = shape->operations.value_or(0)};
  const auto baseline = find_baseline(catalog, kernel, *options);
  if (!baseline || baseline->first == nullptr) return entry;
  OptionValues there = baseline->second;
  // The catalogue's entry gives the options of an equal launch; the size is the kernel's own.
  for (const auto& [name, value] : kernel.gpu) {
    if (!kernel.baseline->options.contains(name) && has_option(*baseline->first, name)) there[name] = options->at(name);
  }
  auto complete = resolve_options(*baseline->first, there);
  if (!complete) return entry;
  entry.baseline = baseline->first;
  entry.baseline_options = std::move(*complete);
  return entry;
}

/// A kernel's options for a GPU at their largest size; nothing where they are not numbers.
std::optional<OptionValues> largest_size(const Kernel& kernel) {
  OptionValues size;
  for (const Option& option : kernel.options) {
    if (!kernel.gpu.contains(option.name)) continue;
    if (option.type != OptionType::integer) return std::nullopt;
    size[option.name] = std::to_string(option.maximum);
  }
  if (size.empty() || size == kernel.gpu) return std::nullopt;
  return size;
}

void add_largest(const Catalog& catalog, std::vector<LadderEntry>& plan) {
  const Kernel* last = nullptr;
  for (const LadderEntry& entry : plan) {
    if (!entry.kernel->fixes.empty() && entry.baseline != nullptr) last = entry.kernel;
  }
  if (last == nullptr) return;
  const auto size = largest_size(*last);
  if (!size) return;
  auto rung = entry_at(catalog, *last, *size);
  if (!rung || rung->baseline == nullptr) return;
  auto baseline = entry_at(catalog, *rung->baseline, rung->baseline_options);
  if (!baseline) return;
  rung->is_large = baseline->is_large = true;
  plan.push_back(std::move(*baseline));
  plan.push_back(std::move(*rung));
}

/// Whether two measurements are of one GPU, here or in one recording.
bool is_one_source(const KernelMeasurement& a, const KernelMeasurement& b) {
  if (a.provenance != b.provenance || a.gpu.title() != b.gpu.title()) return false;
  return a.provenance == Provenance::measured_here || a.gpu.source() == b.gpu.source();
}

/// GB/s: as measured in turns with the device's copy, else the bytes divided by a launch's duration; or GFLOP/s.
std::optional<Measurement> bandwidth_of(const KernelMeasurement& measured, const LadderEntry& entry) {
  if (entry.operations == 0 && measured.own.bandwidth && measured.own.bandwidth->kernel.measurement) {
    return measured.own.bandwidth->kernel.measurement;
  }
  const auto& time = measured.own.reading(ReadingKind::one_block).measurement;
  if (!time || !(time->value > 0)) return std::nullopt;
  Measurement rate;
  const bool is_bytes = entry.operations == 0;
  rate.name = is_bytes ? "bandwidth" : "rate";
  // What happens in a nanosecond is so many 10^9 a second.
  rate.value = static_cast<double>(is_bytes ? entry.traffic_bytes : entry.operations) / (time->value * 1000);
  rate.unit = is_bytes ? "GB/s" : "GFLOP/s";
  rate.provenance = time->provenance;
  rate.source = time->source;
  rate.how = is_bytes ? "bytes of a launch by its median duration" : "operations of a launch by its median duration";
  rate.samples = time->samples;
  return rate;
}

Reason first_of(const Reason& a, const Reason& b, ReasonKind otherwise) { return a ? a : (b ? b : otherwise); }

/// The time compared with the device's own copy, or the rate with what the arithmetic units can do.
void fill_of_copy(LadderRow& row) {
  if (row.entry.operations != 0) {
    const auto peak = peak_rate(row.measured->gpu);
    if (peak && row.bandwidth) row.of_peak = row.bandwidth->value / *peak;
    return;
  }
  const auto& bandwidth = row.measured->own.bandwidth;
  if (bandwidth) row.of_copy = bandwidth->of_copy();
  if (row.of_copy) return;
  row.no_of_copy = bandwidth ? first_of(bandwidth->kernel.missing, bandwidth->copy.missing, ReasonKind::copy_not_timed)
                             : ReasonKind::not_beside_copy;
}

Reason why_no_time(const KernelReadings& readings) {
  return first_of(readings.reading(ReadingKind::one_block).missing, readings.problem, ReasonKind::not_measured);
}

void fill_of_baseline(LadderRow& row, const LadderSource& source) {
  const LadderEntry& entry = row.entry;
  if (entry.baseline == nullptr) return;
  const auto refuse = [&](ReasonKind kind) -> Reason& {
    row.no_of_baseline = kind;
    row.no_of_baseline.kernel = entry.baseline->id();
    return row.no_of_baseline;
  };
  const auto baseline = source(*entry.baseline, entry.baseline_options);
  if (!baseline) {
    refuse(ReasonKind::baseline_missing).cause = {baseline.error()};
    return;
  }
  if (!is_one_source(*row.measured, **baseline)) {
    refuse(ReasonKind::baseline_elsewhere).origins = {(*baseline)->origin(), row.measured->origin()};
    return;
  }
  const auto there = bandwidth_of(**baseline, entry);
  if (!there || !(there->value > 0)) {
    refuse(ReasonKind::baseline_not_timed).cause = {why_no_time((*baseline)->own)};
    return;
  }
  row.of_baseline = row.bandwidth->value / there->value;
}

LadderRow fill_row(LadderEntry entry, const LadderSource& source, bool is_baseline) {
  LadderRow row;
  row.entry = std::move(entry);
  if (auto measured = source(*row.entry.kernel, row.entry.options)) {
    row.measured = std::move(*measured);
    row.time = row.measured->own.reading(ReadingKind::one_block).measurement;
    if (!row.time) row.no_time = why_no_time(row.measured->own);
    row.bandwidth = bandwidth_of(*row.measured, row.entry);
    if (!row.bandwidth) row.no_bandwidth = row.no_time;
    fill_of_copy(row);
    if (row.bandwidth) {
      fill_of_baseline(row, source);
    } else if (row.entry.baseline != nullptr) {
      row.no_of_baseline = row.no_bandwidth;
    }
  } else {
    row.no_time = row.no_bandwidth = measured.error();
    if (row.entry.operations == 0) row.no_of_copy = row.no_time;
    if (row.entry.baseline != nullptr) row.no_of_baseline = row.no_time;
  }
  if (row.entry.baseline == nullptr) {
    row.no_of_baseline = is_baseline ? ReasonKind::is_baseline : ReasonKind::no_baseline;
  }
  return row;
}

std::optional<LadderBar> find_bar(const Catalog& catalog, const std::string& lesson,
                                  const std::vector<PublishedFigure>& published) {
  for (const PublishedFigure& figure : published) {
    if (figure.measurement.name != kLadderBar || !figure.kernel.starts_with(lesson + "/")) continue;
    const auto kernel = find_kernel(catalog, figure.kernel);
    if (!kernel) continue;
    const auto shape = instantiate_shape(**kernel, figure.options);
    if (!shape || !shape->traffic_bytes) continue;
    return LadderBar{figure.measurement, *shape->traffic_bytes};
  }
  return std::nullopt;
}

}  // namespace

std::optional<double> peak_rate(const MeasuringGpu& gpu) {
  struct Units {
    std::string_view capability;  ///< or what it begins with
    unsigned of_multiprocessor = 0;
  };
  constexpr Units kUnits[] = {{"5.", 128}, {"6.0", 64}, {"6.", 128},  {"7.", 64},  {"8.0", 64},
                              {"8.", 128}, {"9.", 128}, {"10.", 128}, {"12.", 128}};
  const auto* const found = std::ranges::find_if(
      kUnits, [&](const Units& units) { return gpu.compute_capability.starts_with(units.capability); });
  if (found == std::end(kUnits) || !(gpu.clock_mhz > 0) || gpu.multiprocessors == 0) return std::nullopt;
  return 2.0 * found->of_multiprocessor * gpu.multiprocessors * gpu.clock_mhz / 1000;
}

bool has_ladder(const Catalog& catalog, const std::string& lesson) {
  return std::ranges::any_of(catalog.kernels, [&](const Kernel& kernel) {
    return kernel.lesson == lesson && kernel.baseline && kernel.traffic;
  });
}

std::vector<std::string> ladder_lessons(const Catalog& catalog) {
  std::vector<std::string> names;
  for (const Lesson& lesson : catalog.lessons) {
    if (has_ladder(catalog, lesson.name)) names.push_back(lesson.name);
  }
  return names;
}

std::vector<LadderEntry> plan_ladder(const Catalog& catalog, const std::string& lesson) {
  std::vector<LadderEntry> plan;
  for (const Kernel& kernel : catalog.kernels) {
    if (kernel.lesson != lesson || !kernel.traffic) continue;
    if (!kernel.baseline && !is_named_by_another(catalog, kernel)) continue;
    if (auto entry = entry_at(catalog, kernel, kernel.gpu)) plan.push_back(std::move(*entry));
    for (const OptionValues& rung : kernel.rungs) {
      OptionValues chosen = kernel.gpu;
      for (const auto& [name, value] : rung) chosen[name] = value;
      if (auto entry = entry_at(catalog, kernel, chosen)) {
        entry->rung = rung;
        // A further row of the baseline itself is measured against its first one.
        if (entry->baseline == nullptr) {
          entry->baseline = &kernel;
          entry->baseline_options = *resolve_options(kernel, kernel.gpu);
        }
        plan.push_back(std::move(*entry));
      }
    }
  }
  add_largest(catalog, plan);
  return plan;
}

std::optional<Origin> Ladder::origin() const {
  std::optional<Origin> all;
  for (const LadderRow& row : rows) {
    if (!row.time) continue;
    if (all && *all != row.measured->origin()) return std::nullopt;
    all = row.measured->origin();
  }
  return all;
}

Ladder make_ladder(const Catalog& catalog, const std::string& lesson, const LadderSource& source,
                   const std::vector<PublishedFigure>& published) {
  Ladder ladder;
  ladder.lesson = lesson;
  for (LadderEntry& entry : plan_ladder(catalog, lesson)) {
    const bool is_baseline = is_named_by_another(catalog, *entry.kernel);
    ladder.rows.push_back(fill_row(std::move(entry), source, is_baseline));
  }
  ladder.bar = find_bar(catalog, lesson, published);
  return ladder;
}

OptionValues size_of(const LadderEntry& entry) {
  OptionValues size;
  for (const auto& [name, value] : entry.kernel->gpu) size[name] = entry.options.at(name);
  return size;
}

}  // namespace bankloom
