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

std::vector<std::uint32_t> SourceLines::lines_in(std::uint32_t main_file) const {
  std::vector<std::uint32_t> lines;
  lines.reserve(locs_.size());
  for (const Loc& loc : locs_) {
    if (loc.place.file == main_file) {
      lines.push_back(loc.place.line);
    } else if (loc.inlined && loc.inlined_at.file == main_file) {
      lines.push_back(loc.inlined_at.line);
    } else {
      // `outer` is an earlier .loc, so its line is known.
      lines.push_back(loc.outer == kNone ? 0 : lines[loc.outer]);
    }
  }
  return lines;
}

std::uint32_t SourceLines::file_of(std::uint32_t loc) const {
  // `outer` is an earlier .loc.
  while (locs_[loc].outer != kNone) loc = locs_[loc].outer;
  return locs_[loc].inlined ? locs_[loc].inlined_at.file : locs_[loc].place.file;
}

std::uint32_t SourceLines::main_file_of(const std::vector<std::string>& files) {
  for (std::size_t i = 0; i < files.size(); ++i) {
    const std::string_view name = files[i];
    if (name.empty()) continue;
    bool header = false;
    for (const std::string_view ending : {".h", ".hpp", ".cuh", ".inl", ".hxx"}) header |= name.ends_with(ending);
    // Headers of the standard library have no file extension.
    const std::string_view base = name.substr(name.find_last_of("/\\") + 1);
    header |= base.find('.') == std::string_view::npos && name.find("/include/") != std::string_view::npos;
    if (!header) {
      return static_cast<std::uint32_t>(i);
    }
  }
  return 1;
}

}  // namespace bankloom::ptx
