// MeasureService: measurements in the background, for a window that must never wait for a GPU.
//
// One thread owns the device. A view asks in every frame for the status of a kernel at its options: first the
// recording's figures, then progress, then what was measured here. After a failure (no GPU, a kernel that hangs, a
// worker that dies) the recorded figures remain, if any, with the reason why nothing was measured.
//
// Not supported: measuring in advance; measuring on several GPUs at once.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/job_queue.h"
#include "core/catalog/catalog.h"
#include "core/compile/compiler.h"
#include "core/measure/device.h"
#include "core/measure/published.h"
#include "core/measure/readings.h"
#include "core/measure/recording.h"
#include "core/run/run_service.h"

namespace bankloom {

enum class MeasurePhase : std::uint8_t {
  idle,       ///< not requested yet
  waiting,    ///< in the queue
  measuring,  ///< now
  done,       ///< measured here
  recorded,   ///< not measured here; the figures are a recording's, `problem` says why
  failed,     ///< no figures; `problem` says why
};

/// What the device's call waits for, and the last line that the command to a GPU elsewhere said.
struct GpuWait {
  DeviceWait what = DeviceWait::none;
  std::string said = {};
  friend bool operator==(const GpuWait&, const GpuWait&) = default;
};

struct MeasureStatus {
  MeasurePhase phase = MeasurePhase::idle;
  std::optional<MeasureStep> step;  ///< while measuring
  GpuWait wait = {};                ///< while measuring
  /// The figures to show: recorded ones until something was measured here; may be null.
  std::shared_ptr<const KernelMeasurement> result;
  Reason problem;       ///< why nothing was measured here; none while nothing went wrong
  Reason not_recorded;  ///< where there is no result: why not even a recorded one
};

class MeasureService {
 public:
  struct Setup {
    const Catalog* catalog = nullptr;                     ///< must outlive the service
    const std::vector<MachineModel>* machines = nullptr;  ///< likewise
    Compiler* compiler = nullptr;                         ///< likewise
    Device* device = nullptr;                             ///< likewise; null where the build has none
    std::string command = {};                             ///< see use_command()
    Recordings recordings;
    std::vector<PublishedFigure> published;
    std::chrono::milliseconds deadline = kDefaultDeadline;  ///< of one call of the device
    std::function<void()> on_change;  ///< called on the service's thread after each change of a status; may be empty
  };

  explicit MeasureService(Setup setup);
  /// Cancels the device's running call.
  ~MeasureService();
  MeasureService(const MeasureService&) = delete;
  MeasureService& operator=(const MeasureService&) = delete;

  /// The status now; never waits. `key.options` overlays the defaults; `key.architecture` is not used.
  [[nodiscard]] MeasureStatus status(const RunKey& key);
  /// Puts it first in the queue. An earlier measurement is kept unless `again`, which also launches a kernel with a
  /// fault. Never waits.
  void request(const RunKey& key, bool again = false);
  /// Takes it out of the queue, or interrupts its measurement. Earlier results stay.
  void cancel(const RunKey& key);
  void cancel_all();
  /// True while something is measured or waits.
  [[nodiscard]] bool busy() const;

  /// Takes figures that are not measured here from the recording of that name; "": from all.
  void choose_recording(const std::string& name);
  /// Recordings' files that could not be read.
  [[nodiscard]] const std::vector<Error>& recording_problems() const { return setup_.recordings.problems; }
  /// The GPUs there are as far as known, or why there is none.
  [[nodiscard]] Known<std::vector<DeviceInfo>> gpus() const;
  /// Asks which GPUs there are, before anything else is measured; what found none may be measured then. Never waits.
  void look();
  /// Whether that is being asked.
  [[nodiscard]] bool looks() const;
  /// What the call that runs waits for.
  [[nodiscard]] GpuWait wait() const;
  /// Measures from now on where a command leads; empty: on this machine. Ends what is being measured, and forgets which
  /// GPUs there are and what failed. Never waits.
  void use_command(std::string command);
  /// The GPU to measure on, as the driver counts; 0 at first.
  void choose_device(int index);

 private:
  using Key = RunKey;  ///< with all options, and without an architecture: the GPU decides that
  [[nodiscard]] Key complete(const RunKey& key) const;
  using Jobs = JobQueue<Key>;
  Jobs::Finish work(const Key& key, const std::stop_token& stop);
  Jobs::Finish measure(const Key& key, const std::stop_token& stop);
  void note_gpus(const Known<std::vector<DeviceInfo>>& gpus);
  void note_wait(DeviceWait wait, const std::string& said);
  /// Lets the device follow the command.
  [[nodiscard]] Known<void> follow_command();
  void clear_queue();
  /// Cancels the job with its call of the device.
  void stop_current(Jobs::Lock lock);
  [[nodiscard]] Known<KernelMeasurement> measure_here(const Key& key, int device_index, const MeasureHooks& hooks);
  [[nodiscard]] std::shared_ptr<const KernelMeasurement> recorded(const Key& key, Reason* why) const;
  void add_published(KernelMeasurement& measurement, const Key& key) const;
  void end(const Key& key, bool was_stopped, Known<KernelMeasurement> outcome);
  void fall_back(const Key& key, MeasureStatus& status) const;
  /// Forgets why measurements failed where that was said in another language.
  void follow_language();
  void forget_failures(const std::function<bool(const Reason&)>& is_outdated);

  const Setup setup_;
  std::set<Key> insisted_;  ///< of the queue, what is to be measured again
  int device_index_ = 0;
  std::string chosen_recording_;  ///< "" for all
  std::map<Key, MeasureStatus> known_;
  Known<std::vector<DeviceInfo>> gpus_;
  std::string command_;
  bool has_new_command_ = false;  ///< that the device does not know yet
  GpuWait wait_;
  std::string_view language_;      ///< of the drivers' and libraries' sentences in what is known
  std::map<Key, Reason> reasons_;  ///< why the last measurement failed
  /// On the worker's thread alone.
  Known<void> used_command_;
  std::optional<Measurer> measurer_;
  int measurer_index_ = 0;
  mutable Jobs jobs_;
};

}  // namespace bankloom
