#include "core/measure/measure_service.h"

#include <algorithm>
#include <exception>
#include <utility>

#include "core/base/language.h"
#include "core/run/own_run.h"

namespace bankloom {

MeasureService::MeasureService(Setup setup)
    : setup_(std::move(setup)),
      language_(language()),
      jobs_([this](const Key& key, const std::stop_token& stop) { return measure(key, stop); }, setup_.on_change) {}

MeasureService::~MeasureService() {
  jobs_.end([this] {
    if (setup_.device != nullptr) setup_.device->cancel();
  });
}

MeasureService::Key MeasureService::complete(const RunKey& key) const {
  Key result{key.kernel, key.options, key.machine, "", key.own};
  const auto kernel = find_kernel(*setup_.catalog, key.kernel);
  if (!kernel) return result;
  result.kernel = (*kernel)->id();
  if (auto options = resolve_options(**kernel, key.options)) result.options = std::move(*options);
  return result;
}

void MeasureService::follow_language() {
  if (std::exchange(language_, language()) == language()) return;
  if (!gpus_ && !gpus_.error().text.empty()) gpus_ = {};
  for (auto& [key, status] : known_) {
    if (status.problem.text.empty()) continue;
    status.problem = {};
    reasons_.erase(key);
    if (status.phase == MeasurePhase::recorded || status.phase == MeasurePhase::failed)
      status.phase = MeasurePhase::idle;
  }
}

MeasureStatus MeasureService::status(const RunKey& run_key) {
  const Key key = complete(run_key);
  const auto lock = jobs_.lock();
  follow_language();
  if (const auto found = known_.find(key); found != known_.end()) return found->second;
  MeasureStatus status;
  status.result = recorded(key, nullptr);
  return status;
}

void MeasureService::request(const RunKey& run_key, bool again) {
  const Key key = complete(run_key);
  const auto lock = jobs_.lock();
  if (jobs_.is_doing(key)) return;
  MeasureStatus& status = known_[key];
  if (status.phase == MeasurePhase::done && !again) return;
  if (!status.result) status.result = recorded(key, nullptr);
  status.phase = MeasurePhase::waiting;
  status.problem = {};
  std::erase(jobs_.waiting(), key);
  jobs_.waiting().push_front(key);
  if (again) insisted_.insert(key);
  jobs_.notify();
}

void MeasureService::stop_current(Jobs::Lock lock) {
  const bool is_busy = jobs_.current().has_value();
  jobs_.stop();
  lock.unlock();
  if (is_busy && setup_.device != nullptr) setup_.device->cancel();
}

void MeasureService::cancel(const RunKey& run_key) {
  const Key key = complete(run_key);
  auto lock = jobs_.lock();
  std::erase(jobs_.waiting(), key);
  if (const auto found = known_.find(key); found != known_.end() && found->second.phase == MeasurePhase::waiting) {
    found->second.phase = MeasurePhase::idle;
  }
  if (jobs_.current() == key) stop_current(std::move(lock));
}

void MeasureService::cancel_all() {
  auto lock = jobs_.lock();
  for (const Key& key : jobs_.waiting()) known_[key].phase = MeasurePhase::idle;
  jobs_.waiting().clear();
  stop_current(std::move(lock));
}

bool MeasureService::busy() const {
  const auto lock = jobs_.lock();
  return jobs_.current().has_value() || !jobs_.waiting().empty();
}

void MeasureService::choose_recording(const std::string& name) {
  const auto lock = jobs_.lock();
  chosen_recording_ = name;
  for (auto& [key, status] : known_) {
    if (status.result && status.result->provenance == Provenance::measured_here) continue;
    if (status.phase == MeasurePhase::recorded || status.phase == MeasurePhase::failed) {
      fall_back(key, status);
    } else if (status.result) {
      status.result = recorded(key, nullptr);
    }
  }
}

void MeasureService::choose_device(int index) {
  const auto lock = jobs_.lock();
  device_index_ = index;
}

Known<std::vector<DeviceInfo>> MeasureService::gpus() const {
  const auto lock = jobs_.lock();
  if (!gpus_ && !gpus_.error().text.empty() && language_ != language()) return {};
  return gpus_;
}

void MeasureService::add_published(KernelMeasurement& measurement, const Key& key) const {
  measurement.published = find_published(setup_.published, key.kernel, key.options, "");
}

std::shared_ptr<const KernelMeasurement> MeasureService::recorded(const Key& key, Reason* why) const {
  const auto kernel = find_kernel(*setup_.catalog, key.kernel);
  if (!kernel) {
    if (why != nullptr) *why = key.own ? Reason(ReasonKind::own_not_recorded) : Reason(kernel.error());
    return nullptr;
  }
  std::vector<const Recording*> choice;
  for (const auto& recording : setup_.recordings.list) {
    if (chosen_recording_.empty() || recording.name == chosen_recording_) choice.push_back(&recording);
  }
  auto found = recorded_measurement(choice, key.kernel, key.options, (*kernel)->source);
  if (!found) {
    if (why != nullptr) *why = found.error();
    return nullptr;
  }
  add_published(*found, key);
  return std::make_shared<const KernelMeasurement>(std::move(*found));
}

Known<KernelMeasurement> MeasureService::measure_here(const Key& key, int device_index, const MeasureHooks& hooks) {
  if (setup_.device == nullptr) return fail_with(Reason(ReasonKind::no_device_code));
  const auto kernel = find_kernel(*setup_.catalog, key.kernel);
  if (!key.own) TRY(kernel);
  if (!measurer_ || measurer_index_ != device_index) {
    const auto note = [this](const Known<std::vector<DeviceInfo>>& gpus) {
      const auto lock = jobs_.lock();
      gpus_ = gpus;
    };
    TRY(auto opened, Measurer::open(*setup_.device, *setup_.compiler, device_index, setup_.deadline, note));
    measurer_.emplace(std::move(opened));
    measurer_index_ = device_index;
  }
  // The modelled numbers follow the GPU's own rules, since they are compared with its counters.
  TRY(const auto machine, find_machine(*setup_.machines, measurer_->machine_name(*setup_.machines)));
  const RunMaker make_run = [&](const OptionValues& options) -> Result<std::shared_ptr<const KernelRun>> {
    const std::string& architecture = measurer_->architecture();
    if (key.own) {
      std::shared_ptr<const OwnKernel> made;
      return run_own_kernel({*key.own, options, architecture, *setup_.catalog, *setup_.compiler}, machine, {}, made);
    }
    TRY(auto compiled, compile_kernel(borrow_kernel(**kernel), options, architecture, *setup_.compiler));
    return run_kernel(std::move(compiled), machine);
  };
  TRY(const auto run, make_run(key.options));
  if (hooks.stopped()) return fail_with(Reason(ReasonKind::cancelled));
  KernelMeasurement measurement = measure_with_twin(*measurer_, *run, make_run, hooks);
  if (hooks.stopped()) return fail_with(Reason(ReasonKind::cancelled));
  if (measurement.own.status == ReadingStatus::failed) {
    // The next request starts a new worker where this one died; what it said about the GPU may be outdated.
    measurer_.reset();
    return fail_with(measurement.own.problem);
  }
  add_published(measurement, key);
  return measurement;
}

MeasureService::Jobs::Finish MeasureService::measure(const Key& key, const std::stop_token& stop) {
  const auto note = [&](MeasurePhase phase, std::optional<MeasureStep> step) {
    {
      const auto lock = jobs_.lock();
      known_[key].phase = phase;
      known_[key].step = step;
    }
    if (setup_.on_change) setup_.on_change();
  };
  note(MeasurePhase::measuring, std::nullopt);
  MeasureHooks hooks;
  hooks.stop = [&stop] { return stop.stop_requested(); };
  hooks.progress = [&](const MeasureProgress& progress) { note(MeasurePhase::measuring, progress.step); };
  int device_index = 0;
  {
    const auto lock = jobs_.lock();
    device_index = device_index_;
    hooks.launch_faulty = insisted_.erase(key) != 0;
  }
  Known<KernelMeasurement> outcome = fail_with(Reason(ReasonKind::not_measured));
  try {
    outcome = measure_here(key, device_index, hooks);
  } catch (const std::exception& error) {
    measurer_.reset();
    outcome = fail_with(Reason(ReasonKind::internal_error, error.what()));
  }
  return [this, key, stop, outcome = std::make_shared<Known<KernelMeasurement>>(std::move(outcome))] {
    end(key, stop.stop_requested(), std::move(*outcome));
  };
}

void MeasureService::end(const Key& key, bool was_stopped, Known<KernelMeasurement> outcome) {
  MeasureStatus& status = known_[key];
  status.step.reset();
  if (outcome) {
    status.phase = MeasurePhase::done;
    status.result = std::make_shared<const KernelMeasurement>(std::move(*outcome));
    status.problem = {};
    return;
  }
  const bool was_measured = status.result && status.result->provenance == Provenance::measured_here;
  status.problem = was_stopped ? Reason() : outcome.error();
  if (was_stopped || was_measured) {
    // An older measurement is worth more than a recording; `problem` tells that the new one failed.
    status.phase = was_measured ? MeasurePhase::done : MeasurePhase::idle;
    return;
  }
  reasons_[key] = status.problem;
  fall_back(key, status);
}

/// What replaces a failed measurement, from the recordings that are chosen now.
void MeasureService::fall_back(const Key& key, MeasureStatus& status) const {
  status.not_recorded = {};
  status.result = recorded(key, &status.not_recorded);
  status.phase = status.result ? MeasurePhase::recorded : MeasurePhase::failed;
  const auto reason = reasons_.find(key);
  status.problem = reason == reasons_.end() ? Reason() : reason->second;
}

}  // namespace bankloom
