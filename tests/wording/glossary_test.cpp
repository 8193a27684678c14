// The glossary: every term has one sentence, and every counter is one that is measured here.
#include "core/wording/glossary.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>

#include "core/measure/counters.h"

namespace bankloom {
namespace {

TEST(Glossary, HasTheWordsOfTheFieldOnceEachInOneSentence) {
  std::set<std::string_view> names;
  for (const GlossaryTerm& one : glossary()) {
    EXPECT_TRUE(names.insert(one.term).second) << one.term;
    ASSERT_FALSE(one.meaning.empty()) << one.term;
    EXPECT_EQ(std::count(one.meaning.begin(), one.meaning.end(), '.'), 1) << one.meaning;
    EXPECT_EQ(one.meaning.back(), '.') << one.meaning;
    EXPECT_EQ(&glossary_term(one.term), &one);
  }
  for (const char* const term :
       {"request", "wavefront", "sector", "bank conflict", "lane", "warp", "transactions per request", "broadcast",
        "phase", "coalesced", "padding", "swizzle", "barrier", "race", "twin"}) {
    EXPECT_TRUE(names.contains(term)) << term;
  }
}

TEST(Glossary, NamesTheCountersThatAreMeasured) {
  const auto measured = [](const std::string& name) {
    const auto& all = counter_rules();
    return std::any_of(all.begin(), all.end(), [&](const auto& one) { return one.metric == name; });
  };
  unsigned seen = 0;
  for (const GlossaryTerm& one : glossary()) {
    std::string rest(one.counters);
    for (std::size_t at; (at = rest.find("{ld,st}")) != std::string::npos;) {
      const std::size_t begin = rest.rfind(' ', at) == std::string::npos ? 0 : rest.rfind(' ', at) + 1;
      const std::string before = rest.substr(begin, at - begin);
      for (const char* const op : {"ld", "st"}) EXPECT_TRUE(measured(before + op + ".sum")) << before << op;
      rest = rest.substr(at + 7);
      ++seen;
    }
  }
  EXPECT_GE(seen, 6U);
}

TEST(Glossary, ASentencesTermsAreThoseThatItUses) {
  Explanation why;
  EXPECT_TRUE(terms_of(why).empty());
  why.kind = ExplanationKind::scattered;
  why.space = Space::global;
  EXPECT_EQ(terms_of(why).back()->term, "sector");
  why.space = Space::shared;
  why.kind = ExplanationKind::broadcast;
  EXPECT_EQ(terms_of(why).back()->term, "broadcast");
  why.counts.phases = 2;
  EXPECT_EQ(terms_of(why).back()->term, "phase");
  why.swizzle.emplace();
  EXPECT_EQ(terms_of(why).back()->term, "swizzle");
}

}  // namespace
}  // namespace bankloom
