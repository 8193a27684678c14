// The measurements of A and B, or of the kernel and its conflict-free twin: the three readings, counters, the output's
// check, published references.

#include <algorithm>
#include <cmath>
#include <set>
#include <string>
#include <vector>

#include "core/base/language.h"
#include "core/wording/numbers.h"
#include "ui/layout/bar.h"
#include "ui/layout/controls.h"
#include "ui/layout/table.h"
#include "ui/measured_figures.h"
#include "ui/measures.h"
#include "ui/panel.h"
#include "ui/panels/side_style.h"

namespace bankloom::ui {

using namespace wording;
namespace {

/// Units: least width of a reading's card (if three do not fit beside each other the readings are a table), least and
/// largest height of a row of the table, limit of a name of options in the heading of a column.
constexpr float kCardUnits = 186, kLeastRow = 16, kLargestRow = 30, kNameUnits = 110;

/// With its spread; with the unit if the card's title says per what.
std::string card_value(const Measurement& measurement) { return spread_text(measurement, Length::brief).str(); }

std::string brief_value(const Measurement& measurement) {
  return value_text(measurement.value, measurement.unit, Length::brief).str();
}

Colour colour_of(const Theme& theme, Verdict verdict) {
  if (verdict == Verdict::costs) return theme.bad;
  return verdict == Verdict::saves ? theme.good : theme.text;
}

/// The name of the first side of a comparison.
const char* name_of_first(const MeasuredPair& pair) {
  return pair.rival.kind == Rival::Kind::side_b ? "A" : "this kernel";
}
class TimePanel final : public Panel {
 public:
  void draw(PanelContext& context) override { show(context, Scroll("time", page(context))); }

 private:
  using Measured = std::vector<const KernelMeasurement*>;

  static Text sentence(std::string words) { return Text(std::move(words)).small().wrap(); }
  static Text quiet(std::string words) { return sentence(std::move(words)).muted(); }
  static void heading(Column& page, const char* words) { page.space(4).add(Text(words).small().muted()); }

