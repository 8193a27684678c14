// A request as a strip of pictures, to look at its motion: what is seen at every moment, row by row in one PNG.
//   film_strip OUT.png SCENE [EVERY [TO [COLUMNS [WxH [VIEW [FROM [PACE]]]]]]]
// EVERY (0.04), FROM (0) and TO (the end of the scene's request) are seconds of playing from the place that the scene
// names; 5 columns of 640x360, the view "focus", 6 steps a second.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "core/session/session.h"
#include "cuda/nvrtc_compiler.h"
#include "gfx/offscreen.h"
#include "gfx/png.h"
#include "ui/frame_source.h"
#include "ui/view_options.h"

namespace bankloom {
namespace {

template <class T>
T must(Result<T> result) {
  if (result) return std::move(*result);
  fmt::print(stderr, "film_strip: {}\n", result.error().message);
  std::exit(2);
}

/// Pictures of one size beside and below each other, two pixels apart.
gfx::Image put_together(const std::vector<gfx::Image>& pictures, unsigned columns) {
  constexpr unsigned kGap = 2;
  const unsigned width = pictures.front().width, height = pictures.front().height;
  const auto rows = (static_cast<unsigned>(pictures.size()) + columns - 1) / columns;
  gfx::Image all{columns * (width + kGap), rows * (height + kGap), {}};
  all.rgba.assign(std::size_t{all.width} * all.height * 4, 160);
  for (unsigned i = 0; i < pictures.size(); ++i) {
    for (unsigned y = 0; y < height; ++y) {
      const std::size_t row = (i / columns) * (height + kGap) + y, column = (i % columns) * (width + kGap);
      std::copy_n(pictures[i].pixel(0, y), std::size_t{width} * 4,
                  all.rgba.begin() + static_cast<std::ptrdiff_t>((row * all.width + column) * 4));
    }
  }
  return all;
}

int run(const std::vector<std::string>& arguments) {
  const auto argument = [&](std::size_t at, const char* usual) {
    return arguments.size() > at ? arguments[at] : std::string(usual);
  };
  if (arguments.size() < 2) {
    fmt::print(stderr, "usage: film_strip OUT.png SCENE [EVERY [TO [COLUMNS [WxH [VIEW [FROM [PACE]]]]]]]\n");
    return 2;
  }
  const std::filesystem::path root = BANKLOOM_SOURCE_DIR;
  const auto catalog = must(load_catalog(root / "kernels"));
  const auto machines = must(load_machines(root / "assets" / "machines"));
  const auto compiler = make_caching_compiler(make_nvrtc_compiler());
  const auto context = must(gfx::make_offscreen_context());
  RunService runs(catalog, machines, *compiler);
  Session session(runs);
  const Scene scene = must(scene_from_line(arguments[1]));
  if (const auto shown = session.show(scene); !shown) return must(Result<int>(fail_with(shown.error())));
  session.finish();
  ui::PictureOptions options;
  options.caption = false;
  const std::string size = argument(5, "640x360");
  if (std::sscanf(size.c_str(), "%dx%d", &options.width, &options.height) != 2) return 2;  // NOLINT
  options.panel = argument(6, "focus");
  if (const auto taken = ui::take_view_words(scene.view_words, options.view); !taken) return 2;
  const double every = std::atof(argument(2, "0.04").c_str()), to = std::atof(argument(3, "1e9").c_str());  // NOLINT
  const auto columns = static_cast<unsigned>(std::max(1, std::atoi(argument(4, "5").c_str())));             // NOLINT
  session.player().set_speed(std::atof(argument(8, "6").c_str()));                                          // NOLINT
  auto source = must(ui::FrameSource::create(session, root / "shaders", options));
  std::uint32_t steps = 1;
  for (const Side side : kSides) {
    if (const auto& state = session.side(side).state) steps = std::max(steps, state->steps);
  }
  const double end = arguments.size() > 3 ? to : steps / session.player().playback().pace().speed();
  const double from = std::atof(argument(7, "0").c_str());  // NOLINT
  if (!(every >= 0.001) || !(from < end)) {
    fmt::print(stderr, "film_strip: EVERY takes 0.001 seconds or more, and TO has to be after FROM\n");
    return 2;
  }
  std::vector<gfx::Image> pictures;
  for (double time = from; time < end; time += every) pictures.push_back(source.at(time));
  if (const auto written = gfx::write_png(arguments[0], put_together(pictures, columns)); !written) {
    fmt::print(stderr, "film_strip: {}\n", written.error().message);
    return 2;
  }
  fmt::print("{}: {} pictures\n", arguments[0], pictures.size());
  return 0;
}

}  // namespace
}  // namespace bankloom

int main(int argc, char** argv) { return bankloom::run({argv + 1, argv + argc}); }
