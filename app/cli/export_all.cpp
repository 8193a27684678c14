#include "cli/export_all.h"

#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <thread>
#include <vector>

#include "cli/data_folder.h"
#include "cli/picture_scene.h"
#include "core/base/files.h"
#include "core/base/language.h"
#include "program/posix_handle.h"
#include "ui/export.h"
#include "ui/figure_scene.h"

namespace bankloom::cli {
namespace {

namespace fs = std::filesystem;

/// B of a comparison: the kernel itself with the other padding. Empty: it has none that it takes.
std::string other_padding(const Kernel& kernel) {
  const Option* padding = kernel.padding();
  if (padding == nullptr) return {};
  const std::string other = padding->default_value == "0" ? "1" : "0";
  const auto options = resolve_options(kernel, {{padding->name, other}});
  if (!options || !instantiate_shape(kernel, *options)) return {};
  return fmt::format("{}={}", padding->name, other);
}

/// Writes a figure of a kernel; false where it does not suit it.
Result<bool> write_figure(const PictureSource& source, const ui::PaperFigure& figure, const Kernel& kernel,
                          const fs::path& file, const Context& context) {
  PictureScene wanted;
  wanted.scene.kernel = kernel.id();
  if (figure.compares) {
    wanted.scene.compared = {other_padding(kernel)};
    if (wanted.scene.compared.front().empty()) return false;
  }
  use_figure(figure, wanted.picture);
  Session& session = *source.session;
  session.disclose({});
  TRY(const auto options, show_in(source, wanted, context, "export"));
  if (!ui::set_figure_scene(figure.scene, false, session)) return false;
  TRY(ui::write_still(file, session, source.shader_folder, options));
  return true;
}

/// The share of one of `count` processes: every count-th kernel, with its lesson's figures where it is the first.
/// Returns the number of files.
Result<std::size_t> write_share(const fs::path& folder, const std::string& ending, std::size_t share, std::size_t count,
                                const Context& context) {
  TRY(const auto source, make_picture_source(context));
  TRY(source->open_context());
  const auto& kernels = source->catalog.kernels;
  std::size_t files = 0;
  for (std::size_t i = share; i < kernels.size(); i += count) {
    const Kernel& kernel = kernels[i];
    const bool is_first = i == 0 || kernels[i - 1].lesson != kernel.lesson;
    for (const ui::PaperFigure& figure : ui::paper_figures()) {
      if (figure.of_lesson && !is_first) continue;
      const std::string name =
          figure.of_lesson ? std::string(figure.name) : fmt::format("{}-{}", kernel.name, figure.name);
      const auto written =
          write_figure(*source, figure, kernel, folder / kernel.lesson / fmt::format("{}.{}", name, ending), context);
      if (!written)
        return fail("the figure '{}' of {} cannot be written: {}", figure.name, kernel.id(), written.error().message);
      files += *written ? 1U : 0U;
    }
  }
  return files;
}

/// What a process says at its end: its number of files, or "!" and what is wrong.
std::string report_of(const Result<std::size_t>& files) {
  return files ? std::to_string(*files) : "!" + files.error().message;
}

}  // namespace

Result<Outcome> export_all(const fs::path& folder, const std::string& ending, const Context& context) {
  static constexpr std::array<std::string_view, 3> kEndings{"svg", "pdf", "png"};
  if (std::ranges::find(kEndings, ending) == kEndings.end())
    return fail("--as takes svg, pdf or png, not '{}'", ending);
  TRY(const auto catalog, load_catalog_of(context));
  for (const Lesson& lesson : catalog.lessons) {
    std::error_code error;
    fs::create_directories(folder / lesson.name, error);
    if (error) return fail("the folder '{}' cannot be created: {}", (folder / lesson.name).string(), error.message());
  }
  // Processes, not threads: Dear ImGui and OpenGL know one context at a time. Nothing was started that a fork would
  // lack.
  const std::size_t count = std::max(1U, std::thread::hardware_concurrency());
  std::vector<std::pair<::pid_t, FileHandle>> workers;
  for (std::size_t share = 0; share < count; ++share) {
    TRY(auto pipe, program::make_pipe_pair());
    const ::pid_t child = ::fork();
    if (child < 0) return fail("no process can be started: {}", std::strerror(errno));
    if (child == 0) {
      const std::string report = report_of(write_share(folder, ending, share, count, context));
      const bool is_told = ::write(pipe.second.get(), report.data(), report.size()) >= 0;
      // The end of the program belongs to its parent.
      ::_exit(is_told ? 0 : 1);
    }
    workers.emplace_back(child, std::move(pipe.first));
  }
  std::size_t files = 0;
  std::string problem;
  for (auto& [child, pipe] : workers) {
    const auto report = read_to_end(pipe.get(), message("the report of a process"));
    int status = 0;
    while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    if (!report || report->empty()) {
      problem = message("a process that draws figures ended too early");
    } else if (report->front() == '!') {
      problem = report->substr(1);
    } else {
      files += std::stoul(*report);
    }
  }
  if (!problem.empty()) return fail("{}", problem);
  return Outcome{message("{} figures in {}\n", files, folder.string()), {}};
}

}  // namespace bankloom::cli
