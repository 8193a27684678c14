#include "core/wording/step_text.h"

#include "core/wording/barrier_text.h"
#include "core/wording/fault_text.h"

namespace bankloom {

using namespace wording;

VerdictText verdict_text(const KernelRun& run, const StepState& state) {
  VerdictText cost = verdict_text(state.why);
  if (!state.is_wrong()) return cost;
  const simt::Fault& fault = run.faults[state.fault ? state.fault->index : state.race->pair.fault];
  return {fault_kind_text(fault.kind),
          fault.source_line == 0 ? cost.words
                                 : say("line {line} · {cost}", "line"_a = fault.source_line, "cost"_a = cost.words),
          {}};
}

namespace {

/// Which of a race's two accesses came first; nothing where one instruction made both.
Text race_order_text(const KernelRun& run, const StepRace& race, Length length) {
  if (race.pair.first.request == race.pair.second.request) return {};
  const auto op = [](const TimelineRequest& request) {
    return Case{request.op == AccessOp::load || request.op == AccessOp::ldmatrix    ? 0U
                : request.op == AccessOp::store || request.op == AccessOp::stmatrix ? 1U
                                                                                    : 2U};
  };
  const Text element = element_name_text(run, run.faults[race.pair.fault].space, race.pair.address);
  if (length != Length::full) {
    return say(
        "A race: warp {warp} {op:reads|writes|updates} {element} (line {line}) before warp {other} "
        "{other_op:reads|writes|updates} it (line {other_line}); on a GPU it may be the other way round.",
        "warp"_a = race.first.warp, "op"_a = op(race.first), "element"_a = element, "line"_a = race.first.source_line,
        "other"_a = race.second.warp, "other_op"_a = op(race.second), "other_line"_a = race.second.source_line);
  }
  if (race.is_second) {
    return say(
        "First warp {warp} {op:reads|writes|updates} {element} with its request {request} in line {line}, then warp "
        "{other} {other_op:reads|writes|updates} it with its request {other_request} in line {other_line}; on a GPU "
        "it may be the other way round.",
        "element"_a = element, "warp"_a = race.first.warp, "op"_a = op(race.first),
        "request"_a = race.first.in_warp + 1, "line"_a = race.first.source_line, "other"_a = race.second.warp,
        "other_op"_a = op(race.second), "other_request"_a = race.second.in_warp + 1,
        "other_line"_a = race.second.source_line);
  }
  return say(
      "This is the first access of a race: lane {lane} {op:reads|writes|updates} {element}, and then warp {other} "
      "{other_op:reads|writes|updates} it with its request {other_request} in line {other_line}; on a GPU it may be "
      "the other way round.",
      "lane"_a = race.pair.first.lane, "op"_a = op(race.first), "element"_a = element, "other"_a = race.second.warp,
      "other_op"_a = op(race.second), "other_request"_a = race.second.in_warp + 1,
      "other_line"_a = race.second.source_line);
}

/// The fault of a step, in one sentence; empty where there is none.
Text brief_fault_text(const KernelRun& run, const StepState& state) {
  Text order = state.race ? race_order_text(run, *state.race, Length::brief) : Text();
  if (!order.empty()) return order;
  if (state.barrier && state.barrier->part) return wait_text(*state.barrier);
  return state.fault ? sentence_text(fault_text(run.faults[state.fault->index], &run)) : Text();
}

/// The fault of a step and its cause; empty where there is none.
std::vector<Text> fault_sentences(const KernelRun& run, const StepState& state) {
  std::vector<Text> sentences;
  if (state.fault) {
    const StepFault& at = *state.fault;
    const simt::Fault& fault = run.faults[at.index];
    if (at.lanes != 0) {
      sentences.push_back(say(
          "The fault in line {line} also occurs in {lanes:# lane|# lanes} of this warp; it first occurred elsewhere:",
          "line"_a = fault.source_line, "lanes"_a = Count{lane_count(at.lanes)}));
    }
    sentences.push_back(sentence_text(fault_text(fault, &run)));
    if (at.without_access) {
      sentences.push_back(
          say("No lane could make that access, so it has no step of its own: the one beside it is shown."));
    }
  }
  if (state.race) sentences.push_back(race_order_text(run, *state.race, Length::full));
  if (state.barrier && state.barrier->part) sentences.push_back(wait_text(*state.barrier));
  return sentences;
}

}  // namespace

std::vector<Text> step_sentences(const KernelRun& run, const StepState& state) {
  if (Text wrong = brief_fault_text(run, state); !wrong.empty()) return {wrong};
  std::vector<Text> sentences = {explanation_text(state.why)};
  if (Text reason = layout_reason_text(state.why); !reason.empty()) sentences.push_back(std::move(reason));
  sentences.push_back(explanation_text(state.why, Length::brief));
  return sentences;
}

Text step_text(const KernelRun& run, const StepState& state, Length length) {
  if (length != Length::full) {
    // In brief a fault comes before the cost.
    const Text wrong = brief_fault_text(run, state);
    return wrong.empty() ? explanation_text(state.why, length) : wrong;
  }
  std::vector<Text> sentences = fault_sentences(run, state);
  sentences.push_back(explanation_text(state.why, length));
  return joined(sentences);
}

}  // namespace bankloom
