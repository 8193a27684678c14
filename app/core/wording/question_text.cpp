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

/// "tile[3][0]".
std::string element_name(const TileGeometry& tile, double cell) {
  const auto index = static_cast<std::uint64_t>(cell);
  return fmt::format("{}[{}][{}]", tile.name, index / tile.row_elements(), index % tile.row_elements());
}

/// What a wrong count is said of: the access, what it costs and why.
struct Hand {
  const Asked& asked;
  MemoryAccess access = asked.at.access();
  const MachineModel& machine = asked.at.run->machine;
  Explanation why = explain_why(machine, access, explain_request(machine, access));
  /// 0: they read, 1: they write, 2: they update.
  [[nodiscard]] Case op() const {
    const bool reads = access.op == AccessOp::load || access.op == AccessOp::ldmatrix;
    return {reads ? 0U : access.op == AccessOp::atomic || access.op == AccessOp::reduction ? 2U : 1U};
  }
};

Text broadcast_reply(const Hand& hand, const WrongAnswer& wrong) {
  return say(
      "In bank {bank}, {lanes} {op:read|write|update} the same word: one wavefront serves all of them, so they do not "
      "conflict.",
      "bank"_a = wrong.bank, "lanes"_a = named_lanes_text(wrong.lanes), "op"_a = hand.op());
}

Text bytes_reply(const Hand& hand, const WrongAnswer& wrong) {
  if (hand.asked.question.kind == QuestionKind::padding) {
    return say("The padding is counted in elements of {size} bytes, not in bytes.",
               "size"_a = hand.asked.at.run->tile->element_bytes);
  }
  const unsigned size = hand.machine.bank_bytes;
  if (hand.asked.question.kind == QuestionKind::bank) {
    return say("Banks are counted in words of {size} bytes, not in bytes: divide byte {address} by {size} first.",
               "size"_a = size, "address"_a = Count{wrong.address});
  }
  const unsigned lane = last_lane(wrong.lanes);
  return say(
      "Banks are counted in words of {size} bytes, not in bytes: lane {lane} is at byte {address}, which lies in word "
      "{word}.",
      "size"_a = size, "lane"_a = lane, "address"_a = Count{hand.access.addresses[lane]},
      "word"_a = Count{hand.access.addresses[lane] / size});
}

Text padding_reply(const Hand& hand) {
  const TileGeometry& tile = *hand.asked.at.run->tile;
  if (hand.asked.question.kind == QuestionKind::padding) {
    const std::uint64_t all_banks = std::uint64_t{hand.machine.banks} * hand.machine.bank_bytes;
    const std::uint64_t rows = all_banks / std::gcd(all_banks, std::uint64_t{tile.columns} * tile.element_bytes);
    return say(
        "Without padding {conflicts:# bank conflict is|# bank conflicts are} left: {rows:every row begins in the same "
        "bank|every # rows one begins in the same bank again}.",
        "conflicts"_a = Count{hand.asked.paddings.at(0).conflicts}, "rows"_a = Count{rows});
  }
  return say("You left out the padding: with it a row of {name} is {row} elements long, not {columns}.",
             "name"_a = tile.name, "row"_a = tile.row_elements(), "columns"_a = tile.columns);
}

Text padding_of_rows_reply(const Hand& hand, const WrongAnswer& wrong) {
  const TileGeometry& tile = *hand.asked.at.run->tile;
  if (hand.asked.question.kind == QuestionKind::padding) {
    const auto tried = hand.asked.paddings.at(std::llround(wrong.answer.front()));
    return say(
        "That would do for rows of {rows} elements, but the rows of {name} have {columns}: with it {conflicts:# "
        "bank conflict is|# bank conflicts are} left.",
        "rows"_a = tile.rows, "name"_a = tile.name, "columns"_a = tile.columns, "conflicts"_a = Count{tried.conflicts});
  }
  return say(
      "The padding lengthens the rows of {name}, not its columns: {name}[1][0] lies {row} elements after "
      "{name}[0][0].",
      "name"_a = tile.name, "row"_a = tile.row_elements());
}

Text even_stride_reply(const Hand& hand) {
  return say(
      "An even distance does not always lead to one bank: neighbouring lanes are {stride} words apart here, and "
      "together they use {banks:# bank|# banks}.",
      "stride"_a = std::abs(hand.why.stride->bytes) / hand.machine.bank_bytes, "banks"_a = Count{hand.why.banks_asked});
}

