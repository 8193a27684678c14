// The matrix that the kernel wrote, as a map and as numbers, beside the expected one.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <vector>

#include "ui/layout/controls.h"
#include "ui/measured_figures.h"
#include "ui/measures.h"
#include "ui/panel.h"
#include "ui/panels/columns_field.h"
#include "ui/panels/matrix_view.h"
#include "ui/panels/output_data.h"
#include "ui/panels/output_view.h"
#include "ui/panels/side_style.h"

namespace bankloom::ui {

using namespace wording;
namespace {

/// Limit of characters of a number.
constexpr std::size_t kMostCharacters = 14;
/// Least width of the message about differing outputs beside the switches; distance of the hatching over elements that
/// differ on the GPU; and least extent of an element with a border, in pixels.
constexpr float kLeastAlarm = 130, kHatchUnits = 7, kBorderedPixels = 9;
/// Units between maps, and of the text and switches beside them.
constexpr float kMapGap = 14, kAside = 200;

/// A map of the panel: its side, and its contents.
struct Pane {
  enum class What : std::uint8_t { output, expected, gpu };
  Side side = Side::a;
  What what = What::output;
};

/// How good news is told: with what the GPU says, in one line, or without the GPU, which its tooltip has.
enum class Telling : std::uint8_t { sentence, line, output_alone };

/// The text about all outputs: as sentences, and with good news in one line each.
struct Said {
  Box sentences, lines;
};

class OutputPanel final : public Panel {
 public:
  void draw(PanelContext& context) override {
    const Session& session = context.session;
    if (!session.comparing()) shown_ = Side::a;
    const std::vector<Side> sides = take_sides(context);
    if (sides.empty()) return show(context, Row().add(Gap(), share()).add(switches(context, false)));
    const auto said = [this, &context, sides](FontUse font, Telling telling = Telling::sentence) {
      Column all = Column().gap(telling == Telling::line ? 1 : 3);
      for (const Side side : sides) all.add(sentence(context, side, font, telling));
      return all;
    };
    const Said sentences{said(FontUse::body), said(FontUse::body, Telling::line)};
    const std::vector<Pane> panes =
        context.view.output == OutputForm::map ? panes_of(session, sides) : std::vector<Pane>();
    const Box content = content_of(context, panes, sides.front());
    if (stands_aside(context, panes, sentences)) {
      const auto below_switches = [this, &context, said](FontUse font, Telling telling = Telling::sentence) {
        return Column().gap(6).add(switches(context, true)).add(said(font, telling));
      };
      const FirstOf aside({[=] { return below_switches(FontUse::body); },
                           [=] { return below_switches(FontUse::small); },
                           [=] { return below_switches(FontUse::small, Telling::output_alone); }});
      return show(context, Row().gap(kMapGap).place(Alignment::top).add(aside, units(kAside)).add(content, share()));
    }
    show(context, Column().gap(3).add(head(context, sentences)).add(content, share()));
  }

 private:
  /// The sides whose outputs are drawn, with their data: both for maps, which are compared; none without an output.
  std::vector<Side> take_sides(PanelContext& context) {
    const Session& session = context.session;
    std::vector<Side> sides;
    for (const Side side : shown_sides(session)) {
      const SideView& view = session.side(side);
      if (context.view.output != OutputForm::map && side != shown_) continue;
      if (view.facts().output() == nullptr || view.run->output_rows == 0 || view.run->output_columns == 0) continue;
      std::shared_ptr<const KernelMeasurement> measured;
      if (context.measures != nullptr) measured = context.measures->status(session, side).result;
      data_[index_of(side)].take(view, measured, context.view.output_time == OutputTime::so_far);
      sides.push_back(side);
    }
    for (const Side side : sides) {
      const DrawnShape& shape = data_[index_of(side)].shape();
      view_of(side).set_shape(shape.rows, shape.columns);
    }
    return sides;
  }

  /// Matrices of one shape move together.
  OutputView& view_of(Side side) {
    const auto& [a, b] = data_;
    const bool is_alike = side == Side::b && a.has_run() && b.has_run() && a.shape() == b.shape();
    return views_[is_alike ? 0 : index_of(side)];
  }

