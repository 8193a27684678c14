// cudaMemcpy and cudaMemset in all their forms. The device checks each call and moves what is in its own memory; copies
// with one side in the program's memory are done here.
#include <cstring>

#include "runtime/channel.h"
#include "runtime/memory.h"

namespace bankloom::runtime {
namespace {

enum Direction : int { kHostToHost, kHostToDevice, kDeviceToHost, kDeviceToDevice };

/// Bytes from the first one of a checked box to the end of the last one.
std::uint64_t extent_of(const protocol::Copy& box, bool to) {
  return (box.depth - 1) * (to ? box.to_slice : box.from_slice) +
         (box.height - 1) * (to ? box.to_pitch : box.from_pitch) + box.width;
}

Error move_here(const protocol::Copy& box, const protocol::CopyReply& sides) {
  auto* to = reinterpret_cast<std::byte*>(box.to);
  const auto* from = reinterpret_cast<const std::byte*>(box.from);
  const bool to_device = sides.to_device != 0, from_device = sides.from_device != 0;
  const Window window(to_device ? box.to : box.from, to_device || from_device ? extent_of(box, to_device) : 1);
  if (to_device || from_device) {
    if (window.data() == nullptr) return kMemoryAllocation;
    if (to_device) to = window.data();
    if (from_device) from = window.data();
  }
  for (std::uint64_t z = 0; z < box.depth; ++z) {
    for (std::uint64_t y = 0; y < box.height; ++y) {
      std::memmove(to + z * box.to_slice + y * box.to_pitch, from + z * box.from_slice + y * box.from_pitch, box.width);
    }
  }
  return kSuccess;
}

Error copy(const Call& call, bool waits, const protocol::Copy& box) {
  if (const Error error = begin(waits); error != kSuccess) return error;
  protocol::CopyReply reply;
  const Error error = ask_for(call, protocol::Kind::copy, box, reply);
  if (error != kSuccess || reply.is_done != 0) return finish(error);
  return finish(move_here(box, reply));
}

protocol::Copy line(void* to, const void* from, std::size_t bytes, int direction) {
  return {.to = reinterpret_cast<std::uint64_t>(to),
          .from = reinterpret_cast<std::uint64_t>(from),
          .width = bytes,
          .direction = direction};
}

protocol::Copy plane(void* to, std::size_t to_pitch, const void* from, std::size_t from_pitch, std::size_t width,
                     std::size_t height, int direction) {
  protocol::Copy box = line(to, from, width, direction);
  box.to_pitch = to_pitch;
  box.from_pitch = from_pitch;
  box.height = height;
  return box;
}

Error copy_3d(const Call& call, bool waits, const Memcpy3DParms* given) {
  if (given == nullptr) return finish(kInvalidValue);
  if (given->srcArray != nullptr || given->dstArray != nullptr) return finish(kNotSupported);
  const PitchedPtr &to = given->dstPtr, &from = given->srcPtr;
  const Pos &at = given->dstPos, &of = given->srcPos;
  protocol::Copy box =
      plane(nullptr, to.pitch, nullptr, from.pitch, given->extent.width, given->extent.height, given->kind);
  box.to_slice = to.pitch * to.ysize;
  box.from_slice = from.pitch * from.ysize;
  box.to = reinterpret_cast<std::uint64_t>(to.ptr) + at.z * box.to_slice + at.y * to.pitch + at.x;
  box.from = reinterpret_cast<std::uint64_t>(from.ptr) + of.z * box.from_slice + of.y * from.pitch + of.x;
  box.depth = given->extent.depth;
  return copy(call, waits, box);
}

Error fill(const Call& call, const protocol::Fill& box) {
  if (const Error error = begin(false); error != kSuccess) return error;
  return finish(ask_for(call, protocol::Kind::fill, box));
}

protocol::Fill fill_box(const PitchedPtr& to, int value, const Extent& extent) {
  return {.to = reinterpret_cast<std::uint64_t>(to.ptr),
          .pitch = to.pitch,
          .slice = to.pitch * to.ysize,
          .width = extent.width,
          .height = extent.height,
          .depth = extent.depth,
          .value = static_cast<std::uint32_t>(value) & 0xffu};
}

/// The address of a variable of the device; `room`: bytes from `offset` on.
Error find_symbol(const Call& call, const void* symbol, std::size_t offset, std::size_t bytes, void** address) {
  if (const Error error = begin(false); error != kSuccess) return error;
  const protocol::Symbol request{reinterpret_cast<std::uint64_t>(symbol)};
  protocol::SymbolReply place;
  if (const Error error = ask_for(call, protocol::Kind::symbol, request, place); error != kSuccess) {
    return finish(error);
  }
  if (offset > place.bytes || bytes > place.bytes - offset) return finish(kInvalidValue);
  *address = reinterpret_cast<void*>(place.address + offset);
  return kSuccess;
}

Error copy_to_symbol(const Call& call, bool waits, const void* symbol, const void* from, std::size_t bytes,
                     std::size_t offset, int direction) {
  if (direction == kDeviceToHost || direction == kHostToHost) return finish(kInvalidMemcpyDirection);
  void* to = nullptr;
  if (const Error error = find_symbol(call, symbol, offset, bytes, &to); error != kSuccess) return error;
  return copy(call, waits, line(to, from, bytes, direction));
}

Error copy_from_symbol(const Call& call, bool waits, void* to, const void* symbol, std::size_t bytes,
                       std::size_t offset, int direction) {
  if (direction == kHostToDevice || direction == kHostToHost) return finish(kInvalidMemcpyDirection);
  void* from = nullptr;
  if (const Error error = find_symbol(call, symbol, offset, bytes, &from); error != kSuccess) return error;
  return copy(call, waits, line(to, from, bytes, direction));
}

}  // namespace

BANKLOOM_CUDA Error cudaMemcpy(void* to, const void* from, std::size_t bytes, int direction) {
  return copy(BANKLOOM_CALL, true, line(to, from, bytes, direction));
}
BANKLOOM_ALSO(cudaMemcpy, _ptds);
BANKLOOM_CUDA Error cudaMemcpyAsync(void* to, const void* from, std::size_t bytes, int direction, Stream) {
  return copy(BANKLOOM_CALL, false, line(to, from, bytes, direction));
}
BANKLOOM_ALSO(cudaMemcpyAsync, _ptsz);
BANKLOOM_CUDA Error cudaMemcpyPeer(void* to, int, const void* from, int, std::size_t bytes) {
  return copy(BANKLOOM_CALL, true, line(to, from, bytes, kDeviceToDevice));
}
BANKLOOM_CUDA Error cudaMemcpyPeerAsync(void* to, int, const void* from, int, std::size_t bytes, Stream) {
  return copy(BANKLOOM_CALL, false, line(to, from, bytes, kDeviceToDevice));
}
BANKLOOM_CUDA Error cudaMemcpy2D(void* to, std::size_t to_pitch, const void* from, std::size_t from_pitch,
                                 std::size_t width, std::size_t height, int direction) {
  return copy(BANKLOOM_CALL, true, plane(to, to_pitch, from, from_pitch, width, height, direction));
}
BANKLOOM_ALSO(cudaMemcpy2D, _ptds);
BANKLOOM_CUDA Error cudaMemcpy2DAsync(void* to, std::size_t to_pitch, const void* from, std::size_t from_pitch,
                                      std::size_t width, std::size_t height, int direction, Stream) {
  return copy(BANKLOOM_CALL, false, plane(to, to_pitch, from, from_pitch, width, height, direction));
}
BANKLOOM_ALSO(cudaMemcpy2DAsync, _ptsz);
BANKLOOM_CUDA Error cudaMemcpy3D(const Memcpy3DParms* given) { return copy_3d(BANKLOOM_CALL, true, given); }
BANKLOOM_ALSO(cudaMemcpy3D, _ptds);
BANKLOOM_CUDA Error cudaMemcpy3DAsync(const Memcpy3DParms* given, Stream) {
  return copy_3d(BANKLOOM_CALL, false, given);
}
BANKLOOM_ALSO(cudaMemcpy3DAsync, _ptsz);

BANKLOOM_CUDA Error cudaMemset(void* to, int value, std::size_t bytes) {
  return fill(BANKLOOM_CALL, fill_box({to, 0, 0, 0}, value, {bytes, 1, 1}));
}
BANKLOOM_ALSO(cudaMemset, _ptds);
BANKLOOM_CUDA Error cudaMemsetAsync(void* to, int value, std::size_t bytes, Stream) {
  return fill(BANKLOOM_CALL, fill_box({to, 0, 0, 0}, value, {bytes, 1, 1}));
}
BANKLOOM_ALSO(cudaMemsetAsync, _ptsz);
BANKLOOM_CUDA Error cudaMemset2D(void* to, std::size_t pitch, int value, std::size_t width, std::size_t height) {
  return fill(BANKLOOM_CALL, fill_box({to, pitch, 0, 0}, value, {width, height, 1}));
}
BANKLOOM_ALSO(cudaMemset2D, _ptds);
BANKLOOM_CUDA Error cudaMemset2DAsync(void* to, std::size_t pitch, int value, std::size_t width, std::size_t height,
                                      Stream) {
  return fill(BANKLOOM_CALL, fill_box({to, pitch, 0, 0}, value, {width, height, 1}));
}
BANKLOOM_ALSO(cudaMemset2DAsync, _ptsz);
BANKLOOM_CUDA Error cudaMemset3D(PitchedPtr to, int value, Extent extent) {
  return fill(BANKLOOM_CALL, fill_box(to, value, extent));
}
BANKLOOM_ALSO(cudaMemset3D, _ptds);
BANKLOOM_CUDA Error cudaMemset3DAsync(PitchedPtr to, int value, Extent extent, Stream) {
  return fill(BANKLOOM_CALL, fill_box(to, value, extent));
}
BANKLOOM_ALSO(cudaMemset3DAsync, _ptsz);

BANKLOOM_CUDA Error cudaMemcpyToSymbol(const void* symbol, const void* from, std::size_t bytes, std::size_t offset,
                                       int direction) {
  return copy_to_symbol(BANKLOOM_CALL, true, symbol, from, bytes, offset, direction);
}
BANKLOOM_ALSO(cudaMemcpyToSymbol, _ptds);
BANKLOOM_CUDA Error cudaMemcpyToSymbolAsync(const void* symbol, const void* from, std::size_t bytes, std::size_t offset,
                                            int direction, Stream) {
  return copy_to_symbol(BANKLOOM_CALL, false, symbol, from, bytes, offset, direction);
}
BANKLOOM_ALSO(cudaMemcpyToSymbolAsync, _ptsz);
BANKLOOM_CUDA Error cudaMemcpyFromSymbol(void* to, const void* symbol, std::size_t bytes, std::size_t offset,
                                         int direction) {
  return copy_from_symbol(BANKLOOM_CALL, true, to, symbol, bytes, offset, direction);
}
BANKLOOM_ALSO(cudaMemcpyFromSymbol, _ptds);
BANKLOOM_CUDA Error cudaMemcpyFromSymbolAsync(void* to, const void* symbol, std::size_t bytes, std::size_t offset,
                                              int direction, Stream) {
  return copy_from_symbol(BANKLOOM_CALL, false, to, symbol, bytes, offset, direction);
}
BANKLOOM_ALSO(cudaMemcpyFromSymbolAsync, _ptsz);

BANKLOOM_CUDA Error cudaGetSymbolAddress(void** address, const void* symbol) {
  if (address == nullptr) return finish(kInvalidValue);
  return find_symbol(BANKLOOM_CALL, symbol, 0, 0, address);
}
BANKLOOM_CUDA Error cudaGetSymbolSize(std::size_t* size, const void* symbol) {
  if (size == nullptr) return finish(kInvalidValue);
  if (const Error error = begin(false); error != kSuccess) return error;
  const protocol::Symbol request{reinterpret_cast<std::uint64_t>(symbol)};
  protocol::SymbolReply place;
  const Error error = ask_for(BANKLOOM_CALL, protocol::Kind::symbol, request, place);
  *size = place.bytes;
  return finish(error);
}

}  // namespace bankloom::runtime
