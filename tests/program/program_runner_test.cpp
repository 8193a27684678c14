// Modules, variables and launches, by PTX text.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "core/base/symbol_name.h"
#include "program_client.h"

namespace bankloom::program {
namespace {

using protocol::Kind;
using test::append;
using test::Client;

const std::string kHead = ".version 8.0\n.target sm_90\n.address_size 64\n";

/// count += factor[0] for every thread; data[thread] = count's address is not needed.
const std::string kCounting = kHead + R"(
.const .align 4 .u32 factor = 3;
.global .align 4 .u32 count = 5;
.global .align 8 .u64 where = generic(count);
.visible .entry add() {
  .reg .b32 %r<4>;
  .reg .b64 %d<4>;
  ld.const.u32 %r0, [factor];
  ld.global.u64 %d0, [where];
  atom.add.u32 %r1, [%d0], %r0;
  ret;
}
.visible .entry other() {
  .reg .b32 %r<4>;
  atom.global.add.u32 %r1, [count], 1000;
  ret;
})";

/// data[index] = 1, with `bytes` of dynamic shared memory at hand.
const std::string kStoring = kHead + R"(
.extern .shared .align 16 .b8 room[];
.visible .entry _Z5storeILi3EEvPii(.param .u64 data, .param .u32 index) {
  .reg .b32 %r<4>;
  .reg .b64 %d<4>;
  ld.param.u64 %d0, [data];
  cvta.to.global.u64 %d0, %d0;
  ld.param.u32 %r0, [index];
  mul.wide.s32 %d1, %r0, 4;
  add.s64 %d0, %d0, %d1;
  st.shared.u32 [room], %r0;
  st.global.u32 [%d0], 1;
  ret;
}
.visible .entry stop() { trap; }
.visible .entry strange() { .reg .b64 %d<2>; wgmma.fence.sync.aligned; ret; })";

std::vector<std::byte> store_arguments(std::uint64_t data, std::int32_t index) {
  std::vector<std::byte> arguments;
  append(arguments, data);
  append(arguments, index);
  return arguments;
}

std::int32_t kernel_error(const Client::Reply& reply) { return reply.as<protocol::LaunchReply>().kernel_error; }

TEST(ProgramRunners, VariablesKeepTheirValuesFromLaunchToLaunch) {
  Client client;
  client.load(kCounting, {"add", "other"}, {"count", "factor"});
  EXPECT_EQ(client.launch(1000, 2, 32, {}).error, kSuccess);
  const std::uint64_t count = client.symbol(2000), factor = client.symbol(2001);
  EXPECT_EQ(client.words(count, 1)[0], 5u + 64 * 3);
  EXPECT_EQ(client.fill(factor, 0, 4), kSuccess);
  EXPECT_EQ(client.fill(factor, 7, 1), kSuccess);
  EXPECT_EQ(client.launch(1000, 1, 10, {}).error, kSuccess);
  EXPECT_EQ(client.launch(1001, 1, 1, {}).error, kSuccess);
  EXPECT_EQ(client.words(count, 1)[0], 5u + 64 * 3 + 70 + 1000);
  EXPECT_TRUE(protocol::is_device_address(factor));
  EXPECT_EQ(client.ask(Kind::symbol, protocol::Symbol{2002})->error, kInvalidSymbol);
}

/// Two files of one program: what the first declares the second defines. Each has a string of the same name.
constexpr const char* kCalling = R"(.version 8.0
.target sm_90
.address_size 64
.extern .func (.param .b32 result) twice (.param .b32 value);
.extern .global .align 4 .u32 shared_count;
.extern .global .align 8 .u64 pointer;
.global .align 4 .u32 text[1] = {11};
.visible .entry call_it() {
  .reg .b32 %r<4>; .reg .b64 %d<2>;
  {
    .param .b32 value; .param .b32 result;
    st.param.b32 [value], 21;
    call.uni (result), twice, (value);
    ld.param.b32 %r0, [result];
  }
  ld.global.u32 %r1, [text];
  add.u32 %r0, %r0, %r1;
  ld.global.u64 %d0, [pointer];
  st.global.u32 [%d0], %r0;
  ret;
})";
constexpr const char* kCalled = R"(.version 8.0
.target sm_90
.address_size 64
.global .align 4 .u32 text[1] = {100};
.visible .global .align 4 .u32 shared_count = 3;
.visible .global .align 8 .u64 pointer = shared_count;
.visible .func (.param .b32 result) twice (.param .b32 value) {
  .reg .b32 %r<3>;
  ld.param.b32 %r0, [value];
  ld.global.u32 %r1, [text];
  shl.b32 %r0, %r0, 1;
  add.u32 %r0, %r0, %r1;
  st.param.b32 [result], %r0;
  ret;
}
.visible .entry alone() {
  .reg .b32 %r<2>;
  atom.global.add.u32 %r0, [shared_count], 1;
  ret;
})";

