// How much memory the machine can still give without swapping.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace bankloom {

/// Bytes, as the kernel's table of memory says ("MemAvailable"); nothing where there is no such table.
[[nodiscard]] std::optional<std::uint64_t> free_memory(const std::string& table = "/proc/meminfo");

}  // namespace bankloom
