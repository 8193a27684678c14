#include "core/base/grouped.h"

#include "core/base/language.h"

namespace bankloom {

std::string grouped(std::uint64_t number) {
  std::string digits = std::to_string(number);
  if (digits.size() < least_grouped_digits()) return digits;
  for (std::size_t at = digits.size(); at > 3;) {
    at -= 3;
    digits.insert(at, group_sign());
  }
  return digits;
}

}  // namespace bankloom
