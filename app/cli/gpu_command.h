// --gpu: the command that leads to a GPU elsewhere.
#pragma once

#include <optional>
#include <string>
#include <thread>

#include "cli/command.h"
#include "program/interrupt.h"

namespace bankloom::cli {

void add_gpu(CLI::App& app, std::string& command);

/// During its lifetime, waits for the GPU are told on standard error, and Ctrl-C ends the command and the call that it
/// answers: a queue may hold it for hours, and must not keep its job.
class GpuCommand {
 public:
  /// Without a command it is this machine's GPU.
  GpuCommand(const Context& context, const std::string& command);
  ~GpuCommand();
  GpuCommand& operator=(GpuCommand&&) = delete;

  /// Errors: the command has no word, or this build has no way to a GPU.
  [[nodiscard]] const Result<void>& used() const { return used_; }
  [[nodiscard]] bool is_interrupted() const { return interrupt_ && interrupt_->has_come(); }

 private:
  Device* device_;
  std::optional<program::Interrupt> interrupt_;
  Result<void> used_;
  std::string told_;    ///< the last line on standard error
  std::jthread watch_;  ///< the last: it uses the others
};

}  // namespace bankloom::cli
