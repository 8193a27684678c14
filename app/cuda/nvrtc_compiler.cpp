#include "cuda/nvrtc_compiler.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <charconv>
#include <cstddef>
#include <cstdlib>
#include <filesystem>
#include <mutex>
#include <optional>
#include <string_view>
#include <system_error>

#include "core/base/language.h"
#include "core/base/text_lines.h"
#include "core/compile/diagnostics.h"
#include "cuda/nvrtc_library.h"

namespace bankloom {
namespace {

constexpr std::string_view kArchitecturePrefix = "compute_";

/// An nvrtcProgram, destroyed at the end of its scope.
class ProgramHandle {
 public:
  explicit ProgramHandle(const NvrtcLibrary& library) : library_(library) {}
  ~ProgramHandle() {
    if (program_ != nullptr) library_.destroy_program(&program_);
  }
  ProgramHandle& operator=(ProgramHandle&&) = delete;

  NvrtcLibrary::Program* address() { return &program_; }
  [[nodiscard]] NvrtcLibrary::Program get() const { return program_; }

 private:
  const NvrtcLibrary& library_;
  NvrtcLibrary::Program program_ = nullptr;
};

/// A text of the library, whose size includes the terminating zero byte; empty if the library has none.
std::string read_text(NvrtcLibrary::Program program, int (*size_of)(NvrtcLibrary::Program, std::size_t*),
                      int (*copy)(NvrtcLibrary::Program, char*)) {
  std::size_t size = 0;
  if (size_of(program, &size) != NvrtcLibrary::kSuccess || size <= 1) return {};
  std::string text(size, '\0');
  if (copy(program, text.data()) != NvrtcLibrary::kSuccess) return {};
  text.resize(size - 1);
  return text;
}

bool is_identifier(std::string_view name) {
  constexpr std::string_view kAll = "0123456789_abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
  return !name.empty() && !is_digit(name.front()) && name.find_first_not_of(kAll) == std::string_view::npos;
}

/// Host headers that textbooks' kernels include and that NVRTC lacks. What the kernels use of them (printf, assert,
/// memcpy, mathematics) is built into NVRTC; the rest is for host code, which is left out.
constexpr auto kEmptyHeaders = std::to_array<const char*>(
    {"stdio.h", "cstdio",        "assert.h",   "cassert",    "stdlib.h",  "cstdlib",   "string.h",
     "cstring", "math.h",        "cmath",      "iostream",   "fstream",   "sstream",   "iomanip",
     "string",  "vector",        "algorithm",  "numeric",    "memory",    "chrono",    "random",
     "map",     "unordered_map", "set",        "functional", "stdexcept", "exception", "thread",
     "time.h",  "ctime",         "sys/time.h", "unistd.h",   "getopt.h"});
/// A host header whose names NVRTC lacks, too.
struct StandIn {
  const char* name;
  const char* text;
};
constexpr const char* kIntegers =
    "#pragma once\n"
    "typedef signed char int8_t; typedef short int16_t; typedef int int32_t; typedef long long int64_t;\n"
    "typedef unsigned char uint8_t; typedef unsigned short uint16_t; typedef unsigned int uint32_t;\n"
    "typedef unsigned long long uint64_t; typedef unsigned long long uintptr_t; typedef long long intptr_t;\n";
/// Limits of types in the device's ABI (the same with x86-64 and Arm hosts, except for long on Windows).
constexpr const char* kLimits =
    "#pragma once\n"
    "#define CHAR_BIT 8\n#define SCHAR_MIN (-128)\n#define SCHAR_MAX 127\n#define UCHAR_MAX 255\n"
    "#define SHRT_MIN (-32768)\n#define SHRT_MAX 32767\n#define USHRT_MAX 65535\n"
    "#define INT_MAX 2147483647\n#define INT_MIN (-INT_MAX - 1)\n#define UINT_MAX 4294967295u\n"
    "#define LLONG_MAX 9223372036854775807ll\n#define LLONG_MIN (-LLONG_MAX - 1)\n"
    "#define ULLONG_MAX 18446744073709551615ull\n"
    "#define LONG_MAX ((long)(~0ul >> 1))\n#define LONG_MIN (-LONG_MAX - 1)\n#define ULONG_MAX (~0ul)\n";
constexpr const char* kFloats =
    "#pragma once\n"
    "#define FLT_MAX 3.402823466e+38f\n#define FLT_MIN 1.175494351e-38f\n#define FLT_EPSILON 1.192092896e-07f\n"
    "#define DBL_MAX 1.7976931348623157e+308\n#define DBL_MIN 2.2250738585072014e-308\n"
    "#define DBL_EPSILON 2.2204460492503131e-16\n";
constexpr auto kStandIns = std::to_array<StandIn>({{"stdint.h", kIntegers},
                                                   {"cstdint", kIntegers},
                                                   {"limits.h", kLimits},
                                                   {"climits", kLimits},
                                                   {"float.h", kFloats},
                                                   {"cfloat", kFloats}});

/// The last line that is not blank, 1-based.
unsigned last_line(std::string_view text) {
  const std::size_t end = text.find_last_not_of(" \t\r\n");
  if (end == std::string_view::npos) return 1;
  return 1 + static_cast<unsigned>(std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(end), '\n'));
}

class NvrtcCompiler final : public Compiler {
 public:
  Result<std::shared_ptr<const CompileResult>> compile(const CompileRequest& request) override {
    TRY(const auto opened, library());
    const NvrtcLibrary& nvrtc = *opened;
    TRY(check_architecture(nvrtc, request.architecture));
    const std::string name = request.name.empty() ? "kernel.cu" : request.name;
    if (const std::size_t zero = request.text.find('\0'); zero != std::string::npos) {
      // The library takes the text as a C string and would silently ignore what follows.
      const auto until = request.text.begin() + static_cast<std::ptrdiff_t>(zero);
      const auto line = static_cast<unsigned>(1 + std::count(request.text.begin(), until, '\n'));
      auto result = std::make_shared<CompileResult>();
      result->compiler = compiler_name(nvrtc);
      result->diagnostics.push_back({Diagnostic::Severity::error, line, 0, name, message("a zero byte in the code")});
      result->log = fmt::format("{}({}): error: a zero byte in the text\n", name, line);
      return result;
    }
    TRY(auto options, make_options(nvrtc, request, request.architecture));
    return run(nvrtc, {request.text, name, request.instantiate}, std::move(options));
  }

