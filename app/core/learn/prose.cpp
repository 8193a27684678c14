#include "core/learn/prose.h"

#include <md4c.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <utility>

#include "core/base/characters.h"
#include "core/base/language.h"
#include "core/base/text_lines.h"

namespace bankloom::learn {
namespace {

/// Takes a word from the front of a text; false where it begins with another.
bool take_word(std::string_view& text, std::string_view word) {
  if (!text.starts_with(word)) return false;
  text.remove_prefix(word.size());
  return true;
}

std::optional<unsigned> take_number(std::string_view& text) {
  unsigned number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc()) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return number;
}

std::optional<Named> named_element(std::string_view code) {
  const std::size_t name = code.find('[');
  if (name == 0 || name == std::string_view::npos) return std::nullopt;
  code.remove_prefix(name);
  Named named;
  for (auto* const index : {&named.row, &named.column}) {
    if (!take_word(code, "[")) return std::nullopt;
    *index = take_number(code);
    if (!*index || !take_word(code, "]")) return std::nullopt;
  }
  return code.empty() ? std::optional(named) : std::nullopt;
}

/// Reads what md4c finds into blocks. Its texts are parts of the source, which is how lines are known.
class Reader {
 public:
  Reader(std::string_view source, std::string_view file, unsigned line) : source_(source), file_(file), first_(line) {}

  Result<std::vector<Block>> read() {
    MD_PARSER parser{};
    parser.flags = MD_FLAG_NOHTML | MD_FLAG_NOINDENTEDCODEBLOCKS;
    parser.enter_block = [](MD_BLOCKTYPE type, void* detail, void* self) {
      return static_cast<Reader*>(self)->enter(type, detail);
    };
    parser.leave_block = [](MD_BLOCKTYPE type, void*, void* self) { return static_cast<Reader*>(self)->leave(type); };
    parser.enter_span = [](MD_SPANTYPE type, void* detail, void* self) {
      return static_cast<Reader*>(self)->begin_span(type, detail);
    };
    parser.leave_span = [](MD_SPANTYPE, void*, void* self) { return static_cast<Reader*>(self)->end_span(); };
    parser.text = [](MD_TEXTTYPE type, const MD_CHAR* text, MD_SIZE size, void* self) {
      return static_cast<Reader*>(self)->take(type, std::string_view(text, size));
    };
    const int status = md_parse(source_.data(), static_cast<MD_SIZE>(source_.size()), &parser, this);
    if (problem_) return fail_with(*std::move(problem_));
    if (status != 0) return fail_with(at_line(file_, first_, message("the text cannot be read as Markdown")));
    return std::move(blocks_);
  }

 private:
  int refuse(std::string_view what) {
    problem_ = at_line(file_, std::max(line_, first_), what);
    return 1;
  }

  void begin(Block::Kind kind) {
    blocks_.emplace_back().kind = kind;
    part_ = PartKind::words;
    is_open_ = true;
  }

  int enter(MD_BLOCKTYPE type, void* detail) {
    switch (type) {
      case MD_BLOCK_H:
        begin(Block::Kind::heading);
        blocks_.back().level = static_cast<MD_BLOCK_H_DETAIL*>(detail)->level;
        return 0;
      case MD_BLOCK_P:
        if (!is_open_) begin(Block::Kind::paragraph);
        return 0;
      case MD_BLOCK_LI:
        begin(Block::Kind::item);
        return 0;
      case MD_BLOCK_CODE: {
        begin(Block::Kind::fence);
        const MD_ATTRIBUTE& info = static_cast<MD_BLOCK_CODE_DETAIL*>(detail)->info;
        if (info.size != 0) blocks_.back().info.assign(info.text, info.size);
        return 0;
      }
      case MD_BLOCK_DOC:
      case MD_BLOCK_OL:
        return 0;
      default:
        return refuse("a lesson has headings, paragraphs, fenced blocks and numbered lists, and nothing else");
    }
  }

  int leave(MD_BLOCKTYPE type) {
    if (type == MD_BLOCK_DOC || type == MD_BLOCK_OL) return 0;
    is_open_ = false;
    if (blocks_.back().line == 0) blocks_.back().line = std::max(line_, first_);  // an empty one
    return split_numbers();
  }

