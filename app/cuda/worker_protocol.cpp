#include "cuda/worker_protocol.h"

#include <poll.h>
#include <pthread.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <limits>
#include <utility>

#include "core/base/language.h"
#include "cuda/zstd_library.h"

namespace bankloom {

namespace {

/// Whether to send only a buffer's length.
bool is_long_and_zero(const std::vector<std::byte>& bytes) {
  constexpr std::size_t kLong = 4096;
  return bytes.size() >= kLong && std::ranges::all_of(bytes, [](std::byte byte) { return byte == std::byte{0}; });
}

}  // namespace

template <class Fields>
void describe(Fields& fields, Is<GpuLaunch::Argument> auto& argument) {
  fields("buffer", argument.is_buffer);
  fields("returned", argument.is_returned);
  std::optional<std::uint64_t> zeros;
  if (!Fields::kReads && is_long_and_zero(argument.bytes)) zeros = argument.bytes.size();
  fields("zeros", zeros);
  if (!zeros) {
    fields("bytes", argument.bytes);
  } else if constexpr (Fields::kReads) {
    if (*zeros > worker::kLongestPayload) return fields.report("zeros", "is more than a message can have");
    argument.bytes.resize(*zeros);
  }
  fields.optional("address", argument.address);
  fields.optional("variable", argument.variable);
  bool is_beside = !argument.is_parameter;
  fields.optional("beside", is_beside);
  if constexpr (Fields::kReads) argument.is_parameter = !is_beside;
}

template <class Fields>
void describe(Fields& fields, Is<GpuLaunch> auto& launch) {
  // As bytes, which are attached if they are long.
  const auto* const text = reinterpret_cast<const std::byte*>(launch.ptx.data());
  std::vector<std::byte> ptx(text, text + launch.ptx.size());
  fields("ptx", ptx);
  if constexpr (Fields::kReads) launch.ptx.assign(reinterpret_cast<const char*>(ptx.data()), ptx.size());
  fields("entry", launch.entry);
  fields("grid", launch.grid);
  fields("block", launch.block);
  fields("dynamic_shared", launch.dynamic_shared_bytes);
  fields("arguments", launch.arguments);
  fields("restores", launch.restores);
}

void describe(auto& fields, Is<DeviceInfo> auto& info) {
  fields("index", info.index);
  fields("name", info.name);
  fields("driver", info.driver);
  fields("major", info.compute_major);
  fields("minor", info.compute_minor);
  fields("multiprocessors", info.multiprocessors);
  fields("memory", info.memory_bytes);
  fields("clock", info.clock_mhz);
  fields("newest_ptx", info.newest_ptx);
  fields("cupti", info.has_cupti);
  fields("no_counters", info.no_counters);
  fields("uuid", info.uuid);
}

void describe(auto& fields, Is<std::vector<DeviceInfo>> auto& devices) { fields("devices", devices); }
void describe(auto& fields, Is<GpuOutput> auto& output) { fields("buffers", output.buffers); }
void describe(auto& fields, Is<GpuCounters> auto& counters) { fields("values", counters.values); }

void describe(auto& fields, Is<GpuSamples> auto& samples) {
  fields("nanoseconds", samples.nanoseconds);
  fields("dropped", samples.dropped);
  fields("how", samples.how);
  fields("clock", samples.clock_mhz);
}

void describe(auto& fields, Is<GpuCopySamples> auto& samples) {
  fields("kernel", samples.kernel);
  fields("copy", samples.copy);
}

}  // namespace bankloom