  Result<std::vector<std::byte>> binary(const CompileRequest& request) override {
    TRY(const auto opened, library());
    TRY(check_architecture(*opened, request.architecture));
    const std::string real = "sm_" + request.architecture.substr(kArchitecturePrefix.size());
    TRY(auto options, make_options(*opened, request, real));
    TRY(auto made, compile_text(*opened, {request.text, request.name, request.instantiate}, std::move(options)));
    if (made.binary.empty()) return fail("{} cannot make a binary of {}", compiler_name(*opened), request.name);
    return std::move(made.binary);
  }

  Result<std::vector<std::string>> architectures() override {
    TRY(const auto opened, library());
    TRY(auto numbers, architecture_numbers(*opened));
    std::vector<std::string> names;
    names.reserve(numbers.size());
    for (const int number : numbers) names.push_back(fmt::format("{}{}", kArchitecturePrefix, number));
    return names;
  }

  std::string describe() override {
    const Result<const NvrtcLibrary*> opened = library();
    if (!opened) return opened.error().message;
    return fmt::format("{} ({})", compiler_name(**opened), (*opened)->path);
  }

 private:
  static std::string compiler_name(const NvrtcLibrary& nvrtc) {
    return fmt::format("NVRTC {}.{}", nvrtc.major, nvrtc.minor);
  }

  Result<const NvrtcLibrary*> library() {
    std::call_once(once_, [this] { library_ = open_nvrtc(); });
    TRY(*library_);
    return &**library_;
  }

  static Result<std::vector<int>> architecture_numbers(const NvrtcLibrary& nvrtc) {
    int count = 0;
    int code = nvrtc.architecture_count(&count);
    std::vector<int> numbers(static_cast<std::size_t>(std::max(count, 0)));
    if (code == NvrtcLibrary::kSuccess) code = nvrtc.architectures(numbers.data());
    if (code != NvrtcLibrary::kSuccess) {
      return fail("{} does not report its architectures ({}): reinstall the CUDA Toolkit", nvrtc.path,
                  nvrtc.error_string(code));
    }
    std::ranges::sort(numbers);
    return numbers;
  }

