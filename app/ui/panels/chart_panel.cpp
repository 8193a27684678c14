// Two charts of all kernels of the lesson: measured times, sorted, and measured cycles of a request against its
// modelled wavefronts.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <vector>

#include "ui/measured_figures.h"
#include "ui/measures.h"
#include "ui/panels/panels.h"
#include "ui/panels/side_style.h"
#include "ui/widgets/widgets.h"

namespace bankloom::ui {
namespace {

/// Least width of two charts side by side, and height of the second where it stands below.
constexpr float kBesideUnits = 470, kPlotUnits = 170;

/// A kernel of the lesson, or B where it is none of the rows.
struct Entry {
  const LessonRow* row = nullptr;
  std::string name;  ///< "A setRowReadCol", "B setRowReadCol IPAD = 1"
  bool is_a = false, is_b = false;
};

struct Bar {
  Entry entry;
  TimeCell time;
  std::optional<Measurement> measurement;
};

/// Requests of one kind with so many wavefronts that took so many cycles.
struct Point {
  std::string op;
  unsigned wavefronts = 0;
  double cycles = 0;
  std::vector<std::string> kernels;
  bool is_a = false, is_b = false;
};

class ChartPanel final : public Panel {
 public:
  void draw(PanelContext& context, Side) override {
    const Rect area = context.area;
    if (area.width < context.px(60) || area.height < context.px(20)) return;
    ImGui::SetCursorScreenPos({area.x, area.y});
    if (context.measures == nullptr) {
      wrapped_text(context, context.fonts.small, context.theme.text_muted, area.width,
                   "No times: there is neither a GPU nor a recording here.");
      return;
    }
    std::vector<LessonRow> rows = context.session.lesson_rows(context.still);
    const std::vector<Entry> lesson = entries_of(context.session, rows);
    const bool beside = area.width >= context.px(kBesideUnits);
    const float left = beside ? std::floor(area.width * 0.58f) : area.width;
    begin_child("bars", {left, area.height});
    draw_bars(context, lesson);
    if (!beside) {
      gap(context, 10);
      const ImVec2 from = cursor();
      const float width = room(context), height = context.px(kPlotUnits);
      draw_plot(context, {from.x, from.y, width, height}, lesson);
      ImGui::SetCursorScreenPos({from.x, from.y + height});
      ImGui::Dummy({1, 1});
    }
    ImGui::EndChild();
    if (beside) {
      const float x = area.x + left + context.px(16);
      draw_plot(context, {x, area.y, area.right() - x, area.height}, lesson);
    }
    context.area = area;
  }

 private:
  /// The lesson's kernels at A's options, and B where it is none of them. B's row is added to the rows.
  static std::vector<Entry> entries_of(const Session& session, std::vector<LessonRow>& rows) {
    const auto shows = [&](const LessonRow& row, Side side) {
      if (side == Side::b && !session.comparing()) return false;
      const auto options = resolve_options(*row.kernel, row.key.options);
      return row.kernel == session.kernel(side) && options && *options == session.options(side);
    };
    std::string b_name;
    if (session.comparing() && session.kernel(Side::b) != nullptr &&
        std::none_of(rows.begin(), rows.end(), [&](const LessonRow& row) { return shows(row, Side::b); })) {
      const std::string differing = differing_options(session.options(Side::a), session.options(Side::b));
      b_name = session.kernel(Side::b)->name + (differing.empty() ? "" : ", " + differing);
      rows.push_back({session.kernel(Side::b), Measures::key_of(session, Side::b), nullptr});
    }
    std::vector<Entry> entries;
    for (const LessonRow& row : rows) {
      Entry entry{&row, row.kernel->name, shows(row, Side::a), shows(row, Side::b)};
      if (!b_name.empty() && &row == &rows.back()) entry.name = b_name;
      entry.name = (entry.is_a ? "A " : "") + std::string(entry.is_b ? "B " : "") + entry.name;
      entries.push_back(std::move(entry));
    }
    return entries;
  }

  static std::vector<Bar> bars_of(PanelContext& context, const std::vector<Entry>& lesson) {
    std::vector<Bar> bars;
    for (const Entry& entry : lesson) {
      const MeasureStatus status = context.measures->status(entry.row->key);
      bars.push_back({entry, time_cell(status, context.measures->no_gpu()), one_block(status)});
    }
    std::stable_sort(bars.begin(), bars.end(), [](const Bar& a, const Bar& b) { return a.time.value > b.time.value; });
    return bars;
  }

