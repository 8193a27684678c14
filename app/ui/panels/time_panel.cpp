// What was measured of A and B, or of the kernel and its conflict-free twin: the three readings, counters, the output's
// check, published references.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <string>
#include <vector>

#include "core/measure/counters.h"
#include "core/measure/measure_report.h"
#include "ui/measured_figures.h"
#include "ui/measures.h"
#include "ui/panels/panels.h"
#include "ui/panels/side_style.h"
#include "ui/widgets/widgets.h"

namespace bankloom::ui {
namespace {

/// Least width of a reading's card; where three do not fit beside each other they stand below each other.
constexpr float kCardUnits = 132, kCardGap = 8, kCardPad = 9;

/// "µs", "ns", "cycles": the unit where the card's title says per what.
std::string short_unit(const Measurement& measurement) {
  const std::string unit = unit_words(measurement.unit);
  return unit.substr(0, unit.find(" per "));
}

std::string card_value(const Measurement& measurement) {
  Measurement brief = measurement;
  brief.unit = short_unit(measurement);
  return value_words(brief, true);
}

/// "+42 ns · 1.04 times".
std::string difference_words(const Comparison& comparison, const Measurement& a) {
  const bool in_ns = a.unit == "us" && std::abs(comparison.difference) < 1;
  const double difference = in_ns ? comparison.difference * 1000 : comparison.difference;
  return fmt::format("{}{} {} · {:.2f} times", difference > 0 ? "+" : (difference < 0 ? "−" : ""),
                     number_words(std::abs(difference)), in_ns ? "ns" : short_unit(a), comparison.ratio);
}

/// What the numbers of a reading are of.
std::string subject_words(const KernelMeasurement& measurement, ReadingKind kind) {
  switch (kind) {
    case ReadingKind::one_block:
      return counted(measurement.own.grid.count(), "block");
    case ReadingKind::filled:
      return measurement.own.filled_blocks == 0
                 ? "time per block"
                 : fmt::format("1 of {}", counted(measurement.own.filled_blocks, "block"));
    case ReadingKind::cycles:
      if (measurement.own.timed_accesses.empty()) return {};
      return fmt::format("{}, line {}", measurement.own.timed_accesses.front().op,
                         measurement.own.timed_accesses.front().line);
  }
  return {};
}

Colour colour_of(const Theme& theme, Verdict verdict) {
  if (verdict == Verdict::costs) return theme.bad;
  return verdict == Verdict::saves ? theme.good : theme.text;
}

class TimePanel final : public Panel {
 public:
  void draw(PanelContext& context, Side) override {
    const Rect area = context.area;
    if (area.width < context.px(60) || area.height < context.px(20)) return;
    ImGui::SetCursorScreenPos({area.x, area.y});
    begin_child("time", {area.width, area.height});
    draw_contents(context);
    ImGui::EndChild();
    context.area = area;
  }

 private:
  static void sentence(PanelContext& context, Colour colour, std::string_view words) {
    wrapped_text(context, context.fonts.small, colour, room(context), words);
  }
  static void heading(PanelContext& context, std::string_view words) {
    gap(context, 8);
    section_heading(context, words);
    gap(context, 2);
  }

  void draw_contents(PanelContext& context) {
    if (context.measures == nullptr) {
      sentence(context, context.theme.text_muted, "No times: there is neither a GPU nor a recording here.");
      return;
    }
    const Session& session = context.session;
    const MeasureStatus a = context.measures->status(session, Side::a);
    const MeasureStatus b = session.comparing() ? context.measures->status(session, Side::b) : MeasureStatus{};
    draw_head(context, a, b);
    const KernelMeasurement* first = a.result.get();
    const KernelMeasurement* second = b.result.get();
    if (first == nullptr) {
      sentence(context, context.theme.text,
               fmt::format("{}There is no time: {}.", session.comparing() ? "A: " : "",
                           missing_words(a, context.measures->no_gpu())));
      if (second == nullptr) return;
      // B alone, against its twin.
      draw_readings(context, *second, nullptr, Side::b);
      draw_reasons(context, a, b, true);
      draw_rest(context, {second}, {"B"});
      return;
    }
    if (session.comparing() && second == nullptr) {
      sentence(context, context.theme.text,
               fmt::format("B: there is no time: {}. A stands beside its conflict-free twin.",
                           missing_words(b, context.measures->no_gpu())));
      gap(context, 3);
    }
    draw_readings(context, *first, second, Side::a);
    draw_reasons(context, a, b, true);
    for (const KernelMeasurement* one : {first, second}) {
      // What the GPU itself made of a kernel with a fault.
      if (one == nullptr || one->own.status != ReadingStatus::faulty || one->own.output.missing.empty()) continue;
      sentence(context, context.theme.text, fmt::format("{}: {}.", one->gpu.name, one->own.output.missing));
    }
    if (second != nullptr) {
      draw_rest(context, {first, second}, {"A", "B"});
    } else {
      draw_rest(context, {first}, {session.comparing() ? "A" : ""});
    }
  }

