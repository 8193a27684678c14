// The lesson: its page of steps, the question of the present one, and what is said to an answer.
#include <algorithm>
#include <cmath>
#include <functional>

#include "core/base/language.h"
#include "core/learn/subject.h"
#include "core/wording/measurement.h"
#include "core/wording/question_text.h"
#include "ui/actions.h"
#include "ui/layout/bar.h"
#include "ui/layout/controls.h"
#include "ui/learn/exercise_checks.h"
#include "ui/learn/lesson_end.h"
#include "ui/learn/open_lesson.h"
#include "ui/learn/prose_flow.h"
#include "ui/measures.h"
#include "ui/overlays.h"
#include "ui/panel.h"
#include "ui/panels/side_style.h"

namespace bankloom::ui {

using namespace wording;
namespace {

/// Seconds between two looks at runs that are awaited.
constexpr double kLookAgain = 0.05;

using learn::QuestionKind;
using State = OpenLesson::State;

/// As many digits as are told to a class.
constexpr std::int64_t kMostSeed = 999'999;

class LessonPanel final : public Panel {
 public:
  void draw(PanelContext& context) override {
    // A picture of this view alone has none.
    if (context.lesson == nullptr || !context.lesson->is_open())
      return show(context, Text("No lesson is open.").muted());
    OpenLesson& open = *context.lesson;
    Column page;
    page.gap(9).add(head(context, open));
    // A question may await more runs than those that are shown, which nothing else looks for.
    if (open.state() == State::waiting) context.redraw_within(kLookAgain);
    if (open.drills() != nullptr) {
      add_drill(context, open, page);
      return show(context, Scroll("lesson page", page));
    }
    page.add(map(context, open)).add(Rule());
    if (open.exercise() != nullptr) {
      add_exercise(context, open, page);
      return show(context, Scroll("lesson page", page));
    }
    if (open.is_at_end()) {
      add_end(context, open, page);
      return show(context, Scroll("lesson page", page));
    }
    if (open.step_index() == 0) {
      for (const learn::Prose& prose : open.lesson().goal) page.add(prose_flow(context, prose, {}, "goal"));
      page.space(2);
    }
    page.add(Text(open.step().title).heading().wrap());
    static const learn::RunNumbers kNone;
    const learn::RunNumbers& numbers = open.runs() != nullptr ? open.runs()->numbers : kNone;
    for (const learn::Prose& prose : open.step().text) page.add(prose_flow(context, prose, numbers, "text"));
    if (open.state() == State::waiting) page.add(Text("The kernel is being compiled and executed.").muted().wrap());
    if (open.state() == State::broken) page.add(Text(open.problem()).colour(context.theme.bad).wrap());
    if (open.question().asked() != nullptr) page.add(question(context, open));
    // At the foot, where they are found again at each step.
    show(context, Column().gap(6).add(Scroll("lesson page", page), share()).add(Rule()).add(ways(context, open)));
  }

 private:
  static Box head(PanelContext& context, OpenLesson& open) {
    std::vector<std::string> titles;
    for (const learn::Lesson& lesson : open.lessons()) titles.push_back(learn::in_language(lesson).title);
    const auto choose = [&context, &open](int chosen) {
      say_failure(context, open.open(context.session, static_cast<std::size_t>(chosen), 0));
    };
    Row choice, ways;
    choice.gap(4)
        .add(DropDown("lesson to learn", titles, static_cast<int>(open.index()), choose).tooltip("Another lesson"),
             share())
        .add(IconButton("close lesson", Icon::close, "Close the lesson: back to kernels and options",
                        [&context, &open] { open.close(context.session); }));
    ways.gap(4)
        .add(Button(
                 "practise", "Practice",
                 [&context, &open] { say_failure(context, open.practise(context.session, std::nullopt)); },
                 open.drills() != nullptr ? ButtonStyle::selected : ButtonStyle::quiet, true)
                 .tooltip("Endless drills, each a small kernel and a question."))
        .add(Button(
                 "map", "Map", [&context] { context.overlays->toggle(Overlays::Open::progress); }, ButtonStyle::quiet,
                 true)
                 .tooltip("All lessons, with your results for each question and exercise."));
    return Column().gap(5).add(choice).add(ways);
  }

