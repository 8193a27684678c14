// The matrix that the kernel wrote, as a map and as numbers, beside what is expected.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <initializer_list>
#include <limits>
#include <optional>
#include <utility>

#include "core/catalog/element_type.h"
#include "gfx/map_renderer.h"
#include "ui/figures.h"
#include "ui/layout/controls.h"
#include "ui/measured_figures.h"
#include "ui/measures.h"
#include "ui/panel.h"
#include "ui/panels/matrix_view.h"
#include "ui/panels/output_view.h"
#include "ui/panels/side_style.h"

namespace bankloom::ui {

using namespace wording;
namespace {

/// Elements that are looked at to find out how wide numbers are.
constexpr std::uint64_t kMeasured = 2048;
/// Characters of a number that are shown at most.
constexpr std::size_t kMostCharacters = 14;
/// Least width of the sentence that outputs differ beside the switches. Between the hatching's lines over elements that
/// are others on the GPU; and the least extent of an element that gets a border of its own, in pixels.
constexpr float kLeastAlarm = 130, kHatchUnits = 7, kBorderedPixels = 9;

/// What is kept of one side's run: uploaded once.
struct Uploaded {
  std::shared_ptr<const KernelRun> run;
  gfx::MapTexture output, expected;
  std::vector<float> numbers;  ///< of the output, for the colour behind a number
  float minimum = 0, maximum = 1;
  std::size_t characters = 1;  ///< of the longest number
  std::string error;           ///< why there is no map
  /// The GPU's output where it is not the emulator's: one of the two is wrong, so both are shown.
  std::shared_ptr<const KernelMeasurement> measured;
  std::optional<gfx::MapTexture> gpu;
  [[nodiscard]] const std::vector<std::byte>& gpu_bytes() const { return measured->own.output.gpu_bytes; }
  [[nodiscard]] bool has_gpu() const { return gpu.has_value(); }
  /// Whether an element is another on the GPU, bit for bit.
  [[nodiscard]] bool gpu_differs(std::uint64_t index) const {
    const std::size_t width = element_bytes(run->output_type);
    return has_gpu() && std::memcmp(gpu_bytes().data() + index * width, run->output.data() + index * width, width) != 0;
  }
};

/// Takes what was measured of the run; the GPU's output only where it differs.
void take_measured(Uploaded& side, const std::shared_ptr<const KernelMeasurement>& measured) {
  if (side.measured == measured) return;
  side.measured = measured;
  side.gpu.reset();
  if (!measured || measured->own.output.gpu_bytes.size() != side.run->output.size() || !side.error.empty()) return;
  side.gpu.emplace();
  const std::vector<float> numbers = output_numbers(*side.run, side.gpu_bytes(), false);
  // Unlike in the emulator's map no element is painted over: what the GPU wrote is to be seen, and where it differs is
  // hatched.
  if (!side.gpu->upload(static_cast<unsigned>(side.run->output_rows), static_cast<unsigned>(side.run->output_columns),
                        numbers)) {
    side.gpu.reset();
  }
}

void upload(Uploaded& side, const std::shared_ptr<const KernelRun>& result) {
  side.run = result;
  side.error.clear();
  side.numbers = output_numbers(*result, result->output, false);
  const std::vector<float> expected = output_numbers(*result, result->expected, true);
  side.minimum = std::numeric_limits<float>::infinity();
  side.maximum = -side.minimum;
  for (const auto* values : {&std::as_const(side).numbers, &expected}) {
    for (const float value : *values) {
      if (!std::isfinite(value)) continue;
      side.minimum = std::min(side.minimum, value);
      side.maximum = std::max(side.maximum, value);
    }
  }
  if (side.minimum > side.maximum) side.minimum = side.maximum = 0;
  std::vector<std::uint8_t> marks;
  if (result->different != 0) {
    marks.resize(side.numbers.size());
    for (std::uint64_t i = 0; i < marks.size(); ++i) marks[i] = output_differs(*result, i) ? 1 : 0;
  }
  const auto rows = static_cast<unsigned>(result->output_rows), columns = static_cast<unsigned>(result->output_columns);
  auto done = side.output.upload(rows, columns, side.numbers, marks);
  if (done) done = side.expected.upload(rows, columns, expected);
  if (!done) side.error = done.error().message;
  side.characters = 1;
  const std::uint64_t count = std::min<std::uint64_t>(side.numbers.size(), kMeasured);
  for (std::uint64_t i = 0; i < count; ++i) {
    // Spread over the whole matrix, its last element included.
    const std::uint64_t index = count < 2 ? i : i * (side.numbers.size() - 1) / (count - 1);
    side.characters = std::max(side.characters, element_text(*result, result->output, index).str().size());
  }
  side.characters = std::min(side.characters, kMostCharacters);
}

std::string element_words(const Uploaded& side, std::uint64_t index) {
  const KernelRun& run = *side.run;
  ElementFacts facts{index, {}, ElementExpectation::same};
  if (side.gpu_differs(index)) facts.gpu = element_text(run, side.gpu_bytes(), index);
  if (index < run.defined.size() && !run.defined[index]) {
    facts.expectation = ElementExpectation::none;
  } else if (output_differs(run, index)) {
    facts.expectation = ElementExpectation::other;
  }
  return element_meaning_text(run, facts);
}

class OutputPanel final : public Panel {
 public:
  void draw(PanelContext& context) override {
    Session& session = context.session;
    if (!session.comparing()) shown_ = Side::a;
    const SideView& shown = session.side(shown_);
    const auto run = shown.facts().output() != nullptr ? shown.run : nullptr;
    Column page;
    page.gap(3).add(head(context, run.get()));
    if (!run || run->output_rows == 0 || run->output_columns == 0) return show(context, page);
    Uploaded& side = sides_[static_cast<std::size_t>(shown_)];
    if (side.run != run) {
      upload(side, run);
      side.measured.reset();
      side.gpu.reset();
    }
    if (context.measures != nullptr) take_measured(side, context.measures->status(session, shown_).result);
    view_.set_shape(run->output_rows, run->output_columns);
    if (form_ == OutputForm::places) {
      page.add(Drawing([&](const Rect& body) { places_.draw(context, shown_, session.side(shown_), body); }), share());
    } else if (form_ == OutputForm::numbers) {
      page.add(Drawing([&](const Rect& body) { draw_numbers(context, side, body); }), share());
    } else if (!side.error.empty()) {
      page.add(Text(side.error).colour(context.theme.bad).wrap());
    } else {
      page.add(maps(context, side), share());
    }
    show(context, page);
  }

