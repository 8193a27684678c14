#include "core/report/catalog_report.h"

#include <fmt/format.h>

#include "core/base/text_lines.h"

namespace bankloom::report {
namespace {

using nlohmann::ordered_json;

ordered_json option_to_json(const Option& option) {
  ordered_json object = ordered_json::object();
  object["name"] = option.name;
  const bool is_int = option.type == OptionType::integer;
  object["type"] = is_int ? "int" : "choice";
  if (is_int) {
    object["default"] = ordered_json::parse(option.default_value, nullptr, false);
    if (object["default"].is_discarded()) object["default"] = option.default_value;
    object["minimum"] = option.minimum;
    object["maximum"] = option.maximum;
  } else {
    object["default"] = option.default_value;
    object["values"] = option.values;
  }
  object["meaning"] = option.meaning;
  return object;
}

ordered_json kernel_to_json(const Kernel& kernel) {
  ordered_json object = ordered_json::object();
  object["kernel"] = kernel.id();
  object["title"] = kernel.title;
  object["summary"] = kernel.summary;
  object["options"] = ordered_json::array();
  for (const auto& option : kernel.options) object["options"].push_back(option_to_json(option));
  return object;
}

ordered_json machine_to_json(const MachineModel& machine) {
  ordered_json object = ordered_json::object();
  object["name"] = machine.name;
  object["title"] = machine.title;
  object["aliases"] = machine.aliases;
  object["not_modelled"] = machine.not_modelled;
  object["facts"] = ordered_json::array();
  for (const auto& fact : machine.facts) {
    ordered_json entry = ordered_json::object();
    entry["name"] = fact.name;
    entry["value"] = fact.value;
    entry["source"] = fact.source;
    entry["status"] = fact_status_name(fact.status);
    object["facts"].push_back(std::move(entry));
  }
  return object;
}

std::string option_range(const Option& option) {
  if (option.type == OptionType::integer) return fmt::format("{} to {}", option.minimum, option.maximum);
  return join(option.values, ", ");
}

std::string kernel_to_text(const Kernel& kernel, const TextStyle& style) {
  std::string text = "\n  " + emphasize(style, Emphasis::heading, kernel.id()) + '\n';
  text += wrap(style, kernel.title, 4);
  text += wrap(style, kernel.summary, 4);
  if (kernel.options.empty()) return text;
  TextTable table({{"option", TextTable::Align::left},
                   {"default", TextTable::Align::left},
                   {"range", TextTable::Align::left},
                   {"meaning", TextTable::Align::left}});
  for (const auto& option : kernel.options) {
    table.add_row({option.name, option.default_value, option_range(option), option.meaning});
  }
  return text + table.render(style, 4);
}

}  // namespace

nlohmann::ordered_json to_json(const CatalogReport& report) {
  ordered_json object = ordered_json::object();
  object["lessons"] = ordered_json::array();
  for (const auto& lesson : report.catalog.lessons) {
    ordered_json entry = ordered_json::object();
    entry["name"] = lesson.name;
    entry["title"] = lesson.title;
    entry["summary"] = lesson.summary;
    entry["kernels"] = ordered_json::array();
    for (const auto& kernel : report.catalog.kernels) {
      if (kernel.lesson == lesson.name) entry["kernels"].push_back(kernel_to_json(kernel));
    }
    object["lessons"].push_back(std::move(entry));
  }
  object["machines"] = ordered_json::array();
  for (const auto& machine : report.machines) object["machines"].push_back(machine_to_json(machine));
  return object;
}

std::string to_text(const CatalogReport& report, const TextStyle& style) {
  std::string text;
  for (const auto& lesson : report.catalog.lessons) {
    if (!text.empty()) text += '\n';
    text += emphasize(style, Emphasis::heading, fmt::format("Lesson {}: {}", lesson.name, lesson.title)) + '\n';
    text += wrap(style, lesson.summary, 2);
    for (const auto& kernel : report.catalog.kernels) {
      if (kernel.lesson == lesson.name) text += kernel_to_text(kernel, style);
    }
  }
  text += '\n' + emphasize(style, Emphasis::heading, "Machines (--machine NAME)") + '\n';
  for (const auto& machine : report.machines) {
    text += "\n  " + emphasize(style, Emphasis::heading, machine.name) + ": " + machine.title + '\n';
    if (!machine.aliases.empty()) text += wrap(style, fmt::format("also {}", join(machine.aliases, ", ")), 4);
    for (const auto& fact : machine.facts) {
      text += wrap(
          style, fmt::format("{}: {} ({}: {})", fact.name, fact.value, fact_status_name(fact.status), fact.source), 4);
    }
    if (!machine.not_modelled.empty()) {
      text += wrap(style, fmt::format("not modelled: {}", join(machine.not_modelled, "; ")), 4);
    }
  }
  return text;
}

}  // namespace bankloom::report
