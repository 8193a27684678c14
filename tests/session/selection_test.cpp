// The selection alone: nothing is compiled.
#include "core/session/selection.h"

#include <gtest/gtest.h>

#include "session_fixture.h"

namespace bankloom::test {
namespace {

class SelectionTest : public ::testing::Test {
 protected:
  void take(const std::string& line) {
    auto scene = selection.checked(*scene_from_line(line));
    ASSERT_TRUE(scene.has_value()) << scene.error().message;
    selection.take(std::move(*scene));
  }
  Selection selection{Shipped::get().catalog, Shipped::get().machines};
};

TEST_F(SelectionTest, NothingIsChosenAtFirst) {
  EXPECT_EQ(selection.kernel(Side::a), nullptr);
  EXPECT_EQ(selection.key(Side::a), std::nullopt);
  EXPECT_TRUE(selection.neighbours().empty());
  EXPECT_TRUE(selection.lesson().empty());
  EXPECT_EQ(selection.with_compare_toggled(), selection.scene());
  EXPECT_FALSE(selection.with_option(Side::a, "IPAD", "1").has_value());
}

TEST_F(SelectionTest, ATransitionChangesNothingUntilItIsTaken) {
  take("bankloom square/setRowReadCol");
  const Scene before = selection.scene();
  auto padded = selection.with_padding_changed(Side::a, 1);
  ASSERT_TRUE(padded.has_value());
  EXPECT_EQ(padded->a.options.at("IPAD"), "1");
  EXPECT_EQ(selection.scene(), before);
  selection.take(std::move(*padded));
  EXPECT_EQ(selection.options(Side::a).at("IPAD"), "1");
  // No more than the range.
  EXPECT_EQ(selection.with_padding_changed(Side::a, 1000)->a.options.at("IPAD"), "33");
  EXPECT_EQ(selection.with_defaults(Side::a), before);
}

TEST_F(SelectionTest, PaddingStaysWithTheKernelThatItWasChosenFor) {
  take("bankloom square/setRowReadCol BDIMX=16 BDIMY=16 vs square/setRowReadCol BDIMX=16 BDIMY=16 IPAD=1");
  // Another kernel for B: as it stands in the list, at A's shape and its own padding.
  selection.take(*selection.with_kernel(Side::b, "square/setColReadRow"));
  EXPECT_EQ(selection.options(Side::b).at("IPAD"), "0");
  EXPECT_EQ(selection.options(Side::b).at("BDIMX"), "16");
  const auto keys = [&](Side side) {
    std::vector<RunKey> all;
    for (const auto& [kernel, key] : selection.lesson(side)) all.push_back(key);
    return all;
  };
  for (const Side side : kSides) {
    // One more and one less is as before, for all kernels.
    const std::vector<RunKey> before = keys(side);
    selection.take(*selection.with_padding_changed(side, 1));
    const std::vector<RunKey> padded = keys(side);
    EXPECT_EQ(selection.options(side).at("IPAD"), "1");
    for (std::size_t i = 0; i < padded.size(); ++i) {
      const bool is_changed = selection.lesson(side)[i].kernel == selection.kernel(side);
      EXPECT_EQ(*resolve_options(*selection.lesson(side)[i].kernel, padded[i].options) ==
                    *resolve_options(*selection.lesson(side)[i].kernel, before[i].options),
                !is_changed)
          << padded[i].kernel;
    }
    selection.take(*selection.with_padding_changed(side, -1));
    for (std::size_t i = 0; i < before.size(); ++i) {
      EXPECT_EQ(*resolve_options(*selection.lesson(side)[i].kernel, keys(side)[i].options),
                *resolve_options(*selection.lesson(side)[i].kernel, before[i].options))
          << before[i].kernel;
    }
  }
  // A kernel that is shown already is chosen as it is shown.
  selection.take(*selection.with_padding_changed(Side::a, 2));
  EXPECT_EQ(selection.with_kernel(Side::b, "square/setRowReadCol")->b->options.at("IPAD"), "2");
  EXPECT_EQ(*selection.with_kernel(Side::a, "square/setRowReadCol"), selection.scene());
}

TEST_F(SelectionTest, AKernelThatWasMadeForAMachineBringsItAlong) {
  take("bankloom machines/strideOfWords");
  selection.take(*selection.with_kernel(Side::a, "machines/tenBanks"));
  EXPECT_EQ(selection.scene().machine, "didactic:10");
  // Another machine is chosen, and stays.
  selection.take(*selection.with_machine("cc8.0"));
  EXPECT_EQ(selection.scene().a.kernel, "machines/tenBanks");
  selection.take(*selection.with_kernel(Side::a, "machines/sixteenBanks"));
  EXPECT_EQ(selection.scene().machine, "cc1.x");
  for (const auto& [kernel, key] : selection.lesson()) {
    EXPECT_EQ(key.machine, kernel->machine.empty() ? kDefaultMachine : kernel->machine) << kernel->name;
  }
  selection.take(*selection.with_kernel(Side::a, "square/setRowReadCol"));
  EXPECT_EQ(selection.scene().machine, kDefaultMachine) << "it goes with the kernel that it came with";
  selection.take(*selection.with_machine("cc8.0"));
  selection.take(*selection.with_kernel(Side::a, "square/setColReadRow"));
  EXPECT_EQ(selection.scene().machine, "cc8.0");
}

TEST_F(SelectionTest, ASceneWithAFormerNameShowsTheKernelUnderItsPresentOne) {
  take("bankloom mistakes/missingBarrier IPAD=2 vs mistakes/withBarrier at=1:0:0");
  EXPECT_EQ(scene_to_line(selection.scene()),
            "bankloom barriers/missingBarrier IPAD=2 vs barriers/withBarrier at=1:0:0");
  OwnSource source;
  source.text = selection.kernel(Side::a)->source;
  source.base = "mistakes/missingBarrier";
  const auto scene = selection.with_choice(Side::a, own_choice(source, {}));
  ASSERT_TRUE(scene) << scene.error().message;
  EXPECT_EQ(scene->a.own->base, "barriers/missingBarrier");
}

TEST_F(SelectionTest, TheMachinesThatKernelsWereMadeForAreThere) {
  for (const Kernel& kernel : Shipped::get().catalog.kernels) {
    if (kernel.machine.empty()) continue;
    const auto machine = find_machine(Shipped::get().machines, kernel.machine);
    EXPECT_TRUE(machine) << kernel.id() << ": " << machine.error().message;
  }
}

TEST_F(SelectionTest, WhatAConstraintTiesFollows) {
  take("bankloom square/setRowReadCol");
  const auto smaller = selection.with_option(Side::a, "BDIMX", "16");
  ASSERT_TRUE(smaller.has_value());
  EXPECT_EQ(smaller->a.options.at("BDIMY"), "16");
  EXPECT_FALSE(selection.with_option(Side::a, "IPAD", "34").has_value());
  EXPECT_FALSE(selection.with_option(Side::a, "NOPE", "1").has_value());
}

TEST_F(SelectionTest, ComparesAgainstThePaddedTileOrTheRepairedKernel) {
  take("bankloom square/setRowReadCol");
  const Scene compared = selection.with_compare_toggled();
  ASSERT_TRUE(compared.b.has_value());
  EXPECT_EQ(compared.b->kernel, "square/setRowReadCol");
  EXPECT_EQ(compared.b->options.at("IPAD"), "1");
  selection.take(compared);
  EXPECT_TRUE(selection.comparing());
  EXPECT_NE(selection.key(Side::b), selection.key(Side::a));
  EXPECT_EQ(selection.with_compare_toggled().b, std::nullopt);
}

TEST_F(SelectionTest, AHighlightedBankThatTheMachineLacksGoesOut) {
  take("bankloom square/setRowReadCol bank=9");
  EXPECT_EQ(selection.with_machine("didactic10")->bank, 9u);
  EXPECT_EQ(selection.with_machine("didactic5")->bank, std::nullopt);
  EXPECT_FALSE(selection.with_machine("cc0.1").has_value());
}

TEST_F(SelectionTest, AnOwnTextIsTheSameKernelWithItsTextChanged) {
  take("bankloom square/setRowReadCol IPAD=2");
  OwnSource source;
  source.base = "square/setRowReadCol";
  source.text = selection.kernel(Side::a)->source + "// mine\n";
  const auto mine = selection.with_text(Side::a, source);
  ASSERT_TRUE(mine.has_value()) << mine.error().message;
  EXPECT_TRUE(is_same_kernel(selection.scene().a, mine->a));
  EXPECT_EQ(mine->a.options.at("IPAD"), "2");
  selection.take(*mine);
  EXPECT_EQ(selection.own(Side::a)->text, source.text);
  EXPECT_EQ(selection.without_text(Side::a).a.kernel, "square/setRowReadCol");
  source.base = "square/nothing";
  EXPECT_FALSE(selection.with_text(Side::a, source).has_value());
  EXPECT_FALSE(selection.with_text(Side::b, source).has_value()) << "nothing is compared";
}

}  // namespace
}  // namespace bankloom::test