  /// The number may be followed by a letter (compute_90a, compute_100f), which the library checks.
  static Result<void> check_architecture(const NvrtcLibrary& nvrtc, std::string_view architecture) {
    TRY(auto supported, architecture_numbers(nvrtc));
    const std::string all = message("{} takes {}{}", compiler_name(nvrtc), kArchitecturePrefix,
                                    join(supported, fmt::format(", {}", kArchitecturePrefix)));
    int number = 0;
    bool well_formed = architecture.starts_with(kArchitecturePrefix);
    if (well_formed) {
      const std::string_view digits = architecture.substr(kArchitecturePrefix.size());
      const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
      const std::string_view rest = digits.substr(static_cast<std::size_t>(end - digits.data()));
      well_formed = error == std::errc() && number > 0 && (rest.empty() || rest == "a" || rest == "f");
    }
    if (!well_formed) return fail("'{}' is not a virtual architecture: {}", architecture, all);
    if (std::ranges::find(supported, number) != supported.end()) return {};
    const auto distance = [number](int other) { return std::abs(other - number); };
    const auto nearest = std::ranges::min_element(supported, {}, distance);
    if (nearest == supported.end()) return fail("'{}' is not known to {}", architecture, nvrtc.path);
    return fail("this compiler does not know '{}', the nearest is {}{}: {}", architecture, kArchitecturePrefix,
                *nearest, all);
  }

  static Result<std::vector<std::string>> make_options(const NvrtcLibrary& nvrtc, const CompileRequest& request,
                                                       const std::string& architecture) {
    std::vector<std::string> options{fmt::format("--gpu-architecture={}", architecture)};
    options.insert(options.end(), kNvrtcOptions.begin(), kNvrtcOptions.end());
    for (const auto& [name, value] : request.definitions) {
      if (!is_identifier(name)) return fail("'{}' is not a name of a definition: write letters, digits and _", name);
      if (value.find_first_of(std::string_view("\n\r\0", 3)) != std::string::npos) {
        return fail("the value of definition {} must be one line", name);
      }
      options.push_back(fmt::format("-D{}={}", name, value));
    }
    if (!nvrtc.include_folder.empty()) {
      options.push_back("-I" + nvrtc.include_folder);
      // Since CUDA 13 the C++ core libraries (cuda/std, cub) have a folder of their own.
      const std::filesystem::path core_libraries = std::filesystem::path(nvrtc.include_folder) / "cccl";
      std::error_code ignored;
      if (std::filesystem::is_directory(core_libraries, ignored)) options.push_back("-I" + core_libraries.string());
    }
    return options;
  }

  /// The output of one call of the library.
  struct Attempt {
    int code = NvrtcLibrary::kSuccess;
    std::string log;
    std::string ptx;
    std::string entry;              ///< the name of `instantiate` in the PTX
    std::vector<std::byte> binary;  ///< of a real architecture
  };

  /// The input of one call of the library.
  struct Input {
    const std::string& text;
    const std::string& name;
    const std::string& instantiate;
  };

