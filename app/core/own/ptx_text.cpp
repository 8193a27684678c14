#include "core/own/ptx_text.h"

#include <algorithm>
#include <cstring>
#include <iterator>
#include <limits>
#include <sstream>
#include <utility>

#include "core/base/language.h"
#include "core/base/symbol_name.h"
#include "core/base/text_lines.h"
#include "core/catalog/catalog.h"
#include "core/own/entry_lookup.h"
#include "core/own/own_text.h"
#include "core/ptx/argument_spec.h"
#include "core/ptx/parser.h"

namespace bankloom {
namespace {

/// The address of the first buffer, and the distance between two of them.
constexpr std::uint64_t kFirstBuffer = 0x7f00'0000'0000, kBufferStep = std::uint64_t{1} << 32U;

/// An argument that fits a parameter: what is as long as an address is one.
std::string usual_argument(const ptx::Parameter& parameter) {
  if (parameter.type == ptx::Type::u64 || parameter.type == ptx::Type::b64) return "inout:f32:1,2,3";
  const std::string_view name = ptx::element_type_name(parameter.type);
  return fmt::format("{}:1", name.empty() ? "b32" : name);
}

/// The line that says how a kernel could be launched.
std::string usual_line(const ptx::Function& entry) {
  std::vector<std::string> arguments;
  arguments.reserve(entry.params.size());
  for (const ptx::Parameter& parameter : entry.params) arguments.push_back(usual_argument(parameter));
  return fmt::format("// launch: {}<<<1, 32>>>({})", entry.name, join(arguments, " "));
}

Result<std::int64_t> number_in(const std::string& text) {
  TRY(const auto expression, Expression::parse(text, {}));
  return expression.evaluate({});
}

Result<std::uint32_t> number_of(const own::Part& part) {
  const auto value = number_in(part.text);
  if (!value) return fail("'{}' is not a whole number", part.text);
  if (*value < 1 || *value > std::numeric_limits<std::uint32_t>::max()) return fail("'{}' is not a size", part.text);
  return static_cast<std::uint32_t>(*value);
}

Result<Dim3> extent_of(const own::Part& part) {
  constexpr std::string_view kBegin = "dim3(";
  Dim3 extent{1, 1, 1};
  std::vector<own::Part> parts{part};
  if (part.text.starts_with(kBegin) && part.text.ends_with(')')) {
    parts = own::split_at_commas(own::part_of(part, kBegin.size(), part.text.size() - kBegin.size() - 1));
  }
  std::uint32_t* const axes[] = {&extent.x, &extent.y, &extent.z};
  if (parts.empty() || parts.size() > std::size(axes)) return fail("'{}' does not have one to three sizes", part.text);
  for (std::size_t i = 0; i < parts.size(); ++i) {
    TRY(*axes[i], number_of(parts[i]));
  }
  return extent;
}

/// The arguments in the parentheses after >>>, split at blanks.
std::vector<std::string> argument_texts(const std::string& line) {
  const std::size_t begin = line.find('(', line.find(">>>")), end = line.rfind(')');
  if (begin == std::string::npos || end == std::string::npos || end < begin) return {};
  std::istringstream words(line.substr(begin + 1, end - begin - 1));
  return {std::istream_iterator<std::string>(words), std::istream_iterator<std::string>()};
}

/// The columns of a buffer of which a comment says the shape; 0 without one.
std::uint64_t columns_said(const own::TextFacts& facts, const std::string& buffer) {
  const own::Remark* const remark = own::remark_on(facts, buffer);
  const auto said = remark == nullptr ? std::nullopt : own::parse_buffer(remark->rest);
  if (!said || said->extent.size() != 2) return 0;
  return static_cast<std::uint64_t>(std::max<std::int64_t>(0, number_in(said->extent.back().text).value_or(0)));
}

/// Puts the arguments into the parameter block, and buffers into memory.
Result<void> add_arguments(CapturedLaunch& launch, const ptx::Function& entry, const std::vector<std::string>& words,
                           const own::TextFacts& facts) {
  if (words.size() != entry.params.size()) {
    return fail("the launch gives {} arguments, and {} takes {}; as in {}", words.size(), entry.name,
                entry.params.size(), usual_line(entry));
  }
  for (std::size_t i = 0; i < words.size(); ++i) {
    const ptx::Parameter& parameter = entry.params[i];
    TRY(auto argument, ptx::parse_argument(words[i]));
    std::vector<std::byte> value = argument.bytes;
    if (argument.is_buffer()) {
      const std::uint64_t address = kFirstBuffer + kBufferStep * i;
      if (argument.bytes.size() >= kBufferStep) return fail("'{}' is too large", words[i]);
      launch.memory.push_back({parameter.name, address, false, false,
                               std::make_shared<const std::vector<std::byte>>(argument.bytes),
                               columns_said(facts, parameter.name)});
      value.resize(sizeof address);
      std::memcpy(value.data(), &address, sizeof address);
    }
    if (value.size() != parameter.size) {
      return fail("'{}' has {} bytes, and {} of {} has {}", words[i], value.size(), parameter.name, entry.name,
                  parameter.size);
    }
    launch.parameters.resize(std::max<std::size_t>(launch.parameters.size(), parameter.offset + parameter.size));
    std::ranges::copy(value, launch.parameters.begin() + static_cast<std::ptrdiff_t>(parameter.offset));
  }
  return {};
}

/// The module with the text's own lines instead of those that .loc names: the text is what is shown.
std::shared_ptr<const ptx::Module> with_own_lines(const ptx::Module& parsed) {
  auto module = std::make_shared<ptx::Module>(parsed);
  for (ptx::Function& function : module->functions) {
    for (ptx::Instruction& instruction : function.body) instruction.source_line = instruction.ptx_line;
  }
  return module;
}

std::string how_to_launch(const ptx::Module& module, const std::string& file) {
  const ptx::Function* last = nullptr;
  std::vector<std::string> names;
  for (const ptx::Function& function : module.functions) {
    if (!function.is_entry || function.body.empty()) continue;
    last = &function;
    names.push_back(function.name);
  }
  if (last == nullptr) return message("there is no kernel (.entry) in {}", file);
  return message("{} does not say how it is launched; its kernels are {}. Write a line such as `{}`", file,
                 join(names, list_sign()), usual_line(*last));
}

}  // namespace

bool is_ptx_source(const OwnSource& source) { return source.path.ends_with(".ptx"); }

Result<std::shared_ptr<const CapturedLaunch>> launch_of_ptx(const OwnSource& source) {
  const auto parsed = ptx::parse(source.text);
  if (!parsed) return fail("the PTX of {}: {}", source.path, parsed.error().message);
  const auto facts = own::read_text_facts(source.text);
  const own::Remark* const remark = own::remark_on(facts, "launch");
  if (remark == nullptr) return fail("{}", how_to_launch(**parsed, source.path));
  TRY(const auto text, own::parse_launch(remark->rest));
  TRY(const auto name, find_entry(**parsed, text.kernel.text));
  auto launch = std::make_shared<CapturedLaunch>();
  launch->program = launch->file = source.path;
  launch->source = source.text;
  launch->entry = name;
  launch->kernel = kernel_name(name);
  launch->line = remark->rest.line;
  launch->ptx = std::make_shared<const std::string>(source.text);
  launch->module = with_own_lines(**parsed);
  TRY(launch->grid, extent_of(text.shape[0]));
  TRY(launch->block, extent_of(text.shape[1]));
  if (text.shape.size() > 2) {
    const auto bytes = number_in(text.shape[2].text);
    if (!bytes || *bytes < 0 || *bytes > std::numeric_limits<std::uint32_t>::max()) {
      return fail("'{}' is not a number of bytes", text.shape[2].text);
    }
    launch->dynamic_shared = static_cast<std::uint32_t>(*bytes);
  }
  TRY(add_arguments(*launch, *launch->module->find(name), argument_texts(remark->rest.text), facts));
  launch->digest = digest_of(*launch);
  return launch;
}

}  // namespace bankloom
