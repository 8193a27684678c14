#include "core/wording/explanation_text.h"

#include <cstdlib>
#include <numeric>

#include "core/base/language.h"
#include "core/wording/numbers.h"

namespace bankloom {
namespace {

using namespace wording;

bool moves_matrices(const Explanation& why) { return why.op == AccessOp::ldmatrix || why.op == AccessOp::stmatrix; }
bool writes(const Explanation& why) { return why.op == AccessOp::store || why.op == AccessOp::stmatrix; }
bool has_one_lane(const Explanation& why) { return lane_count(why.lanes) == 1; }

/// For "{op:read|write|update}"; for one lane the last three of six forms.
Case operation(const Explanation& why) {
  const bool updates = is_atomic(why.op);
  return {updates ? 2U : writes(why) ? 1U : 0U};
}

/// Bytes between neighbouring lanes; 0 where the distances differ.
std::uint64_t bytes_apart(const Explanation& why) {
  return why.stride ? static_cast<std::uint64_t>(std::abs(why.stride->bytes)) : 0;
}
/// The same in words where lanes are whole words apart and at most one word wide, else 0.
std::uint64_t words_apart(const Explanation& why) {
  return why.width <= why.bank_bytes && bytes_apart(why) % why.bank_bytes == 0 ? bytes_apart(why) / why.bank_bytes : 0;
}
bool holds_for_warp(const Explanation& why) { return why.stride->lanes == kWarpSize; }

/// How far lanes are apart, and with `banks` how that relates to the number of banks.
Text stride_text(const Explanation& why, bool with_banks) {
  if (bytes_apart(why) == 0) return {};
  const Count words{words_apart(why)}, bytes{bytes_apart(why)};
  const auto group = why.stride->lanes;
  const auto common = std::gcd(words.number, std::uint64_t{why.banks});
  if (words.number == 0 && moves_matrices(why)) {
    return say("Neighbouring rows are {bytes:# byte|# bytes} apart.", "bytes"_a = bytes);
  }
  if (words.number == 0 && holds_for_warp(why)) {
    return say("Neighbouring lanes are {bytes:# byte|# bytes} apart.", "bytes"_a = bytes);
  }
  if (words.number == 0) {
    return say("In each group of {group} lanes, neighbouring lanes are {bytes:# byte|# bytes} apart.",
               "group"_a = group, "bytes"_a = bytes);
  }
  if (!with_banks || why.banks == 1 || common == 1) {
    return holds_for_warp(why)
               ? say("Neighbouring lanes are {words:# word|# words} apart.", "words"_a = words)
               : say("In each group of {group} lanes, neighbouring lanes are {words:# word|# words} apart.",
                     "group"_a = group, "words"_a = words);
  }
  if (common == why.banks) {
    return holds_for_warp(why)
               ? say("Neighbouring lanes are {words:# word|# words} apart, a multiple of the {banks} banks.",
                     "words"_a = words, "banks"_a = why.banks)
               : say("In each group of {group} lanes, neighbouring lanes are {words:# word|# words} apart, a multiple "
                     "of the {banks} banks.",
                     "group"_a = group, "words"_a = words, "banks"_a = why.banks);
  }
  return holds_for_warp(why)
             ? say("Neighbouring lanes are {words:# word|# words} apart; the greatest common divisor of that and the "
                   "{banks} banks is {common}.",
                   "words"_a = words, "common"_a = common, "banks"_a = why.banks)
             : say("In each group of {group} lanes, neighbouring lanes are {words:# word|# words} apart; the "
                   "greatest common divisor of that and the {banks} banks is {common}.",
                   "group"_a = group, "words"_a = words, "common"_a = common, "banks"_a = why.banks);
}

}  // namespace

Text lanes_apart_text(const Explanation& why) {
  const std::uint64_t words = words_apart(why), bytes = bytes_apart(why);
  if (words > 0) return say("{words:# word|# words} apart", "words"_a = Count{words});
  return bytes == 0 ? Text() : say("{bytes:# byte|# bytes} apart", "bytes"_a = Count{bytes});
}

namespace {

/// Why padding helps: "33 mod 32 = 1".
Text skew_text(const Explanation& why) {
  const std::uint64_t apart = words_apart(why);
  if (apart <= why.banks || !holds_for_warp(why) || why.stride->bytes < 0 || why.banks_asked != why.words) return {};
  return say(
      "Neighbouring lanes are {words} words apart, and {words} mod {banks} = {shift}, so each lane's word lies "
      "{shift:# bank|# banks} after the previous lane's.",
      "words"_a = apart, "banks"_a = why.banks, "shift"_a = Count{apart % why.banks});
}

/// Why a tile swizzled in pieces wider than a word has no conflict along rows and columns.
Text wide_swizzle_text(const Explanation& why) {
  const SwizzleWalk& walk = *why.swizzle;
  const std::string column = swizzle_formula(walk.tile, "p");
  const Count bytes{walk.tile.bytes}, banks{walk.tile.bytes / why.bank_bytes};
  return walk.along_row
             ? say("The tile is swizzled in pieces of {bytes:# byte|# bytes}: piece (y, p) lies in column {column}. "
                   "The "
                   "lanes of a phase {op:read|write|update} the pieces of one row: each in {banks:# bank|# banks} of "
                   "its own.",
                   "bytes"_a = bytes, "column"_a = column, "op"_a = operation(why), "banks"_a = banks)
             : say("The tile is swizzled in pieces of {bytes:# byte|# bytes}: piece (y, p) lies in column {column}. "
                   "The "
                   "lanes {op:read|write|update} piece p = {p} of {phases:different rows|different rows in each "
                   "phase}, "
                   "in columns {fixed}: each in {banks:# bank|# banks} of its own.",
                   "bytes"_a = bytes, "column"_a = column, "op"_a = operation(why), "p"_a = walk.fixed,
                   "phases"_a = Case{why.counts.phases > 1 ? 1U : 0U},
                   "fixed"_a = swizzle_formula(walk.tile, std::to_string(walk.fixed)), "banks"_a = banks);
}

/// Why a swizzled tile has no conflict along rows and columns.
Text swizzle_text(const Explanation& why) {
  if (why.swizzle->tile.bytes != why.bank_bytes) return wide_swizzle_text(why);
  const Case op = operation(why);
  return why.swizzle->along_row
             ? say("The tile is swizzled: element (y, x) lies in column y ^ x. The lanes {op:read|write|update} row "
                   "y = {y}, so bank = ({y} ^ x) mod {banks}: a different one for each x.",
                   "op"_a = op, "y"_a = why.swizzle->fixed, "banks"_a = why.banks)
             : say("The tile is swizzled: element (y, x) lies in column y ^ x. The lanes {op:read|write|update} "
                   "column x = {x}, so bank = (y ^ {x}) mod {banks}: a different one for each y.",
                   "op"_a = op, "x"_a = why.swizzle->fixed, "banks"_a = why.banks);
}

Text conflict_free_text(const Explanation& why) {
  const Count wavefronts{why.counts.wavefronts}, words{why.words};
  const Text lanes = lanes_text(why.lanes);
  if (has_one_lane(why)) {
    return say("{wavefronts:# wavefront|# wavefronts}, no bank conflict: only {lane} is active.",
               "wavefronts"_a = wavefronts, "lane"_a = lanes);
  }
  if (why.lane_by_lane) {
    return say(
        "{wavefronts:# wavefront|# wavefronts}, no bank conflict: {lanes} update words of "
        "{banks:# bank|# different banks}.",
        "wavefronts"_a = wavefronts, "lanes"_a = lanes, "banks"_a = Count{why.banks_asked});
  }
  if (why.banks_asked < why.words) {
    return say(
        "{wavefronts:# wavefront|# wavefronts}, no bank conflict: {lanes} {op:read|write|update} {words} words, "
        "and words of the same bank lie in the same aligned segment of {segment} words, which is served at once.",
        "wavefronts"_a = wavefronts, "lanes"_a = lanes, "op"_a = operation(why), "words"_a = words,
        "segment"_a = why.pair_segment_words);
  }
  if (why.words_consecutive) {
    return say(
        "{wavefronts:# wavefront|# wavefronts}, no bank conflict: {lanes} {op:read|write|update} "
        "{words:# word|# consecutive words}, each in a different bank.",
        "wavefronts"_a = wavefronts, "lanes"_a = lanes, "op"_a = operation(why), "words"_a = words);
  }
  return say(
      "{wavefronts:# wavefront|# wavefronts}, no bank conflict: {lanes} {op:read|write|update} "
      "{words:# word|# words}, each in a different bank.",
      "wavefronts"_a = wavefronts, "lanes"_a = lanes, "op"_a = operation(why), "words"_a = words);
}

Text multicast_text(const Explanation& why) {
  const Count wavefronts{why.counts.wavefronts}, words{why.words};
  const Text lanes = lanes_text(why.lanes);
  if (why.banks_asked < why.words) {
    return say(
        "{wavefronts:# wavefront|# wavefronts}, no bank conflict: {lanes} {op:read|write|update} {words} "
        "words, and words of the same bank lie in the same aligned segment of {segment} words, which is served at "
        "once; lanes with the same word share it.",
        "wavefronts"_a = wavefronts, "lanes"_a = lanes, "op"_a = operation(why), "words"_a = words,
        "segment"_a = why.pair_segment_words);
  }
  return say(
      "{wavefronts:# wavefront|# wavefronts}, no bank conflict: {lanes} {op:read|write|update} "
      "{words:# word|# words}, each in a different bank; lanes with the same word share it.",
      "wavefronts"_a = wavefronts, "lanes"_a = lanes, "op"_a = operation(why), "words"_a = words);
}

Text broadcast_text(const Explanation& why) {
  return say(
      "{wavefronts:# wavefront|# wavefronts}, no bank conflict: {lanes} {op:read from|write to|update} the same "
      "word of bank {bank}{op:, which is fetched once and broadcast| in one pass| in one pass}.",
      "wavefronts"_a = Count{why.counts.wavefronts}, "lanes"_a = lanes_text(why.lanes), "op"_a = operation(why),
      "bank"_a = why.bank);
}

/// The most loaded banks, where banks differ in load.
Text crowded_bank_text(const Explanation& why) {
  const Count wavefronts{why.counts.wavefronts}, others{why.banks_at_degree - 1};
  const Text lanes = named_lanes_text(why.bank_lanes);
  // Some machines serve words of one segment together.
  const Case segments{why.pair_segment_words != 0 ? 1U : 0U};
  if (others.number == 0) {
    return say(
        "{wavefronts:# wavefront|# wavefronts} ({degree}-way bank conflict): bank {bank} has to serve {degree} "
        "{words:different words|words one after another} ({lanes}).",
        "wavefronts"_a = wavefronts, "degree"_a = why.degree, "bank"_a = why.bank, "words"_a = segments,
        "lanes"_a = lanes);
  }
  return say(
      "{wavefronts:# wavefront|# wavefronts} ({degree}-way bank conflict): bank {bank} has to serve {degree} "
      "{words:different words|words one after another} ({lanes}), and so {others:does # other bank|do # other "
      "banks}.",
      "wavefronts"_a = wavefronts, "degree"_a = why.degree, "bank"_a = why.bank, "words"_a = segments,
      "lanes"_a = lanes, "others"_a = others);
}

bool loads_banks_alike(const Explanation& why) {
  return why.banks_asked == why.banks_at_degree && why.pair_segment_words == 0 && !moves_matrices(why);
}

Text conflict_text(const Explanation& why) {
  if (!loads_banks_alike(why)) return crowded_bank_text(why);
  const Count wavefronts{why.counts.wavefronts};
  const Case op{operation(why).index + (has_one_lane(why) ? 3U : 0U)};
  const Text lanes = lanes_text(why.lanes);
  if (why.banks_asked == 1) {
    return say(
        "{wavefronts:# wavefront|# wavefronts} ({degree}-way bank conflict): {lanes} "
        "{op:read|write|update|reads|writes|updates} {words} different words of bank {bank}, one per wavefront.",
        "wavefronts"_a = wavefronts, "degree"_a = why.degree, "lanes"_a = lanes, "op"_a = op, "words"_a = why.words,
        "bank"_a = why.bank);
  }
  if (why.banks_asked == why.banks) {
    return say(
        "{wavefronts:# wavefront|# wavefronts} ({degree}-way bank conflict): {lanes} "
        "{op:read|write|update|reads|writes|updates} {words} different words in {banks} banks, {degree} in each.",
        "wavefronts"_a = wavefronts, "degree"_a = why.degree, "lanes"_a = lanes, "op"_a = op, "words"_a = why.words,
        "banks"_a = why.banks);
  }
  return say(
      "{wavefronts:# wavefront|# wavefronts} ({degree}-way bank conflict): {lanes} "
      "{op:read|write|update|reads|writes|updates} {words} different words in only {banks} of the {all} banks, "
      "{degree} in each.",
      "wavefronts"_a = wavefronts, "degree"_a = why.degree, "lanes"_a = lanes, "op"_a = op, "words"_a = why.words,
      "banks"_a = why.banks_asked, "all"_a = why.banks);
}

Text serialized_text(const Explanation& why) {
  const Count wavefronts{why.counts.wavefronts};
  const Text lanes = lanes_text(why.lanes);
  if (why.words == 1) {
    return say(
        "{wavefronts:# wavefront|# wavefronts}: {lanes} update the same word of bank {bank}, and atomic updates in "
        "one bank are done one lane after another.",
        "wavefronts"_a = wavefronts, "lanes"_a = lanes, "bank"_a = why.bank);
  }
  if (why.banks_asked == 1) {
    return say(
        "{wavefronts:# wavefront|# wavefronts}: {lanes} update words of bank {bank}, and atomic updates in one bank "
        "are done one lane after another.",
        "wavefronts"_a = wavefronts, "lanes"_a = lanes, "bank"_a = why.bank);
  }
  return say(
      "{wavefronts:# wavefront|# wavefronts}: {lanes} update words of bank {bank}, more than of any other bank, and "
      "atomic updates in one bank are done one lane after another.",
      "wavefronts"_a = wavefronts, "lanes"_a = named_lanes_text(why.bank_lanes), "bank"_a = why.bank);
}

/// How an operation is updated for which there is no instruction.
Text loop_cost_text(const Explanation& why) {
  return say(
      "{wavefronts:# wavefront|# wavefronts} in {rounds:# round|# rounds}: there is no instruction for this operation "
      "on shared memory, so it is a loop. In each round the lanes that are left load their words, and then the lowest "
      "lane of each bank swaps its word; bank {bank} is asked by {lanes}.",
      "wavefronts"_a = Count{why.counts.wavefronts}, "rounds"_a = Count{why.counts.phases}, "bank"_a = why.bank,
      "lanes"_a = named_lanes_text(why.bank_lanes));
}

/// Which code ptxas writes for an atomic, and why.
Text atomic_form_text(const Explanation& why) {
  const Case known{why.status == FactStatus::measured ? 0U : why.status == FactStatus::didactic ? 2U : 1U};
  switch (why.op) {
    case AccessOp::merged:
      return say(
          "ptxas can tell that all lanes have the same address, so it has their values put together first: one "
          "instruction (ATOMS) then updates the word once for all of them.");
    case AccessOp::increment:
      if (why.lane_by_lane) {
        return say(
            "The constant 1 is added and the result is not used, but only from compute capability 8.0 on does ptxas "
            "write an increment that merges lanes; here it writes a plain atomic instruction (ATOMS.ADD).");
      }
      return say(
          "The constant 1 is added and the result is not used, so ptxas writes an increment (ATOMS.POPC.INC), which "
          "counts the lanes of each word and adds them together ({known:measured on an H200|taken to be as on an "
          "H200|chosen as on an H200}).",
          "known"_a = known);
    case AccessOp::compare_swap:
      return say(
          "A compare-and-swap (ATOMS.CAS) takes two wavefronts for each lane of a bank ({known:measured on an "
          "H200|taken to be as on an H200|chosen as on an H200}).",
          "known"_a = known);
    case AccessOp::update_loop:
    case AccessOp::generic_update_loop:
      return say(
          "ptxas writes a load and ATOMS.CAST.SPIN, {swap} wavefronts a phase{generic:|, after a test whether the "
          "address is one of shared memory} ({known:measured on an H200|taken to be as on an H200|chosen as on an "
          "H200}).",
          "swap"_a = 2, "generic"_a = Case{why.op == AccessOp::generic_update_loop ? 1U : 0U}, "known"_a = known);
    case AccessOp::atomic:
    case AccessOp::reduction:
      return say(
          "ptxas writes an atomic instruction (ATOMS) that serves the lanes of a bank one after another "
          "({known:measured "
          "on an H200|taken to be as on an H200|chosen as on an H200}). ptxas merges lanes only where it can tell that "
          "all of them have the same address, and, from compute capability 8.0 on, where the constant 1 is added to an "
          "unsigned int and the result is not used.",
          "known"_a = known);
    default:
      return {};
  }
}

/// The matrix rows that an instruction moves.
Text matrices_text(const Explanation& why) {
  const Case op{writes(why) ? 1U : 0U};
  if (why.counts.phases > 1) {
    return say("The instruction {name}.x{matrices} {op:reads|writes} {rows} rows of 16 bytes in {phases} phases.",
               "name"_a = access_op_name(why.op), "matrices"_a = why.matrices, "op"_a = op,
               "rows"_a = lane_count(why.lanes), "phases"_a = why.counts.phases);
  }
  return say("The instruction {name}.x{matrices} {op:reads|writes} {rows:# row|# rows} of 16 bytes.",
             "name"_a = access_op_name(why.op), "matrices"_a = why.matrices, "op"_a = op,
             "rows"_a = Count{lane_count(why.lanes)});
}

/// How a request with one phase is served, where that needs saying.
Text one_phase_text(const Explanation& why) {
  if (moves_matrices(why)) return matrices_text(why);
  if (!why.paired_up || why.lanes_per_phase != kWarpSize || has_one_lane(why)) return {};
  return say("Pairs of lanes have the same address, so one phase serves all lanes.");
}

bool cut_by_request(const Explanation& why) {
  return why.counts.requests == why.counts.phases && why.counts.requests > 1;
}

Text several_phases_text(const Explanation& why) {
  const Count phases{why.counts.phases};
  if (cut_by_request(why)) {
    return say("This machine serves {lanes} lanes at a time, so the warp makes {requests} requests.",
               "lanes"_a = why.lanes_per_request, "requests"_a = why.counts.requests);
  }
  if (moves_matrices(why)) return matrices_text(why);
  if (why.paired_up) {
    return say(
        "Pairs of lanes have the same address, so a phase serves {merged} lanes instead of {lanes}, and there are "
        "{phases} phases.",
        "merged"_a = why.lanes_per_phase, "lanes"_a = why.unmerged_lanes_per_phase, "phases"_a = phases);
  }
  const Count width{why.width};
  if (phases.number * why.lanes_per_phase == kWarpSize) {
    return say("A request of {width:# byte|# bytes} per lane is served in {phases} phases of {lanes} lanes.",
               "width"_a = width, "phases"_a = phases, "lanes"_a = why.lanes_per_phase);
  }
  return say(
      "A request of {width:# byte|# bytes} per lane is served in phases of {lanes} lanes, of which {phases} have "
      "active lanes.",
      "width"_a = width, "lanes"_a = why.lanes_per_phase, "phases"_a = phases);
}

/// What a request with several phases costs.
Text phases_cost_text(const Explanation& why) {
  const Count wavefronts{why.counts.wavefronts}, more{why.counts.bank_conflicts};
  // Parts of one request are phases; machines that serve fewer lanes at once make several requests.
  const Case part{cut_by_request(why) ? 1U : 0U};
  const Case segments{why.pair_segment_words != 0 ? 1U : 0U};
  if (why.counts.bank_conflicts == 0) {
    return say(
        "{wavefronts:# wavefront|# wavefronts}, no bank conflict: no bank serves more than one word in a "
        "{part:phase|request}.",
        "wavefronts"_a = wavefronts, "part"_a = part);
  }
  if (why.kind == ExplanationKind::serialized) {
    return why.phases_alike
               ? say("{wavefronts:# wavefront|# wavefronts}: in each {part:phase|request} {degree} lanes "
                     "update words of "
                     "one bank, one lane after another.",
                     "wavefronts"_a = wavefronts, "part"_a = part, "degree"_a = lane_count(why.bank_lanes))
               : say("{wavefronts:# wavefront|# wavefronts}: in the worst {part:phase|request} ({lanes}) "
                     "{degree} lanes "
                     "update words of one bank, one lane after another.",
                     "wavefronts"_a = wavefronts, "part"_a = part, "lanes"_a = named_lanes_text(why.phase_lanes),
                     "degree"_a = lane_count(why.bank_lanes));
  }
  return why.phases_alike
             ? say("{wavefronts:# wavefront|# wavefronts}, {more} more than without bank conflicts: in each "
                   "{part:phase|request} a bank has to serve {degree} {words:different words|words one after another}.",
                   "wavefronts"_a = wavefronts, "more"_a = more, "part"_a = part, "degree"_a = why.degree,
                   "words"_a = segments)
             : say("{wavefronts:# wavefront|# wavefronts}, {more} more than without bank conflicts: in the worst "
                   "{part:phase|request} ({lanes}) a bank has to serve {degree} {words:different words|words one after "
                   "another}.",
                   "wavefronts"_a = wavefronts, "more"_a = more, "part"_a = part,
                   "lanes"_a = named_lanes_text(why.phase_lanes), "degree"_a = why.degree, "words"_a = segments);
}

Text one_phase_cost_text(const Explanation& why) {
  switch (why.kind) {
    case ExplanationKind::conflict:
      return conflict_text(why);
    case ExplanationKind::serialized:
      return serialized_text(why);
    default:
      break;
  }
  if (moves_matrices(why)) return phases_cost_text(why);
  if (why.kind == ExplanationKind::broadcast) return broadcast_text(why);
  return why.kind == ExplanationKind::multicast ? multicast_text(why) : conflict_free_text(why);
}

Text shared_text(const Explanation& why, Length length) {
  if (why.kind == ExplanationKind::looped) {
    return length == Length::full ? joined({loop_cost_text(why), atomic_form_text(why)}) : loop_cost_text(why);
  }
  const bool one_phase = why.counts.phases <= 1;
  std::vector<Text> sentences = {one_phase ? one_phase_cost_text(why) : phases_cost_text(why),
                                 one_phase ? one_phase_text(why) : several_phases_text(why)};
  if (length != Length::full) return joined(sentences);
  sentences.push_back(layout_reason_text(why));
  sentences.push_back(atomic_form_text(why));
  if (why.bank_bytes != 4) {
    sentences.push_back(say("A word of these banks has {bytes} bytes.", "bytes"_a = why.bank_bytes));
  }
  return joined(sentences);
}

Text global_text(const Explanation& why) {
  const Count sectors{why.counts.sectors}, width{why.width};
  const unsigned bytes = why.sector_bytes;
  const Text used = percent_text(static_cast<double>(why.bytes_used) / (why.counts.sectors * bytes));
  const Text lanes = lanes_text(why.lanes);
  const Case op = operation(why);
  if (has_one_lane(why)) {
    return say(
        "{sectors:# sector|# sectors} of {bytes} bytes, {used} of them used: only {lane} is active, and it "
        "{op:reads|writes|updates} {width:# byte|# bytes}.",
        "sectors"_a = sectors, "bytes"_a = bytes, "used"_a = used, "lane"_a = lanes, "op"_a = op, "width"_a = width);
  }
  if (why.bytes_used == why.width) {
    return say(
        "{sectors:# sector|# sectors} of {bytes} bytes, {used} of them used: {lanes} {op:read|write|update} the "
        "same {width:byte|# bytes}.",
        "sectors"_a = sectors, "bytes"_a = bytes, "used"_a = used, "lanes"_a = lanes, "op"_a = op, "width"_a = width);
  }
  if (why.kind == ExplanationKind::contiguous) {
    return why.starts_at_sector ? say("{sectors:# sector|# sectors} of {bytes} bytes, {used} of them used: {lanes} "
                                      "{op:read|write|update} {count} consecutive bytes.",
                                      "sectors"_a = sectors, "bytes"_a = bytes, "used"_a = used, "lanes"_a = lanes,
                                      "op"_a = op, "count"_a = why.bytes_used)
                                : say("{sectors:# sector|# sectors} of {bytes} bytes, {used} of them used: {lanes} "
                                      "{op:read|write|update} {count} consecutive bytes, which begin within a sector.",
                                      "sectors"_a = sectors, "bytes"_a = bytes, "used"_a = used, "lanes"_a = lanes,
                                      "op"_a = op, "count"_a = why.bytes_used);
  }
  if ((!why.stride || !holds_for_warp(why)) && why.bytes_used == why.counts.sectors * bytes) {
    return say(
        "{sectors:# sector|# sectors} of {bytes} bytes, {used} of them used: {lanes} {op:read|write|update} "
        "{count} bytes, whole sectors in different places.",
        "sectors"_a = sectors, "bytes"_a = bytes, "used"_a = used, "lanes"_a = lanes, "op"_a = op,
        "count"_a = why.bytes_used);
  }
  if (!why.stride || !holds_for_warp(why)) {
    return say(
        "{sectors:# sector|# sectors} of {bytes} bytes, {used} of them used: {lanes} {op:read|write|update} "
        "{count} scattered bytes.",
        "sectors"_a = sectors, "bytes"_a = bytes, "used"_a = used, "lanes"_a = lanes, "op"_a = op,
        "count"_a = why.bytes_used);
  }
  if (why.counts.sectors == lane_count(why.lanes)) {
    return say(
        "{sectors:# sector|# sectors} of {bytes} bytes, {used} of them used: {lanes} {op:read|write|update}, each "
        "in a sector of its own. Neighbouring lanes are {apart:# byte|# bytes} apart.",
        "sectors"_a = sectors, "bytes"_a = bytes, "used"_a = used, "lanes"_a = lanes, "op"_a = op,
        "apart"_a = Count{bytes_apart(why)});
  }
  return say(
      "{sectors:# sector|# sectors} of {bytes} bytes, {used} of them used: {lanes} {op:read|write|update} bytes with "
      "gaps between them. Neighbouring lanes are {apart:# byte|# bytes} apart.",
      "sectors"_a = sectors, "bytes"_a = bytes, "used"_a = used, "lanes"_a = lanes, "op"_a = op,
      "apart"_a = Count{bytes_apart(why)});
}

// ---- verdicts -------------------------------------------------------------------------------------------------------

/// For shared memory: where the wavefronts come from; with several phases all verdicts have the same detail.
VerdictText shared_verdict_text(const Explanation& why, const Text& words, const Text& place) {
  const Text brief = why.counts.phases > 1 ? say("{phases} phases", "phases"_a = why.counts.phases) : place;
  return {words,
          say("{wavefronts:# wavefront|# wavefronts} · {place}", "wavefronts"_a = Count{why.counts.wavefronts},
              "place"_a = brief),
          brief};
}

VerdictText global_verdict_text(const Explanation& why) {
  const Count sectors{why.counts.sectors}, used{why.bytes_used};
  const Count moved{std::uint64_t{why.counts.sectors} * why.sector_bytes};
  const Count fewest{why.fewest_sectors()};
  const Text bytes = say("{used} of {moved} bytes used", "used"_a = used, "moved"_a = moved);
  if (used.number == moved.number) {
    return {why.kind == ExplanationKind::contiguous ? say("coalesced") : say("no sector wasted"),
            say("{sectors:# sector|# sectors} · {bytes}", "sectors"_a = sectors, "bytes"_a = bytes), bytes};
  }
  if (sectors.number <= fewest.number) {
    // Too few bytes are accessed to fill the sectors: some bytes are moved unused, yet no sector could be saved.
    constexpr unsigned kWordBytes = 4;
    return {
        used.number % kWordBytes == 0 ? say("{used} of {moved} words used", "used"_a = Count{used.number / kWordBytes},
                                            "moved"_a = Count{moved.number / kWordBytes})
                                      : bytes,
        say("{sectors:# sector|# sectors} · the fewest possible", "sectors"_a = sectors), say("the fewest possible")};
  }
  return {say("{sectors:# sector|# sectors}", "sectors"_a = sectors),
          say("{fewest} would be enough · {bytes}", "fewest"_a = fewest, "bytes"_a = bytes),
          say("{fewest} would be enough", "fewest"_a = fewest)};
}

}  // namespace

Text layout_reason_text(const Explanation& why) {
  const bool one_phase = why.counts.phases <= 1;
  if (why.kind == ExplanationKind::conflict || (!one_phase && why.kind == ExplanationKind::serialized)) {
    return stride_text(why, one_phase && loads_banks_alike(why));
  }
  if (why.swizzle && why.degree == 1) return swizzle_text(why);
  const bool may_be_skewed = one_phase && why.kind == ExplanationKind::conflict_free && !why.words_consecutive;
  return may_be_skewed && !why.lane_by_lane && !moves_matrices(why) ? skew_text(why) : Text();
}

Text explanation_text(const Explanation& why, Length length) {
  switch (why.kind) {
    case ExplanationKind::no_lane:
      return say("No lane is active, so nothing is accessed.");
    case ExplanationKind::not_modelled:
      return say("What an access to {space} memory costs is not modelled.",
                 "space"_a = translated(space_name(why.space)));
    case ExplanationKind::contiguous:
    case ExplanationKind::scattered:
      return global_text(why);
    default:
      return shared_text(why, length);
  }
}

VerdictText verdict_text(const Explanation& why) {
  switch (why.kind) {
    case ExplanationKind::no_lane:
      return {say("no active lane"), say("nothing is accessed"), {}};
    case ExplanationKind::not_modelled:
      return {
          say("{space} memory", "space"_a = translated(space_name(why.space))), say("its cost is not modelled"), {}};
    case ExplanationKind::broadcast:
      return shared_verdict_text(why, say("broadcast"),
                                 say("{lanes} lanes, one word", "lanes"_a = lane_count(why.lanes)));
    case ExplanationKind::conflict_free:
      return shared_verdict_text(why, say("no conflict"),
                                 say("{banks:# bank|# different banks}", "banks"_a = Count{why.banks_asked}));
    case ExplanationKind::multicast:
      return shared_verdict_text(why, say("no conflict"),
                                 say("lanes share {words:# word|# words}", "words"_a = Count{why.words}));
    case ExplanationKind::conflict:
      return shared_verdict_text(why, say("{degree}-way conflict", "degree"_a = why.degree),
                                 say("{banks:in one bank|in each of # banks}", "banks"_a = Count{why.banks_at_degree}));
    case ExplanationKind::serialized:
      return shared_verdict_text(why, say("{degree} lanes in turn", "degree"_a = lane_count(why.bank_lanes)),
                                 say("one lane after another"));
    case ExplanationKind::looped:
      return {say("{rounds:# round|# rounds}", "rounds"_a = Count{why.counts.phases}),
              say("{wavefronts:# wavefront|# wavefronts} · a loop", "wavefronts"_a = Count{why.counts.wavefronts}),
              say("a loop")};
    case ExplanationKind::contiguous:
    case ExplanationKind::scattered:
      return global_verdict_text(why);
  }
  return {};
}

std::string swizzle_formula(const TileSwizzle& tile, std::string_view piece) {
  const std::string row = tile.rows == 1 ? "y" : fmt::format("y / {}", tile.rows);
  if (tile.period != 0) return fmt::format("{} ^ ({} mod {})", piece, row, tile.period);
  return tile.rows == 1 ? fmt::format("{} ^ y", piece) : fmt::format("{} ^ ({})", piece, row);
}

VerdictText hidden_verdict_text() {
  return {say("What do you expect?"), say("hidden until you answer"), say("hidden")};
}

}  // namespace bankloom
