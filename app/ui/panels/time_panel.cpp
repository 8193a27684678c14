// What was measured of A and B, or of the kernel and its conflict-free twin: the three readings, counters, the output's
// check, published references.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <string>
#include <vector>

#include "core/base/text_lines.h"
#include "core/wording/numbers.h"
#include "ui/layout/bar.h"
#include "ui/layout/controls.h"
#include "ui/layout/table.h"
#include "ui/measured_figures.h"
#include "ui/measures.h"
#include "ui/panel.h"
#include "ui/panels/side_style.h"

namespace bankloom::ui {
namespace {

/// Units: least width of a reading's card (where three do not fit beside each other the readings are a table), least
/// and largest height of a row of the table, what a name of options in the heading of a column takes at most.
constexpr float kCardUnits = 186, kLeastRow = 16, kLargestRow = 30, kNameUnits = 110;

/// With its spread; the unit where the card's title says per what.
std::string card_value(const Measurement& measurement) { return spread_text(measurement, Length::brief); }

std::string brief_value(const Measurement& measurement) {
  return value_text(measurement.value, measurement.unit, Length::brief);
}

Colour colour_of(const Theme& theme, Verdict verdict) {
  if (verdict == Verdict::costs) return theme.bad;
  return verdict == Verdict::saves ? theme.good : theme.text;
}

/// The name of what is compared with something.
const char* name_of_first(const MeasuredPair& pair) {
  return pair.rival.kind == Rival::Kind::side_b ? "A" : "this kernel";
}
/// Why a reading is not compared.
std::string missing_of_second(const MeasuredPair& pair, const ComparedReading& reading) {
  return fmt::format("{}: {}.", rival_text(pair.rival), reason_text(reading.b.missing));
}

class TimePanel final : public Panel {
 public:
  void draw(PanelContext& context) override { show(context, Scroll("time", page(context))); }

 private:
  using Measured = std::vector<const KernelMeasurement*>;

  static Text sentence(std::string words) { return Text(std::move(words)).small().wrap(); }
  static Text quiet(std::string words) { return sentence(std::move(words)).muted(); }
  static void heading(Column& page, const char* words) { page.space(4).add(Text(words).small().muted()); }

  /// What is to be seen at a glance, no higher than the panel, and below it where all of it comes from.
  Box page(PanelContext& context) {
    if (context.measures == nullptr) return quiet("No times: there is neither a GPU nor a recording here.");
    const Session& session = context.session;
    a_ = context.measures->status(session, Side::a);
    b_ = session.comparing() ? context.measures->status(session, Side::b) : MeasureStatus{};
    is_wrong_ = false;
    for (const MeasureStatus* status : {&a_, &b_}) {
      is_wrong_ = is_wrong_ || (status->result && status->result->own.output.wrong());
    }
    const Reason no_gpu = context.measures->no_gpu();
    const KernelMeasurement* first = a_.result.get();
    const KernelMeasurement* second = b_.result.get();
    const auto is_timed = [](const KernelMeasurement* one) {
      return one != nullptr && one->own.status == ReadingStatus::measured;
    };
    Column glance, page;
    glance.gap(3).add(head(context));
    add_reasons(context, glance, false);
    if (first == nullptr) {
      glance.add(sentence(fmt::format("{}There is no time: {}.", session.comparing() ? "A: " : "",
                                      reason_text(missing_reason(a_, no_gpu)))));
      if (second == nullptr) return glance;
    } else if (session.comparing() && second == nullptr) {
      glance.add(sentence(fmt::format("B: there is no time: {}. A stands beside its conflict-free twin.",
                                      reason_text(missing_reason(b_, no_gpu)))));
    }
    // B alone, against its twin, where A was not timed.
    const bool is_b_alone = first == nullptr || (!is_timed(first) && is_timed(second));
    if (first != nullptr && is_b_alone)
      glance.add(sentence(fmt::format("A: not timed: {}.", reason_text(first->own.problem))));
    Measured all;
    std::vector<std::string> names;
    if (first != nullptr) all.push_back(first), names.emplace_back(session.comparing() ? "A" : "");
    if (second != nullptr) all.push_back(second), names.emplace_back("B");
    if (is_b_alone) {
      add_readings(context, glance, *second, nullptr, Side::b, {second}, {"B"});
    } else {
      add_readings(context, glance, *first, second, Side::a, all, names);
    }
    page.gap(3).add(glance, fit().at_most(context.area.height / context.scale));
    add_reasons(context, page, true);
    for (const KernelMeasurement* one : {first, second}) {
      // What the GPU itself made of a kernel with a fault.
      if (one == nullptr || one->own.status != ReadingStatus::faulty || !one->own.output.missing) continue;
      page.add(sentence(fmt::format("{}: {}.", one->gpu.name, reason_text(one->own.output.missing))));
    }
    add_rest(context, page, all, names);
    return page;
  }

