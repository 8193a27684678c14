// Streams and events. All work is done at once, in the program's order, so streams need no queue; the times between
// events are those of the emulation.
#include <ctime>
#include <mutex>
#include <set>

#include "runtime/channel.h"

namespace bankloom::runtime {
namespace {

/// A handle of the program: a stream or an event.
struct Handle {
  bool is_event = false;
  bool is_recorded = false;
  timespec time{};
  unsigned flags = 0;
  int priority = 0;
  unsigned long long id = 0;
};

std::mutex handles_mutex;

std::set<void*>& handles() {
  static auto* const all = new std::set<void*>;
  return *all;
}

Error create(void** handle, bool is_event, unsigned flags, int priority = 0) {
  if (const Error error = begin(false); error != kSuccess) return error;
  if (handle == nullptr) return finish(kInvalidValue);
  static unsigned long long count = 2;  // 1 and 2 are the ids of the default streams
  auto* const made = new Handle;
  made->is_event = is_event;
  made->flags = flags;
  made->priority = priority;
  const std::scoped_lock lock(handles_mutex);
  made->id = ++count;
  handles().insert(made);
  *handle = made;
  return kSuccess;
}

/// The handle, or nullptr if it is none of that kind.
Handle* find(void* handle, bool is_event) {
  const std::scoped_lock lock(handles_mutex);
  if (!handles().contains(handle)) return nullptr;
  auto* const found = static_cast<Handle*>(handle);
  return found->is_event == is_event ? found : nullptr;
}

Error destroy(void* handle, bool is_event) {
  if (const Error error = begin(false); error != kSuccess) return error;
  Handle* const found = find(handle, is_event);
  if (found == nullptr) return finish(kInvalidResourceHandle);
  const std::scoped_lock lock(handles_mutex);
  handles().erase(handle);
  delete found;
  return kSuccess;
}

/// Whether a stream is valid: the default ones (null, legacy 1, per-thread 2) or one that was created.
bool is_stream(Stream stream) {
  return reinterpret_cast<std::uintptr_t>(stream) <= 2 || find(stream, false) != nullptr;
}

Error use_stream(Stream stream, bool waits) {
  if (const Error error = begin(waits); error != kSuccess) return error;
  return is_stream(stream) ? kSuccess : finish(kInvalidResourceHandle);
}

/// Ends a call that gives a fact of a stream.
template <class Value>
Error give(Stream stream, Value* to, Value value) {
  if (to == nullptr) return finish(kInvalidValue);
  *to = value;
  return use_stream(stream, false);
}

Error use_event(Event event, bool waits) {
  if (const Error error = begin(waits); error != kSuccess) return error;
  return find(event, true) != nullptr ? kSuccess : finish(kInvalidResourceHandle);
}

}  // namespace

BANKLOOM_CUDA Error cudaStreamCreate(Stream* stream) { return create(stream, false, 0); }
BANKLOOM_CUDA Error cudaStreamCreateWithFlags(Stream* stream, unsigned flags) { return create(stream, false, flags); }
BANKLOOM_CUDA Error cudaStreamCreateWithPriority(Stream* stream, unsigned flags, int priority) {
  return create(stream, false, flags, priority);
}
BANKLOOM_CUDA Error cudaStreamDestroy(Stream stream) { return destroy(stream, false); }
BANKLOOM_CUDA Error cudaStreamSynchronize(Stream stream) { return use_stream(stream, true); }
BANKLOOM_ALSO(cudaStreamSynchronize, _ptsz);
BANKLOOM_CUDA Error cudaStreamQuery(Stream stream) { return use_stream(stream, true); }
BANKLOOM_ALSO(cudaStreamQuery, _ptsz);
BANKLOOM_CUDA Error cudaStreamWaitEvent(Stream stream, Event event, unsigned) {
  const Error error = use_stream(stream, false);
  return error != kSuccess ? error : use_event(event, false);
}
BANKLOOM_ALSO(cudaStreamWaitEvent, _ptsz);
BANKLOOM_CUDA Error cudaStreamGetFlags(Stream stream, unsigned* flags) {
  const Handle* const found = find(stream, false);
  return give(stream, flags, found != nullptr ? found->flags : 0U);
}
BANKLOOM_ALSO(cudaStreamGetFlags, _ptsz);
BANKLOOM_CUDA Error cudaStreamGetPriority(Stream stream, int* priority) {
  const Handle* const found = find(stream, false);
  return give(stream, priority, found != nullptr ? found->priority : 0);
}
BANKLOOM_ALSO(cudaStreamGetPriority, _ptsz);
BANKLOOM_CUDA Error cudaStreamGetId(Stream stream, unsigned long long* id) {
  const Handle* const found = find(stream, false);
  return give(stream, id, found != nullptr ? found->id : 1ULL);
}
BANKLOOM_ALSO(cudaStreamGetId, _ptsz);
BANKLOOM_CUDA Error cudaStreamGetDevice(Stream stream, int* device) { return give(stream, device, 0); }
BANKLOOM_ALSO(cudaStreamGetDevice, _ptsz);
BANKLOOM_CUDA Error cudaStreamIsCapturing(Stream stream, int* status) { return give(stream, status, 0); }
BANKLOOM_ALSO(cudaStreamIsCapturing, _ptsz);
// The function runs now: the work before it is done.
BANKLOOM_CUDA Error cudaLaunchHostFunc(Stream stream, void (*function)(void*), void* data) {
  const Error error = use_stream(stream, true);
  if (error == kSuccess) function(data);
  return error;
}
BANKLOOM_ALSO(cudaLaunchHostFunc, _ptsz);
BANKLOOM_CUDA Error cudaStreamAddCallback(Stream stream, void (*function)(Stream, Error, void*), void* data, unsigned) {
  const Error error = use_stream(stream, true);
  if (error == kSuccess) function(stream, kSuccess, data);
  return error;
}
BANKLOOM_ALSO(cudaStreamAddCallback, _ptsz);

BANKLOOM_CUDA Error cudaEventCreate(Event* event) { return create(event, true, 0); }
BANKLOOM_CUDA Error cudaEventCreateWithFlags(Event* event, unsigned flags) { return create(event, true, flags); }
BANKLOOM_CUDA Error cudaEventDestroy(Event event) { return destroy(event, true); }
BANKLOOM_CUDA Error cudaEventRecord(Event event, Stream stream) {
  if (const Error error = use_stream(stream, false); error != kSuccess) return error;
  if (const Error error = use_event(event, false); error != kSuccess) return error;
  Handle* const found = find(event, true);
  clock_gettime(CLOCK_MONOTONIC, &found->time);
  found->is_recorded = true;
  return kSuccess;
}
BANKLOOM_ALSO(cudaEventRecord, _ptsz);
BANKLOOM_CUDA Error cudaEventRecordWithFlags(Event event, Stream stream, unsigned) {
  return cudaEventRecord(event, stream);
}
BANKLOOM_ALSO(cudaEventRecordWithFlags, _ptsz);
BANKLOOM_CUDA Error cudaEventSynchronize(Event event) { return use_event(event, true); }
BANKLOOM_CUDA Error cudaEventQuery(Event event) { return use_event(event, true); }
BANKLOOM_CUDA Error cudaEventElapsedTime(float* milliseconds, Event first, Event last) {
  if (const Error error = begin(false); error != kSuccess) return error;
  const Handle* const a = find(first, true);
  const Handle* const b = find(last, true);
  constexpr unsigned kDisableTiming = 2;
  if (milliseconds == nullptr) return finish(kInvalidValue);
  if (a == nullptr || b == nullptr || !a->is_recorded || !b->is_recorded ||
      ((a->flags | b->flags) & kDisableTiming) != 0) {
    return finish(kInvalidResourceHandle);
  }
  *milliseconds = static_cast<float>(static_cast<double>(b->time.tv_sec - a->time.tv_sec) * 1e3 +
                                     static_cast<double>(b->time.tv_nsec - a->time.tv_nsec) / 1e6);
  return kSuccess;
}

}  // namespace bankloom::runtime
