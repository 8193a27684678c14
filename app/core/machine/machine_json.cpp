// Reads one machine file. Every field is checked; the first thing that is wrong becomes the error.
#include <algorithm>
#include <bit>
#include <map>
#include <utility>

#include "core/base/json.h"
#include "core/base/nearest_name.h"
#include "core/base/text_lines.h"
#include "core/machine/machine_model.h"

namespace bankloom {
namespace {

using nlohmann::json;

/// The first error of a file; later ones are its consequences and are dropped.
class Problems {
 public:
  explicit Problems(std::string file) : file_(std::move(file)) {}

  void add(const std::string& field, const std::string& what) {
    if (first_) first_ = fail("{}: field '{}': {}", file_, field, what);
  }
  /// The error is the first one.
  [[nodiscard]] const Result<void>& none() const { return first_; }

 private:
  std::string file_;
  Result<void> first_;
};

std::string shown(const json& value) {
  std::string text = value.dump(-1, ' ', false, json::error_handler_t::replace);
  constexpr std::size_t longest = 40;
  if (text.size() > longest) text = text.substr(0, longest) + "...";
  return text;
}

/// An object of the file: takes out fields by name, with their checks, and complains about those never asked for.
class Fields {
 public:
  Fields(const json& object, std::string path, Problems& problems)
      : object_(object), path_(std::move(path)), problems_(problems) {
    if (!object.is_object()) problems_.add(path_.empty() ? "(whole file)" : path_, "must be an object");
  }

  [[nodiscard]] std::string path_of(const std::string& field) const {
    return path_.empty() ? field : path_ + "." + field;
  }
  void complain(const std::string& field, const std::string& what) { problems_.add(path_of(field), what); }

  /// The field's value, or nullptr; a field that is missing is an error where it is required.
  const json* find(const std::string& field, bool required = true) {
    known_.push_back(field);
    if (!object_.is_object()) return nullptr;
    const auto found = object_.find(field);
    if (found != object_.end()) return &*found;
    if (required) complain(field, "is missing");
    return nullptr;
  }

  std::string text(const std::string& field) {
    const json* const value = find(field);
    if (value == nullptr) return {};
    if (value->is_string() && !value->get_ref<const std::string&>().empty()) return value->get<std::string>();
    complain(field, fmt::format("must be a text that is not empty, found {}", shown(*value)));
    return {};
  }

  std::vector<std::string> texts(const std::string& field) {
    const json* const value = find(field, false);
    std::vector<std::string> list;
    if (value == nullptr) return list;
    if (!value->is_array()) {
      complain(field, fmt::format("must be a list of texts, found {}", shown(*value)));
      return list;
    }
    for (const json& item : *value) {
      if (item.is_string() && !item.get_ref<const std::string&>().empty()) {
        list.push_back(item.get<std::string>());
      } else {
        complain(field, fmt::format("must hold texts that are not empty, found {}", shown(item)));
      }
    }
    return list;
  }

  std::uint64_t number_of(const json& value, const std::string& field, std::uint64_t minimum, std::uint64_t maximum) {
    if (value.is_number_unsigned()) {
      const auto number = value.get<std::uint64_t>();
      if (number >= minimum && number <= maximum) return number;
    }
    complain(field, fmt::format("must be a whole number from {} to {}, found {}", minimum, maximum, shown(value)));
    return minimum;
  }

  unsigned number(const std::string& field, unsigned minimum, unsigned maximum, std::optional<unsigned> missing = {}) {
    const json* const value = find(field, !missing);
    if (value == nullptr) return missing.value_or(minimum);
    return static_cast<unsigned>(number_of(*value, field, minimum, maximum));
  }

  std::vector<unsigned> numbers(const std::string& field, unsigned minimum, unsigned maximum, bool required) {
    const json* const value = find(field, required);
    std::vector<unsigned> list;
    if (value == nullptr) return list;
    if (!value->is_array() || value->empty()) {
      complain(field, fmt::format("must be a list of numbers that is not empty, found {}", shown(*value)));
      return list;
    }
    for (const json& item : *value) list.push_back(static_cast<unsigned>(number_of(item, field, minimum, maximum)));
    return list;
  }

  /// One of the given words, by its index.
  std::size_t choice(const std::string& field, const std::vector<std::string>& words, bool required = true) {
    const json* const value = find(field, required);
    if (value == nullptr) return 0;
    return choice_of(*value, field, words);
  }

