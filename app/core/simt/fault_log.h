// FaultLog: collects faults, one entry per kind and source line with a count.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/simt/fault.h"

namespace bankloom::simt {

class FaultLog {
 public:
  /// Adds a fault. Where one of its kind and source line is known already (of a text without source lines: of its line
  /// in the PTX) only the count grows; `fault.message` is asked for by calling `message()` only when the entry is new,
  /// since a kernel may fault millions of times.
  template <class Message>
  void add(Fault fault, Message message) {
    for (Fault& known : faults_) {
      const bool same_line = fault.source_line != 0 ? known.source_line == fault.source_line
                                                    : known.source_line == 0 && known.ptx_line == fault.ptx_line;
      if (known.kind == fault.kind && same_line) {
        known.count += fault.count;
        return;
      }
    }
    fault.message = message();
    faults_.push_back(std::move(fault));
  }
  [[nodiscard]] const std::vector<Fault>& faults() const { return faults_; }
  /// Takes over the faults of a later part of the run.
  void append(const FaultLog& later);

 private:
  std::vector<Fault> faults_;
};

}  // namespace bankloom::simt
