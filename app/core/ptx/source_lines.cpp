#include "core/ptx/source_lines.h"

#include <string_view>

namespace bankloom::ptx {

std::uint32_t SourceLines::add(const SourcePlace& place) {
  locs_.push_back({.place = place, .inlined_at = {}});
  return static_cast<std::uint32_t>(locs_.size() - 1);
}

std::uint32_t SourceLines::add_inlined(const SourcePlace& place, const SourcePlace& inlined_at) {
  const auto outer = last_inlined_.find({inlined_at.file, inlined_at.line, inlined_at.column});
  locs_.push_back({.place = place,
                   .inlined_at = inlined_at,
                   .inlined = true,
                   .outer = outer == last_inlined_.end() ? kNone : outer->second});
  const auto index = static_cast<std::uint32_t>(locs_.size() - 1);
  last_inlined_[{place.file, place.line, place.column}] = index;
  return index;
}

std::uint32_t SourceLines::line_of(std::uint32_t loc, std::uint32_t main_file) const {
  // `outer` is always an earlier index, so this ends.
  while (true) {
    const Loc& at = locs_[loc];
    if (at.place.file == main_file) return at.place.line;
    if (!at.inlined) return 0;
    if (at.inlined_at.file == main_file) return at.inlined_at.line;
    if (at.outer == kNone) return 0;
    loc = at.outer;
  }
}

std::uint32_t SourceLines::main_file_of(const std::vector<std::string>& files) {
  for (std::size_t i = 0; i < files.size(); ++i) {
    const std::string_view name = files[i];
    if (name.empty()) continue;
    bool header = false;
    for (const std::string_view ending : {".h", ".hpp", ".cuh", ".inl", ".hxx"}) header |= name.ends_with(ending);
    // Headers of the standard library have no ending at all.
    const std::string_view base = name.substr(name.find_last_of("/\\") + 1);
    if (!header && (base.find('.') != std::string_view::npos || name.find('/') == std::string_view::npos)) {
      return static_cast<std::uint32_t>(i);
    }
  }
  return 1;
}

}  // namespace bankloom::ptx
