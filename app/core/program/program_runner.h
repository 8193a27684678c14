// ProgramRunner: answers the requests of bankloom's CUDA runtime (protocol.h): the device's memory, the program's
// kernels and variables, its launches. Bytes go in and out; who carries them is no matter of the core's.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/machine/machine_model.h"
#include "core/program/device_memory.h"
#include "core/program/launch_capture.h"
#include "core/program/program_modules.h"
#include "core/program/program_run.h"
#include "core/program/protocol.h"
#include "core/simt/run_control.h"

namespace bankloom::program {

class ProgramRunner {
 public:
  /// `store` must outlive it.
  ProgramRunner(const MachineModel& machine, const ProgramOptions& options, MemoryStore& store, Zstandard zstandard);

  struct Answer {
    std::vector<std::byte> bytes;  ///< header and reply; empty for a note
    bool with_memory = false;      ///< the descriptor of the memory goes with it
  };
  /// Answers one request, of which `payload` is what stands behind the header. Nothing where it is none that the
  /// runtime makes: a kind that there is not, a size that does not fit, hello again.
  [[nodiscard]] std::optional<Answer> answer(const protocol::RequestHeader& header, std::span<const std::byte> payload);

  /// Ends the launch that is running, and lets no other begin. From any thread.
  void cancel();
  struct Progress {
    std::uint64_t launches = 0;
    std::string kernel;
    std::uint64_t blocks_done = 0, blocks = 0;
  };
  /// From any thread.
  [[nodiscard]] Progress progress() const;

  /// What is known; once, at the end.
  [[nodiscard]] ProgramRun take_result();

 private:
  using Header = protocol::RequestHeader;
  using Payload = std::span<const std::byte>;
  /// A reply in the making: its error and what stands behind its header.
  struct Reply {
    CudaError error = 0;
    std::vector<std::byte> bytes{};
    bool is_broken = false;  ///< the request is not one

    template <class Value>
    void add(const Value& value) {
      const std::size_t at = bytes.size();
      bytes.resize(at + sizeof value);
      std::memcpy(bytes.data() + at, &value, sizeof value);
    }
  };
  [[nodiscard]] Reply reply_to(const Header& header, Payload payload);
  [[nodiscard]] Reply hello(Payload payload);
  [[nodiscard]] Reply module(Payload payload);
  [[nodiscard]] Reply function(Payload payload);
  [[nodiscard]] Reply variable(Payload payload);
  [[nodiscard]] Reply describe(Payload payload);
  [[nodiscard]] Reply set_limit(Payload payload);
  [[nodiscard]] Reply occupancy_of(Payload payload);
  [[nodiscard]] Reply allocate(Payload payload);
  [[nodiscard]] Reply free(const Header& header, Payload payload);
  [[nodiscard]] Reply pin(Payload payload, bool pins);
  [[nodiscard]] Reply symbol(Payload payload);
  [[nodiscard]] Reply pointer(Payload payload) const;
  [[nodiscard]] Reply note(const Header& header, Payload payload);
  // program_copy.cpp
  [[nodiscard]] Reply copy(const Header& header, Payload payload);
  [[nodiscard]] Reply fill(const Header& header, Payload payload);
  struct Box;
  [[nodiscard]] CudaError check_box(const Header& header, const Box& box, const Allocation*& holder);
  // program_launch.cpp
  [[nodiscard]] Reply launch(const Header& header, Payload payload);
  [[nodiscard]] CudaError check_launch(const ProgramFunction& function, const protocol::Launch& wanted) const;
  void execute(ProgramFunction& function, const protocol::Launch& wanted, Payload arguments, ProgramLaunch& launch);
  [[nodiscard]] simt::GlobalMemory launch_memory(const ProgramFunction& function, Payload arguments) const;
  void report_faults(const ProgramLaunch& launch);

  [[nodiscard]] std::uint64_t default_dynamic_shared(const ProgramFunction& function) const;
  void report(ProgramReport report);

  MachineModel machine_;
  ProgramOptions options_;
  DeviceMemory memory_;
  ProgramModules modules_;
  LaunchCapture capture_;
  ProgramRun run_;
  bool said_hello_ = false, said_goodbye_ = false;

  mutable std::mutex mutex_;  ///< of what follows
  RunControl* running_ = nullptr;
  std::string kernel_;
  std::uint64_t launches_ = 0;
  bool cancelled_ = false;
};

/// The request's structure at the beginning of `payload`, and what stands behind it; nothing where it is too short.
template <class Request>
[[nodiscard]] std::optional<Request> take_request(std::span<const std::byte>& payload) {
  if (payload.size() < sizeof(Request)) return std::nullopt;
  Request request;
  std::memcpy(&request, payload.data(), sizeof request);
  payload = payload.subspan(sizeof request);
  return request;
}

/// The same where nothing may stand behind it.
template <class Request>
[[nodiscard]] std::optional<Request> whole_request(std::span<const std::byte> payload) {
  return payload.size() == sizeof(Request) ? take_request<Request>(payload) : std::nullopt;
}

/// The call that a header names.
[[nodiscard]] std::string call_of(const protocol::RequestHeader& header);

}  // namespace bankloom::program
