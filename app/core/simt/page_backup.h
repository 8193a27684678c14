// PageBackup: what the pages of global memory held before a launch first wrote to them, so that the launch can be made
// again. Pages that are only read, or were zero, cost no copy.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "core/simt/memory.h"

namespace bankloom::simt {

class PageBackup {
 public:
  static constexpr std::size_t kPageBytes = 4096;

  /// One buffer's pages. Safe from every thread.
  class Pages {
   public:
    explicit Pages(Buffer& buffer);
    /// To be called before a thread's first write to a page; returns once the page's old contents are kept.
    void keep(std::size_t page);
    /// Puts back what was kept; no other thread may be at work.
    void restore();
    [[nodiscard]] const Buffer* buffer() const { return buffer_; }

   private:
    enum class State : std::uint8_t { untouched, being_kept, kept };
    [[nodiscard]] std::size_t bytes_of(std::size_t page) const;
    Buffer* buffer_;
    std::vector<std::atomic<State>> states_;
    std::vector<std::unique_ptr<std::byte[]>> copies_;  ///< null where the page was zero, or is untouched
  };

  explicit PageBackup(GlobalMemory& memory);
  /// The pages of a buffer; nullptr where it is none of the memory's (a variable of the module).
  [[nodiscard]] Pages* of(const Buffer& buffer) const;
  void restore();

 private:
  std::vector<std::unique_ptr<Pages>> buffers_;
};

}  // namespace bankloom::simt
