#include "ui/layout/table.h"

#include <imgui_internal.h>

#include <algorithm>
#include <cmath>
#include <optional>

namespace bankloom::ui {

struct TableLine {
  std::vector<Box> cells;
  Box across, rest, below;
  std::string tooltip, name, view_key;
  std::function<void()> action;
  bool is_chosen = false, is_below_without_last = false, stays = false;
  float gap = 0;
};

namespace {

/// Frames in which a row is scrolled into view: Dear ImGui knows the scroll range only once all rows were drawn.
constexpr int kFramesToScroll = 3;
/// The part of a table's width above which a column that shares the rest is shortened.
constexpr float kLargestShare = 0.45f;
constexpr float kArrow = 11;  ///< units for the arrow of the sort column

struct TableNode final : Box::Node {
  std::vector<TableColumn> columns;
  std::vector<std::unique_ptr<TableLine>> lines;
  std::vector<FontUse> heading_fonts{FontUse::small};
  float gap = 8, padding = 1.5f;
  bool has_rules = false, scrolls = false, whole_rows = false, tooltips_above = false, drops_first = false;
  float least_row = 0, most_row = 0;  ///< 0: as high as the text needs
  Sorting* sorting = nullptr;
  InView* in_view = nullptr;
  std::string id;
  Box title;

  [[nodiscard]] float width(const PanelContext& context) const override { return plan(context, 1e6f, -1).wanted; }
  [[nodiscard]] float least_width(const PanelContext& context) const override { return plan(context, 0, -1).needed; }
  [[nodiscard]] float height(const PanelContext& context, float width) const override {
    const Plan plan = this->plan(context, width, -1);
    float sum = head_height(context, plan);
    if (scrolls) return sum + (lines.empty() ? 0 : line_height(context, plan, *lines.front()));
    if (most_row > 0) return sum + context.px(most_row) * static_cast<float>(lines.size());
    for (const auto& line : lines) sum += line_height(context, plan, *line);
    return sum;
  }
  [[nodiscard]] float least_height(const PanelContext& context, float width) const override {
    if (most_row <= 0 || scrolls) return height(context, width);
    return head_height(context, plan(context, width, -1)) + context.px(least_row) * static_cast<float>(lines.size());
  }
  [[nodiscard]] bool fills() const override { return scrolls || most_row > 0; }

  Rect draw(PanelContext& context, const Rect& rect) override {
    Plan plan = this->plan(context, rect.width, rect.height - headings_height(context));
    float head = head_height(context, plan);
    const bool has_bar = scrolls && total_height(context, plan) > rect.height - head + 0.5f;
    if (has_bar) {
      // Also the headings, so that they are above their columns.
      plan = this->plan(context, rect.width - ImGui::GetStyle().ScrollbarSize, rect.height - head);
      head = head_height(context, plan);
    }
    draw_headings(context, plan, rect);
    float y = rect.y + head;
    if (!has_bar) {
      for (const auto& line : lines) {
        // Partial rows are not shown.
        if (plan.row > 0 && y + plan.row > rect.bottom() + 1.5f) break;
        y = draw_line(context, plan, *line, rect, y, rect.y);
      }
      return {rect.x, rect.y, rect.width, y - rect.y};
    }
    for (const auto& line : lines) {
      if (line->stays) y = draw_line(context, plan, *line, rect, y, rect.y);
    }
    draw_scrolled(context, plan, {rect.x, y, rect.width, rect.bottom() - y}, rect.y);
    return rect;
  }

 private:
  /// The places of the columns.
  struct Plan {
    std::vector<float> widths;  ///< negative: left out
    float needed = 0;           ///< of all columns, before the rest is shared
    float wanted = 0;           ///< with the longest texts
    float width = 0;
    float row = 0;  ///< the rows' height if they share it; otherwise 0
  };

  [[nodiscard]] bool has_headings() const {
    return std::ranges::any_of(columns, [](const TableColumn& column) { return !column.heading.empty(); });
  }
  /// Room for the title over the columns without headings.
  [[nodiscard]] float title_room(const PanelContext& context, const Plan& plan) const {
    float x = 0;
    for (std::size_t i = 0; i < columns.size() && columns[i].heading.empty(); ++i) {
      if (plan.widths[i] >= 0) x += plan.widths[i] + context.px(gap);
    }
    return x - context.px(gap);
  }
  /// Of the line above the headings.
  [[nodiscard]] float title_height(const PanelContext& context, const Plan& plan) const {
    if (!title || title.least_width(context) <= title_room(context, plan)) return 0;
    return title.height(context, plan.width) + context.px(2);
  }
  [[nodiscard]] float head_height(const PanelContext& context, const Plan& plan) const {
    return title_height(context, plan) + headings_height(context);
  }
  [[nodiscard]] float headings_height(const PanelContext& context) const {
    if (!has_headings()) return 0;
    float height = 0;
    for (const FontUse use : heading_fonts) height = std::max(height, font_size(font_of(context.fonts, use)));
    return std::round(height + context.px(3));
  }

