#include "ui/html_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/files.h"
#include "core/base/json.h"
#include "core/base/language.h"
#include "core/base/text_lines.h"
#include "core/wording/fault_text.h"
#include "core/wording/measurement.h"
#include "core/wording/picture_text.h"
#include "core/wording/run_text.h"
#include "ui/export.h"
#include "ui/panels/headline.h"
#include "ui/panels/side_style.h"
#include "ui/result_card.h"
#include "ui/tile_marks.h"
#include "ui/tile_picture.h"
#include "ui/tile_placement.h"
#include "ui/widgets/bank_palette.h"

namespace bankloom::ui {
namespace {

using Json = nlohmann::ordered_json;

/// The page's texts, each once: steps name them by their index.
class WordList {
 public:
  std::size_t index(const std::string& words) {
    const auto [known, is_new] = indices_.try_emplace(words, list_.size());
    if (is_new) list_.push_back(words);
    return known->second;
  }
  [[nodiscard]] const Json& list() const { return list_; }

 private:
  std::map<std::string, std::size_t> indices_;
  Json list_ = Json::array();
};

/// By RequestQuality.
constexpr std::array<std::string_view, 3> kQualities{"good", "wasteful", "neutral"};

// ---- one side -------------------------------------------------------------------------------------------------------

/// What the page has of a side: the tile once, its requests, and its steps.
class HtmlSide {
 public:
  HtmlSide(const Session& session, Side side, WordList& words) : session_(&session), side_(side), words_(&words) {
    const KernelRun& run = *view().run;
    if (const auto tile = drawn_tile(run)) {
      // An array of one row is broken as in a room that is wider than high.
      placement_.emplace(*tile, run.machine, folding_of(*tile, run.machine, 3, 1));
    }
    if (const Kernel* kernel = session.kernel(side)) lines_ = split_lines(kernel->source);
  }

  [[nodiscard]] std::uint64_t cells() const { return placement_ ? placement_->elements() * placement_->parts() : 0; }

  /// Adds the player's present step.
  void add_step();

  [[nodiscard]] Json json() const {
    return {{"name", session_->comparing() ? side_name(side_) : ""},
            {"title", side_caption(*session_, side_)},
            {"launch", launch_text(*view().run).str()},
            {"tile", tile_json()},
            {"requests", requests_},
            {"steps", steps_}};
  }

 private:
  [[nodiscard]] const SideView& view() const { return session_->side(side_); }
  [[nodiscard]] std::size_t word(const std::string& words) { return words_->index(words); }
  [[nodiscard]] Json tile_json() const;
  [[nodiscard]] Json request_json() const;
  [[nodiscard]] Json changed_values();
  [[nodiscard]] std::string lanes_words() const;