  static Result<Attempt> attempt(const NvrtcLibrary& nvrtc, const Input& input,
                                 const std::vector<std::string>& options) {
    const auto& [text, name, instantiate] = input;
    ProgramHandle program(nvrtc);
    Attempt made;
    std::vector<const char*> stand_in_names(kEmptyHeaders.begin(), kEmptyHeaders.end());
    std::vector<const char*> stand_ins(kEmptyHeaders.size(), "");
    for (const StandIn& header : kStandIns) {
      stand_ins.push_back(header.text);
      stand_in_names.push_back(header.name);
    }
    made.code = nvrtc.create_program(program.address(), text.c_str(), name.c_str(), static_cast<int>(stand_ins.size()),
                                     stand_ins.data(), stand_in_names.data());
    if (made.code != NvrtcLibrary::kSuccess) {
      return fail("{} cannot take {} ({})", compiler_name(nvrtc), name, nvrtc.error_string(made.code));
    }
    if (!instantiate.empty() &&
        nvrtc.add_name_expression(program.get(), instantiate.c_str()) != NvrtcLibrary::kSuccess) {
      return fail("{} does not take '{}' as the name of a kernel", compiler_name(nvrtc), instantiate);
    }
    std::vector<const char*> pointers;
    pointers.reserve(options.size());
    for (const std::string& option : options) pointers.push_back(option.c_str());
    made.code = nvrtc.compile_program(program.get(), static_cast<int>(pointers.size()), pointers.data());
    made.log = read_text(program.get(), nvrtc.log_size, nvrtc.log);
    if (made.code != NvrtcLibrary::kSuccess) return made;
    made.ptx = read_text(program.get(), nvrtc.ptx_size, nvrtc.ptx);
    std::size_t size = 0;
    if (nvrtc.cubin_size(program.get(), &size) == NvrtcLibrary::kSuccess && size > 0) {
      made.binary.resize(size);
      const int code = nvrtc.cubin(program.get(), reinterpret_cast<char*>(made.binary.data()));
      if (code != NvrtcLibrary::kSuccess) made.binary.clear();
    }
    const char* entry = nullptr;
    if (!instantiate.empty() &&
        nvrtc.lowered_name(program.get(), instantiate.c_str(), &entry) == NvrtcLibrary::kSuccess && entry != nullptr) {
      made.entry = entry;
    }
    return made;
  }

  /// First compiles without the declarations of textures and the runtime's host types, which few kernels use and which
  /// take a quarter of the time (18 ms become 14). If that fails, only the result with all of them counts. Libraries
  /// before CUDA 12.4 do not have this option.
  Result<Attempt> compile_text(const NvrtcLibrary& nvrtc, const Input& input, std::vector<std::string> options) {
    if (has_minimal_) {
      options.emplace_back("-minimal");
      Result<Attempt> made = attempt(nvrtc, input, options);
      if (!made || made->code == NvrtcLibrary::kSuccess) return made;
      if (made->code == NvrtcLibrary::kErrorInvalidOption && made->log.find("-minimal") != std::string::npos) {
        has_minimal_ = false;
      }
      options.pop_back();
    }
    return attempt(nvrtc, input, options);
  }

  Result<std::shared_ptr<const CompileResult>> run(const NvrtcLibrary& nvrtc, const Input& input,
                                                   std::vector<std::string> options) {
    const std::string& name = input.name;
    TRY(auto made, compile_text(nvrtc, input, std::move(options)));
    auto result = std::make_shared<CompileResult>();
    result->compiler = compiler_name(nvrtc);
    result->log = std::move(made.log);
    if (made.code != NvrtcLibrary::kSuccess && made.code != NvrtcLibrary::kErrorCompilation) {
      std::string_view log = result->log;
      while (log.ends_with('\n')) log.remove_suffix(1);
      return fail("{} failed on {} ({}{}{})", result->compiler, name, nvrtc.error_string(made.code),
                  log.empty() ? "" : ": ", log);
    }
    result->diagnostics = parse_diagnostics(result->log, last_line(input.text));
    for (Diagnostic& one : result->diagnostics) {
      if (one.file.empty() && one.line != 0) one.file = name;
    }
    if (made.code == NvrtcLibrary::kErrorCompilation) {
      if (std::ranges::count(result->diagnostics, Diagnostic::Severity::error, &Diagnostic::severity) == 0) {
        result->diagnostics.push_back({Diagnostic::Severity::error, 0, 0, name,
                                       result->log.empty() ? message("the compiler gave no reason") : result->log});
      }
      return result;
    }
    result->ptx = std::move(made.ptx);
    result->entry = std::move(made.entry);
    if (result->ptx.empty()) return fail("{} returned no PTX for {}", result->compiler, name);
    result->ok = true;
    return result;
  }

  std::atomic<bool> has_minimal_{true};
  std::once_flag once_;
  std::optional<Result<NvrtcLibrary>> library_;
};

}  // namespace

std::unique_ptr<Compiler> make_nvrtc_compiler() { return std::make_unique<NvrtcCompiler>(); }

}  // namespace bankloom
