// A question about the present request, for paper: how many wavefronts or sectors it takes, and, where that is not
// hidden, the answer, why, and what is said to usual wrong answers. Only in pictures of it alone.
#include <algorithm>
#include <string>

#include "core/base/text_lines.h"
#include "core/learn/question.h"
#include "core/wording/picture_text.h"
#include "core/wording/question_text.h"
#include "ui/layout/box.h"
#include "ui/panel.h"
#include "ui/panels/headline.h"
#include "ui/panels/side_style.h"

namespace bankloom::ui {

using namespace wording;
namespace {

/// Wrong answers that are told of.
constexpr std::size_t kMostWrong = 2;

class QuestionPanel final : public Panel {
 public:
  void draw(PanelContext& context) override {
    const SideView& view = context.session.side(Side::a);
    if (!view.state) return;
    Column page = Column().gap(5);
    page.add(Text(request_question_text(*view.state)).heading().wrap());
    const auto line = view.state->request.source_line;
    if (line != 0 && line <= view.run->source_lines.size()) {
      const std::string code(trim(view.run->source_lines[line - 1]));
      page.add(Card(Text(code).fonts({FontUse::mono}).wrap()).padding(8, 5));
    }
    page.add(Text(launch_text(*view.run)).small().muted().wrap()).space(2);
    learn::Question question;
    question.kind =
        view.state->access.space == Space::global ? learn::QuestionKind::sectors : learn::QuestionKind::wavefronts;
    learn::RunAt at{view.run, view.timeline, present_request(view)};
    auto numbers = learn::numbers_of(at, nullptr);
    const auto asked = learn::ask_of(question, std::move(at), std::move(numbers));
    if (!asked) {
      page.add(Text(asked.error().message).wrap());
    } else if (view.facts().request_cost() == nullptr) {
      page.add(Row()
                   .add(Text("Answer:").strong())
                   .add(Drawing([&context](const Rect& rect) {
                          const float y = rect.bottom() - context.px(3), thick = std::max(1.0f, context.px(0.75f));
                          context.painter.rect({rect.x, y}, {rect.right(), y + thick}, context.theme.text_muted);
                        }).least(60, 24),
                        share()));
    } else {
      add_answer(context, *asked, page);
    }
    show(context, page);
  }

 private:
  static void add_answer(const PanelContext& context, const learn::Asked& asked, Column& page) {
    page.add(Row()
                 .add(Text("Answer:").strong())
                 .add(Text(answer_text(asked, asked.right)).strong().colour(context.theme.good), share()));
    page.add(Text(explanation_of_side(context.session, Side::a)).wrap());
    for (std::size_t i = 0; i < std::min(asked.recognised.size(), kMostWrong); ++i) {
      const learn::WrongAnswer& wrong = asked.recognised[i];
      page.add(Text(say("Wrong: {wrong}. {reply}", "wrong"_a = answer_text(asked, wrong.answer),
                        "reply"_a = reply_text(asked, wrong)))
                   .small()
                   .muted()
                   .wrap());
    }
  }
};

}  // namespace

PanelEntry question_panel() {
  return {.id = "question",
          .title = "Question",
          .help = "How many wavefronts or sectors the current request takes, and why.",
          .slot = Slot::paper,
          .maker = maker_of<QuestionPanel>()};
}

}  // namespace bankloom::ui
