// What a question asks about is what is shown: from the question on it has a ring in every picture, what was answered
// wrongly is drawn, and the picture after the right answer is that of the answer.
#include <algorithm>
#include <cmath>

#include "../base/sanitized.h"
#include "gfx/framebuffer.h"
#include "lesson_ui_test.h"
#include "ui/panels/headline.h"

namespace bankloom::test {
namespace {

using learn::QuestionKind;
using Kind = ui::Probe::Mark::Kind;
using State = ui::OpenLesson::State;

class AskedTest : public QuietLessonTest {
 protected:
  /// The marks of a kind in a panel, of either side.
  std::vector<ui::Rect> marks(Kind kind, std::string_view panel) {
    std::vector<ui::Rect> found;
    for (const auto& mark : ui_->probe().marks()) {
      if (mark.kind == kind && std::string_view(mark.panel).starts_with(panel)) found.push_back(mark.rect);
    }
    return found;
  }
  /// Whether the step is about the block's threads, whose view has no banks.
  [[nodiscard]] bool shows_threads() const { return session.scene().subject == Subject::threads; }
  void play_to_the_end() {
    frames(2, 0.01);
    session.player().set_speed(100);
    for (int i = 0; i < 400 && session.player().playback().playing(); ++i) session.player().advance(0.1);
    EXPECT_FALSE(session.player().playback().playing());
    frames(3);
  }
  /// The questions of all lessons; few of them under the sanitizers.
  template <class Do>
  void for_each_question(Do look) {
    unsigned number = 0;
    for (std::size_t i = 0; i < shipped_lessons().size(); ++i) {
      const auto& steps = shipped_lessons()[i].steps;
      for (std::size_t step = 0; step < steps.size(); ++step) {
        if (!steps[step].question || ++number % test::every(1, 12) != 0) continue;
        SCOPED_TRACE(fmt::format("{}: {}", shipped_lessons()[i].name, steps[step].title));
        ASSERT_TRUE(lesson().open(session, i, step).has_value());
        session.finish();
        frames(3, 0.01);
        ASSERT_EQ(lesson().state(), State::asking) << lesson().problem();
        look(steps[step]);
      }
    }
  }
  /// Where the tile and its banks are, and how large the tile's cells are drawn.
  std::vector<float> picture() {
    const ui::Layout& layout = ui_->layout();
    std::vector<float> all;
    for (const ui::Rect& rect : {layout.tile[0], layout.banks[0]})
      all.insert(all.end(), {rect.x, rect.y, rect.width, rect.height});
    // What lies beyond the tile is drawn below it, and only once it is known.
    if (!lesson().question().asked()->at.run->faults.empty()) return all;
    for (const auto& item : ui_->probe().items()) {
      if (item.panel == "tile" && item.what == "cells")
        all.insert(all.end(), {item.x, item.y, item.width, item.height});
    }
    return all;
  }
  void look_at_question(const learn::Step& step);
  void look_at_answer(const learn::Step& step);
  void look_at_numbers(const learn::Asked& asked, const SideView& view);
};

/// The warp and the lane of a thread in a block so wide and high.
std::pair<unsigned, unsigned> place_of(const std::array<unsigned, 3>& thread, const Dim3& block) {
  const unsigned index = (thread[2] * block.y + thread[1]) * block.x + thread[0];
  return {index / 32, index % 32};
}

void AskedTest::look_at_question(const learn::Step& step) {
  const learn::Asked& asked = *lesson().question().asked();
  if (step.at.place.line != 0 && !session.comparing()) {
    EXPECT_EQ(marks(Kind::ring, "code").size(), 1U) << "the line";
  }
  if (step.question->cell) {
    EXPECT_EQ(marks(Kind::ring, "tile").size(), 1U) << "the element";
  }
  if (step.question->lane && asked.at.run->tile && !shows_threads()) {
    EXPECT_EQ(marks(Kind::ring, "banks").size(), 1U) << "the lane";
  }
  EXPECT_TRUE(marks(Kind::token, "banks").empty()) << "nothing of the request";
}

void AskedTest::look_at_answer(const learn::Step& step) {
  const learn::Asked asked = *lesson().question().asked();
  const SideView& view = session.side(Side::a);
  ASSERT_TRUE(view.state);
  const TimelineRequest& request = view.state->request;
  if (step.at.place.line != 0) EXPECT_EQ(request.source_line, step.at.place.line);
  const auto& thread = step.question->thread;
  const auto place = thread ? place_of(*thread, view.run->instance.block) : std::pair(0U, 0U);
  if (thread) {
    EXPECT_EQ(request.warp, place.first);
  } else if (!step.question->cell) {
    EXPECT_EQ(request.warp, step.at.place.warp);
  }
  EXPECT_EQ(view.state->step + 1, view.state->steps) << "the end of the request";
  EXPECT_EQ(marks(Kind::ring, "code").empty(), request.source_line == 0);
  const auto lane = thread ? std::optional(place.second) : step.question->lane;
  if (lane && !shows_threads()) {
    EXPECT_FALSE(marks(Kind::ring, "banks").empty()) << "the lane";
    EXPECT_TRUE(shows("explanation", fmt::format("lane {} · ", *lane))) << all_of("explanation");
  }
  if (const auto& cell = step.question->cell) {
    EXPECT_EQ(marks(Kind::ring, "tile").size(), 1U) << "the element";
    EXPECT_TRUE(shows("explanation", fmt::format("[{}][{}]", cell->first, cell->second))) << all_of("explanation");
  }
  if (step.question->lane && view.state->access.space == Space::shared && view.run->tile) {
    EXPECT_FALSE(marks(Kind::ring, "tile").empty()) << "its word";
  }
  if (asked.question.kind == QuestionKind::cells) {
    EXPECT_EQ(marks(Kind::framed, "tile").size(), asked.right.size());
  }
  if (asked.question.kind == QuestionKind::bank) EXPECT_EQ(session.scene().label, CellLabel::bank);
  look_at_numbers(asked, view);
}

/// The picture's numbers are the answer's, and its headline is drawn.
void AskedTest::look_at_numbers(const learn::Asked& asked, const SideView& view) {
  const RequestCounts& counts = view.state->why.counts;
  const double right = asked.right.empty() ? 0 : asked.right.front();
  switch (asked.question.kind) {
    case QuestionKind::wavefronts:
      EXPECT_EQ(counts.wavefronts, right);
      break;
    case QuestionKind::conflicts:
      EXPECT_EQ(counts.bank_conflicts, right);
      break;
    case QuestionKind::sectors:
      EXPECT_EQ(counts.sectors, right);
      break;
    case QuestionKind::bank:
      EXPECT_EQ(session.asked(Side::a).bank, static_cast<unsigned>(right));
      break;
    default:
      break;
  }
  if (shows_threads()) return;
  const std::string panel = session.comparing() ? "headline/a" : "headline";
  EXPECT_TRUE(shows(panel, ui::verdict_of(view).words.str())) << all_of(panel);
  if (counts.bank_conflicts != 0) {
    EXPECT_FALSE(marks(Kind::served, session.comparing() ? "banks/a" : "banks").empty()) << "a queue under a conflict";
  }
}

TEST_F(AskedTest, WhatIsAskedHasARingAndIsShownByTheAnswer) {
  unsigned looked_at = 0;
  for_each_question([&](const learn::Step& step) {
    look_at_question(step);
    // Rows may slide where the step before had another padding.
    session.advance(2);
    frames(2, 1);
    const auto before = picture();
    // Before banks are taught there are none.
    if (!shows_threads() && ui_->layout().banks[0].height > 0)
      EXPECT_LE(ui_->layout().tile[0].bottom(), ui_->layout().banks[0].y) << "banks below their tile";
    lesson().answer(session, lesson().question().asked()->right);
    ASSERT_EQ(lesson().state(), State::right);
    session.finish();
    frames(2, 0.01);
    // Another scene may stand behind an answer.
    const bool is_same = session.scene().a == step.at.scene.a && session.scene().b == step.at.scene.b;
    if (is_same) EXPECT_EQ(picture(), before) << "as it begins to play";
    play_to_the_end();
    if (is_same) {
      EXPECT_EQ(picture(), before) << "at the end";
      look_at_answer(step);
    }
    ++looked_at;
  });
  EXPECT_GE(looked_at, kSanitized ? 6U : 70U);
}

TEST_F(AskedTest, ARingIsCutByNothing) {
  resize(1280, 720);
  unsigned rings = 0;
  const auto look = [&] {
    const ui::Layout& layout = ui_->layout();
    for (const auto& [panel, rects] : {std::pair("tile", layout.tile), std::pair("banks", layout.banks)}) {
      for (const ui::Rect& ring : marks(Kind::ring, panel)) {
        const bool is_inside = std::ranges::any_of(rects, [&](const ui::Rect& rect) {
          return ring.x >= rect.x && ring.right() <= rect.right() && ring.y >= rect.y && ring.bottom() <= rect.bottom();
        });
        EXPECT_TRUE(is_inside) << panel << ": to " << ring.right() << ", " << ring.bottom() << " of "
                               << rects[0].right() << ", " << rects[0].bottom();
        ++rings;
      }
    }
  };
  for_each_question([&](const learn::Step&) {
    look();
    lesson().answer(session, lesson().question().asked()->right);
    session.finish();
    frames(3, 0.01);
    look();
    session.player().go_to_step(session.player().sequence().count() - 1);
    frames(3, 0.01);
    look();
  });
  EXPECT_GE(rings, kSanitized ? 2U : 40U);
}

TEST_F(AskedTest, AnElementIsFramedAsSoonAsItIsTyped) {
  open_question(QuestionKind::cells);
  type("0,1 1,0 1");
  EXPECT_EQ(marks(Kind::framed, "tile").size(), 2U) << "an unfinished word is none yet";
  lesson().question().pick_cell({0, 1});
  frames(2, 0.01);
  EXPECT_EQ(marks(Kind::framed, "tile").size(), 1U);
  EXPECT_EQ(lesson().question().typed, "1,0");
}

TEST_F(AskedTest, WhatWasClickedIsGivenByReturn) {
  open_question(QuestionKind::lanes);
  for (const double lane : lesson().question().asked()->right) lesson().question().pick(lane);
  point_away();
  frames(8, 0.01);
  press(ui::Key::enter);
  EXPECT_EQ(lesson().state(), State::right) << lesson().question().typed;
}

TEST_F(AskedTest, WrongElementsAndLanesAreHatchedUntilOthersAreChosen) {
  open_question(QuestionKind::cells);
  learn::Answer wrong = lesson().question().asked()->right;
  const double other = wrong.back() + 1;
  wrong.back() = other;
  lesson().answer(session, wrong);
  frames(2, 0.01);
  EXPECT_EQ(marks(Kind::wrong, "tile").size(), 1U) << "those that are right are not";
  EXPECT_TRUE(shows("lesson", "Hatched in the picture: ")) << all_of("lesson");
  lesson().question().pick(other);
  frames(2, 0.01);
  EXPECT_TRUE(marks(Kind::wrong, "tile").empty());
  EXPECT_FALSE(shows("lesson", "Hatched in the picture: "));

  open_question(QuestionKind::lanes);
  const unsigned lane = *lesson().question().asked()->question.lane;
  wrong = lesson().question().asked()->right;
  wrong.insert(std::ranges::lower_bound(wrong, lane), lane);
  lesson().answer(session, wrong);
  frames(2, 0.01);
  EXPECT_EQ(marks(Kind::wrong, "banks").size(), 1U);
  EXPECT_TRUE(shows("lesson", fmt::format("Lane {} itself does not count", lane))) << all_of("lesson");
}

TEST_F(AskedTest, AWrongBankIsHatchedInItsColumnAndItsElements) {
  open_question(QuestionKind::bank);
  const learn::Asked& asked = *lesson().question().asked();
  const TileGeometry& tile = *asked.at.run->tile;
  const unsigned banks = asked.at.run->machine.banks;
  const unsigned wrong = (static_cast<unsigned>(asked.right.front()) + 1) % banks;
  lesson().answer(session, {static_cast<double>(wrong)});
  frames(2, 0.01);
  EXPECT_EQ(marks(Kind::wrong, "banks").size(), 1U);
  std::size_t of_bank = 0;
  for (std::uint64_t element = 0; element < tile.rows * tile.row_elements(); ++element) {
    of_bank += element % banks == wrong ? 1 : 0;
  }
  EXPECT_EQ(marks(Kind::wrong, "tile").size(), of_bank);
  lesson().answer(session, {1000});
  frames(2, 0.01);
  EXPECT_TRUE(marks(Kind::wrong, "banks").empty()) << "no such bank";
}

TEST_F(AskedTest, TheBankThatWasAskedForHasARingOnceItIsTold) {
  open_question(QuestionKind::bank);
  const auto rings = marks(Kind::ring, "banks").size();
  lesson().answer(session, lesson().question().asked()->right);
  session.finish();
  play_to_the_end();
  const auto told = marks(Kind::ring, "banks");
  ASSERT_GT(told.size(), rings) << "its column, and what lies in it";
  const auto highest = std::ranges::max_element(told, {}, &ui::Rect::height);
  EXPECT_GT(highest->height, ui_->layout().banks[0].height / 3);
}

TEST_F(AskedTest, AHiddenTimeIsNotCalledUnmeasured) {
  open_question(QuestionKind::time);
  for (const std::string_view tab : ui::tab_ids()) {
    view_.tab = tab;
    frames(3, 0.01);
    for (const auto& item : ui_->probe().items()) {
      EXPECT_EQ(item.what.find("not measured"), std::string::npos) << tab << ": " << item.what;
    }
    if (tab == "results") EXPECT_TRUE(shows("results", "hidden")) << all_of("results");
  }
}

TEST_F(AskedTest, TheNumbersOfTheChainAreLitInThePicture) {
  open_question(QuestionKind::bank);
  const auto cell = *lesson().step().question->cell;
  const auto bank = static_cast<unsigned>(lesson().question().asked()->right.front());
  lesson().answer(session, {static_cast<double>(bank)});
  play_to_the_end();
  const auto point_at_words = [&](const std::string& words) {
    // The last one of that name: the number of the bank stands at the end of the chain.
    const auto& items = ui_->probe().items();
    const auto found = std::find_if(items.rbegin(), items.rend(), [&](const ui::Probe::Item& item) {
      return item.panel == "explanation" && item.what == words;
    });
    ASSERT_NE(found, items.rend()) << all_of("explanation");
    point_at(found->x + found->width / 2, found->y + found->height / 2);
    frames(2, 0.01);
  };
  point_at_words(std::to_string(cell.first));
  EXPECT_EQ(session.pointer().hovered().row, cell.first);
  point_at_words(std::to_string(cell.second));
  EXPECT_EQ(session.pointer().hovered().column, cell.second);
  point_at_words(std::to_string(bank));
  EXPECT_EQ(session.pointer().hovered().bank, bank);
}

class AskedPictureTest : public LessonTest {};

TEST_F(AskedPictureTest, WhereBanksAreAskedForTheTileIsGrey) {
  resize(1280, 720);
  open_question(QuestionKind::bank);
  const auto coloured = [&] {
    frames(2, 0.01);
    const auto cells = find("cells", "tile");
    if (!cells) return -1;
    const gfx::Image image = target_->read();
    int count = 0;
    for (int y = static_cast<int>(cells->y); y < static_cast<int>(cells->y + cells->height); ++y) {
      for (int x = static_cast<int>(cells->x); x < static_cast<int>(cells->x + cells->width); ++x) {
        const auto* const pixel = &image.rgba[4 * (static_cast<std::size_t>(y) * static_cast<std::size_t>(image.width) +
                                                   static_cast<std::size_t>(x))];
        const auto [least, most] = std::minmax({pixel[0], pixel[1], pixel[2]});
        count += most - least > 40 ? 1 : 0;
      }
    }
    return count;
  };
  EXPECT_EQ(coloured(), 0);
  lesson().answer(session, lesson().question().asked()->right);
  EXPECT_GT(coloured(), 1000) << "the test sees colours";
}

}  // namespace
}  // namespace bankloom::test