  int begin_span(MD_SPANTYPE type, void* detail) {
    outer_ = part_;
    about_.clear();
    switch (type) {
      case MD_SPAN_CODE:
        part_ = PartKind::code;
        break;
      case MD_SPAN_EM:
      case MD_SPAN_STRONG:
        part_ = PartKind::strong;
        break;
      case MD_SPAN_A: {
        const MD_ATTRIBUTE& target = static_cast<MD_SPAN_A_DETAIL*>(detail)->href;
        about_.assign(target.text == nullptr ? "" : target.text, target.size);
        if (about_.empty() || about_.front() != '#') return refuse("a link leads to a term of the glossary: #bank");
        about_.erase(0, 1);
        std::replace(about_.begin(), about_.end(), '-', ' ');
        part_ = PartKind::term;
        break;
      }
      default:
        return refuse("the text has what a lesson cannot show: only code, bold words and links to terms are allowed");
    }
    starts_part_ = true;
    return 0;
  }

  int end_span() {
    part_ = outer_;
    about_.clear();
    starts_part_ = true;
    return 0;
  }

  int take(MD_TEXTTYPE type, std::string_view text) {
    if (type == MD_TEXT_NULLCHAR) return refuse("the text has a zero byte");
    Block& block = blocks_.back();
    if (text.data() >= source_.data() && text.data() < source_.data() + source_.size()) {
      const auto before = static_cast<std::ptrdiff_t>(text.data() - source_.data());
      line_ = first_ + static_cast<unsigned>(std::count(source_.begin(), source_.begin() + before, '\n'));
      // Empty lines at the begin of a fence are no part of the source.
      const auto empty = static_cast<unsigned>(std::count(block.text.begin(), block.text.end(), '\n'));
      if (block.line == 0) block.line = line_ - empty;
    }
    if (block.kind == Block::Kind::fence) {
      block.text += text;
      return 0;
    }
    Prose& prose = block.prose;
    if (std::exchange(is_line_end_, type == MD_TEXT_SOFTBR || type == MD_TEXT_BR)) join_lines(prose, text);
    if (is_line_end_) text = " ";
    if (prose.empty() || starts_part_ || prose.back().kind != part_) prose.push_back({part_, {}, about_, block.line});
    starts_part_ = false;
    prose.back().text += text;
    return 0;
  }

  /// Takes the blank of a line's end away beside a Chinese character, which has none.
  void join_lines(Prose& prose, std::string_view next) {
    prose.back().text.pop_back();
    const bool is_alone = prose.back().text.empty();
    const std::string_view before = !is_alone          ? prose.back().text
                                    : prose.size() > 1 ? prose[prose.size() - 2].text
                                                       : std::string_view();
    if (!is_wide(last_character(before)) && !is_wide(character_at(next, 0).code)) {
      prose.back().text += ' ';
    } else if (is_alone) {
      prose.pop_back();
      starts_part_ = true;
    }
  }

  /// "{words:# word|# words}" within words becomes a number.
  int split_numbers() {
    Prose split;
    for (Part& part : blocks_.back().prose) {
      // `línea 9|line 9`: in another language what is named stands behind the words for it.
      const std::size_t bar = part.kind == PartKind::code ? part.text.rfind('|') : std::string::npos;
      if (bar != std::string::npos && named_by(std::string_view(part.text).substr(bar + 1))) {
        part.about = part.text.substr(bar + 1);
        part.text.resize(bar);
      }
      if (part.kind != PartKind::words && part.kind != PartKind::strong) {
        split.push_back(std::move(part));
        continue;
      }
      std::string_view rest = part.text;
      while (!rest.empty()) {
        const std::size_t open = rest.find('{');
        if (open != 0) split.push_back({part.kind, std::string(rest.substr(0, open)), {}, part.line});
        if (open == std::string_view::npos) break;
        const std::size_t close = rest.find('}', open);
        if (close == std::string_view::npos) return refuse("'{' is not closed: a number is written {wavefronts}");
        const std::string_view inside = rest.substr(open + 1, close - open - 1);
        const std::size_t colon = std::min(inside.find(':'), inside.size());
        const std::string_view forms = inside.substr(std::min(colon + 1, inside.size()));
        split.push_back({PartKind::number, std::string(forms), std::string(inside.substr(0, colon)), part.line});
        rest.remove_prefix(close + 1);
      }
    }
    blocks_.back().prose = std::move(split);
    return 0;
  }