  /// Where the figures come from, what is under way, why nothing was measured here.
  static void draw_head(PanelContext& context, const MeasureStatus& a, const MeasureStatus& b) {
    const Theme& theme = context.theme;
    Measures& measures = *context.measures;
    std::string words;
    if (a.result) words = origin_words(*a.result);
    if (b.result && a.result && origin_words(*b.result) != words) {
      words = fmt::format("A {} · B {}", words, origin_words(*b.result));
    } else if (b.result && !a.result) {
      words = "B " + origin_words(*b.result);
    }
    std::string progress = progress_words(a);
    if (progress.empty() || a.phase == MeasurePhase::waiting) {
      if (!progress_words(b).empty()) progress = "B " + progress_words(b);
    } else if (context.session.comparing()) {
      progress = "A " + progress;
    }
    if (!progress.empty()) words = progress + (words.empty() ? "" : " · until then " + words);
    ImFont* small = context.fonts.small;
    if (!context.still && measures.has_device()) {
      const bool busy = measures.busy();
      const ImVec2 from = cursor();
      const float width =
          std::ceil(text_size(context.fonts.body, busy ? "cancel" : "measure again").x + context.px(16));
      const float height = std::round(font_size(small) + context.px(8));
      const float right = from.x + room(context);
      ImGui::SetCursorScreenPos({right - width, from.y});
      if (button(context, "measure", busy ? "cancel" : "measure again", ButtonStyle::normal, {width, height})) {
        if (busy) {
          measures.cancel();
        } else {
          measures.again(context.session);
        }
      }
      tooltip(context, busy ? "Ends the measurement; what was known stays." : "Measures on this machine's GPU.");
      text_at(context, small, theme.text_muted, {from.x, from.y + context.px(4)},
              shortened(small, words, right - width - from.x - context.px(8)));
      ImGui::SetCursorScreenPos({from.x, from.y + height});
      gap(context, 4);
    } else if (!words.empty()) {
      text(context, small, theme.text_muted, shortened(small, words, room(context)));
      gap(context, 3);
    }
    draw_reasons(context, a, b, false);
  }

  /// Why what is shown was not measured here. That there is no GPU is no news: it stands below the figures
  /// (`is_usual`), all else above.
  static void draw_reasons(PanelContext& context, const MeasureStatus& a, const MeasureStatus& b, bool is_usual) {
    Measures& measures = *context.measures;
    const std::string no_gpu = measures.no_gpu();
    std::string last;
    for (const Side side : shown_sides(context.session)) {
      const MeasureStatus& status = side == Side::a ? a : b;
      std::string why = status.problem;
      if (why.empty() && status.phase == MeasurePhase::idle) why = no_gpu;
      if (why.empty() && measures.has_device() && status.phase == MeasurePhase::idle) {
        why = Measures::why_only_on_request(context.session, side);
      }
      if (why.empty() || !status.result || (why == no_gpu) != is_usual || why == last) continue;
      last = why;
      const bool is_one = is_usual || !context.session.comparing();
      sentence(context, context.theme.text,
               fmt::format("{}Not measured here: {}.", is_one ? "" : fmt::format("{}: ", side_name(side)), why));
      gap(context, 3);
    }
  }

  // ---- the three readings
  // ---------------------------------------------------------------------------------------------

