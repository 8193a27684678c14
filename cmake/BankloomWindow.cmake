# What the window and the pictures need: GLFW, EGL, libpng, cairo, libwebp, giflib, Dear ImGui, and glad, which generates the loader of OpenGL's
# functions while the project is built. All that is missing is named in one sentence.
set(_missing)
find_package(glfw3 3.3 QUIET)
if(NOT TARGET glfw)
  list(APPEND _missing libglfw3-dev)
endif()
# By pkg-config: CMake's FindOpenGL has EGL only where libOpenGL is, too, of which nothing here makes use.
find_package(PkgConfig QUIET)
if(PkgConfig_FOUND)
  pkg_check_modules(EGL QUIET IMPORTED_TARGET egl)
  # Files of figures and films.
  pkg_check_modules(Cairo QUIET IMPORTED_TARGET cairo-pdf cairo-svg cairo-ft freetype2)
  pkg_check_modules(WebP QUIET IMPORTED_TARGET libwebp libwebpmux)
endif()
if(NOT TARGET PkgConfig::EGL)
  list(APPEND _missing pkg-config libegl-dev)
endif()
if(NOT TARGET PkgConfig::Cairo)
  list(APPEND _missing libcairo2-dev)
endif()
if(NOT TARGET PkgConfig::WebP)
  list(APPEND _missing libwebp-dev)
endif()
find_package(GIF 5.1 QUIET)
if(NOT TARGET GIF::GIF)
  list(APPEND _missing libgif-dev)
endif()
find_package(PNG QUIET)
if(NOT TARGET PNG::PNG)
  list(APPEND _missing libpng-dev)
endif()
find_package(ImGui 1.82 QUIET)
if(NOT TARGET ImGui::ImGui)
  list(APPEND _missing libimgui-dev)
endif()

# The package is for the system's Python, which another one on PATH may hide; its program knows the right one.
find_program(Glad_PROGRAM glad)
mark_as_advanced(Glad_PROGRAM)
set(_glad_options)
if(Glad_PROGRAM)
  execute_process(COMMAND "${Glad_PROGRAM}" --help OUTPUT_VARIABLE _glad_help ERROR_QUIET)
  if(_glad_help MATCHES "--generator")
    set(_glad_options --generator c --spec gl --profile core --api gl=3.3 --extensions=)
    set(_glad_base glad)
  elseif(_glad_help MATCHES "{c,")
    set(_glad_options --api gl:core=3.3 --extensions=)
    set(_glad_language c)
    set(_glad_base gl)
  endif()
endif()
if(NOT _glad_options)
  list(APPEND _missing python3-glad)
endif()

if(_missing)
  list(JOIN _missing " " _missing)
  message(FATAL_ERROR "The window needs packages that are missing (apt-get install ${_missing}); "
    "-DBANKLOOM_BUILD_WINDOW=OFF builds all other commands without it.")
endif()

# --reproducible takes the specification that glad brings along, without a network.
set(_glad_folder "${CMAKE_CURRENT_BINARY_DIR}/glad")
add_custom_command(
  OUTPUT "${_glad_folder}/src/${_glad_base}.c" "${_glad_folder}/include/glad/${_glad_base}.h"
  COMMAND "${Glad_PROGRAM}" --quiet --reproducible --out-path "${_glad_folder}" ${_glad_options} ${_glad_language}
  COMMENT "Generating the loader of OpenGL 3.3 with glad"
  VERBATIM)
add_library(bankloom_glad STATIC
  "${_glad_folder}/src/${_glad_base}.c" "${_glad_folder}/include/glad/${_glad_base}.h")
# Others' code: no warnings of ours, and its header counts as one of the system's.
target_include_directories(bankloom_glad SYSTEM PUBLIC "${_glad_folder}/include")
target_link_libraries(bankloom_glad PUBLIC ${CMAKE_DL_LIBS})
