// Pages of scenes, in a real browser: a script presses their keys and buttons and writes down what it sees, which is
// then compared with the accesses of the run.
#include "ui/html_file.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <numeric>
#include <set>
#include <string>
#include <vector>

#include "../base/scratch_folder.h"
#include "../session/session_fixture.h"
#include "core/base/files.h"
#include "core/base/json.h"
#include "core/base/language.h"
#include "core/wording/picture_text.h"
#include "core/wording/step_text.h"
#include "ui/theme.h"

namespace bankloom::test {
namespace {

using Json = nlohmann::json;

/// Steps through a page from the first step to the last, then tries everything else. What it has seen becomes the text
/// of the element "seen", in ASCII without what HTML escapes.
constexpr const char* kDriver = R"js(<script>
(async () => {
  const byId = (id) => document.getElementById(id);
  const key = (name, shift) => document.body.dispatchEvent(new KeyboardEvent("keydown", {key: name, shiftKey: Boolean(shift), bubbles: true, cancelable: true}));
  const step = () => byId("step").textContent;
  const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));
  const letters = () => [...document.querySelectorAll(".side")].filter((side) => side.offsetWidth).map((side) => side.classList.contains("b") ? "b" : "a").join("");
  const look = () => ({
    step: step(), live: byId("live").textContent, scrub: Number(byId("scrub").value),
    sides: [...document.querySelectorAll(".side")].filter((side) => side.offsetWidth).map((side) => {
      const text = (selector) => { const found = side.querySelector(selector); return found && found.offsetWidth ? found.textContent.trim() : ""; };
      const lanes = (state) => [...side.querySelectorAll(`.lane.${state} b`)].map((lane) => Number(lane.textContent));
      return {
        verdict: text(".verdict:not(.longest)"), detail: text(".detail:not(.longest)"), number: text(".counter b"), of: text(".counter span"),
        place: text(".place:not(.longest)"), sentence: text(".sentence:not(.longest)"), code: text(".code"), note: text(".note"),
        now: lanes("now"), done: lanes("done"), waiting: lanes("waiting"), bad: lanes("bad"),
        cells: [...side.querySelectorAll(".cell.now")].map((cell) => ({
          cell: Number(cell.dataset.cell), bank: Number(/bank(\d+)/.exec(cell.className)[1]), lanes: cell.dataset.lanes,
          colour: getComputedStyle(cell).backgroundColor, text: cell.textContent})),
        words: [...side.querySelectorAll(".ports .word.now")].map((word) => word.title),
        badCells: [...side.querySelectorAll(".cell.bad")].map((cell) => Number(cell.dataset.cell)),
        sectors: [...side.querySelectorAll(".ports .sector.now")].map((sector) => sector.title)};
    })});
  // A frame has its size once the page around it was laid out.
  while (innerWidth === 0 || document.readyState !== "complete") await pause(10);
  await pause(100);
  const seen = {opened: look(), theme: document.documentElement.dataset.theme, walk: [], refused: []};
  document.addEventListener("securitypolicyviolation", (event) => seen.refused.push(event.blockedURI));
  key("Home");
  for (let last = ""; step() !== last; key("ArrowRight")) {
    last = step();
    seen.walk.push(look());
  }
  key("ArrowLeft");
  seen.back = step();
  key("Home");
  key("ArrowRight", true);
  seen.nextRequest = step();
  key("End");
  seen.last = step();
  seen.shown = ["a", "b", "c"].map((name) => { key(name); return [letters(), step(), document.querySelectorAll("#sides-shown button[aria-pressed=true]").length]; });
  seen.clicked = [...document.querySelectorAll("#sides-shown button")].filter((button) => button.offsetWidth).map((button) => { button.click(); return letters(); });
  key("a");
  document.querySelector("[data-label=value]").click();
  seen.values = [...document.querySelectorAll(".side.a .cell:not(.padding)")].map((cell) => cell.textContent);
  key("Home");
  seen.firstValues = [...document.querySelectorAll(".side.a .cell")].filter((cell) => cell.textContent).length;
  document.querySelector("[data-label=bank]").click();
  byId("theme").click();
  seen.otherTheme = document.documentElement.dataset.theme;
  byId("scrub").value = 2;
  byId("scrub").dispatchEvent(new Event("input", {bubbles: true}));
  seen.scrubbed = step();
  seen.nameless = [...document.querySelectorAll("button, select, input, [role=img]")].filter((one) => one.offsetWidth && !one.textContent.trim() && !one.getAttribute("aria-label")).length;
  seen.tooWide = document.documentElement.scrollWidth - innerWidth;
  key("c");
  key("Home");
  byId("pace").selectedIndex = byId("pace").options.length - 1;
  seen.played = [step()];
  new MutationObserver(() => { if (seen.played[seen.played.length - 1] !== step()) seen.played.push(step()); }).observe(byId("step"), {childList: true, characterData: true, subtree: true});
  key(" ");
  seen.playing = byId("play").textContent;
  seen.unplayedResult = byId("result").hidden;
  for (let i = 0; i < 1000 && byId("play").textContent !== "Play"; ++i) await pause(10);
  const texts = (selector) => [...byId("result").querySelectorAll(selector)].map((one) => one.textContent);
  const wide = [...byId("result").querySelectorAll(".bar")].map((bar) => bar.offsetWidth / bar.parentNode.offsetWidth);
  seen.result = byId("result").hidden ? null : {title: texts("p")[0], counts: texts(".count"), times: texts("span"), wide};
  key("ArrowLeft");
  seen.resultAfter = byId("result").hidden;
  key("ArrowRight");
  new Image().src = "http://127.0.0.1:9/picture.png";
  await pause(50);
  seen.loaded = performance.getEntriesByType("resource").filter((entry) => entry.transferSize).length;
  const written = document.createElement("pre");
  written.id = "seen";
  written.textContent = JSON.stringify(seen).replace(/[<>&\u0080-\uffff]/g, (letter) => "\\u" + letter.charCodeAt(0).toString(16).padStart(4, "0"));
  document.body.append(written);
})();
</script></body>)js";

