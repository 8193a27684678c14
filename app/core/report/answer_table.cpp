#include "core/report/answer_table.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>

#include "core/base/language.h"
#include "core/base/text_lines.h"
#include "core/wording/numbers.h"
#include "core/wording/question_text.h"

namespace bankloom::report {
namespace {

using learn::Asked;
using learn::QuestionKind;

/// Numbers up to this are answered by guessing, too.
constexpr int kMostGuessed = 64;

/// Sets that differ little from the right one.
void add_sets(const Asked& asked, std::set<learn::Answer>& answers) {
  answers.insert(learn::Answer{});
  for (std::size_t i = 0; i < asked.right.size(); ++i) {
    learn::Answer less = asked.right;
    less.erase(less.begin() + static_cast<std::ptrdiff_t>(i));
    answers.insert(less);
  }
  const bool are_lanes = asked.question.kind == QuestionKind::lanes;
  const double count =
      are_lanes ? kWarpSize : static_cast<double>(asked.at.run->tile->rows * asked.at.run->tile->row_elements());
  for (double other = 0; other < count; ++other) {
    if (std::ranges::find(asked.right, other) != asked.right.end()) continue;
    learn::Answer more = asked.right;
    more.push_back(other);
    std::sort(more.begin(), more.end());
    answers.insert(more);
  }
}

std::set<learn::Answer> plausible_answers(const Asked& asked) {
  std::set<learn::Answer> answers;
  switch (asked.question.kind) {
    case QuestionKind::lanes:
    case QuestionKind::cells:
      add_sets(asked, answers);
      break;
    case QuestionKind::choice:
      for (std::size_t i = 0; i < asked.question.options.size(); ++i) answers.insert({static_cast<double>(i)});
      break;
    case QuestionKind::order: {
      learn::Answer order(asked.costs.size());
      std::iota(order.begin(), order.end(), 0.0);
      do answers.insert(order);
      while (std::next_permutation(order.begin(), order.end()));
      break;
    }
    case QuestionKind::time:
      answers = {{0}, {1}};
      break;
    default:
      for (int number = 0; number <= kMostGuessed; ++number) answers.insert({static_cast<double>(number)});
  }
  for (const learn::WrongAnswer& wrong : asked.recognised) answers.insert(wrong.answer);
  answers.insert(asked.ambiguous.begin(), asked.ambiguous.end());
  std::erase_if(answers, [&](const learn::Answer& one) { return is_right(asked, one); });
  return answers;
}

/// "0, 3-7, 9" of whole numbers that are in order; others as they are.
std::string number_list(const std::vector<learn::Answer>& answers) {
  std::vector<std::string> parts;
  for (std::size_t i = 0; i < answers.size();) {
    std::size_t last = i;
    while (last + 1 < answers.size() && answers[last + 1].front() == answers[last].front() + 1) ++last;
    const std::string first = number_text(answers[i].front(), "").str();
    parts.push_back(last == i ? first
                              : first + (last == i + 1 ? ", " : "-") + number_text(answers[last].front(), "").str());
    i = last + 1;
  }
  return join(parts, ", ");
}

/// An answer as it is typed.
std::string typed_text(const Asked& asked, const learn::Answer& answer) {
  if (answer.empty()) return "none";
  const bool is_set = asked.question.kind == QuestionKind::lanes || asked.question.kind == QuestionKind::cells;
  if (is_set) return learn::typed_set(asked, answer);
  std::vector<std::string> words;
  for (const double one : answer) words.push_back(number_text(one + 1, "").str());
  return join(words, " ");
}

std::string answer_list(const Asked& asked, const std::vector<learn::Answer>& answers) {
  switch (asked.question.kind) {
    case QuestionKind::time:
      return answers.front().front() == 0 ? "no" : "yes";
    case QuestionKind::choice:
    case QuestionKind::order:
    case QuestionKind::lanes:
    case QuestionKind::cells: {
      // Sets that differ from the right one by an element are many.
      constexpr std::size_t kMostListed = 6;
      std::vector<std::string> all;
      for (const learn::Answer& one : answers) all.push_back(typed_text(asked, one));
      const std::size_t more = all.size() > kMostListed ? all.size() - kMostListed + 1 : 0;
      all.resize(all.size() - more);
      const std::string list = join(all, "; ");
      return more == 0 ? list : message("{}; and {} more", list, more);
    }
    default:
      return number_list(answers);
  }
}

}  // namespace

std::vector<SameReply> replies_of(const Asked& asked) {
  std::vector<SameReply> groups;
  std::map<std::string, std::size_t> group_of;
  for (const learn::Answer& answer : plausible_answers(asked)) {
    Text reply = reply_text(asked, learn::recognise(asked, answer));
    const auto [group, is_new] = group_of.try_emplace(std::string(reply.str()), groups.size());
    if (is_new) groups.push_back({{}, std::move(reply)});
    groups[group->second].answers.push_back(answer);
  }
  return groups;
}

std::string answer_table_text(const TextStyle& style, const std::vector<learn::Lesson>& lessons,
                              const learn::Sources& sources) {
  std::string text;
  for (const learn::Lesson& english : lessons) {
    const learn::Lesson& lesson = learn::in_language(english);
    for (std::size_t i = 0; i < lesson.steps.size(); ++i) {
      const learn::Step& step = lesson.steps[i];
      if (!step.question) continue;
      const auto result = learn::ask(step, sources);
      if (!result || !*result) continue;
      const Asked& asked = **result;
      text += emphasize(style, Emphasis::heading, fmt::format("\n{} {}. {}\n", lesson.name, i + 1, step.title));
      text += wrap(style, prose_text(asked.question.ask, asked.numbers, true).str(), 2);
      text += wrap(style, right_text(asked).str(), 2);
      for (const SameReply& one : replies_of(asked)) {
        text += wrap(style, answer_list(asked, one.answers), 4);
        text += wrap(style, one.reply.str(), 8);
      }
    }
  }
  return text;
}

}  // namespace bankloom::report
