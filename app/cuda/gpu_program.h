// A kernel on the GPU, which owns its module, its parameters and their buffers.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/measure/device.h"
#include "cuda/cuda_library.h"

namespace bankloom {

/// Turns the driver's codes into Errors, and remembers whether one of them made the context unusable.
class CudaCheck {
 public:
  explicit CudaCheck(const CudaLibrary& cuda) : cuda_(cuda) {}
  /// An Error unless the call succeeded; `what` is the sentence for codes without one of their own.
  [[nodiscard]] Result<void> operator()(int code, const std::string& what);
  [[nodiscard]] bool is_spent() const { return is_spent_; }
  [[nodiscard]] const CudaLibrary& cuda() const { return cuda_; }

 private:
  const CudaLibrary& cuda_;
  bool is_spent_ = false;
};

/// PTX with an older version of the language in its first directive and the same instructions; nothing if the text has
/// no such directive or is not newer. `version` in tenths: 78 is 7.8.
[[nodiscard]] std::optional<std::string> with_older_version(const std::string& ptx, unsigned version);

/// A range of addresses that has moved.
struct MovedRange {
  std::uint64_t from = 0, bytes = 0, to = 0;
};
/// The bytes with each address in one of the ranges replaced by its new one; an address is eight bytes at a multiple of
/// eight. Nothing if there is none. A range includes the address one past its end, unless another range begins there.
[[nodiscard]] std::optional<std::vector<std::byte>> with_moved_addresses(std::span<const std::byte> bytes,
                                                                         std::span<const MovedRange> ranges);

class GpuProgram {
 public:
  /// Loads PTX and finds the entry; the context must be current. If the PTX is newer than the driver, it is tried again
  /// as the driver's newest version: the instructions stay, and the driver refuses any that this version lacks. Errors:
  /// PTX that the driver refuses, a missing entry, arguments that do not fit the parameters, more shared memory than
  /// the device has.
  [[nodiscard]] static Result<GpuProgram> load(CudaCheck& check, const GpuLaunch& launch, int device);
  ~GpuProgram();
  GpuProgram(GpuProgram&& other) noexcept;

  /// Copies the arguments' bytes to their buffers, as before the first launch.
  [[nodiscard]] Result<void> upload();
  /// Restores the buffers if the launch asks for it (GpuLaunch::restores); does not wait.
  [[nodiscard]] Result<void> prepare();
  /// Starts the kernel once; does not wait.
  [[nodiscard]] Result<void> launch();
  /// Waits for everything that was started; returns the kernel's fault.
  [[nodiscard]] Result<void> wait();
  /// The buffers' current contents; empty for scalars and for buffers that the launch does not return.
  [[nodiscard]] Result<GpuOutput> download();

  [[nodiscard]] CudaCheck& check() { return *check_; }
  /// The largest buffer's contents before the launch; null if the kernel has no buffer.
  [[nodiscard]] const std::vector<std::byte>* largest_buffer() const;

 private:
  explicit GpuProgram(CudaCheck& check, const GpuLaunch& launch) : check_(&check), launch_(&launch) {}
  [[nodiscard]] int load_text(const std::string& ptx, std::string& said);
  [[nodiscard]] Result<void> load_module();
  [[nodiscard]] Result<void> check_parameters();
  [[nodiscard]] Result<void> allow_shared_memory(int device);
  [[nodiscard]] Result<void> allocate(CudaLibrary::Pointer& buffer, std::size_t bytes);
  [[nodiscard]] Result<void> copy_to(CudaLibrary::Pointer buffer, const std::vector<std::byte>& bytes);
  [[nodiscard]] Result<void> allocate_all();
  [[nodiscard]] Result<void> find_variable(std::size_t argument);
  void relocate();
  [[nodiscard]] const std::vector<std::byte>& contents(std::size_t argument) const;

  CudaCheck* check_;
  const GpuLaunch* launch_;  ///< outlives the program
  CudaLibrary::Module module_ = nullptr;
  CudaLibrary::Function function_ = nullptr;
  std::vector<CudaLibrary::Pointer> buffers_;         ///< 0 for scalars
  std::vector<std::vector<std::byte>> scalar_bytes_;  ///< what the launch reads
  std::vector<std::vector<std::byte>> relocated_;     ///< contents with the device's addresses; empty if without any
  std::vector<CudaLibrary::Pointer> kept_;            ///< the contents on the device, for prepare(); 0 for none
};

}  // namespace bankloom
