// What was measured of A and B, or of the kernel and its conflict-free twin: the three readings, counters, the output's
// check, published references.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <set>
#include <string>
#include <vector>

#include "core/wording/numbers.h"
#include "ui/measured_figures.h"
#include "ui/measures.h"
#include "ui/panel.h"
#include "ui/panels/side_style.h"
#include "ui/widgets/widgets.h"

namespace bankloom::ui {
namespace {

/// Least width of a reading's card; where three do not fit beside each other the readings are a table.
constexpr float kCardUnits = 186, kCardGap = 8, kCardPad = 9;
/// Least and largest height of a row of the table, and what is between its columns.
constexpr float kLeastRow = 15, kLargestRow = 30, kColumnGap = 10;
/// A name of options in the heading of a column is no wider.
constexpr float kNameUnits = 110;

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
  void draw(PanelContext& context) override {
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
    is_wrong_ = false;
    for (const MeasureStatus* status : {&a, &b}) {
      is_wrong_ = is_wrong_ || (status->result && status->result->own.output.wrong());
    }
    draw_head(context, a, b);
    const KernelMeasurement* first = a.result.get();
    const KernelMeasurement* second = b.result.get();
    if (first == nullptr) {
      sentence(context, context.theme.text,
               fmt::format("{}There is no time: {}.", session.comparing() ? "A: " : "",
                           reason_text(missing_reason(a, context.measures->no_gpu()))));
      if (second == nullptr) return;
      // B alone, against its twin.
      draw_readings(context, *second, nullptr, Side::b, {second}, {"B"});
      draw_reasons(context, a, b, true);
      draw_rest(context, {second}, {"B"});
      return;
    }
    if (session.comparing() && second == nullptr) {
      sentence(context, context.theme.text,
               fmt::format("B: there is no time: {}. A stands beside its conflict-free twin.",
                           reason_text(missing_reason(b, context.measures->no_gpu()))));
      gap(context, 3);
    }
    Measured all{first};
    std::vector<std::string> names{session.comparing() ? "A" : ""};
    if (second != nullptr) {
      all.push_back(second);
      names.emplace_back("B");
    }
    if (first->own.status != ReadingStatus::measured && second != nullptr &&
        second->own.status == ReadingStatus::measured) {
      // B alone, against its twin.
      sentence(context, context.theme.text, fmt::format("A: not timed: {}.", reason_text(first->own.problem)));
      draw_readings(context, *second, nullptr, Side::b, {second}, {"B"});
    } else {
      draw_readings(context, *first, second, Side::a, all, names);
    }
    draw_reasons(context, a, b, true);
    for (const KernelMeasurement* one : {first, second}) {
      // What the GPU itself made of a kernel with a fault.
      if (one == nullptr || one->own.status != ReadingStatus::faulty || !one->own.output.missing) continue;
      sentence(context, context.theme.text,
               fmt::format("{}: {}.", one->gpu.name, reason_text(one->own.output.missing)));
    }
    draw_rest(context, all, names);
  }

  /// That an output is not the emulator's, before anything else is said; the cursor is below it then.
  static void draw_alarm(PanelContext& context, const MeasureStatus& a, const MeasureStatus& b, float width) {
    for (const MeasureStatus* status : {&a, &b}) {
      if (!status->result || !status->result->own.output.wrong()) continue;
      const OutputCheck& output = status->result->own.output;
      const std::string side = !context.session.comparing() ? "" : (status == &a ? "A: " : "B: ");
      // As wide as the warning's words may be beside its sign.
      const float for_words = width - context.px(24) - font_size(context.fonts.strong);
      std::string words = side + output_alarm_text(output).str();
      if (text_size(context.fonts.small, words).x > for_words) {
        words = side + output_alarm_text(output, Length::brief).str();
      }
      const Rect rect = warning(context, words, width);
      tooltip(context, fmt::format("{} ({}). The tab Output shows both.", gpu_output_text(*status->result),
                                   origin_text(status->result->origin())));
      ImGui::SetCursorScreenPos({rect.x, rect.bottom() + context.px(2)});
    }
  }

