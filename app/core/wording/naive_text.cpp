#include "core/wording/naive_text.h"

namespace bankloom {

using namespace wording;

namespace {

Text naive_said_text(const NaiveCount& naive) {
  const Count lanes{naive.lanes};
  if (naive.right && naive.transactions == 1) {
    return say(
        "Counted over {lanes:the active lane|all # active lanes} at once, no bank serves more than one word, and "
        "that is right here: 1 wavefront, no bank conflict.",
        "lanes"_a = lanes);
  }
  if (naive.right) {
    return say(
        "Counted over {lanes:the active lane|all # active lanes} at once, a bank serves {words} words, and that is "
        "right here: {words} wavefronts, a {words}-way bank conflict.",
        "lanes"_a = lanes, "words"_a = naive.transactions);
  }
  if (naive.transactions == 1) {
    return say(
        "Counted over {lanes:the active lane|all # active lanes} at once, no bank serves more than one word, which "
        "would be 1 wavefront.",
        "lanes"_a = lanes);
  }
  return say(
      "Counted over {lanes:the active lane|all # active lanes} at once, a bank serves {words} words, which would be "
      "a {words}-way bank conflict.",
      "lanes"_a = lanes, "words"_a = naive.transactions);
}

Text naive_reason_text(const NaiveCount& naive) {
  if (naive.right) return {};
  if (naive.is_loop) {
    return say("But this update is a loop, in each round of which the lowest lane of each bank succeeds.");
  }
  if (naive.lane_by_lane) {
    return say("But atomic updates in one bank are done lane by lane, even where lanes have the same word.");
  }
  if (naive.phases > naive.requests) {
    return say(
        "But a request of {width:# byte|# bytes} per lane is served in {phases:# phase|# phases} of {lanes} lanes.",
        "width"_a = Count{naive.width}, "phases"_a = Count{naive.phases}, "lanes"_a = naive.lanes_per_phase);
  }
  if (naive.requests > 1) {
    return say("But this machine serves a warp in {requests} requests of {lanes} lanes.", "requests"_a = naive.requests,
               "lanes"_a = naive.lanes_per_phase);
  }
  return say("But this machine's banks serve words of the same segment at once.");
}

Text naive_outcome_text(const NaiveCount& naive) {
  if (naive.right) return {};
  return naive.bank_conflicts == 0
             ? say("So the request takes {wavefronts:# wavefront|# wavefronts} without a bank conflict.",
                   "wavefronts"_a = Count{naive.wavefronts})
             : say("So the request takes {wavefronts:# wavefront|# wavefronts}, {more} more than without bank "
                   "conflicts.",
                   "wavefronts"_a = Count{naive.wavefronts}, "more"_a = Count{naive.bank_conflicts});
}

}  // namespace

Text naive_count_text(const NaiveCount& naive) {
  return joined({naive_said_text(naive), naive_reason_text(naive), naive_outcome_text(naive)});
}

Text naive_figures_text(const NaiveCount& naive) {
  return say(
      "counted naively: {naive:# wavefront|# wavefronts}, {conflicts:# bank conflict|# bank conflicts}; correct: "
      "{wavefronts} and {real}",
      "naive"_a = Count{naive.transactions}, "conflicts"_a = Count{naive.conflicts},
      "wavefronts"_a = Count{naive.wavefronts}, "real"_a = Count{naive.bank_conflicts});
}

}  // namespace bankloom
