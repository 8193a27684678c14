// Random kernels: the emulator's results are those of a GPU, and it reports no fault.
#include <gtest/gtest.h>

#include <charconv>
#include <fstream>
#include <iterator>
#include <regex>
#include <sstream>

#include "../base/sanitized.h"
#include "core/base/csv.h"
#include "core/wording/fault_text.h"
#include "random_kernel.h"
#include "reduce.h"

namespace bankloom::random {
namespace {

TEST(RandomKernels, TheGeneratorIsTheSameEverywhere) {
  // FNV-1a of the texts of some seeds; where it changes, kGeneration grows and a GPU is asked again.
  std::string texts;
  for (std::uint64_t seed = 0; seed < 40; ++seed) texts += make_kernel(seed).ptx;
  EXPECT_EQ(output_hash(std::as_bytes(std::span(texts))), 0xd3304216998d38du);
}

TEST(RandomKernels, TheHashIsFnv1a) {
  // From the description of FNV-1a: the offset basis for no byte, and the hash of "a".
  EXPECT_EQ(output_hash({}), 0xcbf29ce484222325u);
  const std::byte a{'a'};
  EXPECT_EQ(output_hash({&a, 1}), 0xaf63dc4c8601ec8cu);
}

TEST(RandomKernels, AreReducedToTheInstructionsThatMatter) {
  const RandomKernel kernel = make_kernel(7);
  const std::string wanted = "bar.sync";
  ASSERT_NE(kernel.ptx.find(wanted), std::string::npos);
  const auto has = [&](const RandomKernel& one) { return one.ptx.find(wanted) != std::string::npos; };
  const RandomKernel least = reduce(kernel, [&](const RandomKernel& one) {
    const auto run = emulate(one);
    return has(one) && run && run->faults.empty();
  });
  ASSERT_TRUE(has(least));
  const auto run = emulate(least);
  ASSERT_TRUE(run && run->faults.empty());
  // Of what stands between its beginning and its end, the barrier alone is left, and labels.
  const std::size_t begin = least.ptx.find("  mov.f32 %g1, 0f00000000;\n");
  const std::size_t end = least.ptx.find("  st.global");
  ASSERT_LT(begin, end);
  std::istringstream lines(least.ptx.substr(begin, end - begin));
  unsigned instructions = 0;
  for (std::string line; std::getline(lines, line);) instructions += line.front() == ' ' ? 1 : 0;
  EXPECT_EQ(instructions, 2u) << least.ptx;
  // A kernel that does not show it stays as it is.
  EXPECT_EQ(reduce(kernel, [](const RandomKernel&) { return false; }).ptx, kernel.ptx);
}

// tests/hardware/random_h200.csv: the hash of each seed's output on an H200 (GPU, driver and date in its first row),
// through the driver's translation of the PTX, and through ptxas -O0 where that gives another. The emulator's are those
// of -O0, all 2,000. In 90 kernels the optimised translation is another program than the text; `mistake` names the
// instruction that makes the difference (of the last two, what `bankloom_random_kernels reduce SEED` leaves):
//   literal  bfe.s32 with a literal position, or bfi.b32 with a literal length, of 32 or more: the result is not what
//   the
//            manual says, nor what the GPU does with the same number in a register
//            (tests/hardware/integer_forms_h200.csv). Every kernel with this mark has such an instruction, and without
//            them all but the other five were equal.
//   mad.hi   mad.hi.s32 in a loop that ptxas (13.0, from -O2) unrolls: in nvdisasm's listing two of the unrolled
//            instructions add the same register, so that a turn's sum is lost.
//   sat      sub.sat.s32 (a + b) - b becomes a, and add.sat.s32 (x + 255) + 1 becomes x + 256, as if the first sum
//            could not wrap (the manual, "add": without .sat the result wraps).
const std::regex kLargeLiteral(R"(bfe\.s32 %\w+, %\w+, 3[2-9],|bfi\.b32 %\w+, %\w+, %\w+, \d+, 3[2-9];)");

class RandomKernelQuarters : public testing::TestWithParam<std::size_t> {};

TEST_P(RandomKernelQuarters, GiveWhatAnH200Gave) {
  const std::string path = std::string(BANKLOOM_SOURCE_DIR) + "/tests/hardware/random_h200.csv";
  std::ifstream file(path, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  const auto table = parse_csv(text, path);
  ASSERT_TRUE(table) << table.error().message;
  ASSERT_EQ(table->rows.size(), 2000u);
  const auto seeds = table->column("seed"), hashes = table->column("hash");
  const auto unoptimised = table->column("unoptimised"), mistake = table->column("mistake");
  ASSERT_TRUE(seeds && hashes && unoptimised && mistake);
  // Under the sanitizers, where a kernel takes fifty times as long, a sample.
  const std::size_t stride = 4 * (test::kSanitized ? 53 : 1);
  std::size_t compared = 0;
  for (std::size_t row = GetParam(); row < table->rows.size(); row += stride) {
    const std::vector<std::string>& cells = table->rows[row].cells;
    const std::uint64_t seed = std::stoull(cells[*seeds]);
    const RandomKernel kernel = make_kernel(seed);
    if (cells[*mistake] == "literal") {
      EXPECT_TRUE(std::regex_search(kernel.ptx, kLargeLiteral)) << "seed " << seed;
    }
    const auto run = emulate(kernel);
    ASSERT_TRUE(run) << "seed " << seed << ": " << run.error().message;
    for (const simt::Fault& fault : run->faults) ADD_FAILURE() << "seed " << seed << ": " << fault_text(fault).str();
    const std::string hash = fmt::format("{:016x}", output_hash(run->output));
    ASSERT_EQ(cells[*unoptimised].empty(), cells[*mistake].empty()) << "seed " << seed;
    EXPECT_EQ(hash, cells[cells[*mistake].empty() ? *hashes : *unoptimised]) << "seed " << seed;
    ++compared;
  }
  EXPECT_EQ(compared, (2000 - GetParam() + stride - 1) / stride);
}

INSTANTIATE_TEST_SUITE_P(All, RandomKernelQuarters, testing::Range<std::size_t>(0, 4));

}  // namespace
}  // namespace bankloom::random
