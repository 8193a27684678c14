#include "ui/learn/prose_flow.h"

#include <string>
#include <string_view>
#include <utility>

#include "core/base/characters.h"
#include "core/base/language.h"
#include "core/learn/subject.h"
#include "core/wording/glossary.h"
#include "core/wording/question_text.h"
#include "ui/layout/controls.h"
#include "ui/panels/side_style.h"

namespace bankloom::ui {

using namespace wording;
namespace {

using learn::PartKind;

/// Lights what a text names.
void light(Session& session, const learn::Named& named) {
  Focus focus;
  if (named.lanes != 0) focus.lane = first_lane(named.lanes);
  if (named.line) focus.line = named.line;
  if (named.bank) focus.bank = named.bank;
  if (named.row && named.column) focus.cell = TileGeometry::Element{*named.row, *named.column};
  if (named.warp) {
    Position position = session.player().position();
    position.warp = *named.warp;
    session.player().go_to(position);
  }
  session.pointer().select(focus);
}

/// Sentences as words that flow: names light what they name, terms have their meaning as a tooltip.
class Flow {
 public:
  Flow(PanelContext& context, const learn::RunNumbers& numbers, std::string name)
      : context_(context), numbers_(numbers), name_(std::move(name)) {
    row_.gap(0).wrap(4);
  }

  Box of(const learn::Prose& prose) {
    for (const learn::Part& part : prose) add(part);
    end_word();
    return row_;
  }

 private:
  void add(const learn::Part& part) {
    std::string_view text = part.text;
    std::string number;
    if (part.kind == PartKind::number) {
      const auto found = numbers_.find(part.about);
      number = found == numbers_.end() ? "…" : bankloom::number_text(found->second, part.text).str();
      text = number;
    }
    // A code span stays in one piece, and what follows belongs to it where no line may end between them.
    if (part.kind == PartKind::code) return piece(part, text);
    while (!text.empty()) {
      if (text.front() == ' ' || text.front() == '\n') {
        word_.add(Gap(3.7f));
        end_word();
        text.remove_prefix(1);
        continue;
      }
      const std::size_t end = end_of_piece(text, 0);
      piece(part, text.substr(0, end));
      text.remove_prefix(end);
    }
  }

  void piece(const learn::Part& part, std::string_view text) {
    // Chinese has no blanks: a word ends wherever a line may.
    if (has_word_ && may_break_between(last_, character_at(text, 0).code)) end_word();
    last_ = last_character(text);
    const Theme& theme = context_.theme;
    Text words(bankloom::Text::verbatim(text));
    words.fonts({FontUse::body});
    if (part.kind == PartKind::strong || part.kind == PartKind::number) words.fonts({FontUse::strong});
    if (part.kind == PartKind::code) {
      words.fonts({FontUse::mono});
      if (const auto named = learn::named_by(part)) {
        words.colour(accent(theme, Side::a))
            .tooltip(say("Highlights {name} in the picture.", "name"_a = text))
            .on_click(fmt::format("{} {} {}", name_, text, pieces_++),
                      [&session = context_.session, named = *named] { light(session, named); });
      }
    }
    if (part.kind == PartKind::term) {
      words.colour(theme.text).fonts({FontUse::strong}).tooltip(glossary_text(glossary_term(part.about)));
    }
    word_.gap(0).place(Alignment::baseline).add(words);
    has_word_ = true;
  }

  void end_word() {
    if (!has_word_) return;
    row_.add(word_);
    word_ = Row();
    has_word_ = false;
  }

  PanelContext& context_;
  const learn::RunNumbers& numbers_;
  std::string name_;
  Row row_, word_;
  bool has_word_ = false;
  char32_t last_ = 0;  ///< the last character of the present word
  unsigned pieces_ = 0;
};

}  // namespace

Box prose_flow(PanelContext& context, const learn::Prose& prose, const learn::RunNumbers& numbers, std::string name) {
  return Flow(context, numbers, std::move(name)).of(prose);
}

}  // namespace bankloom::ui
