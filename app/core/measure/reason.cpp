#include "core/measure/reason.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>

namespace bankloom {
namespace {

/// Placeholders: '#' is `number`, then `last`; '$' is `text`; '%' the names of `faults`.
struct RecordedForm {
  ReasonKind kind;
  std::string_view form;
};
constexpr std::array kForms{
    RecordedForm{ReasonKind::interrupted, "interrupted"},
    RecordedForm{ReasonKind::not_launched,
                 "the kernel was not launched; who insists says --launch-faulty, or measures again in the window"},
    RecordedForm{ReasonKind::faulty, "the emulator found %, so it was not launched"},
    RecordedForm{ReasonKind::faulty_launched, "the emulator found %, so it was launched once and not timed"},
    RecordedForm{ReasonKind::fills_gpu, "its own launch of # blocks fills the GPU"},
    RecordedForm{ReasonKind::uses_block_index,
                 "the kernel uses the block's index, so more blocks than its own # would do something else"},
    RecordedForm{ReasonKind::lowered_clock, "no launch of # was made at full clock"},
    RecordedForm{ReasonKind::not_repeatable,
                 "$; to be timed a kernel is launched many times on the same buffers, which one that counts on their "
                 "first contents (a counter, a flag) may not stand"},
    RecordedForm{ReasonKind::no_shared_access, "the kernel has no shared load or store"},
    RecordedForm{ReasonKind::output_size, "the GPU gave back an output of another size"},
    RecordedForm{ReasonKind::no_counter_returned, "the GPU gave none of the counters back"},
    RecordedForm{ReasonKind::sampled, "the emulator executed # of # blocks, so there is no number to compare with"},
    RecordedForm{ReasonKind::access_not_timed, "this access of the twin was not timed"},
    RecordedForm{ReasonKind::internal_error, "an internal error ended the measurement: $"},
    RecordedForm{ReasonKind::no_shared_memory, "the kernel does not use shared memory"},
    RecordedForm{ReasonKind::conflict_free, "the kernel is itself free of bank conflicts"},
    RecordedForm{ReasonKind::no_padding, "the kernel has no padding to choose"},
    RecordedForm{ReasonKind::search_interrupted, "the search for the twin was interrupted"},
    RecordedForm{ReasonKind::no_better_padding, "no padding from # to # makes it cheaper"},
    RecordedForm{ReasonKind::has_fault, "the kernel has a fault"},
    RecordedForm{
        ReasonKind::accesses_joined,
        "the GPU's assembler joined accesses to neighbouring elements into fewer and wider ones, which the PTX "
        "does not have: as many bytes in fewer requests"},
    RecordedForm{ReasonKind::shared_pipe,
                 "several blocks share the data pipe, and this counter also has what their requests take from each "
                 "other, differently in every launch; the wavefronts by address are as modelled"},
    RecordedForm{ReasonKind::atomic_pipe,
                 "several blocks share the data pipe, and this counter also has what their requests take from each "
                 "other, differently in every launch; without its conflicts it is as modelled"},
};

constexpr std::string_view kPlaces = "#$%";

std::string fault_names(const std::vector<simt::FaultKind>& faults) {
  std::string names;
  for (const auto fault : faults) names += (names.empty() ? "" : ", ") + std::string(simt::fault_kind_name(fault));
  return names;
}

std::optional<std::vector<simt::FaultKind>> faults_named(std::string_view names) {
  std::vector<simt::FaultKind> faults;
  while (!names.empty()) {
    const std::string_view name = names.substr(0, names.find(", "));
    const auto* const place = std::ranges::find(simt::kFaultKindNames, name);
    if (place == simt::kFaultKindNames.end()) return std::nullopt;
    faults.push_back(static_cast<simt::FaultKind>(place - simt::kFaultKindNames.begin()));
    names.remove_prefix(std::min(name.size() + 2, names.size()));
  }
  return faults;
}

/// Reads the value of a placeholder; false where the text has none.
bool take(Reason& reason, char place, std::string_view text, bool is_second) {
  if (place == '#') {
    std::uint64_t& number = is_second ? reason.last : reason.number;
    const auto read = std::from_chars(text.data(), text.data() + text.size(), number);
    return read.ec == std::errc{} && read.ptr == text.data() + text.size();
  }
  if (place == '$') reason.text = text;
  if (place != '%') return true;
  auto faults = faults_named(text);
  if (faults) reason.faults = std::move(*faults);
  return faults.has_value();
}

std::optional<Reason> match(const RecordedForm& form, std::string_view text) {
  Reason reason(form.kind);
  std::string_view rest = form.form;
  for (bool is_second = false;; is_second = true) {
    const std::size_t at = rest.find_first_of(kPlaces);
    const std::string_view before = rest.substr(0, at);
    if (!text.starts_with(before)) return std::nullopt;
    text.remove_prefix(before.size());
    if (at == std::string_view::npos) return text.empty() ? std::optional(reason) : std::nullopt;
    rest.remove_prefix(at + 1);
    const std::string_view after = rest.substr(0, rest.find_first_of(kPlaces));
    const std::size_t end = after.empty() ? text.size() : text.find(after);
    if (end == std::string_view::npos) return std::nullopt;
    if (!take(reason, form.form[form.form.size() - rest.size() - 1], text.substr(0, end), is_second)) {
      return std::nullopt;
    }
    text.remove_prefix(end);
  }
}

}  // namespace

std::string recorded_text(const Reason& reason) {
  for (const RecordedForm& form : kForms) {
    if (form.kind != reason.kind) continue;
    std::string text;
    bool is_second = false;
    for (const char c : form.form) {
      if (c == '#') {
        text += std::to_string(is_second ? reason.last : reason.number);
        is_second = true;
      } else if (c == '$') {
        text += reason.text;
      } else if (c == '%') {
        text += fault_names(reason.faults);
      } else {
        text += c;
      }
    }
    return text;
  }
  return reason.text;
}

Reason recorded_reason(const std::string& text) {
  if (text.empty()) return {};
  for (const RecordedForm& form : kForms) {
    if (auto reason = match(form, text)) return *reason;
  }
  return {ReasonKind::other, text};
}

}  // namespace bankloom
