// Advice on the lessons' kernels, against figures worked out by hand, and the replay against true runs.
#include "core/advice/advice.h"

#include "core/advice/tile_replay.h"
#include "core/report/advice_report.h"
#include "core/run/own_run.h"
#include "core/wording/advice_text.h"
#include "session_fixture.h"

namespace bankloom::test {
namespace {

using AdviceTest = SessionTest;

std::shared_ptr<const KernelRun> run_of(const std::string& id, const OptionValues& options,
                                        const std::string& machine = "cc9.0") {
  const auto kernel = find_kernel(Shipped::get().catalog, id);
  EXPECT_TRUE(kernel) << id;
  const auto model = find_machine(Shipped::get().machines, machine);
  EXPECT_TRUE(model) << machine;
  auto compiled = compile_kernel(borrow_kernel(**kernel), options, kDefaultArchitecture, *Shipped::get().compiler);
  EXPECT_TRUE(compiled) << (compiled ? "" : compiled.error().message);
  const auto run = run_kernel(std::move(*compiled), *model);
  EXPECT_TRUE(run) << (run ? "" : run.error().message);
  return *run;
}

Advice advice_for(const std::string& id, const OptionValues& options = {}, const std::string& machine = "cc9.0") {
  auto advice = advise(*run_of(id, options, machine), Shipped::get().catalog, *Shipped::get().compiler);
  EXPECT_TRUE(advice) << (advice ? "" : advice.error().message);
  return advice ? std::move(*advice) : Advice{};
}

std::string layout_of(const Suggestion& suggestion) {
  return suggestion.layout ? layout_text(*suggestion.layout).str() : std::string();
}

std::uint64_t conflicts(const KernelRun& run) {
  return run.cost.shared_load.bank_conflicts + run.cost.shared_store.bank_conflicts +
         run.cost.shared_atomic.bank_conflicts;
}

/// What one click would do leaves no conflict and a right output.
void expect_applicable(const Suggestion& suggestion) {
  ASSERT_TRUE(suggestion.applicable());
  const auto run = run_of(suggestion.kernel, suggestion.options);
  EXPECT_TRUE(run->correct());
  EXPECT_EQ(conflicts(*run), 0u);
  ASSERT_TRUE(suggestion.after);
  EXPECT_EQ(suggestion.after->shared_bytes, run->shared_bytes);
}

TEST_F(AdviceTest, AColumnOfASquareTileNeedsOneElementOrASwizzle) {
  const auto advice = advice_for("square/setRowReadCol");
  // 32 warps store a row each (1 wavefront) and load a column each (32).
  EXPECT_EQ(advice.now.requests, 64u);
  EXPECT_EQ(advice.now.wavefronts, 32u + 32u * 32u);
  EXPECT_EQ(advice.now.bank_conflicts, 32u * 31u);
  EXPECT_EQ(advice.now.shared_bytes, 4096u);
  EXPECT_EQ(advice.now.occupancy, (Occupancy{2, OccupancyLimit::threads}));

  EXPECT_EQ(advice.padding.status(), AdviceStatus::found);
  EXPECT_EQ(advice.padding.method, AdviceMethod::run);
  EXPECT_EQ(layout_of(advice.padding), "IPAD = 1");
  ASSERT_EQ(advice.padding.trials.size(), 2u);
  EXPECT_EQ(advice.padding.after->wavefronts, 64u);
  EXPECT_EQ(advice.padding.after->shared_bytes, 32u * 33u * 4u);
  EXPECT_NE(advice_text(advice.padding).str().find("64 wavefronts instead of 1,056"), std::string::npos)
      << advice_text(advice.padding).str();
  EXPECT_NE(advice_text(advice.padding).str().find("128 more"), std::string::npos) << advice_text(advice.padding).str();
  expect_applicable(advice.padding);

  EXPECT_EQ(advice.swizzle.status(), AdviceStatus::found);
  EXPECT_EQ(advice.swizzle.method, AdviceMethod::replay);
  EXPECT_EQ(layout_of(advice.swizzle), "c ^ (r % 32)");
  EXPECT_EQ(advice.swizzle.after->wavefronts, 64u);
  EXPECT_EQ(advice.swizzle.after->shared_bytes, 4096u);
  EXPECT_FALSE(advice.swizzle.applicable());
  EXPECT_NE(advice_text(advice.swizzle).str().find("according to the kernel's recorded accesses"), std::string::npos);
}

TEST_F(AdviceTest, WhatHasNoConflictIsLeftAlone) {
  const auto rows = advice_for("square/setRowReadRow");
  EXPECT_EQ(rows.padding.status(), AdviceStatus::as_it_is);
  EXPECT_FALSE(rows.padding.applicable());
  EXPECT_EQ(rows.swizzle.status(), AdviceStatus::as_it_is);
  // A padding of 5 is free of conflicts too, and 1 is enough.
  EXPECT_EQ(layout_of(advice_for("square/setRowReadCol", {{"IPAD", "5"}}).padding), "IPAD = 1");
  const auto padded = advice_for("square/setRowReadColPad");
  EXPECT_EQ(padded.padding.status(), AdviceStatus::as_it_is);
  EXPECT_EQ(layout_of(padded.padding), "IPAD = 1");
  EXPECT_EQ(padded.swizzle.after->shared_bytes, 4096u);
  const auto none = advice_for("transpose/copy");
  EXPECT_EQ(none.padding.status(), AdviceStatus::nothing);
  EXPECT_EQ(none.swizzle.status(), AdviceStatus::nothing);
}

TEST_F(AdviceTest, ARectangularTileNeedsTwo) {
  const auto advice = advice_for("rectangular/setRowReadCol");
  EXPECT_EQ(layout_of(advice.padding), "IPAD = 2");
  expect_applicable(advice.padding);
  // A warp reads two columns of 16 rows: c ^ r keeps both within the same 16 banks, c ^ 2 r in the even and the odd
  // ones.
  EXPECT_EQ(layout_of(advice.swizzle), "c ^ (2 r % 32)");
  EXPECT_EQ(advice.swizzle.after->wavefronts, 32u);
}

TEST_F(AdviceTest, SwizzledVersionsAreRunWhereThereAreSome) {
  const auto tile = advice_for("transpose/tile");
  EXPECT_EQ(layout_of(tile.swizzle), "transpose/tileSwizzle");
  EXPECT_EQ(tile.swizzle.method, AdviceMethod::run);
  EXPECT_EQ(tile.swizzle.after->wavefronts, 16u * 64u);
  EXPECT_EQ(tile.swizzle.options, (OptionValues{{"N", "128"}, {"TILE", "32"}}));
  expect_applicable(tile.swizzle);

  const auto rows = advice_for("transpose/tileRows");
  EXPECT_EQ(layout_of(rows.swizzle), "SWIZZLE = 1");
  EXPECT_EQ(rows.swizzle.kernel, "transpose/tileRows");
  expect_applicable(rows.swizzle);
  EXPECT_EQ(layout_of(rows.padding), "IPAD = 1");

  const auto matrix = advice_for("swizzle/ldmatrix");
  EXPECT_EQ(layout_of(matrix.swizzle), "swizzle/ldmatrixXor");
  expect_applicable(matrix.swizzle);
  EXPECT_EQ(layout_of(matrix.padding), "PAD = 1");
}

TEST_F(AdviceTest, NoPaddingHelpsAFloat4ReadByColumn) {
  const auto wide = advice_for("swizzle/wideColumnPad");
  EXPECT_EQ(wide.padding.status(), AdviceStatus::none);
  EXPECT_EQ(wide.padding.trials.size(), 5u);
  // Eight warps store 4 wavefronts each; of the 32 loads each takes 4.
  EXPECT_NE(advice_text(wide.padding).str().find("The best is PAD4 = 1 with 160 wavefronts"), std::string::npos)
      << advice_text(wide.padding).str();
  EXPECT_EQ(layout_of(wide.swizzle), "swizzle/wideColumnXor");
  EXPECT_EQ(wide.swizzle.after->wavefronts, 64u);
  expect_applicable(wide.swizzle);

  const auto vector = advice_for("transpose/vector", {{"SWIZZLE", "0"}});
  EXPECT_EQ(vector.padding.status(), AdviceStatus::none);
  EXPECT_EQ(vector.padding.method, AdviceMethod::replay);
  EXPECT_NE(advice_text(vector.padding)
                .str()
                .find("25 would not work: accesses of 8 bytes would be misaligned, accesses of 16"),
            std::string::npos)
      << advice_text(vector.padding).str();
  EXPECT_EQ(layout_of(vector.swizzle), "SWIZZLE = 1");
  expect_applicable(vector.swizzle);
}

TEST_F(AdviceTest, AtomicsAtOneWordCannotBeLaidOut) {
  const auto advice = advice_for("swizzle/weightedHistogram", {});
  EXPECT_EQ(advice.padding.status(), AdviceStatus::none);
  EXPECT_NE(advice_text(advice.padding).str().find("Atomics on one word"), std::string::npos)
      << advice_text(advice.padding).str();
  EXPECT_EQ(advice.swizzle.status(), AdviceStatus::none);
}

TEST_F(AdviceTest, TenColumnsHaveAPaddingButNoXor) {
  const auto advice = advice_for("machines/tenBanks", {}, "didactic10");
  EXPECT_EQ(layout_of(advice.padding), "IPAD = 1");
  EXPECT_EQ(advice.swizzle.status(), AdviceStatus::none);
  EXPECT_EQ(layout_of(advice_for("machines/fiveBanks", {}, "didactic5").padding), "IPAD = 1");
  EXPECT_EQ(advice_for("machines/fiveBanks", {}, "didactic5").swizzle.status(), AdviceStatus::none);
}

TEST_F(AdviceTest, LargeGridsAreSearchedByReplayAndConfirmedByARun) {
  const auto advice = advice_for("transpose/tile", {{"N", "1024"}, {"IPAD", "32"}});
  EXPECT_EQ(layout_of(advice.padding), "IPAD = 1");
  ASSERT_EQ(advice.padding.trials.size(), 2u);
  EXPECT_FALSE(advice.padding.trials[0].cost) << "a part's sums do not stand beside those of the whole";
  EXPECT_EQ(problem_text(advice.padding.trials[0].problem).str(),
            "the first 256 of 1,024 blocks conflict, so it was not run");
  EXPECT_EQ(advice.padding.trials[1].cost->blocks, 1024u);
  EXPECT_EQ(advice.padding.after->wavefronts, 1024u * 64u);
}

TEST_F(AdviceTest, AReplayIsWhatARunWithThatPaddingGives) {
  const auto run = run_of("square/setRowReadCol", {});
  auto replay = TileReplay::of(*run);
  ASSERT_TRUE(replay);
  for (const std::uint64_t padding : {0u, 1u, 2u, 3u, 4u, 8u, 16u, 31u, 32u, 33u}) {
    const auto true_run = run_of("square/setRowReadCol", {{"IPAD", std::to_string(padding)}});
    const ReplayCost cost = replay->price({padding, std::nullopt});
    EXPECT_FALSE(cost.problem);
    EXPECT_EQ(cost.bank_conflicts, conflicts(*true_run)) << padding;
    EXPECT_EQ(replay->shared_bytes(padding), true_run->shared_bytes) << padding;
  }
  // By changed addresses of the run without its swizzle. The kernel's own moves pairs, and leaves no conflict. Whole
  // float4s, the largest that is accessed, leave two lanes in one bank whose x differ by 8: another wavefront in both
  // phases of each of the 4 x 64 stores.
  const auto vector = run_of("transpose/vector", {{"SWIZZLE", "0"}});
  auto wide = TileReplay::of(*vector);
  ASSERT_TRUE(wide);
  EXPECT_EQ(wide->chunk(), 4u);
  EXPECT_EQ(wide->widest_xor(), 16u);
  EXPECT_EQ(wide->price({0, ReplayedLayout::Xor{2, 8, 4}}).bank_conflicts, 4u * 64 * 2);
  EXPECT_GT(wide->price({0, ReplayedLayout::Xor{0, 8, 4}}).bank_conflicts, 4u * 64 * 2);
  EXPECT_EQ(conflicts(*run_of("transpose/vector", {})), 0u);
}

/// The advice for a text of one's own that transposes a tile; `row`: of its declaration.
Advice advice_for_text(const std::string& declaration, const std::string& store = "tile[threadIdx.y][threadIdx.x]",
                       const std::string& load = "tile[threadIdx.x][threadIdx.y]") {
  const std::string bytes = declaration.starts_with("extern") ? ", 4096" : "";
  const OwnSource source{
      "",
      "// launch: turn<<<1, dim3(32, 32)" + bytes + ">>>(out)\n__global__ void turn(int *out)\n{\n    " + declaration +
          "\n    " + store +
          " = threadIdx.x;\n    __syncthreads();\n    out[threadIdx.y * 32 + threadIdx.x] = " + load + ";\n}\n",
      "", 0, ""};
  const auto model = find_machine(Shipped::get().machines, "cc9.0");
  std::shared_ptr<const OwnKernel> own;
  const OptionValues options;
  const std::string architecture = kDefaultArchitecture;
  const auto run = run_own_kernel({source, options, architecture, Shipped::get().catalog, *Shipped::get().compiler},
                                  *model, {}, own);
  EXPECT_TRUE(run) << (run ? "" : run.error().message);
  if (!run) return {};
  auto advice = advise(**run, Shipped::get().catalog, *Shipped::get().compiler);
  EXPECT_TRUE(advice);
  return advice ? std::move(*advice) : Advice{};
}

TEST_F(AdviceTest, WritesAPaddingIntoATextOfOnesOwnAndRunsIt) {
  const auto advice = advice_for_text("__shared__ int tile[32][32];");
  EXPECT_EQ(layout_of(advice.padding), "1 element at the end of a row");
  EXPECT_EQ(advice.padding.method, AdviceMethod::replay);
  const LayoutEdit& edit = advice.padding.edit;
  ASSERT_TRUE(edit.source);
  EXPECT_EQ(edit.obstacle, EditObstacle::none);
  EXPECT_NE(edit.source->text.find("__shared__ int tile[32][32 + 1];"), std::string::npos) << edit.source->text;
  EXPECT_EQ(edit.source->text.substr(edit.begin, edit.length), "32 + 1");
  // What binds less than a sum.
  EXPECT_NE(advice_for_text("__shared__ int tile[32][1 << 5], more[4];")
                .padding.edit.source.value_or(OwnSource{})
                .text.find("tile[32][(1 << 5) + 1], more"),
            std::string::npos);
  // The padding of a kernel that has an option is that option.
  EXPECT_FALSE(advice_for("square/setRowReadCol").padding.edit.source);
}

TEST_F(AdviceTest, WritesASwizzleIntoAllIndicesAndRunsIt) {
  const LayoutEdit edit = advice_for_text("__shared__ int tile[32][32];").swizzle.edit;
  ASSERT_TRUE(edit.source) << static_cast<int>(edit.obstacle);
  const std::string& text = edit.source->text;
  EXPECT_NE(text.find("__shared__ int tile[32][32];"), std::string::npos) << text;
  EXPECT_NE(text.find("tile[threadIdx.y][threadIdx.x ^ threadIdx.y] = "), std::string::npos) << text;
  EXPECT_NE(text.find("= tile[threadIdx.x][threadIdx.y ^ threadIdx.x];"), std::string::npos) << text;
  EXPECT_EQ(text.substr(edit.begin, edit.length), "threadIdx.x ^ threadIdx.y");
  // Expressions stay whole.
  const auto sums = advice_for_text("__shared__ int tile[32][32];", "tile[threadIdx.y][threadIdx.x + 0]",
                                    "tile[threadIdx.x + 0][threadIdx.y]")
                        .swizzle.edit;
  ASSERT_TRUE(sums.source) << static_cast<int>(sums.obstacle);
  EXPECT_NE(sums.source->text.find("tile[threadIdx.y][(threadIdx.x + 0) ^ threadIdx.y]"), std::string::npos);
  EXPECT_NE(sums.source->text.find("tile[threadIdx.x + 0][threadIdx.y ^ (threadIdx.x + 0)]"), std::string::npos);
}

TEST_F(AdviceTest, WritesNoSwizzleWhereTheTileIsUsedWithoutItsIndices) {
  const LayoutEdit edit = advice_for_text("__shared__ int tile[32][32]; int *row = tile[threadIdx.y];",
                                          "row[threadIdx.x]", "tile[threadIdx.x][threadIdx.y]")
                              .swizzle.edit;
  EXPECT_EQ(edit.obstacle, EditObstacle::no_indices);
  EXPECT_FALSE(edit.source);
}

TEST_F(AdviceTest, SaysWhyAPaddingCannotBeWrittenIntoTheText) {
  const auto flat = advice_for_text("extern __shared__ int flat[];", "flat[threadIdx.y * 32 + threadIdx.x]",
                                    "flat[threadIdx.x * 32 + threadIdx.y]");
  EXPECT_EQ(flat.padding.status(), AdviceStatus::found);
  EXPECT_EQ(flat.padding.edit.obstacle, EditObstacle::no_rows);
  EXPECT_FALSE(flat.padding.edit.source);
  // Rows that are longer change nothing where they are not asked for by row: it was run, and conflicts as before.
  const auto pointer = advice_for_text("__shared__ int tile[32][32]; int *flat = &tile[0][0];",
                                       "flat[threadIdx.y * 32 + threadIdx.x]", "flat[threadIdx.x * 32 + threadIdx.y]");
  EXPECT_EQ(pointer.padding.status(), AdviceStatus::found);
  EXPECT_EQ(pointer.padding.edit.obstacle, EditObstacle::fails);
  EXPECT_FALSE(pointer.padding.edit.source);
}

TEST_F(AdviceTest, CanBeCancelled) {
  std::stop_source stop;
  stop.request_stop();
  const auto run = run_of("square/setRowReadCol", {});
  const auto advice =
      advise(*run, Shipped::get().catalog, *Shipped::get().compiler, kDefaultArchitecture, stop.get_token());
  ASSERT_FALSE(advice);
  EXPECT_TRUE(advice.error().is_cancelled());
}

TEST_F(AdviceTest, IsWrittenInThreeForms) {
  const auto advice = advice_for("square/setRowReadCol");
  const auto json = report::to_json(advice);
  EXPECT_EQ(json["padding"]["apply"]["options"]["IPAD"], "1");
  EXPECT_EQ(json["now"]["wavefronts"], 1056);
  EXPECT_EQ(json["swizzle"]["method"], "replay");
  EXPECT_EQ(report::to_csv(advice).substr(0, 16), "question,layout,");
  EXPECT_NE(report::to_csv(advice).find("padding,IPAD = 1,run,64,0,4224,2,1,\n"), std::string::npos)
      << report::to_csv(advice);
  EXPECT_NE(report::to_text(advice, {}).find("IPAD = 1 is the smallest padding"), std::string::npos);
}

}  // namespace
}  // namespace bankloom::test
