// bankloom learn
#include <algorithm>
#include <filesystem>
#include <iostream>
#include <memory>
#include <set>

#include "cli/classroom.h"
#include "cli/data_folder.h"
#include "cli/drill_session.h"
#include "cli/input.h"
#include "cli/kernel_run.h"
#include "cli/lesson_files.h"
#include "core/base/language.h"
#include "core/base/nearest_name.h"
#include "core/base/readable.h"
#include "core/base/text_lines.h"
#include "core/learn/progress.h"
#include "core/report/answer_table.h"
#include "core/report/lesson_check.h"
#include "core/wording/learnt_text.h"
#include "core/wording/measurement.h"
#include "core/wording/picture_text.h"
#include "core/wording/question_text.h"

namespace bankloom::cli {
namespace {

struct LearnOptions {
  std::string lesson, lessons, format = "text", text;
  std::optional<std::string> check;
  bool progress = false, answers = false;
  unsigned hints = 0;
  DrillOptions drill;
};

Result<Outcome> check(const LearnOptions& options, const Context& context) {
  // Said once, and not of every step.
  TRY(context.compiler.architectures());
  // The program's own folder needs not be named twice.
  TRY(const auto data, find_data_folder(context.executable));
  std::error_code error;
  const bool is_own = options.check->empty() || std::filesystem::equivalent(*options.check, data / "kernels", error);
  TRY(auto room, open_classroom(context, is_own ? options.lessons : *options.check));
  if (!is_own) {
    std::erase_if(room->lessons, [&](const learn::Lesson& lesson) {
      return !std::filesystem::equivalent(lesson.file.parent_path().parent_path(), *options.check, error);
    });
    if (room->lessons.empty())
      return fail("{}: no folder in it has a lesson.md; give the folder that the lessons are in", *options.check);
  }
  const auto result = report::check_lessons(room->lessons, room->catalog, room->sources);
  Outcome outcome{report::lesson_check_text(result), join(result.problems, "\n")};
  if (options.answers) outcome.output += report::answer_table_text(context.style, room->lessons, room->sources);
  if (!result.problems.empty()) outcome.status = kWrongResult;
  return outcome;
}

std::string question_name(const learn::Question& question) {
  return std::string(translated(learn::kQuestionKinds[static_cast<std::size_t>(question.kind)]));
}

/// What there is to do, and what was done of it.
Result<Outcome> progress(const LearnOptions& options, const Context& context) {
  TRY(const auto format, parse_format(options.format, {Format::text, Format::csv}));
  TRY(auto catalog, load_catalog_of(context));
  TRY(const auto lessons, lessons_of(context, options.lessons, catalog));
  TRY(const auto known, learn::read_progress(learn::progress_file(), learn::former_items(lessons)));
  report::TextTable table({"<lesson", "<item", "<kind", "<state", "wrong answers", "hints", "<last"});
  std::string csv = report::csv_record({"lesson", "item", "kind", "state", "wrong_answers", "hints", "last"});
  const auto add = [&](const std::string& lesson, const std::string& item, const std::string& kind) {
    const learn::ItemProgress one = known.of(lesson, item);
    // The same words in CSV, where they stay English.
    const std::string state = one.is_right_first ? message("right at once")
                              : one.is_right     ? message("right")
                              : one.is_shown     ? message("shown")
                              : one.wrong != 0   ? message("not yet")
                              : one.is_seen      ? message("seen")
                                                 : "";
    const std::vector<std::string> cells{
        lesson, item, kind, state, std::to_string(one.wrong), std::to_string(one.hints), one.last};
    table.add_row(cells);
    csv += report::csv_record(cells);
  };
  for (const learn::Lesson& lesson : lessons) {
    for (const learn::Step& step : lesson.steps) {
      add(lesson.name, step.item, step.question ? question_name(*step.question) : message("step"));
    }
    for (const learn::Exercise& exercise : lesson.exercises)
      add(lesson.name, "exercise:" + exercise.name, message("exercise"));
  }
  return Outcome{format == Format::csv ? csv : table.render(context.style, 0), {}};
}

Result<const learn::Lesson*> find_lesson_of(const Classroom& room, const std::string& name) {
  std::vector<std::string> names;
  for (const learn::Lesson& lesson : room.lessons) {
    if (lesson.name == name) return &learn::in_language(lesson);
    names.push_back(lesson.name);
  }
  const auto nearest = nearest_name(name, names);
  return fail("there is no lesson '{}'; {}", name,
              nearest ? message("did you mean '{}'?", *nearest) : message("there are {}", join(names, list_sign())));
}

/// A lesson read and answered on a terminal, or through a pipe.
class Pupil {
 public:
  Pupil(const Classroom& room, const learn::Lesson& lesson, const report::TextStyle& style)
      : room_(room), lesson_(lesson), style_(style) {}

