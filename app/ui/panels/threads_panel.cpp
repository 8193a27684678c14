// The block's threads as tokens, and the warps that they walk into. While a question is asked they stay in the block.
#include <algorithm>
#include <cmath>

#include "core/base/language.h"
#include "core/wording/run_text.h"
#include "core/wording/thread_text.h"
#include "ui/layout/controls.h"
#include "ui/panels/side_style.h"
#include "ui/panels/thread_picture.h"
#include "ui/panels/told_thread.h"

namespace bankloom::ui {
namespace {

/// Units of a ring, an outline and a bracket.
constexpr float kRing = 3.5f, kOutline = 1.5f, kBracket = 2;
/// Units of the height of a name beside its warp.
constexpr float kWarpName = 17;
/// Part of a token's width that its words may take.
constexpr float kWordsShare = 0.84f;
/// Axes are numbered at every so many of x, y or lanes, where there is no room for all.
constexpr std::array<std::uint32_t, 4> kEvery = {1, 2, 4, 8};

/// The largest font in which words fit, if any does.
std::optional<FontUse> font_for(const PanelContext& context, const std::string& words, float width, float height) {
  for (const FontUse font : {FontUse::verdict, FontUse::heading, FontUse::body, FontUse::small}) {
    const Text text = Text(bankloom::Text::verbatim(words)).fonts({font});
    if (text.width(context) <= width && text.height(context, width) <= height) return font;
  }
  return std::nullopt;
}

class ThreadsPanel final : public Panel {
 public:
  void draw(PanelContext& context) override {
    const Session& session = context.session;
    const SideView& view = session.side(Side::a);
    if (!view.run) return show(context, Text("The kernel is being compiled and executed.").muted());
    block_ = view.run->instance.block;
    is_hidden_ = session.disclosure().hides_answer();
    has_warps_ = session.disclosure().shows(FactKind::warps);
    part_ = is_hidden_ ? 0 : session.player().walk().part();
    if (!is_hidden_ && session.player().walk().moving()) context.redraw_within(0);
    told_ = told_thread(context, block_);
    Column page;
    page.gap(6).add(head(context));
    page.add(Drawing([&](const Rect& rect) { draw_threads(context, rect); }).least(200, 120), share());
    page.add(story(context));
    show(context, page);
  }

 private:
  Box head(PanelContext& context) const {
    Row row = Row().gap(10).place(Alignment::baseline).add(Text(block_text(block_)).heading());
    row.add(Text(threads_meaning_text(told(!is_hidden_))).small().muted().wrap(), share());
    if (context.without_controls || context.still) return row;
    const auto again = [&context] { context.session.player().begin_walk(); };
    return Row()
        .place(Alignment::top)
        .add(row, share())
        .add(is_hidden_ ? Box(Gap())
                        : Box(IconButton("walk again", Icon::again, "The threads walk into their warps again", again)));
  }

  /// The thread that is told about, in words for the last row.
  Box story(const PanelContext& context) const {
    Text words("");
    if (told_) {
      const Dim3 thread = delinearize(*told_, block_);
      const bool is_there = ThreadPicture::walked(*told_, block_, part_) >= 1;
      words = Text(thread_place_text(thread, block_, told(!is_hidden_ && is_there)));
      words.colour(context.theme.text);
    }
    return words.fonts({FontUse::verdict, FontUse::heading, FontUse::body}).align(Align::centre);
  }
  /// How much is told of a thread's place, once it is there.
  [[nodiscard]] ThreadPlace told(bool is_there) const {
    if (!is_there) return ThreadPlace::numbers;
    return has_warps_ ? ThreadPlace::warp : ThreadPlace::index;
  }

  static Colour warp_colour(const Theme& theme, std::uint64_t warp) {
    return warp % 2 == 0 ? theme.accent_a : theme.accent_b;
  }

  void draw_threads(PanelContext& context, const Rect& rect) {
    const std::uint64_t places = has_warps_ ? kWarpSize : std::min<std::uint64_t>(block_.count(), kWarpSize);
    const ThreadPicture picture(block_, rect, context.scale, static_cast<std::uint32_t>(places));
    draw_axes(context, picture);
    for (std::uint64_t warp = 0; warp < picture.warps(); ++warp) draw_warp(context, picture, warp);
    const std::uint64_t count = block_.count();
    const Dim3 corner{block_.x - 1, block_.y - 1, block_.z - 1};
    const float home = picture.block_pitch() * kWordsShare * 0.9f, place = picture.warp_pitch() * kWordsShare * 0.9f;
    const TokenFonts fonts{font_for(context, thread_numbers_text(corner, block_), home, home),
                           font_for(context, std::to_string(count - 1), place, place)};
    for (std::uint64_t thread = 0; thread < count; ++thread) draw_home(context, picture, thread, fonts);
    // Those that walk are above those that stand.
    for (const bool is_walking : {false, true}) {
      for (std::uint64_t thread = 0; thread < count; ++thread) {
        const float walked = ThreadPicture::walked(thread, block_, part_);
        if ((walked > 0 && walked < 1) == is_walking) draw_token(context, picture, thread, fonts);
      }
    }
    point(context, picture, rect);
  }

