#include "cli/drill_session.h"

#include <chrono>
#include <iostream>
#include <limits>
#include <random>
#include <utility>

#include "cli/data_folder.h"
#include "cli/input.h"
#include "core/base/files.h"
#include "core/base/language.h"
#include "core/base/readable.h"
#include "core/base/text_lines.h"
#include "core/learn/drill.h"
#include "core/learn/progress.h"
#include "core/wording/question_text.h"

namespace bankloom::cli {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

/// A series of drills as it is asked.
class DrillSession {
 public:
  DrillSession(const MachineModel& machine, const report::TextStyle& style) : machine_(machine), style_(style) {}

  Result<void> work(std::uint64_t seed, unsigned count, const learn::DrillWeights& weights) {
    for (unsigned number = 0; number < count && !ended_; ++number) {
      const learn::Drill drill = learn::make_drill(machine_, seed, number, weights);
      TRY(const auto asked, learn::ask(drill, machine_));
      say(emphasize(style_, report::Emphasis::heading,
                    message("\n{} of {}, level {}", number + 1, count, drill.level)));
      print_code(drill);
      tell(prose_text(asked.question.ask, asked.numbers, true));
      take(drill, asked);
    }
    say(message("\n{} of {} right, {} of them within {} seconds; {:.0f} seconds in all", right_, answered_, in_time_,
                learn::kDrillSeconds, seconds_));
    return {};
  }

 private:
  static void say(const std::string& line) { std::cout << terminal_text(line, true) << '\n' << std::flush; }
  void tell(const Text& text) { std::cout << report::wrap(style_, text, 2) << std::flush; }

  static void print_code(const learn::Drill& drill) {
    unsigned number = 0;
    for (const std::string& line : split_lines(drill.text)) {
      ++number;
      say(fmt::format("  {}{:>3}  {}", number == drill.line ? '>' : ' ', number, line));
    }
  }

  /// One answer, with the time until it is there.
  void take(const learn::Drill& drill, const learn::Asked& asked) {
    const auto start = Clock::now();
    for (;;) {
      std::cout << "  " << message("({}; ? shows it)", answer_form_text(asked).str()) << " > " << std::flush;
      std::string line;
      if (!std::getline(std::cin, line)) {
        ended_ = true;
        say("");
        return;
      }
      const bool shows = trim(line) == "?";
      const auto answer = shows ? Result<learn::Answer>() : learn::answer_from_text(asked, line);
      if (!answer) {
        tell(Text(answer.error().message));
        continue;
      }
      judge(drill, asked, shows ? std::nullopt : std::optional(*answer), seconds_since(start));
      return;
    }
  }

  void judge(const learn::Drill& drill, const learn::Asked& asked, const std::optional<learn::Answer>& answer,
             double seconds) {
    ++answered_;
    seconds_ += seconds;
    if (answer && learn::is_right(asked, *answer)) {
      keep(drill, learn::EventKind::right);
      ++right_;
      if (seconds <= learn::kDrillSeconds) ++in_time_;
      tell(right_text(asked));
      return;
    }
    if (answer) {
      const learn::WrongAnswer wrong = learn::recognise(asked, *answer);
      keep(drill, learn::EventKind::wrong, learn::mistake_name(wrong.mistake));
      tell(reply_text(asked, wrong));
    } else {
      keep(drill, learn::EventKind::shown);
    }
    tell(Text(message("The answer: {}. {}", answer_text(asked, asked.right).str(),
                      prose_text(asked.question.why, numbers_of_why(asked)).str())));
  }

  void keep(const learn::Drill& drill, learn::EventKind kind, std::string_view detail = {}) {
    // What cannot be kept is told once.
    const auto kept = learn::append_event(
        learn::progress_file(),
        {learn::present_time(), kind, learn::kDrillLesson, learn::drill_item(drill.pattern), std::string(detail)});
    if (!kept && !std::exchange(told_, true)) std::cerr << "bankloom: " << kept.error().message << '\n';
  }

  const MachineModel& machine_;
  const report::TextStyle& style_;
  unsigned answered_ = 0, right_ = 0, in_time_ = 0;
  double seconds_ = 0;
  bool ended_ = false, told_ = false;
};

/// What was answered before; nothing of a file that is not there or cannot be read.
learn::DrillWeights weights_of_learner() {
  const auto text = read_file(learn::progress_file());
  return text ? learn::drill_weights(*text) : learn::kEqualWeights;
}

}  // namespace

void add_drill(CLI::App& app, DrillOptions& options) {
  auto* const series = app.add_option("--drill", options.seed,
                                      "Practice; with a SEED the same for everyone, otherwise more of what you got "
                                      "wrong")
                           ->expected(0, 1)
                           ->default_str("")
                           ->type_name("[SEED]");
  app.add_option("--count", options.count, "Number of drills (default: 15)")
      ->needs(series)
      ->take_last()
      ->type_name("N");
}

Result<Outcome> drill(const DrillOptions& options, const Context& context) {
  constexpr unsigned kMostDrills = 10'000;
  TRY(const auto count, parse_number("--count", options.count, 1, kMostDrills));
  TRY(const auto machines, load_machines_of(context));
  TRY(const auto machine, find_machine(machines, kDefaultMachine));
  const bool has_seed = !options.seed->empty();
  // Short enough to be told to a class.
  std::uint64_t seed =
      static_cast<std::uint64_t>(std::chrono::system_clock::now().time_since_epoch() / std::chrono::milliseconds(1)) %
      1'000'000;
  if (has_seed) {
    TRY(seed, parse_number("--drill", *options.seed, 0, std::numeric_limits<std::uint64_t>::max()));
  }
  // A seed that was given asks everyone the same, whatever they did before.
  const learn::DrillWeights weights = has_seed ? learn::kEqualWeights : weights_of_learner();
  std::cout << (weights == learn::kEqualWeights
                    ? message("Seed {}. The same for everyone: bankloom learn --drill {}\n", seed, seed)
                    : message("Seed {}, with more of what you got wrong before. The same for everyone: bankloom learn "
                              "--drill {}\n",
                              seed, seed));
  TRY(DrillSession(machine, context.style).work(seed, static_cast<unsigned>(count), weights));
  return Outcome{};
}

}  // namespace bankloom::cli
