// The result of a comparison that was played to its end: two bars, one beside the other, and the two times, above the
// banks.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>

#include "ui/layout.h"
#include "ui/panel.h"

namespace bankloom::ui {

struct ComparisonResult {
  struct Bar {
    std::uint32_t count = 0;   ///< wavefronts, or sectors
    bool is_least = false;     ///< the other side has more
    std::string time, origin;  ///< of a launch, "" where it was not measured
  };
  std::string title;  ///< "Wavefronts of the request in line 9"
  std::array<Bar, 2> bars;
};

/// Of the comparison that is shown; nothing where no request differs, or where that may not be shown. `measures`: null
/// for a result without times.
[[nodiscard]] std::optional<ComparisonResult> result_of(const Session& session, Measures* measures);

/// Draws it if all was played to its end and nothing was done since; a click ends it.
void draw_result(PanelContext& context, const Layout& layout);

}  // namespace bankloom::ui
