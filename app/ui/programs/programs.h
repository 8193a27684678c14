// Programs: learners' whole programs in the window: asked about, compiled, run, watched, run again when they are saved.
//
// A program runs on a thread of its own, and never without the answer of a person: begin() asks, unless the same
// contents were let run before (ProgramMemory), answer() runs. From then on, while the window lives, saving one of its
// files runs it again. What is known is a snapshot; the window asks for it every frame and is woken when it changes.
//
// All methods are of the window's thread; none waits but the destructor, which ends what runs.
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

/// What runs programs; tests have their own. All are called on the programs' thread.
struct ProgramBackend {
  std::function<Result<program::Toolchain>()> find_toolchain;
  /// Downloads nvcc; `interrupt` as in program_job.h. Null: cannot.
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
  looking,   ///< reads the files, looks for nvcc
  asking,    ///< waits for the answer
  fetching,  ///< downloads nvcc
  building,
  running,
};

/// What a person has to know before they let a program run.
struct ProgramQuestion {
  std::string compiler;          ///< "nvcc 13.0"; empty where there is none
  std::string missing_compiler;  ///< why, in a sentence
  bool can_fetch = false;        ///< it can be downloaded
  bool is_kept_apart = false;    ///< its host code sees no network, no device, and other files read-only
  bool may_write = false;        ///< to its own folder
};

/// What came of a run, or of trying.
struct ProgramResult {
  ProgramPlan plan;
  std::string sources;  ///< ProgramSources::digest of what ran
  program::ProgramOutcome outcome;
  bool was_cancelled = false;
};

struct ProgramStatus {
  ProgramStage stage = ProgramStage::idle;
  ProgramPlan plan;
  bool is_whole = false;  ///< all blocks of every launch are wanted
  ProgramQuestion question;
  program::ProgramProgress progress;
  std::string output, errors;  ///< what the program has written so far, no more than the last kMostLive bytes
  /// Why the last attempt gave no run; nothing where it did.
  std::shared_ptr<const Error> failure;
  /// What the compilers said in the last attempt; null where they said nothing, or have not yet.
  std::shared_ptr<const BuildMessages> said;
  /// The last run, and the one before it of the same file; null where there is none.
  std::shared_ptr<const ProgramResult> result, before;
  bool is_watched = false;         ///< saving one of its files runs it again
  std::uint64_t file_changes = 0;  ///< how often its files were seen to change
};

class Programs {
 public:
  static constexpr std::size_t kMostLive = std::size_t{256} << 10U;

  /// `wake` is called from other threads.
  Programs(ProgramBackend backend, std::function<void()> wake);
  ~Programs();
  Programs(const Programs&) = delete;
  Programs& operator=(const Programs&) = delete;

  void set_state_folder(const std::filesystem::path& state);
  [[nodiscard]] ProgramMemory& memory() { return memory_; }

  /// A person wants a program to run: asks, or runs it where they have let these contents run. What runs is ended.
  void begin(const std::filesystem::path& file, const MachineModel& machine, bool is_whole = false);
  /// The same for the program that it is about already.
  void again(bool is_whole);
  /// Runs it again to capture a launch that was not kept; take_captured() gives its index once it is there.
  void capture(std::uint64_t launch);
  [[nodiscard]] std::optional<std::uint64_t> take_captured();
  /// Runs it as the plan says by now; remembers that these contents may.
  void answer(const ProgramPlan& plan);
  /// Downloads nvcc, and asks again.
  void fetch();
  /// Ends what runs, and the question.
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
  void change(const std::function<void(ProgramStatus&)>& change);

  const ProgramBackend backend_;
  const std::function<void()> wake_;
  ProgramMemory memory_;

  std::condition_variable watched_;
  ProgramStatus status_;
  std::shared_ptr<const ProgramStatus> snapshot_;  ///< of status_; null where that has changed
  MachineModel machine_;
  std::optional<std::uint64_t> captures_, captured_;  ///< the launch that is waited for; that is there
  bool is_allowed_ = false;                           ///< in this window, for status_.plan
  program::HandlePair interrupt_;
  std::optional<program::Toolchain> toolchain_;
  ProgramSources sources_;  ///< of what ran last
  std::chrono::steady_clock::time_point stage_began_;
  mutable Tasks tasks_;
  std::thread watcher_;
};

}  // namespace bankloom::ui
