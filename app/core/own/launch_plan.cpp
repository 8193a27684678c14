// The kernel of a text that is launched, and the questions for its arguments.
#include <algorithm>
#include <filesystem>
#include <set>

#include "core/base/language.h"
#include "core/base/symbol_name.h"
#include "core/base/text_lines.h"
#include "core/own/captured_kernel.h"
#include "core/own/cpp_lexer.h"
#include "core/own/entry_lookup.h"
#include "core/own/host_text.h"
#include "core/own/own_stages.h"

namespace bankloom::own {

Failure fail_at(const Part& place, const std::string& file, const std::string& sentence) {
  return fail_with({message("line {} of {}: {}", place.line, file, sentence),
                    ErrorCode::general,
                    {{Diagnostic::Severity::error, place.line, place.column, file, sentence}}});
}

Result<OwnText> read_own_text(const OwnSource& source, const Catalog& catalog) {
  OwnText text;
  text.source = source;
  text.file = own_file_name(source, catalog);
  text.base = base_of(source, catalog);
  if (text.base == nullptr && has_main(source.text)) {
    return fail("{} is a whole program: Run executes it, and shows its launches",
                std::filesystem::path(text.file).filename().string());
  }
  text.facts = read_text_facts(source.text);
  const auto& remarks = text.facts.remarks;
  const auto is_launch = [](const Remark& remark) { return remark.word == "launch"; };
  const auto first = std::ranges::find_if(remarks, is_launch);
  if (first == remarks.end()) return text;
  if (std::any_of(first + 1, remarks.end(), is_launch)) {
    text.notes.push_back(message("The code has several launch lines; line {} is used.", first->rest.line));
  }
  auto parsed = parse_launch(first->rest);
  if (!parsed) return fail_at(first->rest, text.file, parsed.error().message);
  text.launch = LaunchLine{first->rest, std::move(*parsed)};
  return text;
}

namespace {

/// The text's own kernels; also those of headers (CUB has one) if the text declares none literally.
std::vector<std::string> find_entries(const ptx::Module& module, const TextFacts& facts) {
  std::vector<std::string> all, declared;
  for (const ptx::Function& function : module.functions) {
    if (!function.is_entry || function.body.empty()) continue;
    all.push_back(function.name);
    const auto* const declaration = declaration_of(demangled(function.name), function.params.size(), facts);
    if (declaration != nullptr) declared.push_back(function.name);
  }
  return declared.empty() ? all : declared;
}

/// The kernel that a launch line names, in the PTX.
Result<std::string> named_entry(const OwnText& text, const ptx::Module& module) {
  const Part& name = text.launch->text.kernel;
  const auto found = find_entry(module, name.text);
  if (found) return *found;
  std::string message = found.error().message;
  // With several kernels, the sentence names an option of a command.
  if (message.find("--entry") != std::string::npos) {
    std::vector<std::string> names;
    for (const std::string& entry : find_entries(module, text.facts)) names.push_back(demangled(entry));
    message = bankloom::message("the name fits several kernels; write one of {}", join(names, list_sign()));
  }
  return fail_at(name, text.file, message);
}

/// The kernel to show without a launch line: the base's, the one named like the text, else the last.
Result<std::string> usual_entry(OwnText& text, const ptx::Module& module) {
  const std::vector<std::string> entries = find_entries(module, text.facts);
  if (entries.empty()) {
    const auto& kernels = text.facts.kernels;
    const bool is_template = std::ranges::any_of(kernels, &KernelDeclaration::is_template);
    if (!is_template) return fail("there is no kernel (__global__) in {}", text.file);
    return fail(
        "the kernel of {} is a template, so a line has to say what it is launched with: "
        "`// launch: {}<float><<<1, 32>>>(...)`",
        text.file, kernels.front().name);
  }
  std::string entry = entries.back();
  if (text.base != nullptr && std::ranges::find(entries, text.base->entry) != entries.end()) {
    entry = text.base->entry;
  } else if (const auto named = find_entry(module, bankloom::own_name(text.source)); named) {
    entry = *named;
  }
  if (entries.size() > 1 && text.base == nullptr) {
    text.notes.push_back(message("The code has {} kernels, and {} is shown; a launch line chooses another one.",
                                 entries.size(), bare_name(demangled(entry))));
  }
  return entry;
}

class Planner {
 public:
  Planner(OwnText& text, LaunchPlan& plan) : text_(text), plan_(plan) {}

