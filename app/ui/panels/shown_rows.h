// The lesson's kernels for the table and the chart: which of them is A, which is B, and a separate row for B if it is
// none of the lesson's.
#pragma once

#include <string>
#include <vector>

#include "core/session/session.h"

namespace bankloom::ui {

/// A kernel at its options.
struct ShownRow {
  LessonRow row;
  bool is_a = false, is_b = false;
  std::string options;  ///< "IPAD = 1": distinguishes it from another row of the same kernel; otherwise empty
  /// "setRowReadCol", "setRowReadCol, IPAD = 1".
  [[nodiscard]] std::string name() const { return row.kernel->name + (options.empty() ? "" : ", " + options); }
  /// "A ", "B ", "A B "; empty for the others, and without a comparison.
  [[nodiscard]] std::string sides(const Session& session) const;
};

/// Session::table_rows(), and B below the row of the same kernel (or at the end) if no row has its text and options.
[[nodiscard]] std::vector<ShownRow> shown_rows(Session& session);

}  // namespace bankloom::ui
