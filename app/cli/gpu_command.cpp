#include "cli/gpu_command.h"

#include "cli/input.h"
#include "core/base/language.h"

namespace bankloom::cli {

void add_gpu(CLI::App& app, std::string& command) {
  add_value(app, "--gpu", command,
            "Measure where this command leads, as in --gpu \"ssh HOST bankloom --gpu-worker\" (default: this machine)",
            "COMMAND");
}

GpuCommand::GpuCommand(const Context& context, const std::string& command) : device_(context.device) {
  if (device_ == nullptr) {
    if (!command.empty()) used_ = fail("--gpu: this build has no way to a GPU");
    return;
  }
  if (!command.empty()) {
    used_ = device_->use_command(command);
    interrupt_.emplace();
  }
  device_->on_wait([this](DeviceWait wait, const std::string& said) {
    if (is_interrupted()) device_->cancel();
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