  /// The kernel's output and the expected one; with two sides, both outputs. A GPU's output that differs is always
  /// shown.
  [[nodiscard]] std::vector<Pane> panes_of(const Session& session, const std::vector<Side>& sides) const {
    std::vector<Pane> panes;
    for (const Side side : sides) {
      const OutputData& data = data_[index_of(side)];
      panes.push_back({side, Pane::What::output});
      if (data.run().has_rule && !session.comparing()) panes.push_back({side, Pane::What::expected});
      if (data.has_gpu()) panes.push_back({side, Pane::What::gpu});
    }
    return panes;
  }

  /// Which output is shown, in which form, at which time.
  Box switches(PanelContext& context, bool is_narrow) {
    const Box columns = columns_field(context, shown_, shaped_);
    if (!columns) return forms_and_times(context, is_narrow);
    if (is_narrow) return Column().gap(4).add(forms_and_times(context, true)).add(columns);
    const Box others = forms_and_times(context, false);
    return FirstOf({[=] { return Row().gap(10).add(columns, units(210)).add(others); },
                    [=] { return Column().gap(4).add(others).add(columns); }});
  }

  Box forms_and_times(const PanelContext& context, bool is_narrow) {
    if (context.without_controls) return {};
    ViewSettings& view = context.view;
    Row row;
    if (context.session.comparing() && view.output != OutputForm::map) {
      row.add(side_switch(
                  shown_, [this](Side side) { shown_ = side; }, "Whose output is shown."),
              units(64));
    }
    if (view.output != OutputForm::places) {
      row.add(times(view), is_narrow ? share() : units(110));
    }
    const Box forms =
        Segments("form", kOutputFormNames, static_cast<int>(view.output),
                 [&view](int chosen) { view.output = static_cast<OutputForm>(chosen); })
            .tooltip(
                "As a coloured map beside what is expected (wheel: zoom, drag: move, double click: all of it), as "
                "numbers, or the places that the block and the warp read and write.");
    if (!is_narrow) return row.add(forms, units(190));
    return Column().gap(4).add(forms).add(row);
  }

  /// The time; for outputs that are not followed, the end, with the reason.
  [[nodiscard]] Box times(ViewSettings& view) const {
    static constexpr std::string_view kTimes[] = {"so far", "final"};
    const OutputData& data = data_[index_of(shown_)];
    if (data.has_run() && !data.is_followed()) {
      return Text("final only").small().muted().tooltip(final_only_text(data.has_gpu(), kMostFollowed));
    }
    return Segments("time", kTimes, static_cast<int>(view.output_time),
                    [&view](int chosen) { view.output_time = static_cast<OutputTime>(chosen); })
        .tooltip("What has been written up to the step shown, or the final matrix.");
  }

  /// Whether a sentence says that the GPU or the emulator is wrong: it has a line of its own.
  [[nodiscard]] bool is_alarming(const Session& session) const {
    return data_[0].is_alarming() || (session.comparing() && data_[1].is_alarming());
  }

  /// The sentences and the switches beside each other, or below without room for that.
  Box head(PanelContext& context, const Said& said) {
    const Box at_end = switches(context, false);
    if (!at_end) return said.sentences;
    const auto below = [=] { return Column().gap(2).add(Row().add(Gap(), share()).add(at_end)).add(said.lines); };
    if (is_alarming(context.session)) return below();
    return FirstOf({[=] { return Row().add(said.sentences, share().at_least(kLeastAlarm)).add(at_end); }, below});
  }

