// The watchers of a block's accesses, apart from RaceWatch: sharing between blocks, changes of memory, the record.
#pragma once

#include <cstdint>
#include <tuple>

#include "core/simt/block_sharing.h"
#include "core/simt/lane_access.h"
#include "core/trace/trace_recorder.h"

namespace bankloom::simt {

/// Records which bytes of global memory blocks share. Does nothing where `sharing` is nullptr.
class SharingWatch {
 public:
  SharingWatch(MemoryMap& map, BlockSharing* sharing) : map_(map), sharing_(sharing) {}
  void before(const LaneAccess& access) {
    if (sharing_ != nullptr && access.request.space == Space::global) add(access);
  }
  /// Adds the bytes that a cp.async reads, `bytes` by lane.
  void add_copy_reads(Warp& warp, const std::uint64_t* from, LaneMask exec, const std::uint32_t* bytes);
  /// Adds consecutive reads in the buffer that was reached last.
  void add_reads(std::uint64_t address, std::uint64_t bytes);

 private:
  void add(const LaneAccess& access);

  MemoryMap& map_;
  BlockSharing* sharing_;
};

/// Counts changes of memory where they are asked for.
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

/// The receivers of a block's accesses.
struct AccessTargets {
  TraceRecorder* recorder = nullptr;  ///< keeps the accesses; nullptr: none is recorded
  AccessSink* sink = nullptr;         ///< receives every access; may be nullptr
  bool clip = false;                  ///< the recorder only counts them
  std::uint64_t max_accesses = 0;     ///< that the recorder keeps at most
};

/// Counts accesses and passes them on.
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

/// Passes accesses to each of several watchers: to those with before() before the access is carried out, to those with
/// after() afterwards.
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
