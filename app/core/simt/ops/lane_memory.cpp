#include "core/simt/ops/lane_memory.h"

#include "core/simt/ops/lane_tables.h"

// Compiled once for each vector instruction set; lane_loop.h says what that requires of the code here.
namespace bankloom::simt::BANKLOOM_LANE_ISA {
namespace {

#if defined(__clang__)
#define BANKLOOM_EACH_LANE _Pragma("clang loop vectorize(assume_safety)") for (unsigned l = 0; l < 32; ++l)
#else
#define BANKLOOM_EACH_LANE _Pragma("GCC ivdep") for (unsigned l = 0; l < 32; ++l)
#endif

using u8 = std::uint8_t;
using u16 = std::uint16_t;
using u32 = std::uint32_t;
using u64 = std::uint64_t;
struct alignas(16) u128 {
  u64 low, high;
};

void addresses64(const u64* base, u64 offset, u64* out) {
  BANKLOOM_EACH_LANE { out[l] = base[l] + offset; }
}

void addresses32(const u32* base, u64 offset, u64* out) {
  const u32 low = static_cast<u32>(offset);
  BANKLOOM_EACH_LANE { out[l] = static_cast<u32>(base[l] + low); }
}

AddressSummary summarize(u64* addresses, LaneMask exec, u64 width) {
  AddressSummary result;
  if (exec != kAllLanes) {
    const u64 first = addresses[static_cast<unsigned>(__builtin_ctz(exec))];
    BANKLOOM_EACH_LANE { addresses[l] = ((exec >> l) & 1u) != 0 ? addresses[l] : first; }
  }
  u64 low = addresses[0], high = addresses[0], bits = 0, different = 0;
  const u64 start = addresses[0];
  for (unsigned l = 0; l < 32; ++l) {
    const u64 a = addresses[l];
    low = a < low ? a : low;
    high = a > high ? a : high;
    bits |= a;
    different |= a ^ (start + l * width);
  }
  result.low = low;
  result.high = high;
  result.bits = bits;
  result.consecutive = different == 0 && exec == kAllLanes;
  return result;
}

template <class T>
inline void gather_as(const std::byte* origin, u64 base, const u64* addresses, std::byte* out) {
  auto* to = reinterpret_cast<T*>(out);
  for (unsigned l = 0; l < 32; ++l) __builtin_memcpy(&to[l], origin + (addresses[l] - base), sizeof(T));
}

void gather(const std::byte* origin, u64 base, const u64* addresses, unsigned width, std::byte* out) {
  switch (width) {
    case 1:
      return gather_as<u8>(origin, base, addresses, out);
    case 2:
      return gather_as<u16>(origin, base, addresses, out);
    case 4:
      return gather_as<u32>(origin, base, addresses, out);
    case 8:
      return gather_as<u64>(origin, base, addresses, out);
    default:
      return gather_as<u128>(origin, base, addresses, out);
  }
}

template <class T>
inline void scatter_as(std::byte* origin, u64 base, const u64* addresses, LaneMask exec, const std::byte* in) {
  const auto* from = reinterpret_cast<const T*>(in);
  if (exec == kAllLanes) {
    for (unsigned l = 0; l < 32; ++l) __builtin_memcpy(origin + (addresses[l] - base), &from[l], sizeof(T));
    return;
  }
  for (LaneMask rest = exec; rest != 0; rest &= rest - 1) {
    const auto l = static_cast<unsigned>(__builtin_ctz(rest));
    __builtin_memcpy(origin + (addresses[l] - base), &from[l], sizeof(T));
  }
}

void scatter(std::byte* origin, u64 base, const u64* addresses, unsigned width, LaneMask exec, const std::byte* in) {
  switch (width) {
    case 1:
      return scatter_as<u8>(origin, base, addresses, exec, in);
    case 2:
      return scatter_as<u16>(origin, base, addresses, exec, in);
    case 4:
      return scatter_as<u32>(origin, base, addresses, exec, in);
    case 8:
      return scatter_as<u64>(origin, base, addresses, exec, in);
    default:
      return scatter_as<u128>(origin, base, addresses, exec, in);
  }
}

template <class T>
inline void copy_as(std::byte* to_bytes, const std::byte* from_bytes, LaneMask exec) {
  auto* to = reinterpret_cast<T*>(to_bytes);
  const auto* from = reinterpret_cast<const T*>(from_bytes);
  if (exec == kAllLanes) {
    BANKLOOM_EACH_LANE { to[l] = from[l]; }
  } else {
    BANKLOOM_EACH_LANE { to[l] = ((exec >> l) & 1u) != 0 ? from[l] : to[l]; }
  }
}

void copy(std::byte* to, const std::byte* from, unsigned width, LaneMask exec) {
  switch (width) {
    case 1:
      return copy_as<u8>(to, from, exec);
    case 2:
      return copy_as<u16>(to, from, exec);
    case 4:
      return copy_as<u32>(to, from, exec);
    case 8:
      return copy_as<u64>(to, from, exec);
    default:
      return copy_as<u128>(to, from, exec);
  }
}

void convert(std::byte* to, unsigned to_width, const std::byte* from, unsigned from_width, bool sign, LaneMask exec) {
  if (to_width == from_width) return copy(to, from, to_width, exec);
  for (LaneMask rest = exec; rest != 0; rest &= rest - 1) {
    const auto l = static_cast<unsigned>(__builtin_ctz(rest));
    u64 value[2] = {0, 0};
    __builtin_memcpy(value, from + l * from_width, from_width < to_width ? from_width : to_width);
    if (from_width < to_width && sign && from_width < 8) {
      const unsigned shift = 64 - 8 * from_width;
      value[0] = static_cast<u64>(static_cast<std::int64_t>(value[0] << shift) >> shift);
    }
    if (from_width < to_width && sign && to_width == 16 && (value[0] >> 63) != 0) value[1] = ~u64{0};
    __builtin_memcpy(to + l * to_width, value, to_width);
  }
}

template <class T>
inline void unpack_as(std::byte* to_bytes, const std::byte* packed, unsigned index, unsigned count, LaneMask exec) {
  auto* to = reinterpret_cast<T*>(to_bytes);
  const auto* from = reinterpret_cast<const T*>(packed);
  for (unsigned l = 0; l < 32; ++l) to[l] = ((exec >> l) & 1u) != 0 ? from[l * count + index] : to[l];
}

void unpack(std::byte* to, const std::byte* packed, unsigned width, unsigned index, unsigned count, LaneMask exec) {
  switch (width) {
    case 1:
      return unpack_as<u8>(to, packed, index, count, exec);
    case 2:
      return unpack_as<u16>(to, packed, index, count, exec);
    case 4:
      return unpack_as<u32>(to, packed, index, count, exec);
    default:
      return unpack_as<u64>(to, packed, index, count, exec);
  }
}

template <class T>
inline void pack_as(std::byte* packed, const std::byte* from_bytes, unsigned index, unsigned count) {
  auto* to = reinterpret_cast<T*>(packed);
  const auto* from = reinterpret_cast<const T*>(from_bytes);
  for (unsigned l = 0; l < 32; ++l) to[l * count + index] = from[l];
}

void pack(std::byte* packed, const std::byte* from, unsigned width, unsigned index, unsigned count) {
  switch (width) {
    case 1:
      return pack_as<u8>(packed, from, index, count);
    case 2:
      return pack_as<u16>(packed, from, index, count);
    case 4:
      return pack_as<u32>(packed, from, index, count);
    default:
      return pack_as<u64>(packed, from, index, count);
  }
}

template <class T>
void move_lanes(LaneContext& context, const LaneInstruction& instruction, LaneMask exec) {
  copy_as<T>(context.files[instruction.operands[0].file] + instruction.operands[0].offset,
             context.files[instruction.operands[1].file] + instruction.operands[1].offset, exec);
}

void move_predicate(LaneContext& context, const LaneInstruction& instruction, LaneMask exec) {
  LaneMask value = predicate(context, instruction.operands[1]);
  if (instruction.negated[1]) value = ~value;
  LaneMask& to = predicate(context, instruction.operands[0]);
  to = (to & ~exec) | (value & exec);
}

template <class T>
void offset_as(LaneContext& context, const LaneInstruction& instruction, LaneMask exec) {
  alignas(64) T sum[32];
  const T* a = lanes<T>(context, instruction.operands[1]);
  const T* b = lanes<T>(context, instruction.operands[2]);
  BANKLOOM_EACH_LANE { sum[l] = a[l] + b[l]; }
  copy_as<T>(context.files[instruction.operands[0].file] + instruction.operands[0].offset,
             reinterpret_cast<const std::byte*>(sum), exec);
}

}  // namespace

void offset_lanes32(LaneContext& context, const LaneInstruction& instruction, LaneMask exec) {
  offset_as<u32>(context, instruction, exec);
}

void offset_lanes64(LaneContext& context, const LaneInstruction& instruction, LaneMask exec) {
  offset_as<u64>(context, instruction, exec);
}

void pack_lanes(LaneContext& context, const LaneInstruction& instruction, LaneMask exec) {
  const unsigned count = instruction.immediate;
  std::byte* whole = context.files[instruction.operands[0].file] + instruction.operands[0].offset;
  const unsigned whole_bytes = instruction.lane_bytes[0], part_bytes = whole_bytes / count;
  for (unsigned e = 0; e < count; ++e) {
    const OperandRef& ref = instruction.operands[1 + e];
    const std::byte* part = context.files[ref.file] + ref.offset;
    for (LaneMask rest = exec; rest != 0; rest &= rest - 1) {
      const auto l = static_cast<unsigned>(__builtin_ctz(rest));
      __builtin_memcpy(whole + l * whole_bytes + e * part_bytes, part + l * instruction.lane_bytes[1 + e], part_bytes);
    }
  }
}

void unpack_lanes(LaneContext& context, const LaneInstruction& instruction, LaneMask exec) {
  const unsigned count = instruction.immediate;
  const OperandRef& from = instruction.operands[count];
  const std::byte* whole = context.files[from.file] + from.offset;
  const unsigned whole_bytes = instruction.lane_bytes[count], part_bytes = whole_bytes / count;
  for (unsigned e = 0; e < count; ++e) {
    const OperandRef& ref = instruction.operands[e];
    std::byte* part = context.files[ref.file] + ref.offset;
    for (LaneMask rest = exec; rest != 0; rest &= rest - 1) {
      const auto l = static_cast<unsigned>(__builtin_ctz(rest));
      __builtin_memcpy(part + l * instruction.lane_bytes[e], whole + l * whole_bytes + e * part_bytes, part_bytes);
    }
  }
}

const LaneMemoryOps& memory_ops() {
  static constexpr LaneMemoryOps kOps{addresses64, addresses32, summarize, gather, scatter,
                                      copy,        convert,     unpack,    pack};
  return kOps;
}

LaneHandler move_handler(unsigned lane_bytes) {
  switch (lane_bytes) {
    case 0:
      return move_predicate;
    case 1:
      return move_lanes<u8>;
    case 2:
      return move_lanes<u16>;
    case 4:
      return move_lanes<u32>;
    case 8:
      return move_lanes<u64>;
    default:
      return move_lanes<u128>;
  }
}

}  // namespace bankloom::simt::BANKLOOM_LANE_ISA
