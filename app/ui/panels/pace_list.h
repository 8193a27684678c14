// The list of paces at which requests are played.
#pragma once

#include "core/session/player.h"
#include "ui/layout/box.h"

namespace bankloom::ui {

/// Units of its width.
inline constexpr float kPaceList = 74;
/// The paces to choose from, and the one that was; the first is that of requests that begin slowly.
[[nodiscard]] Box pace_list(Player& player);

}  // namespace bankloom::ui