  Result<void> work() {
    say(emphasize(style_, report::Emphasis::heading, lesson_.title));
    for (const learn::Prose& prose : lesson_.goal) tell(prose_text(prose, {}, true));
    std::size_t number = 0;
    for (const learn::Step& step : lesson_.steps) {
      say(fmt::format("\n{}", emphasize(style_, report::Emphasis::heading,
                                        message("{} of {}. {}", ++number, lesson_.steps.size(), step.title))));
      TRY(take(step));
      if (ended_) return {};
    }
    if (lesson_.learnt) {
      TRY(const auto runs, learn::runs_of({.line = lesson_.learnt->line, .at = lesson_.learnt->at}, room_.sources));
      say("");
      tell(prose_text(lesson_.learnt->say, runs->numbers, true));
      if (const auto own = own_gpu_text(*runs->a.run, runs->a.access().space, runs->a.access().op)) {
        say("");
        tell(own->counts);
        say("  " + own->profile);
        tell(own->faults);
        say("  " + own->check);
      }
    }
    if (!lesson_.exercises.empty()) {
      say("\nExercises");
      for (const learn::Exercise& one : lesson_.exercises) {
        tell(Text(fmt::format("{}/{}: {}", lesson_.name, one.name, one.title)));
      }
    }
    return {};
  }

 private:
  static void say(const std::string& line) { std::cout << terminal_text(line, true) << '\n' << std::flush; }
  void tell(const Text& text) { std::cout << report::wrap(style_, text, 2) << std::flush; }

  void keep(const learn::Step& step, learn::EventKind kind, std::string_view detail = {}) {
    // What cannot be kept is told once.
    const auto kept = learn::append_event(learn::progress_file(),
                                          {learn::present_time(), kind, lesson_.name, step.item, std::string(detail)});
    if (!kept && !std::exchange(told_, true)) std::cerr << "bankloom: " << kept.error().message << '\n';
  }

  Result<void> take(const learn::Step& step) {
    tell(Text(scene_to_line(step.at.scene)));
    TRY(const auto runs, learn::runs_of(step, room_.sources));
    tell(Text(message("{}; {}", launch_text(*runs->a.run), options_text(runs->a.run->instance.options))));
    if (runs->b) say(fmt::format("A  {}", choice_words(step.at.scene.a)));
    print_code(runs->a.run->source_lines, runs->a.at().source_line);
    if (runs->b) {
      say(fmt::format("B  {}", choice_words(*step.at.scene.b)));
      if (runs->b->run->source_lines != runs->a.run->source_lines)
        print_code(runs->b->run->source_lines, runs->b->at().source_line);
    }
    shown_ = {step.at.scene.a.kernel, step.at.scene.b.value_or(step.at.scene.a).kernel};
    for (const learn::Prose& prose : step.text) tell(prose_text(prose, runs->numbers, true));
    keep(step, learn::EventKind::seen);
    if (!step.question) return {};
    TRY(const auto asked, learn::ask(step, room_.sources));
    return question(step, *asked);
  }

  /// "square/setRowReadCol IPAD=1".
  static std::string choice_words(const Choice& choice) {
    Scene scene;
    scene.a = choice;
    return scene_to_line(scene).substr(std::string_view("bankloom ").size());
  }

