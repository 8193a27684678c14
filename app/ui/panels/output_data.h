// OutputData: the data of a run's output that are drawn: the final output, the output so far, the expected one, and a
// GPU's; as numbers and as textures. These are made once, and for the output so far again with each change.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/measure/kernel_measurement.h"
#include "core/session/matrix_places.h"
#include "core/session/output_replay.h"
#include "core/session/side_view.h"
#include "core/wording/text.h"
#include "gfx/map_renderer.h"

namespace bankloom::ui {

/// Limit of elements of an output that is followed while the animation plays: each store makes its map again.
inline constexpr std::uint64_t kMostFollowed = std::uint64_t{512} * 512;

class OutputData {
 public:
  /// Called before all others in every frame. The side must have an output among its facts. `measured` may be null.
  void take(const SideView& view, const std::shared_ptr<const KernelMeasurement>& measured, bool so_far);

  [[nodiscard]] bool has_run() const { return run_ != nullptr; }
  [[nodiscard]] const KernelRun& run() const { return *run_; }
  /// The drawn shape: a long row in several.
  [[nodiscard]] const DrawnShape& shape() const { return shape_; }
  /// Whether the output at a step can be shown: it is small enough, and the GPU's does not differ, since that
  /// comparison is about the final outputs.
  [[nodiscard]] bool is_followed() const { return is_followed_; }
  /// Why there is no map; empty if there is one.
  [[nodiscard]] const std::string& error() const { return error_; }
  /// What has been written at the side's step; null if the final output is shown.
  [[nodiscard]] const OutputContents* so_far() const { return contents_; }
  [[nodiscard]] ElementState state(std::uint64_t index) const {
    return contents_ == nullptr ? ElementState::written : contents_->states[index];
  }
  /// The elements shown, as in KernelRun::output.
  [[nodiscard]] const std::vector<std::byte>& elements() const {
    return contents_ == nullptr ? run_->output : contents_->bytes;
  }
  /// The same for colours: NaN if there is no number.
  [[nodiscard]] const std::vector<float>& numbers() const { return contents_ == nullptr ? numbers_ : numbers_so_far_; }
  [[nodiscard]] const gfx::MapTexture& map() const { return contents_ == nullptr ? output_ : map_so_far_; }
  [[nodiscard]] const gfx::MapTexture& expected() const { return is_as_expected_ ? output_ : expected_; }
  /// Of the output and the expected one.
  [[nodiscard]] float minimum() const { return minimum_; }
  [[nodiscard]] float maximum() const { return maximum_; }
  /// Characters of the longest number, at most `most`.
  [[nodiscard]] std::size_t characters(std::size_t most) const { return std::min(characters_, most); }
  /// Whether an element of the final output is written and not as expected.
  [[nodiscard]] bool differs(std::uint64_t index) const;

  /// The GPU's output if it differs from the emulator's: one of the two is wrong, so both are shown.
  [[nodiscard]] bool has_gpu() const { return gpu_.has_value(); }
  /// Whether a message says that one of the two is wrong, even without a picture of it.
  [[nodiscard]] bool is_alarming() const { return measured_ != nullptr && measured_->own.output.wrong(); }
  [[nodiscard]] const gfx::MapTexture& gpu() const { return *gpu_; }
  [[nodiscard]] const KernelMeasurement& measured() const { return *measured_; }
  [[nodiscard]] const std::vector<std::byte>& gpu_bytes() const { return measured_->own.output.gpu_bytes; }
  /// Whether an element differs on the GPU, bit for bit.
  [[nodiscard]] bool gpu_differs(std::uint64_t index) const;

  /// The tooltip of an element.
  [[nodiscard]] bankloom::Text words(std::uint64_t index) const;

 private:
  void take_run(const SideView& view);
  void take_measured(const std::shared_ptr<const KernelMeasurement>& measured);
  void follow(const SideView& view);

  std::shared_ptr<const KernelRun> run_;
  DrawnShape shape_;
  bool any_differs_ = false;     ///< final output and expected one
  bool is_as_expected_ = false;  ///< all elements: one map shows both
  gfx::MapTexture output_, expected_, map_so_far_;
  std::vector<float> numbers_, numbers_so_far_;
  float minimum_ = 0, maximum_ = 1;
  std::size_t characters_ = 1;
  std::string error_;
  std::shared_ptr<const KernelMeasurement> measured_;
  std::optional<gfx::MapTexture> gpu_;
  std::optional<OutputReplay> replay_;
  const OutputContents* contents_ = nullptr;
  bool is_followed_ = false;
  std::uint64_t version_ = 0;  ///< of the contents in the map so far; 0: none yet
};

}  // namespace bankloom::ui
