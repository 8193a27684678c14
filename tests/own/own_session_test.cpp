// Own texts on the sides of a session, and in the lines of scenes.
#include <algorithm>
#include <condition_variable>
#include <filesystem>
#include <fstream>
#include <mutex>

#include "core/session/fault_place.h"
#include "core/session/session.h"
#include "core/wording/step_text.h"
#include "own_fixture.h"

namespace bankloom::test {
namespace {

using std::string;

class OwnSessionTest : public OwnTest {
 protected:
  static const std::vector<MachineModel>& machines() {
    static const std::vector<MachineModel> instance = *load_machines(BANKLOOM_SOURCE_DIR "/assets/machines");
    return instance;
  }
  void show(const string& line) {
    auto scene = scene_from_line(line);
    ASSERT_TRUE(scene.has_value()) << scene.error().message;
    const auto shown = session.show(*scene);
    ASSERT_TRUE(shown.has_value()) << shown.error().message;
    session.finish();
  }
  /// The text of a kernel of the catalogue with `what` replaced.
  static OwnSource changed(const string& kernel, const string& what, const string& by) {
    const Kernel& base = **find_kernel(catalog(), kernel);
    OwnSource source{"", base.source, base.id(), 0, ""};
    const std::size_t at = source.text.find(what);
    EXPECT_NE(at, string::npos) << what;
    source.text.replace(at, what.size(), by);
    return source;
  }
  void edit(const OwnSource& source) {
    const auto edited = session.change(session.selection().with_text(Side::a, source));
    ASSERT_TRUE(edited.has_value()) << edited.error().message;
    session.finish();
  }

