#include "ui/panels/output_data.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <span>
#include <utility>

#include "core/catalog/element_type.h"
#include "core/wording/run_text.h"
#include "ui/figures.h"

namespace bankloom::ui {
namespace {

/// Number of elements examined for the width of numbers.
constexpr std::uint64_t kMeasured = 2048;

bool is_same(const std::vector<std::byte>& a, const std::vector<std::byte>& b, std::size_t width, std::uint64_t index) {
  return std::memcmp(a.data() + index * width, b.data() + index * width, width) == 0;
}

Result<void> upload(gfx::MapTexture& map, const DrawnShape& shape, const std::vector<float>& numbers,
                    const std::vector<gfx::MapMark>& marks = {}) {
  return map.upload(static_cast<unsigned>(shape.rows), static_cast<unsigned>(shape.columns), numbers, marks);
}

}  // namespace

void OutputData::take(const SideView& view, const std::shared_ptr<const KernelMeasurement>& measured, bool so_far) {
  if (run_ != view.run) take_run(view);
  take_measured(measured);
  contents_ = nullptr;
  const std::uint64_t count = numbers_.size();
  const bool has_all = run_->output.size() >= count * element_bytes(run_->output_type);
  is_followed_ = !has_gpu() && error_.empty() && count <= kMostFollowed && has_all;
  if (so_far && is_followed_) follow(view);
}

void OutputData::take_run(const SideView& view) {
  const auto& run = view.run;
  run_ = run;
  shape_ = drawn_shape(run->output_rows, run->output_columns);
  any_differs_ = view.facts().output()->different != 0;
  error_.clear();
  measured_.reset();
  gpu_.reset();
  replay_.reset();
  version_ = 0;
  numbers_ = output_numbers(*run, run->output, false);
  is_as_expected_ = run->defined_count == numbers_.size() && run->expected == run->output;
  std::vector<float> expected;
  if (!is_as_expected_) expected = output_numbers(*run, run->expected, true);
  minimum_ = std::numeric_limits<float>::infinity();
  maximum_ = -minimum_;
  for (const std::span<const float> values : {std::span(std::as_const(numbers_)), std::span(std::as_const(expected))}) {
    for (const float value : values) {
      if (!std::isfinite(value)) continue;
      minimum_ = std::min(minimum_, value);
      maximum_ = std::max(maximum_, value);
    }
  }
  if (minimum_ > maximum_) minimum_ = maximum_ = 0;
  std::vector<gfx::MapMark> marks;
  if (any_differs_) {
    marks.resize(numbers_.size());
    for (std::uint64_t i = 0; i < marks.size(); ++i) {
      marks[i] = output_differs(*run, i) ? gfx::MapMark::differs : gfx::MapMark::none;
    }
  }
  auto done = upload(output_, shape_, numbers_, marks);
  if (done && !is_as_expected_) done = upload(expected_, shape_, expected);
  if (!done) error_ = done.error().message;
  characters_ = 1;
  const std::uint64_t count = std::min<std::uint64_t>(numbers_.size(), kMeasured);
  for (std::uint64_t i = 0; i < count; ++i) {
    // Spread over the whole matrix, with its last element.
    const std::uint64_t index = count < 2 ? i : i * (numbers_.size() - 1) / (count - 1);
    characters_ = std::max(characters_, element_text(*run, run->output, index).str().size());
  }
}

/// Takes the measurement of the run; the GPU's output only if it differs.
void OutputData::take_measured(const std::shared_ptr<const KernelMeasurement>& measured) {
  if (measured_ == measured) return;
  measured_ = measured;
  gpu_.reset();
  if (!measured || measured->own.output.gpu_bytes.size() != run_->output.size() || !error_.empty()) return;
  gpu_.emplace();
  const std::vector<float> numbers = output_numbers(*run_, gpu_bytes(), false);
  // Unlike in the emulator's map no element is covered: the GPU's values are visible, and differences are hatched.
  if (!upload(*gpu_, shape_, numbers)) gpu_.reset();
}

/// The output at the side's step. A side whose block has no such warp is done.
void OutputData::follow(const SideView& view) {
  if (!view.timeline || view.timeline->empty()) return;
  if (!replay_) replay_.emplace(run_);
  const auto last = static_cast<std::uint32_t>(view.timeline->requests().size() - 1);
  const std::uint32_t request = view.state ? present_request(view) : last;
  const std::uint32_t step = view.state ? view.state->step : view.timeline->requests()[last].steps - 1;
  contents_ = &replay_->at(*view.timeline, request, step);
  if (version_ == replay_->version() + 1) return;
  version_ = replay_->version() + 1;
  numbers_so_far_ = output_numbers(*run_, contents_->bytes, false);
  std::vector<gfx::MapMark> marks(numbers_so_far_.size());
  for (std::uint64_t i = 0; i < marks.size(); ++i) {
    const ElementState reached = contents_->states[i];
    if (reached == ElementState::updated) numbers_so_far_[i] = std::numeric_limits<float>::quiet_NaN();
    marks[i] = reached == ElementState::untouched ? gfx::MapMark::absent
               : differs(i)                       ? gfx::MapMark::differs
                                                  : gfx::MapMark::none;
  }
  const auto done = upload(map_so_far_, shape_, numbers_so_far_, marks);
  if (!done) contents_ = nullptr;
}

bool OutputData::differs(std::uint64_t index) const {
  return any_differs_ && state(index) != ElementState::untouched && output_differs(*run_, index);
}

bool OutputData::gpu_differs(std::uint64_t index) const {
  return has_gpu() && !is_same(gpu_bytes(), run_->output, element_bytes(run_->output_type), index);
}

bankloom::Text OutputData::words(std::uint64_t index) const {
  ElementFacts facts{index, {}, ElementExpectation::same};
  if (gpu_differs(index)) facts.gpu = element_text(*run_, gpu_bytes(), index);
  if (index < run_->defined.size() && !run_->defined[index]) {
    facts.expectation = ElementExpectation::none;
  } else if (output_differs(*run_, index)) {
    facts.expectation = ElementExpectation::other;
  }
  if (state(index) == ElementState::untouched) {
    facts.reach = ElementReach::untouched;
  } else if (state(index) == ElementState::updated) {
    facts.reach = ElementReach::updated;
  } else if (!is_same(elements(), run_->output, element_bytes(run_->output_type), index)) {
    facts.reach = ElementReach::other;
    facts.so_far = element_text(*run_, elements(), index);
  }
  return element_meaning_text(*run_, facts);
}

}  // namespace bankloom::ui
