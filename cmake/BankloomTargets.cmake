# What every target of the project shares: the language level, the warnings (errors where a preset sets
# CMAKE_COMPILE_WARNING_AS_ERROR), the sanitizers.
# One INTERFACE target carries it, so that a target cannot forget a part of it.
add_library(bankloom_project INTERFACE)
target_compile_features(bankloom_project INTERFACE cxx_std_20)
target_include_directories(bankloom_project INTERFACE "${CMAKE_CURRENT_SOURCE_DIR}/app")
target_compile_options(bankloom_project INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion -Wnon-virtual-dtor
  -Wold-style-cast -Woverloaded-virtual -Wimplicit-fallthrough)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  # GCC 12 takes `"text" + std::to_string(n)` for overlapping memory when it optimises (GCC bug 105651, mended in 13).
  target_compile_options(bankloom_project INTERFACE $<$<NOT:$<CONFIG:Debug>>:-Wno-restrict>)
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # GCC collects garbage from 128 MiB on, again and again; what it has not collected at 1 GB of it is the end of a source here.
  target_compile_options(bankloom_project INTERFACE --param=ggc-min-heapsize=1000000)
endif()
if(BANKLOOM_FUZZ)
  if(NOT CMAKE_CXX_COMPILER_ID MATCHES "Clang")
    message(FATAL_ERROR "BANKLOOM_FUZZ needs Clang, whose libFuzzer the fuzzers are made with (CMAKE_CXX_COMPILER=clang++)")
  endif()
  if(NOT BANKLOOM_SANITIZE)
    set(BANKLOOM_SANITIZE "address,undefined")
  endif()
  string(PREPEND BANKLOOM_SANITIZE "fuzzer-no-link,")
