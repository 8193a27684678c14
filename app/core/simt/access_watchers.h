// Those that watch the accesses of a block beside RaceWatch: sharing between blocks, changes, the record.
#pragma once

#include <cstdint>
#include <span>
#include <tuple>

#include "core/simt/block_sharing.h"
#include "core/simt/lane_access.h"
#include "core/trace/trace_recorder.h"

namespace bankloom::simt {

/// Notes which bytes of global memory blocks share; nothing where `sharing` is nullptr.
class SharingWatch {
 public:
  SharingWatch(MemoryMap& map, BlockSharing* sharing) : map_(map), sharing_(sharing) {}
  void before(const LaneAccess& access) {
    if (sharing_ != nullptr && access.request.space == Space::global) add(access);
  }
  /// The bytes that a cp.async reads, `bytes` by lane.
  void add_copy_reads(Warp& warp, const std::uint64_t* from, LaneMask exec, const std::uint32_t* bytes);
  /// Reads side by side in the buffer that was hit last.
  void add_reads(std::uint64_t address, std::uint64_t bytes);

 private:
  void add(const LaneAccess& access);

  MemoryMap& map_;
  BlockSharing* sharing_;
};

/// Counts what changes in memory, where that is asked for.
class ChangeWatch {
 public:
  explicit ChangeWatch(MemoryMap& map) : map_(map) {}
  void watch(bool watch) { watching_ = watch; }
  [[nodiscard]] bool watching() const { return watching_; }
  void add() { ++changes_; }
  [[nodiscard]] std::uint64_t changes() const { return changes_; }
  void before(const LaneAccess& access) {
    if (watching_ && access.values != nullptr) [[unlikely]]
      count(access);
  }

 private:
  void count(const LaneAccess& access);

  MemoryMap& map_;
  bool watching_ = false;
  std::uint64_t changes_ = 0;
};

/// Those that are shown the accesses of a block.
struct AccessTargets {
  TraceRecorder* recorder = nullptr;  ///< keeps them; nullptr: nothing is recorded
  AccessSink* sink = nullptr;         ///< sees them all; may be nullptr
  bool clip = false;                  ///< the recorder only counts them
  std::uint64_t max_accesses = 0;     ///< that the recorder keeps
};

/// Counts accesses and hands them on.
class RecordWatch {
 public:
  explicit RecordWatch(BlockProgress& progress) : progress_(progress) {}
  void begin_block(const AccessTargets& targets);
  void resume_block() const;
  void after(const LaneAccess& access);

 private:
  BlockProgress& progress_;
  AccessTargets targets_;
};

/// Shows accesses to each of several watchers, to those that have before() before they are carried out and to those
/// that have after() then.
template <class... Watchers>
class WatcherList {
 public:
  explicit WatcherList(Watchers... watchers) : watchers_(std::move(watchers)...) {}
  template <class Watcher>
  [[nodiscard]] Watcher& get() {
    return std::get<Watcher>(watchers_);
  }
  template <class Watcher>
  [[nodiscard]] const Watcher& get() const {
    return std::get<Watcher>(watchers_);
  }
  void before(const LaneAccess& access) {
    const auto show = [&](auto& watcher) {
      if constexpr (requires { watcher.before(access); }) watcher.before(access);
    };
    std::apply([&](auto&... watcher) { (show(watcher), ...); }, watchers_);
  }
  void after(const LaneAccess& access) {
    const auto show = [&](auto& watcher) {
      if constexpr (requires { watcher.after(access); }) watcher.after(access);
    };
    std::apply([&](auto&... watcher) { (show(watcher), ...); }, watchers_);
  }

 private:
  std::tuple<Watchers...> watchers_;
};

}  // namespace bankloom::simt
