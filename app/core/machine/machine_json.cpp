// Reads one machine file. Every field is checked; the first thing that is wrong becomes the error.
#include <algorithm>
#include <array>
#include <bit>
#include <map>
#include <utility>

#include "core/base/json_record.h"
#include "core/base/language.h"
#include "core/base/text_lines.h"
#include "core/machine/machine_model.h"

namespace bankloom {
namespace {

using nlohmann::json;

/// What a rule is for, by AccessOp.
constexpr std::array<std::string_view, kAccessOps> kRuleNames = {"load",
                                                                 "store",
                                                                 "atomic",
                                                                 "red",
                                                                 "ldmatrix",
                                                                 "stmatrix",
                                                                 "increment",
                                                                 "merged atomic",
                                                                 "compare-and-swap",
                                                                 "update loop",
                                                                 "update loop by generic address"};

/// Whether the machine must say what such an access costs. Increments and merged lanes are of 4 bytes, other
/// forms of more than one byte.
bool needs_rule(AccessOp op, unsigned width) {
  if (op == AccessOp::ldmatrix || op == AccessOp::stmatrix) return width == 16;
  if (op == AccessOp::increment || op == AccessOp::merged) return width == 4;
  return op == AccessOp::compare_swap ? width > 1 : !is_update_loop(op) || (width > 1 && width < 16);
}

constexpr std::array<std::string_view, 2> kCountedNames = {"words", "lanes"};

class MachineReader {
 public:
  MachineReader(const json& root, FieldProblems& problems) : fields_(root, "", problems) {}