  static void print_code(const std::vector<std::string>& lines, std::uint32_t lit) {
    for (std::size_t i = 0; i < lines.size(); ++i) {
      say(fmt::format("  {}{:>3}  {}", i + 1 == lit ? '>' : ' ', i + 1, lines[i]));
    }
  }

  Result<void> question(const learn::Step& step, const learn::Asked& asked) {
    const learn::Question& question = asked.question;
    tell(prose_text(question.ask, asked.numbers, true));
    for (std::size_t i = 0; i < question.options.size(); ++i) {
      tell(Text(fmt::format("{}  {}", i + 1, prose_text(question.options[i].text, asked.numbers, true))));
    }
    for (std::size_t i = 0; i < question.ranked.size(); ++i) {
      const Choice& choice = question.ranked[i];
      tell(Text(fmt::format("{}  {}", i + 1, choice_words(choice))));
      const auto kernel = find_kernel(room_.catalog, choice.kernel);
      if (kernel && shown_.insert(choice.kernel).second) print_code(split_lines((*kernel)->source), 0);
    }
    for (;;) {
      std::cout << "  " << message("({}; ? shows it)", answer_form_text(asked).str()) << " > " << std::flush;
      std::string line;
      if (!std::getline(std::cin, line)) {
        ended_ = true;
        say("");
        return {};
      }
      if (trim(line) == "?") {
        keep(step, learn::EventKind::shown);
        tell(right_text(asked, true));
        return {};
      }
      const auto answer = learn::answer_from_text(asked, line);
      if (!answer) {
        tell(Text(answer.error().message));
      } else if (learn::is_right(asked, *answer)) {
        keep(step, learn::EventKind::right);
        tell(right_text(asked));
        return {};
      } else {
        const learn::WrongAnswer wrong = learn::recognise(asked, *answer);
        keep(step, learn::EventKind::wrong, learn::mistake_name(wrong.mistake));
        tell(reply_text(asked, wrong));
      }
    }
  }