  RunService runs{catalog(), machines(), compiler()};
  Session session{runs};
};

TEST_F(OwnSessionTest, ATextIsShownAndTheLastGoodPictureStays) {
  show("bankloom square/setRowReadCol IPAD=1");
  EXPECT_EQ(session.selection().own(Side::a), nullptr);
  edit(changed("square/setRowReadCol", "BDIMX + IPAD", "BDIMX + 2"));
  const auto good = session.side(Side::a).run;
  ASSERT_NE(good, nullptr);
  EXPECT_EQ(good->tile->padding, 2u);
  EXPECT_EQ(session.options(Side::a).at("IPAD"), "1");
  ASSERT_NE(session.runs().own_kernel(Side::a), nullptr);
  EXPECT_EQ(session.runs().own_kernel(Side::a)->kernel->id(), "own/setRowReadCol");
  EXPECT_EQ(session.kernel(Side::a)->id(), "own/setRowReadCol");

  edit(changed("square/setRowReadCol", "BDIMX + IPAD", "BDIMX + "));
  ASSERT_NE(session.runs().side(Side::a).failure, nullptr);
  ASSERT_FALSE(session.runs().side(Side::a).failure->details.empty());
  EXPECT_EQ(session.runs().side(Side::a).failure->details[0].line, 3u);
  EXPECT_EQ(session.side(Side::a).run, good);
  EXPECT_EQ(session.runs().own_kernel(Side::a), nullptr);
  ASSERT_NE(session.kernel(Side::a), nullptr);
  EXPECT_EQ(session.kernel(Side::a)->source, session.selection().own(Side::a)->text);
}

TEST_F(OwnSessionTest, OptionsAndRevertingActOnTheText) {
  show("bankloom square/setRowReadCol");
  edit(changed("square/setRowReadCol", "BDIMX + IPAD", "BDIMX + 2 * IPAD"));
  ASSERT_TRUE(session.change(session.selection().with_option(Side::a, "IPAD", "2")).has_value());
  session.finish();
  EXPECT_EQ(session.side(Side::a).run->tile->padding, 4u);
  session.change(session.selection().without_text(Side::a));
  session.finish();
  EXPECT_EQ(session.selection().own(Side::a), nullptr);
  EXPECT_EQ(session.side(Side::a).run->kernel->id(), "square/setRowReadCol");
  EXPECT_EQ(session.side(Side::a).run->tile->padding, 2u);
}

TEST_F(OwnSessionTest, MineIsComparedWithTheOriginal) {
  show("bankloom square/setRowReadCol");
  edit(changed("square/setRowReadCol", "BDIMX + IPAD", "BDIMX + 1"));
  const std::vector<LessonRow> rows = session.lesson_rows();
  EXPECT_TRUE(std::any_of(rows.begin(), rows.end(),
                          [](const LessonRow& row) { return row.kernel->id() == "square/setRowReadCol"; }));
  session.change(session.selection().with_compare_toggled());
  session.finish();
  ASSERT_TRUE(session.comparing());
  EXPECT_EQ(session.kernel(Side::b)->id(), "square/setRowReadCol");
  session.player().go_to({0, 1, 0});
  EXPECT_EQ(session.side(Side::a).state->request.steps, 1u);
  EXPECT_EQ(session.side(Side::b).state->request.steps, 32u);
}

TEST_F(OwnSessionTest, AFileIsComparedWithAKernelOfTheCatalogue) {
  Scene scene;
  scene.a =
      own_choice(OwnSource{"", "// launch: k<<<1, 32>>>(out)\n__global__ void k(int *out) { out[0] = 1; }", "", 0, ""});
  ASSERT_TRUE(session.show(scene).has_value());
  session.finish();
  session.change(session.selection().with_compare_toggled());
  session.finish();
  ASSERT_TRUE(session.comparing());
  EXPECT_EQ(session.kernel(Side::b), &catalog().kernels.front());
  session.change(session.selection().without_text(Side::a));
  EXPECT_NE(session.selection().own(Side::a), nullptr);
  EXPECT_TRUE(session.lesson_rows().empty());
}

TEST_F(OwnSessionTest, TextsThatCannotBeAreRefused) {
  show("bankloom square/setRowReadCol");
  EXPECT_FALSE(session.change(session.selection().with_text(Side::b, {"", "text", "", 0, ""})).has_value());
  EXPECT_FALSE(session.change(session.selection().with_text(Side::a, {"", "text", "square/none", 0, ""})).has_value());
  EXPECT_FALSE(session.change(session.selection().with_text(Side::a, {"", string(kLongestOwnText + 1, ' '), "", 0, ""}))
                   .has_value());
  EXPECT_EQ(session.selection().own(Side::a), nullptr);
}

TEST_F(OwnSessionTest, ALineBringsBackAFile) {
  const std::filesystem::path path = std::filesystem::temp_directory_path() / "own 100% line.cu";
  std::ofstream(path)
      << "// launch: k<<<1, 32>>>(out)\nextern \"C\" __global__ void k(int *out)\n{\n    __shared__ int a[64], b[64];\n"
         "    a[threadIdx.x] = b[threadIdx.x + 32] = 1;\n    __syncthreads();\n    out[threadIdx.x] = a[out[0]] + "
         "b[out[1]];\n}\n";
  auto source = read_own_source(path);
  ASSERT_TRUE(source.has_value()) << source.error().message;
  source->tile = "b";
  source->row_elements = 16;
  Scene scene;
  scene.a = own_choice(*source);
  EXPECT_EQ(scene_line_gap(scene), "");
  const string line = scene_to_line(scene);
  EXPECT_NE(line.find("own%20100%25%20line.cu tile=b row=16"), string::npos) << line;
  show(line);
  ASSERT_NE(session.selection().own(Side::a), nullptr);
  EXPECT_EQ(*session.selection().own(Side::a), *source);
  ASSERT_NE(session.side(Side::a).run, nullptr);
  EXPECT_EQ(session.side(Side::a).run->kernel->id(), "own/own_100%_line");
  EXPECT_EQ(session.side(Side::a).run->tile->name, "b");
  EXPECT_EQ(session.side(Side::a).run->tile->row_elements(), 16u);
  EXPECT_EQ(scene_to_line(session.snapshot()).substr(0, line.size()), line);
  // Who deletes the whole text sees that nothing is left, not the file again.
  source->text.clear();
  edit(*source);
  ASSERT_NE(session.runs().side(Side::a).failure, nullptr);
  EXPECT_EQ(session.selection().own(Side::a)->text, "");
  std::filesystem::remove(path);
  auto gone = scene_from_line(line);
  ASSERT_TRUE(gone.has_value());
  const auto shown = session.show(*gone);
  ASSERT_FALSE(shown.has_value());
  EXPECT_NE(shown.error().message.find("there is no file"), string::npos);
}

TEST_F(OwnSessionTest, ATextInNoFileIsNotInTheLine) {
  Scene scene;
  scene.a = own_choice(changed("square/setRowReadCol", "IPAD", "0"), {{"IPAD", "1"}});
  EXPECT_EQ(scene_to_line(scene), "bankloom square/setRowReadCol IPAD=1");
  EXPECT_NE(scene_line_gap(scene).find("square/setRowReadCol"), string::npos);
  for (const char* line : {"bankloom own=", "bankloom own=%", "bankloom own=%2", "bankloom own=%00", "bankloom own=%zz",
                           "bankloom square/x own=a row=0", "bankloom square/x own=a row=many"}) {
    EXPECT_FALSE(scene_from_line(line).has_value()) << line;
  }
  const auto based =
      scene_from_line("bankloom square/setRowReadCol own=/tmp/a.cu row=8 IPAD=1 vs square/setRowReadCol");
  ASSERT_TRUE(based.has_value()) << based.error().message;
  EXPECT_EQ(based->a.own->base, "square/setRowReadCol");
  EXPECT_EQ(based->a.own->row_elements, 8u);
  EXPECT_EQ(based->b->own, nullptr);
}

/// Compiles nothing: an own text stays at it until it is interrupted.
class Endless final : public Compiler {
 public:
  explicit Endless(Compiler& other) : other_(other) {}
  Result<std::shared_ptr<const CompileResult>> compile(const CompileRequest& request) override {
    if (!request.is_own) return other_.compile(request);
    std::unique_lock lock(mutex_);
    wake_.wait(lock, [&] { return stopped_; });
    return fail("stopped");
  }
  void interrupt() override {
    const std::lock_guard lock(mutex_);
    stopped_ = true;
    wake_.notify_all();
  }
  Result<std::vector<string>> architectures() override { return other_.architectures(); }
  string describe() override { return "an endless compiler"; }

