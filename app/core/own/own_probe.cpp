#include "core/own/own_probe.h"

#include <algorithm>
#include <charconv>
#include <cstring>
#include <optional>
#include <string_view>
#include <utility>

#include "core/ptx/parser.h"

namespace bankloom::own {
namespace {

/// Line numbers from which on lines are questions. The user's text is shorter: kLongestOwnText.
constexpr unsigned kFirstQuestion = 2'000'000;

/// Names begin with the project's, which no kernel's text uses. A kind is 1 for signed and 2 for unsigned integers, 3
/// for float and double, 4 for __half, 5 for __nv_bfloat16, 0 for what is no number.
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
template <class BankloomT> struct kind { static constexpr int value = 0; };
template <> struct kind<bool> { static constexpr int value = 2; };
template <> struct kind<char> { static constexpr int value = char(-1) < 0 ? 1 : 2; };
template <> struct kind<signed char> { static constexpr int value = 1; };
template <> struct kind<unsigned char> { static constexpr int value = 2; };
template <> struct kind<short> { static constexpr int value = 1; };
template <> struct kind<unsigned short> { static constexpr int value = 2; };
template <> struct kind<int> { static constexpr int value = 1; };
template <> struct kind<unsigned> { static constexpr int value = 2; };
template <> struct kind<long> { static constexpr int value = 1; };
template <> struct kind<unsigned long> { static constexpr int value = 2; };
template <> struct kind<long long> { static constexpr int value = 1; };
template <> struct kind<unsigned long long> { static constexpr int value = 2; };
template <> struct kind<float> { static constexpr int value = 3; };
template <> struct kind<double> { static constexpr int value = 3; };
template <> struct kind<__half> { static constexpr int value = 4; };
template <> struct kind<__nv_bfloat16> { static constexpr int value = 5; };
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
  std::string text = "\"";
  for (const char c : name) {
    if (c == '"' || c == '\\') text += '\\';
    text += c;
  }
  return text + '"';
}

ptx::Type number_type(std::int64_t kind, std::int64_t bytes) {
  using ptx::Type;
  if (kind == 4) return Type::f16;
  if (kind == 5) return Type::bf16;
  if (kind == 3) return bytes == 8 ? Type::f64 : Type::f32;
  if (kind != 1 && kind != 2) return Type::none;
  const bool is_signed = kind == 1;
  switch (bytes) {
    case 1:
      return is_signed ? Type::s8 : Type::u8;
    case 2:
      return is_signed ? Type::s16 : Type::u16;
    case 4:
      return is_signed ? Type::s32 : Type::u32;
    case 8:
      return is_signed ? Type::s64 : Type::u64;
    default:
      return Type::none;
  }
}

ElementInfo element_of(std::int64_t bytes, std::int64_t kind, std::int64_t part_bytes) {
  ElementInfo info;
  info.bytes = static_cast<std::uint64_t>(std::max<std::int64_t>(bytes, 0));
  info.part = number_type(kind, part_bytes);
  if (info.part != ptx::Type::none && part_bytes > 0 && bytes % part_bytes == 0) {
    info.part_bytes = static_cast<std::uint64_t>(part_bytes);
  } else {
    info.part = ptx::Type::none;
  }
  return info;
}

/// The whole numbers of a text, separated by blanks.
std::vector<std::int64_t> numbers_of(std::string_view text) {
  std::vector<std::int64_t> numbers;
  while (!text.empty()) {
    const std::size_t first = text.find_first_not_of(' ');
    if (first == std::string_view::npos) break;
    text.remove_prefix(first);
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc()) break;
    numbers.push_back(number);
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  }
  return numbers;
}

const ptx::Variable* variable_of(const ptx::Module& module, const std::string& name) {
  const auto found = std::find_if(module.variables.begin(), module.variables.end(),
                                  [&](const ptx::Variable& variable) { return variable.name == name; });
  return found == module.variables.end() ? nullptr : &*found;
}

/// The bytes of a constant; one of zeros has no initial value.
std::optional<std::vector<std::byte>> bytes_of(const ptx::Module& module, const std::string& name) {
  const ptx::Variable* variable = variable_of(module, name);
  if (variable == nullptr) return std::nullopt;
  std::vector<std::byte> bytes = variable->initial;
  bytes.resize(variable->size);
  return bytes;
}

std::optional<std::vector<std::int64_t>> words_of(const ptx::Module& module, const std::string& name) {
  const auto bytes = bytes_of(module, name);
  if (!bytes) return std::nullopt;
  std::vector<std::int64_t> words(bytes->size() / sizeof(std::int64_t));
  if (!words.empty()) std::memcpy(words.data(), bytes->data(), words.size() * sizeof(std::int64_t));
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

/// The question about an array, to stand behind its declaration.
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

}  // namespace

