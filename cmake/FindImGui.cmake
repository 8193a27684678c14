# FindImGui: Dear ImGui with its backends for GLFW and OpenGL 3, as target ImGui::ImGui.
#
# Debian and Ubuntu compile the backends into the library. Where their headers lie differs between releases, so both ways
# of including them work: <backends/imgui_impl_glfw.h> and <imgui_impl_glfw.h>.
# Sets ImGui_FOUND and ImGui_VERSION.
find_package(PkgConfig QUIET)
if(PkgConfig_FOUND)
  pkg_check_modules(PC_IMGUI QUIET imgui)
endif()

find_path(ImGui_INCLUDE_DIR imgui.h HINTS ${PC_IMGUI_INCLUDE_DIRS} PATH_SUFFIXES imgui)
find_path(ImGui_BACKEND_INCLUDE_DIR imgui_impl_opengl3.h
  HINTS ${ImGui_INCLUDE_DIR} ${PC_IMGUI_INCLUDE_DIRS} PATH_SUFFIXES backends imgui/backends imgui)
find_library(ImGui_LIBRARY imgui HINTS ${PC_IMGUI_LIBRARY_DIRS})
mark_as_advanced(ImGui_INCLUDE_DIR ImGui_BACKEND_INCLUDE_DIR ImGui_LIBRARY)

if(ImGui_INCLUDE_DIR)
  file(STRINGS "${ImGui_INCLUDE_DIR}/imgui.h" _imgui_version REGEX "define +IMGUI_VERSION +\"")
  string(REGEX REPLACE ".*\"([0-9.]+).*" "\\1" ImGui_VERSION "${_imgui_version}")
endif()

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(ImGui
  REQUIRED_VARS ImGui_LIBRARY ImGui_INCLUDE_DIR ImGui_BACKEND_INCLUDE_DIR VERSION_VAR ImGui_VERSION)

if(ImGui_FOUND AND NOT TARGET ImGui::ImGui)
  # The static library leaves to its users what it needs itself: stb (Debian takes that out of ImGui), FreeType in some
  # releases. pkg-config knows, as plain names; those that are there are linked.
  set(_imgui_needs)
  foreach(_imgui_need IN LISTS PC_IMGUI_STATIC_LIBRARIES)
    if(NOT _imgui_need STREQUAL "imgui")
      find_library(ImGui_NEEDS_${_imgui_need} ${_imgui_need} HINTS ${PC_IMGUI_STATIC_LIBRARY_DIRS})
      mark_as_advanced(ImGui_NEEDS_${_imgui_need})
      if(ImGui_NEEDS_${_imgui_need})
        list(APPEND _imgui_needs "${ImGui_NEEDS_${_imgui_need}}")
      endif()
    endif()
  endforeach()
  find_package(glfw3 QUIET)
  if(TARGET glfw)
    list(APPEND _imgui_needs glfw)
  endif()
  list(REMOVE_DUPLICATES _imgui_needs)
  add_library(ImGui::ImGui UNKNOWN IMPORTED)
  set(_imgui_include "${ImGui_INCLUDE_DIR}" "${ImGui_BACKEND_INCLUDE_DIR}")
  cmake_path(GET ImGui_BACKEND_INCLUDE_DIR PARENT_PATH _imgui_parent)
  if(EXISTS "${_imgui_parent}/backends")
    list(APPEND _imgui_include "${_imgui_parent}")
  endif()
  list(REMOVE_DUPLICATES _imgui_include)
  set_target_properties(ImGui::ImGui PROPERTIES
    IMPORTED_LOCATION "${ImGui_LIBRARY}"
    INTERFACE_INCLUDE_DIRECTORIES "${_imgui_include}"
    INTERFACE_LINK_LIBRARIES "${_imgui_needs};${CMAKE_DL_LIBS}")
endif()