  /// The fonts of all tokens; nothing: without room for words.
  struct TokenFonts {
    std::optional<FontUse> home, place;
  };

  void draw_axes(PanelContext& context, const ThreadPicture& picture) const {
    const float axis = context.px(ThreadPicture::kAxis), pitch = picture.block_pitch();
    const auto number = [&](const Rect& rect, std::uint32_t value) {
      text_in(context, rect, Text(std::to_string(value)).small().muted().align(Align::centre));
    };
    const auto every = every_of(context, std::max(block_.x, block_.y), pitch);
    for (std::uint32_t z = 0; z < block_.z; ++z) {
      const Rect slab = picture.slab(z);
      for (std::uint32_t x = 0; !picture.is_folded() && x < block_.x; x += every) {
        number({slab.x + pitch * static_cast<float>(x), slab.y - axis, pitch * static_cast<float>(every), axis}, x);
      }
      for (std::uint32_t y = 0; z == 0 && !picture.is_folded() && y < block_.y; y += every) {
        number({slab.x - axis, slab.y + pitch * static_cast<float>(y), axis, pitch}, y);
      }
      if (block_.z > 1) {
        text_in(context, {slab.x, slab.y - 2 * axis, slab.width, axis},
                Text(bankloom::Text::verbatim(fmt::format("z = {}", z))).small().muted().align(Align::centre));
      }
    }
  }

  static std::uint32_t every_of(const PanelContext& context, std::uint32_t count, float pitch) {
    const float widest = Text(std::to_string(count - 1)).small().width(context) + context.px(3);
    const auto* const found =
        std::ranges::find_if(kEvery, [&](std::uint32_t every) { return pitch * static_cast<float>(every) >= widest; });
    return found == kEvery.end() ? kEvery.back() * 2 : *found;
  }

  /// Its places, empty, with its name, its bracket and its lanes' numbers. Before warps are taught they are a row of
  /// numbered places, one for each thread.
  void draw_warp(PanelContext& context, const ThreadPicture& picture, std::uint64_t warp) const {
    const Theme& theme = context.theme;
    const Rect row = picture.warp(warp), name = picture.warp_name(warp);
    const float pitch = picture.warp_pitch(), axis = context.px(ThreadPicture::kAxis);
    const bool is_last = warp + 1 == picture.warps();
    const std::uint64_t first = warp * kWarpSize, last = std::min(first + kWarpSize, block_.count()) - 1;
    const auto places = static_cast<unsigned>(has_warps_ ? kWarpSize : last - first + 1);
    for (unsigned lane = 0; lane < places; ++lane) {
      context.painter.ring(picture.lane(warp, lane), 0.45f * pitch, theme.line, std::max(1.0f, context.px(1)));
    }
    // The last thread of a warp that has come closes its bracket.
    const bool is_there = ThreadPicture::walked(last, block_, part_) >= 1;
    const Colour colour = is_there ? warp_colour(theme, warp) : theme.text_faint;
    Text words(warp_text(warp));
    words.fonts({FontUse::heading, FontUse::body, FontUse::small}).colour(is_there ? theme.text : theme.text_faint);
    if (!has_warps_) {
      // Warps come later.
    } else if (picture.names_are_beside()) {
      // Low rows have a name each few.
      const auto every = static_cast<std::uint64_t>(std::ceil(context.px(kWarpName) / picture.warp_pitch()));
      const Rect rect{name.x, name.y, name.width - context.px(8), name.height * static_cast<float>(every)};
      if (warp % every == 0) text_in(context, rect, words.small().align(Align::right), Alignment::top);
    } else {
      const float thick = context.px(kBracket), y = name.bottom() - context.px(8);
      text_in(context, {name.x, name.y, name.width, y - name.y - context.px(1)}, words.align(Align::centre));
      context.painter.rect({row.x, y}, {row.right(), y + thick}, colour);
      for (const float x : {row.x, row.right() - thick}) {
        context.painter.rect({x, y}, {x + thick, name.bottom() - context.px(1)}, colour);
      }
    }
    if (picture.names_are_beside() && !is_last) return;
    const std::uint32_t every = every_of(context, kWarpSize, pitch);
    for (std::uint32_t lane = 0; lane < places; lane += every) {
      text_in(context,
              {row.x + pitch * static_cast<float>(lane), row.bottom(), pitch * static_cast<float>(every), axis},
              Text(std::to_string(has_warps_ ? lane : first + lane)).small().muted().align(Align::centre));
    }
  }

