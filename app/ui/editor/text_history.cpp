#include "ui/editor/text_history.h"

#include <algorithm>
#include <cctype>
#include <utility>

namespace bankloom::ui {
namespace {

bool is_of_word(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return byte >= 0x80 || std::isalnum(byte) != 0 || c == '_';
}

/// Whether a letter after another begins a step.
bool begins_step(char before, char letter) { return letter == '\n' || (is_of_word(letter) && !is_of_word(before)); }

bool continues_letter(char c) { return (static_cast<unsigned char>(c) & 0xC0u) == 0x80u; }

}  // namespace

TextChange change_between(std::string_view before, std::string_view after, std::size_t near) {
  const std::size_t shorter = std::min(before.size(), after.size());
  std::size_t begin = 0, tail = 0;
  while (begin < shorter && before[begin] == after[begin]) ++begin;
  while (tail < shorter && before[before.size() - 1 - tail] == after[after.size() - 1 - tail]) ++tail;
  if (begin + tail > shorter) {
    begin = std::clamp(near, shorter - tail, begin);
    tail = shorter - begin;
  }
  // Never inside a UTF-8 sequence.
  const auto is_inside = [](std::string_view text, std::size_t at) {
    return at < text.size() && continues_letter(text[at]);
  };
  while (begin > 0 && (is_inside(before, begin) || is_inside(after, begin))) --begin;
  while (tail > 0 && (is_inside(before, before.size() - tail) || is_inside(after, after.size() - tail))) --tail;
  return {begin, std::string(before.substr(begin, before.size() - tail - begin)),
          std::string(after.substr(begin, after.size() - tail - begin))};
}

void TextHistory::add(TextChange change, bool typed) {
  if (change.empty()) return;
  undone_.clear();
  if (!typed || !change.removed.empty() || change.inserted.empty()) return add_step(std::move(change), typed);
  // A slow frame may bring several words.
  for (std::size_t from = 0; from < change.inserted.size();) {
    std::size_t to = from + 1;
    while (to < change.inserted.size() && !begins_step(change.inserted[to - 1], change.inserted[to])) ++to;
    add_step({change.begin + from, {}, change.inserted.substr(from, to - from)}, true);
    from = to;
  }
}

void TextHistory::add_step(TextChange change, bool typed) {
  bytes_ += change.removed.size() + change.inserted.size();
  if (!typed || !is_open_ || !join(change)) done_.push_back(std::move(change));
  is_open_ = typed;
  while (bytes_ > kMostBytes && done_.size() > 1) {
    bytes_ -= done_.front().removed.size() + done_.front().inserted.size();
    done_.pop_front();
  }
}

/// Adds a change to the last step; false if it does not continue that.
bool TextHistory::join(const TextChange& change) {
  if (done_.empty()) return false;
  TextChange& last = done_.back();
  if (change.removed.empty()) {
    if (last.inserted.empty() || change.begin != last.begin + last.inserted.size() ||
        begins_step(last.inserted.back(), change.inserted.front())) {
      return false;
    }
    last.inserted += change.inserted;
    return true;
  }
  if (!change.inserted.empty() || !last.inserted.empty()) return false;
  if (change.begin + change.removed.size() == last.begin) {  // to the left
    if (begins_step(last.removed.front(), change.removed.back())) return false;
    last.begin = change.begin;
    last.removed = change.removed + last.removed;
    return true;
  }
  if (change.begin != last.begin || begins_step(last.removed.back(), change.removed.front())) return false;
  last.removed += change.removed;
  return true;
}

std::optional<TextChange> TextHistory::undo() {
  is_open_ = false;
  if (done_.empty()) return std::nullopt;
  undone_.push_back(std::move(done_.back()));
  done_.pop_back();
  bytes_ -= undone_.back().removed.size() + undone_.back().inserted.size();
  return undone_.back().reversed();
}

std::optional<TextChange> TextHistory::redo() {
  is_open_ = false;
  if (undone_.empty()) return std::nullopt;
  done_.push_back(std::move(undone_.back()));
  undone_.pop_back();
  bytes_ += done_.back().removed.size() + done_.back().inserted.size();
  return done_.back();
}

}  // namespace bankloom::ui
