// Session: the model behind the window: what is chosen, what came of it, where the animation stands, what is selected.
//
// It knows no GUI and no clock: the caller asks for updates, and says how much time has passed. All views read it, and
// change it only through its methods.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/run/kernel_run.h"
#include "core/run/run_service.h"
#include "core/session/scene.h"
#include "core/session/step_state.h"
#include "core/session/timeline.h"

namespace bankloom {

enum class Side : std::uint8_t { a, b };
/// The place of what belongs to a side in an array of both.
[[nodiscard]] constexpr std::size_t index_of(Side side) { return static_cast<std::size_t>(side); }

/// One thing that a view points at. What is not set is not pointed at. resolve() adds what follows from it.
struct Focus {
  Side side = Side::a;
  std::optional<unsigned> lane = {};
  std::optional<TileGeometry::Element> cell = {};
  std::optional<unsigned> bank = {};
  std::optional<std::uint32_t> line = {};     ///< 1-based line of the kernel's text
  std::optional<std::uint32_t> request = {};  ///< index in the timeline's requests()
  std::optional<std::uint64_t> output = {};   ///< index of an element of the output
  [[nodiscard]] bool empty() const { return !lane && !cell && !bank && !line && !request && !output; }
  friend bool operator==(const Focus&, const Focus&) = default;
};

/// What is shown of one side: the last run that succeeded, and the failure of the newer one, if it failed.
struct SideView {
  std::shared_ptr<const KernelRun> run;       ///< may be older than the choice while the new one is made; null at first
  std::shared_ptr<const RunFailure> failure;  ///< of the present choice; null where it succeeded or is being made
  bool pending = false;                       ///< the present choice is being made
  std::shared_ptr<const Timeline> timeline;   ///< of `run`; never null where run is set
  std::optional<StepState>
      state;  ///< at the session's position; nothing where the block has no such warp, or the warp accesses nothing
  std::shared_ptr<const OwnKernel> own;    ///< of the present choice, an own text, where it is known
  const SharedContents* shared = nullptr;  ///< contents at the position; null where there is no state
  std::uint64_t wavefronts_so_far = 0;     ///< of the selected warp's shared requests up to and with this step
};

/// A row of the table of all kernels of the lesson.
struct LessonRow {
  const Kernel* kernel = nullptr;
  RunKey key;
  std::shared_ptr<const RunOutcome> outcome;  ///< null while it is being made
};

class Session {
 public:
  /// The service must outlive the session.
  explicit Session(RunService& runs);

  // ---- the scene --------------------------------------------------------------------------------------------------
  [[nodiscard]] const Scene& scene() const { return scene_; }
  /// Shows a scene, whose looks are the window's matter. Errors: an unknown kernel, option or machine, a value out of
  /// range; then nothing changes.
  Result<void> show(Scene scene);
  /// The scene with its position filled in, as it stands now.
  [[nodiscard]] Scene snapshot() const;

  /// Chooses a kernel on a side; options that the new kernel has too keep their chosen values.
  Result<void> choose_kernel(Side side, const std::string& name);
  /// Chooses a kernel and its options together. Errors: as show(); then nothing changes.
  Result<void> choose(Side side, Choice next);
  /// Sets an option. The error says what range it has; then nothing changes. Where a constraint ties it to others
  /// (a square tile), those that make the constraint hold by taking the same value are changed too.
  Result<void> set_option(Side side, const std::string& name, const std::string& value);
  /// Puts all options of a side back to their defaults.
  void reset_options(Side side);
  Result<void> set_machine(const std::string& name);
  void set_label(CellLabel label) { scene_.label = label; }
  void set_layout(TileLayout layout) { scene_.layout = layout; }
  void set_scope(PlayScope scope);
  void set_bank(std::optional<unsigned> bank) { scene_.bank = bank; }
  /// The next or previous value of IPAD on a side (or of the first option that the tile's padding names); no more than
  /// its range.
  Result<void> change_padding(Side side, int by);
  /// Name of the option that is the padding of a side's tile; empty where it has none.
  [[nodiscard]] std::string padding_option(Side side) const;
  /// Begins comparing: B is the kernel that is right where A shows a mistake, or the same kernel with one more element
  /// of padding (or without, if A has some), or a kernel of the lesson where there is no padding to choose. Ends it
  /// when on.
  void toggle_compare();
  void compare_with(Choice other);
  void end_compare();
  [[nodiscard]] bool comparing() const { return scene_.b.has_value(); }

