#include "ui/talk/talk_file.h"

#include <memory>
#include <utility>

#include "ui/editor/source_file.h"

namespace bankloom::ui {
namespace {

/// Changes the paths of a scene's own texts.
template <class Change>
void change_paths(Scene& scene, const Change& change) {
  for (Choice* choice : {&scene.a, scene.b ? &*scene.b : nullptr}) {
    if (choice == nullptr || !choice->own || choice->own->path.empty()) continue;
    OwnSource source = *choice->own;
    source.path = change(std::filesystem::path(source.path)).string();
    choice->own = std::make_shared<const OwnSource>(std::move(source));
  }
}

}  // namespace

bool names_talk(const std::filesystem::path& file) { return file.extension() == kTalkExtension; }

Result<Talk> read_talk(const std::filesystem::path& file) {
  TRY(const auto text, read_source(file));
  auto talk = talk_from_text(text, file.string());
  if (!talk) return talk;
  const std::filesystem::path folder = absolute_path(file).parent_path();
  for (TalkScene& one : talk->scenes) {
    change_paths(one.scene, [&](const std::filesystem::path& path) { return (folder / path).lexically_normal(); });
  }
  return talk;
}

Result<void> write_talk(const std::filesystem::path& file, const Talk& talk) {
  const std::filesystem::path folder = absolute_path(file).parent_path();
  Talk written = talk;
  for (TalkScene& one : written.scenes) {
    change_paths(one.scene, [&](const std::filesystem::path& path) {
      const std::filesystem::path seen = path.lexically_relative(folder);
      return seen.empty() || *seen.begin() == ".." ? path : seen;
    });
  }
  return write_source(file, talk_to_text(written));
}

}  // namespace bankloom::ui
