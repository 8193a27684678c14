// MemoryFile: the memory of a program's device as a file without a name, shared with the program's process. Address A
// is the file's byte A; untouched pages use no memory.
#pragma once

#include <cstdint>

#include "core/base/files.h"
#include "core/program/device_memory.h"

namespace bankloom::program {

class MemoryFile final : public MemoryStore {
 public:
  [[nodiscard]] static Result<MemoryFile> create();

  [[nodiscard]] int descriptor() const { return descriptor_.get(); }
  [[nodiscard]] std::byte* map(std::uint64_t address, std::uint64_t bytes) override;
  void unmap(std::uint64_t address, std::byte* data, std::uint64_t bytes, bool discard) override;

 private:
  explicit MemoryFile(int descriptor) : descriptor_(descriptor) {}
  FileHandle descriptor_;
};

}  // namespace bankloom::program
