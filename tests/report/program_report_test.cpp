#include "core/report/program_report.h"

#include <gtest/gtest.h>

namespace bankloom::report {
namespace {

/// A program whose one launch has one fault, in line 12 of `file`.
ProgramReportPage page_with_fault(const std::string& file) {
  program::ProgramLaunch launch;
  launch.kernel = "sums";
  launch.file = file;
  simt::Fault fault;
  fault.kind = simt::FaultKind::uninitialized_read;
  fault.source_line = 12;
  launch.figures.faults.push_back(fault);
  ProgramReportPage page;
  page.outcome.program = "code/scan.cu";
  page.outcome.run.launches.push_back(launch);
  return page;
}

TEST(ProgramReport, NamesTheFileOfAFaultThatIsInAnotherOne) {
  EXPECT_EQ(problem_sentence(page_with_fault("/home/me/code/scan.cu")),
            "in launch 0, sums: 1 fault found, the first one uninitialized_read at line 12 (block 0,0,0 thread 0,0,0)");
  EXPECT_EQ(problem_sentence(page_with_fault("/home/me/code/scan.cuh")),
            "in launch 0, sums: 1 fault found, the first one uninitialized_read at scan.cuh, line 12 (block 0,0,0 "
            "thread 0,0,0)");
  EXPECT_EQ(problem_sentence(page_with_fault("")),
            "in launch 0, sums: 1 fault found, the first one uninitialized_read at line 12 (block 0,0,0 thread 0,0,0)");
}

TEST(ProgramReport, N94FaultsOfBlocksThatWereNotExecutedAreUnknown) {
  program::ProgramLaunch launch;
  launch.blocks = launch.blocks_executed = 30;
  ProgramReportPage page;
  const auto faults = [&] {
    page.outcome.run.launches = {launch};
    return to_json(page)["launches"][0]["faults"];
  };
  EXPECT_EQ(faults(), nlohmann::ordered_json::array());
  launch.blocks_executed = 29;
  EXPECT_EQ(faults(), "unknown");
  launch.figures.faults.emplace_back();
  EXPECT_EQ(faults().size(), 1U);
}

TEST(ProgramReport, N56ALaunchThatWasStoppedIsNoSample) {
  program::ProgramLaunch launch;
  launch.blocks = 10'000'000;
  launch.was_cancelled = true;
  ProgramReportPage page;
  page.outcome.run.called_runtime = true;
  page.outcome.run.launches = {launch};
  EXPECT_EQ(to_text(page, {}).find("--whole"), std::string::npos) << to_text(page, {});
  EXPECT_EQ(to_json(page)["launches"][0]["faults"], "unknown");
}

}  // namespace
}  // namespace bankloom::report
