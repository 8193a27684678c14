// What a program sees of the file system, as steps that bwrap takes as options and the guard as system calls.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "program/host_process.h"

namespace bankloom::program {

struct ViewStep {
  enum class Kind : std::uint8_t {
    read_only,  ///< `source` at `place`
    writable,
    device,
    memory,  ///< an empty file system of at most `bytes`
    link,    ///< a symbolic link with the text `source`
    proc,    ///< the program's own processes
  };
  Kind kind = Kind::read_only;
  std::string place, source{};
  std::uint64_t bytes = 0;
  bool is_folder = true;               ///< of `source`
  std::vector<std::string> parents{};  ///< of `place` below the guard's mount point, outermost first
  std::string target{}, options{};     ///< `place` there; the file system's
};

/// In order, for a launch. What the machine lacks is left out.
[[nodiscard]] std::vector<ViewStep> view_of(const HostLaunch& launch);

/// The home folder that a program sees, empty but for what is shown in it.
[[nodiscard]] std::string home_in_view();

}  // namespace bankloom::program
