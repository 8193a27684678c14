// Random kernels: the emulator's results are those of a GPU, and it reports no fault.
#include <gtest/gtest.h>

#include <charconv>
#include <fstream>
#include <iterator>

#include "../base/sanitized.h"
#include "core/base/csv.h"
#include "random_kernel.h"

namespace bankloom::random {
namespace {

TEST(RandomKernels, TheGeneratorIsTheSameEverywhere) {
  // FNV-1a of the text that seed 7 gives; where it changes, kGeneration grows and a GPU is asked again.
  const std::string text = make_kernel(7).ptx;
  EXPECT_EQ(output_hash(std::as_bytes(std::span(text))), 0xeedab063fa687660u) << text;
}

TEST(RandomKernels, TheHashIsFnv1a) {
  // From the description of FNV-1a: the offset basis for no byte, and the hash of "a".
  EXPECT_EQ(output_hash({}), 0xcbf29ce484222325u);
  const std::byte a{'a'};
  EXPECT_EQ(output_hash({&a, 1}), 0xaf63dc4c8601ec8cu);
}

// tests/hardware/random_h100.csv: the hash of each seed's output on an H100, through the driver's translation of the
// PTX (GPU, driver and date in its first row). Of the 2,000 the emulator's differ in 90, which the column `differs`
// marks:
//   bfe position   a bfe.s32 with a literal position of 32 or more gives -1 there. The manual ("bfe") says copies of
//   the
//                  sign bit, which is what an H200 gives where the position is in a register
//                  (tests/hardware/integer_forms_h200.csv). With -1 in its place the outputs are equal.
//   bfi length     a bfi.b32 with a literal length of 32 or more inserts as many bits as the length modulo 32. The
//   manual
//                  says all of them, as does the GPU where the length is in a register. So changed, outputs are equal.
//   unknown        not explained: five seeds.
class RandomKernelQuarters : public testing::TestWithParam<std::size_t> {};

TEST_P(RandomKernelQuarters, GiveWhatAnH100Gave) {
  const std::string path = std::string(BANKLOOM_SOURCE_DIR) + "/tests/hardware/random_h100.csv";
  std::ifstream file(path, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  const auto table = parse_csv(text, path);
  ASSERT_TRUE(table) << table.error().message;
  ASSERT_EQ(table->rows.size(), 2000u);
  const auto seeds = table->column("seed"), hashes = table->column("hash"), differs = table->column("differs");
  ASSERT_TRUE(seeds && hashes && differs);
  // Under the sanitizers, where a kernel takes fifty times as long, a sample.
  const std::size_t stride = 4 * (test::kSanitized ? 53 : 1);
  std::size_t compared = 0;
  for (std::size_t row = GetParam(); row < table->rows.size(); row += stride) {
    const std::vector<std::string>& cells = table->rows[row].cells;
    const std::uint64_t seed = std::stoull(cells[*seeds]);
    const auto run = emulate(make_kernel(seed));
    ASSERT_TRUE(run) << "seed " << seed << ": " << run.error().message;
    for (const simt::Fault& fault : run->faults) ADD_FAILURE() << "seed " << seed << ": " << fault.message;
    const bool equal = fmt::format("{:016x}", output_hash(run->output)) == cells[*hashes];
    EXPECT_EQ(equal, cells[*differs].empty()) << "seed " << seed << ": " << cells[*differs];
    ++compared;
  }
  EXPECT_EQ(compared, (2000 - GetParam() + stride - 1) / stride);
}

INSTANTIATE_TEST_SUITE_P(All, RandomKernelQuarters, testing::Range<std::size_t>(0, 4));

}  // namespace
}  // namespace bankloom::random
