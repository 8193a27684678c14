// Tiles, element types, and changed kernels of the catalogue.
#include "core/own/own_kernel.h"

#include <cstring>

#include "own_fixture.h"

namespace bankloom::test {
namespace {

using std::string;

/// A compiler of kernels that has another beside it for code of the host, which finds a header.
class TwoCompilers final : public Compiler {
 public:
  TwoCompilers(Compiler& inner, bool takes_it) : inner_(inner), takes_it_(takes_it) {}
  Result<std::shared_ptr<const CompileResult>> compile(const CompileRequest& request) override {
    if (!request.program || !takes_it_) {
      auto refused = std::make_shared<CompileResult>();
      const char* const text = request.program ? "what nvcc says" : "cannot open source file \"helper.h\"";
      refused->diagnostics.push_back({Diagnostic::Severity::error, 1, 0, request.name, text});
      return refused;
    }
    options = request.program->options;
    CompileRequest plain = request;
    plain.program.reset();
    auto compiled = inner_.compile(plain);
    if (!compiled) return compiled;
    auto result = std::make_shared<CompileResult>(**compiled);
    if (options.size() == 1) result->found_headers = {{"helper.h", "/home/ada/common"}};
    return result;
  }
  Result<std::vector<string>> architectures() override { return inner_.architectures(); }
  string describe() override { return inner_.describe(); }

  std::vector<string> options;  ///< of the last request for code of the host

