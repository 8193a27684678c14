#include "ui/frame_source.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <utility>

#include "core/advice/advice_service.h"
#include "core/base/language.h"
#include "core/base/text_lines.h"
#include "gfx/gl.h"
#include "ui/export.h"
#include "ui/painter/cairo_painter.h"
#include "ui/painter/svg_painter.h"
#include "ui/slot_panels.h"

namespace bankloom::ui {
namespace {

/// In the first Dear ImGui measures its windows and tables, the second scrolls to the lit line, the third shows it.
constexpr int kFramesOfAPicture = 3;
/// Of a picture whose units are pixels, as for displays.
constexpr double kDotsPerInch = 96;
/// Units below the contents of a picture that ends where they do.
constexpr float kBelowContents = 30;
/// How long a picture waits for the other kernels of the lesson and for advice; slower results are missing in it.
constexpr std::chrono::seconds kLongestWait{20}, kLongestAdvice{60};

/// Views that show the lesson's other kernels, as the window does.
constexpr std::array<std::string_view, 3> kViewsOfLesson{"results", "choice", "chart"};

/// Waits for the chosen run, without which there is no picture.
Result<void> finish_choice(Session& session) {
  session.finish();
  for (const Side side : kSides) {
    if (side == Side::b && !session.comparing()) break;
    const auto& failure = session.runs().side(side).failure;
    if (session.side(side).run != nullptr) continue;
    if (failure != nullptr) return fail_with(*failure);
    return fail("there is nothing to draw: no kernel is chosen");
  }
  return {};
}

}  // namespace

std::vector<std::string> picture_views() {
  std::vector<std::string> ids{std::string(kFocusView)};
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
  for (const std::string& panel : views_of(options.panel)) {
    // The focus view is a window of its own.
    const bool is_alone = panel != kFocusView || panel == options.panel;
    if (is_alone && std::ranges::find(views, panel) != views.end()) continue;
    return fail("there is no view '{}'; choose one of {}, or several as tile+banks", panel, join(views, list_sign()));
  }
  return {};
}

Result<FrameSource> FrameSource::create(Session& session, const std::filesystem::path& shader_folder,
                                        const PictureOptions& options) {
  TRY(check_picture(options));
  TRY(finish_choice(session));
  const auto shown = views_of(options.panel);
  const auto is_shown = [&](std::string_view panel) { return std::ranges::find(shown, panel) != shown.end(); };
  if (options.panel.empty() || std::ranges::any_of(kViewsOfLesson, is_shown)) session.finish_lesson(kLongestWait);
  if (options.panel.empty() || is_shown("choice")) session.finish_paddings(kLongestWait);
  const auto& run = session.side(Side::a).run;
  const bool shows_advice = is_shown("advice") || (options.panel.empty() && options.view.tab == "advice");
  if (options.advice != nullptr && shows_advice && session.side(Side::a).facts().faults().empty()) {
    static_cast<void>(
        options.advice->wait(run, session.scene().architecture, std::chrono::steady_clock::now() + kLongestAdvice));
  }
  TRY(auto framebuffer, gfx::Framebuffer::create({options.width, options.height}));
  TRY(auto ui, Ui::create(shader_folder, true));
  FrameSource source(session, std::move(framebuffer), std::move(ui), options);
  if (options.fits_height && !source.request_.view.empty()) TRY(source.fit_height());
  return source;
}

FrameSource::FrameSource(Session& session, gfx::Framebuffer framebuffer, std::unique_ptr<Ui> ui,
                         const PictureOptions& options)
    : session_(&session), framebuffer_(std::move(framebuffer)), ui_(std::move(ui)), view_(options.view) {
  request_.size = {options.width, options.height};
  request_.display_scale = options.display_scale;
  request_.seconds = 1.0 / 60;
  if (options.panel == kFocusView) {
    if (view_.focus == FocusView::off) view_.focus = FocusView::on;
  } else {
    request_.view = options.panel;
    request_.keeps_scale = options.keeps_scale;
  }
  request_.caption = caption_of(session, options);
  ui_->services.measures = options.measures;
  ui_->services.advice = options.advice;
  ui_->services.programs = options.programs;
}

Result<void> FrameSource::look(const ViewSettings& view) {
  view_ = view;
  return finish_choice(*session_);
}

gfx::Image FrameSource::draw(MotionSetting motion) {
  view_.motion = motion;
  framebuffer_.bind();
  for (int i = 0; i < kFramesOfAPicture; ++i) {
    ui_->frame(*session_, view_, request_);
    request_.holds_last = true;
    // Sizes change with the right characters; each frame that lacks some has others than those before.
    if (ui_->lacks_characters()) i = -1;
  }
  gfx::Image image = framebuffer_.read();
  image.dots_per_inch = kDotsPerInch * request_.display_scale;
  glBindFramebuffer(GL_FRAMEBUFFER, 0);
  return image;
}

/// While it exists nothing is pointed at; its end restores the session's state that a picture changes.
class FrameSource::Kept {
 public:
  explicit Kept(Session& session)
      : session_(session), player_(session.player()), pointer_(session.pointer()), slides_(session.slides()) {
    session.pointer() = {};
  }
  ~Kept() {
    session_.player() = player_;
    session_.pointer() = pointer_;
    session_.slides() = slides_;
  }
  Kept(const Kept&) = delete;
  Kept& operator=(const Kept&) = delete;
  Kept(Kept&&) = delete;
  Kept& operator=(Kept&&) = delete;

