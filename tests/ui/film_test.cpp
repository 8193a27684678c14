#include "ui/film.h"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <iterator>
#include <string>
#include <vector>

#include "../base/other_tool.h"
#include "../base/path_before.h"
#include "../base/scratch_folder.h"
#include "../session/session_fixture.h"
#include "core/base/files.h"
#include "gfx/offscreen.h"
#include "gfx/y4m.h"
#include "ui/export.h"
#include "ui/film_file.h"

namespace bankloom::test {
namespace {

namespace fs = std::filesystem;

constexpr const char* kShaders = BANKLOOM_SOURCE_DIR "/shaders";

class FilmTest : public SessionTest {
 protected:
  void SetUp() override {
    SessionTest::SetUp();
    if (IsSkipped()) return;
    auto context = gfx::make_offscreen_context();
    if (!context) GTEST_SKIP() << context.error().message;
    context_ = std::move(*context);
    options_.moves = true;
    options_.width = 900;
    options_.height = 600;
  }
  ui::FrameSource source() { return std::move(*ui::FrameSource::create(session, kShaders, options_)); }

  /// The same moment drawn as a whole, three times, by a Ui of its own: what a film must not differ from.
  gfx::Image whole(double seconds) {
    const Player before = session.player();
    ui::FrameRequest request;
    request.caption = ui::caption_of(session, options_);
    session.player().set_motion(true);
    session.player().play(true);
    session.player().advance(seconds);
    auto framebuffer = std::move(*gfx::Framebuffer::create({options_.width, options_.height}));
    const auto drawn = std::move(*ui::Ui::create(kShaders, true));
    request.size = {options_.width, options_.height};
    request.seconds = 1.0 / 60;
    ui::ViewSettings view = options_.view;
    if (options_.panel == ui::kFocusView) {
      view.focus = ui::FocusView::on;
    } else {
      request.view = options_.panel;
    }
    view.motion = ui::MotionSetting::on;
    framebuffer.bind();
    for (int i = 0; i < 3; ++i) drawn->frame(session, view, request);
    gfx::Image image = framebuffer.read();
    session.player() = before;
    return image;
  }

  [[nodiscard]] std::vector<std::string> names() const {
    std::vector<std::string> names;
    for (const auto& entry : fs::directory_iterator(folder_)) names.push_back(entry.path().filename().string());
    std::ranges::sort(names);
    return names;
  }
  std::string failure(const fs::path& path) {
    auto drawn = source();
    const auto result = ui::write_film(drawn, {{0, 0.2}, 10}, path);
    EXPECT_FALSE(result);
    return result ? std::string() : result.error().message;
  }

