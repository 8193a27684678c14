// The chunks that ended traces gave back, kept for the next: memory touched before costs no page faults.
#pragma once

#include <cstddef>
#include <memory>

#include "core/trace/trace.h"

namespace bankloom {

/// A chunk of kTraceChunkBytes, its contents undefined. Safe from every thread.
[[nodiscard]] std::unique_ptr<std::byte[], TraceChunkReturn> take_trace_chunk();
/// Number of chunks that lie in the pool; at most kPooledChunks.
[[nodiscard]] std::size_t pooled_trace_chunks();
/// Chunks that the pool keeps at most (64 MiB); more go back to the system.
inline constexpr std::size_t kPooledChunks = 1024;

}  // namespace bankloom
