// The arguments of an own kernel.
#include <algorithm>

#include "core/base/language.h"
#include "core/catalog/element_type.h"
#include "core/catalog/expression.h"
#include "core/own/cpp_lexer.h"
#include "core/own/own_layout.h"
#include "core/own/own_stages.h"

namespace bankloom::own {
namespace {

/// A buffer's values with names replaced by their numbers.
std::string with_numbers(const ParameterPlan& plan, const Answers& answers) {
  const std::string& text = plan.buffer->value->text;
  std::string result;
  std::size_t from = 0;
  for (const TextToken& token : cut(text)) {
    const auto named = std::ranges::find_if(plan.names, [&](const auto& one) { return token.is(one.first); });
    if (named == plan.names.end()) continue;
    const std::int64_t number = answers.word(named->second);
    // An expression cannot have two unary operators in a row.
    result.append(text, from, token.begin - from)
        .append(number < 0 ? fmt::format("(0 - {})", -number) : std::to_string(number));
    from = token.begin + token.text.size();
  }
  return result.append(text, from);
}

class ArgumentMaker {
 public:
  ArgumentMaker(const AskedText& asked, const OwnGuess& guess, const OwnLaunch& launch, std::vector<std::string>& notes)
      : asked_(asked), guess_(guess), threads_(thread_counts(launch.grid, launch.block)), notes_(notes) {}

  Result<std::vector<OwnArgument>> all() {
    const std::size_t count = asked_.plan.parameters.size();
    std::size_t last_output = kNone, new_parameters = 0;
    bool has_input = false;
    for (std::size_t index = 0; index < count; ++index) {
      const ParameterInfo info = info_of(index);
      if (info.is_pointer && !info.is_constant) last_output = index;
      has_input = has_input || (info.is_pointer && info.is_constant);
    }
    std::vector<OwnArgument> arguments(count);
    for (std::size_t index = 0; index < count; ++index) {
      const ParameterPlan& plan = asked_.plan.parameters[index];
      const ParameterInfo info = info_of(index);
      const ParameterSpec* const lesson = lesson_spec(index, info);
      OwnArgument& argument = arguments[index];
      argument.shown.name = plan.name;
      argument.shown.type = plan.type;
      argument.shown.is_buffer = info.is_pointer;
      if (lesson != nullptr && !plan.given) {
        argument.spec = *lesson;
        argument.shown.origin = OwnOrigin::lesson;
      } else if (info.is_pointer) {
        const bool is_output = is_named_as_output(plan.name) || (has_input && index == last_output);
        argument.spec.kind = info.is_constant ? ParameterKind::in
                             : is_output      ? ParameterKind::out
                                              : ParameterKind::inout;
        TRY(fill_buffer(plan, info, argument));
      } else {
        fill_scalar(index, info, argument);
      }
      if (lesson == nullptr && !plan.given) ++new_parameters;
      argument.spec.name = plan.name;
      describe(plan, argument);
    }
    if (asked_.base != nullptr && (new_parameters > 0 || count < asked_.base->parameters.size())) {
      notes_.emplace_back(
          message("The kernel's parameters are no longer the lesson's, so new ones have default values."));
    }
    return arguments;
  }

 private:
  [[nodiscard]] ParameterInfo info_of(std::size_t index) const {
    if (index < asked_.answers.parameters.size()) return asked_.answers.parameters[index];
    // If the compiler could not answer: from the text, and the parameter's size.
    const ParameterPlan& plan = asked_.plan.parameters[index];
    ParameterInfo info;
    info.is_pointer = plan.is_written_pointer() || plan.buffer.has_value();
    info.is_constant = plan.type.starts_with("const ");
    if (!info.is_pointer) info.element.bytes = asked_.plan.function->params[index].size;
    return info;
  }

  /// The lesson's description of a parameter, if it still fits: the same name, place and kind.
  [[nodiscard]] const ParameterSpec* lesson_spec(std::size_t index, const ParameterInfo& info) const {
    if (asked_.base == nullptr || index >= asked_.base->parameters.size()) return nullptr;
    const ParameterSpec& spec = asked_.base->parameters[index];
    if (spec.name != asked_.plan.parameters[index].name || (spec.kind != ParameterKind::scalar) != info.is_pointer)
      return nullptr;
    return element_bytes(spec.element) == drawable(info.element).part_bytes ? &spec : nullptr;
  }

