// Programs: compiles and runs learners' whole programs in the window, and runs them again when their files are saved.
//
// A program runs in another thread, and only after the user agrees: begin() asks, unless the same contents were allowed
// before (ProgramMemory), and answer() runs. From then on, until the window closes, saving one of its files runs it
// again. status() is a snapshot, which the window takes in every frame; a change wakes the window.
//
// All methods are for the window's thread. Only the destructor waits; it ends what is running.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <thread>

#include "core/base/job_queue.h"
#include "core/machine/machine_model.h"
#include "program/isolation.h"
#include "program/posix_handle.h"
#include "program/program_job.h"
#include "ui/programs/build_messages.h"
#include "ui/programs/program_memory.h"
#include "ui/programs/program_sources.h"

namespace bankloom::ui {

/// Runs programs, in the programs' thread. Tests have their own.
struct ProgramBackend {
  std::function<Result<program::Toolchain>()> find_toolchain;
  /// Downloads nvcc; `interrupt` as in program_job.h. Null if that is impossible.
  std::function<Result<void>(int interrupt)> fetch_toolchain;
  std::function<program::GrantedIsolation()> isolation;
  std::function<Result<program::ProgramOutcome>(const program::ProgramRequest&, const program::Toolchain&,
                                                const program::ProgramCallbacks&)>
      run;
};

/// The tab of a program's launches.
inline constexpr const char* kLaunchesTab = "launches";

enum class ProgramStage : std::uint8_t {
  idle,
  looking,   ///< reads the files, searches for nvcc
  asking,    ///< waits for answer()
  fetching,  ///< downloads nvcc
  building,
  running,
};

/// What the user must know before a program runs.
struct ProgramQuestion {
  std::string compiler;          ///< "nvcc 13.0"; empty if there is none
  std::string missing_compiler;  ///< why there is none, a sentence
  bool can_fetch = false;        ///< it can be downloaded
  bool is_kept_apart = false;    ///< its host code has no network, no devices, and read-only access to other files
  bool may_write = false;        ///< to its own folder
};

struct ProgramResult {
  ProgramPlan plan;
  std::string sources;  ///< ProgramSources::digest
  program::ProgramOutcome outcome;
  bool was_cancelled = false;
};

struct ProgramStatus {
  ProgramStage stage = ProgramStage::idle;
  ProgramPlan plan;
  bool is_whole = false;  ///< executes all blocks of every launch
  ProgramQuestion question;
  program::ProgramProgress progress;
  std::string output, errors;  ///< the program's output so far, the last kMostLive bytes
  /// Why the last attempt gave no run; null if it did.
  std::shared_ptr<const Error> failure;
  /// The compilers' messages of the last attempt; null if there are none, or none yet.
  std::shared_ptr<const BuildMessages> said;
  /// The last run, and the one before of the same file; null if there is none.
  std::shared_ptr<const ProgramResult> result, before;
  bool is_watched = false;         ///< saving one of its files runs it again
  std::uint64_t file_changes = 0;  ///< number of changes seen
};

class Programs {
 public:
  static constexpr std::size_t kMostLive = std::size_t{256} << 10U;

  /// `wake` is called from other threads.
  Programs(ProgramBackend backend, std::function<void()> wake);
  ~Programs();
  Programs& operator=(Programs&&) = delete;

  void set_state_folder(const std::filesystem::path& state);
  [[nodiscard]] ProgramMemory& memory() { return memory_; }

  /// Asks whether to run a program, or runs it if the user has allowed these contents. Ends what is running.
  void begin(const std::filesystem::path& file, const MachineModel& machine, bool is_whole = false);
  /// begin() with the present program.
  void again(bool is_whole);
  /// Runs the program again to capture a launch that was not kept; take_captured() then returns its index.
  void capture(std::uint64_t launch);
  [[nodiscard]] std::optional<std::uint64_t> take_captured();
  /// Whether a run has ended since this was asked last, with a result.
  [[nodiscard]] bool take_ended();
  /// Runs the program by this plan, and remembers that these contents are allowed.
  void answer(const ProgramPlan& plan);
  /// Downloads nvcc, then asks again.
  void fetch();
  /// Ends what is running, or the question.
  void cancel();
  /// Seconds since the present stage began.
  [[nodiscard]] double seconds() const;

  [[nodiscard]] std::shared_ptr<const ProgramStatus> status();

 private:
  enum class Task : std::uint8_t { look, run, fetch };
  using Tasks = JobQueue<Task>;
  void start(Tasks::Lock lock, Task task);
  void work(Task task, const std::stop_token& stop);
  void look(const ProgramPlan& plan);
  void run(const ProgramPlan& plan);
  void fetch_now();
  program::ProgramCallbacks callbacks(const ProgramSources& sources);
  void finish(const ProgramPlan& plan, const ProgramSources& sources, Result<program::ProgramOutcome> outcome);
  void watch();
  void set_stage(ProgramStage stage);
  [[nodiscard]] ProgramPlan plan() const;
  void note(const std::function<void(ProgramStatus&)>& change);
  void change(const std::function<void(ProgramStatus&)>& change);

  const ProgramBackend backend_;
  const std::function<void()> wake_;
  ProgramMemory memory_;

  std::condition_variable watched_;
  ProgramStatus status_;
  std::shared_ptr<const ProgramStatus> snapshot_;  ///< of status_; null after a change
  MachineModel machine_;
  std::optional<std::uint64_t> captures_, captured_;  ///< the launch to capture; the one that was
  bool has_ended_ = false;                            ///< a run, see take_ended()
  bool is_allowed_ = false;                           ///< in this window, for status_.plan
  program::HandlePair interrupt_;
  std::optional<program::Toolchain> toolchain_;
  ProgramSources sources_;  ///< of the last run
  std::chrono::steady_clock::time_point stage_began_;
  mutable Tasks tasks_;
  std::thread watcher_;
};

}  // namespace bankloom::ui