  const Session* session_;
  Side side_;
  WordList* words_;
  std::optional<TilePlacement> placement_;
  std::vector<std::string> lines_;                      ///< of the kernel's text
  std::vector<std::string> values_;                     ///< by element, at the last step
  std::map<std::uint32_t, std::size_t> request_index_;  ///< in requests_, by index in the timeline's
  Json requests_ = Json::array(), steps_ = Json::array();
};

/// A bank for each part of each element, -1 for a part that an element does not have.
Json HtmlSide::tile_json() const {
  if (!placement_) return nullptr;
  Json banks = Json::array(), padding = Json::array();
  for (std::uint64_t element = 0; element < placement_->elements(); ++element) {
    if (placement_->is_padding(element)) padding.push_back(element);
    for (unsigned part = 0; part < placement_->parts(); ++part) {
      const TilePart placed = placement_->part(element, part);
      banks.push_back(placed.bytes == 0 ? -1 : static_cast<int>(placed.bank));
    }
  }
  const GridShape shape = placement_->logical_shape();
  return {{"title", tile_text(placement_->tile(), view().run->tile.has_value()).str()},
          {"columns", shape.columns},
          {"lines", shape.lines},
          {"parts", placement_->parts()},
          {"folded", placement_->folded()},
          {"banks", std::move(banks)},
          {"padding", std::move(padding)}};
}

/// Of the present request: its line, and what is served in which of its steps: cells and words of banks, or sectors.
Json HtmlSide::request_json() const {
  const KernelRun& run = *view().run;
  const StepState& state = *view().state;
  const std::uint32_t line = state.request.source_line;
  Json cells = Json::array(), words = Json::array(), sectors = Json::array(), bad_cells = Json::array();
  LaneMask outside = 0, bad = 0;
  if (state.access.space == Space::shared) {
    const std::uint32_t request = present_request(view());
    TileMarks marks;
    for (std::uint32_t step = 0; step < state.steps; ++step) {
      const StepState at = step_state(run, *view().timeline, request, step);
      if (placement_) {
        marks.set(*placement_, &at, &at.cost);
        outside |= marks.outside();
        for (const TileMark& mark : marks.all()) {
          if (mark.now != 0) cells.push_back({mark.element * placement_->parts() + mark.part, step, mark.now});
        }
      }
      if (at.phase >= at.cost.phases.size()) continue;
      for (const BankLoad& bank : at.cost.phases[at.phase].banks) {
        for (const BankLoad::Word& asked : bank.words) {
          if (asked.wavefront == at.wavefront_of_phase) words.push_back({bank.bank, step, asked.lanes});
        }
      }
    }
  } else if (state.access.space == Space::global) {
    for (const SectorFetch& fetch : sector_fetches(run.machine, state.access)) {
      sectors.push_back({fmt::format("0x{:x}", fetch.sector * run.machine.sector_bytes), fetch.lanes});
    }
  }
  std::string note;
  if (placement_ && state.access.space != Space::shared) {
    note = elsewhere_wordings(state.access, view().facts().request_cost()).front();
  } else if (outside != 0 && cells.empty()) {
    note = outside_text();
  }
  std::vector<std::pair<std::uint64_t, unsigned>> beyond;
  for (const FaultyLane& lane : faulty_lanes(view())) {
    bad |= lane_bit(lane.lane);
    if (!placement_ || lane.space != Space::shared) continue;
    for (const TileGeometry::Element& cell : lane.cells) bad_cells.push_back(placement_->index(cell));
    if (lane.cells.empty() && lane.kind == simt::FaultKind::out_of_bounds) beyond.emplace_back(lane.address, lane.lane);
  }
  if (!beyond.empty()) {
    note = beyond_text(placement_->tile(), beyond.front().first, static_cast<unsigned>(beyond.size()) - 1);
  }
  return {{"line", line},
          {"code", line == 0 || line > lines_.size() ? std::string_view() : trim(lines_[line - 1])},
          {"space", space_name(state.access.space)},
          {"op", access_op_name(state.access.op)},
          {"steps", state.steps},
          {"quality", kQualities.at(static_cast<std::size_t>(state.quality()))},
          {"cells", std::move(cells)},
          {"words", std::move(words)},
          {"sectors", std::move(sectors)},
          {"note", std::move(note)},
          {"bad", bad},
          {"badCells", std::move(bad_cells)}};
}

/// Elements whose value is another than at the step before, with the value.
Json HtmlSide::changed_values() {
  Json changed = Json::array();
  if (!placement_ || !view().shared) return changed;
  values_.resize(placement_->elements());
  for (std::uint64_t element = 0; element < values_.size(); ++element) {
    const ShortText now = value_label(*placement_, *view().shared, element);
    if (now.view() == values_[element]) continue;
    values_[element] = now.view();
    changed.push_back({element, word(values_[element])});
  }
  return changed;
}

/// "lane 9 served now · lanes 0-8 done · lanes 10-31 waiting".
std::string HtmlSide::lanes_words() const {
  const StepState& state = *view().state;
  std::vector<std::string> groups;
  for (const auto& [lanes, reached] : {std::pair{state.now, LaneState::now}, std::pair{state.done, LaneState::done},
                                       std::pair{state.waiting, LaneState::waiting}}) {
    if (lanes != 0) groups.push_back(lanes_state_text(lanes, reached));
  }
  return join(groups, " · ");
}

/// A step's columns in the page, in the order of add_step(); texts are indices in the list of words.
constexpr std::array kColumns{"request", "step", "now",      "done",  "waiting", "verdict", "detail",
                              "number",  "of",   "sentence", "place", "lanes",   "values"};

void HtmlSide::add_step() {
  const auto& state = view().state;
  Json request = nullptr;
  std::uint32_t served = 0;  // steps of the request before this one
  LaneMask now = 0, done = 0, waiting = 0;
  CounterText counter;
  std::string place, lanes;
  if (state) {
    const auto [known, is_new] = request_index_.try_emplace(present_request(view()), requests_.size());
    if (is_new) requests_.push_back(request_json());
    request = known->second;
    served = state->idle != 0 ? state->steps : state->step;
    now = state->now, done = state->done, waiting = state->waiting;
    counter = counter_text(state->access.space, state->step, state->steps, Length::full);
    place = place_text(*state, Length::full);
    lanes = lanes_words();
  }
  steps_.push_back({std::move(request), served, now, done, waiting, word(verdict_of(view()).words),
                    word(details_of(view()).front()), word(counter.number), word(counter.of),
                    word(sentences_of_side(*session_, side_).front()), word(place), word(lanes), changed_values()});
}

// ---- colours --------------------------------------------------------------------------------------------------------

std::string hex(Colour colour) {
  return fmt::format("#{:02x}{:02x}{:02x}", colour & 0xFF, colour >> 8 & 0xFF, colour >> 16 & 0xFF);
}

/// The colours of a theme and its banks as variables of a style sheet.
std::string theme_style(const Theme& theme, Palette palette, unsigned banks) {
  const std::string root = fmt::format(":root[data-theme=\"{}\"]", kThemeNames[static_cast<std::size_t>(theme.name)]);
  std::string style = root + " {";
  const std::pair<std::string_view, Colour> roles[] = {
      {"window", theme.window},
      {"surface", theme.surface},
      {"raised", theme.raised},
      {"raised-hover", theme.raised_hover},
      {"selected", theme.selected},
      {"line", theme.line},
      {"text", theme.text},
      {"muted", theme.text_muted},
      {"faint", theme.text_faint},
      {"accent-a", theme.accent_a},
      {"accent-b", theme.accent_b},
      {"on-accent", theme.on_accent},
      {"good", theme.good},
      {"bad", theme.bad},
      {"neutral", theme.neutral},
      {"store", theme.store},
      {"load", theme.load},
      {"global", theme.global},
      {"on-global", text_on(theme.global)},
      {"padding", theme.padding_fill},
      {"hatch", theme.padding_hatch},
      {"now-border", theme.now_border},
  };
  for (const auto& [name, colour] : roles) style += fmt::format(" --{}: {};", name, hex(colour));
  style += " }\n";
  BankPalette inks;
  inks.load(theme, palette, banks);
  using State = BankPalette::State;
  for (unsigned bank = 0; bank < banks; ++bank) {
    style += fmt::format("{} .bank{} {{", root, bank);
    for (const auto& [name, state] :
         {std::pair{"resting", State::resting}, std::pair{"aside", State::aside}, std::pair{"waiting", State::waiting},
          std::pair{"now", State::now}, std::pair{"done", State::done}, std::pair{"hatching", State::padding}}) {
      const BankPalette::Ink& ink = inks.ink(bank, state);
      style += fmt::format(" --{0}: {1}; --{0}-ink: {2};", name, hex(ink.fill), hex(ink.text));
    }
    style += " }\n";
  }
  return style;
}

// ---- the page -------------------------------------------------------------------------------------------------------

/// The words of the page itself, which stand in its {{places}} and are asked for by name in its script.
struct PageText {
  std::string_view name, english;
};
constexpr PageText kPageTexts[] = {
    {"no-script",
     "This page plays a bankloom scene with JavaScript, which is turned off in this browser: turn it on for this "
     "page."},
    {"sides", "Sides"},
    {"a-alone", "A alone (a)"},
    {"b-alone", "B alone (b)"},
    {"both", "A and B"},
    {"both-help", "Both side by side (c)"},
    {"in-cells", "In the cells"},
    {"banks", "Banks"},
    {"banks-help", "The bank of each cell"},
    {"values", "Values"},
    {"values-help", "The value of each cell, once it is stored"},
    {"lanes", "Lanes"},
    {"lanes-help", "The lanes that access a cell in this request"},
    {"first", "First step"},
    {"first-help", "First step (Home)"},
    {"back", "One step back"},
    {"back-help", "One step back (Left arrow)"},
    {"play", "Play"},
    {"pause", "Pause"},
    {"play-help", "Play or pause (Space)"},
    {"forward", "One step forward"},
    {"forward-help", "One step forward (Right arrow)"},
    {"last", "Last step"},
    {"last-help", "Last step (End)"},
    {"step", "Step"},
    {"step-of", "Step {step} of {all}"},
    {"pace", "Pace"},
    {"pace-help", "Steps a second"},
    {"dark", "Dark"},
    {"dark-help", "Use dark colours"},
    {"light", "Light"},
    {"light-help", "Use light colours"},
    {"side", "Side {name}: {title}"},
    {"lanes-row", "Lanes, each with its bank"},
    {"tile-picture", "{title}, each cell in the colour of its bank"},
    {"cell", "row {row}, column {column}: bank {bank}"},
    {"cell-of-list", "element {item}: bank {bank}"},
    {"cell-value", "value {value}"},
    {"cell-lanes", "lanes {lanes}"},
    {"sectors-title", "Sectors of global memory, with their lanes"},
    {"sectors", "Sectors of the request, in the order in which they are moved"},
    {"sector", "sector at {address}"},
    {"sector-lanes", "sector at {address}: lanes {lanes}"},
    {"words", "Words requested from each bank"},
    {"bank-lanes", "bank {bank}: lanes {lanes}"},
    {"lane-now", "lane {lane}: served now"},
    {"lane-done", "lane {lane}: done"},
    {"lane-waiting", "lane {lane}: waiting"},
    {"lane-inactive", "lane {lane}: inactive"},
    {"lane-bank", "bank {banks}"},
    {"lane-banks", "banks {banks}"},
    {"spoken", "{verdict}. {sentence}"},
    {"named", "{name}: {words}"},
};

/// The paces that a page offers, each with its words; 0 is that of requests that begin slowly.
Json paces_json(std::optional<double> chosen) {
  std::set<double> paces{0, 1, 2, 4, 6, 12, 25};
  if (chosen) paces.insert(*chosen);
  return json_list(paces, [](double pace) {
    const auto number = [](double steps) { return with_decimal_sign(fmt::format("{:g}", steps)); };
    if (pace == 0) return Json{pace, message("1–{} steps/s", number(Pace().speed()))};
    return Json{pace, pace == 1 ? message("1 step/s") : message("{} steps/s", number(pace))};
  });
}

/// Text between tags, or in an attribute's quotation marks.
std::string html_text(std::string_view text) {
  std::string escaped;
  for (const char letter : text) {
    switch (letter) {
      case '&':
        escaped += "&amp;";
        break;
      case '<':
        escaped += "&lt;";
        break;
      case '"':
        escaped += "&quot;";
        break;
      default:
        escaped += letter;
    }
  }
  return escaped;
}

/// JSON in a script element, which ends at "</script" wherever that stands.
std::string script_json(const Json& json) {
  std::string text;
  for (const char letter : json.dump(-1, ' ', false, Json::error_handler_t::replace)) {
    if (letter == '<') {
      text += "\\u003c";
    } else {
      text += letter;
    }
  }
  return text;
}

/// A page's text with what stands in the places of its {{names}}, which are looked for in the page alone.
std::string filled(std::string_view page, const std::map<std::string_view, std::string>& places) {
  std::string text;
  while (true) {
    const std::size_t begin = page.find("{{"), end = page.find("}}", begin);
    if (end == std::string_view::npos) return text += page;
    text += page.substr(0, begin);
    text += places.at(page.substr(begin + 2, end - begin - 2));
    page.remove_prefix(end + 2);
  }
}

/// The page's words, for its places and for what its script writes.
std::map<std::string_view, std::string> page_texts() {
  std::map<std::string_view, std::string> texts;
  for (const auto& [name, english] : kPageTexts) texts.emplace(name, html_text(translated(english)));
  return texts;
}
Json player_texts() {
  Json texts = Json::object();
  for (const auto& [name, english] : kPageTexts) texts[name] = translated(english);
  return texts;
}

/// What a comparison ends with: a bar and a time for each side; null where nothing differs, or where the page ends
/// before its last step.
Json result_json(const Session& session, const HtmlOptions& options, bool is_to_the_end) {
  const auto result = is_to_the_end ? result_of(session, options.measures) : std::nullopt;
  if (!result) return nullptr;
  Json bars = Json::array();
  for (const ComparisonResult::Bar& bar : result->bars) {
    bars.push_back({{"count", bar.count}, {"time", bar.time}, {"origin", bar.origin}});
  }
  return {{"title", result->title}, {"bars", std::move(bars)}};
}

/// Where the page's numbers come from: the times of `measures`, too.
std::string origin_of(const Session& session, Measures* measures) {
  PictureOptions origins;
  origins.moves = true;
  origins.measures = measures;
  return caption_of(session, origins).back();
}

/// The colours of both themes, after those of the page.
std::string page_style(std::string style, Palette palette, unsigned banks) {
  for (const ThemeName theme : {ThemeName::dark, ThemeName::light})
    style += theme_style(theme_of(theme, palette), palette, banks);
  return style;
}

/// The first and the last step of the page.
Result<std::pair<std::uint64_t, std::uint64_t>> steps_of(const HtmlOptions& options, std::uint64_t steps) {
  const std::uint64_t from = options.from.value_or(0), to = options.to.value_or(steps - 1);
  if (from > to) return fail("a page cannot go from step {} to step {}: it plays forwards", from, to);
  if (to >= steps) return fail("there is no step {}: there are {}, numbered from 0 to {}", to, steps, steps - 1);
  if (to - from >= kMostHtmlSteps) {
    return fail("{} steps are too many for a page, which holds {}; choose some with --from and --to", to - from + 1,
                kMostHtmlSteps);
  }
  return std::pair(from, to);
}

}  // namespace

Result<std::string> scene_html(Session& session, const std::filesystem::path& assets, const HtmlOptions& options) {
  const auto folder = assets / "html";
  TRY(const auto page, read_file(folder / "player.html"));
  TRY(auto style, read_file(folder / "player.css"));
  TRY(auto script, read_file(folder / "player.js"));

  Player& player = session.player();
  if (player.sequence().empty()) return fail("there is nothing to play: the kernel accesses no memory");
  const std::uint64_t steps = player.sequence().count();
  TRY(const auto range, steps_of(options, steps));
  const auto [from, to] = range;
  WordList words;
  std::vector<HtmlSide> sides;
  for (const Side side : shown_sides(session)) {
    if (session.side(side).run == nullptr) return fail("there is nothing to play: a kernel has not run");
    sides.emplace_back(session, side, words);
    if (sides.back().cells() > kMostHtmlCells) {
      return fail("a tile of {} cells is too large for a page, which holds {}; choose a smaller one",
                  sides.back().cells(), kMostHtmlCells);
    }
  }
  const Player before = player;
  // Seconds of each step where requests begin slowly, and of the still picture after it.
  Json seconds = Json::array();
  for (std::uint64_t step = from; step <= to; ++step) {
    player.go_to_step(step);
    player.rest();
    const StepPlace place = player.sequence().cursor(player.position()).place();
    seconds.push_back({Pace().seconds(place), Pace().seconds_after(place)});
    for (HtmlSide& side : sides) side.add_step();
  }
  player = before;

  const KernelRun& run = *session.side(Side::a).run;
  const Json result = result_json(session, options, to + 1 == steps);
  std::map<std::string_view, std::string> places = page_texts();
  const Json scene = {{"scene", scene_to_line(session.snapshot())},
                      {"title", caption_of(session).front()},
                      {"origin", origin_of(session, result.is_null() ? nullptr : options.measures)},
                      {"first", from},
                      {"all", steps},
                      {"start", std::clamp(player.step_index(), from, to) - from},
                      {"pace", options.steps_per_second.value_or(0)},
                      {"seconds", std::move(seconds)},
                      {"paces", paces_json(options.steps_per_second)},
                      {"banks", run.machine.banks},
                      {"sectorBytes", run.machine.sector_bytes},
                      {"lineBytes", run.machine.line_bytes},
                      {"texts", player_texts()},
                      {"words", words.list()},
                      {"columns", kColumns},
                      {"result", result},
                      {"sides", json_list(sides, [](const HtmlSide& side) { return side.json(); })}};
  std::string tag(language());
  std::ranges::replace(tag, '_', '-');
  places.insert({{"language", std::move(tag)},
                 {"style", page_style(std::move(style), options.palette, run.machine.banks)},
                 {"script", std::move(script)},
                 {"scene", script_json(scene)}});
  return filled(page, places);
}

}  // namespace bankloom::ui
