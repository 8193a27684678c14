#include "ui/kept_frame.h"

#include <backends/imgui_impl_opengl3.h>

#include <string_view>
#include <type_traits>

#include "gfx/gl.h"
#include "ui/bytes_hash.h"
#include "ui/draw_canvas.h"

namespace bankloom::ui {
namespace {

/// The ground that a draw list belongs to by its window's name, which for child windows begins with their parent's.
std::optional<std::size_t> ground_of(const ImDrawList& list, const std::vector<Ground>& grounds) {
  const std::string_view name = list._OwnerName == nullptr ? "" : list._OwnerName;
  for (std::size_t index = 0; index < grounds.size(); ++index) {
    const std::string& window = grounds[index].window;
    if (window.empty() || !name.starts_with(window)) continue;
    if (name.size() == window.size() || name[window.size()] == '/') return index;
  }
  return std::nullopt;
}

void add_list(BytesHash& hash, const ImDrawList& list) {
  hash.add_bytes(list.VtxBuffer.Data, static_cast<std::size_t>(list.VtxBuffer.size_in_bytes()));
  hash.add_bytes(list.IdxBuffer.Data, static_cast<std::size_t>(list.IdxBuffer.size_in_bytes()));
  for (const ImDrawCmd& command : list.CmdBuffer) {
    hash.add(command.ClipRect.x);
    hash.add(command.ClipRect.y);
    hash.add(command.ClipRect.z);
    hash.add(command.ClipRect.w);
    hash.add(command.ElemCount);
    hash.add(command.IdxOffset);
    hash.add(command.VtxOffset);
    if (command.UserCallback != nullptr) {
      DrawCanvas::add_to_hash(hash, command);
    } else {
      hash.add(command.GetTexID());
    }
  }
}

/// The same data with some of its lists only.
void render_lists(const ImDrawData& all, const std::vector<ImDrawList*>& lists) {
  ImDrawData some = all;
#if IMGUI_VERSION_NUM >= 18980
  some.CmdLists.clear();
  for (ImDrawList* list : lists) some.CmdLists.push_back(list);
#else
  std::vector<ImDrawList*> kept = lists;
  some.CmdLists = kept.data();
#endif
  some.CmdListsCount = static_cast<int>(lists.size());
  some.TotalIdxCount = some.TotalVtxCount = 0;
  for (const ImDrawList* list : lists) {
    some.TotalIdxCount += list->IdxBuffer.Size;
    some.TotalVtxCount += list->VtxBuffer.Size;
  }
  ImGui_ImplOpenGL3_RenderDrawData(&some);
}

void show(const gfx::Framebuffer& picture, GLuint target) {
  const gfx::PixelSize size = picture.size();
  glBindFramebuffer(GL_READ_FRAMEBUFFER, picture.name());
  glBindFramebuffer(GL_DRAW_FRAMEBUFFER, target);
  glDisable(GL_SCISSOR_TEST);
  glBlitFramebuffer(0, 0, size.width, size.height, 0, 0, size.width, size.height, GL_COLOR_BUFFER_BIT, GL_NEAREST);
  glBindFramebuffer(GL_FRAMEBUFFER, target);
}

}  // namespace

void clear_grounds(const std::vector<Ground>& grounds, float framebuffer_height) {
  glEnable(GL_SCISSOR_TEST);
  for (const Ground& ground : grounds) {
    const ImVec4 parts = ImGui::ColorConvertU32ToFloat4(ground.colour);
    glScissor(static_cast<GLint>(ground.rect.x), static_cast<GLint>(framebuffer_height - ground.rect.bottom()),
              static_cast<GLsizei>(ground.rect.width), static_cast<GLsizei>(ground.rect.height));
    glClearColor(parts.x, parts.y, parts.z, 1);
    glClear(GL_COLOR_BUFFER_BIT);
  }
  glDisable(GL_SCISSOR_TEST);
}

void KeptFrame::draw(ImDrawData& data, const std::vector<Ground>& grounds, gfx::PixelSize size) {
  GLint bound = 0;
  glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &bound);
  const auto target = static_cast<GLuint>(bound);
  const auto height = static_cast<float>(size.height);
  bool everything = had_more_ || grounds != grounds_;
  if (!picture_ || picture_->size() != size) {
    picture_.reset();
    if (auto made = gfx::Framebuffer::create(size)) picture_ = std::move(*made);
    everything = true;
  }

  std::vector<BytesHash> hashes(grounds.size());
  std::vector<std::optional<std::size_t>> owners;
  had_more_ = false;
  for (int index = 0; index < data.CmdListsCount; ++index) {
    const ImDrawList& list = *data.CmdLists[index];
    owners.push_back(ground_of(list, grounds));
    if (owners.back()) {
      add_list(hashes[*owners.back()], list);
    } else if (list.CmdBuffer.Size > 0 && list.VtxBuffer.Size > 0) {
      had_more_ = true;
    }
  }
  everything = everything || had_more_;
  std::vector<Ground> dirty;
  std::vector<bool> is_dirty(grounds.size());
  for (std::size_t index = 0; index < grounds.size(); ++index) {
    is_dirty[index] = everything || hashes[index].value() != hashes_[index];
    if (is_dirty[index]) dirty.push_back(grounds[index]);
  }
  drawn_slots_ = dirty.size();
  std::vector<ImDrawList*> lists;
  for (int index = 0; index < data.CmdListsCount; ++index) {
    const auto& owner = owners[static_cast<std::size_t>(index)];
    if (!owner || is_dirty[*owner]) lists.push_back(data.CmdLists[index]);
  }
  if (!dirty.empty()) {
    if (picture_) picture_->bind();
    clear_grounds(dirty, height);
    render_lists(data, lists);
  }
  grounds_ = grounds;
  hashes_.clear();
  for (const BytesHash& hash : hashes) hashes_.push_back(hash.value());
  if (picture_) show(*picture_, target);
}

}  // namespace bankloom::ui
