#include "random_kernel.h"

#include <array>
#include <numeric>
#include <random>

namespace bankloom::random {
namespace {

// Registers that hold values: every thread has all of them, and all are written out at the end.
constexpr unsigned kWords = 8;    // %r0 ...: u32
constexpr unsigned kDoubles = 4;  // %d0 ...: u64
constexpr unsigned kFloats = 4;   // %f0 ...
constexpr unsigned kWide = 2;     // %e0 ...: f64
constexpr std::size_t kThreadBytes = kWords * 4 + kDoubles * 8 + kFloats * 4 + kWide * 8;
constexpr unsigned kInputWords = 256;
constexpr unsigned kLocalWords = 8;
constexpr unsigned kDeepest = 3;  // branches and loops within each other

class Maker {
 public:
  explicit Maker(std::uint64_t seed) : engine_(seed * 2 + 1) {}

  RandomKernel make() {
    static constexpr std::array<std::uint32_t, 10> kThreads = {32, 64, 64, 96, 128, 160, 256, 33, 50, 77};
    threads_ = pick(kThreads);
    whole_warps_ = threads_ % 32 == 0;
    RandomKernel kernel;
    kernel.block = {threads_, 1, 1};
    if (threads_ % 4 == 0 && chance(3)) kernel.block = {threads_ / 4, 4, 1};
    kernel.grid = {1 + below(2), 1, 1};
    make_input(kernel);
    begin();
    const unsigned statements = 6 + below(10);
    for (unsigned i = 0; i < statements; ++i) whole_block_statement(0);
    end();
    kernel.ptx = head() + body_ + "}\n";
    kernel.output_bytes = std::size_t{threads_} * kernel.grid.x * kThreadBytes;
    return kernel;
  }

 private:
  std::uint32_t below(std::uint32_t count) { return static_cast<std::uint32_t>((engine_() >> 32u) % count); }
  bool chance(std::uint32_t one_in) { return below(one_in) == 0; }
  template <class List>
  typename List::value_type pick(const List& list) {
    return list[below(static_cast<std::uint32_t>(std::size(list)))];
  }
  /// Adds an instruction. In its text $r, $d, $f and $e stand for some register of words, doubles, f32 and f64; $s for
  /// a word or a literal; $b for a number of bits and $l for a lane. They are chosen from left to right, which the
  /// arguments of a call would not be.
  template <class... Args>
  void line(fmt::format_string<Args...> format, Args&&... args) {
    body_ += "  ";
    const std::string text = fmt::format(format, std::forward<Args>(args)...);
    for (std::size_t i = 0; i < text.size(); ++i) {
      if (text[i] == '$') {
        body_ += chosen(text[++i]);
      } else {
        body_ += text[i];
      }
    }
    body_ += ";\n";
  }
  std::string chosen(char what) {
    static constexpr std::array<const char*, 8> kLiterals = {"1",          "-1", "31",  "0x80000000",
                                                             "0x7fffffff", "7",  "255", "-77"};
    switch (what) {
      case 'd':
        return fmt::format("%d{}", below(kDoubles));
      case 'f':
        return fmt::format("%f{}", below(kFloats));
      case 'e':
        return fmt::format("%e{}", below(kWide));
      case 'b':
        return fmt::format("{}", below(40));
      case 'l':
        return fmt::format("{}", below(32));
      case 's':
        if (chance(4)) return pick(kLiterals);
        return fmt::format("%r{}", below(kWords));
      default:
        return fmt::format("%r{}", below(kWords));
    }
  }
  void label(unsigned number) { body_ += fmt::format("L{}:\n", number); }
  void make_input(RandomKernel& kernel) {
    static constexpr std::array<std::uint32_t, 12> kSpecial = {0,          1,          0xffffffff, 0x7fffffff,
                                                               0x80000000, 0x3f800000, 0xbf800000, 0x7f7fffff,
                                                               0x00000001, 0x00800000, 0x33333333, 0x4b000000};
    kernel.input.resize(kInputWords * 4);
    for (unsigned i = 0; i < kInputWords; ++i) {
      std::uint32_t value = below(0xffffffffu);
      if (chance(6)) value = pick(kSpecial);
      if (chance(6)) value &= 0xffu;
      for (unsigned b = 0; b < 4; ++b) kernel.input[4 * i + b] = static_cast<std::byte>(value >> 8 * b & 0xffu);
    }
  }

