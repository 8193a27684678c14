#include "core/learn/taught.h"

#include <algorithm>
#include <array>

namespace bankloom::learn {
namespace {

/// The terms of the glossary that speak of sectors.
constexpr std::array<std::string_view, 2> kSectorTerms{"sector", "coalesced"};

bool tells_sectors(const std::vector<Prose>& text) {
  return std::ranges::any_of(text, [](const Prose& prose) {
    return std::ranges::any_of(prose, [](const Part& part) {
      return part.kind == PartKind::term && std::ranges::find(kSectorTerms, part.about) != kSectorTerms.end();
    });
  });
}

}  // namespace

Disclosure taught_at(const std::vector<Lesson>& lessons, std::size_t lesson, std::size_t step) {
  bool has_sectors = false, has_times = false;
  for (std::size_t i = 0; i <= lesson && i < lessons.size(); ++i) {
    has_sectors = has_sectors || tells_sectors(lessons[i].goal);
    for (std::size_t at = 0; at < lessons[i].steps.size() && (i < lesson || at <= step); ++at) {
      const Step& one = lessons[i].steps[at];
      has_sectors = has_sectors || tells_sectors(one.text);
      if (!one.question) continue;
      const QuestionKind kind = one.question->kind;
      has_sectors = has_sectors || kind == QuestionKind::sectors || tells_sectors({one.question->ask});
      has_times = has_times || kind == QuestionKind::time;
    }
  }
  Disclosure disclosure;
  if (!has_sectors) disclosure.leave_out(FactKind::sectors);
  if (!has_times) disclosure.leave_out(FactKind::time);
  return disclosure;
}

}  // namespace bankloom::learn
