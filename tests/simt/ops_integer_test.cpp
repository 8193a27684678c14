// Integer, logic, bit, carry and dot-product operations: their scalar semantics against plain loops on wider types, and
// their handlers' treatment of a part of the warp, for every vector instruction set that this machine has.
#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cstdint>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "core/ptx/parser.h"
#include "core/simt/lane_op.h"
#include "core/simt/ops/lane_isa.h"
#include "core/simt/ops/scalar_bits.h"
#include "core/simt/ops/scalar_carry.h"
#include "core/simt/ops/scalar_dot.h"
#include "core/simt/ops/scalar_integer.h"

namespace bankloom::simt {
namespace {

using namespace BANKLOOM_LANE_ISA;  // NOLINT(google-build-using-namespace): the baseline copy of the semantics

using U16 = std::uint16_t;
using S16 = std::int16_t;
using U32 = std::uint32_t;
using S32 = std::int32_t;
using U64 = std::uint64_t;
using S64 = std::int64_t;

constexpr S32 kLowest32 = std::numeric_limits<S32>::min();
constexpr S64 kLowest64 = std::numeric_limits<S64>::min();

// What needs no loop is checked by the compiler: no undefined behaviour can hide in a constant expression.
static_assert(Add<S32>::apply(std::numeric_limits<S32>::max(), 1) == kLowest32);
static_assert(MulLo<U16>::apply(0xffff, 0xffff) == 1);
static_assert(MulHi<S16>::apply(-32768, -32768) == 0x4000);
static_assert(MulHi<U64>::apply(~U64{0}, ~U64{0}) == ~U64{0} - 1);
static_assert(MulHi<S64>::apply(kLowest64, -1) == 0);
static_assert(Mul24Hi<U32>::apply(0xffffffff, 0xffffffff) == 0xfffffe00);
static_assert(Mul24Lo<S32>::apply(0x00800000, 1) == -0x00800000);
static_assert(MadHiSaturated::apply(kLowest32, kLowest32, std::numeric_limits<S32>::max()) == 0x7fffffff);
static_assert(Neg<S32>::apply(kLowest32) == kLowest32 && Abs<S64>::apply(kLowest64) == kLowest64);
static_assert(Sad<S32>::apply(kLowest32, std::numeric_limits<S32>::max(), 1) == 0);
static_assert(Div<S32>::apply(kLowest32, -1) == kLowest32 && Rem<S32>::apply(kLowest32, -1) == 0);
static_assert(Div<S16>::apply(-32768, -1) == -32768 && Div<S64>::apply(kLowest64, -1) == kLowest64);
static_assert(Rem<S32>::apply(-7, 3) == -1 && Rem<S32>::apply(7, -3) == 1);
// By zero: all ones, as an H200 gives.
static_assert(Div<U32>::apply(5, 0) == 0xffffffff && Div<S16>::apply(5, 0) == -1 && Rem<U64>::apply(0, 0) == ~U64{0});
static_assert(Bfind<U32, false>::apply(0) == 0xffffffff && Bfind<S64, true>::apply(-1) == 0xffffffff);
static_assert(Bfind<S32, false>::apply(kLowest32) == 30 && Bfind<U64, true>::apply(1) == 63);
static_assert(Shr<S32>::apply(-1, 0xffffffff) == -1 && Shr<U32>::apply(0xffffffff, 32) == 0);
static_assert(Shl<U16>::apply(1, 15) == 0x8000 && Shl<U16>::apply(1, 16) == 0 && Shl<U64>::apply(1, 64) == 0);
static_assert(FunnelLeft<ShiftMode::clamp>::apply(1, 2, 40) == 1 && FunnelLeft<ShiftMode::wrap>::apply(1, 2, 32) == 2);
static_assert(FunnelRight<ShiftMode::clamp>::apply(1, 2, 40) == 2 &&
              FunnelRight<ShiftMode::wrap>::apply(1, 2, 32) == 1);
static_assert(Lop3(0x1a).apply(0xf0, 0xcc, 0xaa) == 0x1a, "ta, tb, tc of the manual give the table itself");
static_assert(Dp4a<std::int8_t, std::uint8_t>::apply(0xffffffff, 0xffffffff, 0) == U32{0} - 4 * 255);
static_assert(Dp2a<U16, std::uint8_t, true>::apply(0xffffffff, 0xffff0000, 1) == 1 + 2 * 65535 * 255);

/// Values at the edges of a type, and some in between.
template <class T>
std::vector<T> samples() {
  std::vector<T> values;
  for (const U64 value : {0x0ULL,
                          0x1ULL,
                          0x2ULL,
                          0x7ULL,
                          0x7fULL,
                          0x80ULL,
                          0xffULL,
                          0x7fffULL,
                          0x8000ULL,
                          0xffffULL,
                          0x10000ULL,
                          0x12345678ULL,
                          0x7fffffffULL,
                          0x80000000ULL,
                          0xfffffffeULL,
                          0xffffffffULL,
                          0x100000000ULL,
                          0x7fffffffffffffffULL,
                          0x8000000000000000ULL,
                          0xfffffffffffffffeULL}) {
    values.push_back(static_cast<T>(value));
    values.push_back(static_cast<T>(~value));
  }
  std::mt19937_64 random(1);  // NOLINT(cert-msc51-cpp): the same values every time
  for (int i = 0; i < 40; ++i) values.push_back(static_cast<T>(random() >> (random() % 64)));
  return values;
}

template <class T>
class IntegerTypes : public testing::Test {};
using AllIntegers = testing::Types<U16, S16, U32, S32, U64, S64>;
TYPED_TEST_SUITE(IntegerTypes, AllIntegers);

TYPED_TEST(IntegerTypes, DivisionAgreesWithTheHost) {
  using T = TypeParam;
  for (const T a : samples<T>()) {
    for (const T b : samples<T>()) {
      if (b == 0 || (std::is_signed_v<T> && a == std::numeric_limits<T>::min() && b == static_cast<T>(-1))) continue;
      ASSERT_EQ(Div<T>::apply(a, b), static_cast<T>(a / b)) << +a << " / " << +b;
      ASSERT_EQ(Rem<T>::apply(a, b), static_cast<T>(a % b)) << +a << " % " << +b;
    }
  }
}

// 32-bit quotients are taken in double precision: the divisions whose exact quotient is nearest to the next integer.
TEST(Division, IsExactNextToIntegers) {
  for (U64 b = 1; b <= 0xffffffffU; b = b * 3 / 2 + 1) {
    for (U64 q = 0; q * b <= 0xffffffffU; q = q * 5 / 3 + 1) {
      for (const U64 a : {q * b, q * b + b - 1}) {
        if (a > 0xffffffffU) continue;
        ASSERT_EQ(Div<U32>::apply(static_cast<U32>(a), static_cast<U32>(b)), q) << a << " / " << b;
      }
    }
  }
}

// The manual's pseudocode of bfe, bit by bit.
template <class T>
T bfe_by_bits(T a, U32 pos, U32 len) {
  using U = std::make_unsigned_t<T>;
  const U value = static_cast<U>(a);
  const U32 top = 8 * sizeof(T) - 1;
  const bool sign = std::is_signed_v<T> && len != 0 && ((value >> std::min(pos + len - 1, top)) & 1u) != 0;
  U result = 0;
  for (U32 i = 0; i <= top; ++i) {
    const bool bit = i < len && pos + i <= top ? ((value >> (pos + i)) & 1u) != 0 : sign;
    result |= static_cast<U>(U{bit} << i);
  }
  return static_cast<T>(result);
}
template <class U>
U bfi_by_bits(U a, U b, U32 pos, U32 len) {
  for (U32 i = 0; i < len && pos + i < 8 * sizeof(U); ++i) {
    b = static_cast<U>((b & ~(U{1} << (pos + i))) | (((a >> i) & 1u) << (pos + i)));
  }
  return b;
}

template <class T>
class WordTypes : public testing::Test {};
using Words = testing::Types<U32, S32, U64, S64>;
TYPED_TEST_SUITE(WordTypes, Words);

TYPED_TEST(WordTypes, BitFieldsAgreeWithTheManualsLoop) {
  using T = TypeParam;
  using U = std::make_unsigned_t<T>;
  const std::vector<T> values = samples<T>();
  for (std::size_t i = 0; i < values.size(); i += 5) {
    for (U32 pos = 0; pos < 256; pos += pos < 70 ? 1 : 37) {
      for (U32 len = 0; len < 256; len += len < 70 ? 1 : 37) {
        const T a = values[i];
        const U b = static_cast<U>(values[(i * 7 + 3) % values.size()]);
        ASSERT_EQ(Bfe<T>::apply(a, pos, len), bfe_by_bits(a, pos, len)) << +a << " " << pos << " " << len;
        ASSERT_EQ(Bfi<U>::apply(static_cast<U>(a), b, pos, len), bfi_by_bits(static_cast<U>(a), b, pos, len))
            << +a << " " << +b << " " << pos << " " << len;
      }
    }
  }
}

TYPED_TEST(WordTypes, CountsAgreeWithTheStandardLibrary) {
  using U = std::make_unsigned_t<TypeParam>;
  for (const U a : samples<U>()) {
    ASSERT_EQ(Popc<U>::apply(a), static_cast<U32>(std::popcount(a))) << a;
    ASSERT_EQ(Clz<U>::apply(a), static_cast<U32>(std::countl_zero(a))) << a;
    U reversed = 0;
    for (unsigned i = 0; i < 8 * sizeof(U); ++i) {
      reversed |= static_cast<U>(((a >> i) & 1u) << (8 * sizeof(U) - 1 - i));
    }
    ASSERT_EQ(Brev<U>::apply(a), reversed) << a;
  }
}

TYPED_TEST(WordTypes, CarriesAgreeWithWiderArithmetic) {
  using U = std::make_unsigned_t<TypeParam>;
  constexpr unsigned width = 8 * sizeof(U);
  for (const U a : samples<U>()) {
    for (const U b : samples<U>()) {
      for (const bool carry : {false, true}) {
        const Wide128 sum = static_cast<Wide128>(a) + b + (carry ? 1 : 0);
        ASSERT_EQ(AddWithCarry<U>::value(a, b, carry), static_cast<U>(sum));
        ASSERT_EQ(AddWithCarry<U>::carry_out(a, b, carry), (sum >> width) != 0);
        const Wide128 borrowed = static_cast<Wide128>(b) + (carry ? 0 : 1);
        ASSERT_EQ(SubWithCarry<U>::value(a, b, carry), static_cast<U>(a - borrowed));
        ASSERT_EQ(SubWithCarry<U>::carry_out(a, b, carry), a >= borrowed);
      }
    }
  }
}

TEST(Lop3, EveryTable) {
  for (U32 table = 0; table < 256; ++table) {
    ASSERT_EQ(Lop3(table).apply(0xf0f0f0f0, 0xcccccccc, 0xaaaaaaaa), table * 0x01010101u);
  }
}

TEST(MasksAndExtensions, AgreeWithTheManualBitByBit) {
  for (U32 a = 0; a < 70; ++a) {
    for (U32 b = 0; b < 70; ++b) {
      U32 clamped = 0;
      U32 wrapped = 0;
      for (U32 i = 0; i < 32; ++i) {
        if (i >= a && i < a + b) clamped |= 1u << i;
        if (i >= a % 32 && i < a % 32 + b % 32) wrapped |= 1u << i;
      }
      ASSERT_EQ(Bmsk<ShiftMode::clamp>::apply(a, b), clamped) << a << " " << b;
      ASSERT_EQ(Bmsk<ShiftMode::wrap>::apply(a, b), wrapped) << a << " " << b;
    }
  }
  for (const S32 a : samples<S32>()) {
    for (U32 n = 0; n < 70; ++n) {
      const U32 kept = n % 32;
      const S32 wrapped = kept == 0 ? 0 : static_cast<S32>(static_cast<U32>(a) << (32 - kept)) >> (32 - kept);
      ASSERT_EQ((Szext<S32, ShiftMode::wrap>::apply(a, n)), wrapped) << a << " " << n;
      ASSERT_EQ((Szext<S32, ShiftMode::clamp>::apply(a, n)), n >= 32 ? a : wrapped) << a << " " << n;
    }
  }
}

// ---- Handlers -------------------------------------------------------------------------------------------------------

/// One instruction bound for one instruction set, with operands on registers of 32 lanes; operand o is filled with
/// values derived from `o` and the lane.
class BoundInstruction {
 public:
  /// `widths` are the bytes per lane of the flattened operands (0: a predicate), which are named r0, r1, ...
  BoundInstruction(const LaneIsa& isa, const std::string& text, const std::vector<unsigned>& widths) {
    std::string ptx = ".version 8.2\n.target sm_90\n.address_size 64\n.visible .entry k()\n{\n";
    for (std::size_t o = 0; o < widths.size(); ++o) {
      ptx += widths[o] == 0 ? ".reg .pred r" + std::to_string(o) + ";\n"
                            : ".reg .b" + std::to_string(8 * widths[o]) + " r" + std::to_string(o) + ";\n";
    }
    const auto parsed = ptx::parse(ptx + text + "\nret;\n}\n");
    if (!parsed) {
      ADD_FAILURE() << parsed.error().message;
      return;
    }
    module_ = *parsed;
    const ptx::Instruction& instruction = module_->functions[0].body[0];
    std::vector<const ptx::Operand*> flat;
    for (const ptx::Operand& operand : instruction.operands) {
      if (operand.elements.empty()) flat.push_back(&operand);
      for (const ptx::Operand& element : operand.elements) flat.push_back(&element);
    }
    std::vector<OperandInfo> infos(widths.size());
    for (std::size_t o = 0; o < widths.size(); ++o) {
      infos[o].lane_bytes = static_cast<std::uint8_t>(widths[o]);
      infos[o].bits = flat.at(o)->bits;
      if (flat[o]->kind == ptx::Operand::Kind::immediate) infos[o].kind = OperandInfo::Kind::immediate;
    }
    for (const auto& family : isa.table.families) {
      for (const LaneOpEntry& entry : family) {
        if (entry.opcode != instruction.opcode() || lane_instruction_.run != nullptr) continue;
        const Result<BoundOp> bound = entry.bind(instruction, infos);
        if (!bound) continue;
        lane_instruction_.run = bound->run;
        lane_instruction_.immediate = bound->immediate;
        for (std::size_t o = 0; o < widths.size(); ++o) EXPECT_EQ(unsigned{bound->lane_bytes[o]}, widths[o]) << text;
      }
    }
    EXPECT_NE(lane_instruction_.run, nullptr) << text;
    for (std::size_t o = 0; o < widths.size(); ++o) {
      lane_instruction_.operands[o] = OperandRef{static_cast<std::uint32_t>(o * kRegisterBytes), 0};
      for (std::size_t i = 0; i < kRegisterBytes; ++i) {
        registers_.bytes[o * kRegisterBytes + i] = static_cast<std::byte>((i * 37 + o * 101 + i * i * 11) & 0xff);
      }
    }
    context_.files[0] = registers_.bytes.data();
  }
  BoundInstruction(const BoundInstruction&) = delete;
  BoundInstruction& operator=(const BoundInstruction&) = delete;

