#include "ui/panels/told_thread.h"

#include "ui/learn/open_lesson.h"

namespace bankloom::ui {

std::optional<std::uint64_t> told_thread(const PanelContext& context, const Dim3& block) {
  const Session& session = context.session;
  const auto lane = session.pointer().pointed().lane;
  if (lane && !session.disclosure().hides_answer()) {
    const std::uint64_t thread = std::uint64_t{session.player().position().warp} * kWarpSize + *lane;
    if (thread < block.count()) return thread;
  }
  return context.lesson == nullptr ? std::nullopt : context.lesson->asked_thread(block);
}

}  // namespace bankloom::ui
