// Captured launches run again: on their memory, with their arguments; and with another text.
#include "core/run/captured_run.h"

#include <gtest/gtest.h>

#include <semaphore>

#include "core/run/run_service.h"
#include "core/wording/picture_text.h"
#include "program_client.h"

namespace bankloom::program {
namespace {

using test::append;
using test::Client;

/// turn<2>(out, in, table): out[thread] = in[thread] * factor + table.values[thread], through shared memory; counts its
/// threads in `count`.
const std::string kTurning = R"(.version 8.0
.target sm_90
.address_size 64
.const .align 4 .u32 factor = 3;
.global .align 4 .u32 count = 5;
.visible .entry _Z4turnILi2EEvPfPKf5Table(.param .u64 out, .param .u64 in, .param .align 8 .b8 table[16]) {
  .reg .b32 %r<8>;
  .reg .b64 %d<8>;
  .shared .align 4 .b8 _ZZ4turnILi2EEvPfPKf5TableE4tile[1056];
  ld.param.u64 %d0, [out];
  ld.param.u64 %d1, [in];
  ld.param.u64 %d2, [table+8];
  mov.u32 %r0, %tid.x;
  mov.u32 %r6, %ctaid.x;
  mov.u32 %r7, %ntid.x;
  mad.lo.u32 %r7, %r6, %r7, %r0;
  mul.wide.u32 %d3, %r7, 4;
  add.s64 %d0, %d0, %d3;
  add.s64 %d1, %d1, %d3;
  add.s64 %d2, %d2, %d3;
  ld.global.u32 %r1, [%d1];
  ld.const.u32 %r2, [factor];
  mul.lo.u32 %r1, %r1, %r2;
  ld.global.s32 %r3, [%d2];
  add.u32 %r1, %r1, %r3;
  mov.u32 %r4, _ZZ4turnILi2EEvPfPKf5TableE4tile;
  mad.lo.u32 %r4, %r0, 4, %r4;
  st.shared.u32 [%r4], %r1;
  ld.shared.u32 %r1, [%r4];
  st.global.u32 [%d0], %r1;
  atom.global.add.u32 %r5, [count], 1;
  ret;
})";

constexpr const char* kText = R"(#define WIDTH 32
template <int PAD>
__global__ void turn(float *out, const float *in, Table table) {
  __shared__ float tile[8][WIDTH + PAD - 1];
}
)";

/// Answers with PTX of its own.
class GivenCompiler final : public Compiler {
 public:
  Result<std::shared_ptr<const CompileResult>> compile(const CompileRequest& request) override {
    requests.push_back(request);
    auto result = std::make_shared<CompileResult>();
    result->ok = !ptx.empty();
    result->ptx = ptx;
    return result;
  }
  Result<std::vector<std::string>> architectures() override { return std::vector<std::string>{"compute_90"}; }
  std::string describe() override { return "given"; }
  void prepare(const CompileRequest& request) override { prepared.push_back(request); }
  std::string ptx;
  std::vector<CompileRequest> requests, prepared;
};

class CapturedRuns : public testing::Test {
 protected:
  void SetUp() override {
    ProgramOptions options;
    options.capture.all = true;
    Client client(options);
    client.load(kTurning, {"_Z4turnILi2EEvPfPKf5Table"}, {"factor", "count"});
    out = client.allocate(256);
    in = client.allocate(512);
    table = client.allocate(256);
    ASSERT_EQ(client.fill(in, 1, 512), kSuccess);
    ASSERT_EQ(client.fill(table, 2, 256), kSuccess);
    std::vector<std::byte> arguments;
    append(arguments, out);
    append(arguments, in + 128);  // in + WIDTH
    append(arguments, std::uint64_t{7});
    append(arguments, table);
    ASSERT_EQ(client.launch(1000, 2, 32, arguments).error, kSuccess);
    const ProgramRun run = client.runner.take_result();
    ASSERT_EQ(run.captured.size(), 1u);
    CapturedLaunch launch = *run.captured[0];
    launch.program = "turn.cu";
    launch.file = "turn.cu";
    launch.source = kText;
    launch.launch_text = "turn<2><<<2, 32>>>(d_out, d_in + WIDTH, Table{7, values})";
    launch.build.file = "/home/ada/turn.cu";
    source = own_source_of(std::make_shared<const CapturedLaunch>(std::move(launch)));
    source.path = "/home/ada/turn.cu";
  }

