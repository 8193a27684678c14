#pragma once

#include <cstdint>

namespace bankloom::ui {

/// The place of a panel. Panels of one slot share it as tabs; those for paper have no place in the window.
enum class Slot : std::uint8_t {
  top,
  choice,
  headline,
  tile,
  banks,
  threads,
  code,
  explanation,
  timeline,
  details,
  sentence,
  paper
};

}  // namespace bankloom::ui