  /// The text about a side's final output; its tooltip has what is left out.
  Box sentence(PanelContext& context, Side side, FontUse font, Telling telling) const {
    const Facts facts = context.session.side(side).facts();
    const RunSummary& output = *facts.output();
    const std::size_t faults = facts.faults().size();
    const auto words = named_text(output.output_name, output_text(output, faults));
    const bool is_right = output.different == 0 && faults == 0;
    bankloom::Text told = words, whole;
    if (context.measures != nullptr) {
      const MeasureStatus status = context.measures->status(context.session, side);
      if (status.result && status.result->own.output.compared) {
        const OutputCheck check = status.result->own.output;
        whole = lines_text({words, gpu_output_meaning_text(*status.result)});
        if (check.wrong()) {
          return Warning({output_alarm_text(check), output_alarm_text(check, Length::brief),
                          output_alarm_text(check, Length::mark)})
              .tooltip(whole);
        }
        if (telling != Telling::output_alone || !check.equal()) {
          told = say("{output} · {gpu:equal|different} on the GPU", "output"_a = words,
                     "gpu"_a = Case{check.equal() ? 0U : 1U});
        }
      }
    }
    Text text = telling == Telling::line && is_right ? Text({told.str(), words.str()}).fonts({font})
                                                     : Text(told).fonts({font}).wrap();
    text.colour(!is_right ? context.theme.bad : output.has_rule ? context.theme.good : context.theme.text_muted);
    if (!whole.empty()) text.tooltip(whole);
    if (!context.session.comparing() || context.view.output != OutputForm::map) return text;
    return Row().gap(6).place(Alignment::top).add(letter(context, side)).add(text, share());
  }
  static Text letter(const PanelContext& context, Side side) {
    return Text(side_name(side)).strong().colour(accent(context.theme, side));
  }

  /// Whether text and switches are beside the drawing, if that makes it larger, instead of above it.
  bool stands_aside(PanelContext& context, const std::vector<Pane>& panes, const Said& said) {
    if (is_alarming(context.session)) return false;
    const Rect& area = context.area;
    const float between = context.px(kMapGap), narrower = area.width - context.px(kAside) - between;
    if (narrower < context.px(kAside)) return false;
    const float lower = area.height - head(context, said).height(context, area.width) - context.px(3);
    const auto extent = [&](float width, float height) {
      if (panes.empty()) return width * std::max(height, 0.0f);
      const float room = height - font_size(context.fonts.small) * 1.4f, count = static_cast<float>(panes.size());
      const OutputView& one = view_of(panes.front().side);
      return std::min(((width + between) / count - between) / static_cast<float>(one.columns()),
                      room / static_cast<float>(one.rows()));
    };
    return extent(narrower, area.height) > extent(area.width, lower);
  }

  Box content_of(PanelContext& context, const std::vector<Pane>& panes, Side side) {
    const OutputData* const data = &data_[index_of(side)];
    if (context.view.output == OutputForm::places) {
      return Drawing(
          [this, &context, side](const Rect& body) { places_.draw(context, side, context.session.side(side), body); });
    }
    if (context.view.output == OutputForm::numbers) {
      return Drawing([this, &context, data](const Rect& body) { draw_numbers(context, *data, body); });
    }
    if (!data->error().empty()) return Text(data->error()).colour(context.theme.bad).wrap();
    return maps(context, panes);
  }

  // ---- as a map

  Row maps(PanelContext& context, const std::vector<Pane>& panes) {
    Row row = Row().gap(kMapGap);
    for (std::size_t i = 0; i < panes.size(); ++i) {
      const Pane pane = panes[i];
      const bool is_first = i == 0;
      Row above = Row().gap(6);
      if (context.session.comparing()) above.add(letter(context, pane.side).small());
      above.add(Text(caption(pane))
                    .small()
                    .colour(pane.what == Pane::What::gpu ? context.theme.bad : context.theme.text_muted),
                share());
      const Drawing map(
          [this, &context, pane, is_first](const Rect& rect) { draw_map(context, pane, rect, is_first); });
      row.add(Column().gap(4).add(above).add(map, share()), share());
    }
    return row;
  }
  [[nodiscard]] Fit caption(const Pane& pane) const {
    const OutputData& data = data_[index_of(pane.side)];
    if (pane.what == Pane::What::expected) return {expected_wordings(data.minimum(), data.maximum())};
    if (pane.what == Pane::What::gpu) {
      return {differ_wordings(data.measured().own.output.different, data.measured().gpu.name)};
    }
    if (const OutputContents* so_far = data.so_far()) {
      return {so_far_wordings(so_far->reached, data.run().output_rows * data.run().output_columns)};
    }
    return data.has_gpu() ? Fit{"written on the emulator", "emulator"} : Fit{"written by the kernel", "written"};
  }

