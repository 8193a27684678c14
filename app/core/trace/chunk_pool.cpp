#include "core/trace/chunk_pool.h"

#include <array>
#include <mutex>

namespace bankloom {
namespace {

struct Pool {
  std::mutex mutex;
  std::array<std::byte*, kPooledChunks> chunks{};
  std::size_t count = 0;
};

/// Never destroyed: traces may outlive every other static object.
Pool& pool() {
  static auto* const instance = new Pool;
  return *instance;
}

}  // namespace

void TraceChunkReturn::operator()(std::byte* chunk) const {
  {
    Pool& shared = pool();
    const std::scoped_lock lock(shared.mutex);
    if (shared.count < kPooledChunks) {
      shared.chunks[shared.count++] = chunk;
      return;
    }
  }
  delete[] chunk;
}

std::unique_ptr<std::byte[], TraceChunkReturn> take_trace_chunk() {
  Pool& shared = pool();
  {
    const std::scoped_lock lock(shared.mutex);
    if (shared.count > 0) return std::unique_ptr<std::byte[], TraceChunkReturn>(shared.chunks[--shared.count]);
  }
  return std::unique_ptr<std::byte[], TraceChunkReturn>(new std::byte[kTraceChunkBytes]);
}

std::size_t pooled_trace_chunks() {
  Pool& shared = pool();
  const std::scoped_lock lock(shared.mutex);
  return shared.count;
}

}  // namespace bankloom
