// The parser: declarations, names and scopes, calls, source lines, and what it refuses.
#include "core/ptx/parser.h"

#include <gtest/gtest.h>

#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <limits>
#include <set>
#include <string>
#include <string_view>

namespace bankloom::ptx {
namespace {

constexpr std::string_view kHead = ".version 8.5\n.target sm_90\n.address_size 64\n";

Result<std::shared_ptr<const Module>> parse_module(std::string_view rest) {
  return parse(std::string(kHead) + std::string(rest));
}

// A module that must parse; the test fails, and nullptr comes back, where it does not.
std::shared_ptr<const Module> parsed(std::string_view rest) {
  auto module = parse_module(rest);
  EXPECT_TRUE(module) << (module ? "" : module.error().message);
  return module ? *module : nullptr;
}

std::string error_of(std::string_view rest) {
  const auto module = parse_module(rest);
  return module ? "no error" : module.error().message;
}

std::string kernel(std::string_view body) { return fmt::format(".visible .entry k()\n{{\n{}\nret;\n}}\n", body); }

template <class T>
T value_at(const Variable& variable, std::size_t index) {
  T value{};
  EXPECT_LE((index + 1) * sizeof(T), variable.initial.size());
  std::memcpy(&value, variable.initial.data() + index * sizeof(T), sizeof(T));
  return value;
}

TEST(Parser, ReadsTheHead) {
  const auto module = parsed(".file 1 \"kernel.cu\"\n" + kernel(""));
  ASSERT_TRUE(module);
  EXPECT_EQ(module->version_major, 8u);
  EXPECT_EQ(module->version_minor, 5u);
  EXPECT_EQ(module->target, "sm_90");
  EXPECT_EQ(module->address_size, 64u);
  ASSERT_EQ(module->files.size(), 2u);
  EXPECT_EQ(module->files[1], "kernel.cu");
  ASSERT_NE(module->find("k"), nullptr);
  EXPECT_TRUE(module->find("k")->is_entry);
  EXPECT_EQ(module->find("no"), nullptr);
}

TEST(Parser, RefusesWhatIsNoPtx) {
  EXPECT_NE(parse("").error().message.find("no .version"), std::string::npos);
  EXPECT_NE(parse("hello").error().message.find("line 1: 'hello'"), std::string::npos);
  EXPECT_NE(parse(".target sm_90\n").error().message.find("starts with a .version"), std::string::npos);
  EXPECT_NE(parse(".version eight").error().message.find(".version needs a number"), std::string::npos);
  EXPECT_NE(parse(".version 8.0\n.address_size 32\n").error().message.find("line 2: .address_size 32"),
            std::string::npos);
  EXPECT_NE(parse("/* no end").error().message.find("does not end"), std::string::npos);
  EXPECT_NE(parse(".version 8.0\n\x01").error().message.find("line 2: the byte 0x01"), std::string::npos);
  EXPECT_NE(error_of(".tex .u64 t;").find("'.tex' is not supported"), std::string::npos);
}

TEST(Parser, ParametersHaveOffsetsByAlignment) {
  const auto module = parsed(
      ".visible .entry k(.param .u8 a, .param .u64 .ptr .global .align 16 b, .param .align 16 .b8 c[20], .param .u16 "
      "d)\n"
      ".maxntid 32, 8, 2\n.minnctapersm 1\n{ ret; }");
  ASSERT_TRUE(module);
  const Function& k = *module->find("k");
  ASSERT_EQ(k.params.size(), 4u);
  EXPECT_EQ(k.params[1].offset, 8u);
  EXPECT_EQ(k.params[2].offset, 16u);
  EXPECT_EQ(k.params[2].size, 20u);
  EXPECT_EQ(k.params[3].offset, 36u);
  EXPECT_EQ(k.max_threads, 512u);
  EXPECT_FALSE(k.has_required_block);
  EXPECT_EQ(parsed(".entry k .reqntid 16, 4 { ret; }")->find("k")->required_block, (Dim3{16, 4, 1}));
}

TEST(Parser, InitialValues) {
  const auto module = parsed(R"(
.const .align 8 .b8 bytes[6] = {104, 0x65, 0154, 0b1101100, 255};
.global .u32 table[2][3] = {{1, 2}, {4}};
.global .s16 flat[2][2] = {-1, 2, 3};
.global .f32 f[4] = {1.5, 0f40000000, -0.25, 3};
.global .f64 g = 0d3ff8000000000000;
.global .v2 .u32 v[2] = {{1, 2}, {3, 4}};
.global .u32 open[] = {1, 2, 3};
.global .u32 a = 1 + 2 * 3 - (4 << 1), b = (5 > 4) ? 10U : 20;
.global .u64 zero[100];
.extern .shared .align 16 .b8 dynamic[];
)");
  ASSERT_TRUE(module);
  const std::vector<Variable>& v = module->variables;
  ASSERT_EQ(v.size(), 11u);
  EXPECT_EQ(v[0].space, Space::constant);
  EXPECT_EQ(v[0].align, 8u);
  EXPECT_EQ(v[0].size, 6u);
  EXPECT_EQ(value_at<std::uint8_t>(v[0], 2), 0154);
  EXPECT_EQ(value_at<std::uint8_t>(v[0], 3), 108);
  EXPECT_EQ(value_at<std::uint8_t>(v[0], 5), 0);
  EXPECT_EQ(v[1].size, 24u);
  EXPECT_EQ(value_at<std::uint32_t>(v[1], 1), 2u);
  EXPECT_EQ(value_at<std::uint32_t>(v[1], 2), 4u);  // inner lists leave no gap: see parse_initializer_list
  EXPECT_EQ(value_at<std::uint32_t>(v[1], 3), 0u);
  EXPECT_EQ(value_at<std::int16_t>(v[2], 0), -1);
  EXPECT_EQ(value_at<std::int16_t>(v[2], 2), 3);
  EXPECT_EQ(value_at<float>(v[3], 1), 2.0F);
  EXPECT_EQ(value_at<float>(v[3], 2), -0.25F);
  EXPECT_EQ(value_at<float>(v[3], 3), 3.0F);
  EXPECT_EQ(value_at<double>(v[4], 0), 1.5);
  EXPECT_EQ(v[5].size, 16u);
  EXPECT_EQ(v[5].align, 8u);
  EXPECT_EQ(value_at<std::uint32_t>(v[5], 2), 3u);
  EXPECT_EQ(v[6].size, 12u);
  EXPECT_EQ(value_at<std::int32_t>(v[7], 0), -1);
  EXPECT_EQ(value_at<std::uint32_t>(v[8], 0), 10u);
  EXPECT_EQ(v[9].size, 800u);
  EXPECT_TRUE(v[9].initial.empty());
  EXPECT_TRUE(v[10].is_extern);
  EXPECT_EQ(v[10].size, 0u);
}

TEST(Parser, InitialAddresses) {
  const auto module = parsed(R"(
.func f;
.global .u32 x[4];
.global .u64 p[4] = {x, x + 8, generic(x) + 4, f};
)");
  ASSERT_TRUE(module);
  const std::vector<Variable::Relocation>& relocations = module->variables[1].relocations;
  ASSERT_EQ(relocations.size(), 4u);
  EXPECT_EQ(relocations[1].at, 8u);
  EXPECT_EQ(relocations[1].addend, 8);
  EXPECT_FALSE(relocations[1].generic);
  EXPECT_TRUE(relocations[2].generic);
  EXPECT_EQ(relocations[2].addend, 4);
  EXPECT_TRUE(relocations[3].is_function);
  EXPECT_NE(error_of(".global .u32 x;\n.global .u8 p = 0xff(x);").find("line 5"), std::string::npos);
  EXPECT_NE(error_of(".global .u16 p = q;").find("'q' is not declared"), std::string::npos);
  EXPECT_NE(error_of(".global .u32 x;\n.global .u16 p = x;").find("does not fit into .u16"), std::string::npos);
}

TEST(Parser, RefusesBadVariables) {
  EXPECT_NE(error_of(".global .u32 x[2] = {1, 2, 3};").find("more values"), std::string::npos);
  EXPECT_NE(error_of(".global .u32 x[2] = {{1}};").find("nested deeper"), std::string::npos);
  EXPECT_NE(error_of(".global .u32 x[2][2] = {{1, 2, 3}};").find("more values"), std::string::npos);
  EXPECT_NE(error_of(".shared .u32 x = 1;").find("only .global and .const"), std::string::npos);
  EXPECT_NE(error_of(".global .u32 x[];").find("extent of the array 'x' is missing"), std::string::npos);
  EXPECT_NE(error_of(".global .u32 x; .global .u32 x;").find("'x' is declared twice"), std::string::npos);
  EXPECT_NE(error_of(".global .pred x;").find("cannot be a predicate"), std::string::npos);
  EXPECT_NE(error_of(".global .align 3 .u32 x;").find("not a power of two"), std::string::npos);
  EXPECT_NE(error_of(".global .b8 x[1<<60];").find("larger than"), std::string::npos);
  EXPECT_NE(error_of(".global .b8 x[1<<32][1<<32];").find("larger than"), std::string::npos);
  EXPECT_NE(error_of(".global .b8 x[1<<29], y[1<<29], z[1];").find("larger than"), std::string::npos);
  EXPECT_NE(error_of(".global .b8 x[1<<29] = {1};").find("larger than"), std::string::npos);
  EXPECT_NE(error_of(".global .u32 x = 1.5;").find("cannot hold a floating-point value"), std::string::npos);
  EXPECT_NE(error_of(".global .u32 x = 1 / 0;").find("divides by zero"), std::string::npos);
}

TEST(Parser, ConstantExpressionsFollowC) {
  const auto value = [](std::string_view expression) {
    const auto module = parsed(fmt::format(".global .s64 x = {};", expression));
    return module ? value_at<std::int64_t>(module->variables[0], 0) : -999;
  };
  EXPECT_EQ(value("2 + 3 * 4"), 14);
  EXPECT_EQ(value("10 - 4 - 3"), 3);
  EXPECT_EQ(value("-7 / 2"), -3);
  EXPECT_EQ(value("-7 % 3"), -1);
  EXPECT_EQ(value("1 << 3 | 1"), 9);
  EXPECT_EQ(value("6 & 3 ^ 1"), 3);
  EXPECT_EQ(value("1 < 2 == 1"), 1);
  EXPECT_EQ(value("1 && 0 || 2"), 1);
  EXPECT_EQ(value("-1 < 0U"), 0);
  EXPECT_EQ(value("-1 >> 1"), -1);
  EXPECT_EQ(value("(.u64) -1 >> 63"), 1);
  EXPECT_EQ(value("(.s64) 0xffffffffffffffff < 0"), 1);
  EXPECT_EQ(value("~0"), -1);
  EXPECT_EQ(value("!3"), 0);
  EXPECT_EQ(value("0 ? 1 : 0 ? 2 : 3"), 3);
  EXPECT_EQ(value("WARP_SZ * 2"), 64);
  EXPECT_EQ(value("(-9223372036854775807 - 1) / -1"), std::numeric_limits<std::int64_t>::min());
  EXPECT_EQ(value("1.5 > 1"), 1);
}

TEST(Parser, RegistersAndScopes) {
  const auto module = parsed(kernel(R"(
.reg .b32 %r<3>, x;
.reg .v4 .f32 v;
mov.u32 %r2, 1;
{ .reg .b64 x; mov.u64 x, 2; }
mov.u32 x, 3;
mov.f32 v.z, 0f00000000;
mov.f32 v.b, 0f00000000;
)"));
  ASSERT_TRUE(module);
  const Function& k = module->functions[0];
  ASSERT_EQ(k.registers.size(), 9u);
  EXPECT_EQ(k.registers[2].name, "%r2");
  EXPECT_EQ(k.registers[k.body[0].operands[0].index].name, "%r2");
  EXPECT_EQ(k.registers[k.body[1].operands[0].index].type, Type::b64);
  EXPECT_EQ(k.registers[k.body[2].operands[0].index].type, Type::b32);
  EXPECT_EQ(k.registers[k.body[3].operands[0].index].name, "v.z");
  EXPECT_EQ(k.body[4].operands[0].index, k.body[3].operands[0].index);
  EXPECT_NE(error_of(kernel(".reg .b32 %r<3>;\nmov.u32 %r3, 1;")).find("'%r3' is neither"), std::string::npos);
  EXPECT_NE(error_of(kernel(".reg .b32 %r<3>;\nmov.u32 %r01, 1;")).find("'%r01' is neither"), std::string::npos);
  EXPECT_NE(error_of(kernel(".reg .b32 x; .reg .f32 x;")).find("declared twice"), std::string::npos);
  EXPECT_NE(error_of(kernel(".reg .b32 %r<3>; .reg .f32 %r1;")).find("declared twice"), std::string::npos);
  EXPECT_NE(error_of(kernel("{ .reg .b32 x; }\nmov.u32 x, 1;")).find("line 7: 'x' is not declared"), std::string::npos);
  EXPECT_NE(error_of(kernel(".reg .b32 %r<4000000000>;")).find("more than"), std::string::npos);
  EXPECT_NE(error_of(kernel(".reg .b32 %r<18446744073709551615>;")).find("more than"), std::string::npos);
}

TEST(Parser, LabelsResolveInTheirScope) {
  const auto module = parsed(kernel(R"(
.reg .pred p;
.reg .b32 i;
again:
@p bra done;
{ again: bra again; bra done; }
bra.uni again;
t: .branchtargets again, done;
brx.idx i, t;
done:
)"));
  ASSERT_TRUE(module);
  const Function& k = module->functions[0];
  ASSERT_EQ(k.body.size(), 6u);
  EXPECT_EQ(k.body[0].operands[0].index, 5u);
  EXPECT_EQ(k.body[1].operands[0].index, 1u);
  EXPECT_EQ(k.body[2].operands[0].index, 5u);
  EXPECT_EQ(k.body[3].operands[0].index, 0u);
  ASSERT_EQ(k.branch_tables.size(), 1u);
  EXPECT_EQ(k.branch_tables[0], (std::vector<std::uint32_t>{0, 5}));
  EXPECT_EQ(k.body[4].operands[1].kind, Operand::Kind::branch_targets);
  EXPECT_NE(error_of(kernel("L: L: ret;")).find("'L' is declared twice"), std::string::npos);
  EXPECT_NE(error_of(kernel("{ L: ret; }\nbra L;")).find("line 7: the label 'L'"), std::string::npos);
  EXPECT_NE(error_of(kernel("t: .branchtargets L;")).find("the label 'L'"), std::string::npos);
}

TEST(Parser, AddressesTellTheirSpaces) {
  const auto module = parsed(R"(
.global .u32 g;
.func (.param .b32 result) f(.param .b32 a)
{
.reg .b32 r;
.reg .b64 rd;
.local .align 8 .b8 depot[64];
{ .param .align 4 .b8 arg[8]; st.param.b32 [arg+4], r; }
ld.param.b32 r, [a];
st.param.b32 [result+0], r;
st.local.u32 [depot+8], r;
ld.global.u32 r, [g];
ld.local.u32 r, [rd+-16];
ld.local.u32 r, [rd-16+4];
ld.shared.u32 r, [256];
st.local.b8 depot[2], r;
st.global.u32 [16], r;
ret;
}
)");
  ASSERT_TRUE(module);
  const Function& f = module->functions[0];
  using Base = Operand::Base;
  EXPECT_EQ(f.body[0].operands[0].base, Base::local_variable);
  EXPECT_EQ(f.body[0].operands[0].offset, 4);
  EXPECT_EQ(f.locals[f.body[0].operands[0].index].space, Space::param);
  EXPECT_EQ(f.body[1].operands[1].base, Base::param);
  EXPECT_EQ(f.body[2].operands[0].base, Base::result);
  EXPECT_EQ(f.body[3].operands[0].base, Base::local_variable);
  EXPECT_EQ(f.locals[f.body[3].operands[0].index].space, Space::local);
  EXPECT_EQ(f.body[4].operands[1].base, Base::variable);
  EXPECT_EQ(f.body[5].operands[1].base, Base::reg);
  EXPECT_EQ(f.body[5].operands[1].offset, -16);
  EXPECT_EQ(f.body[6].operands[1].offset, -12);
  EXPECT_EQ(f.body[7].operands[1].base, Base::none);
  EXPECT_EQ(f.body[7].operands[1].offset, 256);
  EXPECT_EQ(f.body[8].operands[0].base, Base::local_variable);
  EXPECT_EQ(f.body[8].operands[0].offset, 2);
  EXPECT_EQ(f.body[9].operands[0].base, Base::none);
  EXPECT_EQ(f.body[9].operands[0].offset, 16);
}

TEST(Parser, Calls) {
  const auto module = parsed(R"(
.func (.param .b32 r) f(.param .b32 a, .param .align 8 .b8 s[16]);
.func g;
.func (.reg .u32 d) h(.reg .u32 a) { mov.u32 d, a; ret; }
.visible .entry k()
{
.reg .b32 x;
.reg .b64 rd;
{ .param .b32 p0; .param .align 8 .b8 p1[16]; .param .b32 q;
call.uni (q), f, (p0, p1); }
call g;
call (x), h, (5);
proto: .callprototype (.param .b32 _) _ (.param .b32 _);
{ .param .b32 p0; .param .b32 q;
call (q), rd, (p0), proto; }
targets: .calltargets g;
call rd, targets;
ret;
}
)");
  ASSERT_TRUE(module);
  const Function& k = *module->find("k");
  ASSERT_EQ(k.body.size(), 6u);
  using Kind = Operand::Kind;
  EXPECT_EQ(k.body[0].operands[1].kind, Kind::function);
  EXPECT_EQ(module->functions[k.body[0].operands[1].index].name, "f");
  EXPECT_EQ(k.body[0].operands[2].elements.size(), 2u);
  EXPECT_EQ(k.body[0].operands[2].elements[1].kind, Kind::local_variable);
  EXPECT_TRUE(k.body[1].operands[0].elements.empty());
  EXPECT_EQ(k.body[2].operands[2].elements[0].kind, Kind::immediate);
  ASSERT_EQ(k.body[3].operands.size(), 4u);
  EXPECT_EQ(k.body[3].operands[1].kind, Kind::reg);
  EXPECT_EQ(k.body[3].operands[3].kind, Kind::prototype);
  EXPECT_EQ(k.prototypes[0].params.size(), 1u);
  EXPECT_EQ(k.body[4].operands[3].kind, Kind::call_targets);
  const Function& h = *module->find("h");
  EXPECT_EQ(h.param_registers.size(), 1u);
  EXPECT_EQ(h.return_registers.size(), 1u);
}

TEST(Parser, CallsThatDoNotFitAreRefused) {
  const std::string head = ".func (.param .b32 r) f(.param .b32 a);\n.entry e { ret; }\n.entry k() {\n.reg .b64 rd;\n";
  const auto error = [&](std::string_view body) { return error_of(head + std::string(body) + "\nret; }"); };
  EXPECT_NE(error("call f;").find("the call of f has 0 results where 1 are declared"), std::string::npos);
  EXPECT_NE(error(".param .b64 q; call (q), f, (q);").find("8 bytes as result 1 where 4"), std::string::npos);
  EXPECT_NE(error(".param .b32 q; call (q), f, (rd);").find("8 bytes as argument 1 where 4"), std::string::npos);
  EXPECT_NE(error("call e;").find("is a kernel"), std::string::npos);
  EXPECT_NE(error("call nobody;").find("'nobody' is not declared"), std::string::npos);
  EXPECT_NE(error("call rd;").find("'call'"), std::string::npos);
}

TEST(Parser, DeclarationAndDefinitionAreOneFunction) {
  EXPECT_NE(error_of(".func f { ret; }\n.alias other, f;").find("line 5: .alias other, f needs"), std::string::npos);
  const auto good = parsed(R"(
.func other;
.func f;
.func f { ret; }
.extern .func (.param .b32 r) vprintf(.param .b64 a, .param .b64 b);
.entry k { call other; ret; }
.alias other, f;
)");
  ASSERT_TRUE(good);
  ASSERT_EQ(good->functions.size(), 4u);
  EXPECT_FALSE(good->find("f")->is_extern);
  EXPECT_TRUE(good->find("vprintf")->is_extern);
  EXPECT_EQ(good->find("k")->body[0].operands[1].index, 1u);
  EXPECT_NE(error_of(".func f { ret; }\n.func f { ret; }").find("line 5: 'f' is defined twice"), std::string::npos);
}

TEST(Parser, SourceLinesFollowInlinedCodeToTheCompiledText) {
  const auto module = parsed(R"(
.visible .entry k()
{
exit;
.loc 2 5 1
exit;
.loc 2 7 3
exit;
.loc 1 100 1, function_name $L__info_string0, inlined_at 2 8 9
exit;
.loc 1 200 2, function_name $L__info_string1+4, inlined_at 1 100 1
exit;
.loc 1 300 2
exit;
.loc 2 3 2, function_name $L__info_string2, inlined_at 2 8 1
exit;
}
.file 1 "/include/header.h"
.file 2 "kernel.cu", 1234, 567
.section .debug_str
{
$L__info_string0:
.b8 95,0
.b32 $L__info_string0
}
)");
  ASSERT_TRUE(module);
  std::vector<std::uint32_t> lines;
  for (const Instruction& instruction : module->functions[0].body) lines.push_back(instruction.source_line);
  EXPECT_EQ(lines, (std::vector<std::uint32_t>{0, 5, 7, 8, 8, 0, 3}));
  EXPECT_EQ(module->functions[0].body[0].ptx_line, 7u);
  EXPECT_EQ(module->functions[0].body[0].text, "exit");
}

TEST(Parser, AKernelInAnIncludedFileHasItsLines) {
  const auto module = parse(std::string(kHead) + R"(
.visible .entry own()
{
.loc 1 5 1
exit;
}
.visible .entry included()
{
.loc 2 30 1
exit;
.loc 1 9 1, function_name $L__info_string0, inlined_at 2 31 4
exit;
}
.file 1 "program.cu"
.file 2 "kernels.cuh"
)",
                            LinesOf::each_entry);
  ASSERT_TRUE(module) << module.error().message;
  const Function& own = *(*module)->find("own");
  const Function& included = *(*module)->find("included");
  EXPECT_EQ(own.source_file, 1u);
  EXPECT_EQ(own.body[0].source_line, 5u);
  EXPECT_EQ(included.source_file, 2u);
  EXPECT_EQ(included.body[0].source_line, 30u);
  EXPECT_EQ(included.body[1].source_line, 31u);
}

TEST(Parser, GarbageEndsInAnError) {
  std::string deep = ".global .u32 x = ";
  deep.append(100000, '(');
  EXPECT_NE(error_of(deep).find("nested too deeply"), std::string::npos);
  deep = ".global .u32 x = ";
  deep.append(100000, '-');
  EXPECT_NE(error_of(deep + "1;").find("nested too deeply"), std::string::npos);
  EXPECT_NE(error_of(".entry k { " + std::string(100000, '{')).find("nested too deeply"), std::string::npos);
  EXPECT_NE(error_of(".entry k {").find("does not end"), std::string::npos);
  EXPECT_NE(error_of(".entry k { add.u32 {{{").find("line 4"), std::string::npos);
  EXPECT_NE(error_of(".entry k { mov.b32 {}, 1; }").find("expected an operand"), std::string::npos);
  EXPECT_NE(error_of(".section .debug { {").find("does not end"), std::string::npos);
  EXPECT_NE(error_of(".global .u32 x = 99999999999999999999;").find("64 bits"), std::string::npos);
  EXPECT_NE(error_of(".global .f32 x = 0f3f8;").find("8 hexadecimal digits"), std::string::npos);
  EXPECT_NE(error_of(".global .u32 x = 089;").find("not an integer literal"), std::string::npos);
  EXPECT_NE(error_of("}").find("line 4"), std::string::npos);
}

// Cutting a valid text off anywhere, or leaving out any one token, must give a module or an error that names a line.
TEST(Parser, MutilatedTextNeverCrashes) {
  const std::string text = std::string(kHead) + R"(
.global .align 4 .u32 t[2][2] = {{1, 2}, {3}};
.func (.param .b32 r) f(.param .b32 a) { .reg .b32 x; ld.param.b32 x, [a]; st.param.b32 [r], x; ret; }
.visible .entry k(.param .u64 out) .maxntid 32, 1, 1
{
.reg .pred p<2>; .reg .b32 %r<4>; .reg .b64 %rd<2>; .shared .align 8 .b8 s[128];
.loc 1 2 3, function_name L, inlined_at 1 5 6
ld.param.u64 %rd0, [out];
setp.lt.and.s32 p0|p1, %r0, (1 + 2) * 3, !p1;
@!p0 bra $done;
mov.b64 {%r1, %r2}, %rd0;
{ .param .b32 q; .param .b32 a; call (q), f, (a); }
ts: .branchtargets $done;
brx.idx %r1, ts;
$done: st.global.v2.u32 [%rd0 + 8], {%r1, %r2};
ret;
}
)";
  ASSERT_TRUE(parse(text)) << parse(text).error().message;
  std::size_t errors = 0;
  for (std::size_t length = 0; length < text.size(); ++length) {
    const auto module = parse(text.substr(0, length));
    if (!module) ++errors;
    const auto shortened = parse(text.substr(0, length) + text.substr(length + 1));
    if (shortened) continue;
    EXPECT_TRUE(shortened.error().message.starts_with("line ")) << shortened.error().message;
  }
  EXPECT_GT(errors, text.size() / 2);
}

std::string read_file(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

TEST(Parser, ReadsEveryInstructionOfTheHardwareTable) {
  const auto module =
      parse(read_file(std::filesystem::path(BANKLOOM_SOURCE_DIR) / "tests" / "hardware" / "instructions_h200.ptx"));
  ASSERT_TRUE(module) << module.error().message;
  EXPECT_EQ((*module)->functions.size(), 674u);
  for (const Function& function : (*module)->functions) {
    EXPECT_GE(function.body.size(), 10u) << function.name;
    for (const Instruction& instruction : function.body) EXPECT_NE(instruction.form, nullptr);
  }
}

TEST(Parser, ReadsTheCorpus) {
  std::size_t files = 0;
  std::set<std::string_view> opcodes;
  std::vector<std::shared_ptr<const Module>> modules;
  for (const auto& entry :
       std::filesystem::directory_iterator(std::filesystem::path(BANKLOOM_SOURCE_DIR) / "tests" / "ptx" / "corpus")) {
    if (entry.path().extension() != ".ptx") continue;
    ++files;
    auto module = parse(read_file(entry.path()));
    ASSERT_TRUE(module) << entry.path() << ": " << module.error().message;
    for (const Function& function : (*module)->functions) {
      for (const Instruction& instruction : function.body) opcodes.insert(instruction.opcode());
    }
    modules.push_back(std::move(*module));
  }
  EXPECT_GE(files, 6u);
  EXPECT_GE(opcodes.size(), 40u);
}

TEST(Variables, ThoseThatAreManagedAreKnown) {
  const auto module = parse(R"(
.version 8.0
.target sm_90
.address_size 64
.global .attribute(.managed) .align 4 .u32 shared_with_the_host;
.global .attribute(.unified(1, 2)) .align 4 .u32 unified;
.global .align 4 .u32 plain;
)");
  ASSERT_TRUE(module) << module.error().message;
  ASSERT_EQ((*module)->variables.size(), 3u);
  EXPECT_TRUE((*module)->variables[0].is_managed);
  EXPECT_FALSE((*module)->variables[1].is_managed);
  EXPECT_FALSE((*module)->variables[2].is_managed);
}

}  // namespace
}  // namespace bankloom::ptx