  std::unique_ptr<gfx::OffscreenContext> context_;
  ui::PictureOptions options_;
  ScratchFolder scratch_;
  const fs::path& folder_ = scratch_.path();
};

TEST_F(FilmTest, TheSlideToAnotherPaddingIsDrawnAtAnyMoment) {
  options_.panel = "tile";
  for (const std::string layout : {"logical", "physical"}) {
    show("bankloom square/setRowReadCol IPAD=0 at=0:1:0 layout=" + layout);
    auto drawn = source();
    const gfx::Image before = drawn.at(0);
    ASSERT_TRUE(session.change(session.selection().with_option(Side::a, "IPAD", "1")).has_value());
    session.finish();
    const gfx::Image half = drawn.at(PaddingSlide::kSeconds / 2), quarter = drawn.at(PaddingSlide::kSeconds / 4);
    EXPECT_FALSE(half.rgba == quarter.rgba) << layout;
    EXPECT_TRUE(drawn.at(PaddingSlide::kSeconds / 2).rgba == half.rgba) << layout << ": of the moment alone";
    EXPECT_TRUE(session.slide(Side::a).moving()) << "a picture changes nothing";
    const gfx::Image still = drawn.still();
    for (PaddingSlide& slide : session.slides()) slide.rest();
    EXPECT_TRUE(drawn.still().rgba == still.rgba) << layout << ": a still picture has the end";
    EXPECT_FALSE(still.rgba == before.rgba);
  }
}

TEST_F(FilmTest, EachPictureIsThatOfItsMoment) {
  for (const std::string& panel : {std::string(), std::string(ui::kFocusView)}) {
    show("bankloom square/setRowReadCol vs square/setRowReadCol IPAD=1 at=0:0:0");
    options_.panel = panel;
    session.player().set_speed(6);
    const auto span = ui::span_of_steps(session, 1, 3);
    ASSERT_TRUE(span) << span.error().message;
    auto drawn = source();
    std::vector<gfx::Image> pictures;
    ASSERT_TRUE(ui::write_film(drawn, {*span, 12}, folder_ / "%d.png"));
    for (std::size_t k = 0; fs::exists(folder_ / fmt::format("{}.png", k)); ++k) {
      const fs::path file = folder_ / fmt::format("{}.png", k);
      pictures.push_back(gfx::read_png_file(file)->image);
      fs::remove(file);
    }
    // Three steps at six a second are half a second.
    ASSERT_EQ(pictures.size(), 7u);
    for (std::size_t k = 0; k < pictures.size(); ++k) {
      EXPECT_TRUE(pictures[k].rgba == whole(std::min(span->from + static_cast<double>(k) / 12, span->to)).rgba)
          << "picture " << k << " of view '" << panel << "'";
      if (k > 0) EXPECT_FALSE(pictures[k].rgba == pictures[k - 1].rgba) << "picture " << k << " moves";
    }
  }
}

TEST_F(FilmTest, StepsAreFromTheirLanesUntilTheyAreHome) {
  show("bankloom square/setRowReadCol at=0:0:0");
  session.player().set_speed(6);
  const Position place = session.player().sequence().at(1), last = session.player().sequence().at(32);
  ASSERT_EQ(last.request, place.request) << "the 32 wavefronts of the loads are steps 1 to 32";
  const auto span = ui::span_of_steps(session, 1, 32);
  ASSERT_TRUE(span) << span.error().message;
  // The ends of both requests are looked at.
  EXPECT_NEAR(span->from, 1.0 / 6 + 1.5, 1e-4);
  EXPECT_NEAR(span->to, 33.0 / 6 + 3, 1e-4);
  EXPECT_EQ(ui::film_times({*span, 25})->pictures, 172u);
  const auto after = [&](double seconds) {
    Player player = session.player();
    player.play(true);
    player.advance(seconds);
    return player;
  };
  EXPECT_EQ(after(span->from).position(), place);
  EXPECT_NEAR(after(span->from).clock(), -0.5, 1e-3) << "at the lanes";
  EXPECT_EQ(after(span->to).position(), last);
  EXPECT_NEAR(after(span->to).clock(), 31.5, 1e-3) << "home";
}

TEST_F(FilmTest, TheEndsOfRequestsBelongToTheTimes) {
  show("bankloom square/setRowReadCol vs square/setRowReadCol IPAD=1 at=0:0:0");
  session.player().set_speed(12);
  ASSERT_GT(session.player().sequence().count(), 34u);
  const auto span = ui::span_of_steps(session, 33, 33);
  ASSERT_TRUE(span) << span.error().message;
  EXPECT_NEAR(span->from, 33.0 / 12 + 3, 1e-4);
  EXPECT_NEAR(span->to, 34.0 / 12 + 3, 1e-4) << "its request goes on";
}

TEST_F(FilmTest, BeginsSlowlyUnlessAPaceIsGiven) {
  show("bankloom square/setRowReadCol at=0:0:0");
  const auto slow = ui::film_of_steps(session, {.from = 0, .to = 0}),
             fast = ui::film_of_steps(session, {.from = 0, .to = 0, .pace = 6});
  ASSERT_TRUE(slow && fast);
  EXPECT_NEAR(slow->span.to, 2.5, 1e-4);
  EXPECT_NEAR(fast->span.to, 1.0 / 6 + 1.5, 1e-4);
  EXPECT_FALSE(ui::film_of_steps(session, {.pace = 0.1}));
}

TEST_F(FilmTest, AComparisonEndsWithItsResult) {
  options_.width = 1280;
  options_.height = 720;
  for (const std::string& panel : {std::string(), std::string(ui::kFocusView)}) {
    options_.panel = panel;
    show("bankloom square/setRowReadCol vs square/setRowReadCol IPAD=1 at=0:0:0");
    const auto film = ui::film_of_steps(session, {.pace = 12});
    ASSERT_TRUE(film) << film.error().message;
    auto drawn = source();
    const auto end = drawn.at(film->span.to - ui::kResultSeconds - 0.1), card = drawn.at(film->span.to - 2);
    EXPECT_FALSE(end.rgba == card.rgba) << "two seconds of it, at least";
    EXPECT_TRUE(card.rgba == drawn.at(film->span.to).rgba) << "it stands still";
    EXPECT_FALSE(session.player().played_out()) << "the session does not change";
    // Of one kernel, and of two that do not differ, there is none.
    show("bankloom square/setRowReadCol vs square/setRowReadCol at=0:0:0");
    const auto same = ui::film_of_steps(session, {.pace = 12});
    ASSERT_TRUE(same);
    EXPECT_LT(same->span.to, film->span.to - ui::kResultSeconds + 0.1);
  }
}

TEST_F(FilmTest, StepsThatThereAreNot) {
  show("bankloom square/setRowReadCol at=0:0:0");
  EXPECT_FALSE(ui::span_of_steps(session, 0, session.player().sequence().count()));
  const auto backwards = ui::span_of_steps(session, 3, 2);
  ASSERT_FALSE(backwards);
  EXPECT_EQ(backwards.error().message, "a film cannot go from step 3 to step 2: it plays forwards");
}

TEST(FilmTimes, AreLimited) {
  EXPECT_EQ(ui::film_times({{1, 1}, 25})->pictures, 1u);
  EXPECT_EQ(ui::film_times({{0, 1}, 25})->pictures, 26u) << "the first moment and the last";
  const auto times = ui::film_times({{2, 3.01}, 10});
  ASSERT_TRUE(times);
  EXPECT_DOUBLE_EQ(times->of(3), 2.3);
  EXPECT_DOUBLE_EQ(times->of(times->pictures - 1), 3.01);
  const std::vector<ui::FilmOptions> all_wrong{{{0, 1}, 0},  {{0, 1}, 61},   {{-1, 1}, 25},
                                               {{2, 1}, 25}, {{0, 1e9}, 25}, {{0, std::nan("")}, 25}};
  for (const ui::FilmOptions& wrong : all_wrong) {
    EXPECT_FALSE(ui::film_times(wrong)) << wrong.span.from << " " << wrong.span.to << " " << wrong.frames_per_second;
  }
}

TEST(NumberedName, HasOnePlaceInItsLastPart) {
  EXPECT_EQ(*ui::numbered_name("a/%04d.png", 7), fs::path("a/0007.png"));
  EXPECT_EQ(*ui::numbered_name("a/%04d.png", 12345), fs::path("a/12345.png"));
  EXPECT_EQ(*ui::numbered_name("step %d of it.png", 7), fs::path("step 7 of it.png"));
  for (const char* wrong :
       {"film.png", "%04d/film.png", "%d-%d.png", "%s.png", "%4d.png", "%.png", "%", "100%d%.png"}) {
    const auto refused = ui::numbered_name(wrong, 1);
    ASSERT_FALSE(refused) << wrong;
    EXPECT_EQ(refused.error().message,
              "the pictures of '" + std::string(wrong) + "' need one place for their number, as in 'film-%04d.png'");
  }
}

TEST_F(FilmTest, NumberedPictures) {
  show("bankloom square/setRowReadCol at=0:0:0");
  auto drawn = source();
  scratch_.write("film-000.png", "an older one");
  std::size_t told = 0;
  const auto done = ui::write_film(drawn, {{0.1, 0.3}, 10}, folder_ / "film-%03d.png", {{"Title", "a film"}},
                                   [&](std::size_t now, std::size_t all) {
                                     EXPECT_EQ(now, ++told);
                                     EXPECT_EQ(all, 3u);
                                   });
  ASSERT_TRUE(done) << done.error().message;
  EXPECT_EQ(told, 3u);
  EXPECT_EQ(names(), (std::vector<std::string>{"film-000.png", "film-001.png", "film-002.png"}));
  const auto read = gfx::read_png_file(folder_ / "film-001.png");
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_TRUE(read->image.rgba == drawn.at(0.2).rgba);
  EXPECT_EQ(read->texts, (gfx::PngTexts{{"Title", "a film"}}));
}

TEST_F(FilmTest, AnApngBeginsWithTheFirstPicture) {
  show("bankloom square/setRowReadCol at=0:0:0");
  auto drawn = source();
  const auto done = ui::write_film(drawn, {{0.1, 0.3}, 10}, folder_ / "film.APNG");
  ASSERT_TRUE(done) << done.error().message;
  const auto read = gfx::read_png_file(folder_ / "film.APNG");
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_TRUE(read->image.rgba == whole(0.1).rgba);
  EXPECT_NE(read_file(folder_ / "film.APNG")->find(std::string("acTL\0\0\0\3\0\0\0\0", 12)), std::string::npos);
  EXPECT_EQ(names().size(), 1u);
}

/// Films of three pictures and a still one, read by another library: what it sees, and for how long.
class ReadFilmTest : public FilmTest {
 protected:
  struct ReadFilm {
    std::string loop_and_times;
    std::vector<gfx::Image> pictures;
  };
  void SetUp() override {
    FilmTest::SetUp();
    if (!IsSkipped() && run_line("/usr/bin/python3 -c 'import PIL' 2>&1").status != 0) {
      GTEST_SKIP() << "Pillow (package python3-pil) is not installed";
    }
  }
  /// From the middle of a step to its end, at 8 a second: 125 milliseconds are no whole hundredths of a second.
  ReadFilm film(const std::string& name) {
    show("bankloom square/setRowReadCol at=0:0:0");
    const ui::FilmOptions options{{0.1, 0.1 + 3 / 8.0}, 8};
    sources_.clear();
    auto first = source();
    for (std::size_t k = 0; k < 4; ++k) sources_.push_back(first.at(ui::film_times(options)->of(k)));
    auto drawn = source();
    const auto done = ui::write_film(drawn, options, folder_ / name);
    EXPECT_TRUE(done) << done.error().message;
    const fs::path read = folder_ / "read";
    fs::create_directory(read);
    const auto answer = run_line("/usr/bin/python3 " BANKLOOM_SOURCE_DIR "/tests/ui/read_film.py " +
                                 (folder_ / name).string() + " " + read.string());
    EXPECT_EQ(answer.status, 0);
    ReadFilm film{answer.out, {}};
    for (int k = 0; fs::exists(read / fmt::format("{}.png", k)); ++k) {
      film.pictures.push_back(gfx::read_png_file(read / fmt::format("{}.png", k))->image);
    }
    return film;
  }

