#include "cli/command.h"

namespace bankloom::cli {

const std::vector<Command>& commands() {
  static const std::vector<Command> all{
      {"list", "Lessons and kernels with their options, and the machines", declare_list},
      {"analyze", "Which accesses a kernel makes, what each costs and why, and what it outputs", declare_analyze},
      {"advise",
       "The smallest padding and the xor swizzle without bank conflicts, found by trying, and what each costs",
       declare_advise},
      {"machines", "The same accesses on several machines, side by side", declare_machines},
      {"accesses", "The costs of warp-level accesses given as a CSV table", declare_accesses},
      {"emulate", "Run a kernel of your own (.cu or .ptx) on the emulator", declare_emulate},
      {"run", "Run a whole CUDA program, its launches on the emulator", declare_run},
      {"measure", "Time, output and counters of a kernel on this machine's GPU, or as recorded on another",
       declare_measure},
      {"ladder", "A lesson's kernels side by side: time, GB/s, percent of a copy, what each does better",
       declare_ladder},
      {"curves", "What was measured of a lesson's kernels over one of their options", declare_curves},
      {"learn", "Lessons, questions and exercises in the terminal; your progress; the check of lessons", declare_learn},
      {"doctor", "What this machine has, what is missing, how to get it", declare_doctor},
      {"pack", "Compile the lessons in advance, for a machine without NVRTC", declare_pack, true},
      {kWindowCommand, "The window; `bankloom`, `bankloom KERNEL` and the options of this command open it too",
       declare_window, !kHasWindow},
      {"render", "A picture of the window, or of one view of it, as a PNG file; needs no display", declare_render,
       !kHasWindow},
      {"export", "A picture, a figure for print, or a film, by the file's extension; needs no display", declare_export,
       !kHasWindow},
      {"talk", "A picture of each scene of a talk (FILE.bankloom), numbered in order", declare_talk, !kHasWindow},
      {"tour", "Pictures of all kernels with square and rectangular tiles", declare_tour, !kHasWindow},
      {"documents", "The man page and the completions for bash, zsh and fish, written into a folder", declare_documents,
       true},
  };
  return all;
}

}  // namespace bankloom::cli