 private:
  /// Whose output is shown, and as what.
  Row switches(const PanelContext& context) {
    static constexpr std::string_view kForms[] = {"map", "numbers", "places"};
    Row row;
    if (context.session.comparing()) {
      row.add(side_switch(
                  shown_, [this](Side side) { shown_ = side; }, "Whose output is shown."),
              units(64));
    }
    row.add(
        Segments("form", kForms, static_cast<int>(form_),
                 [this](int chosen) { form_ = static_cast<OutputForm>(chosen); })
            .tooltip(
                "As a coloured map beside what is expected (wheel: larger and smaller, drag: move, double "
                "click: all of it), as numbers, or the places of the block and the warp in what is read and written."),
        units(190));
    return row;
  }

  /// The sentence and the switches.
  Box head(PanelContext& context, const KernelRun* result) {
    const Row at_end = switches(context);
    if (result == nullptr) return Row().add(Gap(), share()).add(at_end);
    const std::size_t faults = context.session.side(shown_).facts().faults().size();
    const auto words = named_text(result->output_name, output_text(*result, faults));
    const bool is_right = result->different == 0 && faults == 0;
    Wordings wordings{words};
    bankloom::Text whole;
    if (context.measures != nullptr) {
      const MeasureStatus status = context.measures->status(context.session, shown_);
      if (status.result && status.result->own.output.compared) {
        const bool is_equal = status.result->own.output.equal();
        whole = lines_text({words, gpu_output_meaning_text(*status.result)});
        if (status.result->own.output.wrong()) {
          const OutputCheck check = status.result->own.output;
          const auto warn = [=] {
            return Warning({output_alarm_text(check), output_alarm_text(check, Length::brief),
                            output_alarm_text(check, Length::mark)})
                .tooltip(whole);
          };
          // Where the switches leave no room it stands below them.
          return FirstOf({[=] { return Row().add(warn(), share().at_least(kLeastAlarm)).add(at_end); },
                          [=] { return Column().gap(2).add(Row().add(Gap(), share()).add(at_end)).add(warn()); }});
        }
        const Case on_gpu{is_equal ? 0U : 1U};
        wordings = {say("{output} · {gpu:equal|different} on the GPU", "output"_a = words, "gpu"_a = on_gpu)};
        if (is_right && result->has_rule) {
          wordings.push_back(say("{name}: right · {gpu:equal|different} on the GPU", "name"_a = result->output_name,
                                 "gpu"_a = on_gpu));
        }
      }
    }
    Text state(wordings);
    state.colour(!is_right ? context.theme.bad : result->has_rule ? context.theme.good : context.theme.text_muted);
    if (!whole.empty()) state.tooltip(whole);
    // Where the switches leave no room it stands below them, whole.
    return FirstOf({[=] { return Row().add(state).add(Gap(), share()).add(at_end); },
                    [=] {
                      Text wrapped = state;
                      return Column().gap(2).add(Row().add(Gap(), share()).add(at_end)).add(wrapped.wrap());
                    }});
  }