  [[nodiscard]] std::string head() const {
    std::string text = ".version 7.8\n.target sm_90\n.address_size 64\n";
    text += fmt::format(".shared .align 16 .b8 s[{}];\n", std::size_t{threads_} * 8);
    text +=
        ".func (.param .b32 result) mixed(.param .b32 a, .param .b32 b)\n{\n  .reg .b32 %x, %y, %z;\n"
        "  .reg .pred %q;\n  ld.param.u32 %x, [a];\n  ld.param.u32 %y, [b];\n";
    text += function_;
    text += "  st.param.b32 [result], %z;\n  ret;\n}\n";
    text += fmt::format(".visible .entry {}(.param .u64 in, .param .u64 out)\n{{\n", kEntry);
    text += fmt::format("  .local .align 4 .b8 own[{}];\n", kLocalWords * 4);
    text += fmt::format("  .reg .b32 %r<{}>;\n  .reg .b64 %d<{}>;\n  .reg .f32 %f<{}>;\n  .reg .f64 %e<{}>;\n", kWords,
                        kDoubles, kFloats, kWide);
    text +=
        "  .reg .b32 %t, %n, %s, %slot, %a<4>, %count<8>, %lane;\n  .reg .b64 %in, %out, %w<4>, %own;\n"
        "  .reg .pred %p<12>, %q<4>;\n  .reg .f32 %g<2>;\n  .reg .f64 %h<2>;\n";
    return text;
  }

  void begin() {
    static constexpr std::array<const char*, 4> kFunctions = {
        "  mad.lo.u32 %z, %x, 2654435761, %y;\n",
        "  setp.lt.s32 %q, %x, %y;\n  @%q bra F;\n  sub.u32 %x, %x, %y;\nF:\n  xor.b32 %z, %x, %y;\n",
        "  and.b32 %z, %y, 3;\nG:\n  shf.l.wrap.b32 %x, %x, %x, 5;\n  sub.s32 %z, %z, 1;\n  setp.ge.s32 %q, %z, 0;\n"
        "  @%q bra G;\n  add.u32 %z, %x, %y;\n",
        "  mul.hi.u32 %z, %x, %y;\n  setp.ne.u32 %q, %z, 0;\n  @%q bra H;\n  not.b32 %z, %x;\nH:\n"};
    function_ = pick(kFunctions);
    body_ += "  mov.u32 %t, %tid.y;\n  mov.u32 %n, %ntid.x;\n  mov.u32 %a0, %tid.x;\n  mad.lo.u32 %t, %t, %n, %a0;\n";
    body_ += "  mov.u32 %lane, %laneid;\n  mov.u32 %s, s;\n  ld.param.u64 %in, [in];\n  ld.param.u64 %out, [out];\n";
    line("mov.u32 %a0, %ctaid.x");
    line("mad.lo.u32 %slot, %a0, {}, %t", threads_);
    line("mad.wide.u32 %out, %slot, {}, %out", kThreadBytes);
    for (unsigned r = 0; r < kWords; ++r) {
      if (r == 1) {
        line("mov.u32 %r1, %slot");
        continue;
      }
      input_word(fmt::format("%r{}", r));
    }
    for (unsigned d = 0; d < kDoubles; ++d) line("mov.b64 %d{}, {{$r, $r}}", d);
    for (unsigned f = 0; f < kFloats; ++f) {
      if (chance(3)) {
        line("mov.b32 %f{}, $r", f);
      } else {
        line("cvt.rn.f32.s32 %f{}, $r", f);
      }
    }
    for (unsigned e = 0; e < kWide; ++e) line("cvt.rn.f64.s64 %e{}, $d", e);
    line("mov.u64 %own, own");
    begun_ = true;
    for (unsigned w = 0; w < kLocalWords; ++w) line("st.local.u32 [%own+{}], $r", 4 * w);
  }

