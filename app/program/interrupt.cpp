#include "program/interrupt.h"

#include <poll.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>

namespace bankloom::program {
namespace {

constexpr std::array kSignals{SIGINT, SIGTERM, SIGHUP};
std::atomic<int> interrupt_pipe{-1};

extern "C" void note_interrupt(int number) {
  const int error = errno;
  [[maybe_unused]] const auto written = ::write(interrupt_pipe, "!", 1);
  ::signal(number, SIG_DFL);
  errno = error;
}

}  // namespace

Interrupt::Interrupt() {
  auto pipe = make_pipe_pair();
  if (!pipe) return;
  pipe_ = std::move(*pipe);
  interrupt_pipe = pipe_.second.get();
  for (const int number : kSignals) ::signal(number, note_interrupt);
}

Interrupt::~Interrupt() {
  if (!pipe_.first) return;
  for (const int number : kSignals) ::signal(number, SIG_DFL);
  interrupt_pipe = -1;
}

bool Interrupt::has_come() const {
  pollfd waited{descriptor(), POLLIN, 0};
  return descriptor() >= 0 && ::poll(&waited, 1, 0) == 1;
}

}  // namespace bankloom::program