namespace bankloom::worker {
namespace {

using nlohmann::json;

void put_u32(std::vector<std::uint8_t>& bytes, std::uint32_t value) {
  for (unsigned shift = 0; shift < 32; shift += 8) bytes.push_back(static_cast<std::uint8_t>(value >> shift));
}

std::uint32_t get_u32(const std::uint8_t* bytes) {
  std::uint32_t value = 0;
  for (unsigned i = 0; i < 4; ++i) value |= std::uint32_t{bytes[i]} << (8 * i);
  return value;
}

/// During its lifetime, writing to a closed pipe raises no SIGPIPE in this thread: the signal is blocked, and one that
/// our own writing caused is removed before the mask is restored.
class PipeSignalGuard {
 public:
  PipeSignalGuard() {
    sigemptyset(&pipe_);
    sigaddset(&pipe_, SIGPIPE);
    sigset_t pending{};
    sigemptyset(&pending);
    sigpending(&pending);
    was_pending_ = sigismember(&pending, SIGPIPE) == 1;
    pthread_sigmask(SIG_BLOCK, &pipe_, &before_);
  }
  ~PipeSignalGuard() {
    if (!was_pending_) {
      const timespec at_once{};
      while (sigtimedwait(&pipe_, nullptr, &at_once) == -1 && errno == EINTR) {
      }
    }
    pthread_sigmask(SIG_SETMASK, &before_, nullptr);
  }
  PipeSignalGuard& operator=(PipeSignalGuard&&) = delete;

 private:
  sigset_t pipe_{};
  sigset_t before_{};
  bool was_pending_ = false;
};

/// Waits until the descriptor is ready for `events`.
Outcome wait_for(int descriptor, short events, const Patience& patience) {
  const auto ends = patience.pause ? std::optional(Clock::now() + *patience.pause) : std::nullopt;
  for (;;) {
    const auto now = Clock::now();
    if (patience.deadline && *patience.deadline <= now) return Outcome::late;
    if (ends && *ends <= now) return Outcome::silent;
    int timeout = -1;
    for (const auto& end : {patience.deadline, ends}) {
      if (!end) continue;
      const auto left = std::chrono::ceil<std::chrono::milliseconds>(*end - now).count();
      const int fitting = static_cast<int>(std::min<std::int64_t>(left, std::numeric_limits<int>::max()));
      timeout = timeout < 0 ? fitting : std::min(timeout, fitting);
    }
    std::array<pollfd, 2> waited{pollfd{descriptor, events, 0}, pollfd{patience.wake, POLLIN, 0}};
    const int ready = ::poll(waited.data(), waited.size(), timeout);
    if (ready < 0 && errno != EINTR) return Outcome::closed;
    if (ready <= 0) continue;
    if (waited[1].revents != 0) return Outcome::cancelled;
    if (waited[0].revents != 0) return Outcome::done;
  }
}

Outcome write_all(int descriptor, const std::vector<std::uint8_t>& bytes, const Patience& patience) {
  std::size_t written = 0;
  while (written < bytes.size()) {
    if (const Outcome waited = wait_for(descriptor, POLLOUT, patience); waited != Outcome::done) return waited;
    const ssize_t count = ::write(descriptor, bytes.data() + written, bytes.size() - written);
    if (count > 0) {
      written += static_cast<std::size_t>(count);
    } else if (count < 0 && errno != EAGAIN && errno != EINTR) {
      return Outcome::closed;
    }
  }
  return Outcome::done;
}

/// Appends `wanted` bytes to `bytes`, which grows as they arrive.
Outcome read_exactly(int descriptor, std::size_t wanted, std::vector<std::uint8_t>& bytes, const Patience& patience) {
  constexpr std::size_t kStep = 1U << 20;
  std::size_t missing = wanted;
  while (missing > 0) {
    if (const Outcome waited = wait_for(descriptor, POLLIN, patience); waited != Outcome::done) return waited;
    const std::size_t before = bytes.size();
    bytes.resize(before + std::min(missing, kStep));
    const ssize_t count = ::read(descriptor, bytes.data() + before, bytes.size() - before);
    bytes.resize(before + static_cast<std::size_t>(std::max<ssize_t>(count, 0)));
    if (count > 0) {
      missing -= static_cast<std::size_t>(count);
    } else if (count == 0 || (errno != EAGAIN && errno != EINTR)) {
      return Outcome::closed;
    }
  }
  return Outcome::done;
}

/// Parses CBOR without keeping anything, and stops at too deep a nesting: the library's parser recurses once a level,
/// so a hostile payload could exhaust the stack.
class NestingCheck final : public nlohmann::json_sax<json> {
 public:
  bool null() override { return true; }
  bool boolean(bool) override { return true; }
  bool number_integer(number_integer_t) override { return true; }
  bool number_unsigned(number_unsigned_t) override { return true; }
  bool number_float(number_float_t, const string_t&) override { return true; }
  bool string(string_t&) override { return true; }
  bool binary(binary_t&) override { return true; }
  bool key(string_t&) override { return true; }
  bool start_object(std::size_t) override { return ++depth_ <= kDeepestNesting; }
  bool end_object() override { return --depth_ >= 0; }
  bool start_array(std::size_t) override { return ++depth_ <= kDeepestNesting; }
  bool end_array() override { return --depth_ >= 0; }
  bool parse_error(std::size_t, const std::string&, const nlohmann::detail::exception&) override { return false; }

