// Reason: why a number is missing, or differs from the model, as a value: a kind and its arguments. core/wording makes
// sentences of it. Recordings keep reasons as text, which recorded_text() writes and recorded_reason() reads; a text of
// no known form, and a driver's message, is ReasonKind::other.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/catalog/catalog.h"
#include "core/measure/measurement.h"
#include "core/simt/fault.h"

namespace bankloom {

enum class ReasonKind : std::uint8_t {
  none,   ///< nothing is missing
  other,  ///< `text`: the sentence of a driver, a library, a file
  // Readings of a kernel.
  interrupted,
  not_launched,      ///< a faulty kernel, which is launched only on request
  faulty,            ///< the emulator found `faults`, so it was not launched
  faulty_launched,   ///< the emulator found `faults`, so it was launched once and not timed
  fills_gpu,         ///< its own launch of `number` blocks does
  uses_block_index,  ///< more blocks than its own `number` would compute something else
  cooperative,       ///< a cooperative launch, which is not measured
  lowered_clock,     ///< in each of `number` launches
  not_repeatable,    ///< `text`: what went wrong when it was launched many times on the same buffers
  no_shared_access,  ///< neither a shared load nor a shared store
  output_size,       ///< the GPU's output has another size than the emulator's
  no_counter_returned,
  sampled,           ///< the emulator executed `number` of `last` blocks
  access_not_timed,  ///< the kernel's own most expensive access was not timed in its twin
  internal_error,    ///< `text`
  // Why a kernel has no twin.
  no_shared_memory,
  conflict_free,
  no_padding,
  search_interrupted,
  no_better_padding,  ///< among those from `number` to `last`
  has_fault,
  // Why a counter is not as modelled.
  accesses_joined,  ///< the GPU's assembler merged neighbouring accesses
  shared_pipe,      ///< requests of several blocks delay each other in the data pipe
  atomic_pipe,      ///< likewise of atomics, which have no counter by address
  // Where no measurement was made, and no recording has one.
  no_gpu,          ///< `text`: what the driver says, if anything
  no_device_code,  ///< this build cannot measure
  cancelled,
  own_not_recorded,  ///< recordings hold kernels of the catalogue alone
  no_recording,
  kernel_not_recorded,   ///< `kernel`; in the recording `text`, or in none where that is empty
  options_not_recorded,  ///< `kernel` at `options`; likewise
  not_measured,
  not_measured_here,
  not_measured_or_recorded,
  being_measured,
  no_run,          ///< the emulator has not run the kernel yet
  fault_found,     ///< measured only on request
  fault_expected,  ///< likewise: the kernel is there to show one
  hidden,          ///< it would answer a question
  // Why two kernels are not compared.
  not_timed_in_b,  ///< A's most expensive access was not timed in B
  no_twin,
  twin_not_recorded,  ///< at `options`
  sides_elsewhere,    ///< A and B are of `origins`
  // Why a rung of a ladder is not compared.
  not_beside_copy,  ///< it was not launched in turns with the device's own copy
  copy_not_timed,
  baseline_missing,    ///< of the baseline `kernel`; `cause`
  baseline_elsewhere,  ///< the baseline `kernel` and this kernel are of `origins`
  baseline_not_timed,  ///< `kernel`; `cause`
  is_baseline,
  no_baseline,
};

struct Reason {
  ReasonKind kind = ReasonKind::none;
  std::string text;
  std::uint64_t number = 0, last = 0;
  std::vector<simt::FaultKind> faults;
  std::string kernel;
  OptionValues options;
  std::vector<Origin> origins;  ///< two or none
  std::vector<Reason> cause;    ///< one or none

  Reason() = default;
  Reason(ReasonKind of_kind, std::string with_text = {}) : kind(of_kind), text(std::move(with_text)) {}
  Reason(ReasonKind of_kind, std::uint64_t with_number, std::uint64_t up_to = 0)
      : kind(of_kind), number(with_number), last(up_to) {}
  /// From an error of another folder.
  Reason(Error error) : Reason(ReasonKind::other, std::move(error.message)) {}
  [[nodiscard]] explicit operator bool() const { return kind != ReasonKind::none; }
  friend bool operator==(const Reason&, const Reason&) = default;
};

/// A value, or why there is none; TRY turns an Error into a Reason.
template <class T>
using Known = tl::expected<T, Reason>;

/// The text of a reason of the first three groups in recordings and JSON; "" for none.
[[nodiscard]] std::string recorded_text(const Reason& reason);
/// The reason of such a text.
[[nodiscard]] Reason recorded_reason(const std::string& text);

}  // namespace bankloom