  // ---- as a map

  Row maps(PanelContext& context, const Uploaded& side) {
    const auto pane = [&](const gfx::MapTexture& texture, const Fit& caption, bool is_bad) {
      Text words(caption);
      words.fonts({FontUse::small}).colour(is_bad ? context.theme.bad : context.theme.text_muted);
      const gfx::MapTexture* map = &texture;
      return Column().gap(4).add(words).add(
          Drawing([this, &context, &side, map](const Rect& rect) { draw_map(context, side, *map, rect); }), share());
    };
    Row row;
    row.gap(14).add(
        pane(side.output,
             side.has_gpu() ? Fit{"written on the emulator", "emulator"} : Fit{"written by the kernel", "written"},
             false),
        share());
    if (side.run->has_rule) {
      row.add(pane(side.expected, Fit(expected_wordings(side.minimum, side.maximum)), false), share());
    }
    if (!side.has_gpu()) return row;
    return row.add(
        pane(*side.gpu, Fit(differ_wordings(side.measured->own.output.different, side.measured->gpu.name)), true),
        share());
  }

  /// Lines across the elements that are others on the GPU, whatever their size, and a border around each where they are
  /// large enough.
  void hatch_differences(const PanelContext& context, const Uploaded& side, const Rect& shown) const {
    ImDrawList* list = ImGui::GetWindowDrawList();
    list->PushClipRect({shown.x, shown.y}, {shown.right(), shown.bottom()}, true);
    const auto differs = [&](float x, float y) {
      const auto element = view_.element_at(x, y);
      return element && side.gpu_differs(*element);
    };
    const float step = std::max(4.0f, context.px(kHatchUnits)), thick = std::max(1.0f, context.px(1.2f));
    const auto line = [&](ImVec2 from, ImVec2 to) {
      // A dark ground keeps the line apart from the colours of values, whichever they are.
      list->AddLine(from, to, context.theme.window, thick * 2.4f);
      list->AddLine(from, to, context.theme.bad, thick);
    };
    for (float sum = step; sum < shown.width + shown.height; sum += step) {
      const float begin = std::max(0.0f, sum - shown.height), end = std::min(shown.width, sum);
      float since = -1;  // where the line began that is being drawn; below 0: none is
      for (float x = begin; x <= end; x += 1) {
        const bool is_other = x < end && differs(x, sum - x);
        if (is_other && since < 0) since = x;
        if (is_other || since < 0) continue;
        line({shown.x + since, shown.y + sum - since}, {shown.x + x, shown.y + sum - x});
        since = -1;
      }
    }
    const auto extent = static_cast<float>(view_.view().pixels_per_element);
    if (extent >= kBorderedPixels) {
      const auto first_row = static_cast<std::uint64_t>(view_.view().first_row);
      const auto first_column = static_cast<std::uint64_t>(view_.view().first_column);
      for (std::uint64_t row = first_row; row < view_.rows(); ++row) {
        if (view_.square(row, first_column).y > shown.height) break;
        for (std::uint64_t column = first_column; column < view_.columns(); ++column) {
          const Rect square = view_.square(row, column);
          if (square.x > shown.width) break;
          if (!side.gpu_differs(row * view_.columns() + column)) continue;
          list->AddRect({shown.x + square.x, shown.y + square.y}, {shown.x + square.right(), shown.y + square.bottom()},
                        context.theme.bad, 0, 0, thick);
        }
      }
    }
    list->PopClipRect();
  }

