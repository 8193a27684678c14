#include "core/base/text_lines.h"

#include <gtest/gtest.h>

#include "core/base/symbol_name.h"

namespace bankloom {
namespace {

TEST(WholeNumber, IsTheWholeText) {
  EXPECT_EQ(whole_number_of("-17"), -17);
  EXPECT_EQ(whole_number_of("007"), 7);
  EXPECT_EQ(whole_number_of("9223372036854775807"), 9'223'372'036'854'775'807);
  for (const char* text : {"", " 1", "1 ", "+1", "0x10", "1.5", "9223372036854775808"}) {
    EXPECT_FALSE(whole_number_of(text)) << text;
  }
}

TEST(Join, PutsTheLastSeparatorBeforeTheLast) {
  using Names = std::vector<std::string>;
  EXPECT_EQ(join(Names{}, ", ", " and "), "");
  EXPECT_EQ(join(Names{"a"}, ", ", " and "), "a");
  EXPECT_EQ(join(Names{"a", "b"}, ", ", " and "), "a and b");
  EXPECT_EQ(join(Names{"a", "b", "c"}, ", ", " and "), "a, b and c");
  EXPECT_EQ(join(std::vector<unsigned>{1, 2, 16}, ", "), "1, 2, 16");
}

TEST(Demangled, AShortNameThatDoublesThirtyTimesStaysShort) {
  // Each parameter's type is a pair of the one before.
  std::string name = "_ZN2ns1kI1AEEv1PIS1_S1_E";
  for (const char c : std::string("3456789ABCDEFGHIJKLMNOPQRSTUVWXYZ")) {
    const std::string part = std::string("S") + c + "_";
    name += "S2_I" + part + part + "E";
  }
  EXPECT_EQ(demangled(name), "ns::k<...>");
  EXPECT_EQ(kernel_name(name.replace(0, 8, "_ZN12_GLOBAL__N_11k")), "(anonymous namespace)::k<...>");
}

TEST(Demangled, ManyParametersOfOneTypeAreRead) {
  std::string name = "_Z1kPf", shown = "k(float*";
  for (int i = 0; i < 40; ++i) {
    name += "S_";
    shown += ", float*";
  }
  EXPECT_EQ(demangled(name), shown + ")");
}

TEST(UnqualifiedName, FollowsTheLastScope) {
  EXPECT_EQ(unqualified_name("tile"), "tile");
  EXPECT_EQ(unqualified_name("k(float*)::tile"), "tile");
  EXPECT_EQ(bare_name("void ns::k<int>(float*)"), "ns::k");
  EXPECT_EQ(variable_name("_ZZ13setRowReadColE4tile"), "tile");
  EXPECT_EQ(variable_name("_ZZ1kE4tile_0"), "tile") << "the second of that name";
}

}  // namespace
}  // namespace bankloom
