#include "core/learn/lesson.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <map>
#include <sstream>

#include "core/base/files.h"
#include "core/base/language.h"
#include "core/base/nearest_name.h"
#include "core/base/text_lines.h"
#include "core/learn/progress.h"

namespace bankloom::learn {
namespace {

namespace fs = std::filesystem;

/// "key: value" lines of a fence; a line without a key of its own goes on with the one before.
struct Field {
  std::string key, value;
  unsigned line = 0;
};
std::vector<Field> fields_of(const Block& fence, const std::vector<std::string_view>& keys) {
  std::vector<Field> fields;
  unsigned line = fence.line;
  for (const std::string& text : split_lines(fence.text)) {
    std::string_view rest = trim(text);
    std::string_view found;
    for (const std::string_view key : keys) {
      if (rest.starts_with(key)) found = key;
    }
    if (!found.empty()) {
      rest = trim(rest.substr(found.size()));
      if (found.back() == ':') found.remove_suffix(1);
      fields.push_back({std::string(found), std::string(rest), line});
    } else if (!rest.empty()) {
      if (fields.empty()) fields.push_back({{}, {}, line});
      fields.back().value += (fields.back().value.empty() ? "" : " ") + std::string(rest);
    }
    ++line;
  }
  return fields;
}

std::optional<unsigned> number_in(std::string_view text) {
  unsigned number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

/// The item's name of an exercise in a file of progress.
std::string exercise_item(std::string_view name) { return fmt::format("exercise:{}", name); }

/// Reads a file's blocks into a lesson or an exercise.
class FileReader {
 public:
  FileReader(const fs::path& file, bool is_translation) : name_(file.string()), is_translation_(is_translation) {}

  template <class... Args>
  [[nodiscard]] Failure refuse(unsigned line, fmt::format_string<Args...> format, Args&&... args) const {
    return fail_with(at_line(name_, line, message(format, std::forward<Args>(args)...)));
  }
  template <class T>
  [[nodiscard]] Result<T> at(unsigned line, Result<T> result) const {
    return std::move(result).map_error([&](const Error& error) { return at_line(name_, line, error.message); });
  }
  [[nodiscard]] Result<std::vector<Block>> blocks(std::string_view text) const { return read_markdown(text, name_); }

  /// A sentence that may say what the run decides, and no number of its own.
  [[nodiscard]] Result<Prose> prose(const Field& field) const {
    TRY(auto read, read_prose(field.value, name_, field.line));
    TRY(check_numbers(read, field.line));
    return read;
  }
  [[nodiscard]] Result<void> check_numbers(const Prose& prose, unsigned line) const {
    for (const Part& part : prose) {
      const std::size_t open = part.kind == PartKind::code ? part.text.find('{') : std::string::npos;
      const std::size_t close = open == std::string::npos ? open : part.text.find('}', open);
      if (close == std::string::npos) continue;
      return refuse(line, "'{}' stands in a code span, which is shown as it is: write a number of the run outside",
                    part.text.substr(open, close - open + 1));
    }
    const auto number = typed_number(prose);
    static constexpr std::array<std::string_view, 4> kOfEveryMachine{"4", "8", "32", "128"};
    if (!number || (is_translation_ && std::ranges::find(kOfEveryMachine, *number) != kOfEveryMachine.end())) return {};
    return refuse(line, "'{}' is typed out: write a number that the run decides as {{fact}}, any other in a code span",
                  *number);
  }

  [[nodiscard]] Result<SceneAt> scene(const Block& fence) const {
    const auto lines = split_lines(fence.text);
    if (lines.empty() || lines.size() > 2) {
      return refuse(fence.line, "a scene is one line, with at most a place below it: at line 9 load");
    }
    SceneAt result;
    TRY(result.scene, at(fence.line, scene_from_line(lines.front())));
    if (lines.size() == 2) {
      TRY(result.place, place(lines[1], fence.line + 1));
    }
    return result;
  }

  /// A scene, and below it what to say of it.
  [[nodiscard]] Result<Learnt> learnt(const Block& fence) const {
    const std::size_t end = fence.text.find("say:");
    if (end == std::string::npos) return refuse(fence.line, "what was learnt is a scene, and below it say: SENTENCE");
    Block lines = fence;
    lines.text = fence.text.substr(0, end);
    Learnt learnt{.line = fence.line};
    TRY(learnt.at, scene(lines));
    if (!learnt.at.scene.b) return refuse(fence.line, "what was learnt compares two kernels: A vs B");
    const auto before = static_cast<unsigned>(std::ranges::count(lines.text, '\n'));
    const auto fields = fields_of({.line = fence.line + before, .text = fence.text.substr(end)}, {"say:"});
    TRY(learnt.say, prose(fields.front()));
    return learnt;
  }

  [[nodiscard]] Result<Question> question(const Block& fence) const {
    const std::string kind =
        std::string(trim(std::string_view(fence.info).substr(std::string_view("question").size())));
    const auto* const found = std::find(kQuestionKinds.begin(), kQuestionKinds.end(), kind);
    if (found == kQuestionKinds.end()) {
      return refuse(fence.line, "no question '{}'; there are {}", kind, join(kQuestionKinds, list_sign()));
    }
    Question question{.kind = static_cast<QuestionKind>(found - kQuestionKinds.begin()), .line = fence.line};
    for (const Field& field :
         fields_of(fence, {"ask:", "why:", "lane:", "cell:", "thread:", "line:", "by:", "- ", "no:"})) {
      TRY(take(question, field));
    }
    TRY(check(question));
    return question;
  }

  /// Lines "lesson/item".
  [[nodiscard]] Result<std::vector<ItemName>> former_names(const Block& fence) const {
    std::vector<ItemName> names;
    unsigned line = fence.line;
    for (const std::string& text : split_lines(fence.text)) {
      TRY(names.emplace_back(), former_name(text, line++));
    }
    return names;
  }

  [[nodiscard]] Result<void> exercise(Exercise& exercise, const Block& fence) const {
    exercise.line = fence.line;
    for (const Field& field :
         fields_of(fence, {"kernel:", "machine:", "again:", "words:", "check:", "gpu:", "formerly:"})) {
      if (field.key == "kernel") {
        TRY(const auto scene, at(field.line, scene_from_line(field.value)));
        exercise.kernel = scene.a;
      } else if (field.key == "machine") {
        exercise.machine = field.value;
      } else if (field.key == "gpu") {
        const auto percent = number_in(field.value);
        if (!percent || *percent == 0 || *percent > 100) return refuse(field.line, "gpu: takes percent, 1 to 100");
        exercise.copy_percent = *percent;
      } else if (field.key == "again") {
        TRY(exercise.again.emplace_back(), again(field));
      } else if (field.key == "words" || field.key == "check") {
        const std::size_t bar = field.value.rfind(" | ");
        if (bar == std::string::npos)
          return refuse(field.line, "{}: takes {} | WHAT IT MEANS", field.key,
                        field.key == "words" ? "BEGINNING" : "CONDITION");
        std::string left(trim(std::string_view(field.value).substr(0, bar)));
        std::string meaning(trim(std::string_view(field.value).substr(bar + 3)));
        if (field.key == "check") {
          exercise.checks.push_back({std::move(left), std::move(meaning), field.line});
        } else {
          exercise.words_behind = std::move(left);
          exercise.words_meaning = std::move(meaning);
        }
      } else if (field.key == "formerly") {
        TRY(auto former, former_name(field.value, field.line));
        exercise.formerly.emplace_back(std::move(former.first), exercise_item(former.second));
      } else {
        return refuse(field.line, "an exercise has kernel:, machine:, again:, words:, check:, gpu: and formerly:");
      }
    }
    return {};
  }

 private:
  /// "N=96 | in = i * 7 % 32 | rule = row * 7 % 32".
  [[nodiscard]] Result<Exercise::Again> again(const Field& field) const {
    Exercise::Again again{.line = field.line};
    for (std::string_view rest = field.value; !rest.empty();) {
      const std::size_t bar = std::min(rest.find(" | "), rest.size());
      const std::string_view part = trim(rest.substr(0, bar));
      rest.remove_prefix(std::min(bar + 3, rest.size()));
      if (const std::size_t is = part.find(" = "); is != std::string_view::npos) {
        const std::string name(trim(part.substr(0, is))), value(trim(part.substr(is + 3)));
        (name == "rule" ? again.trial.rule : again.trial.values[name]) = value;
        continue;
      }
      std::istringstream words{std::string(part)};
      for (std::string word; words >> word;) {
        const std::size_t is = word.find('=');
        if (is == std::string::npos) {
          return refuse(field.line,
                        "again: takes OPTION=VALUE, and behind | BUFFER = EXPRESSION and rule = EXPRESSION");
        }
        again.options[word.substr(0, is)] = word.substr(is + 1);
      }
    }
    return again;
  }

  [[nodiscard]] Result<ItemName> former_name(std::string_view text, unsigned line) const {
    const std::string_view name = trim(text);
    const std::size_t slash = name.find('/');
    if (slash == std::string_view::npos || slash == 0 || slash + 1 == name.size()) {
      return refuse(line, "a former name is a lesson and an item: square/down-a-column");
    }
    return ItemName(name.substr(0, slash), name.substr(slash + 1));
  }

  [[nodiscard]] Result<Place> place(const std::string& text, unsigned line) const {
    const std::string kForm = message("a place is written: at line 9 load warp 0 block 0");
    Place place;
    std::istringstream words(text);
    std::string word;
    words >> word;
    if (word != "at") return refuse(line, "{}", kForm);
    while (words >> word) {
      if (word == "load" || word == "store" || word == "atomic") {
        place.op = word == "load" ? AccessOp::load : word == "store" ? AccessOp::store : AccessOp::atomic;
        continue;
      }
      std::string value;
      words >> value;
      const auto number = number_in(value);
      if (!number) return refuse(line, "{}", kForm);
      if (word == "line") {
        place.line = *number;
      } else if (word == "warp") {
        place.warp = *number;
      } else if (word == "block") {
        place.block = *number;
      } else {
        return refuse(line, "{}", kForm);
      }
    }
    return place;
  }

  /// "2 1", "2 1 0".
  [[nodiscard]] Result<std::array<unsigned, 3>> thread_in(const Field& field) const {
    std::array<unsigned, 3> thread{};
    std::size_t count = 0;
    for (std::string_view rest = trim(field.value); !rest.empty(); ++count) {
      const std::size_t end = std::min(rest.find(' '), rest.size());
      const auto number = number_in(rest.substr(0, end));
      if (!number || count == thread.size()) return refuse(field.line, "thread: takes its x, y and z: thread: 2 1");
      thread.at(count) = *number;
      rest = trim(rest.substr(end));
    }
    if (count == 0) return refuse(field.line, "thread: takes its x, y and z: thread: 2 1");
    return thread;
  }

  [[nodiscard]] Result<void> take(Question& question, const Field& field) const {
    if (field.key == "ask" || field.key == "why") {
      TRY((field.key == "ask" ? question.ask : question.why), prose(field));
    } else if (field.key == "lane") {
      question.lane = number_in(field.value);
      if (!question.lane || *question.lane >= kWarpSize) return refuse(field.line, "lane: takes a lane, 0 to 31");
    } else if (field.key == "cell") {
      const std::size_t blank = std::min(field.value.find(' '), field.value.size());
      const auto row = number_in(std::string_view(field.value).substr(0, blank));
      const auto column = number_in(trim(std::string_view(field.value).substr(blank)));
      if (!row || !column) return refuse(field.line, "cell: takes a row and a column: cell: 3 0");
      question.cell = std::pair(*row, *column);
    } else if (field.key == "thread") {
      TRY(question.thread, thread_in(field));
    } else if (field.key == "line") {
      question.source_line = number_in(field.value);
      if (!question.source_line) return refuse(field.line, "line: takes a line of the kernel: line: 3");
    } else if (field.key == "by") {
      question.by = field.value;
    } else if (field.key == "no" && is_number(question.kind)) {
      const std::size_t bar = field.value.find(" | ");
      if (bar == std::string::npos) return refuse(field.line, "a reply is written: no: NUMBER | SENTENCE");
      TRY(auto text, prose({{}, field.value.substr(bar + 3), field.line}));
      question.replies.push_back({field.value.substr(0, bar), std::move(text), field.line});
    } else if (field.key == "no") {
      if (question.options.empty()) return refuse(field.line, "no: goes below the choice that it replies to");
      TRY(question.options.back().reply, prose(field));
    } else if (field.key == "- " && question.kind == QuestionKind::order) {
      TRY(const auto scene, at(field.line, scene_from_line(field.value)));
      question.ranked.push_back(scene.a);
    } else if (field.key == "- ") {
      const std::size_t bar = field.value.rfind(" | ");
      if (bar == std::string::npos) return refuse(field.line, "a choice is written: - TEXT | CONDITION");
      Alternative option{.line = field.line};
      // It is quoted within sentences, which have full stops of their own.
      std::string words = field.value.substr(0, bar);
      if (words.ends_with('.')) words.pop_back();
      TRY(option.text, prose({{}, words, field.line}));
      option.condition = std::string(trim(std::string_view(field.value).substr(bar + 3)));
      question.options.push_back(std::move(option));
    } else {
      return refuse(field.line,
                    "a question has ask:, why:, lane:, cell:, thread:, line:, by:, no: and lines that begin with '- '");
    }
    return {};
  }

  [[nodiscard]] Result<void> check(const Question& question) const {
    const unsigned line = question.line;
    if (question.ask.empty() || question.why.empty()) return refuse(line, "a question needs ask: and why:");
    const QuestionKind kind = question.kind;
    if (kind == QuestionKind::choice && question.options.size() < 2) return refuse(line, "a choice needs at least two");
    if (kind != QuestionKind::choice && !question.options.empty()) return refuse(line, "only a choice has choices");
    if (kind == QuestionKind::order && (question.ranked.size() < 2 || question.by.empty())) {
      return refuse(line, "an order needs by: and kernels, at least two, in lines that begin with '- '");
    }
    if (kind == QuestionKind::bank && question.lane.has_value() == question.cell.has_value()) {
      return refuse(line, "a question about a bank names a lane or a cell: lane: 5");
    }
    return {};
  }

  std::string name_;
  bool is_translation_;
};

bool is_fence(const Block& block, std::string_view name) {
  return block.kind == Block::Kind::fence && std::string_view(block.info).substr(0, block.info.find(' ')) == name;
}

std::string plain(const Prose& prose) {
  std::string text;
  for (const Part& part : prose) text += part.text;
  return text;
}

Result<void> add_block(Lesson& lesson, const FileReader& reader, const Block& block) {
  if (block.kind == Block::Kind::heading) {
    if (lesson.title.empty() != (block.level == 1)) {
      return reader.refuse(block.line, "the first heading, with one #, is the lesson's title; steps have two");
    }
    if (block.level == 1) {
      lesson.title = plain(block.prose);
      return {};
    }
    const std::string title = plain(block.prose);
    Step step{.title = title, .item = item_of(title), .line = block.line};
    if (!lesson.steps.empty()) step.at = lesson.steps.back().at;
    lesson.steps.push_back(std::move(step));
    return reader.check_numbers(block.prose, block.line);
  }
  if (lesson.title.empty()) return reader.refuse(block.line, "a lesson begins with its title: # Square tile");
  if (block.kind == Block::Kind::paragraph) {
    TRY(reader.check_numbers(block.prose, block.line));
    (lesson.steps.empty() ? lesson.goal : lesson.steps.back().text).push_back(block.prose);
    return {};
  }
  if (lesson.steps.empty()) return reader.refuse(block.line, "only the goal goes before the first step");
  Step& step = lesson.steps.back();
  if (is_fence(block, "scene")) {
    TRY(step.at, reader.scene(block));
  } else if (is_fence(block, "question")) {
    if (step.question) return reader.refuse(block.line, "a step asks one question");
    TRY(step.question, reader.question(block));
  } else if (is_fence(block, "after")) {
    if (!step.question)
      return reader.refuse(block.line, "after: a step shows it after its question, which has to come first");
    TRY(step.after, reader.scene(block));
  } else if (is_fence(block, "formerly")) {
    TRY(step.formerly, reader.former_names(block));
  } else if (is_fence(block, "learnt")) {
    TRY(lesson.learnt, reader.learnt(block));
  } else {
    return reader.refuse(block.line, "a fenced block of a lesson is a scene, a question, after, formerly or learnt");
  }
  return {};
}

Result<void> check_step(const Step& step, const FileReader& reader) {
  unsigned sentences = 0;
  for (const Prose& prose : step.text) sentences += sentence_count(prose);
  if (sentences < 1 || sentences > 3) {
    return reader.refuse(step.line, "a step has one to three sentences, and this one has {}", sentences);
  }
  return {};
}

/// All mistakes of files, a line each, so that whoever writes them learns of more than the first.
class Mistakes {
 public:
  /// Whether there is none in this result.
  template <class T>
  bool none_in(const Result<T>& result) {
    if (!result) lines_ += (lines_.empty() ? "" : "\n") + result.error().message;
    return result.has_value();
  }
  [[nodiscard]] Result<void> result() const {
    if (!lines_.empty()) return fail("{}", lines_);
    return {};
  }

 private:
  std::string lines_;
};

Result<Exercise> load_exercise(const fs::path& folder) {
  const fs::path file = folder / "exercise.md";
  TRY(const auto text, read_file(file));
  TRY(auto exercise, parse_exercise(text, file));
  TRY(exercise.start, read_file(folder / "start.cu"));
  TRY(exercise.solution, read_file(folder / "solution.cu"));
  return exercise;
}

std::vector<Exercise> load_exercises(const fs::path& folder, Mistakes& mistakes) {
  std::vector<Exercise> exercises;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(folder, error)) {
    if (!fs::exists(entry.path() / "exercise.md", error)) continue;
    auto exercise = load_exercise(entry.path());
    if (mistakes.none_in(exercise)) exercises.push_back(*std::move(exercise));
  }
  std::sort(exercises.begin(), exercises.end(), [](const auto& a, const auto& b) { return a.name < b.name; });
  return exercises;
}

}  // namespace

Result<Lesson> parse_lesson(std::string_view text, const fs::path& file, bool is_translation) {
  const FileReader reader(file, is_translation);
  TRY(const auto blocks, reader.blocks(text));
  Lesson lesson{.name = file.parent_path().filename().string(), .file = file};
  Mistakes mistakes;
  for (const Block& block : blocks) {
    // Without a title nothing is in its place.
    if (!mistakes.none_in(add_block(lesson, reader, block)) && lesson.title.empty()) break;
  }
  TRY(mistakes.result());
  if (lesson.title.empty() || lesson.goal.empty()) {
    return reader.refuse(1, "a lesson begins with its title and its goal");
  }
  if (lesson.steps.size() < 5 || lesson.steps.size() > 14) {
    return reader.refuse(1, "a lesson has five to fourteen steps, and this one has {}", lesson.steps.size());
  }
  const Step& first = lesson.steps.front();
  if (first.at.scene.a.kernel.empty()) return reader.refuse(first.line, "the first step has a scene");
  if (is_translation) return lesson;
  for (const Step& step : lesson.steps) mistakes.none_in(check_step(step, reader));
  TRY(mistakes.result());
  return lesson;
}

Result<Exercise> parse_exercise(std::string_view text, const fs::path& file, bool is_translation) {
  const FileReader reader(file, is_translation);
  TRY(const auto blocks, reader.blocks(text));
  const fs::path folder = file.parent_path();
  Exercise exercise{.lesson = folder.parent_path().parent_path().filename().string(),
                    .name = folder.filename().string(),
                    .file = file};
  for (const Block& block : blocks) {
    if (block.kind == Block::Kind::heading && exercise.title.empty()) {
      exercise.title = plain(block.prose);
    } else if (block.kind == Block::Kind::paragraph) {
      exercise.text.push_back(block.prose);
    } else if (block.kind == Block::Kind::item) {
      exercise.hints.push_back(block.prose);
    } else if (is_fence(block, "exercise")) {
      TRY(reader.exercise(exercise, block));
    } else {
      return reader.refuse(block.line, "an exercise has a title, sentences, a block 'exercise' and three hints");
    }
  }
  if (exercise.title.empty() || exercise.text.empty()) return reader.refuse(1, "an exercise has a title and a text");
  if (exercise.kernel.kernel.empty())
    return reader.refuse(1,
                         "an exercise names the kernel that is written: kernel: "
                         "ID");
  if (exercise.hints.size() != 3) return reader.refuse(1, "an exercise has three hints, a numbered list");
  return exercise;
}

FormerItems former_items(const std::vector<Lesson>& lessons) {
  FormerItems items;
  for (const Lesson& lesson : lessons) {
    for (const Step& step : lesson.steps) {
      for (const ItemName& former : step.formerly) items[former] = {lesson.name, step.item};
    }
    for (const Exercise& exercise : lesson.exercises) {
      for (const ItemName& former : exercise.formerly) items[former] = {lesson.name, exercise_item(exercise.name)};
    }
  }
  return items;
}

Result<std::vector<Lesson>> load_lessons(const fs::path& folder, const std::vector<std::string>& names) {
  std::error_code error;
  if (!fs::is_directory(folder, error)) return fail("{}: there is no such folder of lessons", folder.string());
  std::vector<Lesson> lessons;
  Mistakes mistakes;
  for (const auto& entry : fs::directory_iterator(folder, error)) {
    const fs::path file = entry.path() / "lesson.md";
    if (!fs::exists(file, error)) continue;
    TRY(const auto text, read_file(file));
    auto lesson = parse_lesson(text, file);
    std::vector<Exercise> exercises = load_exercises(entry.path() / "exercises", mistakes);
    if (!mistakes.none_in(lesson)) continue;
    lesson->exercises = std::move(exercises);
    read_translations(*lesson);
    lessons.push_back(*std::move(lesson));
  }
  TRY(mistakes.result());
  const auto place = [&](const Lesson& lesson) {
    return std::pair(std::find(names.begin(), names.end(), lesson.name) - names.begin(), lesson.name);
  };
  std::sort(lessons.begin(), lessons.end(), [&](const auto& a, const auto& b) { return place(a) < place(b); });
  return lessons;
}

}  // namespace bankloom::learn