  /// The width of a heading in one of its wordings; drawing chooses the one shown.
  [[nodiscard]] float heading_width(const PanelContext& context, std::size_t column, std::size_t form) const {
    Fit heading = columns[column].heading;
    if (heading.empty()) return 0;
    heading.fonts(heading_fonts);
    const bool is_sorted = sorting != nullptr && sorting->key >= 0 && sorting->key == columns[column].sort_key;
    const float own = heading.width(context.fonts, std::min(form * heading_fonts.size(), heading.forms() - 1));
    const float most = columns[column].most_heading > 0 ? context.px(columns[column].most_heading) : own;
    return std::ceil(std::min(own, most)) + (is_sorted ? context.px(kArrow) : 0);
  }

  /// The largest value of the cells of a column, or `least`.
  template <class Value, class Of>
  [[nodiscard]] Value most_of_cells(std::size_t column, Value least, const Of& of) const {
    for (const auto& line : lines) {
      if (column < line->cells.size() && line->cells[column]) least = std::max(least, of(line->cells[column].node()));
    }
    return least;
  }
  /// The width of a column whose cells may use the forms from `form` on: that of its widest cell.
  [[nodiscard]] float column_width(const PanelContext& context, std::size_t column, std::size_t form) const {
    return most_of_cells(column, heading_width(context, column, form),
                         [&](const Box::Node& cell) { return cell.form_width(context, form); });
  }
  [[nodiscard]] std::size_t forms_of(std::size_t column) const {
    if (columns[column].by_cell) return 1;
    Fit heading = columns[column].heading;
    heading.fonts({FontUse::small});
    return most_of_cells(column, std::max<std::size_t>(heading.forms(), 1),
                         [](const Box::Node& cell) { return cell.forms(); });
  }
  /// The largest number of fonts of a cell in a column.
  [[nodiscard]] std::size_t fonts_of(std::size_t column) const {
    return most_of_cells(column, std::size_t{1}, [](const Box::Node& cell) { return cell.fonts(); });
  }
  /// The first form of a column that is no higher than a row.
  [[nodiscard]] std::size_t first_form(const PanelContext& context, std::size_t column, float row) const {
    if (row <= 0) return 0;
    const std::size_t forms = forms_of(column);
    const auto height_of = [&](std::size_t form) {
      return most_of_cells(column, 0.0F, [&](const Box::Node& cell) { return cell.form_height(context, 0, form); });
    };
    const float most = std::max(row + context.px(0.5f), height_of(forms - 1));
    for (std::size_t form = 0; form < forms; ++form) {
      if (height_of(form) <= most) return form;
    }
    return forms - 1;
  }

