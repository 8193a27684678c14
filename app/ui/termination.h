// Termination: SIGTERM, SIGINT and SIGHUP close the window like its close button, so that the settings are kept.
#pragma once

#include <functional>
#include <thread>

namespace bankloom::ui {

class Termination {
 public:
  /// Takes over these signals for the whole process; constructed before any other thread, since threads inherit blocked
  /// signals. `on_signal` is called on a separate thread, once for each signal.
  explicit Termination(std::function<void()> on_signal);
  ~Termination();
  Termination(const Termination&) = delete;
  Termination& operator=(const Termination&) = delete;

 private:
  std::thread waiting_;
};

}  // namespace bankloom::ui
