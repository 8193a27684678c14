// PageBackup: the contents of pages of global memory before a launch first wrote to them, so that the launch can be
// repeated. Pages that are only read, or were zero, need no copy.
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
    /// Called before a thread's first write to a page; returns once the page's old contents are kept.
    void keep(std::size_t page);
    /// Restores the old contents; no other thread may be running.
    void restore();
    [[nodiscard]] const Buffer* buffer() const { return buffer_; }

   private:
    enum class State : std::uint8_t { untouched, being_kept, kept };
    [[nodiscard]] std::size_t bytes_of(std::size_t page) const;
    Buffer* buffer_;
    std::vector<std::atomic<State>> states_;
    std::vector<std::unique_ptr<std::byte[]>> copies_;  ///< null if the page was zero or is untouched
  };

  explicit PageBackup(GlobalMemory& memory);
  /// The pages of a buffer; nullptr for a variable of the module.
  [[nodiscard]] Pages* of(const Buffer& buffer) const;
  void restore();

 private:
  std::vector<std::unique_ptr<Pages>> buffers_;
};

}  // namespace bankloom::simt