  /// Decides the forms and the width of each column.
  class Planner {
   public:
    Planner(const TableNode& table, const PanelContext& context, float width, float row)
        : table_(table), context_(context), width_(width), forms_(table.columns.size()), wishes_(table.columns.size()) {
      for (std::size_t i = 0; i < forms_.size(); ++i) {
        forms_[i] = table_.first_form(context_, i, row);
        is_small_ = is_small_ || (has_two_fonts(i) && forms_[i] % 2 == 1);
        measure(i);
      }
      if (is_small_) make_small();
    }
    [[nodiscard]] float needed(float Wish::*size = &Wish::least) const {
      float sum = -context_.px(table_.gap);
      for (std::size_t i = 0; i < wishes_.size(); ++i) {
        if (is_left_out(i)) continue;
        const Extent& extent = wishes_[i].extent;
        const float own = extent.kind == Extent::Kind::fixed ? context_.px(extent.amount) : wishes_[i].*size;
        const float most = std::min(context_.px(extent.most), extent.most_part * width_);
        sum += std::min(std::max(own, context_.px(extent.least)), most) + context_.px(table_.gap);
      }
      return std::max(sum, 0.0f);
    }
    /// Shorter wordings and smaller fonts, step by step from left to right.
    void shorten() {
      std::size_t most = 1;
      for (std::size_t i = 0; i < forms_.size(); ++i) most = std::max(most, table_.forms_of(i));
      for (std::size_t form = 1; form < most && needed() > width_; ++form) {
        for (std::size_t i = 0; i < forms_.size() && needed() > width_; ++i) take_form(i, form);
      }
    }
    void leave_out() {
      while (needed() > width_) {
        std::optional<std::size_t> leaving;
        for (std::size_t i = 0; i < wishes_.size(); ++i) {
          if (is_left_out(i) || drops(i) == 0) continue;
          if (!leaving || drops(i) <= drops(*leaving)) leaving = i;
        }
        if (!leaving) return;
        wishes_[*leaving].wanted = -1;
      }
    }
    [[nodiscard]] std::vector<float> widths() {
      std::vector<Wish> kept;
      for (std::size_t i = 0; i < wishes_.size(); ++i) {
        if (!is_left_out(i)) kept.push_back(settled(i));
      }
      const auto given = distribute(kept, width_, context_.px(table_.gap), context_.scale);
      std::vector<float> widths(wishes_.size(), -1);
      for (std::size_t i = 0, next = 0; i < widths.size(); ++i) {
        if (is_left_out(i)) continue;
        widths[i] = std::floor(given[next++]);
        // A column with less room than it needs still uses one font.
        const std::size_t step = is_small_ && has_two_fonts(i) ? 2 : 1;
        while (forms_[i] + step < table_.forms_of(i) && table_.column_width(context_, i, forms_[i]) > widths[i] + 1) {
          if (!is_small_ && has_two_fonts(i)) {
            make_small();
            return this->widths();
          }
          forms_[i] += step;
        }
      }
      return widths;
    }
    [[nodiscard]] std::size_t form(std::size_t column) const { return forms_[column]; }
    /// Whether text of two sizes uses the smaller one, in the whole table.
    [[nodiscard]] bool is_small() const { return is_small_; }

   private:
    [[nodiscard]] bool is_left_out(std::size_t column) const { return wishes_[column].wanted < 0; }
    [[nodiscard]] int drops(std::size_t column) const { return wishes_[column].extent.drops; }
    void measure(std::size_t column) {
      const TableColumn& entry = table_.columns[column];
      const float own = table_.column_width(context_, column, forms_[column]);
      float least = own;
      // A column that shares the rest is shortened before it takes too much of the whole; if it has a least width, to
      // that.
      if (entry.width.kind == Extent::Kind::share)
        least = entry.width.least > 0 ? 0 : std::min(own, kLargestShare * width_);
      wishes_[column] = {entry.width, own, entry.by_cell ? 0 : least};
    }
    /// Numbers, which are right-aligned, keep their width: text shrinks, since a part of a number is another number.
    [[nodiscard]] Wish settled(std::size_t column) const {
      Wish wish = wishes_[column];
      const TableColumn& entry = table_.columns[column];
      if (entry.align != Align::right || entry.by_cell || wish.extent.kind != Extent::Kind::fit) return wish;
      wish.extent.kind = Extent::Kind::fixed;
      const float pixels = std::ceil(wish.least);
      wish.extent.amount = pixels / context_.scale;
      // A whole pixel stays one when it is scaled back.
      if (context_.px(wish.extent.amount) < pixels) wish.extent.amount = std::nextafter(wish.extent.amount, pixels);
      return wish;
    }
    [[nodiscard]] bool has_two_fonts(std::size_t column) const { return table_.fonts_of(column) == 2; }
    /// Odd forms are those in the second font.
    void make_small() {
      is_small_ = true;
      for (std::size_t i = 0; i < forms_.size(); ++i) {
        if (!has_two_fonts(i) || is_left_out(i)) continue;
        forms_[i] |= 1U;
        measure(i);
      }
    }
    void take_form(std::size_t column, std::size_t form) {
      if (has_two_fonts(column) && form % 2 == 1 && !is_small_) make_small();
      if (has_two_fonts(column) && is_small_) form |= 1U;
      const int group = table_.columns[column].group;
      for (std::size_t i = 0; i < forms_.size(); ++i) {
        if (i != column && (group == 0 || table_.columns[i].group != group)) continue;
        if (is_left_out(i) || form >= table_.forms_of(i) || forms_[i] >= form) continue;
        forms_[i] = form;
        measure(i);
      }
    }
    const TableNode& table_;
    const PanelContext& context_;
    float width_;
    std::vector<std::size_t> forms_;
    std::vector<Wish> wishes_;  ///< wanted negative: left out
    bool is_small_ = false;
  };

