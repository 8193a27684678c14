// The bytes of shared memory that an address may reach; address_origin.h says how they are found.
#pragma once

#include <bit>
#include <cstdint>
#include <span>

namespace bankloom::simt {

/// SharedBounds::highest of an address of which nothing is known.
inline constexpr std::uint64_t kNoLimit = ~std::uint64_t{0};

/// Bytes of shared memory that an address belongs to, as far as that is known: those of the array that it is computed
/// from, which may be that of an input of the function (Code::inputs).
struct SharedBounds {
  std::uint64_t lowest = 0, highest = kNoLimit;  ///< [lowest, highest), where is_array
  std::uint64_t inputs = 0;                      ///< one bit each: inputs used for the address
  std::uint64_t repeated = 0;                    ///< inputs used more than once
  bool is_array = false;
  bool is_unknown = false;  ///< may belong to several arrays; the other fields mean nothing
};

/// The bounds with the inputs replaced by what a call passed: an index changes nothing, an address gives the array.
[[nodiscard]] inline SharedBounds resolved(const SharedBounds& bounds, std::span<const SharedBounds> given) {
  SharedBounds unknown;
  unknown.is_unknown = true;
  if (bounds.is_unknown) return unknown;
  SharedBounds known = bounds;
  known.inputs = known.repeated = 0;
  for (std::uint64_t left = bounds.inputs; left != 0; left &= left - 1) {
    const auto input = static_cast<unsigned>(std::countr_zero(left));
    if (input >= given.size() || given[input].is_unknown) return unknown;
    if (!given[input].is_array) continue;
    if (known.is_array || ((bounds.repeated >> input) & 1) != 0) return unknown;
    known = given[input];
  }
  return known;
}

}  // namespace bankloom::simt