  /// A drill: the time that is left, the question, the next one.
  static void add_drill(PanelContext& context, OpenLesson& open, Column& page) {
    DrillSeries& drills = *open.drills();
    page.add(Text(say("Practice · level {level}", "level"_a = drills.level())).heading());
    page.add(Text(say("{right} of {answered} right at once · seed {seed}", "right"_a = drills.right(),
                      "answered"_a = drills.answered(), "seed"_a = drills.seed()))
                 .small()
                 .muted()
                 .tooltip("The same seed gives everyone the same questions."));
    if (open.state() == State::waiting) page.add(Text("The kernel is being compiled and executed.").muted().wrap());
    if (open.state() == State::broken) page.add(Text(open.problem()).colour(context.theme.bad).wrap());
    if (open.state() == State::asking && drills.is_timed()) add_clock(context, drills, page);
    if (open.question().asked() != nullptr) page.add(question(context, open));
    Row row;
    row.gap(6).wrap(5);
    if (open.state() == State::asking) {
      row.add(Button(
                  "show answer", "Show the answer", [&session = context.session, &open] { open.show_answer(session); },
                  ButtonStyle::quiet)
                  .tooltip("Shows it, and why."));
    }
    row.add(way_on(context, open));
    row.add(Button(
                "timed", say("{seconds:# second|# seconds} each", "seconds"_a = Count{learn::kDrillSeconds}),
                [&drills] { drills.set_timed(!drills.is_timed()); },
                drills.is_timed() ? ButtonStyle::selected : ButtonStyle::quiet)
                .tooltip("Counts down the time that an answer should take."));
    page.add(row).space(6);
    const auto begin = [&context, &open](std::int64_t seed) {
      say_failure(context, open.practise(context.session, static_cast<std::uint64_t>(seed)));
    };
    page.add(Row()
                 .add(Text("Series of a seed").small().muted(), share())
                 .add(IntField("seed", static_cast<std::int64_t>(drills.seed()), 0, kMostSeed, begin)
                          .tooltip("A class that types the same number gets the same questions."),
                      units(84)));
  }

  /// The time that is left, which stands while something else is looked at.
  static void add_clock(PanelContext& context, DrillSeries& drills, Column& page) {
    const bool runs = context.overlays == nullptr || context.overlays->open() == Overlays::Open::nothing;
    const double left = drills.seconds_left(context.time, runs);
    if (left > 0 && runs) context.redraw_within(0.25);
    page.add(Bar(static_cast<float>(left / learn::kDrillSeconds), accent(context.theme, Side::a))
                 .ground(context.theme.line)
                 .low());
    const Count seconds{static_cast<std::uint64_t>(std::ceil(left))};
    page.add(Text(left > 0 ? say("{left:# second|# seconds} left", "left"_a = seconds)
                           : say("Time is up; take as long as you need."))
                 .small()
                 .muted());
  }

