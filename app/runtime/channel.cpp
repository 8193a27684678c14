#include "runtime/channel.h"

#include <pthread.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <new>
#include <utility>

#include "runtime/code_place.h"
#include "runtime/host_access.h"

namespace bankloom::runtime {
namespace {

std::recursive_mutex channel_mutex;

/// The state of the runtime; it outlives every destructor of the program.
struct State {
  bool tried = false;
  bool called = false;  ///< by the program itself, not by nvcc's code before main()
  Error unusable = kSuccess;
  int socket = -1;
  int memory = -1;
  protocol::DeviceFacts facts;
  Error pending = kSuccess;  ///< of a kernel, until a call waits
  Error sticky = kSuccess;   ///< of a kernel, for ever
  Error unread = kSuccess;   ///< not yet read by the program
  std::int64_t unread_launch = -1;
  std::string output, failed;  ///< for standard output and standard error
};

State& state() {
  static auto* const all = new State;
  return *all;
}

thread_local Error last_error = kSuccess;

/// The device has ended this program's run, or is gone.
[[noreturn]] void lose_device() {
  static constexpr char kText[] = "bankloom: the run was ended\n";
  static_cast<void>(!write(STDERR_FILENO, kText, sizeof kText - 1));
  _exit(1);
}

void send_all(std::span<const std::byte> bytes) {
  while (!bytes.empty()) {
    const ssize_t sent = send(state().socket, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (sent > 0) {
      bytes = bytes.subspan(static_cast<std::size_t>(sent));
    } else if (errno != EINTR) {
      lose_device();
    }
  }
}

/// Receives exactly so many bytes, and a descriptor if one comes with them.
void receive_all(std::span<std::byte> into) {
  while (!into.empty()) {
    iovec part{into.data(), into.size()};
    msghdr message{};
    message.msg_iov = &part;
    message.msg_iovlen = 1;
    alignas(cmsghdr) char control[CMSG_SPACE(sizeof(int))] = {};
    message.msg_control = control;
    message.msg_controllen = sizeof control;
    const ssize_t got = recvmsg(state().socket, &message, MSG_CMSG_CLOEXEC);
    if (got == 0 || (got < 0 && errno != EINTR)) lose_device();
    if (got < 0) continue;
    const cmsghdr* const rights = CMSG_FIRSTHDR(&message);
    if (rights != nullptr && rights->cmsg_type == SCM_RIGHTS) {
      std::memcpy(&state().memory, CMSG_DATA(rights), sizeof state().memory);
    }
    into = into.subspan(static_cast<std::size_t>(got));
  }
}

void send_request(const Call& call, protocol::Kind kind, std::span<const std::byte> request,
                  std::span<const std::byte> more) {
  protocol::RequestHeader header;
  header.kind = static_cast<std::uint32_t>(kind);
  header.size = static_cast<std::uint32_t>(request.size() + more.size());
  header.code = code_offset(call.from);
  std::strncpy(header.call, call.name, sizeof header.call - 1);
  send_all(bytes_of(header));
  send_all(request);
  send_all(more);
}

Reply exchange(const Call& call, protocol::Kind kind, std::span<const std::byte> request,
               std::span<const std::byte> more) {
  send_request(call, kind, request, more);
  protocol::ReplyHeader header;
  receive_all(std::as_writable_bytes(std::span(&header, 1)));
  Reply answer{header.error, std::vector<std::byte>(header.size)};
  receive_all(answer.bytes);
  return answer;
}

/// A process that the program forks has no device: the requests of two would get mixed up.
void leave_in_child() {
  State& all = state();
  new (&channel_mutex) std::recursive_mutex;  // another thread may have held it
  if (all.socket >= 0) close(all.socket);
  all.socket = -1;
  all.tried = true;
  all.unusable = kInitialization;
}

void write_output() {
  for (const auto& [text, stream] : {std::pair(&state().output, stdout), std::pair(&state().failed, stderr)}) {
    if (text->empty()) continue;
    std::fwrite(text->data(), 1, text->size(), stream);
    text->clear();
  }
}

/// The last code of the library: after the destructors of the program's variables.
__attribute__((destructor)) void say_goodbye() {
  const std::scoped_lock lock(channel_mutex);
  State& all = state();
  if (all.socket < 0) return;
  const protocol::Goodbye goodbye{all.unread, all.called ? 1U : 0U, all.unread_launch, all.output.size()};
  tell({"exit", nullptr}, protocol::Kind::goodbye, bytes_of(goodbye));
}

}  // namespace

Error connect_device() {
  const std::scoped_lock lock(channel_mutex);
  State& all = state();
  if (all.tried) return all.unusable;
  all.tried = true;
  all.unusable = kNoDevice;
  const char* const number = std::getenv(protocol::kVariable);
  if (number == nullptr || *number == '\0') return all.unusable;
  char* end = nullptr;
  const long socket = std::strtol(number, &end, 10);
  int type = 0;
  socklen_t size = sizeof type;
  if (*end != '\0' || socket < 0 || socket > 1'000'000 ||
      getsockopt(static_cast<int>(socket), SOL_SOCKET, SO_TYPE, &type, &size) != 0) {
    return all.unusable;
  }
  all.socket = static_cast<int>(socket);
  all.unusable = kSuccess;
  find_program();
  const Reply answer = exchange({"hello", nullptr}, protocol::Kind::hello, bytes_of(protocol::Hello()), {});
  if (answer.bytes.size() != sizeof all.facts || all.memory < 0) lose_device();
  std::memcpy(&all.facts, answer.bytes.data(), sizeof all.facts);
  pthread_atfork(nullptr, nullptr, leave_in_child);
  watch_host_accesses(all.socket);
  return kSuccess;
}

Reply ask(const Call& call, protocol::Kind kind, std::span<const std::byte> request, std::span<const std::byte> more) {
  const std::scoped_lock lock(channel_mutex);
  if (const Error error = connect_device(); error != kSuccess) return {error, {}};
  return exchange(call, kind, request, more);
}

void tell(const Call& call, protocol::Kind kind, std::span<const std::byte> message) {
  const std::scoped_lock lock(channel_mutex);
  if (connect_device() == kSuccess) send_request(call, kind, message, {});
}

const protocol::DeviceFacts& device_facts() { return state().facts; }
int memory_descriptor() { return state().memory; }

Error begin(bool waits) {
  const std::scoped_lock lock(channel_mutex);
  if (const Error error = connect_device(); error != kSuccess) return finish(error);
  State& all = state();
  all.called = true;
  if (all.pending != kSuccess) all.sticky = std::exchange(all.pending, kSuccess);
  if (waits) write_output();
  if (all.sticky == kSuccess) return kSuccess;
  all.unread = kSuccess;
  return finish(all.sticky);
}

Error finish(Error error) {
  if (error != kSuccess) last_error = error;
  return error;
}

Error finish_launch(Error error, std::int64_t launch) {
  const std::scoped_lock lock(channel_mutex);
  if (error != kSuccess) {
    state().unread = error;
    state().unread_launch = launch;
  }
  return finish(error);
}

void kernel_failed(Error error, std::int64_t launch) {
  const std::scoped_lock lock(channel_mutex);
  State& all = state();
  if (all.pending != kSuccess || all.sticky != kSuccess) return;
  all.pending = all.unread = error;
  all.unread_launch = launch;
}

void add_output(std::span<const std::byte> printed, std::span<const std::byte> failed) {
  const std::scoped_lock lock(channel_mutex);
  state().output.append(reinterpret_cast<const char*>(printed.data()), printed.size());
  state().failed.append(reinterpret_cast<const char*>(failed.data()), failed.size());
}

BANKLOOM_CUDA Error cudaPeekAtLastError() {
  const std::scoped_lock lock(channel_mutex);
  State& all = state();
  if (all.unread == last_error) all.unread = kSuccess;
  return last_error;
}

BANKLOOM_CUDA Error cudaGetLastError() {
  const Error error = cudaPeekAtLastError();
  last_error = kSuccess;
  return error;
}

}  // namespace bankloom::runtime
