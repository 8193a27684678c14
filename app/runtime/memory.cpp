#include "runtime/memory.h"

#include <sys/mman.h>

#include <cstring>

#include "runtime/channel.h"

namespace bankloom::runtime {
namespace {

using protocol::kPageBytes;

constexpr std::size_t kPitchAlignment = 512;

std::uint64_t rounded_up(std::uint64_t value, std::uint64_t unit) { return (value + unit - 1) / unit * unit; }

Error allocate(const Call& call, protocol::Memory memory, void** pointer, std::size_t bytes) {
  if (const Error error = begin(false); error != kSuccess) return error;
  if (pointer == nullptr) return finish(kInvalidValue);
  *pointer = nullptr;
  if (bytes == 0) return kSuccess;
  const protocol::Allocate request{bytes, static_cast<std::uint32_t>(memory), 0};
  protocol::AllocateReply reply;
  if (const Error error = ask_for(call, protocol::Kind::allocate, request, reply); error != kSuccess) {
    return finish(error);
  }
  if (memory != protocol::Memory::device && !map_here(reply.address, reply.mapped)) return finish(kMemoryAllocation);
  *pointer = reinterpret_cast<void*>(reply.address);
  return kSuccess;
}

Error release(const Call& call, void* pointer, bool is_pinned) {
  if (const Error error = begin(true); error != kSuccess) return error;
  if (pointer == nullptr) return kSuccess;
  const protocol::Free request{reinterpret_cast<std::uint64_t>(pointer), is_pinned ? 1u : 0u, 0};
  protocol::FreeReply reply;
  const Error error = ask_for(call, protocol::Kind::free, request, reply);
  if (error == kSuccess && reply.mapped != 0) munmap(pointer, reply.mapped);
  return finish(error);
}

/// Replaces the program's own pages by pages of the device's memory with the same contents.
bool share_pages(std::uint64_t first, std::uint64_t bytes) {
  const Window window(first, bytes);
  if (window.data() == nullptr) return false;
  std::memcpy(window.data(), reinterpret_cast<const void*>(first), bytes);
  return mmap(reinterpret_cast<void*>(first), bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED,
              memory_descriptor(), static_cast<off_t>(first)) != MAP_FAILED;
}

}  // namespace

bool map_here(std::uint64_t address, std::uint64_t bytes) {
  void* const wanted = reinterpret_cast<void*>(address);
  void* const got = mmap(wanted, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE | MAP_FIXED_NOREPLACE,
                         memory_descriptor(), static_cast<off_t>(address));
  if (got == wanted) return true;
  if (got != MAP_FAILED) munmap(got, bytes);
  return false;
}

Window::Window(std::uint64_t address, std::uint64_t bytes) {
  const std::uint64_t first = address / kPageBytes * kPageBytes;
  size_ = address + bytes - first;
  mapped_ = mmap(nullptr, size_, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE, memory_descriptor(),
                 static_cast<off_t>(first));
  if (mapped_ != MAP_FAILED) data_ = static_cast<std::byte*>(mapped_) + (address - first);
}

Window::~Window() {
  if (data_ != nullptr) munmap(mapped_, size_);
}

BANKLOOM_CUDA Error cudaMalloc(void** pointer, std::size_t bytes) {
  return allocate(BANKLOOM_CALL, protocol::Memory::device, pointer, bytes);
}
BANKLOOM_CUDA Error cudaMallocAsync(void** pointer, std::size_t bytes, Stream) {
  return allocate(BANKLOOM_CALL, protocol::Memory::device, pointer, bytes);
}
BANKLOOM_ALSO(cudaMallocAsync, _ptsz);
BANKLOOM_CUDA Error cudaMallocManaged(void** pointer, std::size_t bytes, unsigned) {
  return allocate(BANKLOOM_CALL, protocol::Memory::managed, pointer, bytes);
}
BANKLOOM_CUDA Error cudaMallocHost(void** pointer, std::size_t bytes) {
  return allocate(BANKLOOM_CALL, protocol::Memory::pinned, pointer, bytes);
}
BANKLOOM_CUDA Error cudaHostAlloc(void** pointer, std::size_t bytes, unsigned) {
  return allocate(BANKLOOM_CALL, protocol::Memory::pinned, pointer, bytes);
}

BANKLOOM_CUDA Error cudaMallocPitch(void** pointer, std::size_t* pitch, std::size_t width, std::size_t height) {
  if (pitch == nullptr) return finish(kInvalidValue);
  *pitch = rounded_up(width, kPitchAlignment);
  if (height != 0 && *pitch > SIZE_MAX / height) return finish(kMemoryAllocation);
  return allocate(BANKLOOM_CALL, protocol::Memory::device, pointer, *pitch * height);
}

BANKLOOM_CUDA Error cudaMalloc3D(PitchedPtr* pointer, Extent extent) {
  if (pointer == nullptr) return finish(kInvalidValue);
  const std::size_t pitch = rounded_up(extent.width, kPitchAlignment);
  const unsigned __int128 bytes = static_cast<unsigned __int128>(pitch) * extent.height * extent.depth;
  if (extent.height > SIZE_MAX / 2 || extent.depth > 0xffff'ffffu || bytes > SIZE_MAX / 2) {
    return finish(kMemoryAllocation);
  }
  *pointer = {nullptr, pitch, extent.width, extent.height};
  return allocate(BANKLOOM_CALL, protocol::Memory::device, &pointer->ptr, static_cast<std::size_t>(bytes));
}

BANKLOOM_CUDA Error cudaFree(void* pointer) { return release(BANKLOOM_CALL, pointer, false); }
BANKLOOM_CUDA Error cudaFreeAsync(void* pointer, Stream) { return release(BANKLOOM_CALL, pointer, false); }
BANKLOOM_ALSO(cudaFreeAsync, _ptsz);
BANKLOOM_CUDA Error cudaFreeHost(void* pointer) { return release(BANKLOOM_CALL, pointer, true); }

BANKLOOM_CUDA Error cudaHostRegister(void* pointer, std::size_t bytes, unsigned) {
  if (const Error error = begin(false); error != kSuccess) return error;
  const auto address = reinterpret_cast<std::uint64_t>(pointer);
  const std::uint64_t first = address / kPageBytes * kPageBytes;
  if (pointer == nullptr || bytes == 0 || bytes > UINT64_MAX / 2 - address) return finish(kInvalidValue);
  const std::uint64_t whole = rounded_up(address + bytes - first, kPageBytes);
  // This function's own frame cannot be moved while it runs.
  const auto here = reinterpret_cast<std::uint64_t>(__builtin_frame_address(0));
  if (here + 16 * kPageBytes >= first && here < first + whole + 16 * kPageBytes) return finish(kInvalidValue);
  const protocol::Pin request{address, bytes};
  if (const Error error = ask_for(BANKLOOM_CALL, protocol::Kind::pin, request); error != kSuccess) return finish(error);
  if (share_pages(first, whole)) return kSuccess;
  ask_for(BANKLOOM_CALL, protocol::Kind::unpin, request);
  return finish(kMemoryAllocation);
}

BANKLOOM_CUDA Error cudaHostUnregister(void* pointer) {
  if (const Error error = begin(true); error != kSuccess) return error;
  const protocol::Pin request{reinterpret_cast<std::uint64_t>(pointer), 0};
  return finish(ask_for(BANKLOOM_CALL, protocol::Kind::unpin, request));
}

BANKLOOM_CUDA Error cudaPointerGetAttributes(PointerAttributes* attributes, const void* pointer) {
  if (const Error error = begin(false); error != kSuccess) return error;
  if (attributes == nullptr) return finish(kInvalidValue);
  const protocol::Pointer request{reinterpret_cast<std::uint64_t>(pointer)};
  protocol::PointerReply found;
  const Error error = ask_for(BANKLOOM_CALL, protocol::Kind::pointer, request, found);
  *attributes = {};
  attributes->type = static_cast<int>(found.type);
  attributes->device = found.type == 0 ? -2 : 0;
  void* const address = const_cast<void*>(pointer);  // NOLINT: CUDA gives it back so
  if (found.type != 0) attributes->devicePointer = address;
  if (found.type != 2) attributes->hostPointer = address;
  return finish(error);
}

BANKLOOM_CUDA Error cudaHostGetDevicePointer(void** device, void* host, unsigned) {
  if (const Error error = begin(false); error != kSuccess) return error;
  const protocol::Pointer request{reinterpret_cast<std::uint64_t>(host)};
  protocol::PointerReply found;
  const Error error = ask_for(BANKLOOM_CALL, protocol::Kind::pointer, request, found);
  if (device == nullptr || error != kSuccess || found.type == 0 || found.type == 2) return finish(kInvalidValue);
  *device = host;
  return kSuccess;
}

// Kernels can use all pinned memory, whatever the flags: an H200 reports this for cudaMallocHost(), too.
BANKLOOM_CUDA Error cudaHostGetFlags(unsigned* flags, void* host) {
  constexpr unsigned kMapped = 2;
  void* device = nullptr;
  if (flags == nullptr) return finish(kInvalidValue);
  if (const Error error = cudaHostGetDevicePointer(&device, host, 0); error != kSuccess) return error;
  *flags = kMapped;
  return kSuccess;
}

BANKLOOM_CUDA Error cudaMemGetInfo(std::size_t* free, std::size_t* total) {
  if (const Error error = begin(false); error != kSuccess) return error;
  const Reply answer = ask(BANKLOOM_CALL, protocol::Kind::memory_info, {});
  const auto reply = body_of<protocol::MemoryInfoReply>(answer);
  if (free == nullptr || total == nullptr || reply.total == 0) return finish(kInvalidValue);
  *free = reply.free;
  *total = reply.total;
  return kSuccess;
}

BANKLOOM_CUDA Error cudaMemPrefetchAsync(const void*, std::size_t, MemLocation, unsigned, Stream) {
  return begin(false);
}
BANKLOOM_ALSO(cudaMemPrefetchAsync, _ptsz);
BANKLOOM_CUDA Error cudaMemAdvise(const void*, std::size_t, int, MemLocation) { return begin(false); }
BANKLOOM_CUDA Error cudaStreamAttachMemAsync(Stream, void*, std::size_t, unsigned) { return begin(false); }
BANKLOOM_ALSO(cudaStreamAttachMemAsync, _ptsz);

// The device has one pool of memory, which needs no settings.
BANKLOOM_CUDA Error cudaDeviceGetDefaultMemPool(void** pool, int device) {
  static char the_pool;
  if (pool == nullptr || device != 0) return finish(kInvalidValue);
  *pool = &the_pool;
  return begin(false);
}
BANKLOOM_CUDA Error cudaDeviceGetMemPool(void** pool, int device) { return cudaDeviceGetDefaultMemPool(pool, device); }
BANKLOOM_CUDA Error cudaMemPoolSetAttribute(void*, int, void*) { return begin(false); }
BANKLOOM_CUDA Error cudaMemPoolTrimTo(void*, std::size_t) { return begin(false); }

}  // namespace bankloom::runtime