 private:
  Compiler& other_;
  std::mutex mutex_;
  std::condition_variable wake_;
  bool stopped_ = false;
};

TEST_F(OwnSessionTest, ClosingDoesNotWaitForTheCompiler) {
  Endless endless(compiler());
  RunService service(catalog(), machines(), endless);
  const auto source = std::make_shared<const OwnSource>(OwnSource{"", "text", "", 0, ""});
  const RunKey key{own_key(*source), {}, kDefaultMachine, kDefaultArchitecture, source};
  const auto soon = std::chrono::steady_clock::now() + std::chrono::milliseconds(20);
  EXPECT_EQ(service.wait(key, Urgency::now, soon), nullptr);
  // The destructor ends it: the test would not end otherwise.
}

TEST_F(OwnSessionTest, WhatIsNotableMayBeAFaultInALaterBlock) {
  edit(OwnSource{"", R"(// launch: k<<<4, 64>>>(out)
__global__ void k(int *out) {
  __shared__ int line[64];
  line[threadIdx.x] = 1;
  __syncthreads();
  out[blockIdx.x * 64 + threadIdx.x] = line[threadIdx.x + (blockIdx.x == 2 ? 4 : 0) % 64];
})",
                 "", 0, ""});
  const SideView& view = session.side(Side::a);
  ASSERT_EQ(view.run->faults.size(), 1u);
  EXPECT_EQ(view.run->faults[0].block.x, 2u);
  EXPECT_EQ(session.player().shown().block(), 0u) << "who types stays where he is";
  session.player().to_notable();
  EXPECT_EQ(session.player().shown().block(), 2u);
  EXPECT_EQ(session.player().position().warp, 1u);
  EXPECT_EQ(verdict_text(*view.run, *view.state).words.str(), "out of bounds");
}

TEST_F(OwnSessionTest, AnIndexIntoTheOtherOfTwoSwappedArraysIsMarkedAtItsStep) {
  edit(OwnSource{"", R"(// launch: k<<<1, 32>>>(in, out, 1)
__global__ void k(const float *in, float *out, int steps) {
  __shared__ float a[32], b[32];
  float *now = a, *next = b;
  a[threadIdx.x] = in[threadIdx.x];
  b[threadIdx.x] = 0;
  __syncthreads();
  for (int i = 0; i < steps; ++i) {
    next[threadIdx.x] = now[threadIdx.x + 1];
    __syncthreads();
    float *h = now;
    now = next;
    next = h;
  }
  out[threadIdx.x] = now[threadIdx.x];
})",
                 "", 0, ""});
  session.player().to_notable();
  const SideView& view = session.side(Side::a);
  ASSERT_FALSE(view.run->faults.empty());
  EXPECT_EQ(view.run->faults[0].kind, simt::FaultKind::out_of_bounds);
  EXPECT_EQ(view.run->tile->name, "a");
  EXPECT_EQ(view.run->faults[0].address, view.run->tile->base + 128u) << "behind the array, wherever that lies";
  EXPECT_EQ(view.run->faults[0].source_line, 9u);
  const auto lanes = faulty_lanes(*view.run, *view.timeline, view.timeline->of_warp(0)[view.state->request.in_warp]);
  ASSERT_EQ(lanes.size(), 1u);
  EXPECT_EQ(lanes[0].lane, 31u);
  EXPECT_FALSE(lanes[0].is_next);
  EXPECT_EQ(step_text(*view.run, *view.state).str().find("no step of its own"), string::npos)
      << step_text(*view.run, *view.state).str();
}

}  // namespace
}  // namespace bankloom::test