  /// `height`: of all rows; negative if unknown.
  [[nodiscard]] Plan plan(const PanelContext& context, float width, float height) const {
    Plan plan;
    plan.width = width;
    if (most_row > 0) {
      const float own = height < 0 || lines.empty() ? 0 : height / static_cast<float>(lines.size());
      plan.row = std::clamp(own, context.px(least_row), context.px(most_row));
    }
    Planner planner(*this, context, width, plan.row);
    plan.wanted = planner.needed(&Wish::wanted);
    if (drops_first) planner.leave_out();
    planner.shorten();
    plan.needed = planner.needed();
    planner.leave_out();
    plan.widths = planner.widths();
    for (const auto& line : lines) {
      for (std::size_t i = 0; i < std::min(columns.size(), line->cells.size()); ++i) {
        if (!line->cells[i]) continue;
        line->cells[i].node().use_form(planner.form(i));
        if (line->cells[i].node().fonts() == 2) line->cells[i].node().use_font(planner.is_small() ? 1 : 0);
      }
    }
    return plan;
  }

  [[nodiscard]] float cells_height(const PanelContext& context, const Plan& plan, const TableLine& line) const {
    if (line.across) return line.across.height(context, plan.width);
    if (plan.row > 0) return plan.row;
    float height = 0;
    for (std::size_t i = 0; i < std::min(plan.widths.size(), line.cells.size()); ++i) {
      if (plan.widths[i] >= 0) height = std::max(height, line.cells[i].height(context, plan.widths[i]));
    }
    return std::round(height + 2 * context.px(padding));
  }
  [[nodiscard]] static float below_height(const PanelContext& context, const Plan& plan, const TableLine& line) {
    if (!line.below || (line.is_below_without_last && !plan.widths.empty() && plan.widths.back() >= 0)) return 0;
    return line.below.height(context, plan.width) + context.px(3);
  }
  [[nodiscard]] float line_height(const PanelContext& context, const Plan& plan, const TableLine& line) const {
    return context.px(line.gap) + cells_height(context, plan, line) + below_height(context, plan, line);
  }
  [[nodiscard]] float total_height(const PanelContext& context, const Plan& plan) const {
    float sum = 0;
    for (const auto& line : lines) sum += line_height(context, plan, *line);
    return sum;
  }

  void draw_headings(PanelContext& context, const Plan& plan, Rect rect) {
    const float height = headings_height(context), above = title_height(context, plan);
    if (title) {
      const float room = above > 0 ? plan.width : title_room(context, plan);
      title.draw(context, {rect.x, rect.y, room, title.height(context, room)});
      rect.y += above;
    }
    if (!has_headings()) return;
    float x = rect.x;
    for (std::size_t i = 0; i < columns.size(); ++i) {
      if (plan.widths[i] < 0) continue;
      draw_heading(context, columns[i], {x, rect.y, plan.widths[i], height});
      x += plan.widths[i] + context.px(gap);
    }
  }
  void draw_heading(PanelContext& context, const TableColumn& column, const Rect& rect) {
    if (column.heading.empty()) return;
    const bool sorts = sorting != nullptr && column.sort_key >= 0, is_sorted = sorts && sorting->key == column.sort_key;
    if (sorts) {
      if (press_at(context, rect, "heading", column.heading.longest())) sort_by(column);
    } else if (!column.tooltip.empty()) {
      hover_at(rect, "heading");
    }
    if (!column.tooltip.empty()) ui::tooltip(context, column.tooltip);
    Rect words = rect;
    if (is_sorted) {
      const float room = context.px(kArrow);
      words.width -= room;
      // Its arrow, at the end.
      const float r = context.px(3.2f), up = sorting->ascending ? -1.0f : 1.0f;
      const ImVec2 middle{rect.right() - room / 2, rect.y + rect.height / 2};
      context.painter.triangle({middle.x - r * up, middle.y - r * up * 0.6f},
                               {middle.x + r * up, middle.y - r * up * 0.6f}, {middle.x, middle.y + r * up * 0.8f},
                               context.theme.text);
    }
    Text text(column.heading);
    text.fonts(heading_fonts).align(column.align);
    text.colour(is_sorted ? context.theme.text : (column.colour != 0 ? column.colour : context.theme.text_muted));
    text_in(context, words, text, Alignment::top);
  }
  void sort_by(const TableColumn& column) const {
    const bool first = !column.largest_first;
    if (sorting->key != column.sort_key) {
      *sorting = {column.sort_key, first};
    } else if (sorting->ascending == first) {
      sorting->ascending = !first;
    } else {
      *sorting = {};
    }
  }