  static void draw_bars(PanelContext& context, const std::vector<Entry>& lesson) {
    const Theme& theme = context.theme;
    ImFont* small = context.fonts.small;
    const std::vector<Bar> bars = bars_of(context, lesson);
    const float width = room(context);
    std::string origin;
    bool is_mixed = false;
    double longest = 0;
    for (const Bar& bar : bars) {
      if (bar.time.origin.empty()) continue;
      is_mixed = is_mixed || (!origin.empty() && bar.time.origin != origin);
      origin = bar.time.origin;
      longest = std::max(longest, bar.measurement && bar.measurement->spread ? bar.measurement->spread->upper_quartile
                                                                             : bar.time.value);
    }
    const std::string source = is_mixed ? "pale bars: recorded" : origin;
    std::string head;
    for (const char* subject : {"Time of one block", "One block", ""}) {
      head = subject + std::string(*subject == '\0' || source.empty() ? "" : " · ") + source;
      if (text_size(small, head).x <= width) break;
    }
    text(context, small, theme.text_muted, shortened(small, head, width));
    gap(context, 3);
    float names = 0, values = 0;
    for (const Bar& bar : bars) {
      names = std::max(names, text_size(small, bar.entry.name).x);
      values = std::max(values, text_size(small, bar.time.words).x);
    }
    names = std::min(names, width * 0.4f);
    const float line = std::round(font_size(small) + context.px(3));
    const float left = cursor().x, bar_left = left + names + context.px(8);
    const float bar_room = std::max(left + width - values - context.px(8) - bar_left, context.px(10));
    for (const Bar& bar : bars) {
      const float y = cursor().y;
      const bool is_shown = bar.entry.is_a || bar.entry.is_b;
      const Colour other = is_mixed && bar.time.recorded ? faded(theme.neutral, 0.5f) : theme.neutral;
      const Colour colour = bar.entry.is_a ? theme.accent_a : (bar.entry.is_b ? theme.accent_b : other);
      ImGui::SetCursorScreenPos({left, y});
      ImGui::PushID(bar.entry.name.c_str());
      const bool clicked = hit_area(context, "row", bar.entry.name, {width, line});
      ImGui::PopID();
      tooltip(context, fmt::format("{}\n{}", bar.entry.row->kernel->id(), bar.time.tooltip));
      if (clicked && !bar.entry.is_b) {
        if (const auto chosen = context.session.choose_kernel(Side::a, bar.entry.row->kernel->id()); !chosen) {
          context.say(chosen.error().message);
        }
      }
      const float text_y = y + (line - font_size(small)) / 2;
      text_at(context, small, is_shown ? theme.text : theme.text_muted, {left, text_y},
              shortened(small, bar.entry.name, names));
      if (bar.measurement && longest > 0) {
        const auto at = [&](double value) { return bar_left + bar_room * static_cast<float>(value / longest); };
        const float top = y + context.px(3), bottom = y + line - context.px(3), middle = (top + bottom) / 2;
        ImDrawList* list = ImGui::GetWindowDrawList();
        list->AddRectFilled({bar_left, top}, {at(bar.measurement->value), bottom}, colour, context.px(2));
        if (bar.measurement->spread && bar.time.spread > 0) {
          const float thick = std::max(1.0f, context.px(1.5f)), from = at(bar.measurement->spread->lower_quartile),
                      to = at(bar.measurement->spread->upper_quartile);
          list->AddRectFilled({from, middle - thick / 2}, {to, middle + thick / 2}, theme.text);
          for (const float x : {from, to}) {
            list->AddRectFilled({x - thick / 2, top + context.px(1)}, {x + thick / 2, bottom - context.px(1)},
                                theme.text);
          }
        }
        text_at(context, small, theme.text, {at(longest) + context.px(8), text_y}, bar.time.words);
      } else {
        text_at(context, small, theme.text_faint, {bar_left, text_y},
                shortened(small, bar.time.words, left + width - bar_left));
      }
      ImGui::SetCursorScreenPos({left, y + line});
    }
    ImGui::Dummy({1, 1});
    draw_measure_all(context, bars);
  }

  /// Measures what has not been measured here, of kernels without faults.
  static void draw_measure_all(PanelContext& context, const std::vector<Bar>& bars) {
    Measures& measures = *context.measures;
    if (context.still || !measures.has_device() || !measures.no_gpu().empty()) return;
    std::vector<RunKey> open;
    for (const Bar& bar : bars) {
      const auto& outcome = bar.entry.row->outcome;
      if (!outcome || !outcome->run || !outcome->run->faults.empty()) continue;
      if (!outcome->run->instance.expected_faults.empty()) continue;
      if (measures.status(bar.entry.row->key).phase == MeasurePhase::idle) open.push_back(bar.entry.row->key);
    }
    if (open.empty() && !measures.busy()) return;
    gap(context, 4);
    if (measures.busy()) {
      if (button(context, "cancel", "cancel measuring")) measures.cancel();
    } else if (button(context, "all", fmt::format("measure {}", counted(open.size(), "kernel")))) {
      for (const RunKey& key : open) measures.request(key);
    }
    tooltip(context, "Measures the kernels of the lesson that have not been measured here, those without faults.");
  }

