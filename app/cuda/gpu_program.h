// A kernel on the GPU: its module, its parameters and their buffers, all released with it.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/measure/device.h"
#include "cuda/cuda_library.h"

namespace bankloom {

/// What the driver said to a call: nothing, or an Error. Codes after which the context is lost set `is_spent`.
class CudaCheck {
 public:
  explicit CudaCheck(const CudaLibrary& cuda) : cuda_(cuda) {}
  /// An Error where `code` is one; `what` is the sentence for codes that have none of their own.
  [[nodiscard]] Result<void> operator()(int code, const std::string& what);
  [[nodiscard]] bool is_spent() const { return is_spent_; }
  [[nodiscard]] const CudaLibrary& cuda() const { return cuda_; }

 private:
  const CudaLibrary& cuda_;
  bool is_spent_ = false;
};

/// PTX with another version of the language in its first directive, the instructions untouched; nothing where the text
/// has no such directive or is not of a later version. `version` in tenths: 78 is 7.8.
[[nodiscard]] std::optional<std::string> with_older_version(const std::string& ptx, unsigned version);

/// A range of addresses that has moved.
struct MovedRange {
  std::uint64_t from = 0, bytes = 0, to = 0;
};
/// The bytes with each address in one of the ranges, wherever eight bytes at a multiple of eight are one, as it is now;
/// nothing where there is none. The address behind a range's end is its own, too, if no other range begins there.
[[nodiscard]] std::optional<std::vector<std::byte>> with_moved_addresses(std::span<const std::byte> bytes,
                                                                         std::span<const MovedRange> ranges);

class GpuProgram {
 public:
  /// Loads PTX and finds the entry; the context must be current. PTX of a later version of the language than the driver
  /// takes is tried once more as of the version that it does take: the instructions are the same, and one that the
  /// older language lacks is refused. Errors: PTX that the driver is too old for or refuses, an entry that is not
  /// there, arguments that do not fit the parameters, more shared memory than the device has.
  [[nodiscard]] static Result<GpuProgram> load(CudaCheck& check, const GpuLaunch& launch, int device);
  ~GpuProgram();
  GpuProgram(GpuProgram&& other) noexcept;
  GpuProgram& operator=(GpuProgram&&) = delete;
  GpuProgram(const GpuProgram&) = delete;
  GpuProgram& operator=(const GpuProgram&) = delete;

  /// Copies the arguments' bytes to their buffers, as before the first launch.
  [[nodiscard]] Result<void> upload();
  /// Gives the buffers their contents back, where the launch asks for that before each of its turns; without waiting.
  [[nodiscard]] Result<void> prepare();
  /// Starts the kernel once, without waiting for it.
  [[nodiscard]] Result<void> launch();
  /// Waits for all that was started; the kernel's fault shows here.
  [[nodiscard]] Result<void> wait();
  /// The buffers as they are now, empty for scalars and for those that are not asked back.
  [[nodiscard]] Result<GpuOutput> download();

  [[nodiscard]] CudaCheck& check() { return *check_; }
  /// The contents of the largest buffer before the launch; nothing where the kernel has none.
  [[nodiscard]] const std::vector<std::byte>* largest_buffer() const;

 private:
  explicit GpuProgram(CudaCheck& check, const GpuLaunch& launch) : check_(&check), launch_(&launch) {}
  [[nodiscard]] int load_text(const std::string& ptx, std::string& said);
  [[nodiscard]] Result<void> load_module();
  [[nodiscard]] Result<void> check_parameters();
  [[nodiscard]] Result<void> allow_shared_memory(int device);
  [[nodiscard]] Result<void> allocate();
  [[nodiscard]] Result<void> find_variable(std::size_t argument);
  void relocate();
  [[nodiscard]] const std::vector<std::byte>& contents(std::size_t argument) const;

  CudaCheck* check_;
  const GpuLaunch* launch_;  ///< outlives the program
  CudaLibrary::Module module_ = nullptr;
  CudaLibrary::Function function_ = nullptr;
  std::vector<CudaLibrary::Pointer> buffers_;         ///< 0 for scalars
  std::vector<std::vector<std::byte>> scalar_bytes_;  ///< what the launch reads
  /// Contents with the device's addresses in them; empty where they are the launch's own.
  std::vector<std::vector<std::byte>> relocated_;
  std::vector<CudaLibrary::Pointer> kept_;  ///< the contents on the device, for prepare(); 0 where there are none
};

}  // namespace bankloom
