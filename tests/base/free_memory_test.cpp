#include "core/base/free_memory.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

namespace bankloom {
namespace {

std::optional<std::uint64_t> free_in(const std::string& text) {
  const std::filesystem::path path = std::filesystem::temp_directory_path() / "bankloom_free_memory_test";
  std::ofstream(path) << text;
  const auto found = free_memory(path.string());
  std::filesystem::remove(path);
  return found;
}

TEST(FreeMemory, IsWhatTheTableSays) {
  EXPECT_EQ(free_in("MemTotal:       24000000 kB\nMemFree:  5 kB\nMemAvailable:   123456 kB\nBuffers: 7 kB\n"),
            std::uint64_t{123456} * 1024);
  EXPECT_EQ(free_in("MemTotal:       24000000 kB\n"), std::nullopt);
  EXPECT_EQ(free_in("MemAvailable: many kB\n"), std::nullopt);
  EXPECT_EQ(free_in(""), std::nullopt);
  EXPECT_EQ(free_memory("/nonexistent/meminfo"), std::nullopt);
}

}  // namespace
}  // namespace bankloom