  void draw_map(PanelContext& context, const Uploaded& side, const gfx::MapTexture& texture, Rect pane) {
    const bool is_output = &texture == &side.output;
    const bool is_gpu = side.has_gpu() && &texture == &*side.gpu;
    // All panes show the same part, so they are as large as the first.
    if (is_output) view_.set_pane(pane.width, pane.height), first_pane_ = pane;
    pane.width = first_pane_.width;
    if (pane.height < context.px(16) || pane.width < context.px(16)) return;
    // Letting go after the map was moved is no click.
    const bool clicked = press_at(context, pane, is_output ? "output" : (is_gpu ? "gpu" : "expected"),
                                  is_output ? "output map" : (is_gpu ? "map of the GPU's output" : "expected map")) &&
                         ImGui::GetIO().MouseDragMaxDistanceSqr[0] < context.px(4) * context.px(4);
    move_view(pane);
    const bool hovered = ImGui::IsItemHovered();
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    // Only what the matrix covers is drawn: a margin beside it would look like data.
    const auto size = static_cast<float>(view_.view().pixels_per_element);
    const Rect shown{pane.x, pane.y, std::min(pane.width, size * static_cast<float>(view_.columns())),
                     std::min(pane.height, size * static_cast<float>(view_.rows()))};
    context.painter.map({&texture, shown, view_.view(), side.minimum, side.maximum});
    if (is_gpu) hatch_differences(context, side, shown);
    draw_map_numbers(context, side, is_output ? side.run->output : (is_gpu ? side.gpu_bytes() : side.run->expected),
                     pane);
    mark_focus(context, pane, shown);
    if (!hovered) return;
    const auto element = view_.element_at(mouse.x - pane.x, mouse.y - pane.y);
    if (element) point_at(context, side, *element, clicked);
  }

  void move_view(const Rect& pane) {
    const ImGuiIO& io = ImGui::GetIO();
    if (ImGui::IsItemHovered() && io.MouseWheel != 0) {
      view_.zoom(std::pow(1.25f, io.MouseWheel), io.MousePos.x - pane.x, io.MousePos.y - pane.y);
    }
    if (ImGui::IsItemActive() && ImGui::IsMouseDragging(0, 0)) view_.pan(io.MouseDelta.x, io.MouseDelta.y);
    if (ImGui::IsItemHovered() && ImGui::IsMouseDoubleClicked(0)) view_.fit();
  }

  void point_at(PanelContext& context, const Uploaded& side, std::uint64_t element, bool clicked) const {
    Focus pointed;
    pointed.side = shown_;
    pointed.output = element;
    context.session.pointer().hover(pointed);
    if (clicked) context.session.pointer().select(pointed);
    tooltip(context, element_words(side, element));
  }

