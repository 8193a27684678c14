#include "core/own/own_probe.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <iomanip>
#include <iterator>
#include <optional>
#include <sstream>
#include <string_view>
#include <utility>

#include "core/base/language.h"
#include "core/ptx/parser.h"

namespace bankloom::own {
namespace {

/// The line number of the first question; the user's text is shorter (kLongestOwnText).
constexpr unsigned kFirstQuestion = 2'000'000;

/// All names begin with the project's, which no kernel's text uses. element_of() explains the kinds.
constexpr std::string_view kHelpers = R"(
struct __half;
struct __nv_bfloat16;
namespace bankloom_own {
template <class BankloomT> struct bare { using type = BankloomT; };
template <class BankloomT> struct bare<BankloomT &> { using type = typename bare<BankloomT>::type; };
template <class BankloomT> struct bare<BankloomT &&> { using type = typename bare<BankloomT>::type; };
template <class BankloomT> struct bare<const BankloomT> { using type = typename bare<BankloomT>::type; };
template <class BankloomT> struct bare<volatile BankloomT> { using type = typename bare<BankloomT>::type; };
template <class BankloomT> struct bare<const volatile BankloomT> { using type = typename bare<BankloomT>::type; };
template <class BankloomT, class... BankloomU> struct among { static constexpr int value = 0; };
template <class BankloomT, class... BankloomU> struct among<BankloomT, BankloomT, BankloomU...> { static constexpr int value = 1; };
template <class BankloomT, class BankloomH, class... BankloomU> struct among<BankloomT, BankloomH, BankloomU...> : among<BankloomT, BankloomU...> {};
template <class BankloomT> struct kind {
  static constexpr int value = among<BankloomT, char, signed char, short, int, long, long long>::value +
    2 * among<BankloomT, bool, unsigned char, unsigned short, unsigned, unsigned long, unsigned long long>::value +
    3 * among<BankloomT, float, double>::value + 4 * among<BankloomT, __half>::value + 5 * among<BankloomT, __nv_bfloat16>::value;
};
template <class BankloomT> struct size { static constexpr int value = sizeof(BankloomT); };
template <> struct size<void> { static constexpr int value = 0; };
template <class...> struct voided { using type = void; };
template <class BankloomT, class = void> struct part { using type = BankloomT; };
template <class BankloomT> struct part<BankloomT, typename voided<decltype(BankloomT::x)>::type> { using type = typename bare<decltype(BankloomT::x)>::type; };
template <class BankloomT> struct element {
  using type = typename bare<BankloomT>::type;
  using number = typename part<type>::type;
  static constexpr int bytes = size<type>::value, number_kind = kind<number>::value, number_bytes = size<number>::value;
};
template <class BankloomT> struct argument : element<BankloomT> { static constexpr int pointer = 0, constant = 0; };
template <class BankloomT> struct argument<BankloomT *> : element<BankloomT> { static constexpr int pointer = 1, constant = 0; };
template <class BankloomT> struct argument<const BankloomT *> : element<BankloomT> { static constexpr int pointer = 1, constant = 1; };
template <class BankloomT> struct argument<const volatile BankloomT *> : element<BankloomT> { static constexpr int pointer = 1, constant = 1; };
template <int BankloomI, class BankloomF> struct at;
template <class BankloomH, class... BankloomT> struct at<0, void (*)(BankloomH, BankloomT...)> { using type = typename bare<BankloomH>::type; };
template <int BankloomI, class BankloomH, class... BankloomT> struct at<BankloomI, void (*)(BankloomH, BankloomT...)> : at<BankloomI - 1, void (*)(BankloomT...)> {};
}
)";

std::string quoted(const std::string& name) {
  std::ostringstream text;
  text << std::quoted(name);
  return text.str();
}

/// The whole numbers of a text, separated by blanks.
std::vector<std::int64_t> numbers_of(std::string_view text) {
  std::istringstream stream{std::string(text)};
  return {std::istream_iterator<std::int64_t>(stream), std::istream_iterator<std::int64_t>()};
}

constexpr std::size_t kWord = sizeof(std::int64_t);

/// The bytes of a constant; one of zeros has no initial value.
std::optional<std::vector<std::byte>> bytes_of(const ptx::Module& module, const std::string& name) {
  const auto found = std::ranges::find(module.variables, name, &ptx::Variable::name);
  if (found == module.variables.end()) return std::nullopt;
  std::vector<std::byte> bytes = found->initial;
  bytes.resize(found->size);
  return bytes;
}

/// None if there is no such constant.
std::vector<std::int64_t> words_of(const ptx::Module& module, const std::string& name) {
  const auto bytes = bytes_of(module, name).value_or(std::vector<std::byte>());
  std::vector<std::int64_t> words(bytes.size() / kWord);
  if (!words.empty()) std::memcpy(words.data(), bytes.data(), words.size() * kWord);
  return words;
}

/// Sizes of an array and of what it holds, as expressions separated by commas: the whole, each row, then the element.
std::vector<std::string> sizes_of(const SharedDeclaration& array) {
  std::vector<std::string> sizes;
  std::string element = array.name;
  const bool is_open = array.is_extern && !array.extent.empty() && array.extent.front().empty();
  sizes.push_back(is_open ? "0" : fmt::format("sizeof({})", element));
  for (std::size_t level = 0; level < array.extent.size(); ++level) {
    element += "[0]";
    sizes.push_back(fmt::format("sizeof({})", element));
  }
  const std::string type = fmt::format("bankloom_own::element<decltype({})>", element);
  for (const char* field : {"bytes", "number_kind", "number_bytes"}) sizes.push_back(type + "::" + field);
  return sizes;
}

/// The question about an array, to follow its declaration.
std::string array_question(const SharedDeclaration& array, std::size_t index) {
  const std::vector<std::string> sizes = sizes_of(array);
  std::string text;
  if (array.at_file_scope) {
    text = fmt::format(" extern \"C\" {{ __device__ long long bankloom_own_array{}[] = {{", index);
    for (const std::string& size : sizes) text += fmt::format("(long long)({}),", size);
    return text + "}; }";
  }
  std::string places, operands;
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    places += fmt::format(" %{}", i);
    operands += fmt::format("{}\"n\"((int)({}))", i == 0 ? "" : ", ", sizes[i]);
  }
  return fmt::format(" asm volatile(\"// bankloom_own {}{}\" :: {});", index, places, operands);
}