  void end() {
    std::size_t at = 0;
    for (unsigned r = 0; r < kWords; r += 4, at += 16) {
      line("st.global.v4.u32 [%out+{}], {{%r{}, %r{}, %r{}, %r{}}}", at, r, r + 1, r + 2, r + 3);
    }
    for (unsigned d = 0; d < kDoubles; d += 2, at += 16)
      line("st.global.v2.u64 [%out+{}], {{%d{}, %d{}}}", at, d, d + 1);
    // Which NaN a result is, is left open in places (PTX ISA, "neg" of f32): all are written as the same one.
    for (unsigned f = 0; f < kFloats; ++f, at += 4) {
      line("setp.nan.f32 %q0, %f{}, %f{}", f, f);
      line("@%q0 mov.f32 %f{}, 0f7FFFFFFF", f);
      line("st.global.f32 [%out+{}], %f{}", at, f);
    }
    for (unsigned e = 0; e < kWide; ++e, at += 8) {
      line("setp.nan.f64 %q0, %e{}, %e{}", e, e);
      line("@%q0 mov.f64 %e{}, 0d7FFFFFFFFFFFFFFF", e);
      line("st.global.f64 [%out+{}], %e{}", at, e);
    }
    body_ += "  ret;\n";
  }

  /// A word of the input: at a place given by the thread or by a value.
  void input_word(const std::string& to) {
    if (begun_ && chance(2)) {
      line("and.b32 %a0, $r, {}", kInputWords - 1);
    } else {
      const std::uint32_t factor = 1 + below(9);
      line("mad.lo.u32 %a0, %t, {}, {}", factor, below(kInputWords));
      line("and.b32 %a0, %a0, {}", kInputWords - 1);
    }
    line("mad.wide.u32 %w0, %a0, 4, %in");
    line("ld.global.u32 {}, [%w0]", to);
  }

  // Statements that all threads of the block execute together.
  void whole_block_statement(unsigned depth) {
    switch (below(depth < 1 ? 12 : 9)) {
      case 0:
      case 1:
        return exchange();
      case 2:
        return histogram();
      case 3:
        return whole_warps_ ? warp_operation() : exchange();
      case 4:
        return whole_warps_ ? warp_operation() : statement(0);
      case 9: {  // a loop of all threads, with barriers in it
        const unsigned start = labels_++;
        line("mov.u32 %count7, {}", 2 + below(2));
        label(start);
        for (unsigned i = 1 + below(3); i > 0; --i) whole_block_statement(depth + 1);
        line("sub.u32 %count7, %count7, 1");
        line("setp.ne.u32 %q0, %count7, 0");
        line("@%q0 bra L{}", start);
        return;
      }
      default:
        return statement(0);
    }
  }

  /// The multiplier and shift of a permutation of the threads.
  void permuted_slot(const std::string& to) {
    std::uint32_t factor = 1 + below(threads_);
    while (std::gcd(factor, threads_) != 1) factor = 1 + below(threads_);
    line("mad.lo.u32 {}, %t, {}, {}", to, factor, below(threads_));
    line("rem.u32 {}, {}, {}", to, to, threads_);
  }

  /// Every thread writes a word or two, each another; after the barrier it reads some thread's.
  void exchange() {
    const bool doubles = chance(3);
    const unsigned bytes = doubles ? 8 : 4;
    line("bar.sync 0");
    permuted_slot("%slot");
    line("mad.lo.u32 %slot, %slot, {}, %s", bytes);
    line("st.shared.{} [%slot], {}", doubles ? "u64" : "u32", doubles ? "$d" : "$r");
    if (chance(3)) {  // its own once more, where a value says so
      line("setp.lt.s32 %q1, $r, $s");
      line("@%q1 st.shared.{} [%slot], {}", doubles ? "u64" : "u32", doubles ? "$d" : "$r");
    }
    line("bar.sync 0");
    for (unsigned reads = 1 + below(3); reads > 0; --reads) {
      if (chance(2)) {
        line("rem.u32 %a1, $r, {}", threads_);
      } else {
        permuted_slot("%a1");
      }
      line("mad.lo.u32 %a1, %a1, {}, %s", bytes);
      const bool guarded = chance(4);
      if (guarded) line("setp.ne.u32 %q1, $r, $s");
      const std::string guard = guarded ? (chance(2) ? "@%q1 " : "@!%q1 ") : "";
      if (doubles) {
        line("{}ld.shared.u64 $d, [%a1]", guard);
      } else {
        line("{}ld.shared.u32 $r, [%a1]", guard);
      }
    }
  }