  /// The steps, each with what became of it.
  static Box map(PanelContext& context, OpenLesson& open) {
    Row row;
    row.gap(3).wrap(3);
    for (std::size_t i = 0; i < open.lesson().steps.size(); ++i) {
      const learn::Step& step = open.lesson().steps[i];
      const learn::ItemProgress done = open.progress().known().of(open.lesson().name, step.item);
      const bool is_done = done.is_right || (done.is_seen && !step.question);
      const std::string label = say("{mark:|✓ }{number}", "mark"_a = Case{is_done ? 1U : 0U}, "number"_a = i + 1).str();
      row.add(Button(
                  fmt::format("step {}", i + 1), label,
                  [&context, &open, i] { say_failure(context, open.go_to(context.session, i)); },
                  open.exercise() == nullptr && !open.is_at_end() && i == open.step_index() ? ButtonStyle::selected
                                                                                            : ButtonStyle::quiet,
                  true)
                  .tooltip(step.title));
    }
    for (std::size_t i = 0; i < open.lesson().exercises.size(); ++i) {
      const learn::Exercise& exercise = open.lesson().exercises[i];
      const bool is_done = open.progress().known().of(open.lesson().name, "exercise:" + exercise.name).is_right;
      row.add(
          Button(
              fmt::format("exercise {}", i + 1),
              say("{mark:|✓ }exercise {number}", "mark"_a = Case{is_done ? 1U : 0U}, "number"_a = i + 1).str(),
              [&context, &open, i] { open_exercise(context, open, i); },
              open.exercise() != nullptr && open.exercise()->index() == i ? ButtonStyle::selected : ButtonStyle::quiet,
              true)
              .tooltip(exercise.title));
    }
    return row;
  }

  static void add_end(PanelContext& context, OpenLesson& open, Column& page) {
    const auto flow = [&context](const learn::Prose& prose, const learn::RunNumbers& numbers) {
      return prose_flow(context, prose, numbers, "learnt");
    };
    page.add(lesson_end(context, open, flow));
    if (open.state() == State::waiting) page.add(Text("The kernel is being compiled and executed.").muted().wrap());
    if (open.state() == State::broken) page.add(Text(open.problem()).colour(context.theme.bad).wrap());
    Row row;
    row.gap(6).wrap(5).add(
        Button(
            "lesson back", "Back",
            [&context, &open] { say_failure(context, open.go_to(context.session, open.step_index())); },
            ButtonStyle::quiet)
            .tooltip("The previous step."));
    if (open.onward() != OpenLesson::Onward::nothing) row.add(way_on(context, open));
    page.space(4).add(row);
    if (const Box own = own_gpu_box(open)) page.add(own);
  }

  static void open_exercise(PanelContext& context, OpenLesson& open, std::size_t exercise) {
    say_failure(context, open.open_exercise(context.session, *context.workbench, exercise));
  }

  /// The statement, the checks as they stand while one types, hints in turn, the solution.
  static void add_exercise(PanelContext& context, OpenLesson& open, Column& page) {
    const OpenExercise& opened = *open.exercise();
    const learn::Exercise& exercise = opened.exercise();
    const Theme& theme = context.theme;
    page.add(Text(exercise.title).heading().wrap());
    for (const learn::Prose& prose : exercise.text) page.add(prose_flow(context, prose, {}, "exercise"));
    page.add(exercise_checks(context, opened));
    // Where the time counts, others' times are history.
    if (context.measures != nullptr && exercise.copy_percent != 0) {
      for (const PublishedFigure& one : context.measures->published()) {
        const bool is_time = one.measurement.unit == "us";
        if (is_time && one.kernel.starts_with(exercise.lesson + "/"))
          page.add(Text(published_text(one)).small().muted().wrap());
      }
    }
    for (std::size_t i = 0; i < std::min(opened.hints(), exercise.hints.size()); ++i) {
      page.add(Card(prose_flow(context, exercise.hints[i], {}, fmt::format("hint {}", i + 1))).padding(12, 8));
    }
    const bool is_passed = opened.attempt() && opened.attempt()->is_passed();
    Row row;
    row.gap(6).wrap(5);
    if (is_passed) {
      page.add(Text("All checks pass.").strong().colour(theme.good).wrap());
      if (open.onward() != OpenLesson::Onward::nothing) row.add(way_on(context, open));
    }
    // Who has solved it needs no hint.
    if (!is_passed && opened.hints() < exercise.hints.size()) {
      row.add(Button("hint",
                     say("Hint {next} of {all}", "next"_a = opened.hints() + 1, "all"_a = exercise.hints.size()),
                     [&open] { open.exercise()->show_hint(); })
                  .tooltip("Each says more than the one before."));
    }
    if (opened.may_see_solution()) {
      row.add(Button(
                  "solution", "Solution beside mine",
                  [&context, &open] { say_failure(context, open.exercise()->show_solution(context.session)); },
                  ButtonStyle::quiet)
                  .tooltip("Compares your code, A, with code that passes, B."));
    }
    row.add(Button(
                "begin again", "Start over",
                [&context, &open] { open_exercise(context, open, open.exercise()->index()); }, ButtonStyle::quiet)
                .tooltip("Puts the starting code back into the editor; undo brings yours back."));
    page.add(row);
  }