  /// Where the figures come from, what is under way, why nothing was measured here; before all of it that an output is
  /// not the emulator's. At the right end measuring again.
  [[nodiscard]] Box head(PanelContext& context) const {
    Measures& measures = *context.measures;
    Column left;
    left.gap(2);
    for (const MeasureStatus* status : {&a_, &b_}) {
      if (!status->result || !status->result->own.output.wrong()) continue;
      const OutputCheck& output = status->result->own.output;
      const std::string side = !context.session.comparing() ? "" : (status == &a_ ? "A: " : "B: ");
      left.add(Warning({side + output_alarm_text(output).str(), side + output_alarm_text(output, Length::brief).str()})
                   .tooltip(fmt::format("{} ({}). The tab Output shows both.", gpu_output_text(*status->result),
                                        origin_text(status->result->origin()))));
    }
    const std::string words = origin_and_progress(context);
    const auto time = one_block(a_.result ? a_ : b_);
    const std::string how = time ? fmt::format(" · medians by {}", time->how) : "";
    if (!words.empty()) left.add(Text({words + how, words}).small().muted());
    if (context.still || !measures.has_device()) return left;
    // Without a GPU the button can do nothing: why not stands beside it.
    if (const Reason why = measures.no_gpu()) {
      const std::string reason = fmt::format("Not measured here: {}.", reason_text(why));
      left.add(Text(reason).small().wrap());
    }
    return Row().place(Place::top).add(left, share()).add(measure_button(context));
  }

  [[nodiscard]] std::string origin_and_progress(const PanelContext& context) const {
    std::string words;
    if (a_.result) words = origin_text(a_.result->origin());
    if (b_.result && a_.result && b_.result->origin() != a_.result->origin()) {
      words = fmt::format("A {} · B {}", words, origin_text(b_.result->origin()));
    } else if (b_.result && !a_.result) {
      words = fmt::format("B {}", origin_text(b_.result->origin()));
    }
    const bool is_b = a_.phase != MeasurePhase::measuring && !progress_text(b_).empty();
    std::string progress = progress_text(is_b ? b_ : a_);
    if (!progress.empty() && context.session.comparing()) progress = (is_b ? "B " : "A ") + progress;
    return progress.empty() ? words : progress + (words.empty() ? "" : " · until then " + words);
  }

  static Control measure_button(PanelContext& context) {
    Measures& measures = *context.measures;
    const bool is_busy = measures.busy();
    const Reason why = measures.no_gpu();
    const auto act = [&context, &measures, is_busy, why] {
      if (is_busy) return measures.cancel();
      measures.again(context.session);
      if (why) context.say(fmt::format("looking for a GPU again; so far: {}", reason_text(why)));
    };
    std::string words = is_busy ? "Ends the measurement; what was known stays." : "Measures on this machine's GPU.";
    if (!is_busy && why) {
      words = fmt::format("Nothing can be measured here: {}. Looks for a GPU again.", reason_text(why));
    }
    return Button("measure", is_busy ? "cancel" : (why ? "look again" : "measure again"), act, ButtonStyle::normal,
                  true)
        .tooltip(words);
  }

  /// Why what is shown was not measured here. That there is no GPU is no news: it stands below the figures
  /// (`is_usual`), all else above.
  void add_reasons(PanelContext& context, Column& column, bool is_usual) const {
    Measures& measures = *context.measures;
    const Reason no_gpu = measures.no_gpu();
    Reason last;
    for (const Side side : shown_sides(context.session)) {
      const MeasureStatus& status = side == Side::a ? a_ : b_;
      Reason why = status.problem;
      if (!why && status.phase == MeasurePhase::idle) why = no_gpu;
      if (!why && measures.has_device() && status.phase == MeasurePhase::idle) {
        why = Measures::why_only_on_request(context.session, side);
      }
      const bool is_no_news = why.kind == ReasonKind::no_gpu;
      if (!why || !status.result || is_no_news != is_usual || why == last) continue;
      last = why;
      const bool is_one = is_usual || !context.session.comparing();
      column.add(sentence(fmt::format("{}Not measured here: {}.", is_one ? "" : fmt::format("{}: ", side_name(side)),
                                      reason_text(why))));
    }
  }