  float draw_line(PanelContext& context, const Plan& plan, const TableLine& line, const Rect& rect, float y,
                  float top) const {
    // Rows that share the height may have fractions of a pixel: they are placed on whole ones, and none is lost.
    const float begin = y + context.px(line.gap);
    y = std::round(begin);
    const float height = cells_height(context, plan, line);
    const Rect whole{rect.x, y, plan.width, height + below_height(context, plan, line)};
    if (line.is_chosen) card(context, whole, translucent(context.theme.selected, 0.6), 0, 3);
    if (has_rules) {
      card(context, {whole.x, y, whole.width, std::max(1.0f, std::round(context.scale))}, context.theme.line, 0, 0);
    }
    if (line.action) {
      if (press_at(context, {whole.x, y, whole.width, height}, "row", line.name)) line.action();
    } else if (!line.tooltip.empty()) {
      hover_at({whole.x, y, whole.width, height}, "row");
    }
    if (!line.tooltip.empty()) row_tooltip(context, line, rect, top);
    if (line.across) line.across.draw(context, {whole.x, y, whole.width, height});
    float x = whole.x;
    for (std::size_t i = 0; i < std::min(plan.widths.size(), line.cells.size()); ++i) {
      if (plan.widths[i] < 0) continue;
      if (line.cells[i]) draw_cell(context, line.cells[i], columns[i].align, {x, y, plan.widths[i], height});
      x += plan.widths[i] + context.px(gap);
    }
    if (line.rest && x < whole.right())
      line.rest.draw(context, {x, y + std::trunc((height - line.rest.height(context, whole.right() - x)) / 2),
                               whole.right() - x, line.rest.height(context, whole.right() - x)});
    if (whole.height > height) line.below.draw(context, {whole.x, y + height, whole.width, whole.height - height});
    return begin + whole.height;
  }
  void draw_cell(PanelContext& context, const Box& cell, Align align, const Rect& rect) const {
    if (cell.node().fills()) {
      cell.draw(context, rect);
      return;
    }
    cell.node().use_align(align);
    const float own = cell.width(context);
    Rect place = rect;
    if (align != Align::left && own < rect.width) {
      place.x += (rect.width - own) * (align == Align::right ? 1.0f : 0.5f);
      place.width = own;
    }
    const float height = std::min(cell.height(context, place.width), rect.height);
    // Cells of several lines begin where those of one line do.
    const float down =
        height > rect.height - 4 * context.px(padding) ? context.px(padding) : (rect.height - height) / 2;
    const bool is_top = plan_is_ragged(context, rect, height);
    cell.draw(context, {place.x, std::round(rect.y + (is_top ? context.px(padding) : down)), place.width, height});
  }
  /// Whether a row is much higher than this cell, because another one wraps.
  [[nodiscard]] bool plan_is_ragged(const PanelContext& context, const Rect& rect, float height) const {
    return most_row <= 0 && rect.height > 1.8f * height + 2 * context.px(padding);
  }
  void row_tooltip(PanelContext& context, const TableLine& line, const Rect& rect, float top) const {
    const TooltipPlace above{{rect.right(), top - context.px(4)}, {1, 1}};
    ui::tooltip(context, line.tooltip, tooltips_above ? &above : nullptr);
  }

