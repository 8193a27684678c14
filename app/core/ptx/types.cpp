// Names and sizes of types and special registers.
#include <algorithm>
#include <array>

#include "core/ptx/module.h"

namespace bankloom::ptx {
namespace {

struct TypeFact {
  Type type;
  std::string_view name;
  unsigned bits;
};
constexpr std::array kTypes = {
    TypeFact{Type::none, "", 0},           TypeFact{Type::pred, ".pred", 1},    TypeFact{Type::b8, ".b8", 8},
    TypeFact{Type::b16, ".b16", 16},       TypeFact{Type::b32, ".b32", 32},     TypeFact{Type::b64, ".b64", 64},
    TypeFact{Type::b128, ".b128", 128},    TypeFact{Type::u8, ".u8", 8},        TypeFact{Type::u16, ".u16", 16},
    TypeFact{Type::u32, ".u32", 32},       TypeFact{Type::u64, ".u64", 64},     TypeFact{Type::s8, ".s8", 8},
    TypeFact{Type::s16, ".s16", 16},       TypeFact{Type::s32, ".s32", 32},     TypeFact{Type::s64, ".s64", 64},
    TypeFact{Type::f16, ".f16", 16},       TypeFact{Type::f16x2, ".f16x2", 32}, TypeFact{Type::bf16, ".bf16", 16},
    TypeFact{Type::bf16x2, ".bf16x2", 32}, TypeFact{Type::tf32, ".tf32", 32},   TypeFact{Type::f32, ".f32", 32},
    TypeFact{Type::f64, ".f64", 64},       TypeFact{Type::u16x2, ".u16x2", 32}, TypeFact{Type::s16x2, ".s16x2", 32},
    TypeFact{Type::e4m3, ".e4m3", 8},      TypeFact{Type::e5m2, ".e5m2", 8},    TypeFact{Type::e4m3x2, ".e4m3x2", 16},
    TypeFact{Type::e5m2x2, ".e5m2x2", 16},
};

struct SpecialFact {
  Special special;
  std::string_view name;
  unsigned bits;
};
constexpr std::array kSpecials = {
    SpecialFact{Special::none, "", 0},
    SpecialFact{Special::tid_x, "%tid.x", 32},
    SpecialFact{Special::tid_y, "%tid.y", 32},
    SpecialFact{Special::tid_z, "%tid.z", 32},
    SpecialFact{Special::ntid_x, "%ntid.x", 32},
    SpecialFact{Special::ntid_y, "%ntid.y", 32},
    SpecialFact{Special::ntid_z, "%ntid.z", 32},
    SpecialFact{Special::ctaid_x, "%ctaid.x", 32},
    SpecialFact{Special::ctaid_y, "%ctaid.y", 32},
    SpecialFact{Special::ctaid_z, "%ctaid.z", 32},
    SpecialFact{Special::nctaid_x, "%nctaid.x", 32},
    SpecialFact{Special::nctaid_y, "%nctaid.y", 32},
    SpecialFact{Special::nctaid_z, "%nctaid.z", 32},
    SpecialFact{Special::laneid, "%laneid", 32},
    SpecialFact{Special::warpid, "%warpid", 32},
    SpecialFact{Special::nwarpid, "%nwarpid", 32},
    SpecialFact{Special::smid, "%smid", 32},
    SpecialFact{Special::nsmid, "%nsmid", 32},
    SpecialFact{Special::gridid, "%gridid", 64},
    SpecialFact{Special::lanemask_eq, "%lanemask_eq", 32},
    SpecialFact{Special::lanemask_le, "%lanemask_le", 32},
    SpecialFact{Special::lanemask_lt, "%lanemask_lt", 32},
    SpecialFact{Special::lanemask_ge, "%lanemask_ge", 32},
    SpecialFact{Special::lanemask_gt, "%lanemask_gt", 32},
    SpecialFact{Special::clock, "%clock", 32},
    SpecialFact{Special::clock_hi, "%clock_hi", 32},
    SpecialFact{Special::clock64, "%clock64", 64},
    SpecialFact{Special::globaltimer, "%globaltimer", 64},
    SpecialFact{Special::globaltimer_lo, "%globaltimer_lo", 32},
    SpecialFact{Special::globaltimer_hi, "%globaltimer_hi", 32},
    SpecialFact{Special::dynamic_smem_size, "%dynamic_smem_size", 32},
    SpecialFact{Special::total_smem_size, "%total_smem_size", 32},
    SpecialFact{Special::aggr_smem_size, "%aggr_smem_size", 32},
    SpecialFact{Special::reserved_smem_offset_begin, "%reserved_smem_offset_begin", 32},
    SpecialFact{Special::reserved_smem_offset_end, "%reserved_smem_offset_end", 32},
    SpecialFact{Special::reserved_smem_offset_cap, "%reserved_smem_offset_cap", 32},
    SpecialFact{Special::reserved_smem_offset_0, "%reserved_smem_offset_0", 32},
    SpecialFact{Special::reserved_smem_offset_1, "%reserved_smem_offset_1", 32},
    SpecialFact{Special::is_explicit_cluster, "%is_explicit_cluster", 1},
    SpecialFact{Special::clusterid_x, "%clusterid.x", 32},
    SpecialFact{Special::clusterid_y, "%clusterid.y", 32},
    SpecialFact{Special::clusterid_z, "%clusterid.z", 32},
    SpecialFact{Special::nclusterid_x, "%nclusterid.x", 32},
    SpecialFact{Special::nclusterid_y, "%nclusterid.y", 32},
    SpecialFact{Special::nclusterid_z, "%nclusterid.z", 32},
    SpecialFact{Special::cluster_ctaid_x, "%cluster_ctaid.x", 32},
    SpecialFact{Special::cluster_ctaid_y, "%cluster_ctaid.y", 32},
    SpecialFact{Special::cluster_ctaid_z, "%cluster_ctaid.z", 32},
    SpecialFact{Special::cluster_nctaid_x, "%cluster_nctaid.x", 32},
    SpecialFact{Special::cluster_nctaid_y, "%cluster_nctaid.y", 32},
    SpecialFact{Special::cluster_nctaid_z, "%cluster_nctaid.z", 32},
    SpecialFact{Special::cluster_ctarank, "%cluster_ctarank", 32},
    SpecialFact{Special::cluster_nctarank, "%cluster_nctarank", 32},
    SpecialFact{Special::current_graph_exec, "%current_graph_exec", 64},
    SpecialFact{Special::envreg1, "%envreg1", 32},
    SpecialFact{Special::envreg2, "%envreg2", 32},
};

// The tables are indexed by the enumerators; a row out of place does not compile.
template <class Table, class Get>
constexpr bool in_order(const Table& table, Get get) {
  for (std::size_t i = 0; i < table.size(); ++i) {
    if (static_cast<std::size_t>(get(table[i])) != i) return false;
  }
  return true;
}
static_assert(in_order(kTypes, [](const TypeFact& fact) { return fact.type; }));
static_assert(in_order(kSpecials, [](const SpecialFact& fact) { return fact.special; }));
static_assert(kTypes.size() == static_cast<std::size_t>(Type::e5m2x2) + 1);
static_assert(kSpecials.size() == static_cast<std::size_t>(Special::envreg2) + 1);

}  // namespace

unsigned type_bits(Type type) { return kTypes[static_cast<std::size_t>(type)].bits; }

std::string_view type_name(Type type) { return kTypes[static_cast<std::size_t>(type)].name; }

Type type_from_name(std::string_view name) {
  if (name.starts_with('.')) name.remove_prefix(1);
  if (name.empty()) return Type::none;
  for (const TypeFact& fact : kTypes) {
    if (fact.name.size() == name.size() + 1 && fact.name.substr(1) == name) return fact.type;
  }
  return Type::none;
}

std::string_view special_name(Special special) { return kSpecials[static_cast<std::size_t>(special)].name; }

unsigned special_bits(Special special) { return kSpecials[static_cast<std::size_t>(special)].bits; }

Special special_from_name(std::string_view name) {
  if (name.empty()) return Special::none;
  for (const SpecialFact& fact : kSpecials) {
    if (fact.name == name) return fact.special;
  }
  return Special::none;
}

std::string_view Instruction::modifier(std::string_view slot) const {
  for (const Modifier& modifier : modifiers) {
    if (modifier.slot == slot) return modifier.word;
  }
  return {};
}

Type Instruction::type(std::string_view slot) const { return type_from_name(modifier(slot)); }

bool Instruction::has(std::string_view word) const {
  return std::ranges::any_of(modifiers, [word](const Modifier& modifier) { return modifier.word == word; });
}

const Function* Module::find(std::string_view name) const {
  for (const Function& function : functions) {
    if (function.name == name) return &function;
  }
  return nullptr;
}

}  // namespace bankloom::ptx
