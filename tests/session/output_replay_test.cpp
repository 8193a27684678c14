// What a kernel has written of its output at any place of the animation.
#include "core/session/output_replay.h"

#include <algorithm>
#include <cstring>

#include "session_fixture.h"

namespace bankloom::test {
namespace {

using OutputReplayTest = SessionTest;

std::uint64_t counted(const OutputContents& contents) {
  return static_cast<std::uint64_t>(std::count_if(contents.states.begin(), contents.states.end(),
                                                  [](ElementState one) { return one != ElementState::untouched; }));
}

std::int32_t value_at(const OutputContents& contents, std::size_t element) {
  std::int32_t value = 0;
  std::memcpy(&value, contents.bytes.data() + element * sizeof value, sizeof value);
  return value;
}

TEST_F(OutputReplayTest, AnElementAppearsAtTheSectorOfItsStore) {
  const auto made = run("square/setRowReadCol");
  ASSERT_NE(made, nullptr);
  const Timeline timeline(*made, 0);
  OutputReplay replay(made);
  // Warp 3 stores its row of the output in its third request, a sector of 8 elements a step; the warps before have.
  const std::uint32_t store = timeline.of_warp(3)[2];
  EXPECT_EQ(replay.at(timeline, timeline.of_warp(0)[0], 0).reached, 0U);
  EXPECT_EQ(replay.at(timeline, timeline.of_warp(0)[1], 31).reached, 0U) << "loads write nothing";
  for (std::uint32_t step = 0; step < 4; ++step) {
    const OutputContents& contents = replay.at(timeline, store, step);
    EXPECT_EQ(contents.reached, 3U * 32 + 8 * (step + 1));
    EXPECT_EQ(counted(contents), contents.reached);
    for (std::uint32_t column = 0; column < 32; ++column) {
      const std::size_t element = 3 * 32 + column;
      const bool is_there = column < 8 * (step + 1);
      EXPECT_EQ(contents.states[element], is_there ? ElementState::written : ElementState::untouched) << column;
      // The transpose of the thread's index.
      if (is_there) EXPECT_EQ(value_at(contents, element), static_cast<std::int32_t>(column * 32 + 3));
    }
  }
  const auto last = static_cast<std::uint32_t>(timeline.requests().size() - 1);
  EXPECT_EQ(replay.at(timeline, last, 3).bytes, made->output);
  EXPECT_EQ(replay.at(timeline, last, 3).reached, 1024U);
}

TEST_F(OutputReplayTest, IsTheSameInWhateverOrderPlacesAreAskedFor) {
  const auto made = run("transpose/tile");
  ASSERT_NE(made, nullptr);
  std::vector<Timeline> blocks;
  for (const std::uint64_t block : {0U, 1U, 6U, 15U}) blocks.emplace_back(*made, block);
  OutputReplay wandering(made);
  std::uint32_t seed = 1;
  for (int i = 0; i < 60; ++i) {
    seed = seed * 1664525u + 1013904223u;
    const Timeline& timeline = blocks[seed >> 28 & 3u];
    const std::uint32_t request = (seed >> 8) % static_cast<std::uint32_t>(timeline.requests().size());
    const std::uint32_t step = (seed >> 4) % timeline.requests()[request].steps;
    const std::uint64_t version = wandering.version();
    const std::vector<std::byte> before = wandering.at(timeline, request, step).bytes;
    OutputReplay fresh(made);
    EXPECT_EQ(before, fresh.at(timeline, request, step).bytes);
    EXPECT_EQ(wandering.at(timeline, request, step).states, fresh.at(timeline, request, step).states);
    const std::uint64_t now = wandering.version();
    EXPECT_EQ(wandering.at(timeline, request, step).reached, counted(wandering.at(timeline, request, step)));
    EXPECT_EQ(wandering.version(), now) << "nothing changes where nobody moves";
    EXPECT_GE(now, version);
  }
  // Blocks before the shown one have written theirs, its own are to come, and at the end of the last all are there.
  OutputReplay replay(made);
  EXPECT_EQ(replay.at(blocks[2], 0, 0).reached, 6U * 32 * 32);
  const auto last = static_cast<std::uint32_t>(blocks[3].requests().size() - 1);
  EXPECT_EQ(replay.at(blocks[3], last, blocks[3].requests()[last].steps - 1).bytes, made->output);
  EXPECT_EQ(replay.at(blocks[0], 0, 0).reached, 0U);
}

TEST_F(OutputReplayTest, OfEveryKernelTheEndIsItsOutput) {
  for (const Kernel& kernel : some_kernels()) {
    const auto made = run(kernel.id());
    if (made == nullptr || made->trace.clipped() || made->trace.empty() || !made->faults.empty()) continue;
    const std::uint64_t blocks = made->instance.grid.count();
    const Timeline timeline(*made, blocks - 1);
    if (timeline.empty()) continue;
    OutputReplay replay(made);
    const auto last = static_cast<std::uint32_t>(timeline.requests().size() - 1);
    const OutputContents& end = replay.at(timeline, last, timeline.requests()[last].steps - 1);
    const std::size_t width = made->output.size() / std::max<std::size_t>(end.states.size(), 1);
    for (std::size_t element = 0; element < end.states.size(); ++element) {
      if (end.states[element] == ElementState::untouched) continue;
      ASSERT_EQ(end.states[element], ElementState::written) << kernel.id() << ' ' << element;
      ASSERT_EQ(std::memcmp(end.bytes.data() + element * width, made->output.data() + element * width, width), 0)
          << kernel.id() << ' ' << element;
    }
    EXPECT_GT(end.reached, 0U) << kernel.id();
  }
}

}  // namespace
}  // namespace bankloom::test
