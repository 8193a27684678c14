#include "core/wording/reason_text.h"

#include <algorithm>
#include <iterator>

#include "core/base/language.h"
#include "core/wording/measurement.h"

namespace bankloom {

using namespace wording;

namespace {

const char* fault_noun(simt::FaultKind kind) {
  switch (kind) {
    case simt::FaultKind::out_of_bounds:
      return "an access out of bounds";
    case simt::FaultKind::misaligned:
      return "a misaligned access";
    case simt::FaultKind::uninitialized_read:
      return "a read of uninitialized memory";
    case simt::FaultKind::race:
      return "a race";
    case simt::FaultKind::divergent_barrier:
      return "a barrier in divergent code";
    case simt::FaultKind::deadlock:
      return "a deadlock";
    case simt::FaultKind::endless_loop:
      return "an endless loop";
    case simt::FaultKind::trap:
      return "a trap";
    case simt::FaultKind::division_by_zero:
      return "a division by zero";
    case simt::FaultKind::stack_overflow:
      return "a stack overflow";
    case simt::FaultKind::order_dependent:
      return "a result that depends on the order of the threads";
  }
  return "";
}

Text faults_text(const std::vector<simt::FaultKind>& faults) {
  std::vector<std::string> names;
  names.reserve(faults.size());
  for (const auto fault : faults) names.emplace_back(translated(fault_noun(fault)));
  return list_text(names);
}

Text cause_text(const Reason& reason) {
  return reason.cause.empty() ? say("it has not been measured") : reason_text(reason.cause.front());
}

/// The text of a kind without arguments.
struct FixedReason {
  ReasonKind kind;
  const char* words;
};
constexpr FixedReason kFixedReasons[] = {
    {ReasonKind::interrupted, "the measurement was interrupted"},
    {ReasonKind::not_launched,
     "the kernel was not launched; to launch it all the same, use --launch-faulty, or measure it again in the window"},
    {ReasonKind::no_shared_access, "the kernel has no shared load or store"},
    {ReasonKind::output_size, "the GPU returned an output of another size"},
    {ReasonKind::no_counter_returned, "the GPU returned none of the counters"},
    {ReasonKind::access_not_timed, "this access was not timed in the twin"},
    {ReasonKind::no_shared_memory, "the kernel does not use shared memory"},
    {ReasonKind::conflict_free, "the kernel itself has no bank conflicts"},
    {ReasonKind::no_padding, "the kernel has no option that pads its tile"},
    {ReasonKind::search_interrupted, "the search for the twin was interrupted"},
    {ReasonKind::has_fault, "the kernel has a fault"},
    {ReasonKind::accesses_joined,
     "the GPU's assembler merged accesses to neighbouring elements into fewer, wider ones that the PTX does not "
     "have: the same bytes in fewer requests"},
    {ReasonKind::shared_pipe,
     "several blocks share the data pipe, and this counter includes the time in which their requests delay each other, "
     "which differs from launch to launch; the wavefronts by address are as modelled"},
    {ReasonKind::atomic_pipe,
     "several blocks share the data pipe, and this counter includes the time in which their requests delay each other, "
     "which differs from launch to launch; wavefronts less conflicts are as modelled"},
    {ReasonKind::no_device_code, "this build cannot measure on a GPU"},
    {ReasonKind::cancelled, "the measurement was cancelled"},
    {ReasonKind::own_not_recorded, "a kernel of your own is in no recording"},
    {ReasonKind::no_recording, "there is no recording"},
    {ReasonKind::not_measured, "it has not been measured"},
    {ReasonKind::not_measured_here, "it has not been measured here"},
    {ReasonKind::not_measured_or_recorded,
     "it has not been measured here, and no recording holds it with these "
     "options"},
    {ReasonKind::being_measured, "it is being measured"},
    {ReasonKind::no_run, "there is no run of this kernel yet"},
    {ReasonKind::fault_found,
     "the emulator found a fault in this kernel, so it is launched on the GPU only when you ask for it"},
    {ReasonKind::fault_expected,
     "this kernel is there to show a fault, so it is launched on the GPU only when you ask for it"},
    {ReasonKind::hidden, "it is hidden until the question is answered"},
    {ReasonKind::not_timed_in_b, "B was not timed at this access"},
    {ReasonKind::no_twin, "this kernel has no conflict-free twin"},
    {ReasonKind::not_beside_copy, "it was not launched alternately with the device's own copy"},
    {ReasonKind::copy_not_timed, "the device's own copy was not timed"},
    {ReasonKind::is_baseline, "it is itself the baseline (100 %) that others are compared with"},
    {ReasonKind::no_baseline, "its entry in the catalogue names no copy kernel with its launch shape"},
};

/// That a recording, or where `text` is empty any, lacks something.
Text not_recorded_text(const Reason& reason) {
  const std::string& recording = reason.text;
  const Text options = options_text(reason.options);
  if (reason.kind == ReasonKind::twin_not_recorded) {
    return say("the recording does not hold the twin ({options})", "options"_a = options);
  }
  if (reason.kind == ReasonKind::kernel_not_recorded) {
    return recording.empty() ? say("no recording holds the kernel {kernel}", "kernel"_a = reason.kernel)
                             : say("the recording '{recording}' does not hold the kernel {kernel}",
                                   "recording"_a = recording, "kernel"_a = reason.kernel);
  }
  return recording.empty()
             ? say("no recording holds {kernel} with {options}; recordings hold the defaults, paddings 0 to 4 and "
                   "the sizes for a GPU",
                   "kernel"_a = reason.kernel, "options"_a = options)
             : say("the recording '{recording}' does not hold {kernel} with {options}; recordings hold the defaults, "
                   "paddings 0 to 4 and the sizes for a GPU",
                   "recording"_a = recording, "kernel"_a = reason.kernel, "options"_a = options);
}

}  // namespace

Text reason_text(const Reason& reason, Length length) {
  const auto* const fixed = std::ranges::find(kFixedReasons, reason.kind, &FixedReason::kind);
  if (fixed != std::end(kFixedReasons)) return Text(fixed->words);
  const auto& text = reason.text;
  switch (reason.kind) {
    case ReasonKind::other:
      return Text(text);
    case ReasonKind::faulty:
      return say("the emulator found {faults}, so the kernel was not launched",
                 "faults"_a = faults_text(reason.faults));
    case ReasonKind::faulty_launched:
      return say("the emulator found {faults}, so the kernel was launched once and not timed",
                 "faults"_a = faults_text(reason.faults));
    case ReasonKind::fills_gpu:
      return say("its own launch of {blocks:# block|# blocks} fills the GPU", "blocks"_a = Count{reason.number});
    case ReasonKind::uses_block_index:
      if (length != Length::full) return say("the kernel uses the block's index");
      return say(
          "the kernel uses the block's index, so with more than its own {blocks:# block|# blocks} it would do "
          "something else",
          "blocks"_a = Count{reason.number});
    case ReasonKind::sampled:
      return say("the emulator executed {some} of {blocks:# block|# blocks}, so there is no number to compare with",
                 "some"_a = reason.number, "blocks"_a = Count{reason.last});
    case ReasonKind::cooperative:
      if (length != Length::full) return say("cooperative launches are not measured");
      return say("cooperative launches, whose blocks wait for each other, are not measured");
    case ReasonKind::lowered_clock:
      return say("none of {launches:# launch|# launches} ran at full clock", "launches"_a = Count{reason.number});
    case ReasonKind::not_repeatable:
      return say(
          "{what}; a kernel is timed by launching it many times on the same buffers, and one that relies on their "
          "initial contents (a counter, a flag) may then fail",
          "what"_a = text);
    case ReasonKind::internal_error:
      return say("an internal error ended the measurement; please report it: {what}", "what"_a = text);
    case ReasonKind::no_better_padding:
      return say("no padding from {first} to {last} needs fewer wavefronts", "first"_a = reason.number,
                 "last"_a = reason.last);
    case ReasonKind::no_gpu:
      if (text.empty()) return say("there is no GPU on this machine");
      if (length != Length::full) return say("no GPU can be used");
      return Text(text);
    case ReasonKind::kernel_not_recorded:
    case ReasonKind::options_not_recorded:
    case ReasonKind::twin_not_recorded:
      return not_recorded_text(reason);
    case ReasonKind::sides_elsewhere:
      return say("not compared: A was {a}, B was {b}", "a"_a = origin_text(reason.origins[0]),
                 "b"_a = origin_text(reason.origins[1]));
    case ReasonKind::baseline_missing:
      return say("{kernel} is missing: {cause}", "kernel"_a = reason.kernel, "cause"_a = cause_text(reason));
    case ReasonKind::baseline_elsewhere:
      return say("{kernel} was {there}, this kernel {here}", "kernel"_a = reason.kernel,
                 "there"_a = origin_text(reason.origins[0]), "here"_a = origin_text(reason.origins[1]));
    case ReasonKind::baseline_not_timed:
      return say("{kernel} has no time: {cause}", "kernel"_a = reason.kernel, "cause"_a = cause_text(reason));
    default:
      return {};
  }
}

}  // namespace bankloom