  void mark_focus(const PanelContext& context, const Rect& pane, const Rect& shown) const {
    const auto element = context.session.focus(shown_).output;
    if (!element || *element >= view_.rows() * view_.columns()) return;
    const Rect square = view_.square(*element / view_.columns(), *element % view_.columns());
    const float width = std::max(1.0f, std::round(context.px(1.5f)));
    ImDrawList* list = ImGui::GetWindowDrawList();
    list->PushClipRect({shown.x - width, shown.y - width}, {shown.right() + width, shown.bottom() + width}, true);
    list->AddRect({pane.x + square.x - width, pane.y + square.y - width},
                  {pane.x + square.right() + width, pane.y + square.bottom() + width}, context.theme.now_border, 0, 0,
                  width);
    list->PopClipRect();
  }

  static Colour ramp_colour(const PanelContext& context, const Uploaded& side, float value) {
    if (!std::isfinite(value)) return context.theme.neutral;
    const auto ramp = map_ramp(context.theme);
    const float range = side.maximum - side.minimum;
    const float part = range > 0 ? std::clamp((value - side.minimum) / range, 0.0f, 1.0f) : 0;
    const float at = part * static_cast<float>(ramp.size() - 1);
    const auto stop = std::min(static_cast<std::size_t>(at), ramp.size() - 2);
    return mix(ramp[stop], ramp[stop + 1], static_cast<double>(at - static_cast<float>(stop)));
  }

  /// Numbers on the map's elements where these are large enough.
  void draw_map_numbers(PanelContext& context, const Uploaded& side, const std::vector<std::byte>& elements,
                        const Rect& pane) const {
    ImFont* font = context.fonts.cell;
    const float size = font_size(font);
    const auto element = static_cast<float>(view_.view().pixels_per_element);
    if (element < static_cast<float>(side.characters) * size * 0.62f + 2 || element < size) return;
    const KernelRun& run = *side.run;
    const bool is_output = &elements == &run.output;
    const bool is_gpu = side.has_gpu() && &elements == &side.gpu_bytes();
    ImDrawList* list = ImGui::GetWindowDrawList();
    list->PushClipRect({pane.x, pane.y}, {pane.right(), pane.bottom()}, true);
    const auto first_row = static_cast<std::uint64_t>(view_.view().first_row);
    const auto first_column = static_cast<std::uint64_t>(view_.view().first_column);
    for (std::uint64_t row = first_row; row < view_.rows(); ++row) {
      if (view_.square(row, first_column).y > pane.height) break;
      for (std::uint64_t column = first_column; column < view_.columns(); ++column) {
        const Rect square = view_.square(row, column);
        if (square.x > pane.width) break;
        const std::uint64_t index = row * view_.columns() + column;
        if (!is_output && !is_gpu && !run.defined[index]) continue;
        const std::string words = element_text(run, elements, index);
        const Colour ground = is_output && output_differs(run, index)
                                  ? context.theme.bad
                                  : ramp_colour(context, side, value_of(side, elements, index));
        // Numbers stand on a ground of their own where there is hatching.
        const bool has_ground = is_gpu && side.gpu_differs(index);
        centred_text(context, font, text_on(ground), {pane.x + square.x, pane.y + square.y, element, element}, words,
                     has_ground ? ground : 0);
      }
    }
    list->PopClipRect();
  }

  /// The expected value is not kept as a number; where it is the same as the output its colour is too.
  static float value_of(const Uploaded& side, const std::vector<std::byte>& elements, std::uint64_t index) {
    const bool is_gpu = side.has_gpu() && &elements == &side.gpu_bytes();
    const bool differs = is_gpu ? side.gpu_differs(index) : output_differs(*side.run, index);
    if (&elements == &side.run->output || !differs) return side.numbers[index];
    const std::string words = element_text(*side.run, elements, index);
    return std::strtof(words.c_str(), nullptr);
  }

  // ---- as numbers

  /// The cells of the matrix as they are scrolled to.
  struct NumberGrid {
    ImVec2 origin;                ///< of the first cell, which may be out of sight
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