  MachineModel read() {
    fields_.find("$schema");  // for editors
    read_sources();
    model_.name = fields_.text("name");
    model_.aliases = texts(fields_, "aliases");
    model_.generation = fields_.text("generation");
    model_.title = fields_.text("title");
    model_.not_modelled = texts(fields_, "not_modelled");
    model_.banks = fact("banks", "banks of shared memory", 1, kMaxBanks);
    model_.bank_bytes = fact("bank_bytes", "bytes of one bank's word", 4, 16);
    if (!std::has_single_bit(model_.bank_bytes)) fields_.report("bank_bytes.value", "must be 4, 8 or 16");
    read_lanes_per_request();
    if (fields_.has("pair_segment_words")) {
      model_.pair_segment_words = fact("pair_segment_words", "words of a segment served together in one bank", 2, 4096);
      if (model_.pair_segment_words % model_.banks != 0) {
        fields_.report("pair_segment_words.value", "must be a multiple of the number of banks");
      }
    }
    read_phases();
    model_.sector_bytes = fact("sector_bytes", "bytes of a sector of global memory", 16, 256);
    model_.line_bytes = fact("line_bytes", "bytes of a line of global memory", 16, 1024);
    if (!std::has_single_bit(model_.sector_bytes)) fields_.report("sector_bytes.value", "must be a power of two");
    if (!std::has_single_bit(model_.line_bytes)) fields_.report("line_bytes.value", "must be a power of two");
    constexpr unsigned megabyte = 1U << 20;
    model_.shared_bytes_per_block =
        fact("shared_bytes_per_block", "bytes of shared memory a block can have", 1024, megabyte);
    model_.shared_bytes_per_sm =
        fact("shared_bytes_per_sm", "bytes of shared memory of a multiprocessor", 1024, megabyte);
    if (model_.shared_bytes_per_sm < model_.shared_bytes_per_block) {
      fields_.report("shared_bytes_per_sm.value", "must not be less than shared_bytes_per_block");
    }
    model_.threads_per_block = fact("threads_per_block", "threads a block can have", 32, 1024);
    model_.threads_per_sm = fact("threads_per_sm", "threads on a multiprocessor at a time", 32, 65'536);
    model_.blocks_per_sm = fact("blocks_per_sm", "blocks on a multiprocessor at a time", 1, 1024);
    if (fields_.has("multiprocessors")) {
      model_.multiprocessors = fact("multiprocessors", "multiprocessors of the device", 1, 1024);
    }
    model_.shared_granularity =
        fact("shared_granularity", "bytes that a block's shared memory is a multiple of", 1, 65'536);
    model_.shared_reserved_per_block =
        fact("shared_reserved_per_block", "bytes of shared memory that every block takes besides its own", 0, 65'536);
    if (fields_.has("comparison")) model_.comparison = number(fields_, "comparison", 1, 99);
    read_bank_choice();
    read_facts();
    fields_.finish();
    return std::move(model_);
  }

 private:
  static unsigned number(FieldReader& fields, const std::string& name, unsigned least, unsigned most) {
    return static_cast<unsigned>(fields.whole(name, least, most));
  }

  static std::vector<std::string> texts(FieldReader& fields, const std::string& name) {
    std::vector<std::string> list;
    fields.elements(name, false,
                    [&](const json& value, const std::string& place) { list.push_back(fields.text_of(value, place)); });
    return list;
  }

  static std::vector<unsigned> numbers(FieldReader& fields, const std::string& name, unsigned most, bool required) {
    std::vector<unsigned> list;
    fields.elements(name, required, [&](const json& value, const std::string& place) {
      list.push_back(static_cast<unsigned>(fields.whole_of(value, place, 1, most)));
    });
    if (list.empty() && fields.has(name)) fields.report(name, "must not be empty");
    return list;
  }

  /// Texts of sources that several fields cite by a short name.
  void read_sources() {
    if (!fields_.has("sources")) return;
    FieldReader inner = fields_.object("sources");
    for (const auto& name : inner.names()) sources_[name] = inner.text(name);
  }

  /// The field `source`: the text of a named source, or itself.
  std::string source_of(FieldReader& inner) {
    std::string source = inner.text("source");
    const auto named = sources_.find(source);
    return named == sources_.end() ? source : named->second;
  }

  static FactStatus status_of(FieldReader& inner) { return inner.choice<FactStatus>("status", kFactStatusNames); }

  /// A number with its source and status; it also goes to the list of facts.
  unsigned fact(const std::string& field, const std::string& name, unsigned minimum, unsigned maximum) {
    FieldReader inner = fields_.object(field);
    const unsigned value = number(inner, "value", minimum, maximum);
    model_.facts.push_back({name, std::to_string(value), source_of(inner), status_of(inner)});
    inner.finish();
    return value;
  }

  /// A number, or "banks": as many lanes as there are banks, a whole warp at most.
  void read_lanes_per_request() {
    FieldReader inner = fields_.object("lanes_per_request");
    const json* const lanes = inner.find("value");
    const bool as_banks = lanes != nullptr && *lanes == "banks";
    lanes_follow_banks_ = as_banks;
    model_.lanes_per_request = as_banks ? std::min(model_.banks, kWarpSize) : number(inner, "value", 1, kWarpSize);
    model_.facts.push_back({"lanes that one request serves",
                            as_banks ? "as many as there are banks" : std::to_string(model_.lanes_per_request),
                            source_of(inner), status_of(inner)});
    inner.finish();
  }

  void read_phases() {
    fields_.objects("phases", true, [this](FieldReader& rule) { read_phase_rule(rule); });
    for (std::size_t op = 0; op < kAccessOps; ++op) {
      for (std::size_t width = 0; width < kWidths; ++width) {
        if (seen_[op][width] || !needs_rule(static_cast<AccessOp>(op), 1U << width)) continue;
        fields_.report("phases", message("has no rule for {} of {} bytes per lane", kRuleNames[op], 1U << width));
      }
    }
  }

  void read_phase_rule(FieldReader& inner) {
    const std::vector<std::size_t> ops = read_ops(inner);
    const std::vector<unsigned> widths = numbers(inner, "widths", 16, true);
    PhaseRule rule;
    rule.lanes_per_phase = number(inner, "lanes_per_phase", 1, kWarpSize);
    if (inner.has("merged_lanes_per_phase")) {
      rule.merged_lanes_per_phase = number(inner, "merged_lanes_per_phase", 1, kWarpSize);
    }
    for (const unsigned distance : numbers(inner, "pair_distances", kWarpSize - 1, false)) {
      rule.pair_distances |= std::uint32_t{1} << distance;
    }
    if (rule.merged_lanes_per_phase != 0 && rule.merged_lanes_per_phase <= rule.lanes_per_phase) {
      inner.report("merged_lanes_per_phase", "must be more than lanes_per_phase");
    }
    if ((rule.merged_lanes_per_phase != 0) != (rule.pair_distances != 0)) {
      inner.report("pair_distances", "must be given together with merged_lanes_per_phase");
    }
    rule.lane_by_lane = inner.has("counts") && inner.choice<bool>("counts", kCountedNames);
    if (inner.has("wavefronts_per_lane")) rule.wavefronts_per_lane = number(inner, "wavefronts_per_lane", 1, 8);
    if (inner.has("wavefronts_before")) rule.wavefronts_before = number(inner, "wavefronts_before", 1, 8);
    const std::string source = source_of(inner);
    rule.status = status_of(inner);
    for (const std::size_t op : ops) {
      for (const unsigned width : widths) {
        if (!std::has_single_bit(width)) inner.report("widths", message("{} is not 1, 2, 4, 8 or 16", width));
        set_rule(inner, op, width_index(width), rule);
      }
    }
    add_rule_fact(ops, widths, rule, source);
  }

  std::vector<std::size_t> read_ops(FieldReader& inner) {
    std::vector<std::size_t> ops;
    inner.elements("access", true, [&](const json& value, const std::string& place) {
      ops.push_back(inner.place_among(value, place, kRuleNames));
    });
    if (ops.empty() && inner.has("access")) inner.report("access", "must not be empty");
    return ops;
  }

  void set_rule(FieldReader& inner, std::size_t op, std::size_t width, const PhaseRule& rule) {
    if (seen_[op][width]) {
      inner.report("access", message("{} of {} bytes per lane has a rule already", kRuleNames[op], 1U << width));
    }
    seen_[op][width] = true;
    model_.rules[op][width] = rule;
  }

  void add_rule_fact(const std::vector<std::size_t>& ops, const std::vector<unsigned>& widths, const PhaseRule& rule,
                     const std::string& source) {
    // In the language of the moment: `list` alone shows them, right after the machines were read.
    std::vector<std::string_view> names;
    names.reserve(ops.size());
    for (const std::size_t op : ops) names.push_back(translated(kRuleNames[op]));
    std::string value = rule.lanes_per_phase == kWarpSize ? message("one phase for all lanes")
                        : rule.merged_lanes_per_phase == 0
                            ? message("phases of {} lanes", rule.lanes_per_phase)
                            : message("phases of {} lanes, of {} where pairs of lanes use the same address",
                                      rule.lanes_per_phase, rule.merged_lanes_per_phase);
    if (rule.lane_by_lane) value = message("{}, the lanes of one bank one after another", value);
    if (rule.wavefronts_per_lane > 1) value = message("{}, {} wavefronts each", value, rule.wavefronts_per_lane);
    if (is_update_loop(static_cast<AccessOp>(ops.front()))) {
      value = message("{}; in a loop with a load, in each round the lowest lane of each bank", value);
    }
    model_.facts.push_back({message("{} of {} bytes per lane", join(names, list_sign()), join(widths, list_sign())),
                            std::move(value), source, rule.status});
  }

  void read_bank_choice() {
    if (!fields_.has("bank_choice")) return;
    FieldReader inner = fields_.object("bank_choice");
    BankChoice choice;
    choice.minimum = number(inner, "minimum", 1, kMaxBanks);
    choice.maximum = number(inner, "maximum", choice.minimum, kMaxBanks);
    choice.title = inner.text("title");
    choice.lanes_follow = lanes_follow_banks_;
    model_.bank_choice = choice;
    inner.finish();
    if (model_.banks < choice.minimum || model_.banks > choice.maximum) {
      fields_.report("banks.value", "must lie within bank_choice");
    }
  }

  void read_facts() {
    fields_.objects("facts", false, [this](FieldReader& inner) {
      std::string name = inner.text("name"), value = inner.text("value"), source = source_of(inner);
      model_.facts.push_back({std::move(name), std::move(value), std::move(source), status_of(inner)});
    });
  }

  FieldReader fields_;
  MachineModel model_;
  std::map<std::string, std::string> sources_;
  bool lanes_follow_banks_ = false;
  std::array<std::array<bool, kWidths>, kAccessOps> seen_{};
};

}  // namespace

Result<MachineModel> parse_machine(std::string_view text, const std::string& file) {
  TRY(const auto root, parse_json_object(text, file));
  FieldProblems problems(file);
  MachineModel model = MachineReader(root, problems).read();
  TRY(problems.none());
  return model;
}

}  // namespace bankloom