  static Box question(PanelContext& context, OpenLesson& open) {
    const OpenQuestion& opened = open.question();
    const learn::Asked& asked = *opened.asked();
    Column column;
    column.gap(8).add(prose_flow(context, asked.question.ask, asked.numbers, "ask"));
    if (open.state() == State::asking) {
      column.add(answer_field(context, open));
      // What was said is gone as soon as another answer is chosen.
      if (!opened.misread().empty() && opened.is_said_of_this()) {
        column.add(Text(say("Please {how}.", "how"_a = opened.misread())).colour(context.theme.bad).wrap());
      }
      if (opened.last_wrong() && opened.is_said_of_this()) {
        column.add(Text(say("Wrong: {answer}.", "answer"_a = answer_text(asked, opened.last_wrong()->answer)))
                       .strong()
                       .colour(context.theme.bad)
                       .wrap());
        if (const learn::Prose* const reply = learn::written_reply(asked, *opened.last_wrong())) {
          column.add(prose_flow(context, *reply, asked.numbers, "reply"));
        } else {
          column.add(Text(reply_text(asked, *opened.last_wrong())).wrap());
        }
        const learn::Answer wrong = learn::wrong_part(asked, opened.last_wrong()->answer);
        if (!learn::places_of(asked, wrong).empty()) {
          column.add(Text(say("Hatched in the picture: {what}.", "what"_a = answer_text(asked, wrong))).muted().wrap());
        }
        column.add(Text("Try again.").muted());
      }
    } else {
      const bool is_right = open.state() == State::right;
      column.add(Text(say("{right:The answer:|Right:} {answer}.", "right"_a = Case{is_right ? 1U : 0U},
                          "answer"_a = answer_text(asked, asked.right)))
                     .strong()
                     .colour(is_right ? context.theme.good : context.theme.text)
                     .wrap());
      column.add(prose_flow(context, asked.question.why, learn::numbers_of_why(asked), "why"));
      if (asked.question.kind == QuestionKind::time) column.add(Text(time_reply_text(asked)).wrap());
      column.add(Row().gap(6).add(action_box(context, action("again"))).add(action_box(context, action("slower"))));
    }
    return Card(column).padding(12, 10).fill(context.theme.window).edge(accent(context.theme, Side::a));
  }

  /// A character that is typed where no field takes it; 0: none.
  static ImWchar typed() {
    const ImGuiIO& io = ImGui::GetIO();
    return io.WantTextInput || io.InputQueueCharacters.empty() ? ImWchar{0} : io.InputQueueCharacters.front();
  }
  /// The index of a numbered thing by its digit; `count` where it has none.
  static std::size_t typed_index(std::size_t count) {
    const ImWchar digit = typed();
    return digit >= '1' && digit <= '9' ? std::min<std::size_t>(digit - '1', count) : count;
  }

  /// The answers to choose from, each with its number.
  static Box choices(PanelContext& context, const learn::Asked& asked,
                     const std::function<void(const learn::Answer&)>& answer) {
    Column column;
    column.gap(5);
    for (std::size_t i = 0; i < asked.question.options.size(); ++i) {
      Row row;
      row.place(Alignment::middle)
          .add(Button(fmt::format("choice {}", i + 1), std::to_string(i + 1), [=] { answer({static_cast<double>(i)}); })
                   .tooltip(say("Chooses this answer. Key: {n}.", "n"_a = i + 1)))
          .add(Row()
                   .add(prose_flow(context, asked.question.options[i].text, asked.numbers,
                                   fmt::format("choice {}", i + 1)),
                        share())
                   .on_click(fmt::format("choice text {}", i + 1), [=] { answer({static_cast<double>(i)}); }),
               share());
      column.add(row);
    }
    return column;
  }

