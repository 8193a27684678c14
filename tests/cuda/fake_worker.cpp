// A worker with manners that the client has to survive: the first argument says which. Descriptors 3 and 4 are the
// pipes, as the real one has them; after "standard" it is standard input and output, as a command has them.
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <limits>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "cuda/worker.h"
#include "cuda/worker_protocol.h"

namespace {

using namespace bankloom;
using nlohmann::json;

int in = worker::kWorkerInput, out = worker::kWorkerOutput;

/// Right answers: every buffer comes back with its bytes inverted; metrics count their own place in the list. The entry
/// "spent" fails as a fault of a kernel does.
class InvertingDevice final : public Device {
 public:
  Result<std::vector<DeviceInfo>> devices() override {
    std::vector<DeviceInfo> list;
    for (int index = 0; index < 2; ++index) {
      DeviceInfo info;
      info.index = index;
      info.name = "Fake GPU " + std::to_string(index);
      info.driver = "1.2.3";
      info.compute_major = 9;
      info.compute_minor = 1;
      info.multiprocessors = 7;
      info.memory_bytes = std::uint64_t{5} << 32;
      info.clock_mhz = 1234.5;
      info.newest_ptx = "compute_91";
      info.has_cupti = true;
      info.no_counters = "none here";
      if (const char* const uuid = std::getenv("BANKLOOM_FAKE_UUID"); uuid != nullptr) info.uuid = uuid;
      list.push_back(info);
    }
    return list;
  }
  Result<void> choose(int index) override {
    chosen_ = index;
    return {};
  }
  Result<GpuOutput> launch(const GpuLaunch& launch, std::chrono::milliseconds) override {
    if (launch.entry == "spent") {
      spent_ = true;
      return fail("the kernel read or wrote an address that is not its own (CUDA_ERROR_ILLEGAL_ADDRESS)");
    }
    if (launch.entry == "refused") return fail("the GPU refuses this launch");
    if (launch.entry == "which") return GpuOutput{{{static_cast<std::byte>(chosen_)}}};
    if (launch.entry == "endless") {
      for (;;) std::this_thread::sleep_for(std::chrono::seconds(1));
    }
    GpuOutput output;
    for (const auto& argument : launch.arguments) {
      output.buffers.emplace_back();
      if (!argument.is_buffer || !argument.is_returned) continue;
      for (const std::byte byte : argument.bytes) output.buffers.back().push_back(~byte);
    }
    return output;
  }
  Result<GpuCopySamples> time_with_copy(const GpuLaunch& launch, std::uint64_t bytes,
                                        std::chrono::milliseconds deadline) override {
    GpuSamples samples;
    samples.nanoseconds = {1.5, static_cast<double>(deadline.count()), static_cast<double>(launch.ptx.size())};
    samples.dropped = 3;
    samples.how = "CUDA events";
    samples.clock_mhz = 99;
    GpuSamples copy = samples;
    copy.nanoseconds = {static_cast<double>(bytes)};
    return GpuCopySamples{std::move(samples), std::move(copy)};
  }
  Result<GpuCounters> count(const GpuLaunch&, const std::vector<std::string>& metrics,
                            std::chrono::milliseconds) override {
    GpuCounters counters;
    for (const auto& metric : metrics) counters.values[metric] = static_cast<double>(counters.values.size());
    return counters;
  }
  [[nodiscard]] bool is_spent() const { return spent_; }

