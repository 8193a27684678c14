#include "ui/application.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <utility>

#include "core/advice/advice_service.h"
#include "core/base/json.h"
#include "core/base/language.h"
#include "core/wording/text.h"
#include "gfx/gl.h"
#include "gfx/window.h"
#include "ui/actions.h"
#include "ui/desktop_motion.h"
#include "ui/editor/recent_files.h"
#include "ui/export.h"
#include "ui/figure_scene.h"
#include "ui/measures.h"
#include "ui/paper_figures.h"
#include "ui/picture_clipboard.h"
#include "ui/settings.h"
#include "ui/talk/talk_file.h"
#include "ui/talk/thumbnails.h"
#include "ui/termination.h"
#include "ui/ui.h"
#include "ui/view_options.h"
#include "ui/window_export.h"
#include "ui/window_input.h"

namespace bankloom::ui {

using namespace wording;
namespace {

using Clock = std::chrono::steady_clock;
const Clock::time_point kProgramStart = Clock::now();

/// Frames drawn after an event: hovering and popups settle in the second.
constexpr int kFramesAfterEvent = 3;
/// Limit of the frame rate during transitions, even without vertical synchronization.
constexpr double kShortestFrame = 1.0 / 60;
/// A slide goes on by so much between two frames at most.
constexpr double kLongestOfSlide = 0.05;

/// A window that has not drawn by then is not waited for.
constexpr std::chrono::seconds kLongestStart{3};
/// How long an offer of what was left unsaved stays.
constexpr double kOfferSeconds = 20;

double seconds_between(Clock::time_point from, Clock::time_point to) {
  return std::chrono::duration<double>(to - from).count();
}

class Application {
 public:
  Application(const WindowSetup& setup, const WindowRequest& request)
      : setup_(setup), request_(request), file_(settings_file()) {}
  ~Application() = default;
  Application(const Application&) = delete;
  Application& operator=(const Application&) = delete;

  Result<std::string> run();

 private:
  Result<void> start();
  void start_services();
  Result<void> show_first_scene();
  Result<void> open_window();
  void set_lessons();
  void open_dropped(const std::vector<std::filesystem::path>& files);
  void work_on_thumbnails();
  void open_talk(const std::filesystem::path& file);
  void loop();
  void draw();
  void export_as(const ExportRequest& wanted);
  Result<void> try_export(const ExportRequest& wanted);
  void work_on_film();
  void update_title();
  void keep_settings();
  [[nodiscard]] std::string figures() const;

