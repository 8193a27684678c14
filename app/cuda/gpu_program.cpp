#include "cuda/gpu_program.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstring>
#include <string_view>
#include <utility>

#include "core/base/language.h"

namespace bankloom {
namespace {

/// The output of the driver's PTX assembler as one line: "ptxas application ptx input, line 9; fatal : ...".
std::string one_line(std::string_view log) {
  std::string text;
  for (const char c : log) {
    const bool is_blank = c == '\n' || c == '\r' || c == '\t' || c == ' ';
    if (c == '\n' && !text.empty() && !text.ends_with(' ')) text += ';';
    if (!is_blank) {
      text += c;
    } else if (!text.empty() && !text.ends_with(' ')) {
      text += ' ';
    }
  }
  while (text.ends_with(' ') || text.ends_with(';')) text.pop_back();
  return text;
}

std::string extent_text(const Dim3& extent) { return fmt::format("{} x {} x {}", extent.x, extent.y, extent.z); }

}  // namespace

std::optional<std::string> with_older_version(const std::string& ptx, unsigned version) {
  constexpr std::string_view kDirective = ".version";
  // Only blanks and comments may precede the directive, so it is the first line that begins with it.
  std::size_t at = 0;
  while (at < ptx.size() && ptx.compare(at, kDirective.size(), kDirective) != 0) {
    const std::size_t end = ptx.find('\n', at);
    if (end == std::string::npos) return std::nullopt;
    at = end + 1;
  }
  if (at >= ptx.size()) return std::nullopt;
  const std::size_t begin = ptx.find_first_not_of(" \t", at + kDirective.size());
  if (begin == std::string::npos) return std::nullopt;
  const char* const last = ptx.data() + ptx.size();
  unsigned major = 0;
  unsigned minor = 0;
  const auto dot = std::from_chars(ptx.data() + begin, last, major);
  if (dot.ec != std::errc() || dot.ptr == last || *dot.ptr != '.') return std::nullopt;
  const auto end = std::from_chars(dot.ptr + 1, last, minor);
  if (end.ec != std::errc() || major * 10 + minor <= version) return std::nullopt;
  return ptx.substr(0, begin) + fmt::format("{}.{}", version / 10, version % 10) +
         ptx.substr(static_cast<std::size_t>(end.ptr - ptx.data()));
}

std::optional<std::vector<std::byte>> with_moved_addresses(std::span<const std::byte> bytes,
                                                           std::span<const MovedRange> ranges) {
  std::optional<std::vector<std::byte>> moved;
  for (std::size_t at = 0; at + sizeof(std::uint64_t) <= bytes.size(); at += sizeof(std::uint64_t)) {
    std::uint64_t word = 0;
    std::memcpy(&word, bytes.data() + at, sizeof word);
    const auto holds = [word](std::uint64_t more) {
      return [word, more](const MovedRange& range) { return word - range.from < range.bytes + more; };
    };
    auto range = std::ranges::find_if(ranges, holds(0));
    if (range == ranges.end()) range = std::ranges::find_if(ranges, holds(1));
    if (range == ranges.end()) continue;
    if (!moved) moved.emplace(bytes.begin(), bytes.end());
    word = word - range->from + range->to;
    std::memcpy(moved->data() + at, &word, sizeof word);
  }
  return moved;
}

Result<void> CudaCheck::operator()(int code, const std::string& what) {
  if (code == CudaLibrary::kSuccess) return {};
  if (is_cuda_failure_final(code)) is_spent_ = true;
  return fail("{}", cuda_failure_text(code, cuda_.name_of(code), what));
}

Result<GpuProgram> GpuProgram::load(CudaCheck& check, const GpuLaunch& launch, int device) {
  GpuProgram program(check, launch);
  TRY(program.load_module());
  TRY(program.check_parameters());
  TRY(program.allow_shared_memory(device));
  TRY(program.allocate_all());
  return program;
}

GpuProgram::GpuProgram(GpuProgram&& other) noexcept
    : check_(other.check_),
      launch_(other.launch_),
      module_(std::exchange(other.module_, nullptr)),
      function_(other.function_),
      buffers_(std::exchange(other.buffers_, {})),
      scalar_bytes_(std::move(other.scalar_bytes_)),
      relocated_(std::move(other.relocated_)),
      kept_(std::exchange(other.kept_, {})) {}

GpuProgram::~GpuProgram() {
  // In an unusable context every call fails, and the process is about to end.
  if (check_->is_spent()) return;
  for (std::size_t i = 0; i < buffers_.size(); ++i) {
    // The module owns its variables.
    if (buffers_[i] != 0 && launch_->arguments[i].variable.empty()) check_->cuda().free(buffers_[i]);
  }
  for (const CudaLibrary::Pointer copy : kept_) {
    if (copy != 0) check_->cuda().free(copy);
  }
  if (module_ != nullptr) check_->cuda().unload_module(module_);
}

const std::vector<std::byte>* GpuProgram::largest_buffer() const {
  const std::vector<std::byte>* largest = nullptr;
  for (const auto& argument : launch_->arguments) {
    if (argument.is_buffer && (largest == nullptr || argument.bytes.size() > largest->size())) {
      largest = &argument.bytes;
    }
  }
  return largest;
}

/// Returns the driver's code; `said` receives its assembler's output.
int GpuProgram::load_text(const std::string& ptx, std::string& said) {
  constexpr std::size_t kLogBytes = 4096;
  std::array<char, kLogBytes> log{};
  std::array<int, 2> options{CudaLibrary::kJitErrorLog, CudaLibrary::kJitErrorLogBytes};
  // NOLINTNEXTLINE(performance-no-int-to-ptr): the driver takes a number in place of this pointer
  std::array<void*, 2> values{log.data(), reinterpret_cast<void*>(kLogBytes - 1)};
  const int code = check_->cuda().load_module(&module_, ptx.c_str(), static_cast<unsigned>(options.size()),
                                              options.data(), values.data());
  said = one_line(log.data());
  return code;
}

Result<void> GpuProgram::load_module() {
  const CudaLibrary& cuda = check_->cuda();
  std::string said;
  int code = load_text(launch_->ptx, said);
  if (code == CudaLibrary::kUnsupportedPtxVersion) {
    if (const auto older = with_older_version(launch_->ptx, cuda.newest_ptx_version())) {
      // If the driver refuses this text, too, its reason would only confuse: the first code counts.
      std::string ignored;
      if (load_text(*older, ignored) == CudaLibrary::kSuccess) code = CudaLibrary::kSuccess;
    }
  }
  if (code == CudaLibrary::kUnsupportedPtxVersion) {
    return fail(
        "NVIDIA's driver, made for CUDA {}, is too old for the PTX of this compiler, even in the version that it "
        "accepts ({}): update the driver, or set BANKLOOM_NVRTC to the NVRTC of a toolkit that is not newer",
        cuda.version_text(), cuda.name_of(code));
  }
  if (code != CudaLibrary::kSuccess) {
    auto refused = (*check_)(code, message("the driver refuses the PTX"));
    return said.empty() ? refused : fail("{}: {}", refused.error().message, said);
  }
  return (*check_)(cuda.function(&function_, module_, launch_->entry.c_str()),
                   message("the PTX has no kernel '{}'", launch_->entry));
}

Result<void> GpuProgram::check_parameters() {
  const CudaLibrary& cuda = check_->cuda();
  // The driver would read past the end of a list that is too short. Before CUDA 12.4 it does not tell the parameters.
  if (cuda.parameter_info == nullptr) return {};
  std::vector<const GpuLaunch::Argument*> parameters;
  for (const auto& argument : launch_->arguments) {
    if (argument.is_parameter) parameters.push_back(&argument);
  }
  std::size_t count = 0, offset = 0, size = 0;
  for (; cuda.parameter_info(function_, count, &offset, &size) == CudaLibrary::kSuccess; ++count) {
    if (count >= parameters.size()) continue;
    const auto& argument = *parameters[count];
    const std::size_t given = argument.is_buffer ? sizeof(CudaLibrary::Pointer) : argument.bytes.size();
    if (given != size) {
      return fail("parameter {} of '{}' takes {} bytes and is given {}", count, launch_->entry, size, given);
    }
  }
  if (count != parameters.size()) {
    return fail("'{}' takes {} parameters and is given {}", launch_->entry, count, parameters.size());
  }
  return {};
}

Result<void> GpuProgram::allow_shared_memory(int device) {
  constexpr std::uint64_t kWithoutAsking = 48 * 1024;
  const CudaLibrary& cuda = check_->cuda();
  int statically = 0, most = 0;
  cuda.function_attribute(&statically, CudaLibrary::kFunctionSharedBytes, function_);
  cuda.device_attribute(&most, CudaLibrary::kAttributeSharedOptin, device);
  const std::uint64_t wanted = static_cast<std::uint64_t>(statically) + launch_->dynamic_shared_bytes;
  if (most > 0 && wanted > static_cast<std::uint64_t>(most)) {
    return fail("a block needs {} bytes of shared memory, and this GPU gives a block at most {}", wanted, most);
  }
  if (wanted <= kWithoutAsking || launch_->dynamic_shared_bytes == 0) return {};
  return (*check_)(cuda.set_function_attribute(function_, CudaLibrary::kFunctionMaxDynamicShared,
                                               static_cast<int>(launch_->dynamic_shared_bytes)),
                   message("the GPU refuses {} bytes of dynamic shared memory", launch_->dynamic_shared_bytes));
}

Result<void> GpuProgram::find_variable(std::size_t argument) {
  const auto& wanted = launch_->arguments[argument];
  std::size_t bytes = 0;
  const int code = check_->cuda().variable(&buffers_[argument], &bytes, module_, wanted.variable.c_str());
  TRY((*check_)(code, message("the PTX has no variable '{}'", wanted.variable)));
  if (bytes == wanted.bytes.size()) return {};
  return fail("the variable '{}' has {} bytes on the GPU, and {} were captured", wanted.variable, bytes,
              wanted.bytes.size());
}

Result<void> GpuProgram::allocate(CudaLibrary::Pointer& buffer, std::size_t bytes) {
  return (*check_)(check_->cuda().allocate(&buffer, bytes),
                   message("the GPU cannot allocate a buffer of {} bytes", bytes));
}

Result<void> GpuProgram::copy_to(CudaLibrary::Pointer buffer, const std::vector<std::byte>& bytes) {
  return (*check_)(check_->cuda().copy_to_device(buffer, bytes.data(), bytes.size()),
                   message("a buffer could not be copied to the GPU"));
}

Result<void> GpuProgram::allocate_all() {
  const std::size_t count = launch_->arguments.size();
  buffers_.assign(count, 0);
  relocated_.resize(count);
  for (std::size_t i = 0; i < count; ++i) {
    const auto& argument = launch_->arguments[i];
    scalar_bytes_.push_back(argument.bytes);
    if (!argument.is_buffer) continue;
    // The driver allocates no empty buffer.
    const std::size_t bytes = std::max<std::size_t>(argument.bytes.size(), 1);
    TRY(argument.variable.empty() ? allocate(buffers_[i], bytes) : find_variable(i));
    auto& pointer = scalar_bytes_.back();
    pointer.resize(sizeof(CudaLibrary::Pointer));
    std::memcpy(pointer.data(), &buffers_[i], pointer.size());
  }
  relocate();
  return upload();
}

void GpuProgram::relocate() {
  std::vector<MovedRange> ranges;
  for (std::size_t i = 0; i < buffers_.size(); ++i) {
    const auto& argument = launch_->arguments[i];
    if (argument.address != 0) ranges.push_back({argument.address, argument.bytes.size(), buffers_[i]});
  }
  if (ranges.empty()) return;
  for (std::size_t i = 0; i < buffers_.size(); ++i) {
    auto moved = with_moved_addresses(launch_->arguments[i].bytes, ranges);
    if (moved) (launch_->arguments[i].is_buffer ? relocated_ : scalar_bytes_)[i] = std::move(*moved);
  }
}

const std::vector<std::byte>& GpuProgram::contents(std::size_t argument) const {
  return relocated_[argument].empty() ? launch_->arguments[argument].bytes : relocated_[argument];
}

Result<void> GpuProgram::upload() {
  for (std::size_t i = 0; i < buffers_.size(); ++i) {
    const auto& bytes = contents(i);
    if (buffers_[i] == 0 || bytes.empty()) continue;
    TRY(copy_to(buffers_[i], bytes));
  }
  return {};
}

Result<void> GpuProgram::prepare() {
  if (!launch_->restores) return {};
  const bool is_first = kept_.empty();
  kept_.resize(buffers_.size(), 0);
  for (std::size_t i = 0; i < buffers_.size(); ++i) {
    const auto& bytes = contents(i);
    if (buffers_[i] == 0 || bytes.empty()) continue;
    if (is_first) {
      TRY(allocate(kept_[i], bytes.size()));
      TRY(copy_to(kept_[i], bytes));
    }
    TRY((*check_)(check_->cuda().copy_on_device(buffers_[i], kept_[i], bytes.size(), nullptr),
                  message("a buffer could not be copied on the GPU")));
  }
  return {};
}

Result<void> GpuProgram::launch() {
  std::vector<void*> parameters;
  parameters.reserve(scalar_bytes_.size());
  for (std::size_t i = 0; i < scalar_bytes_.size(); ++i) {
    if (launch_->arguments[i].is_parameter) parameters.push_back(scalar_bytes_[i].data());
  }
  const Dim3& grid = launch_->grid;
  const Dim3& block = launch_->block;
  const int code = check_->cuda().launch(function_, grid.x, grid.y, grid.z, block.x, block.y, block.z,
                                         launch_->dynamic_shared_bytes, nullptr, parameters.data(), nullptr);
  if (code == CudaLibrary::kSuccess) return {};
  return (*check_)(code,
                   message("the GPU refuses this launch, a grid of {} blocks of {} threads with {} bytes of dynamic "
                           "shared memory",
                           extent_text(grid), extent_text(block), launch_->dynamic_shared_bytes));
}

Result<void> GpuProgram::wait() { return (*check_)(check_->cuda().synchronize(), message("the kernel failed")); }

Result<GpuOutput> GpuProgram::download() {
  GpuOutput output;
  for (std::size_t i = 0; i < buffers_.size(); ++i) {
    output.buffers.emplace_back();
    if (buffers_[i] == 0 || !launch_->arguments[i].is_returned) continue;
    auto& bytes = output.buffers.back();
    bytes.resize(launch_->arguments[i].bytes.size());
    if (bytes.empty()) continue;
    TRY((*check_)(check_->cuda().copy_from_device(bytes.data(), buffers_[i], bytes.size()),
                  message("a buffer could not be copied from the GPU")));
  }
  return output;
}

}  // namespace bankloom