  // ---- the three readings

  /// The readings as cards where they have the room, else as a table, and below them in a line or two what else is to
  /// be seen at a glance.
  void add_readings(PanelContext& context, Column& glance, const KernelMeasurement& a, const KernelMeasurement* b,
                    Side first, const Measured& all, const std::vector<std::string>& names) const {
    if (a.own.status != ReadingStatus::measured) {
      glance.add(sentence(fmt::format("Not timed: {}.", reason_text(a.own.problem))));
      return;
    }
    const MeasuredPair pair = compared_readings(a, b);
    const Shown shown{a, b != nullptr, first};
    glance.add(FirstOf({[=, this, &context] { return cards(context, pair, shown); },
                        [=, this, &context] { return table(context, pair, shown); }}),
               share());
    if (pair.not_compared) glance.add(quiet(fmt::format("{}.", reason_text(pair.not_compared))));
    glance.add(foot(context, all, names));
  }

  struct Shown {
    const KernelMeasurement& a;
    bool against_b = false;
    Side first = Side::a;
    /// The colours of the first and the second side; of a twin those of other words.
    [[nodiscard]] Colour first_colour(const Theme& theme) const { return accent(theme, first); }
    [[nodiscard]] Colour second_colour(const Theme& theme) const {
      return against_b ? accent(theme, Side::b) : theme.text_muted;
    }
  };

  [[nodiscard]] std::string verdict_of(const ComparedReading& reading) const {
    if (!reading.comparison) return {};
    return is_wrong_ ? "no verdict" : verdict_text(*reading.comparison, Length::brief).str();
  }
  [[nodiscard]] Colour verdict_colour_of(const Theme& theme, const ComparedReading& reading) const {
    return is_wrong_ ? theme.text_muted : colour_of(theme, reading.comparison->verdict);
  }

  [[nodiscard]] Table table(PanelContext& context, const MeasuredPair& pair, const Shown& shown) const {
    const Theme& theme = context.theme;
    const bool has_second = pair.rival.kind != Rival::Kind::none;
    const auto side = [&](const std::string& name, Colour colour) {
      TableColumn column{name, "", Align::right};
      if (shown.against_b) column.colour = colour;
      column.group = 1;
      return column;
    };
    Table table;
    table.gap(10).rules().row_height(kLeastRow, kLargestRow);
    table.column({"reading", ""}).column(side(name_of_first(pair), shown.first_colour(theme)));
    if (has_second) {
      TableColumn second = side(rival_text(pair.rival), shown.second_colour(theme));
      second.most_heading = kNameUnits;
      table.column(second);
      table.column({{"difference", "diff."}, "", Align::right, fit().if_room()}).column({"ratio", "", Align::right});
      table.column({"verdict", "", Align::left, share()});
    }
    for (const ComparedReading& reading : pair.readings) add_reading(context, table, pair, shown, reading);
    return table;
  }

  void add_reading(PanelContext& context, Table& table, const MeasuredPair& pair, const Shown& shown,
                   const ComparedReading& reading) const {
    const std::string subject = subject_text(shown.a.own, reading.kind), title = reading_text(reading.kind);
    const std::string brief = reading_text(reading.kind, Length::brief);
    const auto value = [](const Reading& one) {
      return Text({card_value(*one.measurement), brief_value(*one.measurement), figure_text(one.measurement->value)})
          .small();
    };
    // The numbers say their unit as long as there is room for it, then the title does.
    const bool has_a = reading.a.measurement.has_value(), has_b = reading.b.measurement.has_value();
    const std::string last = has_a ? brief + ", " + unit_text(reading.a.measurement->unit, Length::brief).str() : brief;
    std::vector<Box> cells{Text({subject.empty() ? title : title + " · " + subject, title, last}).small()};
    std::string how = title, missing;
    const auto tell = [&](const std::string& name, const Reading& one) {
      if (one.measurement) how += fmt::format("\n{}: {}.", name, sampling_text(*one.measurement));
      if (one.measurement || !one.missing) return;
      how += fmt::format("\n{}: {}.", name, reason_text(one.missing));
      // Both are usually missing for one reason.
      if (missing.empty()) missing = fmt::format("{}.", reason_text(one.missing));
    };
    tell(name_of_first(pair), reading.a);
    if (pair.rival.kind != Rival::Kind::none) tell(rival_text(pair.rival), reading.b);
    if (has_a) cells.push_back(value(reading.a));
    if (has_a && has_b) cells.push_back(value(reading.b));
    if (reading.comparison) {
      const Measurement& a = *reading.a.measurement;
      const std::string with_unit = difference_text(*reading.comparison, a.unit);
      cells.push_back(
          Text({with_unit, with_unit, difference_text(*reading.comparison, a.unit, Length::mark)}).small().muted());
      cells.push_back(Text(times_text(*reading.comparison)).small().muted());
      cells.push_back(Text(verdict_of(reading))
                          .colour(verdict_colour_of(context.theme, reading))
                          .fonts({FontUse::verdict, FontUse::heading, FontUse::strong, FontUse::small}));
    }
    auto row = table.row(std::move(cells));
    row.tooltip(how);
    if (!missing.empty()) row.rest(Text(missing).small().muted());
  }