 private:
  int chosen_ = -1;
  bool spent_ = false;
};

void write_bytes(const std::vector<std::uint8_t>& bytes) {
  [[maybe_unused]] const ssize_t written = ::write(out, bytes.data(), bytes.size());
}

void greet() { write_bytes(worker::make_frame({{"hello", "bankloom"}})); }

/// Reads one request whole.
void read_request() { (void)worker::receive_message(in, {}); }

void wait_for_ever() {
  for (;;) std::this_thread::sleep_for(std::chrono::seconds(1));
}

/// "choose" is answered, whatever comes then is answered with `bytes`.
void answer_launch_with(const std::vector<std::uint8_t>& bytes) {
  greet();
  read_request();
  write_bytes(worker::make_frame({{"ok", true}}));
  read_request();
  write_bytes(bytes);
}

std::vector<std::uint8_t> header(std::uint32_t magic, std::uint32_t version, std::uint32_t length) {
  std::vector<std::uint8_t> bytes;
  for (const std::uint32_t word : {magic, version, length}) {
    for (unsigned shift = 0; shift < 32; shift += 8) bytes.push_back(static_cast<std::uint8_t>(word >> shift));
  }
  return bytes;
}

/// A frame whose payload is these bytes.
std::vector<std::uint8_t> raw_frame(const std::vector<std::uint8_t>& payload) {
  auto frame = header(worker::kMagic, worker::kVersion, static_cast<std::uint32_t>(payload.size()));
  frame.insert(frame.end(), payload.begin(), payload.end());
  frame.push_back(worker::kFrameEnd);
  return frame;
}

/// The open descriptors, as digits: "0,1,2,3,4,".
std::string open_descriptors() {
  std::string list;
  for (int descriptor = 0; descriptor < 1024; ++descriptor) {
    if (::fcntl(descriptor, F_GETFD) != -1) list += std::to_string(descriptor) + ",";
  }
  return list;
}

int run(std::string_view manner) {
  if (manner == "right") {
    InvertingDevice device;
    return worker::serve(
        device, [&] { return device.is_spent(); }, in, out);
  }
  if (manner == "silent") wait_for_ever();
  if (manner == "stubborn") {
    // Ignores what can be ignored: only SIGKILL ends it.
    for (const int signal : {SIGTERM, SIGINT, SIGHUP, SIGPIPE}) std::signal(signal, SIG_IGN);
    greet();
    wait_for_ever();
  }
  if (manner == "closes") return 3;
  if (manner == "garbage-hello") {
    write_bytes(std::vector<std::uint8_t>(4096, 0x5a));
    wait_for_ever();
  }
  if (manner == "old") {
    write_bytes(header(worker::kMagic, worker::kVersion + 6, 0));
    wait_for_ever();
  }
  if (manner == "stranger") {
    write_bytes(worker::make_frame({{"hello", "someone else"}}));
    wait_for_ever();
  }
  if (manner == "greets-and-leaves") {
    greet();
    return 0;
  }
  if (manner == "never-reads") {
    greet();
    wait_for_ever();
  }
  if (manner == "dies-in-message") {
    auto frame = worker::make_frame({{"ok", true}, {"buffers", json::array({json::binary({1, 2, 3, 4})})}});
    frame.resize(frame.size() - 3);
    answer_launch_with(frame);
    return 0;
  }
  if (manner == "real-time-signal") {
    greet();
    read_request();
    write_bytes(worker::make_frame({{"ok", true}}));
    read_request();
    ::raise(40);
  }
  if (manner == "crashes") {
    greet();
    read_request();
    write_bytes(worker::make_frame({{"ok", true}}));
    read_request();
    // A sanitizer would make a report of it.
    std::signal(SIGSEGV, SIG_DFL);
    ::kill(::getpid(), SIGSEGV);
  }
  if (manner == "huge") {
    answer_launch_with(header(worker::kMagic, worker::kVersion, 0xffffffff));
    wait_for_ever();
  }
  if (manner == "promises") {
    // A length that is allowed, and nothing behind it.
    answer_launch_with(header(worker::kMagic, worker::kVersion, std::uint32_t{16} << 20U));
    wait_for_ever();
  }
  if (manner == "bomb" || manner == "crooked") {
    // A packed attachment that is too long, and one that is no packed attachment.
    const std::uint64_t length = manner == "bomb" ? std::uint64_t{1} << 31U : 1000;
    auto frame = worker::make_frame({{"ok", true},
                                     {"buffers", json::array({json::object({{"attachment", 0}})})},
                                     {"attachments", json::array({json::array({length, 4})})}});
    frame.insert(frame.end() - 1, {1, 2, 3, 4});
    answer_launch_with(frame);
    wait_for_ever();
  }
  if (manner == "nested") {
    answer_launch_with(raw_frame(std::vector<std::uint8_t>(1U << 20, 0x81)));
    wait_for_ever();
  }
  if (manner == "not-cbor") {
    answer_launch_with(raw_frame({0xff, 0xff, 0xff}));
    wait_for_ever();
  }
  if (manner == "no-map") {
    answer_launch_with(raw_frame({0x01}));
    wait_for_ever();
  }
  if (manner == "wrong-types") {
    answer_launch_with(worker::make_frame({{"ok", true}, {"buffers", "text"}}));
    wait_for_ever();
  }
  if (manner == "wrong-size") {
    answer_launch_with(worker::make_frame({{"ok", true}, {"buffers", json::array({json::binary({1})})}}));
    wait_for_ever();
  }
  if (manner == "no-number") {
    GpuCopySamples samples;
    samples.kernel.nanoseconds = {1, 2, 3};
    json reply = worker::to_message(samples);
    reply["kernel"]["nanoseconds"][1] = std::numeric_limits<double>::quiet_NaN();
    reply["ok"] = true;
    answer_launch_with(worker::make_frame(reply));
    wait_for_ever();
  }
  if (manner == "escapes") {
    answer_launch_with(worker::make_frame({{"ok", false}, {"message", "\033[2Jred\nand more"}, {"spent", false}}));
    wait_for_ever();
  }
  if (manner == "no-reason") {
    answer_launch_with(worker::make_frame({{"ok", false}, {"message", 7}}));
    wait_for_ever();
  }
  if (manner == "descriptors") {
    greet();
    read_request();
    write_bytes(worker::make_frame({{"ok", false}, {"message", open_descriptors()}, {"spent", true}}));
    return 0;
  }
  return 9;
}

}  // namespace

int main(int argc, char** argv) {
  ::alarm(120);  // A test that fails must not leave processes behind.
  const bool is_standard = argc > 2 && std::string_view(argv[1]) == "standard";
  if (is_standard) {
    in = STDIN_FILENO;
    out = STDOUT_FILENO;
  }
  return run(argc > 1 ? argv[is_standard ? 2 : 1] : "");
}
