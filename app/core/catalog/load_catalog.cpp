// Finds the lesson and kernel folders and reads their files into records.
#include <algorithm>
#include <array>
#include <cctype>
#include <limits>
#include <set>
#include <string_view>
#include <tuple>
#include <utility>

#include "core/base/files.h"
#include "core/base/json_record.h"
#include "core/base/language.h"
#include "core/base/text_lines.h"
#include "core/catalog/catalog.h"
#include "core/catalog/element_type.h"

namespace bankloom {
namespace {

namespace fs = std::filesystem;

constexpr std::array<std::string_view, 2> kOptionTypes = {"int", "choice"};
constexpr std::array<std::string_view, 3> kCurveQuantities = {"bandwidth", "rate", "time"};
constexpr std::array<std::string_view, 4> kParameterKinds = {"in", "out", "inout", "scalar"};

bool is_identifier_character(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

bool is_identifier(std::string_view text) {
  return !text.empty() && std::isdigit(static_cast<unsigned char>(text.front())) == 0 &&
         std::ranges::all_of(text, is_identifier_character);
}

/// Does the text mention `name` as a whole word with an argument list after it?
bool mentions_function(std::string_view text, std::string_view name) {
  for (auto at = text.find(name); at != std::string_view::npos; at = text.find(name, at + 1)) {
    const bool starts = at == 0 || !is_identifier_character(text[at - 1]);
    const auto next = text.find_first_not_of(" \t\r\n", at + name.size());
    if (starts && next != std::string_view::npos && text[next] == '(') return true;
  }
  return false;
}

/// The visible folders in `folder`, by name, without those that are empty, as version control leaves them behind.
Result<std::vector<fs::path>> subfolders(const fs::path& folder) {
  std::error_code error;
  fs::directory_iterator entries(folder, error);
  if (error) return fail("{}: cannot be opened as a folder ({})", folder.string(), error.message());
  std::vector<fs::path> result;
  for (const auto& entry : entries) {
    if (entry.path().filename().string().front() != '.' && entry.is_directory(error) &&
        !fs::is_empty(entry.path(), error)) {
      result.push_back(entry.path());
    }
  }
  std::ranges::sort(result);
  return result;
}

/// A field's text as an expression over `variables`.
Expression parse_expression(FieldReader& fields, const std::string& name, const std::string& text,
                            const std::vector<std::string>& variables) {
  auto result = Expression::parse(text, variables);
  if (!result) fields.report(name, result.error().message);
  return std::move(result).value_or(Expression());
}

/// A field with an expression, written as text or as a whole number; required if there is no `missing`.
Expression read_expression(FieldReader& fields, const std::string& name, const std::vector<std::string>& variables,
                           const std::optional<Expression>& missing = {}) {
  if (missing && !fields.has(name)) return *missing;
  const auto text = fields.text_or_integer(name);
  return fields.has(name) ? parse_expression(fields, name, text, variables) : Expression();
}

int read_order(FieldReader& fields) {
  return static_cast<int>(fields.whole("order", 0, std::numeric_limits<int>::max()));
}

ptx::Type read_element(FieldReader& fields) {
  const auto word = fields.text("element");
  const auto type = element_type_named(word);
  if (!type) fields.report("element", message("must be one of {}", element_type_names()));
  return type.value_or(ptx::Type::s32);
}

Option read_option(FieldReader& fields) {
  Option option;
  option.name = fields.text("name");
  static const std::set<std::string> reserved = {"row", "col", "i", "min", "max"};
  if (!is_identifier(option.name)) fields.report("name", "must be a C identifier");
  if (reserved.contains(option.name)) fields.report("name", "is a name that expressions need themselves");
  option.type = fields.choice<OptionType>("type", kOptionTypes);
  option.meaning = fields.text("meaning");
  if (option.type == OptionType::integer) {
    option.minimum = fields.whole("min", -Expression::kLargest, Expression::kLargest);
    option.maximum = fields.whole("max", -Expression::kLargest, Expression::kLargest);
    if (option.maximum < option.minimum) fields.report("max", "must not be less than min");
    option.default_value = std::to_string(fields.whole("default", option.minimum, option.maximum));
  } else {
    option.values = fields.texts("values");
    option.default_value = fields.text_or_integer("default");
    if (option.values.empty()) fields.report("values", "must not be empty");
    if (std::set<std::string>(option.values.begin(), option.values.end()).size() != option.values.size()) {
      fields.report("values", "must not give a value twice");
    }
    if (std::ranges::find(option.values, option.default_value) == option.values.end()) {
      fields.report("default", "must be one of values");
    }
  }
  return option;
}

void read_extent(FieldReader& launch, const std::string& name, const std::vector<std::string>& variables,
                 LaunchSpec::Extent& extent) {
  const auto texts = launch.texts(name);
  if (texts.empty() || texts.size() > 3) launch.report(name, "must have one to three expressions");
  for (std::size_t i = 0; i < texts.size() && i < 3; ++i) {
    extent[i] = parse_expression(launch, fmt::format("{}[{}]", name, i), texts[i], variables);
  }
}

LaunchSpec read_launch(FieldReader fields, const std::vector<std::string>& variables) {
  LaunchSpec launch;
  read_extent(fields, "grid", variables, launch.grid);
  read_extent(fields, "block", variables, launch.block);
  launch.dynamic_shared_bytes = read_expression(fields, "dynamic_shared_bytes", variables, launch.dynamic_shared_bytes);
  fields.finish();
  return launch;
}

ParameterSpec read_parameter(FieldReader& fields, const std::vector<std::string>& variables) {
  ParameterSpec parameter;
  parameter.name = fields.text("name");
  parameter.kind = fields.choice<ParameterKind>("kind", kParameterKinds);
  parameter.element = read_element(fields);
  auto of_element = variables;
  if (parameter.kind != ParameterKind::scalar) {
    of_element.emplace_back("i");
    parameter.count = read_expression(fields, "count", variables);
    if (fields.has("columns")) {
      parameter.columns = read_expression(fields, "columns", variables);
      of_element.insert(of_element.end(), {"row", "col"});
    }
  }
  if (parameter.kind != ParameterKind::out) parameter.value = read_expression(fields, "value", of_element);
  return parameter;
}

OutputSpec read_output(FieldReader fields, const std::vector<std::string>& variables,
                       const std::vector<ParameterSpec>& parameters) {
  OutputSpec output;
  output.parameter = fields.text("parameter");
  const auto named = std::ranges::find(parameters, output.parameter, &ParameterSpec::name);
  if (named == parameters.end()) {
    fields.report("parameter", message("is '{}', which is not one of the parameters", output.parameter));
  } else if (named->kind != ParameterKind::out && named->kind != ParameterKind::inout) {
    fields.report("parameter", message("is '{}', which is not an out or inout buffer", output.parameter));
  }
  output.rows = read_expression(fields, "rows", variables);
  output.columns = read_expression(fields, "columns", variables);
  auto with_place = variables;
  with_place.insert(with_place.end(), {"row", "col", "i"});
  output.rule = read_expression(fields, "rule", with_place);
  output.defined = read_expression(fields, "defined", with_place, output.defined);
  if (fields.has("divisor")) {
    output.divisor = read_expression(fields, "divisor", variables);
    const bool real =
        named != parameters.end() && (named->element == ptx::Type::f32 || named->element == ptx::Type::f64);
    if (!real) fields.report("divisor", "needs an output of f32 or f64 elements");
  }
  fields.finish();
  return output;
}

/// The option that pads the tile: what its padding names, or if that names none, what is added to its rows or
/// columns, for nothing else in them may be 0.
std::optional<std::size_t> find_padding(FieldReader& fields, const TileSpec& tile, const std::vector<Option>& options) {
  std::vector<std::string> named;
  std::optional<std::size_t> padding;
  for (std::size_t index = 0; index < options.size(); ++index) {
    const auto& [name, type, first, minimum, maximum, values, meaning] = options[index];
    const bool is_int = type == OptionType::integer;
    if (tile.padding.used_variables().empty()) {
      if (!is_int || minimum != 0 || !(tile.rows.uses(name) || tile.columns.uses(name))) continue;
    } else {
      if (!tile.padding.uses(name)) continue;
      if (!is_int) fields.report("padding", message("names {}, which is not an int", name));
    }
    named.push_back(name);
    padding = index;
  }
  if (named.size() > 1) fields.report("padding", message("names {}; one option pads a tile", join(named, list_sign())));
  return padding;
}

TileSpec read_tile(FieldReader fields, const std::vector<std::string>& variables, Kernel& kernel) {
  TileSpec tile;
  tile.name = fields.text("name");
  tile.rows = read_expression(fields, "rows", variables);
  tile.columns = read_expression(fields, "columns", variables);
  tile.padding = read_expression(fields, "padding", variables, 0);
  kernel.padding_index = find_padding(fields, tile, kernel.options);
  tile.element = read_element(fields);
  fields.objects("elements", false, [&](FieldReader& one) {
    tile.elements.push_back({one.text("option"), one.text("value"), read_element(one)});
    const TileSpec::ElementCase& made = tile.elements.back();
    const Option* const option = kernel.option(made.option);
    if (option == nullptr || std::ranges::find(option->values, made.value) == option->values.end()) {
      one.report("value", message("must be a value of the option {}", made.option));
    }
    if (element_bytes(made.element) != element_bytes(tile.element)) {
      one.report("element", "must have as many bytes as the tile's element");
    }
    one.finish();
  });
  fields.finish();
  return tile;
}

ExpectedFault read_expected_fault(FieldReader& fields, const std::vector<std::string>& variables, std::int64_t lines) {
  ExpectedFault fault;
  fault.kind = fields.choice<simt::FaultKind>("kind", simt::kFaultKindNames);
  fault.when = read_expression(fields, "when", variables, fault.when);
  if (fields.has("line")) fault.line = static_cast<int>(fields.whole("line", 1, lines));
  return fault;
}

/// The options that expressions can name.
std::vector<std::string> variables_of(const Kernel& kernel) {
  std::vector<std::string> variables;
  for (const auto& option : kernel.options) {
    if (option.is_variable()) variables.push_back(option.name);
  }
  return variables;
}

/// The options to measure at: names and values that the kernel takes.
OptionValues read_measured_options(FieldReader& fields, const Kernel& kernel) {
  OptionValues chosen;
  for (const auto& name : fields.names()) {
    const auto resolved = resolve_options(kernel, {{name, fields.text_or_integer(name)}});
    if (!resolved) {
      fields.report(name, resolved.error().message);
    } else {
      chosen[name] = resolved->at(name);
    }
  }
  return chosen;
}

/// Options to set in another kernel.
std::map<std::string, Expression> read_options_there(FieldReader& fields, const std::vector<std::string>& variables) {
  std::map<std::string, Expression> there;
  if (!fields.has("options")) return there;
  FieldReader options = fields.object("options");
  for (const auto& name : options.names()) there[name] = read_expression(options, name, variables);
  return there;
}

BaselineSpec read_baseline(FieldReader fields, const std::vector<std::string>& variables) {
  BaselineSpec baseline;
  baseline.kernel = fields.text("kernel");
  baseline.options = read_options_there(fields, variables);
  fields.finish();
  return baseline;
}

SwizzledSpec read_swizzled(FieldReader fields, const std::vector<std::string>& variables) {
  SwizzledSpec swizzled;
  if (fields.has("kernel")) swizzled.kernel = fields.text("kernel");
  swizzled.options = read_options_there(fields, variables);
  swizzled.when = read_expression(fields, "when", variables, swizzled.when);
  if (swizzled.kernel.empty() && swizzled.options.empty()) fields.report("kernel", "or options must be given");
  fields.finish();
  return swizzled;
}

/// Checks that another kernel (`name`, "" for itself) exists in the lesson and has the options that are set there.
void check_named(const Catalog& catalog, const Kernel& kernel, FieldProblems& problems, const std::string& field,
                 const std::string& name, const std::map<std::string, Expression>& options) {
  const auto found = find_kernel(catalog, kernel.lesson + "/" + (name.empty() ? kernel.name : name));
  if (!found) return problems.report(field + ".kernel", found.error().message);
  for (const auto& [option, value] : options) {
    if ((*found)->option(option) != nullptr) continue;
    problems.report(fmt::format("{}.options.{}", field, option), message("is not an option of {}", (*found)->id()));
  }
}

/// A former name leads to one kernel, and is the name of none.
void check_former_names(const Catalog& catalog, const Kernel& kernel, FieldProblems& problems) {
  for (const std::string& former : kernel.formerly) {
    const auto has_it = [&](const Kernel& one) {
      const auto times = std::ranges::count(one.formerly, former);
      return one.id() == former || times > (&one == &kernel ? 1 : 0);
    };
    if (std::ranges::any_of(catalog.kernels, has_it)) {
      problems.report("formerly", message("'{}' is the name of another kernel", former));
    }
  }
}

Result<void> check_others(const Catalog& catalog) {
  for (const auto& kernel : catalog.kernels) {
    FieldProblems problems((kernel.source_path.parent_path() / "kernel.json").string());
    const auto check = [&](const char* field, const auto& named) {
      if (named) check_named(catalog, kernel, problems, field, named->kernel, named->options);
    };
    check("baseline", kernel.baseline);
    check("repaired", kernel.repaired);
    check("swizzled", kernel.swizzled);
    check_former_names(catalog, kernel, problems);
    TRY(problems.none());
  }
  return {};
}

/// Appends a named record; a second one with the same name is reported.
template <class Record>
void append_unique(std::vector<Record>& records, Record record, FieldReader& fields) {
  if (std::ranges::find(records, record.name, &Record::name) != records.end()) {
    fields.report("name", message("'{}' is given twice", record.name));
  }
  records.push_back(std::move(record));
}

}  // namespace

Result<Kernel> parse_kernel(const std::string& text, const std::filesystem::path& file, std::string source) {
  TRY(const auto json, parse_json_object(text, file.string()));
  const fs::path folder = file.parent_path();
  Kernel kernel;
  kernel.lesson = folder.parent_path().filename().string();
  kernel.name = folder.filename().string();
  kernel.source_path = folder / "kernel.cu";
  kernel.source = std::move(source);

  FieldProblems problems(file.string());
  FieldReader fields(json, "", problems);
  fields.find("$schema");  // for editors
  kernel.title = fields.text("title");
  kernel.summary = fields.text("summary");
  if (fields.text("lesson") != kernel.lesson) {
    fields.report("lesson", message("must be '{}', as its folder", kernel.lesson));
  }
  kernel.order = read_order(fields);
  kernel.entry = fields.text("entry");
  if (!is_identifier(kernel.entry)) fields.report("entry", "must be a C identifier");
  if (!mentions_function(kernel.source, kernel.entry)) {
    fields.report("entry", message("is '{}', a function that kernel.cu does not have", kernel.entry));
  }
  fields.objects("options", true,
                 [&](FieldReader& option) { append_unique(kernel.options, read_option(option), option); });

  const std::vector<std::string> variables = variables_of(kernel);
  kernel.launch = read_launch(fields.object("launch"), variables);
  fields.objects("parameters", true, [&](FieldReader& parameter) {
    append_unique(kernel.parameters, read_parameter(parameter, variables), parameter);
  });
  kernel.output = read_output(fields.object("output"), variables, kernel.parameters);
  if (fields.has("tile")) kernel.tile = read_tile(fields.object("tile"), variables, kernel);
  fields.objects("constraints", false, [&](FieldReader& constraint) {
    auto expression = read_expression(constraint, "expression", variables);
    kernel.constraints.push_back({std::move(expression), constraint.text("message")});
  });
  const auto lines = std::count(kernel.source.begin(), kernel.source.end(), '\n');
  fields.objects("expected_faults", false, [&](FieldReader& fault) {
    kernel.expected_faults.push_back(read_expected_fault(fault, variables, lines));
  });
  if (fields.has("fixes")) kernel.fixes = fields.text("fixes");
  if (fields.has("traffic")) kernel.traffic = read_expression(fields, "traffic", variables);
  if (fields.has("operations")) kernel.operations = read_expression(fields, "operations", variables);
  if (fields.has("gpu")) {
    FieldReader options = fields.object("gpu");
    kernel.gpu = read_measured_options(options, kernel);
  }
  fields.objects("recorded", false,
                 [&](FieldReader& options) { kernel.recorded.push_back(read_measured_options(options, kernel)); });
  fields.objects("rungs", false,
                 [&](FieldReader& options) { kernel.rungs.push_back(read_measured_options(options, kernel)); });
  if (fields.has("baseline")) kernel.baseline = read_baseline(fields.object("baseline"), variables);
  if (fields.has("repaired")) kernel.repaired = read_baseline(fields.object("repaired"), variables);
  if (fields.has("machine")) kernel.machine = fields.text("machine");
  if (fields.has("formerly")) kernel.formerly = fields.texts("formerly");
  if (fields.has("swizzled")) kernel.swizzled = read_swizzled(fields.object("swizzled"), variables);
  fields.finish();
  TRY(problems.none());
  return kernel;
}

namespace {

Result<Kernel> read_kernel(const fs::path& folder) {
  const auto file = folder / "kernel.json";
  TRY(auto text, read_file(file));
  TRY(auto source, read_file(folder / "kernel.cu"));
  return parse_kernel(text, file, std::move(source));
}

Result<Lesson> read_lesson(const fs::path& folder) {
  const auto file = folder / "lesson.json";
  TRY(const auto text, read_file(file));
  TRY(const auto object, parse_json_object(text, file.string()));
  FieldProblems problems(file.string());
  FieldReader fields(object, "", problems);
  fields.find("$schema");  // for editors
  fields.find("curves");   // once the kernels are known
  Lesson lesson;
  lesson.name = folder.filename().string();
  lesson.title = fields.text("title");
  lesson.order = read_order(fields);
  lesson.summary = fields.text("summary");
  fields.finish();
  TRY(problems.none());
  return lesson;
}

/// The kernels of a lesson's folder, by their order.
Result<void> append_kernels(Catalog& catalog, const fs::path& folder) {
  TRY(const auto kernel_folders, subfolders(folder));
  const auto first = catalog.kernels.size();
  for (const auto& kernel_folder : kernel_folders) {
    if (kernel_folder.filename() == "exercises") continue;
    TRY(auto kernel, read_kernel(kernel_folder));
    catalog.kernels.push_back(std::move(kernel));
  }
  std::ranges::sort(catalog.kernels.begin() + static_cast<std::ptrdiff_t>(first), catalog.kernels.end(), {},
                    [](const Kernel& kernel) { return std::tie(kernel.order, kernel.name); });
  return {};
}

CurveSpec::Line read_curve_line(FieldReader& fields, const Catalog& catalog, const std::string& lesson) {
  CurveSpec::Line line;
  line.label = fields.text("label");
  line.kernel = fields.text("kernel");
  const auto found = std::ranges::find_if(
      catalog.kernels, [&](const Kernel& kernel) { return kernel.lesson == lesson && kernel.name == line.kernel; });
  if (found == catalog.kernels.end()) {
    fields.report("kernel", message("there is no kernel '{}' in this lesson", line.kernel));
    return line;
  }
  if (fields.has("where")) {
    FieldReader where = fields.object("where");
    line.where = read_measured_options(where, *found);
  }
  line.at = read_expression(fields, "at", variables_of(*found));
  line.per = read_expression(fields, "per", variables_of(*found), 1);
  line.in_flight = read_expression(fields, "in_flight", variables_of(*found), 0);
  return line;
}

/// The curves of a lesson, whose kernels are in the catalogue.
Result<void> add_curves(Lesson& lesson, const Catalog& catalog, const fs::path& folder) {
  const auto file = folder / "lesson.json";
  TRY(const auto text, read_file(file));
  TRY(const auto object, parse_json_object(text, file.string()));
  FieldProblems problems(file.string());
  FieldReader fields(object, "", problems);
  fields.objects("curves", false, [&](FieldReader& curve) {
    CurveSpec spec;
    spec.name = curve.text("name");
    spec.title = curve.text("title");
    spec.axis = curve.text("axis");
    spec.quantity = curve.choice<CurveQuantity>("quantity", kCurveQuantities);
    curve.optional("chain", spec.is_chain);
    curve.objects("lines", true,
                  [&](FieldReader& line) { spec.lines.push_back(read_curve_line(line, catalog, lesson.name)); });
    append_unique(lesson.curves, std::move(spec), curve);
    curve.finish();
  });
  return problems.none();
}

}  // namespace

Result<Catalog> load_catalog(const std::filesystem::path& folder) {
  TRY(const auto lesson_folders, subfolders(folder));
  Catalog catalog;
  for (const auto& lesson_folder : lesson_folders) {
    TRY(catalog.lessons.emplace_back(), read_lesson(lesson_folder));
  }
  std::ranges::sort(catalog.lessons, {}, [](const Lesson& lesson) { return std::tie(lesson.order, lesson.name); });
  for (Lesson& lesson : catalog.lessons) {
    TRY(append_kernels(catalog, folder / lesson.name));
    TRY(add_curves(lesson, catalog, folder / lesson.name));
  }
  TRY(check_others(catalog));
  return catalog;
}

Result<void> add_kernels(Catalog& catalog, const std::filesystem::path& folder) {
  TRY(const auto lesson_folders, subfolders(folder));
  for (const auto& lesson_folder : lesson_folders) {
    std::error_code error;
    const bool is_described = fs::exists(lesson_folder / "lesson.json", error);
    const auto before = catalog.kernels.size();
    Lesson lesson;
    lesson.name = lesson.title = lesson_folder.filename().string();
    if (is_described) {
      TRY(lesson, read_lesson(lesson_folder));
    }
    TRY(append_kernels(catalog, lesson_folder));
    if (!is_described && catalog.kernels.size() == before) continue;
    if (is_described) TRY(add_curves(lesson, catalog, lesson_folder));
    for (const Lesson& known : catalog.lessons) {
      if (known.name == lesson.name) {
        return fail("{}: there is a lesson of that name already, give the folder another", lesson_folder.string());
      }
    }
    catalog.lessons.push_back(std::move(lesson));
  }
  return check_others(catalog);
}

}  // namespace bankloom
