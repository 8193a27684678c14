// What is said of a program's end and of what was done before its run.
#include "core/wording/program_text.h"

#include <gtest/gtest.h>

#include <csignal>

#include "core/wording/program_view_text.h"

namespace bankloom {
namespace {

using program::ProgramEnd;
using Kind = ProgramEnd::Kind;

std::string words_of(const ProgramEnd& end) { return program_end_text(end); }

TEST(ProgramText, AnEndIsToldWhereItIsNotAsItShouldBe) {
  ProgramEnd end;
  EXPECT_EQ(words_of(end), "");
  end.timed_out = true;
  EXPECT_EQ(words_of(end), "was stopped at its time limit, within a launch");
  end.value = 3;
  EXPECT_EQ(words_of(end), "ended with status 3");
  end = {};
  end.kind = Kind::signalled;
  end.value = SIGSEGV;
  end.name = "Segmentation fault";
  EXPECT_EQ(words_of(end), "was ended by signal 11 (Segmentation fault)");
  end.kind = Kind::time_limit;
  end.seconds = 10.04;
  EXPECT_EQ(words_of(end), "was stopped after 10 s");
  end.broke_protocol = true;
  EXPECT_EQ(words_of(end),
            "wrote to bankloom's channel what its CUDA runtime would never write, and was stopped after 10 s");
}

TEST(ProgramText, WhyNoCallWasMadeComesBeforeTheEnd) {
  ProgramEnd end;
  end.value = 1;
  end.silence = ProgramEnd::Silence::libraries;
  end.libraries = "libcublas.so.13";
  EXPECT_EQ(words_of(end), "made no call to the CUDA runtime: it uses libcublas.so.13, which needs a GPU");
  end.silence = ProgramEnd::Silence::ended;
  EXPECT_EQ(words_of(end), "made no call to the CUDA runtime: it ended with status 1 before");
  end.value = 0;
  EXPECT_EQ(words_of(end), "made no call to the CUDA runtime: it ended without one");
}

TEST(ProgramText, RemarksNameWhatTheyAreOf) {
  using Remark = program::ProgramRemark;
  const auto words = [](const Remark& remark) { return program_remark_text(remark).str(); };
  EXPECT_EQ(words({Remark::Kind::header_found, "common.h", "../common"}), "common.h is found with --include ../common");
  EXPECT_EQ(words({Remark::Kind::option_left_out, "-arch=sm_20"}),
            "-arch=sm_20 is left out: programs are compiled for compute_90");
  EXPECT_NE(words({Remark::Kind::not_isolated, "no namespaces"}).find("(no namespaces)"), std::string::npos);
}

TEST(ProgramText, FaultsOfBlocksThatWereNotExecutedAreUnknown) {
  program::ProgramLaunch launch;
  launch.blocks = launch.blocks_executed = 2;
  EXPECT_TRUE(unknown_faults_text(launch).empty());
  launch.blocks_executed = 1;
  EXPECT_EQ(unknown_faults_text(launch).str(), "unknown");
  launch.figures.faults.emplace_back();
  EXPECT_TRUE(unknown_faults_text(launch).empty());
}

}  // namespace
}  // namespace bankloom
