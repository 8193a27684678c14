#include "core/measure/measure_service.h"

#include <algorithm>
#include <exception>
#include <utility>

#include "core/run/own_run.h"

namespace bankloom {

MeasureService::MeasureService(Setup setup) : setup_(std::move(setup)), worker_([this] { work(); }) {}

MeasureService::~MeasureService() {
  {
    std::unique_lock lock(mutex_);
    ends_ = true;
    stop_current_ = true;
    queue_.clear();
    wake_.notify_all();
    // Again and again, for a call may begin just after it was not there to be cancelled.
    while (!has_ended_) {
      lock.unlock();
      if (setup_.device != nullptr) setup_.device->cancel();
      lock.lock();
      ended_.wait_for(lock, std::chrono::milliseconds(20), [this] { return has_ended_; });
    }
  }
  worker_.join();
}

MeasureService::Key MeasureService::complete(const RunKey& key) const {
  Key result{key.kernel, key.options, key.machine, "", key.own};
  const auto kernel = find_kernel(*setup_.catalog, key.kernel);
  if (!kernel) return result;
  result.kernel = (*kernel)->id();
  if (auto options = resolve_options(**kernel, key.options)) result.options = std::move(*options);
  return result;
}

MeasureStatus MeasureService::status(const RunKey& run_key) const {
  const Key key = complete(run_key);
  const std::lock_guard lock(mutex_);
  if (const auto found = known_.find(key); found != known_.end()) return found->second;
  MeasureStatus status;
  status.result = recorded(key, nullptr);
  return status;
}

void MeasureService::request(const RunKey& run_key, bool again) {
  const Key key = complete(run_key);
  {
    const std::lock_guard lock(mutex_);
    if (current_ == key && !stop_current_) return;
    MeasureStatus& status = known_[key];
    if (status.phase == MeasurePhase::done && !again) return;
    if (!status.result) status.result = recorded(key, nullptr);
    status.phase = MeasurePhase::waiting;
    status.problem = {};
    queue_.erase(std::remove(queue_.begin(), queue_.end(), key), queue_.end());
    queue_.push_front(key);
    if (again) insisted_.insert(key);
  }
  wake_.notify_all();
}

void MeasureService::cancel(const RunKey& run_key) {
  const Key key = complete(run_key);
  bool is_current = false;
  {
    const std::lock_guard lock(mutex_);
    queue_.erase(std::remove(queue_.begin(), queue_.end(), key), queue_.end());
    is_current = current_ == key;
    stop_current_ = stop_current_ || is_current;
    if (const auto found = known_.find(key); found != known_.end() && found->second.phase == MeasurePhase::waiting) {
      found->second.phase = MeasurePhase::idle;
    }
  }
  if (is_current && setup_.device != nullptr) setup_.device->cancel();
}

void MeasureService::cancel_all() {
  bool is_busy = false;
  {
    const std::lock_guard lock(mutex_);
    for (const Key& key : queue_) known_[key].phase = MeasurePhase::idle;
    queue_.clear();
    is_busy = current_.has_value();
    stop_current_ = stop_current_ || is_busy;
  }
  if (is_busy && setup_.device != nullptr) setup_.device->cancel();
}

bool MeasureService::busy() const {
  const std::lock_guard lock(mutex_);
  return current_.has_value() || !queue_.empty();
}

void MeasureService::choose_recording(const std::string& name) {
  const std::lock_guard lock(mutex_);
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
  const std::lock_guard lock(mutex_);
  device_index_ = index;
}

Known<std::vector<DeviceInfo>> MeasureService::gpus() const {
  const std::lock_guard lock(mutex_);
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
      const std::lock_guard lock(mutex_);
      gpus_ = gpus;
    };
    TRY(auto opened, Measurer::open(*setup_.device, *setup_.compiler, device_index, setup_.deadline, note));
    measurer_.emplace(std::move(opened));
    measurer_index_ = device_index;
  }
  // The modelled numbers follow the GPU's own rules: they stand beside its counters.
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
    // A worker that died is a new one at the next request; what it said about the GPU may be old.
    measurer_.reset();
    return fail_with(measurement.own.problem);
  }
  add_published(measurement, key);
  return measurement;
}

void MeasureService::changed() {
  if (setup_.on_change) setup_.on_change();
}

void MeasureService::measure(const Key& key) {
  MeasureHooks hooks;
  hooks.stop = [this] {
    const std::lock_guard lock(mutex_);
    return stop_current_;
  };
  hooks.progress = [this, &key](const MeasureProgress& progress) {
    {
      const std::lock_guard lock(mutex_);
      known_[key].step = progress.step;
    }
    changed();
  };
  int device_index = 0;
  {
    const std::lock_guard lock(mutex_);
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
  const std::lock_guard lock(mutex_);
  // In the same moment as the status: who then asks again is not taken for one who asks twice.
  current_.reset();
  MeasureStatus& status = known_[key];
  status.step.reset();
  if (outcome) {
    status.phase = MeasurePhase::done;
    status.result = std::make_shared<const KernelMeasurement>(std::move(*outcome));
    status.problem = {};
    return;
  }
  status.problem = outcome.error();
  const bool was_measured = status.result && status.result->provenance == Provenance::measured_here;
  if (stop_current_) {
    status.phase = was_measured ? MeasurePhase::done : MeasurePhase::idle;
    status.problem = {};
    return;
  }
  if (was_measured) {
    // An older measurement is worth more than a recording; the sentence says that the new one failed.
    status.phase = MeasurePhase::done;
    return;
  }
  reasons_[key] = status.problem;
  fall_back(key, status);
}

/// What stands in where a measurement failed, from the recordings that are chosen now.
void MeasureService::fall_back(const Key& key, MeasureStatus& status) const {
  status.not_recorded = {};
  status.result = recorded(key, &status.not_recorded);
  status.phase = status.result ? MeasurePhase::recorded : MeasurePhase::failed;
  const auto reason = reasons_.find(key);
  status.problem = reason == reasons_.end() ? Reason() : reason->second;
}

void MeasureService::work() {
  std::unique_lock lock(mutex_);
  for (;;) {
    wake_.wait(lock, [this] { return ends_ || !queue_.empty(); });
    if (ends_) {
      has_ended_ = true;
      ended_.notify_all();
      return;
    }
    const Key key = queue_.front();
    queue_.pop_front();
    current_ = key;
    stop_current_ = false;
    known_[key].phase = MeasurePhase::measuring;
    lock.unlock();
    changed();
    measure(key);
    changed();
    lock.lock();
  }
}

}  // namespace bankloom