  void run(LaneMask exec) {
    if (lane_instruction_.run != nullptr) lane_instruction_.run(context_, lane_instruction_, exec);
  }
  template <class T>
  T* lanes_of(std::size_t operand) {
    return lanes<T>(context_, lane_instruction_.operands[operand]);
  }
  LaneContext& context() { return context_; }
  LaneInstruction& instruction() { return lane_instruction_; }

 private:
  static constexpr std::size_t kRegisterBytes = 8 * kWarpSize;
  struct alignas(64) Registers {
    std::array<std::byte, kMaxOperands * kRegisterBytes> bytes;
  };
  std::shared_ptr<const ptx::Module> module_;
  Registers registers_{};
  LaneContext context_;
  LaneInstruction lane_instruction_;
};

constexpr LaneMask kParts[] = {0x00000001u, 0x80000000u, 0x0000ffffu, 0xaaaaaaaau, 0xfffffffeu, 0x12345678u};

/// A part of the warp gets what the whole warp gets, and the other lanes keep what they had.
template <class T>
void expect_part_of_whole(const LaneIsa& isa, const std::string& text, const std::vector<unsigned>& widths) {
  SCOPED_TRACE(std::string(isa.name) + ": " + text);
  BoundInstruction whole(isa, text, widths);
  whole.run(kAllLanes);
  for (const LaneMask exec : kParts) {
    BoundInstruction before(isa, text, widths);
    BoundInstruction part(isa, text, widths);
    before.context().carry = part.context().carry = 0xdeadbeefu;
    part.run(exec);
    for (unsigned lane = 0; lane < kWarpSize; ++lane) {
      BoundInstruction& expected = has_lane(exec, lane) ? whole : before;
      ASSERT_EQ(part.lanes_of<T>(0)[lane], expected.lanes_of<T>(0)[lane]) << "lane " << lane << " of mask " << exec;
    }
    ASSERT_EQ((part.context().carry ^ before.context().carry) & ~exec, 0u) << "the carry of lanes that sleep";
    ASSERT_EQ(part.context().division_by_zero & ~exec, 0u);
  }
}

TEST(Handlers, LeaveOtherLanesAlone) {
  for (const LaneIsa& isa : available_lane_isas()) {
    expect_part_of_whole<U16>(isa, "add.u16 r0, r1, r2;", {2, 2, 2});
    expect_part_of_whole<U32>(isa, "add.u32 r0, r1, r2;", {4, 4, 4});
    expect_part_of_whole<U32>(isa, "add.s32 r0, r0, r0;", {4, 4, 4});
    expect_part_of_whole<U64>(isa, "mul.wide.u32 r0, r1, r2;", {8, 4, 4});
    expect_part_of_whole<U64>(isa, "mad.lo.u64 r0, r1, r2, r3;", {8, 8, 8, 8});
    expect_part_of_whole<U64>(isa, "mul.hi.s64 r0, r1, r2;", {8, 8, 8});
    expect_part_of_whole<S32>(isa, "div.s32 r0, r1, r2;", {4, 4, 4});
    expect_part_of_whole<U32>(isa, "popc.b64 r0, r1;", {4, 8});
    expect_part_of_whole<U32>(isa, "bfi.b32 r0, r1, r2, r3, r4;", {4, 4, 4, 4, 4});
    expect_part_of_whole<U32>(isa, "add.cc.u32 r0, r1, r2;", {4, 4, 4});
    expect_part_of_whole<U64>(isa, "sub.cc.u64 r0, r1, r2;", {8, 8, 8});
    expect_part_of_whole<U32>(isa, "mad.hi.cc.s32 r0, r1, r2, r3;", {4, 4, 4, 4});
    expect_part_of_whole<U32>(isa, "vadd4.u32.u32.u32.sat r0, r1, r2, r3;", {4, 4, 4, 4});
    expect_part_of_whole<U32>(isa, "dp4a.s32.u32 r0, r1, r2, r3;", {4, 4, 4, 4});
  }
}

TEST(Handlers, AgreeAmongInstructionSets) {
  const LaneIsa& baseline = available_lane_isas().back();
  for (const LaneIsa& isa : available_lane_isas()) {
    for (const char* const text :
         {"add.u32 r0, r1, r2;", "min.s32 r0, r1, r2;", "div.u32 r0, r1, r2;", "rem.s32 r0, r1, r2;",
          "mul.hi.u32 r0, r1, r2;", "shl.b32 r0, r1, r2;", "shr.s32 r0, r1, r2;", "prmt.b32 r0, r1, r2, r3;",
          "shf.l.wrap.b32 r0, r1, r2, r3;", "bfe.s32 r0, r1, r2, r3;", "dp2a.hi.s32.u32 r0, r1, r2, r3;",
          "vavrg4.s32.s32.s32 r0, r1, r2, r3;", "sub.cc.u32 r0, r1, r2;", "madc.lo.cc.u32 r0, r1, r2, r3;"}) {
      const std::size_t operands = std::string(text).find("r3") == std::string::npos ? 3 : 4;
      const std::vector<unsigned> widths(operands, 4);
      BoundInstruction one(baseline, text, widths);
      BoundInstruction other(isa, text, widths);
      one.context().carry = other.context().carry = 0x0f0f1234u;
      one.run(kAllLanes);
      other.run(kAllLanes);
      for (unsigned lane = 0; lane < kWarpSize; ++lane) {
        ASSERT_EQ(one.lanes_of<U32>(0)[lane], other.lanes_of<U32>(0)[lane]) << isa.name << ": " << text;
      }
      ASSERT_EQ(one.context().carry, other.context().carry) << isa.name << ": " << text;
    }
  }
}

TEST(Handlers, NoteTheLanesThatDivideByZero) {
  for (const LaneIsa& isa : available_lane_isas()) {
    BoundInstruction division(isa, "rem.u32 r0, r1, r2;", {4, 4, 4});
    for (unsigned lane = 0; lane < kWarpSize; ++lane) division.lanes_of<U32>(2)[lane] = lane % 4;
    division.run(0x000000ffu);
    EXPECT_EQ(division.context().division_by_zero, 0x00000011u) << isa.name;
    EXPECT_EQ(division.lanes_of<U32>(0)[4], 0xffffffffu) << isa.name;
    // The divisor's register may be the destination.
    division.context().division_by_zero = 0;
    division.instruction().operands[0] = division.instruction().operands[2];
    division.run(kAllLanes);
    EXPECT_EQ(division.context().division_by_zero, 0x11111111u) << isa.name;
  }
}

TEST(Handlers, Lop3WritesValueAndPredicateOfItsLanesOnly) {
  for (const LaneIsa& isa : available_lane_isas()) {
    for (const LaneMask exec : kParts) {
      BoundInstruction lop3(isa, "lop3.and.b32 r0|r1, r2, r3, r4, 0x80, r6;", {4, 0, 4, 4, 4, 4, 0});
      for (unsigned lane = 0; lane < kWarpSize; ++lane) {
        lop3.lanes_of<U32>(0)[lane] = 77;
        for (const std::size_t source : {2u, 3u, 4u}) lop3.lanes_of<U32>(source)[lane] = lane % 3;
      }
      lop3.lanes_of<LaneMask>(1)[0] = 0xffff0000u;
      lop3.lanes_of<LaneMask>(6)[0] = 0x0ffffff0u;
      lop3.run(exec);
      LaneMask expected = 0xffff0000u & ~exec;
      for (unsigned lane = 0; lane < kWarpSize; ++lane) {
        if (has_lane(exec & 0x0ffffff0u, lane) && lane % 3 != 0) expected |= lane_bit(lane);
        ASSERT_EQ(lop3.lanes_of<U32>(0)[lane], has_lane(exec, lane) ? lane % 3 : 77) << isa.name;
      }
      ASSERT_EQ(lop3.lanes_of<LaneMask>(1)[0], expected) << isa.name;
    }
  }
}

}  // namespace
}  // namespace bankloom::simt
