// What makes up a command: its declaration, its action, and what the action returns.
//
// A command is one file with a declare function, and one line in commands.cpp.
#pragma once

#include <CLI/App.hpp>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/compile/compiler.h"
#include "core/measure/device.h"
#include "core/report/text_format.h"

namespace bankloom::cli {

/// Exit statuses of the program.
inline constexpr int kSuccess = 0;
inline constexpr int kWrongResult = 1;  ///< a kernel's output differs from its rule, or a fault was found
inline constexpr int kWrongUsage = 2;   ///< the command as given cannot be carried out

/// The result of a command.
struct Outcome {
  std::string output;   ///< for standard output
  std::string problem;  ///< a sentence for standard error about what is wrong with the result; usually empty
  int status = kSuccess;
};

/// What commands need of the process.
struct Context {
  Compiler& compiler;
  std::filesystem::path executable;  ///< this program, to find its data
  report::TextStyle style;           ///< of standard output
  Device* device = nullptr;          ///< the GPUs to measure on; null if this build has no access to them
  std::string language = {};         ///< of --lang; empty: not given
};

/// Carries out the command with the parsed options.
using Action = std::function<Result<Outcome>()>;

struct Command {
  std::string_view name;
  std::string_view summary;  ///< one line of the help
  /// Adds the command's options to its own CLI::App and returns its action.
  Action (*declare)(CLI::App& app, const Context& context);
  bool hidden = false;  ///< not in the help: this build lacks it, or it is for packagers
};

/// The command of a command line without one.
inline constexpr const char* kWindowCommand = "window";

/// Whether this build has the window and pictures.
#ifdef BANKLOOM_WINDOW
inline constexpr bool kHasWindow = true;
#else
inline constexpr bool kHasWindow = false;
#endif

/// All commands in the order of the help.
[[nodiscard]] const std::vector<Command>& commands();

Action declare_list(CLI::App& app, const Context& context);
Action declare_analyze(CLI::App& app, const Context& context);
Action declare_advise(CLI::App& app, const Context& context);
Action declare_machines(CLI::App& app, const Context& context);
Action declare_accesses(CLI::App& app, const Context& context);
Action declare_emulate(CLI::App& app, const Context& context);
Action declare_run(CLI::App& app, const Context& context);
Action declare_doctor(CLI::App& app, const Context& context);
Action declare_measure(CLI::App& app, const Context& context);
Action declare_learn(CLI::App& app, const Context& context);
Action declare_ladder(CLI::App& app, const Context& context);
Action declare_curves(CLI::App& app, const Context& context);
Action declare_pack(CLI::App& app, const Context& context);
Action declare_render(CLI::App& app, const Context& context);
Action declare_export(CLI::App& app, const Context& context);
Action declare_talk(CLI::App& app, const Context& context);
Action declare_tour(CLI::App& app, const Context& context);
Action declare_documents(CLI::App& app, const Context& context);
Action declare_window(CLI::App& app, const Context& context);

}  // namespace bankloom::cli
