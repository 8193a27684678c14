#include "core/program/launch_capture.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "core/base/free_memory.h"
#include "core/own/text_digest.h"

namespace bankloom::program {
namespace {

bool holds(const std::vector<std::byte>& known, const Allocation& allocation) {
  return known.size() == allocation.bytes && std::memcmp(known.data(), allocation.data, allocation.bytes) == 0;
}

}  // namespace

CapturedBytes LaunchCapture::unchanged(const Allocation& allocation) const {
  const auto known = last_.find(allocation.address);
  return known != last_.end() && holds(*known->second, allocation) ? known->second : nullptr;
}

bool LaunchCapture::copy_memory(const DeviceMemory& memory, std::uint64_t room, std::vector<CapturedMemory>& copies) {
  std::map<std::uint64_t, CapturedBytes> now;
  std::uint64_t copied = 0;
  for (const auto& [address, allocation] : memory.live()) {
    CapturedBytes contents = unchanged(allocation);
    if (contents == nullptr) {
      if (allocation.bytes > room - copied) return false;
      copied += allocation.bytes;
      contents = std::make_shared<const std::vector<std::byte>>(allocation.data, allocation.data + allocation.bytes);
    }
    now.emplace(address, contents);
    copies.push_back({allocation.name, address, allocation.is_variable(), allocation.type == MemoryType::constant,
                      std::move(contents)});
  }
  last_ = std::move(now);
  bytes_ += copied;
  return true;
}

std::string LaunchCapture::written_by(const ProgramLaunch& launch, const DeviceMemory& memory) const {
  if (launches_.empty() || launches_.back()->index != launch.index) return {};
  std::uint64_t number = 0;
  own::Digest digest;
  for (const auto& [address, allocation] : memory.live()) {
    ++number;
    if (unchanged(allocation) != nullptr) continue;
    digest.add(number);
    digest.add(std::span(allocation.data, allocation.bytes));
  }
  return digest.text();
}

void LaunchCapture::take(const ProgramLaunch& launch, const ProgramFunction& function,
                         std::span<const std::byte> parameters, const DeviceMemory& memory) {
  const bool is_chosen = options_.index == launch.index;
  if (!options_.all && !is_chosen) return;
  CapturedLaunch captured;
  const std::uint64_t room = is_chosen ? free_memory().value_or(memory.most_bytes())
                                       : options_.most_bytes - std::min(bytes_, options_.most_bytes);
  if (!copy_memory(memory, room, captured.memory)) {
    ++without_room_;
    return;
  }
  captured.index = launch.index;
  captured.kernel = launch.kernel;
  captured.entry = launch.entry;
  captured.file = launch.file;
  captured.line = launch.line;
  captured.ptx = function.ptx;
  captured.module = {function.program, &simt::module_of(*function.program)};
  captured.grid = launch.figures.grid;
  captured.block = launch.figures.block;
  captured.dynamic_shared = launch.dynamic_shared;
  captured.is_cooperative = launch.is_cooperative;
  captured.is_after_sample = is_after_sample_;
  captured.parameters.assign(parameters.begin(), parameters.end());
  captured.digest = digest_of(captured);
  launches_.push_back(std::make_shared<const CapturedLaunch>(std::move(captured)));
}

void LaunchCapture::give(ProgramRun& run) {
  run.captured = std::exchange(launches_, {});
  run.uncaptured = without_room_;
}

}  // namespace bankloom::program