  void draw_readings(PanelContext& context, const KernelMeasurement& a, const KernelMeasurement* b, Side first) {
    const MeasuredPair pair = compared_readings(a, b);
    if (a.own.status != ReadingStatus::measured) {
      sentence(context, context.theme.text, fmt::format("Not timed: {}.", a.own.problem));
      return;
    }
    const ImVec2 from = cursor();
    const float width = room(context), between = context.px(kCardGap);
    const float third = std::floor((width - 2 * between) / 3);
    const bool beside = third >= context.px(kCardUnits);
    const float card_width = beside ? third : width;
    float height = 0;
    for (const ComparedReading& reading : pair.readings) {
      height = std::max(height, card_height(context, reading, pair, card_width));
    }
    float x = from.x, y = from.y;
    for (const ComparedReading& reading : pair.readings) {
      draw_card(context, {x, y, card_width, height}, reading, pair, subject_words(a, reading.kind), b != nullptr,
                first);
      if (beside) {
        x += card_width + between;
      } else {
        y += height + between;
      }
    }
    ImGui::SetCursorScreenPos({from.x, beside ? from.y + height : y - between});
    gap(context, 5);
    if (!pair.not_compared.empty()) sentence(context, context.theme.text_muted, pair.not_compared + ".");
  }

  static float row_height(const PanelContext& context) { return font_size(context.fonts.small) + context.px(9); }

  static float card_height(PanelContext& context, const ComparedReading& reading, const MeasuredPair& pair,
                           float width) {
    const float pad = context.px(kCardPad), inner = width - 2 * pad, small = font_size(context.fonts.small);
    const float head = small + context.px(4);
    if (!reading.a.measurement) {
      return head + wrapped_text_height(context.fonts.small, inner, reading.a.missing + ".") + 2 * pad;
    }
    float height = head + font_size(context.fonts.heading) + context.px(5) + row_height(context) + 2 * pad;
    if (reading.b.measurement) height += row_height(context);
    if (reading.comparison) height += small + context.px(2);
    if (!reading.b.measurement && !reading.b.missing.empty()) {
      height += wrapped_text_height(context.fonts.small, inner, pair.b_name + ": " + reading.b.missing + ".");
    }
    return height;
  }

  static void draw_card(PanelContext& context, const Rect& rect, const ComparedReading& reading,
                        const MeasuredPair& pair, const std::string& subject, bool against_b, Side first) {
    const Theme& theme = context.theme;
    ImFont* small = context.fonts.small;
    const float pad = context.px(kCardPad), inner = rect.width - 2 * pad, left = rect.x + pad;
    card(context, rect, theme.raised);
    float y = rect.y + pad - context.px(2);
    const std::string title = shortened(small, reading_title(reading.kind), inner);
    const Rect drawn = text_at(context, small, theme.text, {left, y}, title);
    if (drawn.width + text_size(small, subject).x + context.px(10) <= inner) {
      text_at(context, small, theme.text_muted, {left + inner, y}, subject, Align::right);
    }
    y += font_size(small) + context.px(4);
    ImGui::PushID(static_cast<int>(reading.kind));
    if (!reading.a.measurement) {
      ImGui::SetCursorScreenPos({left, y});
      wrapped_text(context, small, theme.text_muted, inner, reading.a.missing + ".");
      ImGui::PopID();
      return;
    }
    const Measurement& a = *reading.a.measurement;
    const std::string verdict = reading.comparison ? reading.comparison->sentence() : card_value(a);
    const Colour colour = reading.comparison ? colour_of(theme, reading.comparison->verdict) : theme.text;
    ImFont* large = context.fonts.heading;
    if (text_size(large, verdict).x > inner) large = context.fonts.strong;
    if (text_size(large, verdict).x > inner) large = small;
    text_at(context, large, colour, {left, y}, shortened(large, verdict, inner));
    y += font_size(context.fonts.heading) + context.px(5);

    const Measurement* b = reading.b.measurement ? &*reading.b.measurement : nullptr;
    const auto end_of = [](const Measurement& one) {
      return std::max(one.value, one.spread ? one.spread->upper_quartile : 0);
    };
    const double longest = std::max(end_of(a), b != nullptr ? end_of(*b) : 0);
    const Colour twin_colour = theme.text_muted;
    const auto row = [&](const std::string& name, const Measurement& one, Colour bar) {
      const std::string value = card_value(one);
      const float value_width = text_size(small, value).x;
      text_at(context, small, against_b ? bar : theme.text_muted, {left, y},
              shortened(small, name, inner - value_width - context.px(6)));
      text_at(context, small, theme.text, {left + inner, y}, value, Align::right);
      draw_bar(context, {left, y + font_size(small) + context.px(2), inner, context.px(4)}, one, longest, bar);
      y += row_height(context);
    };
    row(pair.a_name, a, accent(theme, first));
    if (b != nullptr) row(pair.b_name, *b, against_b ? accent(theme, Side::b) : twin_colour);
    if (reading.comparison) {
      text_at(context, small, theme.text_muted, {left, y},
              shortened(small, difference_words(*reading.comparison, a), inner));
    } else if (b == nullptr && !reading.b.missing.empty()) {
      ImGui::SetCursorScreenPos({left, y});
      wrapped_text(context, small, theme.text_muted, inner, pair.b_name + ": " + reading.b.missing + ".");
    }
    ImGui::SetCursorScreenPos({rect.x, rect.y});
    hover_area("card", {rect.width, rect.height});
    std::string how = fmt::format("{}: {}.", pair.a_name, how_words(a));
    if (b != nullptr) how += fmt::format("\n{}: {}.", pair.b_name, how_words(*b));
    tooltip(context, how);
    ImGui::PopID();
  }