  static Box answer_field(PanelContext& context, OpenLesson& open) {
    OpenQuestion& opened = open.question();
    opened.read_picked();
    const learn::Asked& asked = *opened.asked();
    Session& session = context.session;
    const auto answer = [&session, &open](const learn::Answer& given) { open.answer(session, given); };
    Column column;
    column.gap(5);
    switch (asked.question.kind) {
      case QuestionKind::time:
        if (typed() == 'y' || typed() == 'n') answer({typed() == 'y' ? 1.0 : 0.0});
        return Row()
            .add(Button("yes", "Yes", [=] { answer({1}); }).tooltip("It takes longer. Key: y."))
            .add(Button("no", "No", [=] { answer({0}); }).tooltip("No difference can be measured. Key: n."));
      case QuestionKind::choice:
        if (const std::size_t index = typed_index(asked.question.options.size());
            index < asked.question.options.size()) {
          answer({static_cast<double>(index)});
        }
        return choices(context, asked, answer);
      case QuestionKind::order:
        return order_field(context, open);
      case QuestionKind::lanes:
        column.add(lane_field(opened));
        break;
      case QuestionKind::cells:
        column.add(Text("Click the elements in the tile, or type them.").small().muted().wrap());
        break;
      default:
        column.add(digits(opened));
        break;
    }
    const bool takes_keyboard = opened.takes_keyboard > 0;
    if (takes_keyboard) {
      --opened.takes_keyboard;
      context.redraw_within(0);
    }
    // What is clicked stands in the field, so that both ways are one.
    column.add(
        Row()
            .gap(4)
            .add(TextField(
                     "answer", opened.typed, [&session, &open] { open.answer_typed(session); }, takes_keyboard)
                     .tooltip(say("Your answer: {form}. Return submits it.", "form"_a = answer_form_text(asked))),
                 share())
            .add(Button(
                     "check answer", "Check", [&session, &open] { open.answer_typed(session); }, ButtonStyle::selected)
                     .tooltip("Submits your answer (Return).")));
    return column;
  }

  /// For who has no keyboard at hand.
  static Box digits(OpenQuestion& opened) {
    Row row;
    row.gap(2);
    for (const char digit : "0123456789" + std::string(decimal_sign())) {
      row.add(Button(
                  fmt::format("digit {}", digit), std::string(1, digit),
                  [&opened, digit] { opened.press_digit(digit); }, ButtonStyle::normal, true)
                  .tooltip("Adds it to your answer."),
              share());
    }
    return row.add(Button(
                       "take back", "←", [&opened] { opened.press_digit('\0'); }, ButtonStyle::normal, true)
                       .tooltip("Deletes the last one."),
                   share());
  }

  static Box lane_field(OpenQuestion& opened) {
    Column rows;
    rows.gap(2);
    for (unsigned first = 0; first < kWarpSize; first += 8) {
      Row row;
      row.gap(2);
      for (unsigned lane = first; lane < first + 8; ++lane) {
        const bool is_picked = opened.picked.contains(lane);
        row.add(Button(
                    fmt::format("lane {}", lane), std::to_string(lane), [&opened, lane] { opened.pick(lane); },
                    is_picked ? ButtonStyle::selected : ButtonStyle::normal, true)
                    .tooltip("Selects this lane; click again to deselect it."),
                share());
      }
      rows.add(row);
    }
    return rows;
  }

