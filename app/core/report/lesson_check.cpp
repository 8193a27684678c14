#include "core/report/lesson_check.h"

#include <algorithm>
#include <map>
#include <set>

#include "core/base/language.h"
#include "core/wording/glossary.h"
#include "core/wording/question_text.h"

namespace bankloom::report {
namespace {

using learn::Asked;
using learn::Lesson;
using learn::Part;
using learn::PartKind;
using learn::Prose;
using learn::Question;
using learn::Step;

/// What stands in one lesson's file.
class Checker {
 public:
  Checker(const Lesson& lesson, const learn::Sources& sources, LessonCheck& check,
          std::map<std::string, std::string>& asked)
      : lesson_(lesson), sources_(sources), check_(check), asked_(asked) {}

  void step(const Step& step) {
    ++check_.steps;
    const std::size_t before = check_.problems.size();
    const auto runs = learn::runs_of(step, sources_);
    if (!runs) return report(step.line, runs.error().message);
    const learn::RunAt& at = (*runs)->a;
    for (const Prose& prose : step.text) this->prose(prose, at, (*runs)->numbers, step.question.has_value());
    if (step.question && check_.problems.size() == before) question(step, at);
  }

  void learnt(const learn::Learnt& learnt) {
    const auto runs = learn::runs_of({.line = learnt.line, .at = learnt.at}, sources_);
    if (!runs) return report(learnt.line, runs.error().message);
    prose(learnt.say, (*runs)->a, (*runs)->numbers, false);
  }

  /// Before the first step there is no run that a number could be taken from.
  void goal() { texts(lesson_.goal, lesson_.file); }

  void texts_of(const learn::Exercise& exercise) {
    texts(exercise.text, exercise.file);
    texts(exercise.hints, exercise.file);
  }

  void exercise(const learn::Exercise& exercise) {
    ++check_.exercises;
    texts_of(exercise);
    const auto report_at = [&](unsigned line, const std::string& what) {
      check_.problems.push_back(learn::at_line(exercise.file.string(), line, what).message);
    };
    for (const bool is_solution : {true, false}) {
      const auto tried = learn::attempt(exercise, is_solution ? exercise.solution : exercise.start, sources_);
      if (!tried) {
        check_.problems.push_back(tried.error().message);
        return;
      }
      const learn::Attempt& attempt = **tried;
      if (attempt.outcome->failure) {
        report_at(exercise.line, message("{}.cu does not run: {}", is_solution ? "solution" : "start",
                                         attempt.outcome->failure->message));
      } else if (!is_solution && attempt.is_passed()) {
        report_at(exercise.line, message("the starting code already passes"));
      } else if (is_solution && !attempt.is_passed()) {
        const learn::CheckResult& failed = *std::find_if(attempt.checks.begin(), attempt.checks.end(),
                                                         [](const learn::CheckResult& one) { return !one.is_passed; });
        const unsigned line = failed.kind == learn::CheckKind::condition ? exercise.checks[failed.index].line
                              : failed.kind == learn::CheckKind::again   ? exercise.again[failed.index].line
                                                                         : exercise.line;
        report_at(line, message("the solution does not pass: {}", check_text(exercise, failed)));
        if (attempt.again_failure) report_at(line, attempt.again_failure->message);
      } else if (is_solution) {
        buffers(exercise, *attempt.outcome->figures());
      }
    }
  }

 private:
  /// Whether the solution has the buffers whose values are changed for a check.
  void buffers(const learn::Exercise& exercise, const RunSummary& run) {
    for (const learn::Exercise::Again& again : exercise.again) {
      for (const auto& [name, values] : again.trial.values) {
        if (std::ranges::find(run.kernel->parameters, name, &ParameterSpec::name) != run.kernel->parameters.end())
          continue;
        check_.problems.push_back(
            learn::at_line(exercise.file.string(), again.line, message("the solution has no buffer '{}'", name))
                .message);
      }
    }
  }
  /// Sentences that no run stands behind.
  void texts(const std::vector<Prose>& all, const std::filesystem::path& file) {
    for (const Prose& prose : all) {
      for (const Part& part : prose) {
        std::string what;
        if (part.kind == PartKind::number) what = message("{{{}}} is not a number of any run here", part.about);
        if (part.kind == PartKind::term && !has_term(part.about)) what = no_term(part.about);
        if (!what.empty()) check_.problems.push_back(learn::at_line(file.string(), part.line, what).message);
      }
    }
  }
  static std::string no_term(const std::string& name) { return message("the glossary has no term '{}'", name); }

  void report(unsigned line, std::string_view what) {
    check_.problems.push_back(learn::at_line(lesson_.file.string(), line, what).message);
  }

  /// `hides`: it is read before the question of its step is answered.
  void prose(const Prose& prose, const learn::RunAt& at, const learn::RunNumbers& numbers, bool hides) {
    for (const Part& part : prose) {
      if (part.kind == PartKind::number) {
        const auto number = learn::number_of(numbers, part.about);
        if (!number) report(part.line, number.error().message);
        if (number && hides && !learn::is_harmless(part.about, *at.run->kernel)) {
          report(part.line, message("{{{}}} gives the answer away", part.about));
        }
      } else if (part.kind == PartKind::term && !has_term(part.about)) {
        report(part.line, no_term(part.about));
      } else if (part.kind == PartKind::code) {
        name(part, at);
      }
    }
  }

  static bool has_term(std::string_view name) {
    const auto terms = glossary();
    return std::any_of(terms.begin(), terms.end(), [&](const GlossaryTerm& one) { return one.term == name; });
  }

