#include "ui/programs/programs.h"

#include <unistd.h>

#include <chrono>
#include <utility>

#include "core/base/command_words.h"
#include "core/simt/block_plan.h"
#include "program/tool.h"

namespace bankloom::ui {
namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

/// The interval between checks of the files' times.
constexpr milliseconds kWatchEvery{500};
/// The interval and number of checks whether a file that is being written is complete.
constexpr milliseconds kSettling{60};
constexpr int kMostSettling = 50;
constexpr std::chrono::seconds kTimeLimit{600};

program::ProgramRequest request_of(const ProgramPlan& plan, const MachineModel& machine, bool is_whole,
                                   std::optional<std::uint64_t> captures, int interrupt) {
  program::ProgramRequest request;
  request.file = plan.file.string();
  request.build = plan.build;
  request.arguments = split_words(plan.arguments);
  request.working_folder = plan.file.parent_path();
  request.machine = machine;
  request.options.most_work = is_whole ? 0 : simt::kUsualWork;
  request.options.capture.all = true;
  request.options.capture.index = captures;
  request.time_limit = kTimeLimit;
  // Where nothing keeps it apart, the question has said so.
  request.may_be_unconfined = true;
  request.interrupt = interrupt;
  return request;
}

void append(std::string& text, std::string_view more) {
  text += more;
  if (text.size() > Programs::kMostLive) text.erase(0, text.size() - Programs::kMostLive);
}

}  // namespace

Programs::Programs(ProgramBackend backend, std::function<void()> wake)
    : backend_(std::move(backend)),
      wake_(std::move(wake)),
      stage_began_(steady_clock::now()),
      tasks_([this](Task task, const std::stop_token& stop) {
        work(task, stop);
        return Tasks::Finish();
      }),
      watcher_([this] { watch(); }) {}

Programs::~Programs() {
  tasks_.end();
  watched_.notify_all();
  watcher_.join();
}

void Programs::set_state_folder(const std::filesystem::path& state) { memory_ = ProgramMemory(state); }

void Programs::begin(const std::filesystem::path& file, const MachineModel& machine, bool is_whole) {
  auto lock = tasks_.lock();
  if (status_.plan.file != file) {
    status_ = {};
    is_allowed_ = false;
    status_.plan = memory_.plan_of(file);
  }
  status_.is_whole = is_whole;
  machine_ = machine;
  start(std::move(lock), Task::look);
}

void Programs::again(bool is_whole) {
  auto lock = tasks_.lock();
  if (status_.plan.file.empty()) return;
  status_.is_whole = is_whole;
  start(std::move(lock), Task::look);
}

void Programs::capture(std::uint64_t launch) {
  auto lock = tasks_.lock();
  if (status_.plan.file.empty()) return;
  captures_ = launch;
  start(std::move(lock), Task::look);
}

std::optional<std::uint64_t> Programs::take_captured() {
  const auto lock = tasks_.lock();
  return std::exchange(captured_, std::nullopt);
}

bool Programs::take_ended() {
  const auto lock = tasks_.lock();
  return std::exchange(has_ended_, false);
}

void Programs::answer(const ProgramPlan& plan) {
  memory_.remember(plan);
  auto lock = tasks_.lock();
  status_.plan = plan;
  is_allowed_ = true;
  start(std::move(lock), Task::run);
}

void Programs::fetch() { start(tasks_.lock(), Task::fetch); }

void Programs::cancel() {
  const auto lock = tasks_.lock();
  tasks_.waiting().clear();
  tasks_.stop();
  snapshot_.reset();
  if (!tasks_.current() || status_.stage == ProgramStage::asking) status_.stage = ProgramStage::idle;
}

double Programs::seconds() const {
  const auto lock = tasks_.lock();
  return std::chrono::duration<double>(steady_clock::now() - stage_began_).count();
}

std::shared_ptr<const ProgramStatus> Programs::status() {
  const auto lock = tasks_.lock();
  if (!snapshot_) snapshot_ = std::make_shared<ProgramStatus>(status_);
  return snapshot_;
}

