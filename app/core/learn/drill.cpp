#include "core/learn/drill.h"

#include <algorithm>
#include <random>
#include <set>
#include <utility>

#include "core/analysis/request_cost.h"
#include "core/base/language.h"
#include "core/base/text_lines.h"
#include "core/learn/mistakes.h"
#include "core/trace/trace_recorder.h"

namespace bankloom::learn {
namespace {

using namespace fmt::literals;

/// Numbers that are the same everywhere. That some come a little more often than others does not matter here.
class DrillRandom {
 public:
  DrillRandom(std::uint64_t seed, unsigned number) : engine_(seed + number * 0x9e3779b97f4a7c15U) {}
  /// From 0 to count - 1.
  unsigned below(std::size_t count) { return static_cast<unsigned>(engine_() % count); }
  /// From first to last.
  unsigned between(unsigned first, unsigned last) { return first + below(last - first + 1); }
  bool flip() { return below(2) == 1; }
  template <class T>
  T one_of(std::initializer_list<T> values) {
    return values.begin()[below(values.size())];
  }

 private:
  std::mt19937_64 engine_;
};

/// What is written into a drill's kernel, and where that leads each lane.
struct DrillPlan {
  Dim3 block{kWarpSize, 1, 1};
  unsigned width = 4;
  bool is_store = false;
  unsigned rows = 0;  ///< 0: an array without rows
  unsigned columns = 0, padding = 0;
  std::string index;      ///< "[threadIdx.x * 3]"
  std::string condition;  ///< of the lanes that take part; empty: all
  LaneMask active = kAllLanes;
  std::array<std::uint64_t, kWarpSize> elements{};