  static Box order_field(PanelContext& context, OpenLesson& open) {
    const learn::Asked& asked = *open.question().asked();
    std::vector<std::size_t>& ordered = open.question().ordered;
    Column column;
    column.gap(4).add(Text("Click them, or type their numbers, the cheapest first.").small().muted().wrap());
    const std::size_t by_key = typed_index(asked.question.ranked.size());
    for (std::size_t i = 0; i < asked.question.ranked.size(); ++i) {
      const auto at = std::find(ordered.begin(), ordered.end(), i);
      const bool is_taken = at != ordered.end();
      const std::string name = answer_text(asked, {static_cast<double>(i)});
      const auto take = [&session = context.session, &open, &ordered, i, count = asked.question.ranked.size()] {
        const auto found = std::find(ordered.begin(), ordered.end(), i);
        if (found != ordered.end()) {
          ordered.erase(found, ordered.end());
          return;
        }
        ordered.push_back(i);
        if (ordered.size() < count) return;
        open.answer(session, {ordered.begin(), ordered.end()});
        ordered.clear();
      };
      const std::string label =
          is_taken ? say("{place}. {name}", "place"_a = at - ordered.begin() + 1, "name"_a = name).str() : name;
      if (i == by_key) take();
      Row row;
      row.place(Alignment::middle).add(Text(std::to_string(i + 1)).muted(), units(12));
      row.add(
          Button(fmt::format("kernel {}", i + 1), label, take, is_taken ? ButtonStyle::selected : ButtonStyle::normal)
              .tooltip("Adds it next; click again to remove it and those after it."),
          share());
      column.add(row);
    }
    return column;
  }

  static Control way_on(PanelContext& context, OpenLesson& open) {
    struct Way {
      const char *label, *meaning;
    };
    // In the order of Onward.
    static constexpr std::array<Way, 6> kWays{{
        {"", ""},
        {"Next drill", "Another kernel and another question."},
        {"Next", "The next step."},
        {"Next", "What you have learnt."},
        {"Exercises", "Code to write yourself, with checks that run as you type."},
        {"Next lesson", "The first step of the next lesson."},
    }};
    static constexpr Way kNextExercise{"Next exercise", "The lesson's next exercise."};
    const bool is_next = open.exercise() != nullptr && open.onward() == OpenLesson::Onward::exercises;
    const Way& way = is_next ? kNextExercise : kWays.at(static_cast<std::size_t>(open.onward()));
    const auto go = [&context, &open] { say_failure(context, open.go_on(context.session, *context.workbench)); };
    return Button("lesson on", way.label, go,
                  open.state() == State::asking ? ButtonStyle::normal : ButtonStyle::selected)
        .tooltip(action_text(action("go on"), way.meaning));
  }

  /// On, back, and what else there is to do.
  static Box ways(PanelContext& context, OpenLesson& open) {
    Session& session = context.session;
    const bool is_asking = open.state() == State::asking;
    const auto go = [&context, &open](std::size_t step) { say_failure(context, open.go_to(context.session, step)); };
    Row row;
    row.gap(6).wrap(5);
    if (is_asking) {
      row.add(
          Button(
              "show answer", "Show the answer", [&session, &open] { open.show_answer(session); }, ButtonStyle::quiet)
              .tooltip("Shows it, and why; the question can be asked again."));
    } else if (open.question().asked() != nullptr) {
      row.add(Button(
                  "ask again", "Ask again", [&session, &open] { open.ask_again(session); }, ButtonStyle::quiet)
                  .tooltip("Hides the answer and asks again."));
    }
    if (open.step_index() > 0) {
      row.add(Button(
                  "lesson back", "Back", [=, at = open.step_index()] { go(at - 1); }, ButtonStyle::quiet)
                  .tooltip("The previous step."));
    }
    if (open.onward() != OpenLesson::Onward::nothing) row.add(way_on(context, open));
    return row;
  }
};

}  // namespace

PanelEntry lesson_panel() {
  return {.id = "lesson",
          .title = "Lesson",
          .help = "A page of steps, each with its picture; you answer each question before the picture shows it.",
          .slot = Slot::choice,
          .applies = [](const PanelContext& context) { return context.lesson != nullptr && context.lesson->is_open(); },
          .maker = maker_of<LessonPanel>()};
}

}  // namespace bankloom::ui
