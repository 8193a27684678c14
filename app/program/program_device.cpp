#include "program/program_device.h"

#include <poll.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <condition_variable>
#include <cstring>
#include <mutex>
#include <span>
#include <thread>
#include <utility>
#include <vector>

#include "core/program/program_runner.h"
#include "core/program/protocol.h"
#include "program/memory_file.h"
#include "program/posix_handle.h"
#include "program/zstandard.h"

namespace bankloom::program {
namespace {

using Clock = std::chrono::steady_clock;
using namespace std::chrono_literals;

/// The interval of checks whether to stop, and of reports of progress.
constexpr auto kTick = 100ms;

/// Waits until the socket is ready for `event`; false if `stopped`.
bool wait_for(int socket, short event, const std::atomic<bool>& stopped) {
  while (!stopped) {
    pollfd entry{socket, event, 0};
    const int ready = poll(&entry, 1, static_cast<int>(std::chrono::milliseconds(kTick).count()));
    if (ready > 0) return true;
    if (ready < 0 && errno != EINTR) return false;
  }
  return false;
}

/// Fills `into`; false at the end of the stream, or if `stopped`.
bool read_all(int socket, std::span<std::byte> into, const std::atomic<bool>& stopped) {
  while (!into.empty()) {
    if (!wait_for(socket, POLLIN, stopped)) return false;
    const ssize_t got = recv(socket, into.data(), into.size(), MSG_DONTWAIT);
    if (got > 0) {
      into = into.subspan(static_cast<std::size_t>(got));
    } else if (got == 0 || (errno != EAGAIN && errno != EINTR)) {
      return false;
    }
  }
  return true;
}

/// Sends bytes, together with a descriptor unless that is -1.
bool send_all(int socket, std::span<const std::byte> bytes, int descriptor, const std::atomic<bool>& stopped) {
  while (!bytes.empty()) {
    if (!wait_for(socket, POLLOUT, stopped)) return false;
    iovec part{const_cast<std::byte*>(bytes.data()), bytes.size()};  // NOLINT: sendmsg does not write to it
    msghdr message{};
    message.msg_iov = &part;
    message.msg_iovlen = 1;
    alignas(cmsghdr) char control[CMSG_SPACE(sizeof(int))] = {};
    if (descriptor >= 0) {
      message.msg_control = control;
      message.msg_controllen = sizeof control;
      cmsghdr* const rights = CMSG_FIRSTHDR(&message);
      rights->cmsg_level = SOL_SOCKET;
      rights->cmsg_type = SCM_RIGHTS;
      rights->cmsg_len = CMSG_LEN(sizeof(int));
      std::memcpy(CMSG_DATA(rights), &descriptor, sizeof descriptor);
    }
    const ssize_t sent = sendmsg(socket, &message, MSG_DONTWAIT | MSG_NOSIGNAL);
    if (sent > 0) {
      descriptor = -1;
      bytes = bytes.subspan(static_cast<std::size_t>(sent));
    } else if (sent < 0 && errno != EAGAIN && errno != EINTR) {
      return false;
    }
  }
  return true;
}

}  // namespace

struct ProgramDevice::Parts {
  Parts(MemoryFile file, const MachineModel& machine, const ProgramOptions& wanted)
      : memory(std::move(file)), options(wanted), runner(machine, wanted, memory, open_zstandard()) {}

  /// False at the end.
  bool answer_one() {
    protocol::RequestHeader header;
    if (!read_all(ours.get(), std::as_writable_bytes(std::span(&header, 1)), stopped)) return false;
    if (header.size > protocol::kMostBytes) return broken();
    payload.resize(header.size);
    if (!read_all(ours.get(), payload, stopped)) return false;
    const auto answer = runner.answer(header, payload);
    if (!answer) return broken();
    if (enough && options.capture.index && runner.progress().launches > *options.capture.index) {
      enough();
      // The program waits for the reply until it is ended.
      std::byte nothing{};
      return read_all(ours.get(), std::span(&nothing, 1), stopped) && broken();
    }
    return send_all(ours.get(), answer->bytes, answer->with_memory ? memory.descriptor() : -1, stopped);
  }
  bool broken() {
    broke_protocol = true;
    return false;
  }

  MemoryFile memory;
  ProgramOptions options;
  ProgramRunner runner;
  FileHandle ours, theirs;
  std::vector<std::byte> payload;
  std::function<void()> enough;
  std::atomic<bool> stopped{false};
  bool broke_protocol = false;
};

ProgramDevice::ProgramDevice(std::unique_ptr<Parts> parts) : parts_(std::move(parts)) {}
ProgramDevice::~ProgramDevice() = default;

Result<std::unique_ptr<ProgramDevice>> ProgramDevice::create(const MachineModel& machine,
                                                             const ProgramOptions& options) {
  TRY(auto memory, MemoryFile::create());
  int ends[2] = {-1, -1};
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) {
    return fail("the system gives no socket to the program: {}", std::strerror(errno));
  }
  auto parts = std::make_unique<Parts>(std::move(memory), machine, options);
  parts->ours = FileHandle(ends[0]);
  parts->theirs = FileHandle(ends[1]);
  return std::unique_ptr<ProgramDevice>(new ProgramDevice(std::move(parts)));
}

int ProgramDevice::child_channel() const { return parts_->theirs.get(); }
void ProgramDevice::close_child_channel() { parts_->theirs.reset(); }

std::uint64_t ProgramDevice::memory_in_use() const {
  struct stat status {};
  constexpr std::uint64_t kBlock = 512;
  if (::fstat(parts_->memory.descriptor(), &status) != 0) return 0;
  return static_cast<std::uint64_t>(status.st_blocks) * kBlock;
}

void ProgramDevice::serve(const std::stop_token& stop, const std::function<void(const ProgramProgress&)>& progress,
                          const std::function<void()>& enough) {
  Parts& parts = *parts_;
  parts.enough = enough;
  const auto halt = [&parts] {
    parts.stopped = true;
    parts.runner.cancel();
  };
  const std::stop_callback on_stop(stop, halt);
  const Clock::time_point begin = Clock::now();
  std::mutex mutex;
  std::condition_variable_any ended;
  const std::jthread watcher([&](const std::stop_token& done) {
    std::unique_lock lock(mutex);
    while (!ended.wait_for(lock, done, kTick, [] { return false; }) && !done.stop_requested()) {
      const std::chrono::duration<double> elapsed = Clock::now() - begin;
      if (parts.options.most_seconds > 0 && elapsed.count() > parts.options.most_seconds) halt();
      if (!progress) continue;
      ProgramRunner::Progress now = parts.runner.progress();
      progress({now.launches, std::move(now.kernel), now.blocks_done, now.blocks});
    }
  });
  while (parts.answer_one()) {
  }
  shutdown(parts.ours.get(), SHUT_RDWR);
}

ProgramRun ProgramDevice::take_result() {
  ProgramRun run = parts_->runner.take_result();
  run.was_stopped = run.was_stopped || parts_->stopped;
  run.broke_protocol = parts_->broke_protocol;
  return run;
}

}  // namespace bankloom::program
