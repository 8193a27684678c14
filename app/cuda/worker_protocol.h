// What the program and its GPU worker say to each other: frames on two pipes, requests one way, replies the other.
//
// A frame is 12 bytes of header, a payload and attachments. Header, little-endian: the magic "BKLM", the protocol's
// version (u32), the payload's length (u32, at most kLongestPayload). The payload is one CBOR map (RFC 8949). Long
// buffers are attached, for CBOR is read byte by byte: their lengths are the payload's list "attachments", their bytes
// follow it in that order, and {"attachment": INDEX} stands where the message has one. The worker begins with a
// frame {"hello": "bankloom"}; then each request gets one reply: {"ok": true, ...} or
// {"ok": false, "message": SENTENCE, "spent": BOOL}, `spent` being true where the worker ends after it.
//
// Nothing that arrives is trusted: a wrong magic, version, length, nesting or type is a sentence, never a crash; memory
// grows with what has arrived, not with what a header promises.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/base/json.h"
#include "core/base/result.h"
#include "core/measure/device.h"

namespace bankloom::worker {

inline constexpr std::uint32_t kMagic = 0x4d4c4b42;  ///< "BKLM"
inline constexpr std::uint32_t kVersion = 3;
inline constexpr std::size_t kHeaderBytes = 12;
/// 3 GiB, with the attachments: the buffers of one launch, such as a matrix of 16384 x 16384 floats; buffers of zeros
/// travel as their length.
inline constexpr std::uint32_t kLongestPayload = 3U << 30U;
inline constexpr int kDeepestNesting = 8;

/// The worker's ends of the pipes.
inline constexpr int kWorkerInput = 3;
inline constexpr int kWorkerOutput = 4;
/// The argument that starts the program as a worker.
inline constexpr const char* kWorkerArgument = "--gpu-worker";

using Clock = std::chrono::steady_clock;

/// Until when, and by what it is cut short.
struct Patience {
  std::optional<Clock::time_point> deadline;  ///< nothing: as long as it takes
  int wake = -1;                              ///< a descriptor that becomes readable when waiting shall end; -1: none
};

/// How a transfer ended.
enum class Outcome : std::uint8_t {
  done,
  closed,     ///< the other side is gone
  late,       ///< the deadline passed
  cancelled,  ///< `wake` became readable
  garbage,    ///< what arrived is no frame of this protocol
  too_large,  ///< what should be sent is longer than a frame can be
};

struct Transfer {
  Outcome outcome = Outcome::done;
  std::string detail;      ///< what is wrong, where the outcome is garbage
  nlohmann::json message;  ///< what arrived
};

/// Sends one frame. `descriptor` is a pipe, best a non-blocking one; a closed one raises no SIGPIPE.
[[nodiscard]] Outcome send_message(int descriptor, nlohmann::json message, const Patience& patience);

/// Waits for one frame.
[[nodiscard]] Transfer receive_message(int descriptor, const Patience& patience);

/// A frame's bytes, attachments and all. Empty where the message is too long for one.
[[nodiscard]] std::vector<std::uint8_t> make_frame(const nlohmann::json& message);

/// The payload of a frame, checked: CBOR, not nested deeper than kDeepestNesting, a map.
[[nodiscard]] Result<nlohmann::json> parse_payload(const std::vector<std::uint8_t>& payload);

// The records, there and back. Fields that are missing or of the wrong type are an Error.
[[nodiscard]] nlohmann::json to_message(const GpuLaunch& launch);
[[nodiscard]] nlohmann::json to_message(const std::vector<DeviceInfo>& devices);
[[nodiscard]] nlohmann::json to_message(const GpuOutput& output);
[[nodiscard]] nlohmann::json to_message(const GpuSamples& samples);
[[nodiscard]] nlohmann::json to_message(const GpuCopySamples& samples);
[[nodiscard]] nlohmann::json to_message(const GpuCounters& counters);
[[nodiscard]] Result<GpuLaunch> launch_of(const nlohmann::json& message);
[[nodiscard]] Result<std::vector<DeviceInfo>> devices_of(const nlohmann::json& message);
[[nodiscard]] Result<GpuOutput> output_of(const nlohmann::json& message);
[[nodiscard]] Result<GpuSamples> samples_of(const nlohmann::json& message);
[[nodiscard]] Result<GpuCopySamples> copy_samples_of(const nlohmann::json& message);
[[nodiscard]] Result<GpuCounters> counters_of(const nlohmann::json& message);

}  // namespace bankloom::worker
