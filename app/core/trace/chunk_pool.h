// The chunks that ended traces returned, kept for the next one: memory that was used before causes no page faults.
#pragma once

#include <cstddef>
#include <memory>

#include "core/trace/trace.h"

namespace bankloom {

/// A chunk of kTraceChunkBytes, its contents undefined. Safe from every thread.
[[nodiscard]] std::unique_ptr<std::byte[], TraceChunkReturn> take_trace_chunk();
/// Number of chunks in the pool; at most kPooledChunks.
[[nodiscard]] std::size_t pooled_trace_chunks();
/// Limit of chunks in the pool (64 MiB); more are freed.
inline constexpr std::size_t kPooledChunks = 1024;

}  // namespace bankloom
