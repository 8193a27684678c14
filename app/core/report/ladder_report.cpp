#include "core/report/ladder_report.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/base/language.h"
#include "core/wording/measurement.h"
#include "core/wording/numbers.h"

namespace bankloom::report {
namespace {

using nlohmann::ordered_json;
using namespace wording;

/// Whether a row is about as much as the bar.
bool meets_bar(const LadderRow& row, const LadderBar& bar) {
  return row.time && row.entry.traffic_bytes == bar.traffic_bytes && row.time->value <= bar.time.value;
}

std::string rows_text(const Ladder& ladder, bool is_large, const TextStyle& style) {
  TextTable table =
      ladder.counts_operations()
          ? TextTable({"<kernel", "us", "GFLOP/s", "of its baseline", "of the GPU's peak", "<baseline"})
          : TextTable({"<kernel", "us", "GB/s", "of its copy kernel", "of the device's copy", "<copy kernel"});
  for (const LadderRow& row : ladder.rows) {
    if (row.entry.is_large != is_large) continue;
    const bool is_line = row.entry.baseline == nullptr;
    table.add_row(
        {is_large ? row.entry.kernel->name : row_name(row), row.time ? figure_text(row.time->value).str() : "-",
         row.bandwidth ? figure_text(row.bandwidth->value).str() : "-",
         row.of_baseline ? percent_text(*row.of_baseline).str() : (is_line && row.time ? message("baseline") : "-"),
         row.of_copy   ? percent_text(*row.of_copy).str()
         : row.of_peak ? percent_text(*row.of_peak).str()
                       : "-",
         is_line ? "" : row.entry.baseline->name},
        row.time ? Emphasis::none : Emphasis::faint);
  }
  return table.empty() ? std::string() : table.render(style, 2);
}

std::string missing_part(const Ladder& ladder, const TextStyle& style) {
  std::string text;
  for (const LadderRow& row : ladder.rows) {
    if (row.entry.baseline == nullptr) continue;
    for (const Text& missing : missing_texts(row)) {
      text += paragraph(style, "{kernel}: {missing}.", "kernel"_a = row_name(row), "missing"_a = missing);
    }
  }
  return text;
}

std::string bar_text(const Ladder& ladder, const TextStyle& style) {
  if (!ladder.bar) return {};
  std::string met, missed;
  for (const LadderRow& row : ladder.rows) {
    if (!row.time || row.entry.traffic_bytes != ladder.bar->traffic_bytes) continue;
    std::string& list = meets_bar(row, *ladder.bar) ? met : missed;
    list += fmt::format("{}{}", list.empty() ? std::string_view() : list_sign(), row_name(row));
  }
  std::vector<Text> sentences{say("The time to beat: {time} ({source}).",
                                  "time"_a = value_text(ladder.bar->time.value, ladder.bar->time.unit),
                                  "source"_a = translated(ladder.bar->time.source))};
  if (!met.empty()) sentences.push_back(say("As fast or faster: {kernels}.", "kernels"_a = met));
  if (!missed.empty()) sentences.push_back(say("Slower: {kernels}.", "kernels"_a = missed));
  return wrap(style, joined(sentences), 2);
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

std::string to_text(const Ladder& ladder, const Catalog& catalog, const TextStyle& style) {
  std::string title = ladder.lesson;
  for (const Lesson& lesson : catalog.lessons) {
    if (lesson.name == ladder.lesson) title = translated(lesson.title);
  }
  const std::optional<Origin> origin = ladder.origin();
  std::string text;
  for (const bool is_large : {false, true}) {
    const auto first = std::find_if(ladder.rows.begin(), ladder.rows.end(),
                                    [&](const LadderRow& row) { return row.entry.is_large == is_large; });
    if (first == ladder.rows.end()) continue;
    const Text size = options_text(size_of(first->entry));
    const Text caption = is_large ? say("The last rung at its largest, {size}", "size"_a = size)
                                  : say("{lesson}, {size}", "lesson"_a = title, "size"_a = size);
    const Text whole =
        origin ? say("{heading} ({origin})", "heading"_a = caption, "origin"_a = origin_text(*origin)) : caption;
    text += (is_large ? "\n" : "") + heading(style, whole.str());
    text += rows_text(ladder, is_large, style);
  }
  text += bar_text(ladder, style);
  for (const LadderRow& row : ladder.rows) {
    if (origin || !row.time) continue;
    text += paragraph(style, "{kernel}: {origin}.", "kernel"_a = row.entry.kernel->name,
                      "origin"_a = origin_text(row.measured->origin()));
  }
  if (const std::string missing = missing_part(ladder, style); !missing.empty()) {
    text += '\n' + heading(style, "Missing") + missing;
  }
  text += '\n' + heading(style, "What each rung does better than the one before");
  for (const LadderRow& row : ladder.rows) {
    if (row.entry.is_large || !row.entry.rung.empty() || row.entry.kernel->fixes.empty()) continue;
    text += paragraph(style, "{}: {}", row.entry.kernel->name, translated(row.entry.kernel->fixes));
  }
  return text;
}

ordered_json to_json(const Ladder& ladder) {
  ordered_json object = {{"lesson", ladder.lesson}, {"bar", nullptr}};
  if (ladder.bar) {
    object["bar"] = number_json(ladder.bar->time);
    object["bar"]["bytes"] = ladder.bar->traffic_bytes;
  }
  object["rows"] = json_list(ladder.rows, [](const LadderRow& row) {
    const LadderEntry& entry = row.entry;
    ordered_json one = {{"kernel", entry.kernel->id()},
                        {"options", entry.options},
                        {"fixes", entry.kernel->fixes},
                        {"bytes", entry.traffic_bytes},
                        {"operations", entry.operations},
                        {"time", number_json(row.time)},
                        {"bandwidth", number_json(row.bandwidth)},
                        {"of_baseline", part_json(row.of_baseline)},
                        {"of_copy", part_json(row.of_copy)},
                        {"of_peak", part_json(row.of_peak)},
                        {"baseline", nullptr}};
    if (entry.baseline != nullptr) {
      one["baseline"] = {{"kernel", entry.baseline->id()}, {"options", entry.baseline_options}};
    }
    if (row.no_time) one["no_time"] = reason_text(row.no_time).str();
    if (row.no_of_baseline) one["no_of_baseline"] = reason_text(row.no_of_baseline).str();
    if (row.no_of_copy) one["no_of_copy"] = reason_text(row.no_of_copy).str();
    if (row.measured != nullptr) {
      for (const auto note : row.measured->notes) one["notes"].push_back(note_text(*row.measured, note).str());
    }
    return one;
  });
  return object;
}

std::string to_csv(const Ladder& ladder) {
  std::string text = csv_record({"kernel", "options", "bytes", "time_us", "lower_quartile_us", "upper_quartile_us",
                                 "gb_per_s", "gflop_per_s", "of_baseline", "baseline", "of_copy", "of_peak",
                                 "provenance", "source", "missing", "fixes"});
  const auto number = [](const std::optional<double>& value) {
    return value ? fmt::format("{}", *value) : std::string();
  };
  for (const LadderRow& row : ladder.rows) {
    const LadderEntry& entry = row.entry;
    const auto& time = row.time;
    const bool is_spread = time && time->spread;
    const std::string rate = row.bandwidth ? fmt::format("{}", row.bandwidth->value) : "";
    text += csv_row(entry.kernel->id(), options_text(entry.options), entry.traffic_bytes,
                    time ? fmt::format("{}", time->value) : "",
                    is_spread ? fmt::format("{}", time->spread->lower_quartile) : "",
                    is_spread ? fmt::format("{}", time->spread->upper_quartile) : "", entry.operations == 0 ? rate : "",
                    entry.operations != 0 ? rate : "", number(row.of_baseline),
                    entry.baseline == nullptr ? "" : entry.baseline->id(), number(row.of_copy), number(row.of_peak),
                    time ? std::string(provenance_name(time->provenance)) : "", time ? time->source : "",
                    reason_text(!time ? row.no_time : (entry.baseline == nullptr ? Reason() : row.no_of_baseline)),
                    entry.kernel->fixes);
  }
  return text;
}

}  // namespace bankloom::report