/// The newest task replaces earlier ones.
void Programs::start(Tasks::Lock, Task task) {
  tasks_.stop();
  tasks_.waiting() = {task};
  status_.stage = ProgramStage::looking;
  stage_began_ = steady_clock::now();
  snapshot_.reset();
  tasks_.notify();
}

ProgramPlan Programs::plan() const {
  const auto lock = tasks_.lock();
  return status_.plan;
}

/// Changes the status without waking the window.
void Programs::note(const std::function<void(ProgramStatus&)>& change) {
  const auto lock = tasks_.lock();
  change(status_);
  snapshot_.reset();
}

void Programs::change(const std::function<void(ProgramStatus&)>& change) {
  note(change);
  wake_();
}

void Programs::set_stage(ProgramStage stage) {
  {
    const auto lock = tasks_.lock();
    // A waiting task has already set the stage.
    if (!tasks_.waiting().empty()) return;
    // A cancelled task asks nothing.
    const bool is_over = tasks_.is_stopped() && stage == ProgramStage::asking;
    status_.stage = is_over ? ProgramStage::idle : stage;
    stage_began_ = steady_clock::now();
    snapshot_.reset();
  }
  wake_();
}

void Programs::work(Task task, const std::stop_token& stop) {
  auto pipe = program::make_pipe_pair();
  interrupt_ = pipe ? std::move(*pipe) : program::HandlePair();
  const std::stop_callback relay(stop, [this] {
    if (!interrupt_.second) return;
    [[maybe_unused]] const auto written = ::write(interrupt_.second.get(), "!", 1);
  });
  if (task == Task::look) look(plan());
  if (task == Task::run) run(plan());
  if (task == Task::fetch) fetch_now();
}

/// Prepares the question, or runs contents that are allowed.
void Programs::look(const ProgramPlan& plan) {
  const ProgramSources sources = read_sources(plan);
  const auto toolchain = backend_.find_toolchain();
  ProgramQuestion question;
  if (toolchain) {
    question.compiler = fmt::format("nvcc {}", toolchain->version);
    // Contents that were allowed where they are kept apart are not allowed where they are not.
    const bool is_known = memory_.allows(sources.digest) && backend_.isolation().is_kept_apart();
    auto lock = tasks_.lock();
    toolchain_ = *toolchain;
    is_allowed_ = is_allowed_ || is_known;
    const bool runs = is_allowed_ && !tasks_.is_stopped();
    lock.unlock();
    if (runs) return run(plan);
  } else {
    question.missing_compiler = toolchain.error().message;
    question.can_fetch = backend_.fetch_toolchain != nullptr;
  }
  question.is_kept_apart = backend_.isolation().is_kept_apart();
  std::error_code code;
  question.may_write = program::may_show(std::filesystem::canonical(plan.file.parent_path(), code));
  change([&](ProgramStatus& status) { status.question = question; });
  set_stage(ProgramStage::asking);
}

void Programs::fetch_now() {
  set_stage(ProgramStage::fetching);
  const auto fetched = backend_.fetch_toolchain(interrupt_.first.get());
  if (!fetched) {
    change([&](ProgramStatus& status) { status.question.missing_compiler = fetched.error().message; });
    return set_stage(ProgramStage::asking);
  }
  look(plan());
}

program::ProgramCallbacks Programs::callbacks(const ProgramSources& sources) {
  program::ProgramCallbacks callbacks;
  // note() suffices: the window draws several times a second during a run.
  const auto runs = [this] {
    auto lock = tasks_.lock();
    const bool is_building = status_.stage == ProgramStage::building;
    lock.unlock();
    if (is_building) set_stage(ProgramStage::running);
  };
  callbacks.on_messages = [this, runs, sources](const std::vector<Diagnostic>& messages) {
    note([said = with_texts(messages, sources)](ProgramStatus& status) { status.said = said; });
    runs();
  };
  callbacks.on_output = [this](std::string_view text) {
    note([&](ProgramStatus& status) { append(status.output, text); });
  };
  callbacks.on_errors = [this](std::string_view text) {
    note([&](ProgramStatus& status) { append(status.errors, text); });
  };
  callbacks.on_progress = [this, runs](const program::ProgramProgress& now) {
    runs();
    note([&](ProgramStatus& status) { status.progress = now; });
  };
  return callbacks;
}

