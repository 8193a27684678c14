// The messages between the program and its worker processes: frames on two pipes, requests one way, replies the other.
//
// A frame is 12 bytes of header, a payload, attachments and a line feed, at which Slurm's srun passes on what it has.
// Header, little-endian: the magic "BKLM", the protocol's
// version (u32), the payload's length (u32, at most kLongestPayload). The payload is one CBOR map (RFC 8949). Long
// buffers are attached, because CBOR is parsed byte by byte: the payload's list "attachments" has their lengths, their
// bytes follow the payload in that order, and the message has {"attachment": INDEX} in their places. An attachment that
// is packed by Zstandard, which only who said "packs" is sent, has [LENGTH, BYTES SENT] there.
//
// The worker first sends {"hello": "bankloom", "program": VERSION, "host": NAME, "packs": BOOL}; then each request gets
// one reply: {"ok": true, ...} or {"ok": false, "message": SENTENCE, "spent": BOOL}, where a worker that is `spent`
// ends after the reply. Before it come signs of life, {"alive": true, "waits": BOOL}: when the request has arrived
// whole, every kSignOfLife, and when a wait for the GPU, which another program measures on, begins and ends.
//
// Nothing that arrives is trusted: a wrong magic, version, length, nesting or type is an error, never a crash, and
// memory grows with what has arrived, not with what a header announces; a packed attachment at most fills the limit of
// its message.
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
inline constexpr std::uint32_t kVersion = 5;
inline constexpr std::size_t kHeaderBytes = 12;
inline constexpr std::uint8_t kFrameEnd = '\n';
/// 3 GiB with the attachments: the buffers of one launch, such as a matrix of 16384 x 16384 floats. Of a buffer of
/// zeros only the length is sent.
inline constexpr std::uint32_t kLongestPayload = 3U << 30U;
inline constexpr int kDeepestNesting = 8;
/// Bytes that may stand before the greeting of a command's worker: what a login prints.
inline constexpr std::size_t kLongestBanner = 64U << 10U;
inline constexpr std::chrono::milliseconds kSignOfLife{5000};

/// The worker's ends of the pipes.
inline constexpr int kWorkerInput = 3;
inline constexpr int kWorkerOutput = 4;
/// The argument that starts the program as a worker.
inline constexpr const char* kWorkerArgument = "--gpu-worker";

using Clock = std::chrono::steady_clock;

/// How long a transfer may take, what cancels it, and how much may arrive.
struct Patience {
  std::optional<Clock::time_point> deadline = {};       ///< nothing: no limit
  int wake = -1;                                        ///< becomes readable to cancel the wait; -1: none
  std::optional<std::chrono::milliseconds> pause = {};  ///< the longest without a byte
  std::uint64_t most = kLongestPayload;                 ///< bytes of the message, unpacked
};

/// How a transfer ended.
enum class Outcome : std::uint8_t {
  done,
  closed,     ///< the other side closed its pipe
  late,       ///< the deadline passed
  busy,       ///< the wait for the GPU took too long
  silent,     ///< no byte passed within Patience::pause
  cancelled,  ///< `wake` became readable
  garbage,    ///< not a frame of this protocol
  too_large,  ///< the message exceeds kLongestPayload
};

struct Transfer {
  Outcome outcome = Outcome::done;
  std::string detail;      ///< what is wrong with garbage
  nlohmann::json message;  ///< what arrived
};

/// Sends one frame, its attachments packed if `packs`. `descriptor` is a pipe or a socket, non-blocking if `patience`
/// has a limit; if closed, it raises no SIGPIPE.
[[nodiscard]] Outcome send_message(int descriptor, nlohmann::json message, const Patience& patience,
                                   bool packs = false);

/// Waits for one frame.
[[nodiscard]] Transfer receive_message(int descriptor, const Patience& patience);
/// Waits until a frame begins.
[[nodiscard]] Outcome await_message(int descriptor, const Patience& patience);
/// What came before a greeting: the last bytes and the number of all.
struct Banner {
  std::vector<std::uint8_t> last = {};
  std::size_t bytes = 0;
};
/// Waits for the first frame, behind a banner of at most kLongestBanner bytes. It may be called again with the same
/// banner if the deadline passed, which is for the banner alone.
[[nodiscard]] Transfer receive_greeting(int descriptor, const Patience& patience, Banner& banner);
/// Replaces the control characters in all of a message's texts, so that what another machine says is one line, and no
/// terminal obeys it.
void clean_texts(nlohmann::json& message);
/// Whether this machine can pack and unpack.
[[nodiscard]] bool can_pack();

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
