// How fast the window draws, measured off screen (software OpenGL where there is no other):
//   (a) a frame while two tiles of 32 x 33 are compared at 1600 x 900 and every frame shows another step
//   (b) from the start of the program to its first picture (bankloom render, PNG included)
//   (c) from a change of padding to its picture, the first time and when it was seen before
//   (d) a frame while a map of 4096 x 4096 elements that fills the window is panned
//   (e) a frame of the whole window while the output of a kernel, 4096 x 4096 elements, is panned with the mouse
//   (f) a frame while 32 lanes a side fly to their banks and on, compared, at 6 wavefronts a second
//   (0) the processor by itself, since what else a machine does shows there
// Prints figures beside their goals; every frame ends in glFinish(). Usage: window_benchmark [PATH of bankloom]
#include <fmt/format.h>
#include <imgui.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <numeric>
#include <thread>
#include <utility>
#include <vector>

#include "core/session/session.h"
#include "cuda/nvrtc_compiler.h"
#include "gfx/framebuffer.h"
#include "gfx/gl.h"
#include "gfx/map_renderer.h"
#include "gfx/offscreen.h"
#include "ui/ui.h"

namespace bankloom {
namespace {

using Clock = std::chrono::steady_clock;
constexpr gfx::PixelSize kSize{1600, 900};

double milliseconds_since(Clock::time_point start) {
  return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

struct Spread {
  double median = 0, p95 = 0, most = 0;
};

Spread spread_of(std::vector<double> times) {
  std::sort(times.begin(), times.end());
  const auto at = [&](double part) {
    return times[static_cast<std::size_t>(part * static_cast<double>(times.size() - 1))];
  };
  return {at(0.5), at(0.95), times.back()};
}

void print(std::string_view what, const std::vector<double>& times, std::string_view goal) {
  const Spread spread = spread_of(times);
  fmt::print("{:<58} median {:7.1f} ms   95th percentile {:7.1f} ms   most {:7.1f} ms   n = {:3}   goal {}\n", what,
             spread.median, spread.p95, spread.most, times.size(), goal);
}

/// Processor time of all threads, which a busy machine lengthens less than the time on the wall.
class Processor {
 public:
  /// A frame ends.
  void note() {
    const std::clock_t now = std::clock();
    times_.push_back(1000.0 * static_cast<double>(now - std::exchange(last_, now)) / CLOCKS_PER_SEC);
  }
  void print() const {
    const double all = std::accumulate(times_.begin(), times_.end(), 0.0);
    fmt::print("    of which all cores together computed {:.1f} ms a frame, 95th percentile {:.1f} ms\n",
               all / static_cast<double>(times_.size()), spread_of(times_).p95);
  }

 private:
  std::clock_t last_ = std::clock();
  std::vector<double> times_;
};

template <class T>
T must(Result<T> result) {
  if (result) return std::move(*result);
  fmt::print(stderr, "window_benchmark: {}\n", result.error().message);
  std::exit(1);
}

struct Stage {
  Session& session;
  ui::Ui& drawing;
  ui::ViewSettings view;
  bool has_drawn = false;

  double frame() {
    const auto start = Clock::now();
    ui::FrameRequest request;
    request.size = kSize;
    request.seconds = 1.0 / 60;
    // As the window does, where nothing but this stage draws.
    request.holds_last = std::exchange(has_drawn, true);
    drawing.frame(session, view, request);
    glFinish();
    return milliseconds_since(start);
  }
};

void show(Session& session, const std::string& line) {
  const auto scene = must(scene_from_line(line));
  if (const auto shown = session.show(scene); !shown) {
    fmt::print(stderr, "window_benchmark: {}\n", shown.error().message);
    std::exit(1);
  }
  session.finish();
}

/// Waits until nothing is made in the background any more.
void settle(const RunService& runs) {
  for (int quiet = 0; quiet < 15;) {
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
    quiet = runs.progress() || runs.busy() ? 0 : quiet + 1;
  }
}

/// How fast this machine is at present: what a shared machine gives varies by a factor of three within a day, and
/// figures of different days can be compared only beside this one.
void reference_loop() {
  std::vector<double> times;
  volatile std::uint32_t result = 0;
  for (int turn = 0; turn < 5; ++turn) {
    const auto start = Clock::now();
    std::uint32_t x = 1;
    for (int i = 0; i < 100'000'000; ++i) {
      x ^= x << 13U;
      x ^= x >> 17U;
      x ^= x << 5U;
    }
    result = x;
    times.push_back(milliseconds_since(start));
  }
  static_cast<void>(result);
  print("(0) the processor itself: 100 million steps of xorshift32", times, "none");
}

void compare_frames(Stage& stage, const RunService& runs) {
  show(stage.session, "bankloom square/setRowReadCol IPAD=0 vs square/setRowReadCol IPAD=1");
  stage.session.player().to_start();
  for (int i = 0; i < 20; ++i) stage.frame();
  // The table's kernels are executed in the background once, not while somebody watches the animation.
  settle(runs);
  stage.frame();
  std::vector<double> times;
  Processor processor;
  for (int i = 0; i < 300; ++i) {
    if (!stage.session.player().step(1)) stage.session.player().to_start();
    times.push_back(stage.frame());
    processor.note();
  }
  print("(a) frame, two 32 x 33 tiles compared, a step a frame", times, "12 and 16.7 ms");
  processor.print();
}

void token_frames(Stage& stage, const RunService& runs) {
  show(stage.session, "bankloom square/setRowReadRow IPAD=0 vs square/setRowReadRow IPAD=1");
  Player& player = stage.session.player();
  for (const bool on : {true, false}) {
    stage.drawing.compositor().turn_on(on);
    player.to_start();
    for (int i = 0; i < 20; ++i) stage.frame();
    settle(runs);
    std::vector<double> times;
    Processor processor;
    // 32 lanes a side fly to their banks and on: the store and the load of a row, again and again.
    for (int i = 0; i < 300; ++i) {
      if (!player.playback().playing() || player.position().request > 1) {
        player.to_start();
        player.set_speed(6);
        player.play(true);
      }
      // At the end of a request nothing flies.
      if (!player.playback().moving()) player.advance(player.playback().until_next_change());
      player.advance(0.016);
      times.push_back(stage.frame());
      processor.note();
    }
    player.play(false);
    print(fmt::format("(f) frame, 2 x 32 lanes fly{}", on ? "" : ", compositor off"), times,
          on ? "12 and 16.7 ms" : "none");
    processor.print();
  }
  stage.drawing.compositor().turn_on(true);
}

void first_pictures(const std::string& program) {
  std::vector<double> times;
  for (int i = 0; i < 10; ++i) {
    const auto start = Clock::now();
    const std::string command = "'" + program + "' render square/setRowReadCol --out /dev/null >/dev/null";
    if (std::system(command.c_str()) != 0) {  // NOLINT: the start of a process is what is measured
      fmt::print("(b) not measured: {} cannot draw\n", program);
      return;
    }
    times.push_back(milliseconds_since(start));
  }
  print("(b) start of the program to its picture as PNG and its end", times, "400 ms (first frame of the window)");
}

void padding_changes(RunService& runs, ui::Ui& drawing) {
  Session session(runs);
  Stage stage{session, drawing, {}};
  show(session, "bankloom square/setRowReadCol IPAD=0 machine=cc9.0");
  stage.frame();
  std::vector<double> first, again;
  const auto change = [&](int padding) {
    const auto start = Clock::now();
    static_cast<void>(session.change(session.selection().with_option(Side::a, "IPAD", std::to_string(padding))));
    session.finish();
    stage.frame();
    return milliseconds_since(start);
  };
  // Every third value, so that the neighbours that are compiled ahead do not help; then a pause until those are done.
  for (int padding = 3; padding <= 30; padding += 3) {
    first.push_back(change(padding));
    settle(runs);
  }
  for (int padding = 3; padding <= 30; padding += 3) again.push_back(change(padding));
  print("(c) change of padding to its picture, first time", first, "40 ms");
  print("(c) change of padding to its picture, seen before", again, "one frame");
}

void pan_map(const std::filesystem::path& shaders) {
  auto maps = must(gfx::MapRenderer::create(shaders));
  constexpr unsigned kSide = gfx::kLargestMapSide;
  std::vector<float> values(std::size_t{kSide} * kSide);
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<float>((i % kSide) ^ (i / kSide));
  gfx::MapTexture texture;
  const auto start = Clock::now();
  if (const auto done = texture.upload(kSide, kSide, values); !done) {
    fmt::print("(d) not measured: {}\n", done.error().message);
    return;
  }
  glFinish();
  fmt::print("(d) a map of 4096 x 4096 made once: {:.0f} ms\n", milliseconds_since(start));
  const auto ramp = ui::map_ramp(ui::theme_of(ui::ThemeName::dark));
  gfx::MapStyle style;
  style.maximum = static_cast<float>(kSide);
  style.ramp = ramp;
  const gfx::PixelRect rect{0, 0, static_cast<float>(kSize.width), static_cast<float>(kSize.height)};
  for (const double zoom : {0.25, 1.0, 12.0}) {
    std::vector<double> times;
    Processor processor;
    for (int i = 0; i < 120; ++i) {
      const auto frame = Clock::now();
      gfx::MapView view;
      view.first_column = i * 3 / zoom;
      view.first_row = i * 2 / zoom;
      view.pixels_per_element = zoom;
      maps.draw(texture, {kSize, rect, rect}, view, style);
      glFinish();
      times.push_back(milliseconds_since(frame));
      processor.note();
    }
    print(fmt::format("(d) map filling the window panned, {} pixels an element", zoom), times, "16.7 ms");
    processor.print();
  }
}

/// A kernel whose output is the largest map, in a folder of its own: the shipped ones have small outputs.
class LargeCatalog {
 public:
  LargeCatalog() : folder_(std::filesystem::temp_directory_path() / fmt::format("bankloom_map_{}", ::getpid())) {
    const auto kernel = folder_ / "large" / "map";
    std::filesystem::create_directories(kernel);
    std::ofstream(folder_ / "large" / "lesson.json")
        << R"({"title": "Large", "summary": "A large output.", "order": 1})";
    std::ofstream(kernel / "kernel.cu") << "extern \"C\" __global__ void map(int *out)\n{\n"
                                           "    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;\n"
                                           "    out[y * 4096 + x] = x * 4096 + y;\n}\n";
    std::ofstream(kernel / "kernel.json")
        << R"({"title": "Map", "summary": "Writes a matrix.", "lesson": "large", "order": 1, "entry": "map",
               "options": [], "launch": {"grid": ["16", "4096"], "block": ["256"]},
               "parameters": [{"name": "out", "kind": "out", "element": "i32", "count": "4096 * 4096"}],
               "output": {"parameter": "out", "rows": "4096", "columns": "4096", "rule": "col * 4096 + row"},
               "constraints": []})";
  }
  ~LargeCatalog() {
    std::error_code ignored;
    std::filesystem::remove_all(folder_, ignored);
  }
  LargeCatalog(const LargeCatalog&) = delete;
  LargeCatalog& operator=(const LargeCatalog&) = delete;
  [[nodiscard]] const std::filesystem::path& folder() const { return folder_; }

