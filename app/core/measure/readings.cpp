#include "core/measure/readings.h"

#include <algorithm>
#include <array>
#include <bit>
#include <ctime>
#include <span>
#include <utility>

#include "core/base/language.h"
#include "core/machine/occupancy.h"
#include "core/measure/counters.h"
#include "core/measure/digest.h"
#include "core/ptx/argument_spec.h"

namespace bankloom {
namespace {

/// Whether the PTX reads its block index, or which part of the device runs it.
bool knows_its_block(const std::string& ptx) {
  constexpr std::array kWords = {"%ctaid", "%nctaid", "%clusterid", "%nclusterid", "%cluster_", "%gridid", "%smid"};
  return std::ranges::any_of(kWords, [&](const char* word) { return ptx.find(word) != std::string::npos; });
}

/// Each kind once, in the order in which they were found.
Reason faults_found(const KernelRun& run, ReasonKind kind) {
  Reason reason(kind);
  for (const auto& fault : run.faults.empty() ? run.questions : run.faults) {
    const bool is_known = std::ranges::find(reason.faults, fault.kind) != reason.faults.end();
    if (!is_known) reason.faults.push_back(fault.kind);
  }
  return reason;
}

unsigned worst_wavefronts(const KernelRun& run, const AccessSummary& access) {
  return count_request(run.machine, access.example).wavefronts;
}

bool can_time(AccessOp op) { return op == AccessOp::load || op == AccessOp::store || op == AccessOp::ldmatrix; }

/// Gives one reason to all that is not measured.
void leave_out(KernelReadings& readings, const Reason& why) {
  for (auto& reading : readings.readings) {
    if (!reading.measurement && !reading.missing) reading.missing = why;
  }
  if (readings.counters.empty() && !readings.no_counters) readings.no_counters = why;
}

void give_up(KernelReadings& readings, ReadingStatus status, const Reason& problem) {
  readings.status = status;
  readings.problem = problem;
  leave_out(readings, problem);
}

}  // namespace

std::string today() {
  const std::time_t now = std::time(nullptr);
  std::tm parts{};
  if (gmtime_r(&now, &parts) == nullptr) return "unknown date";
  return fmt::format("{:04}-{:02}-{:02}", parts.tm_year + 1900, parts.tm_mon + 1, parts.tm_mday);
}

unsigned resident_blocks(const MachineModel& machine, const Dim3& block, std::uint64_t shared_bytes) {
  return std::max(1U, occupancy(machine, block, shared_bytes).blocks);
}

Known<Dim3> filled_grid(const KernelRun& run, unsigned multiprocessors) {
  const std::uint64_t full =
      std::uint64_t{std::max(1u, multiprocessors)} * resident_blocks(run.machine, run.instance.block, run.shared_bytes);
  if (run.instance.grid.count() >= full) {
    return fail_with(Reason(ReasonKind::fills_gpu, run.instance.grid.count()));
  }
  if (knows_its_block(run.compiled->ptx)) {
    return fail_with(Reason(ReasonKind::uses_block_index, run.instance.grid.count()));
  }
  return Dim3{static_cast<std::uint32_t>(full * kFilledWaves), 1, 1};
}

std::vector<std::size_t> timed_order(const KernelRun& run) {
  struct Candidate {
    std::size_t index;
    unsigned wavefronts;
    bool is_store;
  };
  std::vector<Candidate> candidates;
  for (std::size_t index = 0; index < run.cost.accesses.size(); ++index) {
    const AccessSummary& access = run.cost.accesses[index];
    if (access.space != Space::shared || !can_time(access.op) || access.requests == 0) continue;
    candidates.push_back({index, worst_wavefronts(run, access), access.op == AccessOp::store});
  }
  std::ranges::stable_sort(candidates, [](const Candidate& a, const Candidate& b) {
    return a.wavefronts != b.wavefronts ? a.wavefronts > b.wavefronts : a.is_store < b.is_store;
  });
  std::vector<std::size_t> order;
  order.reserve(candidates.size());
  for (const auto& candidate : candidates) order.push_back(candidate.index);
  return order;
}

namespace {

/// Whether some memory is both read and written: then a launch depends on what the one before it left.
bool reads_what_it_writes(const KernelRun& run) {
  std::vector<bool> read(run.buffers.size()), written(run.buffers.size());
  MemoryAccess access;
  for (std::size_t index = 0; index < run.trace.size(); ++index) {
    run.trace.read(index, access, false);
    if (access.space != Space::global || access.active == 0) continue;
    const auto element = run.element_at(access.addresses[static_cast<std::size_t>(std::countr_zero(access.active))]);
    if (!element) return true;
    const auto buffer =
        std::ranges::find_if(run.buffers, [&](const auto& one) { return one.parameter == element->parameter; });
    const auto at = static_cast<std::size_t>(buffer - run.buffers.begin());
    if (access.op != AccessOp::store) read[at] = true;
    if (access.op != AccessOp::load) written[at] = true;
    if (read[at] && written[at]) return true;
  }
  return false;
}

/// A program's launch: its parameters, then all memory that was allocated.
GpuLaunch captured_launch_of(const KernelRun& run, GpuLaunch launch) {
  const CapturedLaunch& captured = *run.own->source.launch;
  for (const ptx::Parameter& parameter : simt::entry_of(*run.program).params) {
    const auto bytes = std::span(captured.parameters).subspan(parameter.offset, parameter.size);
    launch.arguments.push_back({false, {bytes.begin(), bytes.end()}, false});
  }
  const auto& variables = captured.module->variables;
  for (const CapturedMemory& memory : captured.memory) {
    const bool is_output = !run.output.empty() && memory.address == run.output_address;
    if (memory.is_variable && !is_output) {
      // The module's initial contents are there anyway, and the host does not need its strings.
      const auto variable =
          std::ranges::find_if(variables, [&](const ptx::Variable& one) { return one.name == memory.name; });
      if (variable == variables.end()) continue;
      std::vector<std::byte> initial = variable->initial;
      initial.resize(variable->size);
      if (*memory.contents == initial || !variable->relocations.empty()) continue;
    }
    GpuLaunch::Argument argument{true, *memory.contents, is_output};
    argument.address = memory.address;
    if (memory.is_variable) argument.variable = memory.name;
    argument.is_parameter = false;
    launch.arguments.push_back(std::move(argument));
  }
  launch.restores = reads_what_it_writes(run);
  return launch;
}

}  // namespace

GpuLaunch launch_of(const KernelRun& run) {
  GpuLaunch launch{.ptx = run.compiled->ptx,
                   .entry = run.kernel->entry,
                   .grid = run.instance.grid,
                   .block = run.instance.block,
                   .dynamic_shared_bytes = run.instance.dynamic_shared_bytes};
  if (run.own && run.own->source.launch) return captured_launch_of(run, std::move(launch));
  for (std::size_t i = 0; i < run.instance.parameters.size(); ++i) {
    const auto& parameter = run.instance.parameters[i];
    const bool is_input = i < run.kernel->parameters.size() && run.kernel->parameters[i].kind == ParameterKind::in;
    launch.arguments.push_back(
        {parameter.is_buffer, parameter.is_buffer ? run.inputs[i] : parameter.scalar, !is_input});
  }
  return launch;
}

GlobalBytes global_bytes(const KernelRun& run) {
  GlobalBytes bytes;
  for (const AccessSummary& access : run.cost.accesses) {
    if (access.space != Space::global) continue;
    const bool is_atomic = bankloom::is_atomic(access.op);
    if (access.op != AccessOp::store) bytes.read += access.bytes_asked;
    if (access.op == AccessOp::store || is_atomic) bytes.written += access.bytes_asked;
  }
  return bytes;
}

OutputCheck check_output(const KernelRun& run, const GpuOutput& output) {
  OutputCheck check;
  check.name = run.output_name;
  std::size_t parameter = run.instance.output_parameter;
  if (run.own && run.own->source.launch) {
    // Only its output is returned.
    const auto returned = std::ranges::find_if(output.buffers, [](const auto& buffer) { return !buffer.empty(); });
    parameter = static_cast<std::size_t>(returned - output.buffers.begin());
  }
  if (output.buffers.size() <= parameter || output.buffers[parameter].size() != run.output.size()) {
    check.missing = ReasonKind::output_size;
    return check;
  }
  const std::span<const std::byte> gpu(output.buffers[parameter]);
  const std::span<const std::byte> emulated(run.output);
  const std::size_t width = ptx::element_bytes(run.output_type);
  check.compared = true;
  check.sha256 = sha256(gpu);
  const Difference difference = compare_elements(gpu, emulated, width);
  check.different = difference.count;
  check.undefined = difference.count - compare_elements(gpu, emulated, width, run.defined).count;
  if (check.different != 0) {
    const std::uint64_t columns = std::max<std::uint64_t>(1, run.output_columns);
    check.row = difference.first / columns;
    check.column = difference.first % columns;
    check.gpu = ptx::value_to_text(run.output_type, gpu.subspan(difference.first * width, width));
    check.emulated = ptx::value_to_text(run.output_type, emulated.subspan(difference.first * width, width));
  }
  if (check.different != 0) check.gpu_bytes.assign(gpu.begin(), gpu.end());
  return check;
}

Known<std::vector<DeviceInfo>> gpus_of(Device& device) {
  auto all = device.devices();
  if (!all || all->empty()) return fail_with(Reason(ReasonKind::no_gpu, all ? "" : all.error().message));
  return *std::move(all);
}

Known<Measurer> Measurer::open(Device& device, Compiler& compiler, int index, std::chrono::milliseconds deadline,
                               const NoteGpus& note) {
  const auto devices = gpus_of(device);
  if (note) note(devices);
  TRY(devices);
  const auto found = std::ranges::find(*devices, index, &DeviceInfo::index);
  if (found == devices->end()) {
    std::string names;
    for (const auto& info : *devices)
      names += fmt::format("{}{} ({})", names.empty() ? "" : ", ", info.index, info.name);
    return fail_with(Reason(ReasonKind::other, message("there is no GPU {}; there is {}", index, names)));
  }
  TRY(device.choose(index));
  Measurer measurer(device, *found, deadline);
  measurer.architecture_ = kDefaultArchitecture;
  std::string toolkit = compiler.describe();
  if (const auto architectures = compiler.architectures()) {
    const auto& list = *architectures;
    if (std::ranges::find(list, found->newest_ptx) != list.end()) measurer.architecture_ = found->newest_ptx;
  }
  measurer.gpu_ = {found->name,
                   fmt::format("{}.{}", found->compute_major, found->compute_minor),
                   found->multiprocessors,
                   found->memory_bytes,
                   found->driver,
                   toolkit.substr(0, toolkit.find(" (")),
                   found->clock_mhz,
                   today(),
                   found->where};
  return measurer;
}

std::string counters_problem(Device& device, const DeviceInfo& info) {
  if (!info.no_counters.empty()) return info.no_counters;
  if (!device.choose(info.index)) return {};
  // Every driver so far takes PTX of this age; CUDA 13 dropped everything before 7.5.
  const bool is_volta = info.compute_major == 7 && info.compute_minor < 5;
  const GpuLaunch launch =
      empty_launch(fmt::format(".version 6.3\n.target sm_{}\n.address_size 64\n", is_volta ? 70 : 75));
  if (!device.launch(launch, kDefaultDeadline)) return {};
  const auto counters = device.count(launch, {"smsp__inst_executed.sum"}, kDefaultDeadline);
  return counters ? std::string() : counters.error().message;
}

std::string Measurer::machine_name(const std::vector<MachineModel>& machines) const {
  const auto model = find_machine(machines, "cc" + gpu_.compute_capability);
  return model ? model->name : std::string(kDefaultMachine);
}

std::chrono::milliseconds Measurer::deadline_for(const GpuLaunch& launch) const {
  std::uint64_t bytes = 0;
  for (const auto& argument : launch.arguments) bytes += argument.bytes.size();
  return deadline_ + std::chrono::seconds(bytes / kHandedOverPerSecond);
}

Reading Measurer::time(const GpuLaunch& launch, const char* name, double divisor, const char* unit) {
  const auto samples = device_->time(launch, deadline_for(launch));
  if (!samples) return {std::nullopt, samples.error()};
  return reading_of(*samples, name, unit, [divisor](double nanoseconds) { return nanoseconds / divisor; });
}

Reading Measurer::reading_of(const GpuSamples& samples, const char* name, const char* unit,
                             const std::function<double(double)>& from_nanoseconds) {
  if (samples.nanoseconds.empty()) {
    return {std::nullopt, {ReasonKind::lowered_clock, std::uint64_t{samples.dropped}}};
  }
  std::vector<double> values = samples.nanoseconds;
  for (double& value : values) value = from_nanoseconds(value);
  Measurement measurement = measurement_of(values);
  measurement.name = name;
  measurement.unit = unit;
  measurement.how = samples.how;
  measurement.source = gpu_.source();
  measurement.provenance = Provenance::measured_here;
  measurement.dropped = samples.dropped;
  if (samples.clock_mhz > 0) observed_clock_ = samples.clock_mhz;
  durations_from_ = samples.how;
  return {std::move(measurement), {}};
}

void Measurer::measure_bandwidth(const KernelRun& run, const GpuLaunch& launch, KernelReadings& readings) {
  const GlobalBytes bytes = global_bytes(run);
  if (bytes.sum() < kBandwidthBytes || run.is_sample()) return;
  Bandwidth& bandwidth = readings.bandwidth.emplace();
  bandwidth.bytes_read = bytes.read;
  bandwidth.bytes_written = bytes.written;
  bandwidth.copied_bytes = bytes.sum() / 2;
  const auto samples = device_->time_with_copy(launch, bandwidth.copied_bytes, deadline_for(launch));
  if (!samples) {
    bandwidth.kernel.missing = bandwidth.copy.missing = samples.error();
    return;
  }
  // A byte a nanosecond is a gigabyte a second.
  const auto rate_of = [](std::uint64_t moved) {
    return [moved](double nanoseconds) { return static_cast<double>(moved) / std::max(nanoseconds, 1.0); };
  };
  bandwidth.kernel = reading_of(samples->kernel, "bandwidth", "GB/s", rate_of(bytes.sum()));
  bandwidth.copy =
      reading_of(samples->copy, "bandwidth of the device's own copy", "GB/s", rate_of(2 * bandwidth.copied_bytes));
}

Known<Measurement> Measurer::empty_kernel(const KernelRun& any) {
  if (!empty_kernel_) {
    Reading reading = time(empty_launch(module_head(any.compiled->ptx)), "duration of an empty kernel", 1000, "us");
    if (!reading.measurement) return fail_with(reading.missing);
    empty_kernel_ = std::move(reading.measurement);
  }
  return *empty_kernel_;
}

Result<Measurement> Measurer::harness(const KernelRun& run, const HarnessAccess& access, bool is_empty) {
  HarnessShape shape;
  shape.is_empty = is_empty;
  TRY(const auto output, device_->launch(harness_launch(access, shape, module_head(run.compiled->ptx)), deadline_));
  TRY(const auto cycles, harness_cycles(output, shape));
  Measurement measurement = measurement_of(cycles);
  measurement.name = is_empty ? "cycles per request, empty harness" : "cycles per request";
  measurement.unit = "cycles per request";
  measurement.how =
      fmt::format("clock64 around {} requests of one warp, {}", kHarnessUnroll * shape.turns,
                  access.op == AccessOp::store ? "each waited for by a load" : "each waiting for the last");
  measurement.source = gpu_.source();
  measurement.provenance = Provenance::measured_here;
  return measurement;
}

void Measurer::measure_cycles(const KernelRun& run, KernelReadings& readings) {
  std::vector<std::size_t> order = timed_order(run);
  if (order.size() > kTimedAccesses) order.resize(kTimedAccesses);
  for (const std::size_t index : order) {
    const AccessSummary& summary = run.cost.accesses[index];
    TimedAccess timed{.line = summary.source_line,
                      .op = summary.op,
                      .width = summary.width,
                      .wavefronts = worst_wavefronts(run, summary)};
    const auto access = harness_access(summary.example, run.shared_bytes);
    if (!access) {
      timed.cycles.missing = access.error();
      readings.timed_accesses.push_back(std::move(timed));
      continue;
    }
    timed.active = access->active;
    if (auto cycles = harness(run, *access, false)) {
      timed.cycles.measurement = std::move(*cycles);
    } else {
      timed.cycles.missing = cycles.error();
    }
    const bool is_store = access->op == AccessOp::store;
    if (!empty_harness_.contains(is_store)) {
      if (auto empty = harness(run, *access, true)) empty_harness_.emplace(is_store, std::move(*empty));
    }
    if (const auto empty = empty_harness_.find(is_store); empty != empty_harness_.end()) {
      timed.empty_harness = empty->second;
    }
    readings.timed_accesses.push_back(std::move(timed));
  }
  if (readings.timed_accesses.empty()) {
    readings.reading(ReadingKind::cycles).missing = ReasonKind::no_shared_access;
  } else {
    readings.reading(ReadingKind::cycles) = readings.timed_accesses.front().cycles;
  }
}

void Measurer::count(const KernelRun& run, const GpuLaunch& launch, KernelReadings& readings) {
  if (run.is_sample()) {
    readings.no_counters = {ReasonKind::sampled, run.statistics.blocks, run.grid.count()};
    return;
  }
  if (!info_.no_counters.empty()) {
    readings.no_counters = {ReasonKind::other, info_.no_counters};
    return;
  }
  const auto counters = device_->count(launch, counter_metrics(run.cost), deadline_for(launch));
  if (!counters) {
    readings.no_counters = counters.error();
    return;
  }
  readings.counters = counter_readings(run.cost, *counters);
  if (readings.counters.empty()) readings.no_counters = ReasonKind::no_counter_returned;
}

bool Measurer::launch_once(const KernelRun& run, const GpuLaunch& launch, bool is_faulty, KernelReadings& readings) {
  const auto output = device_->launch(launch, deadline_for(launch));
  if (output) {
    readings.output = check_output(run, *output);
  } else {
    readings.output.missing = output.error();
  }
  if (is_faulty) {
    give_up(readings, ReadingStatus::faulty, faults_found(run, ReasonKind::faulty_launched));
  } else if (!output) {
    readings.broke = device_->kernel_broke();
    give_up(readings, ReadingStatus::failed, output.error());
  }
  return output && !is_faulty;
}

bool Measurer::time_one_launch(const GpuLaunch& launch, KernelReadings& readings) {
  Reading& reading = readings.reading(ReadingKind::one_block);
  reading = time(launch, "kernel duration", 1000, "us");
  if (reading.measurement || !device_->kernel_broke()) return true;
  // The other readings launch it repeatedly, too, and would fail as this one did.
  readings.broke = true;
  give_up(readings, ReadingStatus::failed, {ReasonKind::not_repeatable, reading.missing.text});
  return false;
}

void Measurer::time_filled(const KernelRun& run, GpuLaunch launch, KernelReadings& readings) {
  const auto grid = filled_grid(run, info_.multiprocessors);
  if (!grid) {
    readings.reading(ReadingKind::filled).missing = grid.error();
    return;
  }
  launch.grid = *grid;
  readings.filled_blocks = grid->count();
  readings.reading(ReadingKind::filled) =
      time(launch, "kernel duration per block", static_cast<double>(grid->count()), "ns per block");
}

KernelReadings Measurer::measure(const KernelRun& run, const MeasureHooks& hooks) {
  KernelReadings readings{.kernel = run.kernel->id(),
                          .options = run.instance.options,
                          .machine = run.machine.name,
                          .grid = run.instance.grid,
                          .block = run.instance.block,
                          .shared_bytes = run.shared_bytes,
                          .ptx_sha256 = sha256(run.compiled->ptx),
                          .source_sha256 = sha256(run.kernel->source),
                          .compiler = run.compiled->compiler};
  if (hooks.stopped()) {
    leave_out(readings, ReasonKind::interrupted);
    readings.output.missing = ReasonKind::interrupted;
    return readings;
  }
  readings.output.name = run.output_name;
  readings.output.missing = ReasonKind::not_launched;
  const bool is_faulty = !run.faults.empty() || !run.questions.empty();
  if (is_faulty && !hooks.launch_faulty) {
    give_up(readings, ReadingStatus::faulty, faults_found(run, ReasonKind::faulty));
    return readings;
  }
  if (run.own && run.own->source.launch && run.own->source.launch->is_cooperative) {
    give_up(readings, ReadingStatus::failed, ReasonKind::cooperative);
    return readings;
  }
  const auto begins = [&](MeasureStep step) {
    if (hooks.stopped()) return false;
    if (hooks.progress) hooks.progress({readings.kernel, readings.options, step});
    return true;
  };
  const GpuLaunch launch = launch_of(run);
  begins(MeasureStep::output);
  if (!launch_once(run, launch, is_faulty, readings)) return readings;
  if (begins(MeasureStep::one_block) && !time_one_launch(launch, readings)) return readings;
  if (begins(MeasureStep::filled)) time_filled(run, launch, readings);
  if (begins(MeasureStep::bandwidth)) measure_bandwidth(run, launch, readings);
  if (begins(MeasureStep::cycles)) measure_cycles(run, readings);
  if (begins(MeasureStep::counters)) count(run, launch, readings);
  if (hooks.stopped()) leave_out(readings, ReasonKind::interrupted);
  const auto& main = readings.reading(ReadingKind::one_block);
  if (!main.measurement && main.missing.kind != ReasonKind::interrupted) {
    readings.status = ReadingStatus::failed;
    readings.problem = main.missing;
  }
  return readings;
}

KernelMeasurement measure_with_twin(Measurer& measurer, const KernelRun& run, const RunMaker& make_run,
                                    const MeasureHooks& hooks) {
  if (hooks.progress) hooks.progress({run.kernel->id(), run.instance.options, MeasureStep::searching_twin});
  const Twin twin = run.faults.empty() ? find_twin(run, make_run, hooks.stop) : Twin{nullptr, ReasonKind::has_fault};
  KernelReadings own = measurer.measure(run, hooks);
  own.no_twin = twin.none;
  std::optional<KernelReadings> other;
  if (twin.run != nullptr) {
    own.twin = twin.run->instance.options;
    own.twin_conflicts = shared_totals(twin.run->cost).bank_conflicts;
    // Without the kernel's own readings the twin's say nothing, and may take as long to fail.
    if (!hooks.stopped() && own.status == ReadingStatus::measured) other = measurer.measure(*twin.run, hooks);
  }
  std::optional<Measurement> floor;
  if (!hooks.stopped() && own.status == ReadingStatus::measured) {
    if (auto empty = measurer.empty_kernel(run)) floor = std::move(*empty);
  }
  return make_kernel_measurement(Provenance::measured_here, measurer.gpu(), std::move(own), std::move(other),
                                 std::move(floor));
}

}  // namespace bankloom
