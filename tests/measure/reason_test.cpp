// Reasons and the text that recordings have for them.
#include "core/measure/reason.h"

#include <gtest/gtest.h>

namespace bankloom {
namespace {

TEST(Reason, ARecordedTextIsReadAndWrittenAsItStands) {
  const auto expect = [](const std::string& text, ReasonKind kind) {
    const Reason reason = recorded_reason(text);
    EXPECT_EQ(reason.kind, kind) << text;
    EXPECT_EQ(recorded_text(reason), text);
    return reason;
  };
  EXPECT_EQ(expect("its own launch of 1024 blocks fills the GPU", ReasonKind::fills_gpu).number, 1024U);
  const Reason range = expect("no padding from 0 to 33 makes it cheaper", ReasonKind::no_better_padding);
  EXPECT_EQ(range.number, 0U);
  EXPECT_EQ(range.last, 33U);
  EXPECT_EQ(expect("the emulator found divergent_barrier, race, so it was not launched", ReasonKind::faulty).faults,
            (std::vector{simt::FaultKind::divergent_barrier, simt::FaultKind::race}));
  expect("the emulator found out_of_bounds, so it was launched once and not timed", ReasonKind::faulty_launched);
  expect("interrupted", ReasonKind::interrupted);
  expect("the kernel has no shared load or store", ReasonKind::no_shared_access);
  EXPECT_EQ(expect("an internal error ended the measurement: std::bad_alloc", ReasonKind::internal_error).text,
            "std::bad_alloc");
  EXPECT_EQ(
      expect("the launches did not end; to be timed a kernel is launched many times on the same buffers, which one "
             "that counts on their first contents (a counter, a flag) may not stand",
             ReasonKind::not_repeatable)
          .text,
      "the launches did not end");
}

TEST(Reason, AnyOtherTextIsKept) {
  for (const char* text :
       {"the kernel read an address that is not its own (CUDA_ERROR_ILLEGAL_ADDRESS)",
        "its own launch of many blocks fills the GPU", "the emulator found a race, so it was not launched",
        "interrupted again", "no padding from 0 to makes it cheaper"}) {
    EXPECT_EQ(recorded_reason(text), Reason(ReasonKind::other, text));
    EXPECT_EQ(recorded_text(recorded_reason(text)), text);
  }
  EXPECT_FALSE(recorded_reason(""));
  EXPECT_EQ(recorded_text({}), "");
}

}  // namespace
}  // namespace bankloom