  // ---- in view below the readings
  // -----------------------------------------------------------------------------------

  struct FootItem {
    std::string words, tooltip;
    Colour colour{};
  };

  /// Counters, the floor, the output, the bandwidth and what was published, the first the most important.
  static std::vector<FootItem> foot_items(const PanelContext& context, const Measured& all,
                                          const std::vector<std::string>& names) {
    const Theme& theme = context.theme;
    std::vector<FootItem> items;
    const auto of = [&](std::size_t i) { return names[i].empty() ? std::string() : names[i] + ": "; };
    // What is the same of both is said once.
    const auto add = [&](std::size_t i, const std::string& words, FootItem item) {
      const std::string of_both = fmt::format("{}, {}: {}", names.front(), names.back(), words);
      item.words = of(i) + words;
      if (i == 1 && !items.empty() && items.back().words == of(0) + words) {
        items.back().words = of_both;
      } else {
        items.push_back(std::move(item));
      }
    };
    for (std::size_t i = 0; i < all.size(); ++i) {
      const auto& counters = all[i]->own.counters;
      const bool all_equal = std::all_of(counters.begin(), counters.end(), [](const auto& one) { return one.equal(); });
      const bool explained =
          std::all_of(counters.begin(), counters.end(), [](const auto& one) { return one.equal() || one.why; });
      const std::string sign = counters.empty() ? "" : (all_equal ? "= " : "≠ ");
      const std::string meaning = fmt::format("Hardware counters beside the modelled numbers, {}; the list is below.",
                                              origin_text(all[i]->origin()));
      const Colour judged = all_equal ? theme.good : (explained ? theme.text : theme.bad);
      add(i, sign + counters_text(all[i]->own).str(), {"", meaning, counters.empty() ? theme.text_muted : judged});
    }
    const KernelMeasurement& first = *all.front();
    if (first.empty_kernel) {
      items.push_back({fmt::format("floor {}", value_text(first.empty_kernel->value, first.empty_kernel->unit)),
                       fmt::format("A kernel that does nothing takes as long ({}); no duration is below it.",
                                   origin_text(first.origin())),
                       theme.text});
    }
    for (std::size_t i = 0; i < all.size(); ++i) {
      const bool equal = all[i]->own.output.equal();
      // Where it is wrong the head says so already.
      if (equal) add(i, "= output of GPU and emulator", {"", fmt::format("{}.", gpu_output_text(*all[i])), theme.good});
    }
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (!all[i]->own.bandwidth || !all[i]->own.bandwidth->kernel.measurement) continue;
      const auto part = all[i]->own.bandwidth->of_copy();
      std::string words = of(i) + brief_value(*all[i]->own.bandwidth->kernel.measurement);
      if (part) words += fmt::format(", {} of a copy", percent_text(*part));
      items.push_back({words, bandwidth_text(*all[i]->own.bandwidth), theme.text});
    }
    const std::string& machine = context.session.scene().machine;
    const auto published = std::count_if(first.published.begin(), first.published.end(),
                                         [&](const PublishedFigure& figure) { return figure.machine == machine; });
    if (published > 0) {
      items.push_back(
          {plural(static_cast<std::uint64_t>(published), "# published figure below|# published figures below"),
           "What publications say of this kernel on the chosen machine.", theme.text_muted});
    }
    return items;
  }

  static Row foot(const PanelContext& context, const Measured& all, const std::vector<std::string>& names) {
    Row row;
    row.gap(16).wrap();
    for (const FootItem& item : foot_items(context, all, names)) {
      row.add(Text(item.words).small().colour(item.colour).tooltip(item.tooltip));
    }
    return row;
  }

  // ---- as cards

