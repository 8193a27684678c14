// What is said of the parts of the picture, word for word.
#include "core/wording/picture_text.h"

#include <gtest/gtest.h>

#include "../analysis/accesses.h"

namespace bankloom {
namespace {

TimelineRequest shared_load(unsigned wavefronts, unsigned conflicts, unsigned phases = 1) {
  TimelineRequest request;
  request.warp = 2;
  request.in_warp = 3;
  request.source_line = 9;
  request.counts.phases = phases;
  request.counts.wavefronts = wavefronts;
  request.counts.bank_conflicts = conflicts;
  request.steps = wavefronts;
  return request;
}

TEST(PictureText, ARequestIsToldWithItsCostOrWithoutIt) {
  EXPECT_EQ(request_text(shared_load(32, 31), true).str(),
            "warp 2, request 4: shared load, line 9\n32 wavefronts, 31 bank conflicts");
  EXPECT_EQ(request_text(shared_load(2, 1, 2), true).str(),
            "warp 2, request 4: shared load, line 9\n2 wavefronts in 2 phases, 1 bank conflict");
  EXPECT_EQ(request_text(shared_load(1, 0), true).str(),
            "warp 2, request 4: shared load, line 9\n1 wavefront, no bank conflict");
  EXPECT_EQ(request_text(shared_load(32, 31), false).str(), "warp 2, request 4: shared load, line 9");
  TimelineRequest global;
  global.space = Space::global;
  global.op = AccessOp::store;
  global.counts.sectors = 4;
  global.counts.lines = 1;
  EXPECT_EQ(request_text(global, true).str(), "warp 0, request 1: global store\n4 sectors in 1 line of memory");
  global.space = Space::local;
  EXPECT_EQ(request_text(global, true).str(), "warp 0, request 1: local store\nits cost is not modelled");
}

TEST(PictureText, ALaunchIsToldWithItsBlocksAndThreads) {
  RunSummary run;
  const auto told = [&](Dim3 grid, Dim3 block) {
    run.instance.grid = grid;
    run.instance.block = block;
    return launch_text(run).str();
  };
  EXPECT_EQ(told({1, 1, 1}, {1, 1, 1}), "one block of one thread");
  EXPECT_EQ(told({1, 1, 1}, {32, 32, 1}), "one block of 32 × 32 threads");
  EXPECT_EQ(told({4, 1, 1}, {1, 1, 1}), "4 blocks of one thread");
  run.tile.emplace();
  EXPECT_EQ(told({4, 4, 1}, {32, 8, 1}), "4 × 4 blocks of 32 × 8 threads, i32");
}

TEST(PictureText, ARequestHasShorterFormsForItsBlock) {
  EXPECT_EQ(request_wordings(shared_load(32, 31)),
            (Wordings{"shared load, 32 wavefronts", "load, 32 wavefronts", "load", "32", ""}));
  EXPECT_EQ(request_wordings(shared_load(1, 0)).front(), "shared load, 1 wavefront");
}

TEST(PictureText, BanksNameTheLanesOfTheirWords) {
  EXPECT_EQ(bank_text(5, nullptr, {}).str(), "bank 5: not accessed");
  BankLoad load;
  load.bank = 3;
  load.wavefronts = 2;
  load.words = {{3, 0b1, 0}, {35, 0b1010, 1}};
  EXPECT_EQ(bank_text(3, &load, {}).str(), "bank 3: 2 wavefronts\nword 3: lane 0\nword 35: lanes 1 and 3");
  EXPECT_EQ(bank_text(3, &load, 3U).str(), "bank 3: 2 wavefronts\nword 35: lanes 1 and 3");
  load.words.assign(20, {3, 0x55555555, 0});
  const std::string many = bank_text(3, &load, {}).str();
  EXPECT_NE(many.find("word 3: 16 lanes\n"), std::string::npos) << many;
  EXPECT_TRUE(many.ends_with("\n…")) << many;
  EXPECT_EQ(std::count(many.begin(), many.end(), '\n'), 9);
}

TEST(PictureText, PhasesLanesAndSectors) {
  EXPECT_EQ(phase_wordings(AccessOp::update_loop, 0, 4, 1, "0").front(), "round 1 of 4 · lane 0");
  EXPECT_EQ(phase_wordings(AccessOp::load, 0, 4, 0xff, "0-7"),
            (Wordings{"phase 1 of 4 · lanes 0-7", "1 of 4 · 0-7", "1", ""}));
  const MemoryAccess access = test::load_at(
      4, [](unsigned lane) { return 0x1000 + 4 * lane; }, 0xf);
  EXPECT_EQ(lane_text(access, 2).str(), "lane 2 asks for 4 bytes at 0x1008");
  EXPECT_EQ(lane_text(access, 20).str(), "lane 20 is not active");
  EXPECT_EQ(sector_text(0x1000, 16, 32, 0xf).str(), "sector at 0x1000: 16 of 32 bytes used, lanes 0-3");
  EXPECT_EQ(lanes_state_text(0b101, LaneState::waiting).str(), "lanes 0 and 2 waiting");
  EXPECT_EQ(lanes_state_text(0b100, LaneState::now).str(), "lane 2 served now");
  EXPECT_TRUE(lanes_state_text(0, LaneState::done).empty());
}

TEST(PictureText, CellsOfATileAndWhatMissesIt) {
  TileGeometry tile;
  tile.name = "tile";
  tile.rows = 32;
  tile.columns = 32;
  tile.padding = 1;
  tile.base = 16;
  EXPECT_EQ(tile_text(tile).str(), "tile[32][32 + 1]");
  EXPECT_EQ(tile_text(tile, false).str(), "1,056 words of shared memory");
  EXPECT_EQ(cell_text(tile, {{3, 4}, false, 428, 107, 11}, CellContent::value, "7").str(),
            "row 3, column 4\nbyte 428 · word 107 · bank 11\nvalue 7");
  EXPECT_EQ(cell_text(tile, {{3, 32}, true, 540, 135, 7}, CellContent::empty, "").str(),
            "row 3, column 32 (padding, holds no data)\nbyte 540 · word 135 · bank 7\nnothing stored here yet");
  EXPECT_EQ(cell_text(tile, {{3, 4}, false, 428, 107, 11}, CellContent::unknown, "").str(),
            "row 3, column 4\nbyte 428 · word 107 · bank 11");
  EXPECT_EQ(beyond_text(tile, 4240, 0).str(), "byte 4240: 0 bytes after the array");
  EXPECT_EQ(beyond_text(tile, 4244, 2).str(), "byte 4244: 4 bytes after the array (and 2 more lanes)");
  EXPECT_EQ(beyond_text(tile, 15, 1).str(), "byte 15: 1 byte before the array (and 1 more lane)");
  EXPECT_EQ(beyond_text(tile, 0xfffffffc, 0).str(), "byte -4: before shared memory");
  tile.rows = 1;
  tile.padding = 0;
  EXPECT_EQ(tile_text(tile).str(), "tile[32]");
}

TEST(PictureText, FiguresOfLinesOfGlobalMemory) {
  const CoalescingFigure request{CoalescingScope::request, 0, 32, 128, 1024};
  const CoalescingFigure line{CoalescingScope::line, 9, 4, 4096, 4096};
  const CoalescingFigure stores{CoalescingScope::stores, 0, 4, 4096, 4096};
  EXPECT_EQ(scope_text(request).str(), "this request");
  EXPECT_EQ(scope_text(line).str(), "line 9");
  EXPECT_EQ(scope_text(stores).str(), "all stores");
  EXPECT_EQ(scope_text(stores, Length::brief).str(), "stores");
  EXPECT_EQ(figure_meaning_text(request).str(),
            "this request: 32 sectors a request, 128 of 1,024 bytes moved are used.");
  const MachineModel hopper = test::machine("cc9.0");
  EXPECT_EQ(lines_wordings(hopper, 0),
            (Wordings{"a row: a line of 128 bytes, 4 sectors of 32; striped: moved, not used",
                      "lines of 128 bytes, sectors of 32"}));
  const std::vector<CoalescingFigure> figures{request, line, stores};
  EXPECT_EQ(lines_wordings(hopper, 1, figures),
            (Wordings{"lines of 128 bytes, sectors of 32, lanes; 1 more line · all stores 4.0 sectors, 100 % used",
                      "all stores 4.0 sectors, 100 % used; 1 more line", "stores 4.0, 100 % used; 1 more line",
                      "128 of 1,024 bytes used; 1 more line"}));
}

TEST(PictureText, MachinesBesideEachOther) {
  MachineTable::Row row;
  row.source_line = 9;
  row.op = AccessOp::store;
  MachineCell whole, halves;
  whole.requests = 10;
  whole.wavefronts = 320;
  whole.bank_conflicts = 310;
  whole.transactions_per_request = 32;
  halves.requests = 20;
  halves.wavefronts = 320;
  halves.bank_conflicts = 300;
  halves.transactions_per_request = 16;
  row.cells = {whole, halves};
  row.accesses = 10;
  EXPECT_DOUBLE_EQ(row.transactions_per_access(halves), 32);
  EXPECT_EQ(access_line_wordings(row), (Wordings{"line 9 store", "line 9 store", "9 store"}));
  const MachineModel old = test::machine("cc1.x");
  const std::vector<MachineTable::Row> rows{row};
  EXPECT_EQ(machine_meaning_text(old, nullptr, Space::shared, rows, 1).str(),
            "cc1.x: " + old.title +
                "\nline 9 store, 4 bytes a lane: 32.0 a warp's access in 2.0 requests of the machine, 16.0 each, 300 "
                "bank conflicts\n\nClick to apply this machine's rules to all views.");
  MachineCell request;
  request.requests = 2;
  request.wavefronts = 32;
  request.bank_conflicts = 30;
  request.status = FactStatus::published;
  EXPECT_EQ(machine_meaning_text(old, &request, Space::shared, {}, 1).str(),
            "cc1.x: " + old.title +
                "\nThis request: 32 wavefronts in 2 requests of the machine, 30 bank conflicts\nModelled; published "
                "only.\n\nClick to apply this machine's rules to all views.");
  row.space = Space::global;
  row.op = AccessOp::load;
  EXPECT_EQ(access_line_wordings(row), (Wordings{"line 9 global load", "line 9 global", "9 global"}));
}

TEST(PictureText, WhatIsSaidOfOneOfTwoHasItsName) {
  EXPECT_EQ(named_text("A", Text("not timed")).str(), "A: not timed");
  EXPECT_EQ(named_text("", Text("not timed")).str(), "not timed");
  EXPECT_TRUE(named_text("A", Text()).empty());
  EXPECT_EQ(lines_text({Text("one"), Text(), Text("two")}).str(), "one\ntwo");
  EXPECT_EQ(sentence_text(Text("a clause")).str(), "A clause.");
  EXPECT_EQ(sentence_text(Text("cudaMalloc was refused")).str(), "cudaMalloc was refused.");
  EXPECT_EQ(sentence_text(Text("libcuda.so.1 is missing")).str(), "libcuda.so.1 is missing.");
  EXPECT_EQ(failed_text(true, "race.cu").str(), "cancelled: showing race.cu, the last that worked");
  EXPECT_EQ(making_text(true, "race.cu").str(), "executing … showing race.cu");
}

}  // namespace
}  // namespace bankloom
