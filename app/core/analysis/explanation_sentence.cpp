// The sentence for students, made from an Explanation. Every part of it is true for the access at hand.
#include <fmt/format.h>
#include <cstdlib>
#include <numeric>
#include <string>

#include "core/analysis/explanation.h"
#include "core/analysis/phase_rules.h"

namespace bankloom {
namespace {

std::string counted(std::uint64_t number, std::string_view noun) {
  return fmt::format("{} {}{}", number, noun, number == 1 ? "" : "s");
}

/// "lane 3", "lanes 1, 7 and 9", "lanes 0-15", "9 lanes": short enough to read aloud.
std::string lanes_named(LaneMask lanes) {
  const unsigned count = lane_count(lanes);
  const unsigned first = first_lane(lanes);
  if (count == 1) return fmt::format("lane {}", first);
  if (count > 2 && lanes == analysis::lane_range(first, first + count)) {
    return fmt::format("lanes {}-{}", first, first + count - 1);
  }
  constexpr unsigned readable = 4;
  if (count > readable) return fmt::format("{} lanes", count);
  std::string text = "lanes ";
  for (LaneMask rest = lanes; rest != 0; rest &= rest - 1) {
    const unsigned left = lane_count(rest);
    text += std::to_string(first_lane(rest)) + (left > 2 ? ", " : left == 2 ? " and " : "");
  }
  return text;
}

/// "all 32 lanes", "12 lanes", "lane 5".
std::string who(LaneMask lanes) {
  if (lanes == kAllLanes) return "all 32 lanes";
  return lane_count(lanes) == 1 ? lanes_named(lanes) : fmt::format("{} lanes", lane_count(lanes));
}

std::string capitalized(std::string text) {
  if (!text.empty() && text.front() >= 'a' && text.front() <= 'z') text.front() = static_cast<char>(text.front() - 32);
  return text;
}

std::string percent(double part) {
  std::string text = fmt::format("{:.1f}", part * 100);
  if (text.ends_with(".0")) text.resize(text.size() - 2);
  return text + " %";
}

class SharedSentence {
 public:
  SharedSentence(const MachineModel& machine, const MemoryAccess& access, const Explanation& why)
      : machine_(machine), access_(access), why_(why) {}

  [[nodiscard]] std::string text() const {
    std::string body = why_.counts.phases > 1 ? several_phases() : one_phase();
    if (machine_.bank_bytes != 4) body = fmt::format("in words of {} bytes, {}", machine_.bank_bytes, body);
    // The instructions ldmatrix and stmatrix keep their spelling at the beginning of a sentence.
    if (!analysis::moves_matrices(access_.op)) body = capitalized(body);
    return fmt::format("{}: {}.", body, total());
  }

 private:
  // Words and phrases.

  [[nodiscard]] bool writes() const { return access_.op == AccessOp::store || access_.op == AccessOp::stmatrix; }

  /// "all 32 lanes read", "lane 5 writes".
  [[nodiscard]] std::string lanes_do() const {
    const bool updates = access_.op == AccessOp::atomic || access_.op == AccessOp::reduction;
    const std::string_view verb = updates ? "update" : (writes() ? "write" : "read");
    return fmt::format("{} {}{}", who(why_.lanes), verb, lane_count(why_.lanes) == 1 ? "s" : "");
  }

  [[nodiscard]] std::string different_words() const {
    return why_.words == 1 ? "1 word" : fmt::format("{} different words", why_.words);
  }
  [[nodiscard]] std::string consecutive_words() const {
    return why_.words == 1 ? "1 word" : fmt::format("{} consecutive words", why_.words);
  }
  /// What the worst bank is asked for.
  [[nodiscard]] std::string colliding_words() const {
    if (machine_.pair_segment_words != 0) return fmt::format("{} words that cannot be served together", why_.degree);
    return fmt::format("{} different words", why_.degree);
  }

  [[nodiscard]] std::string total() const {
    std::string wavefronts = counted(why_.counts.wavefronts, "wavefront");
    if (why_.counts.bank_conflicts == 0) return wavefronts + ", no conflict";
    if (why_.kind == ExplanationKind::serialized) return wavefronts;
    if (why_.counts.phases == 1) return fmt::format("{} ({}-way conflict)", wavefronts, why_.degree);
    return fmt::format("{}, {} more than without conflict", wavefronts, why_.counts.bank_conflicts);
  }

