#include "core/wording/question_text.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>

#include "core/analysis/explanation.h"
#include "core/base/language.h"
#include "core/base/text_lines.h"
#include "core/learn/mistakes.h"
#include "core/wording/measurement.h"
#include "core/wording/numbers.h"

namespace bankloom {

using namespace wording;
namespace {

using learn::Asked;
using learn::Mistake;
using learn::QuestionKind;
using learn::WrongAnswer;

Count count_of(double number) { return {static_cast<std::uint64_t>(std::llround(number))}; }

/// Of a set that is not empty.
unsigned last_lane(LaneMask lanes) { return kWarpSize - 1 - static_cast<unsigned>(std::countl_zero(lanes)); }

/// "tile[3][0]"; of an array with one row "line[5]".
std::string element_name(const TileGeometry& tile, double cell) {
  const auto index = static_cast<std::uint64_t>(cell);
  if (tile.rows == 1) return fmt::format("{}[{}]", tile.name, index);
  return fmt::format("{}[{}][{}]", tile.name, index / tile.row_elements(), index % tile.row_elements());
}

/// "lanes 0, 4, 8-11": each lane of a set that is not empty.
Text all_lanes_text(LaneMask lanes) {
  if (lane_count(lanes) <= 4) return named_lanes_text(lanes);
  std::vector<std::string> ranges;
  for (unsigned lane = 0; lane < kWarpSize; ++lane) {
    if (!has_lane(lanes, lane)) continue;
    const unsigned first = lane;
    while (lane + 1 < kWarpSize && has_lane(lanes, lane + 1)) ++lane;
    ranges.push_back(first == lane ? std::to_string(first) : fmt::format("{}-{}", first, lane));
  }
  return say("lanes {list}", "list"_a = join(ranges, list_sign()));
}

/// 0: it reads, 1: it writes, 2: it updates.
Case case_of(AccessOp op) {
  const bool reads = op == AccessOp::load || op == AccessOp::ldmatrix;
  return {reads ? 0U : is_atomic(op) ? 2U : 1U};
}

/// What a wrong count is said of: the access, what it costs and why.
struct Hand {
  const Asked& asked;
  MemoryAccess access = asked.at.access();
  const MachineModel& machine = asked.at.run->machine;
  Explanation why = explain_why(machine, access, explain_request(machine, access));
  [[nodiscard]] Case op() const { return case_of(access.op); }
};

Text broadcast_reply(const Hand& hand, const WrongAnswer& wrong) {
  return say(
      "In bank {bank}, {lanes} {op:read|write|update} the same word: one wavefront serves all of them, so they do not "
      "conflict.",
      "bank"_a = wrong.bank, "lanes"_a = all_lanes_text(wrong.lanes), "op"_a = hand.op());
}

/// The element whose bank is asked for; empty where the address is none of the tile's.
std::string asked_element(const Hand& hand, const WrongAnswer& wrong) {
  const auto& tile = hand.asked.at.run->tile;
  const auto element = tile ? tile->element_at(wrong.address) : std::nullopt;
  if (!element) return {};
  return element_name(*tile, static_cast<double>(element->row * tile->row_elements() + element->column));
}

/// A number that the banks' is made of.
Text number_of_bank_reply(const Hand& hand, const WrongAnswer& wrong) {
  const Count number = count_of(wrong.answer.front());
  const unsigned banks = hand.machine.banks, size = hand.machine.bank_bytes;
  switch (wrong.mistake) {
    case Mistake::row:
      return say("{number} is the row of {element}, not its bank.", "number"_a = number,
                 "element"_a = asked_element(hand, wrong));
    case Mistake::column:
      return say("{number} is the {what:column|index} of {element}, not its bank.", "number"_a = number,
                 "what"_a = Case{hand.asked.at.run->tile->rows == 1 ? 1U : 0U},
                 "element"_a = asked_element(hand, wrong));
    case Mistake::word:
      return say(
          "{number} is the number of the word: divide it by the {banks} banks, and the remainder is the number of "
          "the bank.",
          "number"_a = number, "banks"_a = banks);
    case Mistake::byte:
      return say(
          "{number} is the address of the first byte: a word has {size} bytes, and every {banks} words the banks begin "
          "again.",
          "number"_a = number, "size"_a = size, "banks"_a = banks);
    default:
      return say("Banks are counted in words of {size} bytes, not in bytes: divide byte {address} by {size} first.",
                 "size"_a = size, "address"_a = Count{wrong.address});
  }
}

Text padding_reply(const Hand& hand) {
  const TileGeometry& tile = *hand.asked.at.run->tile;
  if (hand.asked.question.kind != QuestionKind::padding) {
    return say("That would be right if a row of {name} had {columns} elements, but it has {row}.", "name"_a = tile.name,
               "columns"_a = tile.columns, "row"_a = tile.row_elements());
  }
  const std::uint64_t all_banks = std::uint64_t{hand.machine.banks} * hand.machine.bank_bytes;
  const std::uint64_t rows = all_banks / std::gcd(all_banks, std::uint64_t{tile.columns} * tile.element_bytes);
  const Count conflicts{hand.asked.paddings.at(0).conflicts};
  if (rows >= tile.rows) {
    return say("Without padding {conflicts:# bank conflict is|# bank conflicts are} left.", "conflicts"_a = conflicts);
  }
  return say(
      "Without padding {conflicts:# bank conflict is|# bank conflicts are} left: {rows:every row begins|row # begins} "
      "in the same bank as row 0.",
      "conflicts"_a = conflicts, "rows"_a = Count{rows});
}

/// The number that another instruction or another warp has, or several together.
Text other_access_reply(const Hand& hand, const WrongAnswer& wrong) {
  const std::uint32_t line = hand.access.source_line;
  switch (wrong.mistake) {
    case Mistake::other_instruction:
      return say(
          "That is the answer for the {other:load|store|atomic} in line {other_line}; the question is about the "
          "{op:load|store|atomic} in line {line}.",
          "other"_a = case_of(wrong.op), "other_line"_a = wrong.line, "op"_a = hand.op(), "line"_a = line);
    case Mistake::other_warp:
      return say("That is the answer for warp {other}; the question is about the request of warp {warp}.",
                 "other"_a = wrong.warp, "warp"_a = hand.access.warp);
    case Mistake::between_warps:
      return say(
          "You counted several warps together: each warp makes its own requests, and this one comes from warp {warp} "
          "alone.",
          "warp"_a = hand.access.warp);
    case Mistake::not_divided:
      return say("That is the sum over all requests of the line: divide it by their number.");
    default:
      return say("That is the number of requests that the line makes, not what each of them takes.");
  }
}

/// Things that are counted where the words of the busiest bank count, or the sectors.
Text count_of_others_reply(const Hand& hand, const WrongAnswer& wrong) {
  switch (wrong.mistake) {
    case Mistake::banks_counted:
      return say("That is how many banks are accessed. They work at the same time, so what counts is the busiest one.");
    case Mistake::words_counted:
      return say(
          "That is how many different words the request touches. Different banks work at the same time, so what counts "
          "is the busiest one.");
    case Mistake::bytes_counted:
      return say("That is the number of bytes: a sector has {size}.", "size"_a = hand.machine.sector_bytes);
    case Mistake::lines_as_sectors:
      return say("Those are lines of {line} bytes: a sector has {sector}.", "line"_a = hand.machine.line_bytes,
                 "sector"_a = hand.machine.sector_bytes);
    default:
      return say("The warp is not full: only {lanes:# lane takes|# lanes take} part.",
                 "lanes"_a = Count{lane_count(hand.access.active)});
  }
}

/// Whether the lanes of a request are served in groups. Of a mean each group may be a request of its own.
bool has_groups(const Hand& hand) {
  const RequestCounts& counts = hand.why.counts;
  return counts.phases > (hand.asked.question.kind == QuestionKind::transactions ? counts.requests : 1);
}

/// Wavefronts given for conflicts, or the other way round.
Text conflicts_reply(const Hand& hand) {
  const Case parts{has_groups(hand) ? 1U : 0U};
  if (hand.asked.question.kind == QuestionKind::conflicts) {
    return say(
        "Those are the wavefronts: the first wavefront {parts:of the request|of each group of lanes that is served "
        "together} is not a conflict.",
        "parts"_a = parts);
  }
  return say(
      "Those are only the bank conflicts: the first wavefront {parts:of the request|of each group of lanes that is "
      "served together} counts, too.",
      "parts"_a = parts);
}

Text lane_by_lane_reply(const Hand& hand, const WrongAnswer& wrong) {
  if (hand.access.space == Space::global) {
    return say("Not every lane takes a sector of its own: {lanes} access one sector of {size} bytes.",
               "lanes"_a = named_lanes_text(wrong.lanes), "size"_a = hand.machine.sector_bytes);
  }
  const unsigned a = first_lane(wrong.lanes), b = last_lane(wrong.lanes);
  if (hand.access.width > hand.machine.bank_bytes) {
    const auto bank = [&](unsigned lane, unsigned byte) {
      return learn::bank_of(hand.machine, hand.access.addresses[lane] + byte);
    };
    const unsigned end = hand.access.width - 1;
    return say(
        "Not every lane waits for every other: lane {a} needs banks {first_a} to {last_a} and lane {b} banks {first_b} "
        "to {last_b}, and different banks work at the same time.",
        "a"_a = a, "first_a"_a = bank(a, 0), "last_a"_a = bank(a, end), "b"_a = b, "first_b"_a = bank(b, 0),
        "last_b"_a = bank(b, end));
  }
  return say(
      "Not every lane waits for every other: lane {a} is in bank {bank_a} and lane {b} in bank {bank_b}, and different "
      "banks work at the same time.",
      "a"_a = a, "bank_a"_a = learn::bank_of(hand.machine, hand.access.addresses[a]), "b"_a = b,
      "bank_b"_a = learn::bank_of(hand.machine, hand.access.addresses[b]));
}

Text exchanged_reply(const Hand& hand, const WrongAnswer& wrong) {
  if (hand.asked.question.cell) {
    return say("That is the bank of {name}[{column}][{row}]: the first index is the row.",
               "name"_a = hand.asked.at.run->tile->name, "row"_a = hand.asked.question.cell->first,
               "column"_a = hand.asked.question.cell->second);
  }
  const unsigned lane = first_lane(wrong.lanes);
  const auto element = hand.asked.at.run->tile->element_at(hand.access.addresses[lane]);
  return say("Row and column are swapped: lane {lane} is at {name}[{row}][{column}], not at {name}[{column}][{row}].",
             "lane"_a = lane, "name"_a = hand.asked.at.run->tile->name, "row"_a = element->row,
             "column"_a = element->column);
}

Text lane_as_bank_reply(const Hand& hand, const WrongAnswer& wrong) {
  return say(
      "A lane's number is not its bank: lane {lane} {op:reads|writes|updates} byte {address}, and the word that lies "
      "there decides.",
      "lane"_a = first_lane(wrong.lanes), "op"_a = hand.op(), "address"_a = Count{wrong.address});
}

Text sectors_reply(const MachineModel& machine) {
  return say("Global memory is moved in sectors of {size} bytes: count those in which any lane has a byte.",
             "size"_a = machine.sector_bytes);
}

/// Of a number of wavefronts, or of conflicts.
Text count_reply(const Hand& hand) {
  // Counting lanes are merged: as in a load, the words count.
  const Case op = case_of(hand.access.op == AccessOp::increment ? AccessOp::load : hand.access.op);
  Text bank =
      hand.asked.question.kind == QuestionKind::conflicts
          ? say("Look for the bank {op:that is asked for the most different words|that gets the most different "
                "words|that the most lanes update}: each {op:of them|of them|update} after the first is a bank "
                "conflict.",
                "op"_a = op)
          : say("Look for the bank {op:that is asked for the most different words|that gets the most different "
                "words|that the most lanes update}: each {op:of them|of them|of these lanes} takes a wavefront.",
                "op"_a = op);
  if (!has_groups(hand)) return bank;
  return joined(
      {say("Not all lanes are served at once: count for each group that is served together, then add up."), bank});
}

/// What is right about a set that is wrong.
Text set_reply(const Asked& asked, const WrongAnswer& wrong) {
  const bool has_itself = asked.question.lane && std::ranges::count(wrong.answer, *asked.question.lane) != 0;
  const auto common = static_cast<std::size_t>(
      std::ranges::count_if(wrong.answer, [&](double one) { return std::ranges::count(asked.right, one) != 0; }));
  const std::size_t others = wrong.answer.size() - common - (has_itself ? 1 : 0);
  const Count right{common}, missing{asked.right.size() - common};
  std::vector<Text> sentences;
  if (has_itself) {
    sentences.push_back(say("Lane {lane} itself does not count: a lane does not conflict with itself.",
                            "lane"_a = *asked.question.lane));
  }
  if (wrong.answer.empty()) {
    sentences.push_back(say("There {missing:is one|are #}.", "missing"_a = missing));
  } else if (common == 0) {
    if (others != 0) sentences.push_back(say("None of these is right."));
  } else if (common == asked.right.size()) {
    sentences.push_back(others == 0 ? say("All others are right.")
                                    : say("All the right ones are among these, but {wrong:# is|# are} wrong.",
                                          "wrong"_a = Count{others}));
  } else if (others == 0) {
    sentences.push_back(
        say("{right:# of these is right|# of these are right}, and {missing:# is missing|# are missing}.",
            "right"_a = right, "missing"_a = missing));
  } else {
    sentences.push_back(
        say("{right:# of these is right|# of these are right}, {wrong:# is not|# are not}, and {missing:# is missing|# "
            "are missing}.",
            "right"_a = right, "wrong"_a = Count{others}, "missing"_a = missing));
  }
  return joined(sentences);
}

Text tried_padding_reply(const Asked& asked, const WrongAnswer& wrong) {
  const auto tried = asked.paddings.find(std::llround(wrong.answer.front()));
  if (tried == asked.paddings.end()) return say("Fewer elements are enough.");
  if (!tried->second.is_aligned)
    return say("With that padding wide elements do not begin at multiples of their size, which is a fault.");
  if (!tried->second.is_right) return say("With that padding the kernel has a fault or a wrong result.");
  if (tried->second.conflicts == 0) return say("That works, but less padding works, too.");
  return say("With that padding {conflicts:# bank conflict is|# bank conflicts are} left in all warps together.",
             "conflicts"_a = Count{tried->second.conflicts});
}

/// Where to count, for who gave a bank that is none of the numbers at hand.
Text bank_reply(const Hand& hand, const WrongAnswer& wrong) {
  if (wrong.answer.front() >= hand.machine.banks)
    return say("Banks are numbered 0 to {last}.", "last"_a = hand.machine.banks - 1);
  return say(
      "Count the words that lie before it, from bank 0 on: every {banks} words the banks begin again with bank 0.",
      "banks"_a = hand.machine.banks);
}

/// Of a wrong answer that is nothing else: what is right about it, or where to look.
Text other_reply(const Hand& hand, const WrongAnswer& wrong) {
  const Asked& asked = hand.asked;
  switch (asked.question.kind) {
    case QuestionKind::padding:
      return tried_padding_reply(asked, wrong);
    case QuestionKind::cells:
    case QuestionKind::lanes:
      return set_reply(asked, wrong);
    case QuestionKind::bank:
      return bank_reply(hand, wrong);
    case QuestionKind::order: {
      std::size_t at = 0;
      while (wrong.answer[at] == asked.right[at]) ++at;
      if (at == 0) return say("The cheapest is a different one.");
      return say("The first {at:one is right|# are right}, but the next is not.", "at"_a = Count{at});
    }
    default:
      return hand.access.space == Space::global ? sectors_reply(hand.machine) : count_reply(hand);
  }
}

}  // namespace

Text number_text(double number, std::string_view forms) {
  const bool is_whole = number == std::round(number);
  const std::string figure = is_whole ? Text(plain_number_text(number)).str() : ratio_text(number).str();
  if (forms.empty()) return Text(figure);
  std::string text(choose_form(forms, number == 1 ? 0 : 1));
  if (const std::size_t at = text.find('#'); at != std::string::npos) text.replace(at, 1, figure);
  return Text(text);
}

Text prose_text(const learn::Prose& prose, const learn::RunNumbers& numbers, bool marks_code) {
  std::string text;
  for (const learn::Part& part : prose) {
    if (part.kind == learn::PartKind::number) {
      const auto found = numbers.find(part.about);
      text += found == numbers.end() ? "{" + part.about + "}" : number_text(found->second, part.text).str();
    } else if (part.kind == learn::PartKind::code && marks_code) {
      text += "`" + part.text + "`";
    } else {
      text += part.text;
    }
  }
  return Text(text);
}

Text answer_form_text(const Asked& asked) {
  switch (asked.question.kind) {
    case QuestionKind::lanes:
      return say("lanes: {example}, or none", "example"_a = learn::example_answer(asked));
    case QuestionKind::cells:
      return asked.at.run->tile->rows == 1
                 ? say("indices of {name}: {example}", "name"_a = asked.at.run->tile->name,
                       "example"_a = learn::example_answer(asked))
                 : say("elements, row,column: {example}", "example"_a = learn::example_answer(asked));
    case QuestionKind::choice:
      return say("the number of one of them");
    case QuestionKind::order:
      return say("their numbers, the cheapest first: {example}", "example"_a = learn::example_answer(asked));
    case QuestionKind::time:
      return say("yes or no");
    default:
      return say("a number");
  }
}

Text answer_text(const Asked& asked, const learn::Answer& answer) {
  const double number = answer.empty() ? 0 : answer.front();
  switch (asked.question.kind) {
    case QuestionKind::wavefronts:
      return say("{n:# wavefront|# wavefronts}", "n"_a = count_of(number));
    case QuestionKind::conflicts:
      return say("{n:# bank conflict|# bank conflicts}", "n"_a = count_of(number));
    case QuestionKind::sectors:
      return say("{n:# sector|# sectors}", "n"_a = count_of(number));
    case QuestionKind::transactions:
      return say("{n} transactions per request", "n"_a = ratio_text(number));
    case QuestionKind::padding:
      return say("{n:# element|# elements} of padding", "n"_a = count_of(number));
    case QuestionKind::bank:
      return say("bank {n}", "n"_a = number);
    case QuestionKind::time:
      return say("{yes:no, not measurably|yes, it takes longer}", "yes"_a = Case{number == 0 ? 0U : 1U});
    case QuestionKind::choice:
      return prose_text(asked.question.options[static_cast<std::size_t>(number)].text, asked.numbers);
    case QuestionKind::lanes: {
      LaneMask lanes = 0;
      for (const double lane : answer) lanes |= lane_bit(static_cast<unsigned>(lane));
      return lanes == 0 ? say("no lane") : all_lanes_text(lanes);
    }
    case QuestionKind::cells: {
      std::vector<std::string> names;
      for (const double cell : answer) names.push_back(element_name(*asked.at.run->tile, cell));
      if (names.size() <= 8) return names.empty() ? say("no element") : list_text(names);
      const std::size_t more = names.size() - 3;
      names.resize(3);
      return say("{first} and {n:# more|# more}", "first"_a = join(names, list_sign()), "n"_a = Count{more});
    }
    case QuestionKind::order: {
      std::vector<std::string> names;
      for (const double index : answer) {
        const Choice& choice = asked.question.ranked[static_cast<std::size_t>(index)];
        std::string name = choice.kernel.substr(choice.kernel.find('/') + 1);
        for (const auto& [option, value] : choice.options) name += fmt::format(" {}={}", option, value);
        names.push_back(std::move(name));
      }
      return list_text(names);
    }
  }
  return {};
}

/// Whether the access that was timed alone is one in which kernel and twin differ.
bool times_a_conflict(const KernelMeasurement& measured) {
  const auto& own = measured.own.timed_accesses;
  if (own.empty() || !measured.twin) return true;
  const auto& others = measured.twin->timed_accesses;
  const auto same =
      std::ranges::find_if(others, [&](const TimedAccess& other) { return own.front().same_access(other); });
  return same == others.end() || same->wavefronts != own.front().wavefronts;
}

/// Cycles of an H200 at 1.98 GHz in a step of the clock of launches, 32 ns.
constexpr std::uint64_t kCyclesOfAStep = 63;

std::uint64_t conflicts_of_a_block(const RunSummary& run) {
  const KernelCost& cost = run.cost;
  return (cost.shared_load.bank_conflicts + cost.shared_store.bank_conflicts + cost.shared_atomic.bank_conflicts) /
         std::max<std::uint64_t>(run.instance.grid.count(), 1);
}

Text time_reply_text(const Asked& asked) {
  const auto& comparison = asked.measured->comparison(asked.reading);
  const Text origin = origin_text(asked.measured->origin());
  const Case reading{static_cast<std::size_t>(asked.reading)};
  const bool is_hidden = comparison->verdict == Verdict::hidden;
  std::vector<Text> sentences = {
      is_hidden
          ? say("{reading:One launch does|A full GPU does|One request after another does} not take measurably longer "
                "with "
                "the bank conflicts than without them, {origin}.",
                "reading"_a = reading, "origin"_a = origin)
          : say("{reading:One launch takes|A full GPU takes|One request after another takes} {verdict} with the bank "
                "conflicts than without them, {origin}.",
                "reading"_a = reading, "verdict"_a = verdict_text(*comparison), "origin"_a = origin)};
  std::vector<std::string> all;
  for (const ReadingKind kind : kReadingKinds) {
    const auto& one = asked.measured->comparison(kind);
    if (!one || one->verdict == Verdict::unknown) continue;
    if (kind == ReadingKind::cycles && !times_a_conflict(*asked.measured)) continue;
    all.push_back(say("{reading:one launch|the GPU filled|one request after another}: {verdict}",
                      "reading"_a = Case{static_cast<std::size_t>(kind)}, "verdict"_a = verdict_text(*one))
                      .str());
  }
  if (all.size() > 1) sentences.push_back(say("All readings: {list}.", "list"_a = join(all, "; ")));
  // As measured on an H200: durations by CUPTI are multiples of 32 ns.
  if (is_hidden && asked.reading == ReadingKind::one_block && conflicts_of_a_block(*asked.at.run) < kCyclesOfAStep) {
    sentences.push_back(
        say("The clock of a launch moves in steps of about 0.03 µs, so a few wavefronts cannot be seen in it."));
  }
  return joined(sentences);
}

Text right_text(const Asked& asked, bool is_shown) {
  const Text answer = answer_text(asked, asked.right);
  std::vector<Text> sentences{
      say("{right:The answer:|Right:} {answer}.", "right"_a = Case{is_shown ? 0U : 1U}, "answer"_a = answer),
      prose_text(asked.question.why, numbers_of_why(asked), true)};
  if (asked.question.kind == QuestionKind::choice && !is_shown) sentences.front() = say("Right.");
  if (asked.question.kind == QuestionKind::time) sentences.push_back(time_reply_text(asked));
  return joined(sentences);
}

// NOLINTNEXTLINE(readability-function-size): a table of mistakes
Text reply_text(const Asked& asked, const WrongAnswer& wrong) {
  const Hand hand{asked};
  switch (wrong.mistake) {
    case Mistake::row:
    case Mistake::column:
    case Mistake::word:
    case Mistake::byte:
    case Mistake::bytes_as_words:
      return number_of_bank_reply(hand, wrong);
    case Mistake::lane_as_bank:
      return lane_as_bank_reply(hand, wrong);
    case Mistake::conflicts_for_wavefronts:
      return conflicts_reply(hand);
    case Mistake::broadcast_counted:
      return broadcast_reply(hand, wrong);
    case Mistake::lane_by_lane:
      return lane_by_lane_reply(hand, wrong);
    case Mistake::banks_counted:
    case Mistake::words_counted:
    case Mistake::bytes_counted:
    case Mistake::lines_as_sectors:
    case Mistake::full_warp:
      return count_of_others_reply(hand, wrong);
    case Mistake::phases_forgotten:
      return say("Not all lanes are served at once: {lanes} are, and only these can conflict with each other.",
                 "lanes"_a = all_lanes_text(wrong.lanes));
    case Mistake::padding_forgotten:
      return padding_reply(hand);
    case Mistake::x_and_y_exchanged:
      return exchanged_reply(hand, wrong);
    case Mistake::usual_banks:
      return say("This machine does not have 32 banks of 4 bytes: it has {banks} banks of {size} bytes.",
                 "banks"_a = hand.machine.banks, "size"_a = hand.machine.bank_bytes);
    case Mistake::other_instruction:
    case Mistake::other_warp:
    case Mistake::between_warps:
    case Mistake::not_divided:
    case Mistake::requests_counted:
      return other_access_reply(hand, wrong);
    case Mistake::dearest_first:
      return say("That is the other way round: the cheapest comes first.");
    case Mistake::always_costs:
    case Mistake::never_costs:
      return time_reply_text(asked);
    case Mistake::chosen:
    case Mistake::written:
      return prose_text(*learn::written_reply(asked, wrong), asked.numbers, true);
    case Mistake::itself:
    case Mistake::other:
      break;
  }
  return other_reply(hand, wrong);
}

namespace {

/// Other sizes and other contents, which a text must be right for, too.
Text again_text(const learn::Exercise::Again& again) {
  std::vector<std::string> options, buffers;
  for (const auto& [name, value] : again.options) options.push_back(fmt::format("{} = {}", name, value));
  for (const auto& [name, value] : again.trial.values) buffers.push_back(name);
  const std::string size = join(options, list_sign()), values = join(buffers, list_sign());
  if (buffers.empty()) return say("the output is right for {size}, too", "size"_a = size);
  if (options.empty()) return say("the output is right for other values of {buffers}, too", "buffers"_a = values);
  return say("the output is right for {size} and other values of {buffers}, too", "size"_a = size,
             "buffers"_a = values);
}

}  // namespace

Text check_text(const learn::Exercise& exercise, const learn::CheckResult& check) {
  switch (check.kind) {
    case learn::CheckKind::compiles:
      return say("it compiles and runs");
    case learn::CheckKind::no_fault:
      return say("no fault is found");
    case learn::CheckKind::right_output:
      return say("the output is right");
    case learn::CheckKind::again:
      return again_text(exercise.again[check.index]);
    case learn::CheckKind::words:
      return Text(exercise.words_meaning);
    case learn::CheckKind::condition:
      return Text(exercise.checks[check.index].meaning);
  }
  return {};
}

Text copy_check_text(unsigned percent, std::optional<double> part) {
  if (!part) return say("on a GPU, at least {percent} % of its own copy (not measured here)", "percent"_a = percent);
  return say("on a GPU, at least {percent} % of its own copy: {part} measured here", "percent"_a = percent,
             "part"_a = percent_text(*part));
}

}  // namespace bankloom
