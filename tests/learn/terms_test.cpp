// Every term is explained before it is used: the lessons' texts in their order, held against the step that introduces
// it.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <regex>

#include "core/wording/glossary.h"
#include "lesson_fixture.h"

namespace bankloom::test {
namespace {

struct Term {
  const char* name;
  const char* words;       ///< how texts use it, as a regular expression, capitals or not
  const char* introduced;  ///< the step that explains it: "threads/wavefronts"
};

/// The glossary's terms, and the other words that a text could use too early.
constexpr Term kTerms[] = {
    {"thread", R"(\bthreads?\b)", "threads/a-block-and-its-threads"},
    {"block", R"(\bblocks?\b)", "threads/a-block-and-its-threads"},
    {"warp", R"(\bwarps?\b)", "threads/the-warp-and-the-lane-of-a-thread"},
    {"lane", R"(\blanes?\b)", "threads/the-warp-and-the-lane-of-a-thread"},
    {"threadIdx.z", R"(\bthreadIdx\.z\b|\bblockDim\.z\b)", "threads/layers-of-threads"},
    {"shared memory", R"(\bshared memory\b)", "threads/memory-that-a-block-shares"},
    {"global memory", R"(\bglobal memory\b)", "threads/memory-that-a-block-shares"},
    {"request", R"(\brequests?\b)", "threads/memory-that-a-block-shares"},
    {"barrier", R"(\bbarriers?\b|__syncthreads)", "threads/memory-that-a-block-shares"},
    {"BDIMX", R"(\bBDIM[XY]\b)", "threads/memory-that-a-block-shares"},
    {"word", R"(\bwords?\b)", "threads/banks"},
    {"bank", R"(\bbanks?\b)", "threads/banks"},
    {"wavefront", R"(\bwavefronts?\b)", "threads/wavefronts"},
    {"bank conflict", R"(\bconflicts?\b)", "threads/wavefronts"},
    {"grid", R"(\bgrids?\b|\bblockIdx\b|<<<)", "threads/more-than-one-block"},
    {"n-way", R"(-way\b)", "square/what-a-conflict-is-called"},
    {"padding", R"(\bpadd(ing|ed)\b|\bIPAD\b)", "square/padding"},
    {"extern", R"(\bextern\b)", "square/the-bank-of-a-padded-element"},
    {"transactions per request", R"(\btransactions\b)", "square/transactions-per-request"},
    {"twin", R"(\btwins?\b)", "square/conflicts-and-time"},
    {"race", R"(\braces?\b)", "barriers/write-then-read"},
    {"divergence", R"(\bdiverge)", "barriers/both-paths-of-a-branch"},
    {"__syncwarp", R"(__syncwarp)", "barriers/lanes-that-wait-for-each-other"},
    {"dynamic", R"(\b(static|dynamic)\b)", "declarations/the-same-accesses"},
    {"volatile", R"(\bvolatile\b)", "declarations/a-volatile-tile"},
    {"broadcast", R"(\bbroadcasts?\b)", "elements/one-word-for-all-lanes"},
    {"phase", R"(\bphases?\b)", "elements/wider-than-a-word"},
    {"sector", R"(\bsectors?\b)", "coalescing/side-by-side"},
    {"coalesced", R"(\bcoalesc)", "coalescing/side-by-side"},
    {"cache", R"(\bcaches?\b|\bL[12]\b)", "coalescing/sectors-and-time"},
    {"swizzle", R"(\bswizzl|\bexclusive or\b)", "swizzle/another-place-in-the-row"},
    {"ldmatrix", R"(\bldmatrix\b|\btensor cores?\b)", "swizzle/blocks-for-the-tensor-cores"},
    {"atomicAdd", R"(\batomic)", "swizzle/bins-in-shared-memory"},
    {"ladder", R"(\bladders?\b|\brungs?\b)", "transpose/as-fast-as-a-copy"},
    {"line", R"(\blines of (128|`128`) bytes\b)", "coalescing/side-by-side"},
};

std::string text_of(const learn::Prose& prose) {
  std::string text;
  for (const learn::Part& part : prose) text += part.text;
  return text + "\n";
}

/// All that a step says, in the text's order.
std::string text_of(const learn::Step& step) {
  std::string text = step.title + "\n";
  for (const learn::Prose& prose : step.text) text += text_of(prose);
  if (!step.question) return text;
  text += text_of(step.question->ask) + text_of(step.question->why);
  for (const learn::Alternative& one : step.question->options) text += text_of(one.text) + text_of(one.reply);
  for (const learn::NumberReply& one : step.question->replies) text += text_of(one.text);
  return text;
}

bool links(const learn::Step& step, std::string_view term) {
  const auto has = [&](const learn::Prose& prose) {
    return std::ranges::any_of(
        prose, [&](const learn::Part& part) { return part.kind == learn::PartKind::term && part.about == term; });
  };
  return std::ranges::any_of(step.text, has) || (step.question && (has(step.question->ask) || has(step.question->why)));
}

/// The first step of these lessons that uses a term: "square/padding"; empty where none does.
std::string first_use(const std::vector<learn::Lesson>& lessons, const Term& term) {
  const std::regex words(term.words, std::regex::icase);
  for (const learn::Lesson& lesson : lessons) {
    for (const learn::Step& step : lesson.steps) {
      if (std::regex_search(text_of(step), words)) return lesson.name + "/" + step.item;
    }
  }
  return {};
}

class Terms : public LearnTest {};

TEST_F(Terms, AreExplainedWhereTheyAreFirstUsed) {
  for (const Term& term : kTerms) EXPECT_EQ(first_use(lessons(), term), term.introduced) << term.name;
}

TEST_F(Terms, AreLinkedToTheGlossaryWhereTheyAreExplained) {
  for (const GlossaryTerm& one : glossary()) {
    const auto* const term = std::ranges::find(kTerms, one.term, &Term::name);
    ASSERT_NE(term, std::end(kTerms)) << one.term << ": no step introduces it";
    const std::string_view place = term->introduced;
    bool is_linked = false;
    for (const learn::Lesson& lesson : lessons()) {
      for (const learn::Step& step : lesson.steps) {
        if (lesson.name + "/" + step.item == place) is_linked = links(step, one.term);
      }
    }
    // Of a cache's line only its size matters.
    EXPECT_TRUE(is_linked || one.term == "line") << one.term << ", " << place;
  }
}

TEST_F(Terms, ATermThatComesTooEarlyIsFound) {
  std::vector<learn::Lesson> moved = lessons();
  std::swap(moved[0], moved[1]);
  EXPECT_EQ(first_use(moved, {"wavefront", R"(\bwavefronts?\b)", ""}), "square/along-a-row");
}

}  // namespace
}  // namespace bankloom::test
