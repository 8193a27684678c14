// ProcessClient: the program's side of the protocol. It starts a worker process if none runs, and ends one that does
// not answer as it should, so that the next request gets a fresh one. The messages are up to its users.
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

/// Why there is no reply. The process has been ended.
struct Lost {
  Outcome outcome = Outcome::garbage;
  std::string detail;                ///< what is wrong with garbage
  std::optional<std::string> ended;  ///< how the process ended; nothing if it does not even end when killed
};

class ProcessClient {
 public:
  using Milliseconds = std::chrono::milliseconds;
  /// Makes the error's sentence.
  using LostText = std::function<std::string(const Lost&)>;

  /// `name` begins a sentence: "NAME cannot be started from ...".
  ProcessClient(std::string name, std::string executable, std::vector<std::string> arguments);
  /// Ends the process. No request may be running: cancel() it first and join its thread.
  ~ProcessClient();
  ProcessClient& operator=(ProcessClient&&) = delete;

  /// Held by a caller of the functions below: other callers wait, and cancel() ends its request.
  class Turn {
   public:
    explicit Turn(ProcessClient& client);
    ~Turn();
    Turn& operator=(Turn&&) = delete;

   private:
    ProcessClient& client_;
    std::unique_lock<std::mutex> lock_;
  };

  /// Starts a process if none runs, also silently after one that ended while idle, and waits for its greeting. True if
  /// the process is new.
  [[nodiscard]] Result<bool> start(Milliseconds limit, const LostText& lost_text);
  /// A reply with "ok": true. Errors: the worker's own, which ends it if it is spent; else that of `lost_text`.
  [[nodiscard]] Result<nlohmann::json> ask(nlohmann::json message, Milliseconds limit, const LostText& lost_text);
  /// Ends the process, because a reply of the right form has the wrong content.
  [[nodiscard]] Failure refuse(const std::string& detail, const LostText& lost_text);

  /// Ends the request that is running, if any. From any thread.
  void cancel();
  [[nodiscard]] bool runs() const { return process_.has_value(); }
  /// -1 if none runs.
  [[nodiscard]] pid_t id() const { return process_ ? process_->id() : -1; }

 private:
  [[nodiscard]] Failure give_up(Outcome outcome, std::string detail, const LostText& lost_text);
  void end(Milliseconds grace);

  std::string name_, executable_;
  std::vector<std::string> arguments_;
  std::mutex call_;   ///< held by a Turn
  std::mutex state_;  ///< guards running_
  bool running_ = false;
  FileHandle wake_;  ///< an event counter that cancel() sets
  std::optional<Process> process_;
};

}  // namespace bankloom::worker