  Result<void> run() {
    const std::size_t count = plan_.function->params.size();
    if (text_.launch) {
      const LaunchText& launch = text_.launch->text;
      plan_.grid = ask(Question::Kind::extent, launch.shape[0]);
      plan_.block = ask(Question::Kind::extent, launch.shape[1]);
      if (launch.shape.size() > 2) plan_.dynamic = ask(Question::Kind::number, launch.shape[2]);
      if (launch.has_arguments && launch.arguments.size() != count) {
        return fail_at(launch.kernel, text_.file, "the launch gives {} arguments, and {} takes {}",
                       launch.arguments.size(), plan_.kernel, count);
      }
    }
    const KernelDeclaration* const declared = declaration_of(plan_.kernel, count, text_.facts);
    for (std::size_t index = 0; index < count; ++index) add_parameter(index, declared);
    if (const Remark* remark = remark_on(text_.facts, "tile")) plan_tile(*remark);
    const bool is_template = text_.launch && text_.launch->is_template();
    if (count > 0) plan_.questions.kernel = is_template ? text_.launch->text.kernel.text : "::" + plan_.kernel;
    plan_.questions.parameters = count;
    return {};
  }

 private:
  std::size_t ask(Question::Kind kind, Part place, std::size_t parameter = 0) {
    plan_.questions.all.push_back({kind, std::move(place), parameter});
    return plan_.questions.all.size() - 1;
  }

  void take_as_remark(const Remark& remark, const std::string& how) {
    text_.notes.push_back(message("Line {}, '{}: {}', is treated as a remark; {}.", remark.rest.line, remark.word,
                                  remark.rest.text, how));
  }

  void add_parameter(std::size_t index, const KernelDeclaration* declared) {
    ParameterPlan& plan = plan_.parameters.emplace_back();
    const bool has_argument = text_.launch && index < text_.launch->text.arguments.size();
    const Part argument = has_argument ? text_.launch->text.arguments[index] : Part{};
    if (is_name(argument.text)) plan.alias = argument.text;
    if (declared != nullptr) {
      plan.name = declared->parameters[index].name;
      plan.type = declared->parameters[index].type;
    }
    if (plan.name.empty()) plan.name = plan.alias;
    if (plan.name.empty()) plan.name = fmt::format("parameter{}", index);
    const Remark* remark = remark_on(text_.facts, plan.name);
    if (remark == nullptr) remark = remark_on(text_.facts, plan.alias);
    if (remark != nullptr) {
      describe(plan, index, *remark);
    } else if (declared != nullptr && !plan.is_written_pointer() && !argument.text.empty() &&
               argument.text != plan.name) {
      // An argument other than the parameter's own name is the value of a scalar.
      plan.given = argument;
      plan.value = ask(Question::Kind::value, argument, index);
    }
  }

  void describe(ParameterPlan& plan, std::size_t index, const Remark& remark) {
    plan.buffer = parse_buffer(remark.rest);
    if (plan.buffer) {
      plan.given = remark.rest;
      describe_buffer(plan);
    } else if (plan.is_written_pointer()) {
      take_as_remark(remark, message("a buffer is described as `// {}: [1024] = i`", remark.word));
    } else if (reads_like_prose(remark.rest.text)) {
      take_as_remark(remark, message("a value is given as `// {}: 1024`", remark.word));
    } else {
      plan.given = remark.rest;
      plan.value = ask(Question::Kind::value, remark.rest, index);
    }
  }

  void describe_buffer(ParameterPlan& plan) {
    const BufferText& text = *plan.buffer;
    for (const Part& extent : text.extent) plan.extent.push_back(ask(Question::Kind::number, extent));
    if (!text.type.empty()) {
      plan.element = ask(Question::Kind::type, {text.type, plan.given->begin, plan.given->line, plan.given->column});
    }
    if (!text.value) return;
    std::set<std::string_view> known{"i", "row", "col", "min", "max"};
    for (const TextToken& token : cut(text.value->text)) {
      if (token.kind != TextToken::Kind::name || !known.insert(token.text).second) continue;
      plan.names.emplace_back(token.text,
                              ask(Question::Kind::number, part_of(*text.value, token.begin, token.text.size())));
    }
  }

  void plan_tile(const Remark& remark) {
    auto shape = parse_buffer(remark.rest);
    if (!shape || shape->value)
      return take_as_remark(remark, message("a tile's shape is written `// tile: NAME[32][33]`"));
    for (const Part& extent : shape->extent) plan_.tile_extent.push_back(ask(Question::Kind::number, extent));
    plan_.tile = std::move(shape);
    plan_.tile_comment = remark.rest;
  }

  OwnText& text_;
  LaunchPlan& plan_;
};

}  // namespace

Result<LaunchPlan> plan_launch(OwnText& text, std::shared_ptr<const ptx::Module> module, const std::string& instance) {
  LaunchPlan plan;
  plan.module = std::move(module);
  plan.entry = instance;
  if (plan.entry.empty()) {
    TRY(plan.entry, text.launch ? named_entry(text, *plan.module) : usual_entry(text, *plan.module));
  }
  plan.function = plan.module->find(plan.entry);
  if (plan.function == nullptr) return fail("there is no kernel '{}' in {}", plan.entry, text.file);
  plan.kernel = bare_name(demangled(plan.entry));
  const auto program = simt::decode(plan.module, plan.entry);
  if (!program) return fail("{}: {}", text.file, program.error().message);
  plan.arrays = simt::shared_arrays(**program);
  TRY(Planner(text, plan).run());
  return plan;
}

}  // namespace bankloom::own
