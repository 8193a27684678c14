#include "cli/run_progress.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>
#include <utility>

#include "core/base/grouped.h"
#include "core/base/language.h"

namespace bankloom::cli {
namespace {

using std::chrono::milliseconds;

std::string duration_text(double seconds) {
  if (seconds < 90) return fmt::format("{:.0f} s", seconds);
  if (seconds < 90 * 60) return message("{:.0f} min", seconds / 60);
  if (seconds < 48 * 3600) return fmt::format("{:.0f} h", seconds / 3600);
  return message("{:.0f} days", seconds / 86400);
}

RunProgress::Reporting to_standard_error() {
  if (::isatty(STDERR_FILENO) != 0) {
    return {milliseconds(1000), milliseconds(250),
            [](const std::string& sentence) { fmt::print(stderr, "\r\x1b[K{}", sentence); },
            [] { fmt::print(stderr, "\r\x1b[K"); }};
  }
  return {milliseconds(10'000), milliseconds(60'000),
          [](const std::string& sentence) { fmt::print(stderr, "bankloom: {}\n", sentence); }, [] {}};
}

}  // namespace

std::string progress_sentence(std::uint64_t done, std::uint64_t blocks, std::chrono::milliseconds elapsed) {
  if (done != 0 && done < blocks) {
    const double left =
        static_cast<double>(elapsed.count()) / 1000 * static_cast<double>(blocks - done) / static_cast<double>(done);
    return message("{} of {} blocks emulated, about {} left; Ctrl-C ends it", grouped(done), grouped(blocks),
                   duration_text(left));
  }
  return message("{} of {} blocks emulated; Ctrl-C ends it", grouped(done), grouped(blocks));
}

RunProgress::RunProgress() : RunProgress(to_standard_error()) {}

RunProgress::RunProgress(Reporting reporting) : reporting_(std::move(reporting)), thread_([this] { watch(); }) {}

RunProgress::~RunProgress() {
  {
    const std::scoped_lock lock(mutex_);
    ended_ = true;
  }
  changed_.notify_all();
  thread_.join();
}

RunSettings RunProgress::settings() {
  RunSettings settings;
  settings.control = &control_;
  return settings;
}

void RunProgress::watch() {
  const auto began = std::chrono::steady_clock::now();
  auto next = began + reporting_.first;
  bool has_said = false;
  std::unique_lock lock(mutex_);
  while (!changed_.wait_until(lock, next, [this] { return ended_; })) {
    const auto now = std::chrono::steady_clock::now();
    next = now + reporting_.every;
    const std::uint64_t blocks = control_.blocks();
    if (blocks == 0) continue;  // still compiling
    reporting_.say(
        progress_sentence(control_.blocks_done(), blocks, std::chrono::duration_cast<milliseconds>(now - began)));
    has_said = true;
  }
  if (has_said) reporting_.clear();
}

}  // namespace bankloom::cli
