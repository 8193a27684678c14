#include "core/own/captured_kernel.h"

#include <algorithm>
#include <cstring>
#include <set>
#include <utility>

#include "core/base/language.h"
#include "core/base/symbol_name.h"
#include "core/own/cpp_lexer.h"
#include "core/own/own_layout.h"
#include "core/own/text_constants.h"

namespace bankloom::own {
namespace {

constexpr std::size_t kNoMemory = CapturedParameter::kNone;
constexpr std::size_t kPointer = sizeof(std::uint64_t);

/// The name in a launch's argument: "d_in" of "d_in", "d_in + RADIUS", "&d_in[8]"; "buffers.in" of itself; "" of calls
/// and numbers.
std::string name_in(const std::string& argument) {
  const auto tokens = cut_code(argument);
  std::size_t first = 0;
  while (first < tokens.size() && tokens[first].is("&")) ++first;
  std::size_t end = first;
  const auto joins_names = [&] {
    const auto& token = tokens[end];
    return token.is(".") || token.is(":") || (token.is("-") && end + 1 < tokens.size() && tokens[end + 1].is(">")) ||
           (token.is(">") && tokens[end - 1].is("-"));
  };
  while (end < tokens.size() && (tokens[end].kind == TextToken::Kind::name || (end > first && joins_names()))) ++end;
  // Calls and temporaries have no name.
  if (end == first || (end < tokens.size() && (tokens[end].is("(") || tokens[end].is("{")))) return {};
  const auto& last = tokens[end - 1];
  return argument.substr(tokens[first].begin, last.begin + last.text.size() - tokens[first].begin);
}

/// The names that the launch's text gives its arguments.
std::vector<std::string> argument_names(const CapturedLaunch& launch, std::size_t count) {
  std::vector<std::string> names(count);
  if (launch.launch_text.empty()) return names;
  const auto parsed = parse_launch({launch.launch_text, 0, launch.launch_line, 1});
  if (!parsed || parsed->arguments.size() != count) return names;
  for (std::size_t i = 0; i < count; ++i) names[i] = name_in(parsed->arguments[i].text);
  return names;
}

class Parameters {
 public:
  Parameters(const CapturedLaunch& launch, const ptx::Module& module, const ptx::Function& entry,
             const TextFacts& facts)
      : launch_(launch), module_(module), entry_(entry) {
    declared_ = declaration_of(launch.kernel, entry.params.size(), facts);
    types_ = signature_types(demangled(entry.name));
    names_ = argument_names(launch, entry.params.size());
  }

  std::vector<CapturedParameter> all() {
    for (std::size_t p = 0; p < entry_.params.size(); ++p) add_parameter(p);
    for (std::size_t p = 0; p < entry_.params.size(); ++p) {
      if (found_[p].is_buffer() || found_[p].value.size() <= kPointer) continue;
      // Copies, because found_ grows.
      add_reached(std::string(found_[p].name), std::vector(found_[p].value));
    }
    for (const ptx::Variable& variable : module_.variables) add_variable(variable);
    return std::move(found_);
  }

 private:
  [[nodiscard]] std::string type_of(std::size_t index) const {
    if (index < types_.size() && types_.size() == entry_.params.size()) return types_[index];
    return declared_ != nullptr ? declared_->parameters[index].type : std::string();
  }

  /// A name that nothing else has.
  std::string unused_name(const std::vector<std::string>& wishes) {
    for (const std::string& wish : wishes) {
      if (!wish.empty() && taken_.insert(wish).second) return wish;
    }
    std::string name = wishes.back();
    for (int number = 2; !taken_.insert(name).second; ++number) name = wishes.back() + "#" + std::to_string(number);
    return name;
  }

  /// The memory that a pointer's bytes point to; kNoMemory if there is none.
  [[nodiscard]] std::size_t memory_of(std::span<const std::byte> pointer) const {
    std::uint64_t address = 0;
    std::memcpy(&address, pointer.data(), kPointer);
    const CapturedMemory* const found = launch_.memory_at(address);
    return found == nullptr ? kNoMemory : static_cast<std::size_t>(found - launch_.memory.data());
  }

