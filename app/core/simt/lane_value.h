// Values of single lanes in registers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "core/simt/program.h"

namespace bankloom::simt {

[[nodiscard]] inline std::byte* place_of(const LaneContext& context, const OperandRef& ref) {
  return context.files[ref.file] + ref.offset;
}

[[nodiscard]] inline std::uint64_t read_lane(const LaneContext& context, const OperandRef& ref, unsigned bytes,
                                             unsigned lane) {
  std::uint64_t value = 0;
  std::memcpy(&value, place_of(context, ref) + std::size_t{lane} * bytes, bytes);
  return value;
}

[[nodiscard]] inline std::uint32_t read_u32(const LaneContext& context, const OperandRef& ref, unsigned lane) {
  return static_cast<std::uint32_t>(read_lane(context, ref, 4, lane));
}

inline void write_lane(const LaneContext& context, const OperandRef& ref, unsigned bytes, unsigned lane,
                       std::uint64_t value) {
  std::memcpy(place_of(context, ref) + std::size_t{lane} * bytes, &value, bytes);
}

inline void write_u32(const LaneContext& context, const DataOperand& to, unsigned lane, std::uint32_t value) {
  if (!to.sink) std::memcpy(place_of(context, to.ref) + std::size_t{lane} * to.lane_bytes, &value, 4);
}

inline void write_predicate(const LaneContext& context, const OperandRef& ref, LaneMask value, LaneMask exec) {
  LaneMask& to = predicate(context, ref);
  to = (to & ~exec) | (value & exec);
}

[[nodiscard]] inline LaneMask read_predicate(const LaneContext& context, const OperandRef& ref, bool negated) {
  const LaneMask value = predicate(context, ref);
  return negated ? ~value : value;
}

}  // namespace bankloom::simt