  Result<std::shared_ptr<const KernelRun>> run(const RunSettings& settings = {}) {
    return run_own_kernel({source, {}, kArchitecture, catalog, compiler}, test::hopper(), settings, own);
  }
  std::shared_ptr<const KernelRun> good_run(const RunSettings& settings = {}) {
    auto made = run(settings);
    if (made) return *made;
    ADD_FAILURE() << made.error().message;
    return nullptr;
  }

  const std::string kArchitecture = kDefaultArchitecture;
  std::uint64_t out = 0, in = 0, table = 0;
  OwnSource source;
  Catalog catalog;
  GivenCompiler compiler;
  std::shared_ptr<const OwnKernel> own;
};

std::uint32_t word(const std::vector<std::byte>& bytes, std::size_t index) {
  std::uint32_t value = 0;
  std::memcpy(&value, bytes.data() + 4 * index, sizeof value);
  return value;
}

constexpr std::uint32_t kExpected = 0x01010101u * 3 + 0x02020202u;

TEST_F(CapturedRuns, AreThoseOfTheProgram) {
  const auto made = good_run();
  ASSERT_NE(made, nullptr);
  EXPECT_TRUE(compiler.requests.empty()) << "what was compiled is executed as it is";
  EXPECT_TRUE(made->faults.empty());
  EXPECT_EQ(made->grid, (Dim3{2, 1, 1}));
  EXPECT_EQ(made->kernel->title, "turn<2>");
  EXPECT_EQ(made->output_name, "d_out");
  EXPECT_EQ(made->output_type, ptx::Type::f32) << "by the signature";
  EXPECT_EQ(made->output_rows, 1u);
  EXPECT_EQ(made->output_columns, 64u);
  EXPECT_EQ(made->output_address, out);
  for (std::size_t i = 0; i < 64; ++i) EXPECT_EQ(word(made->output, i), kExpected) << i;
  EXPECT_FALSE(made->has_rule);
  // The parameters, then what the structure points to, then the variables.
  std::vector<std::string> names;
  for (const auto& parameter : made->instance.parameters) names.push_back(parameter.name);
  EXPECT_EQ(names, (std::vector<std::string>{"d_out", "d_in", "table (by value)", "table", "factor", "count"}));
  EXPECT_FALSE(made->instance.parameters[2].is_buffer);
  EXPECT_EQ(made->instance.parameters[3].element, ptx::Type::s32) << "by the instruction that reads it";
  EXPECT_EQ(made->inputs[1].size(), 512u) << "the whole allocation, though the argument points into it";
  const auto element = made->element_at(in + 128);
  ASSERT_TRUE(element);
  EXPECT_EQ(element->parameter, 1u);
  EXPECT_EQ(element->index, 32u);
  EXPECT_EQ(own->launch.origin, OwnOrigin::launch);
  EXPECT_EQ(own->launch.text, "turn<2><<<2, 32>>>(d_out, d_in + WIDTH, Table{7, values})");
}

TEST_F(CapturedRuns, TilesHaveTheShapeThatTheTextDeclares) {
  const auto made = good_run();
  ASSERT_NE(made, nullptr);
  ASSERT_TRUE(made->tile);
  EXPECT_EQ(made->tile->name, "tile");
  EXPECT_EQ(made->tile->rows, 8u);
  EXPECT_EQ(made->tile->row_elements(), 33u);
  EXPECT_EQ(made->tile->element, ptx::Type::f32);
}

