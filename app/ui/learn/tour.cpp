#include "ui/learn/tour.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "core/wording/text.h"
#include "ui/actions.h"
#include "ui/layout/controls.h"
#include "ui/learn/open_lesson.h"
#include "ui/panels/side_style.h"
#include "ui/slot_panels.h"

namespace bankloom::ui {

using namespace wording;
namespace {

/// What the cards speak of.
constexpr std::string_view kKernel = "square/setRowReadCol";

enum class TourCard : std::size_t { cells, banks, requests, padding, learn };

struct TourStep {
  Slot slot;
  std::string_view title, text, task;
};
constexpr std::array<TourStep, 5> kSteps{{
    {Slot::tile, "A tile in shared memory",
     "Each cell is an element of the array that this kernel keeps in fast memory. That memory has 32 banks, which work "
     "at the same time. A cell's colour, and the number in it, is its bank.",
     "Point at a cell."},
    {Slot::banks, "32 threads ask at once",
     "32 threads run together: they are a warp, and each is one of its lanes. Here they read a column of the tile. A "
     "bank hands out one word at a time, so words of the same bank queue.",
     "Press Space, and watch the queue."},
    {Slot::timeline, "One bar for each request",
     "What a warp asks for at once is a request. Its bar is as long as the request takes, in wavefronts.",
     "Press Left to go back one wavefront."},
    {Slot::tile, "An empty cell in each row",
     "Padding is empty cells at the end of each row. With one of them, each row begins one bank further than the row "
     "above.",
     "Press P, and watch the column."},
    {Slot::top, "Predict, then see",
     "The lessons ask what you expect, and then the picture shows it. Help has this tour, and all keys.",
     "Press Return: the lessons open."},
}};

/// Units of a card.
constexpr float kWidth = 380, kApart = 10;
/// Seconds in which a second click is taken for a part of the first.
constexpr double kDoubleClick = 0.4;

/// At the foot of the explanation; without the panels at the right, at the right of the middle. Its buttons stay where
/// they are, however much it says.
Rect card_place(const PanelContext& context, const Layout& layout, const Box& box) {
  const Rect& room = layout.explanation.empty() ? layout.tile[0] : layout.explanation;
  const float apart = context.px(kApart), wide = std::round(std::min(context.px(kWidth), room.width - 2 * apart));
  const float high = std::round(box.height(context, wide));
  return {std::round(room.right() - wide - apart), std::round(std::max(room.bottom() - high - apart, apart)), wide,
          high};
}

std::int64_t padding_of_a(const Session& session) {
  const SideView& view = session.side(Side::a);
  return view.run && view.run->tile ? static_cast<std::int64_t>(view.run->tile->padding) : 0;
}

/// The request that the tour is about, which padding changes.
bool is_at_request(const Session& session) {
  const auto& state = session.side(Side::a).state;
  return state && state->request.space == Space::shared && state->request.op == AccessOp::load;
}

}  // namespace

void Tour::begin(Session& session) {
  const Scene now = session.snapshot();
  before_.reset();
  Scene scene;
  scene.a.kernel = kKernel;
  const bool is_there = now.a.kernel == scene.a.kernel && !now.b && now.machine == scene.machine;
  // A catalogue without it has the tour on what is shown.
  if (session.show(std::move(scene)) && !is_there) before_ = now;
  step_ = 0;
  is_entered_ = done_ = false;
  is_compared_ = true;
  ended_.reset();
}

void Tour::end(Session& session) {
  if (step_) ended_ = 0;
  step_.reset();
  if (before_) static_cast<void>(session.show(*std::exchange(before_, std::nullopt)));
}

void Tour::go_on(PanelContext& context) {
  if (*step_ + 1 < kSteps.size()) {
    ++*step_;
    is_entered_ = done_ = false;
    since_ = context.time;
    return;
  }
  before_.reset();
  end(context.session);
  if (context.lesson != nullptr && !context.lesson->is_open()) action("learn").run(context);
}

/// Puts the window where the card's task has something to change.
void Tour::enter(Session& session) {
  Player& player = session.player();
  const auto card = static_cast<TourCard>(*step_);
  const Option* const padding = session.selection().padding(Side::a);
  if (card != TourCard::learn && padding != nullptr && padding_of_a(session) != 0) {
    static_cast<void>(session.change(session.selection().with_option(Side::a, padding->name, "0")));
    if (session.runs().pending()) return;
  }
  if (card != TourCard::learn) {
    player.play(false);
    player.to_notable();
    Position place = player.position();
    if (card == TourCard::cells || card == TourCard::banks) place.step = 0;
    player.go_to(place);
    player.rest();
  }
  at_ = player.position();
  from_ = player.step_index();
  session.pointer().clear_selection();
  is_entered_ = true;
}

/// Beside the rows as they were: the same request on both sides.
void Tour::compare(Session& session) {
  Scene scene = session.snapshot();
  scene.b = scene.a;
  scene.a.options[session.selection().padding(Side::a)->name] = "0";
  scene.position = at_;
  is_compared_ = !session.show(std::move(scene)).has_value();
}

/// First the rows slide, then both sides are served.
void Tour::play_compared(Player& player, Session& session) {
  is_compared_ = true;
  Position place = at_;
  place.step = player.playback().has_motion() ? 0 : std::numeric_limits<std::uint32_t>::max();
  player.go_to(place);
  if (!player.playback().has_motion()) return;
  session.slide_apart();
  player.play_request();
}

/// Looks whether the task was done.
void Tour::follow(PanelContext& context) {
  Session& session = context.session;
  if (session.runs().pending() || !session.side(Side::a).run) return;
  if (!is_entered_) {
    enter(session);
    since_ = context.time;
    return;
  }
  Player& player = session.player();
  const SideView& view = session.side(Side::a);
  switch (static_cast<TourCard>(*step_)) {
    case TourCard::cells:
      if (const Focus& pointed = session.pointer().hovered(); pointed.cell) {
        bank_ = session.focus(Side::a).bank;
        done_ = bank_.has_value();
      }
      break;
    case TourCard::banks:
      // It stays where its queue was served.
      if (player.playback().playing() && is_at_request(session)) player.stop_after_request();
      done_ = done_ || (player.step_index() > from_ && view.state && view.state->step + 1 == view.state->steps);
      break;
    case TourCard::requests:
      done_ = done_ || player.step_index() != from_;
      break;
    case TourCard::padding:
      if (done_ && !is_compared_) play_compared(player, session);
      if (!done_ && padding_of_a(session) != 0) compare(session);
      done_ = done_ || session.comparing();
      break;
    case TourCard::learn:
      break;
  }
}

/// What was seen, in the numbers of the run.
bankloom::Text Tour::done_text(const Session& session) const {
  const auto steps = [&](Side side) {
    const auto& state = session.side(side).state;
    return Count{state ? state->steps : 0U};
  };
  switch (static_cast<TourCard>(*step_)) {
    case TourCard::cells:
      return say("This one lies in bank {bank}. The cells above and below it do, too.", "bank"_a = bank_.value_or(0));
    case TourCard::banks:
      return say("All words were in one bank, so the warp took {n:# turn|# turns}. Such a turn is a wavefront.",
                 "n"_a = steps(Side::a));
    case TourCard::requests:
      return say("Right goes forward again. A click on another bar goes to its request.");
    case TourCard::padding:
      return say(
          "{was:# wavefront|# wavefronts} in A, {now} in B: there each word of the column has a bank of its own.",
          "was"_a = steps(Side::a), "now"_a = steps(Side::b));
    case TourCard::learn:
      break;
  }
  return {};
}

Box Tour::card_box(PanelContext& context) {
  const TourStep& step = kSteps[*step_];
  const bool is_last = *step_ + 1 == kSteps.size();
  const auto next = [this, &context] {
    if (context.time - since_ > kDoubleClick) go_on(context);
  };
  Row ways;
  ways.gap(6)
      .add(Text(say("{number} of {all}", "number"_a = *step_ + 1, "all"_a = kSteps.size())).small().muted(), share())
      .add(Button(
               "skip tour", is_last ? "Close" : "Skip", [this, &context] { end(context.session); }, ButtonStyle::quiet)
               .tooltip("Help shows the tour again."))
      .add(Button("tour on", is_last ? "Learn" : "Next", next,
                  done_ || is_last ? ButtonStyle::selected : ButtonStyle::normal)
               .tooltip(is_last ? "Opens the lesson where you left off." : "The next card."));
  Column column;
  column.gap(6).add(Text(step.title).heading()).add(Text(step.text).wrap());
  if (done_) {
    column.add(Row()
                   .gap(6)
                   .place(Alignment::top)
                   .add(Text("✓").strong().colour(context.theme.good))
                   .add(Text(done_text(context.session)).colour(context.theme.good).wrap(), share()));
  } else {
    column.add(Text(step.task).strong().colour(context.theme.accent_a).wrap());
  }
  column.add(Gap(2)).add(ways);
  return Card(column).padding(16, 12).fill(context.theme.raised).line(context.theme.accent_a);
}

/// A second click on a button that is gone meets nothing.
void Tour::swallow_clicks(PanelContext& context) {
  if (!ended_) return;
  if (*ended_ == 0) ended_ = context.time;
  if (context.time - *ended_ > kDoubleClick) return ended_.reset();
  context.redraw_within(kDoubleClick);
  // A window takes what is clicked on it.
  begin_bare("##tour", last_, ImGuiWindowFlags_NoFocusOnAppearing);
  ImGui::End();
}

void Tour::draw(PanelContext& context, const Layout& layout) {
  if (!is_open()) return swallow_clicks(context);
  follow(context);
  const Rect& part = layout.of(kSteps[*step_].slot);
  context.draw_above(
      [&context, part] { card(context, part.inset(context.px(2), context.px(2)), 0, context.theme.accent_a, 6); });
  const Box box = card_box(context);
  context.area = last_ = card_place(context, layout, box);
  if (begin_bare("##tour", last_, ImGuiWindowFlags_NoFocusOnAppearing)) {
    begin_panel(context, "tour");
    push_font(context.fonts.body);
    box.draw(context, last_);
    ImGui::PopFont();
  }
  ImGui::End();
}

}  // namespace bankloom::ui
