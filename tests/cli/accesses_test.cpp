#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <sstream>

#include "process.h"

namespace bankloom::test {
namespace {

/// 32 offsets, lane l's being l * stride.
std::string offsets(int stride) {
  std::string text;
  for (int lane = 0; lane < 32; ++lane) text += (lane == 0 ? "" : " ") + std::to_string(lane * stride);
  return text;
}

std::string table() {
  return "id,space,op,width,mask,offsets,comment\n"
         "clean,shared,ld,4,0xffffffff," +
         offsets(4) +
         ",one wavefront\n"
         "column,shared,ld,4,0xffffffff," +
         offsets(128) +
         ",a bank for all\n"
         "vector,shared,st,16,0xffffffff," +
         offsets(16) +
         ",four phases\n"
         "line,global,ld,4,0xffffffff," +
         offsets(4) +
         ",a line\n"
         "strided,global,st,4,0x0000000f," +
         offsets(32) + ",a sector a lane\n";
}

const char* const kCosts =
    "id,requests,phases,wavefronts,bank_conflicts,sectors\n"
    "clean,1,1,1,0,\n"
    "column,1,1,32,31,\n"
    "vector,1,4,4,0,\n"
    "line,1,,,,4\n"
    "strided,1,,,,4\n";

TEST(Accesses, PrintsTheCostOfEveryRow) {
  const TemporaryFolder folder;
  const auto result = bankloom_run({"accesses", folder.write("a.csv", table())});
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_EQ(result.out, kCosts);
  EXPECT_EQ(result.err, "");
}

TEST(Accesses, ReadsStandardInput) {
  const auto result = bankloom_run({"accesses", "-"}, table());
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_EQ(result.out, kCosts);
}

TEST(Accesses, FollowsTheMachine) {
  const TemporaryFolder folder;
  const std::string file = folder.write("a.csv", table());
  // 64 banks: a column of a tile 32 words wide meets two of them.
  const auto result = bankloom_run({"accesses", file, "--machine", "didactic:64"});
  ASSERT_EQ(result.status, 0) << result.err;
  EXPECT_NE(result.out.find("column,1,1,16,15,\n"), std::string::npos) << result.out;
}

TEST(Accesses, NeedsNoCompiler) {
  const auto result = bankloom_run({"accesses", "-"}, table(), {{"BANKLOOM_NVRTC", "/nowhere/libnvrtc.so"}});
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_EQ(result.out, kCosts);
}

/// The measured table: every row that the program prints is what the hardware counted.
TEST(Accesses, AgreesWithTheMeasuredTable) {
  const std::string file = std::string(BANKLOOM_SOURCE_DIR) + "/tests/hardware/accesses_h200.csv";
  const auto result = bankloom_run({"accesses", file});
  ASSERT_EQ(result.status, 0) << result.err;
  std::ifstream measured(file);
  std::istringstream printed(result.out);
  std::string expected_line;
  std::string line;
  std::getline(measured, expected_line);
  std::getline(printed, line);
  std::size_t rows = 0;
  while (std::getline(measured, expected_line)) {
    ASSERT_TRUE(std::getline(printed, line));
    const auto tail = [](const std::string& row, int fields) {
      std::size_t at = row.size();
      for (int i = 0; i < fields; ++i) at = row.rfind(',', at - 1);
      return row.substr(at);
    };
    while (!expected_line.empty() && expected_line.back() == '\r') expected_line.pop_back();
    EXPECT_EQ(line.substr(0, line.find(',')), expected_line.substr(0, expected_line.find(',')));
    EXPECT_EQ(tail(line, 3), tail(expected_line, 3)) << expected_line;
    ++rows;
  }
  EXPECT_EQ(rows, 1481U);
}

TEST(Accesses, RefusesAMalformedTable) {
  const std::string header = "id,space,op,width,mask,offsets\n";
  expect_usage_error({"accesses", "-"}, {"standard input"}, "");
  expect_usage_error({"accesses", "-"}, {"offsets"}, "id,space,op,width,mask\n");
  expect_usage_error({"accesses", "-"}, {"line 2", "space"}, header + "1,sharde,ld,4,0xffffffff," + offsets(4) + "\n");
  expect_usage_error({"accesses", "-"}, {"line 2", "op"}, header + "1,shared,lod,4,0xffffffff," + offsets(4) + "\n");
  expect_usage_error({"accesses", "-"}, {"line 2", "width"}, header + "1,shared,ld,3,0xffffffff," + offsets(4) + "\n");
  expect_usage_error(
      {"accesses", "-"}, {"line 3", "mask"},
      header + "1,shared,ld,4,0xffffffff," + offsets(4) + "\n2,shared,ld,4,0xfffffffff," + offsets(4) + "\n");
  expect_usage_error({"accesses", "-"}, {"line 2", "offsets"}, header + "1,shared,ld,4,0xffffffff,0 4 8\n");
  expect_usage_error({"accesses", "-"}, {"line 2"}, header + "1,shared,ld\n");
}

TEST(Accesses, RefusesFilesThatAreNone) {
  const TemporaryFolder folder;
  expect_usage_error({"accesses"}, {"CSV file"});
  expect_usage_error({"accesses", folder.path("none.csv")}, {"there is no file", "none.csv"});
  expect_usage_error({"accesses", folder.path("")}, {"is a folder"});
  expect_usage_error({"accesses", folder.write("a.csv", table()), "--machine", "cc99"}, {"cc99"});
}

}  // namespace
}  // namespace bankloom::test