  /// Takes the memory for one parameter; kNoMemory if another has it, or there is none.
  std::size_t claim(std::span<const std::byte> pointer) {
    const std::size_t memory = memory_of(pointer);
    return memory != kNoMemory && claimed_.insert(memory).second ? memory : kNoMemory;
  }

  void add_parameter(std::size_t index) {
    const ptx::Parameter& parameter = entry_.params[index];
    CapturedParameter found;
    found.type = type_of(index);
    const auto bytes = std::span(launch_.parameters).subspan(parameter.offset, parameter.size);
    found.value.assign(bytes.begin(), bytes.end());
    // What the signature declares as a number is no pointer, whatever its value.
    const bool may_point =
        found.type.empty() || !pointed_type(found.type).empty() || element_named(found.type).bytes == 0;
    if (parameter.size == kPointer && may_point) found.memory = claim(bytes);
    if (found.is_buffer()) found.element = element_named(pointed_type(found.type));
    const std::string declared = declared_ != nullptr ? declared_->parameters[index].name : std::string();
    // PTX that was written, not compiled from CUDA C++, may name it.
    const bool is_numbered = parameter.name.ends_with("_param_" + std::to_string(index));
    found.name = unused_name(
        {names_[index], declared, is_numbered ? std::string() : parameter.name, "parameter" + std::to_string(index)});
    found_.push_back(std::move(found));
  }

  /// Memory that pointers in `bytes` point to. A single one has the holder's name; several have their offsets, too.
  void add_reached(const std::string& holder, std::span<const std::byte> bytes) {
    std::vector<std::size_t> places;
    for (std::size_t at = 0; at + kPointer <= bytes.size(); at += kPointer) {
      CapturedParameter found;
      found.memory = claim(bytes.subspan(at, kPointer));
      if (!found.is_buffer()) continue;
      found.is_parameter = false;
      places.push_back(at);
      found_.push_back(std::move(found));
    }
    for (std::size_t i = 0; i < places.size(); ++i) {
      CapturedParameter& found = found_[found_.size() - places.size() + i];
      found.name = places.size() == 1 ? holder : unused_name({holder + "+" + std::to_string(places[i])});
    }
    if (places.size() != 1) return;
    for (CapturedParameter& one : found_) {
      if (one.name == holder && !one.is_buffer()) one.name = unused_name({message("{} (by value)", holder)});
    }
  }

  /// A variable of the program and what it points to; not one of the compiler's, such as printed texts.
  void add_variable(const ptx::Variable& variable) {
    if ((variable.space != Space::global && variable.space != Space::constant) || variable.name.starts_with('$'))
      return;
    const auto found = std::ranges::find_if(launch_.memory, [&](const CapturedMemory& memory) {
      return memory.is_variable && memory.name == variable.name;
    });
    if (found == launch_.memory.end() || !is_named(variable)) return;
    const std::string name = variable_name(variable.name);
    constexpr std::size_t kSmall = 256;
    if (found->contents->size() <= kSmall) add_reached(name, *found->contents);
    if (found->contents->size() == kPointer && memory_of(*found->contents) != kNoMemory) return;
    CapturedParameter parameter;
    parameter.memory = static_cast<std::size_t>(found - launch_.memory.begin());
    if (!claimed_.insert(parameter.memory).second) return;
    parameter.is_parameter = false;
    parameter.name = unused_name({name});
    found_.push_back(std::move(parameter));
  }

  /// Whether the entry, or a function of its module, names the variable.
  [[nodiscard]] bool is_named(const ptx::Variable& variable) const {
    const auto index = static_cast<std::uint32_t>(&variable - module_.variables.data());
    const auto names = [index](const ptx::Operand& operand) {
      using Kind = ptx::Operand::Kind;
      return operand.index == index &&
             (operand.kind == Kind::variable ||
              (operand.kind == Kind::address && operand.base == ptx::Operand::Base::variable));
    };
    const auto has_name = [&](const ptx::Instruction& instruction) {
      return std::ranges::any_of(instruction.operands, names);
    };
    return std::ranges::any_of(module_.functions, [&](const ptx::Function& function) {
      return (!function.is_entry || &function == &entry_) && std::ranges::any_of(function.body, has_name);
    });
  }

