// Looks: how the window shows a scene (theme, colours, text, open tab), as the words of a scene's line.
//
// A line that is copied has all of them, so that it restores what was seen exactly; a line without them, or with some,
// leaves the rest as the person has it. Not among them: whose recording stands in, which is of one machine.
#pragma once

#include "core/session/scene.h"
#include "ui/panel.h"

namespace bankloom::ui {

[[nodiscard]] Scene::Looks looks_of(const ViewSettings& view);
/// Takes the looks of a line. The error says which word is wrong; then nothing changes.
[[nodiscard]] Result<void> take_looks(const Scene::Looks& looks, ViewSettings& view);
/// The same for what has its usual value in `view`: other choices stay.
[[nodiscard]] Result<void> fill_looks(const Scene::Looks& looks, ViewSettings& view);
/// The session's scene with its looks.
[[nodiscard]] Scene scene_with_looks(const Session& session, const ViewSettings& view);

}  // namespace bankloom::ui