  // ---- own kernels (core/own) ---------------------------------------------------------------------------------------
  /// Shows an own text on a side: of a changed kernel of the catalogue (OwnSource::base), whose options stay as they
  /// are chosen, or of a file. Returns at once; the last good picture stays until this one is made, and where it fails
  /// (SideView::failure). The error, and then nothing changes: a base that the catalogue does not have, a text too
  /// long.
  Result<void> edit(Side side, OwnSource source);
  /// The own text that is chosen on a side; null where it is a kernel of the catalogue.
  [[nodiscard]] const OwnSource* own(Side side) const { return own_text(side).get(); }
  [[nodiscard]] std::shared_ptr<const OwnSource> own_text(Side side) const;
  /// What was found in the text that is chosen; null while it is being made, and where it does not compile.
  [[nodiscard]] std::shared_ptr<const OwnKernel> own_kernel(Side side) const;
  /// Back to the catalogue's kernel that the text was made from, at the same options. A text of a file stays.
  void revert(Side side);

  // ---- what came of it ----------------------------------------------------------------------------------------------
  /// Takes over outcomes that have arrived. True where something changed. To be called every frame and after on_done.
  bool update();
  /// Waits until everything chosen is there; for pictures and tests.
  void finish();
  [[nodiscard]] const SideView& side(Side side) const { return views_[static_cast<std::size_t>(side)]; }
  /// How far the run is that is being made, where somebody waits for it: the picture's, or one of the lesson's rows.
  [[nodiscard]] std::optional<RunService::Progress> running() const;
  /// Whether a side of the picture waits for this run.
  [[nodiscard]] bool awaits(const RunKey& key) const;
  /// Ends a run that is being made. The side that waits for it goes on showing the last one that succeeded.
  void cancel(const RunKey& key) { runs_.cancel(key); }
  /// Makes again what was cancelled.
  void run_again() { ask(); }
  /// The lessons and kernels, and the machines, that there are to choose from.
  [[nodiscard]] const Catalog& catalog() const { return runs_.catalog(); }
  [[nodiscard]] const std::vector<MachineModel>& machines() const { return runs_.machines(); }
  /// The kernel that is chosen on a side; null before one is.
  [[nodiscard]] const Kernel* kernel(Side side) const;
  /// All options of the side's kernel with their present values.
  [[nodiscard]] OptionValues options(Side side) const;
  /// The kernels of A's lesson, each at A's chosen options where it has them, in the catalogue's order. Asks for what
  /// is missing, and with `wait` waits for it: for pictures and tests.
  [[nodiscard]] std::vector<LessonRow> lesson_rows(bool wait = false);
  /// The same after A's own text, where it has one: what stands in the table.
  [[nodiscard]] std::vector<LessonRow> table_rows(bool wait = false);

  // ---- the place
  // ------------------------------------------------------------------------------------------------------
  [[nodiscard]] Position position() const { return position_; }
  /// The block that is shown, its linear index in A's grid.
  [[nodiscard]] std::uint64_t block() const;
  /// Shows another block. The error says how many there are, or how many of them are recorded; then nothing changes.
  Result<void> set_block(std::uint64_t block);
  /// Goes to a place, clamped to what there is.
  void go_to(Position position);
  /// Goes to the first step of a request of side's timeline (index in requests()).
  void go_to_request(Side side, std::uint32_t request, std::uint32_t step = 0);
  /// Shows the block of a fault (index in the side's KernelRun::faults) and goes to the step at which it happens. The
  /// error says why that cannot be shown; then nothing changes.
  Result<void> go_to_fault(Side side, std::size_t fault);
  /// Number of steps in the present scope (the selected warp's or the block's), both sides together: a request is as
  /// long as the longer of the two. At least 1.
  [[nodiscard]] std::uint64_t step_count() const;
  /// The present step's index among them, and going there.
  [[nodiscard]] std::uint64_t step_index() const;
  void go_to_step(std::uint64_t index);
  /// One transaction further or back, within the scope. False at the end.
  bool step(int by);
  /// To the first step of the next request, or of this one or the previous.
  bool step_request(int by);
  /// The same request of the next or previous warp.
  bool step_warp(int by);
  void to_start();
  void to_end();
  /// The dearest shared request of the selected warp (of equals the one whose lanes lie farthest apart; without a
  /// shared one the dearest of all), at its last transaction.
  void to_dearest();
  /// To what is worth seeing first: the first fault, else as to_dearest(). `of_warp`: in the selected warp alone.
  void to_notable(bool of_warp = false);
  [[nodiscard]] std::uint32_t warps() const;

