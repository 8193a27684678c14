// Whole programs of tests/programs for tests: compiled by nvcc, run under the runtime library.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "core/program/program_run.h"

namespace bankloom::program::test {

/// Why this machine compiles no whole programs; "" where it does.
[[nodiscard]] const std::string& why_no_nvcc();

/// The program, compiled from PROGRAM.cu or all .cu files of the folder PROGRAM; nothing where that failed, which is
/// printed. It is kept in the folder that the environment's BANKLOOM_KEPT_PROGRAMS names, for all builds, and compiled
/// again only where its text, the headers beside it, the options or nvcc are others. `device_code` is what of it is
/// made: PTX alone where it is not said otherwise.
[[nodiscard]] std::optional<std::filesystem::path> compiled(const std::string& program, const std::string& options = {},
                                                            const std::string& device_code = "compute_90");

/// How a program is run.
struct ProgramSetting {
  std::vector<std::string> arguments{};
  ProgramOptions options{};
  std::stop_token stop{};
  /// Of the requests to launch a kernel, from 0: this one is answered with success, and never reaches the device.
  std::optional<std::uint64_t> left_out{};
};

struct Ended {
  int status = -1;  ///< of exit, or -signal
  std::string output, errors;
  std::uint64_t launches = 0;  ///< requests to launch a kernel
  ProgramRun run;
};

/// Runs a program under the runtime library until it ends. A failed expectation where it breaks the protocol.
[[nodiscard]] Ended run_program(const std::filesystem::path& program, const ProgramSetting& setting = {});

[[nodiscard]] std::string file_text(const std::filesystem::path& path);

}  // namespace bankloom::program::test