  [[nodiscard]] Row cards(PanelContext& context, const MeasuredPair& pair, const Shown& shown) const {
    Row row;
    for (const ComparedReading& reading : pair.readings) {
      row.add(card_of(context, pair, shown, reading), share().at_least(kCardUnits));
    }
    return row;
  }

  [[nodiscard]] Card card_of(PanelContext& context, const MeasuredPair& pair, const Shown& shown,
                             const ComparedReading& reading) const {
    const Theme& theme = context.theme;
    Column column;
    Row title;
    title.add(Text(reading_text(reading.kind)).small(), share());
    title.add(Text(subject_text(shown.a.own, reading.kind)).small().muted(), fit().if_room());
    column.gap(3).add(title);
    if (!reading.a.measurement) return Card(column.add(quiet(fmt::format("{}.", reason_text(reading.a.missing)))));
    const Measurement& a = *reading.a.measurement;
    const Measurement* b = reading.b.measurement ? &*reading.b.measurement : nullptr;
    Text verdict(reading.comparison ? verdict_of(reading) : card_value(a));
    if (reading.comparison) verdict.colour(verdict_colour_of(theme, reading));
    column.add(verdict.heading());
    const auto end_of = [](const Measurement& one) {
      return std::max(one.value, one.spread ? one.spread->upper_quartile : 0);
    };
    const double longest = std::max(end_of(a), b != nullptr ? end_of(*b) : 0);
    const auto add = [&](const std::string& name, const Measurement& one, Colour colour) {
      Row words;
      words.add(Text(name).small().colour(shown.against_b ? colour : theme.text_muted), share());
      words.add(Text({card_value(one), brief_value(one)}).small().align(Align::right));
      column.add(words).add(bar_of(theme, one, longest, colour));
    };
    add(name_of_first(pair), a, shown.first_colour(theme));
    if (b != nullptr) add(rival_text(pair.rival), *b, shown.second_colour(theme));
    if (reading.comparison) {
      const std::string words =
          fmt::format("{} · {}", difference_text(*reading.comparison, a.unit), times_text(*reading.comparison));
      column.add(Text(words).small().muted());
    } else if (b == nullptr && reading.b.missing) {
      column.add(quiet(missing_of_second(pair, reading)));
    }
    std::string how = fmt::format("{}: {}.", name_of_first(pair), sampling_text(a));
    if (b != nullptr) how += fmt::format("\n{}: {}.", rival_text(pair.rival), sampling_text(*b));
    return Card(column).tooltip(how);
  }

  /// As long as the median, with a line over the quartiles.
  static Bar bar_of(const Theme& theme, const Measurement& one, double longest, Colour colour) {
    Bar bar(longest > 0 ? one.value / longest : 0, colour);
    bar.low().ground(theme.surface);
    if (longest > 0 && one.spread && one.spread->interquartile_range() > 0) {
      bar.spread(one.spread->lower_quartile / longest, one.spread->upper_quartile / longest);
    }
    return bar;
  }

  // ---- what stands below

  /// "A: " before what is said of one of two.
  static std::string before(const std::string& name) { return name.empty() ? name : name + ": "; }

  static void add_rest(PanelContext& context, Column& page, const Measured& all,
                       const std::vector<std::string>& names) {
    add_how(page, all, names);
    add_bandwidth(page, all, names);
    heading(page, "COUNTERS BESIDE THE MODEL");
    for (std::size_t i = 0; i < all.size(); ++i) add_counters(context, page, *all[i], names[i]);
    heading(page, "OUTPUT");
    for (std::size_t i = 0; i < all.size(); ++i) {
      const OutputCheck& output = all[i]->own.output;
      const Colour fine = output.equal() ? context.theme.good : context.theme.text_muted;
      page.add(sentence(fmt::format("{}{}.", before(names[i]), gpu_output_text(*all[i])))
                   .colour(output.wrong() ? context.theme.bad : fine));
    }
    add_published(context, page, all, names);
    for (std::size_t i = 0; i < all.size(); ++i) {
      for (const auto note : all[i]->notes) {
        page.add(sentence(fmt::format("{}{}.", before(names[i]), note_text(*all[i], note))));
      }
    }
    page.space(6);
  }