  /// A bar as long as the median, with a darker end over the quartiles.
  static void draw_bar(const PanelContext& context, const Rect& rect, const Measurement& one, double longest,
                       Colour colour) {
    if (longest <= 0) return;
    const auto at = [&](double value) { return rect.x + rect.width * static_cast<float>(value / longest); };
    ImDrawList* list = ImGui::GetWindowDrawList();
    list->AddRectFilled({rect.x, rect.y}, {rect.right(), rect.bottom()}, context.theme.surface, context.px(2));
    list->AddRectFilled({rect.x, rect.y}, {at(one.value), rect.bottom()}, colour, context.px(2));
    if (!one.spread || half_spread(one) <= 0) return;
    const float middle = rect.y + rect.height / 2, thick = std::max(1.0f, context.px(1));
    const float from = at(one.spread->lower_quartile), to = at(one.spread->upper_quartile);
    list->AddRectFilled({from, middle - thick}, {to, middle + thick}, context.theme.text);
    for (const float x : {from, to})
      list->AddRectFilled({x - thick / 2, rect.y}, {x + thick / 2, rect.bottom()}, context.theme.text);
  }

  // ---- what stands below
  // ----------------------------------------------------------------------------------------------

  static void draw_rest(PanelContext& context, const std::vector<const KernelMeasurement*>& all,
                        const std::vector<std::string>& names) {
    const Theme& theme = context.theme;
    const auto of = [&](std::size_t i) { return names[i].empty() ? std::string() : names[i] + ": "; };
    heading(context, "HOW");
    for (std::size_t i = 0; i < all.size(); ++i) {
      for (const ReadingKind kind : kReadingKinds) {
        const auto& measurement = all[i]->own.reading(kind).measurement;
        if (!measurement) continue;
        sentence(context, theme.text_muted,
                 fmt::format("{}{}, {}: {}.", of(i), reading_title(kind), subject_words(*all[i], kind),
                             how_words(*measurement)));
      }
    }
    const KernelMeasurement& first = *all.front();
    if (first.empty_kernel) {
      sentence(context, theme.text_muted,
               fmt::format("The floor: a kernel that does nothing takes {} ({}); no duration is below it.",
                           value_words(*first.empty_kernel, false), origin_words(first)));
    }
    if (!first.own.timed_accesses.empty() && first.own.timed_accesses.front().empty_harness) {
      sentence(context, theme.text_muted,
               fmt::format("The harness of the cycles takes {} without the access; it is not subtracted.",
                           value_words(*first.own.timed_accesses.front().empty_harness, false)));
    }
    sentence(context, theme.text_muted,
             fmt::format("{}, compute capability {}, driver {}, compiled with {}.", first.gpu.name,
                         first.gpu.compute_capability, first.gpu.driver, first.own.compiler));
    draw_bandwidth(context, all, names);
    heading(context, "COUNTERS BESIDE THE MODEL");
    for (std::size_t i = 0; i < all.size(); ++i) draw_counters(context, *all[i], names[i]);
    heading(context, "OUTPUT");
    for (std::size_t i = 0; i < all.size(); ++i) {
      const OutputWords words = gpu_output_words(*all[i]);
      const bool equal = all[i]->own.output.equal();
      sentence(context, words.wrong ? theme.bad : (equal ? theme.good : theme.text_muted), of(i) + words.words + ".");
    }
    draw_published(context, all, names);
    for (std::size_t i = 0; i < all.size(); ++i) {
      for (const std::string& note : all[i]->notes) sentence(context, theme.text, of(i) + note + ".");
    }
    gap(context, 6);
  }

