#include "core/advice/layout_edit.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/own/cpp_lexer.h"
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

OwnSource text_source_of(const KernelRun& run) {
  OwnSource source = run.own ? run.own->source : OwnSource{};
  if (!run.own) {
    source.text = run.kernel->source;
    source.base = run.kernel->id();
  }
  return source;
}

/// An index of the tile, tile[row][column]: bytes of its expressions.
struct TileIndex {
  std::size_t row_begin = 0, row_end = 0, column_begin = 0, column_end = 0;
};

/// All indices of an array after its declaration; nothing where it is used without both.
std::optional<std::vector<TileIndex>> indices_of(const std::string& text, const own::SharedDeclaration& tile) {
  const std::vector<own::TextToken> tokens = own::cut_code(text);
  std::vector<TileIndex> found;
  for (std::size_t at = 0; at < tokens.size(); ++at) {
    const bool is_use = tokens[at].kind == own::TextToken::Kind::name && tokens[at].text == tile.name;
    if (!is_use || tokens[at].begin < tile.end) continue;
    TileIndex index;
    std::size_t open = at + 1;
    for (auto [begin, end] :
         {std::pair{&index.row_begin, &index.row_end}, std::pair{&index.column_begin, &index.column_end}}) {
      if (open >= tokens.size() || !tokens[open].is("[")) return std::nullopt;
      const std::size_t close = own::closing(tokens, open);
      // An index within an index would be changed twice.
      const auto within = std::span(tokens).subspan(open, std::min(close, tokens.size()) - open);
      if (close >= tokens.size() || std::ranges::any_of(within, [&](const auto& one) { return one.is(tile.name); })) {
        return std::nullopt;
      }
      *begin = tokens[open].begin + 1;
      *end = tokens[close].begin;
      open = close + 1;
    }
    found.push_back(index);
  }
  if (found.empty()) return std::nullopt;
  return found;
}

/// An expression as an operand: in parentheses unless it is a name or a number.
std::string as_operand(std::string_view expression) {
  const bool is_plain = expression.find_first_not_of(
                            "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.") == std::string::npos;
  return is_plain ? std::string(expression) : "(" + std::string(expression) + ")";
}

/// "(row & 31)", of which the columns are exchanged.
std::string xor_of(std::string_view row, std::uint64_t rows, const ColumnXor& by) {
  std::string part = as_operand(row);
  if (by.shift > 0) part = fmt::format("({} >> {})", part, by.shift);
  if (by.shift < 0) part = fmt::format("({} << {})", part, -by.shift);
  // A row that is below the width is its own rest.
  const bool is_within = by.shift == 0 && rows <= by.width;
  if (!is_within) part = fmt::format("({} & {})", part, by.width - 1);
  return by.chunk == 1 ? part : fmt::format("({} * {})", part, by.chunk);
}

}  // namespace

LayoutEdit swizzled_text(const KernelRun& run, const ColumnXor& by) {
  LayoutEdit edit;
  if (!run.tile) return edit;
  OwnSource source = text_source_of(run);
  const auto declared = tile_declaration(run, source.text);
  const std::uint64_t parts = parts_of(run);
  if (!declared) {
    edit.obstacle = EditObstacle::no_declaration;
  } else if (declared->extent.size() != 2) {
    edit.obstacle = EditObstacle::no_rows;
  } else if (by.chunk % parts != 0) {
    edit.obstacle = EditObstacle::part_of_element;
  } else if (const auto indices = indices_of(source.text, *declared)) {
    edit.obstacle = EditObstacle::none;
    const ColumnXor elements{by.shift, by.width, by.chunk / parts};
    // From the last to the first, so that the places before stay.
    for (auto index = indices->rbegin(); index != indices->rend(); ++index) {
      const auto part = [&](std::size_t begin, std::size_t end) {
        return std::string_view(source.text).substr(begin, end - begin);
      };
      const std::string column = as_operand(part(index->column_begin, index->column_end)) + " ^ " +
                                 xor_of(part(index->row_begin, index->row_end), run.tile->rows, elements);
      source.text.replace(index->column_begin, index->column_end - index->column_begin, column);
      edit.begin = index->column_begin;
      edit.length = column.size();
    }
    edit.source = std::move(source);
  }
  return edit;
}

LayoutEdit padded_text(const KernelRun& run, std::uint64_t more) {
  LayoutEdit edit;
  if (!run.tile || more == 0) return edit;
  OwnSource source = text_source_of(run);
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
