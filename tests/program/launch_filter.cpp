#include "launch_filter.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <functional>
#include <span>
#include <vector>

#include "core/program/protocol.h"

namespace bankloom::program::test {
namespace {

/// Exactly so many bytes; the descriptor that comes with them, where one does. False at the end of the stream.
bool take(int socket, std::span<std::byte> into, FileHandle& descriptor) {
  while (!into.empty()) {
    iovec part{into.data(), into.size()};
    msghdr message{};
    message.msg_iov = &part;
    message.msg_iovlen = 1;
    alignas(cmsghdr) char control[CMSG_SPACE(sizeof(int))] = {};
    message.msg_control = control;
    message.msg_controllen = sizeof control;
    const ssize_t got = recvmsg(socket, &message, MSG_CMSG_CLOEXEC);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return false;
    if (const cmsghdr* const rights = CMSG_FIRSTHDR(&message); rights != nullptr) {
      int number = -1;
      std::memcpy(&number, CMSG_DATA(rights), sizeof number);
      descriptor = FileHandle(number);
    }
    into = into.subspan(static_cast<std::size_t>(got));
  }
  return true;
}

/// The same in the other direction.
bool give(int socket, std::span<const std::byte> bytes, FileHandle descriptor) {
  while (!bytes.empty()) {
    iovec part{const_cast<std::byte*>(bytes.data()), bytes.size()};  // NOLINT: sendmsg does not write to it
    msghdr message{};
    message.msg_iov = &part;
    message.msg_iovlen = 1;
    alignas(cmsghdr) char control[CMSG_SPACE(sizeof(int))] = {};
    if (descriptor) {
      message.msg_control = control;
      message.msg_controllen = sizeof control;
      cmsghdr* const rights = CMSG_FIRSTHDR(&message);
      rights->cmsg_level = SOL_SOCKET;
      rights->cmsg_type = SCM_RIGHTS;
      rights->cmsg_len = CMSG_LEN(sizeof(int));
      const int number = descriptor.get();
      std::memcpy(CMSG_DATA(rights), &number, sizeof number);
    }
    const ssize_t sent = sendmsg(socket, &message, MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR) continue;
    if (sent <= 0) return false;
    descriptor.reset();
    bytes = bytes.subspan(static_cast<std::size_t>(sent));
  }
  return true;
}

/// A header, and what it says follows it, from one to the other.
template <class Header>
bool move_message(int from, int to, Header& header, const std::function<bool()>& is_kept_back = {}) {
  FileHandle descriptor;
  if (!take(from, std::as_writable_bytes(std::span(&header, 1)), descriptor)) return false;
  std::vector<std::byte> message(sizeof header + header.size);
  std::memcpy(message.data(), &header, sizeof header);
  if (!take(from, std::span(message).subspan(sizeof header), descriptor)) return false;
  if (is_kept_back && is_kept_back()) return true;
  return give(to, message, std::move(descriptor));
}

}  // namespace

LaunchFilter::LaunchFilter(int device, std::optional<std::uint64_t> left_out)
    : device_(fcntl(device, F_DUPFD_CLOEXEC, 0)), left_out_(left_out) {
  int ends[2] = {-1, -1};
  EXPECT_EQ(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends), 0);
  ours_ = FileHandle(ends[0]);
  theirs_ = FileHandle(ends[1]);
  thread_ = std::thread([this] { pass_on(); });
}

LaunchFilter::~LaunchFilter() {
  theirs_.reset();
  if (thread_.joinable()) thread_.join();
}

std::uint64_t LaunchFilter::await_launches() {
  thread_.join();
  return launches_;
}

void LaunchFilter::pass_on() {
  while (pass_one()) {
  }
  shutdown(ours_.get(), SHUT_RDWR);
  device_.reset();
}

bool LaunchFilter::pass_one() {
  protocol::RequestHeader header;
  bool is_left_out = false;
  const auto is_kept_back = [&] {
    if (header.kind != static_cast<std::uint32_t>(protocol::Kind::launch)) return false;
    is_left_out = left_out_ == launches_++;
    return is_left_out;
  };
  if (!move_message(ours_.get(), device_.get(), header, is_kept_back)) return false;
  if (is_left_out) return answer_for_device();
  if (protocol::is_note(static_cast<protocol::Kind>(header.kind))) return true;
  protocol::ReplyHeader reply;
  return move_message(device_.get(), ours_.get(), reply);
}

bool LaunchFilter::answer_for_device() const {
  struct {
    protocol::ReplyHeader header;
    protocol::LaunchReply launch;
  } answer;
  answer.header.kind = static_cast<std::uint32_t>(protocol::Kind::launch);
  answer.header.size = sizeof answer.launch;
  answer.launch.index = launches_ - 1;
  return give(ours_.get(), std::as_bytes(std::span(&answer, 1)), {});
}

}  // namespace bankloom::program::test