  const CapturedLaunch& launch_;
  const ptx::Module& module_;
  const ptx::Function& entry_;
  const KernelDeclaration* declared_ = nullptr;
  std::vector<std::string> types_, names_;
  std::vector<CapturedParameter> found_;
  std::set<std::size_t> claimed_;
  std::set<std::string> taken_;
};

/// -DNAME=VALUE among nvcc's options.
TextConstants macros_in(const std::vector<std::string>& options) {
  TextConstants known;
  for (std::size_t i = 0; i < options.size(); ++i) {
    if (!options[i].starts_with("-D")) continue;
    const std::string text = options[i] == "-D" && i + 1 < options.size() ? options[i + 1] : options[i].substr(2);
    const std::size_t equals = text.find('=');
    const auto value = value_of(equals == std::string::npos ? "1" : text.substr(equals + 1), {});
    if (value) known[text.substr(0, equals)] = *value;
  }
  return known;
}

/// The declarations of an array of that name: those in the kernel if there are any, else all.
std::vector<std::size_t> declarations_of(const std::string& name, const KernelDeclaration* kernel,
                                         const TextFacts& facts) {
  std::vector<std::size_t> own, all;
  for (std::size_t index = 0; index < facts.shared.size(); ++index) {
    const SharedDeclaration& array = facts.shared[index];
    if (array.name != name) continue;
    all.push_back(index);
    const KernelDeclaration* holder = nullptr;
    for (const KernelDeclaration& one : facts.kernels) {
      if (one.line <= array.line) holder = &one;
    }
    if (kernel != nullptr && holder == kernel && !array.at_file_scope) own.push_back(index);
  }
  return own.empty() ? all : own;
}

}  // namespace

const KernelDeclaration* declaration_of(const std::string& kernel, std::size_t parameters, const TextFacts& facts) {
  const std::string name = unqualified_name(bare_name(kernel));
  const KernelDeclaration* found = nullptr;
  for (const KernelDeclaration& one : facts.kernels) {
    if (one.name == name && one.parameters.size() == parameters) found = &one;
  }
  return found;
}

std::vector<CapturedParameter> captured_parameters(const CapturedLaunch& launch, const ptx::Module& module,
                                                   const ptx::Function& entry, const TextFacts& text) {
  return Parameters(launch, module, entry, text).all();
}

std::vector<OwnTile> captured_tiles(const CapturedLaunch& launch, const simt::Program& program, const std::string& text,
                                    const TextFacts& facts, std::vector<ElementInfo>& elements) {
  const KernelDeclaration* const kernel = declaration_of(launch.kernel, simt::entry_of(program).params.size(), facts);
  TextConstants known = macros_in(launch.build.options);
  std::map<std::string, std::string> types;
  const auto arguments = template_arguments(launch.kernel);
  for (std::size_t i = 0; kernel != nullptr && i < std::min(arguments.size(), kernel->template_parameters.size());
       ++i) {
    types[kernel->template_parameters[i]] = arguments[i];
    if (const auto value = value_of(arguments[i], {})) known[kernel->template_parameters[i]] = *value;
  }
  const TextConstants constants = constants_of(text, known);
  std::map<std::size_t, ArrayInfo> shapes;
  const auto& arrays = simt::shared_arrays(program);
  for (const simt::SharedArray& array : arrays) {
    for (const std::size_t index : declarations_of(variable_name(array.name), kernel, facts)) {
      ArrayInfo info = array_declared(facts.shared[index], array.bytes, constants, types);
      if (info.element.bytes != 0 && (array.is_dynamic || !info.extent.empty())) shapes[index] = std::move(info);
    }
  }
  return find_tiles(arrays, facts, shapes, elements);
}

}  // namespace bankloom::own