TEST_F(CapturedRuns, RowsAreAsChosenOrAsTheGridCoversThem) {
  source.columns["d_out"] = 16;
  source.columns["d_in"] = 5;  // does not divide 128
  const auto made = good_run();
  ASSERT_NE(made, nullptr);
  EXPECT_EQ(made->output_rows, 4u);
  EXPECT_EQ(made->output_columns, 16u);
  EXPECT_EQ(made->instance.parameters[1].columns, 0u);
  OwnSource other = source;
  other.columns.clear();
  EXPECT_NE(own_key(source), own_key(other));
  CapturedLaunch launch = *source.launch;
  launch.grid = {1, 1, 1};
  launch.block = {16, 4, 1};
  source.launch = std::make_shared<const CapturedLaunch>(std::move(launch));
  source.columns.clear();
  const auto covered = good_run();
  ASSERT_NE(covered, nullptr);
  EXPECT_EQ(covered->output_columns, 16u);
}

TEST_F(CapturedRuns, UnderAGridWithRowsALongBufferIsAMatrix) {
  const auto columns_of = [this](std::size_t elements, const Dim3& grid, const Dim3& block) {
    CapturedLaunch launch = *source.launch;
    launch.grid = grid;
    launch.block = block;
    for (CapturedMemory& memory : launch.memory) {
      if (memory.address == table) memory.contents = std::make_shared<const std::vector<std::byte>>(elements * 4);
    }
    source.launch = std::make_shared<const CapturedLaunch>(std::move(launch));
    const auto made = good_run();
    return made == nullptr ? ~std::uint64_t{0} : made->instance.parameters[3].columns;
  };
  EXPECT_EQ(columns_of(1024, {1, 1, 1}, {16, 4, 1}), 32u) << "a square";
  EXPECT_EQ(columns_of(1152, {1, 1, 1}, {16, 4, 1}), 16u) << "rows as long as one of threads";
  EXPECT_EQ(columns_of(64, {1, 1, 1}, {16, 4, 1}), 16u) << "a thread an element, however short";
  EXPECT_EQ(columns_of(144, {1, 1, 1}, {16, 4, 1}), 0u) << "a short one is a row";
  EXPECT_EQ(columns_of(1027, {1, 1, 1}, {16, 4, 1}), 0u);
  EXPECT_EQ(columns_of(1024, {1, 1, 1}, {64, 1, 1}), 0u) << "a grid without rows";
}

TEST_F(CapturedRuns, OnlyWholeBlocksCountAsRecorded) {
  CapturedLaunch launch = *source.launch;
  launch.grid = {10, 1, 1};
  source.launch = std::make_shared<const CapturedLaunch>(std::move(launch));
  const auto all = good_run();
  ASSERT_NE(all, nullptr);
  ASSERT_EQ(all->recorded_blocks, 10u);
  // Accesses of each block and those before it.
  std::array<std::uint64_t, 10> ends{};
  MemoryAccess access;
  for (std::size_t i = 0; i < all->trace.size(); ++i) {
    all->trace.read(i, access, false);
    ends[access.block.x] = i + 1;
  }
  RunSettings settings;
  for (const auto& [accesses, blocks] : {std::pair<std::uint64_t, std::uint64_t>{ends[2] + 1, 3},
                                         {ends[3] - 1, 3},
                                         {ends[0] - 1, 1},
                                         {ends[8] + 1, 9},
                                         {ends[9] + 1, 10}}) {
    settings.recorded_accesses = accesses;
    for (const unsigned threads : {1U, 3U}) {
      settings.threads = threads;
      const auto made = good_run(settings);
      ASSERT_NE(made, nullptr);
      EXPECT_EQ(made->first_recorded, 0u);
      EXPECT_EQ(made->recorded_blocks, blocks) << accesses;
      EXPECT_EQ(made->cut_after, accesses < ends[0] ? accesses : 0);
      if (accesses < ends[0]) {
        EXPECT_EQ(recorded_text(*made).str(), fmt::format("first {} requests of block 0 recorded", accesses));
      }
      EXPECT_EQ(made->trace.size(), std::min<std::uint64_t>(accesses, all->trace.size()));
      EXPECT_EQ(made->cost.global_store.requests, all->cost.global_store.requests) << "all blocks are counted";
    }
  }
  // Of the blocks that are asked for, where the grid has others before them.
  settings.recorded_threads = 8 * 32;
  settings.first_block = 7;
  settings.recorded_accesses = ends[8] - ends[6] - 1;
  const auto late = good_run(settings);
  ASSERT_NE(late, nullptr);
  EXPECT_EQ(late->first_recorded, 7u);
  EXPECT_EQ(late->recorded_blocks, 1u);
  EXPECT_EQ(late->cut_after, 0u);
  settings.recorded_accesses = 3;
  const auto cut = good_run(settings);
  ASSERT_NE(cut, nullptr);
  EXPECT_EQ(recorded_text(*cut).str(), "first 3 requests of block 7 recorded");
}

