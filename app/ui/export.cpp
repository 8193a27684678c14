#include "ui/export.h"

#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <chrono>
#include <system_error>
#include <thread>

#include "core/base/nearest_name.h"
#include "gfx/framebuffer.h"
#include "gfx/gl.h"
#include "ui/measured_figures.h"
#include "ui/measures.h"
#include "ui/ui.h"
#include "ui/view_options.h"

namespace bankloom::ui {
namespace {

/// The first lets Dear ImGui measure its windows and tables, the second scrolls to what is lit, the third shows it.
constexpr int kFramesOfAPicture = 3;
/// How long a picture waits for the other kernels of the lesson, which its table shows.
constexpr std::chrono::seconds kLongestWait{20};

/// Waits for the runs of the lesson's table; those that take too long stay open in it.
void finish_lesson(Session& session) {
  const auto end = std::chrono::steady_clock::now() + kLongestWait;
  const auto is_there = [](const LessonRow& row) { return row.outcome != nullptr; };
  while (std::chrono::steady_clock::now() < end) {
    const auto rows = session.lesson_rows();
    if (std::all_of(rows.begin(), rows.end(), is_there)) return;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
}

/// What a file name may hold everywhere.
std::string for_file_name(std::string_view words) {
  std::string name;
  for (const char letter : words) {
    const bool plain = std::isalnum(static_cast<unsigned char>(letter)) != 0 || letter == '_' || letter == '.';
    name.push_back(plain ? letter : '-');
  }
  return name;
}

/// The options that a picture is named after: the padding, and those that are not at their defaults.
std::vector<std::pair<std::string, std::string>> telling_options(const Session& session, Side side) {
  std::vector<std::pair<std::string, std::string>> telling;
  const Kernel* kernel = session.kernel(side);
  if (kernel == nullptr) return telling;
  const std::string padding = session.selection().padding_option(side);
  const OptionValues values = session.options(side);
  for (const auto& option : kernel->options) {
    const auto found = values.find(option.name);
    if (found == values.end()) continue;
    if (option.name == padding || found->second != option.default_value)
      telling.emplace_back(option.name, found->second);
  }
  return telling;
}

std::string options_for_name(const Session& session, Side side) {
  std::string name;
  for (const auto& [option, value] : telling_options(session, side)) name += "-" + for_file_name(option + value);
  return name;
}

std::string side_words(const Session& session, Side side) {
  const Kernel* kernel = session.kernel(side);
  if (kernel == nullptr) return {};
  std::string words = kernel->id();
  for (const auto& [option, value] : session.options(side)) words += fmt::format(" {}={}", option, value);
  return words;
}

/// " · times recorded on NVIDIA H200, 2026-11-21"; empty where no time is known.
std::string times_origin(const Session& session, Measures* measures) {
  if (measures == nullptr) return {};
  MeasureStatus a = measures->status(session, Side::a);
  MeasureStatus b = session.comparing() ? measures->status(session, Side::b) : MeasureStatus{};
  // What a recording holds of a kernel with a fault has no time.
  for (MeasureStatus* status : {&a, &b}) {
    if (!one_block(*status)) status->result.reset();
  }
  if (!a.result && !b.result) return {};
  const Origin first = (a.result ? a : b).result->origin();
  if (a.result && b.result && b.result->origin() != first) {
    return fmt::format(" · times of A {}, of B {}", origin_text(first), origin_text(b.result->origin()));
  }
  return fmt::format(" · times {}", origin_text(first));
}

}  // namespace

std::vector<std::string> picture_views() {
  std::vector<std::string> ids;
  for (const auto& entry : panels()) ids.emplace_back(entry.id);
  return ids;
}

Result<void> check_picture(const PictureOptions& options) {
  const auto outside = [](int side) { return side < kLeastPictureSide || side > kLargestPictureSide; };
  if (outside(options.width) || outside(options.height)) {
    return fail("a picture of {} x {} pixels cannot be drawn; each side can have {} to {}", options.width,
                options.height, kLeastPictureSide, kLargestPictureSide);
  }
  const auto views = picture_views();
  if (!options.panel.empty() && std::find(views.begin(), views.end(), options.panel) == views.end()) {
    return fail("there is no view '{}'; choose one of {}", options.panel, fmt::join(views, ", "));
  }
  return {};
}

std::vector<std::string> caption_of(const Session& session, Measures* measures) {
  std::string first = side_words(session, Side::a);
  if (session.comparing()) first = "A  " + first + "   ·   B  " + side_words(session, Side::b);
  const auto& run = session.side(Side::a).run;
  std::vector<std::string> lines{first};
  if (run == nullptr) return lines;
  const Position place = session.player().position();
  lines.push_back(fmt::format("{} · warp {}, request {}, step {} · modelled for {} from the emulated run, {}",
                              run->machine.title, place.warp, place.request, place.step, run->machine.name,
                              run->compiled->compiler));
  lines.back() += times_origin(session, measures);
  return lines;
}

Result<Picture> render_picture(Session& session, const std::filesystem::path& shader_folder,
                               const PictureOptions& options) {
  if (const auto checked = check_picture(options); !checked) return fail_with(checked.error());
  session.finish();
  for (const Side side : {Side::a, Side::b}) {
    if (side == Side::b && !session.comparing()) break;
    const SideView& view = session.side(side);
    const auto& failure = session.runs().side(side).failure;
    if (view.run == nullptr && failure != nullptr) return fail_with(failure->error);
    if (view.run == nullptr) return fail("there is nothing to draw: no kernel is chosen");
  }
  if (options.panel.empty() || options.panel == "results" || options.panel == "choice" || options.panel == "chart")
    finish_lesson(session);
  const auto framebuffer = gfx::Framebuffer::create({options.width, options.height});
  if (!framebuffer) return fail_with(framebuffer.error());
  auto drawing = Ui::create(shader_folder, true);
  if (!drawing) return fail_with(drawing.error());
  FrameRequest request;
  request.size = {options.width, options.height};
  request.display_scale = options.display_scale;
  request.seconds = 1.0 / 60;
  request.view = options.panel;
  (*drawing)->set_measures(options.measures);
  (*drawing)->set_advice(options.advice);
  if (options.caption) request.caption = caption_of(session, options.measures);
  ViewSettings view = options.view;
  framebuffer->bind();
  for (int i = 0; i < kFramesOfAPicture; ++i) (*drawing)->frame(session, view, request);
  Picture picture;
  picture.image = framebuffer->read();
  glBindFramebuffer(GL_FRAMEBUFFER, 0);
  const auto caption = caption_of(session, options.measures);
  picture.texts = {{"Title", caption.front()},
                   {"Description", caption.back()},
                   {"Software", "bankloom"},
                   {"Scene", scene_to_line(scene_with_looks(session, options.view))}};
  return picture;
}

std::string picture_name(const Session& session, std::string_view panel) {
  const Kernel* a = session.kernel(Side::a);
  std::string name = "bankloom";
  if (a != nullptr) name += "-" + for_file_name(a->lesson) + "-" + for_file_name(a->name);
  name += options_for_name(session, Side::a);
  if (const Kernel* b = session.comparing() ? session.kernel(Side::b) : nullptr) {
    name += "-vs";
    if (a != nullptr && b->id() != a->id()) name += "-" + for_file_name(b->name);
    name += options_for_name(session, Side::b);
  }
  name += fmt::format("-warp{}-step{}", session.player().position().warp, session.player().step_index());
  if (!panel.empty()) name += "-" + for_file_name(panel);
  return name + ".png";
}

std::filesystem::path free_path(const std::filesystem::path& path) {
  std::error_code error;
  std::filesystem::path candidate = path;
  for (int i = 2; std::filesystem::exists(std::filesystem::symlink_status(candidate, error)); ++i) {
    candidate = path.parent_path() / (path.stem().string() + "-" + std::to_string(i) + path.extension().string());
  }
  return candidate;
}

Result<std::filesystem::path> save_picture(const Picture& picture, const Session& session, std::string_view panel,
                                           const std::filesystem::path& folder) {
  std::error_code error;
  if (!std::filesystem::is_directory(folder, error)) {
    return fail("there is no folder '{}' for the picture; choose another", folder.string());
  }
  const auto path = free_path(folder / picture_name(session, panel));
  if (const auto written = gfx::write_png(path, picture.image, picture.texts); !written)
    return fail_with(written.error());
  return path;
}

}  // namespace bankloom::ui
