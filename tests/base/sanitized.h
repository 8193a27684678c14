// Whether the tests run under the address sanitizer, where everything takes ten times as long and some libraries of
// others cannot be loaded, and whether they have the time to look at every case.
#pragma once

#include <cstdlib>

namespace bankloom::test {

#if defined(__SANITIZE_ADDRESS__)  // GCC
inline constexpr bool kSanitized = true;
#elif defined(__has_feature)  // Clang
inline constexpr bool kSanitized = __has_feature(address_sanitizer) != 0;
#else
inline constexpr bool kSanitized = false;
#endif

/// Every n-th case alone is looked at by what has hundreds of like ones: `few` where the sanitizers run, `some`
/// elsewhere, each one where BANKLOOM_FULL is set (test.sh full).
inline unsigned every(unsigned some, unsigned few) {
  if (kSanitized) return few;
  return std::getenv("BANKLOOM_FULL") != nullptr ? 1 : some;
}

}  // namespace bankloom::test
