#include "program/memory_file.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "core/program/protocol.h"

namespace bankloom::program {

Result<MemoryFile> MemoryFile::create() {
  MemoryFile file(memfd_create("bankloom device memory", MFD_CLOEXEC | MFD_ALLOW_SEALING));
  if (!file.descriptor_ || ftruncate(file.descriptor(), static_cast<off_t>(protocol::kFileBytes)) != 0) {
    return fail("the system gives no shared memory for the program's device: {}", std::strerror(errno));
  }
  // If the program could truncate it, this process would die of SIGBUS beyond its end.
  if (fcntl(file.descriptor(), F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL) != 0) {
    return fail("the shared memory for the program's device cannot be sealed: {}", std::strerror(errno));
  }
  return file;
}

std::byte* MemoryFile::map(std::uint64_t address, std::uint64_t bytes) {
  void* const data = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE, descriptor(),
                          static_cast<off_t>(address));
  return data == MAP_FAILED ? nullptr : static_cast<std::byte*>(data);
}

void MemoryFile::unmap(std::uint64_t address, std::byte* data, std::uint64_t bytes, bool discard) {
  munmap(data, bytes);
  if (discard) {
    static_cast<void>(fallocate(descriptor(), FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, static_cast<off_t>(address),
                                static_cast<off_t>(bytes)));
  }
}

}  // namespace bankloom::program
