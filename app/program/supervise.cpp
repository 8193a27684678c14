#include "program/supervise.h"

#include <poll.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <system_error>

namespace bankloom::program {
namespace {

using std::chrono::milliseconds;
using Clock = std::chrono::steady_clock;

/// Reads what is available. False at the end of the stream.
bool drain(int descriptor, Captured& captured, std::size_t most, const std::function<void(std::string_view)>& on_text) {
  std::array<char, 65536> buffer{};
  // A program that writes without end must not block the other descriptors.
  constexpr int kReads = 16;
  for (int i = 0; i < kReads; ++i) {
    const auto size = ::read(descriptor, buffer.data(), buffer.size());
    if (size == 0) return false;
    if (size < 0) return errno == EAGAIN || errno == EINTR;
    const std::string_view text(buffer.data(), static_cast<std::size_t>(size));
    const std::string_view kept = text.substr(0, most - std::min(most, captured.text.size()));
    captured.text += kept;
    captured.discarded += text.size() - kept.size();
    if (on_text && !kept.empty()) on_text(kept);
  }
  return true;
}

/// The program's two streams.
class Streams {
 public:
  Streams(const HostProcess& process, const Supervision& supervision, HostRun& run)
      : supervision_(supervision), run_(run), output_(process.output()), errors_(process.errors()) {}
  [[nodiscard]] int output() const { return output_; }
  [[nodiscard]] int errors() const { return errors_; }
  void take() {
    const std::size_t most = supervision_.most_text;
    if (output_ >= 0 && !drain(output_, run_.output, most, supervision_.on_output)) output_ = -1;
    if (errors_ >= 0 && !drain(errors_, run_.errors, most, supervision_.on_errors)) errors_ = -1;
  }
  /// Reads what is left after the end.
  void take_rest() {
    for (std::uint64_t before = 1, now = 0; before != now && (output_ >= 0 || errors_ >= 0);) {
      before = size();
      take();
      now = size();
    }
  }

 private:
  [[nodiscard]] std::uint64_t size() const {
    return run_.output.text.size() + run_.output.discarded + run_.errors.text.size() + run_.errors.discarded;
  }
  const Supervision& supervision_;
  HostRun& run_;
  int output_, errors_;
};

/// Passes our standard input on through the program's pipe, so that it has neither our file nor our terminal. Of a
/// terminal a line is read when the program has taken the one before: what is typed for others stays.
class InputPipe {
 public:
  InputPipe(HostProcess& process, int from) : process_(process), from_(process.input() >= 0 ? from : -1) {
    if (from_ < 0) process_.close_input();
    is_terminal_ = from_ >= 0 && ::isatty(from_) == 1;
    if (is_terminal_) ::tcgetattr(from_, &settings_);
  }
  ~InputPipe() {
    if (is_terminal_ && is_ours()) ::tcsetattr(from_, TCSANOW, &settings_);
  }
  InputPipe& operator=(InputPipe&&) = delete;

  [[nodiscard]] bool is_open() const { return from_ >= 0; }
  /// What to wait for.
  [[nodiscard]] pollfd source() const { return {waits_for_more() ? from_ : -1, POLLIN, 0}; }
  [[nodiscard]] pollfd sink() const {
    return {is_open() ? process_.input() : -1, pending_.empty() ? short{} : short{POLLOUT}, 0};
  }

  void move(short from_events, short to_events) {
    if (!is_open()) return;
    if ((to_events & POLLERR) != 0) return close();  // nobody reads it
    if (from_events != 0) {
      std::array<char, 65536> buffer{};
      const auto size = ::read(from_, buffer.data(), buffer.size());
      if (size == 0 || (size < 0 && errno != EINTR && errno != EAGAIN)) return close();
      if (size > 0) pending_.assign(buffer.data(), static_cast<std::size_t>(size));
    }
    if (!pending_.empty()) pass();
  }