  [[nodiscard]] bool playing() const { return playing_; }
  void play(bool on);
  [[nodiscard]] double speed() const { return speed_; }  ///< steps a second
  void set_speed(double steps_per_second);
  /// Lets time pass; moves the animation when playing. True where the place changed. Stops at the end.
  bool advance(double seconds);
  /// Seconds until the next step of a playing animation; infinity when it does not play.
  [[nodiscard]] double until_next_step() const;

  // ---- the selection ----------------------------------------------------------------------------------------------
  /// What the mouse points at, set by views while a frame is made; valid for the next frame.
  void hover(const Focus& focus) { hovering_ = focus; }
  /// Ends the frame: what was hovered in it becomes hovered(). True where it changed.
  bool end_frame();
  [[nodiscard]] const Focus& hovered() const { return hovered_; }
  /// What a click selected; stays until another click or clear_selection().
  void select(const Focus& focus) { selected_ = focus; }
  void clear_selection() { selected_ = {}; }
  [[nodiscard]] const Focus& selected() const { return selected_; }
  /// The hovered thing, or else the selected one: what the user points at, and no more.
  [[nodiscard]] const Focus& pointed() const { return hovered_.empty() ? selected_ : hovered_; }
  /// The same with what follows from it on a side: a lane's cell and bank (or the element of the output that it stores)
  /// at the present request, a cell's bank and first lane, the request and the line of both, the request that stored an
  /// element of the output, a request's line. On the other side the same lane (or cell, bank, request) is meant.
  [[nodiscard]] Focus focus(Side side) const;

 private:
  /// A request of the sequence that stepping goes through.
  struct Entry {
    std::uint32_t warp = 0, request = 0;
    std::uint32_t steps = 1;
    std::uint64_t start = 0;  ///< steps of those before it
  };

  [[nodiscard]] RunKey key_of(const Choice& choice) const;
  [[nodiscard]] const Choice& choice(Side side) const { return side == Side::b && scene_.b ? *scene_.b : scene_.a; }
  [[nodiscard]] Choice& choice(Side side) { return side == Side::b && scene_.b ? *scene_.b : scene_.a; }
  [[nodiscard]] std::vector<Side> sides() const;
  Result<void> check(Choice& choice) const;
  Result<void> check_own(Choice& choice) const;
  void take_stub(Side side);
  void take_stubs();
  void ask();
  void take_over(Side side, const std::shared_ptr<const RunOutcome>& outcome);
  void show_block(Side side);
  [[nodiscard]] bool any_pending() const;
  void set_place(Position position);
  void rebuild_sequence();
  [[nodiscard]] std::size_t entry_index() const;
  void refresh_states();
  [[nodiscard]] std::uint32_t steps_of(std::uint32_t warp, std::uint32_t request) const;
  [[nodiscard]] std::uint32_t requests_of(std::uint32_t warp) const;
  [[nodiscard]] bool at_last_step() const;
  void follow_output(Focus& focus, const SideView& view) const;

  RunService& runs_;
  Scene scene_;
  std::array<SideView, 2> views_;
  /// Of sides with an own text: the kernel as it is known, which is what the text is before it was compiled.
  std::array<std::shared_ptr<const Kernel>, 2> own_kernels_;
  std::array<std::shared_ptr<SharedReplay>, 2> replays_;
  Position position_;
  std::vector<Entry> sequence_;
  bool place_wanted_ = false;      ///< the place that shows the most is to be found once the runs are there
  bool place_is_default_ = false;  ///< it was found so, and nobody moved since
  bool playing_ = false;
  double speed_ = 6;
  double elapsed_ = 0;  ///< seconds since the last step
  Focus hovering_, hovered_, selected_;
  /// The store that was found last, for every view asks in every frame.
  struct Writer {
    std::shared_ptr<const Timeline> timeline;
    std::uint64_t element = 0;
    std::optional<std::uint32_t> request;
    unsigned lane = 0;
  };
  mutable std::array<Writer, 2> writers_;
};

}  // namespace bankloom
