#include "core/advice/layout_edit.h"

#include <algorithm>
#include <string>

#include "core/own/own_text.h"

namespace bankloom {
namespace {

/// The declaration of the run's tile in its text; nothing where none or several have that name.
std::optional<own::SharedDeclaration> tile_declaration(const KernelRun& run, const std::string& text) {
  const OwnTile* tile = run.own && run.own->tile < run.own->tiles.size() ? &run.own->tiles[run.own->tile] : nullptr;
  std::optional<own::SharedDeclaration> found;
  own::TextFacts facts = own::read_text_facts(text);
  for (own::SharedDeclaration& one : facts.shared) {
    if (one.name != run.tile->name || (tile != nullptr && tile->line != one.line)) continue;
    if (found) return std::nullopt;
    found = std::move(one);
  }
  return found;
}

/// Elements of the run's tile in one declared element: 4 in a float4.
std::uint64_t parts_of(const KernelRun& run) {
  if (!run.own || run.own->tile >= run.own->tiles.size()) return 1;
  const OwnTile& tile = run.own->tiles[run.own->tile];
  if (tile.extent.empty() || tile.extent.back() == 0) return 1;
  return std::max<std::uint64_t>(run.tile->row_elements() / tile.extent.back(), 1);
}

}  // namespace

LayoutEdit padded_text(const KernelRun& run, std::uint64_t more) {
  LayoutEdit edit;
  if (!run.tile || more == 0) return edit;
  OwnSource source = run.own ? run.own->source : OwnSource{};
  if (!run.own) {
    source.text = run.kernel->source;
    source.base = run.kernel->id();
  }
  const auto declared = tile_declaration(run, source.text);
  const std::uint64_t parts = parts_of(run);
  if (!declared) {
    edit.obstacle = EditObstacle::no_declaration;
  } else if (declared->extent.size() < 2 || declared->row_begin >= declared->row_end) {
    edit.obstacle = EditObstacle::no_rows;
  } else if (more % parts != 0) {
    edit.obstacle = EditObstacle::part_of_element;
  } else {
    edit.obstacle = EditObstacle::none;
    const std::string row = source.text.substr(declared->row_begin, declared->row_end - declared->row_begin);
    // An operator of lower precedence than + needs parentheses.
    const bool is_plain = row.find_first_of("<>?:&|^=,/\n") == std::string::npos;
    const std::string longer =
        is_plain ? row + " + " + std::to_string(more / parts) : "(" + row + ") + " + std::to_string(more / parts);
    source.text.replace(declared->row_begin, row.size(), longer);
    edit.begin = declared->row_begin;
    edit.length = longer.size();
    edit.source = std::move(source);
  }
  return edit;
}

}  // namespace bankloom
