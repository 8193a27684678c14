#include "ui/termination.h"

#include <csignal>
#include <utility>

namespace bankloom::ui {
namespace {

/// Ends the waiting thread.
constexpr int kEndSignal = SIGUSR2;

sigset_t signals() {
  sigset_t set;
  sigemptyset(&set);
  for (const int signal : {SIGTERM, SIGINT, SIGHUP, kEndSignal}) sigaddset(&set, signal);
  return set;
}

}  // namespace

Termination::Termination(std::function<void()> on_signal) {
  // A handler may call next to nothing; a thread that waits for the signals may do anything.
  const sigset_t set = signals();
  pthread_sigmask(SIG_BLOCK, &set, nullptr);
  waiting_ = std::thread([set, tell = std::move(on_signal)] {
    for (int signal = 0; sigwait(&set, &signal) == 0 && signal != kEndSignal;) tell();
  });
}

Termination::~Termination() {
  pthread_kill(waiting_.native_handle(), kEndSignal);
  waiting_.join();
  const sigset_t set = signals();
  pthread_sigmask(SIG_UNBLOCK, &set, nullptr);
}

}  // namespace bankloom::ui
