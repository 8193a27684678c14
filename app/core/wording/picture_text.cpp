#include "core/wording/picture_text.h"

#include <algorithm>

#include "core/base/grouped.h"
#include "core/base/language.h"
#include "core/base/text_lines.h"
#include "core/ptx/argument_spec.h"
#include "core/wording/numbers.h"
#include "core/wording/run_text.h"

namespace bankloom {

using namespace wording;

namespace {

/// Chooses between "wavefronts" and "sectors".
Case unit_of(Space space) { return Case{space == Space::shared ? 0U : 1U}; }

Text count_text(const TimelineRequest& request) {
  return plural(request.steps, request.space == Space::shared ? "# wavefront|# wavefronts" : "# sector|# sectors");
}

Text cost_text(const TimelineRequest& request) {
  const RequestCounts& counts = request.counts;
  if (request.space == Space::global) {
    return say("{sectors:# sector|# sectors} in {lines:# line|# lines} of memory", "sectors"_a = Count{counts.sectors},
               "lines"_a = Count{counts.lines});
  }
  if (request.space != Space::shared) return say("its cost is not modelled");
  if (counts.bank_conflicts == 0) {
    return say("{wavefronts:# wavefront|# wavefronts}{phases:| in # phases}, no bank conflict",
               "wavefronts"_a = Count{counts.wavefronts}, "phases"_a = Count{counts.phases});
  }
  return say(
      "{wavefronts:# wavefront|# wavefronts}{phases:| in # phases}, {conflicts:# bank conflict|# bank conflicts}",
      "wavefronts"_a = Count{counts.wavefronts}, "phases"_a = Count{counts.phases},
      "conflicts"_a = Count{counts.bank_conflicts});
}

/// `left_out` lines had no room.
Text with_lines_left_out(const Text& words, std::size_t left_out) {
  if (left_out == 0) return words;
  return say("{words}; {lines:# more line|# more lines}", "words"_a = words, "lines"_a = Count{left_out});
}

}  // namespace

// ---- the kernel and its launch

Text launch_text(const RunSummary& run) {
  const auto counted = [](std::uint64_t count, const Text& one, const Text& several) {
    return count == 1 ? one : several;
  };
  const Text threads = counted(run.instance.block.count(), say("one thread"),
                               say("{extent} threads", "extent"_a = extent_text(run.instance.block)));
  Text blocks =
      counted(run.instance.grid.count(), say("one block of {threads}", "threads"_a = threads),
              say("{extent} blocks of {threads}", "extent"_a = extent_text(run.instance.grid), "threads"_a = threads));
  if (!run.tile) return blocks;
  return say("{blocks}, {element}", "blocks"_a = blocks, "element"_a = ptx::element_type_name(run.tile->element));
}

Text part_text(const RunSummary& run) {
  return say("{done} of {blocks:# block|# blocks} so far", "done"_a = grouped(run.statistics.blocks),
             "blocks"_a = Count{run.grid.count()});
}

Text part_meaning_text() {
  return say(
      "The picture shows this code. Totals of all blocks, faults in others and the complete output follow when the "
      "other blocks have been executed.");
}

Text recorded_text(const RunSummary& run) {
  const std::uint64_t blocks = run.instance.grid.count();
  if (run.cut_after != 0) {
    return say("first {requests} requests of block {block} recorded", "requests"_a = Count{run.cut_after},
               "block"_a = Count{run.first_recorded});
  }
  if (run.recorded_blocks >= blocks) return {};
  if (run.first_recorded != 0) {
    return say("blocks {first} to {last} of {blocks} recorded", "first"_a = Count{run.first_recorded},
               "last"_a = Count{run.first_recorded + run.recorded_blocks - 1}, "blocks"_a = Count{blocks});
  }
  return say("{recorded:first|first #} of {blocks} blocks recorded", "recorded"_a = Count{run.recorded_blocks},
             "blocks"_a = Count{blocks});
}

Text recorded_meaning_text(const RunSummary& run) {
  if (run.cut_after != 0) {
    return say(
        "The block makes more requests than can be kept: only the first {requests} are shown. All {blocks:# block|# "
        "blocks} were executed, and all their requests are counted in the totals.",
        "requests"_a = Count{run.cut_after}, "blocks"_a = Count{run.instance.grid.count()});
  }
  return say(
      "All {blocks:# block|# blocks} were executed, and all their requests are counted in the totals. One block is "
      "shown at a time, and only some are recorded; choosing another one runs the kernel again to record those "
      "around it.",
      "blocks"_a = Count{run.instance.grid.count()});
}

Text modelled_text(const MachineModel& machine) {
  return say("modelled for {machine} · emulated", "machine"_a = machine.name);
}

Text modelled_meaning_text(const MachineModel& machine) {
  return say(
      "Accesses and output come from executing the kernel's PTX on the CPU; their costs are computed for {machine}. "
      "Only "
      "what is called measured, recorded or published comes from a GPU.",
      "machine"_a = translated(machine.title));
}

RunProgressText run_progress_text(const RunService::Progress& progress, const std::string& name) {
  const Text seconds = say("{seconds} s", "seconds"_a = figure_text(progress.seconds, 1));
  if (progress.blocks == 0) return {say("Preparing {run}", "run"_a = name), seconds};
  if (progress.blocks_done >= progress.blocks) {
    return {say("Checking the output of {run}", "run"_a = name),
            say("{blocks:# block|# blocks} executed · {seconds}", "blocks"_a = Count{progress.blocks},
                "seconds"_a = seconds)};
  }
  return {say("Executing {run}", "run"_a = name),
          say("{done} of {blocks:# block|# blocks} · {seconds}", "done"_a = Count{progress.blocks_done},
              "blocks"_a = Count{progress.blocks}, "seconds"_a = seconds)};
}

Text making_text(bool executes) { return say("{step:compiling …|executing …}", "step"_a = Case{executes ? 1U : 0U}); }

Text last_text(const std::string& last) {
  return last.empty() ? Text() : say("showing {last}, the last that worked", "last"_a = last);
}

Text making_text(bool executes, const std::string& last) {
  if (last.empty()) return making_text(executes);
  return say("{step:compiling …|executing …} showing {last}", "step"_a = Case{executes ? 1U : 0U}, "last"_a = last);
}

Text failed_text(bool was_cancelled, const std::string& last) {
  const Case what{was_cancelled ? 1U : 0U};
  if (last.empty()) return say("{what:failed|cancelled}: still the last good picture", "what"_a = what);
  return say("{what:failed|cancelled}: showing {last}, the last that worked", "what"_a = what, "last"_a = last);
}

Text block_text(const RunSummary& run, std::uint64_t block, std::uint32_t warp, bool is_clipped) {
  const Dim3& grid = run.instance.grid;
  Text place = grid.y > 1
                   ? say("block {block} of {blocks} ({x}, {y})", "block"_a = Count{block},
                         "blocks"_a = Count{grid.count()}, "x"_a = block % grid.x, "y"_a = block / grid.x % grid.y)
                   : say("block {block} of {blocks}", "block"_a = Count{block}, "blocks"_a = Count{grid.count()});
  if (run.recorded_blocks < grid.count() && run.first_recorded == 0) {
    place = say("{place}, first {recorded} recorded", "place"_a = place, "recorded"_a = Count{run.recorded_blocks});
  }
  if (!is_clipped) return say("{place} · warp {warp}", "place"_a = place, "warp"_a = warp);
  return say("{place} · warp {warp} · first {requests:# request|# requests}", "place"_a = place, "warp"_a = warp,
             "requests"_a = Count{kMostPlacedRequests});
}

Text tile_text(const TileGeometry& tile, bool is_array) {
  if (!is_array) {
    return say("{words:# word|# words} of shared memory", "words"_a = Count{tile.rows * tile.row_elements()});
  }
  // A declaration, which no language translates.
  std::string words = tile.name;
  if (tile.rows != 1) words += fmt::format("[{}]", tile.rows);
  words += tile.padding == 0 ? fmt::format("[{}]", tile.columns) : fmt::format("[{} + {}]", tile.columns, tile.padding);
  return Text(std::move(words));
}

namespace {

/// Whether a matrix is read and written, only read, or only written.
Case use_of(const MatrixPlaces& matrix) { return {matrix.read && matrix.written ? 0U : (matrix.read ? 1U : 2U)}; }

}  // namespace

Text matrix_text(const RunSummary& run, const MatrixPlaces& matrix, Length length) {
  const auto& buffer = run.instance.parameters[matrix.parameter];
  Text shape = matrix.folded
                   ? say("{name}: {elements:# element|# elements} in rows of {columns}", "name"_a = buffer.name,
                         "elements"_a = Count{buffer.count}, "columns"_a = matrix.columns)
                   : say("{name}: {rows} × {columns}", "name"_a = buffer.name, "rows"_a = matrix.rows,
                         "columns"_a = matrix.columns);
  if (length != Length::full || (!matrix.read && !matrix.written)) return shape;
  return say("{shape}, {use:read and written|read|written}", "shape"_a = shape, "use"_a = use_of(matrix));
}

Text matrix_meaning_text(const RunSummary& run, const MatrixPlaces& matrix, std::uint64_t block, std::uint32_t warp) {
  if (!matrix.read && !matrix.written) return matrix_text(run, matrix);
  return lines_text(
      {matrix_text(run, matrix),
       say("Outlined: what block {block} {use:reads and writes|reads|writes}; strong: what warp {warp} does; bright: "
           "what the current request has accessed.",
           "block"_a = block, "use"_a = use_of(matrix), "warp"_a = warp)});
}

// ---- requests

Text access_text(Space space, AccessOp op) {
  return say("{space} {op}", "space"_a = translated(space_name(space)), "op"_a = translated(access_op_name(op)));
}

Text request_question_text(const StepState& state) {
  const Case unit{state.access.space == Space::global ? 1U : 0U};
  const Text access = access_text(state.access.space, state.access.op);
  return state.request.source_line == 0
             ? say("How many {unit:wavefronts|sectors} does the {access} of warp {warp} take?", "unit"_a = unit,
                   "access"_a = access, "warp"_a = state.request.warp)
             : say("How many {unit:wavefronts|sectors} does the {access} of warp {warp} in line {line} take?",
                   "unit"_a = unit, "access"_a = access, "warp"_a = state.request.warp,
                   "line"_a = state.request.source_line);
}

Text request_text(const TimelineRequest& request, bool with_cost) {
  const Text access = access_text(request.space, request.op);
  const std::uint32_t number = request.in_warp + 1;
  return lines_text({request.source_line == 0
                         ? say("warp {warp}, request {request}: {access}", "warp"_a = request.warp,
                               "request"_a = number, "access"_a = access)
                         : say("warp {warp}, request {request}: {access}, line {line}", "warp"_a = request.warp,
                               "request"_a = number, "access"_a = access, "line"_a = request.source_line),
                     with_cost ? cost_text(request) : Text()});
}

Wordings request_wordings(const TimelineRequest& request, bool with_cost) {
  const Text count = count_text(request), access = access_text(request.space, request.op);
  const std::string_view op = translated(access_op_name(request.op));
  if (!with_cost) return {access, std::string(op), ""};
  return {say("{access}, {count}", "access"_a = access, "count"_a = count),
          say("{op}, {count}", "op"_a = op, "count"_a = count), std::string(op),
          say("{count}", "count"_a = Count{request.steps}), ""};
}

Text places_text(const StepState& a, const StepState& b, bool tells_cost) {
  // At the end of the longer side both costs are compared, else B's step is named.
  const bool is_shared = a.access.space == Space::shared && b.access.space == Space::shared;
  if (is_shared && a.step + 1 == a.steps && b.step + 1 == b.steps) {
    return say("warp {warp} · line {line} · {op} · A {a:# wavefront|# wavefronts}, B {b}", "warp"_a = a.request.warp,
               "line"_a = a.request.source_line, "op"_a = translated(access_op_name(a.access.op)),
               "a"_a = Count{a.steps}, "b"_a = Count{b.steps});
  }
  return say("{a} · B {step} of {steps}", "a"_a = place_text(a, Length::full, tells_cost),
             "step"_a = Count{std::uint64_t{b.step} + 1}, "steps"_a = Count{b.steps});
}

Text no_access_text(std::uint32_t warp) { return say("warp {warp} accesses no memory", "warp"_a = warp); }

Text no_access_text(std::uint32_t warp, std::uint32_t line) {
  return say("warp {warp} accesses no memory on line {line}", "warp"_a = warp, "line"_a = line);
}

Wordings elsewhere_wordings(const MemoryAccess& access, const RequestCost* cost) {
  const bool reads = access.op == AccessOp::load, writes = access.op == AccessOp::store;
  const Text brief =
      say("this step {does:reads from|writes to|updates} {space} memory",
          "does"_a = Case{reads ? 0U : (writes ? 1U : 2U)}, "space"_a = translated(space_name(access.space)));
  const Text shortest = say("{space} memory", "space"_a = translated(space_name(access.space)));
  if (cost == nullptr || access.space != Space::global) return {brief, shortest};
  return {say("{step}: {sectors:# sector|# sectors}", "step"_a = brief, "sectors"_a = Count{cost->counts.sectors}),
          brief, shortest};
}

Text outside_text() { return say("this step uses shared memory outside of this array"); }

Text stage_meaning_text(const Stage& stage) {
  const Case waste{!stage.wasteful ? 0U : (stage.space == Space::shared ? 1U : 2U)};
  return say(
      "{count:Line|Lines} {lines}: {stage}, {value} {unit:wavefronts|sectors} a request, "
      "{requests:# request|# requests} in the whole grid{waste:|, with bank conflicts|, more than the bytes used "
      "need}. A "
      "click goes there.",
      "count"_a = Count{stage.lines.size()}, "lines"_a = join(stage.lines, ", "), "stage"_a = stage_text(stage),
      "value"_a = ratio_text(stage.transactions_per_request()), "unit"_a = unit_of(stage.space),
      "requests"_a = Count{stage.requests}, "waste"_a = waste);
}

// ---- banks, words and lanes

namespace {

/// What a part of a request is called: an update loop has rounds.
Case part_of(AccessOp op) { return {is_update_loop(op) ? 1U : 0U}; }

}  // namespace

Wordings phase_wordings(AccessOp op, std::size_t phase, std::size_t phases, LaneMask lanes, std::string_view numbers) {
  return {say("{part:phase|round} {phase} of {phases} · {lanes}", "part"_a = part_of(op), "phase"_a = phase + 1,
              "phases"_a = phases, "lanes"_a = named_lanes_text(lanes)),
          say("{phase} of {phases} · {lanes}", "phase"_a = phase + 1, "phases"_a = phases, "lanes"_a = numbers),
          std::to_string(phase + 1), ""};
}

Wordings phase_count_wordings(AccessOp op, std::size_t phase, std::size_t phases) {
  return {
      say("{part:phase|round} {phase} of {phases}", "part"_a = part_of(op), "phase"_a = phase + 1, "phases"_a = phases),
      say("{phase} of {phases}", "phase"_a = phase + 1, "phases"_a = phases), std::to_string(phase + 1), ""};
}

Wordings waiting_wordings(std::size_t lanes, bool is_atomic) {
  const Text brief = say("{lanes} waiting", "lanes"_a = lanes);
  if (!is_atomic) return {brief, ""};
  return {say("{lanes} waiting: a word is updated for one lane after another", "lanes"_a = lanes),
          say("{lanes} waiting: one update at a time", "lanes"_a = lanes), brief, ""};
}

namespace {

/// How the words of a phase lie in the banks.
Text words_in_banks(const MachineModel& machine, const Phase& phase, bool is_atomic) {
  std::size_t most = 0;
  LaneMask lanes = 0;
  for (const BankLoad& load : phase.banks) {
    most = std::max(most, load.words.size());
    for (const BankLoad::Word& word : load.words) lanes |= word.lanes;
  }
  const auto fullest =
      std::ranges::count_if(phase.banks, [&](const BankLoad& load) { return load.words.size() == most; });
  const Count words{most}, banks{static_cast<std::uint64_t>(fullest)};
  if (most > 1 && is_atomic) {
    return say("{lanes} lanes, one after another, in {banks:one bank|# banks}:", "lanes"_a = words, "banks"_a = banks);
  }
  if (most > 1 && fullest == 1) return say("{words} words in one bank:", "words"_a = words);
  if (most > 1) return say("{words} words in each of {banks} banks:", "words"_a = words, "banks"_a = banks);
  if (phase.banks.size() == 1 && lane_count(lanes) > 1) {
    return say("one word for {lanes} lanes:", "lanes"_a = Count{lane_count(lanes)});
  }
  if (phase.banks.size() == machine.banks) return say("one word in each bank:");
  return say("one word in each of {banks:# bank|# banks}:", "banks"_a = Count{phase.banks.size()});
}

}  // namespace

EndText end_text(const MachineModel& machine, const MemoryAccess& access, const RequestCost& cost) {
  const auto worst = std::ranges::max_element(cost.phases, {}, &Phase::degree);
  EndText text;
  if (worst == cost.phases.end()) return text;
  if (is_update_loop(access.op)) {
    return {
        say("{rounds:# round|# rounds}, in each the lowest lane of each bank:", "rounds"_a = Count{cost.phases.size()}),
        say("{wavefronts:# wavefront|# wavefronts}", "wavefronts"_a = Count{cost.counts.wavefronts})};
  }
  text.what = words_in_banks(machine, *worst, machine.rule(access.op, access.width).lane_by_lane);
  if (cost.phases.size() > 1) {
    text.what = say("{phases} phases of {what}", "phases"_a = Count{cost.phases.size()}, "what"_a = text.what);
  }
  const Count wavefronts{cost.counts.wavefronts}, conflicts{cost.counts.bank_conflicts};
  text.so = cost.counts.bank_conflicts == 0
                ? say("{wavefronts:# wavefront|# wavefronts}", "wavefronts"_a = wavefronts)
                : say("{wavefronts:# wavefront|# wavefronts}, {conflicts:# of them a conflict|# of them conflicts}",
                      "wavefronts"_a = wavefronts, "conflicts"_a = conflicts);
  return text;
}

Wordings carried_wordings(const TileGeometry* tile, std::uint64_t address, std::string_view value,
                          std::string_view brief) {
  const auto element = tile == nullptr ? std::nullopt : tile->element_at(address);
  if (!element) return {std::string(value), std::string(brief), ""};
  const Text place = tile->rows == 1 ? say("{tile}[{column}]", "tile"_a = tile->name, "column"_a = element->column)
                                     : say("{tile}[{row}][{column}]", "tile"_a = tile->name, "row"_a = element->row,
                                           "column"_a = element->column);
  if (value.empty()) return {place, ""};
  return {say("{place} = {value}", "place"_a = place, "value"_a = value),
          say("{place} = {value}", "place"_a = place, "value"_a = brief), std::string(brief), ""};
}

Text bank_text(unsigned bank, const BankLoad* load, std::optional<unsigned> lane) {
  if (load == nullptr) return say("bank {bank}: not accessed", "bank"_a = bank);
  std::vector<Text> lines{say("bank {bank}: {wavefronts:# wavefront|# wavefronts}", "bank"_a = bank,
                              "wavefronts"_a = Count{load->wavefronts})};
  for (const BankLoad::Word& word : load->words) {
    if (lane && !has_lane(word.lanes, *lane)) continue;
    if (lines.size() > 8) {
      lines.push_back(say("…"));
      break;
    }
    lines.push_back(say("word {word}: {lanes}", "word"_a = word.word, "lanes"_a = named_lanes_text(word.lanes)));
  }
  return lines_text(lines);
}

Text lane_text(const MemoryAccess& access, unsigned lane) {
  if (!has_lane(addressing_lanes(access), lane)) return say("lane {lane} is not active", "lane"_a = lane);
  return say("lane {lane} asks for {bytes:# byte|# bytes} at {address:#x}", "lane"_a = lane,
             "bytes"_a = Count{access.width}, "address"_a = access.addresses[lane]);
}

Text sector_text(std::uint64_t address, unsigned used, unsigned bytes, LaneMask lanes) {
  return say("sector at {address:#x}: {used} of {bytes:# byte|# bytes} used, {lanes}", "address"_a = address,
             "used"_a = used, "bytes"_a = Count{bytes}, "lanes"_a = named_lanes_text(lanes));
}

// ---- lines of global memory

Text scope_text(const CoalescingFigure& figure, Length length) {
  const Case scope{static_cast<std::size_t>(figure.scope)};
  if (figure.scope == CoalescingScope::line) return say("line {line}", "line"_a = figure.line);
  return length == Length::full ? say("{scope:this request||all loads|all stores|all atomics}", "scope"_a = scope)
                                : say("{scope:request||loads|stores|atomics}", "scope"_a = scope);
}

Text sectors_text(const CoalescingFigure& figure) {
  if (figure.scope == CoalescingScope::request) {
    return plural(static_cast<std::uint64_t>(figure.sectors_per_request), "# sector|# sectors");
  }
  return say("{sectors} sectors", "sectors"_a = ratio_text(figure.sectors_per_request));
}

Text used_text(const CoalescingFigure& figure) {
  return say("{part} used", "part"_a = percent_text(figure.efficiency()));
}

Text figure_meaning_text(const CoalescingFigure& figure) {
  return say(
      "{scope}: {sectors} a request, {used} of {moved:# byte|# bytes} moved are used{fewest:|; the fewest possible}.",
      "scope"_a = scope_text(figure), "sectors"_a = sectors_text(figure), "used"_a = Count{figure.used},
      "moved"_a = Count{figure.moved}, "fewest"_a = Case{figure.is_fewest && figure.used < figure.moved ? 1U : 0U});
}

Wordings lines_wordings(const MachineModel& machine, std::size_t left_out) {
  const Text row =
      say("a row: a line of {line} bytes, {sectors:# sector|# sectors} of {sector}; striped: moved, not used",
          "line"_a = machine.line_bytes, "sectors"_a = Count{machine.line_bytes / std::max(machine.sector_bytes, 1u)},
          "sector"_a = machine.sector_bytes);
  const Text brief = say("lines of {line} bytes, sectors of {sector}", "line"_a = machine.line_bytes,
                         "sector"_a = machine.sector_bytes);
  return {with_lines_left_out(row, left_out), with_lines_left_out(brief, left_out)};
}

Wordings lines_wordings(const MachineModel& machine, std::size_t left_out, std::span<const CoalescingFigure> figures) {
  std::vector<std::string> whole, brief;
  std::string request;
  for (const CoalescingFigure& figure : figures) {
    if (figure.scope == CoalescingScope::request) {
      request = with_lines_left_out(
          say("{used} of {moved:# byte|# bytes} used", "used"_a = figure.used, "moved"_a = Count{figure.moved}),
          left_out);
    }
    if (!figure.of_kernel()) continue;
    whole.push_back(say("{scope} {sectors}, {used}", "scope"_a = scope_text(figure), "sectors"_a = sectors_text(figure),
                        "used"_a = used_text(figure)));
    brief.push_back(say("{scope} {sectors}, {used}", "scope"_a = scope_text(figure, Length::brief),
                        "sectors"_a = ratio_text(figure.sectors_per_request), "used"_a = used_text(figure)));
  }
  const Text kernel(join(whole, " · "));
  const Text lanes = with_lines_left_out(say("lines of {line} bytes, sectors of {sector}, lanes",
                                             "line"_a = machine.line_bytes, "sector"_a = machine.sector_bytes),
                                         left_out);
  return {say("{lanes} · {kernel}", "lanes"_a = lanes, "kernel"_a = kernel), with_lines_left_out(kernel, left_out),
          with_lines_left_out(Text(join(brief, " · ")), left_out), request};
}

// ---- cells of the tile

Text cell_text(const TileGeometry& tile, const CellPlace& place, CellContent content, std::string_view value) {
  const TileGeometry::Element& at = place.element;
  const Case padding{place.is_padding ? 1U : 0U};
  return lines_text(
      {tile.rows == 1
           ? say("element {column}{padding:| (padding, holds no data)}", "column"_a = at.column, "padding"_a = padding)
           : say("row {row}, column {column}{padding:| (padding, holds no data)}", "row"_a = at.row,
                 "column"_a = at.column, "padding"_a = padding),
       say("byte {byte} · word {word} · bank {bank}", "byte"_a = place.address, "word"_a = place.word,
           "bank"_a = place.bank),
       content == CellContent::value ? say("value {value}", "value"_a = value)
                                     : say("{known:|nothing stored here yet|changed by an atomic operation, value "
                                           "not followed}",
                                           "known"_a = Case{static_cast<std::size_t>(content)})});
}

Text lanes_state_text(LaneMask lanes, LaneState state) {
  if (lanes == 0) return {};
  return say("{lanes} {state:not active|waiting|served now|done}", "lanes"_a = named_lanes_text(lanes),
             "state"_a = Case{static_cast<std::size_t>(state)});
}

Text beyond_text(const TileGeometry& tile, std::uint64_t address, unsigned others) {
  constexpr std::uint64_t kHalf = std::uint64_t{1} << 31u, kWhole = kHalf << 1u;
  Text place = address >= kHalf      ? say("byte -{byte}: before shared memory", "byte"_a = kWhole - address % kWhole)
               : address < tile.base ? say("byte {byte}: {bytes:# byte|# bytes} before the array", "byte"_a = address,
                                           "bytes"_a = Count{tile.base - address})
                                     : say("byte {byte}: {bytes:# byte|# bytes} after the array", "byte"_a = address,
                                           "bytes"_a = Count{address - (tile.base + tile.bytes())});
  if (others == 0) return place;
  return say("{place} (and {others:# more lane|# more lanes})", "place"_a = place, "others"_a = Count{others});
}

// ---- machines

Text status_text(FactStatus status) {
  return say("{known:rule measured|published only|rule assumed|didactic}",
             "known"_a = Case{static_cast<std::size_t>(status)});
}

Text access_line_text(const MachineTable::Row& row) {
  return say("line {line} {global:|global }{op}", "line"_a = row.source_line,
             "global"_a = Case{row.space == Space::global ? 1U : 0U}, "op"_a = translated(access_op_name(row.op)));
}

Wordings access_line_wordings(const MachineTable::Row& row) {
  const std::string_view brief = translated(row.space == Space::global ? "global" : access_op_name(row.op));
  return {access_line_text(row), say("line {line} {access}", "line"_a = row.source_line, "access"_a = brief),
          say("{line} {access}", "line"_a = row.source_line, "access"_a = brief)};
}

Text machine_text(const MachineModel& machine) {
  return say("{generation} · {banks} × {bytes} B", "generation"_a = machine.generation, "banks"_a = machine.banks,
             "bytes"_a = machine.bank_bytes);
}

Text too_many_threads_text(const MachineModel& machine) {
  return say("does not run: {threads} threads a block at most", "threads"_a = Count{machine.threads_per_block});
}

Text machine_choice_text(const MachineModel& machine) {
  return say("{machine}. Its banks, phases and sectors decide what an access costs.",
             "machine"_a = translated(machine.title));
}

Wordings comparison_head_wordings(const MemoryAccess* access) {
  const Text averages = say("the averages of each line");
  const Text unit = say("{averages}, in wavefronts (global memory: sectors)", "averages"_a = averages);
  if (access == nullptr) {
    return {say("No request of this warp is shown; {unit}", "unit"_a = unit),
            say("No request; {unit}", "unit"_a = unit), say("No request; {averages}", "averages"_a = averages)};
  }
  const Text request = say("Warp {warp}, line {line}, {op}", "warp"_a = access->warp, "line"_a = access->source_line,
                           "op"_a = translated(access_op_name(access->op)));
  return {say("{request}, and {unit}", "request"_a = request, "unit"_a = unit),
          say("{request}, and {averages}", "request"_a = request, "averages"_a = averages), request};
}

Text machine_meaning_text(const MachineModel& machine, const MachineCell* cell, Space space,
                          std::span<const MachineTable::Row> rows, std::size_t column) {
  std::vector<Text> lines{say("{name}: {title}", "name"_a = machine.name, "title"_a = translated(machine.title))};
  if (cell != nullptr) {
    const std::uint64_t count = cell->transactions(space);
    lines.push_back(
        space == Space::shared
            ? say("This request: {count:# wavefront|# wavefronts} in {requests:# request of the machine|# requests of "
                  "the machine}, {conflicts:# bank conflict|# bank conflicts}",
                  "count"_a = Count{count}, "requests"_a = Count{cell->requests},
                  "conflicts"_a = Count{cell->bank_conflicts})
            : say("This request: {count:# sector|# sectors} in {requests:# request of the machine|# requests of the "
                  "machine}",
                  "count"_a = Count{count}, "requests"_a = Count{cell->requests}));
    lines.push_back(say("Modelled; {status}.", "status"_a = status_text(cell->status)));
  }
  for (const MachineTable::Row& row : rows) {
    const MachineCell& one = row.cells[column];
    Text words =
        say("{access}, {bytes:# byte|# bytes} a lane: {average} a warp's access", "access"_a = access_line_text(row),
            "bytes"_a = Count{row.width}, "average"_a = ratio_text(row.transactions_per_access(one)));
    if (one.requests != row.accesses) {
      words = say("{access} in {requests} requests of the machine, {average} each", "access"_a = words,
                  "requests"_a = ratio_text(static_cast<double>(one.requests) / static_cast<double>(row.accesses)),
                  "average"_a = ratio_text(one.transactions_per_request));
    }
    lines.push_back(row.space == Space::shared ? say("{access}, {conflicts:# bank conflict|# bank conflicts}",
                                                     "access"_a = words, "conflicts"_a = Count{one.bank_conflicts})
                                               : words);
  }
  return say("{facts}\n\nClick to apply this machine's rules to all views.", "facts"_a = lines_text(lines));
}

Text comparison_foot_text(const RunSummary& run) {
  Text source = say(
      "All modelled by each machine's rules from the same emulated accesses. \"Published only\": the rule comes from a "
      "publication and was not measured for this program.");
  if (run.recorded_blocks >= run.instance.grid.count()) return source;
  return joined(
      {source, say("Averages cover the first {recorded} of {blocks:# block|# blocks}.",
                   "recorded"_a = Count{run.recorded_blocks}, "blocks"_a = Count{run.instance.grid.count()})});
}

}  // namespace bankloom
