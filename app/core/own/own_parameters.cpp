// What an own kernel is given.
#include <algorithm>
#include <cctype>

#include "core/catalog/element_type.h"
#include "core/catalog/expression.h"
#include "core/own/own_maker.h"

namespace bankloom::own {

own::ParameterInfo Maker::info_of(std::size_t index) const {
  if (index < answers_.parameters.size()) return answers_.parameters[index];
  // The compiler could not say: what is written, and the parameter's size.
  own::ParameterInfo info;
  info.is_pointer = is_written_pointer(index) || described_[index].buffer.has_value();
  info.is_constant = declared_ != nullptr && declared_->parameters[index].type.starts_with("const ");
  if (!info.is_pointer) info.element.bytes = function_->params[index].size;
  return info;
}

const ParameterSpec* Maker::lesson_spec(std::size_t index, const own::ParameterInfo& info) const {
  if (base_ == nullptr || index >= base_->parameters.size()) return nullptr;
  const ParameterSpec& spec = base_->parameters[index];
  if (spec.name != name_of(index) || (spec.kind != "scalar") != info.is_pointer) return nullptr;
  const std::uint64_t bytes = own::drawable(info.element).part_bytes;
  return element_bytes(spec.element) == bytes ? &spec : nullptr;
}

Result<void> Maker::fill_parameters() {
  const own::ThreadCounts threads = own::thread_counts(own_->launch.grid, own_->launch.block);
  kernel_.parameters.clear();
  std::size_t strangers = 0;
  const std::size_t count = function_->params.size();
  std::size_t last_output = kNone;
  bool has_input = false;
  for (std::size_t index = 0; index < count; ++index) {
    const own::ParameterInfo info = info_of(index);
    if (info.is_pointer && !info.is_constant) last_output = index;
    has_input = has_input || (info.is_pointer && info.is_constant);
  }
  own_->scalars.resize(count);
  for (std::size_t index = 0; index < count; ++index) {
    const own::ParameterInfo info = info_of(index);
    OwnParameter shown;
    shown.name = name_of(index);
    shown.type = declared_ != nullptr ? declared_->parameters[index].type : std::string();
    shown.is_buffer = info.is_pointer;
    ParameterSpec spec;
    const ParameterSpec* lesson = lesson_spec(index, info);
    if (lesson != nullptr && described_[index].remark == nullptr && described_[index].value == kNone) {
      spec = *lesson;
      shown.origin = OwnOrigin::lesson;
    } else if (info.is_pointer) {
      const bool is_output =
          !info.is_constant && (own::is_named_as_output(shown.name) || (has_input && index == last_output));
      TRY(fill_buffer(index, info, threads, is_output, spec, shown));
    } else {
      TRY(fill_scalar(index, info, threads, spec, shown));
    }
    if (base_ != nullptr && lesson == nullptr) ++strangers;
    spec.name = shown.name;
    describe_shown(spec, shown);
    kernel_.parameters.push_back(std::move(spec));
    own_->parameters.push_back(std::move(shown));
  }
  if (base_ != nullptr && (strangers > 0 || count != base_->parameters.size())) {
    note("The kernel's parameters are no longer the lesson's, so what is new has usual values.");
  }
  return {};
}

Result<void> Maker::fill_buffer(std::size_t index, const own::ParameterInfo& info, const own::ThreadCounts& threads,
                                bool is_output, ParameterSpec& spec, OwnParameter& shown) {
  const Described& described = described_[index];
  own::ElementInfo element = info.element;
  if (described.type != kNone) {
    const own::ElementInfo& said = answers_.types[described.type];
    if (info.element.bytes != 0 && said.bytes != info.element.bytes) {
      return fail_at(described.remark->rest, file_,
                     fmt::format("an element of {} has {} bytes, and {} has {}", shown.name, info.element.bytes,
                                 described.buffer->type, said.bytes));
    }
    element = said;
  }
  element = own::drawable(element);
  spec.element = element.part;
  spec.kind = info.is_constant ? "in" : is_output ? "out" : "inout";
  std::uint64_t count = threads.all() * guess_.growth;
  std::uint64_t columns = 0;
  if (described.buffer) {
    shown.origin = OwnOrigin::text;
    shown.line = described.remark->rest.line;
    count = 1;
    for (std::size_t axis = 0; axis < described.buffer->extent.size(); ++axis) {
      const std::int64_t size = answers_.numbers[described.extent[axis]];
      if (size < 1 || static_cast<std::uint64_t>(size) > kMostElements) {
        return fail_at(
            described.buffer->extent[axis], file_,
            fmt::format("{} would have {} elements, and takes from 1 to {}", shown.name, size, kMostElements));
      }
      count *= static_cast<std::uint64_t>(size);
      columns = axis == 1 ? static_cast<std::uint64_t>(size) : 0;
    }
  } else if (threads.y > 1 && count % threads.x == 0) {
    columns = threads.x;
  }
  if (count * element.parts() > kMostElements) {
    const std::string sentence = fmt::format("{} would have {} elements, and {} is the most", shown.name,
                                             count * element.parts(), kMostElements);
    if (described.remark != nullptr) return fail_at(described.remark->rest, file_, sentence);
    return fail("{}; write its size, as in `// {}: [1024]`", sentence, shown.name);
  }
  shown.count = count;
  spec.count = std::to_string(count * element.parts());
  if (columns != 0) spec.columns = std::to_string(columns * element.parts());
  spec.value = guess_.with_zeros && !described.buffer ? "0" : own::usual_fill(spec.element);
  if (described.buffer && described.buffer->value) {
    // An output that is given values has them before the kernel runs.
    if (spec.kind == "out") spec.kind = "inout";
    return fill_values(described, spec);
  }
  return {};
}

Result<void> Maker::fill_values(const Described& described, ParameterSpec& spec) const {
  const Part& value = *described.buffer->value;
  std::vector<std::string> variables{"row", "col", "i"};
  spec.value = value.text;
  for (const auto& [name, answer] : described.names) replace_name(spec.value, name, answers_.numbers[answer]);
  if (const auto parsed = Expression::parse(spec.value, variables); !parsed) {
    return fail_at(value, file_,
                   fmt::format("{} (a buffer is filled with whole numbers: an expression of i, row and col)",
                               parsed.error().message));
  }
  return {};
}

void Maker::replace_name(std::string& expression, const std::string& name, std::int64_t number) {
  const auto in_word = [](char c) { return c == '_' || std::isalnum(static_cast<unsigned char>(c)) != 0; };
  // Two unary operators in a row are none of the expression's.
  const std::string value = number < 0 ? fmt::format("(0 - {})", -number) : std::to_string(number);
  for (std::size_t at = expression.find(name); at != std::string::npos; at = expression.find(name, at)) {
    const std::size_t end = at + name.size();
    if ((at > 0 && in_word(expression[at - 1])) || (end < expression.size() && in_word(expression[end]))) {
      at = end;
      continue;
    }
    expression.replace(at, name.size(), value);
    at += value.size();
  }
}

Result<void> Maker::fill_scalar(std::size_t index, const own::ParameterInfo& info, const own::ThreadCounts& threads,
                                ParameterSpec& spec, OwnParameter& shown) {
  const std::uint64_t bytes = function_->params[index].size;
  const bool is_number = info.element.part != ptx::Type::none && info.element.parts() == 1;
  spec.kind = "scalar";
  spec.element = is_number ? info.element.part : ptx::Type::u8;
  const Described& described = described_[index];
  std::vector<std::byte>& value = own_->scalars[index];
  if (described.value != kNone) {
    shown.origin = OwnOrigin::text;
    shown.line = described.value_line;
    value = answers_.values[described.value];
    value.resize(bytes);
    return {};
  }
  if (!is_number) {
    value.resize(bytes);
    note(fmt::format("{} is filled with zeros; a comment gives its value, as in `// {}: {{1, 2}}`.", shown.name,
                     shown.name));
    return {};
  }
  const bool is_whole = spec.element != ptx::Type::f32 && spec.element != ptx::Type::f64 &&
                        spec.element != ptx::Type::f16 && spec.element != ptx::Type::bf16;
  std::int64_t number = is_whole ? own::usual_scalar(shown.name, threads) : 1;
  if (bytes < 4) number = std::min<std::int64_t>(number, 127);
  spec.value = std::to_string(number);
  return {};
}

void Maker::describe_shown(const ParameterSpec& spec, OwnParameter& shown) const {
  const auto name = own::cuda_name(spec.element);
  if (!shown.is_buffer) {
    shown.comment = fmt::format("{}: {}", shown.name, spec.value);
    const std::size_t index = own_->parameters.size();
    if (const auto& described = described_[index]; described.remark != nullptr) {
      shown.comment = fmt::format("{}: {}", shown.name, described.remark->rest.text);
    } else if (described.value != kNone) {
      shown.comment = fmt::format("{}: {}", shown.name, launch_->arguments[index].text);
    } else if (!own_->scalars[index].empty()) {
      // Zeros, whatever the type's members are.
      shown.comment = fmt::format("{}: {{}}", shown.name);
    }
    return;
  }
  const auto count = evaluate(spec.count, options_);
  if (shown.origin == OwnOrigin::lesson && count) shown.count = static_cast<std::uint64_t>(*count);
  std::string extent = fmt::format("[{}]", spec.count);
  if (!spec.columns.empty()) {
    const auto columns = evaluate(spec.columns, options_);
    if (columns && count && *columns > 0) extent = fmt::format("[{}][{}]", *count / *columns, spec.columns);
  }
  shown.comment = fmt::format("{}: {}{}", shown.name, name, extent);
  if (spec.kind != "out") shown.comment += " = " + spec.value;
}

}  // namespace bankloom::own
