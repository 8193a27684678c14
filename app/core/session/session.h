// Session: the model of the window: the choice (Selection), its results (Runs), the animation's place (Player), and
// what is pointed at (Pointer). It connects them: a choice requests runs, and the player shows runs that arrive.
// It uses no GUI and no clock: the caller asks for updates, and says how much time has passed.
#pragma once

#include <array>
#include <chrono>
#include <memory>
#include <vector>

#include "core/session/padding_curve.h"
#include "core/session/padding_slide.h"
#include "core/session/player.h"
#include "core/session/pointer.h"
#include "core/session/runs.h"
#include "core/session/selection.h"

namespace bankloom {

class Session {
 public:
  /// The service must outlive the session.
  explicit Session(RunService& service);

  // ---- what is chosen -----------------------------------------------------------------------------------------------
  /// Shows a scene, without its view settings. Errors: as Selection::checked(); then nothing changes.
  Result<void> show(Scene scene);
  /// Takes a scene that was made from the present one: session.change(session.selection().with_option(...)). Returns at
  /// once; the last good picture stays until the new run is made, or if it fails. The place stays, unless the kernel
  /// changes.
  Result<void> change(Result<Scene> changed);
  /// The scene with its present position.
  [[nodiscard]] Scene snapshot() const;
  [[nodiscard]] const Selection& selection() const { return selection_; }
  [[nodiscard]] const Scene& scene() const { return selection_.scene(); }
  [[nodiscard]] bool comparing() const { return selection_.comparing(); }
  [[nodiscard]] const Kernel* kernel(Side side) const { return selection_.kernel(side); }
  [[nodiscard]] OptionValues options(Side side) const { return selection_.options(side); }

  /// Shows another block. If it is not recorded, the runs are made again to record the blocks around it; until then the
  /// picture stays. The error gives the number of blocks.
  Result<void> set_block(std::uint64_t block);

  // ---- what came of it ----------------------------------------------------------------------------------------------
  /// Takes new outcomes. True where something changed. To be called in every frame and after on_done.
  bool update();
  /// Waits for the runs of the choice; for pictures and tests.
  void finish();
  /// Also waits, with a time limit, for the lesson's other kernels, which are in its tables.
  void finish_lesson(std::chrono::milliseconds limit);
  /// Also waits, with a time limit, for the shown sides' padding_costs().
  void finish_paddings(std::chrono::milliseconds limit);
  [[nodiscard]] Runs& runs() { return runs_; }
  [[nodiscard]] const Runs& runs() const { return runs_; }
  /// The kernels of A's lesson, see Selection::lesson() and Runs::rows().
  [[nodiscard]] std::vector<LessonRow> lesson_rows(Side side = Side::a);
  /// What the paddings of a side's kernel cost, as far as they are known: PaddingCurve::of(). Empty where it is hidden.
  const std::vector<PaddingCost>& padding_costs(Side side);
  /// Whether all are known.
  [[nodiscard]] bool has_padding_costs(Side side) const { return curves_[index_of(side)].is_complete(); }
  /// The rows of the table: the same after A's own text, if it has one.
  [[nodiscard]] std::vector<LessonRow> table_rows();

  // ---- what is hidden -----------------------------------------------------------------------------------------------
  /// Hides the answer of a question in the sides and in the table's rows; see Facts.
  void disclose(Disclosure disclosure);
  [[nodiscard]] Disclosure disclosure() const { return disclosure_; }

  // ---- what is shown ------------------------------------------------------------------------------------------------
  [[nodiscard]] const SideView& side(Side side) const { return player_.shown().views()[index_of(side)]; }
  [[nodiscard]] Player& player() { return player_; }
  [[nodiscard]] const Player& player() const { return player_; }
  /// The rows of a side's tile slide to their place when its padding was changed; another scene is there at once.
  [[nodiscard]] const PaddingSlide& slide(Side side) const { return slides_[index_of(side)]; }
  [[nodiscard]] std::array<PaddingSlide, 2>& slides() { return slides_; }
  /// Lets B's rows slide from A's padding to its own, where it is the same tile.
  void slide_apart();
  /// Lets time pass: slides first, then the player. True where something moved.
  bool advance(double seconds);
  [[nodiscard]] Pointer& pointer() { return pointer_; }
  [[nodiscard]] const Pointer& pointer() const { return pointer_; }
  /// Pointer::focus() of a side.
  [[nodiscard]] Focus focus(Side side) const { return pointer_.focus(side, player_.shown().views()); }
  /// Pointer::asked() of a side.
  [[nodiscard]] Focus asked(Side side) const { return pointer_.asked(side, player_.shown().views()); }
  /// Ends the frame, see Pointer::end_frame().
  bool end_frame() { return pointer_.end_frame(player_.shown().views()); }

 private:
  void ask();
  void record_wanted();
  void begin_slides(const std::array<std::shared_ptr<const KernelRun>, 2>& before);

  Selection selection_;
  Runs runs_;
  Player player_;
  Pointer pointer_;
  std::array<PaddingSlide, 2> slides_;
  bool is_other_scene_ = false;  ///< its runs are awaited: they are not what the rows slide to
  std::array<PaddingCurve, 2> curves_;
  Disclosure disclosure_;
};

}  // namespace bankloom
