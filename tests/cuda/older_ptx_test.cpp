// PTX as of an older version of the language: what changes is the version, and only where it is later.
#include <gtest/gtest.h>

#include "cuda/gpu_program.h"

namespace bankloom {
namespace {

TEST(OlderPtx, OnlyTheVersionChanges) {
  EXPECT_EQ(with_older_version("// made by NVRTC\n\n.version 9.0\n.target sm_90\n.entry k() { ret; }\n", 82),
            "// made by NVRTC\n\n.version 8.2\n.target sm_90\n.entry k() { ret; }\n");
  EXPECT_EQ(with_older_version(".version 12.10\n", 90), ".version 9.0\n");
}

TEST(OlderPtx, AVersionThatTheDriverTakesStays) {
  EXPECT_FALSE(with_older_version(".version 8.2\n.target sm_90\n", 82));
  EXPECT_FALSE(with_older_version(".version 7.0\n.target sm_90\n", 82));
}

TEST(OlderPtx, TextThatIsNoPtxStays) {
  for (const char* text :
       {"", ".version", ".version\n", ".version x.y\n", ".version 9\n", ".version 9.", "a .version 9.0\n"}) {
    EXPECT_FALSE(with_older_version(text, 82)) << text;
  }
}

TEST(OlderPtx, EachDriverTakesTheVersionOfItsCuda) {
  CudaLibrary driver;
  for (const auto& [cuda, ptx] :
       {std::pair{11080, 78U}, {12040, 84U}, {12060, 85U}, {12090, 88U}, {13000, 90U}, {14000, 90U}}) {
    driver.version = cuda;
    EXPECT_EQ(driver.newest_ptx_version(), ptx) << cuda;
  }
}

}  // namespace
}  // namespace bankloom
