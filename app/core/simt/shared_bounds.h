// Which bytes of shared memory an address may reach: see address_origin.h for where that is known from.
#pragma once

#include <bit>
#include <cstdint>
#include <span>

namespace bankloom::simt {

/// SharedBounds::highest where nothing is known of the address.
inline constexpr std::uint64_t kNoLimit = ~std::uint64_t{0};

/// Bytes of shared memory that an address belongs to, as far as that is known: those of the array that it is computed
/// from, which may be the one that an input of the function (Code::inputs) belongs to.
struct SharedBounds {
  std::uint64_t lowest = 0, highest = kNoLimit;  ///< [lowest, highest), where is_array
  std::uint64_t inputs = 0;                      ///< a bit each: inputs that went into the address
  std::uint64_t repeated = 0;                    ///< those that went into it more than once
  bool is_array = false;
  bool is_unknown = false;  ///< may be of several arrays; the rest says nothing
};

/// The same with what a call gave for the inputs put in: an index leaves it as it is, an address gives the array.
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