  /// Where a thread's token comes from, once it has left.
  void draw_home(PanelContext& context, const ThreadPicture& picture, std::uint64_t thread,
                 const TokenFonts& fonts) const {
    if (ThreadPicture::walked(thread, block_, part_) <= 0) return;
    const ThreadPicture::Token home = picture.at(thread, 0);
    const Colour colour = mix(warp_colour(context.theme, thread / kWarpSize), context.theme.window, 0.35);
    context.painter.ring(home.middle, home.radius, colour, std::max(1.0f, context.px(kOutline)));
    if (fonts.home) {
      label(context, home, thread_numbers_text(delinearize(thread, block_), block_), *fonts.home,
            context.theme.text_muted);
    }
    if (told_ == thread) ring(context, home);
  }

  void draw_token(PanelContext& context, const ThreadPicture& picture, std::uint64_t thread,
                  const TokenFonts& fonts) const {
    const Theme& theme = context.theme;
    const ThreadPicture::Token token = picture.at(thread, part_);
    const Colour fill = mix(theme.raised, warp_colour(theme, thread / kWarpSize), token.walked);
    context.painter.circle(token.middle, token.radius, fill);
    if (token.walked <= 0) {
      context.painter.ring(token.middle, token.radius, theme.text_faint, std::max(1.0f, context.px(1)));
    }
    const bool is_far = token.walked >= 0.5f;
    if (const auto font = is_far ? fonts.place : fonts.home) {
      const std::string words =
          is_far ? std::to_string(thread) : thread_numbers_text(delinearize(thread, block_), block_).str();
      label(context, token, words, *font, token.walked <= 0 ? theme.text : text_on(fill));
    }
    if (told_ == thread) ring(context, token);
  }

  static void ring(PanelContext& context, const ThreadPicture::Token& token) {
    const float thick = std::max(1.5f, context.px(std::min(kRing, 0.2f * token.radius)));
    context.painter.ring(token.middle, token.radius + thick / 2, context.theme.now_border, thick);
  }

  static void label(PanelContext& context, const ThreadPicture::Token& token, const std::string& words, FontUse font,
                    Colour colour) {
    const float half = token.radius;
    const Text text = Text(bankloom::Text::verbatim(words)).fonts({font}).colour(colour).align(Align::centre);
    if (text.width(context) > 2 * half) return;
    text_in(context, {token.middle.x - half, token.middle.y - half, 2 * half, 2 * half}, text);
  }

  /// The thread under the mouse tells of itself; a click keeps it.
  void point(PanelContext& context, const ThreadPicture& picture, const Rect& rect) const {
    const Rect cells = picture.slab(0);
    const auto [clicked, at] =
        picture_at(context, rect, "threads", "threads", cells, {picture.block_pitch(), picture.block_pitch()});
    const auto thread = at ? picture.thread_at(*at, part_) : std::nullopt;
    if (at && !thread) tooltip(context, is_hidden_ ? hidden_text() : threads_sentence_text(has_warps_));
    if (!thread) return;
    const Dim3 index = delinearize(*thread, block_);
    tooltip(context, thread_place_text(index, block_, told(!is_hidden_)));
    if (is_hidden_ || !clicked) return;
    Session& session = context.session;
    Position position = session.player().position();
    position.warp = static_cast<std::uint32_t>(*thread / kWarpSize);
    session.player().go_to(position);
    session.pointer().select({.lane = static_cast<unsigned>(*thread % kWarpSize)});
  }

  Dim3 block_;
  bool is_hidden_ = false;  ///< a question is asked, and warps might be its answer
  bool has_warps_ = true;   ///< they have been taught
  double part_ = 1;         ///< of the walk
  std::optional<std::uint64_t> told_;
};

}  // namespace

PanelEntry threads_panel() {
  return {.id = "threads",
          .title = "Threads",
          .help =
              "The block's threads, and the warps that they form: row after row, 32 at a time, each thread at its "
              "lane.",
          .slot = Slot::threads,
          .maker = maker_of<ThreadsPanel>()};
}

}  // namespace bankloom::ui