  /// Counters in shared memory, changed by atomics whose order does not matter.
  void histogram() {
    static constexpr std::array<const char*, 7> kOps = {"add.u32", "min.s32", "max.u32", "and.b32",
                                                        "or.b32",  "xor.b32", "max.s32"};
    line("bar.sync 0");
    line("mad.lo.u32 %slot, %t, 4, %s");
    line("st.shared.u32 [%slot], $r");
    line("bar.sync 0");
    const char* const op = pick(kOps);
    for (unsigned times = 1 + below(2); times > 0; --times) {
      line("rem.u32 %a1, $r, {}", 1 + below(threads_));
      line("mad.lo.u32 %a1, %a1, 4, %s");
      line("red.shared.{} [%a1], $r", op);
    }
    line("bar.sync 0");
    line("ld.shared.u32 $r, [%slot]");
  }

  /// What lanes of a warp do together.
  void warp_operation() {
    switch (below(9)) {
      case 0:
        return line("shfl.sync.bfly.b32 $r, $r, {}, 0x1f, 0xffffffff", 1 + below(31));
      case 1:
        return line("shfl.sync.up.b32 $r|%q2, $r, {}, 0x0, 0xffffffff", below(32));
      case 2:
        return line("shfl.sync.down.b32 $r, $r, $l, 0x{:x}, 0xffffffff", chance(2) ? 0x1f : 0x181f);
      case 3:
        return line("shfl.sync.idx.b32 $r, $r, $r, 0x1f, 0xffffffff");
      case 4:
        line("setp.gt.s32 %q2, $r, $s");
        return line("vote.sync.ballot.b32 $r, %q2, 0xffffffff");
      case 5:
        line("setp.le.u32 %q2, $r, $s");
        line("vote.sync.{}.pred %q3, %q2, 0xffffffff", chance(2) ? "any" : "all");
        return line("selp.b32 $r, $r, $r, %q3");
      case 6:
        line("and.b32 %a1, $r, 3");
        return line("match.any.sync.b32 $r, %a1, 0xffffffff");
      case 7: {
        static constexpr std::array<const char*, 6> kOps = {"add.u32", "min.u32", "max.s32",
                                                            "and.b32", "or.b32",  "xor.b32"};
        return line("redux.sync.{} $r, $r, 0xffffffff", pick(kOps));
      }
      default:
        return line("bar.warp.sync 0xffffffff");
    }
  }

  // Statements that lanes may execute without the others.
  void statement(unsigned depth) {
    const std::uint32_t kind = below(depth < kDeepest ? 16 : 12);
    switch (kind) {
      case 12:
      case 13:
        return branch(depth);
      case 14:
        return loop(depth);
      case 15:
        return leave_early(depth);
      default:
        for (unsigned i = 1 + below(4); i > 0; --i) operation();
    }
  }

  std::string condition(const std::string& to) {
    static constexpr std::array<const char*, 6> kWordTests = {"lt.s32", "ge.u32", "eq.u32",
                                                              "ne.s32", "gt.u32", "le.s32"};
    static constexpr std::array<const char*, 6> kRealTests = {"lt.f32",  "geu.f32", "neu.f32",
                                                              "gtu.f32", "num.f32", "le.f32"};
    std::string place;
    switch (below(4)) {
      case 0:
        place = chance(2) ? "%t" : "$r";
        line("and.b32 %a2, {}, {}", place, 1u << below(5));
        line("setp.ne.u32 {}, %a2, 0", to);
        break;
      case 1:
        line("setp.{} {}, $f, $f", pick(kRealTests), to);
        break;
      default:
        line("setp.{} {}, $r, $s", pick(kWordTests), to);
    }
    return to;
  }

  void branch(unsigned depth) {
    const unsigned other = labels_++, behind = labels_++;
    const std::string p = condition(fmt::format("%p{}", depth));
    line("@{}{} bra L{}", chance(2) ? "!" : "", p, other);
    for (unsigned i = 1 + below(2); i > 0; --i) statement(depth + 1);
    const bool has_else = chance(2);
    if (has_else) line("bra L{}", behind);
    label(other);
    if (has_else) {
      for (unsigned i = 1 + below(2); i > 0; --i) statement(depth + 1);
    }
    label(behind);
  }