  /// Lines across the elements that differ on the GPU, whatever their size, and a border around each that is large
  /// enough.
  static void hatch_differences(const PanelContext& context, const OutputData& data, const OutputView& seen,
                                const Rect& shown) {
    ImDrawList* list = ImGui::GetWindowDrawList();
    list->PushClipRect({shown.x, shown.y}, {shown.right(), shown.bottom()}, true);
    const auto differs = [&](float x, float y) {
      const auto element = seen.element_at(x, y);
      return element && data.gpu_differs(*element);
    };
    const float step = std::max(4.0f, context.px(kHatchUnits)), thick = std::max(1.0f, context.px(1.2f));
    const auto line = [&](ImVec2 from, ImVec2 to) {
      // A dark background separates the line from the colours of values.
      list->AddLine(from, to, context.theme.window, thick * 2.4f);
      list->AddLine(from, to, context.theme.bad, thick);
    };
    for (float sum = step; sum < shown.width + shown.height; sum += step) {
      const float begin = std::max(0.0f, sum - shown.height), end = std::min(shown.width, sum);
      float since = -1;  // start of the current line; below 0: none
      for (float x = begin; x <= end; x += 1) {
        const bool is_other = x < end && differs(x, sum - x);
        if (is_other && since < 0) since = x;
        if (is_other || since < 0) continue;
        line({shown.x + since, shown.y + sum - since}, {shown.x + x, shown.y + sum - x});
        since = -1;
      }
    }
    const auto extent = static_cast<float>(seen.view().pixels_per_element);
    if (extent >= kBorderedPixels) {
      const auto first_row = static_cast<std::uint64_t>(seen.view().first_row);
      const auto first_column = static_cast<std::uint64_t>(seen.view().first_column);
      for (std::uint64_t row = first_row; row < seen.rows(); ++row) {
        if (seen.square(row, first_column).y > shown.height) break;
        for (std::uint64_t column = first_column; column < seen.columns(); ++column) {
          const Rect square = seen.square(row, column);
          if (square.x > shown.width) break;
          if (!data.gpu_differs(row * seen.columns() + column)) continue;
          list->AddRect({shown.x + square.x, shown.y + square.y}, {shown.x + square.right(), shown.y + square.bottom()},
                        context.theme.bad, 0, 0, thick);
        }
      }
    }
    list->PopClipRect();
  }

  void draw_map(PanelContext& context, const Pane& which, Rect pane, bool is_first) {
    const OutputData& data = data_[index_of(which.side)];
    OutputView& seen = view_of(which.side);
    const bool is_gpu = which.what == Pane::What::gpu, is_output = which.what == Pane::What::output;
    // All panes show the same part, so they are as large as the first.
    if (is_first) first_pane_ = pane;
    pane.width = first_pane_.width;
    seen.set_pane(pane.width, pane.height);
    if (pane.height < context.px(16) || pane.width < context.px(16)) return;
    static constexpr const char* kNames[] = {"output map", "expected map", "map of the GPU's output"};
    const char* name = kNames[static_cast<std::size_t>(which.what)];
    // Releasing the mouse after a move of the map is no click.
    const bool clicked = press_at(context, pane, fmt::format("{} {}", side_name(which.side), name).c_str(), name) &&
                         ImGui::GetIO().MouseDragMaxDistanceSqr[0] < context.px(4) * context.px(4);
    move_view(seen, pane);
    const bool hovered = ImGui::IsItemHovered();
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    // Only the matrix's area is drawn: a margin beside it would look like data.
    const auto size = static_cast<float>(seen.view().pixels_per_element);
    const Rect shown{pane.x, pane.y, std::min(pane.width, size * static_cast<float>(seen.columns())),
                     std::min(pane.height, size * static_cast<float>(seen.rows()))};
    const gfx::MapTexture& texture = is_output ? data.map() : is_gpu ? data.gpu() : data.expected();
    context.painter.map({&texture, shown, seen.view(), data.minimum(), data.maximum()});
    if (is_gpu) hatch_differences(context, data, seen, shown);
    draw_map_numbers(context, data, which.what, seen, pane);
    mark_focus(context, which.side, seen, pane, shown);
    if (!hovered) return;
    const auto element = seen.element_at(mouse.x - pane.x, mouse.y - pane.y);
    if (element) point_at(context, which.side, *element, clicked);
  }