 private:
  Session& session_;
  Player player_;
  Pointer pointer_;
  std::array<PaddingSlide, 2> slides_;
};

gfx::Image FrameSource::still() {
  const Kept kept(*session_);
  return draw(MotionSetting::off);
}

Result<void> FrameSource::fit_height() {
  const Kept kept(*session_);
  static_cast<void>(draw(MotionSetting::off));
  const float foot = ui_->caption_height();
  const auto caption = std::exchange(request_.caption, {});
  SvgPainter painter(ui_->fonts());
  paint(painter);
  const float bottom = painter.bottom();
  request_.caption = caption;
  const float below = kBelowContents * request_.display_scale * view_.text_scale;
  const int height = static_cast<int>(std::ceil(bottom + below + foot));
  request_.size.height = std::clamp(height, kLeastPictureSide, request_.size.height);
  TRY(framebuffer_, gfx::Framebuffer::create(request_.size));
  return {};
}

void FrameSource::paint(Painter& painter) {
  request_.painter = &painter;
  framebuffer_.bind();
  ui_->frame(*session_, view_, request_);
  glBindFramebuffer(GL_FRAMEBUFFER, 0);
  request_.painter = nullptr;
}

Result<std::string> FrameSource::vectors(VectorFormat format, const gfx::PngTexts& texts) {
  const Kept kept(*session_);
  // Places what is drawn, and draws the maps.
  const gfx::Image image = draw(MotionSetting::off);
  if (format == VectorFormat::svg) {
    SvgPainter painter(ui_->fonts());
    paint(painter);
    return painter.document(image, ui_->grounds(), texts);
  }
  const auto of_cairo = format == VectorFormat::pdf ? CairoFormat::pdf : CairoFormat::svg;
  CairoPainter painter(of_cairo, ui_->fonts(), image, ui_->grounds(), texts);
  paint(painter);
  return painter.document(image);
}

gfx::Image FrameSource::at(double seconds) {
  const Kept kept(*session_);
  // Most of a film's picture is as in the one before, and two of its three frames are like the first.
  if (!std::exchange(composes_, true)) ui_->compositor().turn_on(true);
  session_->player().set_motion(true);
  session_->player().play(true);
  session_->advance(seconds);
  return draw(MotionSetting::on);
}

}  // namespace bankloom::ui
