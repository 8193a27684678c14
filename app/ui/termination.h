// Termination: SIGTERM, SIGINT and SIGHUP close the window as its close button does, so that the settings are kept.
#pragma once

#include <functional>
#include <thread>

namespace bankloom::ui {

class Termination {
 public:
  /// Takes these signals over for the whole process; to be made before any other thread, for threads inherit what is
  /// blocked. `on_signal` is called on a thread of its own, once for each signal.
  explicit Termination(std::function<void()> on_signal);
  ~Termination();
  Termination(const Termination&) = delete;
  Termination& operator=(const Termination&) = delete;

 private:
  std::thread waiting_;
};

}  // namespace bankloom::ui