std::string replaced(std::string text, const std::string& what, const std::string& with) {
  for (std::size_t at = 0; (at = text.find(what, at)) != std::string::npos; at += with.size()) {
    text.replace(at, what.size(), with);
  }
  return text;
}

std::string driven(const std::string& page) { return replaced(page, "</body>", kDriver); }

class HtmlTest : public SessionTest {
 protected:
  Result<std::string> page(const ui::HtmlOptions& options = {}) {
    return ui::scene_html(session, BANKLOOM_SOURCE_DIR "/assets", options);
  }
  std::string page_of(const std::string& line) {
    show(line);
    auto made = page();
    EXPECT_TRUE(made.has_value()) << line << ": " << made.error().message;
    return made.value_or("");
  }

  static bool has_browser() { return std::system("command -v chromium > /dev/null 2>&1") == 0; }

  /// The JSON in the element "seen" of a page after its scripts have run; null where there is none.
  Json browse(const std::string& html, const std::string& size) const {
    const auto file = scratch_.write("page.html", html), seen = scratch_.path() / "seen.html";
    const std::string folder = scratch_.path().string();
    const std::string command =
        "HOME='" + folder + "' timeout 100 chromium --headless --no-sandbox --disable-gpu --user-data-dir='" + folder +
        "/profile' --window-size=" + size + " --virtual-time-budget=10000 --dump-dom 'file://" + file.string() +
        "' > '" + seen.string() + "' 2> '" + folder + "/errors'";
    EXPECT_EQ(std::system(command.c_str()), 0) << *read_file(scratch_.path() / "errors");
    const std::string dumped = *read_file(seen);
    const std::string begin = "<pre id=\"seen\">";
    const std::size_t at = dumped.find(begin);
    if (at == std::string::npos) return nullptr;
    return Json::parse(dumped.substr(at + begin.size(), dumped.find("</pre>", at) - at - begin.size()));
  }

  void expect_step(const Json& seen, Side side, std::uint32_t warp, std::uint32_t request, std::uint32_t step) const;
  void expect_walk(const Json& seen, bool sees_both) const;

  ScratchFolder scratch_;
};

std::vector<unsigned> lanes_of(LaneMask mask) {
  std::vector<unsigned> lanes;
  for_each_lane(mask, [&](unsigned lane) { lanes.push_back(lane); });
  return lanes;
}

