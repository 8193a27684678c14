// Session: the model behind the window: what is chosen (Selection), what came of it (Runs), where the animation stands
// (Player), what is pointed at (Pointer). It wires them together: a choice asks for runs, runs that arrive are played.
//
// It knows no GUI and no clock: the caller asks for updates, and says how much time has passed.
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
  /// Shows a scene, whose looks are the window's matter. Errors: as Selection::checked(); then nothing changes.
  Result<void> show(Scene scene);
  /// Goes over to a scene that was made from the present one: session.change(session.selection().with_option(...)).
  /// Returns at once; the last good picture stays until the new one is made, and where it fails. The place stays,
  /// unless it is another kernel's.
  Result<void> change(Result<Scene> next);
  /// The scene with its position filled in, as it stands now.
  [[nodiscard]] Scene snapshot() const;
  [[nodiscard]] const Selection& selection() const { return selection_; }
  [[nodiscard]] const Scene& scene() const { return selection_.scene(); }
  [[nodiscard]] bool comparing() const { return selection_.comparing(); }
  [[nodiscard]] const Kernel* kernel(Side side) const { return selection_.kernel(side); }
  [[nodiscard]] OptionValues options(Side side) const { return selection_.options(side); }

  /// Shows another block. Where it is not among those that are recorded, the runs are made again to record those around
  /// it, and what is shown stays until they are there. The error says how many there are.
  Result<void> set_block(std::uint64_t block);

  // ---- what came of it ----------------------------------------------------------------------------------------------
  /// Takes over outcomes that have arrived. True where something changed. To be called every frame and after on_done.
  bool update();
  /// Waits until everything chosen is there; for pictures and tests.
  void finish();
  /// The same, and at most so long for the lesson's other kernels, which stand in tables beside it.
  void finish_lesson(std::chrono::milliseconds limit);
  [[nodiscard]] Runs& runs() { return runs_; }
  [[nodiscard]] const Runs& runs() const { return runs_; }
  /// The kernels of A's lesson as they would be shown on a side, see Selection::lesson() and Runs::rows().
  [[nodiscard]] std::vector<LessonRow> lesson_rows(Side side = Side::a);
  /// The same after A's own text, where it has one: what stands in the table.
  [[nodiscard]] std::vector<LessonRow> table_rows();

  // ---- what is hidden -----------------------------------------------------------------------------------------------
  /// Hides what a question asks for, in the sides and in the table's rows; see Facts.
  void disclose(Disclosure disclosure);
  [[nodiscard]] Disclosure disclosure() const { return disclosure_; }

  // ---- what is shown ------------------------------------------------------------------------------------------------
  [[nodiscard]] const SideView& side(Side side) const { return player_.shown().views()[index_of(side)]; }
  [[nodiscard]] Player& player() { return player_; }
  [[nodiscard]] const Player& player() const { return player_; }
  [[nodiscard]] Pointer& pointer() { return pointer_; }
  [[nodiscard]] const Pointer& pointer() const { return pointer_; }
  /// What is pointed at, with what follows from it on a side, see resolve().
  [[nodiscard]] Focus focus(Side side) const { return pointer_.focus(side, player_.shown().views()); }
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
