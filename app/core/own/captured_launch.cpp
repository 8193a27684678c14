#include "core/own/captured_launch.h"

#include <algorithm>

#include "core/own/text_digest.h"

namespace bankloom {

const CapturedMemory* CapturedLaunch::memory_at(std::uint64_t address) const {
  const auto found = std::ranges::find_if(
      memory, [&](const CapturedMemory& one) { return address - one.address < one.contents->size(); });
  return found == memory.end() ? nullptr : &*found;
}

std::uint64_t CapturedLaunch::bytes() const {
  std::uint64_t sum = 0;
  for (const CapturedMemory& one : memory) sum += one.contents->size();
  return sum;
}

std::string digest_of(const CapturedLaunch& launch) {
  own::Digest digest;
  digest.add(launch.entry);
  digest.add(launch.ptx ? std::string_view(*launch.ptx) : std::string_view());
  for (const Dim3& size : {launch.grid, launch.block}) {
    for (const std::uint32_t axis : {size.x, size.y, size.z}) digest.add(axis);
  }
  digest.add(launch.dynamic_shared);
  digest.add(std::uint64_t{launch.is_cooperative});
  digest.add(launch.parameters);
  for (const CapturedMemory& one : launch.memory) {
    digest.add(one.address);
    digest.add(*one.contents);
  }
  return digest.text();
}

}  // namespace bankloom
