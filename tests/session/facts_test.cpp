// What a question hides, views cannot ask for: each kind by itself, in the sides and in the table's rows.
#include "core/session/facts.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <functional>
#include <regex>
#include <string>
#include <vector>

#include "session_fixture.h"

namespace bankloom::test {
namespace {

using FactsTest = SessionTest;

struct Case {
  FactKind kind;
  std::function<bool(const Facts&)> is_there;
};
const std::vector<Case>& cases() {
  static const std::vector<Case> all{
      {FactKind::request_cost,
       [](const Facts& facts) { return facts.request_cost() != nullptr && facts.why() != nullptr; }},
      {FactKind::kernel_cost, [](const Facts& facts) { return facts.kernel_cost() != nullptr; }},
      {FactKind::faults, [](const Facts& facts) { return !facts.faults().empty(); }},
      {FactKind::output, [](const Facts& facts) { return facts.output() != nullptr; }},
  };
  return all;
}

TEST_F(FactsTest, EachKindIsHiddenByItselfInTheSides) {
  show("bankloom mistakes/pastTheTile vs mistakes/pastTheTile");
  for (const Case& hidden : cases()) {
    Disclosure disclosure;
    disclosure.hide(hidden.kind);
    session.disclose(disclosure);
    for (const Side side : kSides) {
      for (const Case& asked : cases()) {
        EXPECT_EQ(asked.is_there(session.side(side).facts()), asked.kind != hidden.kind)
            << static_cast<int>(asked.kind) << " while " << static_cast<int>(hidden.kind) << " is hidden";
      }
    }
    EXPECT_FALSE(session.side(Side::a).facts().shows(hidden.kind));
  }
  session.disclose({});
  for (const Case& asked : cases()) EXPECT_TRUE(asked.is_there(session.side(Side::a).facts()));
}

TEST_F(FactsTest, WhatIsHiddenStaysSoWhileTheSessionGoesOn) {
  show("bankloom square/setRowReadCol at=0:1:0");
  Disclosure disclosure;
  disclosure.hide(FactKind::request_cost);
  session.disclose(disclosure);
  session.player().step(1);
  EXPECT_EQ(session.side(Side::a).facts().request_cost(), nullptr);
  ASSERT_TRUE(session.change(session.selection().with_option(Side::a, "IPAD", "1")));
  session.finish();
  ASSERT_TRUE(session.side(Side::a).state.has_value());
  EXPECT_EQ(session.side(Side::a).facts().request_cost(), nullptr);
}

TEST_F(FactsTest, TheTablesRowsHideTheSame) {
  show("bankloom square/setRowReadCol");
  Disclosure disclosure;
  disclosure.hide(FactKind::kernel_cost);
  session.disclose(disclosure);
  session.finish_lesson(std::chrono::seconds(60));
  for (const LessonRow& row : session.table_rows()) {
    EXPECT_EQ(row.facts().kernel_cost(), nullptr) << row.kernel->id();
    EXPECT_NE(row.facts().output(), nullptr) << row.kernel->id();
  }
  session.disclose({});
  for (const LessonRow& row : session.table_rows()) EXPECT_NE(row.facts().kernel_cost(), nullptr) << row.kernel->id();
}

/// Whether a line of a view reads a fact from a run or a state by itself.
bool reads_a_fact(const std::string& line) {
  static const std::regex kDirect(R"((run|state|summary|figures\(\))_?(\.|->)(cost|why|faults|different|correct)\b)");
  return std::regex_search(line, kDirect);
}

TEST(FactsOfViews, ReadingAFactIsFoundOut) {
  EXPECT_TRUE(reads_a_fact("if (!view.run->faults.empty()) return;"));
  EXPECT_TRUE(reads_a_fact("for (const Phase& phase : request.state.cost.phases) {"));
  EXPECT_TRUE(reads_a_fact("const auto used = view.state->why.bytes_used;"));
  EXPECT_FALSE(reads_a_fact("for (const simt::Fault& fault : view.facts().faults()) {"));
}

TEST(FactsOfViews, AreAskedInOnePlace) {
  std::size_t sources = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(BANKLOOM_SOURCE_DIR "/app/ui")) {
    if (!entry.is_regular_file()) continue;
    ++sources;
    std::ifstream stream(entry.path());
    std::string line;
    for (unsigned number = 1; std::getline(stream, line); ++number) {
      EXPECT_FALSE(reads_a_fact(line)) << entry.path().string() << ":" << number << ": " << line;
    }
  }
  EXPECT_GT(sources, 100u);
}

}  // namespace
}  // namespace bankloom::test