  void draw_numbers(PanelContext& context, const Uploaded& side, const Rect& body) const {
    const KernelRun& result = *side.run;
    NumberGrid grid;
    grid.column = character_width(context, font_size(context.fonts.small));
    const auto digits =
        static_cast<float>(std::to_string(std::max(result.output_rows, result.output_columns) - 1).size());
    // Where something differs, both values stand in the cell: the GPU's beside the emulator's, else what is expected.
    const bool any_differs = result.different != 0 || side.has_gpu();
    const float characters =
        static_cast<float>(side.characters) * (any_differs ? 2.0f : 1.0f) + (any_differs ? 1.0f : 0.0f);
    grid.width = std::round(grid.column * (std::max(characters, digits) + 1.5f));
    grid.height = std::round(font_size(context.fonts.small) * 1.45f);
    // The rows' and columns' own numbers stay where they are while the numbers scroll.
    const float left = std::round(grid.column * (digits + 1.5f));
    const Rect inner{body.x + left, body.y + grid.height, body.width - left, body.height - grid.height};
    begin_child_at("numbers", inner, ImGuiWindowFlags_HorizontalScrollbar);
    grid.origin = ImGui::GetCursorScreenPos();
    const bool clicked = hit_area(
        context, "matrix", "output numbers",
        {grid.width * static_cast<float>(result.output_columns), grid.height * static_cast<float>(result.output_rows)});
    if (ImGui::IsItemHovered()) {
      const ImVec2 mouse = ImGui::GetIO().MousePos;
      const auto column = static_cast<std::uint64_t>(std::max(0.0f, (mouse.x - grid.origin.x) / grid.width));
      const auto row = static_cast<std::uint64_t>(std::max(0.0f, (mouse.y - grid.origin.y) / grid.height));
      if (column < result.output_columns && row < result.output_rows) {
        point_at(context, side, row * result.output_columns + column, clicked);
      }
    }
    grid.first_column = static_cast<std::uint64_t>(std::max(0.0f, ImGui::GetScrollX() / grid.width));
    grid.first_row = static_cast<std::uint64_t>(std::max(0.0f, ImGui::GetScrollY() / grid.height));
    grid.end_column =
        std::min(result.output_columns, grid.first_column + static_cast<std::uint64_t>(inner.width / grid.width) + 2);
    grid.end_row =
        std::min(result.output_rows, grid.first_row + static_cast<std::uint64_t>(inner.height / grid.height) + 2);
    draw_cells(context, side, grid);
    // The rows' and columns' numbers end where the scroll bars begin.
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
      grid.put(context, inner.x, grid.y(row), context.theme.text_faint, std::to_string(row));
    }
    list->PopClipRect();
  }

  void draw_cells(PanelContext& context, const Uploaded& side, const NumberGrid& grid) const {
    const KernelRun& run = *side.run;
    const auto focused = context.session.focus(shown_).output;
    for (std::uint64_t row = grid.first_row; row < grid.end_row; ++row) {
      for (std::uint64_t at = grid.first_column; at < grid.end_column; ++at) {
        const std::uint64_t index = row * run.output_columns + at;
        const Rect cell{grid.x(at), grid.y(row), grid.width, grid.height};
        const bool differs = output_differs(run, index) || side.gpu_differs(index);
        if (differs || (focused && *focused == index)) {
          card(context, {cell.x, cell.y, cell.width - 1, cell.height - 1},
               differs ? faded(context.theme.bad, 0.25f) : context.theme.selected, 0, 2);
        }
        std::string words = element_text(run, run.output, index);
        if (differs) {
          words += "≠" + element_text(run, side.gpu_differs(index) ? side.gpu_bytes() : run.expected, index).str();
        }
        // "≠" takes one column and three bytes.
        grid.put(context, cell.right() + (differs ? grid.column * 2 : 0), cell.y,
                 differs ? context.theme.bad : context.theme.text,
                 words.size() <= kMostCharacters * 2 + 3 ? words : words.substr(0, kMostCharacters));
      }
    }
  }

  Side shown_ = Side::a;
  enum class OutputForm : std::uint8_t { map, numbers, places };
  OutputForm form_ = OutputForm::map;
  MatrixView places_;
  OutputView view_;
  Rect first_pane_;  ///< of the maps, in this frame
  std::array<Uploaded, 2> sides_;
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