ElementInfo drawable(const ElementInfo& info) {
  if (info.part != ptx::Type::none) return info;
  ElementInfo words = info;
  words.part_bytes = info.bytes % 4 == 0 ? 4 : info.bytes % 2 == 0 ? 2 : 1;
  words.part = words.part_bytes == 4 ? ptx::Type::u32 : words.part_bytes == 2 ? ptx::Type::u16 : ptx::Type::u8;
  if (words.bytes == 0) words.bytes = words.part_bytes = 4, words.part = ptx::Type::u32;
  return words;
}

std::size_t Probe::add(Kind kind, Part place, std::size_t parameter) {
  const auto before = std::count_if(questions_.begin(), questions_.end(),
                                    [&](const Question& question) { return question.kind == kind; });
  questions_.push_back({kind, std::move(place), parameter});
  return static_cast<std::size_t>(before);
}

std::size_t Probe::ask_number(Part expression) { return add(Kind::number, std::move(expression)); }
std::size_t Probe::ask_extent(Part expression) { return add(Kind::extent, std::move(expression)); }
std::size_t Probe::ask_type(Part type) { return add(Kind::type, std::move(type)); }
std::size_t Probe::ask_value(Part expression, std::size_t parameter) {
  return add(Kind::value, std::move(expression), parameter);
}

void Probe::ask_parameters(std::string kernel, std::size_t count) {
  kernel_ = std::move(kernel);
  parameters_ = count;
}

Probe::Written Probe::write(const CompileRequest& request, const TextFacts& facts, bool with_arrays,
                            bool with_parameters) const {
  Written written;
  const std::string file = quoted(request.name);
  written.text = fmt::format("{}#line 1 {}\n", kHelpers, file);
  std::size_t from = 0;
  for (std::size_t index = 0; with_arrays && index < facts.shared.size(); ++index) {
    const SharedDeclaration& array = facts.shared[index];
    written.text.append(request.text, from, array.end - from).append(array_question(array, index));
    from = array.end;
  }
  written.text.append(request.text, from);
  // The first end of a line may be continued by a backslash at the end of the text.
  written.text += "\n\n";
  const std::string signature = fmt::format("decltype(&{})", kernel_);
  for (std::size_t index = 0; index < questions_.size(); ++index) {
    const Question& question = questions_[index];
    std::string line;
    std::string behind;
    switch (question.kind) {
      case Kind::number:
        line = fmt::format("extern \"C\" {{ __device__ long long bankloom_own_{} = (long long)(", index);
        behind = "); }";
        break;
      case Kind::extent:
        line = fmt::format("constexpr dim3 bankloom_own_dim{} = ", index);
        behind = fmt::format(
            "; extern \"C\" {{ __device__ long long bankloom_own_{0}[] = {{(long long)bankloom_own_dim{0}.x, (long "
            "long)bankloom_own_dim{0}.y, (long long)bankloom_own_dim{0}.z}}; }}",
            index);
        break;
      case Kind::value:
        line = with_parameters
                   ? fmt::format("extern \"C\" {{ __device__ bankloom_own::at<{}, {}>::type bankloom_own_{} = ",
                                 question.parameter, signature, index)
                   : fmt::format("extern \"C\" {{ __device__ auto bankloom_own_{} = ", index);
        behind = "; }";
        break;
      case Kind::type:
        line = fmt::format("namespace bankloom_own {{ using question{} = element<", index);
        behind = fmt::format(
            ">; }} extern \"C\" {{ __device__ long long bankloom_own_{0}[] = {{bankloom_own::question{0}::bytes, "
            "bankloom_own::question{0}::number_kind, bankloom_own::question{0}::number_bytes}}; }}",
            index);
        break;
    }
    written.before.push_back(line.size());
    written.text +=
        fmt::format("#line {} {}\n{}{}{}\n", kFirstQuestion + index, file, line, question.place.text, behind);
  }
  for (std::size_t index = 0; with_parameters && index < parameters_; ++index) {
    written.text += fmt::format(
        "namespace bankloom_own {{ using parameter{0} = argument<at<{0}, {1}>::type>; }}\n"
        "extern \"C\" {{ __device__ long long bankloom_own_parameter{0}[] = {{",
        index, signature);
    for (const char* field : {"pointer", "constant", "bytes", "number_kind", "number_bytes"}) {
      written.text += fmt::format("bankloom_own::parameter{}::{},", index, field);
    }
    written.text += "}; }\n";
  }
  return written;
}