  Result<void> fill_buffer(const ParameterPlan& plan, const ParameterInfo& info, OwnArgument& argument) {
    ElementInfo element = info.element;
    if (plan.element != kNone) {
      element = asked_.answers.element(plan.element);
      if (info.element.bytes != 0 && element.bytes != info.element.bytes) {
        return fail_at(*plan.given, asked_.file, "an element of {} has {} bytes, and {} has {}", plan.name,
                       info.element.bytes, plan.buffer->type, element.bytes);
      }
    }
    element = drawable(element);
    ParameterSpec& spec = argument.spec;
    spec.element = element.part;
    std::uint64_t count = threads_.all() * guess_.growth;
    std::uint64_t columns = threads_.y > 1 && count % threads_.x == 0 ? threads_.x : 0;
    if (plan.buffer) {
      argument.shown.origin = OwnOrigin::text;
      argument.shown.line = plan.given->line;
      TRY(count, given_count(plan));
      columns = plan.extent.size() == 2 ? static_cast<std::uint64_t>(asked_.answers.word(plan.extent[1])) : 0;
    }
    if (std::cmp_greater(count * element.parts(), kMostBufferElements)) {
      const std::string sentence = message("{} would have {} elements, and at most {} are possible", plan.name,
                                           count * element.parts(), kMostBufferElements);
      if (plan.given) return fail_at(*plan.given, asked_.file, sentence);
      return fail("{}; write its size, as in `// {}: [1024]`", sentence, plan.name);
    }
    argument.shown.count = count;
    spec.count = count * element.parts();
    if (columns != 0) spec.columns = columns * element.parts();
    if (!plan.buffer || !plan.buffer->value) {
      const std::string_view fill = guess_.with_zeros && !plan.buffer ? "0" : usual_fill(spec.element);
      TRY(spec.value, Expression::parse(std::string(fill), {"i"}));
      return {};
    }
    // An output with values is filled before the kernel runs.
    if (spec.kind == ParameterKind::out) spec.kind = ParameterKind::inout;
    const auto parsed = Expression::parse(with_numbers(plan, asked_.answers), {"row", "col", "i"});
    if (!parsed) {
      return fail_at(*plan.buffer->value, asked_.file,
                     "{} (a buffer is filled with whole numbers: an expression of i, row and col)",
                     parsed.error().message);
    }
    spec.value = *parsed;
    return {};
  }

  /// Elements of a buffer by the comment on it.
  [[nodiscard]] Result<std::uint64_t> given_count(const ParameterPlan& plan) const {
    std::uint64_t count = 1;
    for (const std::size_t question : plan.extent) {
      const std::int64_t size = asked_.answers.word(question);
      if (size < 1 || size > kMostBufferElements) {
        return fail_at(asked_.plan.questions.all[question].place, asked_.file,
                       "{} would have {} elements; 1 to {} are possible", plan.name, size, kMostBufferElements);
      }
      count *= static_cast<std::uint64_t>(size);
    }
    return count;
  }

  void fill_scalar(std::size_t index, const ParameterInfo& info, OwnArgument& argument) {
    const ParameterPlan& plan = asked_.plan.parameters[index];
    const std::uint64_t bytes = asked_.plan.function->params[index].size;
    const bool is_number = info.element.part != ptx::Type::none && info.element.parts() == 1;
    ParameterSpec& spec = argument.spec;
    spec.kind = ParameterKind::scalar;
    spec.element = is_number ? info.element.part : ptx::Type::u8;
    if (plan.value != kNone) {
      argument.shown.origin = OwnOrigin::text;
      argument.shown.line = plan.given->line;
      argument.bytes = asked_.answers.bytes[plan.value];
      argument.bytes.resize(bytes);
    } else if (!is_number) {
      argument.bytes.resize(bytes);
      notes_.push_back(
          message("{0} is filled with zeros; a comment gives its value, as in `// {0}: {{1, 2}}`.", plan.name));
    } else {
      const bool is_real = spec.element == ptx::Type::f32 || spec.element == ptx::Type::f64 ||
                           spec.element == ptx::Type::f16 || spec.element == ptx::Type::bf16;
      const std::int64_t number = is_real ? 1 : usual_scalar(plan.name, threads_);
      spec.value = bytes < 4 ? std::min<std::int64_t>(number, 127) : number;
    }
  }

  /// What a comment would say to mean the same.
  void describe(const ParameterPlan& plan, OwnArgument& argument) const {
    const ParameterSpec& spec = argument.spec;
    OwnParameter& shown = argument.shown;
    if (!shown.is_buffer) {
      // Zeros for all members.
      const std::string usual = argument.bytes.empty() ? spec.value.text() : "{}";
      shown.comment = fmt::format("{}: {}", plan.name, plan.given ? plan.given->text : usual);
      return;
    }
    const auto count = evaluate(spec.count, asked_.options);
    if (shown.origin == OwnOrigin::lesson && count) shown.count = static_cast<std::uint64_t>(*count);
    std::string extent = fmt::format("[{}]", spec.count.text());
    if (spec.columns) {
      const auto columns = evaluate(*spec.columns, asked_.options);
      if (columns && count && *columns > 0) extent = fmt::format("[{}][{}]", *count / *columns, spec.columns->text());
    }
    shown.comment = fmt::format("{}: {}{}", plan.name, cuda_name(spec.element), extent);
    if (spec.kind != ParameterKind::out) shown.comment += " = " + spec.value.text();
  }

  const AskedText& asked_;
  const OwnGuess& guess_;
  ThreadCounts threads_;
  std::vector<std::string>& notes_;
};

}  // namespace

Result<std::vector<OwnArgument>> arguments_of(const AskedText& asked, const OwnGuess& guess, const OwnLaunch& launch,
                                              std::vector<std::string>& notes) {
  return ArgumentMaker(asked, guess, launch, notes).all();
}

}  // namespace bankloom::own