  // ---- wavefronts and cycles
  // --------------------------------------------------------------------------------------------

  static std::vector<Point> points_of(PanelContext& context, const std::vector<Entry>& lesson) {
    std::vector<Point> points;
    for (const Entry& entry : lesson) {
      const MeasureStatus status = context.measures->status(entry.row->key);
      if (!status.result) continue;
      for (const TimedAccess& access : status.result->own.timed_accesses) {
        if (!access.cycles.measurement) continue;
        const double cycles = access.cycles.measurement->value;
        auto found = std::find_if(points.begin(), points.end(), [&](const Point& point) {
          return point.op == access.op && point.wavefronts == access.wavefronts && std::abs(point.cycles - cycles) < 1;
        });
        if (found == points.end()) {
          points.push_back({access.op, access.wavefronts, cycles, {}, false, false});
          found = points.end() - 1;
        }
        if (std::find(found->kernels.begin(), found->kernels.end(), entry.name) == found->kernels.end()) {
          // What is shown gives the point its name.
          found->kernels.insert(entry.is_a || entry.is_b ? found->kernels.begin() : found->kernels.end(), entry.name);
        }
        found->is_a = found->is_a || entry.is_a;
        found->is_b = found->is_b || entry.is_b;
      }
    }
    return points;
  }

  static double rounded_up(double value) {
    const double step = value > 200 ? 100 : (value > 100 ? 40 : (value > 20 ? 20 : 10));
    return std::max(step, std::ceil(value / step) * step);
  }

  static void mark(const PanelContext& context, ImVec2 middle, const std::string& op, Colour colour) {
    const float r = context.px(4);
    ImDrawList* list = ImGui::GetWindowDrawList();
    if (op == "load") {
      list->AddCircleFilled(middle, r, colour, 16);
    } else if (op == "store") {
      list->AddRectFilled({middle.x - r, middle.y - r}, {middle.x + r, middle.y + r}, colour);
    } else {
      list->AddTriangleFilled({middle.x, middle.y - r * 1.2f}, {middle.x + r * 1.2f, middle.y + r},
                              {middle.x - r * 1.2f, middle.y + r}, colour);
    }
  }

  static void draw_plot(PanelContext& context, const Rect& rect, const std::vector<Entry>& lesson) {
    const Theme& theme = context.theme;
    ImFont* small = context.fonts.small;
    const float line = font_size(small) + context.px(2);
    if (rect.width < context.px(100) || rect.height < context.px(70)) return;
    const std::vector<Point> points = points_of(context, lesson);
    text_at(context, small, theme.text_muted, {rect.x, rect.y},
            shortened(small, "cycles per request, measured", rect.width));
    if (points.empty()) {
      text_at(context, small, theme.text_faint, {rect.x, rect.y + line + context.px(6)},
              shortened(small, "No cycles were measured for this lesson's kernels at these options.", rect.width));
      return;
    }
    double most_cycles = 0;
    unsigned most_wavefronts = 1;
    for (const Point& point : points) {
      most_cycles = std::max(most_cycles, point.cycles);
      most_wavefronts = std::max(most_wavefronts, point.wavefronts);
    }
    most_cycles = rounded_up(most_cycles);
    const unsigned last = std::max(most_wavefronts, 4u);
    const std::string top_words = fmt::format("{:g}", most_cycles);
    const float axis = text_size(small, top_words).x + context.px(8);
    const Rect plot{rect.x + axis, rect.y + line + context.px(8), rect.width - axis - context.px(10),
                    rect.height - 3 * line - context.px(12)};
    const auto x_of = [&](double wavefronts) { return plot.x + plot.width * static_cast<float>(wavefronts / last); };
    const auto y_of = [&](double cycles) {
      return plot.bottom() - plot.height * static_cast<float>(cycles / most_cycles);
    };
    ImDrawList* list = ImGui::GetWindowDrawList();
    const float thin = std::max(1.0f, std::round(context.scale));
    list->AddRectFilled({plot.x, plot.y}, {plot.x + thin, plot.bottom()}, theme.line);
    list->AddRectFilled({plot.x, plot.bottom() - thin}, {plot.right(), plot.bottom()}, theme.line);
    for (const double part : {0.0, 0.5, 1.0}) {
      const double value = most_cycles * part;
      if (part > 0)
        list->AddRectFilled({plot.x, y_of(value)}, {plot.right(), y_of(value) + thin}, faded(theme.line, 0.6f));
      text_at(context, small, theme.text_faint, {plot.x - context.px(6), y_of(value) - line / 2},
              fmt::format("{:g}", value), Align::right);
    }
    std::vector<Rect> taken;
    for (const double part : {0.25, 0.5, 0.75, 1.0}) {
      const double value = last * part;
      if (value != std::floor(value)) continue;
      text_at(context, small, theme.text_faint, {x_of(value), plot.bottom() + context.px(3)},
              fmt::format("{:g}", value), part == 1.0 ? Align::right : Align::centre);
    }
    draw_legend(context, {plot.x, plot.bottom() + context.px(4) + line}, rect.right(), points);

    for (const Point& point : points) {
      const float r = context.px(6);
      taken.push_back({x_of(point.wavefronts) - r, y_of(point.cycles) - r, 2 * r, 2 * r});
    }
    int index = 0;
    for (const Point& point : points) {
      const ImVec2 middle{x_of(point.wavefronts), y_of(point.cycles)};
      const Colour colour = point.is_a ? theme.accent_a : (point.is_b ? theme.accent_b : theme.neutral);
      mark(context, middle, point.op, colour);
      label(context, point, middle, plot, taken);
      const float r = context.px(7);
      const ImVec2 before = cursor();
      ImGui::SetCursorScreenPos({middle.x - r, middle.y - r});
      ImGui::PushID(index++);
      hover_area("point", {2 * r, 2 * r});
      ImGui::PopID();
      std::string words = fmt::format("{}, {} (modelled): {} cycles per request (measured)", point.op,
                                      counted(point.wavefronts, "wavefront"), number_words(point.cycles));
      for (const std::string& kernel : point.kernels) words += "\n" + kernel;
      tooltip(context, words);
      ImGui::SetCursorScreenPos(before);
    }
  }

