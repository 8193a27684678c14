// Programs: texts that hold, beside kernels, the code for the host that launches them, as most .cu files do.
//
// The compiler at run time (NVRTC) takes code for the device alone. What kernels and device functions need is kept, all
// else at file scope is blanked out, byte for byte, so that lines and columns stay. What the host's code launches is
// read from it: sizes that it computes from constants are put in.
//
// Not supported: declarations made by macros, host code in included files, members of classes that only the host can
// compile where a kernel uses the class. Nothing of the host's code is executed: a size that it reads from its
// arguments or from the device is not known.
#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "core/own/own_text.h"

namespace bankloom::own {

/// A launch in the host's code: `kernel<<<...>>>(...)`, its variables replaced by what they were set to.
struct HostLaunch {
  std::string kernel;  ///< without template arguments
  Part text;           ///< stands where the launch does; longer or shorter than that
};

struct DeviceText {
  std::string text;                                     ///< as long as the whole, line for line
  std::vector<std::pair<unsigned, unsigned>> left_out;  ///< first and last lines of the host's functions
  std::vector<HostLaunch> launches;                     ///< in their order
  [[nodiscard]] bool is_program() const { return !left_out.empty(); }
};

/// A text without functions for the host comes back as it is.
[[nodiscard]] DeviceText device_part(const std::string& text);

/// The text with the line of an #include blanked out that names `file`; the same text where none does.
[[nodiscard]] std::string without_include(std::string text, const std::string& file);

}  // namespace bankloom::own
