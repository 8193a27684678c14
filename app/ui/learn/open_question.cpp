#include "ui/learn/open_question.h"

#include <imgui.h>
#include <imgui_internal.h>

#include <sstream>

namespace bankloom::ui {

void OpenQuestion::pick(double one) {
  // A field that is being typed at would keep its own text.
  ImGui::ClearActiveID();
  if (picked.erase(one) == 0) picked.insert(one);
  typed = learn::typed_set(*asked_, {picked.begin(), picked.end()});
}

void OpenQuestion::pick_cell(const TileGeometry::Element& cell) {
  pick(static_cast<double>(cell.row * asked_->at.run->tile->row_elements() + cell.column));
}

void OpenQuestion::press_digit(char digit) {
  // A field that is being typed at would keep its own text.
  ImGui::ClearActiveID();
  if (digit != '\0') {
    typed += digit;
  } else if (!typed.empty()) {
    typed.pop_back();
  }
}

void OpenQuestion::read_picked() {
  const learn::QuestionKind kind = asked_->question.kind;
  if (kind != learn::QuestionKind::cells && kind != learn::QuestionKind::lanes) return;
  picked.clear();
  // Word by word: one that is not finished yet is none.
  std::istringstream words(typed);
  for (std::string word; words >> word;) {
    if (const auto answer = learn::answer_from_text(*asked_, word)) picked.insert(answer->begin(), answer->end());
  }
}

std::optional<learn::Answer> OpenQuestion::read_typed() {
  auto answer = learn::answer_from_text(*asked_, typed);
  if (answer) return *std::move(answer);
  misread_ = answer.error().message;
  said_of_ = typed;
  wrong_.reset();
  take_keyboard();
  return std::nullopt;
}

bool OpenQuestion::take(const learn::Answer& answer) {
  misread_.clear();
  wrong_.reset();
  said_of_ = typed;
  if (learn::is_right(*asked_, answer)) return true;
  wrong_ = learn::recognise(*asked_, answer);
  ++tries_;
  take_keyboard();
  return false;
}

}  // namespace bankloom::ui
