// How a captured launch is launched on a GPU.
#include <gtest/gtest.h>

#include "core/measure/readings.h"
#include "core/ptx/parser.h"
#include "core/run/own_run.h"
#include "measure_fixture.h"

namespace bankloom::test {
namespace {

constexpr const char* kAdding = R"(.version 8.0
.target sm_90
.address_size 64
.global .align 4 .u32 factor = 1;
.global .align 4 .u32 unused = 5;
.visible .entry add(.param .u64 out, .param .u64 in) {
  .reg .b32 %r<6>;
  .reg .b64 %d<4>;
  ld.param.u64 %d0, [out];
  ld.param.u64 %d1, [in];
  mov.u32 %r0, %tid.x;
  mul.wide.u32 %d2, %r0, 4;
  add.s64 %d0, %d0, %d2;
  add.s64 %d1, %d1, %d2;
  ld.global.u32 %r1, [%d1];
  ld.global.u32 %r2, [factor];
  ld.global.u32 %r3, [unused];
  mad.lo.u32 %r1, %r1, %r2, %r3;
  @ACCUMULATE@
  st.global.u32 [%d0], %r1;
  ret;
})";
constexpr std::uint64_t kOut = 0x2000'0000'0000, kIn = 0x2000'4000'0000, kFactor = 0x2000'8000'0000,
                        kUnused = 0x2000'c000'0000;

CapturedBytes words(std::vector<std::uint32_t> values) {
  std::vector<std::byte> bytes(values.size() * 4);
  std::memcpy(bytes.data(), values.data(), bytes.size());
  return std::make_shared<const std::vector<std::byte>>(std::move(bytes));
}

class CapturedLaunches : public MeasureTest {
 protected:
  std::shared_ptr<const KernelRun> run_of(bool accumulates, bool is_cooperative = false) {
    std::string text = kAdding;
    const std::string mark = "@ACCUMULATE@";
    text.replace(text.find(mark), mark.size(),
                 accumulates ? "ld.global.u32 %r4, [%d0];\n  add.u32 %r1, %r1, %r4;" : "");
    CapturedLaunch launch;
    launch.program = "add.cu";
    launch.kernel = launch.entry = "add";
    launch.module = ptx::parse(text).value();
    launch.ptx = std::shared_ptr<const std::string>(launch.module, &launch.module->text);
    launch.grid = {1, 1, 1};
    launch.block = {32, 1, 1};
    launch.is_cooperative = is_cooperative;
    launch.parameters.resize(16);
    const std::uint64_t in = kIn + 16;
    std::memcpy(launch.parameters.data(), &kOut, 8);
    std::memcpy(launch.parameters.data() + 8, &in, 8);
    launch.memory = {{"", kOut, false, false, words(std::vector<std::uint32_t>(32, 1000))},
                     {"", kIn, false, false, words(std::vector<std::uint32_t>(64, 7))},
                     {"factor", kFactor, true, false, words({3})},
                     {"unused", kUnused, true, false, words({5})}};
    launch.digest = digest_of(launch);
    const OwnSource source = own_source_of(std::make_shared<const CapturedLaunch>(std::move(launch)));
    std::shared_ptr<const OwnKernel> own;
    const std::string architecture = kDefaultArchitecture;
    const auto machine = find_machine(machines(), kDefaultMachine);
    auto run = run_own_kernel({source, {}, architecture, catalog(), compiler()}, machine.value(), {}, own);
    if (run) return *run;
    ADD_FAILURE() << run.error().message;
    return nullptr;
  }
};

TEST_F(CapturedLaunches, BringTheirMemoryWithThem) {
  const auto run = run_of(false);
  ASSERT_NE(run, nullptr);
  const GpuLaunch launch = launch_of(*run);
  EXPECT_EQ(launch.entry, "add");
  EXPECT_FALSE(launch.restores) << "each launch writes the same";
  ASSERT_EQ(launch.arguments.size(), 5U);
  EXPECT_FALSE(launch.arguments[0].is_buffer);
  EXPECT_EQ(launch.arguments[1].bytes.size(), 8U);
  const auto& out = launch.arguments[2];
  EXPECT_TRUE(out.is_buffer && out.is_returned && !out.is_parameter);
  EXPECT_EQ(out.address, kOut);
  EXPECT_EQ(launch.arguments[3].address, kIn);
  EXPECT_FALSE(launch.arguments[3].is_returned);
  // A variable that has what the module begins with is there without.
  EXPECT_EQ(launch.arguments[4].variable, "factor");
  GpuOutput output;
  output.buffers.resize(5);
  output.buffers[2] = run->output;
  EXPECT_TRUE(check_output(*run, output).compared);
  EXPECT_EQ(check_output(*run, output).different, 0U);
  output.buffers[2][5] = std::byte{0xff};
  EXPECT_EQ(check_output(*run, output).different, 1U);
}

TEST_F(CapturedLaunches, AreRestoredWhereTheyReadWhatTheyWrite) {
  const auto run = run_of(true);
  ASSERT_NE(run, nullptr);
  EXPECT_TRUE(launch_of(*run).restores);
}

TEST_F(CapturedLaunches, AreNotMeasuredWhereTheyAreCooperative) {
  const auto run = run_of(false, true);
  ASSERT_NE(run, nullptr);
  auto measurer = Measurer::open(device, compiler(), 0, std::chrono::seconds(2));
  ASSERT_TRUE(measurer);
  const KernelReadings readings = measurer->measure(*run);
  EXPECT_EQ(readings.problem.kind, ReasonKind::cooperative);
  EXPECT_TRUE(device.calls().empty());
}

}  // namespace
}  // namespace bankloom::test
