// Ctrl-C as something to wait for, instead of the end of bankloom.
#pragma once

#include <array>
#include <csignal>

#include "program/posix_handle.h"

namespace bankloom::program {

/// While it lives, SIGINT, SIGTERM and SIGHUP make its descriptor readable; the second of them ends bankloom as ever.
/// SIGHUP stays ignored where it was (nohup). One at a time.
class Interrupt {
 public:
  Interrupt();
  ~Interrupt();
  Interrupt(const Interrupt&) = delete;
  Interrupt& operator=(const Interrupt&) = delete;

  /// Readable once a signal has come; -1 where the system gives no pipe. It is never to be read.
  [[nodiscard]] int descriptor() const { return pipe_.first.get(); }
  [[nodiscard]] bool has_come() const;

 private:
  static constexpr std::array kSignals{SIGINT, SIGTERM, SIGHUP};

  HandlePair pipe_;
  std::array<void (*)(int), kSignals.size()> before_{};
};

}  // namespace bankloom::program
