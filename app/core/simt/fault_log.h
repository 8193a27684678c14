// FaultLog: collects faults, one entry per kind and source line with a count.
#pragma once

#include <vector>

#include "core/simt/fault.h"

namespace bankloom::simt {

class FaultLog {
 public:
  /// Adds a fault. If one of its kind and source line exists (in a text without source lines: of its line in the PTX),
  /// only the count and the marks grow. Calls `describe(fault)` only for a new entry, since a kernel may fault millions
  /// of times.
  template <class Describe>
  void add(Fault fault, Describe describe) {
    for (Fault& known : faults_) {
      const bool same_line = fault.source_line != 0 ? known.source_line == fault.source_line
                                                    : known.source_line == 0 && known.ptx_line == fault.ptx_line;
      if (known.kind == fault.kind && same_line) {
        known.count += fault.count;
        mark(known, fault);
        return;
      }
    }
    describe(fault);
    if (fault.marks.empty()) mark(fault, fault);
    faults_.push_back(std::move(fault));
  }
  void add(const Fault& fault) {
    add(fault, [](Fault&) {});
  }
  [[nodiscard]] const std::vector<Fault>& faults() const { return faults_; }
  /// Appends the faults of a later part of the run.
  void append(const FaultLog& later);

 private:
  static void mark(Fault& known, const Fault& fault) {
    const bool is_placed = fault.has_address && fault.block == known.block;
    if (is_placed && known.marks.size() < kMostFaultMarks) {
      const FaultDetail& detail = fault.detail;
      known.marks.push_back(
          {fault.thread, fault.address, fault.order, detail.what, detail.other, detail.other_line, detail.other_known});
    }
  }

  std::vector<Fault> faults_;
};

}  // namespace bankloom::simt
