// Numbers and rules that the lessons' sentences rest on, where no question asks for them.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "core/analysis/request_cost.h"
#include "core/base/files.h"
#include "core/measure/recording.h"
#include "core/wording/glossary.h"
#include "core/wording/learnt_text.h"
#include "lesson_fixture.h"

namespace bankloom::test {
namespace {

using namespace wording;

class Statements : public LearnTest {
 protected:
  /// All that is said in a lesson's step, numbers left out.
  static std::string text_of(const std::string& lesson, const std::string& item) {
    std::string text;
    for (const learn::Lesson& one : lessons()) {
      if (one.name != lesson) continue;
      for (const learn::Step& step : one.steps) {
        if (step.item != item) continue;
        for (const learn::Prose& prose : step.text) {
          for (const learn::Part& part : prose) text += part.text;
        }
      }
    }
    EXPECT_FALSE(text.empty()) << lesson << "/" << item;
    return text;
  }
  KernelCost cost(const std::string& kernel, const OptionValues& options) {
    const auto outcome = runs.wait({kernel, options, kDefaultMachine, kDefaultArchitecture, nullptr});
    const RunSummary* const run = outcome->figures();
    EXPECT_NE(run, nullptr) << kernel;
    return run != nullptr ? run->cost : KernelCost{};
  }
  /// The least padding from 0 to 33 without a conflict; -1: none has it.
  int least_padding(const std::string& kernel, OptionValues options) {
    for (int padding = 0; padding <= 33; ++padding) {
      options["IPAD"] = std::to_string(padding);
      const KernelCost one = cost(kernel, options);
      if (one.shared_load.bank_conflicts + one.shared_store.bank_conflicts == 0) return padding;
    }
    return -1;
  }
  /// What the shipped recording has of a kernel at its size for a GPU.
  static const KernelReadings& recorded_readings(const std::string& kernel, const OptionValues& options) {
    static const Recordings all = load_recordings({BANKLOOM_SOURCE_DIR "/assets/recordings"});
    static const KernelReadings kNone;
    const auto found = find_kernel(Shipped::get().catalog, kernel);
    const auto recording = find_recording(all, "h200");
    if (!found || !recording) return kNone;
    OptionValues chosen = (*found)->gpu;
    for (const auto& [name, value] : options) chosen[name] = value;
    const auto* const readings = find_readings(**recording, kernel, *resolve_options(**found, chosen));
    EXPECT_NE(readings, nullptr) << kernel;
    return readings != nullptr ? *readings : kNone;
  }
  /// Microseconds of a launch.
  static double recorded_time(const std::string& kernel, const OptionValues& options) {
    const auto& measured = recorded_readings(kernel, options).reading(ReadingKind::one_block).measurement;
    return measured ? measured->value : 0;
  }
};

// The end of each lesson has a command line and what it counts: as an H200 counted it, where that was recorded.
TEST_F(Statements, EachLessonEndsWithWhatNsightComputeCounts) {
  unsigned told = 0, recordings = 0;
  for (const learn::Lesson& lesson : lessons()) {
    ASSERT_TRUE(lesson.learnt) << lesson.name;
    const auto ended = learn::runs_of({.line = lesson.learnt->line, .at = lesson.learnt->at}, sources);
    ASSERT_TRUE(ended.has_value() && *ended) << lesson.name;
    const KernelRun& run = *(*ended)->a.run;
    const MemoryAccess access = (*ended)->a.access();
    const auto own = own_gpu_text(run, access.space, access.op);
    EXPECT_EQ(own.has_value(), lesson.name != "machines") << lesson.name;
    if (!own) continue;
    ++told;
    const auto measured = recorded(run);
    if (!measured) continue;
    unsigned counters = 0;
    for (const CounterReading& counter : measured->own.counters) {
      if (own->profile.find(counter.metric) == std::string::npos) continue;
      ++counters;
      const std::string number =
          fmt::format(" {} ", Text(say("{n}", "n"_a = Count{static_cast<std::uint64_t>(counter.value)})).str());
      EXPECT_NE(own->counts.str().find(number), std::string::npos) << counter.metric << number << own->counts.str();
    }
    EXPECT_EQ(counters, 2U) << own->profile;
    ++recordings;
  }
  EXPECT_EQ(told, 13U);
  EXPECT_GE(recordings, 7U);
}

// Sentences that were false, or true of a part of the machines or tiles alone.
TEST_F(Statements, WhatWasFalseIsSaidNoLonger) {
  std::string all;
  for (const char* const ending :
       {"lesson.md", "lesson.json", "kernel.json", "exercise.md", "README.md", "lessons.md"}) {
    for (const char* const folder : {"/kernels", "/docs"}) {
      for (const auto& entry :
           std::filesystem::recursive_directory_iterator(std::string(BANKLOOM_SOURCE_DIR) + folder)) {
        if (entry.path().filename() == ending) all += read_file(entry.path()).value_or("") + "\n";
      }
    }
  }
  for (const GlossaryTerm& term : glossary()) all += std::string(term.meaning) + "\n";
  // A sentence goes on over lines, indented where it belongs to a question.
  std::ranges::replace(all, '\n', ' ');
  const auto both = [](char a, char b) { return a == ' ' && b == ' '; };
  all.erase(std::unique(all.begin(), all.end(), both), all.end());
  EXPECT_NE(all.find("nearly as fast as a copy"), std::string::npos) << "the test reads the lessons";
  for (const char* const phrase :
       {"enough other work", "do other work", "as many columns as banks", "for a square tile, one",
        "two elements part them", "no transpose is faster than a copy", "holds up fewer warps", "without waiting",
        "execute each instruction together", "takes only the room of one lane", "unless the GPU has",
        "Every function of the file", "on the GPU of the recording", "lanes with the same address pair up",
        "since Maxwell", "each time by a kernel that removes"}) {
    EXPECT_EQ(all.find(phrase), std::string::npos) << phrase;
  }
}

TEST_F(Statements, CaptionsReadmeAndGlossarySayOfWhatTheyHold) {
  const auto caption = read_file(BANKLOOM_SOURCE_DIR "/app/ui/panels/banks_panel.cpp");
  const auto readme = read_file(BANKLOOM_SOURCE_DIR "/README.md");
  ASSERT_TRUE(caption && readme);
  EXPECT_NE(caption->find("number of wavefronts of this phase"), std::string::npos) << "not of the whole request";
  EXPECT_NE(readme->find("taken to be as on 9.0 where these say nothing, as of phases"), std::string::npos);
  EXPECT_NE(glossary_term("wavefront").meaning.find("wavefronts of global and local memory, too"),
            std::string_view::npos);
  EXPECT_NE(glossary_term("phase").meaning.find("twice as many lanes"), std::string_view::npos);
}

TEST_F(Statements, OneElementOfPaddingIsEnoughForThirtyTwoByThirtyTwoAlone) {
  EXPECT_EQ(least_padding("square/setRowReadCol", {}), 1);
  EXPECT_EQ(least_padding("rectangular/setRowReadCol", {{"BDIMY", "16"}}), 2);
  EXPECT_EQ(least_padding("rectangular/setRowReadCol", {{"BDIMY", "8"}}), 4);
  const KernelCost narrow = cost("mistakes/narrowTile", {});
  EXPECT_EQ(narrow.shared_load.bank_conflicts + narrow.shared_store.bank_conflicts, 16U);
}

TEST_F(Statements, NoPaddingFreesANarrowTileAndASwizzleDoes) {
  EXPECT_EQ(least_padding("mistakes/narrowTile", {}), -1);
  const KernelCost two = cost("mistakes/narrowTile", {{"IPAD", "2"}});
  EXPECT_EQ(two.shared_load.bank_conflicts, 0U);
  EXPECT_EQ(two.shared_store.bank_conflicts, 8U);
  for (const char* const tile : {"8", "16", "32"}) {
    const KernelCost swizzled = cost("mistakes/narrowSwizzle", {{"TILE", tile}});
    EXPECT_EQ(swizzled.shared_load.bank_conflicts + swizzled.shared_store.bank_conflicts, 0U) << tile;
  }
}

TEST_F(Statements, ALaneWithoutAPartnerUndoesAllPairs) {
  const MachineModel machine = find_machine(Shipped::get().machines, "cc9.0").value();
  MemoryAccess access;
  access.space = Space::shared;
  access.width = 16;
  access.active = 0xFFFFFFFF;
  for (unsigned lane = 0; lane < kWarpSize; ++lane) access.addresses.at(lane) = 16 * (lane / 2);
  EXPECT_EQ(count_request(machine, access).phases, 2U);
  access.addresses[31] = 16 * 16;
  EXPECT_EQ(count_request(machine, access).phases, 4U);
  access.addresses.fill(0);
  EXPECT_EQ(count_request(machine, access).wavefronts, 2U) << "of one float4 for all lanes";
}

TEST_F(Statements, TheLadderFallsButForTheRungsThatTheStepNames) {
  const std::vector<std::string> rungs{"naiveRead",   "naiveWrite", "tile",        "tilePad",
                                       "tileSwizzle", "tileRows",   "tileRowsPad", "vector"};
  std::vector<std::string> slower;
  for (std::size_t i = 1; i < rungs.size(); ++i) {
    if (recorded_time("transpose/" + rungs[i], {}) > recorded_time("transpose/" + rungs[i - 1], {})) {
      slower.push_back(rungs[i]);
    }
  }
  EXPECT_EQ(slower, (std::vector<std::string>{"tile", "tileRows"}));
  const std::string text = text_of("transpose", "as-fast-as-a-copy");
  for (const std::string& rung : slower) EXPECT_NE(text.find(rung), std::string::npos) << rung;
  const auto& bandwidth = recorded_readings("transpose/copy", {}).bandwidth;
  const auto of_device = bandwidth ? bandwidth->of_copy() : std::nullopt;
  ASSERT_TRUE(of_device);
  EXPECT_NEAR(100 * *of_device, 45, 0.5);
  EXPECT_NE(text.find("45"), std::string::npos);
  EXPECT_LT(recorded_time("transpose/vector", {}), recorded_time("transpose/copyVector", {{"DOWN", "1"}}))
      << "a copy with the same grid and block is no bound";
  // Several loads in flight are what fewer threads for a tile gain, with a tile and without.
  const double of_copy = recorded_time("transpose/copy", {}) - recorded_time("transpose/copyRows", {});
  const double of_tile = recorded_time("transpose/tilePad", {}) - recorded_time("transpose/tileRowsPad", {});
  EXPECT_NEAR(of_copy / of_tile, 1, 0.02);
}

TEST_F(Statements, TimesInTextsAreRecorded) {
  struct Said {
    const char *lesson, *item, *text, *kernel;
    OptionValues options;
    double digit;  ///< of the last digit
  };
  const std::vector<Said> all{
      {"coalescing", "sectors-and-time", "2,146", "coalescing/rowSums", {}, 1},
      {"coalescing", "sectors-and-time", "640", "coalescing/colSums", {}, 1},
      {"coalescing", "beyond-the-sector", "17.4", "coalescing/addStrided", {{"STRIDE", "8"}}, 0.1},
      {"coalescing", "beyond-the-sector", "32.7", "coalescing/addStrided", {{"STRIDE", "16"}}, 0.1},
      {"coalescing", "beyond-the-sector", "36.9", "coalescing/addStrided", {{"STRIDE", "32"}}, 0.1},
      {"coalescing", "neighbours-and-time", "268", "coalescing/matrixAdd", {{"ALONG_ROW", "0"}}, 1},
      {"coalescing", "neighbours-and-time", "67.4", "coalescing/matrixAdd", {}, 0.1},
  };
  for (const Said& one : all) {
    EXPECT_NE(text_of(one.lesson, one.item).find(one.text), std::string::npos) << one.text;
    std::string digits = one.text;
    std::erase(digits, ',');
    EXPECT_NEAR(recorded_time(one.kernel, one.options), std::stod(digits), one.digit / 2) << one.kernel;
  }
}

TEST_F(Statements, NarrowElementsConflictOnTheFirstGpus) {
  const MachineModel machine = find_machine(Shipped::get().machines, "cc1.x").value();
  MemoryAccess access;
  access.space = Space::shared;
  access.width = 1;
  access.active = 0xFFFF;
  for (unsigned lane = 0; lane < 16; ++lane) access.addresses.at(lane) = lane;
  EXPECT_EQ(count_request(machine, access).wavefronts, 4U) << "four neighbouring bytes lie in one bank";
}

}  // namespace
}  // namespace bankloom::test