  /// The distance in words where lanes are a whole number of words apart and no wider than one.
  [[nodiscard]] std::optional<std::uint64_t> stride_words() const {
    if (!why_.stride || access_.width > machine_.bank_bytes) return std::nullopt;
    const auto bytes = static_cast<std::uint64_t>(std::abs(why_.stride->bytes));
    if (bytes == 0 || bytes % machine_.bank_bytes != 0) return std::nullopt;
    return bytes / machine_.bank_bytes;
  }

  /// "neighbouring lanes are 32 words apart", or nothing where there is no such distance.
  [[nodiscard]] std::string stride() const {
    if (!why_.stride || why_.stride->bytes == 0) return {};
    const auto words = stride_words();
    const std::string distance =
        words ? counted(*words, "word") : counted(static_cast<std::uint64_t>(std::abs(why_.stride->bytes)), "byte");
    if (why_.stride->lanes == kWarpSize) {
      const std::string_view what = analysis::moves_matrices(access_.op) ? "rows" : "lanes";
      return fmt::format("neighbouring {} are {} apart", what, distance);
    }
    return fmt::format("within each {} lanes neighbours are {} apart", why_.stride->lanes, distance);
  }

  /// What the stride has to do with the number of banks: "..., a multiple of the 32 banks", or nothing.
  [[nodiscard]] std::string stride_and_banks() const {
    const auto words = stride_words();
    if (!words || machine_.banks == 1) return {};
    if (*words % machine_.banks == 0) return fmt::format("{}, a multiple of the {} banks", stride(), machine_.banks);
    const auto common = std::gcd(*words, std::uint64_t{machine_.banks});
    if (common == 1) return {};
    return fmt::format("{}, which shares the factor {} with the {} banks", stride(), common, machine_.banks);
  }

  [[nodiscard]] std::string matrices() const {
    return fmt::format("{}.x{} {} {} rows of 16 bytes", access_op_name(access_.op), access_.matrices,
                       writes() ? "writes" : "reads", lane_count(why_.lanes));
  }

  /// "bank 3 is asked for 2 different words (by lanes 1 and 16), as are 4 other banks".
  [[nodiscard]] std::string crowded_bank() const {
    std::string text =
        fmt::format("bank {} is asked for {} (by {})", why_.bank, colliding_words(), lanes_named(why_.bank_lanes));
    const unsigned others = why_.banks_at_degree - 1;
    if (others == 1) text += ", as is 1 other bank";
    if (others > 1) text += fmt::format(", as are {} other banks", others);
    return text;
  }

  // Accesses served in one phase.

  [[nodiscard]] std::string one_phase() const {
    std::string merged;
    if (why_.paired_up && why_.lanes_per_phase == kWarpSize && lane_count(why_.lanes) > 1) {
      merged = "no pair of lanes asks for two addresses, so all are served at once; ";
    }
    return merged + in_one_phase();
  }

  [[nodiscard]] std::string in_one_phase() const {
    if (analysis::moves_matrices(access_.op)) return one_matrix();
    switch (why_.kind) {
      case ExplanationKind::broadcast:
        return broadcast();
      case ExplanationKind::multicast:
        return multicast();
      case ExplanationKind::conflict:
        return conflict();
      case ExplanationKind::serialized:
        return serialized();
      default:
        return conflict_free();
    }
  }

  [[nodiscard]] std::string one_matrix() const {
    if (why_.degree == 1) return matrices() + ", and no bank is asked for more than one word";
    const std::string because = stride();
    return because.empty() ? fmt::format("{}, and {}", matrices(), crowded_bank())
                           : fmt::format("{}; {}, and {}", matrices(), because, crowded_bank());
  }

  [[nodiscard]] std::string broadcast() const {
    std::string_view part;
    if (access_.width < machine_.bank_bytes) part = writes() ? "to " : "from ";
    return fmt::format("{} {}the same word of bank {}, {}", lanes_do(), part, why_.bank,
                       writes() ? "which takes one pass for all" : "which is fetched once and broadcast");
  }

