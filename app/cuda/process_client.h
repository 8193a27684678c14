// ProcessClient: a worker process that is asked: started where none runs, and ended where it does not answer as it
// should, so that the next request begins with a fresh one. What it is asked for is its users' business.
#pragma once

#include <chrono>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "cuda/worker_process.h"
#include "cuda/worker_protocol.h"

namespace bankloom::worker {

/// What came instead of a reply. The process has been ended.
struct Lost {
  Outcome outcome = Outcome::garbage;
  std::string detail;                ///< what was wrong, where it sent garbage
  std::optional<std::string> ended;  ///< how it ended; nothing where it does not even end when killed
};

class ProcessClient {
 public:
  using Milliseconds = std::chrono::milliseconds;
  /// The sentence for what is lost.
  using Words = std::function<std::string(const Lost&)>;

  /// `name` begins a sentence: "NAME cannot be started from ...".
  ProcessClient(std::string name, std::string executable, std::vector<std::string> arguments);
  /// Ends the process. No request may run: cancel() first and join the thread that makes it.
  ~ProcessClient();
  ProcessClient(const ProcessClient&) = delete;
  ProcessClient& operator=(const ProcessClient&) = delete;

  /// The time of one caller, to be held around what is below: others wait, and cancel() has something to end.
  class Turn {
   public:
    explicit Turn(ProcessClient& client);
    ~Turn();
    Turn(const Turn&) = delete;
    Turn& operator=(const Turn&) = delete;

   private:
    ProcessClient& client_;
    std::unique_lock<std::mutex> lock_;
  };

  /// Starts it where none runs, and waits for its greeting. True where it is a fresh one. One that ended while it was
  /// idle is replaced without a word.
  [[nodiscard]] Result<bool> start(Milliseconds limit, const Words& words);
  /// Its reply, which says "ok". Errors: its own sentence where it refuses, after which it is ended if it is spent;
  /// that of `words` where there is no reply of this form.
  [[nodiscard]] Result<nlohmann::json> ask(nlohmann::json message, Milliseconds limit, const Words& words);
  /// Ends it, for its reply has the right form and a wrong content.
  [[nodiscard]] Failure refuse(const std::string& detail, const Words& words);

  /// Ends the request that runs, if one does. From any thread.
  void cancel();
  [[nodiscard]] bool runs() const { return process_.has_value(); }
  /// -1 where none runs.
  [[nodiscard]] pid_t id() const { return process_ ? process_->id() : -1; }

 private:
  [[nodiscard]] Failure give_up(Outcome outcome, std::string detail, const Words& words);
  void end(Milliseconds grace);

  std::string name_, executable_;
  std::vector<std::string> arguments_;
  std::mutex call_;   ///< held by the call that runs
  std::mutex state_;  ///< guards running_
  bool running_ = false;
  FileHandle wake_;  ///< an event counter that cancel() raises
  std::optional<Process> process_;
};

}  // namespace bankloom::worker