  const Classroom& room_;
  const learn::Lesson& lesson_;
  const report::TextStyle& style_;
  std::set<std::string> shown_;  ///< kernels whose code this step has printed
  bool ended_ = false, told_ = false;
};

/// An exercise's statement and start, or what is to be said of a text.
Result<Outcome> exercise(const LearnOptions& options, const Classroom& room, const std::string& lesson_name,
                         const std::string& name, const report::TextStyle& style) {
  // A former name leads to the exercise's present lesson.
  const learn::FormerItems former = learn::former_items(room.lessons);
  const auto renamed = former.find({lesson_name, "exercise:" + name});
  TRY(const auto* lesson, find_lesson_of(room, renamed == former.end() ? lesson_name : renamed->second.first));
  const auto found = std::find_if(lesson->exercises.begin(), lesson->exercises.end(), [&](const learn::Exercise& one) {
    return renamed == former.end() ? one.name == name : "exercise:" + one.name == renamed->second.second;
  });
  if (found == lesson->exercises.end()) return fail("the lesson {} has no exercise '{}'", lesson_name, name);
  Outcome outcome;
  if (options.text.empty()) {
    outcome.output = found->title + "\n";
    for (const learn::Prose& prose : found->text) outcome.output += report::wrap(style, prose_text(prose, {}, true), 2);
    for (const auto& one : checks_of(*found)) {
      outcome.output += report::wrap(style, "- " + check_text(*found, one).str(), 2);
    }
    for (unsigned i = 0; i < options.hints; ++i) {
      outcome.output +=
          report::wrap(style, fmt::format("{}. {}", i + 1, prose_text(found->hints[i], {}, true).str()), 2);
    }
    outcome.output += "\n" + found->start;
    return outcome;
  }
  TRY(const auto text, read_text(options.text));
  TRY(const auto result, learn::attempt(*found, text, room.sources));
  for (const learn::CheckResult& one : result->checks) {
    outcome.output += fmt::format("{}  {}\n", one.is_passed ? "passed" : "failed", check_text(*found, one).str());
  }
  const auto kind = result->is_passed() ? learn::EventKind::right : learn::EventKind::wrong;
  const auto kept = learn::append_event(learn::progress_file(),
                                        {learn::present_time(), kind, lesson->name, "exercise:" + found->name, ""});
  if (!kept) std::cerr << "bankloom: " << kept.error().message << '\n';
  if (result->is_passed()) return outcome;
  outcome.status = kWrongResult;
  outcome.problem = message("not all checks pass yet");
  if (const auto& failure = result->outcome->failure) {
    // The compiler knows the text by the name of the exercise's kernel.
    Error named = *failure;
    for (Diagnostic& one : named.details) one.file = options.text;
    for (const std::string& line : message_lines(named)) fmt::print(stderr, "{}\n", terminal_text(line));
    outcome.problem = told(std::move(named), options.text).message;
  }
  return outcome;
}

/// Options that would have no effect together.
Result<void> check_usage(const LearnOptions& options) {
  const bool is_exercise = options.lesson.find('/') != std::string::npos;
  if (options.check && !options.lesson.empty())
    return fail("--check runs all lessons of a folder, and takes no LESSON");
  if (options.progress && (options.check || !options.lesson.empty())) {
    return fail("--progress covers all lessons, and takes neither LESSON nor --check");
  }
  if (options.answers && !options.check) return fail("--answers goes with --check only");
  if (!options.text.empty() && !is_exercise) return fail("--try needs an exercise: LESSON/EXERCISE");
  if (options.hints != 0 && !is_exercise) return fail("--hints needs an exercise: LESSON/EXERCISE");
  if (options.format != "text" && !options.progress) return fail("--format goes with --progress only");
  return {};
}

Result<Outcome> learn_lesson(const LearnOptions& options, const Context& context) {
  TRY(check_usage(options));
  if (options.check) return check(options, context);
  if (options.progress) return progress(options, context);
  if (options.drill.seed) return drill(options.drill, context);
  TRY(const auto room, open_classroom(context, options.lessons));
  if (options.lesson.empty()) {
    Outcome outcome;
    for (const learn::Lesson& english : room->lessons) {
      const learn::Lesson& lesson = learn::in_language(english);
      outcome.output += fmt::format("{:<14}{}\n", lesson.name, lesson.title);
      for (const learn::Exercise& one : lesson.exercises) {
        outcome.output += fmt::format("    {}/{}: {}\n", lesson.name, one.name, one.title);
      }
    }
    return outcome;
  }
  if (const std::size_t slash = options.lesson.find('/'); slash != std::string::npos) {
    return exercise(options, *room, options.lesson.substr(0, slash), options.lesson.substr(slash + 1), context.style);
  }
  TRY(const auto* lesson, find_lesson_of(*room, options.lesson));
  TRY(Pupil(*room, *lesson, context.style).work());
  return Outcome{};
}

}  // namespace

Action declare_learn(CLI::App& app, const Context& context) {
  auto options = std::make_shared<LearnOptions>();
  app.add_option("LESSON", options->lesson, "A lesson, or LESSON/EXERCISE; without one, the list of all")
      ->type_name("");
  add_lessons(app, options->lessons);
  app.add_option("--check", options->check, "Run every step, question and exercise of the lessons, or of FOLDER's")
      ->expected(0, 1)
      ->default_str("")
      ->type_name("[FOLDER]");
  app.add_flag("--answers", options->answers, "With --check: the reply to every plausible wrong answer");
  app.add_option("--try", options->text, "Check a file as your solution of the exercise")
      ->take_last()
      ->type_name("FILE.cu");
  app.add_option("--hints", options->hints, "The first hints of the exercise; each says more than the one before")
      ->check(CLI::Range(1U, 3U))
      ->take_last()
      ->type_name("N");
  app.add_flag("--progress", options->progress, "Your answers so far");
  add_drill(app, options->drill);
  add_format(app, options->format, "text, or csv with --progress");
  return [options, context] { return learn_lesson(*options, context); };
}

}  // namespace bankloom::cli
