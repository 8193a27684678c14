#include "program/supervise.h"

#include <poll.h>
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

/// The timeout for poll(2), ms; -1 for none.
int wait_time(const Supervision& supervision, Clock::time_point began) {
  if (!supervision.time_limit) return -1;
  const auto left = *supervision.time_limit - std::chrono::duration_cast<milliseconds>(Clock::now() - began);
  constexpr long kLongest = 60'000;
  return static_cast<int>(std::clamp<long>(static_cast<long>(left.count()) + 1, 0, kLongest));
}

}  // namespace

HostRun supervise(HostProcess& process, const Supervision& supervision) {
  HostRun run;
  const auto began = Clock::now();
  const auto elapsed = [&] { return std::chrono::duration_cast<milliseconds>(Clock::now() - began); };
  Streams streams(process, supervision, run);
  for (;;) {
    std::array<pollfd, 5> waited{{{process.ended_descriptor(), POLLIN, 0},
                                  {supervision.interrupt, POLLIN, 0},
                                  {streams.output(), POLLIN, 0},
                                  {streams.errors(), POLLIN, 0},
                                  {supervision.enough, POLLIN, 0}}};
    ::poll(waited.data(), waited.size(), wait_time(supervision, began));
    streams.take();
    if (waited[0].revents != 0) break;
    run.interrupted = waited[1].revents != 0;
    run.timed_out = supervision.time_limit && elapsed() >= *supervision.time_limit;
    run.was_enough = waited[4].revents != 0;
    if (run.interrupted || run.timed_out || run.was_enough) {
      process.kill();
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
