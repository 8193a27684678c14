// What a machine's GPU can lack, made with a driver and a CUPTI of the tests' own, and the words that each condition
// must put before the user: in `doctor`, in `measure`, and in the window. Everything else is the real program: its
// command line or window, its worker process, its pipes.
#pragma once

#include <map>
#include <string>
#include <vector>

namespace bankloom::test {

struct GpuCondition {
  std::string name;                                ///< for the test's name
  std::map<std::string, std::string> environment;  ///< of the program
  std::string measured;                            ///< in what `measure` says, and in the window
  std::string diagnosed;  ///< in what `doctor` says; empty where it cannot know before a launch
  bool has_time = false;  ///< the time is measured all the same
  bool breaks = false;    ///< the kernel is what fails
};

inline std::map<std::string, std::string> fake_driver(const std::string& condition, const std::string& cupti = "none") {
  return {{"BANKLOOM_LIBCUDA", BANKLOOM_FAKE_LIBCUDA}, {"BANKLOOM_FAKE_CUDA", condition}, {"BANKLOOM_CUPTI", cupti}};
}

inline std::vector<GpuCondition> gpu_conditions() {
  const std::string no_driver = "there is no NVIDIA driver on this machine";
  const std::string no_device = "NVIDIA's driver finds no GPU on this machine (CUDA_ERROR_NO_DEVICE)";
  const std::string old = "NVIDIA's driver is for CUDA 11.4, and one for CUDA 11.8 or later is needed";
  const std::string rights = "NVreg_RestrictProfilingToAdminUsers=0";
  return {
      {"NoDriver",
       {{"BANKLOOM_LIBCUDA", "/nonexistent/libcuda.so.1"}, {"BANKLOOM_CUPTI", "none"}},
       no_driver,
       no_driver,
       false},
      {"NoDevice", fake_driver("none"), no_device, no_device, false},
      {"OldDriver", fake_driver("old"), old, old, false},
      {"BrokenDriver", fake_driver("broken"), "NVIDIA's driver does not start", "NVIDIA's driver does not start",
       false},
      {"BusyGpu", fake_driver("busy"), "another program may be using it exclusively", "", false},
      {"PtxTooNew", fake_driver("ptx"), "is too old for the PTX of this compiler", "", false},
      {"NoMemory", fake_driver("full"), "the GPU does not have enough free memory", "", false},
      {"BadAddress", fake_driver("fault"), "an address that is not its own", "", false, true},
      {"NoRights", fake_driver("", BANKLOOM_FAKE_LIBCUPTI), rights, rights, true},
      {"NoCupti", fake_driver(""), "BANKLOOM_CUPTI=none keeps CUPTI out", "BANKLOOM_CUPTI=none keeps CUPTI out", true},
  };
}

}  // namespace bankloom::test
