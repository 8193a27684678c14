// Measures: what the panels know of measured times, and when something is measured without being asked for.
//
// A layer over MeasureService for one window: it keeps what the service says until it says something new, notes which
// GPUs there are, and asks for A and B a moment after the last change of their options. All on the window's thread; no
// method waits for the GPU.
//
// Not measured by themselves: kernels in which the emulator found a fault or that are there to show one; anything once
// it is known that there is no GPU, or a person did not want to wait for one elsewhere.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/measure/measure_service.h"
#include "core/session/session.h"

namespace bankloom::ui {

/// Seconds after the last change of a choice until it is measured.
inline constexpr double kMeasureDelay = 0.3;

class Measures {
 public:
  /// `setup.on_change` is still called, on the service's thread. Without a device nothing is measured, and recorded
  /// figures are shown.
  explicit Measures(MeasureService::Setup setup);
  Measures(const Measures&) = delete;
  Measures& operator=(const Measures&) = delete;

  /// Of the session, for every frame: where times are hidden, status() has none.
  void disclose(Disclosure disclosure);
  /// What is known of a kernel at its options; never waits.
  [[nodiscard]] MeasureStatus status(const RunKey& key);
  /// The same for who asks a question about it: whatever is hidden.
  [[nodiscard]] std::optional<KernelMeasurement> measured(const KernelRun& run) {
    const auto result = service_.status({run.kernel->id(), run.instance.options, kDefaultMachine, "", {}}).result;
    return result ? std::optional(*result) : std::nullopt;
  }
  /// The time of one launch in us, likewise.
  [[nodiscard]] std::optional<double> time(const Kernel& kernel, const OptionValues& options) {
    const auto result = service_.status({kernel.id(), options, kDefaultMachine, "", {}}).result;
    if (!result) return std::nullopt;
    const auto& time = result->own.reading(ReadingKind::one_block).measurement;
    return time ? std::optional(time->value) : std::nullopt;
  }
  /// The same of a side of the session.
  [[nodiscard]] MeasureStatus status(const Session& session, Side side);
  [[nodiscard]] static RunKey key_of(const Session& session, Side side);

  /// To be called every frame: asks for what is shown, once it has not been changed for kMeasureDelay seconds.
  /// `redraw_within` is asked for a frame when that time will have come.
  void follow(const Session& session, double time, const std::function<void(double)>& redraw_within);
  /// Measures both sides, again where they have been.
  void again(const Session& session);
  /// Measures one kernel, unless it has been.
  void request(const RunKey& key);
  /// Ends what is being measured and forgets what waits, the question for GPUs included.
  void cancel();

  [[nodiscard]] bool busy() const { return service_.busy(); }
  /// Whether there is any way to a GPU: false in pictures of the command line.
  [[nodiscard]] bool has_device() const { return has_device_; }
  /// Why there is no GPU; none while it is not known, and where there is one.
  [[nodiscard]] Reason no_gpu() const;
  /// The machine's GPUs as far as they are known.
  [[nodiscard]] std::vector<DeviceInfo> gpus() const { return service_.gpus().value_or(std::vector<DeviceInfo>()); }
  [[nodiscard]] int chosen_gpu() const { return chosen_gpu_; }
  /// The GPU to measure on from now on; what another one measured stays until it is measured again.
  void choose_gpu(int index);

  /// The command that leads to a GPU elsewhere; empty: this machine's is measured on.
  [[nodiscard]] const std::string& command() const { return command_; }
  /// Measures from now on where a command leads, and asks for the GPUs there; what was measured stays. For a person:
  /// settings keep it where it is another.
  void use_command(const std::string& command);
  /// The command that a person chose, if any did.
  [[nodiscard]] const std::optional<std::string>& chosen_command() const { return chosen_command_; }
  /// Whether the GPUs are being asked for, and what is waited for.
  [[nodiscard]] bool looks() const { return service_.looks(); }
  [[nodiscard]] GpuWait wait() const { return service_.wait(); }
  /// The name of the machine that has the GPU; empty: this one.
  [[nodiscard]] std::string host() const;

  struct RecordingChoice {
    std::string name;   ///< "h200"; empty: all, the newest that has the kernel
    std::string title;  ///< "NVIDIA H200, 2026-11-21"
  };
  [[nodiscard]] const std::vector<RecordingChoice>& recordings() const { return recordings_; }
  [[nodiscard]] const std::string& chosen_recording() const { return chosen_recording_; }
  /// A name that there is not stands for all.
  void choose_recording(const std::string& name);
  /// Files that are no recordings, a sentence each.
  [[nodiscard]] const std::vector<Error>& recording_problems() const { return service_.recording_problems(); }

  /// Another number means that what status() says may be something else.
  [[nodiscard]] std::uint64_t changes() const { return changes_; }
  /// What publications say (assets/published).
  [[nodiscard]] const std::vector<PublishedFigure>& published() const {
    static const std::vector<PublishedFigure> kNone;
    return disclosure_.shows(FactKind::time) ? published_ : kNone;
  }

  /// Why a side is not measured by itself; none where it is.
  [[nodiscard]] static Reason why_only_on_request(const Session& session, Side side);

 private:
  [[nodiscard]] MeasureService::Setup noted(MeasureService::Setup setup);
  void forget() { ++changes_; }

  std::atomic<std::uint64_t> changes_ = 1;
  std::uint64_t seen_ = 0;  ///< changes_ that known_ is of
  std::map<RunKey, MeasureStatus> known_;
  Disclosure disclosure_;
  std::vector<RecordingChoice> recordings_;
  std::vector<PublishedFigure> published_;
  std::string chosen_recording_;
  int chosen_gpu_ = 0;
  std::string command_;
  std::optional<std::string> chosen_command_;
  bool rests_ = false;          ///< nothing is asked for without a person's wish
  std::vector<RunKey> wanted_;  ///< what is shown
  std::vector<RunKey> asked_;   ///< for what was asked without a person's wish
  double changed_at_ = 0;       ///< when wanted_ was another
  bool settled_ = false;        ///< wanted_ has been asked for
  bool has_device_ = false;
  MeasureService service_;  ///< last: its thread uses what is above
};

}  // namespace bankloom::ui
