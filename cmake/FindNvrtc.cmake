# FindNvrtc: NVIDIA's run-time compiler, a part of the CUDA Toolkit 11.8 or later.
#
# Looks below Nvrtc_ROOT and CUDA_PATH first, then beside nvcc, in /usr/local/cuda and in the distribution's folders.
# Sets Nvrtc_FOUND, Nvrtc_LIBRARY (the library's file, opened while the program runs, never linked) and
# Nvrtc_INCLUDE_DIR (the folder of cuda_fp16.h, which kernels may include; empty where there is none).
find_program(Nvrtc_NVCC nvcc)
mark_as_advanced(Nvrtc_NVCC)
set(_nvrtc_roots "$ENV{CUDA_PATH}" "$ENV{CUDA_HOME}")
if(Nvrtc_NVCC)
  file(REAL_PATH "${Nvrtc_NVCC}" _nvrtc_nvcc)
  cmake_path(GET _nvrtc_nvcc PARENT_PATH _nvrtc_bin)
  cmake_path(GET _nvrtc_bin PARENT_PATH _nvrtc_root)
  list(APPEND _nvrtc_roots "${_nvrtc_root}")
endif()
list(APPEND _nvrtc_roots /usr/local/cuda)
list(FILTER _nvrtc_roots EXCLUDE REGEX "^$")

find_library(Nvrtc_LIBRARY
  NAMES libnvrtc.so.13 libnvrtc.so.12 libnvrtc.so.11.2 nvrtc NAMES_PER_DIR
  HINTS ${_nvrtc_roots}
  PATH_SUFFIXES lib64 lib targets/x86_64-linux/lib targets/sbsa-linux/lib)
find_path(Nvrtc_INCLUDE_DIR
  NAMES cuda_fp16.h
  HINTS ${_nvrtc_roots}
  PATH_SUFFIXES include targets/x86_64-linux/include targets/sbsa-linux/include)
mark_as_advanced(Nvrtc_LIBRARY Nvrtc_INCLUDE_DIR)

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(Nvrtc REQUIRED_VARS Nvrtc_LIBRARY
  REASON_FAILURE_MESSAGE "the program will look for it again when it starts")
