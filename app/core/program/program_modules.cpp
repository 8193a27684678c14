#include "core/program/program_modules.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "core/base/language.h"
#include "core/base/symbol_name.h"
#include "core/ptx/link.h"
#include "core/ptx/parser.h"

namespace bankloom::program {
namespace {

constexpr std::size_t kMostModules = 4096;
constexpr std::size_t kMostNames = 100'000;
/// Of all names together: those of the largest programs have some megabytes.
constexpr std::size_t kMostBytesOfNames = std::size_t{64} << 20U;

/// Whether a text has control characters, which no compiler writes and which could steer a terminal.
bool has_controls(std::string_view text) {
  return std::ranges::any_of(text, [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return (byte < 0x20 && c != '\n' && c != '\t' && c != '\r') || byte == 0x7f;
  });
}

}  // namespace

std::string without_kernels(const std::string& text, std::string_view kept) {
  constexpr std::string_view kEntry = ".entry";
  std::string left = text;
  for (std::size_t at = text.find(kEntry); at != std::string::npos; at = text.find(kEntry, at)) {
    const std::size_t name = text.find_first_not_of(" \t", at + kEntry.size());
    const std::size_t name_end = text.find_first_of(" \t\r\n(", std::min(name, text.size()));
    const std::size_t open = text.find('{', at);
    if (name_end == std::string::npos || open == std::string::npos) break;
    std::size_t end = open, depth = 0;
    for (; end < text.size(); ++end) {
      if (text[end] == '{') ++depth;
      if (text[end] == '}' && --depth == 0) break;
    }
    const std::string_view entry = std::string_view(text).substr(name, name_end - name);
    // .visible or .weak precedes it.
    std::size_t begin = text.find_last_of(";})\n", at);
    begin = begin == std::string::npos ? 0 : begin + 1;
    for (std::size_t i = begin; entry != kept && i < std::min(end + 1, text.size()); ++i) {
      if (left[i] != '\n') left[i] = ' ';
    }
    at = std::min(end, text.size());
  }
  return left;
}

std::optional<std::uint32_t> ProgramModules::add(std::span<const std::byte> fat_binary) {
  if (modules_.size() == kMostModules) return std::nullopt;
  ProgramModule module;
  auto binary = read_fat_binary(fat_binary, zstandard_);
  if (!binary) {
    module.problem = binary.error().message;
  } else {
    module.binary = std::move(*binary);
    for (const PtxImage& image : module.binary.ptx) bytes_ += image.text.size();
    if (bytes_ > kMostPtxBytes) return std::nullopt;
  }
  modules_.push_back(std::move(module));
  return static_cast<std::uint32_t>(modules_.size() - 1);
}

bool ProgramModules::may_have(ModuleRange modules, const std::string& name) {
  if (modules.first > modules.last || modules.last >= modules_.size()) return false;
  name_bytes_ += name.size();
  return name_bytes_ <= kMostBytesOfNames;
}

bool ProgramModules::add_function(std::uint64_t host, ModuleRange modules, std::string entry) {
  if (functions_.size() >= kMostNames || !may_have(modules, entry)) return false;
  ProgramFunction function;
  function.modules = modules;
  function.entry = std::move(entry);
  functions_.insert_or_assign(host, std::move(function));
  return true;
}

bool ProgramModules::add_variable(std::uint64_t host, ModuleRange modules, std::string name) {
  if (variables_.size() >= kMostNames || !may_have(modules, name)) return false;
  variables_.insert_or_assign(host, ProgramVariable{modules, std::move(name)});
  return true;
}

ProgramFunction* ProgramModules::find_function(std::uint64_t host) {
  const auto found = functions_.find(host);
  return found == functions_.end() ? nullptr : &found->second;
}

/// Parses the modules of a range, and gives their variables memory.
void ProgramModules::load(ModuleRange range) {
  std::vector<ProgramModule*> fresh;
  for (std::uint32_t index = range.first; index < range.last + 1; ++index) {
    ProgramModule& module = modules_[index];
    if (module.is_loaded || !module.problem.empty()) continue;
    module.is_loaded = true;
    parse(module);
    if (module.module != nullptr) fresh.push_back(&module);
  }
  if (fresh.size() == 1) {
    fresh[0]->problem = place_variables(*fresh[0]->module, fresh[0]->places);
  } else if (fresh.size() > 1) {
    link(fresh);
  }
}

/// `problem` is not empty if it cannot be.
void ProgramModules::parse(ProgramModule& module) {
  std::vector<PtxImage>& images = module.binary.ptx;
  if (images.empty()) {
    module.problem = module.binary.unusable != 0
                         ? message(
                               "the program's PTX is compressed in a way that cannot be read here; compile it with "
                               "nvcc's --no-compress")
                         : message(
                               "the program has no PTX, only machine code; compile it with nvcc's -gencode "
                               "arch=compute_90,code=compute_90");
    return;
  }
  // Of several the newest: they are one source, compiled for several devices.
  const auto newest = std::ranges::max_element(images, {}, &PtxImage::architecture);
  if (has_controls(newest->text)) {
    module.problem = message("the program's PTX has control characters in it, which no compiler writes");
    return;
  }
  auto parsed = ptx::parse(newest->text, ptx::LinesOf::each_entry);
  if (!parsed) {
    // One kernel with an instruction that is not supported is no reason to refuse the others.
    const std::string problem = parsed.error().message;
    parsed = ptx::parse(without_kernels(newest->text, {}), ptx::LinesOf::each_entry);
    if (!parsed) {
      module.problem = problem;
      return;
    }
    module.text = std::make_shared<const std::string>(std::move(newest->text));
  }
  module.module = std::move(*parsed);
  images.clear();
}

/// Places the variables of linked modules: one may declare what another defines.
void ProgramModules::link(const std::vector<ProgramModule*>& modules) {
  auto linked = std::make_shared<LinkedModules>();
  for (const ProgramModule* const module : modules) linked->parts.push_back(module->module);
  const ptx::Linked whole = ptx::link(linked->parts, 0);
  const std::string problem = place_variables(*whole.module, linked->places);
  for (std::size_t part = 0; part < modules.size(); ++part) {
    ProgramModule& module = *modules[part];
    module.problem = problem;
    for (const std::uint32_t variable : whole.variables[part]) module.places.push_back(linked->places[variable]);
    module.linked = linked;
    module.part = part;
  }
}

/// Gives the variables of a module their memory and their first contents. What is wrong, or "".
std::string ProgramModules::place_variables(const ptx::Module& module, std::vector<std::uint64_t>& places) {
  const std::vector<ptx::Variable>& variables = module.variables;
  places.assign(variables.size(), 0);
  for (std::size_t v = 0; v < variables.size(); ++v) {
    const ptx::Variable& variable = variables[v];
    const bool is_constant = variable.space == Space::constant;
    if ((variable.space != Space::global && !is_constant) || variable.is_extern || variable.size == 0) continue;
    const MemoryType type = is_constant           ? MemoryType::constant
                            : variable.is_managed ? MemoryType::managed
                                                  : MemoryType::global;
    const Allocation* const place = memory_.allocate(type, variable.size, variable.name);
    if (place == nullptr && memory_.has_too_many()) {
      return message("the program has {} allocations, so that there is none left for its variable '{}'",
                     memory_.live().size(), variable_name(variable.name));
    }
    if (place == nullptr) {
      return message("the program's variable '{}' of {} bytes does not fit the device's memory",
                     variable_name(variable.name), variable.size);
    }
    places[v] = place->address;
  }
  for (std::size_t v = 0; v < variables.size(); ++v) {
    if (places[v] == 0) continue;
    const std::vector<std::byte> contents = simt::initial_contents(module, v, places);
    std::ranges::copy(contents, memory_.find(places[v])->data);
  }
  return {};
}

/// The module with a kernel among those that may have it; the first if none has it.
ProgramModule& ProgramModules::module_with(const ProgramFunction& function) {
  load(function.modules);
  for (std::uint32_t index = function.modules.first; index < function.modules.last + 1; ++index) {
    ProgramModule& module = modules_[index];
    if (module.module == nullptr) continue;
    const bool is_there =
        module.module->find(function.entry) != nullptr ||
        (module.text != nullptr && module.text->find(".entry " + function.entry) != std::string::npos);
    if (is_there) return module;
  }
  return modules_[function.modules.first];
}

CudaError ProgramModules::prepare(ProgramFunction& function) {
  if (function.program != nullptr || function.error != kSuccess) return function.error;
  ProgramModule& module = module_with(function);
  const auto refuse = [&](CudaError error, std::string problem) {
    function.problem = std::move(problem);
    return function.error = error;
  };
  if (module.module == nullptr) return refuse(module.binary.ptx.empty() ? kNoKernelImage : kInvalidPtx, module.problem);
  if (!module.problem.empty()) return refuse(kMemoryAllocation, module.problem);
  std::shared_ptr<const ptx::Module> whole = module.module;
  if (module.text != nullptr) {
    auto parsed = ptx::parse(without_kernels(*module.text, function.entry), ptx::LinesOf::each_entry);
    if (!parsed) return refuse(kNotSupported, parsed.error().message);
    whole = std::move(*parsed);
  } else if (module.linked != nullptr) {
    if (module.with_others == nullptr) module.with_others = ptx::link(module.linked->parts, module.part).module;
    whole = module.with_others;
  }
  if (whole->find(function.entry) == nullptr) {
    return refuse(kInvalidDeviceFunction, message("the program's PTX has no kernel '{}'", function.entry));
  }
  const bool is_alone = module.with_others == nullptr;
  auto program =
      simt::decode_placed(std::move(whole), function.entry, is_alone ? module.places : module.linked->places);
  if (!program) return refuse(kNotSupported, program.error().message);
  function.program = std::move(*program);
  function.ptx =
      module.text != nullptr ? module.text : std::shared_ptr<const std::string>(module.module, &module.module->text);
  return kSuccess;
}

const Allocation* ProgramModules::find_variable(std::uint64_t host) {
  const auto found = variables_.find(host);
  if (found == variables_.end()) return nullptr;
  const ModuleRange modules = found->second.modules;
  load(modules);
  for (std::uint32_t index = modules.first; index < modules.last + 1; ++index) {
    const ProgramModule& module = modules_[index];
    if (!module.problem.empty()) continue;
    const std::vector<ptx::Variable>& variables = module.module->variables;
    for (std::size_t v = 0; v < variables.size(); ++v) {
      if (variables[v].name == found->second.name && module.places[v] != 0) return memory_.find(module.places[v]);
    }
  }
  return nullptr;
}

std::vector<std::string> ProgramModules::problems() const {
  std::vector<std::string> problems;
  for (const ProgramModule& module : modules_) {
    if (!module.problem.empty()) problems.push_back(module.problem);
  }
  for (const auto& [host, function] : functions_) {
    const bool is_told = function.was_launched || function.problem.empty() ||
                         std::ranges::find(problems, function.problem) != problems.end();
    if (!is_told) problems.push_back(message("kernel {}: {}", kernel_name(function.entry), function.problem));
  }
  return problems;
}

}  // namespace bankloom::program