  std::size_t choice_of(const json& value, const std::string& field, const std::vector<std::string>& words) {
    if (value.is_string()) {
      const auto found = std::find(words.begin(), words.end(), value.get_ref<const std::string&>());
      if (found != words.end()) return static_cast<std::size_t>(found - words.begin());
    }
    complain(field, fmt::format("must be one of {}, found {}", join(words, ", "), shown(value)));
    return 0;
  }

  FactStatus status() {
    static const std::vector<std::string> words = {"measured", "published", "assumed", "didactic"};
    return static_cast<FactStatus>(choice("status", words));
  }

  /// To be called last: a field that nobody asked for is a misspelt one.
  void finish() {
    if (!object_.is_object()) return;
    for (const auto& item : object_.items()) {
      const std::string& key = item.key();
      if (std::find(known_.begin(), known_.end(), key) != known_.end()) continue;
      const auto nearest = nearest_name(key, known_);
      complain(key, nearest ? fmt::format("is not known; did you mean '{}'?", *nearest) : "is not known");
    }
  }

 private:
  const json& object_;
  std::string path_;
  Problems& problems_;
  std::vector<std::string> known_;
};

class MachineReader {
 public:
  MachineReader(const json& root, Problems& problems) : problems_(problems), fields_(root, "", problems) {}

