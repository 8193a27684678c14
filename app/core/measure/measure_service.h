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

struct MeasureStatus {
  MeasurePhase phase = MeasurePhase::idle;
  std::optional<MeasureStep> step;  ///< while measuring
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
  /// The machine's GPUs as far as known, or why there is none.
  [[nodiscard]] Known<std::vector<DeviceInfo>> gpus() const;
  /// The GPU to measure on, as the driver counts; 0 at first.
  void choose_device(int index);

 private:
  using Key = RunKey;  ///< with all options, and without an architecture: the GPU decides that
  [[nodiscard]] Key complete(const RunKey& key) const;
  using Jobs = JobQueue<Key>;
  Jobs::Finish measure(const Key& key, const std::stop_token& stop);
  /// Cancels the job with its call of the device.
  void stop_current(Jobs::Lock lock);
  [[nodiscard]] Known<KernelMeasurement> measure_here(const Key& key, int device_index, const MeasureHooks& hooks);
  [[nodiscard]] std::shared_ptr<const KernelMeasurement> recorded(const Key& key, Reason* why) const;
  void add_published(KernelMeasurement& measurement, const Key& key) const;
  void end(const Key& key, bool was_stopped, Known<KernelMeasurement> outcome);
  void fall_back(const Key& key, MeasureStatus& status) const;
  /// Forgets why measurements failed where that was said in another language.
  void follow_language();

  const Setup setup_;
  std::set<Key> insisted_;  ///< of the queue, what is to be measured again
  int device_index_ = 0;
  std::string chosen_recording_;  ///< "" for all
  std::map<Key, MeasureStatus> known_;
  Known<std::vector<DeviceInfo>> gpus_;
  std::string_view language_;      ///< of the drivers' and libraries' sentences in what is known
  std::map<Key, Reason> reasons_;  ///< why the last measurement failed
  /// On the worker's thread alone.
  std::optional<Measurer> measurer_;
  int measurer_index_ = 0;
  mutable Jobs jobs_;
};

}  // namespace bankloom
