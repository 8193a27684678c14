#include "ui/measures.h"

#include <algorithm>
#include <utility>

#include "core/wording/text.h"

namespace bankloom::ui {

MeasureService::Setup Measures::noted(MeasureService::Setup setup) {
  for (const auto& recording : setup.recordings.list) recordings_.push_back({recording.name, recording.gpu.source()});
  published_ = setup.published;
  has_device_ = setup.device != nullptr;
  command_ = setup.command;
  setup.on_change = [this, call = std::move(setup.on_change)] {
    ++changes_;
    if (call) call();
  };
  return setup;
}

Measures::Measures(MeasureService::Setup setup) : service_(noted(std::move(setup))) {}

RunKey Measures::key_of(const Session& session, Side side) {
  RunKey key;
  if (const Kernel* kernel = session.kernel(side)) key.kernel = kernel->id();
  key.own = session.selection().own(side);
  if (key.own) key.kernel = own_key(*key.own);
  key.options = session.options(side);
  return key;
}

void Measures::disclose(Disclosure disclosure) {
  if (disclosure == disclosure_) return;
  disclosure_ = disclosure;
  forget();
}

MeasureStatus Measures::status(const RunKey& run_key) {
  // Read before the service is asked: what changes meanwhile is asked for again.
  const std::uint64_t changes = changes_;
  if (changes != seen_) {
    known_.clear();
    seen_ = changes;
  }
  // Times do not depend on the machine whose rules are shown, nor on the architecture.
  RunKey key{run_key.kernel, run_key.options, kDefaultMachine, "", run_key.own};
  auto found = known_.find(key);
  if (found == known_.end()) found = known_.emplace(key, service_.status(key)).first;
  MeasureStatus status = found->second;
  if (!disclosure_.shows(FactKind::time)) {
    status.result = nullptr;
    status.not_recorded = ReasonKind::hidden;
  }
  return status;
}

MeasureStatus Measures::status(const Session& session, Side side) { return status(key_of(session, side)); }

Reason Measures::why_only_on_request(const Session& session, Side side) {
  const Kernel* kernel = session.kernel(side);
  const SideView& view = session.side(side);
  if (kernel == nullptr || view.run == nullptr) return ReasonKind::no_run;
  if (!view.facts().faults().empty() || !view.run->questions.empty()) return ReasonKind::fault_found;
  if (!view.run->instance.expected_faults.empty()) return ReasonKind::fault_expected;
  return {};
}

void Measures::follow(const Session& session, double time, const std::function<void(double)>& redraw_within) {
  std::vector<RunKey> shown{key_of(session, Side::a)};
  if (session.comparing()) shown.push_back(key_of(session, Side::b));
  if (shown != wanted_) {
    wanted_ = std::move(shown);
    changed_at_ = time;
    settled_ = false;
  }
  if (settled_ || rests_ || !has_device_ || no_gpu() || looks()) return;
  const double left = changed_at_ + kMeasureDelay - time;
  if (left > 0) {
    redraw_within(left);
    return;
  }
  for (const Side side : {Side::a, Side::b}) {
    if (side == Side::b && !session.comparing()) break;
    // A frame comes when the run is there.
    if (session.runs().side(side).pending) return;
  }
  settled_ = true;
  // What waits and is no longer shown would only be in the way; what is under way is finished.
  for (const RunKey& key : asked_) {
    const bool is_shown = std::ranges::find(wanted_, key) != wanted_.end();
    if (!is_shown && status(key).phase == MeasurePhase::waiting) service_.cancel({key.kernel, key.options});
  }
  asked_.clear();
  // The service takes the last request first: A comes before B.
  for (std::size_t i = wanted_.size(); i-- > 0;) {
    const Side side = i == 0 ? Side::a : Side::b;
    if (session.runs().side(side).failure || why_only_on_request(session, side)) continue;
    if (status(wanted_[i]).phase != MeasurePhase::idle) continue;
    request(wanted_[i]);
    asked_.push_back(wanted_[i]);
  }
  forget();
}

void Measures::request(const RunKey& key) {
  rests_ = false;
  service_.request({key.kernel, key.options, kDefaultMachine, "", key.own});
  forget();
}

void Measures::again(const Session& session) {
  rests_ = false;
  for (const Side side : {Side::b, Side::a}) {
    if (side == Side::b && !session.comparing()) continue;
    const RunKey key = key_of(session, side);
    service_.request({key.kernel, key.options, kDefaultMachine, "", key.own}, true);
  }
  forget();
}

void Measures::cancel() {
  // Whoever did not want to wait in a queue does not want to at the next change of an option.
  rests_ = !command_.empty();
  service_.cancel_all();
  forget();
}

Reason Measures::no_gpu() const {
  const auto found = service_.gpus();
  return found ? Reason() : found.error();
}

void Measures::use_command(const std::string& command) {
  if (command != command_) {
    command_ = command;
    chosen_command_ = command;
    chosen_gpu_ = 0;
  }
  service_.use_command(command);
  service_.look();
  rests_ = settled_ = false;
  forget();
}

std::string Measures::host() const {
  if (command_.empty()) return {};
  const std::vector<DeviceInfo> known = gpus();
  return known.empty() ? say("another machine").str() : known.front().where;
}

void Measures::choose_gpu(int index) {
  chosen_gpu_ = index;
  service_.choose_device(index);
}

void Measures::choose_recording(const std::string& name) {
  const bool known =
      std::ranges::any_of(recordings_, [&](const RecordingChoice& choice) { return choice.name == name; });
  const std::string chosen = known ? name : "";
  if (chosen == chosen_recording_) return;
  chosen_recording_ = chosen;
  service_.choose_recording(chosen);
  forget();
}

}  // namespace bankloom::ui
