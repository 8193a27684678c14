#include "cli/command.h"

namespace bankloom::cli {

const std::vector<Command>& commands() {
  static const std::vector<Command> all{
      {"list", "Lessons and kernels with their options, and the machines", declare_list},
      {"analyze", "Which accesses a kernel makes, what each costs and why, and what it outputs", declare_analyze},
      {"accesses", "The costs of warp-level accesses given as a CSV table", declare_accesses},
      {"emulate", "Run a kernel of your own (.cu or .ptx) on the emulator", declare_emulate},
      {"doctor", "What this machine has, what is missing, how to get it", declare_doctor},
      {"measure", "", declare_measure, true},
      {"render", "", declare_render, true},
  };
  return all;
}

}  // namespace bankloom::cli
