// OutputData: what is kept of a run's output to draw it: as it is in the end, as it is so far, what is expected, and
// what a GPU made of it; as numbers and as textures, which are made once, and so far anew where that changes.
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

/// Elements of an output that is followed while the animation plays: its map is made anew at each of its stores.
inline constexpr std::uint64_t kMostFollowed = std::uint64_t{512} * 512;

class OutputData {
 public:
  /// To be called before all others every frame. The side must have an output among its facts. `measured` may be null.
  void take(const SideView& view, const std::shared_ptr<const KernelMeasurement>& measured, bool so_far);

  [[nodiscard]] bool has_run() const { return run_ != nullptr; }
  [[nodiscard]] const KernelRun& run() const { return *run_; }
  /// What is drawn: a long row in several.
  [[nodiscard]] const DrawnShape& shape() const { return shape_; }
  /// Whether it can be shown as it is at a step: it is small enough, and the GPU's is no other, for what both are in
  /// the end is compared.
  [[nodiscard]] bool is_followed() const { return is_followed_; }
  /// Why there is no map; empty where there is one.
  [[nodiscard]] const std::string& error() const { return error_; }
  /// What has been written at the side's step; null where the output is shown as it is in the end.
  [[nodiscard]] const OutputContents* so_far() const { return contents_; }
  [[nodiscard]] ElementState state(std::uint64_t index) const {
    return contents_ == nullptr ? ElementState::written : contents_->states[index];
  }
  /// The elements that are shown, as KernelRun::output.
  [[nodiscard]] const std::vector<std::byte>& elements() const {
    return contents_ == nullptr ? run_->output : contents_->bytes;
  }
  /// The same for colours: NaN where there is no number.
  [[nodiscard]] const std::vector<float>& numbers() const { return contents_ == nullptr ? numbers_ : numbers_so_far_; }
  [[nodiscard]] const gfx::MapTexture& map() const { return contents_ == nullptr ? output_ : map_so_far_; }
  [[nodiscard]] const gfx::MapTexture& expected() const { return is_as_expected_ ? output_ : expected_; }
  /// Of the output and of what is expected.
  [[nodiscard]] float minimum() const { return minimum_; }
  [[nodiscard]] float maximum() const { return maximum_; }
  /// Characters of the longest number, at most `most`.
  [[nodiscard]] std::size_t characters(std::size_t most) const { return std::min(characters_, most); }
  /// Whether an element is written and, in the end, not as expected.
  [[nodiscard]] bool differs(std::uint64_t index) const;

  /// The GPU's output where it is not the emulator's: one of the two is wrong, so both are shown.
  [[nodiscard]] bool has_gpu() const { return gpu_.has_value(); }
  /// Whether it is said that one of the two is wrong, also where there is no picture of it.
  [[nodiscard]] bool is_alarming() const { return measured_ != nullptr && measured_->own.output.wrong(); }
  [[nodiscard]] const gfx::MapTexture& gpu() const { return *gpu_; }
  [[nodiscard]] const KernelMeasurement& measured() const { return *measured_; }
  [[nodiscard]] const std::vector<std::byte>& gpu_bytes() const { return measured_->own.output.gpu_bytes; }
  /// Whether an element is another on the GPU, bit for bit.
  [[nodiscard]] bool gpu_differs(std::uint64_t index) const;

  /// The tooltip of an element.
  [[nodiscard]] bankloom::Text words(std::uint64_t index) const;

 private:
  void take_run(const SideView& view);
  void take_measured(const std::shared_ptr<const KernelMeasurement>& measured);
  void follow(const SideView& view);

  std::shared_ptr<const KernelRun> run_;
  DrawnShape shape_;
  bool any_differs_ = false;     ///< from what is expected, in the end
  bool is_as_expected_ = false;  ///< all of it is: one map shows both
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
  std::uint64_t version_ = 0;  ///< of what the map so far shows; 0: nothing yet
};

}  // namespace bankloom::ui
