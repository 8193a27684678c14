// The messages between the program and its worker processes: frames on two pipes, requests one way, replies the other.
//
// A frame is 12 bytes of header, a payload and attachments. Header, little-endian: the magic "BKLM", the protocol's
// version (u32), the payload's length (u32, at most kLongestPayload). The payload is one CBOR map (RFC 8949). Long
// buffers are attached, because CBOR is parsed byte by byte: the payload's list "attachments" has their lengths, their
// bytes follow the payload in that order, and the message has {"attachment": INDEX} in their places. The worker first
// sends {"hello": "bankloom"}; then each request gets one reply: {"ok": true, ...} or
// {"ok": false, "message": SENTENCE, "spent": BOOL}, where a worker that is `spent` ends after the reply.
//
// Nothing that arrives is trusted: a wrong magic, version, length, nesting or type is an error, never a crash, and
// memory grows with what has arrived, not with what a header announces.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/base/json_record.h"
#include "core/measure/device.h"

namespace bankloom::worker {

inline constexpr std::uint32_t kMagic = 0x4d4c4b42;  ///< "BKLM"
inline constexpr std::uint32_t kVersion = 3;
inline constexpr std::size_t kHeaderBytes = 12;
/// 3 GiB with the attachments: the buffers of one launch, such as a matrix of 16384 x 16384 floats. Of a buffer of
/// zeros only the length is sent.
inline constexpr std::uint32_t kLongestPayload = 3U << 30U;
inline constexpr int kDeepestNesting = 8;

/// The worker's ends of the pipes.
inline constexpr int kWorkerInput = 3;
inline constexpr int kWorkerOutput = 4;
/// The argument that starts the program as a worker.
inline constexpr const char* kWorkerArgument = "--gpu-worker";

using Clock = std::chrono::steady_clock;

/// How long a transfer may take, and what cancels it.
struct Patience {
  std::optional<Clock::time_point> deadline;  ///< nothing: no limit
  int wake = -1;                              ///< a descriptor that becomes readable to cancel the wait; -1: none
};

/// How a transfer ended.
enum class Outcome : std::uint8_t {
  done,
  closed,     ///< the other side closed its pipe
  late,       ///< the deadline passed
  cancelled,  ///< `wake` became readable
  garbage,    ///< not a frame of this protocol
  too_large,  ///< the message exceeds kLongestPayload
};

struct Transfer {
  Outcome outcome = Outcome::done;
  std::string detail;      ///< what is wrong with garbage
  nlohmann::json message;  ///< what arrived
};

/// Sends one frame. `descriptor` is a pipe, non-blocking if `patience` has a limit; if closed, it raises no SIGPIPE.
[[nodiscard]] Outcome send_message(int descriptor, nlohmann::json message, const Patience& patience);

/// Waits for one frame.
[[nodiscard]] Transfer receive_message(int descriptor, const Patience& patience);

/// A frame's bytes with its attachments. Empty if the message is too large.
[[nodiscard]] std::vector<std::uint8_t> make_frame(const nlohmann::json& message);

/// A frame's payload as a message. Errors: it is not CBOR, no map, or nested deeper than kDeepestNesting.
[[nodiscard]] Result<nlohmann::json> parse_payload(const std::vector<std::uint8_t>& payload);

/// A described record (core/base/json_record.h) as a message.
template <class Record>
[[nodiscard]] nlohmann::json message_of(const Record& record) {
  FieldWriter<nlohmann::json> fields;
  describe(fields, record);
  return std::move(fields.object);
}

/// The record in a message; `what` names it in errors: a field is missing or has the wrong type.
template <class Record>
[[nodiscard]] Result<Record> record_of(const nlohmann::json& message, const char* what) {
  FieldProblems problems(fmt::format("a message with no proper {}", what));
  FieldReader fields(message, "", problems);
  Record record;
  describe(fields, record);
  TRY(problems.none());
  return record;
}

// The GPU worker's records.
[[nodiscard]] nlohmann::json to_message(const GpuLaunch& launch);
[[nodiscard]] nlohmann::json to_message(const std::vector<DeviceInfo>& devices);
[[nodiscard]] nlohmann::json to_message(const GpuOutput& output);
[[nodiscard]] nlohmann::json to_message(const GpuCopySamples& samples);
[[nodiscard]] nlohmann::json to_message(const GpuCounters& counters);
[[nodiscard]] Result<GpuLaunch> launch_of(const nlohmann::json& message);
[[nodiscard]] Result<std::vector<DeviceInfo>> devices_of(const nlohmann::json& message);
[[nodiscard]] Result<GpuOutput> output_of(const nlohmann::json& message);
[[nodiscard]] Result<GpuCopySamples> copy_samples_of(const nlohmann::json& message);
[[nodiscard]] Result<GpuCounters> counters_of(const nlohmann::json& message);

}  // namespace bankloom::worker