endif()
if(BANKLOOM_SANITIZE)
  target_compile_options(bankloom_project INTERFACE
    -fsanitize=${BANKLOOM_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  target_link_options(bankloom_project INTERFACE -fsanitize=${BANKLOOM_SANITIZE})
  # Indices of containers, also where the memory behind is the container's own.
  target_compile_definitions(bankloom_project INTERFACE _GLIBCXX_ASSERTIONS)
  if(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
    target_compile_options(bankloom_project INTERFACE
      "-fsanitize-ignorelist=${CMAKE_CURRENT_LIST_DIR}/sanitizer_ignorelist.txt")
  endif()
  target_sources(bankloom_project INTERFACE
    "$<$<STREQUAL:$<TARGET_PROPERTY:TYPE>,EXECUTABLE>:${CMAKE_CURRENT_LIST_DIR}/sanitizer_options.cpp>")
  # Sanitizers raise the rate of false warnings, and GCC's manual ("Instrumentation Options") recommends against
  # combining them with -Werror: the plain builds of the same sources have no warning.
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    target_compile_options(bankloom_project INTERFACE -Wno-error)
  endif()
endif()
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)

# How much is asked of the compiler. What runs for every thread, request or element (hot) or for every frame (warm) is optimised
# as far as it goes; all else (commands, reports, files) runs once and is compiled as quickly as it goes. Under the sanitizers,
# whose checks cost a compiler that optimises twice the time and more, only what is hot is optimised, and a little; in
# fuzzers that run for long, all is. Tests are never.
if(BANKLOOM_FUZZ AND NOT BANKLOOM_BUILD_TESTS)
  set(bankloom_hot_flags -O1)
  set(bankloom_cold_flags -O1)
elseif(BANKLOOM_SANITIZE)
  set(bankloom_hot_flags -O0)
  set(bankloom_cold_flags -O0)
  if(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
    set(bankloom_hot_flags -O1)
  endif()
else()
  set(bankloom_hot_flags $<$<NOT:$<CONFIG:Debug>>:-O3>)
  set(bankloom_cold_flags $<$<NOT:$<CONFIG:Debug>>:-Og>)
endif()
set(bankloom_test_flags $<$<NOT:$<CONFIG:Debug>>:-O0>)
if(BANKLOOM_SANITIZE)
  # A failed check names its line; in a report of the sanitizers the program's lines are what is looked for.
  list(APPEND bankloom_test_flags -g0)
endif()

# The headers of other projects that most sources include are compiled once: reading them costs more than all else. The dev
# preset does without, so that a source that includes too little does not go unnoticed.
option(BANKLOOM_PRECOMPILE "Precompile the headers of the libraries" ON)
set(bankloom_common_headers <algorithm> <array> <cstdint> <cstring> <filesystem> <functional> <map> <memory> <optional>
    <string> <string_view> <vector> <fmt/format.h> <tl/expected.hpp>
    "${PROJECT_SOURCE_DIR}/app/core/base/json.h")

# Tests are a third of the sources, and Clang compiles them in a third of GCC's time. What they test is the program as its own
# compiler made it; both compilers see all of its headers.
set(BANKLOOM_TEST_COMPILER "" CACHE STRING "Clang to compile the tests with, where the program is compiled by GCC")

function(bankloom_use_test_compiler target)
  if(BANKLOOM_TEST_COMPILER)
    set_target_properties(${target} PROPERTIES
      CXX_COMPILER_LAUNCHER "${PROJECT_SOURCE_DIR}/cmake/compile_with.sh;${BANKLOOM_TEST_COMPILER}")
    # Options of GCC's alone come with the others; templates that the precompiled headers need are made with them.
    target_compile_options(${target} PRIVATE
      -Wno-unknown-warning-option -Wno-unused-command-line-argument -fpch-instantiate-templates)
  endif()
endfunction()

# bankloom_precompile(TARGET KIND): TARGET is compiled with the flags of its KIND (hot, cold or test) and, but for what is hot,
# reads the precompiled headers of that kind, which are made on first use.
function(bankloom_precompile target kind)
  target_compile_options(${target} PRIVATE ${bankloom_${kind}_flags})
  if(kind STREQUAL "test")
    bankloom_use_test_compiler(${target})
  endif()
  # What is hot is a unit a folder and reads few of them.
  if(NOT BANKLOOM_PRECOMPILE OR kind STREQUAL "hot")
    return()
  endif()
  set(name bankloom_${kind}_headers)
  if(NOT TARGET ${name})
    file(WRITE "${PROJECT_BINARY_DIR}/${name}.cpp" "")
    add_library(${name} STATIC "${PROJECT_BINARY_DIR}/${name}.cpp")
    target_link_libraries(${name} PRIVATE bankloom_project fmt::fmt tl::expected nlohmann_json::nlohmann_json)
    target_compile_options(${name} PRIVATE ${bankloom_${kind}_flags})
    set(headers ${bankloom_common_headers})
    if(kind STREQUAL "test")
      target_link_libraries(${name} PRIVATE GTest::gtest)
      list(APPEND headers <gtest/gtest.h>)
      bankloom_use_test_compiler(${name})
    endif()
    target_precompile_headers(${name} PRIVATE ${headers})
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

# Sources are compiled together, many at a time, those of the core's folders across folders: the headers and templates that
# they share are read and compiled once, which is half of the work. So names in unnamed namespaces must differ within the
# core, and elsewhere within a folder, and macros end with their source. The dev preset compiles each source by itself,
# which is less to do after a small change and shows an include that is missing.
option(BANKLOOM_UNITY "Compile the sources of a target together" ON)
function(bankloom_unite target)
  set_target_properties(${target} PROPERTIES UNITY_BUILD ${BANKLOOM_UNITY} UNITY_BUILD_BATCH_SIZE 50)
endfunction()

# bankloom_add_library(NAME [HOT|WARM] [CORE] SOURCES... [SINGLY SOURCES...] [LINK LIBS...]): one folder of the program; see
# above. CORE: its sources are compiled together with those of the core's other folders. SINGLY: sources that are compiled by
# themselves always.
function(bankloom_add_library name)
  cmake_parse_arguments(ARG "HOT;WARM;CORE" "" "SOURCES;SINGLY;LINK" ${ARGN})
  set(kind cold)
  if(ARG_HOT OR (ARG_WARM AND NOT BANKLOOM_SANITIZE))
    set(kind hot)
  endif()
  set(target ${name})
  if(ARG_CORE AND BANKLOOM_UNITY)
    set(target bankloom_core_${kind})
    add_library(${name} INTERFACE)
    target_link_libraries(${name} INTERFACE ${target} ${ARG_LINK})
    # What it links to of the core is in the two libraries, which need each other.
    set_property(GLOBAL APPEND PROPERTY BANKLOOM_CORE_FOLDERS ${name})
    get_property(folders GLOBAL PROPERTY BANKLOOM_CORE_FOLDERS)
    list(REMOVE_ITEM ARG_LINK ${folders})
    set(other cold)
    if(kind STREQUAL "cold")
      set(other hot)
    endif()
    list(APPEND ARG_LINK bankloom_core_${other})
  endif()
  if(NOT TARGET ${target})
    add_library(${target} STATIC)
    target_link_libraries(${target} PUBLIC bankloom_project)
    bankloom_precompile(${target} ${kind})
    bankloom_unite(${target})
  endif()
  list(TRANSFORM ARG_SOURCES REPLACE "^([^/$].*)" "${CMAKE_CURRENT_SOURCE_DIR}/\\1")
  list(TRANSFORM ARG_SINGLY PREPEND "${CMAKE_CURRENT_SOURCE_DIR}/")
  target_sources(${target} PRIVATE ${ARG_SOURCES} ${ARG_SINGLY})
  if(ARG_SINGLY)
    set_source_files_properties(${ARG_SINGLY} TARGET_DIRECTORY ${target} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
  endif()
  target_link_libraries(${target} PUBLIC ${ARG_LINK})
endfunction()

# bankloom_add_test(NAME SOURCES... [LINK LIBS...] [LABELS ...] [SHARDS N] [UNSANITIZED TESTS...]): one Google Test executable.
# UNSANITIZED: the tests that the sanitized builds leave out, as patterns of Google Test's filter.
# Its tests run in one process, or spread over N; the dev preset starts a process for each. Tests see the source tree as
# BANKLOOM_SOURCE_DIR.
option(BANKLOOM_TESTS_SINGLY "Make each test a CTest test with a process of its own" OFF)
function(bankloom_add_test name)
  cmake_parse_arguments(ARG "" "SHARDS" "SOURCES;LINK;LABELS;UNSANITIZED" ${ARGN})
  add_executable(${name} ${ARG_SOURCES})
  target_link_libraries(${name} PRIVATE bankloom_project ${ARG_LINK} bankloom_base GTest::gtest GTest::gtest_main)
  target_compile_definitions(${name} PRIVATE BANKLOOM_SOURCE_DIR="${PROJECT_SOURCE_DIR}")
  bankloom_precompile(${name} test)
  bankloom_unite(${name})
  # What NVRTC made of the kernels, and nvcc of the programs, serves all tests of all presets (tests/kept, tests/program).
  set(kept "BANKLOOM_KEPT_PTX=${PROJECT_BINARY_DIR}/../kept-ptx"
    "BANKLOOM_KEPT_PROGRAMS=${PROJECT_BINARY_DIR}/../kept-programs")
  if(BANKLOOM_SANITIZE AND ARG_UNSANITIZED)
    list(JOIN ARG_UNSANITIZED ":" left_out)
    list(APPEND kept "GTEST_FILTER=-${left_out}")
  endif()
  set(labels)
  if(ARG_LABELS)
    set(labels LABELS "${ARG_LABELS}")
  endif()
  if(BANKLOOM_TESTS_SINGLY)
    gtest_discover_tests(${name} PROPERTIES TIMEOUT 300 ${labels} ENVIRONMENT "${kept}" DISCOVERY_TIMEOUT 60)
    return()
  endif()
  # A process for each of some thousand tests costs more than the tests. What is spread over several is what takes longest,
  # and begins first.
  set(shards 1)
  if(ARG_SHARDS)
    set(shards ${ARG_SHARDS})
  endif()
  math(EXPR last "${shards} - 1")
  foreach(shard RANGE ${last})
    set(test ${name})
    if(shards GREATER 1)
      set(test ${name}.${shard})
    endif()
    add_test(NAME ${test} COMMAND ${name})
    set_tests_properties(${test} PROPERTIES TIMEOUT 600 COST ${shards} ${labels}
      ENVIRONMENT "${kept};GTEST_TOTAL_SHARDS=${shards};GTEST_SHARD_INDEX=${shard}")
  endforeach()
endfunction()
