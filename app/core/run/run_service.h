// RunService: kernels compiled and executed in the background, results kept.
//
// One worker thread; what is urgent comes first, then what is wanted, then what is made in advance. A view asks every
// frame and gets the outcome once it is there. Of large runs that only a table wants, or that had to make room for
// others, a summary is kept: whoever wants such a run itself has it made again.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <string>
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

  /// Of the run, whole or not; null where there is none.
  [[nodiscard]] const RunSummary* figures() const { return run ? run.get() : summary.get(); }
};

/// How soon a run is needed, and what of it: the whole for the picture itself, or, for a table beside it, its figures
/// at least.
enum class Urgency : std::uint8_t { now, soon };

class RunService {
 public:
  /// Memory that kept runs may take, and how many outcomes are kept at most; the one not asked for the longest becomes
  /// a summary, or goes, first. The youngest kKeptAlways stay whatever they take: they are what is on the screen.
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

  /// The outcome if it is there, else null, and then it is being made. A run that is not urgent
  /// gives way to one that is, and is made later; what was wanted `soon` and not begun is forgotten when another
  /// picture is wanted: a view asks again for what it still shows.
  std::shared_ptr<const RunOutcome> get(const RunKey& key, Urgency urgency = Urgency::now);
  /// The outcome, waiting for it; null where it has not come by then.
  std::shared_ptr<const RunOutcome> wait(
      const RunKey& key, Urgency urgency = Urgency::now,
      std::chrono::steady_clock::time_point until = std::chrono::steady_clock::time_point::max());
  /// Makes these when nothing else is to do; forgets what was asked in advance before.
  void prefetch(const std::vector<RunKey>& keys);
  /// Begins nothing that is not urgent for so long: the next picture has the processor to itself.
  void rest(std::chrono::milliseconds time);
  /// True while something somebody asked for is being made.
  [[nodiscard]] bool busy() const;

  /// How far the run is that is being made now.
  struct Progress {
    RunKey key;
    std::uint64_t blocks_done = 0, blocks = 0;  ///< 0 of 0 before the emulator starts
    double seconds = 0;                         ///< since it was begun
    bool wanted = false;                        ///< somebody asked for it; else it is made in advance
  };
  /// Nothing where none is being made.
  [[nodiscard]] std::optional<Progress> progress() const;
  /// Ends the run that is being made, if it is this one; its outcome is a failure that says so (ErrorCode::cancelled).
  /// Where it is made for a table only, the runs that wait for the same table have that outcome as well.
  void cancel(const RunKey& key);
  /// Forgets an outcome, so that the next wish for it makes it anew (after a cancelled run, say).
  void forget(const RunKey& key);
  /// Forgets all runs that were cancelled.
  void forget_cancelled();

 private:
  struct Kept {
    std::shared_ptr<const RunOutcome> outcome;  ///< null while it is being made
    std::list<RunKey>::iterator place;          ///< in `recent_`
    std::size_t bytes = 0;
  };
  /// What is urgent, what is wanted, and what is made in advance.
  enum Level : std::uint8_t { kUrgent, kWanted, kAhead, kLevels };
  using Jobs = JobQueue<RunKey, kLevels>;
  /// The compiler, where it may be busy with an own text.
  void interrupt_compiler();
  Jobs::Finish work(const RunKey& key, const std::stop_token& stop);
  std::shared_ptr<const RunOutcome> make(const RunKey& key, RunControl& control);
  [[nodiscard]] bool has(const RunKey& key, Urgency urgency) const;
  /// Whether it is there, and more than a part of it.
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
