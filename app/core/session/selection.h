// Selection: the present choice, and the choices that can be made from it.
//
// A transition (with_option() and the like) is pure: it returns the new scene, checked, or an error; nothing changes
// until the scene is taken.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/catalog/catalog.h"
#include "core/session/scene.h"
#include "core/session/side_view.h"

namespace bankloom {

/// The run of a kernel with a padding.
struct PaddedKey {
  std::int64_t padding = 0;
  RunKey key;
};

class Selection {
 public:
  /// The catalogue and the machines must outlive it.
  Selection(const Catalog& catalog, const std::vector<MachineModel>& machines)
      : catalog_(&catalog), machines_(&machines) {}

  /// The lessons, kernels and machines to choose from.
  [[nodiscard]] const Catalog& catalog() const { return *catalog_; }
  [[nodiscard]] const std::vector<MachineModel>& machines() const { return *machines_; }

  // ---- what is chosen -----------------------------------------------------------------------------------------------
  /// Its place (block, position, scope) is the initial one; the player has the present one.
  [[nodiscard]] const Scene& scene() const { return scene_; }
  [[nodiscard]] bool comparing() const { return scene_.b.has_value(); }
  /// The kernel that is chosen on a side; null before one is.
  [[nodiscard]] const Kernel* kernel(Side side) const;
  /// All options of the side's kernel with their present values.
  [[nodiscard]] OptionValues options(Side side) const;
  /// The padding option of a side's kernel; null where it has none.
  [[nodiscard]] const Option* padding(Side side) const;
  /// The own text that is chosen on a side; null where it is a kernel of the catalogue.
  [[nodiscard]] std::shared_ptr<const OwnSource> own(Side side) const;
  /// The key of a side's run; nothing where no kernel is chosen.
  [[nodiscard]] std::optional<RunKey> key(Side side) const;
  /// The block that runs are recorded from, see RunSettings::first_block.
  [[nodiscard]] std::uint64_t first_block() const { return first_block_; }
  /// The runs of the paddings next to the chosen ones.
  [[nodiscard]] std::vector<RunKey> neighbours() const;
  /// The runs of all paddings of a side's kernel up to one, from the least.
  [[nodiscard]] std::vector<PaddedKey> paddings(Side side, std::int64_t last) const;
  /// The kernels of A's lesson in the catalogue's order, each as with_kernel() gives it.
  struct LessonKernel {
    const Kernel* kernel = nullptr;
    RunKey key;
  };
  [[nodiscard]] const std::vector<LessonKernel>& lesson(Side side = Side::a) const { return lesson_[index_of(side)]; }

  // ---- what can be chosen instead -----------------------------------------------------------------------------------
  /// A whole scene, its texts read. Errors: an unknown kernel, option or machine, a value out of range.
  [[nodiscard]] Result<Scene> checked(Scene scene) const;
  /// A kernel on a side: as shown already there or on the other side; else with A's chosen values of common options
  /// except the padding, which belongs to the kernel that it was chosen for. A kernel that was made for a machine
  /// brings it along, and takes it away again.
  [[nodiscard]] Result<Scene> with_kernel(Side side, const std::string& name) const;
  /// A kernel and its options together.
  [[nodiscard]] Result<Scene> with_choice(Side side, Choice next) const;
  /// Another value of an option. The error gives its range. Where a constraint ties it to others (a square tile), those
  /// that satisfy the constraint by the same value are changed, too.
  [[nodiscard]] Result<Scene> with_option(Side side, const std::string& name, const std::string& value) const;
  /// All options of a side at their defaults.
  [[nodiscard]] Scene with_defaults(Side side) const;
  /// The next or previous value of a side's padding, within its range.
  [[nodiscard]] Result<Scene> with_padding_changed(Side side, int by) const;
  [[nodiscard]] Result<Scene> with_machine(const std::string& name) const;
  /// An own text on a side: a changed kernel of the catalogue (OwnSource::base), which keeps its options, or a file.
  /// Errors: a base that is not in the catalogue, a text too long.
  [[nodiscard]] Result<Scene> with_text(Side side, OwnSource source) const;
  /// The catalogue's kernel that a side's text was made from, at the same options. A file's text stays.
  [[nodiscard]] Scene without_text(Side side) const;
  /// Adds B: the correct kernel where A shows a mistake, else the same kernel with one more element of padding (without
  /// padding, if A has some), else another kernel of the lesson. Removes B where there is one.
  [[nodiscard]] Scene with_compare_toggled() const;
  [[nodiscard]] Result<Scene> compared_with(Choice other) const;
  [[nodiscard]] Scene without_b() const;

  // ---- choosing -----------------------------------------------------------------------------------------------------
  void take(Scene scene);
  /// Runs are recorded from this block on.
  void record_from(std::uint64_t block) { first_block_ = block; }
  /// The kernel of a side's own text as the compiler found it.
  void learn(Side side, std::shared_ptr<const Kernel> kernel) { own_kernels_[index_of(side)] = std::move(kernel); }

 private:
  [[nodiscard]] const Choice& choice(Side side) const { return side == Side::b && scene_.b ? *scene_.b : scene_.a; }
  [[nodiscard]] Scene with(Side side, Choice next) const;
  [[nodiscard]] Result<Choice> checked(Choice choice) const;
  [[nodiscard]] RunKey key_of(const Choice& choice) const;
  [[nodiscard]] Choice choice_of(const Kernel& kernel, Side side) const;
  [[nodiscard]] std::string machine_with(const Kernel& kernel, Side side) const;
  [[nodiscard]] std::vector<LessonKernel> kernels_of_lesson(Side side) const;

  const Catalog* catalog_;
  const std::vector<MachineModel>* machines_;
  Scene scene_;
  std::uint64_t first_block_ = 0;
  /// For sides with an own text: its kernel, as far as known before it is compiled.
  std::array<std::shared_ptr<const Kernel>, 2> own_kernels_;
  /// Kept because every frame asks for them.
  std::array<std::vector<LessonKernel>, 2> lesson_;
};

/// Whether two choices show the same kernel, at any options and with any changes of its text.
[[nodiscard]] bool is_same_kernel(const Choice& a, const Choice& b);

}  // namespace bankloom