void Programs::run(const ProgramPlan& plan) {
  set_stage(ProgramStage::building);
  // Read before the run, so that watch() sees a change during it.
  const ProgramSources sources = read_sources(plan);
  auto lock = tasks_.lock();
  memory_.allow(sources.digest);
  sources_ = sources;
  status_.said = nullptr;
  status_.is_watched = is_allowed_;
  status_.output.clear();
  status_.errors.clear();
  status_.progress = {};
  const bool is_whole = status_.is_whole;
  const auto captures = captures_;
  const MachineModel machine = machine_;
  auto toolchain = toolchain_;
  lock.unlock();
  watched_.notify_all();
  if (!toolchain) {
    const auto found = backend_.find_toolchain();
    if (!found) return look(plan);
    toolchain = *found;
  }
  const auto request = request_of(plan, machine, is_whole, captures, interrupt_.first.get());
  finish(plan, sources, backend_.run(request, *toolchain, callbacks(sources)));
}

void Programs::finish(const ProgramPlan& plan, const ProgramSources& sources, Result<program::ProgramOutcome> outcome) {
  const auto said = outcome ? nullptr : with_texts(outcome.error().details, sources);
  change([&](ProgramStatus& status) {
    status.failure = nullptr;
    if (!outcome) {
      // The failure of a replaced run is of no interest.
      if (tasks_.is_stopped()) return;
      status.said = said;
      status.failure = std::make_shared<Error>(std::move(outcome.error()));
      return;
    }
    auto result = std::make_shared<ProgramResult>();
    result->plan = plan;
    result->sources = sources_.digest;
    result->outcome = std::move(*outcome);
    result->was_cancelled = tasks_.is_stopped();
    // A saved file starts another run; half a run is no basis for a comparison.
    if (result->was_cancelled && !tasks_.waiting().empty()) return;
    captured_ = std::exchange(captures_, std::nullopt);
    // A run only to capture a launch does not replace the run before.
    if (captured_ && status.result && status.result->sources == result->sources) {
      status.result = std::move(result);
      return;
    }
    if (status.result && !status.result->was_cancelled) {
      // Without the launches' captured memory, which may be a gigabyte.
      auto before = std::make_shared<ProgramResult>(*status.result);
      before->outcome.run.captured.clear();
      status.before = std::move(before);
    }
    status.result = std::move(result);
    has_ended_ = true;
  });
  set_stage(ProgramStage::idle);
}

/// Checks the times of the files; if one is different reads them, and if they have changed runs the program.
void Programs::watch() {
  auto lock = tasks_.lock();
  while (!tasks_.is_ending()) {
    if (!status_.is_watched) {
      watched_.wait(lock);
      continue;
    }
    watched_.wait_for(lock, kWatchEvery);
    if (tasks_.is_ending() || !status_.is_watched || status_.stage == ProgramStage::asking) continue;
    const ProgramSources before = sources_;
    const ProgramPlan plan = status_.plan;
    lock.unlock();
    ProgramSources now = before;
    if (!are_as_read(before)) {
      now = read_sources(plan);
      for (int turn = 0; turn < kMostSettling; ++turn) {
        std::this_thread::sleep_for(kSettling);
        if (!now.digest.empty() && are_as_read(now)) break;
        now = read_sources(plan);
      }
    }
    lock.lock();
    // Not if the files are gone or too large by now.
    if (tasks_.is_ending() || now.digest.empty() || sources_.digest != before.digest || status_.plan != plan) continue;
    sources_.files = now.files;
    if (now.digest == before.digest) continue;
    ++status_.file_changes;
    start(std::move(lock), Task::run);
    wake_();
    lock = tasks_.lock();
    // Until run() reads them.
    sources_ = std::move(now);
  }
}

}  // namespace bankloom::ui
