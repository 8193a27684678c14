// wmma.load and wmma.store: which elements each lane holds, and what the requests cost, as on an NVIDIA H200.
#include <gtest/gtest.h>

#include <cstring>
#include <fstream>
#include <string>
#include <vector>

#include "accesses.h"
#include "core/base/csv.h"
#include "core/ptx/parser.h"
#include "core/simt/launch.h"
#include "core/wording/fault_text.h"
#include "hardware/matrix_inputs.h"

namespace bankloom {
namespace {

using matrix_rows::get_bits;
using matrix_rows::put_bits;

/// A wmma.load (matrix a, b or c) or wmma.store (d) and the matrix it moves.
struct Move {
  char matrix = 'a';
  bool by_columns = false;
  std::string shape, type, space = "global";
  unsigned m = 0, n = 0, k = 0;

  [[nodiscard]] bool stores() const { return matrix == 'd'; }
  [[nodiscard]] unsigned bits() const { return matrix_rows::bits_of("." + type); }
  [[nodiscard]] unsigned rows() const { return matrix == 'b' ? k : m; }
  [[nodiscard]] unsigned columns() const { return matrix == 'a' ? k : n; }
  [[nodiscard]] unsigned minors() const { return by_columns ? rows() : columns(); }
  [[nodiscard]] unsigned register_bytes() const { return type == "f64" ? 8 : 4; }
  /// f16 fragments of A and B have eight registers whatever the shape; others what the elements need.
  [[nodiscard]] unsigned registers() const {
    if (type == "f16" && matrix < 'c') return 8;
    return rows() * columns() * bits() / 8 / 32 / register_bytes();
  }
  [[nodiscard]] unsigned held() const { return registers() * register_bytes() * 8 / bits(); }
};

Move move_of(const std::string& matrix, const std::string& layout, const std::string& shape, const std::string& type) {
  Move move;
  move.matrix = matrix[0];
  move.by_columns = layout == "col";
  move.shape = shape;
  move.type = type;
  std::size_t at = 1;
  move.m = static_cast<unsigned>(std::stoul(shape.substr(at)));
  at = shape.find('n') + 1;
  move.n = static_cast<unsigned>(std::stoul(shape.substr(at)));
  at = shape.find('k') + 1;
  move.k = static_cast<unsigned>(std::stoul(shape.substr(at)));
  return move;
}

/// A kernel k(matrix, fragments, stride) of one warp; fragments lane after lane.
std::string kernel_of(const Move& move) {
  const std::string reg = move.register_bytes() == 8 ? "w" : "r", access = move.register_bytes() == 8 ? "b64" : "b32";
  const bool shared = move.space == "shared";
  std::string text =
      ".version 9.0\n.target sm_90\n.address_size 64\n.visible .entry k(.param .u64 pm, .param .u64 pf, .param .u32 "
      "ps)\n"
      "{\n.reg .b32 r<9>;\n.reg .b64 w<9>;\n.reg .b64 m, f;\n.reg .b32 s, t, at;\n.shared .align 32 .b8 tile[16384];\n"
      "ld.param.u64 m, [pm];\nld.param.u64 f, [pf];\nld.param.u32 s, [ps];\nmov.u32 t, %tid.x;\nmov.u32 at, tile;\n" +
      fmt::format("mad.wide.u32 f, t, {}, f;\n", move.registers() * move.register_bytes());
  std::string registers;
  for (unsigned i = 0; i < move.registers(); ++i) registers += fmt::format("{}{}{}", i == 0 ? "" : ",", reg, i);
  const std::string where = shared ? "[at]" : "[m]";
  const auto each = [&](const char* form) {
    for (unsigned i = 0; i < move.registers(); ++i) {
      const std::string place = fmt::format("[f+{}]", i * move.register_bytes());
      const bool loads = std::string(form) == "ld";
      text += fmt::format("{}.global.{} {}, {};\n", form, access, loads ? reg + std::to_string(i) : place,
                          loads ? place : reg + std::to_string(i));
    }
  };
  const std::string space = move.space == "generic" ? "" : "." + move.space;
  const std::string tail =
      fmt::format("sync.aligned.{}.{}{}.{}", move.by_columns ? "col" : "row", move.shape, space, move.type);
  if (move.stores()) {
    each("ld");
    text += fmt::format("wmma.store.d.{} {}, {{{}}}, s;\n", tail, where, registers);
  } else {
    text += fmt::format("wmma.load.{}.{} {{{}}}, {}, s;\n", move.matrix, tail, registers, where);
    each("st");
  }
  return text + "ret;\n}\n";
}

struct Run {
  simt::RunResult result;
  std::vector<std::byte> matrix, fragments;
};

Result<Run> run_move(const Move& move, unsigned stride, std::vector<std::byte> matrix,
                     std::vector<std::byte> fragments) {
  const auto module = ptx::parse(kernel_of(move));
  TRY(module);
  const auto program = simt::decode(*module, "k");
  TRY(program);
  simt::GlobalMemory memory;
  simt::LaunchConfig config;
  config.grid = {1, 1, 1};
  config.block = {32, 1, 1};
  config.arguments.resize(3);
  config.arguments[0].is_buffer = config.arguments[1].is_buffer = true;
  config.arguments[0].buffer = memory.add("matrix", std::move(matrix));
  config.arguments[1].buffer = memory.add("fragments", std::move(fragments));
  config.arguments[2].bytes.resize(4);
  std::memcpy(config.arguments[2].bytes.data(), &stride, 4);
  auto result = simt::run(**program, memory, config);
  TRY(result);
  Run run{std::move(*result), memory.buffer(config.arguments[0].buffer).bytes,
          memory.buffer(config.arguments[1].buffer).bytes};
  return run;
}

/// Where each element comes from, found by moving the bits of the elements' numbers one after another: of a load the
/// element of memory that each place of the fragments holds, of a store the place of the fragments that each element
/// of memory comes from.
Result<std::vector<unsigned>> order_of(const Move& move) {
  const unsigned in_memory = move.rows() * move.columns(), in_fragments = 32 * move.held();
  const unsigned sources = move.stores() ? in_fragments : in_memory, found = move.stores() ? in_memory : in_fragments;
  std::vector<unsigned> order(found);
  for (unsigned bit = 0; bit < 11; ++bit) {
    std::vector<std::uint8_t> pattern(16384), nothing(16384);
    for (unsigned i = 0; i < sources; ++i) put_bits(pattern, i, move.bits(), i >> bit & 1);
    const auto bytes = [](const std::vector<std::uint8_t>& from) {
      std::vector<std::byte> to(from.size());
      std::memcpy(to.data(), from.data(), from.size());
      return to;
    };
    auto run = run_move(move, move.minors(), bytes(move.stores() ? nothing : pattern),
                        bytes(move.stores() ? pattern : nothing));
    TRY(run);
    if (!run->result.faults.empty()) return fail("{}", fault_text(run->result.faults.front()).str());
    const std::vector<std::byte>& result = move.stores() ? run->matrix : run->fragments;
    for (unsigned i = 0; i < found; ++i) {
      const auto* const at = reinterpret_cast<const std::uint8_t*>(result.data());
      order[i] |= static_cast<unsigned>(get_bits(at, i, move.bits()) & 1) << bit;
    }
  }
  return order;
}

std::vector<std::vector<std::string>> table(const char* name) {
  std::ifstream file(std::string(BANKLOOM_SOURCE_DIR) + "/tests/hardware/" + name);
  std::vector<std::vector<std::string>> rows;
  std::string line;
  std::getline(file, line);  // the columns' names
  while (std::getline(file, line)) {
    std::vector<std::string>& row = rows.emplace_back(1);
    for (const char c : line) {
      if (c == ',') {
        row.emplace_back();
      } else {
        row.back() += c;
      }
    }
  }
  return rows;
}

// matrix_fragments_h200.csv: matrix, layout, shape, type, and order_of() in three hexadecimal digits each.
TEST(MatrixFragments, ElementsLieAsOnAnH200) {
  const auto rows = table("matrix_fragments_h200.csv");
  EXPECT_EQ(rows.size(), 76u);
  for (const std::vector<std::string>& row : rows) {
    ASSERT_EQ(row.size(), 5u);
    for (const char* const space : {"global", "generic"}) {
      Move move = move_of(row[0], row[1], row[2], row[3]);
      move.space = space;
      const auto order = order_of(move);
      ASSERT_TRUE(order) << order.error().message;
      std::string text;
      for (const unsigned element : *order) text += fmt::format("{:03x}", element);
      EXPECT_EQ(text, row[4]) << row[0] << " " << row[1] << " " << row[2] << " " << row[3] << " " << space;
    }
  }
}

struct Costs {
  unsigned requests = 0, wavefronts = 0, sectors = 0;
  bool matrices = false;
};

Costs costs_of(const Move& move, const Trace& trace) {
  Costs sum;
  for (std::size_t i = 0; i < trace.size(); ++i) {
    const MemoryAccess access = trace.at(i);
    const bool stores = access.op == AccessOp::store;
    const bool by_wmma = move.space == "shared" ? access.space == Space::shared
                                                : access.space == Space::global && stores == move.stores();
    if (!by_wmma) continue;
    const RequestCounts counts = count_request(test::machine("cc9.0"), access);
    sum.requests += counts.requests;
    sum.wavefronts += counts.wavefronts;
    sum.sectors += counts.sectors;
    sum.matrices |= access.op == AccessOp::ldmatrix;
  }
  return sum;
}

// matrix_accesses_h200.csv: for each a stride without and one with 16 bytes of padding, the requests that one warp made
// (instructions executed) and their wavefronts (shared memory) or sectors (global memory), as Nsight Compute counted.
TEST(MatrixFragments, AccessesCostWhatAnH200Counted) {
  const auto rows = table("matrix_accesses_h200.csv");
  EXPECT_EQ(rows.size(), 400u);
  for (const std::vector<std::string>& row : rows) {
    ASSERT_EQ(row.size(), 10u);
    Move move = move_of(row[0], row[1], row[2], row[3]);
    move.space = row[4];
    const auto stride = static_cast<unsigned>(std::stoul(row[5]));
    const auto run = run_move(move, stride, std::vector<std::byte>(16384), std::vector<std::byte>(4096));
    ASSERT_TRUE(run) << run.error().message;
    const Costs costs = costs_of(move, run->result.trace);
    const std::string name = row[0] + " " + row[1] + " " + row[2] + " " + row[3] + " " + row[4] + " " + row[5];
    EXPECT_EQ(costs.requests, std::stoul(row[7])) << name;
    EXPECT_EQ(costs.matrices, row[6] == "ldmatrix") << name;
    if (move.space == "shared") {
      EXPECT_EQ(costs.wavefronts, std::stoul(row[8])) << name;
    } else {
      EXPECT_EQ(costs.sectors, std::stoul(row[9])) << name;
    }
  }
}

}  // namespace
}  // namespace bankloom
