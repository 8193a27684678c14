// RunService: kernels compiled and executed in the background, results kept.
//
// One worker thread: urgent runs first, then wanted ones, then those made in advance. A view asks in every frame and
// gets the outcome once it exists. Of large runs for a table, and of those that had to make room for others, a summary
// is kept; a view of such a run has it made again.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "core/base/job_queue.h"
#include "core/catalog/catalog.h"
#include "core/compile/compiler.h"
#include "core/run/kernel_run.h"

namespace bankloom {

/// What decides a run.
struct RunKey {
  std::string kernel;    ///< "lesson/name", or own_key() of `own`
  OptionValues options;  ///< overlay of the defaults
  std::string machine = kDefaultMachine;
  std::string architecture = kDefaultArchitecture;
  /// The text of an own kernel, null for one of the catalogue. `kernel` tells texts apart already.
  std::shared_ptr<const OwnSource> own = {};
  std::uint64_t first_block = 0;  ///< RunSettings::first_block
  friend bool operator==(const RunKey& a, const RunKey& b) { return a.value() == b.value(); }
  friend bool operator<(const RunKey& a, const RunKey& b) { return a.value() < b.value(); }

 private:
  [[nodiscard]] std::tuple<const std::string&, const OptionValues&, const std::string&, const std::string&,
                           std::uint64_t>
  value() const {
    return {kernel, options, machine, architecture, first_block};
  }
};

/// A run, or its figures alone, or why there is none; exactly one of the three.
struct RunOutcome {
  std::shared_ptr<const KernelRun> run;
  std::shared_ptr<const Error> failure;
  std::shared_ptr<const OwnKernel> own = {};  ///< of an own text that compiles, whether it then could be run or not
  std::shared_ptr<const RunSummary> summary = {};

  /// Of the run, whole or not; null if there is none.
  [[nodiscard]] const RunSummary* figures() const { return run ? run.get() : summary.get(); }
};

/// How soon a run is needed: `now` with its data, for the picture, or `soon` with at least its figures, for a table.
enum class Urgency : std::uint8_t { now, soon };

class RunService {
 public:
  /// Bytes that kept runs may take. Beyond it the least recently used become summaries, except for the latest
  /// kKeptAlways, which are on the screen. Of more than kKept outcomes the least recently used are dropped.
  static constexpr std::size_t kKeptBytes = std::size_t{1} << 30U;
  /// A run for a table that takes more is kept as a summary.
  static constexpr std::size_t kLargeRun = std::size_t{16} << 20U;
  static constexpr std::size_t kKept = 1024, kKeptAlways = 4;

  /// `catalog`, `machines` and `compiler` must outlive the service. `on_done` is called on the worker's thread after
  /// every outcome, e.g. to wake the window; it may be empty.
  RunService(const Catalog& catalog, const std::vector<MachineModel>& machines, Compiler& compiler,
             std::function<void()> on_done = {}, std::size_t kept_bytes = kKeptBytes);
  ~RunService();

  [[nodiscard]] const Catalog& catalog() const { return catalog_; }
  [[nodiscard]] const std::vector<MachineModel>& machines() const { return machines_; }

  /// The outcome, or null while it is being made. A run that is not urgent gives way to one that is, and is made later.
  /// Runs wanted `soon` that have not begun are forgotten when another picture is wanted: a view asks again for what it
  /// still shows.
  std::shared_ptr<const RunOutcome> get(const RunKey& key, Urgency urgency = Urgency::now);
  /// The outcome, waiting for it; null if it has not come by then.
  std::shared_ptr<const RunOutcome> wait(
      const RunKey& key, Urgency urgency = Urgency::now,
      std::chrono::steady_clock::time_point until = std::chrono::steady_clock::time_point::max());
  /// Makes these when nothing else is to do; forgets what was asked in advance before.
  void prefetch(const std::vector<RunKey>& keys);
  /// Begins only urgent runs for this long: the next picture has the processor to itself.
  void rest(std::chrono::milliseconds time);
  /// True while a run that was asked for is being made.
  [[nodiscard]] bool busy() const;

  /// How far the run is that is being made now.
  struct Progress {
    RunKey key;
    std::uint64_t blocks_done = 0, blocks = 0;  ///< 0 of 0 before the emulator starts
    double seconds = 0;                         ///< since it was begun
    bool wanted = false;                        ///< it was asked for; else it is made in advance
  };
  /// Nothing if none is being made.
  [[nodiscard]] std::optional<Progress> progress() const;
  /// Ends this run if it is being made; its outcome is a failure (ErrorCode::cancelled), as is that of the waiting runs
  /// if it is made for a table.
  void cancel(const RunKey& key);
  /// Forgets an outcome, so that the next wish for it makes it again (after a cancelled run, say).
  void forget(const RunKey& key);
  /// Forgets all runs that were cancelled.
  void forget_cancelled();

 private:
  struct Kept {
    std::shared_ptr<const RunOutcome> outcome;  ///< null while it is being made
    std::list<RunKey>::iterator place;          ///< in `recent_`
    std::size_t bytes = 0;
    std::string_view language = {};  ///< in which it says why there is no run
  };
  /// What is urgent, what is wanted, and what is made in advance.
  enum Level : std::uint8_t { kUrgent, kWanted, kAhead, kLevels };
  using Jobs = JobQueue<RunKey, kLevels>;
  /// The compiler, if it may be busy with an own text.
  void interrupt_compiler();
  Jobs::Finish work(const RunKey& key, const std::stop_token& stop);
  std::shared_ptr<const RunOutcome> make(const RunKey& key, RunControl& control);
  [[nodiscard]] bool has(const RunKey& key, Urgency urgency) const;
  /// Whether it is there, and not a part only.
  [[nodiscard]] bool has_whole(const RunKey& key, Urgency urgency) const;
  std::shared_ptr<const RunOutcome> find(const RunKey& key, Urgency urgency);
  void keep(const RunKey& key, std::shared_ptr<const RunOutcome> outcome);
  void drop(std::map<RunKey, Kept>::iterator entry);

  const Catalog& catalog_;
  const std::vector<MachineModel>& machines_;
  Compiler& compiler_;
  std::function<void()> on_done_;
  std::shared_ptr<RunControl> control_;  ///< of the run that is being made
  bool gives_way_ = false;               ///< that run was asked to end for a more urgent one
  std::map<RunKey, Kept> kept_;
  std::list<RunKey> recent_;  ///< most recently asked for first
  std::size_t bytes_ = 0, kept_bytes_;
  mutable Jobs jobs_;
};

}  // namespace bankloom
