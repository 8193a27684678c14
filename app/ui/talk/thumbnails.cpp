#include "ui/talk/thumbnails.h"

#include <algorithm>

#include "gfx/gl.h"
#include "ui/view_options.h"

namespace bankloom::ui {
namespace {

/// Pixels of a picture, several per pixel of the window, for high-DPI displays.
constexpr int kThumbnailWidth = 504, kThumbnailHeight = 284;
constexpr const char* kThumbnailView = "tile";

gfx::Texture texture_of(const gfx::Image& image) {
  gfx::Texture texture = gfx::make_texture();
  glBindTexture(GL_TEXTURE_2D, texture.name());
  glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, static_cast<GLsizei>(image.width), static_cast<GLsizei>(image.height), 0,
               GL_RGBA, GL_UNSIGNED_BYTE, image.rgba.data());
  // Cells are smaller than a pixel of the window.
  glGenerateMipmap(GL_TEXTURE_2D);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR_MIPMAP_LINEAR);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
  glBindTexture(GL_TEXTURE_2D, 0);
  return texture;
}

}  // namespace

Thumbnails::Thumbnails(RunService& runs, std::filesystem::path shader_folder)
    : shader_folder_(std::move(shader_folder)), session_(runs) {}

unsigned Thumbnails::of(const Scene& scene) const {
  const auto found = pictures_.find(scene_to_line(scene));
  return found == pictures_.end() ? 0 : found->second.name();
}

bool Thumbnails::work(const Talk& talk, const ViewSettings& view) {
  const std::pair theme{view.theme, view.palette};
  if (theme_ != theme) pictures_.clear();
  theme_ = theme;
  std::map<std::string, const Scene*> scenes;
  for (const TalkScene& one : talk.scenes) scenes.emplace(scene_to_line(one.scene), &one.scene);
  std::erase_if(pictures_, [&](const auto& kept) { return !scenes.contains(kept.first); });
  for (const TalkScene& one : talk.scenes) {
    const std::string line = scene_to_line(one.scene);
    if (pictures_.contains(line)) continue;
    if (asked_ != line) {
      asked_ = line;
      if (!session_.show(one.scene)) {
        pictures_.emplace(line, gfx::Texture());
        continue;
      }
    }
    session_.update();
    if (session_.runs().pending()) return false;
    make(line, one.scene, view);
    return true;
  }
  return false;
}

void Thumbnails::make(const std::string& line, const Scene& scene, const ViewSettings& view) {
  asked_.clear();
  PictureOptions options;
  options.width = kThumbnailWidth;
  options.height = kThumbnailHeight;
  options.panel = kThumbnailView;
  options.caption = false;
  options.view.theme = view.theme;
  options.view.palette = view.palette;
  static_cast<void>(fill_view_words(scene.view_words, options.view));
  if (!source_) {
    if (auto made = FrameSource::create(session_, shader_folder_, options)) source_.emplace(std::move(*made));
  }
  gfx::Texture picture;
  if (source_ && source_->look(options.view)) picture = texture_of(source_->still());
  pictures_.emplace(line, std::move(picture));
}

}  // namespace bankloom::ui