ArrayInfo array_of(const SharedDeclaration& array, const std::vector<std::int64_t>& sizes) {
  ArrayInfo info;
  const std::size_t levels = array.extent.size();
  if (sizes.size() < levels + 4) return info;
  info.element = element_of(sizes[levels + 1], sizes[levels + 2], sizes[levels + 3]);
  if (sizes[0] == 0) return info;
  for (std::size_t level = 0; level < levels; ++level) {
    const std::int64_t inner = std::max<std::int64_t>(1, sizes[level + 1]);
    info.extent.push_back(static_cast<std::uint64_t>(sizes[level] / inner));
  }
  if (levels == 0) info.extent.push_back(1);
  return info;
}

/// What comes before and after the expression of a question: {0} is its number, {1} the type of a value.
struct Form {
  std::string_view before, after;
  std::size_t words;  ///< of the answer; 0: as many bytes as the type has
};
constexpr std::array<Form, 4> kForms = {{
    {"extern \"C\" {{ __device__ long long bankloom_own_{0} = (long long)(", "); }}", 1},
    {"constexpr dim3 bankloom_own_dim{0} = ",
     "; extern \"C\" {{ __device__ long long bankloom_own_{0}[] = {{(long long)bankloom_own_dim{0}.x, (long "
     "long)bankloom_own_dim{0}.y, (long long)bankloom_own_dim{0}.z}}; }}",
     3},
    {"extern \"C\" {{ __device__ {1} bankloom_own_{0} = ", "; }}", 0},
    {"namespace bankloom_own {{ using question{0} = element<",
     ">; }} extern \"C\" {{ __device__ long long bankloom_own_{0}[] = {{bankloom_own::question{0}::bytes, "
     "bankloom_own::question{0}::number_kind, bankloom_own::question{0}::number_bytes}}; }}",
     3},
}};
const Form& form_of(const Question& question) { return kForms[static_cast<std::size_t>(question.kind)]; }

/// Which questions are asked. The text may not allow some of them (a kernel with two overloads, an array where no
/// statement can be); without these the others still get answers.
struct Attempt {
  bool with_arrays, with_parameters;
};
constexpr std::array<Attempt, 4> kAttempts = {{{true, true}, {true, false}, {false, true}, {false, false}}};

std::string text_before(const Questions& questions, std::size_t index, const Attempt& attempt) {
  const Question& question = questions.all[index];
  const std::string type = attempt.with_parameters ? fmt::format("bankloom_own::at<{}, decltype(&{})>::type",
                                                                 question.parameter, questions.kernel)
                                                   : "auto";
  return fmt::format(fmt::runtime(form_of(question).before), index, type);
}

/// The text with the questions in it.
std::string with_questions(const Questions& questions, const CompileRequest& request, const TextFacts& facts,
                           const Attempt& attempt) {
  const std::string file = quoted(request.name);
  std::string text = fmt::format("{}#line 1 {}\n", kHelpers, file);
  std::size_t from = 0;
  for (std::size_t index = 0; attempt.with_arrays && index < facts.shared.size(); ++index) {
    const SharedDeclaration& array = facts.shared[index];
    text.append(request.text, from, array.end - from).append(array_question(array, index));
    from = array.end;
  }
  // Two, because a backslash at the end of the text continues its line.
  text.append(request.text, from).append("\n\n");
  for (std::size_t index = 0; index < questions.all.size(); ++index) {
    const Question& question = questions.all[index];
    text += fmt::format("#line {} {}\n{}{}{}\n", kFirstQuestion + index, file, text_before(questions, index, attempt),
                        question.place.text, fmt::format(fmt::runtime(form_of(question).after), index));
  }
  for (std::size_t index = 0; attempt.with_parameters && index < questions.parameters; ++index) {
    text += fmt::format(
        "namespace bankloom_own {{ using parameter{0} = argument<at<{0}, decltype(&{1})>::type>; }}\n"
        "extern \"C\" {{ __device__ long long bankloom_own_parameter{0}[] = {{",
        index, questions.kernel);
    for (const char* field : {"pointer", "constant", "bytes", "number_kind", "number_bytes"}) {
      text += fmt::format("bankloom_own::parameter{}::{},", index, field);
    }
    text += "}; }\n";
  }
  return text;
}