/// A step as seen against the access that it serves, from the run's record: which lanes, which elements and banks by
/// their addresses.
void HtmlTest::expect_step(const Json& seen, Side side, std::uint32_t warp, std::uint32_t request,
                           std::uint32_t step) const {
  const SideView& view = session.side(side);
  const KernelRun& run = *view.run;
  const auto& own = view.timeline->of_warp(warp);
  ASSERT_LT(request, own.size());
  const StepState state = step_state(run, *view.timeline, own[request], step);
  const MemoryAccess access = run.trace.at(state.request.access);
  const bool is_idle = step >= state.steps;
  const LaneMask now = is_idle ? 0 : state.now;
  EXPECT_EQ(seen["now"], lanes_of(now));
  EXPECT_EQ(seen["done"], lanes_of(is_idle ? access.active : state.done));
  EXPECT_EQ(seen["waiting"], lanes_of(state.waiting));
  const char* const unit = access.space == Space::global ? "sector" : "wavefront";
  EXPECT_EQ(seen["number"], std::to_string(std::min(step + 1, state.steps)));
  EXPECT_EQ(seen["of"], fmt::format("of {} {}{}", state.steps, unit, state.steps == 1 ? "" : "s"));
  EXPECT_EQ(seen["verdict"], verdict_text(run, state).words.str());
  EXPECT_EQ(seen["sentence"], step_sentences(run, state).front().str());
  if (is_idle) {
    EXPECT_EQ(seen["detail"], fmt::format("done in {}, idle for {}", state.steps, step + 1 - state.steps));
  } else {
    EXPECT_EQ(seen["detail"], verdict_text(run, state).detail.str());
  }
  EXPECT_NE(seen["place"].get<std::string>().find(fmt::format("line {} ", access.source_line)), std::string::npos);
  EXPECT_NE(seen["place"].get<std::string>().find(fmt::format("{} {} of ", unit, std::min(step + 1, state.steps))),
            std::string::npos);
  if (access.space == Space::global) {
    EXPECT_EQ(seen["cells"].size(), 0U);
    ASSERT_EQ(seen["sectors"].size(), is_idle ? 0U : 1U);
    // All lanes that are served now have a byte in the sector.
    for (const unsigned lane : lanes_of(now)) {
      const std::string words = seen["sectors"][0].get<std::string>();
      const std::uint64_t sector = std::stoull(words.substr(words.find("0x")), nullptr, 16);
      EXPECT_LT(access.addresses[lane], sector + run.machine.sector_bytes) << words;
      EXPECT_GT(access.addresses[lane] + access.width, sector) << words;
    }
    return;
  }
  // Elements that lanes reach by their addresses, in words of one bank each.
  const unsigned bank_bytes = run.machine.bank_bytes;
  if (!run.tile || access.width > bank_bytes || run.tile->element_bytes > bank_bytes) return;
  std::map<std::uint64_t, std::set<unsigned>> cells;
  for_each_lane(now, [&](unsigned lane) {
    const std::uint64_t address = access.addresses[lane];
    if (address < run.tile->base || address >= run.tile->base + run.tile->bytes()) return;
    cells[(address - run.tile->base) / run.tile->element_bytes].insert(lane);
  });
  ASSERT_EQ(seen["cells"].size(), cells.size());
  std::set<unsigned> words;
  for (const Json& cell : seen["cells"]) {
    const auto element = cell["cell"].get<std::uint64_t>();
    ASSERT_TRUE(cells.contains(element)) << element;
    const std::uint64_t address = run.tile->base + element * run.tile->element_bytes;
    const auto bank = static_cast<unsigned>(address / bank_bytes % run.machine.banks);
    EXPECT_EQ(cell["bank"], bank);
    EXPECT_EQ(cell["text"], std::to_string(bank));
    EXPECT_EQ(cell["lanes"], fmt::format("{}", fmt::join(cells[element], ",")));
    const ui::Colour colour = ui::bank_colour(ui::theme_of(ui::ThemeName::light), ui::Palette::wheel, bank,
                                              run.machine.banks, ui::CellStrength::now);
    EXPECT_EQ(cell["colour"], fmt::format("rgb({}, {}, {})", colour & 0xFF, colour >> 8 & 0xFF, colour >> 16 & 0xFF));
  }
}