  void draw_scrolled(PanelContext& context, const Plan& plan, const Rect& rect, float top) {
    float height = rect.height;
    if (whole_rows && !lines.empty()) {
      const float row = line_height(context, plan, *lines.front());
      height = std::max(1.0f, std::floor(height / row)) * row;
    }
    ImGui::SetCursorScreenPos({rect.x, rect.y});
    float content = 0;
    for (const auto& line : lines) content += line->stays ? 0 : line_height(context, plan, *line);
    ImGui::SetNextWindowContentSize({0, std::ceil(content)});
    begin_child(id.c_str(), {rect.width, std::max(height, 1.0f)});
    const ImVec2 from = ImGui::GetCursorScreenPos();
    const Rect inner{from.x, from.y, rect.width, rect.height};
    std::vector<float> tops;
    std::optional<Rect> kept;
    std::string key;
    float y = from.y;
    for (const auto& line : lines) {
      if (line->stays) continue;
      const float begin = y + context.px(line->gap);
      tops.push_back(begin);
      y = draw_line(context, plan, *line, inner, y, top);
      if (line->view_key.empty()) continue;
      // Several are kept in view from the first to the last.
      if (!kept) kept = Rect{inner.x, begin, inner.width, 0};
      kept->height = y - kept->y;
      key += " " + line->view_key;
    }
    if (kept && in_view != nullptr) bring_into_view(context, *kept, tops, key);
    ImGui::EndChild();
  }
  void bring_into_view(PanelContext& context, const Rect& kept, const std::vector<float>& tops, std::string key) const {
    const Rect view{ImGui::GetWindowPos().x, ImGui::GetWindowPos().y, ImGui::GetWindowWidth(),
                    ImGui::GetWindowHeight()};
    key += " " + std::to_string(view.height) + " " + std::to_string(kept.height);
    if (key != in_view->key) *in_view = {key, kFramesToScroll};
    if (in_view->frames == 0) return;
    --in_view->frames;
    context.redraw_within(0);
    float scroll = ImGui::GetScrollY();
    if (kept.y < view.y || kept.height > view.height) {
      scroll += kept.y - view.y;
    } else if (kept.bottom() > view.bottom()) {
      // A whole row at the top.
      float first = kept.y;
      for (const float one : tops) {
        if (one >= kept.bottom() - view.height) first = std::min(first, one);
      }
      scroll += first - view.y;
    }
    ImGui::SetScrollY(scroll);
  }
};

TableNode& table_node(const Box& box) { return static_cast<TableNode&>(box.node()); }

}  // namespace

Table::Line& Table::Line::tooltip(std::string words) {
  line_->tooltip = std::move(words);
  return *this;
}
Table::Line& Table::Line::on_click(std::string name, std::function<void()> action) {
  line_->name = std::move(name);
  line_->action = std::move(action);
  return *this;
}
Table::Line& Table::Line::chosen(bool is_chosen) {
  line_->is_chosen = is_chosen;
  return *this;
}
Table::Line& Table::Line::stays() {
  line_->stays = true;
  return *this;
}
Table::Line& Table::Line::gap(float units) {
  line_->gap = units;
  return *this;
}
Table::Line& Table::Line::rest(Box box) {
  line_->rest = std::move(box);
  return *this;
}
Table::Line& Table::Line::below(Box box) {
  line_->below = std::move(box);
  return *this;
}
Table::Line& Table::Line::below_without_last(Box box) {
  line_->is_below_without_last = true;
  return below(std::move(box));
}
Table::Line& Table::Line::keep_in_view(std::string key) {
  line_->view_key = std::move(key);
  return *this;
}

Table::Table() : Described(std::make_shared<TableNode>()) {}
Table& Table::column(TableColumn column) {
  column.heading.look_up();  // columns are often tables of the program
  return set([&] { table_node(*this).columns.push_back(std::move(column)); });
}
Table& Table::title(Text words) {
  return set([&] { table_node(*this).title = std::move(words); });
}
Table::Line Table::row(std::vector<Box> cells) {
  auto& lines = table_node(*this).lines;
  lines.push_back(std::make_unique<TableLine>());
  lines.back()->cells = std::move(cells);
  return Line(*lines.back());
}
Table::Line Table::across(Box box) {
  Line line = row({});
  table_node(*this).lines.back()->across = std::move(box);
  return line;
}
Table& Table::fonts(std::vector<FontUse> fonts) {
  return set([&] { table_node(*this).heading_fonts = std::move(fonts); });
}
Table& Table::gap(float units) {
  return set([&] { table_node(*this).gap = units; });
}
Table& Table::padding(float units) {
  return set([&] { table_node(*this).padding = units; });
}
Table& Table::rules() {
  return set([&] { table_node(*this).has_rules = true; });
}
Table& Table::row_height(float least, float most) {
  return set([&] {
    table_node(*this).least_row = least;
    table_node(*this).most_row = most;
  });
}
Table& Table::sorted(Sorting& sorting) {
  return set([&] { table_node(*this).sorting = &sorting; });
}
Table& Table::scrolls(std::string id, bool whole_rows) {
  return set([&] {
    table_node(*this).scrolls = true;
    table_node(*this).whole_rows = whole_rows;
    table_node(*this).id = std::move(id);
  });
}
Table& Table::keep_in_view(InView& state) {
  return set([&] { table_node(*this).in_view = &state; });
}
Table& Table::drops_first() {
  return set([&] { table_node(*this).drops_first = true; });
}
Table& Table::tooltips_above() {
  return set([&] { table_node(*this).tooltips_above = true; });
}

}  // namespace bankloom::ui
