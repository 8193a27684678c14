#include "runtime/host_access.h"

#include <sys/socket.h>
#include <ucontext.h>

#include <csignal>
#include <cstdint>
#include <cstring>

#include "core/program/protocol.h"
#include "runtime/code_place.h"

namespace bankloom::runtime {
namespace {

namespace protocol = program::protocol;

int channel = -1;
struct sigaction before;

const void* code_of(const void* context) {
  const auto* const machine = static_cast<const ucontext_t*>(context);
#ifdef __x86_64__
  return reinterpret_cast<const void*>(machine->uc_mcontext.gregs[REG_RIP] + 1);
#elif defined(__aarch64__)
  return reinterpret_cast<const void*>(machine->uc_mcontext.pc + 1);
#else
  static_cast<void>(machine);
  return nullptr;
#endif
}

void on_fault(int, siginfo_t* info, void* context) {
  // Memory of the device is not mapped here: every access to it arrives here. The instruction is then executed again,
  // under the previous handler.
  const auto address = reinterpret_cast<std::uint64_t>(info->si_addr);
  sigaction(SIGSEGV, &before, nullptr);
  if (!protocol::is_device_address(address)) return;
  struct {
    protocol::RequestHeader header;
    protocol::HostAccess access;
  } message;
  message.header.kind = static_cast<std::uint32_t>(protocol::Kind::host_access);
  message.header.size = sizeof message.access;
  message.access.address = address;
  message.access.code = code_offset(code_of(context));
  static_cast<void>(!send(channel, &message, sizeof message, MSG_NOSIGNAL));
}

}  // namespace

void watch_host_accesses(int socket) {
  channel = socket;
  struct sigaction ours {};
  ours.sa_sigaction = on_fault;
  ours.sa_flags = SA_SIGINFO;
  sigemptyset(&ours.sa_mask);
  sigaction(SIGSEGV, &ours, &before);
}

}  // namespace bankloom::runtime