 private:
  int depth_ = 0;
};

/// Shorter binary values stay in the payload.
constexpr std::size_t kAttachedBytes = 64U << 10U;
constexpr const char* kAttachments = "attachments";
constexpr const char* kAttachment = "attachment";

/// The pieces of a frame, in the order in which they are written.
struct FramePieces {
  std::vector<std::uint8_t> head;                      ///< header and payload, and the end if nothing is attached
  std::vector<std::vector<std::uint8_t>> attachments;  ///< packed or not, and the end behind them
};

/// Moves the long binary values out of a message.
void detach(json& message, std::vector<std::vector<std::uint8_t>>& attachments) {
  if (message.is_structured()) {
    for (json& part : message) detach(part, attachments);
  } else if (message.is_binary() && message.get_binary().size() >= kAttachedBytes) {
    std::vector<std::uint8_t> bytes = std::move(static_cast<std::vector<std::uint8_t>&>(message.get_binary()));
    message = {{kAttachment, attachments.size()}};
    attachments.push_back(std::move(bytes));
  }
}

/// Moves them back. False if a place names no attachment, or one that another place has used.
bool reattach(json& message, std::vector<std::vector<std::uint8_t>>& attachments) {
  if (!message.is_structured()) return true;
  const auto named = message.is_object() ? message.find(kAttachment) : message.end();
  if (named == message.end()) {
    return std::ranges::all_of(message, [&](json& part) { return reattach(part, attachments); });
  }
  if (message.size() != 1 || !named->is_number_unsigned()) return false;
  const auto index = named->get<std::size_t>();
  if (index >= attachments.size() || attachments[index].empty()) return false;
  message = json::binary(std::exchange(attachments[index], {}));
  return true;
}

/// Nothing if the message is too large for a frame.
std::optional<FramePieces> pieces_of(json message, bool packs) {
  FramePieces pieces;
  detach(message, pieces.attachments);
  std::uint64_t total = 0;
  for (auto& bytes : pieces.attachments) {
    total += bytes.size();
    const std::size_t length = bytes.size();
    auto packed = packs ? packed_by_zstd(bytes) : std::vector<std::uint8_t>();
    if (packed.empty() || packed.size() >= length) {
      message[kAttachments].push_back(length);
    } else {
      message[kAttachments].push_back({length, packed.size()});
      bytes = std::move(packed);
    }
  }
  const std::vector<std::uint8_t> payload = json::to_cbor(message);
  if (total + payload.size() > kLongestPayload) return std::nullopt;
  pieces.head.reserve(kHeaderBytes + payload.size() + 1);
  put_u32(pieces.head, kMagic);
  put_u32(pieces.head, kVersion);
  put_u32(pieces.head, static_cast<std::uint32_t>(payload.size()));
  pieces.head.insert(pieces.head.end(), payload.begin(), payload.end());
  if (pieces.attachments.empty()) {
    pieces.head.push_back(kFrameEnd);
  } else {
    pieces.attachments.push_back({kFrameEnd});
  }
  return pieces;
}

struct Attached {
  std::size_t length = 0, sent = 0;
  bool is_packed = false;
};

/// An entry of the list "attachments": LENGTH, or [LENGTH, BYTES SENT], which are then fewer.
std::optional<Attached> attached_of(const json& entry) {
  if (entry.is_number_unsigned()) return Attached{entry.get<std::size_t>(), entry.get<std::size_t>(), false};
  if (!entry.is_array() || entry.size() != 2 || !entry[0].is_number_unsigned() || !entry[1].is_number_unsigned()) {
    return std::nullopt;
  }
  const Attached attached{entry[0].get<std::size_t>(), entry[1].get<std::size_t>(), true};
  return attached.sent > 0 && attached.sent < attached.length ? std::optional(attached) : std::nullopt;
}

/// Receives a message's attachments and moves them to their places.
Transfer receive_attachments(int descriptor, json message, const Patience& patience) {
  const auto wrong = [] { return Transfer{Outcome::garbage, "attachments that do not fit the message", {}}; };
  std::vector<std::vector<std::uint8_t>> attachments;
  if (const auto lengths = message.find(kAttachments); lengths != message.end()) {
    if (!lengths->is_array()) return wrong();
    std::vector<Attached> announced;
    std::uint64_t total = 0;
    for (const json& entry : *lengths) {
      const auto attached = attached_of(entry);
      if (!attached) return wrong();
      if (attached->length > patience.most - total) {
        return {Outcome::garbage, fmt::format("buffers of more than {} bytes", patience.most), {}};
      }
      total += attached->length;
      announced.push_back(*attached);
    }
    for (const Attached& attached : announced) {
      std::vector<std::uint8_t>& bytes = attachments.emplace_back();
      const Outcome outcome = read_exactly(descriptor, attached.sent, bytes, patience);
      if (outcome != Outcome::done) return {outcome, {}, {}};
      if (!attached.is_packed) continue;
      bytes = unpacked_by_zstd(bytes, attached.length);
      if (bytes.empty()) return {Outcome::garbage, "packed buffers that cannot be unpacked", {}};
    }
    message.erase(kAttachments);
  }
  if (!reattach(message, attachments) || !message.is_object()) return wrong();
  return {Outcome::done, {}, std::move(message)};
}

}  // namespace

std::vector<std::uint8_t> make_frame(const json& message) {
  auto pieces = pieces_of(message, false);
  if (!pieces) return {};
  std::vector<std::uint8_t> frame = std::move(pieces->head);
  for (const auto& bytes : pieces->attachments) frame.insert(frame.end(), bytes.begin(), bytes.end());
  return frame;
}

Result<json> parse_payload(const std::vector<std::uint8_t>& payload) {
  NestingCheck check;
  if (!json::sax_parse(payload, &check, json::input_format_t::cbor)) return fail("the payload is not plain CBOR");
  json message = json::from_cbor(payload, true, false);
  if (!message.is_object()) return fail("the payload is not a CBOR map");
  return message;
}

Outcome send_message(int descriptor, json message, const Patience& patience, bool packs) {
  const auto pieces = pieces_of(std::move(message), packs);
  if (!pieces) return Outcome::too_large;
  const PipeSignalGuard guard;
  Outcome outcome = write_all(descriptor, pieces->head, patience);
  for (const auto& bytes : pieces->attachments) {
    if (outcome == Outcome::done) outcome = write_all(descriptor, bytes, patience);
  }
  return outcome;
}

namespace {

/// Receives the frame whose first bytes are in `header`.
Transfer receive_rest(int descriptor, std::vector<std::uint8_t> header, const Patience& patience) {
  if (const Outcome outcome = read_exactly(descriptor, kHeaderBytes - header.size(), header, patience);
      outcome != Outcome::done) {
    return {outcome, {}, {}};
  }
  if (get_u32(header.data()) != kMagic) return {Outcome::garbage, "bytes that are no message", {}};
  if (const std::uint32_t version = get_u32(header.data() + 4); version != kVersion) {
    return {
        Outcome::garbage,
        message("version {} of the protocol where this program speaks {}: the same bankloom is needed on both sides",
                version, kVersion),
        {}};
  }
  const std::uint32_t length = get_u32(header.data() + 8);
  if (length > patience.most) return {Outcome::garbage, fmt::format("a message of {} bytes", length), {}};
  std::vector<std::uint8_t> payload;
  if (const Outcome outcome = read_exactly(descriptor, length, payload, patience); outcome != Outcome::done) {
    return {outcome, {}, {}};
  }
  Result<json> message = parse_payload(payload);
  if (!message) return {Outcome::garbage, message.error().message, {}};
  Transfer whole = receive_attachments(descriptor, std::move(*message), patience);
  if (whole.outcome != Outcome::done) return whole;
  std::vector<std::uint8_t> end;
  if (const Outcome outcome = read_exactly(descriptor, 1, end, patience); outcome != Outcome::done) {
    return {outcome, {}, {}};
  }
  if (end.front() != kFrameEnd) return {Outcome::garbage, "a message without an end", {}};
  return whole;
}

}  // namespace

Transfer receive_message(int descriptor, const Patience& patience) { return receive_rest(descriptor, {}, patience); }

Outcome await_message(int descriptor, const Patience& patience) { return wait_for(descriptor, POLLIN, patience); }

Transfer receive_greeting(int descriptor, const Patience& patience, Banner& banner) {
  constexpr std::size_t kMagicBytes = 4;
  while (banner.bytes < kLongestBanner) {
    if (const Outcome outcome = read_exactly(descriptor, 1, banner.last, patience); outcome != Outcome::done) {
      return {outcome, {}, {}};
    }
    ++banner.bytes;
    if (banner.last.size() > kMagicBytes) banner.last.erase(banner.last.begin());
    if (banner.last.size() < kMagicBytes || get_u32(banner.last.data()) != kMagic) continue;
    Patience whole = patience;
    whole.deadline.reset();
    return receive_rest(descriptor, banner.last, whole);
  }
  return {Outcome::garbage, fmt::format("{} bytes without a greeting", kLongestBanner), {}};
}

void clean_texts(json& message) {
  if (message.is_structured()) {
    for (json& part : message) clean_texts(part);
  } else if (message.is_string()) {
    std::ranges::replace_if(
        message.get_ref<std::string&>(), [](unsigned char c) { return c < 0x20 || c == 0x7f; }, '?');
  }
}

bool can_pack() { return zstd() != nullptr; }

json to_message(const GpuLaunch& launch) { return message_of(launch); }
json to_message(const std::vector<DeviceInfo>& devices) { return message_of(devices); }
json to_message(const GpuOutput& output) { return message_of(output); }
json to_message(const GpuCopySamples& samples) { return message_of(samples); }
json to_message(const GpuCounters& counters) { return message_of(counters); }

Result<GpuLaunch> launch_of(const json& message) { return record_of<GpuLaunch>(message, "launch"); }
Result<std::vector<DeviceInfo>> devices_of(const json& message) {
  return record_of<std::vector<DeviceInfo>>(message, "list of GPUs");
}
Result<GpuOutput> output_of(const json& message) { return record_of<GpuOutput>(message, "output"); }
Result<GpuCopySamples> copy_samples_of(const json& message) {
  return record_of<GpuCopySamples>(message, "durations of kernel and copy");
}
Result<GpuCounters> counters_of(const json& message) { return record_of<GpuCounters>(message, "counters"); }

}  // namespace bankloom::worker
