// Copies and fills: checked whole before a byte is moved.
#include <cstring>

#include "core/program/program_runner.h"

namespace bankloom::program {

/// Rows of bytes in memory, as protocol::Copy has them.
struct ProgramRunner::Box {
  std::uint64_t address = 0, pitch = 0, slice = 0;
  std::uint64_t width = 0, height = 0, depth = 0;
  /// Bytes from the first to after the last; nothing if they are more than an address reaches.
  [[nodiscard]] std::optional<std::uint64_t> extent() const {
    constexpr std::uint64_t kMost = std::uint64_t{1} << 47u;
    constexpr std::uint64_t kMostRows = std::uint64_t{1} << 31u;
    if (width > kMost || height > kMostRows || depth > kMostRows || pitch > kMost || slice > kMost) return std::nullopt;
    const double last = static_cast<double>(depth - 1) * static_cast<double>(slice) +
                        static_cast<double>(height - 1) * static_cast<double>(pitch) + static_cast<double>(width);
    if (last > static_cast<double>(kMost)) return std::nullopt;
    return (depth - 1) * slice + (height - 1) * pitch + width;
  }
};

namespace {

enum Direction : std::int32_t { kHostToHost, kHostToDevice, kDeviceToHost, kDeviceToDevice, kByPointers };

bool is_of_device(const Allocation* side) { return side != nullptr && !side->is_host_visible(); }

}  // namespace

/// Finds the memory that holds a box; nullptr if the device does not know it.
CudaError ProgramRunner::check_box(const Header& header, const Box& box, const Allocation*& holder) {
  holder = memory_.find(box.address);
  if (box.height > 1 && box.pitch < box.width) return kInvalidPitch;
  const std::optional<std::uint64_t> extent = box.extent();
  if (!extent) return kInvalidValue;
  // Overlapping slices could take hours to copy.
  if (box.depth > 1 && box.slice < (box.height - 1) * box.pitch + box.width) return kInvalidValue;
  if (holder != nullptr) {
    const std::uint64_t room = holder->bytes - (box.address - holder->address);
    if (*extent <= room) return kSuccess;
    report_call(header, {.kind = ReportKind::wrong_size, .address = box.address, .bytes = *extent, .limit = room});
    return kInvalidValue;
  }
  if (const Allocation* const freed = memory_.find_freed(box.address)) {
    report_call(header, {.kind = ReportKind::use_after_free, .address = box.address, .bytes = freed->bytes});
    return kInvalidValue;
  }
  return protocol::is_device_address(box.address) ? kInvalidValue : kSuccess;
}

ProgramRunner::Reply ProgramRunner::copy(const protocol::Copy& request, const Header& header) {
  const std::int32_t direction = request.direction;
  if (direction < kHostToHost || direction > kByPointers) return {.error = kInvalidMemcpyDirection};
  if (request.width == 0 || request.height == 0 || request.depth == 0) {
    return Reply::of(protocol::CopyReply{.is_done = 1});
  }
  const Box to{request.to, request.to_pitch, request.to_slice, request.width, request.height, request.depth};
  const Box from{request.from, request.from_pitch, request.from_slice, request.width, request.height, request.depth};
  const Allocation* target = nullptr;
  const Allocation* source = nullptr;
  if (const CudaError error = check_box(header, to, target); error != kSuccess) return {.error = error};
  if (const CudaError error = check_box(header, from, source); error != kSuccess) return {.error = error};
  if (direction != kByPointers) {
    const bool to_device = direction == kHostToDevice || direction == kDeviceToDevice;
    const bool from_device = direction == kDeviceToHost || direction == kDeviceToDevice;
    // What is said to be the host's may be the device's: an H200 copies it all the same.
    const bool is_refused = (to_device && target == nullptr) || (from_device && source == nullptr);
    const bool to_is_wrong = to_device ? target == nullptr : is_of_device(target);
    const bool from_is_wrong = from_device ? source == nullptr : is_of_device(source);
    if (to_is_wrong || from_is_wrong) {
      report_call(header, {.kind = ReportKind::wrong_direction,
                           .address = to_is_wrong ? to.address : from.address,
                           .error = is_refused ? kInvalidValue : kSuccess});
    }
    if (is_refused) return {.error = kInvalidValue};
  }
  if (target != nullptr && source != nullptr) {
    std::byte* const into = target->data + (to.address - target->address);
    const std::byte* const out_of = source->data + (from.address - source->address);
    for (std::uint64_t z = 0; z < to.depth; ++z) {
      for (std::uint64_t y = 0; y < to.height; ++y) {
        std::memmove(into + z * to.slice + y * to.pitch, out_of + z * from.slice + y * from.pitch, to.width);
      }
    }
    return Reply::of(protocol::CopyReply{.is_done = 1});
  }
  return Reply::of(protocol::CopyReply{.to_device = is_of_device(target), .from_device = is_of_device(source)});
}

ProgramRunner::Reply ProgramRunner::fill(const protocol::Fill& request, const Header& header) {
  if (request.width == 0 || request.height == 0 || request.depth == 0) return {};
  const Box box{request.to, request.pitch, request.slice, request.width, request.height, request.depth};
  const Allocation* target = nullptr;
  if (const CudaError error = check_box(header, box, target); error != kSuccess) return {.error = error};
  if (target == nullptr) {
    report_call(header, {.kind = ReportKind::wrong_direction, .address = box.address});
    return {.error = kInvalidValue};
  }
  std::byte* const into = target->data + (box.address - target->address);
  for (std::uint64_t z = 0; z < box.depth; ++z) {
    for (std::uint64_t y = 0; y < box.height; ++y) {
      std::memset(into + z * box.slice + y * box.pitch, static_cast<int>(request.value & 0xffu), box.width);
    }
  }
  return {};
}

}  // namespace bankloom::program
