// The vocabulary that panels are written in: they say what they show, and these say where.
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
//     Column page;                                                // one below the other; what is left goes to share()
//     page.add(head).add(table);
//     page.add(Drawing([&](const Rect& rect) { draw_chart(context, rect); }).least(80, 60), share());
//     page.add(Text("All numbers are modelled.").small().faint().wrap());
//     show(context, Scroll("kernels", page));
//   }
//
// Boxes are made for a frame and forgotten. The functions given to them are called within show(): they take by value
// what is no longer there then. Lengths are units. A box that has too little room shows shorter words
// (fit.h), and as the last resort a part of them, the whole as its tooltip.
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
    /// What is left of it where there is too little room.
    [[nodiscard]] virtual float least_height(const PanelContext& context, float width) const {
      return height(context, width);
    }
    /// Draws within `rect` and returns what it covered of it.
    virtual Rect draw(PanelContext& context, const Rect& rect) = 0;
    /// Takes all the height of its row: what else would be in the middle of it.
    [[nodiscard]] virtual bool fills() const { return false; }
    /// Distance of the words' line from the top; negative: has none.
    [[nodiscard]] virtual float baseline(const PanelContext&) const { return -1; }
    /// Forms of a text, and the first of them that may be chosen: cells of a column keep to one.
    [[nodiscard]] virtual std::size_t forms() const { return 1; }
    [[nodiscard]] virtual float form_width(const PanelContext& context, std::size_t) const {
      return least_width(context);
    }
    [[nodiscard]] virtual float form_height(const PanelContext& context, float width, std::size_t) const {
      return height(context, width);
    }
    virtual void use_form(std::size_t) {}
    /// Fonts of a text, and the only one of them that may be chosen: a table is set in one.
    [[nodiscard]] virtual std::size_t fonts() const { return 1; }
    virtual void use_font(std::size_t) {}
    /// Where words narrower than their cell stand in it.
    virtual void use_align(Align) {}
    /// The whole words of what draw() had to shorten; empty where it did not.
    [[nodiscard]] virtual const std::string& cut() const;

    std::string tooltip, name;      ///< `name`: for the probe and as an id, where it can be clicked
    std::function<void()> clicked;  ///< null: cannot be clicked

   private:
    friend class Box;
    float height_of_ = -1, height_ = 0, width_ = -1;  ///< kept, for parents ask several times
  };

  Box() = default;  ///< nothing, and no room for it
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

/// What all boxes can be given.
template <typename T>
class Described : public Box {
 public:
  using Box::Box;
  T& tooltip(std::string words) {
    return set([&] { node_->tooltip = std::move(words); });
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

/// Words: one line, or several where it may wrap.
class Text : public Described<Text> {
 public:
  Text(Fit words);                                          // NOLINT: words are a text
  Text(const char* words) : Text(Fit(words)) {}             // NOLINT
  Text(std::string words) : Text(Fit(std::move(words))) {}  // NOLINT
  Text(const bankloom::Text& words) : Text(Fit(words)) {}   // NOLINT
  Text(std::string_view words) : Text(Fit(words)) {}        // NOLINT
  Text(std::initializer_list<std::string> wordings) : Text(Fit(wordings)) {}

  Text& fonts(const std::vector<FontUse>& fonts);  ///< body, then small, where nothing else is said
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

/// A free picture: tile, chart, bars. It is drawn by a function that is given its rectangle in pixels, ImGui's cursor
/// at its top left; place words in it with text_in(), areas for the mouse with press_at() and hover_at().
class Drawing : public Described<Drawing> {
 public:
  explicit Drawing(std::function<void(const Rect&)> draw);
  Drawing& least(float width, float height);
};

/// Room that stays empty.
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
  Row& gap(float units);          ///< 8 where nothing else is said
  Row& place(Alignment place);    ///< of the lower ones of its boxes; in the middle where nothing else is said
  Row& align(Align align);        ///< where no box shares what is left
  Row& wrap(float line_gap = 3);  ///< the boxes go on in the next line, where there is no room for them
};

/// Boxes one below the other, all as wide as the column.
class Column : public Described<Column> {
 public:
  Column();
  Column& add(Box box, Extent extent = fit());
  Column& gap(float units);  ///< 4 where nothing else is said
  Column& space(float units) { return add(Gap(units)); }
};

/// A box on a rounded ground.
class Card : public Described<Card> {
 public:
  explicit Card(Box box);
  Card& padding(float across, float down);
  Card& fill(Colour colour);  ///< raised where nothing else is said
  Card& line(Colour colour);
  Card& edge(Colour colour);  ///< a bar along its left side
  Card& radius(float units);
};

/// A box that scrolls where it is higher than its room, of which it takes all.
class Scroll : public Described<Scroll> {
 public:
  Scroll(std::string id, Box box);
};

/// The first of several that fits, in width and height; else the last. They are made when they are tried.
class FirstOf : public Described<FirstOf> {
 public:
  explicit FirstOf(std::vector<std::function<Box()>> boxes);
};

/// Draws a box in the panel's area; nothing where that is no room to speak of.
void show(PanelContext& context, const Box& box);

/// Words within a rectangle of a drawing, as long as there is room for them; returns what they cover.
Rect text_in(PanelContext& context, const Rect& rect, const Text& text, Alignment place = Alignment::middle);
/// A part of a drawing that can be clicked, and one that only has a tooltip, which is to follow. `id` and the place
/// tell it from others.
bool press_at(PanelContext& context, const Rect& rect, const char* id, std::string_view name);
Pointed picture_at(PanelContext& context, const Rect& rect, const char* id, std::string_view name, const Rect& cells,
                   ImVec2 cell);
int slider_at(PanelContext& context, const Rect& rect, const char* id, std::string_view name);
void hover_at(const Rect& rect, const char* id);

}  // namespace bankloom::ui
