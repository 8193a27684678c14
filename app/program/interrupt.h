// Ctrl-C as a descriptor to wait for, instead of the end of bankloom.
#pragma once

#include <array>
#include <csignal>

#include "program/posix_handle.h"

namespace bankloom::program {

/// During its lifetime, the first of SIGINT, SIGTERM and SIGHUP makes its descriptor readable, and the second ends
/// bankloom as usual. A SIGHUP that was ignored (nohup) stays so. At most one exists at a time.
class Interrupt {
 public:
  Interrupt();
  ~Interrupt();
  Interrupt& operator=(Interrupt&&) = delete;

  /// Readable after a signal; -1 if the system gives no pipe. Never read from it.
  [[nodiscard]] int descriptor() const { return pipe_.first.get(); }
  [[nodiscard]] bool has_come() const;

 private:
  static constexpr std::array kSignals{SIGINT, SIGTERM, SIGHUP};

  HandlePair pipe_;
  std::array<void (*)(int), kSignals.size()> before_{};
};

}  // namespace bankloom::program
