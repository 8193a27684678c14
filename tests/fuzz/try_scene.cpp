#include "complaints.h"
#include "core/session/scene.h"

namespace bankloom::fuzz {

Complaint try_scene(std::string_view line) {
  const auto scene = scene_from_line(line);
  if (!scene) return check_error(scene.error());
  const std::string written = scene_to_line(*scene);
  if (written.find('\n') != std::string::npos) return "a scene's line has several lines";
  const auto again = scene_from_line(written);
  if (!again) return fmt::format("the line of a scene is refused: {}: {}", written, again.error().message);
  if (!(*again == *scene)) return fmt::format("the line of a scene gives another: {}", written);
  return scene_to_line(*again) == written ? "" : fmt::format("the line of a scene changes: {}", written);
}

}  // namespace bankloom::fuzz
