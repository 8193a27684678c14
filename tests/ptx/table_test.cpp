// The instruction table: its rows compile, and its notation means what notation.h says.
#include <gtest/gtest.h>

#include <map>
#include <ostream>
#include <set>
#include <string>
#include <string_view>

#include "core/ptx/instruction_table.h"
#include "core/ptx/notation.h"
#include "core/ptx/parser.h"

namespace bankloom::ptx {
namespace {

TEST(InstructionTable, EveryRowCompilesAndIsComplete) {
  std::size_t rows = 0;
  for (const Family& family : instruction_table()) {
    EXPECT_FALSE(family.empty());
    for (const InstructionForm& form : family) {
      ++rows;
      const Result<CompiledForm> compiled = compile_form(form);
      EXPECT_TRUE(compiled) << (compiled ? "" : compiled.error().message);
      EXPECT_FALSE(form.section.empty()) << form.syntax;
      EXPECT_NE(form.section.find("Instructions: "), std::string_view::npos) << form.syntax << ": " << form.section;
      const bool gives_value = form.value != Value::none || form.effect == Effect::call;
      EXPECT_EQ(form.writes_first, gives_value) << form.syntax;
    }
  }
  EXPECT_GT(rows, 250u);
}

TEST(InstructionTable, NoRowStandsTwice) {
  std::set<std::string_view> seen;
  for (const Family& family : instruction_table()) {
    for (const InstructionForm& form : family) EXPECT_TRUE(seen.insert(form.syntax).second) << form.syntax;
  }
}

// Every value operand has a type to be checked against, unless its place has a meaning of its own.
TEST(InstructionTable, EveryValueOperandHasAType) {
  for (const Family& family : instruction_table()) {
    for (const InstructionForm& form : family) {
      const Result<CompiledForm> compiled = compile_form(form);
      ASSERT_TRUE(compiled);
      for (const OperandPlace& place : compiled->places) {
        switch (place.kind) {
          case OperandPlace::Kind::value:
          case OperandPlace::Kind::at_least:
          case OperandPlace::Kind::twice:
          case OperandPlace::Kind::vector:
          case OperandPlace::Kind::packed:
          case OperandPlace::Kind::symbol:
            EXPECT_FALSE(place.type.empty()) << form.syntax << ": " << place.name;
            break;
          default:
            break;
        }
      }
    }
  }
}

TEST(Notation, MistakesInARowAreNamed) {
  const auto error_of = [](std::string_view syntax) {
    const Result<CompiledForm> compiled = compile_form({syntax, "Instructions: test", Effect::lane, Value::other});
    return compiled ? std::string("no error") : compiled.error().message;
  };
  EXPECT_NE(error_of("add.type d, a; .type = u32").find("is not a word"), std::string::npos);
  EXPECT_NE(error_of("add{.sat d, a").find("braces"), std::string::npos);
  EXPECT_NE(error_of("add.u32 d:.foo, a").find("neither a type nor a modifier"), std::string::npos);
  EXPECT_NE(error_of("add.u32 d; .type = .u32").find("not used"), std::string::npos);
  EXPECT_NE(error_of("add.u32 [d").find("bracket"), std::string::npos);
  EXPECT_NE(error_of("add.u32 d:.u32{, a:.u32").find("not closed"), std::string::npos);
  EXPECT_NE(error_of("add.u32 d:.u32[.vec]").find("count"), std::string::npos);
}

// An instruction in a kernel that declares registers of every width.
Result<std::shared_ptr<const Module>> parse_instruction(std::string_view text) {
  return parse(fmt::format(R"(.version 8.5
.target sm_90
.address_size 64
.global .align 16 .b8 g[64];
.visible .entry k(.param .u64 a) {{
.reg .pred p, q;
.reg .b8 b;
.reg .b16 h, i;
.reg .b32 r, s, t;
.reg .f32 f;
.reg .b64 w, x;
.reg .f64 d;
.reg .b128 z, y;
.shared .b32 tile[32];
{}
ret;
}})",
                           text));
}

struct Sample {
  std::string_view text;
  std::string_view error;  // "" where the instruction is valid, else a part of the message
};

// What Google Test shows of a sample.
void PrintTo(const Sample& sample, std::ostream* out) { *out << sample.text; }

class InstructionSamples : public testing::TestWithParam<Sample> {};

TEST_P(InstructionSamples, MatchesOrIsRefusedByName) {
  const Sample& sample = GetParam();
  const auto module = parse_instruction(sample.text);
  if (sample.error.empty()) {
    ASSERT_TRUE(module) << sample.text << "\n" << module.error().message;
    const Instruction& instruction = (*module)->functions[0].body[0];
    ASSERT_NE(instruction.form, nullptr);
    EXPECT_TRUE(sample.text.starts_with(instruction.text)) << instruction.text;
    return;
  }
  ASSERT_FALSE(module) << sample.text;
  EXPECT_TRUE(module.error().message.starts_with("line 15: ")) << module.error().message;
  EXPECT_NE(module.error().message.find(sample.error), std::string::npos) << module.error().message;
}

// Accepted and refused as ptxas 13.0 does for sm_90, except where a comment says otherwise.
constexpr Sample kSamples[] = {
    {"add.u32 r, r, s;", ""},
    {"add.s32 r, r, -5;", ""},
    {"add.u32 r, r, WARP_SZ;", ""},
    {"add.u32 r, r, (1 < 2) ? 3 : 4;", ""},
    {"add.u32 r, r, 0x1ffffffff;", ""},
    {"add.sat.s32 r, r, s;", ""},
    {"add.sat.u32 r, r, s;", "has no form with '.u32'"},
    {"add.u32 r, w, s;", "operand 2 (w) is declared .b64, the instruction needs 32 bits"},
    {"add.u32 r, r;", "has 2 operands"},
    {"add.u32 r, r, s, t;", "has 4 operands"},
    {"add.u32 r, r, p;", "operand 3 (p) is declared .pred"},
    {"add.u32 r, _, s;", "operand 2 is '_'"},
    {"add.u32 5, r, s;", "is a constant where the result goes"},
    {"add.u32 r, %tid.x, 1;", "can be read by mov and cvt only"},
    {"add.u64 w, w, g;", "is an address"},
    {"add.u32 r, r, 1.5;", "is a floating-point constant, which .u32 does not take"},
    {"add.f32 f, f, 1.5;", ""},
    {"add.f32 f, f, 1;", "is an integer constant, which .f32 does not take"},
    {"add.f32 r, r, f;", ""},
    {"add.f64 d, d, 0f3f800000;", ""},
    {"add.f16 h, h, 0x3c00;", "is an integer constant, which .f16 does not take"},
    {"add.sat.rz.ftz.f32 f, f, f;", ""},
    {"fma.ftz.rn.f32 f, f, f, f;", ""},
    {"fma.f32 f, f, f, f;", "lacks a modifier"},
    {"fma.rn.relu.f32 f, f, f, f;", "has no form with '.f32'"},
    {"mul.u32 r, r, s;", "lacks a modifier"},
    {"mul.wide.u32 w, r, 3;", ""},
    {"mul.wide.u32 r, r, 3;", "the instruction needs 64 bits"},
    {"mul.wide.u64 w, w, x;", "has no form with '.u64'"},
    {"mad.lo.cc.u32 r, r, r, r;", ""},
    {"shl.b64 w, w, r;", ""},
    {"shl.b64 w, w, x;", "needs 32 bits"},
    {"popc.b64 r, w;", ""},
    {"popc.b64 w, w;", "needs 32 bits"},
    {"neg.u32 r, s;", "has no form with '.u32'"},
    {"max.ftz.NaN.xorsign.abs.f32 f, f, f;", ""},
    {"max.NaN.ftz.f32 f, f, f;", ""},
    {"max.xorsign.f32 f, f, f;", "lacks a modifier"},
    {"cvt.f32.rn.s32 f, r;", ""},
    {"cvt.u32.u8 r, h;", ""},
    {"cvt.u8.u32 b, r;", ""},
    {"cvt.u64.u32 w, %tid.x;", ""},
    {"cvt.u32.u64 r, s;", "needs at least 64 bits"},
    {"cvt.rn.f16.f32 b, f;", "needs at least 16 bits"},
    {"cvt.rn.f16x2.f32 r, f, f;", ""},
    {"cvt.f32.f16x2 f, r;", "has no form with"},
    {"cvt.rn.satfinite.e4m3x2.f32 h, f, f;", ""},
    {"cvt.rn.f16x2.e5m2x2 r, h;", ""},
    {"mov.b32 r, f;", ""},
    {"mov.u32 r, %tid.y;", ""},
    {"mov.u16 h, %ctaid.x;", ""},
    {"mov.u64 w, %tid.x;", "(%tid.x) has 32 bits, .u64 has 64"},
    {"mov.u64 w, %clock64;", ""},
    {"mov.u64 w, g + 8;", ""},
    {"mov.u32 r, tile;", ""},
    {"mov.u64 w, a;", ""},
    {"mov.b32 r, {h, i};", ""},
    {"mov.b32 {h, _}, r;", ""},
    {"mov.b32 {h, i}, f;", ""},
    {"mov.u32 {h, i}, r;", "is a vector"},
    {"mov.b64 {h, i}, w;", "the instruction needs 32 bits"},
    {"mov.b128 z, {w, x};", ""},
    {"mov.b64 w, {r, 1};", ""},
    {"mov.pred p, 1;", ""},
    {"mov.b32 r, 0f3f800000;", ""},
    {"mov.u32 r, 0f3f800000;", "floating-point constant"},
    {"setp.lt.u32 p|q, r, s;", ""},
    {"setp.lt.and.u32 p, r, s, !q;", ""},
    {"setp.lt.ftz.u32 p, r, s;", "'setp.lt.ftz' has no form with '.u32'"},
    {"setp.equ.u32 p, r, s;", "'setp.equ' has no form with '.u32'"},
    {"setp.lt.u32 r, r, s;", "operand 1 (r) is declared .b32, the instruction needs 1 bit"},
    {"selp.b32 r, r, s, !p;", ""},
    {"selp.f32 f, 1.0, 2.0, p;", ""},
    {"slct.s32.f32 r, r, s, 1.5;", ""},
    {"lop3.b32 r, r, s, t, 0x96;", ""},
    {"lop3.b32 r, r, s, t, r;", "must be an integer constant"},
    {"lop3.or.b32 r|p, r, s, t, 0x96, !q;", ""},
    {"lop3.or.b32 r, r, s, t, 0x96, q;", "must be a pair"},
    {"prmt.b32.b4e r, r, s, t;", ""},
    {"ld.global.u32 r, [w];", ""},
    {"ld.global.u32 r, [w+-8];", ""},
    {"ld.global.u32 r, [g+4*2];", ""},
    {"ld.global.u32 r, w;", "must be a memory operand"},
    {"ld.global.u32 w, [x];", ""},
    {"ld.global.u64 r, [w];", "needs at least 64 bits"},
    {"ld.global.v2.f32 {f, f}, [w];", ""},
    {"ld.global.v2.f32 f, [w];", "must be a vector of 2"},
    {"ld.global.v4.f32 {f, f}, [w];", "must be a vector of 4"},
    {"ld.global.f32 {f, f}, [w];", "is a vector"},
    {"ld.global.nc.L1::no_allocate.L2::128B.v2.u32 {r, _}, [w];", ""},
    {"ld.u32.global r, [w];", ""},
    {"ld.relaxed.gpu.global.u32 r, [w];", ""},
    {"ld.relaxed.global.u32 r, [w];", "lacks a modifier"},
    {"ld.shared::cta.u32 r, [tile];", ""},
    {"ld.global.u32 r, [h];", "needs 32 or 64"},
    {"st.global.u8 [w], 5;", ""},
    {"st.global.f32 [w], 1.0;", ""},
    {"st.global.u64 [w], g;", "is an address"},
    {"st.const.u32 [w], r;", "has no form with '.const'"},
    {"atom.add.global.u32 r, [w], s;", ""},
    {"atom.global.add.noftz.f16x2 r, [w], s;", ""},
    {"atom.global.add.u32 _, [w], 1;", ""},
    {"atom.global.cas.b32 r, [w], s, t;", ""},
    {"atom.global.cas.b32 r, [w], s;", "has 3 operands"},
    {"atom.global.add.v2.f32 {f, f}, [w], {f, f};", ""},
    {"red.global.add.f64 [w], d;", ""},
    {"red.global.exch.b32 [w], r;", "has no form with '.exch'"},
    {"shfl.sync.idx.b32 r|p, r, 1, 2, -1;", ""},
    {"shfl.idx.b32 r, r, 1, 2;", ""},  // ptxas: not for sm_70 and later
    {"vote.sync.any.pred p, !q, -1;", ""},
    {"vote.sync.ballot.b32 r, p, -1;", ""},
    {"match.all.sync.b64 r|p, w, -1;", ""},
    {"match.any.sync.b64 r|p, w, -1;", "is a pair"},
    {"redux.sync.add.u32 r, r, -1;", ""},
    {"redux.sync.and.u32 r, r, -1;", "has no form with '.u32'"},
    {"elect.sync _|p, -1;", ""},
    {"bar.sync 0;", ""},
    {"bar.sync r, 64;", ""},
    {"bar.red.popc.u32 r, 0, p;", ""},
    {"bar.red.and.pred p, 0, 32, !q;", ""},
    {"barrier.cta.red.popc.aligned.u32 r, 0, p;", ""},
    {"bar.warp.sync -1;", ""},
    {"ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {r, s}, [tile];", ""},
    {"ldmatrix.sync.aligned.m8n8.x1.shared.b16 {r}, [tile];", ""},
    {"ldmatrix.sync.aligned.m8n8.x1.shared.b16 r, [tile];", "must be a vector of 1"},
    {"cp.async.ca.shared.global [tile], [w], 4;", ""},
    {"cp.async.cg.shared.global [tile], [w], 16, r;", ""},
    {"cp.async.wait_group 1;", ""},
    {"cp.async.wait_group r;", "must be an integer constant"},
    {"vadd.s32.u32.s32.sat.min r, r.b0, s.h1, t;", ""},
    {"vadd.s32.u32.s32 r.b1, r.b0, s.h1, t;", ""},
    {"vadd.s32.u32.s32 r.b10, r.b0, s.h1, t;", "cannot be a part"},
    {"vmad.s32.s32.s32.shr7 r, r, s, -t;", ""},
    {"vadd2.s32.u32.s32.add r.h10, r.h10, s.h32, t;", ""},
    {"add.u32 r, r.b0, s;", "cannot be a part"},
    {"add.u32 r, -r, s;", "cannot be negated"},
    {"wmma.load.a.sync.aligned.m16n16k16.row.f16 r, [w];", "must be a vector of 8"},
    {"frobnicate.u32 r;", "no such instruction in the table"},
    {"add.foo.u32 r, r, s;", "'add' has no form with '.foo'"},
    {"add.u32 r, nothing, s;", "'nothing' is not declared"},
    {"add.u32 r, %nothing, s;", "'%nothing' is neither a declared register nor a special register"},
    {"bra nowhere;", "the label 'nowhere' is not in this function"},
    {"add.u32 r r, s;", "expected ',' or ';'"},
    {"@r add.u32 r, r, s;", "not a predicate register"},

    {"mbarrier.init.b64 [w], 4;", ""},
    {"mbarrier.init.shared::cta.b64 [r], s;", ""},
    {"mbarrier.init.shared::cluster.b64 [r], s;", "has no form with '.shared::cluster'"},
    {"mbarrier.inval.shared.b64 [r];", ""},
    {"mbarrier.arrive.b64 w, [x];", ""},
    {"mbarrier.arrive.release.cluster.shared::cta.b64 w, [r], 3;", ""},
    {"mbarrier.arrive.relaxed.cta.b64 w, [x], s;", ""},
    {"mbarrier.arrive.release.b64 w, [x];", "lacks a modifier"},
    {"mbarrier.arrive.shared::cluster.b64 _, [r];", ""},
    {"mbarrier.arrive.noComplete.b64 w, [x], 1;", ""},
    {"mbarrier.arrive.noComplete.b64 w, [x];", "has 2 operands"},
    {"mbarrier.arrive.expect_tx.release.cta.shared::cta.b64 _, [r], s;", ""},
    {"mbarrier.arrive_drop.noComplete.b64 w, [x], 1;", ""},
    {"mbarrier.arrive_drop.expect_tx.shared::cta.b64 w, [r], 16;", ""},
    {"mbarrier.expect_tx.relaxed.cta.shared::cta.b64 [r], 16;", ""},
    {"mbarrier.expect_tx.relaxed.shared::cta.b64 [r], 16;", "lacks a modifier"},
    {"mbarrier.complete_tx.shared::cluster.b64 [r], s;", ""},
    {"mbarrier.test_wait.shared.b64 p, [r], w;", ""},
    {"mbarrier.test_wait.b64 p, [x], r;", "operand 3 (r) is declared .b32, the instruction needs 64 bits"},
    {"mbarrier.test_wait.parity.acquire.cta.shared::cta.b64 p, [r], s;", ""},
    {"mbarrier.test_wait.shared::cluster.b64 p, [r], w;", "has no form with '.shared::cluster'"},
    {"mbarrier.try_wait.shared::cta.b64 p, [r], w, 100;", ""},
    {"mbarrier.try_wait.parity.relaxed.cluster.shared::cta.b64 p, [r], s, t;", ""},
    {"mbarrier.pending_count.b64 r, w;", ""},
    {"cp.async.mbarrier.arrive.b64 [w];", ""},
    {"cp.async.mbarrier.arrive.noinc.shared::cta.b64 [r];", ""},
    {"cp.async.mbarrier.arrive.shared::cluster.b64 [r];", "has no form with '.shared::cluster'"},
    {"cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [r], [w], 16, [s];", ""},
    {"cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes [r], [w], t, [s];", ""},
    {"cp.async.bulk.shared.global.mbarrier::complete_tx::bytes [r], [w], t, [s];", "has no form with '.shared'"},
    {"cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.L2::cache_hint [r], [w], 16, [s], x;", ""},
    {"cp.async.bulk.global.shared::cta.bulk_group [w], [r], 16;", ""},
    {"cp.async.bulk.global.shared::cta [w], [r], 16;", "lacks a modifier"},
    {"cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes [r], [s], 16, [t];", ""},
    {"cp.async.bulk.commit_group;", ""},
    {"cp.async.bulk.wait_group.read 0;", ""},
    {"cp.async.bulk.wait_group r;", "must be an integer constant"},
    {"cp.async.bulk.prefetch.L2.global [w], 16;", ""},
    {"cp.async.bulk.prefetch.L2.global.L2::cache_hint [w], 16, x;", ""},
    {"fence.proxy.async;", ""},
    {"fence.proxy.async.shared::cta;", ""},
    {"fence.proxy.async.shared;", "has no form with '.shared'"},
    {"fence.mbarrier_init.release.cluster;", ""},
    {"fence.acquire.sync_restrict::shared::cluster.cluster;", ""},
    {"membar.proxy.alias;", ""},
    {"membar.proxy.async;", "has no form with '.async'"},
    {"barrier.cluster.arrive;", ""},
    {"barrier.cluster.arrive.relaxed.aligned;", ""},
    {"barrier.cluster.wait.acquire.aligned;", ""},
    {"barrier.cluster.wait.relaxed;", "has no form with '.relaxed'"},
    {"mapa.u64 w, x, r;", ""},
    {"mapa.shared::cluster.u32 r, tile, 0;", ""},
    {"getctarank.shared::cluster.u32 r, s;", ""},
    {"getctarank.u64 r, w;", ""},
    {"getctarank.u32 r, w;", "operand 2 (w) is declared .b64, the instruction needs 32 bits"},
    {"mov.v2.b32 {r, s}, {s, r};", ""},
    {"mov.v2.f32 {f, f}, {f, 1.0};", ""},
    {"mov.v4.u32 {r, s, t, _}, %tid;", ""},
    {"mov.v2.u32 {r, s}, %tid;", "must be a vector of 2"},
    {"mov.v4.f32 {f, f, f, f}, %tid;", "can be read by mov and cvt only"},
    {"mov.v2.f16 {h, i}, {i, h};", "has no form with '.f16'"},
    {"mov.v4.u64 {w, x, w, x}, {w, x, w, x};", "at most 128"},
    {"mov.u32 r, %tid.w;", ""},
    {"mov.u32 r, {s};", "is a vector"},
    {"mov.b32 {r}, s;", ""},
    {"ld.global.b32 {r}, [w];", ""},
    {"ld.global.b32 {_}, [w];", "a vector of '_' alone has no type"},
    {"ld.global.v2.b32 {r}, [w];", "must be a vector of 2"},
    {"ld.global.b8 r, g[4];", ""},
    {"ld.shared.b32 r, tile[s + 1];", ""},
    {"ld.shared.b32 r, [tile[4]];", "without further brackets"},
    {"mov.u64 w, g[4];", ""},
    {"mov.u64 w, g[4] + 4;", "expected ',' or ';'"},
    {"mov.u64 w, g[1.0];", "cannot be a floating-point constant"},
    {"atom.shared.add.u32 r, tile[1], 1;", "must be a memory operand"},
    {"add.u32 r, s + 1, t;", ""},
    {"add.u32 r + 1, s, t;", "expected ',' or ';'"},
    {"add.u32 r, s - 1, t;", "expected ',' or ';'"},
    {"cvt.sat.s16.s16 h, i;", "does not hold all values of the source's"},
    {"cvt.sat.u16.s16 h, i;", ""},
    {"cvt.sat.s64.u32 w, r;", "does not hold all values of the source's"},
    {"cvt.sat.u64.s32 w, r;", ""},
};

std::string sample_name(const testing::TestParamInfo<Sample>& info) {
  std::string name = fmt::format("{:03}_", info.index);
  for (const char c : info.param.text) name += std::isalnum(static_cast<unsigned char>(c)) != 0 ? c : '_';
  return name;
}

INSTANTIATE_TEST_SUITE_P(Table, InstructionSamples, testing::ValuesIn(kSamples), sample_name);

// The pairs of integer types, all 64, of which ptxas 13.0 says "Illegal modifier '.sat' for instruction 'cvt'".
TEST(Matching, SaturationIsRefusedWhereTheDestinationHoldsEveryValue) {
  const std::map<std::string, std::set<std::string>> refused{
      {"u8", {"u8"}},
      {"s8", {"s8"}},
      {"u16", {"u8", "u16"}},
      {"s16", {"u8", "s8", "s16"}},
      {"u32", {"u8", "u16", "u32"}},
      {"s32", {"u8", "s8", "u16", "s16", "s32"}},
      {"u64", {"u8", "u16", "u32", "u64"}},
      {"s64", {"u8", "s8", "u16", "s16", "u32", "s32", "s64"}},
  };
  const auto register_of = [](const std::string& type) {
    return type.ends_with("64") ? "w" : type.ends_with("32") ? "r" : "h";
  };
  for (const auto& [to, sources] : refused) {
    for (const auto& [from, unused] : refused) {
      const std::string text = fmt::format("cvt.sat.{}.{} {}, {};", to, from, register_of(to), register_of(from));
      EXPECT_NE(static_cast<bool>(parse_instruction(text)), sources.contains(from)) << text;
    }
  }
}

// What is left out by design is named in CUDA's words, whatever its operands are.
TEST(Matching, WhatIsLeftOutIsNamed) {
  const std::multimap<std::string_view, std::string_view> left_out{
      {"textures", "tex.2d.v4.f32.f32 {f, f, f, f}, [g, {f, f}];"},
      {"textures", "tld4.r.2d.v4.f32.f32 {f, f, f, f}, [g, {f, f}];"},
      {"textures", "txq.width.b32 r, [g];"},
      {"textures and surfaces", "istypep.texref p, w;"},
      {"surfaces", "suld.b.1d.b32.trap r, [g, {r}];"},
      {"surfaces", "sust.b.1d.b32.trap [g, {r}], r;"},
      {"surfaces", "sured.b.add.1d.u32.trap [g, {r}], r;"},
      {"surfaces", "suq.width.b32 r, [g];"},
      {"matrix operations of warpgroups",
       "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {f}, w, w, p, 1, 1, 0, 0;"},
      {"matrix operations of warpgroups", "wgmma.commit_group.sync.aligned;"},
      {"matrix operations of warpgroups", "wgmma.wait_group.sync.aligned 0;"},
      {"the tensor cores of compute capability 10.0",
       "tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [w], 32;"},
      {"the tensor cores of compute capability 10.0", "tcgen05.ld.sync.aligned.32x32b.x1.b32 {r}, [r];"},
      {"tensor maps", "tensormap.replace.tile.rank.shared::cta.b1024.b32 [w], 2;"},
      {"tensor maps", "cp.async.bulk.prefetch.tensor.1d.L2.global.tile [w, {r}];"},
      {"tensor maps", "cp.reduce.async.bulk.tensor.1d.global.shared::cta.add.tile.bulk_group [w, {r}], [w];"},
      {"tensor maps", "fence.proxy.tensormap::generic.release.gpu;"},
      {"multicast objects", "multimem.ld_reduce.relaxed.gpu.global.add.u32 r, [w];"},
      {"clusters of several blocks",
       "clusterlaunchcontrol.try_cancel.async.mbarrier::complete_tx::bytes.b128 [w], [w];"},
      {"clusters of several blocks", "st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.u32 [w], r, [w];"},
      {"clusters of several blocks",
       "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster [w], [w], 16, [w], h;"},
      {"bulk reductions", "cp.reduce.async.bulk.global.shared::cta.bulk_group.add.u32 [w], [w], 16;"},
  };
  for (const auto& [part, text] : left_out) {
    const auto module = parse_instruction(text);
    ASSERT_FALSE(module) << text;
    EXPECT_TRUE(module.error().message.ends_with(fmt::format("': {} are not emulated", part)))
        << text << "\n"
        << module.error().message;
  }
}

TEST(Matching, SlotsHoldTheWordsOfTheInstruction) {
  const auto module = parse_instruction("@!p setp.ge.and.ftz.f32 p|q, f, 0f3f800000, !q;");
  ASSERT_TRUE(module) << module.error().message;
  const Instruction& instruction = (*module)->functions[0].body[0];
  EXPECT_EQ(instruction.opcode(), "setp");
  EXPECT_EQ(instruction.modifier(".CmpOp"), ".ge");
  EXPECT_EQ(instruction.modifier(".BoolOp"), ".and");
  EXPECT_EQ(instruction.type(), Type::f32);
  EXPECT_TRUE(instruction.has(".ftz"));
  EXPECT_FALSE(instruction.has(".sat"));
  EXPECT_EQ(instruction.modifier(".rnd"), "");
  EXPECT_TRUE(instruction.guard.present);
  EXPECT_TRUE(instruction.guard.negated);
  ASSERT_EQ(instruction.operands.size(), 4u);
  EXPECT_EQ(instruction.operands[0].kind, Operand::Kind::pair);
  EXPECT_EQ(instruction.operands[2].type, Type::f32);
  EXPECT_EQ(instruction.operands[2].bits, 0x3f800000u);
  EXPECT_TRUE(instruction.operands[3].negated);
  EXPECT_EQ(instruction.form->section, "Comparison and Selection Instructions: setp");
}

TEST(Matching, TypesKeepTheirOrder) {
  const auto module = parse_instruction("cvt.rn.f32.u32 f, r;");
  ASSERT_TRUE(module) << module.error().message;
  const Instruction& instruction = (*module)->functions[0].body[0];
  EXPECT_EQ(instruction.type(".dtype"), Type::f32);
  EXPECT_EQ(instruction.type(".atype"), Type::u32);
  EXPECT_EQ(instruction.modifier(".frnd"), ".rn");
}

TEST(Matching, LiteralsTakeTheWidthOfTheirPlace) {
  const auto bits = [](std::string_view text, std::size_t operand) {
    const auto module = parse_instruction(text);
    EXPECT_TRUE(module) << module.error().message;
    return module ? (*module)->functions[0].body[0].operands[operand] : Operand{};
  };
  EXPECT_EQ(bits("add.f32 f, f, 1.5;", 2).bits, 0x3fc00000u);
  EXPECT_EQ(bits("add.f32 f, f, -1.5;", 2).bits, 0xbfc00000u);
  EXPECT_EQ(bits("add.f64 d, d, 0f3f800000;", 2).bits, 0x3ff0000000000000u);
  EXPECT_EQ(bits("mov.b64 w, 1.0;", 1).type, Type::f64);
  EXPECT_EQ(bits("mov.pred p, 7;", 1).bits, 1u);
  EXPECT_EQ(bits("mov.pred p, 7;", 1).type, Type::pred);
  EXPECT_EQ(bits("add.u32 r, r, -1;", 2).bits, ~std::uint64_t{0});
}

}  // namespace
}  // namespace bankloom::ptx