  [[nodiscard]] std::string multicast() const {
    return fmt::format("{} {}, {}, and lanes at the same word share it", lanes_do(),
                       why_.words_consecutive ? consecutive_words() : "only " + different_words(), own_bank());
  }

  /// Where the words of a phase without conflict lie.
  [[nodiscard]] std::string own_bank() const {
    if (why_.banks_asked < why_.words) {
      return fmt::format("those of one bank in the same aligned segment of {} words and served together",
                         machine_.pair_segment_words);
    }
    return "each in a bank of its own";
  }

  [[nodiscard]] std::string conflict_free() const {
    if (lane_count(why_.lanes) == 1) return fmt::format("only {} is active, so nothing can collide", who(why_.lanes));
    if (machine_.rule(access_.op, access_.width).lane_by_lane) {
      return fmt::format("{} words of {} different banks", lanes_do(), why_.banks_asked);
    }
    if (why_.words_consecutive) return fmt::format("{} {}, {}", lanes_do(), consecutive_words(), own_bank());
    const auto apart = stride_words();
    const bool explains = apart && why_.stride->lanes == kWarpSize && why_.stride->bytes > 0 &&
                          *apart > machine_.banks && why_.banks_asked == why_.words;
    if (!explains) return fmt::format("{} {}, {}", lanes_do(), different_words(), own_bank());
    return fmt::format("{}, which is {} further on ({} modulo {}), so {} {}, {}", stride(),
                       counted(*apart % machine_.banks, "bank"), *apart, machine_.banks, lanes_do(), different_words(),
                       own_bank());
  }

  [[nodiscard]] std::string conflict() const {
    const bool even = why_.banks_asked == why_.banks_at_degree && machine_.pair_segment_words == 0;
    if (!even) {
      const std::string because = stride();
      return because.empty() ? crowded_bank() : fmt::format("{}; {}", because, crowded_bank());
    }
    const std::string because = stride_and_banks();
    const std::string what = why_.banks_asked == 1 ? all_in_one_bank() : spread_evenly();
    return because.empty() ? what : fmt::format("{}, so {}", because, what);
  }

  [[nodiscard]] std::string all_in_one_bank() const {
    const bool own_words = why_.words == lane_count(why_.lanes) && why_.lanes_at_a_word == 1;
    return fmt::format("{} {} of bank {}, one word per wavefront", lanes_do(),
                       own_words ? "different words" : different_words(), why_.bank);
  }

  [[nodiscard]] std::string spread_evenly() const {
    if (why_.banks_asked == machine_.banks) {
      return fmt::format("{} {} of {} banks, {} in each", lanes_do(), different_words(), machine_.banks, why_.degree);
    }
    return fmt::format("{} {} that lie in only {} of the {} banks, {} in each", lanes_do(), different_words(),
                       why_.banks_asked, machine_.banks, why_.degree);
  }

  [[nodiscard]] std::string serialized() const {
    constexpr std::string_view rule = "updates in one bank are done one lane after another";
    if (why_.words == 1) return fmt::format("{} the same word of bank {}, and {}", lanes_do(), why_.bank, rule);
    if (why_.banks_asked == 1) return fmt::format("{} words of bank {}, and {}", lanes_do(), why_.bank, rule);
    return fmt::format("bank {} is updated by {}, and {}", why_.bank, lanes_named(why_.bank_lanes), rule);
  }

  // Accesses served in several phases: how they are cut, then what happens in a phase.

  [[nodiscard]] bool cut_by_request() const {
    return why_.counts.requests == why_.counts.phases && why_.counts.requests > 1;
  }

  [[nodiscard]] std::string several_phases() const {
    const std::string_view part = cut_by_request() ? "request" : "phase";
    const std::string intro = how_cut();
    if (why_.degree == 1) return fmt::format("{}, and in no {} is a bank asked for more than one word", intro, part);
    const std::string in_which = why_.phases_alike
                                     ? fmt::format("in each {}", part)
                                     : fmt::format("in the worst {} ({})", part, lanes_named(why_.phase_lanes));
    const std::string what = why_.kind == ExplanationKind::serialized
                                 ? fmt::format("{} lanes update one bank, one after another", why_.degree)
                                 : fmt::format("a bank is asked for {}", colliding_words());
    const std::string because = stride();
    if (because.empty()) return fmt::format("{}, and {} {}", intro, in_which, what);
    return fmt::format("{}; {}, and {} {}", intro, because, in_which, what);
  }