/// All steps that a driven page showed, from the first to the last, and what else the driver tried.
void HtmlTest::expect_walk(const Json& seen, bool sees_both) const {
  ASSERT_TRUE(seen.is_object()) << "the page did not come to its end";
  const std::uint32_t warp = session.player().position().warp;
  const bool compares = session.comparing();
  std::array<std::vector<std::uint32_t>, 2> own;
  for (const Side side : kSides) {
    const SideView& view = session.side(side);
    if (!view.timeline) continue;
    for (const std::uint32_t request : view.timeline->of_warp(warp)) {
      own[index_of(side)].push_back(view.timeline->requests()[request].steps);
    }
  }
  ASSERT_TRUE(!compares || own[0].size() == own[1].size());
  std::size_t at = 0;
  std::vector<std::string> steps;
  std::uint32_t all = 0;
  for (std::uint32_t request = 0; request < own[0].size(); ++request) {
    all += std::max(own[0][request], compares ? own[1][request] : 0);
  }
  ASSERT_EQ(seen["walk"].size(), all);
  for (std::uint32_t request = 0; request < own[0].size(); ++request) {
    const std::uint32_t length = std::max(own[0][request], compares ? own[1][request] : 0);
    for (std::uint32_t step = 0; step < length; ++step, ++at) {
      SCOPED_TRACE(fmt::format("request {}, step {}", request, step));
      const Json& look = seen["walk"][at];
      steps.push_back(fmt::format("Step {} of {}", at + 1, all));
      EXPECT_EQ(look["step"], steps.back());
      EXPECT_EQ(look["scrub"], at);
      ASSERT_EQ(look["sides"].size(), sees_both ? 2U : 1U);
      expect_step(look["sides"][0], Side::a, warp, request, step);
      if (sees_both) expect_step(look["sides"][1], Side::b, warp, request, step);
      EXPECT_NE(look["live"].get<std::string>().find(look["sides"][0]["sentence"].get<std::string>()),
                std::string::npos);
      if (HasFailure()) return;
    }
  }
  EXPECT_EQ(seen["played"], steps) << "playing shows every step once";
  EXPECT_EQ(seen["playing"], "Pause");
  EXPECT_EQ(seen["opened"]["step"], steps[session.player().step_index()]);
  EXPECT_EQ(seen["last"], steps.back());
  EXPECT_EQ(seen["back"], steps[all - 2]);
  EXPECT_EQ(seen["scrubbed"], steps[2]);
  EXPECT_EQ(seen["nextRequest"], steps[std::min(std::max(own[0][0], compares ? own[1][0] : 0), all - 1)]);
  EXPECT_EQ(seen["theme"], "light");
  EXPECT_EQ(seen["otherTheme"], "dark");
  EXPECT_EQ(seen["nameless"], 0) << "controls and pictures without a name";
  EXPECT_LE(seen["tooWide"], 0) << "the page is wider than its window";
  EXPECT_EQ(seen["loaded"], 0) << "the page loaded something";
  EXPECT_EQ(seen["refused"].size(), 1U) << "the page may load something";
}

TEST_F(HtmlTest, FromADiskAComparisonShowsEveryStepOfTheProgram) {
  if (!has_browser()) GTEST_SKIP() << "chromium was not found on this machine";
  const std::string html = page_of("bankloom square/setRowReadCol vs square/setRowReadCol IPAD=1");
  const Json seen = browse(driven(html), "1280,720");
  expect_walk(seen, true);
  if (HasFailure()) return;
  const Json last = seen["last"];
  EXPECT_EQ(seen["shown"], Json({{"a", last, 1}, {"b", last, 1}, {"ab", last, 1}}));
  EXPECT_EQ(seen["clicked"], Json({"a", "b", "ab"}));
  // The kernel stores an element's own index.
  std::vector<std::string> values;
  for (int element = 0; element < 1024; ++element) values.push_back(std::to_string(element));
  EXPECT_EQ(seen["values"], values);
  EXPECT_EQ(seen["firstValues"], 32) << "the first step is the whole store of a warp, and nothing else is stored yet";
  // Played to its end it has a result, which goes with the next key.
  EXPECT_EQ(seen["unplayedResult"], true);
  ASSERT_TRUE(seen["result"].is_object()) << seen["result"];
  EXPECT_EQ(seen["result"]["title"], "Wavefronts of the request in line 9");
  EXPECT_EQ(seen["result"]["counts"], Json({"32", "1"}));
  EXPECT_EQ(seen["result"]["times"], Json({"", ""})) << "no times are known here";
  EXPECT_NEAR(seen["result"]["wide"][0].get<double>(), 1, 0.01);
  EXPECT_NEAR(seen["result"]["wide"][1].get<double>(), 1.0 / 32, 0.02);
  EXPECT_EQ(seen["resultAfter"], true);
}

