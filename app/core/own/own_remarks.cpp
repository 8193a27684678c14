// Comments that look as if they were meant for bankloom and are not taken: misspelt ones above all.
#include <algorithm>
#include <set>
#include <utility>

#include "core/base/nearest_name.h"
#include "core/own/own_maker.h"

namespace bankloom::own {
namespace {

/// Whether a type's last word is one that CUDA C++ has: what stands before [ in a comment need not be one.
bool is_known_type(const std::string& type) {
  static const std::set<std::string> kTypes{
      "",        "char",   "short",   "int",      "long",     "unsigned", "signed", "float",   "double",
      "bool",    "half",   "__half",  "half2",    "__half2",  "float2",   "float3", "float4",  "int2",
      "int3",    "int4",   "uint2",   "uint3",    "uint4",    "double2",  "int8_t", "int16_t", "int32_t",
      "int64_t", "size_t", "uint8_t", "uint16_t", "uint32_t", "uint64_t"};
  const std::size_t blank = type.rfind(' ');
  return kTypes.contains(blank == std::string::npos ? type : type.substr(blank + 1));
}

}  // namespace

/// Says which comments are left alone, where what they say reads like more than a remark: a launch, a buffer of a known
/// type, or a value behind a name that is nearly a parameter's.
void Maker::note_remarks() {
  std::vector<std::string> names;
  for (std::size_t index = 0; index < described_.size(); ++index) {
    names.push_back(name_of(index));
    if (const std::string alias = alias_of(index); !alias.empty()) names.push_back(alias);
  }
  const std::vector<std::string> own_names = names;
  std::set<std::string> known{"launch", "tile", "output"};
  known.insert(names.begin(), names.end());
  // A file may hold several kernels, each with its comments.
  for (const KernelDeclaration& kernel : facts_.kernels) {
    for (const ParameterDeclaration& parameter : kernel.parameters) known.insert(parameter.name);
  }
  names.insert(names.end(), {"launch", "tile", "output"});
  std::set<std::string> seen;
  for (const Remark& remark : facts_.remarks) {
    const auto alone = [&](const std::string& why) {
      note(fmt::format("Line {}, '{}: {}', is left alone: {}.", remark.rest.line, remark.word, remark.rest.text, why));
    };
    if (known.contains(remark.word)) {
      const bool is_first = seen.insert(remark.word).second;
      const bool is_own = std::find(own_names.begin(), own_names.end(), remark.word) != own_names.end();
      if (!is_first && (is_own || remark.word == "tile") && parse_buffer(remark.rest)) {
        alone(fmt::format("line {} is the first that says it", remark_of(remark.word)->rest.line));
      }
      continue;
    }
    const auto meant = nearest_name(remark.word, names);
    const auto buffer = parse_buffer(remark.rest);
    const bool is_launch = remark.rest.text.find("<<<") != std::string::npos;
    const bool is_buffer = buffer && (meant || buffer->value || is_known_type(buffer->type));
    const bool is_value = meant && !reads_like_prose(remark.rest.text);
    if (!is_launch && !is_buffer && !is_value) continue;
    if (is_launch) {
      alone("a launch is written `// launch: NAME<<<GRID, BLOCK>>>(ARGUMENTS)`");
    } else {
      alone(fmt::format("{} has no parameter '{}'{}", written_, remark.word,
                        meant ? fmt::format("; '{}' may be meant", *meant) : ""));
    }
  }
}

/// The comment on the tile: wrong sizes are a failure; one that names no array is left alone, which is said.
Result<void> Maker::check_tile_text() {
  if (!tile_text_) return {};
  const Remark& remark = *remark_of("tile");
  const bool names_one =
      std::any_of(own_->tiles.begin(), own_->tiles.end(), [&](const OwnTile& tile) { return names_tile(tile); });
  if (!names_one) {
    std::string arrays;
    for (const OwnTile& tile : own_->tiles) arrays += (arrays.empty() ? "" : ", ") + tile.name;
    note(fmt::format("Line {}, '{}: {}', is left alone: {} has no shared array '{}'{}.", remark.rest.line, remark.word,
                     remark.rest.text, written_, tile_text_->type,
                     arrays.empty() ? "" : fmt::format(", it has {}", arrays)));
    return {};
  }
  for (std::size_t axis = 0; axis < tile_text_->extent.size(); ++axis) {
    const std::int64_t size = answers_.numbers[tile_extent_[axis]];
    if (size >= 1 && std::cmp_less_equal(size, kMostElements)) continue;
    return fail_at(tile_text_->extent[axis], file_,
                   fmt::format("the tile would have {} {}, and takes from 1 to {}", size,
                               axis + 1 == tile_text_->extent.size() ? "columns" : "rows", kMostElements));
  }
  return {};
}

}  // namespace bankloom::own
