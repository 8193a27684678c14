#pragma once

#include <cstdint>
#include <string>

namespace bankloom {

/// "1,048,576", with the language's sign between the groups.
[[nodiscard]] std::string grouped(std::uint64_t number);

}  // namespace bankloom
