// How inputs of the fuzzer worker are changed: as the frames that a worker sends, most of them with the fields that
// they have to have, one of them with a value that tells.
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <limits>
#include <random>
#include <string_view>
#include <vector>

#include "cuda/worker_protocol.h"
#include "cuda/zstd_library.h"
#include "mutator.h"

namespace bankloom::fuzz {
namespace {

using nlohmann::json;
using Random = std::minstd_rand;
using Bytes = std::vector<std::uint8_t>;

std::size_t below(Random& random, std::size_t count) { return random() % count; }

json telling(Random& random) {
  switch (below(random, 10)) {
    case 0:
      return nullptr;
    case 1:
      return -1;
    case 2:
      return std::numeric_limits<std::uint64_t>::max();
    case 3:
      return std::numeric_limits<double>::quiet_NaN();
    case 4:
      return std::numeric_limits<double>::infinity();
    case 5:
      return "\x1b[2J\nred";
    case 6:
      return "\xff\xc3";
    case 7:
      return json::binary({1, 2, 3});
    case 8:
      return {{"attachment", below(random, 3)}};
    default:
      return json::array({json::array({json::object()}), 1});
  }
}

/// The place of some value in a message.
json& some_place(Random& random, json& message) {
  if (!message.is_structured() || message.empty() || below(random, 4) == 0) return message;
  auto at = message.begin();
  std::advance(at, static_cast<std::ptrdiff_t>(below(random, message.size())));
  return some_place(random, *at);
}

GpuSamples samples(Random& random) {
  GpuSamples made;
  made.nanoseconds.resize(below(random, 4), 1.5);
  made.dropped = 1;
  made.how = kFromEvents;
  made.clock_mhz = 1000;
  return made;
}

json some_message(Random& random) {
  switch (below(random, 7)) {
    case 0:
      return {{"hello", "bankloom"}, {"program", "0.1.0"}, {"host", "lab"}, {"packs", true}};
    case 1:
      return {{"alive", true}, {"waits", below(random, 2) == 0}};
    case 2:
      return worker::to_message(std::vector<DeviceInfo>(below(random, 3)));
    case 3:
      return worker::to_message(GpuOutput{{{}, {std::byte{1}, std::byte{2}}}});
    case 4:
      return worker::to_message(GpuCopySamples{samples(random), samples(random)});
    case 5:
      return worker::to_message(GpuCounters{{{"sum", 3.5}}});
    default:
      return {{"ok", false}, {"message", "what is wrong"}, {"spent", true}};
  }
}

/// Buffers behind their message, one of them packed.
Bytes some_attachments(Random& random) {
  const Bytes whole(1 + below(random, 5000), 7), packed = packed_by_zstd(whole);
  const std::size_t announced = below(random, 4) == 0 ? whole.size() + 1 : whole.size();
  json message = {{"attachment", 0}};
  if (below(random, 8) != 0) message = {{"ok", true}, {"buffers", {message, {{"attachment", 1}}}}};
  message["attachments"] = json::array({json::array({announced, packed.size()}), 3});
  Bytes frame = worker::make_frame(message);
  frame.insert(frame.end() - 1, packed.begin(), packed.end());
  frame.insert(frame.end() - 1, {1, 2, 3});
  return frame;
}

Bytes make_any(Random& random) {
  if (below(random, 5) == 0) return some_attachments(random);
  json message = some_message(random);
  message["ok"] = true;
  if (below(random, 2) == 0) some_place(random, message) = telling(random);
  return worker::make_frame(message.is_object() ? message : json{{"a", message}});
}

/// The bytes from each magic to the next, and those before the first.
std::vector<Bytes> read(const std::uint8_t* data, std::size_t size) {
  constexpr std::array<std::uint8_t, 4> kMagic{'B', 'K', 'L', 'M'};
  std::vector<Bytes> pieces;
  for (const std::uint8_t *at = data, *const end = data + size; at != end;) {
    const std::uint8_t* const next = std::search(at + 1, end, kMagic.begin(), kMagic.end());
    pieces.emplace_back(at, next);
    at = next;
  }
  return pieces;
}

std::size_t write(const std::vector<Bytes>& pieces, std::uint8_t* to, std::size_t most) {
  std::size_t size = 0;
  for (const Bytes& piece : pieces) {
    if (size + piece.size() > most) break;
    std::copy(piece.begin(), piece.end(), to + size);
    size += piece.size();
  }
  return size;
}

void mutate(Bytes& bytes) {
  const std::size_t before = bytes.size();
  bytes.resize(before + 16);
  bytes.resize(LLVMFuzzerMutate(bytes.data(), before, bytes.size()));
}

/// Changes a frame's payload, and its length with it.
void change_payload(Bytes& frame) {
  std::uint32_t length = 0;
  if (frame.size() < worker::kHeaderBytes) return mutate(frame);
  std::memcpy(&length, frame.data() + 8, sizeof length);
  if (length > frame.size() - worker::kHeaderBytes) return mutate(frame);
  const auto begin = frame.begin() + worker::kHeaderBytes, end = begin + length;
  Bytes payload(begin, end);
  mutate(payload);
  Bytes changed(frame.begin(), begin);
  const auto size = static_cast<std::uint32_t>(payload.size());
  std::memcpy(changed.data() + 8, &size, sizeof size);
  changed.insert(changed.end(), payload.begin(), payload.end());
  changed.insert(changed.end(), end, frame.end());
  frame = std::move(changed);
}

void change(Random& random, std::vector<Bytes>& pieces) {
  const std::size_t at = below(random, pieces.size());
  const auto place = pieces.begin() + static_cast<std::ptrdiff_t>(at);
  switch (below(random, 6)) {
    case 0:
      pieces.erase(place);
      break;
    case 1:
      pieces.insert(place, Bytes(*place));
      break;
    case 2:
      mutate(*place);
      break;
    case 3:
      *place = make_any(random);
      break;
    default:
      change_payload(*place);
  }
}

}  // namespace
}  // namespace bankloom::fuzz

std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t most, unsigned seed) {
  using namespace bankloom::fuzz;
  Random random(seed + 1);
  std::vector<Bytes> pieces = read(data, size);
  for (std::size_t changes = 1 + below(random, 3); changes > 0; --changes) {
    if (pieces.empty() || below(random, 3) == 0) {
      const auto place = static_cast<std::ptrdiff_t>(below(random, pieces.size() + 1));
      pieces.insert(pieces.begin() + place, make_any(random));
    } else {
      change(random, pieces);
    }
  }
  return write(pieces, data, most);
}
