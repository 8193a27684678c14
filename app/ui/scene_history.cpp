#include "ui/scene_history.h"

#include <utility>

namespace bankloom::ui {
namespace {

constexpr std::size_t kMostScenes = 100;

bool is_same_scene(const Scene& a, const Scene& b) {
  return a.a == b.a && a.b == b.b && a.machine == b.machine && a.architecture == b.architecture;
}

/// Whether they differ only in what was typed.
bool is_same_text(const Scene& a, const Scene& b) {
  return a.a.own && b.a.own && is_same_kernel(a.a, b.a) && a.b == b.b && a.machine == b.machine;
}

}  // namespace

void SceneHistory::follow(const Session& session) {
  const Scene& now = session.scene();
  if (now.a.kernel.empty()) return;
  if (scenes_.empty()) {
    scenes_.push_back(session.snapshot());
    return;
  }
  Scene& known = scenes_[present_];
  if (is_same_scene(known, now) || is_same_text(known, now)) {
    known = session.snapshot();
    return;
  }
  scenes_.resize(present_ + 1);
  scenes_.push_back(session.snapshot());
  if (scenes_.size() > kMostScenes) scenes_.erase(scenes_.begin());
  present_ = scenes_.size() - 1;
}

bool SceneHistory::has(int by) const { return by < 0 ? present_ > 0 : present_ + 1 < scenes_.size(); }

Result<void> SceneHistory::go(Session& session, int by) {
  if (!has(by)) return {};
  const std::size_t next = by < 0 ? present_ - 1 : present_ + 1;
  TRY(session.show(scenes_[next]));
  present_ = next;
  return {};
}

}  // namespace bankloom::ui
