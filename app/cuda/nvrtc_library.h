// The functions of NVRTC that the project calls, and the search for the library that has them.
#pragma once

#include <cstddef>
#include <string>

#include "cuda/shared_library.h"

namespace bankloom {

/// The part of the C API that is used here (NVRTC manual, "User Interface"). It is declared here so that neither
/// building nor starting the program needs a toolkit; all of it has been unchanged since CUDA 11.2.
struct NvrtcLibrary {
  using Program = void*;                         ///< nvrtcProgram, an opaque handle
  static constexpr int kSuccess = 0;             ///< NVRTC_SUCCESS
  static constexpr int kErrorInvalidOption = 5;  ///< NVRTC_ERROR_INVALID_OPTION
  static constexpr int kErrorCompilation = 6;    ///< NVRTC_ERROR_COMPILATION

  explicit NvrtcLibrary(void* handle) : symbols(handle) {}

  LibrarySymbols symbols;
  int (*version)(int* major, int* minor) = symbols["nvrtcVersion"];
  const char* (*error_string)(int code) = symbols["nvrtcGetErrorString"];
  int (*architecture_count)(int* count) = symbols["nvrtcGetNumSupportedArchs"];
  int (*architectures)(int* architectures) = symbols["nvrtcGetSupportedArchs"];
  int (*create_program)(Program* program, const char* source, const char* name, int header_count,
                        const char* const* headers, const char* const* include_names) = symbols["nvrtcCreateProgram"];
  int (*destroy_program)(Program* program) = symbols["nvrtcDestroyProgram"];
  int (*compile_program)(Program program, int option_count,
                         const char* const* options) = symbols["nvrtcCompileProgram"];
  int (*ptx_size)(Program program, std::size_t* size) = symbols["nvrtcGetPTXSize"];
  int (*ptx)(Program program, char* text) = symbols["nvrtcGetPTX"];
  int (*cubin_size)(Program program, std::size_t* size) = symbols["nvrtcGetCUBINSize"];
  int (*cubin)(Program program, char* bytes) = symbols["nvrtcGetCUBIN"];
  int (*add_name_expression)(Program program, const char* expression) = symbols["nvrtcAddNameExpression"];
  int (*lowered_name)(Program program, const char* expression, const char** name) = symbols["nvrtcGetLoweredName"];
  int (*log_size)(Program program, std::size_t* size) = symbols["nvrtcGetProgramLogSize"];
  int (*log)(Program program, char* text) = symbols["nvrtcGetProgramLog"];

  std::string path;            ///< the library's file
  std::string include_folder;  ///< the headers of the same toolkit; empty if there are none
  int major = 0;
  int minor = 0;
};

/// Opens the library, which stays open until the process ends. nvrtc_compiler.h has the order of the search.
[[nodiscard]] Result<NvrtcLibrary> open_nvrtc();

}  // namespace bankloom