 private:
  Compiler& inner_;
  bool takes_it_;
};

class OwnKernelTest : public OwnTest {
 protected:
  /// A text whose kernel touches `use` of an array t that `declare` declares, and reads it, or it would be left out.
  static string with_tile(const string& declare, const string& use, const string& before = "") {
    return before + "\n// launch: k<<<1, 32, 512>>>(out)\nextern \"C\" __global__ void k(int *out)\n{\n    " + declare +
           "\n    " + use + ";\n    __syncthreads();\n" +
           "    out[threadIdx.x] = reinterpret_cast<volatile char *>(t)[threadIdx.x];\n}\n";
  }
  const TileSpec& tile_of(const std::shared_ptr<const OwnKernel>& own) {
    static const TileSpec none;
    EXPECT_TRUE(own != nullptr && own->kernel->tile.has_value());
    return own != nullptr && own->kernel->tile ? *own->kernel->tile : none;
  }
};

TEST_F(OwnKernelTest, TheTilesShapeIsItsDeclarations) {
  const auto own = make(with_tile("constexpr int W = sizeof(float) * 4;\n    __shared__ float t[ROWS][W + 1];",
                                  "t[threadIdx.x % ROWS][threadIdx.x % W] = 1", "#define ROWS (2 * 4)"));
  const TileSpec& tile = tile_of(own);
  EXPECT_EQ(tile.name, "t");
  EXPECT_EQ(tile.rows.text(), "8");
  EXPECT_EQ(tile.columns.text(), "17");
  EXPECT_EQ(tile.element, ptx::Type::f32);
  ASSERT_EQ(own->tiles.size(), 1u);
  EXPECT_EQ(own->tiles[0].line, 6u);
  EXPECT_EQ(own->tiles[0].type, "float");
  EXPECT_EQ(own->tiles[0].extent, (std::vector<std::uint64_t>{8, 17}));
  EXPECT_FALSE(own->tiles[0].takes_row);
}

TEST_F(OwnKernelTest, ColumnsThatNothingTouchesArePadding) {
  const auto done = run(with_tile("__shared__ int t[32][33];", "for (int i = 0; i < 32; ++i) t[i][threadIdx.x] = i"));
  ASSERT_NE(done, nullptr);
  ASSERT_TRUE(done->tile.has_value());
  EXPECT_EQ(done->tile->columns, 32u);
  EXPECT_EQ(done->tile->padding, 1u);
  EXPECT_EQ(done->tile->rows, 32u);
}

TEST_F(OwnKernelTest, ElementTypes) {
  struct Case {
    const char *declare, *use;
    ptx::Type type;
    const char *rows, *columns;
  };
  for (const Case& one :
       {Case{"__shared__ double t[4][8];", "t[1][threadIdx.x % 8] = 1", ptx::Type::f64, "4", "8"},
        Case{"__shared__ unsigned t[4][8];", "t[1][threadIdx.x % 8] = 1", ptx::Type::u32, "4", "8"},
        Case{"__shared__ short t[2][4][8];", "t[1][1][threadIdx.x % 8] = 1", ptx::Type::s16, "8", "8"},
        Case{"__shared__ char t[4][8];", "t[1][threadIdx.x % 8] = 1", ptx::Type::s8, "4", "8"},
        Case{"__shared__ long long t[4][8];", "t[1][threadIdx.x % 8] = 1", ptx::Type::s64, "4", "8"},
        Case{"__shared__ float4 t[4][8];", "t[1][threadIdx.x % 8].y = 1", ptx::Type::f32, "4", "32"},
        Case{"typedef float2 P; __shared__ P t[4][8];", "t[1][threadIdx.x % 8].y = 1", ptx::Type::f32, "4", "16"},
        Case{"struct S { int a; float b; char c; }; __shared__ S t[4][8];", "t[1][threadIdx.x % 8].a = 1",
             ptx::Type::u32, "4", "24"},
        Case{"__shared__ int t[256];", "t[threadIdx.x] = 1", ptx::Type::s32, "1", "256"},
        Case{"extern __shared__ float2 t[];", "t[threadIdx.x].x = 1", ptx::Type::f32, "2", "64"}}) {
    const auto own = make(with_tile(one.declare, one.use));
    const TileSpec& tile = tile_of(own);
    EXPECT_EQ(tile.element, one.type) << one.declare;
    EXPECT_EQ(tile.rows.text(), one.rows) << one.declare;
    EXPECT_EQ(tile.columns.text(), one.columns) << one.declare;
  }
}

TEST_F(OwnKernelTest, AnArrayThatTheCompilerLeavesOutIsSpokenOf) {
  const auto own = make(
      "// launch: k<<<1, 32>>>(out)\nextern \"C\" __global__ void k(int *out) { __shared__ int t[32]; "
      "t[threadIdx.x] = 1; out[threadIdx.x] = 1; }");
  ASSERT_NE(own, nullptr);
  EXPECT_FALSE(own->kernel->tile.has_value());
  ASSERT_EQ(own->notes.size(), 1u);
  EXPECT_NE(own->notes[0].find("the compiler leaves t out"), string::npos) << own->notes[0];
}

TEST_F(OwnKernelTest, HalvesHoldWholeNumbers) {
  const auto done =
      run("#include <cuda_fp16.h>\n// launch: k<<<1, 32>>>(in, out)\n// in: __half[32] = i * 3\nextern \"C\" "
          "__global__ void k(const __half *in, float *out)\n{\n    __shared__ __half t[4][8];\n    t[threadIdx.x / "
          "8][threadIdx.x % 8] = in[threadIdx.x];\n    __syncthreads();\n    out[threadIdx.x] = "
          "__half2float(t[threadIdx.x / 8][threadIdx.x % 8]);\n}\n");
  ASSERT_NE(done, nullptr);
  ASSERT_TRUE(done->tile.has_value());
  EXPECT_EQ(done->tile->element_bytes, 2u);
  float last = 0;
  std::memcpy(&last, done->output.data() + 31 * sizeof last, sizeof last);
  EXPECT_EQ(last, 93.0F);
}

TEST_F(OwnKernelTest, RowsThatNoDeclarationSaysAreAControl) {
  OwnSource source{"", with_tile("extern __shared__ int t[];", "t[threadIdx.x] = 1"), "", 0, ""};
  auto own = make(source);
  ASSERT_NE(own, nullptr);
  EXPECT_TRUE(own->tiles[0].takes_row);
  EXPECT_EQ(own->tiles[0].rows, 4u);
  EXPECT_FALSE(own->notes.empty());
  source.row_elements = 16;
  own = make(source);
  EXPECT_EQ(tile_of(own).rows.text(), "8");
  EXPECT_EQ(tile_of(own).columns.text(), "16");
  source.row_elements = 0;
  source.text = "// tile: t[2 * 4][15]\n" + source.text;
  own = make(source);
  EXPECT_EQ(tile_of(own).rows.text(), "8");
  EXPECT_EQ(tile_of(own).columns.text(), "15");
}

TEST_F(OwnKernelTest, OneOfSeveralTilesIsChosen) {
  OwnSource source{
      "",
      with_tile("__shared__ int t[2][8]; __shared__ float b[4][4];",
                "t[1][threadIdx.x % 8] = 1; b[1][threadIdx.x % 4] = 1; __syncthreads(); t[0][0] = b[1][out[0]]"),
      "", 0, ""};
  auto own = make(source);
  ASSERT_NE(own, nullptr);
  ASSERT_EQ(own->tiles.size(), 2u);
  EXPECT_EQ(tile_of(own).name, "t");
  source.tile = "b";
  own = make(source);
  EXPECT_EQ(tile_of(own).name, "b");
  EXPECT_EQ(own->tile, 1u);
  const auto done = run(source);
  ASSERT_NE(done, nullptr);
  EXPECT_EQ(done->tile->base, 64u);
}

TEST_F(OwnKernelTest, AChangedKernelKeepsWhatItsLessonSays) {
  const Kernel& base = **find_kernel(catalog(), "square/setRowReadCol");
  const OwnSource source{"", base.source, base.id(), 0, ""};
  const auto done = run(source, {{"IPAD", "1"}});
  ASSERT_NE(done, nullptr);
  EXPECT_TRUE(done->correct());
  EXPECT_EQ(std::count(done->defined.begin(), done->defined.end(), true), 1024);
  EXPECT_EQ(done->kernel->id(), "own/setRowReadCol");
  EXPECT_EQ(done->own->launch.origin, OwnOrigin::lesson);
  EXPECT_TRUE(done->own->notes.empty());
  EXPECT_EQ(done->tile->padding, 1u);
}

TEST_F(OwnKernelTest, AChangedTileHasItsNewShape) {
  const Kernel& base = **find_kernel(catalog(), "square/setRowReadCol");
  string text = base.source;
  const std::size_t at = text.find("BDIMX + IPAD]");
  ASSERT_NE(at, string::npos);
  text.replace(at, 13, "BDIMX + 3]");
  const auto done = run(OwnSource{"", text, base.id(), 0, ""});
  ASSERT_NE(done, nullptr);
  EXPECT_TRUE(done->correct());
  EXPECT_EQ(done->tile->columns, 32u);
  EXPECT_EQ(done->tile->padding, 3u);
}

TEST_F(OwnKernelTest, AChangedKernelsNewParametersHaveUsualValues) {
  const Kernel& base = **find_kernel(catalog(), "square/setRowReadCol");
  string text = base.source;
  const std::size_t at = text.find("int *out");
  ASSERT_NE(at, string::npos);
  text.replace(at, 8, "int *out, int n");
  const auto own = make(OwnSource{"", text, base.id(), 0, ""});
  ASSERT_NE(own, nullptr);
  EXPECT_EQ(own->parameters[0].origin, OwnOrigin::lesson);
  EXPECT_EQ(own->parameters[1].origin, OwnOrigin::usual);
  EXPECT_EQ(own->notes.size(), 1u);
}

TEST_F(OwnTest, TheArrayShownIsNoSingleValueAndHasTheFault) {
  const auto counter =
      run("__global__ void k(int *out) { __shared__ int n; __shared__ int place[64]; n = 1; place[threadIdx.x] = 2; "
          "__syncthreads(); out[threadIdx.x] = place[31 - threadIdx.x] + n; }");
  ASSERT_NE(counter, nullptr);
  ASSERT_TRUE(counter->tile);
  EXPECT_EQ(counter->tile->name, "place");
  const string two =
      "// launch: k<<<1, 64>>>(out)\n"
      "__global__ void k(int *out) { __shared__ int a[64], b[64]; a[threadIdx.x] = 1; b[threadIdx.x] = 2; %s "
      "out[threadIdx.x] = a[threadIdx.x] + b[63 - threadIdx.x]; }";
  const auto text = [&](const string& meeting) {
    string changed = two;
    return changed.replace(changed.find("%s"), 2, meeting);
  };
  const auto race = run(text(""));
  ASSERT_NE(race, nullptr);
  EXPECT_FALSE(race->faults.empty());
  EXPECT_EQ(race->tile->name, "b");
  const auto right = run(text("__syncthreads();"));
  ASSERT_NE(right, nullptr);
  EXPECT_TRUE(right->faults.empty());
  EXPECT_EQ(right->tile->name, "a");
  const auto chosen = run(OwnSource{"", text(""), "", 0, "a"});
  ASSERT_NE(chosen, nullptr);
  EXPECT_EQ(chosen->tile->name, "a") << "what a person chooses stays";
}

TEST_F(OwnTest, DynamicSharedMemoryHasAUsualSize) {
  const string reverse =
      "__global__ void k(float *out) { extern __shared__ float buf[]; buf[threadIdx.x * STRIDE] = 1; __syncthreads(); "
      "out[threadIdx.x] = buf[(31 - threadIdx.x) * STRIDE]; }";
  const auto once = run("#define STRIDE 1\n" + reverse);
  ASSERT_NE(once, nullptr);
  EXPECT_TRUE(once->faults.empty());
  EXPECT_EQ(once->shared_bytes, 32u * 4);
  const auto twice = run("#define STRIDE 2\n" + reverse);
  ASSERT_NE(twice, nullptr);
  EXPECT_TRUE(twice->faults.empty());
  EXPECT_EQ(twice->shared_bytes, 4u * 32 * 4) << "four elements a thread are tried next";
  const auto never = run("#define STRIDE 1000\n" + reverse);
  ASSERT_NE(never, nullptr);
  EXPECT_TRUE(never->faults.empty());
  EXPECT_FALSE(never->questions.empty());
  EXPECT_EQ(never->shared_bytes, 32u * 4) << "where nothing is enough the first stands";
  const auto said = run("// launch: k<<<1, 32, 64>>>(out)\n#define STRIDE 1\n" + reverse);
  ASSERT_NE(said, nullptr);
  EXPECT_FALSE(said->faults.empty()) << "what is written is a mistake where it is too little";
}

TEST_F(OwnTest, CommentsThatAreNotTakenAreTold) {
  const auto own = make(R"(// launch: k<<<1, 32>>>(in, out)
// inn: int[32] = i
// data: float[8]
// tile: buf[4][7]
// Launch: k<<<2, 32>>>(in, out)
// out: int[32]
// out: int[64]
// note: this is a remark
// before: a[0]
// see: tile[32][33] is padded
__global__ void k(const int *in, int *out) {
  __shared__ int t[32];
  t[threadIdx.x] = in[threadIdx.x];
  out[threadIdx.x] = t[threadIdx.x];
})");
  ASSERT_NE(own, nullptr);
  EXPECT_EQ(own->notes, (std::vector<string>{
                            "Line 4, 'tile: buf[4][7]', is ignored: k has no shared array 'buf', it has t.",
                            "Line 2, 'inn: int[32] = i', is ignored: k has no parameter 'inn'; perhaps 'in' is meant.",
                            "Line 3, 'data: float[8]', is ignored: k has no parameter 'data'.",
                            ("Line 5, 'Launch: k<<<2, 32>>>(in, out)', is ignored: a launch is written `// launch: "
                             "NAME<<<GRID, BLOCK>>>(ARGUMENTS)`."),
                            "Line 7, 'out: int[64]', is ignored: line 6 says it already.",
                        }));
}

TEST_F(OwnTest, KernelsOfHeadersAreNotChosen) {
  // As what a header declares, the text does not have their names behind __global__.
  const auto own = make(R"(#define FROM_A_HEADER(name) __global__ void name(int n) { __shared__ int t[32]; t[0] = n; }
FROM_A_HEADER(first)
namespace mine { __global__ void shown(int *out) { out[threadIdx.x] = 1; } }
FROM_A_HEADER(last)
)");
  ASSERT_NE(own, nullptr);
  EXPECT_EQ(own->kernel->title, "mine::shown");
  for (const string& note : own->notes) EXPECT_EQ(note.find("kernels"), string::npos) << note;
}

TEST_F(OwnTest, AHeaderThatIsFoundIsToldAndKept) {
  const OwnSource source{"/home/ada/code/k.cu",
                         "// launch: k<<<1, 32>>>(out)\n__global__ void k(int *out) { out[threadIdx.x] = 1; }\n", "", 0,
                         ""};
  TwoCompilers compilers(compiler(), true);
  const auto own = made(source, compilers);
  ASSERT_TRUE(own.has_value()) << own.error().message;
  EXPECT_EQ((*own)->notes, (std::vector<string>{"helper.h is found in /home/ada/common."}));
  EXPECT_EQ(compilers.options, (std::vector<string>{"-I/home/ada/code", "-I/home/ada/common"}));
  TwoCompilers refusing(compiler(), false);
  const auto refused = made(source, refusing);
  ASSERT_FALSE(refused.has_value());
  ASSERT_EQ(refused.error().details.size(), 1u);
  EXPECT_EQ(refused.error().details[0].text, "what nvcc says");
}

TEST_F(OwnTest, ATileOfNoRowsIsAMistakeAtItsLine) {
  const auto refused = failure(R"(// launch: k<<<1, 32, 128>>>(out)
// tile: t[0][7]
__global__ void k(int *out) {
  extern __shared__ int t[];
  t[threadIdx.x] = 1;
  out[threadIdx.x] = t[31 - threadIdx.x];
})");
  EXPECT_NE(refused.message.find("line 2"), string::npos) << refused.message;
  EXPECT_NE(refused.message.find("the tile would have 0 rows"), string::npos) << refused.message;
}

}  // namespace
}  // namespace bankloom::test