  std::vector<gfx::Image> sources_;
};

TEST_F(ReadFilmTest, LosslessFilmsHaveEachPixelOfEachPicture) {
  for (const auto& [name, times] :
       {std::pair{"film.apng", "0 125.0 125.0 125.0 125.0\n"}, {"film.webp", "0 125 125 125 125\n"}}) {
    const ReadFilm read = film(name);
    EXPECT_EQ(read.loop_and_times, times) << name;
    ASSERT_EQ(read.pictures.size(), sources_.size()) << name;
    for (std::size_t k = 0; k < sources_.size(); ++k) {
      EXPECT_TRUE(read.pictures[k].rgba == sources_[k].rgba) << name << ", picture " << k;
    }
  }
}

TEST_F(ReadFilmTest, AGifHasNearlyTheColoursAndWhatStaysDoesNotShimmer) {
  const ReadFilm read = film("film.gif");
  EXPECT_EQ(read.loop_and_times, "0 130 120 130 120\n") << "hundredths whose sums are right";
  ASSERT_EQ(read.pictures.size(), sources_.size());
  for (std::size_t k = 0; k < sources_.size(); ++k) {
    const auto &source = sources_[k].rgba, &seen = read.pictures[k].rgba;
    ASSERT_EQ(seen.size(), source.size());
    double sum = 0;
    int most = 0;
    std::size_t shimmers = 0;
    for (std::size_t i = 0; i < source.size(); ++i) {
      const int difference = std::abs(source[i] - seen[i]);
      sum += difference;
      most = std::max(most, difference);
      if (i % 4 != 0 || k == 0) continue;
      const auto stays = [&](const std::vector<gfx::Image>& of) {
        return std::equal(of[k].rgba.begin() + static_cast<std::ptrdiff_t>(i),
                          of[k].rgba.begin() + static_cast<std::ptrdiff_t>(i + 4),
                          of[k - 1].rgba.begin() + static_cast<std::ptrdiff_t>(i));
      };
      if (stays(sources_) && !stays(read.pictures)) ++shimmers;
    }
    EXPECT_EQ(shimmers, 0u) << "picture " << k;
    EXPECT_LT(sum / static_cast<double>(source.size()), 0.5) << "picture " << k;
    EXPECT_LE(most, 48) << "picture " << k;
  }
}

TEST_F(FilmTest, AGifCountsHundredthsOfASecond) {
  show("bankloom square/setRowReadCol at=0:0:0");
  auto drawn = source();
  const auto done = ui::write_film(drawn, {{0, 0.1}, 60}, folder_ / "film.gif");
  ASSERT_FALSE(done);
  EXPECT_EQ(done.error().message,
            "a GIF has at most 50 frames per second, not 60: programs show more of them too "
            "slowly");
  EXPECT_TRUE(names().empty());
}

TEST_F(FilmTest, UncompressedVideo) {
  show("bankloom square/setRowReadCol at=0:0:0");
  auto drawn = source();
  ASSERT_TRUE(ui::write_film(drawn, {{0.1, 0.2}, 10}, folder_ / "film.y4m"));
  const std::string head = gfx::y4m_header({900, 600}, {10, 1}), film = *read_file(folder_ / "film.y4m");
  ASSERT_EQ(film.size(), head.size() + 2 * (6 + 900 * 600 * 3));
  EXPECT_EQ(film.substr(0, head.size()), head);
  EXPECT_EQ(film.substr(head.size() + 6 + 900 * 600 * 3), gfx::y4m_frame(drawn.at(0.2)));
}

TEST_F(FilmTest, FfmpegReadsTheFilmFromItsInput) {
  show("bankloom square/setRowReadCol at=0:0:0");
  // It writes what it reads to its last argument.
  const auto ffmpeg = scratch_.write("bin/ffmpeg", "#!/bin/sh\nfor last; do :; done\nexec cat > \"$last\"\n");
  fs::permissions(ffmpeg, fs::perms::owner_all);
  const PathBefore path(folder_ / "bin", false);
  auto drawn = source();
  const auto done = ui::write_film(drawn, {{0.1, 0.2}, 10}, folder_ / "film.mp4");
  ASSERT_TRUE(done) << done.error().message;
  auto again = source();
  ASSERT_TRUE(ui::write_film(again, {{0.1, 0.2}, 10}, folder_ / "film.y4m"));
  EXPECT_TRUE(*read_file(folder_ / "film.mp4") == *read_file(folder_ / "film.y4m"));
  EXPECT_EQ(names(), (std::vector<std::string>{"bin", "film.mp4", "film.y4m"}));
}

TEST_F(FilmTest, FfmpegsLastWords) {
  show("bankloom square/setRowReadCol at=0:0:0");
  const auto ffmpeg =
      scratch_.write("bin/ffmpeg", "#!/bin/sh\necho first\necho \"Unknown encoder 'libx264'\"\nexit 1\n");
  fs::permissions(ffmpeg, fs::perms::owner_all);
  const PathBefore path(folder_ / "bin", false);
  EXPECT_EQ(failure(folder_ / "film.mp4"), "ffmpeg cannot make the film: Unknown encoder 'libx264'");
  EXPECT_EQ(names(), std::vector<std::string>{"bin"}) << "nothing is left";
}

TEST_F(FilmTest, WithoutFfmpeg) {
  show("bankloom square/setRowReadCol at=0:0:0");
  const PathBefore path(folder_, true);
  EXPECT_EQ(failure(folder_ / "film.mp4"),
            "an .mp4 film needs ffmpeg, which is not installed: install the package ffmpeg, or write an .apng");
  EXPECT_TRUE(names().empty());
}

TEST_F(FilmTest, ACancelledFilmLeavesNothing) {
  show("bankloom square/setRowReadCol at=0:0:0");
  auto drawn = source();
  const auto ffmpeg = scratch_.write("bin/ffmpeg", "#!/bin/sh\nfor last; do :; done\ncat > \"$last\"\nsleep 1000\n");
  fs::permissions(ffmpeg, fs::perms::owner_all);
  const PathBefore path(folder_ / "bin", false);
  for (const char* name : {"%d.png", "film.gif", "film.webp", "film.apng", "film.y4m", "film.mp4"}) {
    std::stop_source stop;
    std::size_t pictures = 0;
    const auto done = ui::write_film(
        drawn, {{0, 1}, 10}, folder_ / name, {},
        [&](std::size_t now, std::size_t) {
          pictures = now;
          if (now == 2) stop.request_stop();
        },
        stop.get_token());
    ASSERT_FALSE(done) << name;
    EXPECT_TRUE(done.error().is_cancelled());
    EXPECT_EQ(pictures, 2u);
    EXPECT_EQ(names(), std::vector<std::string>{"bin"}) << name;
  }
}

TEST_F(FilmTest, RefusesInOneSentence) {
  show("bankloom square/setRowReadCol at=0:0:0");
  for (const char* name : {"%d.png", "film.gif", "film.webp", "film.apng", "film.y4m"}) {
    EXPECT_EQ(failure(folder_ / "gone" / name), "there is no folder '" + (folder_ / "gone").string() + "'") << name;
  }
  const fs::path closed = geteuid() == 0 ? fs::path("/proc/self") : folder_ / "closed";
  if (geteuid() != 0) {
    fs::create_directory(closed);
    ::chmod(closed.c_str(), 0500);
  }
  for (const char* name : {"%d.png", "film.gif", "film.webp", "film.apng", "film.y4m"}) {
    EXPECT_NE(failure(closed / name).find("no file can be written"), std::string::npos) << name;
  }
  {
    // A file that may not become longer, as on a full disk.
    ::signal(SIGXFSZ, SIG_IGN);
    rlimit before{};
    ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &before), 0);
    const rlimit short_files{4096, before.rlim_max};
    ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &short_files), 0);
    const std::string told = failure(folder_ / "full.y4m");
    ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &before), 0);
    EXPECT_NE(told.find("File too large"), std::string::npos) << told;
  }
  EXPECT_EQ(failure(folder_ / "film.avi"),
            "no film can be written to '" + (folder_ / "film.avi").string() +
                "'; give a name that ends in .gif, .webp, .apng, .mp4, .y4m or %04d.png");
}

}  // namespace
}  // namespace bankloom::test