  MachineModel read() {
    fields_.find("$schema", false);
    read_sources();
    model_.name = fields_.text("name");
    model_.aliases = fields_.texts("aliases");
    model_.generation = fields_.text("generation");
    model_.title = fields_.text("title");
    model_.not_modelled = fields_.texts("not_modelled");
    model_.banks = fact("banks", "banks of shared memory", 1, kMaxBanks);
    model_.bank_bytes = fact("bank_bytes", "bytes of one bank's word", 4, 16);
    if (!std::has_single_bit(model_.bank_bytes)) fields_.complain("bank_bytes.value", "must be 4, 8 or 16");
    read_lanes_per_request();
    if (fields_.find("pair_segment_words", false) != nullptr) {
      model_.pair_segment_words = fact("pair_segment_words", "words of a segment served together in one bank", 2, 4096);
      if (model_.pair_segment_words % model_.banks != 0) {
        fields_.complain("pair_segment_words.value", "must be a multiple of the number of banks");
      }
    }
    read_phases();
    model_.sector_bytes = fact("sector_bytes", "bytes of a sector of global memory", 16, 256);
    model_.line_bytes = fact("line_bytes", "bytes of a line of global memory", 16, 1024);
    if (!std::has_single_bit(model_.sector_bytes)) fields_.complain("sector_bytes.value", "must be a power of two");
    if (!std::has_single_bit(model_.line_bytes)) fields_.complain("line_bytes.value", "must be a power of two");
    constexpr unsigned megabyte = 1U << 20;
    model_.shared_bytes_per_block =
        fact("shared_bytes_per_block", "bytes of shared memory a block can have", 1024, megabyte);
    model_.shared_bytes_per_sm =
        fact("shared_bytes_per_sm", "bytes of shared memory of a multiprocessor", 1024, megabyte);
    if (model_.shared_bytes_per_sm < model_.shared_bytes_per_block) {
      fields_.complain("shared_bytes_per_sm.value", "must not be less than shared_bytes_per_block");
    }
    model_.threads_per_block = fact("threads_per_block", "threads a block can have", 32, 1024);
    model_.threads_per_sm = fact("threads_per_sm", "threads on a multiprocessor at a time", 32, 65'536);
    model_.blocks_per_sm = fact("blocks_per_sm", "blocks on a multiprocessor at a time", 1, 1024);
    if (fields_.find("multiprocessors", false) != nullptr) {
      model_.multiprocessors = fact("multiprocessors", "multiprocessors of the device", 1, 1024);
    }
    model_.shared_granularity =
        fact("shared_granularity", "bytes that a block's shared memory is a multiple of", 1, 65'536);
    model_.shared_reserved_per_block =
        fact("shared_reserved_per_block", "bytes of shared memory that every block takes besides its own", 0, 65'536);
    model_.comparison = fields_.number("comparison", 1, 99, 0U);
    read_bank_choice();
    read_facts();
    fields_.finish();
    return std::move(model_);
  }

 private:
  /// Texts of sources that several fields cite by a short name.
  void read_sources() {
    const json* const value = fields_.find("sources", false);
    if (value == nullptr) return;
    Fields inner(*value, "sources", problems_);
    if (!value->is_object()) return;
    for (const auto& item : value->items()) sources_[item.key()] = inner.text(item.key());
  }

  /// The field `source`: the text of a named source, or itself.
  std::string source_of(Fields& inner) {
    std::string source = inner.text("source");
    const auto named = sources_.find(source);
    return named == sources_.end() ? source : named->second;
  }

  /// A number with its source and status; it also goes to the list of facts.
  unsigned fact(const std::string& field, const std::string& name, unsigned minimum, unsigned maximum) {
    const json* const value = fields_.find(field);
    if (value == nullptr) return minimum;
    Fields inner(*value, field, problems_);
    const unsigned number = inner.number("value", minimum, maximum);
    model_.facts.push_back({name, std::to_string(number), source_of(inner), inner.status()});
    inner.finish();
    return number;
  }

  /// A number, or "banks": as many lanes as there are banks, a whole warp at most.
  void read_lanes_per_request() {
    const json* const value = fields_.find("lanes_per_request");
    if (value == nullptr) return;
    Fields inner(*value, "lanes_per_request", problems_);
    const json* const lanes = inner.find("value");
    const bool as_banks = lanes != nullptr && lanes->is_string() && lanes->get_ref<const std::string&>() == "banks";
    if (as_banks) {
      lanes_follow_banks_ = true;
      model_.lanes_per_request = std::min(model_.banks, kWarpSize);
    } else if (lanes != nullptr) {
      model_.lanes_per_request = static_cast<unsigned>(inner.number_of(*lanes, "value", 1, kWarpSize));
    }
    model_.facts.push_back({"lanes that one request serves",
                            as_banks ? "as many as there are banks" : std::to_string(model_.lanes_per_request),
                            source_of(inner), inner.status()});
    inner.finish();
  }

  void read_phases() {
    const json* const list = fields_.find("phases");
    if (list == nullptr) return;
    if (!list->is_array()) {
      fields_.complain("phases", fmt::format("must be a list, found {}", shown(*list)));
      return;
    }
    for (std::size_t index = 0; index < list->size(); ++index) read_phase_rule((*list)[index], index);
    for (std::size_t op = 0; op < kAccessOps; ++op) {
      const auto access_op = static_cast<AccessOp>(op);
      const bool is_matrix = access_op == AccessOp::ldmatrix || access_op == AccessOp::stmatrix;
      for (std::size_t width = is_matrix ? kWidths - 1 : 0; width < kWidths; ++width) {
        if (seen_[op][width]) continue;
        fields_.complain(
            "phases", fmt::format("has no rule for {} of {} bytes per lane", access_op_name(access_op), 1U << width));
      }
    }
  }

  void read_phase_rule(const json& entry, std::size_t index) {
    Fields inner(entry, fmt::format("phases[{}]", index), problems_);
    const std::vector<std::size_t> ops = read_ops(inner);
    const std::vector<unsigned> widths = inner.numbers("widths", 1, 16, true);
    PhaseRule rule;
    rule.lanes_per_phase = inner.number("lanes_per_phase", 1, kWarpSize);
    rule.merged_lanes_per_phase = inner.number("merged_lanes_per_phase", 1, kWarpSize, 0U);
    for (const unsigned distance : inner.numbers("pair_distances", 1, kWarpSize - 1, false)) {
      rule.pair_distances |= std::uint32_t{1} << distance;
    }
    if (rule.merged_lanes_per_phase != 0 && rule.merged_lanes_per_phase <= rule.lanes_per_phase) {
      inner.complain("merged_lanes_per_phase", "must be more than lanes_per_phase");
    }
    if ((rule.merged_lanes_per_phase != 0) != (rule.pair_distances != 0)) {
      inner.complain("pair_distances", "stands together with merged_lanes_per_phase, or neither does");
    }
    rule.lane_by_lane = inner.choice("counts", {"words", "lanes"}, false) == 1;
    const std::string source = source_of(inner);
    rule.status = inner.status();
    inner.finish();
    for (const std::size_t op : ops) {
      for (const unsigned width : widths) {
        if (!std::has_single_bit(width)) inner.complain("widths", fmt::format("{} is not 1, 2, 4, 8 or 16", width));
        set_rule(inner, op, width_index(width), rule);
      }
    }
    add_rule_fact(ops, widths, rule, source);
  }

  std::vector<std::size_t> read_ops(Fields& inner) {
    std::vector<std::string> names;
    names.reserve(kAccessOps);
    for (std::size_t op = 0; op < kAccessOps; ++op) names.emplace_back(access_op_name(static_cast<AccessOp>(op)));
    std::vector<std::size_t> ops;
    const json* const value = inner.find("access");
    if (value == nullptr) return ops;
    if (!value->is_array() || value->empty()) {
      inner.complain("access", fmt::format("must be a list of {}, found {}", join(names, ", "), shown(*value)));
      return ops;
    }
    for (const json& item : *value) ops.push_back(inner.choice_of(item, "access", names));
    return ops;
  }

  void set_rule(Fields& inner, std::size_t op, std::size_t width, const PhaseRule& rule) {
    if (seen_[op][width]) {
      inner.complain("access", fmt::format("{} of {} bytes per lane has a rule already",
                                           access_op_name(static_cast<AccessOp>(op)), 1U << width));
    }
    seen_[op][width] = true;
    model_.rules[op][width] = rule;
  }

  void add_rule_fact(const std::vector<std::size_t>& ops, const std::vector<unsigned>& widths, const PhaseRule& rule,
                     const std::string& source) {
    std::vector<std::string_view> names;
    names.reserve(ops.size());
    for (const std::size_t op : ops) names.push_back(access_op_name(static_cast<AccessOp>(op)));
    std::string value = rule.lanes_per_phase == kWarpSize ? std::string("one phase for all lanes")
                                                          : fmt::format("phases of {} lanes", rule.lanes_per_phase);
    if (rule.merged_lanes_per_phase != 0) {
      value += fmt::format(", of {} where pairs of lanes use the same address", rule.merged_lanes_per_phase);
    }
    if (rule.lane_by_lane) value += ", the lanes of one bank one after another";
    std::vector<std::string> numbers;
    numbers.reserve(widths.size());
    for (const unsigned width : widths) numbers.push_back(std::to_string(width));
    model_.facts.push_back({fmt::format("{} of {} bytes per lane", join(names, ", "), join(numbers, ", ")),
                            std::move(value), source, rule.status});
  }

  void read_bank_choice() {
    const json* const value = fields_.find("bank_choice", false);
    if (value == nullptr) return;
    Fields inner(*value, "bank_choice", problems_);
    BankChoice choice;
    choice.minimum = inner.number("minimum", 1, kMaxBanks);
    choice.maximum = inner.number("maximum", choice.minimum, kMaxBanks);
    choice.title = inner.text("title");
    choice.lanes_follow = lanes_follow_banks_;
    model_.bank_choice = choice;
    inner.finish();
    if (model_.banks < choice.minimum || model_.banks > choice.maximum) {
      fields_.complain("banks.value", "must lie within bank_choice");
    }
  }

  void read_facts() {
    const json* const list = fields_.find("facts", false);
    if (list == nullptr) return;
    if (!list->is_array()) {
      fields_.complain("facts", fmt::format("must be a list, found {}", shown(*list)));
      return;
    }
    for (std::size_t index = 0; index < list->size(); ++index) {
      Fields inner((*list)[index], fmt::format("facts[{}]", index), problems_);
      std::string name = inner.text("name");
      std::string value = inner.text("value");
      std::string source = source_of(inner);
      model_.facts.push_back({std::move(name), std::move(value), std::move(source), inner.status()});
      inner.finish();
    }
  }

  Problems& problems_;
  Fields fields_;
  MachineModel model_;
  std::map<std::string, std::string> sources_;
  bool lanes_follow_banks_ = false;
  std::array<std::array<bool, kWidths>, kAccessOps> seen_{};
};

}  // namespace

Result<MachineModel> parse_machine(std::string_view text, const std::string& file) {
  json root;
  try {
    root = json::parse(text);
  } catch (const json::exception& error) {  // not JSON, or a number that no number can hold
    // The library's message begins with its own error number in brackets.
    const std::string_view message = error.what();
    const std::size_t bracket = message.find("] ");
    return fail("{}: not valid JSON: {}", file,
                bracket == std::string_view::npos ? message : message.substr(bracket + 2));
  }
  Problems problems(file);
  MachineModel model = MachineReader(root, problems).read();
  TRY(problems.none());
  return model;
}

}  // namespace bankloom
