// The runtime's side of the protocol (core/program/protocol.h): one socket, one request at a time; and what the runtime
// remembers of errors, which is a device's way: a kernel's error is known once something waits for the device, and
// stays.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include "core/program/protocol.h"
#include "runtime/cuda_types.h"

namespace bankloom::runtime {

namespace protocol = program::protocol;

/// A call of the program's: its name and where it is.
struct Call {
  const char* name = "";
  void* from = nullptr;  ///< the address that it returns to
};
/// The call that this stands in.
#define BANKLOOM_CALL \
  ::bankloom::runtime::Call { __func__, __builtin_return_address(0) }

/// An answer: its error, and the bytes behind its header.
struct Reply {
  Error error = kSuccess;
  std::vector<std::byte> bytes;
};

/// Asks the device; connects first where that was not done. Ends the program where the device is gone.
Reply ask(const Call& call, protocol::Kind kind, std::span<const std::byte> request,
          std::span<const std::byte> more = {});
/// Tells the device; nothing where nobody is connected.
void tell(const Call& call, protocol::Kind kind, std::span<const std::byte> message);

template <class Value>
std::span<const std::byte> bytes_of(const Value& value) {
  static_assert(std::is_trivially_copyable_v<Value>);
  return std::as_bytes(std::span(&value, 1));
}

/// Asks, and takes the reply's structure; zeros where there is none.
template <class Body, class Request>
Error ask_for(const Call& call, protocol::Kind kind, const Request& request, Body& reply) {
  const Reply answer = ask(call, kind, bytes_of(request));
  reply = Body();
  if (answer.bytes.size() >= sizeof reply) __builtin_memcpy(&reply, answer.bytes.data(), sizeof reply);
  return answer.error;
}
template <class Request>
Error ask_for(const Call& call, protocol::Kind kind, const Request& request) {
  return ask(call, kind, bytes_of(request)).error;
}

/// What the device said of itself when it was connected; zeros before.
const protocol::DeviceFacts& device_facts();
/// The descriptor of the device's memory.
int memory_descriptor();
/// Connects. kNoDevice where the program does not run under bankloom, kInitialization in a process that it forked.
Error connect_device();

/// What every call begins with: the error that all calls give from now on, or success.
Error begin(bool waits);
/// What every call ends with: keeps the error for cudaGetLastError() and returns it.
Error finish(Error error);
/// As finish(), of a launch: nobody sees what it returns.
Error finish_launch(Error error, std::int64_t launch);
/// A kernel ended with an error, which the program learns when it waits.
void kernel_failed(Error error, std::int64_t launch);
/// What a kernel printed, and what its assertions say: it is written when the program waits for the device.
void add_output(std::span<const std::byte> printed, std::span<const std::byte> failed);

}  // namespace bankloom::runtime
