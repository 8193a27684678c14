// The memory that is available without swapping.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace bankloom {

/// Bytes, from the Linux kernel's table ("MemAvailable"); nothing if there is no such table.
[[nodiscard]] std::optional<std::uint64_t> free_memory(const std::string& table = "/proc/meminfo");

}  // namespace bankloom