  static void move_view(OutputView& seen, const Rect& pane) {
    const ImGuiIO& io = ImGui::GetIO();
    if (ImGui::IsItemHovered() && io.MouseWheel != 0) {
      seen.zoom(std::pow(1.25f, io.MouseWheel), io.MousePos.x - pane.x, io.MousePos.y - pane.y);
    }
    if (ImGui::IsItemActive() && ImGui::IsMouseDragging(0, 0)) seen.pan(io.MouseDelta.x, io.MouseDelta.y);
    if (ImGui::IsItemHovered() && ImGui::IsMouseDoubleClicked(0)) seen.fit();
  }

  void point_at(PanelContext& context, Side side, std::uint64_t element, bool clicked) const {
    Focus pointed;
    pointed.side = side;
    pointed.output = element;
    context.session.pointer().hover(pointed);
    if (clicked) context.session.pointer().select(pointed);
    tooltip(context, data_[index_of(side)].words(element));
  }

  static void mark_focus(const PanelContext& context, Side side, const OutputView& seen, const Rect& pane,
                         const Rect& shown) {
    const auto element = context.session.focus(side).output;
    if (!element || *element >= seen.rows() * seen.columns()) return;
    const Rect square = seen.square(*element / seen.columns(), *element % seen.columns());
    const float width = std::max(1.0f, std::round(context.px(1.5f)));
    ImDrawList* list = ImGui::GetWindowDrawList();
    list->PushClipRect({shown.x - width, shown.y - width}, {shown.right() + width, shown.bottom() + width}, true);
    list->AddRect({pane.x + square.x - width, pane.y + square.y - width},
                  {pane.x + square.right() + width, pane.y + square.bottom() + width}, context.theme.now_border, 0, 0,
                  width);
    list->PopClipRect();
  }

  static Colour ramp_colour(const PanelContext& context, const OutputData& data, float value) {
    if (!std::isfinite(value)) return context.theme.neutral;
    const auto ramp = map_ramp(context.theme);
    const float range = data.maximum() - data.minimum();
    const float part = range > 0 ? std::clamp((value - data.minimum()) / range, 0.0f, 1.0f) : 0;
    const float at = part * static_cast<float>(ramp.size() - 1);
    const auto stop = std::min(static_cast<std::size_t>(at), ramp.size() - 2);
    return mix(ramp[stop], ramp[stop + 1], static_cast<double>(at - static_cast<float>(stop)));
  }

  /// Numbers on the map's elements if these are large enough.
  static void draw_map_numbers(PanelContext& context, const OutputData& data, Pane::What what, const OutputView& seen,
                               const Rect& pane) {
    const float size = font_size(context.fonts.cell);
    const auto element = static_cast<float>(seen.view().pixels_per_element);
    if (element < static_cast<float>(data.characters(kMostCharacters)) * size * 0.62f + 2 || element < size) return;
    ImDrawList* list = ImGui::GetWindowDrawList();
    list->PushClipRect({pane.x, pane.y}, {pane.right(), pane.bottom()}, true);
    const auto first_row = static_cast<std::uint64_t>(seen.view().first_row);
    const auto first_column = static_cast<std::uint64_t>(seen.view().first_column);
    for (std::uint64_t row = first_row; row < seen.rows(); ++row) {
      if (seen.square(row, first_column).y > pane.height) break;
      for (std::uint64_t column = first_column; column < seen.columns(); ++column) {
        const Rect square = seen.square(row, column);
        if (square.x > pane.width) break;
        draw_map_number(context, data, what, row * seen.columns() + column,
                        {pane.x + square.x, pane.y + square.y, element, element});
      }
    }
    list->PopClipRect();
  }

