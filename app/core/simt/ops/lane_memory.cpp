#include "core/simt/ops/lane_memory.h"

#include "core/simt/ops/lane_inline.h"
#include "core/simt/ops/lane_tables.h"

// Compiled once for each vector instruction set; lane_loop.h says what that requires of the code here.
namespace bankloom::simt::BANKLOOM_LANE_ISA {
namespace {

#ifdef __clang__
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
/// visit(Tag<T>()) for a lane's type of so many bytes, 1 to 16.
template <class Visit>
BANKLOOM_LANE_INLINE auto for_width(unsigned width, Visit visit) {
  return width == 16 ? visit(Tag<u128>{}) : for_size(width, visit);
}

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

void gather(const std::byte* origin, u64 base, const u64* addresses, unsigned width, std::byte* out) {
  for_width(width, [=]<class T>(Tag<T>) {
    auto* to = reinterpret_cast<T*>(out);
    for (unsigned l = 0; l < 32; ++l) __builtin_memcpy(&to[l], origin + (addresses[l] - base), sizeof(T));
  });
}

void scatter(std::byte* origin, u64 base, const u64* addresses, unsigned width, LaneMask exec, const std::byte* in) {
  for_width(width, [=]<class T>(Tag<T>) {
    const auto* from = reinterpret_cast<const T*>(in);
    if (exec == kAllLanes) {
      for (unsigned l = 0; l < 32; ++l) __builtin_memcpy(origin + (addresses[l] - base), &from[l], sizeof(T));
      return;
    }
    for (LaneMask rest = exec; rest != 0; rest &= rest - 1) {
      const auto l = static_cast<unsigned>(__builtin_ctz(rest));
      __builtin_memcpy(origin + (addresses[l] - base), &from[l], sizeof(T));
    }
  });
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
  for_width(width, [=]<class T>(Tag<T>) { copy_as<T>(to, from, exec); });
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

void unpack(std::byte* to_bytes, const std::byte* packed, unsigned width, unsigned index, unsigned count,
            LaneMask exec) {
  for_size(width, [=]<class T>(Tag<T>) {
    auto* to = reinterpret_cast<T*>(to_bytes);
    const auto* from = reinterpret_cast<const T*>(packed);
    for (unsigned l = 0; l < 32; ++l) to[l] = ((exec >> l) & 1u) != 0 ? from[l * count + index] : to[l];
  });
}

void pack(std::byte* packed, const std::byte* from_bytes, unsigned width, unsigned index, unsigned count) {
  for_size(width, [=]<class T>(Tag<T>) {
    auto* to = reinterpret_cast<T*>(packed);
    const auto* from = reinterpret_cast<const T*>(from_bytes);
    for (unsigned l = 0; l < 32; ++l) to[l * count + index] = from[l];
  });
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

}  // namespace

void offset_lanes(LaneContext& context, const LaneInstruction& instruction, LaneMask exec) {
  alignas(64) u64 sum[32];
  const u64* a = lanes<u64>(context, instruction.operands[1]);
  const u64* b = lanes<u64>(context, instruction.operands[2]);
  BANKLOOM_EACH_LANE { sum[l] = a[l] + b[l]; }
  copy_as<u64>(context.files[instruction.operands[0].file] + instruction.operands[0].offset,
               reinterpret_cast<const std::byte*>(sum), exec);
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
  if (lane_bytes == 0) return move_predicate;
  return for_width(lane_bytes, []<class T>(Tag<T>) -> LaneHandler { return move_lanes<T>; });
}

}  // namespace bankloom::simt::BANKLOOM_LANE_ISA
