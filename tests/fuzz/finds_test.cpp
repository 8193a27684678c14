// Every input that a fuzzer found something with, and every seed of theirs, through what the fuzzers try
// (inputs.h). The folder tests/fuzz/finds has a folder for each of them; scripts/fuzz.sh says where new finds come
// from.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "inputs.h"

namespace bankloom::fuzz {
namespace {

namespace fs = std::filesystem;

struct Fuzzer {
  const char* name;
  Complaint (*attempt)(std::string_view);
};

class Finds : public testing::TestWithParam<Fuzzer> {};

TEST_P(Finds, KeepTheirPromises) {
  const auto [name, attempt] = GetParam();
  std::vector<fs::path> inputs;
  for (const char* const folder : {"tests/fuzz/seeds", "tests/fuzz/finds"}) {
    const fs::path place = fs::path(BANKLOOM_SOURCE_DIR) / folder / name;
    if (!fs::exists(place)) continue;
    for (const auto& entry : fs::directory_iterator(place)) inputs.push_back(entry.path());
  }
  std::sort(inputs.begin(), inputs.end());
  EXPECT_FALSE(inputs.empty()) << "neither a seed nor a find for " << name;
  for (const fs::path& input : inputs) {
    std::ifstream file(input, std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    EXPECT_EQ(attempt(text), "") << input;
  }
}

INSTANTIATE_TEST_SUITE_P(All, Finds,
                         testing::Values(Fuzzer{"ptx", try_ptx}, Fuzzer{"link", try_link}, Fuzzer{"csv", try_csv},
                                         Fuzzer{"json", try_json}, Fuzzer{"scene", try_scene},
                                         Fuzzer{"kernels", try_kernels}, Fuzzer{"requests", try_requests},
                                         Fuzzer{"channel", try_channel}, Fuzzer{"binary", try_binary},
                                         Fuzzer{"worker", try_worker}),
                         [](const auto& instance) { return std::string(instance.param.name); });

}  // namespace
}  // namespace bankloom::fuzz
