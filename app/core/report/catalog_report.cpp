#include "core/report/catalog_report.h"

#include <fmt/format.h>

#include "core/base/language.h"
#include "core/base/text_lines.h"
#include "core/report/run_report.h"

namespace bankloom::report {
namespace {

using nlohmann::ordered_json;

ordered_json option_to_json(const Option& option) {
  const bool is_int = option.type == OptionType::integer;
  ordered_json object = {{"name", option.name},
                         {"type", is_int ? "int" : "choice"},
                         {"default", option_value_to_json(option, option.default_value)}};
  if (is_int) {
    object["minimum"] = option.minimum;
    object["maximum"] = option.maximum;
  } else {
    object["values"] = option.values;
  }
  object["meaning"] = option.meaning;
  return object;
}

ordered_json kernel_to_json(const Kernel& kernel) {
  return {{"kernel", kernel.id()},
          {"title", kernel.title},
          {"summary", kernel.summary},
          {"options", json_list(kernel.options, option_to_json)}};
}

ordered_json machine_to_json(const MachineModel& machine) {
  const auto fact_to_json = [](const MachineFact& fact) -> ordered_json {
    return {
        {"name", fact.name}, {"value", fact.value}, {"source", fact.source}, {"status", fact_status_name(fact.status)}};
  };
  return {{"name", machine.name},
          {"title", machine.title},
          {"aliases", machine.aliases},
          {"not_modelled", machine.not_modelled},
          {"facts", json_list(machine.facts, fact_to_json)}};
}

std::string option_range(const Option& option) {
  if (option.type == OptionType::integer) return message("{} to {}", option.minimum, option.maximum);
  return join(option.values, list_sign());
}

std::string kernel_to_text(const Kernel& kernel, const TextStyle& style) {
  std::string text = "\n  " + heading(style, kernel.id());
  text += wrap(style, kernel.title, 4);
  text += wrap(style, kernel.summary, 4);
  if (kernel.options.empty()) return text;
  TextTable table({"<option", "<default", "<range", "<meaning"});
  for (const auto& option : kernel.options) {
    table.add_row({option.name, option.default_value, option_range(option), std::string(translated(option.meaning))});
  }
  return text + table.render(style, 4);
}

}  // namespace

nlohmann::ordered_json to_json(const CatalogReport& report) {
  const auto lesson_to_json = [&](const Lesson& lesson) {
    ordered_json object = {{"name", lesson.name},
                           {"title", lesson.title},
                           {"summary", lesson.summary},
                           {"kernels", ordered_json::array()}};
    for (const auto& kernel : report.catalog.kernels) {
      if (kernel.lesson == lesson.name) object["kernels"].push_back(kernel_to_json(kernel));
    }
    return object;
  };
  return {{"lessons", json_list(report.catalog.lessons, lesson_to_json)},
          {"machines", json_list(report.machines, machine_to_json)}};
}

std::string to_text(const CatalogReport& report, const TextStyle& style) {
  std::string text;
  for (const auto& lesson : report.catalog.lessons) {
    if (!text.empty()) text += '\n';
    text += heading(style, message("Lesson {}: {}", lesson.name, translated(lesson.title)));
    text += wrap(style, lesson.summary, 2);
    for (const auto& kernel : report.catalog.kernels) {
      if (kernel.lesson == lesson.name) text += kernel_to_text(kernel, style);
    }
  }
  text += '\n' + heading(style, "Machines (--machine NAME)");
  for (const auto& machine : report.machines) {
    text +=
        "\n  " + message("{}: {}", emphasize(style, Emphasis::heading, machine.name), translated(machine.title)) + '\n';
    if (!machine.aliases.empty()) text += wrap(style, message("also {}", join(machine.aliases, list_sign())), 4);
    for (const auto& fact : machine.facts) {
      text += wrap(style,
                   message("{}: {} ({}: {})", translated(fact.name), translated(fact.value),
                           translated(fact_status_name(fact.status)), translated(fact.source)),
                   4);
    }
    if (!machine.not_modelled.empty()) {
      text += wrap(style, message("not modelled: {}", clauses(machine.not_modelled)), 4);
    }
  }
  return text;
}

}  // namespace bankloom::report
