// Frames of the grid and of the map, drawn off screen at 1600 x 900 with whatever renderer this machine has (software
// in continuous integration). Each iteration ends with glFinish, so that the time is the whole frame's.
#include <benchmark/benchmark.h>

#include <cmath>
#include <filesystem>
#include <memory>
#include <vector>

#include "gfx/framebuffer.h"
#include "gfx/grid_renderer.h"
#include "gfx/map_renderer.h"
#include "gfx/offscreen.h"

namespace bankloom::gfx {
namespace {

const std::filesystem::path kShaders = std::filesystem::path(BANKLOOM_SOURCE_DIR) / "shaders";
constexpr PixelSize kFrame{1600, 900};
constexpr PixelRect kWhole{0.0f, 0.0f, 1600.0f, 900.0f};

/// One context for all benchmarks; empty where there is none.
OffscreenContext* context() {
  static const auto made = make_offscreen_context();
  return made ? made->get() : nullptr;
}

/// What a frame is drawn into, or nothing after telling the benchmark why.
std::unique_ptr<Framebuffer> make_frame(benchmark::State& state) {
  if (context() == nullptr) {
    state.SkipWithError("no OpenGL 3.3 context");
    return nullptr;
  }
  state.SetLabel(context()->describe());
  auto made = Framebuffer::create(kFrame);
  if (!made) {
    state.SkipWithError(made.error().message.c_str());
    return nullptr;
  }
  return std::make_unique<Framebuffer>(std::move(*made));
}

/// A texture of 512 x 512 texels in which every glyph is a ramp of coverage.
Texture make_glyphs() {
  std::vector<std::uint32_t> texels(512 * 512);
  for (std::size_t i = 0; i < texels.size(); ++i)
    texels[i] = 0xffffffu | static_cast<std::uint32_t>(i * 37 % 256) << 24;
  Texture texture = make_texture();
  glBindTexture(GL_TEXTURE_2D, texture.name());
  glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, 512, 512, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels.data());
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
  glBindTexture(GL_TEXTURE_2D, 0);
  return texture;
}

/// Two tiles of 32 rows and 33 columns side by side, 19 pixels a cell, with two or three digits in each; the last
/// column hatched, a lane's cell in each row bordered.
GridBatch make_tiles(GLuint glyphs) {
  GridBatch batch;
  batch.glyph_texture = glyphs;
  constexpr float kPitch = 19.0f;
  for (int tile = 0; tile < 2; ++tile) {
    for (int row = 0; row < 32; ++row) {
      for (int column = 0; column < 33; ++column) {
        const float x = 280.0f + static_cast<float>(tile) * 650.0f + static_cast<float>(column) * kPitch;
        const float y = 120.0f + static_cast<float>(row) * kPitch;
        GridCell cell{x, y, kPitch - 1, kPitch - 1, make_colour(40u + static_cast<unsigned>(column) * 6, 90, 120)};
        if (column == 32) cell.hatch = make_colour(255, 255, 255, 60);
        if (column == row) {
          cell.border = make_colour(255, 255, 255);
          cell.border_width = 2.0f;
          cell.radius = 2.0f;
        }
        batch.cells.push_back(cell);
        const int digits = 2 + (row + column) % 2;
        for (int digit = 0; digit < digits; ++digit) {
          const float u = static_cast<float>((row * 7 + digit * 3 + column) % 10) * 8 / 512;
          batch.glyphs.push_back({x + 1 + static_cast<float>(digit) * 6, y + 4, 6, 11, u, 0.0f, u + 6.0f / 512,
                                  11.0f / 512, make_colour(255, 255, 255)});
        }
      }
    }
  }
  return batch;
}

void BM_TwoTiles(benchmark::State& state) {
  const auto frame = make_frame(state);
  if (!frame) return;
  auto renderer = GridRenderer::create(kShaders);
  if (!renderer) return state.SkipWithError(renderer.error().message.c_str());
  const Texture glyphs = make_glyphs();
  const GridBatch batch = make_tiles(glyphs.name());
  state.counters["cells"] = static_cast<double>(batch.cells.size());
  state.counters["glyphs"] = static_cast<double>(batch.glyphs.size());
  for (auto _ : state) {
    frame->bind();
    renderer->draw(batch, kFrame, kWhole);
    glFinish();
  }
}

/// Argument: the element's size in 64ths of a pixel; 0 fits the whole matrix into the rectangle.
void BM_MapPan(benchmark::State& state) {
  const auto frame = make_frame(state);
  if (!frame) return;
  auto renderer = MapRenderer::create(kShaders);
  if (!renderer) return state.SkipWithError(renderer.error().message.c_str());
  constexpr unsigned kSide = kLargestMapSide;
  std::vector<float> values(std::size_t{kSide} * kSide);
  std::vector<MapMark> marks(values.size());
  for (std::size_t i = 0; i < values.size(); ++i) {
    const std::size_t row = i / kSide;
    values[i] = std::sin(static_cast<float>(i % kSide) * 0.01f) * static_cast<float>(row);
    marks[i] = i % 999983 == 0 ? MapMark::differs : MapMark::none;
  }
  MapTexture map;
  if (auto result = map.upload(kSide, kSide, values, marks); !result) {
    return state.SkipWithError(result.error().message.c_str());
  }
  const std::vector<Colour> ramp = {make_colour(20, 20, 80), make_colour(80, 160, 160), make_colour(250, 240, 120)};
  MapStyle style;
  style.minimum = -4096.0f;
  style.maximum = 4096.0f;
  style.ramp = ramp;
  style.lines = make_colour(0, 0, 0, 90);
  const PixelRect rect{100.0f, 100.0f, 1200.0f, 700.0f};
  MapView view;
  view.pixels_per_element = state.range(0) > 0 ? static_cast<double>(state.range(0)) / 64 : 1200.0 / kSide;
  for (auto _ : state) {
    view.first_column = std::fmod(view.first_column + 3.3, kSide / 2.0);
    view.first_row = std::fmod(view.first_row + 1.7, kSide / 2.0);
    frame->bind();
    renderer->draw(map, {kFrame, rect, rect}, view, style);
    glFinish();
  }
}

/// The largest matrix, from the values to the texture with all its levels.
void BM_MapUpload(benchmark::State& state) {
  const auto frame = make_frame(state);
  if (!frame) return;
  const std::vector<float> values(std::size_t{kLargestMapSide} * kLargestMapSide, 1.5f);
  const std::vector<MapMark> marks(values.size());
  MapTexture map;
  for (auto _ : state) {
    if (auto result = map.upload(kLargestMapSide, kLargestMapSide, values, marks); !result) {
      return state.SkipWithError(result.error().message.c_str());
    }
    glFinish();
  }
}

BENCHMARK(BM_TwoTiles)->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK(BM_MapPan)->Arg(0)->Arg(8)->Arg(64)->Arg(1024)->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK(BM_MapUpload)->Unit(benchmark::kMillisecond)->UseRealTime();

}  // namespace
}  // namespace bankloom::gfx

BENCHMARK_MAIN();
