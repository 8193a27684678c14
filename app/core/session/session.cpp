#include "core/session/session.h"

#include <algorithm>
#include <utility>

namespace bankloom {
namespace {

/// Whether two runs have the same tile but for its padding.
bool differ_in_padding(const KernelRun* a, const KernelRun* b) {
  if (a == nullptr || b == nullptr || !a->tile || !b->tile) return false;
  const bool is_own = a->own != nullptr && b->own != nullptr;
  if (!is_own && a->kernel->id() != b->kernel->id()) return false;
  return a->tile->rows == b->tile->rows && a->tile->columns == b->tile->columns &&
         a->tile->element_bytes == b->tile->element_bytes && a->tile->padding != b->tile->padding;
}

}  // namespace

Session::Session(RunService& service) : selection_(service.catalog(), service.machines()), runs_(service) {}

Result<void> Session::show(Scene scene) {
  TRY(auto checked, selection_.checked(std::move(scene)));
  checked.view_words.clear();
  const auto position = std::exchange(checked.position, std::nullopt);
  if (!checked.b) player_.drop(Side::b);
  player_.begin(checked.block, checked.scope, position);
  selection_.take(std::move(checked));
  pointer_.clear_selection();
  pointer_.ask({});
  selection_.record_from(0);
  for (PaddingSlide& slide : slides_) slide.rest();
  is_other_scene_ = true;
  ask();
  return {};
}

Result<void> Session::change(Result<Scene> changed) {
  TRY(auto next, std::move(changed));
  const Scene before = selection_.scene();
  if (next == before) return {};
  is_other_scene_ = false;
  selection_.take(std::move(next));
  const Scene& now = selection_.scene();
  if (before.b && !now.b) {
    runs_.drop(Side::b);
    player_.drop(Side::b);
    if (pointer_.selected().side == Side::b) pointer_.clear_selection();
  }
  if (!is_same_kernel(before.a, now.a) || (before.b && now.b && !is_same_kernel(*before.b, *now.b))) {
    player_.find_place();
    pointer_.clear_selection();
    pointer_.ask({});
    selection_.record_from(0);
  }
  if (before.subject != now.subject) player_.begin_walk();
  const bool runs_differ = before.a != now.a || (now.b && before.b != now.b) || before.machine != now.machine ||
                           before.architecture != now.architecture;
  if (runs_differ) ask();
  return {};
}

Scene Session::snapshot() const {
  Scene scene = selection_.scene();
  scene.block = player_.shown().block();
  scene.scope = player_.scope();
  scene.position = player_.position();
  return scene;
}

void Session::ask() {
  runs_.ask({selection_.key(Side::a), selection_.key(Side::b)}, selection_.neighbours());
  update();
}

bool Session::update() {
  if (!runs_.update()) return false;
  for (const Side side : kSides) {
    if (const auto own = runs_.own_kernel(side)) selection_.learn(side, own->kernel);
  }
  const std::array before{side(Side::a).run, side(Side::b).run};
  player_.show({runs_.side(Side::a).run, runs_.side(Side::b).run}, !runs_.pending());
  if (!is_other_scene_) begin_slides(before);
  is_other_scene_ = is_other_scene_ && runs_.pending();
  if (!runs_.pending()) record_wanted();
  return true;
}

void Session::begin_slides(const std::array<std::shared_ptr<const KernelRun>, 2>& before) {
  for (const Side side : kSides) {
    const KernelRun* const was = before[index_of(side)].get();
    if (!differ_in_padding(was, this->side(side).run.get())) continue;
    slides_[index_of(side)].begin(static_cast<double>(was->tile->padding));
  }
}

void Session::slide_apart() {
  const KernelRun* const a = side(Side::a).run.get();
  for (PaddingSlide& slide : slides_) slide.rest();
  if (differ_in_padding(a, side(Side::b).run.get()))
    slides_[index_of(Side::b)].begin(static_cast<double>(a->tile->padding));
}

bool Session::advance(double seconds) {
  double left = seconds;
  for (PaddingSlide& slide : slides_) {
    if (!player_.playback().has_motion()) slide.rest();
    if (slide.moving()) left = std::min(left, slide.advance(seconds));
  }
  const bool slid = left < seconds;
  return player_.advance(left) || slid;
}

Result<void> Session::set_block(std::uint64_t block) {
  auto shown = player_.set_block(block);
  if (shown) return shown;
  for (const Side side : kSides) {
    const auto& run = runs_.side(side).run;
    if (run && block >= run->instance.grid.count()) return shown;
  }
  player_.want_block(block);
  record_wanted();
  return {};
}

/// Makes the runs again, recorded from another block on, where they lack the wanted one.
void Session::record_wanted() {
  const std::uint64_t block = player_.shown().wanted_block();
  for (const Side side : kSides) {
    const auto& run = runs_.side(side).run;
    if (!run || block >= run->instance.grid.count() || run->recorded_blocks == 0) continue;
    if (block >= run->first_recorded && block - run->first_recorded < run->recorded_blocks) continue;
    // A run that was cancelled or failed is not made again and again.
    const std::uint64_t first = block - block % run->recorded_blocks;
    if (first == selection_.first_block()) continue;
    selection_.record_from(first);
    return ask();
  }
}

void Session::finish() {
  while (runs_.pending()) {
    runs_.wait();
    update();
  }
}

void Session::finish_lesson(std::chrono::milliseconds limit) {
  finish();
  runs_.wait_for_rows(selection_.lesson(), limit);
}

void Session::finish_paddings(std::chrono::milliseconds limit) {
  for (const Side side : kSides) {
    if (side == Side::b && !comparing()) continue;
    static_cast<void>(padding_costs(side));
    curves_[index_of(side)].finish(runs_, limit);
  }
}

void Session::disclose(Disclosure disclosure) {
  disclosure_ = disclosure;
  player_.disclose(disclosure);
}

std::vector<LessonRow> Session::lesson_rows(Side side) {
  std::vector<LessonRow> rows = runs_.rows(selection_.lesson(side));
  for (LessonRow& row : rows) row.disclosure = disclosure_;
  return rows;
}

const std::vector<PaddingCost>& Session::padding_costs(Side side) {
  static const std::vector<PaddingCost> kHidden;
  if (!disclosure_.shows(FactKind::kernel_cost)) return kHidden;
  return curves_[index_of(side)].of(selection_, side, this->side(side).run.get(), runs_);
}

std::vector<LessonRow> Session::table_rows() {
  std::vector<LessonRow> rows = lesson_rows();
  const auto key = selection_.key(Side::a);
  if (!selection_.own(Side::a) || !key) return rows;
  rows.insert(rows.begin(), {kernel(Side::a), *key, runs_.outcome(Side::a), disclosure_});
  return rows;
}

}  // namespace bankloom
