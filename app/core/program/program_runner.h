// ProgramRunner: answers the requests of bankloom's CUDA runtime (protocol.h) about the device's memory, the program's
// kernels and variables, and its launches. How the bytes are transported is not its concern.
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

/// Takes a request's structure from the beginning of `payload`; nothing if that is too short.
template <class Request>
[[nodiscard]] std::optional<Request> take_request(std::span<const std::byte>& payload) {
  if (payload.size() < sizeof(Request)) return std::nullopt;
  Request request;
  std::memcpy(&request, payload.data(), sizeof request);
  payload = payload.subspan(sizeof request);
  return request;
}

class ProgramRunner {
 public:
  /// `store` must outlive it.
  ProgramRunner(MachineModel machine, const ProgramOptions& options, MemoryStore& store, Zstandard zstandard);

  struct Answer {
    std::vector<std::byte> bytes;  ///< header and reply; empty for a note
    bool with_memory = false;      ///< the descriptor of the memory goes with it
  };
  /// Answers one request; `payload` is what follows the header. Nothing if the runtime does not make such a request: an
  /// unknown kind, a wrong size, a second hello.
  [[nodiscard]] std::optional<Answer> answer(const protocol::RequestHeader& header, std::span<const std::byte> payload);

  /// Ends the running launch and refuses further ones. From any thread.
  void cancel();
  struct Progress {
    std::uint64_t launches = 0;
    std::string kernel;
    std::uint64_t blocks_done = 0, blocks = 0;
  };
  /// From any thread.
  [[nodiscard]] Progress progress() const;

  /// The result, once, at the end.
  [[nodiscard]] ProgramRun take_result();

 private:
  using Header = protocol::RequestHeader;
  using Payload = std::span<const std::byte>;
  /// The error of a reply and what follows its header.
  struct Reply {
    CudaError error = 0;
    std::vector<std::byte> bytes{};
    bool is_broken = false;  ///< the request is invalid

    template <class Value>
    void add(const Value& value) {
      const std::size_t at = bytes.size();
      bytes.resize(at + sizeof value);
      std::memcpy(bytes.data() + at, &value, sizeof value);
    }
    template <class Value>
    static Reply of(const Value& value) {
      Reply reply;
      reply.add(value);
      return reply;
    }
  };
  /// The reply of `handler` to the request that is the whole payload.
  template <class Request, class... More, class... Given>
  Reply with(Payload payload, Reply (ProgramRunner::*handler)(const Request&, More...), const Given&... given) {
    if (payload.size() != sizeof(Request)) return {.is_broken = true};
    return (this->*handler)(*take_request<Request>(payload), given...);
  }
  [[nodiscard]] Reply reply_to(const Header& header, Payload payload);
  [[nodiscard]] Reply hello(const protocol::Hello& request);
  [[nodiscard]] Reply module(Payload payload);
  [[nodiscard]] Reply function(Payload payload);
  [[nodiscard]] Reply variable(Payload payload);
  [[nodiscard]] Reply describe(const protocol::Describe& request);
  [[nodiscard]] Reply set_limit(const protocol::SetLimit& request);
  [[nodiscard]] Reply occupancy_of(const protocol::OccupancyRequest& request);
  [[nodiscard]] Reply allocate(const protocol::Allocate& request);
  [[nodiscard]] Reply free(const protocol::Free& request, const Header& header);
  [[nodiscard]] Reply pin(const protocol::Pin& request);
  [[nodiscard]] Reply unpin(const protocol::Pin& request);
  [[nodiscard]] Reply symbol(const protocol::Symbol& request);
  [[nodiscard]] Reply pointer(const protocol::Pointer& request);
  [[nodiscard]] Reply refused(const std::string& name);
  [[nodiscard]] Reply host_access(const protocol::HostAccess& access);
  [[nodiscard]] Reply goodbye(const protocol::Goodbye& request);
  // program_copy.cpp
  [[nodiscard]] Reply copy(const protocol::Copy& request, const Header& header);
  [[nodiscard]] Reply fill(const protocol::Fill& request, const Header& header);
  struct Box;
  [[nodiscard]] CudaError check_box(const Header& header, const Box& box, const Allocation*& holder);
  // program_launch.cpp
  [[nodiscard]] Reply launch(const Header& header, Payload payload);
  [[nodiscard]] CudaError check_launch(const ProgramFunction& function, const protocol::Launch& wanted) const;
  void execute(ProgramFunction& function, const protocol::Launch& wanted, Payload arguments, ProgramLaunch& launch);
  [[nodiscard]] simt::GlobalMemory launch_memory(const ProgramFunction& function, Payload arguments) const;
  void report_faults(const ProgramLaunch& launch);
  void keep(ProgramLaunch launch);

  [[nodiscard]] std::uint64_t default_dynamic_shared(const ProgramFunction& function) const;
  void report(ProgramReport report);
  /// The same for the call that a request was sent for.
  void report_call(const Header& header, ProgramReport report);

  MachineModel machine_;
  ProgramOptions options_;
  DeviceMemory memory_;
  ProgramModules modules_;
  LaunchCapture capture_;
  ProgramRun run_;
  std::uint64_t kept_later_ = 0;  ///< launches with faults behind the first ones
  bool said_hello_ = false, said_goodbye_ = false;

  mutable std::mutex mutex_;  ///< of what follows
  RunControl* running_ = nullptr;
  std::string kernel_;
  std::uint64_t launches_ = 0;
  bool cancelled_ = false;
};

/// The call that a header names.
[[nodiscard]] std::string call_of(const protocol::RequestHeader& header);

}  // namespace bankloom::program
