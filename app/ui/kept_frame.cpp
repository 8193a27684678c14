#include "ui/kept_frame.h"

#include <backends/imgui_impl_opengl3.h>

#include <deque>
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
  if (lists.empty()) return;
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

std::vector<Rect> KeptFrame::parts_of(std::size_t ground, const std::vector<ImDrawList*>& lists) const {
  // Each part costs a pass over all triangles and the driver's calls. With more than half to draw, one pass does it.
  constexpr std::size_t kMostParts = 6;
  constexpr float kLargestShare = 0.5f;
  const Rect& all = grounds_[ground].rect;
  const std::vector<DrawnList>& before = drawn_[ground];
  if (before.size() != lists.size()) return {all};
  Damage damage(all);
  for (std::size_t index = 0; index < lists.size(); ++index) before[index].add_difference(*lists[index], damage);
  if (damage.share() > kLargestShare) return {all};
  return damage.rects(kMostParts);
}

void KeptFrame::draw_anew(ImDrawData& data) {
  if (!picture_) return;
  const gfx::PixelSize size = picture_->size();
  picture_.reset();
  draw(data, std::vector<Ground>(grounds_), size);
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
  grounds_ = grounds;

  std::vector<BytesHash> hashes(grounds.size());
  std::vector<std::vector<ImDrawList*>> lists(grounds.size());
  std::vector<ImDrawList*> all;
  had_more_ = false;
  for (int index = 0; index < data.CmdListsCount; ++index) {
    ImDrawList& list = *data.CmdLists[index];
    all.push_back(&list);
    if (const auto owner = ground_of(list, grounds)) {
      add_list(hashes[*owner], list);
      lists[*owner].push_back(&list);
    } else if (list.CmdBuffer.Size > 0 && list.VtxBuffer.Size > 0) {
      had_more_ = true;
    }
  }
  everything = everything || had_more_;
  if (everything) {
    hashes_.assign(grounds.size(), 0);
    drawn_.clear();
    drawn_.resize(grounds.size());
  }
  if (picture_) picture_->bind();
  drawn_pixels_ = 0;
  if (everything) {
    clear_grounds(grounds, height);
    render_lists(data, all);
    drawn_pixels_ = static_cast<double>(size.width) * size.height;
  }
  for (std::size_t index = 0; index < grounds.size(); ++index) {
    if (!everything && hashes[index].value() == hashes_[index]) continue;
    hashes_[index] = hashes[index].value();
    if (!everything) {
      for (const Rect& part : parts_of(index, lists[index])) {
        clear_grounds({Ground{part, grounds[index].colour, {}}}, height);
        std::deque<ReducedList> reduced;
        std::vector<ImDrawList*> some;
        for (ImDrawList* list : lists[index]) {
          if (!reduced.emplace_back(*list, part).empty()) some.push_back(list);
        }
        render_lists(data, some);
        drawn_pixels_ += static_cast<double>(part.width) * static_cast<double>(part.height);
      }
    }
    drawn_[index].resize(lists[index].size());
    for (std::size_t number = 0; number < lists[index].size(); ++number) {
      drawn_[index][number].take(*lists[index][number]);
    }
  }
  if (picture_) show(*picture_, target);
}

}  // namespace bankloom::ui