  const WindowSetup& setup_;
  const WindowRequest& request_;
  std::filesystem::path file_;
  Settings settings_;
  std::unique_ptr<gfx::Window> window_;
  std::unique_ptr<Ui> ui_;
  std::atomic<bool> woken_ = false, told_to_end_ = false;
  std::unique_ptr<Termination> termination_;
  std::unique_ptr<RunService> runs_;
  std::unique_ptr<Session> session_;
  std::unique_ptr<AdviceService> advice_;
  std::unique_ptr<Measures> measures_;
  std::unique_ptr<Programs> programs_;
  std::unique_ptr<Thumbnails> thumbnails_;
  std::unique_ptr<WindowFilm> film_;
  std::unique_ptr<WindowInput> input_;
  bool has_drawn_ = false;
  int stale_ = kFramesAfterEvent;  ///< whole frames still to be drawn: the window's contents may be lost
  int due_ = kFramesAfterEvent;    ///< frames still to be drawn at once
  std::string title_;
  // For `frames`, in milliseconds.
  double first_frame_ = 0, first_picture_ = 0;
  std::vector<double> frame_times_;
};

Result<void> Application::start() {
  LoadedSettings loaded = load_settings(file_);
  settings_ = std::move(loaded.settings);
  TRY(set_flags(request_.view, settings_.view));
  if (!request_.language.empty()) settings_.view.language = request_.language;
  if (settings_.picture_folder.empty()) settings_.picture_folder = default_picture_folder();

  start_services();
  TRY(show_first_scene());
  // Results in advance wait for the first frame, which has the processor to itself.
  runs_->rest(kLongestStart);
  TRY(open_window());
  if (request_.frames == 0) {
    const std::filesystem::path state = state_folder();
    if (!request_.file.empty()) remember_file(state, request_.file);
    ui_->workbench().set_state_folder(state);
    ui_->talk().set_state_folder(state);
    // What was asked for is shown, whatever else waits.
    if (request_.scene || !request_.talk.empty()) {
      if (ui_->talk().has_left()) {
        ui_->say(bankloom::say("A talk was not saved: {key} opens it.", "key"_a = keys_of(action("unsaved talk"))),
                 kOfferSeconds);
      }
    } else if (ui_->talk().recover(*session_, settings_.view)) {
      ui_->say("Your unsaved talk is open again.");
    }
  }
  if (!request_.file.empty()) ui_->workbench().open(*session_, Side::a);
  if (!request_.talk.empty()) open_talk(request_.talk);
  if (!loaded.notice.empty()) ui_->say(loaded.notice);
  // Who never used it is shown around.
  const bool is_first = !loaded.is_there && request_.frames == 0 && !request_.scene && request_.talk.empty();
  if (is_first) ui_->tour().begin(*session_);
  if (measures_ != nullptr) {
    for (const Error& problem : measures_->recording_problems()) ui_->say(problem.message);
  }
  return {};
}

void Application::start_services() {
  termination_ = std::make_unique<Termination>([this] {
    told_to_end_ = true;
    gfx::Window::wake();
  });
  const auto wake = [this] {
    woken_ = true;
    gfx::Window::wake();
  };
  // Compilation begins while the window opens.
  runs_ = std::make_unique<RunService>(setup_.catalog, setup_.machines, setup_.compiler, wake);
  session_ = std::make_unique<Session>(*runs_);
  advice_ = std::make_unique<AdviceService>(setup_.catalog, setup_.compiler, wake);
  if (setup_.measure) {
    MeasureService::Setup measure = *setup_.measure;
    // Timed frames share the processor with nothing.
    if (request_.frames > 0) measure.device = nullptr;
    measure.command = request_.gpu_command.empty() ? settings_.gpu_command : request_.gpu_command;
    measure.on_change = wake;
    measures_ = std::make_unique<Measures>(std::move(measure));
  }
  if (setup_.programs && request_.frames == 0) {
    programs_ = std::make_unique<Programs>(*setup_.programs, wake);
    programs_->set_state_folder(state_folder());
  }
}

/// The requested scene, otherwise the last one, otherwise the first of all.
Result<void> Application::show_first_scene() {
  if (request_.scene) {
    TRY(take_view_words(request_.scene->view_words, settings_.view));
    return session_->show(*request_.scene);
  }
  if (!settings_.scene.empty()) {
    if (const auto scene = scene_from_line(settings_.scene); scene && session_->show(*scene)) return {};
  }
  const auto scene = first_scene(setup_.catalog);
  return scene ? session_->show(*scene) : Result<void>();
}

Result<void> Application::open_window() {
  gfx::WindowOptions options{.width = request_.size ? request_.size->width : settings_.window_width,
                             .height = request_.size ? request_.size->height : settings_.window_height,
                             .grows_with_display = !request_.size};
  TRY(auto window, gfx::Window::open(options));
  window_ = std::move(window);
  TRY(ui_, Ui::create(setup_.shader_folder, false));
  ui_->overlays().export_card().set_folder(settings_.picture_folder);
  set_lessons();
  ui_->services.desktop_motion = desktop_has_motion(file_.parent_path().parent_path());
  ui_->services.toggle_full_screen = [this] { window_->set_full_screen(!window_->is_full_screen()); };
  ui_->services.languages = setup_.languages;
  ui_->services.measures = measures_.get();
  ui_->services.advice = advice_.get();
  ui_->services.programs = programs_.get();
  TRY(input_, WindowInput::create(*window_, *ui_, [this](bool is_exposed) {
        due_ = kFramesAfterEvent;
        if (is_exposed) stale_ = kFramesAfterEvent;
      }));
  window_->on_file_drop([this](const std::vector<std::filesystem::path>& files) { open_dropped(files); });
  if (request_.frames > 0) window_->set_vertical_sync(false);
  return {};
}

/// Their runs are the window's own, and their times those that are recorded.
void Application::set_lessons() {
  learn::Sources sources;
  sources.run = [this](const RunKey& key) { return learn::run_in_background(*runs_, key); };
  sources.measured = [this](const KernelRun& run) { return measures_ ? measures_->measured(run) : std::nullopt; };
  sources.time = [this](const Kernel& kernel, const OptionValues& options) {
    return measures_ ? measures_->time(kernel, options) : std::nullopt;
  };
  ui_->lesson().set(setup_.lessons, std::move(sources),
                    request_.frames > 0 ? std::filesystem::path() : learn::progress_file());
}

void Application::open_dropped(const std::vector<std::filesystem::path>& files) {
  due_ = kFramesAfterEvent;
  if (files.empty()) return;
  if (names_talk(files.front())) {
    open_talk(files.front());
    return;
  }
  const auto opened = ui_->workbench().open_file(*session_, ui_->workbench().side(), files.front());
  if (!opened) {
    ui_->say(opened.error().message);
  } else if (files.size() > 1) {
    ui_->say(bankloom::say("{files} files were dropped; the first one is opened.", "files"_a = files.size()));
  }
}

void Application::open_talk(const std::filesystem::path& file) {
  const auto opened = ui_->talk().open(*session_, settings_.view, file);
  if (!opened) ui_->say(opened.error().message);
}

/// One picture per frame, when there is nothing else to do.
void Application::work_on_thumbnails() {
  if (!ui_->talk().is_open()) {
    thumbnails_.reset();
    ui_->services.thumbnails = nullptr;
    return;
  }
  if (due_ > 0 || session_->player().playback().playing() || session_->runs().pending()) return;
  if (thumbnails_ == nullptr) thumbnails_ = std::make_unique<Thumbnails>(*runs_, setup_.shader_folder);
  ui_->services.thumbnails = thumbnails_.get();
  if (!thumbnails_->work(ui_->talk().talk(), settings_.view)) return;
  // A new texture may have the name of a deleted one.
  ui_->compositor().forget();
  due_ = 1;
}

void Application::draw() {
  const Clock::time_point begin = Clock::now();
  FrameRequest request;
  request.size = window_->framebuffer_size();
  request.display_scale = window_->content_scale();
  input_->begin_frame();
  glBindFramebuffer(GL_FRAMEBUFFER, 0);
  glViewport(0, 0, request.size.width, request.size.height);
  request.holds_last = window_->keeps_frame() && stale_ == 0;
  stale_ = std::max(stale_ - 1, 0);
  ui_->frame(*session_, settings_.view, request);
  window_->swap();
  if (input_->end_frame()) due_ = std::max(due_, 2);
  if (!has_drawn_) runs_->rest({});
  if (!has_drawn_) ui_->say_capped_text(request_.view, settings_.view, request.display_scale);
  has_drawn_ = true;
  if (request_.frames > 0) {
    glFinish();
    const Clock::time_point end = Clock::now();
    frame_times_.push_back(seconds_between(begin, end) * 1000);
    const double since_start = seconds_between(kProgramStart, end) * 1000;
    if (first_frame_ == 0) first_frame_ = since_start;
    if (first_picture_ == 0 && session_->side(Side::a).run != nullptr) first_picture_ = since_start;
  }
}

void Application::loop() {
  Clock::time_point last_frame = Clock::now(), last_advance = last_frame;
  double redraw_within = std::numeric_limits<double>::infinity();
  while (!window_->should_close() && !told_to_end_) {
    if (request_.frames > 0 || film_ != nullptr) due_ = std::max(due_, 1);
    if (due_ > 0) {
      window_->poll();
    } else {
      const double since_frame = seconds_between(last_frame, Clock::now());
      const double for_redraw = std::max(redraw_within, kShortestFrame) - since_frame;
      window_->wait(std::max(0.0, std::min(for_redraw, session_->player().playback().until_next_change())));
    }
    if (request_.plays && !session_->player().playback().playing()) {
      session_->player().to_start();
      session_->player().play(true);
    }
    const Clock::time_point now = Clock::now();
    double passed = seconds_between(last_advance, now);
    // Every part of a slide is seen, however long the frame with its new layout took.
    for (const PaddingSlide& slide : session_->slides()) {
      if (slide.moving()) passed = std::min(passed, kLongestOfSlide);
    }
    if (session_->advance(passed)) due_ = std::max(due_, 1);
    last_advance = now;
    if (woken_.exchange(false)) due_ = std::max(due_, 2);
    if (seconds_between(last_frame, now) >= std::max(redraw_within, kShortestFrame)) due_ = std::max(due_, 1);
    if (due_ == 0) continue;
    if (window_->is_minimised() || window_->framebuffer_size().width == 0) {
      due_ = 0;
      continue;
    }
    --due_;
    draw();
    last_frame = Clock::now();
    redraw_within = ui_->next_frame_within();
    update_title();
    if (const auto wanted = ui_->overlays().export_card().take_request()) export_as(*wanted);
    work_on_film();
    work_on_thumbnails();
    if (request_.frames > 0 && frame_times_.size() >= request_.frames) break;
  }
}

void Application::export_as(const ExportRequest& wanted) {
  due_ = kFramesAfterEvent;
  Overlays& overlays = ui_->overlays();
  const auto done = try_export(wanted);
  const bool has_card = overlays.open() == Overlays::Open::exporting;
  if (!done && has_card) return overlays.export_card().tell(done.error().message);
  if (!done) return ui_->say(bankloom::say("No picture was copied: {why}", "why"_a = done.error().message));
  if (film_ != nullptr) return;
  if (has_card && !wanted.file.empty()) return overlays.export_card().tell_saved(wanted.file);
  if (has_card) overlays.close();
  ui_->say(wanted.file.empty() ? "The picture is in the clipboard."
                               : bankloom::say("Saved to {file}", "file"_a = wanted.file.string()).str());
}

Result<void> Application::try_export(const ExportRequest& wanted) {
  const gfx::PixelSize size = window_->framebuffer_size();
  PictureOptions window{.width = size.width,
                        .height = size.height,
                        .display_scale = window_->content_scale(),
                        .view = settings_.view,
                        .panel = {},
                        .advice = advice_.get(),
                        .programs = programs_.get(),
                        .measures = measures_.get()};
  TRY(const auto options, export_options(wanted, *session_, std::move(window)));
  const FigurePlace place(*session_);
  if (!wanted.figure.empty()) {
    TRY(const auto* const figure, find_paper_figure(wanted.figure));
    TRY(set_figure_scene(figure->scene, false, *session_));
  }
  if (wanted.file.empty()) {
    TRY(const auto picture, render_picture(*session_, setup_.shader_folder, options));
    TRY(const auto png, gfx::encode_png(picture.image, picture.texts));
    return copy_picture(png, gfx::Window::system());
  }
  TRY(check_export_file(wanted.file, wanted.figure));
  if (is_page(wanted.file)) {
    TRY(write_page(wanted.file, *session_, setup_.shader_folder, options, wanted.film));
    return {};
  }
  if (!is_film(wanted.file)) return write_export(wanted.file, *session_, setup_.shader_folder, options);
  TRY(film_, WindowFilm::begin(*session_, setup_.shader_folder, options, wanted));
  ui_->overlays().export_card().progress = {0, film_->film().times().pictures};
  return {};
}

/// Some pictures of a film, between two frames that show how far it is.
void Application::work_on_film() {
  if (film_ == nullptr) return;
  Overlays& overlays = ui_->overlays();
  const bool is_given_up = overlays.open() != Overlays::Open::exporting;
  const auto drawn = is_given_up ? Result<void>() : film_->work();
  const Film& film = film_->film();
  overlays.export_card().progress = {film.done(), film.times().pictures};
  if (drawn && !is_given_up && !film.complete()) return;
  if (is_given_up) {
    ui_->say("The film was cancelled; no file was written.");
  } else if (!drawn) {
    overlays.export_card().tell(drawn.error().message);
  } else {
    overlays.export_card().tell_saved(film_->file());
  }
  overlays.export_card().progress.reset();
  film_.reset();
  // A new texture may have the name of a deleted one.
  ui_->compositor().forget();
  due_ = kFramesAfterEvent;
}

void Application::update_title() {
  std::string title = "bankloom";
  if (const Kernel* a = session_->kernel(Side::a)) {
    title = a->name;
    if (const Option* padding = a->padding())
      title += " " + padding->name + "=" + session_->options(Side::a).at(padding->name);
    if (session_->comparing()) title = message("{} | compared", title);
    const Document* document = ui_->workbench().document(*session_, Side::a);
    if (document != nullptr && document->is_worth_keeping()) title += " •";
    title += " – bankloom";
  }
  if (title == title_) return;
  window_->set_title(title);
  title_ = std::move(title);
}

void Application::keep_settings() {
  settings_.scene = scene_to_line(session_->snapshot());
  settings_.picture_folder = ui_->overlays().export_card().folder();
  if (measures_ != nullptr && measures_->chosen_command()) settings_.gpu_command = *measures_->chosen_command();
  if (const gfx::PixelSize size = window_->windowed_size(); size.width > 0 && size.height > 0) {
    const float ratio = window_->units_per_unscaled();
    settings_.window_width = static_cast<int>(std::lround(static_cast<float>(size.width) / ratio));
    settings_.window_height = static_cast<int>(std::lround(static_cast<float>(size.height) / ratio));
  }
  if (const auto saved = save_settings(file_, settings_); !saved) {
    fmt::print(stderr, "bankloom: {}\n", saved.error().message);
  }
}

std::string Application::figures() const {
  std::vector<double> times = frame_times_;
  std::ranges::sort(times);
  const auto at = [&](double part) {
    return times.empty() ? 0 : times[static_cast<std::size_t>(part * static_cast<double>(times.size() - 1))];
  };
  const auto tenths = [](double value) { return std::round(value * 10) / 10; };
  nlohmann::ordered_json json;
  json["start_to_first_frame_ms"] = tenths(first_frame_);
  json["start_to_first_picture_ms"] =
      first_picture_ > 0 ? nlohmann::ordered_json(tenths(first_picture_)) : nlohmann::ordered_json(nullptr);
  json["frames"] = times.size();
  json["frame_ms"] = {{"median", tenths(at(0.5))}, {"p95", tenths(at(0.95))}};
  json["renderer"] = gfx::describe_gl();
  return json.dump() + "\n";
}

Result<std::string> Application::run() {
  TRY(start());
  loop();
  // A window that only measures leaves no trace.
  if (request_.frames > 0) return figures();
  keep_settings();
  return std::string();
}

}  // namespace

std::optional<Scene> first_scene(const Catalog& catalog) {
  if (catalog.kernels.empty()) return std::nullopt;
  Scene scene;
  scene.a.kernel = catalog.kernels.front().id();
  for (const auto& kernel : catalog.kernels) {
    if (kernel.id() != kFirstKernel) continue;
    // The point of the program at first sight: the conflict, and the effect of one element of padding.
    scene.a = {kernel.id(), {}};
    if (const Option* padding = kernel.padding()) scene.b = Choice{kernel.id(), {{padding->name, "1"}}};
  }
  return scene;
}

Result<std::string> run_window(const WindowSetup& setup, const WindowRequest& request) {
  return Application(setup, request).run();
}

}  // namespace bankloom::ui
