// Whole programs (tests/programs), compiled by nvcc, run under the runtime library: they compare what they compute with
// what they expect and say so with their exit status.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <string>
#include <thread>
#include <vector>

#include "core/base/csv.h"
#include "core/base/files.h"
#include "core/simt/block_plan.h"
#include "program_process.h"

namespace bankloom::program {
namespace {

using test::compiled;
using test::Ended;
using test::ProgramSetting;
using test::run_program;

std::size_t count_reports(const ProgramRun& run, ReportKind kind) {
  return static_cast<std::size_t>(std::count_if(run.reports.begin(), run.reports.end(),
                                                [&](const ProgramReport& report) { return report.kind == kind; }));
}

class WholeProgram : public testing::Test {
 protected:
  void SetUp() override {
    if (!test::why_no_nvcc().empty()) GTEST_SKIP() << test::why_no_nvcc();
  }
  /// Compiles and runs a program; nothing where that failed.
  static Ended run(const std::string& name, const ProgramSetting& setting = {}) {
    const auto program = compiled(name);
    return program ? run_program(*program, setting) : Ended();
  }
  /// The same of one that compares its results itself, and does nothing wrong.
  static Ended run_right(const std::string& name) {
    Ended ended = run(name);
    EXPECT_EQ(ended.status, 0) << ended.output;
    EXPECT_EQ(ended.run.unusable, std::vector<std::string>());
    for (const ProgramReport& report : ended.run.reports) {
      ADD_FAILURE() << name << ": report " << static_cast<int>(report.kind) << " " << report.call;
    }
    return ended;
  }
};

TEST_F(WholeProgram, VectorsAreAdded) {
  const Ended ended = run_right("vector_add");
  ASSERT_EQ(ended.run.launches.size(), 2u);
  const ProgramLaunch& launch = ended.run.launches[0];
  EXPECT_EQ(launch.kernel, "add<float>");
  EXPECT_TRUE(launch.file.ends_with("vector_add.cu")) << launch.file;
  EXPECT_GE(launch.line, 6u);
  EXPECT_LE(launch.line, 8u);
  EXPECT_EQ(launch.figures.grid, (Dim3{8, 1, 1}));
  EXPECT_EQ(launch.figures.block, (Dim3{128, 1, 1}));
  EXPECT_EQ(launch.blocks, 8u);
  EXPECT_EQ(launch.blocks_executed, 8u);
  EXPECT_TRUE(launch.figures.faults.empty());
  EXPECT_NE(launch.launched_at, 0u);
  // 1000 elements are 31 warps of 32 and one of 8: two loads of each.
  EXPECT_EQ(launch.figures.cost.global_load.requests, 64u);
  EXPECT_EQ(launch.figures.cost.global_store.requests, 32u);
  EXPECT_EQ(launch.figures.cost.global_store.sectors, 31u * 4 + 1);
}

TEST_F(WholeProgram, PtxMayBePackedInSeveralWays) {
  for (const char* const options :
       {"--no-compress", "--compress-mode=speed", "--compress-mode=size", "-rdc=true", "--default-stream=per-thread"}) {
    const auto program = compiled("vector_add", options);
    ASSERT_TRUE(program) << options;
    const Ended ended = run_program(*program);
    EXPECT_EQ(ended.status, 0) << options << ": " << ended.output;
    EXPECT_EQ(ended.run.launches.size(), 2u) << options;
  }
}

TEST_F(WholeProgram, AProgramWithoutPtx) {
  const auto native = compiled("vector_add", "", "sm_90");
  ASSERT_TRUE(native);
  const Ended ended = run_program(*native);
  EXPECT_TRUE(ended.output.ends_with("no kernel image is available for execution on the device\n")) << ended.output;
  ASSERT_EQ(ended.run.unusable.size(), 1u);
  EXPECT_NE(ended.run.unusable[0].find("no PTX"), std::string::npos);
}

TEST_F(WholeProgram, ARunCanBeEnded) {
  const auto program = compiled("endless");
  ASSERT_TRUE(program);
  for (const std::string what : {"kernel", "launches"}) {
    std::stop_source stop;
    const std::jthread ender([&stop] {
      std::this_thread::sleep_for(std::chrono::milliseconds(300));
      stop.request_stop();
    });
    const auto begin = std::chrono::steady_clock::now();
    const Ended ended = run_program(*program, {.arguments = {what}, .stop = stop.get_token()});
    EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(20)) << what;
    EXPECT_TRUE(ended.run.was_stopped) << what;
    EXPECT_EQ(ended.status, 1) << what;
    EXPECT_GE(ended.run.all_launches, 1u) << what;
  }
  ProgramOptions options;
  options.most_seconds = 0.2;
  EXPECT_TRUE(run_program(*program, {.arguments = {"launches"}, .options = options}).run.was_stopped);
}

TEST_F(WholeProgram, AForkedProcessHasNoDevice) { EXPECT_EQ(run_right("forked").run.launches.size(), 1u); }

TEST_F(WholeProgram, TilesConflictWithoutPadding) {
  const Ended ended = run_right("transpose");
  ASSERT_EQ(ended.run.launches.size(), 2u);
  EXPECT_EQ(ended.run.launches[0].kernel, "transpose<0>");
  EXPECT_EQ(ended.run.launches[1].kernel, "transpose<1>");
  EXPECT_GT(ended.run.launches[0].figures.cost.shared_load.bank_conflicts, 0u);
  EXPECT_EQ(ended.run.launches[1].figures.cost.shared_load.bank_conflicts, 0u);
  EXPECT_EQ(ended.run.launches[0].figures.grid, (Dim3{4, 2, 1}));
}

TEST_F(WholeProgram, VariablesKeepTheirValues) { EXPECT_EQ(run_right("symbols").run.all_launches, 3u); }

TEST_F(WholeProgram, ARefusedCallIsAnError) {
  const Ended ended = run_right("refused");
  ASSERT_EQ(ended.run.refused.size(), 1u);
  EXPECT_EQ(ended.run.refused[0].name, "cudaMallocArray");
  EXPECT_EQ(ended.run.refused[0].count, 1u);
}

TEST_F(WholeProgram, KernelsPrintWhereTheProgramWaits) {
  const Ended ended = run("printing");
  EXPECT_EQ(ended.status, 0);
  std::string expected = "before\nafter the launch\n";
  for (const int block : {0, 1}) {
    for (const int thread : {0, 1}) {
      expected += "launch 1 thread " + std::to_string(thread) + " of block " + std::to_string(block) + ": 1.50 text\n";
    }
  }
  EXPECT_EQ(ended.output, expected + "after waiting\n");
  ASSERT_EQ(ended.run.reports.size(), 1u);
  EXPECT_EQ(ended.run.reports[0].kind, ReportKind::lost_output);
  EXPECT_EQ(ended.run.reports[0].bytes, 2 * std::string("launch 2 thread 0 of block 0: 1.50 text\n").size());
}

TEST_F(WholeProgram, ErrorsAreTheRuntimes) {
  const Ended ended = run("errors");
  EXPECT_EQ(ended.status, 0) << ended.output;
  EXPECT_EQ(ended.output, "cudaErrorIllegalAddress: an illegal memory access was encountered\n");
  ASSERT_EQ(ended.run.launches.size(), 5u);
  const ProgramLaunch& last = ended.run.launches.back();
  EXPECT_EQ(last.error, 700);
  ASSERT_EQ(last.figures.faults.size(), 1u);
  EXPECT_EQ(last.figures.faults[0].kind, simt::FaultKind::out_of_bounds);
  EXPECT_EQ(last.figures.faults[0].source_line, 4u);
  EXPECT_EQ(ended.run.launches[0].error, 1);
  EXPECT_EQ(ended.run.launches[0].line, 4u) << "also of a launch that is refused";
  EXPECT_EQ(count_reports(ended.run, ReportKind::wrong_size), 1u);
  EXPECT_EQ(count_reports(ended.run, ReportKind::wrong_direction), 1u);
  EXPECT_EQ(count_reports(ended.run, ReportKind::invalid_free), 1u);
  EXPECT_EQ(count_reports(ended.run, ReportKind::unread_error), 0u);
}

TEST_F(WholeProgram, HostCodeThatTouchesDeviceMemoryDies) {
  const Ended ended = run("host_access");
  EXPECT_EQ(ended.status, -SIGSEGV);
  EXPECT_EQ(ended.output, "before\n");
  ASSERT_EQ(count_reports(ended.run, ReportKind::host_access), 1u);
  EXPECT_EQ(ended.run.reports[0].address % 4096, 12u);
  EXPECT_NE(ended.run.reports[0].code, 0u);
}

TEST_F(WholeProgram, HostCodeThatWritesToAddressZeroDies) {
  const Ended ended = run("host_access", {.arguments = {"zero"}});
  EXPECT_EQ(ended.status, -SIGSEGV);
  EXPECT_EQ(ended.output, "before\n");
  EXPECT_TRUE(ended.run.reports.empty()) << "it is no memory of the device";
}

TEST_F(WholeProgram, AKernelWithAHostPointer) {
  const Ended ended = run("host_pointer");
  EXPECT_EQ(ended.status, 0);
  EXPECT_EQ(count_reports(ended.run, ReportKind::host_pointer), 1u);
  EXPECT_EQ(count_reports(ended.run, ReportKind::unread_error), 1u);
}

TEST_F(WholeProgram, AKernelWithFreedMemory) {
  const Ended ended = run("host_pointer", {.arguments = {"freed"}});
  EXPECT_EQ(count_reports(ended.run, ReportKind::use_after_free), 1u);
  EXPECT_EQ(count_reports(ended.run, ReportKind::host_pointer), 0u);
}

TEST_F(WholeProgram, AnAssertionFails) {
  const Ended ended = run("assertion");
  EXPECT_EQ(ended.status, 0);
  EXPECT_EQ(ended.output, "device-side assert triggered\n");
  // The text that an H200 gives, but for the folder.
  EXPECT_TRUE(
      ended.errors.ends_with("/tests/programs/assertion.cu:9: void check(int): block: [0,0,0], thread: [31,0,0] "
                             "Assertion `int(threadIdx.x) < limit` failed.\n"))
      << ended.errors;
}

TEST_F(WholeProgram, PartOfAGridIsASample) {
  ProgramOptions options;
  options.most_work = 1;
  const Ended ended = run("volume", {.options = options});
  EXPECT_EQ(ended.status, 5);  // the program sees that its result is incomplete
  ASSERT_EQ(ended.run.launches.size(), 1u);
  EXPECT_EQ(ended.run.launches[0].blocks, 30u);
  EXPECT_EQ(ended.run.launches[0].blocks_executed, 6u);  // 0 to 4, and the last one
  EXPECT_TRUE(ended.run.launches[0].is_sampled());
  EXPECT_EQ(ended.run.launches[0].figures.statistics.blocks, 6u);
}

TEST_F(WholeProgram, AShortLaunchIsNoSample) {
  ProgramOptions options;
  options.most_work = simt::kUsualWork;
  const Ended ended = run("volume", {.options = options});
  EXPECT_EQ(ended.status, 0) << ended.output;
  ASSERT_EQ(ended.run.launches.size(), 1u);
  EXPECT_EQ(ended.run.launches[0].blocks_executed, 30u);
  EXPECT_FALSE(ended.run.launches[0].is_sampled());
}

TEST_F(WholeProgram, BlocksOfACooperativeLaunchMeet) {
  const Ended ended = run("grid_sync");
  EXPECT_EQ(ended.status, 0) << ended.output;
  EXPECT_EQ(ended.output, "right\n");
  ASSERT_EQ(ended.run.launches.size(), 2u);
  EXPECT_TRUE(ended.run.launches[0].is_cooperative);
  EXPECT_EQ(ended.run.launches[0].error, 0);
  EXPECT_EQ(ended.run.launches[0].blocks_executed, 16u);
  EXPECT_TRUE(ended.run.launches[0].figures.faults.empty());
  EXPECT_EQ(ended.run.launches[1].error, 720);  // cudaErrorCooperativeLaunchTooLarge
}

TEST_F(WholeProgram, ABlockThatDoesNotComeIsADeadlock) {
  const Ended ended = run("grid_sync", {.arguments = {"missing"}});
  EXPECT_EQ(ended.status, 0);
  EXPECT_EQ(ended.output, "cudaErrorLaunchTimeout\n");
  ASSERT_EQ(ended.run.launches.size(), 1u);
  ASSERT_EQ(ended.run.launches[0].figures.faults.size(), 1u);
  const simt::Fault& fault = ended.run.launches[0].figures.faults[0];
  EXPECT_EQ(fault.kind, simt::FaultKind::deadlock);
  EXPECT_EQ(fault.detail.number, 1u);
  EXPECT_EQ(fault.detail.limit, 4u);
  EXPECT_EQ(fault.source_line, 27u);
}

// Counted by bankloom measure on an NVIDIA H200 (driver 580.159.04, CUPTI, 2026-11-29):
// l1tex__data_pipe_lsu_wavefronts_mem_shared_op_atom and l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_atom.
TEST_F(WholeProgram, LanesOfAtomicsAreMergedAsOnTheH200) {
  const auto text = read_file(BANKLOOM_SOURCE_DIR "/tests/hardware/merged_atomics_h200.csv");
  ASSERT_TRUE(text.has_value());
  const auto table = parse_csv(*text, "merged_atomics_h200.csv");
  ASSERT_TRUE(table) << table.error().message;
  ASSERT_EQ(table->header, (std::vector<std::string>{"kernel", "wavefronts", "conflicts"}));
  const Ended ended = run("merged_atomics");
  EXPECT_EQ(ended.status, 0) << ended.output;
  ASSERT_EQ(ended.run.launches.size(), table->rows.size());
  for (std::size_t i = 0; i < table->rows.size(); ++i) {
    const auto& cells = table->rows[i].cells;
    const ProgramLaunch& launch = ended.run.launches[i];
    EXPECT_EQ(launch.kernel, cells[0]);
    EXPECT_EQ(launch.figures.cost.shared_atomic.wavefronts, std::stoull(cells[1])) << cells[0];
    EXPECT_EQ(launch.figures.cost.shared_atomic.bank_conflicts, std::stoull(cells[2])) << cells[0];
  }
}

TEST_F(WholeProgram, WithoutBankloomThereIsNoDevice) {
  const auto program = compiled("vector_add");
  ASSERT_TRUE(program);
  // NOLINTNEXTLINE: a test, with a command of its own
  FILE* const output = popen(("LD_PRELOAD=" BANKLOOM_RUNTIME_FILE " " + program->string()).c_str(), "r");
  char line[200] = {};
  ASSERT_NE(output, nullptr);
  ASSERT_NE(std::fgets(line, sizeof line, output), nullptr);
  EXPECT_EQ(WEXITSTATUS(pclose(output)), 1);
  EXPECT_TRUE(std::string(line).ends_with("no CUDA-capable device is detected\n")) << line;
}

}  // namespace
}  // namespace bankloom::program
