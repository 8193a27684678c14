// Copies and fills: checked whole before a byte is moved.
#include <algorithm>
#include <cstring>

#include "core/program/program_runner.h"

namespace bankloom::program {

/// Rows of bytes in memory, as protocol::Copy has them.
struct ProgramRunner::Box {
  std::uint64_t address = 0, pitch = 0, slice = 0;
  std::uint64_t width = 0, height = 0, depth = 0;
  /// Bytes from the first to behind the last; nothing where they are more than an address reaches.
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

}  // namespace

/// Finds the memory that holds a box; nullptr: it is none of the device's, nor known to it.
CudaError ProgramRunner::check_box(const Header& header, const Box& box, const Allocation*& holder) {
  holder = memory_.find(box.address);
  if (box.height > 1 && box.pitch < box.width) return kInvalidPitch;
  const std::optional<std::uint64_t> extent = box.extent();
  if (!extent) return kInvalidValue;
  // Slices that lie in each other would be copied for hours.
  if (box.depth > 1 && box.slice < (box.height - 1) * box.pitch + box.width) return kInvalidValue;
  if (holder != nullptr) {
    const std::uint64_t room = holder->bytes - (box.address - holder->address);
    if (*extent <= room) return kSuccess;
    report({.kind = ReportKind::wrong_size,
            .call = call_of(header),
            .address = box.address,
            .bytes = *extent,
            .limit = room,
            .code = header.code});
    return kInvalidValue;
  }
  if (const Allocation* const freed = memory_.find_freed(box.address)) {
    report({.kind = ReportKind::use_after_free,
            .call = call_of(header),
            .address = box.address,
            .bytes = freed->bytes,
            .code = header.code});
    return kInvalidValue;
  }
  return protocol::is_device_address(box.address) ? kInvalidValue : kSuccess;
}

ProgramRunner::Reply ProgramRunner::copy(const Header& header, Payload payload) {
  const auto request = whole_request<protocol::Copy>(payload);
  if (!request) return {.is_broken = true};
  const std::int32_t direction = request->direction;
  if (direction < kHostToHost || direction > kByPointers) return {.error = kInvalidMemcpyDirection};
  Reply reply;
  protocol::CopyReply done;
  if (request->width == 0 || request->height == 0 || request->depth == 0) {
    done.is_done = 1;
    reply.add(done);
    return reply;
  }
  const Box to{request->to, request->to_pitch, request->to_slice, request->width, request->height, request->depth};
  const Box from{request->from,  request->from_pitch, request->from_slice,
                 request->width, request->height,     request->depth};
  const Allocation* target = nullptr;
  const Allocation* source = nullptr;
  if (const CudaError error = check_box(header, to, target); error != kSuccess) return {.error = error};
  if (const CudaError error = check_box(header, from, source); error != kSuccess) return {.error = error};
  if (direction != kByPointers) {
    const bool to_device = direction == kHostToDevice || direction == kDeviceToDevice;
    const bool from_device = direction == kDeviceToHost || direction == kDeviceToDevice;
    // What is said to be the host's may be the device's: an H200 copies it all the same.
    const bool is_refused = (to_device && target == nullptr) || (from_device && source == nullptr);
    const bool to_is_wrong = to_device ? target == nullptr : target != nullptr && !target->is_host_visible();
    const bool from_is_wrong = from_device ? source == nullptr : source != nullptr && !source->is_host_visible();
    if (to_is_wrong || from_is_wrong) {
      report({.kind = ReportKind::wrong_direction,
              .call = call_of(header),
              .address = to_is_wrong ? to.address : from.address,
              .error = is_refused ? kInvalidValue : kSuccess,
              .code = header.code});
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
    done.is_done = 1;
  } else {
    done.to_device = target != nullptr && !target->is_host_visible() ? 1 : 0;
    done.from_device = source != nullptr && !source->is_host_visible() ? 1 : 0;
  }
  reply.add(done);
  return reply;
}

ProgramRunner::Reply ProgramRunner::fill(const Header& header, Payload payload) {
  const auto request = whole_request<protocol::Fill>(payload);
  if (!request) return {.is_broken = true};
  if (request->width == 0 || request->height == 0 || request->depth == 0) return {};
  const Box box{request->to, request->pitch, request->slice, request->width, request->height, request->depth};
  const Allocation* target = nullptr;
  if (const CudaError error = check_box(header, box, target); error != kSuccess) return {.error = error};
  if (target == nullptr) {
    report({.kind = ReportKind::wrong_direction, .call = call_of(header), .address = box.address, .code = header.code});
    return {.error = kInvalidValue};
  }
  std::byte* const into = target->data + (box.address - target->address);
  for (std::uint64_t z = 0; z < box.depth; ++z) {
    for (std::uint64_t y = 0; y < box.height; ++y) {
      std::memset(into + z * box.slice + y * box.pitch, static_cast<int>(request->value & 0xffu), box.width);
    }
  }
  return {};
}

}  // namespace bankloom::program