  static void draw_bandwidth(PanelContext& context, const std::vector<const KernelMeasurement*>& all,
                             const std::vector<std::string>& names) {
    bool begun = false;
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (!all[i]->own.bandwidth) continue;
      if (!begun) heading(context, "BANDWIDTH");
      begun = true;
      const std::string before = names[i].empty() ? "" : names[i] + ": ";
      sentence(context, context.theme.text, before + bandwidth_sentence(*all[i]->own.bandwidth));
      sentence(context, context.theme.text_muted,
               fmt::format("{}the lanes read {} bytes and write {}; launched in turns with the copy, {}.", before,
                           grouped(all[i]->own.bandwidth->bytes_read), grouped(all[i]->own.bandwidth->bytes_written),
                           origin_words(*all[i])));
    }
  }

  static void draw_counters(PanelContext& context, const KernelMeasurement& measurement, const std::string& name) {
    const Theme& theme = context.theme;
    ImFont* small = context.fonts.small;
    const auto& counters = measurement.own.counters;
    const std::string before = name.empty() ? "" : name + ": ";
    if (counters.empty()) {
      const std::string& why = measurement.own.no_counters;
      sentence(context, theme.text_muted,
               fmt::format("{}no counters: {}.", before, why.empty() ? "none were read" : why));
      return;
    }
    const float width = room(context), number = text_size(small, "000,000,000").x;
    const float line = font_size(small) + context.px(4), mark = text_size(small, "≠ differs").x + context.px(10);
    const float first = std::min(context.px(200), width - 2 * number - mark);
    const float left = cursor().x;
    const auto row = [&](std::string_view what, std::string_view modelled, std::string_view counted_words,
                         std::string_view verdict, Colour colour, Colour words_colour) {
      const float y = cursor().y;
      text_at(context, small, words_colour, {left, y}, shortened(small, what, first));
      text_at(context, small, words_colour, {left + first + number, y}, modelled, Align::right);
      text_at(context, small, words_colour, {left + first + 2 * number, y}, counted_words, Align::right);
      text_at(context, small, colour, {left + first + 2 * number + context.px(10), y}, verdict);
      ImGui::SetCursorScreenPos({left, y});
      ImGui::Dummy({width, line - ImGui::GetStyle().ItemSpacing.y});
    };
    row(name.empty() ? "of one launch" : name + ", of one launch", "modelled", "counted", "", theme.text_muted,
        theme.text_muted);
    for (const CounterReading& counter : counters) {
      const auto value = static_cast<std::uint64_t>(std::max(0.0, std::round(counter.value)));
      row(counter.name, grouped(counter.modelled), grouped(value), counter.equal() ? "= equal" : "≠ differs",
          counter.equal() ? theme.good : theme.bad, theme.text);
      tooltip(context, counter.metric);
    }
    for (const auto& why : difference_sentences(counters)) sentence(context, theme.text_muted, why);
    sentence(
        context, theme.text_muted,
        fmt::format("Modelled by the rules of {}; counters {}.", measurement.own.machine, origin_words(measurement)));
  }

  static void draw_published(PanelContext& context, const std::vector<const KernelMeasurement*>& all,
                             const std::vector<std::string>& names) {
    const std::string& machine = context.session.scene().machine;
    bool begun = false;
    const auto begin = [&] {
      if (!begun) heading(context, "PUBLISHED");
      begun = true;
    };
    for (std::size_t i = 0; i < all.size(); ++i) {
      const std::string before = names[i].empty() ? "" : names[i] + ": ";
      std::set<std::string> elsewhere;
      for (const PublishedFigure& figure : all[i]->published) {
        const Measurement& value = figure.measurement;
        if (figure.machine != machine) {
          elsewhere.insert(figure.machine);
          continue;
        }
        begin();
        sentence(context, context.theme.text,
                 fmt::format("{}{}: {:g}{} (published: {}{}).", before, value.name, value.value,
                             value.unit == "us" ? " µs" : "", value.source, value.how.empty() ? "" : "; " + value.how));
      }
      if (elsewhere.empty()) continue;
      begin();
      sentence(context, context.theme.text_muted,
               fmt::format("{}publications have figures of this kernel; they stand here when the machine {} is chosen.",
                           before, fmt::join(elsewhere, " or ")));
    }
  }
};

}  // namespace

std::unique_ptr<Panel> make_time_panel() { return std::make_unique<TimePanel>(); }

}  // namespace bankloom::ui
