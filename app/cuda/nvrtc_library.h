// The functions of NVRTC that the project calls, and the search for the library that has them.
#pragma once

#include <cstddef>
#include <string>

#include "core/base/result.h"

namespace bankloom {

/// The C API as far as it is used here (NVRTC manual, "User Interface"). Declared by ourselves so that neither building
/// nor starting the program needs a toolkit; all of it exists unchanged since CUDA 11.2.
struct NvrtcLibrary {
  using Program = void*;                         ///< nvrtcProgram, an opaque handle
  static constexpr int kSuccess = 0;             ///< NVRTC_SUCCESS
  static constexpr int kErrorInvalidOption = 5;  ///< NVRTC_ERROR_INVALID_OPTION
  static constexpr int kErrorCompilation = 6;    ///< NVRTC_ERROR_COMPILATION

  int (*version)(int* major, int* minor) = nullptr;
  const char* (*error_string)(int code) = nullptr;
  int (*architecture_count)(int* count) = nullptr;
  int (*architectures)(int* architectures) = nullptr;
  int (*create_program)(Program* program, const char* source, const char* name, int header_count,
                        const char* const* headers, const char* const* include_names) = nullptr;
  int (*destroy_program)(Program* program) = nullptr;
  int (*compile_program)(Program program, int option_count, const char* const* options) = nullptr;
  int (*ptx_size)(Program program, std::size_t* size) = nullptr;
  int (*ptx)(Program program, char* text) = nullptr;
  int (*cubin_size)(Program program, std::size_t* size) = nullptr;
  int (*cubin)(Program program, char* bytes) = nullptr;
  int (*add_name_expression)(Program program, const char* expression) = nullptr;
  int (*lowered_name)(Program program, const char* expression, const char** name) = nullptr;
  int (*log_size)(Program program, std::size_t* size) = nullptr;
  int (*log)(Program program, char* text) = nullptr;

  std::string path;            ///< the library's file
  std::string include_folder;  ///< the toolkit's headers that belong to it; empty where there are none
  int major = 0;
  int minor = 0;
};

/// Opens the library (nvrtc_compiler.h has the order of the search). It stays open to the end of the process: NVRTC
/// keeps threads and state of its own, which unloading would pull away.
[[nodiscard]] Result<NvrtcLibrary> open_nvrtc();

}  // namespace bankloom
