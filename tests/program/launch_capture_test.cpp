// Launches captured as a program makes them.
#include <gtest/gtest.h>

#include "program_client.h"

namespace bankloom::program {
namespace {

using test::append;
using test::Client;

/// out[thread] = in[thread] + step, with `step` a variable.
const std::string kStepping = R"(.version 8.0
.target sm_90
.address_size 64
.const .align 4 .u32 step = 3;
.visible .entry _Z3addPjS_(.param .u64 out, .param .u64 in) {
  .reg .b32 %r<4>;
  .reg .b64 %d<4>;
  ld.param.u64 %d0, [out];
  ld.param.u64 %d1, [in];
  mov.u32 %r0, %tid.x;
  mul.wide.u32 %d2, %r0, 4;
  add.s64 %d0, %d0, %d2;
  add.s64 %d1, %d1, %d2;
  ld.global.u32 %r1, [%d1];
  ld.const.u32 %r2, [step];
  add.u32 %r1, %r1, %r2;
  st.global.u32 [%d0], %r1;
  ret;
})";

struct Stepping {
  explicit Stepping(const CaptureOptions& capture) : client(options_of(capture)) {
    client.load(kStepping, {"_Z3addPjS_"}, {"step"});
    out = client.allocate(128);
    in = client.allocate(256);
  }
  static ProgramOptions options_of(const CaptureOptions& capture) {
    ProgramOptions options;
    options.capture = capture;
    return options;
  }
  void launch(std::uint64_t to, std::uint64_t from, std::uint32_t blocks = 1) {
    std::vector<std::byte> arguments;
    append(arguments, to);
    append(arguments, from);
    EXPECT_EQ(client.launch(1000, blocks, 32, arguments).error, kSuccess);
  }
  Client client;
  std::uint64_t out = 0, in = 0;
};

std::uint32_t first_word(const CapturedBytes& bytes) {
  std::uint32_t word = 0;
  std::memcpy(&word, bytes->data(), sizeof word);
  return word;
}

TEST(LaunchCaptures, TellWhatALaunchWrote) {
  const auto written = [](std::uint8_t filled, bool turned) {
    Stepping stepping({.all = true});
    EXPECT_EQ(stepping.client.fill(stepping.in, filled, 256), kSuccess);
    EXPECT_EQ(stepping.client.fill(stepping.out, filled, 128), kSuccess);
    stepping.launch(turned ? stepping.in : stepping.out, turned ? stepping.out : stepping.in);
    return stepping.client.runner.take_result().launches.front().written;
  };
  EXPECT_EQ(written(1, false).size(), 32u);
  EXPECT_EQ(written(1, false), written(1, false));
  EXPECT_NE(written(1, false), written(2, false)) << "other numbers";
  EXPECT_NE(written(1, false), written(1, true)) << "another buffer";
  Stepping without({});
  without.launch(without.out, without.in);
  EXPECT_EQ(without.client.runner.take_result().launches.front().written, "");
}

TEST(LaunchCaptures, HoldWhatALaunchIsGiven) {
  CaptureOptions all;
  all.all = true;
  Stepping program(all);
  program.launch(program.out, program.in);
  program.launch(program.out, program.in);
  const ProgramRun run = program.client.runner.take_result();
  ASSERT_EQ(run.captured.size(), 2u);
  EXPECT_EQ(run.uncaptured, 0u);
  const CapturedLaunch &first = *run.captured[0], &second = *run.captured[1];
  EXPECT_EQ(first.index, 0u);
  EXPECT_EQ(first.kernel, "add");
  EXPECT_EQ(first.entry, "_Z3addPjS_");
  EXPECT_EQ(*first.ptx, kStepping);
  EXPECT_NE(first.module->find("_Z3addPjS_"), nullptr);
  EXPECT_EQ(first.block, (Dim3{32, 1, 1}));
  EXPECT_EQ(first.parameters.size(), 16u);
  ASSERT_EQ(first.memory.size(), 3u);
  // By address: constants lie above all else.
  EXPECT_EQ(first.memory[2].name, "step");
  EXPECT_TRUE(first.memory[2].is_variable && first.memory[2].is_constant);
  EXPECT_EQ(first_word(first.memory[2].contents), 3u);
  EXPECT_EQ(first.memory_at(program.out + 127), &first.memory[0]);
  EXPECT_EQ(first.memory_at(program.out + 128), nullptr);
  EXPECT_EQ(first.memory[0].contents->size(), 128u);
  EXPECT_EQ(first_word(first.memory[0].contents), 0u) << "as it was before the launch";
  EXPECT_EQ(first_word(second.memory[0].contents), 3u);
  // What the first launch did not write is kept once.
  EXPECT_EQ(first.memory[1].contents, second.memory[1].contents);
  EXPECT_NE(first.digest, second.digest);
  EXPECT_FALSE(second.is_after_sample);
}

TEST(LaunchCaptures, EqualLaunchesHaveOneDigest) {
  CaptureOptions all;
  all.all = true;
  Stepping program(all);
  program.launch(program.out, program.in);
  program.launch(program.out, program.in);
  program.launch(program.out, program.in);
  const ProgramRun run = program.client.runner.take_result();
  ASSERT_EQ(run.captured.size(), 3u);
  EXPECT_EQ(run.captured[1]->digest, run.captured[2]->digest);
  EXPECT_EQ(run.captured[1]->memory[0].contents, run.captured[2]->memory[0].contents);
}

TEST(LaunchCaptures, MemoryThatIsFreedIsNotAmongThem) {
  CaptureOptions all;
  all.all = true;
  Stepping program(all);
  const std::uint64_t gone = program.client.allocate(64);
  program.launch(program.out, program.in);
  EXPECT_EQ(program.client.free(gone), kSuccess);
  program.launch(program.out, program.in);
  const ProgramRun run = program.client.runner.take_result();
  ASSERT_EQ(run.captured.size(), 2u);
  EXPECT_NE(run.captured[0]->memory_at(gone), nullptr);
  EXPECT_EQ(run.captured[1]->memory_at(gone), nullptr);
}

TEST(LaunchCaptures, OneIsHadWhateverRoomItTakes) {
  CaptureOptions bounded;
  bounded.all = true;
  bounded.most_bytes = 500;  // the 388 bytes of the first one, and not 128 more
  Stepping program(bounded);
  for (int i = 0; i < 3; ++i) program.launch(program.out, program.out);
  const ProgramRun run = program.client.runner.take_result();
  ASSERT_EQ(run.captured.size(), 1u);
  EXPECT_EQ(run.uncaptured, 2u);
  CaptureOptions one;
  one.index = 2;
  one.most_bytes = 0;
  Stepping again(one);
  for (int i = 0; i < 3; ++i) again.launch(again.out, again.out);
  const ProgramRun second = again.client.runner.take_result();
  ASSERT_EQ(second.captured.size(), 1u);
  EXPECT_EQ(second.captured[0]->index, 2u);
  EXPECT_EQ(first_word(second.captured[0]->memory[0].contents), 6u);
  EXPECT_EQ(second.uncaptured, 0u);
}

TEST(LaunchCaptures, NoneIsTakenUnasked) {
  Stepping program({});
  program.launch(program.out, program.in);
  EXPECT_TRUE(program.client.runner.take_result().captured.empty());
}

TEST(LaunchCaptures, ThoseAfterASampleSaySo) {
  CaptureOptions all;
  all.all = true;
  ProgramOptions options = Stepping::options_of(all);
  options.most_work = 1;
  Client client(options);
  client.load(kStepping, {"_Z3addPjS_"});
  const std::uint64_t memory = client.allocate(128);
  std::vector<std::byte> arguments;
  append(arguments, memory);
  append(arguments, memory);
  for (int i = 0; i < 2; ++i) EXPECT_EQ(client.launch(1000, 100, 32, arguments).error, kSuccess);
  const ProgramRun run = client.runner.take_result();
  ASSERT_EQ(run.captured.size(), 2u);
  EXPECT_FALSE(run.captured[0]->is_after_sample);
  EXPECT_TRUE(run.captured[1]->is_after_sample);
}

}  // namespace
}  // namespace bankloom::program
