// ProcessClient: the program's side of the protocol. It starts a worker process if none runs, and ends one that does
// not answer as it should, so that the next request gets a fresh one. The messages are up to its users.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
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
  bool is_command = false;           ///< it was a command
  bool has_greeted = true;           ///< false: no worker was reached
  std::string said = {};             ///< of a command: the last line on its standard error
};

/// What a worker says of itself, checked.
struct Greeting {
  std::string program;  ///< its version
  std::string host;     ///< the name of its machine
  bool packs = false;   ///< it can unpack
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

  /// The words that start a process with walls around it; the executable and its arguments are put behind them. Without
  /// words it starts by itself. To be called with a turn, before the first start.
  void use_walls(std::vector<std::string> words);
  /// From the next start on, a command is the worker's; without words, the executable again. Ends the process. To be
  /// called with a turn. A command's process may take any time until it greets, which `note` is told.
  void use_command(std::vector<std::string> words);
  void on_wait(WaitNote note) { note_ = std::move(note); }
  [[nodiscard]] const std::vector<std::string>& command() const { return command_; }

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
  /// A reply with "ok": true, which has at most `most` bytes. The limit begins anew after a wait for the GPU; on a
  /// command's line it leaves out the transfer. Errors: the worker's own, which ends it if it is spent; else that of
  /// `lost_text`.
  [[nodiscard]] Result<nlohmann::json> ask(nlohmann::json message, Milliseconds limit, std::uint64_t most,
                                           const LostText& lost_text);
  /// Ends the process, because a reply of the right form has the wrong content.
  [[nodiscard]] Failure refuse(const std::string& detail, const LostText& lost_text);

  /// Ends the request that is running, if any. From any thread.
  void cancel();
  [[nodiscard]] bool runs() const { return process_.has_value(); }
  /// Of the process that runs.
  [[nodiscard]] const Greeting& greeting() const { return greeting_; }
  /// Whether the process that runs, or the last one, has greeted.
  [[nodiscard]] bool has_greeted() const { return has_greeted_; }
  /// How the last call lost its process; done where it did not.
  [[nodiscard]] Outcome lost() const { return lost_; }
  /// Whether a command's process was lost by what may be the line.
  [[nodiscard]] bool lost_line() const {
    return !command_.empty() && (lost_ == Outcome::closed || lost_ == Outcome::silent);
  }
  /// -1 if none runs.
  [[nodiscard]] pid_t id() const { return process_ ? process_->id() : -1; }

 private:
  [[nodiscard]] Failure give_up(Outcome outcome, std::string detail, const LostText& lost_text);
  void end(Milliseconds grace);
  void note(DeviceWait wait);
  [[nodiscard]] Transfer greet(Milliseconds limit);
  [[nodiscard]] Transfer await_reply(Milliseconds limit, std::uint64_t most, Patience patience);

  std::string name_, executable_;
  std::vector<std::string> arguments_, command_;
  WaitNote note_;
  Greeting greeting_;
  bool has_greeted_ = false;
  Outcome lost_ = Outcome::done;
  std::mutex call_;   ///< held by a Turn
  std::mutex state_;  ///< guards running_
  bool running_ = false;
  std::optional<std::ptrdiff_t> before_;  ///< jobs in the queue that holds the command, where that is known
  FileHandle wake_;                       ///< an event counter that cancel() sets
  std::optional<Process> process_;
};

}  // namespace bankloom::worker
