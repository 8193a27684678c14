#include "core/run/captured_program.h"

#include <algorithm>
#include <utility>

#include "core/base/language.h"
#include "core/base/symbol_name.h"
#include "core/own/ptx_text.h"
#include "core/ptx/parser.h"
#include "core/simt/address_space.h"

namespace bankloom {
namespace {

/// The distance between new variables of a changed text, so that a wrong index does not reach the next one.
constexpr std::uint64_t kNewVariableGap = std::uint64_t{1} << 30U;
/// Constant memory above that of programs (core/program/protocol.h).
constexpr std::uint64_t kNewConstants = 0x7e00'0000'0000;

bool is_unchanged(const OwnRequest& request) {
  const CapturedLaunch& launch = *request.source.launch;
  return request.source.text == launch.source && request.options.empty() &&
         request.architecture == kDefaultArchitecture;
}

CompileRequest compile_request(const OwnRequest& request) {
  CompileRequest wanted;
  wanted.name = own_file_name(request.source, request.catalog);
  wanted.text = request.source.text;
  wanted.definitions.assign(request.options.begin(), request.options.end());
  wanted.architecture = request.architecture;
  wanted.is_own = true;
  wanted.program = request.source.launch->build;
  return wanted;
}

Result<std::shared_ptr<const CompileResult>> compile_again(const OwnRequest& request) {
  const CapturedLaunch& launch = *request.source.launch;
  if (launch.build.file.empty()) {
    return fail("how {} was compiled is not known, so changed code of it can only be run as a whole", launch.program);
  }
  return only_compiled(request.compiler.compile(compile_request(request)), launch.file);
}

/// The entry that is the launch's kernel: of the same symbol, else the only one of the same name with its template
/// arguments, else the only one of the same bare name.
std::string find_kernel_again(const ptx::Module& module, const CapturedLaunch& launch) {
  std::vector<std::string> same, bare;
  for (const ptx::Function& function : module.functions) {
    if (!function.is_entry) continue;
    if (function.name == launch.entry) return function.name;
    if (kernel_name(function.name) == launch.kernel) same.push_back(function.name);
    if (bare_name(demangled(function.name)) == bare_name(demangled(launch.entry))) bare.push_back(function.name);
  }
  if (same.size() == 1) return same.front();
  return same.empty() && bare.size() == 1 ? bare.front() : std::string();
}

bool takes_the_same(const ptx::Function& one, const ptx::Function& other) {
  return std::ranges::equal(one.params, other.params, [](const ptx::Parameter& a, const ptx::Parameter& b) {
    return a.offset == b.offset && a.size == b.size;
  });
}

bool is_device_variable(const ptx::Variable& variable) {
  return variable.space == Space::global || variable.space == Space::constant;
}

bool begins_alike(const ptx::Variable& a, const ptx::Variable& b) {
  const auto same = [](const auto& x, const auto& y) {
    return x.at == y.at && x.addend == y.addend && x.is_function == y.is_function;
  };
  return a.size == b.size && a.initial == b.initial && std::ranges::equal(a.relocations, b.relocations, same);
}

/// Puts the variables of a module where the launch had them, new ones elsewhere.
class Placing {
 public:
  Placing(const CapturedLaunch& launch, CapturedProgram& made) : launch_(launch), made_(made) {}

  std::vector<std::uint64_t> place_variables() {
    const auto& variables = made_.module->variables;
    std::vector<std::uint64_t> places(variables.size());
    held_.resize(variables.size(), nullptr);
    for (std::size_t v = 0; v < variables.size(); ++v) {
      if (!is_device_variable(variables[v]) || variables[v].is_extern) continue;
      held_[v] = memory_of(variables[v]);
      places[v] = held_[v] != nullptr ? held_[v]->address : new_place(variables[v]);
    }
    return places;
  }