std::optional<Error> Probe::failure_of(const CompileResult& result, const Written& written,
                                       const CompileRequest& request) const {
  std::vector<Diagnostic> details;
  for (const Diagnostic& diagnostic : result.diagnostics) {
    if (diagnostic.severity != Diagnostic::Severity::error || diagnostic.line < kFirstQuestion) continue;
    const std::size_t index = diagnostic.line - kFirstQuestion;
    if (index >= questions_.size()) continue;
    const Part& place = questions_[index].place;
    Diagnostic mine = diagnostic;
    mine.line = place.line;
    const std::size_t begin = written.before[index];
    const std::size_t within = mine.column > begin ? mine.column - begin - 1 : 0;
    mine.column = place.column + static_cast<unsigned>(std::min(within, place.text.size()));
    const bool known =
        std::any_of(details.begin(), details.end(), [&](const Diagnostic& other) { return other.line == mine.line; });
    if (!known) details.push_back(std::move(mine));
  }
  if (details.empty()) return std::nullopt;
  return Error{fmt::format("line {} of {} says how the kernel is launched, and the compiler does not understand it: {}",
                           details.front().line, request.name, details.front().text),
               ErrorCode::does_not_compile, std::move(details)};
}

Result<Probe::Answers> Probe::read(const CompileResult& result, const TextFacts& facts, bool with_parameters) const {
  TRY(const auto module, ptx::parse(result.ptx));
  Answers answers;
  for (std::size_t index = 0; index < questions_.size(); ++index) {
    const std::string name = fmt::format("bankloom_own_{}", index);
    if (questions_[index].kind == Kind::value) {
      auto bytes = bytes_of(*module, name);
      if (!bytes) return fail("the compiler gives no value of '{}'", questions_[index].place.text);
      answers.values.push_back(std::move(*bytes));
      continue;
    }
    const auto words = words_of(*module, name);
    const std::size_t wanted = questions_[index].kind == Kind::number ? 1 : 3;
    if (!words || words->size() != wanted)
      return fail("the compiler gives no value of '{}'", questions_[index].place.text);
    if (questions_[index].kind == Kind::number) answers.numbers.push_back(words->front());
    if (questions_[index].kind == Kind::type)
      answers.types.push_back(element_of((*words)[0], (*words)[1], (*words)[2]));
    if (questions_[index].kind != Kind::extent) continue;
    std::array<std::uint64_t, 3> extent{};
    std::transform(words->begin(), words->end(), extent.begin(),
                   [](std::int64_t word) { return static_cast<std::uint64_t>(word); });
    answers.extents.push_back(extent);
  }
  for (std::size_t index = 0; with_parameters && index < parameters_; ++index) {
    const auto words = words_of(*module, fmt::format("bankloom_own_parameter{}", index));
    if (!words || words->size() != 5) return fail("the compiler does not tell the type of parameter {}", index);
    answers.parameters.push_back(
        {(*words)[0] != 0, (*words)[1] != 0, element_of((*words)[2], (*words)[3], (*words)[4])});
  }
  for (std::size_t index = 0; index < facts.shared.size(); ++index) {
    if (const auto words = words_of(*module, fmt::format("bankloom_own_array{}", index))) {
      answers.arrays.emplace(index, array_of(facts.shared[index], *words));
    }
  }
  constexpr std::string_view kMark = "// bankloom_own ";
  for (std::size_t at = result.ptx.find(kMark); at != std::string::npos; at = result.ptx.find(kMark, at + 1)) {
    const std::size_t first = at + kMark.size();
    std::vector<std::int64_t> numbers =
        numbers_of(std::string_view(result.ptx).substr(first, result.ptx.find('\n', first) - first));
    if (numbers.empty()) continue;
    const auto index = static_cast<std::size_t>(numbers.front());
    numbers.erase(numbers.begin());
    if (index < facts.shared.size()) answers.arrays.emplace(index, array_of(facts.shared[index], numbers));
  }
  return answers;
}

Result<Probe::Answers> Probe::ask(const CompileRequest& request, const TextFacts& facts, Compiler& compiler) const {
  std::optional<Error> first;
  // A question may be one that the text does not allow (a kernel with two overloads, an array where no statement can
  // stand): without those that are the most trouble the others still have answers.
  for (const auto& [with_arrays, with_parameters] :
       {std::pair{true, true}, {true, false}, {false, true}, {false, false}}) {
    if (with_parameters && kernel_.empty()) continue;
    const Written written = write(request, facts, with_arrays, with_parameters);
    CompileRequest question = request;
    question.text = written.text;
    TRY(const auto compiled, compiler.compile(question));
    if (compiled->ok) return read(*compiled, facts, with_parameters);
    if (auto error = failure_of(*compiled, written, request)) return fail_with(std::move(*error));
    if (!first) {
      const auto error = std::find_if(compiled->diagnostics.begin(), compiled->diagnostics.end(),
                                      [](const Diagnostic& d) { return d.severity == Diagnostic::Severity::error; });
      first = Error{fmt::format("the compiler does not answer questions about {}: {}", request.name,
                                error == compiled->diagnostics.end() ? compiled->log : error->text)};
    }
  }
  return fail_with(std::move(*first));
}

}  // namespace bankloom::own
