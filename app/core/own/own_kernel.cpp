#include "core/own/own_kernel.h"

#include <algorithm>
#include <filesystem>
#include <utility>

#include "core/base/language.h"
#include "core/base/text_lines.h"
#include "core/own/own_stages.h"
#include "core/own/shared_order.h"
#include "core/ptx/parser.h"

namespace bankloom {
namespace {

using own::AskedText;

CompileRequest request_of(const AskedText& asked, const std::string& architecture) {
  CompileRequest request;
  request.name = asked.file;
  request.text = asked.source.text;
  request.definitions.assign(asked.options.begin(), asked.options.end());
  request.architecture = architecture;
  request.is_own = true;
  if (asked.launch && asked.launch->is_template()) request.instantiate = asked.launch->text.kernel.text;
  return request;
}

/// Compiles the text; `request` becomes the one that succeeded.
Result<void> compile_text(AskedText& asked, CompileRequest& request, Compiler& compiler) {
  auto compiled = compiler.compile(request);
  if (compiled && !(*compiled)->ok && asked.base == nullptr && !asked.source.path.empty()) {
    // It may have host code, which the kernels' compiler does not accept.
    CompileRequest whole = request;
    whole.program = ProgramBuild{asked.file, {"-I" + std::filesystem::path(asked.file).parent_path().string()}};
    auto by_nvcc = compiler.compile(whole);
    if (by_nvcc && (*by_nvcc)->ok) {
      for (const FoundHeader& header : (*by_nvcc)->found_headers) {
        whole.program->options.push_back("-I" + header.folder);
        asked.notes.push_back(message("{} is found in {}.", header.name, header.folder));
      }
      request = std::move(whole);
    }
    if (by_nvcc) compiled = std::move(by_nvcc);
  }
  TRY(asked.compiled, only_compiled(std::move(compiled), request.name));
  return {};
}

std::string order_of(const own::LaunchPlan& plan, const CompileRequest& request, Compiler& compiler) {
  if (std::ranges::count(plan.arrays, false, &simt::SharedArray::is_dynamic) < 2) return {};
  const auto binary =
      compiler.binary(request).and_then([&](const auto& bytes) { return own::read_binary_shared(bytes, plan.entry); });
  return own::order_sentence(plan.arrays, binary);
}

std::vector<OwnAssumption> assumptions_of(const OwnKernel& own, const Kernel& kernel) {
  using Assumed = OwnAssumption::Kind;
  std::vector<OwnAssumption> assumed;
  if (own.launch.origin == OwnOrigin::usual) assumed.push_back({Assumed::launch, {}, own.launch.text});
  for (std::size_t index = 0; index < own.parameters.size(); ++index) {
    const OwnParameter& parameter = own.parameters[index];
    if (parameter.origin != OwnOrigin::usual) continue;
    if (parameter.is_buffer) {
      assumed.push_back({Assumed::size, parameter.name, {}, parameter.count});
    } else {
      assumed.push_back({Assumed::value, parameter.name, kernel.parameters[index].value.text()});
    }
  }
  return assumed;
}

/// The variables of a trial's expressions.
std::vector<std::string> trial_variables(const Kernel& kernel) {
  std::vector<std::string> names{"row", "col", "i"};
  for (const Option& option : kernel.options) {
    if (option.is_variable()) names.push_back(option.name);
  }
  return names;
}

/// Fills the buffers that a trial names, and holds the output against its rule. A buffer that the text no longer has is
/// left out: the output then tells.
Result<void> apply_trial(const OwnTrial& trial, Kernel& kernel) {
  const auto names = trial_variables(kernel);
  for (ParameterSpec& parameter : kernel.parameters) {
    const auto found = trial.values.find(parameter.name);
    if (found == trial.values.end() || parameter.kind == ParameterKind::scalar) continue;
    TRY(parameter.value, Expression::parse(found->second, names));
  }
  if (!trial.rule.empty()) {
    TRY(kernel.output.rule, Expression::parse(trial.rule, names));
  }
  return {};
}

std::string growth_sentence(const OwnKernel& own, std::uint64_t growth) {
  std::vector<std::string> comments;
  for (const OwnParameter& parameter : own.parameters) {
    if (parameter.is_buffer && parameter.origin == OwnOrigin::usual)
      comments.push_back("`// " + parameter.comment + "`");
  }
  return message(
      "The kernel accesses more than one element per thread, so {} for each are assumed; a comment can give another "
      "size: {}.",
      growth, join(comments, list_sign()));
}

}  // namespace

LaunchSpec launch_spec(const Dim3& grid, const Dim3& block, std::uint32_t dynamic_bytes) {
  return {{grid.x, grid.y, grid.z}, {block.x, block.y, block.z}, dynamic_bytes};
}

Result<std::shared_ptr<const AskedText>> ask_own_text(const OwnSource& source, const OptionValues& chosen,
                                                      const std::string& architecture, const Catalog& catalog,
                                                      Compiler& compiler) {
  const auto stub = own_kernel_stub(source, chosen, catalog);
  TRY(auto options, resolve_options(*stub, chosen));
  TRY(auto text, own::read_own_text(source, catalog));
  auto asked = std::make_shared<AskedText>(AskedText{std::move(text), *stub, std::move(options), {}, {}, {}, {}});
  CompileRequest request = request_of(*asked, architecture);
  TRY(compile_text(*asked, request, compiler));
  auto module = ptx::parse(asked->compiled->ptx);
  if (!module) return fail("the PTX of {}: {}", asked->file, module.error().message);
  TRY(asked->plan, own::plan_launch(*asked, std::move(*module), asked->compiled->entry));
  TRY(asked->answers, own::ask(asked->plan.questions, request, asked->facts, compiler));
  asked->order = order_of(asked->plan, request, compiler);
  return asked;
}

Result<std::shared_ptr<const OwnKernel>> own_kernel_of(const AskedText& asked, const OwnGuess& guess) {
  auto own = std::make_shared<OwnKernel>();
  own->source = asked.source;
  own->compiled = asked.compiled;
  own->notes = asked.notes;
  Kernel kernel = asked.stub;
  kernel.entry = asked.plan.entry;
  if (asked.base == nullptr) kernel.title = asked.plan.kernel;
  TRY(own->launch, own::launch_of(asked, guess));
  const OwnLaunch& launch = own->launch;
  if (launch.origin != OwnOrigin::lesson) {
    kernel.launch = launch_spec(launch.grid, launch.block, launch.dynamic_shared_bytes);
  }
  if (launch.origin == OwnOrigin::usual) {
    own->notes.push_back(
        message("The code does not say how it is launched, so this is assumed: write `// launch: {}` in it and "
                "change it there.",
                launch.text));
  }
  TRY(auto arguments, own::arguments_of(asked, guess, launch, own->notes));
  kernel.parameters.clear();
  for (own::OwnArgument& argument : arguments) {
    kernel.parameters.push_back(std::move(argument.spec));
    own->parameters.push_back(std::move(argument.shown));
    own->scalars.push_back(std::move(argument.bytes));
  }
  TRY(own::choose_output(asked, *own, kernel));
  if (asked.source.trial) {
    TRY(apply_trial(*asked.source.trial, kernel));
  }
  TRY(own::choose_tile(asked, guess, *own, kernel));
  if (!asked.order.empty()) own->notes.push_back(asked.order);
  if (guess.growth != 1) own->notes.push_back(growth_sentence(*own, guess.growth));
  for (std::string& sentence : own::overlooked_remarks(asked)) own->notes.push_back(std::move(sentence));
  own->assumed = assumptions_of(*own, kernel);
  own->kernel = std::make_shared<const Kernel>(std::move(kernel));
  return own;
}

}  // namespace bankloom