  static void draw_map_number(PanelContext& context, const OutputData& data, Pane::What what, std::uint64_t index,
                              const Rect& square) {
    const KernelRun& run = data.run();
    const bool is_output = what == Pane::What::output, is_gpu = what == Pane::What::gpu;
    if (what == Pane::What::expected && !run.defined[index]) return;
    if (is_output && data.state(index) == ElementState::untouched) return;
    const auto& elements = is_output ? data.elements() : is_gpu ? data.gpu_bytes() : run.expected;
    const bool is_unknown = is_output && data.state(index) == ElementState::updated;
    const std::string words = is_unknown ? "?" : element_text(run, elements, index).str();
    // There are no numbers of a GPU's and of expected elements.
    const float value = is_output ? data.numbers()[index] : std::strtof(words.c_str(), nullptr);
    const Colour ground = is_output && data.differs(index) ? context.theme.bad : ramp_colour(context, data, value);
    // Numbers have their own background over hatching.
    const bool has_ground = is_gpu && data.gpu_differs(index);
    centred_text(context, context.fonts.cell, text_on(ground), square, words, has_ground ? ground : 0);
  }

  // ---- as numbers

  /// The visible cells of the scrolled matrix.
  struct NumberGrid {
    ImVec2 origin;                ///< of the first cell, which may be out of view
    float column = 0;             ///< width of a character
    float width = 0, height = 0;  ///< of a cell
    std::uint64_t first_row = 0, end_row = 0, first_column = 0, end_column = 0;
    [[nodiscard]] float x(std::uint64_t at) const { return origin.x + width * static_cast<float>(at); }
    [[nodiscard]] float y(std::uint64_t at) const { return origin.y + height * static_cast<float>(at); }
    /// Characters that end at `right`.
    void put(const PanelContext& context, float right, float y, Colour colour, const std::string& words) const {
      const float size = font_size(context.fonts.small), extent = column * static_cast<float>(words.size());
      const ImVec2 place{std::floor(right - extent - column * 0.75f), std::floor(y + (height - size) / 2)};
      ImGui::GetWindowDrawList()->AddText(context.fonts.mono, size, place, colour, words.c_str());
    }
  };

  void draw_numbers(PanelContext& context, const OutputData& data, const Rect& body) const {
    const KernelRun& result = data.run();
    const DrawnShape& shape = data.shape();
    NumberGrid grid;
    grid.column = character_width(context, font_size(context.fonts.small));
    const std::uint64_t most = shape.folded ? shape.rows * shape.columns : std::max(shape.rows, shape.columns);
    const auto digits = static_cast<float>(std::to_string(most - 1).size());
    // If something differs, both values are in the cell: the GPU's beside the emulator's, otherwise the expected one.
    const bool any_differs = result.different != 0 || data.has_gpu();
    const float characters = static_cast<float>(data.characters(kMostCharacters)) * (any_differs ? 2.0f : 1.0f) +
                             (any_differs ? 1.0f : 0.0f);
    grid.width = std::round(grid.column * (std::max(characters, digits) + 1.5f));
    grid.height = std::round(font_size(context.fonts.small) * 1.45f);
    // The rows' and columns' own numbers stay in place while the numbers scroll.
    const float left = std::round(grid.column * (digits + 1.5f));
    const Rect inner{body.x + left, body.y + grid.height, body.width - left, body.height - grid.height};
    begin_child_at("numbers", inner, ImGuiWindowFlags_HorizontalScrollbar);
    grid.origin = ImGui::GetCursorScreenPos();
    const bool clicked =
        hit_area(context, "matrix", "output numbers",
                 {grid.width * static_cast<float>(shape.columns), grid.height * static_cast<float>(shape.rows)});
    if (ImGui::IsItemHovered()) {
      const ImVec2 mouse = ImGui::GetIO().MousePos;
      const auto column = static_cast<std::uint64_t>(std::max(0.0f, (mouse.x - grid.origin.x) / grid.width));
      const auto row = static_cast<std::uint64_t>(std::max(0.0f, (mouse.y - grid.origin.y) / grid.height));
      if (column < shape.columns && row < shape.rows) {
        point_at(context, shown_, row * shape.columns + column, clicked);
      }
    }
    grid.first_column = static_cast<std::uint64_t>(std::max(0.0f, ImGui::GetScrollX() / grid.width));
    grid.first_row = static_cast<std::uint64_t>(std::max(0.0f, ImGui::GetScrollY() / grid.height));
    grid.end_column =
        std::min(shape.columns, grid.first_column + static_cast<std::uint64_t>(inner.width / grid.width) + 2);
    grid.end_row = std::min(shape.rows, grid.first_row + static_cast<std::uint64_t>(inner.height / grid.height) + 2);
    draw_cells(context, data, grid);
    // The rows' and columns' numbers end at the scroll bars.
    const float bar = ImGui::GetStyle().ScrollbarSize;
    const float right = inner.right() - (ImGui::GetScrollMaxY() > 0 ? bar : 0);
    const float bottom = inner.bottom() - (ImGui::GetScrollMaxX() > 0 ? bar : 0);
    ImGui::EndChild();
    ImDrawList* list = ImGui::GetWindowDrawList();
    list->PushClipRect({inner.x, body.y}, {right, inner.y}, true);
    for (std::uint64_t at = grid.first_column; at < grid.end_column; ++at) {
      grid.put(context, grid.x(at + 1), body.y, context.theme.text_faint, std::to_string(at));
    }
    list->PopClipRect();
    list->PushClipRect({body.x, inner.y}, {inner.x, bottom}, true);
    for (std::uint64_t row = grid.first_row; row < grid.end_row; ++row) {
      // Of a long row in several, each begins with its first element's number.
      const std::uint64_t number = shape.folded ? row * shape.columns : row;
      grid.put(context, inner.x, grid.y(row), context.theme.text_faint, std::to_string(number));
    }
    list->PopClipRect();
  }

