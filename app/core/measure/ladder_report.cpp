// A ladder as text, JSON and CSV.
#include <fmt/format.h>

#include <algorithm>

#include "core/measure/ladder.h"
#include "core/measure/measure_report.h"
#include "core/wording/numbers.h"

namespace bankloom {
namespace {

using nlohmann::ordered_json;
using report::Emphasis;
using report::TextTable;
using Align = TextTable::Align;

std::string rung_text(double value) {
  const int digits = value >= 100 ? 0 : (value >= 10 ? 1 : 2);
  return fmt::format("{:.{}f}", value, digits);
}

/// Whether a row is about as much as the bar.
bool meets_bar(const LadderRow& row, const LadderBar& bar) {
  return row.time && row.entry.traffic_bytes == bar.traffic_bytes && row.time->value <= bar.time.value;
}

std::string rows_text(const Ladder& ladder, bool is_large, const report::TextStyle& style) {
  TextTable table({{"kernel", Align::left},
                   {"us"},
                   {"GB/s"},
                   {"of its copy kernel"},
                   {"of the device's copy"},
                   {"copy kernel", Align::left}});
  for (const LadderRow& row : ladder.rows) {
    if (row.entry.is_large != is_large) continue;
    const bool is_line = row.entry.baseline == nullptr;
    table.add_row({row.entry.kernel->name, row.time ? rung_text(row.time->value) : "-",
                   row.bandwidth ? rung_text(row.bandwidth->value) : "-",
                   row.of_baseline ? percent_text(*row.of_baseline).str() : (is_line && row.time ? "the line" : "-"),
                   row.of_copy ? percent_text(*row.of_copy).str() : "-", is_line ? "" : row.entry.baseline->name},
                  row.time ? Emphasis::none : Emphasis::faint);
  }
  return table.empty() ? std::string() : table.render(style, 2);
}

/// What is missing, each sentence once, with the kernels that it is about.
std::string missing_text(const Ladder& ladder, const report::TextStyle& style) {
  std::vector<std::pair<std::string, std::string>> sentences;  // sentence, kernels
  const auto note = [&](const LadderRow& row, const std::string& sentence) {
    if (sentence.empty() || row.entry.baseline == nullptr) return;
    const auto found =
        std::find_if(sentences.begin(), sentences.end(), [&](const auto& known) { return known.first == sentence; });
    const std::string name = row.entry.kernel->name;
    if (found == sentences.end()) {
      sentences.emplace_back(sentence, name);
    } else {
      found->second += ", " + name;
    }
  };
  for (const LadderRow& row : ladder.rows) {
    if (!row.time) {
      note(row, "no time: " + row.no_time);
      continue;
    }
    if (!row.of_baseline && !row.no_of_baseline.empty())
      note(row, "not compared with its copy kernel: " + row.no_of_baseline);
    if (!row.of_copy) note(row, "not compared with the device's copy: " + row.no_of_copy);
  }
  std::string text;
  for (const auto& [sentence, kernels] : sentences)
    text += report::wrap(style, fmt::format("{}: {}.", kernels, sentence), 2);
  return text;
}

std::string bar_text(const Ladder& ladder, const report::TextStyle& style) {
  if (!ladder.bar) return {};
  std::string met, missed;
  for (const LadderRow& row : ladder.rows) {
    if (!row.time || row.entry.traffic_bytes != ladder.bar->traffic_bytes) continue;
    std::string& list = meets_bar(row, *ladder.bar) ? met : missed;
    list += (list.empty() ? "" : ", ") + row.entry.kernel->name;
  }
  std::string text = fmt::format("The bar of the lesson: {} ({}).",
                                 value_text(ladder.bar->time.value, ladder.bar->time.unit), ladder.bar->time.source);
  if (!met.empty()) text += fmt::format(" At most that: {}.", met);
  if (!missed.empty()) text += fmt::format(" More: {}.", missed);
  return report::wrap(style, text, 2);
}

ordered_json number_json(const std::optional<Measurement>& value) {
  if (!value) return nullptr;
  ordered_json object = {
      {"value", value->value},   {"unit", value->unit}, {"provenance", provenance_name(value->provenance)},
      {"source", value->source}, {"how", value->how},   {"samples", value->samples}};
  if (value->spread) {
    object["lower_quartile"] = value->spread->lower_quartile;
    object["upper_quartile"] = value->spread->upper_quartile;
  }
  return object;
}

ordered_json part_json(const std::optional<double>& part) { return part ? ordered_json(*part) : ordered_json(nullptr); }

}  // namespace

std::string ladder_to_text(const Ladder& ladder, const Catalog& catalog, const report::TextStyle& style) {
  std::string title = ladder.lesson;
  for (const Lesson& lesson : catalog.lessons) {
    if (lesson.name == ladder.lesson) title = lesson.title;
  }
  const std::string origin = ladder.origin();
  std::string text;
  for (const bool is_large : {false, true}) {
    const auto first = std::find_if(ladder.rows.begin(), ladder.rows.end(),
                                    [&](const LadderRow& row) { return row.entry.is_large == is_large; });
    if (first == ladder.rows.end()) continue;
    std::string heading =
        fmt::format("{}, {}", is_large ? "The last rung at its largest" : title, size_text(first->entry));
    if (!origin.empty()) heading += fmt::format(" ({})", origin);
    text += (is_large ? "\n" : "") + report::emphasize(style, Emphasis::heading, heading) + '\n';
    text += rows_text(ladder, is_large, style);
  }
  text += bar_text(ladder, style);
  if (origin.empty()) {
    for (const LadderRow& row : ladder.rows) {
      if (row.time) text += report::wrap(style, fmt::format("{}: {}.", row.entry.kernel->name, row_origin(row)), 2);
    }
  }
  if (const std::string missing = missing_text(ladder, style); !missing.empty()) {
    text += '\n' + report::emphasize(style, Emphasis::heading, "Missing") + '\n' + missing;
  }
  text += '\n' + report::emphasize(style, Emphasis::heading, "What each rung does better than the one before") + '\n';
  for (const LadderRow& row : ladder.rows) {
    if (row.entry.is_large || row.entry.kernel->fixes.empty()) continue;
    text += report::wrap(style, fmt::format("{}: {}", row.entry.kernel->name, row.entry.kernel->fixes), 2);
  }
  return text;
}

ordered_json ladder_to_json(const Ladder& ladder) {
  ordered_json object = {{"lesson", ladder.lesson}, {"bar", nullptr}};
  if (ladder.bar) {
    object["bar"] = number_json(ladder.bar->time);
    object["bar"]["bytes"] = ladder.bar->traffic_bytes;
  }
  ordered_json rows = ordered_json::array();
  for (const LadderRow& row : ladder.rows) {
    const LadderEntry& entry = row.entry;
    ordered_json one = {{"kernel", entry.kernel->id()},
                        {"options", entry.options},
                        {"fixes", entry.kernel->fixes},
                        {"bytes", entry.traffic_bytes},
                        {"time", number_json(row.time)},
                        {"bandwidth", number_json(row.bandwidth)},
                        {"of_baseline", part_json(row.of_baseline)},
                        {"of_copy", part_json(row.of_copy)},
                        {"baseline", nullptr}};
    if (entry.baseline != nullptr) {
      one["baseline"] = {{"kernel", entry.baseline->id()}, {"options", entry.baseline_options}};
    }
    if (!row.no_time.empty()) one["no_time"] = row.no_time;
    if (!row.no_of_baseline.empty()) one["no_of_baseline"] = row.no_of_baseline;
    if (!row.no_of_copy.empty()) one["no_of_copy"] = row.no_of_copy;
    if (row.measured != nullptr && !row.measured->notes.empty()) one["notes"] = row.measured->notes;
    rows.push_back(std::move(one));
  }
  object["rows"] = std::move(rows);
  return object;
}

std::string ladder_to_csv(const Ladder& ladder) {
  std::string text =
      report::csv_record({"kernel", "options", "bytes", "time_us", "lower_quartile_us", "upper_quartile_us", "gb_per_s",
                          "of_baseline", "baseline", "of_copy", "provenance", "source", "missing", "fixes"});
  const auto number = [](const std::optional<double>& value) {
    return value ? fmt::format("{}", *value) : std::string();
  };
  for (const LadderRow& row : ladder.rows) {
    const LadderEntry& entry = row.entry;
    const auto& time = row.time;
    const bool is_spread = time && time->spread;
    text += report::csv_record(
        {entry.kernel->id(), options_text(entry.options), std::to_string(entry.traffic_bytes),
         time ? fmt::format("{}", time->value) : "", is_spread ? fmt::format("{}", time->spread->lower_quartile) : "",
         is_spread ? fmt::format("{}", time->spread->upper_quartile) : "",
         row.bandwidth ? fmt::format("{}", row.bandwidth->value) : "", number(row.of_baseline),
         entry.baseline == nullptr ? "" : entry.baseline->id(), number(row.of_copy),
         time ? std::string(provenance_name(time->provenance)) : "", time ? time->source : "",
         time ? (entry.baseline == nullptr ? "" : row.no_of_baseline) : row.no_time, entry.kernel->fixes});
  }
  return text;
}

}  // namespace bankloom
