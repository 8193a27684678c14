// Whether the tests run under the address sanitizer, where everything takes ten times as long and some libraries of
// others cannot be loaded.
#pragma once

namespace bankloom::test {

#if defined(__SANITIZE_ADDRESS__)  // GCC
inline constexpr bool kSanitized = true;
#elif defined(__has_feature)  // Clang
inline constexpr bool kSanitized = __has_feature(address_sanitizer) != 0;
#else
inline constexpr bool kSanitized = false;
#endif

}  // namespace bankloom::test