  void fill_memory(const std::vector<std::uint64_t>& places) {
    const auto& variables = made_.module->variables;
    std::vector<const std::vector<std::byte>*> contents;
    contents.reserve(launch_.memory.size());
    for (const CapturedMemory& memory : launch_.memory) contents.push_back(memory.contents.get());
    std::vector<PlacedMemory>& all = made_.memory;
    for (std::size_t v = 0; v < variables.size(); ++v) {
      if (places[v] == 0 || keeps_contents(variables[v], held_[v])) continue;
      made_.made.push_back(
          std::make_shared<const std::vector<std::byte>>(simt::initial_contents(*made_.module, v, places)));
      if (held_[v] != nullptr) {
        contents[static_cast<std::size_t>(held_[v] - launch_.memory.data())] = made_.made.back().get();
      } else {
        all.push_back({variable_name(variables[v].name), places[v], *made_.made.back(), true});
      }
    }
    for (std::size_t m = 0; m < launch_.memory.size(); ++m) {
      const CapturedMemory& memory = launch_.memory[m];
      all.push_back({memory.name.empty() ? message("allocation {}", m) : variable_name(memory.name), memory.address,
                     *contents[m], memory.is_variable});
    }
    std::ranges::sort(all, {}, &PlacedMemory::address);
    for (const CapturedMemory& memory : launch_.memory) {
      const auto at = std::ranges::find(all, memory.address, &PlacedMemory::address);
      made_.captured.push_back(static_cast<std::size_t>(at - all.begin()));
    }
  }

 private:
  /// The launch's memory of a variable: of the same symbol, or, since symbols of static variables change with the text,
  /// the only one of its name; and of its size.
  [[nodiscard]] const CapturedMemory* memory_of(const ptx::Variable& variable) const {
    const CapturedMemory* alike = nullptr;
    std::size_t count = 0;
    for (const CapturedMemory& memory : launch_.memory) {
      if (!memory.is_variable || memory.contents->size() != variable.size) continue;
      if (memory.name == variable.name) return &memory;
      if (variable_name(memory.name) != variable_name(variable.name)) continue;
      alike = &memory;
      ++count;
    }
    return count == 1 ? alike : nullptr;
  }

  std::uint64_t new_place(const ptx::Variable& variable) {
    std::uint64_t& next = variable.space == Space::constant ? next_constant_ : next_global_;
    return std::exchange(next, next + variable.size / kNewVariableGap * kNewVariableGap + kNewVariableGap);
  }

  /// What the program has put there is kept, unless the text now begins with something else.
  [[nodiscard]] bool keeps_contents(const ptx::Variable& variable, const CapturedMemory* held) const {
    if (held == nullptr) return false;
    const auto& before = launch_.module->variables;
    const auto old = std::ranges::find(before, held->name, &ptx::Variable::name);
    if (old == before.end() || begins_alike(*old, variable)) return true;
    std::vector<std::byte> initial = old->initial;
    initial.resize(old->size);
    return *held->contents != initial;
  }

  const CapturedLaunch& launch_;
  CapturedProgram& made_;
  std::vector<const CapturedMemory*> held_;
  std::uint64_t next_global_ = simt::kModuleBase, next_constant_ = kNewConstants;
};

}  // namespace

Result<CapturedProgram> make_captured_program(const OwnRequest& request) {
  const CapturedLaunch& launch = *request.source.launch;
  CapturedProgram made;
  if (is_unchanged(request)) {
    auto compiled = std::make_shared<CompileResult>();
    compiled->ok = true;
    compiled->ptx = *launch.ptx;
    // PTX that the user wrote was not compiled.
    if (!is_ptx_source(request.source)) compiled->compiler = "nvcc";
    made.compiled = std::move(compiled);
    made.module = launch.module;
    made.entry = launch.entry;
  } else {
    TRY(made.compiled, compile_again(request));
    auto module = ptx::parse(made.compiled->ptx, ptx::LinesOf::each_entry);
    if (!module) return fail("the PTX of {}: {}", launch.file, module.error().message);
    made.module = std::move(*module);
    made.entry = find_kernel_again(*made.module, launch);
    if (made.entry.empty()) {
      return fail("{} no longer has the kernel {} of launch {}", launch.file, launch.kernel, launch.index);
    }
    if (!takes_the_same(*made.module->find(made.entry), *launch.module->find(launch.entry))) {
      return fail("{} takes other parameters than launch {} gives it; run the program again", launch.kernel,
                  launch.index);
    }
  }
  Placing placing(launch, made);
  const auto places = placing.place_variables();
  auto program = simt::decode_placed(made.module, made.entry, places);
  if (!program) return fail("{}: {}", launch.file, program.error().message);
  made.program = std::move(*program);
  placing.fill_memory(places);
  return made;
}

void prepare_changes(const OwnRequest& request) {
  if (is_unchanged(request) && !request.source.launch->build.file.empty()) {
    request.compiler.prepare(compile_request(request));
  }
}

}  // namespace bankloom
