#include "core/learn/taught.h"

#include <algorithm>
#include <utility>

namespace bankloom::learn {
namespace {

/// What tells a kind of fact: a text that links one of the glossary's terms, or a question.
struct Telling {
  FactKind fact;
  std::vector<std::string_view> terms;
  std::vector<QuestionKind> questions;
};

const std::vector<Telling>& tellings() {
  using enum QuestionKind;
  static const std::vector<Telling> kAll{
      {FactKind::warps, {"warp", "lane"}, {}},
      {FactKind::banks, {"bank", "bank-conflict"}, {bank, wavefronts, conflicts, padding}},
      // A request's cost is what its banks show.
      {FactKind::request_cost,
       {"bank", "bank-conflict"},
       {bank, wavefronts, conflicts, padding, sectors, transactions}},
      {FactKind::kernel_cost,
       {"wavefront", "bank-conflict", "sector"},
       {wavefronts, conflicts, padding, sectors, transactions, order}},
      {FactKind::sectors, {"sector", "coalesced"}, {sectors}},
      {FactKind::time, {}, {time}},
  };
  return kAll;
}

bool links(const Telling& telling, const Prose& prose) {
  return std::ranges::any_of(prose, [&](const Part& part) {
    return part.kind == PartKind::term && std::ranges::find(telling.terms, part.about) != telling.terms.end();
  });
}

bool tells(const Telling& telling, const std::vector<Prose>& text) {
  return std::ranges::any_of(text, [&](const Prose& prose) { return links(telling, prose); });
}

bool tells(const Telling& telling, const Step& step) {
  if (tells(telling, step.text)) return true;
  return step.question && (std::ranges::find(telling.questions, step.question->kind) != telling.questions.end() ||
                           links(telling, step.question->ask));
}

}  // namespace

Disclosure taught_at(const std::vector<Lesson>& lessons, std::size_t lesson, std::size_t step) {
  Disclosure disclosure;
  for (const Telling& telling : tellings()) {
    bool is_told = false, is_to_come = false;
    for (std::size_t i = 0; i < lessons.size(); ++i) {
      (i <= lesson ? is_told : is_to_come) |= tells(telling, lessons[i].goal);
      for (std::size_t at = 0; at < lessons[i].steps.size(); ++at) {
        (std::pair(i, at) <= std::pair(lesson, step) ? is_told : is_to_come) |= tells(telling, lessons[i].steps[at]);
      }
    }
    if (is_to_come && !is_told) disclosure.leave_out(telling.fact);
  }
  return disclosure;
}

}  // namespace bankloom::learn
