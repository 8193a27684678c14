#include "core/simt/page_backup.h"

#include <algorithm>
#include <cstring>
#include <thread>

namespace bankloom::simt {
namespace {

/// Whether all bytes are zero. Reads every word of a chunk before it decides.
bool is_zero(const std::byte* from, std::size_t bytes) {
  constexpr std::size_t kStretch = 512;
  for (; bytes >= kStretch; from += kStretch, bytes -= kStretch) {
    std::uint64_t any = 0;
    for (std::size_t at = 0; at < kStretch; at += sizeof any) {
      std::uint64_t word = 0;
      std::memcpy(&word, from + at, sizeof word);
      any |= word;
    }
    if (any != 0) return false;
  }
  return std::all_of(from, from + bytes, [](std::byte byte) { return byte == std::byte{0}; });
}

}  // namespace

PageBackup::Pages::Pages(Buffer& buffer)
    : buffer_(&buffer), states_((buffer.bytes.size() + kPageBytes - 1) / kPageBytes), copies_(states_.size()) {}

std::size_t PageBackup::Pages::bytes_of(std::size_t page) const {
  return std::min(kPageBytes, buffer_->bytes.size() - page * kPageBytes);
}

void PageBackup::Pages::keep(std::size_t page) {
  std::atomic<State>& state = states_[page];
  State seen = state.load(std::memory_order_acquire);
  if (seen == State::kept) return;
  if (seen == State::untouched && state.compare_exchange_strong(seen, State::being_kept, std::memory_order_acquire)) {
    const std::byte* const from = buffer_->bytes.data() + page * kPageBytes;
    const std::size_t bytes = bytes_of(page);
    if (!is_zero(from, bytes)) {
      copies_[page] = std::make_unique_for_overwrite<std::byte[]>(bytes);
      std::memcpy(copies_[page].get(), from, bytes);
    }
    state.store(State::kept, std::memory_order_release);
    return;
  }
  while (state.load(std::memory_order_acquire) != State::kept) std::this_thread::yield();
}

void PageBackup::Pages::restore() {
  for (std::size_t page = 0; page < states_.size(); ++page) {
    if (states_[page].load(std::memory_order_acquire) != State::kept) continue;
    std::byte* const to = buffer_->bytes.data() + page * kPageBytes;
    if (copies_[page] != nullptr) {
      std::memcpy(to, copies_[page].get(), bytes_of(page));
    } else {
      std::memset(to, 0, bytes_of(page));
    }
  }
}

PageBackup::PageBackup(GlobalMemory& memory) {
  for (std::size_t b = 0; b < memory.size(); ++b) buffers_.push_back(std::make_unique<Pages>(memory.buffer(b)));
}

PageBackup::Pages* PageBackup::of(const Buffer& buffer) const {
  for (const std::unique_ptr<Pages>& pages : buffers_) {
    if (pages->buffer() == &buffer) return pages.get();
  }
  return nullptr;
}

void PageBackup::restore() {
  for (const std::unique_ptr<Pages>& pages : buffers_) pages->restore();
}

}  // namespace bankloom::simt