TEST_F(HtmlTest, InsideAnotherPageEveryKindOfKernelShowsEveryStep) {
  if (!has_browser()) GTEST_SKIP() << "chromium was not found on this machine";
  const std::string hostile = "s[t] = 2 < t;  // </script><script>document.body.remove()</script> {{style}} &amp; <!--";
  const auto file = scratch_.write("hostile.cu",
                                   "// launch: k<<<1, 64>>>(out)\n__global__ void k(int* out) {\n"
                                   "  __shared__ int s[64];\n  int t = threadIdx.x;\n  " +
                                       hostile + "\n  out[t] = s[t];\n}\n");
  const std::vector<std::pair<std::string, int>> scenes{
      {"bankloom square/setRowReadCol vs square/setRowReadCol IPAD=1 at=3:0:0", 360},
      {"bankloom coalescing/addStrided STRIDE=8 at=1:0:5", 360},
      {"bankloom mistakes/pastTheTile", 800},
      {"bankloom elements/doublePerLane", 500},
      {"bankloom square/setRowReadCol BDIMX=10 BDIMY=10 machine=didactic5", 1000},
      {"bankloom own=" + file.string(), 900},
  };
  std::string frames;
  for (const auto& [line, width] : scenes) {
    const std::string html = replaced(replaced(driven(page_of(line)), "&", "&amp;"), "\"", "&quot;");
    frames += fmt::format("<iframe width=\"{}\" height=\"600\" srcdoc=\"{}\"></iframe>\n", width, html);
  }
  const Json all = browse("<!doctype html><body>" + frames + R"js(<script>
    setInterval(() => {
      const texts = [...document.querySelectorAll("iframe")].map((frame) => frame.contentDocument.getElementById("seen"));
      if (document.getElementById("seen") || texts.some((text) => !text)) return;
      const written = document.createElement("pre");
      written.id = "seen";
      written.textContent = `[${texts.map((text) => text.textContent).join(",")}]`;
      document.body.append(written);
    }, 20);
  </script></body>)js",
                          "1280,900");
  ASSERT_EQ(all.size(), scenes.size()) << "a page did not come to its end";
  for (std::size_t i = 0; i < scenes.size(); ++i) {
    SCOPED_TRACE(scenes[i].first);
    show(scenes[i].first);
    expect_walk(all[i], false);
  }
  // In a narrow frame one side is seen, and c changes it.
  const Json last = all[0]["last"];
  EXPECT_EQ(all[0]["shown"], Json({{"a", last, 1}, {"b", last, 1}, {"a", last, 1}}));
  EXPECT_EQ(all[0]["clicked"], Json({"a", "b"}));
  EXPECT_EQ(all[1]["result"], nullptr) << "nothing is compared";
  // A lane that reads past the tile is marked, and where it reads is said.
  const Json& fault = all[2]["opened"]["sides"][0];
  EXPECT_EQ(fault["bad"], Json({31}));
  EXPECT_EQ(fault["note"], "byte 256: 0 bytes after the array");
  // A kernel's text cannot end the script, nor be taken for a part of the page.
  EXPECT_EQ(all[5]["walk"][0]["sides"][0]["code"], hostile);
}

