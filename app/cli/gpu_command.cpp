#include "cli/gpu_command.h"

#include <poll.h>

#include <chrono>

#include "cli/input.h"
#include "core/base/language.h"

namespace bankloom::cli {

void add_gpu(CLI::App& app, std::string& command) {
  add_value(app, "--gpu", command,
            "Measure on the machine that this command reaches, as in --gpu \"ssh HOST bankloom --gpu-worker\" "
            "(default: this machine)",
            "COMMAND");
}

GpuCommand::GpuCommand(const Context& context, const std::string& command) : device_(context.device) {
  if (device_ == nullptr) {
    if (!command.empty()) used_ = fail("--gpu: this build cannot reach a GPU");
    return;
  }
  if (!command.empty()) {
    used_ = device_->use_command(command);
    interrupt_.emplace();
    // Again and again, because between two calls there is none to end.
    watch_ = std::jthread([this](const std::stop_token& done) {
      constexpr int kMilliseconds = 50;
      while (!done.stop_requested()) {
        pollfd waited{interrupt_->descriptor(), POLLIN, 0};
        if (::poll(&waited, 1, kMilliseconds) <= 0) continue;
        device_->cancel();
        std::this_thread::sleep_for(std::chrono::milliseconds(kMilliseconds));
      }
    });
  }
  device_->on_wait([this](DeviceWait wait, const std::string& said) {
    if (wait == DeviceWait::none) return;
    std::string line = wait == DeviceWait::turn ? message("waiting until another program has measured on this GPU")
                       : said.empty()           ? message("waiting for a GPU")
                                                : message("waiting for a GPU: {}", said);
    if (line != told_) fmt::print(stderr, "bankloom: {}\n", line);
    told_ = std::move(line);
  });
}

GpuCommand::~GpuCommand() {
  if (device_ != nullptr) device_->on_wait({});
}

}  // namespace bankloom::cli