TEST(ProgramRunners, ModulesAreLinked) {
  Client client;
  for (const char* const text : {kCalling, kCalled}) {
    ASSERT_EQ(client.ask_bytes(Kind::module, test::fat_binary_of(text))->error, kSuccess);
  }
  EXPECT_EQ(client.ask(Kind::function, protocol::Function{1, 0, 1}, test::bytes_of("call_it"))->error, kSuccess);
  EXPECT_EQ(client.ask(Kind::function, protocol::Function{2, 0, 1}, test::bytes_of("alone"))->error, kSuccess);
  EXPECT_EQ(client.ask(Kind::variable, protocol::Variable{10, 4, 0, 1, 0, 0}, test::bytes_of("shared_count"))->error,
            kSuccess);
  const std::uint64_t count = client.symbol(10);
  EXPECT_EQ(client.words(count, 1)[0], 3u);
  EXPECT_EQ(client.launch(2, 1, 1, {}).error, kSuccess);
  EXPECT_EQ(client.words(count, 1)[0], 4u);
  const auto reply = client.launch(1, 1, 1, {});
  EXPECT_EQ(reply.error, kSuccess) << client.runner.take_result().launches.back().refusal;
  EXPECT_EQ(client.words(count, 1)[0], 2u * 21 + 100 + 11) << "each file's own text, and one variable of both";
}

TEST(ProgramRunners, WhatNoModuleDefinesIsNamed) {
  Client client;
  client.load(kCalling, {"call_it"});
  EXPECT_NE(client.launch(1000, 1, 1, {}).error, kSuccess);
  const std::string refusal = client.runner.take_result().launches.at(0).refusal;
  EXPECT_NE(refusal.find("'pointer' is declared extern"), std::string::npos) << refusal;
}

TEST(ProgramRunners, ALaunchIsDescribed) {
  Client client;
  client.load(kStoring, {"_Z5storeILi3EEvPii"});
  const auto facts = client.ask(Kind::describe, protocol::Describe{1000});
  ASSERT_EQ(facts->error, kSuccess);
  const auto described = facts->as<protocol::FunctionFacts>();
  EXPECT_EQ(described.parameters, 2u);
  EXPECT_EQ(described.parameter_bytes, 12u);
  EXPECT_EQ(described.threads_per_block, 1024);
  EXPECT_EQ(described.dynamic_shared, 49152);
  const std::uint64_t data = client.allocate(64);
  EXPECT_EQ(client.launch(1000, 1, 1, store_arguments(data, 2), 1024).error, kSuccess);
  EXPECT_EQ(client.words(data, 4), (std::vector<std::uint32_t>{0, 0, 1, 0}));
  const ProgramRun run = client.runner.take_result();
  const ProgramLaunch& launch = run.launches.at(0);
  EXPECT_EQ(launch.kernel, "store<3>");
  EXPECT_EQ(launch.entry, "_Z5storeILi3EEvPii");
  EXPECT_EQ(launch.dynamic_shared, 1024u);
  EXPECT_EQ(launch.figures.shared_bytes, 1024u);
  EXPECT_EQ(launch.blocks, 1u);
  EXPECT_EQ(launch.figures.cost.global_store.requests, 1u);
  EXPECT_EQ(launch.figures.cost.shared_store.wavefronts, 1u);
}

