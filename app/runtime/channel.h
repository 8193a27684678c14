// The runtime's side of the protocol (core/program/protocol.h): one socket, one request at a time; and the runtime's
// error state, which works as on a device: a kernel's error appears once a call waits for the device, and remains.
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

/// A call of the program: its name and its place.
struct Call {
  const char* name = "";
  void* from = nullptr;  ///< its return address
};
/// The call of the enclosing function.
#define BANKLOOM_CALL \
  ::bankloom::runtime::Call { __func__, __builtin_return_address(0) }

/// A response: its error, and the bytes after its header.
struct Reply {
  Error error = kSuccess;
  std::vector<std::byte> bytes;
};

/// Sends a request to the device and waits for the response; connects first if necessary. Ends the program if the
/// device is gone.
Reply ask(const Call& call, protocol::Kind kind, std::span<const std::byte> request,
          std::span<const std::byte> more = {});
/// Sends a message to the device; does nothing without a connection.
void tell(const Call& call, protocol::Kind kind, std::span<const std::byte> message);

template <class Value>
std::span<const std::byte> bytes_of(const Value& value) {
  static_assert(std::is_trivially_copyable_v<Value>);
  return std::as_bytes(std::span(&value, 1));
}

/// The structure at the beginning of a reply; zeros if there is none.
template <class Body>
Body body_of(const Reply& answer) {
  Body body;
  if (answer.bytes.size() >= sizeof body) __builtin_memcpy(&body, answer.bytes.data(), sizeof body);
  return body;
}

/// Sends a request and returns the structure of its reply.
template <class Body, class Request>
Error ask_for(const Call& call, protocol::Kind kind, const Request& request, Body& reply) {
  const Reply answer = ask(call, kind, bytes_of(request));
  reply = body_of<Body>(answer);
  return answer.error;
}
template <class Request>
Error ask_for(const Call& call, protocol::Kind kind, const Request& request) {
  return ask(call, kind, bytes_of(request)).error;
}

/// The device's facts from the connection; zeros before.
const protocol::DeviceFacts& device_facts();
/// The descriptor of the device's memory.
int memory_descriptor();
/// Connects. kNoDevice if the program does not run under bankloom, kInitialization in a process that it forked.
Error connect_device();

/// Begins every call: returns the error that all calls give from now on, or success.
Error begin(bool waits);
/// Ends every call: keeps the error for cudaGetLastError() and returns it.
Error finish(Error error);
/// finish() for a launch, whose return value nothing reads.
Error finish_launch(Error error, std::int64_t launch);
/// Reports that a kernel ended with an error, which the program sees when it waits.
void kernel_failed(Error error, std::int64_t launch);
/// Adds a kernel's printed output and its assertions' messages; both are written when the program waits for the device.
void add_output(std::span<const std::byte> printed, std::span<const std::byte> failed);

}  // namespace bankloom::runtime
