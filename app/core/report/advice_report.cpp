#include "core/report/advice_report.h"

#include <fmt/format.h>

#include <map>
#include <utility>

#include "core/base/language.h"
#include "core/wording/advice_text.h"
#include "core/wording/measurement.h"
#include "core/wording/numbers.h"

namespace bankloom::report {
namespace {

using namespace wording;

using Answer = std::pair<const char*, const Suggestion*>;

std::vector<Answer> answers_of(const Advice& advice) {
  return {{"padding", &advice.padding}, {"swizzle", &advice.swizzle}};
}

std::vector<std::string> cost_cells(const LayoutCost& cost) {
  return {fmt::format("{}", cost.wavefronts), fmt::format("{}", cost.bank_conflicts),
          fmt::format("{}", cost.shared_bytes), fmt::format("{}", cost.occupancy.blocks)};
}

nlohmann::ordered_json cost_json(const LayoutCost& cost) {
  return {{"shared_bytes", cost.shared_bytes},
          {"blocks_per_multiprocessor", cost.occupancy.blocks},
          {"limited_by", occupancy_limit_name(cost.occupancy.limit)},
          {"requests", cost.requests},
          {"wavefronts", cost.wavefronts},
          {"bank_conflicts", cost.bank_conflicts},
          {"blocks", cost.blocks}};
}

nlohmann::ordered_json suggestion_json(const Suggestion& suggestion) {
  nlohmann::ordered_json json = {{"status", advice_status_name(suggestion.status())},
                                 {"method", advice_method_name(suggestion.method)},
                                 {"layout", suggestion.layout ? layout_text(*suggestion.layout).str() : ""}};
  if (suggestion.before) json["before"] = cost_json(*suggestion.before);
  if (suggestion.after) json["after"] = cost_json(*suggestion.after);
  if (suggestion.applicable()) {
    json["apply"] = {{"kernel", suggestion.kernel}, {"options", suggestion.options}};
  }
  json["sentence"] = advice_text(suggestion).str();
  json["trials"] = json_list(suggestion.trials, [](const auto& trial) {
    nlohmann::ordered_json entry = {{"layout", layout_text(trial.layout).str()}};
    if (trial.cost) entry["cost"] = cost_json(*trial.cost);
    if (trial.problem) entry["problem"] = problem_text(trial.problem).str();
    return entry;
  });
  return json;
}

}  // namespace

std::string to_text(const Advice& advice, const TextStyle& style) {
  std::string text = heading(style, advice.kernel);
  text += wrap(style, options_text(advice.options), 2);
  text += paragraph(style,
                    "shared memory, modelled for {} from the emulated run: {}, {}, {}; {} bytes per block, {} on "
                    "a multiprocessor (limited by {}, registers not counted)",
                    advice.machine, plural(advice.now.requests, "# request|# requests"),
                    plural(advice.now.wavefronts, "# wavefront|# wavefronts"),
                    plural(advice.now.bank_conflicts, "# bank conflict|# bank conflicts"), advice.now.shared_bytes,
                    plural(advice.now.occupancy.blocks, "# block|# blocks"),
                    translated(occupancy_limit_name(advice.now.occupancy.limit)));
  for (const auto& [name, suggestion] : answers_of(advice)) {
    const bool is_padding = suggestion->question == AdviceQuestion::padding;
    text += '\n' + heading(style, is_padding ? "Padding" : "Swizzle");
    text += wrap(style, advice_text(*suggestion), 2);
    if (suggestion->trials.empty()) continue;
    TextTable table({"<tried", "wavefronts", "bank conflicts", "bytes", "blocks"});
    // Many layouts may fail for the same reason, which is said once.
    std::map<LayoutProblem, std::size_t> unusable;
    for (const auto& trial : suggestion->trials) {
      if (trial.problem) {
        ++unusable[trial.problem];
        continue;
      }
      std::vector<std::string> cells = {layout_text(trial.layout)};
      for (const auto& cell : trial.cost ? cost_cells(*trial.cost) : std::vector<std::string>(4, "-")) {
        cells.push_back(cell);
      }
      table.add_row(std::move(cells), trial.conflict_free() ? Emphasis::good : Emphasis::none);
    }
    if (!table.empty()) text += table.render(style, 2);
    for (const auto& [problem, count] : unusable) {
      text += paragraph(style, "{count} more tried: {problem}", "count"_a = count, "problem"_a = problem_text(problem));
    }
  }
  return text;
}

nlohmann::ordered_json to_json(const Advice& advice) {
  nlohmann::ordered_json json = {{"kernel", advice.kernel},
                                 {"options", advice.options},
                                 {"machine", advice.machine},
                                 {"provenance", "modelled"},
                                 {"now", cost_json(advice.now)}};
  for (const auto& [name, suggestion] : answers_of(advice)) json[name] = suggestion_json(*suggestion);
  return json;
}

std::string to_csv(const Advice& advice) {
  std::string csv = csv_record({"question", "layout", "method", "wavefronts", "bank_conflicts", "shared_bytes",
                                "blocks_per_multiprocessor", "chosen", "problem"});
  for (const auto& [name, suggestion] : answers_of(advice)) {
    for (const auto& trial : suggestion->trials) {
      std::vector<std::string> record = {name, layout_text(trial.layout),
                                         std::string(advice_method_name(suggestion->method))};
      for (const auto& cell : trial.cost ? cost_cells(*trial.cost) : std::vector<std::string>(4)) {
        record.push_back(cell);
      }
      record.emplace_back(trial.conflict_free() && trial.layout == suggestion->layout ? "1" : "0");
      record.push_back(problem_text(trial.problem));
      csv += csv_record(record);
    }
  }
  return csv;
}

}  // namespace bankloom::report