  /// Where the figures come from, what is under way, why nothing was measured here.
  static void draw_head(PanelContext& context, const MeasureStatus& a, const MeasureStatus& b) {
    const Theme& theme = context.theme;
    Measures& measures = *context.measures;
    std::string words, how;
    if (a.result) words = origin_text(a.result->origin());
    if (const auto time = one_block(a.result ? a : b)) how = fmt::format(" · medians by {}", time->how);
    if (b.result && a.result && b.result->origin() != a.result->origin()) {
      words = fmt::format("A {} · B {}", words, origin_text(b.result->origin()));
    } else if (b.result && !a.result) {
      words = fmt::format("B {}", origin_text(b.result->origin()));
    }
    const bool is_b = a.phase != MeasurePhase::measuring && !progress_text(b).empty();
    std::string progress = progress_text(is_b ? b : a);
    if (!progress.empty() && context.session.comparing()) progress = (is_b ? "B " : "A ") + progress;
    if (!progress.empty()) words = progress + (words.empty() ? "" : " · until then " + words);
    ImFont* small = context.fonts.small;
    const auto origin = [&](ImVec2 place, float width) {
      const std::string whole = words + how;
      text_at(context, small, theme.text_muted, place,
              text_size(small, whole).x <= width ? whole : shortened(small, words, width));
    };
    if (!context.still && measures.has_device()) {
      draw_button(context, [&](float width) {
        const float top = cursor().y;
        draw_alarm(context, a, b, width);
        const ImVec2 from = cursor();
        const Reason why = measures.no_gpu();
        const bool is_alone = !why && from.y == top;
        origin({from.x, from.y + (is_alone ? context.px(4) : 0)}, width);
        const float line = words.empty() ? 0 : font_size(small) + context.px(2);
        if (!why) return from.y - top + line;
        // Without a GPU the button can do nothing: why not stands beside it.
        const float y = from.y + line;
        const std::string reason = fmt::format("Not measured here: {}.", reason_text(why));
        const Rect drawn = text_at(context, small, theme.text, {from.x, y}, shortened(small, reason, width));
        ImGui::SetCursorScreenPos({drawn.x, drawn.y});
        hover_area("why", {drawn.width, drawn.height});
        tooltip(context, reason);
        return drawn.bottom() - top;
      });
    } else if (!words.empty()) {
      draw_alarm(context, a, b, room(context));
      const ImVec2 from = cursor();
      origin(from, room(context));
      ImGui::SetCursorScreenPos({from.x, from.y + font_size(small) + context.px(4)});
    }
    draw_reasons(context, a, b, false);
  }

  /// Measuring again, at the right end; `draw_beside` is given the width left of it and returns the height it took.
  static void draw_button(PanelContext& context, const std::function<float(float)>& draw_beside) {
    Measures& measures = *context.measures;
    const bool busy = measures.busy();
    const Reason why = measures.no_gpu();
    const std::string label = busy ? "cancel" : (why ? "look again" : "measure again");
    const ImVec2 from = cursor();
    const float width = std::ceil(text_size(context.fonts.body, label).x + context.px(16));
    const float height = std::round(font_size(context.fonts.small) + context.px(8));
    const float right = from.x + room(context);
    ImGui::SetCursorScreenPos({right - width, from.y});
    if (button(context, "measure", label, ButtonStyle::normal, {width, height})) {
      if (busy) {
        measures.cancel();
      } else {
        measures.again(context.session);
        if (why) context.say(fmt::format("looking for a GPU again; so far: {}", reason_text(why)));
      }
    }
    std::string words = busy ? "Ends the measurement; what was known stays." : "Measures on this machine's GPU.";
    if (!busy && why) {
      words = fmt::format("Nothing can be measured here: {}. Looks for a GPU again.", reason_text(why));
    }
    tooltip(context, words);
    ImGui::SetCursorScreenPos(from);
    const float beside = draw_beside(right - width - from.x - context.px(8));
    ImGui::SetCursorScreenPos({from.x, from.y + std::max(height, beside) + context.px(3)});
  }