Text half_warp_reply(const Hand& hand) {
  if (hand.asked.question.kind == QuestionKind::bank) {
    return say("GPUs before 2010 had 16 banks: this machine has {banks}.", "banks"_a = hand.machine.banks);
  }
  return say(
      "GPUs before 2010 had half-warps and 16 banks: here a request has all 32 lanes, and there are {banks} banks.",
      "banks"_a = hand.machine.banks);
}

Text lane_by_lane_reply(const Hand& hand, const WrongAnswer& wrong) {
  if (hand.access.space == Space::global) {
    return say("Not every lane takes a sector of its own: {lanes} access one sector of {size} bytes.",
               "lanes"_a = named_lanes_text(wrong.lanes), "size"_a = hand.machine.sector_bytes);
  }
  const unsigned a = first_lane(wrong.lanes), b = last_lane(wrong.lanes);
  return say(
      "Not every lane waits for every other: lane {a} is in bank {bank_a} and lane {b} in bank {bank_b}, and "
      "different banks work at the same time.",
      "a"_a = a, "bank_a"_a = learn::bank_of(hand.machine, hand.access.addresses[a]), "b"_a = b,
      "bank_b"_a = learn::bank_of(hand.machine, hand.access.addresses[b]));
}

Text exchanged_reply(const Hand& hand, const WrongAnswer& wrong) {
  if (hand.asked.question.cell) {
    return say("The first index is the row: {name}[{row}][{column}] is in row {row}, column {column}.",
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
  const Case op = hand.op();
  if (hand.asked.question.kind == QuestionKind::conflicts) {
    return say(
        "Look for the bank {op:that is asked for the most different words|that gets the most different words|that the "
        "most lanes update}: in each phase, every word of it after the first is a bank conflict.",
        "op"_a = op);
  }
  return say(
      "Look for the bank {op:that is asked for the most different words|that gets the most different words|that the "
      "most lanes update}: a phase takes a wavefront for each of them.",
      "op"_a = op);
}

/// Of a wrong answer whose mistake is not recognised: what is right about it, or where to look.
Text other_reply(const Hand& hand, const WrongAnswer& wrong) {
  const Asked& asked = hand.asked;
  switch (asked.question.kind) {
    case QuestionKind::padding: {
      const auto tried = asked.paddings.find(std::llround(wrong.answer.front()));
      if (tried == asked.paddings.end()) return say("The kernel does not allow that much padding.");
      if (tried->second.conflicts == 0 && tried->second.is_right)
        return say(
            "That works, but less padding works, "
            "too.");
      if (!tried->second.is_right)
        return say(
            "With that padding the kernel has a fault or a wrong result: wide elements must begin at a multiple of "
            "their size.");
      return say("With that padding {conflicts:# bank conflict is|# bank conflicts are} left.",
                 "conflicts"_a = Count{tried->second.conflicts});
    }
    case QuestionKind::cells:
    case QuestionKind::lanes: {
      std::vector<double> common;
      std::set_intersection(asked.right.begin(), asked.right.end(), wrong.answer.begin(), wrong.answer.end(),
                            std::back_inserter(common));
      return say(
          "{right:# of these is right|# of these are right}, {wrong:# is not|# are not}, and {missing:# is "
          "missing|# are missing}.",
          "right"_a = Count{common.size()}, "wrong"_a = Count{wrong.answer.size() - common.size()},
          "missing"_a = Count{asked.right.size() - common.size()});
    }
    case QuestionKind::bank:
      return say("Divide the byte address by {size}: the remainder of that divided by {banks} is the bank.",
                 "size"_a = hand.machine.bank_bytes, "banks"_a = hand.machine.banks);
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
      return say("lanes: 0 4 8-11, or none");
    case QuestionKind::cells:
      return say("elements, row,column: 3,0 4,0");
    case QuestionKind::choice:
      return say("the number of one of them");
    case QuestionKind::order:
      return say("their numbers, the cheapest first: 2 1 3");
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
      return say("{yes:no, they cost no time|yes, they cost time}", "yes"_a = Case{number == 0 ? 0U : 1U});
    case QuestionKind::choice:
      return prose_text(asked.question.options[static_cast<std::size_t>(number)].text, asked.numbers);
    case QuestionKind::lanes: {
      LaneMask lanes = 0;
      for (const double lane : answer) lanes |= lane_bit(static_cast<unsigned>(lane));
      return lanes == 0 ? say("no lane") : named_lanes_text(lanes);
    }
    case QuestionKind::cells: {
      std::vector<std::string> names;
      for (const double cell : answer) names.push_back(element_name(*asked.at.run->tile, cell));
      if (names.size() <= 4) return names.empty() ? say("no element") : list_text(names);
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

Text time_reply_text(const Asked& asked) {
  const auto& comparison = asked.measured->comparison(asked.reading);
  const Text origin = origin_text(asked.measured->origin());
  if (comparison->verdict == Verdict::hidden) {
    return say("The bank conflicts cost no time that could be measured here, {origin}.", "origin"_a = origin);
  }
  return say(
      "The bank conflicts {costs:cost no time|do cost time} here: the kernel takes {verdict} than without them, "
      "{origin}.",
      "costs"_a = Case{comparison->verdict == Verdict::costs ? 1U : 0U}, "verdict"_a = verdict_text(*comparison),
      "origin"_a = origin);
}

Text right_text(const Asked& asked) {
  std::vector<Text> sentences{say("Right: {answer}.", "answer"_a = answer_text(asked, asked.right)),
                              prose_text(asked.question.why, asked.numbers, true)};
  if (asked.question.kind == QuestionKind::choice) sentences.front() = say("Right.");
  if (asked.question.kind == QuestionKind::time) sentences.push_back(time_reply_text(asked));
  return joined(sentences);
}

// NOLINTNEXTLINE(readability-function-size): a table of mistakes
Text reply_text(const Asked& asked, const WrongAnswer& wrong) {
  const Hand hand{asked};
  switch (wrong.mistake) {
    case Mistake::broadcast_counted:
      return broadcast_reply(hand, wrong);
    case Mistake::bytes_as_words:
      return bytes_reply(hand, wrong);
    case Mistake::padding_forgotten:
      return padding_reply(hand);
    case Mistake::padding_of_rows:
      return padding_of_rows_reply(hand, wrong);
    case Mistake::half_warps:
      return half_warp_reply(hand);
    case Mistake::usual_banks:
      return say("This machine does not have 32 banks of 4 bytes: it has {banks} banks of {size} bytes.",
                 "banks"_a = hand.machine.banks, "size"_a = hand.machine.bank_bytes);
    case Mistake::between_warps:
      return say(
          "You counted several warps together: each warp makes its own requests, and this one comes from warp {warp} "
          "alone.",
          "warp"_a = hand.access.warp);
    case Mistake::between_instructions:
      return say(
          "You counted several instructions together: the {op:load|store|atomic} in line {line} makes its own "
          "request.",
          "op"_a = hand.op(), "line"_a = hand.access.source_line);
    case Mistake::lane_as_bank:
      return lane_as_bank_reply(hand, wrong);
    case Mistake::phases_forgotten:
      return say(
          "Elements of {width} bytes are served in {phases:# phase|# phases} of {lanes} lanes: only the lanes of one "
          "phase can conflict.",
          "width"_a = hand.access.width, "phases"_a = Count{hand.why.counts.phases},
          "lanes"_a = hand.why.lanes_per_phase);
    case Mistake::x_and_y_exchanged:
      return exchanged_reply(hand, wrong);
    case Mistake::even_stride:
      return even_stride_reply(hand);
    case Mistake::full_warp:
      return say("The warp is not full: only {lanes:# lane takes|# lanes take} part.",
                 "lanes"_a = Count{lane_count(hand.access.active)});
    case Mistake::lines_as_sectors:
      return say("Those are lines of {line} bytes: a sector has {sector}.", "line"_a = hand.machine.line_bytes,
                 "sector"_a = hand.machine.sector_bytes);
    case Mistake::conflicts_for_wavefronts:
      return asked.question.kind == QuestionKind::conflicts
                 ? say("Those are all the wavefronts: the first one of {phases:the request|each phase} is not a "
                       "conflict.",
                       "phases"_a = Case{hand.why.counts.phases > 1 ? 1U : 0U})
                 : say("Those are only the bank conflicts: {phases:the request|each phase} takes a wavefront even "
                       "without any.",
                       "phases"_a = Case{hand.why.counts.phases > 1 ? 1U : 0U});
    case Mistake::lane_by_lane:
      return lane_by_lane_reply(hand, wrong);
    case Mistake::dearest_first:
      return say("That is the other way round: the cheapest comes first.");
    case Mistake::always_costs:
    case Mistake::never_costs:
      return time_reply_text(asked);
    case Mistake::chosen:
      return prose_text(asked.question.options[static_cast<std::size_t>(wrong.answer.front())].reply, asked.numbers,
                        true);
    case Mistake::other:
      break;
  }
  return other_reply(hand, wrong);
}

Text check_text(const learn::Exercise& exercise, const learn::CheckResult& check) {
  switch (check.kind) {
    case learn::CheckKind::compiles:
      return say("it compiles and runs");
    case learn::CheckKind::no_fault:
      return say("no fault is found");
    case learn::CheckKind::right_output:
      return say("the output is right");
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
