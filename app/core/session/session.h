// Session: the model of the window: the choice (Selection), its results (Runs), the animation's place (Player), and
// what is pointed at (Pointer). It connects them: a choice requests runs, and the player shows runs that arrive.
// It uses no GUI and no clock: the caller asks for updates, and says how much time has passed.
#pragma once

#include <chrono>
#include <vector>

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
  [[nodiscard]] Runs& runs() { return runs_; }
  [[nodiscard]] const Runs& runs() const { return runs_; }
  /// The kernels of A's lesson, see Selection::lesson() and Runs::rows().
  [[nodiscard]] std::vector<LessonRow> lesson_rows(Side side = Side::a);
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

  Selection selection_;
  Runs runs_;
  Player player_;
  Pointer pointer_;
  Disclosure disclosure_;
};

}  // namespace bankloom