  /// Why what is shown was not measured here. That there is no GPU is no news: it stands below the figures
  /// (`is_usual`), all else above.
  static void draw_reasons(PanelContext& context, const MeasureStatus& a, const MeasureStatus& b, bool is_usual) {
    Measures& measures = *context.measures;
    const Reason no_gpu = measures.no_gpu();
    Reason last;
    for (const Side side : shown_sides(context.session)) {
      const MeasureStatus& status = side == Side::a ? a : b;
      Reason why = status.problem;
      if (!why && status.phase == MeasurePhase::idle) why = no_gpu;
      if (!why && measures.has_device() && status.phase == MeasurePhase::idle) {
        why = Measures::why_only_on_request(context.session, side);
      }
      const bool is_no_news = why.kind == ReasonKind::no_gpu;
      if (!why || !status.result || is_no_news != is_usual || why == last) continue;
      last = why;
      const bool is_one = is_usual || !context.session.comparing();
      sentence(context, context.theme.text,
               fmt::format("{}Not measured here: {}.", is_one ? "" : fmt::format("{}: ", side_name(side)),
                           reason_text(why, Length::brief)));
      gap(context, 3);
    }
  }

  // ---- the three readings
  // ---------------------------------------------------------------------------------------------

  using Measured = std::vector<const KernelMeasurement*>;

  /// The readings as cards where they have the room, else as a table, and below them in a line or two what else is to
  /// be seen at a glance.
  void draw_readings(PanelContext& context, const KernelMeasurement& a, const KernelMeasurement* b, Side first,
                     const Measured& all, const std::vector<std::string>& names) {
    const MeasuredPair pair = compared_readings(a, b);
    if (a.own.status != ReadingStatus::measured) {
      sentence(context, context.theme.text, fmt::format("Not timed: {}.", reason_text(a.own.problem)));
      return;
    }
    const ImVec2 from = cursor();
    const float width = room(context), between = context.px(kCardGap);
    const std::vector<FootItem> foot = foot_items(context, all, names);
    const std::string why = pair.not_compared ? fmt::format("{}.", reason_text(pair.not_compared)) : "";
    const float reason = why.empty() ? 0 : wrapped_text_height(context.fonts.small, width, why) + context.px(2);
    const float left = context.area.bottom() - from.y - reason - context.px(2);
    const float card_width = std::floor((width - 2 * between) / 3);
    float height = 0;
    for (const ComparedReading& reading : pair.readings) {
      height = std::max(height, card_height(context, reading, pair, card_width));
    }
    const bool has_cards = card_width >= context.px(kCardUnits) && height + foot_height(context, foot, width) <= left;
    if (has_cards) {
      float x = from.x;
      for (const ComparedReading& reading : pair.readings) {
        draw_card(context, {x, from.y, card_width, height}, reading, pair, subject_text(a.own, reading.kind),
                  b != nullptr, first);
        x += card_width + between;
      }
      ImGui::SetCursorScreenPos({from.x, from.y + height + context.px(4)});
    } else {
      draw_table(context, pair, a, b != nullptr, first, left - foot_height(context, foot, width));
    }
    if (!why.empty()) {
      const ImVec2 at = cursor();
      sentence(context, context.theme.text_muted, why);
      ImGui::SetCursorScreenPos({at.x, at.y + reason});
    }
    draw_foot(context, foot, width);
  }

  // ---- as a table
  // ---------------------------------------------------------------------------------------------------

  /// How much of the readings a table says; each says less than the one before.
  struct TableForm {
    bool subject = true, quartiles = true, long_titles = true;
    bool units = true;  ///< behind every number; else they stand in the title alone
    bool difference = true;
  };
  enum TableColumn : std::size_t { kReading, kFirst, kSecond, kDifference, kRatio, kVerdict, kTableColumns };
  using TableRow = std::array<std::string, kTableColumns>;

  [[nodiscard]] std::string verdict_of(const ComparedReading& reading) const {
    if (!reading.comparison) return {};
    return is_wrong_ ? "no verdict" : verdict_text(*reading.comparison, Length::brief).str();
  }
  [[nodiscard]] Colour verdict_colour_of(const Theme& theme, const ComparedReading& reading) const {
    return is_wrong_ ? theme.text_muted : colour_of(theme, reading.comparison->verdict);
  }

