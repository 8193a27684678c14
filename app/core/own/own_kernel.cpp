#include "core/own/own_kernel.h"

#include <algorithm>
#include <filesystem>
#include <utility>

#include "core/base/symbol_name.h"
#include "core/own/captured_kernel.h"
#include "core/own/entry_lookup.h"
#include "core/own/host_text.h"
#include "core/own/own_maker.h"
#include "core/own/shared_order.h"
#include "core/ptx/parser.h"

namespace bankloom::own {

Failure fail_at(const Part& place, const std::string& file, const std::string& sentence) {
  return fail_with({fmt::format("line {} of {}: {}", place.line, file, sentence),
                    ErrorCode::general,
                    {{Diagnostic::Severity::error, place.line, place.column, file, sentence}}});
}

Result<std::shared_ptr<const OwnKernel>> Maker::make(Kernel stub, const OptionValues& options,
                                                     const std::string& architecture, Compiler& compiler) {
  kernel_ = std::move(stub);
  options_ = options;
  if (base_ == nullptr && has_main(source_.text)) {
    return fail("{} is a whole program: Run shows its launches, and so does `bankloom run`",
                std::filesystem::path(file_).filename().string());
  }
  TRY(read_launch());
  CompileRequest request;
  request.name = file_;
  request.text = source_.text;
  request.definitions.assign(options.begin(), options.end());
  request.architecture = architecture;
  request.is_own = true;
  if (launch_ && launch_->kernel.text.find('<') != std::string::npos) request.instantiate = launch_->kernel.text;
  TRY(compile(request, compiler));
  TRY(choose_entry());
  TRY(question(request, compiler));
  TRY(shape_launch());
  TRY(fill_parameters());
  TRY(choose_output());
  TRY(choose_tile());
  note_order(request, compiler);
  note_growth();
  note_remarks();
  note_assumptions();
  own_->kernel = std::make_shared<const Kernel>(std::move(kernel_));
  return std::shared_ptr<const OwnKernel>(std::move(own_));
}

const own::Remark* Maker::remark_of(const std::string& word) const {
  const auto found = std::find_if(facts_.remarks.begin(), facts_.remarks.end(),
                                  [&](const own::Remark& remark) { return !word.empty() && remark.word == word; });
  return found == facts_.remarks.end() ? nullptr : &*found;
}

Result<void> Maker::read_launch() {
  for (const own::Remark& remark : facts_.remarks) {
    if (remark.word != "launch") continue;
    if (launch_remark_ != nullptr) {
      note(
          fmt::format("The text has several launch lines; line {} is the one that counts.", launch_remark_->rest.line));
      break;
    }
    launch_remark_ = &remark;
  }
  if (launch_remark_ == nullptr) return {};
  auto parsed = own::parse_launch(launch_remark_->rest);
  if (!parsed) return fail_at(launch_remark_->rest, file_, parsed.error().message);
  launch_ = std::move(*parsed);
  return {};
}

Result<void> Maker::compile(CompileRequest& request, Compiler& compiler) {
  auto compiled = compiler.compile(request);
  if (compiled && !(*compiled)->ok && base_ == nullptr && !source_.path.empty()) {
    // It may have code for the host, which takes more than a compiler of kernels.
    CompileRequest whole = request;
    whole.program = ProgramBuild{file_, {"-I" + std::filesystem::path(file_).parent_path().string()}};
    auto by_nvcc = compiler.compile(whole);
    if (by_nvcc && (*by_nvcc)->ok) {
      for (const FoundHeader& header : (*by_nvcc)->found_headers) {
        whole.program->options.push_back("-I" + header.folder);
        note(fmt::format("{} is found in {}.", header.name, header.folder));
      }
      request = std::move(whole);
    }
    if (by_nvcc) compiled = std::move(by_nvcc);
  }
  TRY(own_->compiled, only_compiled(std::move(compiled), request.name));
  auto module = ptx::parse(own_->compiled->ptx);
  if (!module) return fail("the PTX of {}: {}", file_, module.error().message);
  module_ = *module;
  return {};
}

std::vector<std::string> Maker::find_entries() const {
  std::vector<std::string> all, declared;
  for (const ptx::Function& function : module_->functions) {
    if (!function.is_entry || function.body.empty()) continue;
    all.push_back(function.name);
    if (declaration_of(demangled(function.name), function.params.size(), facts_) != nullptr) {
      declared.push_back(function.name);
    }
  }
  return declared.empty() ? all : declared;
}

Result<void> Maker::choose_entry() {
  const std::vector<std::string> entries = find_entries();
  if (launch_) {
    entry_ = own_->compiled->entry;
    if (entry_.empty()) {
      const auto found = find_entry(*module_, launch_->kernel.text);
      if (!found) return fail_at(launch_->kernel, file_, without_option(found.error().message, entries));
      entry_ = *found;
    }
  } else if (entries.empty()) {
    const bool is_template = std::any_of(facts_.kernels.begin(), facts_.kernels.end(),
                                         [](const own::KernelDeclaration& kernel) { return kernel.is_template; });
    if (!is_template) return fail("there is no kernel (__global__) in {}", file_);
    return fail(
        "the kernel of {} is a template, so a line has to say what it is launched with: "
        "`// launch: {}<float><<<1, 32>>>(...)`",
        file_, facts_.kernels.front().name);
  } else {
    entry_ = entries.back();
    if (base_ != nullptr && std::find(entries.begin(), entries.end(), base_->entry) != entries.end()) {
      entry_ = base_->entry;
    } else if (const auto named = find_entry(*module_, own_name(source_)); named) {
      entry_ = *named;
    }
    if (entries.size() > 1 && base_ == nullptr) {
      note(fmt::format("The text has {} kernels, and {} is shown; a launch line chooses another one.", entries.size(),
                       bare_name(demangled(entry_))));
    }
  }
  kernel_.entry = entry_;
  function_ = module_->find(entry_);
  if (function_ == nullptr) return fail("there is no kernel '{}' in {}", entry_, file_);
  written_ = bare_name(demangled(entry_));
  if (base_ == nullptr) kernel_.title = written_;
  declared_ = declaration_of(written_, function_->params.size(), facts_);
  const auto program = simt::decode(module_, entry_);
  if (!program) return fail("{}: {}", file_, program.error().message);
  arrays_ = simt::shared_arrays(**program);
  return {};
}

std::string Maker::without_option(const std::string& message, const std::vector<std::string>& entries) {
  if (message.find("--entry") == std::string::npos) return message;
  std::string names;
  for (const std::string& entry : entries) names += (names.empty() ? "" : ", ") + demangled(entry);
  return "the name fits several kernels; write one of " + names;
}

std::string Maker::name_of(std::size_t index) const {
  std::string name = declared_ != nullptr ? declared_->parameters[index].name : std::string();
  if (name.empty()) name = alias_of(index);
  return name.empty() ? fmt::format("parameter{}", index) : name;
}

std::string Maker::alias_of(std::size_t index) const {
  if (!launch_ || index >= launch_->arguments.size()) return {};
  const std::string& text = launch_->arguments[index].text;
  const auto names = own::names_in(text);
  return names.size() == 1 && names.front() == text ? text : std::string();
}

bool Maker::is_written_pointer(std::size_t index) const {
  return declared_ != nullptr && declared_->parameters[index].type.find('*') != std::string::npos;
}

Result<void> Maker::question(const CompileRequest& request, Compiler& compiler) {
  const std::size_t count = function_->params.size();
  if (launch_) {
    grid_ = probe_.ask_extent(launch_->shape[0]);
    block_ = probe_.ask_extent(launch_->shape[1]);
    if (launch_->shape.size() > 2) dynamic_ = probe_.ask_number(launch_->shape[2]);
    if (launch_->has_arguments && launch_->arguments.size() != count) {
      return fail_at(
          launch_->kernel, file_,
          fmt::format("the launch gives {} arguments, and {} takes {}", launch_->arguments.size(), written_, count));
    }
  }
  described_.resize(count);
  for (std::size_t index = 0; index < count; ++index) describe(index);
  if (const own::Remark* remark = remark_of("tile")) {
    if (auto shape = own::parse_buffer(remark->rest); shape && !shape->value) {
      tile_text_ = std::move(shape);
      for (std::size_t axis = 0; axis < tile_text_->extent.size(); ++axis) {
        tile_extent_[axis] = probe_.ask_number(tile_text_->extent[axis]);
      }
    } else {
      remark_only(*remark, "a tile's shape is written `// tile: NAME[32][33]`");
    }
  }
  const bool is_plain = launch_ && launch_->kernel.text.find('<') != std::string::npos;
  if (count > 0) probe_.ask_parameters(is_plain ? launch_->kernel.text : "::" + written_, count);
  TRY(answers_, probe_.ask(request, facts_, compiler));
  return {};
}

void Maker::remark_only(const own::Remark& remark, const std::string& how) {
  note(fmt::format("Line {}, '{}: {}', is taken as a remark; {}.", remark.rest.line, remark.word, remark.rest.text,
                   how));
}

void Maker::describe(std::size_t index) {
  Described& described = described_[index];
  const std::string name = name_of(index);
  const own::Remark* remark = remark_of(name);
  if (remark == nullptr) remark = remark_of(alias_of(index));
  if (remark != nullptr) {
    described.buffer = own::parse_buffer(remark->rest);
    if (described.buffer) {
      describe_buffer(described, *remark);
    } else if (is_written_pointer(index)) {
      remark_only(*remark, fmt::format("a buffer is described as `// {}: [1024] = i`", remark->word));
    } else if (own::reads_like_prose(remark->rest.text)) {
      remark_only(*remark, fmt::format("a value is given as `// {}: 1024`", remark->word));
    } else {
      described.remark = remark;
      described.value = probe_.ask_value(remark->rest, index);
      described.value_line = remark->rest.line;
    }
    return;
  }
  // An argument that is no name, or another name than the parameter's, is the value of a scalar.
  if (!launch_ || index >= launch_->arguments.size() || is_written_pointer(index) || declared_ == nullptr) return;
  const Part& argument = launch_->arguments[index];
  if (argument.text.empty() || argument.text == name) return;
  described.value = probe_.ask_value(argument, index);
  described.value_line = argument.line;
}

void Maker::describe_buffer(Described& described, const own::Remark& remark) {
  described.remark = &remark;
  const BufferText& text = *described.buffer;
  for (std::size_t axis = 0; axis < text.extent.size(); ++axis)
    described.extent[axis] = probe_.ask_number(text.extent[axis]);
  if (!text.type.empty())
    described.type = probe_.ask_type({text.type, remark.rest.begin, remark.rest.line, remark.rest.column});
  if (!text.value) return;
  for (const std::string& name : own::names_in(text.value->text)) {
    if (name == "i" || name == "row" || name == "col" || name == "min" || name == "max") continue;
    const std::size_t at = text.value->text.find(name);
    described.names.emplace_back(name, probe_.ask_number({name, text.value->begin + at, text.value->line,
                                                          text.value->column + static_cast<unsigned>(at)}));
  }
}

void Maker::note_order(const CompileRequest& request, Compiler& compiler) {
  const auto fixed =
      std::count_if(arrays_.begin(), arrays_.end(), [](const simt::SharedArray& array) { return !array.is_dynamic; });
  if (fixed < 2) return;
  const auto binary = compiler.binary(request);
  note(own::order_sentence(
      arrays_, binary.and_then([this](const auto& bytes) { return own::read_binary_shared(bytes, entry_); })));
}

void Maker::note_assumptions() {
  using Assumed = OwnAssumption::Kind;
  if (own_->launch.origin == OwnOrigin::usual) own_->assumed.push_back({Assumed::launch, {}, own_->launch.text});
  for (std::size_t index = 0; index < own_->parameters.size(); ++index) {
    const OwnParameter& parameter = own_->parameters[index];
    if (parameter.origin != OwnOrigin::usual) continue;
    if (parameter.is_buffer) {
      own_->assumed.push_back({Assumed::size, parameter.name, {}, parameter.count});
    } else {
      own_->assumed.push_back({Assumed::value, parameter.name, kernel_.parameters[index].value});
    }
  }
}

void Maker::note_growth() {
  if (guess_.growth == 1) return;
  std::string names;
  for (const OwnParameter& parameter : own_->parameters) {
    if (!parameter.is_buffer || parameter.origin != OwnOrigin::usual) continue;
    names += fmt::format("{}`// {}`", names.empty() ? "" : ", ", parameter.comment);
  }
  note(
      fmt::format("The kernel reaches beyond one element a thread, so {} for each were taken; a comment says another "
                  "size: {}.",
                  guess_.growth, names));
}

}  // namespace bankloom::own

namespace bankloom {

Result<std::shared_ptr<const OwnKernel>> make_own_kernel(const OwnSource& source, const OptionValues& chosen,
                                                         const std::string& architecture, const Catalog& catalog,
                                                         Compiler& compiler, const OwnGuess& guess) {
  const auto stub = own_kernel_stub(source, chosen, catalog);
  TRY(const auto options, resolve_options(*stub, chosen));
  return own::Maker(source, catalog, guess).make(*stub, options, architecture, compiler);
}

}  // namespace bankloom
