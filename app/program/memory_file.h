// MemoryFile: the memory of a program's device as a file without a name, which the program's process has, too. The byte
// at address A is the file's byte A; pages that nobody has touched take no room.
#pragma once

#include <cstdint>

#include "core/base/result.h"
#include "core/program/device_memory.h"

namespace bankloom::program {

class MemoryFile final : public MemoryStore {
 public:
  [[nodiscard]] static Result<MemoryFile> create();
  ~MemoryFile() override;
  MemoryFile(MemoryFile&& other) noexcept;
  MemoryFile& operator=(MemoryFile&&) = delete;
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;

  [[nodiscard]] int descriptor() const { return descriptor_; }
  [[nodiscard]] std::byte* map(std::uint64_t address, std::uint64_t bytes) override;
  void unmap(std::uint64_t address, std::byte* data, std::uint64_t bytes, bool discard) override;

 private:
  explicit MemoryFile(int descriptor) : descriptor_(descriptor) {}
  int descriptor_ = -1;
};

}  // namespace bankloom::program
