#include "ui/panels/tile_costs.h"

#include <fmt/format.h>

#include <functional>
#include <utility>
#include <vector>

#include "core/base/language.h"
#include "core/session/stages.h"
#include "core/wording/numbers.h"
#include "ui/figures.h"
#include "ui/measured_figures.h"
#include "ui/measures.h"
#include "ui/panels/side_style.h"

namespace bankloom::ui {

using namespace wording;
namespace {

bool uses_shared(const KernelCost& cost) {
  return cost.shared_load.requests + cost.shared_store.requests + cost.shared_atomic.requests != 0;
}

/// Whether the machine makes several requests of a warp's access.
bool has_split_requests(const KernelCost& cost) {
  return cost.shared_load.requests != cost.shared_load.accesses ||
         cost.shared_store.requests != cost.shared_store.accesses ||
         cost.shared_atomic.requests != cost.shared_atomic.accesses ||
         cost.global_load.requests != cost.global_load.accesses ||
         cost.global_store.requests != cost.global_store.accesses ||
         cost.global_atomic.requests != cost.global_atomic.accesses;
}

/// "store 1.0 · load 32.0", each number coloured from good to bad. `with_global`: with the global accesses of a kernel
/// that goes from global memory through the tile and back; otherwise the tile's costs.
std::vector<Text> cost_texts(const Theme& theme, const KernelCost& cost, bool with_global) {
  std::vector<Text> words;
  const auto add = [&](std::string_view name, const SpaceTotals& totals, bool is_global) {
    if (totals.requests == 0) return;
    const double per_access =
        static_cast<double>(is_global ? totals.sectors : totals.wavefronts) / static_cast<double>(totals.accesses);
    words.push_back(Text(fmt::format("{}{} ", words.empty() ? "" : " · ", translated(name))).small().muted());
    words.push_back(Text(is_global ? ratio_text(per_access) : figure_text(per_access, 1))
                        .small()
                        .colour(totals.is_wasteful() ? theme.bad : theme.good));
  };
  // For a kernel that only stores its result, the tile matters. Stores are before loads, as everywhere.
  const bool shared = uses_shared(cost);
  const bool global = !shared || (with_global && reads_and_writes_global(cost));
  add("store", cost.shared_store, false);
  add("load", cost.shared_load, false);
  add("atomic", cost.shared_atomic, false);
  if (global) add("write", cost.global_store, true);
  if (global) add("read", cost.global_load, true);
  if (global) add("atomic", cost.global_atomic, true);
  return words;
}

Colour verdict_colour(const Theme& theme, Verdict verdict) {
  if (verdict == Verdict::costs) return theme.bad;
  return verdict == Verdict::saves ? theme.good : theme.text_muted;
}

}  // namespace

TimeText time_text(const PanelContext& context, Side side) {
  TimeText words;
  if (context.measures == nullptr || !context.session.disclosure().mentions(FactKind::time)) return words;
  const Session& session = context.session;
  const MeasureStatus status = context.measures->status(session, side);
  const TimeCell cell = time_cell(status, context.measures->no_gpu());
  words.tooltip = cell.tooltip;
  const std::string progress = progress_text(status, Length::mark);
  const bool is_measuring = !progress.empty();
  if (!one_block(status)) {
    words.value = is_measuring ? progress : cell.brief;
    return words;
  }
  words.value = cell.brief;
  words.spread = cell.quartiles.empty() ? "" : " " + cell.quartiles;
  words.mark = is_measuring ? progress : origin_text(*cell.origin, Length::brief).str();
  words.brief_mark = is_measuring ? "…" : origin_text(*cell.origin, Length::mark).str();
  // B's verdict is the inverse of A's; one is enough.
  if (side == Side::b) return words;
  MeasureStatus other;
  if (session.comparing()) other = context.measures->status(session, Side::b);
  if (session.comparing() && !other.result) return words;
  if (status.result->own.output.wrong() || (other.result && other.result->own.output.wrong())) {
    // The time of a kernel with a wrong result is no matter of bank conflicts.
    words.verdict = "no verdict: the outputs differ";
    words.verdict_colour = context.theme.bad;
    return words;
  }
  const MeasuredPair pair = compared_readings(*status.result, other.result.get());
  if (!pair.of_one_block()) return words;
  const Comparison& comparison = *pair.of_one_block();
  const std::string verdict = verdict_text(comparison, pair.rival);
  const std::string brief = verdict_text(comparison, Length::brief).str();
  const bool is_certain = comparison.verdict == Verdict::costs || comparison.verdict == Verdict::saves;
  words.verdict = {verdict, brief, is_certain ? brief : say("no difference").str()};
  words.verdict_colour = verdict_colour(context.theme, comparison.verdict);
  words.tooltip = say("{time}\n\nOne launch: {verdict}. The tab Time has the other readings.", "time"_a = cell.tooltip,
                      "verdict"_a = verdict);
  return words;
}

Box cost_line(const PanelContext& context, const KernelCost& cost, const TimeText& time) {
  std::vector<Text> costs = cost_texts(context.theme, cost, true);
  const bool has_unit = !costs.empty();
  if (!has_unit) costs.push_back(Text("no request to shared memory").small().muted());
  struct TimeForm {
    std::string unit, words, mark;
    bool with_global = true;
  };
  // Left out for lack of room: the unit, then the quartiles, the time, and the cost of global memory, but no part of a
  // number. A time always has its origin.
  const bool by_warp = has_split_requests(cost);
  const std::string longer = !uses_shared(cost) ? (by_warp ? " sectors per warp" : " sectors per request")
                             : reads_and_writes_global(cost)
                                 ? (by_warp ? " wavefronts (global memory: sectors) per warp"
                                            : " wavefronts (global memory: sectors) per request")
                                 : (by_warp ? " wavefronts per warp" : " wavefronts per request"),
                    shorter = by_warp ? " per warp" : " per request", whole = time.value + time.spread;
  std::vector<TimeForm> forms;
  for (const std::string& words : {whole, time.value}) {
    if (has_unit) forms.insert(forms.end(), {{longer, words, time.mark}, {shorter, words, time.mark}});
  }
  forms.insert(forms.end(), {{"", whole, time.mark}, {"", time.value, time.mark}, {"", time.value, time.brief_mark}});
  if (has_unit) forms.insert(forms.end(), {{longer, "", ""}, {shorter, "", ""}, {"", "", ""}});
  if (has_unit && uses_shared(cost)) forms.push_back({"", "", "", false});
  std::vector<std::function<Box()>> lines;
  for (const TimeForm& form : forms) {
    const auto figures = form.with_global ? costs : cost_texts(context.theme, cost, false);
    lines.emplace_back([form, figures, tooltip = time.tooltip] {
      Row line = Row().gap(0);
      for (const Text& one : figures) line.add(one);
      if (!form.unit.empty()) line.add(Text(form.unit).small().muted());
      if (form.words.empty()) return line;
      Text measured = Text(form.words).small();
      Row time_row = Row().gap(7).add(form.mark.empty() ? measured.muted() : measured);
      if (!form.mark.empty()) time_row.add(Text(form.mark).small().muted());
      return line.add(Gap(), share().at_least(12)).add(time_row.tooltip(tooltip));
    });
  }
  return FirstOf(std::move(lines));
}

}  // namespace bankloom::ui