  [[nodiscard]] TableRow table_row_of(const ComparedReading& reading, const std::string& subject,
                                      const TableForm& form) const {
    TableRow row;
    const bool is_measured = reading.a.measurement.has_value();
    row[kReading] = reading_text(reading.kind, form.long_titles ? Length::full : Length::brief);
    if (form.subject && !subject.empty()) row[kReading] += " · " + subject;
    if (!form.units && is_measured) row[kReading] += ", " + unit_text(reading.a.measurement->unit, Length::brief).str();
    const auto value = [&](const Reading& one) {
      if (!one.measurement) return std::string();
      if (form.quartiles) return card_value(*one.measurement);
      return form.units ? brief_value(*one.measurement) : figure_text(one.measurement->value).str();
    };
    row[kFirst] = value(reading.a);
    row[kSecond] = value(reading.b);
    if (!reading.comparison) return row;
    if (form.difference) {
      row[kDifference] =
          difference_text(*reading.comparison, reading.a.measurement->unit, form.units ? Length::full : Length::mark);
    }
    row[kRatio] = times_text(*reading.comparison);
    row[kVerdict] = verdict_of(reading);
    return row;
  }

  void draw_table(PanelContext& context, const MeasuredPair& pair, const KernelMeasurement& a, bool against_b,
                  Side first, float height) {
    const Theme& theme = context.theme;
    ImFont* small = context.fonts.small;
    const ImVec2 from = cursor();
    const float width = room(context), line = font_size(small) + context.px(3);
    const float row_room = std::floor((height - line) / static_cast<float>(kReadings));
    const float row = std::clamp(row_room, context.px(kLeastRow), context.px(kLargestRow));
    const bool has_second = pair.rival.kind != Rival::Kind::none;
    const std::string a_name = name_of_first(pair), b_name = rival_text(pair.rival);
    TableRow headings{"reading",
                      a_name,
                      shortened(small, b_name, context.px(kNameUnits)),
                      has_second ? "difference" : "",
                      has_second ? "ratio" : "",
                      has_second ? "verdict" : ""};
    // The verdict is the largest of the words, also where that costs the numbers their quartiles.
    static constexpr TableForm kForms[] = {{true, true, true, true, true},     {false, true, true, true, true},
                                           {true, false, true, true, true},    {false, false, true, true, true},
                                           {false, false, false, true, true},  {false, false, false, false, true},
                                           {false, false, false, false, false}};
    ImFont* const fonts[] = {context.fonts.verdict, context.fonts.heading, context.fonts.strong, small};
    std::array<TableRow, kReadings> rows;
    std::array<float, kTableColumns> widths{};
    ImFont* verdict_font = small;
    const auto fits = [&](const TableForm& form, ImFont* font) {
      float sum = 0;
      if (has_second) headings[kDifference] = form.units ? "difference" : "diff.";
      for (std::size_t i = 0; i < kReadings; ++i) {
        rows[i] = table_row_of(pair.readings[i], subject_text(a.own, pair.readings[i].kind), form);
      }
      for (std::size_t column = 0; column < kTableColumns; ++column) {
        const bool is_left_out = column == kDifference && !form.difference;
        widths[column] = is_left_out ? 0 : text_size(small, headings[column]).x;
        for (const TableRow& one : rows) {
          widths[column] = std::max(widths[column], text_size(column == kVerdict ? font : small, one[column]).x);
        }
        if (widths[column] > 0) sum += widths[column] + (column == kReading ? 0 : context.px(kColumnGap));
      }
      return sum <= width;
    };
    const auto choose = [&] {
      for (ImFont* font : fonts) {
        if (font_size(font) > row + context.px(0.5f) && font != small) continue;
        verdict_font = font;
        // The largest words are not worth the numbers' quartiles; large ones are. The difference goes last.
        const std::size_t forms = font == context.fonts.verdict ? 2 : std::size(kForms) - (font == small ? 0 : 1);
        for (std::size_t i = 0; i < forms; ++i) {
          if (fits(kForms[i], font)) return;
        }
      }
    };
    choose();
    std::array<float, kTableColumns> at{};
    float x = from.x;
    for (std::size_t column = 0; column < kTableColumns; ++column) {
      at[column] = x;
      if (widths[column] > 0) x += widths[column] + context.px(kColumnGap);
    }
    const float right = from.x + width;
    const auto put = [&](std::size_t column, float y, ImFont* font, Colour colour, const std::string& words) {
      if (words.empty() || widths[column] <= 0) return;
      // Numbers end where the others of their column end.
      const bool is_number = column >= kFirst && column <= kRatio;
      const float place = is_number ? at[column] + widths[column] - text_size(font, words).x : at[column];
      text_at(context, font, colour, {place, y}, shortened(font, words, right - place));
    };
    for (std::size_t column = 0; column < kTableColumns; ++column) {
      Colour colour = theme.text_muted;
      if (against_b && column == kFirst) colour = accent(theme, first);
      if (against_b && column == kSecond) colour = accent(theme, Side::b);
      put(column, from.y, small, colour, headings[column]);
    }
    ImDrawList* list = ImGui::GetWindowDrawList();
    float y = from.y + line;
    for (std::size_t i = 0; i < kReadings; ++i, y += row) {
      const ComparedReading& reading = pair.readings[i];
      const float text_y = y + std::round((row - font_size(small)) / 2);
      list->AddRectFilled({from.x, y}, {right, y + std::max(1.0f, std::round(context.scale))}, theme.line);
      put(kReading, text_y, small, theme.text, rows[i][kReading]);
      put(kFirst, text_y, small, theme.text, rows[i][kFirst]);
      put(kSecond, text_y, small, theme.text, rows[i][kSecond]);
      if (reading.comparison) {
        put(kDifference, text_y, small, theme.text_muted, rows[i][kDifference]);
        put(kRatio, text_y, small, theme.text_muted, rows[i][kRatio]);
        put(kVerdict, y + std::round((row - font_size(verdict_font)) / 2), verdict_font,
            verdict_colour_of(theme, reading), rows[i][kVerdict]);
      }
      std::string how = reading_text(reading.kind);
      const auto tell = [&](std::size_t column, const std::string& name, const Reading& one) {
        if (one.measurement) how += fmt::format("\n{}: {}.", name, sampling_text(*one.measurement));
        if (one.measurement || !one.missing) return;
        how += fmt::format("\n{}: {}.", name, reason_text(one.missing));
        // Both are usually missing for one reason.
        if (column == kSecond && !reading.a.measurement) return;
        text_at(context, small, theme.text_muted, {at[column], text_y},
                shortened(small, fmt::format("{}.", reason_text(one.missing)), right - at[column]));
      };
      tell(kFirst, a_name, reading.a);
      if (has_second) tell(kSecond, b_name, reading.b);
      ImGui::SetCursorScreenPos({from.x, y});
      ImGui::PushID(static_cast<int>(reading.kind));
      hover_area("reading", {width, row});
      ImGui::PopID();
      tooltip(context, how);
    }
    ImGui::SetCursorScreenPos({from.x, y + context.px(2)});
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

  /// Calls `put(item, x, line)` for each item in turn, from left to right and then in the next line; returns the lines.
  template <typename Put>
  static int flow(const PanelContext& context, const std::vector<FootItem>& items, float width, const Put& put) {
    float x = 0;
    int lines = items.empty() ? 0 : 1;
    for (const FootItem& item : items) {
      const float extent = std::min(text_size(context.fonts.small, item.words).x, width);
      if (x > 0 && x + extent > width) {
        x = 0;
        ++lines;
      }
      put(item, x, lines - 1);
      x += extent + context.px(16);
    }
    return lines;
  }
  static float foot_line(const PanelContext& context) { return font_size(context.fonts.small) + context.px(3); }
  static float foot_height(const PanelContext& context, const std::vector<FootItem>& items, float width) {
    const int lines = flow(context, items, width, [](const FootItem&, float, int) {});
    return static_cast<float>(lines) * foot_line(context) + context.px(4);
  }

  static void draw_foot(PanelContext& context, const std::vector<FootItem>& items, float width) {
    const ImVec2 from = cursor();
    ImFont* small = context.fonts.small;
    int index = 0;
    const int lines = flow(context, items, width, [&](const FootItem& item, float x, int at) {
      const ImVec2 place{from.x + x, from.y + static_cast<float>(at) * foot_line(context)};
      const Rect drawn = text_at(context, small, item.colour, place, shortened(small, item.words, width));
      ImGui::SetCursorScreenPos(place);
      ImGui::PushID(index++);
      hover_area("foot", {drawn.width, drawn.height});
      ImGui::PopID();
      tooltip(context, item.tooltip);
    });
    ImGui::SetCursorScreenPos({from.x, from.y + static_cast<float>(lines) * foot_line(context)});
    ImGui::Dummy({1, 1});
  }

  // ---- as cards
  // -----------------------------------------------------------------------------------------------------

  static float row_height(const PanelContext& context) { return font_size(context.fonts.small) + context.px(9); }

  static float card_height(PanelContext& context, const ComparedReading& reading, const MeasuredPair& pair,
                           float width) {
    const float pad = context.px(kCardPad), inner = width - 2 * pad, small = font_size(context.fonts.small);
    const float head = small + context.px(4);
    if (!reading.a.measurement) {
      return head +
             wrapped_text_height(context.fonts.small, inner, fmt::format("{}.", reason_text(reading.a.missing))) +
             2 * pad;
    }
    float height = head + font_size(context.fonts.heading) + context.px(5) + row_height(context) + 2 * pad;
    if (reading.b.measurement) height += row_height(context);
    if (reading.comparison) height += small + context.px(2);
    if (!reading.b.measurement && reading.b.missing) {
      height += wrapped_text_height(context.fonts.small, inner, missing_of_second(pair, reading));
    }
    return height;
  }

  void draw_card(PanelContext& context, const Rect& rect, const ComparedReading& reading, const MeasuredPair& pair,
                 const std::string& subject, bool against_b, Side first) const {
    const Theme& theme = context.theme;
    ImFont* small = context.fonts.small;
    const float pad = context.px(kCardPad), inner = rect.width - 2 * pad, left = rect.x + pad;
    card(context, rect, theme.raised);
    float y = rect.y + pad - context.px(2);
    const std::string title = shortened(small, reading_text(reading.kind).str(), inner);
    const Rect drawn = text_at(context, small, theme.text, {left, y}, title);
    if (drawn.width + text_size(small, subject).x + context.px(10) <= inner) {
      text_at(context, small, theme.text_muted, {left + inner, y}, subject, Align::right);
    }
    y += font_size(small) + context.px(4);
    ImGui::PushID(static_cast<int>(reading.kind));
    if (!reading.a.measurement) {
      ImGui::SetCursorScreenPos({left, y});
      wrapped_text(context, small, theme.text_muted, inner, fmt::format("{}.", reason_text(reading.a.missing)));
      ImGui::PopID();
      return;
    }
    const Measurement& a = *reading.a.measurement;
    const std::string verdict = reading.comparison ? verdict_of(reading) : card_value(a);
    const Colour colour = reading.comparison ? verdict_colour_of(theme, reading) : theme.text;
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
      std::string value = card_value(one);
      if (text_size(small, name + "  " + value).x > inner) value = brief_value(one);
      const float value_width = text_size(small, value).x;
      text_at(context, small, against_b ? bar : theme.text_muted, {left, y},
              shortened(small, name, inner - value_width - context.px(6)));
      text_at(context, small, theme.text, {left + inner, y}, value, Align::right);
      draw_bar(context, {left, y + font_size(small) + context.px(2), inner, context.px(4)}, one, longest, bar);
      y += row_height(context);
    };
    row(name_of_first(pair), a, accent(theme, first));
    if (b != nullptr) row(rival_text(pair.rival), *b, against_b ? accent(theme, Side::b) : twin_colour);
    if (reading.comparison) {
      text_at(context, small, theme.text_muted, {left, y},
              shortened(
                  small,
                  fmt::format("{} · {}", difference_text(*reading.comparison, a.unit), times_text(*reading.comparison)),
                  inner));
    } else if (b == nullptr && reading.b.missing) {
      ImGui::SetCursorScreenPos({left, y});
      wrapped_text(context, small, theme.text_muted, inner, missing_of_second(pair, reading));
    }
    ImGui::SetCursorScreenPos({rect.x, rect.y});
    hover_area("card", {rect.width, rect.height});
    std::string how = fmt::format("{}: {}.", name_of_first(pair), sampling_text(a));
    if (b != nullptr) how += fmt::format("\n{}: {}.", rival_text(pair.rival), sampling_text(*b));
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
    if (!one.spread || one.spread->interquartile_range() <= 0) return;
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
                 fmt::format("{}{}, {}: {}.", of(i), reading_text(kind), subject_text(all[i]->own, kind),
                             sampling_text(*measurement)));
      }
    }
    const KernelMeasurement& first = *all.front();
    if (first.empty_kernel) {
      sentence(
          context, theme.text_muted,
          fmt::format("A kernel that does nothing takes {} ({}); no duration is below it.",
                      value_text(first.empty_kernel->value, first.empty_kernel->unit), origin_text(first.origin())));
    }
    if (!first.own.timed_accesses.empty() && first.own.timed_accesses.front().empty_harness) {
      const Measurement& empty = *first.own.timed_accesses.front().empty_harness;
      sentence(context, theme.text_muted,
               fmt::format("The harness of the cycles takes {} without the access; it is not subtracted.",
                           value_text(empty.value, empty.unit)));
    }
    sentence(context, theme.text_muted,
             fmt::format("{}, compute capability {}, driver {}, compiled with {}.", first.gpu.name,
                         first.gpu.compute_capability, first.gpu.driver, first.own.compiler));
    draw_bandwidth(context, all, names);
    heading(context, "COUNTERS BESIDE THE MODEL");
    for (std::size_t i = 0; i < all.size(); ++i) draw_counters(context, *all[i], names[i]);
    heading(context, "OUTPUT");
    for (std::size_t i = 0; i < all.size(); ++i) {
      const OutputCheck& output = all[i]->own.output;
      sentence(context, output.wrong() ? theme.bad : (output.equal() ? theme.good : theme.text_muted),
               fmt::format("{}{}.", of(i), gpu_output_text(*all[i])));
    }
    draw_published(context, all, names);
    for (std::size_t i = 0; i < all.size(); ++i) {
      for (const auto note : all[i]->notes) {
        sentence(context, theme.text, fmt::format("{}{}.", of(i), note_text(*all[i], note)));
      }
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
      sentence(context, context.theme.text, fmt::format("{}{}", before, bandwidth_text(*all[i]->own.bandwidth)));
      sentence(context, context.theme.text_muted,
               fmt::format("{}{} {}.", before, traffic_text(*all[i]->own.bandwidth), origin_text(all[i]->origin())));
    }
  }

  static void draw_counters(PanelContext& context, const KernelMeasurement& measurement, const std::string& name) {
    const Theme& theme = context.theme;
    ImFont* small = context.fonts.small;
    const auto& counters = measurement.own.counters;
    const std::string before = name.empty() ? "" : name + ": ";
    if (counters.empty()) {
      sentence(context, theme.text_muted, fmt::format("{}{}.", before, counters_text(measurement.own)));
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
    for (const auto& why : difference_texts(counters)) sentence(context, theme.text_muted, why.str());
    sentence(context, theme.text_muted,
             fmt::format("Modelled by the rules of {}; counters {}.", measurement.own.machine,
                         origin_text(measurement.origin())));
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
        if (figure.machine != machine) {
          elsewhere.insert(figure.machine);
          continue;
        }
        begin();
        sentence(context, context.theme.text, fmt::format("{}{}.", before, published_text(figure)));
      }
      if (elsewhere.empty()) continue;
      begin();
      sentence(context, context.theme.text_muted,
               fmt::format("{}publications have figures of this kernel; they stand here when the machine {} is chosen.",
                           before, fmt::join(elsewhere, " or ")));
    }
  }

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