  /// So many turns as a value says, one to eight, each lane its own.
  void loop(unsigned depth) {
    const unsigned start = labels_++;
    const std::string place = chance(2) ? "%t" : "$r";
    line("and.b32 %count{}, {}, {}", depth, place, chance(2) ? 3 : 7);
    label(start);
    for (unsigned i = 1 + below(2); i > 0; --i) statement(depth + 1);
    line("sub.s32 %count{}, %count{}, 1", depth, depth);
    line("setp.ge.s32 %p{}, %count{}, 0", depth + 4, depth);
    line("@%p{} bra L{}", depth + 4, start);
  }

  /// A loop that is left from its middle (break).
  void leave_early(unsigned depth) {
    const unsigned start = labels_++, behind = labels_++;
    line("mov.u32 %count{}, {}", depth, 2 + below(4));
    label(start);
    for (unsigned i = 1 + below(2); i > 0; --i) operation();
    line("@{} bra L{}", condition(fmt::format("%p{}", depth)), behind);
    statement(depth + 1);
    line("sub.s32 %count{}, %count{}, 1", depth, depth);
    line("setp.gt.s32 %p{}, %count{}, 0", depth + 4, depth);
    line("@%p{} bra L{}", depth + 4, start);
    label(behind);
  }

  void operation() {
    switch (below(14)) {
      case 0:
      case 1:
      case 2:
      case 3:
        return word_operation();
      case 4:
      case 5:
        return bit_operation();
      case 6:
        return division();
      case 7:
        return wide_operation();
      case 8:
        return real_operation();
      case 9:
        return wide_real_operation();
      case 10:
        return conversion();
      case 11:
        return local_operation();
      case 12:
        if (chance(3)) return call();
        return word_operation();
      default:
        return input_word("$r");
    }
  }

  void word_operation() {
    static constexpr std::array<const char*, 22> kTwo = {
        "add.u32",      "sub.u32", "mul.lo.u32", "mul.hi.u32",    "mul.hi.s32",  "min.s32",
        "max.s32",      "min.u32", "max.u32",    "add.sat.s32",   "sub.sat.s32", "mul24.lo.u32",
        "mul24.hi.s32", "and.b32", "or.b32",     "xor.b32",       "mul.lo.s32",  "shl.b32",
        "shr.u32",      "shr.s32", "add.s32",    "bmsk.clamp.b32"};
    static constexpr std::array<const char*, 8> kThree = {"mad.lo.u32",   "mad.hi.s32",     "sad.u32",
                                                          "sad.s32",      "mad24.lo.u32",   "dp4a.u32.s32",
                                                          "dp4a.s32.s32", "dp2a.lo.u32.u32"};
    if (chance(3)) {
      line("{} $r, $r, $r, $r", pick(kThree));
    } else {
      line("{} $r, $r, $s", pick(kTwo));
    }
  }

  void bit_operation() {
    switch (below(11)) {
      case 0:
        return line("popc.b32 $r, $r");
      case 1:
        return line("clz.b32 $r, $r");
      case 2:
        return line("brev.b32 $r, $r");
      case 3:
        return line("bfind.{} $r, $r", chance(2) ? "s32" : "u32");
      case 4:
        return line("bfe.{} $r, $r, $b, $b", chance(2) ? "s32" : "u32");
      case 5:
        return line("bfi.b32 $r, $r, $r, $b, $b");
      case 6:
        return line("prmt.b32 $r, $r, $r, 0x{:x}", below(0x10000));
      case 7:
        return line("lop3.b32 $r, $r, $r, $r, 0x{:x}", below(256));
      case 8:
        return line("shf.{}.b32 $r, $r, $r, $r",
                    pick(std::to_array<const char*>({"l.wrap", "l.clamp", "r.wrap", "r.clamp"})));
      case 9:
        line("add.cc.u32 $r, $r, $s");
        return line("addc.u32 $r, $r, $s");
      default:
        line("setp.lt.s32 %q3, $r, $s");
        return line("selp.b32 $r, $r, $s, %q3");
    }
  }

  /// By an odd number; the smallest number by -1 has no quotient, so the dividend is not negative.
  void division() {
    const bool is_signed = chance(2);
    line("or.b32 %a2, $r, 1");
    if (is_signed) {
      line("and.b32 %a3, $r, 0x7fffffff");
      line("{}.s32 $r, %a3, %a2", chance(2) ? "div" : "rem");
    } else if (chance(3)) {
      line("or.b64 %w1, $d, 1");
      line("{}.u64 $d, $d, %w1", chance(2) ? "div" : "rem");
    } else {
      line("{}.u32 $r, $r, %a2", chance(2) ? "div" : "rem");
    }
  }

