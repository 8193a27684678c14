// Answers as they are typed, and as the program writes them.
#include <algorithm>
#include <charconv>
#include <cmath>
#include <numeric>
#include <utility>

#include "core/base/language.h"
#include "core/base/text_lines.h"
#include "core/learn/question.h"

namespace bankloom::learn {
namespace {

/// With a point, or the language's decimal sign.
std::optional<double> parse_number(std::string_view words) {
  std::string text(words);
  if (const std::size_t at = text.find(decimal_sign()); at != std::string::npos)
    text.replace(at, decimal_sign().size(), ".");
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

/// A list as the program writes it, "lanes 13, 21 and 29", in the words of its language, without all but what is
/// listed.
std::string without_list_words(std::string_view typed) {
  std::vector<std::string> between{std::string(list_sign())};
  for (const std::string_view list :
       {translated("lanes {a} and {b}"), translated("lanes {list}"), translated("lanes {first}-{last}"),
        translated("lane {lane}"), translated("{before} and {last}")}) {
    for (std::size_t at = 0; at < list.size();) {
      const std::size_t place = std::min(list.find('{', at), list.size());
      // A range has its sign between two numbers.
      if (place > at + 1) between.emplace_back(list.substr(at, place - at));
      at = std::min(list.find('}', place), list.size() - 1) + 1;
    }
  }
  std::ranges::sort(between, std::ranges::greater{}, &std::string::size);
  std::string text(typed);
  for (std::size_t at = text.find("],"); at != std::string::npos; at = text.find("],")) text[at + 1] = ' ';
  for (const std::string& words : between) {
    for (std::size_t at = text.find(words); at != std::string::npos; at = text.find(words)) {
      text.replace(at, words.size(), " ");
    }
  }
  return text;
}

/// The words between blanks, without commas behind them.
std::vector<std::string_view> words_in(std::string_view text) {
  std::vector<std::string_view> words;
  for (std::size_t at = text.find_first_not_of(kBlanks); at != std::string_view::npos;) {
    const std::size_t end = std::min(text.find_first_of(kBlanks, at), text.size());
    std::string_view word = text.substr(at, end - at);
    if (word.ends_with(',')) word.remove_suffix(1);
    words.push_back(word);
    at = text.find_first_not_of(kBlanks, end);
  }
  return words;
}

/// A whole number of which a set could be made.
std::optional<double> parse_whole(std::string_view text) {
  const auto number = parse_number(text);
  return number && *number >= 0 && *number <= 1e9 && *number == std::floor(*number) ? number : std::nullopt;
}

/// "3", "0-7".
bool add_range(std::string_view word, double most, Answer& answer) {
  const std::size_t dash = word.find('-');
  const auto first = parse_whole(word.substr(0, dash));
  const auto last = dash == std::string_view::npos ? first : parse_whole(word.substr(dash + 1));
  if (!first || !last || *first > *last || *last > most) return false;
  for (double number = *first; number <= *last; ++number) answer.push_back(number);
  return true;
}

/// The indices of "3,0", "tile[3][0]", "[3][0]" or "4"; nothing where these are none.
std::optional<Answer> indices_in(std::string_view word, const TileGeometry& tile) {
  if (word.starts_with(tile.name + "[")) word.remove_prefix(tile.name.size());
  std::string plain(word);
  if (plain.starts_with('[') && plain.ends_with(']')) {
    plain = plain.substr(1, plain.size() - 2);
    if (const std::size_t at = plain.find("]["); at != std::string::npos) plain.replace(at, 2, ",");
  }
  Answer indices;
  for (std::size_t at = 0; at <= plain.size();) {
    const std::size_t end = std::min(plain.find(',', at), plain.size());
    const auto index = parse_whole(std::string_view(plain).substr(at, end - at));
    if (!index) return std::nullopt;
    indices.push_back(*index);
    at = end + 1;
  }
  return indices;
}

/// Adds the elements that a word names: one, of an array with one row several.
Result<void> add_cells(std::string_view word, const Asked& asked, Answer& answer) {
  const TileGeometry& tile = *asked.at.run->tile;
  const auto elements = static_cast<double>(tile.row_elements());
  if (tile.rows == 1 && word.find('-') != std::string_view::npos && add_range(word, elements - 1, answer)) return {};
  auto indices = indices_in(word, tile);
  // "line[0][5]" is what the picture calls it.
  if (tile.rows == 1 && indices && word.find("][") != std::string_view::npos) indices->erase(indices->begin());
  if (!indices || (tile.rows > 1 && indices->size() != 2)) {
    return tile.rows == 1 ? fail("answer with indices of {}: {}", tile.name, example_answer(asked))
                          : fail("answer with elements, row,column: {}", example_answer(asked));
  }
  if (tile.rows == 1) {
    for (const double index : *indices) {
      if (index >= elements)
        return fail("stay within {0}: its elements are 0 to {1}, so there is no {0}[{2}]", tile.name, elements - 1,
                    index);
      answer.push_back(index);
    }
    return {};
  }
  const double row = indices->front(), column = indices->back();
  if (row >= static_cast<double>(tile.rows) || column >= elements) {
    return fail("stay within {0}: its rows are 0 to {1} and its columns 0 to {2}, so there is no {0}[{3}][{4}]",
                tile.name, tile.rows - 1, elements - 1, row, column);
  }
  answer.push_back(row * elements + column);
  return {};
}

/// The one word with a digit among others: "32" of "32 wavefronts", "5" of "bank 5". Several words with digits are
/// none.
std::string_view number_in(const std::vector<std::string_view>& words) {
  std::string_view found;
  for (const std::string_view word : words) {
    if (words.size() > 1 && word.find_first_of("0123456789") == std::string_view::npos) continue;
    if (!found.empty()) return {};
    found = word;
  }
  return found;
}

/// Lanes that are none of the right ones, two and some in a row where there are as many: "0 4-6".
std::string example_lanes(const Asked& asked) {
  std::string text;
  unsigned parts = 0;
  for (unsigned lane = 0; lane < kWarpSize && parts < 3; ++lane) {
    const auto is_wrong = [&](unsigned one) {
      return one < kWarpSize && one != asked.question.lane && std::ranges::find(asked.right, one) == asked.right.end();
    };
    if (!is_wrong(lane)) continue;
    const bool is_range = parts == 2 && is_wrong(lane + 1);
    if (parts == 2 && !is_range) continue;
    text += fmt::format("{}{}", parts == 0 ? "" : " ", lane);
    if (is_range) text += fmt::format("-{}", lane + 1);
    ++parts;
    lane += 2;
  }
  // Where all others conflict with it, the lane that is asked about is the only one left.
  if (text.empty()) text = asked.question.lane ? std::to_string(*asked.question.lane) : "0 4 8-11";
  return text;
}

/// An order of the kernels that is not the right one: "2 1 3".
std::string example_order(const Asked& asked) {
  Answer order(asked.costs.size());
  std::iota(order.begin(), order.end(), 1.0);
  std::swap(order.at(0), order.at(1));
  const bool is_right =
      std::ranges::equal(order, asked.right, [](double one, double right) { return one == right + 1; });
  if (is_right) std::ranges::sort(order);
  return fmt::format("{}", fmt::join(order, " "));
}

Result<Answer> typed_order(const std::vector<std::string_view>& words, const Asked& asked) {
  Answer answer;
  for (const std::string_view word : words) answer.push_back(parse_whole(word).value_or(0) - 1);
  Answer sorted = answer;
  std::sort(sorted.begin(), sorted.end());
  Answer all(asked.costs.size());
  std::iota(all.begin(), all.end(), 0.0);
  if (sorted == all) return answer;
  return fail("answer with the numbers of all {} kernels, the cheapest first: {}", all.size(), example_answer(asked));
}

Result<Answer> typed_lanes(const std::vector<std::string_view>& words, const Asked& asked) {
  Answer answer;
  const bool are_lanes =
      std::ranges::all_of(words, [&](const std::string_view word) { return add_range(word, kWarpSize - 1, answer); });
  if (are_lanes && !words.empty()) return answer;
  return fail("answer with lanes, 0 to 31: {}, or none", example_answer(asked));
}

}  // namespace

Result<Answer> answer_from_text(const Asked& asked, std::string_view text) {
  const bool is_set = asked.question.kind == QuestionKind::lanes || asked.question.kind == QuestionKind::cells;
  std::string listed = is_set ? without_list_words(trim(text)) : std::string(text);
  if (asked.question.kind == QuestionKind::lanes) std::ranges::replace(listed, ',', ' ');
  const std::string_view whole = trim(listed);
  const auto words = words_in(whole);
  Answer answer;
  switch (asked.question.kind) {
    case QuestionKind::time:
      // "yes, they cost time"
      if (const auto verdict = whole.substr(0, whole.find(',')); verdict == "yes" || verdict == "no") {
        return Answer{verdict == "yes" ? 1.0 : 0.0};
      }
      return fail("answer yes or no");
    case QuestionKind::choice: {
      const auto number = parse_whole(whole);
      const auto count = static_cast<double>(asked.question.options.size());
      if (!number || *number < 1 || *number > count) return fail("answer with the number of a choice, 1 to {}", count);
      return Answer{*number - 1};
    }
    case QuestionKind::order:
      return typed_order(words, asked);
    case QuestionKind::lanes: {
      if (whole == "none" || whole == translated("no lane")) return Answer{};
      TRY(answer, typed_lanes(words, asked));
      break;
    }
    case QuestionKind::cells:
      // Of nothing it is said what an answer looks like.
      for (const std::string_view word : words.empty() ? std::vector<std::string_view>{{}} : words) {
        TRY(add_cells(word, asked, answer));
      }
      break;
    case QuestionKind::transactions: {
      const auto number = parse_number(number_in(words));
      const bool is_number = number && *number >= 0 && *number <= 1e9;
      if (!is_number) return fail("answer with a number");
      return Answer{*number};
    }
    default: {
      const auto number = parse_whole(number_in(words));
      if (!number) return fail("answer with a whole number");
      return Answer{*number};
    }
  }
  std::sort(answer.begin(), answer.end());
  answer.erase(std::unique(answer.begin(), answer.end()), answer.end());
  return answer;
}

std::string typed_set(const Asked& asked, const Answer& answer) {
  std::string text;
  for (const double one : answer) {
    const auto at = static_cast<std::uint64_t>(one);
    if (!text.empty()) text += ' ';
    const bool is_cell = asked.question.kind == QuestionKind::cells && asked.at.run->tile->rows > 1;
    const std::uint64_t elements = is_cell ? asked.at.run->tile->row_elements() : 1;
    text += is_cell ? fmt::format("{},{}", at / elements, at % elements) : std::to_string(at);
  }
  return text;
}

std::string example_answer(const Asked& asked) {
  if (asked.question.kind == QuestionKind::lanes) return example_lanes(asked);
  if (asked.question.kind == QuestionKind::order) return example_order(asked);
  if (asked.question.kind != QuestionKind::cells) return {};
  Answer cells;
  for (double cell = 0; cells.size() < 2 && cell <= static_cast<double>(asked.right.size()) + 1; ++cell) {
    if (std::ranges::find(asked.right, cell) == asked.right.end()) cells.push_back(cell);
  }
  return typed_set(asked, cells);
}

}  // namespace bankloom::learn