  void name(const Part& part, const learn::RunAt& at) {
    const std::string& code = part.text;
    const auto named = learn::named_by(part);
    if (!named) return;
    const KernelRun& run = *at.run;
    const bool is_there = (!named->line || *named->line <= std::max<std::size_t>(run.source_lines.size(), 1)) &&
                          (!named->warp || *named->warp < at.timeline->warps()) &&
                          (!named->bank || *named->bank < run.machine.banks) &&
                          (!named->row || !run.tile || !code.starts_with(run.tile->name + "[") ||
                           (*named->row < run.tile->rows && *named->column < run.tile->row_elements()));
    if (!is_there) report(part.line, message("'{}' names something that does not exist", code));
  }

  void question(const Step& step, const learn::RunAt& at) {
    const Question& question = *step.question;
    ++check_.questions;
    auto result = learn::ask(step, sources_);
    if (!result) return report(question.line, result.error().message);
    const Asked& asked = **result;
    prose(question.ask, at, asked.numbers, true);
    prose(question.why, asked.after ? asked.after->runs.a : at, numbers_of_why(asked), false);
    for (const learn::Alternative& one : question.options) {
      prose(one.text, at, asked.numbers, true);
      prose(one.reply, at, asked.numbers, false);
    }
    for (const learn::NumberReply& one : question.replies) prose(one.text, at, asked.numbers, false);
    if (right_text(asked).empty()) report(question.line, message("there is nothing to say about the right answer"));
    for (const learn::WrongAnswer& wrong : asked.recognised) {
      ++check_.wrong_answers;
      if (reply_text(asked, wrong).empty()) {
        report(question.line,
               message("there is no reply to the wrong answer: {}", answer_text(asked, wrong.answer).str()));
      }
    }
    only_one(step, at);
  }

  /// No two questions ask for the same: of a kernel at its options, and of a line of it where the kind asks of one.
  void only_one(const Step& step, const learn::RunAt& at) {
    const Question& question = *step.question;
    std::string what = fmt::format("{} {} {}", learn::kQuestionKinds[static_cast<std::size_t>(question.kind)],
                                   at.run->kernel->id(), step.at.scene.machine);
    const bool is_padding = question.kind == learn::QuestionKind::padding;
    const Option* const padding = is_padding ? at.run->kernel->padding() : nullptr;
    for (const auto& [name, value] : at.run->instance.options) {
      if (padding == nullptr || name != padding->name) what += fmt::format(" {}={}", name, value);
    }
    if (!is_padding && question.kind != learn::QuestionKind::time) {
      what += fmt::format(" line {} {}", at.at().source_line, access_op_name(at.at().op));
    }
    for (const learn::Alternative& one : question.options) what += " | " + one.condition;
    for (const Choice& one : question.ranked) {
      what += " | " + one.kernel;
      for (const auto& [name, value] : one.options) what += fmt::format(" {}={}", name, value);
    }
    const auto [found, is_new] = asked_.try_emplace(what, fmt::format("{}:{}", lesson_.file.string(), question.line));
    if (!is_new) report(question.line, message("{} asks the same question: {}", found->second, what));
  }

  const Lesson& lesson_;
  const learn::Sources& sources_;
  LessonCheck& check_;
  std::map<std::string, std::string>& asked_;
};

}  // namespace

LessonCheck check_lessons(const std::vector<Lesson>& lessons, const Catalog& catalog, const learn::Sources& sources) {
  LessonCheck check;
  // Translations ask the same: only what is wrong in them is new.
  std::vector<Lesson> translations;
  for (const Lesson& lesson : lessons) {
    check.problems.insert(check.problems.end(), lesson.refused.begin(), lesson.refused.end());
    translations.insert(translations.end(), lesson.translations.begin(), lesson.translations.end());
  }
  for (const Lesson& lesson : translations) {
    LessonCheck of_language;
    std::map<std::string, std::string> asked_there;
    Checker checker(lesson, sources, of_language, asked_there);
    checker.goal();
    for (const Step& step : lesson.steps) checker.step(step);
    if (lesson.learnt) checker.learnt(*lesson.learnt);
    for (const learn::Exercise& exercise : lesson.exercises) checker.texts_of(exercise);
    check.problems.insert(check.problems.end(), of_language.problems.begin(), of_language.problems.end());
  }
  std::map<std::string, std::string> asked;
  for (const Lesson& lesson : lessons) {
    ++check.lessons;
    Checker checker(lesson, sources, check, asked);
    checker.goal();
    for (const Step& step : lesson.steps) {
      // What is misspelt is told in the catalogue's own words.
      Result<void> known;
      for (const learn::SceneAt* const at : {&step.at, step.after ? &*step.after : nullptr}) {
        if (at == nullptr) continue;
        for (const Choice* choice : {&at->scene.a, at->scene.b ? &*at->scene.b : nullptr}) {
          if (choice == nullptr || !known) continue;
          const auto kernel = find_kernel(catalog, choice->kernel);
          if (!kernel) known = fail_with(kernel.error());
        }
      }
      if (known) {
        checker.step(step);
      } else {
        check.problems.push_back(learn::at_line(lesson.file.string(), step.line, known.error().message).message);
      }
    }
    if (lesson.learnt) checker.learnt(*lesson.learnt);
    for (const learn::Exercise& exercise : lesson.exercises) checker.exercise(exercise);
  }
  return check;
}

std::string lesson_check_text(const LessonCheck& check) {
  return message(
      "{} lessons, {} steps, {} questions, {} wrong answers, {} exercises: {}\n", check.lessons, check.steps,
      check.questions, check.wrong_answers, check.exercises,
      check.problems.empty() ? std::string(translated("all run")) : message("{} mistakes", check.problems.size()));
}

}  // namespace bankloom::report
