// The header of a side's request: the verdict, its details, the counter of its transactions, and the switch to the
// card.
#pragma once

#include <map>
#include <memory>
#include <vector>

#include "ui/panels/headline.h"

namespace bankloom::ui {

/// All of it in one line or in two, the same on both sides and at all requests: their pictures are compared, and
/// nothing moves while it plays.
class VerdictHeader {
 public:
  explicit VerdictHeader(Side side) : side_(side) {}
  /// In an area of one line everything is in that line.
  [[nodiscard]] Box box(PanelContext& context);

 private:
  [[nodiscard]] Box card_switch(PanelContext& context) const;
  [[nodiscard]] std::vector<HeadlineText> longest_of_all(const Session& session, Length length);
  [[nodiscard]] const std::vector<RequestKind>& kinds_of(const Session& session, Side side);

  Side side_;
  struct Kept {
    std::shared_ptr<const Timeline> timeline;
    std::vector<RequestKind> kinds;
  };
  std::map<Side, Kept> kept_;  ///< cached, since a run may have a million requests
};

}  // namespace bankloom::ui