  void draw_cells(PanelContext& context, const OutputData& data, const NumberGrid& grid) const {
    const KernelRun& run = data.run();
    const auto focused = context.session.focus(shown_).output;
    for (std::uint64_t row = grid.first_row; row < grid.end_row; ++row) {
      for (std::uint64_t at = grid.first_column; at < grid.end_column; ++at) {
        const std::uint64_t index = row * data.shape().columns + at;
        const Rect cell{grid.x(at), grid.y(row), grid.width, grid.height};
        const ElementState reached = data.state(index);
        const bool differs = data.differs(index) || data.gpu_differs(index);
        if (differs || (focused && *focused == index)) {
          card(context, {cell.x, cell.y, cell.width - 1, cell.height - 1},
               differs ? faded(context.theme.bad, 0.25f) : context.theme.selected, 0, 2);
        }
        std::string words = reached == ElementState::untouched ? "·"
                            : reached == ElementState::updated ? "?"
                                                               : element_text(run, data.elements(), index).str();
        if (differs) {
          words += "≠" + element_text(run, data.gpu_differs(index) ? data.gpu_bytes() : run.expected, index).str();
        }
        // "≠" takes one column and three bytes, "·" two.
        const float more = differs ? 2.0f : reached == ElementState::untouched ? 1.0f : 0.0f;
        grid.put(context, cell.right() + more * grid.column, cell.y,
                 differs                              ? context.theme.bad
                 : reached == ElementState::untouched ? context.theme.text_faint
                                                      : context.theme.text,
                 words.size() <= kMostCharacters * 2 + 3 ? words : words.substr(0, kMostCharacters));
      }
    }
  }

  std::string shaped_;  ///< the buffer of the columns field; empty: the output
  Side shown_ = Side::a;
  MatrixView places_;
  std::array<OutputView, 2> views_;
  Rect first_pane_;  ///< of the maps, in this frame
  std::array<OutputData, 2> data_;
};

}  // namespace

PanelEntry output_panel() {
  return {
      .id = "output",
      .title = "Output",
      .help =
          "The matrix that the kernel wrote, as a map and as numbers, beside what is expected; differences are marked.",
      .slot = Slot::details,
      .order = 20,
      .maker = maker_of<OutputPanel>()};
}

}  // namespace bankloom::ui