  /// What matters most, no higher than the panel, and below it the details with all origins.
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
      glance.add(sentence(named_text(session.comparing() ? "A" : "", no_time_text(missing_reason(a_, no_gpu)))));
      if (second == nullptr) return glance;
    } else if (session.comparing() && second == nullptr) {
      glance.add(sentence(named_text(
          "B", joined({no_time_text(missing_reason(b_, no_gpu)), say("A is shown beside its conflict-free twin.")}))));
    }
    // B alone, against its twin, if A was not timed.
    const bool is_b_alone = first == nullptr || (!is_timed(first) && is_timed(second));
    if (first != nullptr && is_b_alone) glance.add(sentence(named_text("A", not_timed_text(first->own.problem))));
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
      // The GPU's own result for a kernel with a fault.
      if (one == nullptr || one->own.status != ReadingStatus::faulty || !one->own.output.missing) continue;
      page.add(sentence(named_text(one->gpu.name, sentence_text(reason_text(one->own.output.missing)))));
    }
    add_rest(context, page, all, names);
    return page;
  }

  /// The origin of the figures, the state of the measurement, why nothing was measured here; before all of it, that an
  /// output differs from the emulator's. At the right end, the button to measure again.
  [[nodiscard]] Box head(PanelContext& context) const {
    Measures& measures = *context.measures;
    Column left = Column().gap(2);
    for (const MeasureStatus* status : {&a_, &b_}) {
      if (!status->result || !status->result->own.output.wrong()) continue;
      const OutputCheck& output = status->result->own.output;
      const std::string_view side = !context.session.comparing() ? "" : side_name(status == &a_ ? Side::a : Side::b);
      left.add(Warning({named_text(side, output_alarm_text(output)),
                        named_text(side, output_alarm_text(output, Length::brief))})
                   .tooltip(joined({gpu_output_meaning_text(*status->result), say("The tab Output shows both.")})));
    }
    const auto words = provenance_wordings(a_, context.session.comparing() ? &b_ : nullptr);
    if (!words.front().empty()) left.add(Text(words).small().muted());
    if (context.still || !measures.has_device()) return left;
    // Without a GPU the button has no effect: the reason is beside it.
    if (const Reason why = measures.no_gpu()) {
      left.add(Text(not_measured_here_text(why)).small().wrap());
    }
    return Row().place(Alignment::top).add(left, share()).add(measure_button(context));
  }

  static Control measure_button(PanelContext& context) {
    Measures& measures = *context.measures;
    const bool is_busy = measures.busy();
    const Reason why = measures.no_gpu();
    const auto act = [&context, &measures, is_busy, why] {
      if (is_busy) return measures.cancel();
      measures.again(context.session);
      if (why) context.say(looking_again_text(why));
    };
    return Button("measure", is_busy ? "cancel" : (why ? "look again" : "measure again"), act, ButtonStyle::normal,
                  true)
        .tooltip(is_busy ? say("Cancels the measurement; what was known stays.")
                         : measure_again_text(why, measures.host()));
  }

  /// Why the figures were not measured here. A missing GPU is no news: that is below the figures (`is_usual`), other
  /// reasons above.
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
      column.add(sentence(named_text(is_one ? "" : side_name(side), not_measured_here_text(why))));
    }
  }

  // ---- the three readings

  /// The readings as cards if they have room, otherwise as a table, and below them in a line or two the other important
  /// facts.
  void add_readings(PanelContext& context, Column& glance, const KernelMeasurement& a, const KernelMeasurement* b,
                    Side first, const Measured& all, const std::vector<std::string>& names) const {
    if (a.own.status != ReadingStatus::measured) {
      glance.add(sentence(not_timed_text(a.own.problem)));
      return;
    }
    const MeasuredPair pair = compared_readings(a, b);
    const Shown shown{a, b != nullptr, first};
    glance.add(FirstOf({[=, this, &context] { return cards(context, pair, shown); },
                        [=, this, &context] { return table(context, pair, shown); }}),
               share());
    if (pair.not_compared) glance.add(quiet(sentence_text(reason_text(pair.not_compared))));
    glance.add(foot(context, all, names));
  }

  struct Shown {
    const KernelMeasurement& a;
    bool against_b = false;
    Side first = Side::a;
    /// The colours of the first and the second side; for a twin, other text colours.
    [[nodiscard]] Colour first_colour(const Theme& theme) const { return accent(theme, first); }
    [[nodiscard]] Colour second_colour(const Theme& theme) const {
      return against_b ? accent(theme, Side::b) : theme.text_muted;
    }
  };

  /// In a narrow column, the ratio of the times, if it is significant; nothing before a part of a number.
  [[nodiscard]] Fit verdict_of(const ComparedReading& reading) const {
    if (!reading.comparison) return {};
    if (is_wrong_) return "no verdict";
    const Comparison& comparison = *reading.comparison;
    const bool is_certain = comparison.verdict == Verdict::costs || comparison.verdict == Verdict::saves;
    const std::string verdict = verdict_text(comparison, Length::brief);
    return is_certain ? Fit{verdict, times_text(comparison).str(), ""} : Fit{verdict, say("no difference").str(), ""};
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
    Table table = Table().gap(10).rules().row_height(kLeastRow, kLargestRow);
    table.column({"reading", ""}).column(side(name_of_first(pair), shown.first_colour(theme)));
    if (has_second) {
      TableColumn second = side(rival_text(pair.rival), shown.second_colour(theme));
      second.most_heading = kNameUnits;
      table.column(second);
      table.column({{"difference", "diff."}, "", Align::right, fit().if_room()});
      table.column({"ratio", "", Align::right, fit().if_room(2)});
      table.column({{"verdict", ""}, "", Align::left, share()});
    }
    for (const ComparedReading& reading : pair.readings) add_reading(context, table, pair, shown, reading);
    return table;
  }

  void add_reading(PanelContext& context, Table& table, const MeasuredPair& pair, const Shown& shown,
                   const ComparedReading& reading) const {
    const auto subject = subject_text(shown.a.own, reading.kind), title = reading_text(reading.kind);
    const auto brief = reading_text(reading.kind, Length::brief);
    const auto value = [](const Reading& one) {
      return Text({card_value(*one.measurement), brief_value(*one.measurement), figure_text(one.measurement->value)})
          .small();
    };
    // The numbers have their unit if there is room for it; otherwise the title has it.
    const bool has_a = reading.a.measurement.has_value(), has_b = reading.b.measurement.has_value();
    const auto last = has_a ? say("{reading}, {unit}", "reading"_a = brief,
                                  "unit"_a = unit_text(reading.a.measurement->unit, Length::brief))
                            : brief;
    const auto whole =
        subject.empty() ? title : say("{reading} · {subject}", "reading"_a = title, "subject"_a = subject);
    std::vector<Box> cells{Text({whole, title, last}).small()};
    std::vector<bankloom::Text> how{title};
    Fit missing;
    const auto tell = [&](const std::string& name, const Reading& one) {
      how.push_back(sampling_text(name, one));
      // Both are usually missing for one reason.
      if (one.measurement || !one.missing || !missing.empty()) return;
      missing = {sentence_text(reason_text(one.missing)).str(),
                 sentence_text(reason_text(one.missing, Length::brief)).str()};
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
                          .fonts({FontUse::heading, FontUse::strong, FontUse::small}));
    }
    auto row = table.row(std::move(cells));
    row.tooltip(lines_text(how));
    if (!missing.empty()) row.rest(Text(missing).small().muted());
  }

  // ---- in view below the readings
  // -----------------------------------------------------------------------------------

  struct FootItem {
    std::string words, tooltip;
    Colour colour{};
  };

  /// The number of counters that agree with the model, and the reasons of the others.
  struct CountersStand {
    std::size_t all = 0, equal = 0;
    bool is_explained = true;
    Reason missing;
    friend bool operator==(const CountersStand&, const CountersStand&) = default;
  };
  static CountersStand counters_stand(const KernelMeasurement& measurement) {
    CountersStand stand;
    for (const CounterReading& one : measurement.own.counters) {
      ++stand.all;
      if (one.equal()) ++stand.equal;
      stand.is_explained = stand.is_explained && (one.equal() || one.why);
    }
    if (stand.all == 0) stand.missing = measurement.own.no_counters;
    return stand;
  }

  /// Adds a fact of each, or once for both if it is the same.
  static void add_each(const Measured& all, const std::vector<std::string>& names, auto&& fact, auto&& add) {
    if (all.size() == 2 && fact(*all.front()) == fact(*all.back())) {
      add(fmt::format("{}{}{}", names.front(), list_sign(), names.back()), *all.front());
      return;
    }
    for (std::size_t i = 0; i < all.size(); ++i) add(names[i], *all[i]);
  }

  /// Counters, the floor, the output, the bandwidth and publications, the most important first.
  static std::vector<FootItem> foot_items(const PanelContext& context, const Measured& all,
                                          const std::vector<std::string>& names) {
    const Theme& theme = context.theme;
    std::vector<FootItem> items;
    add_each(all, names, counters_stand, [&](const std::string& name, const KernelMeasurement& one) {
      const CountersStand stand = counters_stand(one);
      const bool all_equal = stand.equal == stand.all;
      const Colour judged = all_equal ? theme.good : (stand.is_explained ? theme.text : theme.bad);
      items.push_back({named_text(name, counters_text(one.own)),
                       say("Hardware counters beside the modelled numbers, {origin}; the list is below.",
                           "origin"_a = origin_text(one.origin())),
                       stand.all == 0 ? theme.text_muted : judged});
    });
    const KernelMeasurement& first = *all.front();
    if (first.empty_kernel) items.push_back({floor_text(first, Length::brief), floor_text(first), theme.text});
    // If it is wrong the head already says so.
    const auto is_equal = [](const KernelMeasurement& one) { return one.own.output.equal(); };
    add_each(all, names, is_equal, [&](const std::string& name, const KernelMeasurement& one) {
      if (!is_equal(one)) return;
      items.push_back(
          {named_text(name, say("GPU's output = emulator's")), sentence_text(gpu_output_text(one)), theme.good});
    });
    for (std::size_t i = 0; i < all.size(); ++i) {
      const auto& bandwidth = all[i]->own.bandwidth;
      if (!bandwidth || !bandwidth->kernel.measurement) continue;
      items.push_back({named_text(names[i], brief_bandwidth_text(*bandwidth)), bandwidth_text(*bandwidth), theme.text});
    }
    const std::string& machine = context.session.scene().machine;
    const auto published = std::ranges::count(first.published, machine, &PublishedFigure::machine);
    if (published > 0) {
      items.push_back(
          {plural(static_cast<std::uint64_t>(published), "# published figure below|# published figures below"),
           "What publications say of this kernel on the chosen machine.", theme.text_muted});
    }
    return items;
  }

  static Row foot(const PanelContext& context, const Measured& all, const std::vector<std::string>& names) {
    Row row = Row().gap(16).wrap();
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
    Row title = Row().add(Text(reading_text(reading.kind)).small(), share());
    title.add(Text(subject_text(shown.a.own, reading.kind)).small().muted(), fit().if_room());
    column.gap(3).add(title);
    if (!reading.a.measurement) return Card(column.add(quiet(sentence_text(reason_text(reading.a.missing)))));
    const Measurement& a = *reading.a.measurement;
    const Measurement* b = reading.b.measurement ? &*reading.b.measurement : nullptr;
    Text verdict(reading.comparison ? verdict_of(reading) : Fit(card_value(a)));
    if (reading.comparison) verdict.colour(verdict_colour_of(theme, reading));
    column.add(verdict.heading());
    const auto end_of = [](const Measurement& one) {
      return std::max(one.value, one.spread ? one.spread->upper_quartile : 0);
    };
    const double longest = std::max(end_of(a), b != nullptr ? end_of(*b) : 0);
    const auto add = [&](const std::string& name, const Measurement& one, Colour colour) {
      const Text whose = Text(name).small().colour(shown.against_b ? colour : theme.text_muted);
      Row words = Row().add(whose, share().at_least(whose.width(context) / context.scale));
      words.add(Text({card_value(one), brief_value(one)}).small().align(Align::right));
      column.add(words).add(bar_of(theme, one, longest, colour));
    };
    add(name_of_first(pair), a, shown.first_colour(theme));
    if (b != nullptr) add(rival_text(pair.rival), *b, shown.second_colour(theme));
    if (reading.comparison) {
      column.add(Text(say("{difference} · {times}", "difference"_a = difference_text(*reading.comparison, a.unit),
                          "times"_a = times_text(*reading.comparison)))
                     .small()
                     .muted());
    } else if (b == nullptr && reading.b.missing) {
      column.add(quiet(sampling_text(rival_text(pair.rival), reading.b)));
    }
    std::vector<bankloom::Text> how{sampling_text(name_of_first(pair), reading.a)};
    if (b != nullptr) how.push_back(sampling_text(rival_text(pair.rival), reading.b));
    return Card(column).tooltip(lines_text(how));
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

  // ---- the details below

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
      page.add(sentence(named_text(names[i], sentence_text(gpu_output_text(*all[i]))))
                   .colour(output.wrong() ? context.theme.bad : fine));
    }
    add_published(context, page, all, names);
    for (std::size_t i = 0; i < all.size(); ++i) {
      for (const auto note : all[i]->notes) {
        page.add(sentence(named_text(names[i], sentence_text(note_text(*all[i], note)))));
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
        page.add(quiet(named_text(
            names[i], say("{reading}, {subject}: {how}.", "reading"_a = reading_text(kind),
                          "subject"_a = subject_text(all[i]->own, kind), "how"_a = sampling_text(*measurement)))));
      }
    }
    const KernelMeasurement& first = *all.front();
    if (first.empty_kernel) {
      page.add(quiet(floor_text(first)));
    }
    if (!first.own.timed_accesses.empty() && first.own.timed_accesses.front().empty_harness) {
      page.add(quiet(harness_text(*first.own.timed_accesses.front().empty_harness)));
    }
    page.add(quiet(conditions_text(first)));
  }

  static void add_bandwidth(Column& page, const Measured& all, const std::vector<std::string>& names) {
    bool has_begun = false;
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (!all[i]->own.bandwidth) continue;
      if (!has_begun) heading(page, "BANDWIDTH");
      has_begun = true;
      const Bandwidth& bandwidth = *all[i]->own.bandwidth;
      page.add(sentence(named_text(names[i], bandwidth_text(bandwidth))));
      page.add(
          quiet(named_text(names[i], joined({traffic_text(bandwidth), sentence_text(origin_text(all[i]->origin()))}))));
    }
  }

  static void add_counters(PanelContext& context, Column& page, const KernelMeasurement& measurement,
                           const std::string& name) {
    const Theme& theme = context.theme;
    const auto& counters = measurement.own.counters;
    if (counters.empty()) {
      page.add(quiet(named_text(name, sentence_text(counters_text(measurement.own)))));
      return;
    }
    Table table = Table().column({name.empty() ? message("of one launch") : message("{}, of one launch", name), "",
                                  Align::left, share().at_most(200)});
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
    page.add(quiet(rules_text(measurement)));
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
        add(sentence(named_text(names[i], sentence_text(published_text(figure)))));
      }
      if (elsewhere.empty()) continue;
      add(quiet(named_text(names[i], published_elsewhere_text({elsewhere.begin(), elsewhere.end()}))));
    }
  }

  MeasureStatus a_, b_;    ///< of the frame; the drawn boxes refer to their results
  bool is_wrong_ = false;  ///< an output differs from the emulator's, so times are shown without a verdict
};

}  // namespace

PanelEntry time_panel() {
  return {.id = "time",
          .title = "Time",
          .help =
              "What was measured of A and B on a GPU, or of the kernel and its conflict-free twin: three readings, "
              "counters, the check of the output. Every number says where it comes from.",
          .slot = Slot::details,
          .order = 30,
          .maker = maker_of<TimePanel>()};
}

}  // namespace bankloom::ui