  std::string_view source_, file_;
  unsigned first_, line_ = 0;
  std::vector<Block> blocks_;
  bool is_open_ = false, starts_part_ = false;
  bool is_line_end_ = false;  ///< the last text was one, and stands as a blank
  PartKind part_ = PartKind::words, outer_ = PartKind::words;
  std::string about_;
  std::optional<Error> problem_;
};

constexpr std::array<std::string_view, 31> kNumberWords = {
    "zero",      "two",      "three",    "four",    "five",     "six",      "seven",   "eight",
    "nine",      "ten",      "eleven",   "twelve",  "thirteen", "fourteen", "fifteen", "sixteen",
    "seventeen", "eighteen", "nineteen", "twenty",  "thirty",   "forty",    "fifty",   "sixty",
    "seventy",   "eighty",   "ninety",   "hundred", "thousand", "million",  "dozen"};
/// Facts of every machine here, and of no run.
constexpr std::array<std::string_view, 8> kConstants = {"32 lanes", "32 threads", "32 banks", "32 words",
                                                        "4 bytes",  "8 bytes",    "32 bytes", "128 bytes"};

bool is_letter(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0; }

}  // namespace

std::optional<Named> named_by(std::string_view code) {
  Named named;
  if (take_word(code, "lanes ") || take_word(code, "lane ")) {
    const auto first = take_number(code);
    const auto last = take_word(code, " to ") ? take_number(code) : first;
    if (!first || !last || *first > *last || *last >= kWarpSize) return std::nullopt;
    named.lanes = first_lanes(*last + 1) & ~first_lanes(*first);
  } else if (take_word(code, "line ")) {
    named.line = take_number(code);
  } else if (take_word(code, "warp ")) {
    named.warp = take_number(code);
  } else if (take_word(code, "bank ")) {
    named.bank = take_number(code);
  } else {
    return named_element(code);
  }
  if (!code.empty() || named == Named{}) return std::nullopt;
  return named;
}

std::optional<Named> named_by(const Part& code) { return named_by(code.about.empty() ? code.text : code.about); }

Error at_line(std::string_view file, unsigned line, std::string_view what) {
  return {fmt::format("{}:{}: {}", file, line, what)};
}

Result<std::vector<Block>> read_markdown(std::string_view text, std::string_view file, unsigned line) {
  return Reader(text, file, line).read();
}

Result<Prose> read_prose(std::string_view text, std::string_view file, unsigned line) {
  TRY(auto blocks, read_markdown(text, file, line));
  if (blocks.size() != 1 || blocks.front().kind != Block::Kind::paragraph) {
    return fail_with(at_line(file, line, message("one paragraph of sentences belongs here")));
  }
  return std::move(blocks.front().prose);
}

std::optional<std::string> typed_number(const Prose& prose) {
  std::string text;
  for (const Part& part : prose) text += part.kind == PartKind::code || part.kind == PartKind::number ? "`" : part.text;
  const std::string_view whole = text;
  for (std::size_t at = 0; at < whole.size();) {
    std::size_t end = at;
    while (end < whole.size() && is_letter(whole[end])) ++end;
    if (end == at) {
      ++at;
      continue;
    }
    const std::string_view word = whole.substr(at, end - at);
    std::string lower(word);
    std::transform(lower.begin(), lower.end(), lower.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    const bool is_constant = std::any_of(kConstants.begin(), kConstants.end(),
                                         [&](std::string_view one) { return whole.substr(at).starts_with(one); });
    const auto is_word = [](std::string_view one) {
      return std::find(kNumberWords.begin(), kNumberWords.end(), one) != kNumberWords.end();
    };
    const bool is_number = std::any_of(word.begin(), word.end(), is_digit) || is_word(lower) ||
                           (lower.ends_with('s') && is_word(std::string_view(lower).substr(0, lower.size() - 1)));
    if (is_number && !is_constant) return std::string(word);
    at = end;
  }
  return std::nullopt;
}

unsigned sentence_count(const Prose& prose) {
  std::string text;
  for (const Part& part : prose) text += part.kind == PartKind::code ? "x" : part.text;
  unsigned count = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool ends = text[i] == '.' || text[i] == '?' || text[i] == '!';
    if (ends && (i + 1 == text.size() || text[i + 1] == ' ')) ++count;
  }
  return count;
}

}  // namespace bankloom::learn