  void wide_operation() {
    static constexpr std::array<const char*, 12> kTwo = {"add.u64", "sub.s64", "mul.lo.u64", "mul.hi.u64",
                                                         "and.b64", "or.b64",  "xor.b64",    "min.s64",
                                                         "max.u64", "max.s64", "mul.hi.s64", "add.s64"};
    switch (below(6)) {
      case 0:
        return line("mul.wide.{} $d, $r, $r", chance(2) ? "u32" : "s32");
      case 1:
        return line("mad.wide.u32 $d, $r, $r, $d");
      case 2:
        return line("{} $d, $d, $r", chance(2) ? "shl.b64" : "shr.s64");
      case 3:
        return line("mov.b64 {{$r, {}}}, $d", chance(2) ? "%a2" : "%a3");
      default:
        return line("{} $d, $d, $d", pick(kTwo));
    }
  }

  void real_operation() {
    static constexpr std::array<const char*, 11> kTwo = {"add.rn.f32", "sub.rn.f32",     "mul.rn.f32",    "add.rz.f32",
                                                         "mul.rp.f32", "add.rm.f32",     "min.f32",       "max.f32",
                                                         "div.rn.f32", "add.rn.ftz.f32", "mul.rn.sat.f32"};
    switch (below(7)) {
      case 0:
      case 1:
        return line("fma.r{}.f32 $f, $f, $f, $f", pick(std::array{'n', 'n', 'z', 'p'}));
      case 2:
        line("abs.f32 %g0, $f");
        return line("sqrt.rn.f32 $f, %g0");
      case 3:
        return line("neg.f32 $f, $f");
      default:
        return line("{} $f, $f, $f", pick(kTwo));
    }
  }

  void wide_real_operation() {
    static constexpr std::array<const char*, 6> kTwo = {"add.rn.f64", "sub.rn.f64", "mul.rn.f64",
                                                        "min.f64",    "max.f64",    "add.rz.f64"};
    if (chance(3)) {
      line("fma.rn.f64 $e, $e, $e, $e");
    } else {
      line("{} $e, $e, $e", pick(kTwo));
    }
  }

  void conversion() {
    switch (below(12)) {
      case 0:
        return line("cvt.rn.f32.s32 $f, $r");
      case 1:
        return line("cvt.rz.f32.u32 $f, $r");
      case 2:
        return line("cvt.rzi.s32.f32 $r, $f");
      case 3:
        return line("cvt.rni.u32.f32 $r, $f");
      case 4:
        return line("cvt.rn.f32.f64 $f, $e");
      case 5:
        return line("cvt.f64.f32 $e, $f");
      case 6:
        return line("cvt.s32.s8 $r, $r");
      case 7:
        return line("cvt.u32.u16 $r, $r");
      case 8:
        return line("cvt.rn.f64.u64 $e, $d");
      case 9:
        return line("cvt.s64.s32 $d, $r");
      case 10:
        return line("cvt.rmi.f32.f32 $f, $f");
      default:
        return line("cvt.rn.f64.s32 $e, $r");
    }
  }

  void local_operation() {
    line("and.b32 %a2, $r, {}", kLocalWords - 1);
    line("mad.wide.u32 %w2, %a2, 4, %own");
    if (chance(2)) {
      line("st.local.u32 [%w2], $r");
    } else {
      line("ld.local.u32 $r, [%w2]");
    }
  }

  void call() {
    body_ += "  {\n  .param .b32 pa;\n  .param .b32 pb;\n  .param .b32 pr;\n";
    line("st.param.b32 [pa], $r");
    line("st.param.b32 [pb], $r");
    line("call (pr), mixed, (pa, pb)");
    line("ld.param.b32 $r, [pr]");
    body_ += "  }\n";
  }

  std::mt19937_64 engine_;
  std::string body_, function_;
  std::uint32_t threads_ = 32;
  bool whole_warps_ = true, begun_ = false;
  unsigned labels_ = 0;
};

}  // namespace

RandomKernel make_kernel(std::uint64_t seed) { return Maker(seed).make(); }

}  // namespace bankloom::random
