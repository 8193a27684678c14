// The boxes that panels are written with: panels say what to show, the boxes decide where.
//
//   void draw(PanelContext& context, Side) override {
//     const Theme& theme = context.theme;
//     Row head;                                                   // beside each other; a gap of 8 units
//     head.add(Text({"Cycles per request, recorded on H200", "Cycles, recorded"}).small().muted(), share());
//     head.add(Button("again", "measure again", [&] { measure(); }).tooltip("Measures on this machine's GPU."));
//     Table table;                                                // table.h: columns as wide as their cells
//     table.column({"kernel", "Click a row to show it.", Align::left, share()});
//     table.column({{"wavefronts", "wf"}, "Of shared memory.", Align::right}).drops(1);  // left out first
//     for (const Kernel& kernel : kernels_) {
//       table.row({Text(kernel.name), Text(grouped(kernel.wavefronts)).colour(theme.good)})
//           .tooltip(kernel.title).on_click(kernel.id, [&] { show(kernel); });
//     }
//     Column page;                                                // one below the other; share() gets the rest
//     page.add(head).add(table);
//     page.add(Drawing([&](const Rect& rect) { draw_chart(context, rect); }).least(80, 60), share());
//     page.add(Text("All numbers are modelled.").small().faint().wrap());
//     show(context, Scroll("kernels", page));
//   }
//
// Boxes are made for one frame. Their functions are called within show(): they capture by value what no longer exists
// then. Lengths are in units. A box with too little room shows a shorter text (fit.h) and, as the last resort, a part
// of it with the whole as its tooltip.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "ui/layout/extent.h"
#include "ui/layout/fit.h"
#include "ui/widgets/widgets.h"

namespace bankloom::ui {

/// A piece of a panel. A copy is the same piece.
class Box {
 public:
  class Node {
   public:
    virtual ~Node() = default;
    [[nodiscard]] virtual float width(const PanelContext& context) const = 0;
    [[nodiscard]] virtual float least_width(const PanelContext& context) const { return width(context); }
    [[nodiscard]] virtual float height(const PanelContext& context, float width) const = 0;
    /// Its height if there is too little room.
    [[nodiscard]] virtual float least_height(const PanelContext& context, float width) const {
      return height(context, width);
    }
    /// Draws within `rect` and returns the part of it that is covered.
    virtual Rect draw(PanelContext& context, const Rect& rect) = 0;
    /// Takes all the height of its row; other boxes are vertically centred.
    [[nodiscard]] virtual bool fills() const { return false; }
    /// Distance of the text's baseline from the top; negative: none.
    [[nodiscard]] virtual float baseline(const PanelContext&) const { return -1; }
    /// Forms of a text, and the first one allowed: cells of a column use the same one.
    [[nodiscard]] virtual std::size_t forms() const { return 1; }
    [[nodiscard]] virtual float form_width(const PanelContext& context, std::size_t) const {
      return least_width(context);
    }
    [[nodiscard]] virtual float form_height(const PanelContext& context, float width, std::size_t) const {
      return height(context, width);
    }
    virtual void use_form(std::size_t) {}
    /// Fonts of a text, and the only one allowed: a table uses one font.
    [[nodiscard]] virtual std::size_t fonts() const { return 1; }
    virtual void use_font(std::size_t) {}
    /// Alignment of text that is narrower than its cell.
    virtual void use_align(Align) {}
    /// The whole text if draw() had to shorten it; otherwise empty.
    [[nodiscard]] virtual const std::string& cut() const;

    std::string tooltip, name;      ///< `name`: for the probe, and the id if it can be clicked
    std::function<void()> clicked;  ///< null: cannot be clicked
    std::function<void()> hovered;  ///< called in each frame in which it is pointed at; null: nothing happens then

   private:
    friend class Box;
    float height_of_ = -1, height_ = 0, width_ = -1;  ///< cached, since parents ask several times
  };

  Box() = default;  ///< nothing, without any room
  explicit Box(std::shared_ptr<Node> node) : node_(std::move(node)) {}
  explicit operator bool() const { return node_ != nullptr; }
  [[nodiscard]] Node& node() const { return *node_; }

  [[nodiscard]] float width(const PanelContext& context) const;
  [[nodiscard]] float least_width(const PanelContext& context) const;
  [[nodiscard]] float height(const PanelContext& context, float width) const;
  [[nodiscard]] float least_height(const PanelContext& context, float width) const;
  Rect draw(PanelContext& context, const Rect& rect) const;

