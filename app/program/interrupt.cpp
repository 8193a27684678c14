#include "program/interrupt.h"

#include <poll.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>

namespace bankloom::program {
namespace {

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
  for (std::size_t i = 0; i < kSignals.size(); ++i) {
    before_[i] = ::signal(kSignals[i], note_interrupt);
    if (kSignals[i] == SIGHUP && before_[i] == SIG_IGN) ::signal(SIGHUP, SIG_IGN);
  }
}

Interrupt::~Interrupt() {
  if (!pipe_.first) return;
  for (std::size_t i = 0; i < kSignals.size(); ++i) ::signal(kSignals[i], before_[i]);
  interrupt_pipe = -1;
}

bool Interrupt::has_come() const {
  pollfd waited{descriptor(), POLLIN, 0};
  return descriptor() >= 0 && ::poll(&waited, 1, 0) == 1;
}

}  // namespace bankloom::program