 private:
  [[nodiscard]] bool is_ours() const { return ::tcgetpgrp(from_) == ::getpgrp(); }
  [[nodiscard]] bool waits_for_more() const {
    if (!is_open() || !pending_.empty()) return false;
    if (!is_terminal_) return true;
    int unread = 0;
    return is_ours() && ::ioctl(process_.input(), FIONREAD, &unread) == 0 && unread == 0;
  }
  void pass() {
    // The reader may end at any time.
    sigset_t pipe_signal, before;
    ::sigemptyset(&pipe_signal);
    ::sigaddset(&pipe_signal, SIGPIPE);
    ::pthread_sigmask(SIG_BLOCK, &pipe_signal, &before);
    const auto size = ::write(process_.input(), pending_.data(), pending_.size());
    const bool is_broken = size < 0 && errno == EPIPE;
    constexpr timespec kNow{};
    if (is_broken) ::sigtimedwait(&pipe_signal, nullptr, &kNow);
    ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
    if (is_broken) return close();
    if (size > 0) pending_.erase(0, static_cast<std::size_t>(size));
  }
  void close() {
    process_.close_input();
    pending_.clear();
    if (is_terminal_ && is_ours()) ::tcsetattr(from_, TCSANOW, &settings_);
    from_ = -1;
  }

  HostProcess& process_;
  int from_;
  bool is_terminal_ = false;
  termios settings_{};
  std::string pending_;
};

constexpr milliseconds kCheckEvery{150};

/// The timeout for poll(2), ms; -1 for none.
int wait_time(const Supervision& supervision, Clock::time_point began, bool has_input) {
  const auto tick = static_cast<long>(kCheckEvery.count());
  long longest = supervision.excess || has_input ? tick : 60'000;
  if (!supervision.time_limit) return static_cast<int>(longest);
  const auto left = *supervision.time_limit - std::chrono::duration_cast<milliseconds>(Clock::now() - began);
  return static_cast<int>(std::clamp<long>(static_cast<long>(left.count()) + 1, 0, longest));
}

}  // namespace

HostRun supervise(HostProcess& process, const Supervision& supervision) {
  HostRun run;
  const auto began = Clock::now();
  const auto elapsed = [&] { return std::chrono::duration_cast<milliseconds>(Clock::now() - began); };
  Streams streams(process, supervision, run);
  InputPipe input_pipe(process, supervision.input);
  auto checked = began;
  for (;;) {
    std::array<pollfd, 7> waited{{{process.ended_descriptor(), POLLIN, 0},
                                  {supervision.interrupt, POLLIN, 0},
                                  {streams.output(), POLLIN, 0},
                                  {streams.errors(), POLLIN, 0},
                                  {supervision.enough, POLLIN, 0},
                                  input_pipe.source(),
                                  input_pipe.sink()}};
    ::poll(waited.data(), waited.size(), wait_time(supervision, began, input_pipe.is_open()));
    streams.take();
    if (waited[0].revents != 0) break;
    input_pipe.move(waited[5].revents, waited[6].revents);
    run.interrupted = waited[1].revents != 0;
    run.timed_out = supervision.time_limit && elapsed() >= *supervision.time_limit;
    run.was_enough = waited[4].revents != 0;
    if (run.interrupted || run.timed_out || run.was_enough) {
      process.kill();
      break;
    }
    if (!supervision.excess || Clock::now() - checked < kCheckEvery) continue;
    const auto before = Clock::now();
    const auto excess = supervision.excess();
    // A check that takes long is made less often.
    checked = Clock::now() + 4 * (Clock::now() - before);
    if (excess) {
      process.kill(*excess);
      break;
    }
  }
  run.end = process.end();
  // Otherwise it ended by itself before kill().
  if (run.end.kind != HostEnd::Kind::killed) run.timed_out = run.interrupted = run.was_enough = false;
  streams.take_rest();
  run.elapsed = elapsed();
  return run;
}

ProgramEnd process_end(const HostRun& run) {
  using Kind = ProgramEnd::Kind;
  ProgramEnd end;
  end.value = run.end.value;
  end.seconds = std::chrono::duration<double>(run.elapsed).count();
  end.timed_out = run.timed_out;
  end.interrupted = run.interrupted;
  end.kind = run.end.kind;
  if (end.kind == Kind::signalled) {
    end.name = ::strsignal(end.value);  // NOLINT(concurrency-mt-unsafe): the library's own buffers are per thread
    end.kind = end.value == SIGXFSZ ? Kind::file_size : end.value == SIGXCPU ? Kind::processor_time : Kind::signalled;
  } else if (end.kind == Kind::not_started) {
    end.name = std::system_category().message(end.value);
  } else if (end.kind == Kind::killed) {
    end.kind = run.timed_out     ? Kind::time_limit
               : run.interrupted ? Kind::interrupted
               : run.was_enough  ? Kind::enough
                                 : Kind::killed;
  }
  return end;
}

}  // namespace bankloom::program