 protected:
  std::shared_ptr<Node> node_;
};

/// Properties of all boxes.
template <typename T>
class Described : public Box {
 public:
  using Box::Box;
  T& tooltip(std::string words) {
    return set([&] { node_->tooltip = std::move(words); });
  }
  T& on_hover(std::function<void()> action) {
    return set([&] { node_->hovered = std::move(action); });
  }
  /// `name` is unique in the panel.
  T& on_click(std::string name, std::function<void()> action) {
    return set([&] {
      node_->name = std::move(name);
      node_->clicked = std::move(action);
    });
  }

 protected:
  template <typename Change>
  T& set(const Change& change) {
    change();
    return static_cast<T&>(*this);
  }
};

/// Text: one line, or several if it may wrap.
class Text : public Described<Text> {
 public:
  Text(Fit words);                                          // NOLINT: words are a text
  Text(const char* words) : Text(Fit(words)) {}             // NOLINT
  Text(std::string words) : Text(Fit(std::move(words))) {}  // NOLINT
  Text(const bankloom::Text& words) : Text(Fit(words)) {}   // NOLINT
  Text(std::string_view words) : Text(Fit(words)) {}        // NOLINT
  Text(std::initializer_list<std::string> wordings) : Text(Fit(wordings)) {}

  Text& fonts(const std::vector<FontUse>& fonts);  ///< default: body, then small
  Text& small() { return fonts({FontUse::small}); }
  Text& strong() { return fonts({FontUse::strong, FontUse::small}); }
  Text& heading() { return fonts({FontUse::heading, FontUse::strong, FontUse::small}); }
  Text& colour(Colour colour);
  Text& muted();
  Text& faint();
  Text& align(Align align);
  Text& wrap();
  Text& keep_ends();  ///< Fit::keep_ends()
};

/// A free picture: tile, chart, bars. A function draws it in its rectangle in pixels, with ImGui's cursor at its top
/// left; text_in() places text in it, press_at() and hover_at() areas for the mouse.
class Drawing : public Described<Drawing> {
 public:
  explicit Drawing(std::function<void(const Rect&)> draw);
  Drawing& least(float width, float height);
};

/// Empty room.
class Gap : public Described<Gap> {
 public:
  explicit Gap(float units = 0);
};
/// A line from one end of the column to the other.
class Rule : public Described<Rule> {
 public:
  Rule();
};

enum class Alignment : std::uint8_t { top, middle, bottom, baseline };

/// Boxes beside each other.
class Row : public Described<Row> {
 public:
  Row();
  Row& add(Box box, Extent extent = fit());
  Row& gap(float units);          ///< default: 8
  Row& place(Alignment place);    ///< of the lower boxes; default: middle
  Row& align(Align align);        ///< if no box shares the rest
  Row& wrap(float line_gap = 3);  ///< boxes without room continue in the next line
};

/// Boxes one below the other, all as wide as the column.
class Column : public Described<Column> {
 public:
  Column();
  Column& add(Box box, Extent extent = fit());
  Column& gap(float units);  ///< default: 4
  Column& space(float units) { return add(Gap(units)); }
};

/// A box on a rounded background.
class Card : public Described<Card> {
 public:
  explicit Card(Box box);
  Card& padding(float across, float down);
  Card& fill(Colour colour);  ///< default: raised
  Card& line(Colour colour);
  Card& edge(Colour colour);  ///< a bar along its left side
  Card& radius(float units);
};

/// A box that takes all its room and scrolls if it is higher.
class Scroll : public Described<Scroll> {
 public:
  Scroll(std::string id, Box box);
};

/// The first of several that fits, in width and height; otherwise the last. They are made when they are tried.
class FirstOf : public Described<FirstOf> {
 public:
  explicit FirstOf(std::vector<std::function<Box()>> boxes);
};

/// Draws a box in the panel's area; nothing if that is tiny.
void show(PanelContext& context, const Box& box);

/// Text within a rectangle of a drawing, if there is room; returns what it covers.
Rect text_in(PanelContext& context, const Rect& rect, const Text& text, Alignment place = Alignment::middle);
/// A part of a drawing that can be clicked, and one that only has a tooltip; the tooltip() follows. `id` and the place
/// identify it.
bool press_at(PanelContext& context, const Rect& rect, const char* id, std::string_view name);
Pointed picture_at(PanelContext& context, const Rect& rect, const char* id, std::string_view name, const Rect& cells,
                   ImVec2 cell);
int slider_at(PanelContext& context, const Rect& rect, const char* id, std::string_view name);
void hover_at(const Rect& rect, const char* id);

}  // namespace bankloom::ui
