#include "core/measure/measure_service.h"

#include <algorithm>
#include <exception>
#include <utility>

#include "core/base/language.h"
#include "core/run/own_run.h"

namespace bankloom {
namespace {

/// The job that asks which GPUs there are.
const RunKey kLook{};

}  // namespace

MeasureService::MeasureService(Setup setup)
    : setup_(std::move(setup)),
      command_(setup_.command),
      has_new_command_(!command_.empty()),
      language_(language()),
      jobs_([this](const Key& key, const std::stop_token& stop) { return work(key, stop); }, setup_.on_change) {
  if (setup_.device == nullptr) return;
  setup_.device->on_wait([this](DeviceWait wait, const std::string& said) { note_wait(wait, said); });
}

MeasureService::~MeasureService() {
  if (setup_.device == nullptr) return;
  jobs_.end([this] { setup_.device->cancel(); });
  setup_.device->on_wait({});
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
  forget_failures([](const Reason& reason) { return !reason.text.empty(); });
}

void MeasureService::forget_failures(const std::function<bool(const Reason&)>& is_outdated) {
  for (auto& [key, status] : known_) {
    if (!status.problem || !is_outdated(status.problem)) continue;
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
  MeasureStatus status;
  if (const auto found = known_.find(key); found != known_.end()) {
    status = found->second;
    if (jobs_.is_doing(key)) status.wait = wait_;
    return status;
  }
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

void MeasureService::clear_queue() {
  for (const Key& key : jobs_.waiting()) {
    if (key != kLook) known_[key].phase = MeasurePhase::idle;
  }
  jobs_.waiting().clear();
}

void MeasureService::cancel_all() {
  auto lock = jobs_.lock();
  clear_queue();
  stop_current(std::move(lock));
}

void MeasureService::use_command(std::string command) {
  auto lock = jobs_.lock();
  if (command == command_) return;
  command_ = std::move(command);
  has_new_command_ = true;
  device_index_ = 0;
  gpus_ = {};
  forget_failures([](const Reason&) { return true; });
  clear_queue();
  stop_current(std::move(lock));
}

void MeasureService::look() {
  const auto lock = jobs_.lock();
  if (setup_.device == nullptr || jobs_.is_doing(kLook)) return;
  gpus_ = {};
  std::erase(jobs_.waiting(), kLook);
  jobs_.waiting().push_front(kLook);
  jobs_.notify();
}

bool MeasureService::looks() const {
  const auto lock = jobs_.lock();
  return jobs_.is_doing(kLook) || std::ranges::count(jobs_.waiting(), kLook) != 0;
}

GpuWait MeasureService::wait() const {
  const auto lock = jobs_.lock();
  return jobs_.is_stopped() ? GpuWait() : wait_;
}

void MeasureService::note_gpus(const Known<std::vector<DeviceInfo>>& gpus) {
  const auto lock = jobs_.lock();
  // A call that was ended says nothing of the GPUs.
  if (jobs_.is_stopped()) return;
  gpus_ = gpus;
  if (gpus) forget_failures([](const Reason& reason) { return reason.kind == ReasonKind::no_gpu; });
}

void MeasureService::note_wait(DeviceWait wait, const std::string& said) {
  bool is_stopped = false, is_new = false;
  {
    const auto lock = jobs_.lock();
    is_stopped = jobs_.is_stopped();
    is_new = std::exchange(wait_, {wait, said}) != GpuWait{wait, said};
  }
  // A stop between two calls has ended neither.
  if (is_stopped) setup_.device->cancel();
  if (is_new && setup_.on_change) setup_.on_change();
}

Known<void> MeasureService::follow_command() {
  std::string command;
  {
    const auto lock = jobs_.lock();
    if (!std::exchange(has_new_command_, false)) return used_command_;
    command = command_;
  }
  measurer_.reset();
  used_command_ = {};
  if (const auto used = setup_.device->use_command(command); !used) {
    used_command_ = fail_with(Reason(ReasonKind::no_gpu, used.error().message));
  }
  return used_command_;
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
  if (const auto used = follow_command(); !used) {
    note_gpus(fail_with(used.error()));
    return fail_with(used.error());
  }
  if (!measurer_ || measurer_index_ != device_index) {
    const auto note = [this](const Known<std::vector<DeviceInfo>>& gpus) { note_gpus(gpus); };
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
    return run_kernel(std::move(compiled), machine, {.most_work = kMeasuredWork});
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

MeasureService::Jobs::Finish MeasureService::work(const Key& key, const std::stop_token& stop) {
  if (key != kLook) return measure(key, stop);
  try {
    const auto used = follow_command();
    note_gpus(used ? gpus_of(*setup_.device) : fail_with(used.error()));
  } catch (const std::exception& error) {
    note_gpus(fail_with(Reason(ReasonKind::internal_error, error.what())));
  }
  return [this] { wait_ = {}; };
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
  wait_ = {};
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