TEST_F(CapturedRuns, AnyBlockIsRecorded) {
  RunSettings settings;
  settings.recorded_threads = 32;
  settings.first_block = 1;
  const auto made = good_run(settings);
  ASSERT_NE(made, nullptr);
  EXPECT_EQ(made->first_recorded, 1u);
  EXPECT_EQ(made->recorded_blocks, 1u);
  ASSERT_GT(made->trace.size(), 0u);
  MemoryAccess access;
  for (std::size_t i = 0; i < made->trace.size(); ++i) {
    made->trace.read(i, access, false);
    EXPECT_EQ(access.block, (Dim3{1, 0, 0}));
  }
  EXPECT_EQ(made->cost.global_store.requests, 2u) << "costs are those of all blocks";
}

std::string replaced(std::string text, const std::string& what, const std::string& by) {
  for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + by.size())) {
    text.replace(at, what.size(), by);
  }
  return text;
}

TEST_F(CapturedRuns, AChangedTextRunsOnTheSameMemory) {
  source.text += "// changed\n";
  compiler.ptx = replaced(kTurning, "add.u32 %r1, %r1, %r3;", "sub.u32 %r1, %r1, %r3;");
  // The program has set neither: the text's new beginning holds for what it changes.
  compiler.ptx = replaced(compiler.ptx, "factor = 3", "factor = 4");
  const auto made = good_run();
  ASSERT_NE(made, nullptr);
  ASSERT_EQ(compiler.requests.size(), 1u);
  EXPECT_EQ(compiler.requests[0].program->file, "/home/ada/turn.cu");
  EXPECT_EQ(compiler.requests[0].text, source.text);
  EXPECT_EQ(word(made->output, 0), 0x01010101u * 4 - 0x02020202u);
}

TEST_F(CapturedRuns, PrepareTheFirstChange) {
  const std::vector<MachineModel> machines{test::hopper()};
  RunService service(catalog, machines, compiler);
  RunKey key;
  key.machine = machines.front().name;
  key.kernel = own_key(source);
  key.own = std::make_shared<const OwnSource>(source);
  ASSERT_NE(service.wait(key)->run, nullptr);
  ASSERT_EQ(compiler.prepared.size(), 1u);
  EXPECT_TRUE(compiler.requests.empty());
  OwnSource changed = source;
  changed.text += "// changed\n";
  compiler.ptx = kTurning;
  key.kernel = own_key(changed);
  key.own = std::make_shared<const OwnSource>(changed);
  ASSERT_NE(service.wait(key)->run, nullptr);
  // What was prepared is what is compiled, but for the text.
  ASSERT_EQ(compiler.requests.size(), 1u);
  EXPECT_EQ(compiler.prepared.size(), 1u);
  compiler.requests[0].text = compiler.prepared[0].text;
  EXPECT_EQ(compiler.requests[0], compiler.prepared[0]);
}

TEST_F(CapturedRuns, NewVariablesHaveAPlaceOfTheirOwn) {
  source.text += "// changed\n";
  compiler.ptx =
      replaced(kTurning, ".const .align 4 .u32 factor = 3;",
               ".const .align 4 .u32 factor = 3;\n.const .align 4 .u32 more = 9;\n.global .align 4 .u32 seen;");
  compiler.ptx = replaced(compiler.ptx, "add.u32 %r1, %r1, %r3;",
                          "ld.const.u32 %r5, [more];\n  st.global.u32 [seen], %r5;\n  add.u32 %r1, %r1, %r5;");
  const auto made = good_run();
  ASSERT_NE(made, nullptr);
  EXPECT_TRUE(made->faults.empty() || made->faults[0].kind == simt::FaultKind::race);
  EXPECT_EQ(word(made->output, 0), 0x01010101u * 3 + 9);
}