 private:
  std::filesystem::path folder_;
};

void set_mouse(ui::Ui& drawing, float x, float y, bool pressed, float wheel = 0) {
  const ui::ContextScope scope(drawing.context());
  ImGuiIO& io = ImGui::GetIO();
#if IMGUI_VERSION_NUM >= 18700
  io.AddMousePosEvent(x, y);
  io.AddMouseButtonEvent(0, pressed);
  if (wheel != 0) io.AddMouseWheelEvent(0, wheel);
#else
  io.MousePos = {x, y};
  io.MouseDown[0] = pressed;
  io.MouseWheel = wheel;
#endif
}

void pan_output(const std::vector<MachineModel>& machines, Compiler& compiler, ui::Ui& drawing) {
  const LargeCatalog large;
  const auto catalog = must(load_catalog(large.folder()));
  RunService runs(catalog, machines, compiler);
  Session session(runs);
  Stage stage{session, drawing, {}};
  stage.view.tab = "output";
  auto start = Clock::now();
  show(session, "bankloom large/map");
  if (!session.side(Side::a).run) {
    fmt::print("(e) not measured: {}\n", session.runs().side(Side::a).failure->message);
    return;
  }
  fmt::print("(e) a kernel with an output of 4096 x 4096 compiled and executed: {:.0f} ms\n",
             milliseconds_since(start));
  start = Clock::now();
  stage.frame();
  fmt::print("    its first frame: {:.0f} ms\n", milliseconds_since(start));
  drawing.probe().enable(true);
  stage.frame();
  ui::Rect pane;
  for (const auto& item : drawing.probe().items()) {
    if (item.what == "output map") pane = {item.x, item.y, item.width, item.height};
  }
  drawing.probe().enable(false);
  if (pane.empty()) {
    fmt::print("(e) not measured: there is no map\n");
    return;
  }
  const float x = pane.x + pane.width / 2, y = pane.y + pane.height / 2;
  // All of it fits at first; each turn of the wheel enlarges by a quarter.
  for (const int turns : {3, 6, 12}) {
    for (int i = 0; i < turns; ++i) {
      set_mouse(drawing, pane.x + 20, pane.y + 20, false, 1);
      stage.frame();
    }
    set_mouse(drawing, x, y, false);
    stage.frame();
    stage.frame();
    std::vector<double> times;
    Processor processor;
    for (int i = 0; i < 120; ++i) {
      // To and fro, so that every frame has the map elsewhere.
      const float part = std::abs(static_cast<float>(i % 60) - 30) / 30;
      set_mouse(drawing, x + (part - 0.5f) * pane.width * 0.8f, y + (part - 0.5f) * pane.height * 0.8f, true);
      times.push_back(stage.frame());
      processor.note();
    }
    set_mouse(drawing, x, y, false);
    stage.frame();
    print(fmt::format("(e) whole window, output panned with the mouse, enlarged {} times", turns), times,
          "12 and 16.7 ms");
    processor.print();
  }
  set_mouse(drawing, -1, -1, false);
}

int run(const std::string& program) {
  const std::filesystem::path root = BANKLOOM_SOURCE_DIR;
  const auto catalog = must(load_catalog(root / "kernels"));
  const auto machines = must(load_machines(root / "assets" / "machines"));
  const auto compiler = make_caching_compiler(make_nvrtc_compiler());
  const auto context = must(gfx::make_offscreen_context());
  fmt::print("{}\n", context->describe());
  const auto framebuffer = must(gfx::Framebuffer::create(kSize));
  framebuffer.bind();
  const auto drawing = must(ui::Ui::create(root / "shaders", false));
  RunService runs(catalog, machines, *compiler);
  Session session(runs);
  Stage stage{session, *drawing, {}};
  reference_loop();
  compare_frames(stage, runs);
  token_frames(stage, runs);
  padding_changes(runs, *drawing);
  pan_map(root / "shaders");
  pan_output(machines, *compiler, *drawing);
  if (!program.empty()) first_pictures(program);
  return 0;
}

}  // namespace
}  // namespace bankloom

int main(int argc, char** argv) { return bankloom::run(argc > 1 ? argv[1] : BANKLOOM_PROGRAM); }
