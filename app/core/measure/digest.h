// SHA-256, by which a recording identifies the text and the output that its figures belong to.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace bankloom {

/// The SHA-256 digest (FIPS 180-4) as 64 hexadecimal digits; the same as `sha256sum` prints.
[[nodiscard]] std::string sha256(std::span<const std::byte> bytes);
[[nodiscard]] std::string sha256(std::string_view text);

}  // namespace bankloom