TEST_F(CapturedRuns, OfMuchWorkShowAPartFirst) {
  // All blocks do the same, so that a part's figures are those of the whole but for the number of blocks.
  compiler.ptx = replaced(kTurning, "mov.u32 %r6, %ctaid.x;", "mov.u32 %r6, 0;");
  source.text += "// changed\n";
  CapturedLaunch launch = *source.launch;
  launch.grid = {200'000, 1, 1};
  source.launch = std::make_shared<const CapturedLaunch>(std::move(launch));
  const std::vector<MachineModel> machines{test::hopper()};
  std::counting_semaphore<> done(0);
  RunService service(catalog, machines, compiler, [&done] { done.release(); });
  RunKey key;
  key.machine = machines.front().name;
  key.kernel = own_key(source);
  key.own = std::make_shared<const OwnSource>(source);
  auto first = service.get(key);
  for (; first == nullptr; first = service.get(key)) done.acquire();
  ASSERT_NE(first->run, nullptr) << first->failure->message;
  EXPECT_TRUE(first->run->is_part);
  const std::uint64_t executed = first->run->statistics.blocks;
  EXPECT_LT(executed, 200'000u);
  EXPECT_EQ(first->run->recorded_blocks, kPartRecorded);
  EXPECT_EQ(first->run->cost.shared_load.requests, executed);
  MemoryAccess access;
  first->run->trace.read(0, access, false);
  EXPECT_EQ(access.block, (Dim3{0, 0, 0}));
  const auto whole = service.wait(key);
  ASSERT_NE(whole->run, nullptr);
  EXPECT_FALSE(whole->run->is_part);
  EXPECT_EQ(whole->run->statistics.blocks, 200'000u);
  EXPECT_EQ(whole->run->cost.shared_load.requests, 200'000u);
  EXPECT_GT(whole->run->recorded_blocks, kPartRecorded);
  EXPECT_EQ(service.get(key), whole);
  // What is small is whole at once.
  launch = *source.launch;
  launch.grid = {8, 1, 1};
  OwnSource small = source;
  small.launch = std::make_shared<const CapturedLaunch>(std::move(launch));
  const auto made =
      run_captured_launch({small, {}, kArchitecture, catalog, compiler}, test::hopper(), {}, own, kPartWork);
  ASSERT_TRUE(made);
  EXPECT_EQ((*made)->statistics.blocks, 8u);
  EXPECT_FALSE((*made)->is_part);
}

TEST_F(CapturedRuns, ATextThatNoLongerFitsSaysSo) {
  source.text += "// changed\n";
  auto refused = run();
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().message, "turn.cu does not compile");
  compiler.ptx = replaced(kTurning, "4turn", "4tern");
  refused = run();
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().message, "turn.cu no longer has the kernel turn<2> of launch 0");
  compiler.ptx = replaced(kTurning, "table[16]", "table[24]");
  refused = run();
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().message, "turn<2> takes other parameters than launch 0 gives it; run the program again");
}

TEST_F(CapturedRuns, WhatWasNotWrittenIsNoOutput) {
  source.text += "// changed\n";
  compiler.ptx = replaced(kTurning, "st.global.u32 [%d0], %r1;", "");
  const auto made = good_run();
  ASSERT_NE(made, nullptr);
  EXPECT_EQ(made->output_name, "count") << "a variable was written, no parameter";
  compiler.ptx = replaced(compiler.ptx, "atom.global.add.u32 %r5, [count], 1;", "");
  source.text += "// again\n";
  const auto none = good_run();
  ASSERT_NE(none, nullptr);
  EXPECT_EQ(none->output_name, "");
  EXPECT_EQ(none->output_rows * none->output_columns, 0u);
  EXPECT_TRUE(none->output.empty());
}

}  // namespace
}  // namespace bankloom::program
