#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <stop_token>
#include <thread>

#include "complaints.h"
#include "program/posix_handle.h"
#include "program/program_device.h"
#include "program_input.h"

namespace bankloom::fuzz {
namespace {

namespace protocol = program::protocol;

/// What a socket takes while nobody reads it.
constexpr std::size_t kMostSent = 16, kMostSentBytes = 16 * 1024;

const MachineModel& some_machine() {
  static const MachineModel machine =
      find_machine(load_machines(std::filesystem::path(BANKLOOM_SOURCE_DIR) / "assets" / "machines").value(), "cc9.0")
          .value();
  return machine;
}

/// What has come for the program, and a descriptor with it where one has; it ends with the stream.
std::string received(int socket, FileHandle& memory) {
  std::string all;
  char part[4096];
  while (true) {
    iovec into{part, sizeof part};
    msghdr message{};
    message.msg_iov = &into;
    message.msg_iovlen = 1;
    alignas(cmsghdr) char control[CMSG_SPACE(sizeof(int))] = {};
    message.msg_control = control;
    message.msg_controllen = sizeof control;
    const ssize_t got = recvmsg(socket, &message, MSG_CMSG_CLOEXEC);
    if (got <= 0) return all;
    if (const cmsghdr* const rights = CMSG_FIRSTHDR(&message); rights != nullptr) {
      int number = -1;
      std::memcpy(&number, CMSG_DATA(rights), sizeof number);
      memory = FileHandle(number);
    }
    all.append(part, static_cast<std::size_t>(got));
  }
}

/// The answers are whole, in the order of what was asked.
Complaint check_received(const std::vector<SentRequest>& requests, std::string_view answers) {
  for (const SentRequest& request : requests) {
    if (answers.empty()) return {};
    if (is_note(static_cast<protocol::Kind>(request.header.kind))) continue;
    protocol::ReplyHeader header;
    if (answers.size() < sizeof header) return "an answer is cut off";
    std::memcpy(&header, answers.data(), sizeof header);
    if (header.kind != request.header.kind) return "an answer of another kind";
    if (header.size > answers.size() - sizeof header) return "an answer is shorter than it says";
    answers.remove_prefix(sizeof header + header.size);
  }
  return answers.empty() ? "" : "more is answered than was asked";
}

}  // namespace

Complaint try_channel(std::string_view input) {
  if (input.size() > kMostSentBytes) return {};
  const std::vector<SentRequest> requests = requests_of(input, kMostSent + 1);
  if (requests.size() > kMostSent || !ends_soon(requests)) return {};
  program::ProgramOptions options;
  options.memory_bytes = std::uint64_t{1} << 20;
  options.most_work = 1;
  options.threads = 1;
  auto device = program::ProgramDevice::create(some_machine(), options);
  if (!device) return device.error().message;
  const FileHandle child(dup((*device)->child_channel()));
  (*device)->close_child_channel();
  if (send(child.get(), input.data(), input.size(), MSG_DONTWAIT | MSG_NOSIGNAL) !=
      static_cast<ssize_t>(input.size())) {
    return "the socket does not take the input";
  }
  shutdown(child.get(), SHUT_WR);
  FileHandle memory;
  std::string answers;
  // Read while they come: the device waits for a program that does not take its answers, and those of some requests are
  // large.
  std::thread reader([&] { answers = received(child.get(), memory); });
  (*device)->serve(std::stop_token());
  shutdown(child.get(), SHUT_RD);
  reader.join();
  if (Complaint complaint = check_received(requests, answers); !complaint.empty()) return complaint;
  const program::ProgramRun run = (*device)->take_result();
  // A goodbye may say that nothing but code of nvcc's has called.
  const bool has_goodbye = std::any_of(requests.begin(), requests.end(), [](const SentRequest& request) {
    return request.header.kind == static_cast<std::uint32_t>(protocol::Kind::goodbye);
  });
  const bool has_called = run.called_runtime || (has_goodbye && memory);
  if (has_called != static_cast<bool>(memory)) return "the memory does not come with the first answer";
  return run.was_stopped ? "nobody stopped it" : "";
}

}  // namespace bankloom::fuzz