  [[nodiscard]] std::string how_cut() const {
    const unsigned phases = why_.counts.phases;
    if (cut_by_request()) {
      return fmt::format("this machine serves {} lanes at a time, which makes {} requests", why_.lanes_per_request,
                         phases);
    }
    if (analysis::moves_matrices(access_.op)) return fmt::format("{}, in {} phases", matrices(), phases);
    if (why_.paired_up) {
      return fmt::format(
          "no pair of lanes asks for two addresses, so {} lanes instead of {} are served together, in {} "
          "phases",
          why_.lanes_per_phase, why_.unmerged_lanes_per_phase, phases);
    }
    const std::string width = counted(access_.width, "byte");
    if (phases * why_.lanes_per_phase == kWarpSize) {
      return fmt::format("{} per lane are served in {} phases of {} lanes", width, phases, why_.lanes_per_phase);
    }
    return fmt::format("{} per lane are served in phases of {} lanes, {} of which have active lanes", width,
                       why_.lanes_per_phase, phases);
  }

  const MachineModel& machine_;
  const MemoryAccess& access_;
  const Explanation& why_;
};

std::string_view global_verb(AccessOp op, bool one) {
  if (op == AccessOp::load) return one ? "reads" : "read";
  if (op == AccessOp::store) return one ? "writes" : "write";
  return one ? "updates" : "update";
}

std::string global_sentence(const MachineModel& machine, const MemoryAccess& access, const Explanation& why) {
  const unsigned active = lane_count(why.lanes);
  const bool one = active == 1;
  const unsigned sectors = why.counts.sectors;
  const std::string_view verb = global_verb(access.op, one);
  const unsigned moved = sectors * machine.sector_bytes;
  const std::string use =
      why.bytes_used == moved
          ? std::string(sectors == 1 ? "all of it used" : "all of them used")
          : fmt::format("{} of {} bytes used", percent(double(why.bytes_used) / moved), sectors == 1 ? "its" : "their");
  const std::string cost = fmt::format("{} of {} bytes, {}", counted(sectors, "sector"), machine.sector_bytes, use);
  const std::string lanes = who(why.lanes);
  std::string what;
  if (one) {
    what = fmt::format("only {} is active and {} {}", lanes, verb, counted(access.width, "byte"));
  } else if (why.bytes_used == access.width) {
    what = fmt::format("{} {} the same {}", lanes, verb, counted(access.width, "byte"));
  } else if (why.kind == ExplanationKind::contiguous) {
    what = fmt::format("{} {} {} consecutive bytes", lanes, verb, why.bytes_used);
    if (!why.starts_at_sector) what += ", which do not begin where a sector begins";
  } else if (why.stride && why.stride->lanes == kWarpSize) {
    const auto apart = static_cast<std::uint64_t>(std::abs(why.stride->bytes));
    what = fmt::format("neighbouring lanes are {} apart", counted(apart, "byte"));
    what += sectors == active ? fmt::format(", so {} {} a sector each", lanes, verb)
                              : fmt::format(", so {} {} bytes with gaps between them", lanes, verb);
  } else {
    what = fmt::format("{} {} {} bytes here and there", lanes, verb, why.bytes_used);
  }
  return capitalized(fmt::format("{}: {}.", what, cost));
}

}  // namespace

std::string explain_sentence(const MachineModel& machine, const MemoryAccess& access, const RequestCost& cost) {
  const Explanation why = explain_why(machine, access, cost);
  if (why.kind == ExplanationKind::no_lane) return "No lane is active, so nothing is asked of the memory.";
  if (why.kind == ExplanationKind::not_modelled) {
    return fmt::format("What an access to {} memory costs is not modelled.", space_name(access.space));
  }
  if (access.space == Space::global) return global_sentence(machine, access, why);
  return SharedSentence(machine, access, why).text();
}

}  // namespace bankloom
