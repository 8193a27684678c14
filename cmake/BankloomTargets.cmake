# What every target of the project shares: the language level, the warnings, the sanitizers.
# One INTERFACE target carries it, so that a target cannot forget a part of it.
add_library(bankloom_project INTERFACE)
target_compile_features(bankloom_project INTERFACE cxx_std_20)
target_include_directories(bankloom_project INTERFACE "${CMAKE_CURRENT_SOURCE_DIR}/app")
target_compile_options(bankloom_project INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion -Wnon-virtual-dtor
  -Wold-style-cast -Woverloaded-virtual -Wimplicit-fallthrough -Werror)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  # GCC 12 takes `"text" + std::to_string(n)` for overlapping memory when it optimises (GCC bug 105651, mended in 13).
  target_compile_options(bankloom_project INTERFACE $<$<NOT:$<CONFIG:Debug>>:-Wno-restrict>)
endif()
if(BANKLOOM_SANITIZE)
  target_compile_options(bankloom_project INTERFACE
    -fsanitize=${BANKLOOM_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  target_link_options(bankloom_project INTERFACE -fsanitize=${BANKLOOM_SANITIZE})
  # Sanitizers raise the rate of false warnings, and GCC's manual ("Instrumentation Options") recommends against
  # combining them with -Werror: the plain builds of the same sources have no warning.
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    target_compile_options(bankloom_project INTERFACE -Wno-error)
  endif()
endif()
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)

# The headers of other projects that most sources include are compiled once: reading them costs more than all else. The dev
# preset does without, so that a source that includes too little does not go unnoticed.
option(BANKLOOM_PRECOMPILE "Precompile the headers of the libraries" ON)
set(bankloom_common_headers <algorithm> <array> <cstdint> <cstring> <filesystem> <functional> <map> <memory> <optional>
    <string> <string_view> <vector> <fmt/format.h> <tl/expected.hpp>
    "${PROJECT_SOURCE_DIR}/app/core/base/json.h")

# bankloom_precompile(TARGET NAME FLAGS HEADERS...): TARGET reads the precompiled headers NAME, which are made on first use,
# and is compiled with FLAGS as they are.
function(bankloom_precompile target name flags)
  target_compile_options(${target} PRIVATE ${flags})
  if(NOT BANKLOOM_PRECOMPILE)
    return()
  endif()
  if(NOT TARGET ${name})
    file(WRITE "${PROJECT_BINARY_DIR}/${name}.cpp" "")
    add_library(${name} STATIC "${PROJECT_BINARY_DIR}/${name}.cpp")
    target_link_libraries(${name} PRIVATE bankloom_project fmt::fmt tl::expected nlohmann_json::nlohmann_json)
    if(TARGET GTest::gtest)
      target_link_libraries(${name} PRIVATE GTest::gtest)
    endif()
    target_compile_options(${name} PRIVATE ${flags})
    target_precompile_headers(${name} PRIVATE ${ARGN})
  endif()
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    # GCC 12 forgets which precompiled headers are the system's and then warns of what it inlines from them.
    target_compile_options(${target} PRIVATE -Wno-array-bounds -Wno-stringop-overflow -Wno-stringop-overread)
  endif()
  # They are read only by what is compiled with the same definitions. What is not is compiled without them, which
  # costs time and is no reason to fail.
  target_link_libraries(${target} PRIVATE fmt::fmt tl::expected nlohmann_json::nlohmann_json)
  set_target_properties(${target} PROPERTIES PCH_WARN_INVALID OFF)
  target_precompile_headers(${target} REUSE_FROM ${name})
endfunction()

# Sources of a target are compiled together, some at a time: what templates they share is compiled once, which is a fifth of
# the work. So names in unnamed namespaces must differ within a target, and macros end with their source. The dev preset
# compiles each source by itself, which is less to do after a small change and shows an include that is missing.
option(BANKLOOM_UNITY "Compile the sources of a target together" ON)
function(bankloom_unite target)
  set_target_properties(${target} PROPERTIES UNITY_BUILD ${BANKLOOM_UNITY} UNITY_BUILD_BATCH_SIZE 16)
endfunction()

# bankloom_add_library(NAME SOURCES... [LINK LIBS...]): one folder of the program.
function(bankloom_add_library name)
  cmake_parse_arguments(ARG "" "" "SOURCES;LINK" ${ARGN})
  add_library(${name} STATIC ${ARG_SOURCES})
  target_link_libraries(${name} PUBLIC bankloom_project ${ARG_LINK})
  bankloom_precompile(${name} bankloom_headers "" ${bankloom_common_headers})
  bankloom_unite(${name})
endfunction()

# bankloom_add_test(NAME SOURCES... [LINK LIBS...] [LABELS ...]): one Google Test executable.
# Each of its tests becomes a CTest test; tests see the source tree as BANKLOOM_SOURCE_DIR.
function(bankloom_add_test name)
  cmake_parse_arguments(ARG "" "" "SOURCES;LINK;LABELS" ${ARGN})
  add_executable(${name} ${ARG_SOURCES})
  target_link_libraries(${name} PRIVATE bankloom_project ${ARG_LINK} bankloom_base GTest::gtest GTest::gtest_main)
  target_compile_definitions(${name} PRIVATE BANKLOOM_SOURCE_DIR="${PROJECT_SOURCE_DIR}")
  # What is tested is optimised as it is shipped; optimising the tests themselves would only cost time.
  bankloom_precompile(${name} bankloom_test_headers $<$<NOT:$<CONFIG:Debug>>:-O0> ${bankloom_common_headers}
    <gtest/gtest.h>)
  bankloom_unite(${name})
  set(properties TIMEOUT 300)
  if(ARG_LABELS)
    list(APPEND properties LABELS "${ARG_LABELS}")
  endif()
  gtest_discover_tests(${name} PROPERTIES ${properties} DISCOVERY_TIMEOUT 60)
endfunction()
