#include "ui/panels/shown_rows.h"

#include <algorithm>

#include "ui/measured_figures.h"
#include "ui/measures.h"

namespace bankloom::ui {

using namespace wording;
namespace {

/// All options of a row's kernel, with defaults for those not chosen.
OptionValues complete_options(const LessonRow& row) {
  auto options = resolve_options(*row.kernel, row.key.options);
  return options ? *options : row.key.options;
}

bool shows_side(const Session& session, const LessonRow& row, Side side) {
  const bool is_own = session.selection().own(side) != nullptr;
  if (row.kernel != session.kernel(side) || is_own != (row.key.own != nullptr)) return false;
  return complete_options(row) == session.options(side);
}

/// B's row, as far as it is complete.
LessonRow row_of_b(const Session& session) {
  LessonRow row;
  row.kernel = session.kernel(Side::b);
  row.key = Measures::key_of(session, Side::b);
  row.key.machine = session.scene().machine;
  row.outcome = session.runs().outcome(Side::b);
  row.disclosure = session.disclosure();
  return row;
}

}  // namespace

std::string ShownRow::sides(const Session& session) const {
  if (!session.comparing()) return {};
  return std::string(is_a ? "A " : "") + (is_b ? "B " : "");
}

std::vector<ShownRow> shown_rows(Session& session) {
  std::vector<ShownRow> rows;
  for (LessonRow& row : session.table_rows()) {
    ShownRow shown;
    shown.is_a = shows_side(session, row, Side::a);
    shown.is_b = session.comparing() && shows_side(session, row, Side::b);
    shown.row = std::move(row);
    rows.push_back(std::move(shown));
  }
  const bool has_b = std::ranges::any_of(rows, &ShownRow::is_b);
  if (!session.comparing() || has_b || session.kernel(Side::b) == nullptr) return rows;
  ShownRow mine;
  mine.row = row_of_b(session);
  mine.is_b = true;
  const auto same = std::ranges::find_if(rows, [&](const ShownRow& row) {
    return row.row.kernel == mine.row.kernel && (row.row.key.own == nullptr) == (mine.row.key.own == nullptr);
  });
  if (same == rows.end()) {
    mine.options = options_text(differing_options(session.options(Side::a), session.options(Side::b)));
    rows.push_back(std::move(mine));
    return rows;
  }
  const OptionValues theirs = complete_options(same->row), own = session.options(Side::b);
  mine.options = options_text(differing_options(theirs, own));
  same->options = options_text(differing_options(own, theirs));
  rows.insert(same + 1, std::move(mine));
  return rows;
}

}  // namespace bankloom::ui
