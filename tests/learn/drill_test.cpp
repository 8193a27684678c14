// Drills: their answers against a second counting, which is itself held against what an H200 counted; their texts
// against what is said of them, as they are compiled.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <set>
#include <sstream>

#include "../kept/kept_compiler.h"
#include "core/base/csv.h"
#include "core/base/language.h"
#include "core/learn/drill.h"
#include "core/run/own_run.h"
#include "core/wording/glossary.h"
#include "core/wording/question_text.h"
#include "second_count.h"

namespace bankloom {
namespace {

using learn::Drill;
using learn::DrillPattern;
using learn::make_drill;
using learn::QuestionKind;

constexpr std::size_t kPatterns = learn::kDrillPatterns.size();
/// As many as reach every level.
constexpr unsigned kNumbers = learn::kDrillLevels * learn::kDrillsPerLevel;

const MachineModel& machine() {
  static const MachineModel one = [] {
    const auto all = load_machines(BANKLOOM_SOURCE_DIR "/assets/machines");
    return *find_machine(all.value(), kDefaultMachine);
  }();
  return one;
}

second::Request request_of(const MemoryAccess& access) {
  second::Request request;
  request.is_load = access.op == AccessOp::load;
  request.width = access.width;
  request.active = access.active;
  std::copy(access.addresses.begin(), access.addresses.end(), request.address.begin());
  return request;
}

learn::Answer second_answer(const Drill& drill) {
  const second::Request request = request_of(drill.access);
  switch (drill.question.kind) {
    case QuestionKind::wavefronts:
      return {static_cast<double>(second::wavefronts(request))};
    case QuestionKind::conflicts:
      return {static_cast<double>(second::conflicts(request))};
    case QuestionKind::bank:
      return {static_cast<double>(second::bank(request, *drill.question.lane))};
    case QuestionKind::lanes: {
      const auto lanes = second::conflicting(request, *drill.question.lane);
      return {lanes.begin(), lanes.end()};
    }
    default:
      ADD_FAILURE() << "no drill asks this";
      return {};
  }
}

TEST(SecondCount, IsWhatAnH200Counted) {
  const std::string file = BANKLOOM_SOURCE_DIR "/tests/hardware/accesses_h200.csv";
  std::ifstream stream(file, std::ios::binary);
  std::ostringstream text;
  text << stream.rdbuf();
  const auto table = parse_csv(text.str(), file);
  ASSERT_TRUE(table) << table.error().message;
  std::map<std::string, unsigned> rows;
  for (const CsvRow& row : table->rows) {
    const auto cell = [&](const char* name) { return row.cells[*table->column(name)]; };
    // Matrices and atomics have rules of their own, which no drill asks about.
    if (cell("space") != "shared" || (cell("op") != "ld" && cell("op") != "st")) continue;
    second::Request request;
    request.is_load = cell("op") == "ld";
    request.width = static_cast<unsigned>(std::stoul(cell("width")));
    request.active = static_cast<std::uint32_t>(std::stoull(cell("mask"), nullptr, 16));
    std::istringstream offsets(cell("offsets"));
    for (std::uint64_t& address : request.address) offsets >> address;
    ASSERT_FALSE(offsets.fail()) << "line " << row.line;
    EXPECT_EQ(std::to_string(second::wavefronts(request)), cell("wavefronts")) << "line " << row.line;
    EXPECT_EQ(std::to_string(second::conflicts(request)), cell("bank_conflicts")) << "line " << row.line;
    ++rows[cell("op") + cell("width")];
  }
  const std::map<std::string, unsigned> measured = {{"ld1", 69}, {"ld2", 66}, {"ld4", 82}, {"ld8", 184}, {"ld16", 198},
                                                    {"st1", 72}, {"st2", 65}, {"st4", 78}, {"st8", 172}, {"st16", 184}};
  EXPECT_EQ(rows, measured);
}

TEST(Drills, AnswersOfTenThousandSeedsAreThoseOfTheSecondCount) {
  std::set<std::pair<DrillPattern, unsigned>> levels;
  std::map<QuestionKind, unsigned> kinds;
  std::map<DrillPattern, unsigned> conflicting;
  for (std::uint64_t seed = 0; seed < 10'000; ++seed) {
    const Drill drill = make_drill(machine(), seed, static_cast<unsigned>(seed % kNumbers));
    const auto asked = ask(drill, machine());
    ASSERT_TRUE(asked) << drill.text << asked.error().message;
    ASSERT_EQ(asked->right, second_answer(drill)) << "seed " << seed << "\n" << drill.text;
    levels.emplace(drill.pattern, drill.level);
    ++kinds[drill.question.kind];
    if (second::conflicts(request_of(drill.access)) != 0) ++conflicting[drill.pattern];
  }
  EXPECT_EQ(levels.size(), kPatterns * learn::kDrillLevels);
  for (const auto kind : {QuestionKind::wavefronts, QuestionKind::conflicts, QuestionKind::bank, QuestionKind::lanes}) {
    EXPECT_GE(kinds[kind], 500U) << learn::kQuestionKinds[static_cast<std::size_t>(kind)];
  }
  // Neither all nor none of a pattern: the answer is not known by its name.
  for (std::size_t i = 0; i < kPatterns; ++i) {
    const unsigned count = conflicting[static_cast<DrillPattern>(i)];
    EXPECT_GE(count, 150U) << learn::kDrillPatterns[i];
    EXPECT_LE(count, 1100U) << learn::kDrillPatterns[i];
  }
}

TEST(Drills, EveryRecognisedMistakeIsWrongAndHasAReply) {
  std::set<learn::Mistake> mistakes;
  for (std::uint64_t seed = 0; seed < 3000; ++seed) {
    const Drill drill = make_drill(machine(), seed, static_cast<unsigned>(seed % kNumbers));
    const auto asked = ask(drill, machine());
    ASSERT_TRUE(asked) << asked.error().message;
    const std::string right = answer_text(*asked, asked->right).str();
    const auto expect_reply = [&](const learn::WrongAnswer& wrong) {
      const std::string reply = reply_text(*asked, wrong).str();
      EXPECT_TRUE(reply.size() > 20 && reply.ends_with('.')) << reply;
      EXPECT_EQ(reply.find('{'), std::string::npos) << reply;
    };
    for (const learn::WrongAnswer& wrong : asked->recognised) {
      EXPECT_NE(wrong.answer, asked->right) << drill.text;
      EXPECT_EQ(recognise(*asked, wrong.answer).mistake, wrong.mistake);
      expect_reply(wrong);
      mistakes.insert(wrong.mistake);
    }
    expect_reply({learn::Mistake::other, {997}});
    EXPECT_NE(right_text(*asked).str().find(right), std::string::npos);
    EXPECT_EQ(right_text(*asked).str().find('{'), std::string::npos) << right_text(*asked).str();
  }
  using enum learn::Mistake;
  for (const learn::Mistake mistake :
       {column, row, lane_as_bank, word, byte, bytes_as_words, conflicts_for_wavefronts, broadcast_counted,
        lane_by_lane, banks_counted, words_counted, itself, phases_forgotten, padding_forgotten, x_and_y_exchanged}) {
    EXPECT_TRUE(mistakes.contains(mistake)) << mistake_name(mistake);
  }
}

TEST(Drills, AreAskedInWordsOfTheGlossary) {
  for (std::uint64_t seed = 0; seed < 500; ++seed) {
    const Drill drill = make_drill(machine(), seed, static_cast<unsigned>(seed % kNumbers));
    ASSERT_FALSE(drill.question.ask.empty());
    ASSERT_FALSE(drill.question.why.empty());
    bool names_line = false;
    for (const learn::Part& part : drill.question.ask) {
      if (part.kind == learn::PartKind::term) {
        const auto terms = glossary();
        EXPECT_TRUE(std::any_of(terms.begin(), terms.end(), [&](const auto& one) { return one.term == part.about; }))
            << part.about;
      }
      if (part.kind != learn::PartKind::code) continue;
      const auto named = learn::named_by(part.text);
      ASSERT_TRUE(named) << part.text;
      names_line = names_line || named->line == drill.line;
    }
    EXPECT_TRUE(names_line) << drill.text;
  }
}

// Practice is open to who has read the first lesson alone.
TEST(Drills, UseNoWordThatTheFirstLessonDoesNotTeach) {
  std::set<std::string> said;
  for (std::uint64_t seed = 0; seed < 2000; ++seed) {
    const Drill drill = make_drill(machine(), seed, static_cast<unsigned>(seed % kNumbers));
    const auto asked = ask(drill, machine());
    ASSERT_TRUE(asked) << asked.error().message;
    said.insert(prose_text(asked->question.ask, asked->numbers).str());
    said.insert(right_text(*asked).str());
    said.insert(drill.text.substr(0, drill.text.find('\n')));
    for (const learn::WrongAnswer& wrong : asked->recognised) said.insert(reply_text(*asked, wrong).str());
    said.insert(reply_text(*asked, {learn::Mistake::other, {997}}).str());
  }
  for (const std::string& text : said) {
    for (const char* const word : {"phase", "broadcast", "multicast", "padding", "swizzle", "sector", "transaction",
                                   "twin", "xor", "stride", "half-warp"}) {
      EXPECT_EQ(text.find(word), std::string::npos) << text;
    }
  }
}

/// Terms, numbers of the run and places: what a sentence is about in every language.
std::multiset<std::string> subjects_of(const learn::Prose& prose) {
  std::multiset<std::string> subjects;
  for (const learn::Part& part : prose) {
    if (part.kind == learn::PartKind::words || part.kind == learn::PartKind::strong) continue;
    subjects.insert(part.about.empty() ? part.text : part.about);
  }
  return subjects;
}

TEST(Drills, AskTheSameInEveryLanguage) {
  const std::filesystem::path folder = std::filesystem::path(BANKLOOM_SOURCE_DIR) / kLanguageFolder;
  for (const LanguageName& one : languages_in(folder)) {
    if (one.tag == kEnglish) continue;
    for (std::uint64_t seed = 0; seed < 100; ++seed) {
      const auto number = static_cast<unsigned>(seed % kNumbers);
      const Drill english = make_drill(machine(), seed, number);
      ASSERT_TRUE(set_language(one.tag, folder).has_value());
      const Drill drill = make_drill(machine(), seed, number);
      ASSERT_TRUE(set_language(kEnglish, folder).has_value());
      SCOPED_TRACE(one.tag + ": " + drill.text);
      EXPECT_EQ(drill.access.addresses, english.access.addresses);
      EXPECT_NE(drill.text, english.text) << "its first line is for people";
      EXPECT_EQ(drill.text.substr(drill.text.find('\n')), english.text.substr(english.text.find('\n')));
      for (const auto part : {&learn::Question::ask, &learn::Question::why}) {
        EXPECT_NE(drill.question.*part, english.question.*part);
        EXPECT_EQ(subjects_of(drill.question.*part), subjects_of(english.question.*part));
      }
      if (testing::Test::HasFailure()) return;
    }
  }
}

TEST(Drills, OfASeedAreTheSame) {
  for (std::uint64_t seed = 0; seed < 500; ++seed) {
    const auto number = static_cast<unsigned>(seed % kNumbers);
    const Drill one = make_drill(machine(), seed, number), other = make_drill(machine(), seed, number);
    EXPECT_EQ(one.text, other.text);
    EXPECT_EQ(one.question.ask, other.question.ask);
    EXPECT_EQ(one.access.addresses, other.access.addresses);
  }
  // On other machines, too: xor, 11 and the question follow from what a Mersenne twister of 64 bits gives after
  // the seed 1 + 4 * 0x9e3779b97f4a7c15, worked out apart from this program.
  const Drill drill = make_drill(machine(), 1, 4);
  EXPECT_EQ(drill.text,
            "// A drill of level 2\n"
            "// launch: drill<<<1, 32>>>(out)\n"
            "// out: float[32]\n"
            "extern \"C\" __global__ void drill(float *out) {\n"
            "  __shared__ float tile[32][32];\n"
            "  for (int i = threadIdx.x; i < 32 * 32; i += 32) tile[i / 32][i % 32] = i;\n"
            "  __syncthreads();\n"
            "  out[threadIdx.x] = tile[threadIdx.x][threadIdx.x ^ 11];\n"
            "}\n");
  EXPECT_EQ(drill.question.kind, QuestionKind::wavefronts);
}

TEST(Drills, RiseInDifficulty) {
  unsigned level = 0;
  for (unsigned number = 0; number < 2 * kNumbers; ++number) {
    const Drill drill = make_drill(machine(), 7, number);
    EXPECT_GE(drill.level, level);
    EXPECT_LE(drill.level, level + 1);
    level = drill.level;
  }
  EXPECT_EQ(level, learn::kDrillLevels);
}

TEST(Drills, MixWhatWasWrongBefore) {
  std::string progress;
  const auto add = [&](const char* kind, DrillPattern pattern, int count) {
    for (int i = 0; i < count; ++i) {
      progress += std::string("\n2026-11-26T01:40:00Z\t") + kind + "\tdrill\t" + learn::drill_item(pattern) + "\t\n";
    }
  };
  EXPECT_EQ(learn::drill_weights(progress), learn::kEqualWeights);
  add("wrong", DrillPattern::exclusive_or, 5);
  add("right", DrillPattern::exclusive_or, 1);
  add("wrong", DrillPattern::width, 3);
  add("right", DrillPattern::width, 3);
  add("right", DrillPattern::stride, 4);
  add("wrong", DrillPattern::padding, 40);
  add("seen", DrillPattern::shape, 9);
  // What a broken line and other lessons say counts for nothing.
  progress += "\n2026-11-26T01:40:00Z\twrong\tdrill\tdrill:sh";
  progress += "\n2026-11-26T01:40:00Z\twrong\tsquare\tdrill:shape\t\n";
  const learn::DrillWeights weights = learn::drill_weights(progress);
  EXPECT_EQ(weights, (learn::DrillWeights{2, 8, 2, 2, 2, 6, 2, 2}));

  std::array<unsigned, kPatterns> counts{};
  constexpr unsigned kMany = 2600;
  for (std::uint64_t seed = 0; seed < kMany; ++seed) {
    ++counts[static_cast<std::size_t>(make_drill(machine(), seed, 0, weights).pattern)];
  }
  for (std::size_t i = 0; i < kPatterns; ++i) {
    // 26 shares; chance moves these counts by some tens.
    EXPECT_NEAR(counts[i], kMany * weights[i] / 26, 90) << learn::kDrillPatterns[i];
  }
}

class DrillTexts : public testing::Test {
 protected:
  void SetUp() override {
    if (const auto architectures = compiler().architectures(); !architectures) {
      GTEST_SKIP() << architectures.error().message;
    }
  }
  static Compiler& compiler() {
    static const std::unique_ptr<Compiler> instance = test::make_test_compiler();
    return *instance;
  }
  /// The run of a drill's text, as it stands.
  static std::shared_ptr<const KernelRun> compiled(const Drill& drill) {
    const Catalog catalog;
    const OwnSource source{"", drill.text, "", 0, ""};
    std::shared_ptr<const OwnKernel> own;
    auto run = run_own_kernel({source, {}, kDefaultArchitecture, catalog, compiler()}, machine(), {}, own);
    EXPECT_TRUE(run) << run.error().message;
    if (!run) return nullptr;
    EXPECT_TRUE(own->assumed.empty());
    EXPECT_TRUE(own->compiled->diagnostics.empty()) << own->compiled->log;
    return *run;
  }
};

void expect_same_access(const Drill& drill, const KernelRun& run) {
  EXPECT_TRUE(run.faults.empty());
  EXPECT_EQ(run.block, drill.block);
  EXPECT_EQ(run.grid.count(), 1U);
  ASSERT_TRUE(run.tile);
  EXPECT_EQ(run.tile->base, 0U);
  EXPECT_EQ(run.tile->bytes(), drill.elements * drill.access.width);
  EXPECT_EQ(run.shared_bytes, drill.elements * drill.access.width);
  if (drill.tile) {
    // The window takes a float2 for two floats.
    EXPECT_EQ(run.tile->rows, drill.tile->rows);
    EXPECT_EQ(run.tile->columns * run.tile->element_bytes, drill.tile->columns * drill.tile->element_bytes);
    EXPECT_EQ(run.tile->padding * run.tile->element_bytes, drill.tile->padding * drill.tile->element_bytes);
  }
  unsigned found = 0;
  for (std::size_t i = 0; i < run.trace.size(); ++i) {
    const MemoryAccess access = run.trace.at(i);
    if (access.space != Space::shared || access.source_line != drill.line) continue;
    ++found;
    EXPECT_EQ(access.op, drill.access.op);
    EXPECT_EQ(access.width, drill.access.width);
    EXPECT_EQ(access.active, drill.access.active);
    EXPECT_EQ(access.addresses, drill.access.addresses);
  }
  EXPECT_EQ(found, 1U);
}

TEST_F(DrillTexts, MakeTheAccessThatIsAskedAbout) {
  // A drill of each pattern and level.
  std::map<std::pair<DrillPattern, unsigned>, std::uint64_t> seeds;
  for (std::uint64_t seed = 0; seeds.size() < kPatterns * learn::kDrillLevels; ++seed) {
    ASSERT_LT(seed, 10'000U);
    const auto number = static_cast<unsigned>(seed % kNumbers);
    const Drill drill = make_drill(machine(), seed, number);
    if (!seeds.emplace(std::pair(drill.pattern, drill.level), seed).second) continue;
    SCOPED_TRACE(drill.text);
    const auto run = compiled(drill);
    ASSERT_TRUE(run);
    expect_same_access(drill, *run);
    // The same answer, asked of the run.
    const auto at = learn::stand_at(run, {.line = drill.line});
    ASSERT_TRUE(at) << at.error().message;
    const auto of_run = learn::ask_of(drill.question, *at, learn::numbers_of(*at, nullptr));
    ASSERT_TRUE(of_run) << of_run.error().message;
    EXPECT_EQ(of_run->right, ask(drill, machine())->right);
  }
}

}  // namespace
}  // namespace bankloom
