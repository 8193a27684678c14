// The program: the command line, with NVRTC as the source of PTX; in a hidden role, the worker that owns the GPU.
#include <cstdio>
#include <exception>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "cli/application.h"
#include "cli/data_folder.h"
#include "cli/terminal.h"
#include "core/compile/compiler.h"
#include "core/compile/pack.h"
#include "cuda/guarded_compiler.h"
#include "cuda/nvrtc_compiler.h"
#include "cuda/worker.h"
#include "cuda/worker_client.h"
#include "cuda/worker_protocol.h"
#include "program/isolation.h"
#include "program/program_compiler.h"

int main(int argc, char** argv) {
  try {
    const std::vector<std::string> arguments(argv + (argc > 0 ? 1 : 0), argv + argc);
    if (arguments.size() == 1 && arguments.front() == bankloom::worker::kWorkerArgument) {
      return bankloom::worker::run_gpu_worker(bankloom::cli::languages_folder());
    }
    if (arguments.size() == 1 && arguments.front() == bankloom::kCompileWorkerArgument) {
      return bankloom::run_compile_worker(bankloom::cli::languages_folder());
    }
    bankloom::GuardOptions guard;
    guard.walls = bankloom::program::walls_of_reader;
    const auto compiler = bankloom::make_caching_compiler(
        bankloom::make_packed_compiler(bankloom::program::make_program_compiler(bankloom::make_guarded_compiler(
                                           bankloom::make_nvrtc_compiler(), std::move(guard))),
                                       bankloom::cli::pack_file(bankloom::cli::executable_path())));
    // Starts nothing until a command asks for a GPU.
    bankloom::WorkerClient device;
    return bankloom::cli::run_command_line(arguments, *compiler, &device);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "bankloom: the program cannot start: %s\n", error.what());
  } catch (...) {
    std::fputs("bankloom: the program cannot start for an unknown reason\n", stderr);
  }
  return 2;
}
