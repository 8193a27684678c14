#include "core/analysis/access_table.h"

#include <gtest/gtest.h>

#include "accesses.h"

namespace bankloom {
namespace {

/// 32 offsets, lane l's being l * stride.
std::string offsets(int stride) {
  std::string text;
  for (int lane = 0; lane < 32; ++lane) {
    if (lane > 0) text += ' ';
    text += std::to_string(lane * stride);
  }
  return text;
}

const std::string kHeader = "id,space,op,width,mask,offsets\n";

std::vector<TableAccess> parse(const std::string& text) {
  auto accesses = parse_access_table(text, "t.csv");
  EXPECT_TRUE(accesses) << accesses.error().message;
  return accesses.value_or(std::vector<TableAccess>{});
}

std::string error_of(const std::string& row) {
  const auto accesses = parse_access_table(kHeader + "0,shared,ld,4,1," + offsets(4) + "\n" + row + "\n", "t.csv");
  return accesses ? "no error" : accesses.error().message;
}

TEST(AccessTable, ReadsEveryOperation) {
  const struct {
    const char* name;
    AccessOp op;
    unsigned matrices;
  } operations[] = {{"ld", AccessOp::load, 0},
                    {"load", AccessOp::load, 0},
                    {"st", AccessOp::store, 0},
                    {"store", AccessOp::store, 0},
                    {"red.add", AccessOp::reduction, 0},
                    {"red.max", AccessOp::reduction, 0},
                    {"atom.add", AccessOp::atomic, 0},
                    {"atom.cas", AccessOp::compare_swap, 0},
                    {"ldmatrix.x1", AccessOp::ldmatrix, 1},
                    {"ldmatrix.x2", AccessOp::ldmatrix, 2},
                    {"ldmatrix.x4", AccessOp::ldmatrix, 4},
                    {"stmatrix.x1", AccessOp::stmatrix, 1},
                    {"stmatrix.x2", AccessOp::stmatrix, 2},
                    {"stmatrix.x4", AccessOp::stmatrix, 4}};
  for (const auto& operation : operations) {
    const auto accesses = parse(kHeader + "x,shared," + operation.name + ",16,0xffffffff," + offsets(16) + "\n");
    ASSERT_EQ(accesses.size(), 1U) << operation.name;
    EXPECT_EQ(accesses[0].access.op, operation.op) << operation.name;
    EXPECT_EQ(accesses[0].access.matrices, operation.matrices) << operation.name;
    EXPECT_EQ(accesses[0].access.width, 16U);
    EXPECT_EQ(accesses[0].access.addresses[31], 31U * 16U);
  }
}

TEST(AccessTable, AtomicsAreWhatPtxasWrites) {
  const struct {
    const char* name;
    int width;
    AccessOp op;
  } operations[] = {{"red.add.u32", 4, AccessOp::reduction},
                    {"red.add.u32.1", 4, AccessOp::increment},
                    {"atom.add.u32", 4, AccessOp::atomic},
                    {"atom.add.u32.1", 4, AccessOp::atomic},
                    {"red.add.s32.1", 4, AccessOp::reduction},
                    {"red.sub.u32.1", 4, AccessOp::reduction},
                    {"atom.exch.b32", 4, AccessOp::atomic},
                    {"atom.exch.b64", 8, AccessOp::atomic},
                    {"atom.cas.b32", 4, AccessOp::compare_swap},
                    {"red.add.f32", 4, AccessOp::update_loop},
                    {"red.max.u64", 8, AccessOp::update_loop},
                    {"atom.add.f64", 8, AccessOp::update_loop},
                    {"red.add.f16x2", 4, AccessOp::generic_update_loop},
                    {"atom.add.bf16x2", 4, AccessOp::generic_update_loop}};
  for (const auto& [name, width, op] : operations) {
    const auto row = fmt::format("x,shared,{},{},0xffffffff,{}\n", name, width, offsets(width));
    const auto accesses = parse(kHeader + row);
    ASSERT_EQ(accesses.size(), 1U) << name;
    EXPECT_EQ(accesses[0].access.op, op) << name;
  }
  for (const char* const wrong : {"red.add.u64,4", "red.mul.u32,4", "atom.add.u31,4", "red.add.u32.2,4"}) {
    EXPECT_NE(error_of(fmt::format("1,shared,{},1,{}", wrong, offsets(4))).find("is not an operation of 4 bytes"),
              std::string::npos)
        << wrong;
  }
}

TEST(AccessTable, TakesColumnsInAnyOrderAndIgnoresOthers) {
  const auto accesses =
      parse("note, mask ,offsets,id,op,width,space\r\n\"a, b\",255,\"" + offsets(8) + "\",first,st,8,global\r\n\r\n");
  ASSERT_EQ(accesses.size(), 1U);
  EXPECT_EQ(accesses[0].id, "first");
  EXPECT_EQ(accesses[0].line, 2U);
  EXPECT_EQ(accesses[0].access.space, Space::global);
  EXPECT_EQ(accesses[0].access.op, AccessOp::store);
  EXPECT_EQ(accesses[0].access.width, 8U);
  EXPECT_EQ(accesses[0].access.active, 0xffU);
  EXPECT_EQ(accesses[0].access.addresses[7], 56U);
}

TEST(AccessTable, InactiveLanesOffsetsMeanNothing) {
  std::string text = "-4 3";
  for (int lane = 2; lane < 32; ++lane) text += "  " + std::to_string(lane * 4);
  const auto accesses = parse(kHeader + "x,shared,ld,4,0xFFFFFFFC, " + text + " \n");
  ASSERT_EQ(accesses.size(), 1U);
  EXPECT_EQ(accesses[0].access.addresses[0], 0U);
  EXPECT_EQ(accesses[0].access.addresses[31], 124U);
}

TEST(AccessTable, PrintsCostsWithEmptyCellsWhereAColumnDoesNotApply) {
  const auto accesses = parse(kHeader + "a,shared,ld,4,0xffffffff," + offsets(8) + "\n" +  //
                              "\"b,c\",global,st,4,0xffffffff," + offsets(4) + "\n" +      //
                              "d,shared,ld,4,0," + offsets(4) + "\n" +                     //
                              "e,global,ld,4,0," + offsets(4) + "\n" +                     //
                              "f,shared,st,16,0xffffffff," + offsets(16) + "\n");
  EXPECT_EQ(print_access_costs(test::machine("cc9.0"), accesses),
            "id,requests,phases,wavefronts,bank_conflicts,sectors\n"
            "a,1,1,2,1,\n"
            "\"b,c\",1,,,,4\n"
            "d,0,0,0,0,\n"
            "e,0,,,,0\n"
            "f,1,4,4,0,\n");
}

TEST(AccessTable, AHeaderAloneIsAnEmptyTable) {
  EXPECT_TRUE(parse(kHeader).empty());
  EXPECT_EQ(print_access_costs(test::machine("cc9.0"), {}), "id,requests,phases,wavefronts,bank_conflicts,sectors\n");
}

TEST(AccessTable, ErrorsNameLineAndColumn) {
  const std::string good = offsets(4);
  EXPECT_EQ(error_of("1,sharde,ld,4,1," + good),
            "t.csv: line 3, column 'space': 'sharde' is not a space; use shared or global");
  EXPECT_EQ(error_of("1,local,ld,4,1," + good),
            "t.csv: line 3, column 'space': 'local' is not a space; use shared or global");
  for (const char* const op : {"lod", "ldmatrix", "ldmatrix.x3", "ldmatrix.x44", "", "redd", "atomics"}) {
    EXPECT_EQ(error_of(fmt::format("1,shared,{},16,1,{}", op, good)).find("t.csv: line 3, column 'op': '"), 0U) << op;
  }
  EXPECT_EQ(error_of("1,global,ldmatrix.x1,16,1," + good),
            "t.csv: line 3, column 'op': ldmatrix.x1 goes to shared memory only");
  for (const char* const width : {"3", "0", "32", "four", "", "-4", "4.0", "4 4"}) {
    EXPECT_EQ(error_of(fmt::format("1,shared,ld,{},1,{}", width, good)).find("t.csv: line 3, column 'width': '"), 0U)
        << width;
  }
  EXPECT_EQ(error_of("1,shared,ldmatrix.x1,8,1," + good),
            "t.csv: line 3, column 'width': ldmatrix.x1 moves rows of 16 bytes, found 8");
  for (const char* const mask : {"0x1ffffffff", "4294967296", "", "0x", "ff", "-1", "0xg"}) {
    EXPECT_EQ(error_of(fmt::format("1,shared,ld,4,{},{}", mask, good)).find("t.csv: line 3, column 'mask': '"), 0U)
        << mask;
  }
  EXPECT_EQ(error_of("1,shared,ld,4,1,0 4 8"),
            "t.csv: line 3, column 'offsets': found 3 offsets; there must be 32, one for each lane");
  EXPECT_EQ(error_of("1,shared,ld,4,1," + good + " 128"),
            "t.csv: line 3, column 'offsets': found 33 offsets; there must be 32, one for each lane");
  EXPECT_EQ(error_of("1,shared,ld,4,1,"),
            "t.csv: line 3, column 'offsets': found 0 offsets; there must be 32, one for each lane");
  EXPECT_EQ(error_of("1,shared,ld,4,3,0 x" + good.substr(3)),
            "t.csv: line 3, column 'offsets': 'x' of lane 1 is not a byte offset");
  EXPECT_EQ(error_of("1,shared,ld,4,3,0 -4" + good.substr(3)),
            "t.csv: line 3, column 'offsets': '-4' of lane 1 is not a byte offset");
  EXPECT_EQ(
      error_of("1,shared,ld,4,3,0 6" + good.substr(3)),
      "t.csv: line 3, column 'offsets': 6 of lane 1 is not a multiple of the 4 bytes per lane, so the access faults");
  EXPECT_EQ(error_of("1,shared,ld,4,3,0 18446744073709551612" + good.substr(3)),
            "t.csv: line 3, column 'offsets': 18446744073709551612 of lane 1 is too large");
  EXPECT_EQ(error_of("1,shared,ld,4"), "t.csv: line 3, column 'mask': is missing; the row has 4 of 6 cells");
  EXPECT_EQ(error_of("1,shared,ld,4,1," + good + ",more"),
            "t.csv: line 3, column 7: the row has 7 cells, the header names 6 columns only");
}

TEST(AccessTable, EveryColumnMustBeThere) {
  for (const char* const missing : {"id", "space", "op", "width", "mask", "offsets"}) {
    std::string header = kHeader;
    header.replace(header.find(missing), std::string(missing).size(), "other");
    const auto accesses = parse_access_table(header, "t.csv");
    ASSERT_FALSE(accesses);
    EXPECT_EQ(accesses.error().message,
              fmt::format("t.csv: line 1, column '{}': is missing; the header must name id, space, op, width, mask, "
                          "offsets",
                          missing));
  }
}

}  // namespace
}  // namespace bankloom