/// The compiler's messages about questions as an error, at the places of their expressions.
std::optional<Error> failure_of(const CompileResult& result, const Questions& questions, const std::string& file,
                                const Attempt& attempt) {
  std::vector<Diagnostic> details;
  for (const Diagnostic& diagnostic : result.diagnostics) {
    if (diagnostic.severity != Diagnostic::Severity::error || diagnostic.line < kFirstQuestion) continue;
    const std::size_t index = diagnostic.line - kFirstQuestion;
    if (index >= questions.all.size()) continue;
    const Part& place = questions.all[index].place;
    Diagnostic mine = diagnostic;
    mine.line = place.line;
    const std::size_t begin = text_before(questions, index, attempt).size();
    const std::size_t within = mine.column > begin ? mine.column - begin - 1 : 0;
    mine.column = place.column + static_cast<unsigned>(std::min(within, place.text.size()));
    if (std::ranges::find(details, mine.line, &Diagnostic::line) == details.end()) details.push_back(std::move(mine));
  }
  if (details.empty()) return std::nullopt;
  return Error{message("line {} of {} says how the kernel is launched, but the compiler does not understand it: {}",
                       details.front().line, file, details.front().text),
               ErrorCode::does_not_compile, std::move(details)};
}

/// Sizes of arrays within functions are in comments of the PTX.
void read_marks(std::string_view ptx, const TextFacts& facts, Answers& answers) {
  constexpr std::string_view kMark = "// bankloom_own ";
  for (std::size_t at = ptx.find(kMark); at != std::string_view::npos; at = ptx.find(kMark, at + 1)) {
    const std::size_t first = at + kMark.size();
    std::vector<std::int64_t> numbers = numbers_of(ptx.substr(first, ptx.find('\n', first) - first));
    if (numbers.empty()) continue;
    const auto index = static_cast<std::size_t>(numbers.front());
    numbers.erase(numbers.begin());
    if (index < facts.shared.size()) answers.arrays.emplace(index, array_of(facts.shared[index], numbers));
  }
}

Result<Answers> read_answers(const CompileResult& result, const Questions& questions, const TextFacts& facts,
                             const Attempt& attempt) {
  TRY(const auto module, ptx::parse(result.ptx));
  Answers answers;
  for (std::size_t index = 0; index < questions.all.size(); ++index) {
    auto bytes = bytes_of(*module, fmt::format("bankloom_own_{}", index));
    const std::size_t words = form_of(questions.all[index]).words;
    if (!bytes || (words != 0 && bytes->size() != words * kWord)) {
      return fail("the compiler gives no value for '{}'", questions.all[index].place.text);
    }
    answers.bytes.push_back(std::move(*bytes));
  }
  for (std::size_t index = 0; attempt.with_parameters && index < questions.parameters; ++index) {
    const auto words = words_of(*module, fmt::format("bankloom_own_parameter{}", index));
    if (words.size() != 5) return fail("the compiler does not report the type of parameter {}", index);
    answers.parameters.push_back({words[0] != 0, words[1] != 0, element_of(words[2], words[3], words[4])});
  }
  for (std::size_t index = 0; index < facts.shared.size(); ++index) {
    const auto words = words_of(*module, fmt::format("bankloom_own_array{}", index));
    if (!words.empty()) answers.arrays.emplace(index, array_of(facts.shared[index], words));
  }
  read_marks(result.ptx, facts, answers);
  return answers;
}

}  // namespace

std::int64_t Answers::word(std::size_t question, std::size_t at) const {
  std::int64_t word = 0;
  std::memcpy(&word, bytes[question].data() + at * kWord, kWord);
  return word;
}

ElementInfo Answers::element(std::size_t question) const {
  return element_of(word(question, 0), word(question, 1), word(question, 2));
}

Result<Answers> ask(const Questions& questions, const CompileRequest& request, const TextFacts& facts,
                    Compiler& compiler) {
  std::string refusal;
  for (const Attempt& attempt : kAttempts) {
    if (attempt.with_parameters && questions.kernel.empty()) continue;
    CompileRequest question = request;
    question.text = with_questions(questions, request, facts, attempt);
    TRY(const auto compiled, compiler.compile(question));
    if (compiled->ok) return read_answers(*compiled, questions, facts, attempt);
    if (auto error = failure_of(*compiled, questions, request.name, attempt)) return fail_with(std::move(*error));
    if (!refusal.empty()) continue;
    const auto error = std::ranges::find(compiled->diagnostics, Diagnostic::Severity::error, &Diagnostic::severity);
    refusal = error == compiled->diagnostics.end() ? compiled->log : error->text;
  }
  return fail("the compiler does not answer questions about {}: {}", request.name, refusal);
}

}  // namespace bankloom::own