TEST_F(HtmlTest, IsSmallAndAsksTheNetworkForNothing) {
  const std::string html = page_of("bankloom square/setRowReadCol vs square/setRowReadCol IPAD=1");
  EXPECT_LT(html.size(), 200'000U);
  EXPECT_NE(html.find("content=\"default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'\""),
            std::string::npos);
  for (const char* const way : {"http:", "https:", "src=", "href=", "url(", "@import", "fetch(", "XMLHttpRequest"}) {
    EXPECT_EQ(html.find(way), std::string::npos) << way;
  }
}

/// What a page shows and what a screen reader says of it, where English words stand outside the brackets of the
/// pseudo-language, in each state of its controls.
constexpr const char* kUntranslated = R"js(<script>
(async () => {
  const key = (name) => document.body.dispatchEvent(new KeyboardEvent("keydown", {key: name, bubbles: true}));
  const untranslated = new Set();
  const names = new Set([...document.querySelectorAll("h2, .tile-title")].map((one) => one.textContent));
  const look = (words) => {
    if (names.has(words)) return;
    let outside = String(words);
    // The innermost brackets first: a text may stand in another one.
    for (let before = ""; before !== outside;) [before, outside] = [outside, outside.replace(/\[[^\[\]]*\]/g, "")];
    if (/[A-Za-z]{3,}/.test(outside)) untranslated.add(words);
  };
  const lookAtAll = () => {
    for (const one of document.querySelectorAll("body *:not(script):not(style):not(.code):not(noscript):not(#title)")) {
      for (const node of one.childNodes) if (node.nodeType === Node.TEXT_NODE) look(node.data.trim());
      for (const name of ["title", "aria-label", "aria-valuetext"]) if (one.id !== "caption" && one.getAttribute(name)) look(one.getAttribute(name));
    }
  };
  await new Promise((resolve) => setTimeout(resolve, 200));
  for (let i = 0; i < 40; ++i) {
    for (const cell of document.querySelectorAll(".cell")) cell.dispatchEvent(new MouseEvent("mouseover", {bubbles: true}));
    lookAtAll();
    key("ArrowRight");
  }
  key("Home");
  key(" ");
  document.getElementById("theme").click();
  lookAtAll();
  const written = document.createElement("pre");
  written.id = "seen";
  written.textContent = JSON.stringify({language: document.documentElement.lang, untranslated: [...untranslated], paces: document.getElementById("pace").options.length})
      .replace(/[<>&\u0080-\uffff]/g, (letter) => "\\u" + letter.charCodeAt(0).toString(16).padStart(4, "0"));
  document.body.append(written);
})();
</script></body>)js";

TEST_F(HtmlTest, SpeaksTheLanguageOfTheProgram) {
  if (!has_browser()) GTEST_SKIP() << "chromium was not found on this machine";
  const std::filesystem::path folder = std::filesystem::path(BANKLOOM_SOURCE_DIR) / kLanguageFolder;
  for (const char* const line :
       {"bankloom square/setRowReadCol vs square/setRowReadCol IPAD=1", "bankloom coalescing/addStrided STRIDE=8"}) {
    show(line);
    ASSERT_TRUE(set_language(kPseudoLanguage, folder).has_value());
    const auto made = page();
    ASSERT_TRUE(set_language(kEnglish, folder).has_value());
    ASSERT_TRUE(made.has_value()) << made.error().message;
    const Json seen = browse(replaced(*made, "</body>", kUntranslated), "1280,720");
    ASSERT_TRUE(seen.is_object()) << "the page did not come to its end";
    EXPECT_EQ(seen["language"], kPseudoLanguage);
    EXPECT_EQ(seen["untranslated"], Json::array()) << line;
    EXPECT_EQ(seen["paces"], 7);
  }
}

TEST_F(HtmlTest, RefusesInOneSentence) {
  show("bankloom square/setRowReadCol");
  const auto refused = [&](const ui::HtmlOptions& options) {
    const auto made = page(options);
    return made ? std::string("made") : made.error().message;
  };
  EXPECT_EQ(refused({.from = 5, .to = 4}), "a page cannot go from step 5 to step 4: it plays forwards");
  EXPECT_EQ(refused({.to = 37}), "there is no step 37: there are 37, numbered from 0 to 36");
  EXPECT_EQ(refused({.from = 1, .to = 2}), "made");
  EXPECT_NE(ui::scene_html(session, scratch_.path()).error().message.find("player.html"), std::string::npos);
}

}  // namespace
}  // namespace bankloom::test