  static void add_how(Column& page, const Measured& all, const std::vector<std::string>& names) {
    heading(page, "HOW");
    for (std::size_t i = 0; i < all.size(); ++i) {
      for (const ReadingKind kind : kReadingKinds) {
        const auto& measurement = all[i]->own.reading(kind).measurement;
        if (!measurement) continue;
        page.add(quiet(fmt::format("{}{}, {}: {}.", before(names[i]), reading_text(kind),
                                   subject_text(all[i]->own, kind), sampling_text(*measurement))));
      }
    }
    const KernelMeasurement& first = *all.front();
    if (first.empty_kernel) {
      page.add(quiet(fmt::format("A kernel that does nothing takes {} ({}); no duration is below it.",
                                 value_text(first.empty_kernel->value, first.empty_kernel->unit),
                                 origin_text(first.origin()))));
    }
    if (!first.own.timed_accesses.empty() && first.own.timed_accesses.front().empty_harness) {
      const Measurement& empty = *first.own.timed_accesses.front().empty_harness;
      page.add(quiet(fmt::format("The harness of the cycles takes {} without the access; it is not subtracted.",
                                 value_text(empty.value, empty.unit))));
    }
    page.add(quiet(fmt::format("{}, compute capability {}, driver {}, compiled with {}.", first.gpu.name,
                               first.gpu.compute_capability, first.gpu.driver, first.own.compiler)));
  }

  static void add_bandwidth(Column& page, const Measured& all, const std::vector<std::string>& names) {
    bool has_begun = false;
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (!all[i]->own.bandwidth) continue;
      if (!has_begun) heading(page, "BANDWIDTH");
      has_begun = true;
      const Bandwidth& bandwidth = *all[i]->own.bandwidth;
      page.add(sentence(fmt::format("{}{}", before(names[i]), bandwidth_text(bandwidth))));
      page.add(
          quiet(fmt::format("{}{} {}.", before(names[i]), traffic_text(bandwidth), origin_text(all[i]->origin()))));
    }
  }

  static void add_counters(PanelContext& context, Column& page, const KernelMeasurement& measurement,
                           const std::string& name) {
    const Theme& theme = context.theme;
    const auto& counters = measurement.own.counters;
    if (counters.empty()) {
      page.add(quiet(fmt::format("{}{}.", before(name), counters_text(measurement.own))));
      return;
    }
    Table table;
    table.column({name.empty() ? "of one launch" : name + ", of one launch", "", Align::left, share().at_most(200)});
    table.column({"modelled", "", Align::right}).column({"counted", "", Align::right}).column({});
    for (const CounterReading& counter : counters) {
      const auto value = static_cast<std::uint64_t>(std::max(0.0, std::round(counter.value)));
      table
          .row({Text(counter.name).small(), Text(grouped(counter.modelled)).small(), Text(grouped(value)).small(),
                Text(counter.equal() ? "= equal" : "≠ differs")
                    .small()
                    .colour(counter.equal() ? theme.good : theme.bad)})
          .tooltip(counter.metric);
    }
    page.add(table);
    for (const auto& why : difference_texts(counters)) page.add(quiet(why.str()));
    page.add(quiet(fmt::format("Modelled by the rules of {}; counters {}.", measurement.own.machine,
                               origin_text(measurement.origin()))));
  }

  static void add_published(PanelContext& context, Column& page, const Measured& all,
                            const std::vector<std::string>& names) {
    const std::string& machine = context.session.scene().machine;
    bool has_begun = false;
    const auto add = [&](const Text& text) {
      if (!has_begun) heading(page, "PUBLISHED");
      has_begun = true;
      page.add(text);
    };
    for (std::size_t i = 0; i < all.size(); ++i) {
      std::set<std::string> elsewhere;
      for (const PublishedFigure& figure : all[i]->published) {
        if (figure.machine != machine) {
          elsewhere.insert(figure.machine);
          continue;
        }
        add(sentence(fmt::format("{}{}.", before(names[i]), published_text(figure))));
      }
      if (elsewhere.empty()) continue;
      add(quiet(
          fmt::format("{}publications have figures of this kernel; they stand here when the machine {} is chosen.",
                      before(names[i]), join(elsewhere, " or "))));
    }
  }

  MeasureStatus a_, b_;    ///< of the frame; what is shown refers to their results
  bool is_wrong_ = false;  ///< an output is not the emulator's, so times are shown and not judged
};

}  // namespace

PanelEntry time_panel() {
  return {.id = "time",
          .title = "Time",
          .help =
              "What was measured of A and B on a GPU, or of the kernel and its conflict-free twin: three readings, "
              "counters, the output's check. Every number says where it comes from.",
          .slot = Slot::details,
          .order = 30,
          .maker = maker_of<TimePanel>()};
}

}  // namespace bankloom::ui