  /// Sets each lane's element from its threadIdx.x and threadIdx.y.
  template <class Element>
  void place(std::string where, Element element) {
    index = std::move(where);
    for (unsigned lane = 0; lane < block.count(); ++lane) elements[lane] = element(lane % block.x, lane / block.x);
    if (rows == 0) {
      const std::uint64_t last = *std::max_element(elements.begin(), elements.end());
      columns = static_cast<unsigned>((last / kWarpSize + 1) * kWarpSize);
    }
  }
  [[nodiscard]] std::uint64_t row() const { return columns + padding; }
};

/// "threadIdx.x * 3 + 1".
std::string scaled(std::string text, unsigned factor, unsigned offset) {
  if (factor != 1) text += fmt::format(" * {}", factor);
  if (offset != 0) text += fmt::format(" + {}", offset);
  return text;
}

DrillPlan plan_stride(unsigned level, DrillRandom& random) {
  DrillPlan plan;
  const unsigned stride = level == 1   ? random.between(1, 4)
                          : level == 2 ? random.one_of({1U, 2U, 3U, 4U, 5U, 6U, 7U, 8U, 9U, 16U, 32U})
                                       : random.between(2, 33);
  const unsigned offset = level >= 3 ? random.below(16) : 0;
  plan.is_store = level >= 4 && random.flip();
  if (level >= 5) plan.width = random.one_of({2U, 8U});
  if (level >= 4 && random.flip()) {
    plan.place("[" + scaled("(31 - threadIdx.x)", stride, offset) + "]",
               [&](unsigned x, unsigned) { return (31 - x) * stride + offset; });
  } else {
    plan.place("[" + scaled("threadIdx.x", stride, offset) + "]",
               [&](unsigned x, unsigned) { return x * stride + offset; });
  }
  return plan;
}

DrillPlan plan_padding(unsigned level, DrillRandom& random) {
  DrillPlan plan;
  plan.rows = kWarpSize;
  plan.columns = level <= 2   ? 32U
                 : level == 3 ? random.one_of({8U, 16U, 24U, 32U, 48U})
                 : level == 4 ? random.one_of({4U, 8U, 12U, 16U, 20U, 24U, 28U, 32U, 40U, 48U, 64U})
                              : random.one_of({8U, 16U, 24U, 32U});
  plan.padding = random.below(level == 1 ? 2 : 5);
  plan.is_store = level >= 4 && random.flip();
  if (level >= 5) plan.width = 8;
  const unsigned column = random.below(level == 1 ? 4 : plan.columns);
  plan.place(fmt::format("[threadIdx.x][{}]", column), [&](unsigned x, unsigned) { return x * plan.row() + column; });
  return plan;
}

DrillPlan plan_width(unsigned level, DrillRandom& random) {
  DrillPlan plan;
  plan.width = level >= 4 ? random.one_of({8U, 16U}) : random.one_of({1U, 2U, 4U, 8U, 16U});
  const unsigned stride = level == 1 ? 1 : random.between(1, level == 2 ? 2 : level == 3 ? 4 : 9);
  const unsigned offset = level == 3 ? random.below(8) : 0;
  if (level >= 5) {
    // Neighbours that read the same element are what wide loads are merged by.
    const unsigned lanes = random.one_of({2U, 4U});
    plan.place("[" + scaled(fmt::format("threadIdx.x / {}", lanes), stride, 0) + "]",
               [&](unsigned x, unsigned) { return x / lanes * stride; });
    return plan;
  }
  plan.is_store = level >= 3 && random.flip();
  plan.place("[" + scaled("threadIdx.x", stride, offset) + "]",
             [&](unsigned x, unsigned) { return x * stride + offset; });
  return plan;
}

/// A block of one warp, at most so high.
Dim3 block_of(DrillRandom& random, unsigned most_rows) {
  unsigned rows = 2;
  while (rows < most_rows && random.flip()) rows *= 2;
  return {kWarpSize / rows, rows, 1};
}

DrillPlan plan_shape(unsigned level, DrillRandom& random) {
  DrillPlan plan;
  plan.block = block_of(random, level == 1 ? 2 : level == 2 ? 4 : 16);
  const unsigned across = level >= 4 ? random.between(1, 2) : 1;
  const unsigned down = level >= 4 ? random.between(1, 3) : 1;
  plan.rows = plan.block.y * down;
  plan.columns = plan.block.x * across;
  plan.columns += level == 1 ? random.one_of({0U, 16U}) : random.one_of({0U, 8U, 16U, 32U});
  if (level >= 3) plan.padding = random.below(3);
  plan.is_store = level >= 4 && random.flip();
  if (level >= 5) plan.width = 8;
  plan.place(fmt::format("[{}][{}]", scaled("threadIdx.y", down, 0), scaled("threadIdx.x", across, 0)),
             [&](unsigned x, unsigned y) { return y * down * plan.row() + x * across; });
  return plan;
}

DrillPlan plan_transposed(unsigned level, DrillRandom& random) {
  DrillPlan plan;
  if (level > 1 || random.flip()) plan.block = block_of(random, level == 1 ? 2 : level == 2 ? 4 : 8);
  const unsigned across = level >= 4 ? random.between(1, 2) : 1;
  plan.rows = plan.block.x;
  plan.columns = level == 1   ? plan.block.x
                 : level == 2 ? random.one_of({16U, 32U})
                              : random.one_of({16U, 20U, 24U, 28U, 32U});
  if (level >= 2) plan.padding = random.below(level == 2 ? 2 : 4);
  plan.is_store = level >= 4 && random.flip();
  if (level >= 5) plan.width = random.one_of({8U, 16U});
  plan.place(fmt::format("[threadIdx.x][{}]", scaled("threadIdx.y", across, 0)),
             [&](unsigned x, unsigned y) { return x * plan.row() + y * across; });
  return plan;
}

DrillPlan plan_exclusive_or(unsigned level, DrillRandom& random) {
  DrillPlan plan;
  const unsigned mask = random.between(1, level >= 5 ? 7 : 31);
  if (level == 1) {
    plan.place(fmt::format("[threadIdx.x ^ {}]", mask), [&](unsigned x, unsigned) { return x ^ mask; });
    return plan;
  }
  plan.rows = plan.columns = kWarpSize;
  plan.is_store = level >= 4 && random.flip();
  if (level == 2) {
    plan.place(fmt::format("[threadIdx.x][threadIdx.x ^ {}]", mask),
               [&](unsigned x, unsigned) { return x * plan.row() + (x ^ mask); });
  } else if (level == 3) {
    const unsigned lanes = random.one_of({2U, 4U, 8U});
    plan.place(fmt::format("[threadIdx.x][(threadIdx.x / {}) ^ {}]", lanes, mask),
               [&](unsigned x, unsigned) { return x * plan.row() + (x / lanes ^ mask); });
  } else {
    if (level >= 5) {
      plan.width = random.one_of({8U, 16U});
      plan.columns = 128 / plan.width;
    }
    const unsigned period = level >= 5 ? random.one_of({4U, 8U}) : random.one_of({4U, 8U, 16U, 32U});
    plan.place(fmt::format("[threadIdx.x][(threadIdx.x % {}) ^ {}]", period, mask),
               [&](unsigned x, unsigned) { return x * plan.row() + (x % period ^ mask); });
  }
  return plan;
}

DrillPlan plan_partial(unsigned level, DrillRandom& random) {
  DrillPlan plan;
  const auto only = [&](std::string condition, auto takes_part) {
    plan.condition = std::move(condition);
    for (unsigned lane = 0; lane < kWarpSize; ++lane) {
      if (!takes_part(lane)) plan.active &= ~lane_bit(lane);
    }
  };
  const unsigned count = level == 1 ? 4 * random.between(1, 7) : random.between(3, 29);
  if (level == 1) {
    only(fmt::format("threadIdx.x < {}", count), [&](unsigned lane) { return lane < count; });
  } else if (level == 2) {
    plan.block.x = count;
    plan.active = first_lanes(count);
  } else if (level == 4) {
    only(fmt::format("threadIdx.x >= {}", count), [&](unsigned lane) { return lane >= count; });
  } else {
    const unsigned every = random.one_of({2U, 4U});
    const unsigned rest = random.below(every);
    only(fmt::format("threadIdx.x % {} == {}", every, rest), [&](unsigned lane) { return lane % every == rest; });
  }
  if (level >= 5) plan.width = 8;
  const unsigned stride = level == 1   ? random.one_of({1U, 2U, 32U})
                          : level == 2 ? random.one_of({1U, 2U, 4U, 8U, 16U, 32U})
                                       : random.between(1, 33);
  plan.place("[" + scaled("threadIdx.x", stride, 0) + "]", [&](unsigned x, unsigned) { return x * stride; });
  return plan;
}

DrillPlan plan_broadcast(unsigned level, DrillRandom& random) {
  DrillPlan plan;
  const unsigned lanes = random.one_of({2U, 4U, 8U, 16U});
  if (level >= 5) plan.width = random.one_of({1U, 2U, 8U});
  if (level == 1 && random.flip()) {
    const unsigned element = random.below(64);
    plan.place(fmt::format("[{}]", element), [&](unsigned, unsigned) { return element; });
    return plan;
  }
  const unsigned stride = level == 1   ? 1
                          : level == 2 ? random.one_of({2U, 4U, 8U, 16U, 32U})
                          : level == 3 ? random.between(1, 33)
                                       : random.one_of({1U, 2U, 16U, 31U, 32U, 33U, 64U});
  const unsigned offset = level >= 4 ? random.below(32) : 0;
  if (level >= 3 && random.flip()) {
    plan.place("[" + scaled(fmt::format("threadIdx.x % {}", lanes), stride, offset) + "]",
               [&](unsigned x, unsigned) { return x % lanes * stride + offset; });
  } else {
    plan.place("[" + scaled(fmt::format("threadIdx.x / {}", lanes), stride, offset) + "]",
               [&](unsigned x, unsigned) { return x / lanes * stride + offset; });
  }
  return plan;
}

DrillPlan plan_of(DrillPattern pattern, unsigned level, DrillRandom& random) {
  switch (pattern) {
    case DrillPattern::stride:
      return plan_stride(level, random);
    case DrillPattern::padding:
      return plan_padding(level, random);
    case DrillPattern::width:
      return plan_width(level, random);
    case DrillPattern::shape:
      return plan_shape(level, random);
    case DrillPattern::transposed:
      return plan_transposed(level, random);
    case DrillPattern::exclusive_or:
      return plan_exclusive_or(level, random);
    case DrillPattern::partial:
      return plan_partial(level, random);
    case DrillPattern::broadcast:
      break;
  }
  return plan_broadcast(level, random);
}

/// An element's type by its width, how one is made of a number, and the number that is in it.
struct DrillType {
  const char *name, *made, *number;
};
DrillType type_of(unsigned width) {
  switch (width) {
    case 1:
      return {"unsigned char", "{}", "{}"};
    case 2:
      return {"short", "{}", "{}"};
    case 8:
      return {"float2", "make_float2({0}, {0})", "{0}.x + {0}.y"};
    case 16:
      return {"float4", "make_float4({0}, {0}, {0}, {0})", "{0}.x + {0}.y + {0}.z + {0}.w"};
    default:
      return {"float", "{}", "{}"};
  }
}

/// Writes the kernel, and notes the line of its access.
void write_text(Drill& drill, const DrillPlan& plan) {
  std::string& text = drill.text;
  unsigned lines = 0;
  const auto add = [&](const std::string& line) {
    text += line + "\n";
    ++lines;
  };
  const auto add_asked = [&](const std::string& line) {
    add(line);
    drill.line = lines;
  };
  const DrillType type = type_of(plan.width);
  const auto made = [&](const char* number) { return fmt::format(fmt::runtime(type.made), number); };
  const bool has_rows = plan.rows != 0;
  const Dim3& block = plan.block;
  const char* const thread = block.y == 1 ? "threadIdx.x" : "thread";
  const auto nth = [&](const char* number) {
    return has_rows ? fmt::format("tile[{0} / {1}][{0} % {1}]", number, plan.columns) : fmt::format("tile[{}]", number);
  };
  // Not of which pattern, which would tell.
  add("// " + message("A drill of level {}", drill.level));
  add(block.y == 1 ? fmt::format("// launch: drill<<<1, {}>>>(out)", block.x)
                   : fmt::format("// launch: drill<<<1, dim3({}, {})>>>(out)", block.x, block.y));
  add(fmt::format("// out: float[{}]", block.count()));
  add("extern \"C\" __global__ void drill(float *out) {");
  const std::string row =
      plan.padding == 0 ? fmt::format("{}", plan.columns) : fmt::format("{} + {}", plan.columns, plan.padding);
  add(has_rows ? fmt::format("  __shared__ {} tile[{}][{}];", type.name, plan.rows, row)
               : fmt::format("  __shared__ {} tile[{}];", type.name, row));
  if (block.y != 1) add(fmt::format("  const int thread = threadIdx.y * {} + threadIdx.x;", block.x));
  add(fmt::format("  for (int i = {}; i < {}; i += {}) {} = {};", thread,
                  has_rows ? fmt::format("{} * {}", plan.rows, plan.columns) : row, block.count(), nth("i"),
                  made("i")));
  add("  __syncthreads();");
  const std::string condition = plan.condition.empty() ? "" : fmt::format("if ({}) ", plan.condition);
  const std::string element = "tile" + plan.index;
  if (plan.is_store) {
    add_asked(fmt::format("  {}{} = {};", condition, element, made(thread)));
    add("  __syncthreads();");
    add(fmt::format("  out[{}] = {}{};", thread, nth(thread), plan.width > 4 ? ".x" : ""));
  } else if (plan.width <= 4) {
    add_asked(fmt::format("  {}out[{}] = {};", condition, thread, element));
  } else {
    // All parts of an element are used, so that it is loaded at once.
    const char* const indent = condition.empty() ? "  " : "    ";
    if (!condition.empty()) add(fmt::format("  {}{{", condition));
    add_asked(fmt::format("{}const {} value = {};", indent, type.name, element));
    add(fmt::format("{}out[{}] = {};", indent, thread, fmt::format(fmt::runtime(type.number), "value")));
    if (!condition.empty()) add("  }");
  }
  add("}");
}

/// Sentences of this file, which are right as Markdown.
Prose prose_of(const std::string& text, unsigned line) {
  auto prose = read_prose(text, "drill", line);
  return prose ? *std::move(prose) : Prose{};
}

/// What is asked in words of the first lesson. Wavefronts are asked for twice as often as each other.
QuestionKind kind_of(const Drill& drill, DrillRandom& random) {
  using enum QuestionKind;
  if (drill.level == 1) return random.one_of({wavefronts, conflicts, bank});
  return random.one_of({wavefronts, conflicts, bank, lanes, wavefronts});
}

/// Where numbers of the run stand, the prose has fields of its own.
std::string busiest_sentence(bool is_load, bool has_groups) {
  if (!has_groups) {
    return is_load ? message(
                         "Bank {{bank}} has {{words_in_bank:# word|# different words}} to deliver, and no bank has "
                         "more.")
                   : message(
                         "Bank {{bank}} has {{words_in_bank:# word|# different words}} to take, and no bank has "
                         "more.");
  }
  return is_load ? message(
                       "The elements are so wide that the lanes are served in {{phases}} groups, one after another. In "
                       "the group that takes longest, bank {{bank}} has {{words_in_bank:# word|# different words}} to "
                       "deliver.")
                 : message(
                       "The elements are so wide that the lanes are served in {{phases}} groups, one after another. In "
                       "the group that takes longest, bank {{bank}} has {{words_in_bank:# word|# different words}} to "
                       "take.");
}

/// Whether lanes of a wide load pair up, where some of them have one address; "" where there is no such lane, else with
/// the gap to a next sentence.
std::string pairs_sentence(const MachineModel& machine, const MemoryAccess& access) {
  if (access.op != AccessOp::load || access.width <= machine.bank_bytes) return {};
  if (explain_request(machine, access).paired_up) {
    return message(
               "The lanes pair up: each has a partner, one or two lanes away, that has the same address or is "
               "inactive. "
               "So twice as many lanes are served together.") +
           std::string(sentence_gap());
  }
  std::set<std::uint64_t> addresses;
  for_each_lane(access.active, [&](unsigned lane) { addresses.insert(access.addresses[lane]); });
  if (addresses.size() == lane_count(access.active)) return {};
  return message(
             "Lanes have the same address here, but they do not pair up: for that, all lanes that are one apart would "
             "have to, or all that are two apart.") +
         std::string(sentence_gap());
}

std::string bank_ask(const Drill& drill, unsigned lane, bool is_wide) {
  const bool is_load = drill.access.op == AccessOp::load;
  return is_load
             ? (is_wide
                    ? message("`lane {lane}` loads an element in `line {line}`. In which [bank](#bank) does it begin?",
                              "lane"_a = lane, "line"_a = drill.line)
                    : message("`lane {lane}` loads an element in `line {line}`. In which [bank](#bank) does it lie?",
                              "lane"_a = lane, "line"_a = drill.line))
             : (is_wide
                    ? message("`lane {lane}` stores an element in `line {line}`. In which [bank](#bank) does it begin?",
                              "lane"_a = lane, "line"_a = drill.line)
                    : message("`lane {lane}` stores an element in `line {line}`. In which [bank](#bank) does it lie?",
                              "lane"_a = lane, "line"_a = drill.line));
}

Question question_of(const Drill& drill, const MachineModel& machine, DrillRandom& random) {
  const MemoryAccess& access = drill.access;
  const bool is_load = access.op == AccessOp::load;
  Question question;
  question.line = drill.line;
  question.kind = kind_of(drill, random);
  const Answer active = lanes_in(access.active);
  const auto lane = static_cast<unsigned>(active[random.below(active.size())]);
  if (question.kind == QuestionKind::lanes && conflicting_lanes(machine, access, lane) == 0) {
    question.kind = QuestionKind::wavefronts;
  }
  std::string ask, why;
  const bool has_groups = count_request(machine, access).phases > 1;
  const std::string busiest = busiest_sentence(is_load, has_groups);
  switch (question.kind) {
    case QuestionKind::conflicts:
      ask = is_load ? message("How many [bank conflicts](#bank-conflict) does the load in `line {line}` have?",
                              "line"_a = drill.line)
                    : message("How many [bank conflicts](#bank-conflict) does the store in `line {line}` have?",
                              "line"_a = drill.line);
      why = busiest + std::string(sentence_gap()) +
            (has_groups ? message("The first wavefront of each group is not a conflict; each further one is.")
                        : message("The first wavefront is not a conflict; each further one is."));
      break;
    case QuestionKind::bank: {
      question.lane = lane;
      const std::uint64_t address = access.addresses[lane], word = address / machine.bank_bytes;
      ask = bank_ask(drill, lane, access.width > machine.bank_bytes);
      why = message(
          "Its first byte is {byte}, which is in word {word}. Divided by {{machine_banks}}, {word} leaves the "
          "remainder {bank}.",
          "byte"_a = address, "word"_a = word, "bank"_a = bank_of(machine, address));
      break;
    }
    case QuestionKind::lanes:
      question.lane = lane;
      ask = is_load ? message("Which [lanes](#lane) conflict with `lane {lane}` in the load in `line {line}`?",
                              "lane"_a = lane, "line"_a = drill.line)
                    : message("Which [lanes](#lane) conflict with `lane {lane}` in the store in `line {line}`?",
                              "lane"_a = lane, "line"_a = drill.line);
      why = has_groups
                ? message(
                      "Each of these is served together with `lane {lane}`, and needs a different word of a "
                      "bank that it needs.",
                      "lane"_a = lane)
                : message("Each of these needs a different word of a bank that `lane {lane}` needs.", "lane"_a = lane);
      break;
    default:
      ask = is_load ? message("How many [wavefronts](#wavefront) does the load in `line {line}` take?",
                              "line"_a = drill.line)
                    : message("How many [wavefronts](#wavefront) does the store in `line {line}` take?",
                              "line"_a = drill.line);
      why = busiest;
  }
  const std::string pairs = question.kind == QuestionKind::bank ? "" : pairs_sentence(machine, access);
  question.ask = prose_of(ask, drill.line);
  question.why = prose_of(pairs + why, drill.line);
  return question;
}

}  // namespace

std::string drill_item(DrillPattern pattern) {
  return fmt::format("drill:{}", kDrillPatterns[static_cast<std::size_t>(pattern)]);
}

DrillWeights drill_weights(std::string_view progress) {
  std::array<int, kDrillPatterns.size()> balance{};
  for (const std::string& line : split_lines(progress)) {
    for (std::size_t i = 0; i < balance.size(); ++i) {
      const auto has = [&](const char* kind) {
        const std::string item = drill_item(static_cast<DrillPattern>(i));
        return line.find(fmt::format("\t{}\t{}\t{}\t", kind, kDrillLesson, item)) != std::string::npos;
      };
      balance[i] += has("wrong") ? 1 : has("right") ? -1 : 0;
    }
  }
  DrillWeights weights = kEqualWeights;
  for (std::size_t i = 0; i < weights.size(); ++i) weights[i] += static_cast<unsigned>(std::clamp(balance[i], 0, 6));
  return weights;
}

Drill make_drill(const MachineModel& machine, std::uint64_t seed, unsigned number, const DrillWeights& weights) {
  DrillRandom random(seed, number);
  unsigned all = 0;
  for (const unsigned weight : weights) all += weight;
  unsigned at = random.below(all);
  std::size_t pattern = 0;
  while (at >= weights[pattern]) at -= weights[pattern++];

  Drill drill;
  drill.pattern = static_cast<DrillPattern>(pattern);
  drill.level = std::min(kDrillLevels, 1 + number / kDrillsPerLevel);
  const DrillPlan plan = plan_of(drill.pattern, drill.level, random);
  drill.block = plan.block;
  drill.elements = std::max(plan.rows, 1U) * plan.row();
  if (plan.rows != 0) {
    drill.tile = TileGeometry{.name = "tile",
                              .rows = plan.rows,
                              .columns = plan.columns,
                              .padding = plan.padding,
                              .element_bytes = plan.width,
                              .element = ptx::Type::f32};
  }
  write_text(drill, plan);
  MemoryAccess& access = drill.access;
  access.block = {0, 0, 0};
  access.source_line = drill.line;
  access.space = Space::shared;
  access.op = plan.is_store ? AccessOp::store : AccessOp::load;
  access.width = static_cast<std::uint8_t>(plan.width);
  access.active = plan.active;
  for_each_lane(access.active, [&](unsigned lane) { access.addresses[lane] = plan.elements[lane] * plan.width; });
  drill.question = question_of(drill, machine, random);
  return drill;
}

RunAt run_of(const Drill& drill, const MachineModel& machine) {
  auto kernel = std::make_shared<Kernel>();
  kernel->lesson = kDrillLesson;
  kernel->name = kDrillPatterns[static_cast<std::size_t>(drill.pattern)];
  kernel->entry = "drill";
  kernel->source = drill.text;
  auto run = std::make_shared<KernelRun>();
  run->machine = machine;
  run->grid = {1, 1, 1};
  run->block = drill.block;
  run->shared_bytes = drill.elements * drill.access.width;
  run->source_lines = split_lines(drill.text);
  run->recorded_blocks = 1;
  run->tile = drill.tile;
  run->instance.kernel = kernel.get();
  run->instance.grid = run->grid;
  run->instance.block = run->block;
  run->kernel = std::move(kernel);
  TraceRecorder recorder;
  recorder.begin_block(drill.access.block);
  recorder.record(header_of(drill.access), drill.access.addresses.data(), drill.access.values.data());
  run->trace = recorder.finish();
  run->cost = summarize(machine, run->trace);
  auto timeline = std::make_shared<const Timeline>(*run, 0);
  return {std::move(run), std::move(timeline), 0};
}

Result<Asked> ask(const Drill& drill, const MachineModel& machine) {
  RunAt at = run_of(drill, machine);
  RunNumbers numbers = numbers_of(at, nullptr);
  return ask_of(drill.question, std::move(at), std::move(numbers));
}

}  // namespace bankloom::learn