TEST(ProgramRunners, LaunchesThatADeviceRefuses) {
  Client client;
  client.load(kStoring, {"_Z5storeILi3EEvPii", "strange"});
  const std::uint64_t data = client.allocate(64);
  const auto arguments = store_arguments(data, 0);
  EXPECT_EQ(client.launch(1000, 0, 1, arguments).error, kInvalidValue);
  EXPECT_EQ(client.launch(1000, 1, 1025, arguments).error, kInvalidValue);
  EXPECT_EQ(client.launch(1000, 0x8000'0000u, 1, arguments).error, kInvalidValue);
  EXPECT_EQ(client.launch(1000, 1, 1, arguments, 49153).error, kInvalidValue);
  EXPECT_EQ(client.ask(Kind::set_limit, protocol::SetLimit{1000, 232449})->error, kInvalidValue);
  EXPECT_EQ(client.ask(Kind::set_limit, protocol::SetLimit{1000, -1})->error, kInvalidValue);
  EXPECT_EQ(client.ask(Kind::set_limit, protocol::SetLimit{1000, 49153})->error, kSuccess);
  EXPECT_EQ(client.launch(1000, 1, 1, arguments, 49153).error, kSuccess);
  EXPECT_EQ(client.launch(4711, 1, 1, arguments).error, kInvalidDeviceFunction);
  EXPECT_EQ(client.launch(1001, 1, 1, {}).error, kNotSupported);
  EXPECT_FALSE(
      client.ask(Kind::launch, protocol::Launch{1000, {1, 1, 1}, {1, 1, 1}, 0, 0, 0}, std::vector<std::byte>(11)));
  const ProgramRun run = client.runner.take_result();
  EXPECT_EQ(run.launches.at(0).error, kInvalidValue);
  EXPECT_NE(run.launches.at(5).refusal.find("wgmma.fence"), std::string::npos) << run.launches.at(5).refusal;
}

TEST(ProgramRunners, FaultsAreADevicesErrors) {
  Client client;
  client.load(kStoring, {"_Z5storeILi3EEvPii", "stop"});
  const std::uint64_t data = client.allocate(64);
  EXPECT_EQ(kernel_error(client.launch(1000, 1, 1, store_arguments(data, 15), 16)), kSuccess);
  EXPECT_EQ(kernel_error(client.launch(1000, 1, 1, store_arguments(data, 16), 16)), kIllegalAddress);
  EXPECT_EQ(kernel_error(client.launch(1000, 1, 1, store_arguments(data + 2, 0), 16)), kMisalignedAddress);
  EXPECT_EQ(kernel_error(client.launch(1001, 1, 1, {})), kLaunchFailure);
  EXPECT_EQ(kernel_error(client.launch(1000, 1, 1, store_arguments(0, 4), 16)), kIllegalAddress);
  EXPECT_EQ(kernel_error(client.launch(1000, 1, 1, store_arguments(0x5555'5555'4000, 4), 16)), kIllegalAddress);
  ASSERT_EQ(client.free(data), kSuccess);
  EXPECT_EQ(kernel_error(client.launch(1000, 1, 1, store_arguments(data, 4), 16)), kIllegalAddress);
  const ProgramRun run = client.runner.take_result();
  ASSERT_EQ(run.launches.size(), 7u);
  EXPECT_EQ(run.launches[1].figures.faults.at(0).detail.part.name, "argument 0");
  ASSERT_EQ(run.reports.size(), 3u);
  EXPECT_EQ(run.reports[0].kind, ReportKind::null_pointer);
  EXPECT_EQ(run.reports[0].launch, 4);
  EXPECT_EQ(run.reports[1].kind, ReportKind::host_pointer);
  EXPECT_EQ(run.reports[1].address, 0x5555'5555'4010u);
  EXPECT_EQ(run.reports[2].kind, ReportKind::use_after_free);
  EXPECT_EQ(run.reports[2].launch, 6);
}

TEST(ProgramRunners, AKernelThatIsNotSupportedLeavesTheOthers) {
  Client client;
  client.load(kStoring, {"_Z5storeILi3EEvPii", "strange", "absent"});
  const std::uint64_t data = client.allocate(64);
  EXPECT_EQ(client.launch(1001, 1, 1, {}).error, kNotSupported);
  EXPECT_EQ(client.launch(1001, 1, 1, {}).error, kNotSupported);
  EXPECT_EQ(client.launch(1002, 1, 1, {}).error, kInvalidDeviceFunction);
  EXPECT_EQ(client.launch(1000, 1, 1, store_arguments(data, 3), 16).error, kSuccess);
  EXPECT_EQ(client.words(data, 4), (std::vector<std::uint32_t>{0, 0, 0, 1}));
}

TEST(ProgramRunners, WhyAKernelIsNotLaunchedIsTold) {
  Client client;
  client.load(kStoring, {"_Z5storeILi3EEvPii", "strange"});
  EXPECT_EQ(client.ask(Kind::describe, protocol::Describe{1000})->error, kSuccess);
  EXPECT_EQ(client.ask(Kind::occupancy, protocol::OccupancyRequest{1001, 0, 32, 0})->error, kNotSupported);
  const ProgramRun run = client.runner.take_result();
  ASSERT_EQ(run.unusable.size(), 1u);
  EXPECT_EQ(run.unusable[0].find("kernel strange: "), 0u) << run.unusable[0];
  EXPECT_NE(run.unusable[0].find("wgmma.fence"), std::string::npos) << run.unusable[0];
}

TEST(ProgramRunners, AKernelIsToldOfAtItsLaunchAlone) {
  Client client;
  client.load(kStoring, {"strange"});
  EXPECT_EQ(client.ask(Kind::describe, protocol::Describe{1000})->error, kNotSupported);
  EXPECT_EQ(client.launch(1000, 1, 1, {}).error, kNotSupported);
  EXPECT_TRUE(client.runner.take_result().unusable.empty());
}

TEST(WithoutKernels, LinesStay) {
  const std::string one[] = {".visible .entry one(", ".param .u64 p)", "{ {x} }"};
  const std::string two = ".weak .entry two() { y }", rest = ".func f() { z }\n";
  std::string text = "a\n", blank = "a\n";
  for (const std::string& line : one) {
    text += line + "\n";
    blank += std::string(line.size(), ' ') + "\n";
  }
  text += two + "\n" + rest;
  EXPECT_EQ(without_kernels(text, {}), blank + std::string(two.size(), ' ') + "\n" + rest);
  EXPECT_EQ(without_kernels(text, "two"), blank + two + "\n" + rest);
  EXPECT_EQ(without_kernels(".entry", {}), ".entry");
  EXPECT_EQ(without_kernels(".entry k() { {", {}), std::string(14, ' '));
}

TEST(ProgramRunners, ProgramsWithoutPtx) {
  Client client;
  const auto added =
      client.ask_bytes(Kind::module, test::fat_binary({test::fat_entry(2, 90, 0, test::bytes_of("sass"))}));
  ASSERT_TRUE(added);
  EXPECT_EQ(client.ask(Kind::function, protocol::Function{1, 0, 0}, test::bytes_of("k"))->error, kSuccess);
  EXPECT_EQ(client.ask(Kind::describe, protocol::Describe{1})->error, kNoKernelImage);
  EXPECT_EQ(client.launch(1, 1, 1, {}).error, kNoKernelImage);
  client.load("this is no PTX", {"k"});
  EXPECT_NE(client.launch(1000, 1, 1, {}).error, kSuccess);
  const ProgramRun run = client.runner.take_result();
  ASSERT_EQ(run.unusable.size(), 2u);
  EXPECT_NE(run.unusable[0].find("no PTX"), std::string::npos);
}

TEST(ProgramRunners, LaunchesAfterTheEndAreCancelled) {
  Client client;
  client.load(kCounting, {"add"}, {"count"});
  client.runner.cancel();
  client.launch(1000, 100, 32, {});
  const ProgramRun run = client.runner.take_result();
  ASSERT_EQ(run.launches.size(), 1u);
  EXPECT_TRUE(run.launches[0].was_cancelled);
  EXPECT_TRUE(run.was_stopped);
}

TEST(ProgramRunners, OnlySoManyLaunchesAreKept) {
  ProgramOptions options;
  options.kept_launches = 3;
  Client client(options);
  client.load(kCounting, {"add"});
  for (int i = 0; i < 5; ++i) client.launch(1000, 1, 1, {});
  const ProgramRun run = client.runner.take_result();
  EXPECT_EQ(run.launches.size(), 3u);
  EXPECT_EQ(run.all_launches, 5u);
}

TEST(ProgramRunners, WhatIsNeverFreed) {
  Client client;
  client.load(kCounting, {"add"}, {"count"});
  client.symbol(2000);  // variables are no leaks
  const std::uint64_t a = client.allocate(100);
  client.allocate(50, protocol::Memory::managed);
  client.allocate(7);
  ASSERT_EQ(client.free(a), kSuccess);
  client.ask(Kind::goodbye, protocol::Goodbye{719, 1, 2, 30});
  const ProgramRun run = client.runner.take_result();
  ASSERT_EQ(run.reports.size(), 3u);
  EXPECT_EQ(run.reports[0].kind, ReportKind::unread_error);
  EXPECT_EQ(run.reports[0].error, 719);
  EXPECT_EQ(run.reports[0].launch, 2);
  EXPECT_EQ(run.reports[1].kind, ReportKind::lost_output);
  EXPECT_EQ(run.reports[1].bytes, 30u);
  EXPECT_EQ(run.reports[2].kind, ReportKind::leaked);
  EXPECT_EQ(run.reports[2].count, 2u);
  EXPECT_EQ(run.reports[2].bytes, 57u);
}

TEST(KernelNames, AsTheSourceHasThem) {
  EXPECT_EQ(kernel_name("_Z1kPf"), "k");
  EXPECT_EQ(kernel_name("_Z3addIfEvPKT_S2_PS0_i"), "add<float>");
  EXPECT_EQ(kernel_name("_ZN2ns5innerIiE1kIPKfEEvT_"), "ns::inner<int>::k<float const*>");
  EXPECT_EQ(kernel_name("_ZN12_GLOBAL__N_11kEv"), "(anonymous namespace)::k");
  EXPECT_EQ(kernel_name("plain"), "plain");
}

}  // namespace
}  // namespace bankloom::program