  static bool meets(const Rect& a, const Rect& b) {
    return a.x < b.right() && b.x < a.right() && a.y < b.bottom() && b.y < a.bottom();
  }

  /// Beside its point where nothing is in the way; left out where all places are taken: the tooltip has it.
  static void label(PanelContext& context, const Point& point, ImVec2 middle, const Rect& plot,
                    std::vector<Rect>& taken) {
    ImFont* small = context.fonts.small;
    const std::string value = number_words(point.cycles);
    const std::string more = point.kernels.size() > 1 ? fmt::format(" +{}", point.kernels.size() - 1) : "";
    const float r = context.px(8);
    for (const std::string& words : {fmt::format("{} {}{}", value, point.kernels.front(), more), value}) {
      const ImVec2 size = text_size(small, words);
      const ImVec2 places[] = {
          {middle.x + r, middle.y - size.y / 2},     {middle.x - r - size.x, middle.y - size.y / 2},
          {middle.x + r, middle.y - size.y - r / 2}, {middle.x - r - size.x, middle.y - size.y - r / 2},
          {middle.x + r, middle.y + r / 2},          {middle.x - r - size.x, middle.y + r / 2}};
      for (const ImVec2 place : places) {
        const Rect rect{place.x, place.y, size.x, size.y};
        if (rect.x < plot.x + 2 || rect.right() > plot.right() + context.px(9) || rect.y < plot.y - context.px(6) ||
            rect.bottom() > plot.bottom() - 1) {
          continue;
        }
        if (std::any_of(taken.begin(), taken.end(), [&](const Rect& other) { return meets(rect, other); })) continue;
        text_at(context, small, context.theme.text_muted, place, words);
        taken.push_back(rect);
        return;
      }
    }
  }

  /// What the marks stand for, and what goes to the right.
  static void draw_legend(PanelContext& context, ImVec2 place, float right, const std::vector<Point>& points) {
    ImFont* small = context.fonts.small;
    const float height = font_size(small);
    float x = place.x;
    std::vector<std::string> ops;
    for (const Point& point : points) {
      if (std::find(ops.begin(), ops.end(), point.op) == ops.end()) ops.push_back(point.op);
    }
    for (const std::string& op : ops) {
      const float width = text_size(small, op).x + context.px(14);
      if (x + width > right) return;
      mark(context, {x + context.px(5), place.y + height / 2}, op, context.theme.text_muted);
      text_at(context, small, context.theme.text_muted, {x + context.px(13), place.y}, op);
      x += width + context.px(10);
    }
    static constexpr std::string_view kAxis = "wavefronts per request, modelled →";
    for (const std::string_view words :
         {kAxis, std::string_view("wavefronts, modelled →"), std::string_view("wavefronts →")}) {
      if (x + text_size(small, words).x + context.px(6) > right) continue;
      text_at(context, small, context.theme.text_muted, {right, place.y}, words, Align::right);
      return;
    }
  }
};

}  // namespace

std::unique_ptr<Panel> make_chart_panel() { return std::make_unique<ChartPanel>(); }

}  // namespace bankloom::ui
