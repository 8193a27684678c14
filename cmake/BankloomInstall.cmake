# What `cmake --install` puts below a prefix, and the Debian package that CPack makes of it. The program finds everything from
# its own place: ../share/bankloom and ../lib/bankloom/runtime.
include(GNUInstallDirs)

install(TARGETS bankloom DESTINATION "${CMAKE_INSTALL_BINDIR}")
# Not among the system's libraries: only programs that are run under bankloom may find it.
install(TARGETS bankloom_runtime LIBRARY DESTINATION lib/bankloom/runtime NAMELINK_SKIP)
install(DIRECTORY kernels shaders DESTINATION "${CMAKE_INSTALL_DATADIR}/bankloom")
install(DIRECTORY assets/html assets/languages assets/machines assets/published assets/recordings assets/schema
  DESTINATION "${CMAKE_INSTALL_DATADIR}/bankloom/assets" PATTERN "*.pot" EXCLUDE PATTERN "kept.txt" EXCLUDE)
install(FILES CHANGELOG.md README.md docs/OWN_KERNELS.md docs/SECURITY.md docs/WRITING_LESSONS.md DESTINATION "${CMAKE_INSTALL_DOCDIR}")
install(FILES cmake/package/copyright DESTINATION "${CMAKE_INSTALL_DOCDIR}")

# Made by targets that not everybody builds: the lessons' PTX, the manual page and what completes a command line.
install(CODE "
  file(GLOB packs \"${PROJECT_BINARY_DIR}/lessons.ptx.*\")
  file(INSTALL \${packs} DESTINATION \"\${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_DATADIR}/bankloom\")")
set(documents "${PROJECT_BINARY_DIR}/documents")
set(zsh_folder zsh/site-functions)
if(BANKLOOM_PACKAGE)
  set(zsh_folder zsh/vendor-completions)
endif()
install(FILES "${documents}/bankloom.1" DESTINATION "${CMAKE_INSTALL_MANDIR}/man1" OPTIONAL)
install(FILES "${documents}/bankloom.bash" DESTINATION "${CMAKE_INSTALL_DATADIR}/bash-completion/completions"
  RENAME bankloom OPTIONAL)
install(FILES "${documents}/_bankloom" DESTINATION "${CMAKE_INSTALL_DATADIR}/${zsh_folder}" OPTIONAL)
install(FILES "${documents}/bankloom.fish" DESTINATION "${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d" OPTIONAL)

if(BANKLOOM_BUILD_WINDOW)
  install(FILES assets/desktop/bankloom.desktop DESTINATION "${CMAKE_INSTALL_DATADIR}/applications")
  install(FILES assets/desktop/bankloom.metainfo.xml DESTINATION "${CMAKE_INSTALL_DATADIR}/metainfo"
    RENAME io.github.bankloom.bankloom.metainfo.xml)
  install(FILES assets/desktop/bankloom.mime.xml DESTINATION "${CMAKE_INSTALL_DATADIR}/mime/packages" RENAME bankloom.xml)
  set(icons "${CMAKE_INSTALL_DATADIR}/icons/hicolor")
  install(FILES assets/desktop/bankloom.svg DESTINATION "${icons}/scalable/apps")
  # Most desktops draw the SVG; those that do not take the nearest size of these.
  find_program(Rsvg_PROGRAM rsvg-convert)
  mark_as_advanced(Rsvg_PROGRAM)
  if(Rsvg_PROGRAM)
    set(pictures)
    foreach(size 16 22 24 32 48 64 96 128 256 512)
      set(picture "${PROJECT_BINARY_DIR}/icons/${size}.png")
      add_custom_command(OUTPUT "${picture}"
        COMMAND "${Rsvg_PROGRAM}" --width ${size} --height ${size} --output "${picture}"
          "${PROJECT_SOURCE_DIR}/assets/desktop/bankloom.svg"
        DEPENDS assets/desktop/bankloom.svg VERBATIM)
      install(FILES "${picture}" DESTINATION "${icons}/${size}x${size}/apps" RENAME bankloom.png)
      list(APPEND pictures "${picture}")
    endforeach()
    add_custom_target(bankloom_icons ALL DEPENDS ${pictures})
  elseif(BANKLOOM_PACKAGE)
    message(FATAL_ERROR "A package needs rsvg-convert for its icons (apt-get install librsvg2-bin)")
  endif()
endif()

if(NOT BANKLOOM_PACKAGE)
  return()
endif()

# ---- the Debian package (scripts/package.sh deb) ----------------------------------------------------------------------

set(BANKLOOM_MAINTAINER "the bankloom authors <nobody@localhost>" CACHE STRING "Who answers for the package: NAME <ADDRESS>")
set(BANKLOOM_VERSION "${PROJECT_VERSION}" CACHE STRING "The package's version")
set(BANKLOOM_RELEASE "1" CACHE STRING "The package's release of this version, as in 1~debian12")
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME bankloom)
set(CPACK_PACKAGE_VERSION "${BANKLOOM_VERSION}")
set(CPACK_PACKAGE_CONTACT "${BANKLOOM_MAINTAINER}")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "viewer of CUDA shared memory bank conflicts")
set(CPACK_DEBIAN_PACKAGE_DESCRIPTION
  "bankloom shows how the threads of a CUDA warp meet the banks of shared memory
and the sectors of global memory. It draws the tile of a kernel as a grid
coloured by bank and animates each warp's access, wavefront by wavefront, for
the kernel and the padding that you choose.

The picture is computed from the kernel itself: its PTX is executed warp by
warp on an emulator, and every access of every thread is recorded. No GPU is
needed. There are eleven lessons with questions; own kernels and whole CUDA
programs can be opened, too.")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS
  OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_RELEASE "${BANKLOOM_RELEASE}")
set(CPACK_DEBIAN_PACKAGE_SECTION education)
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)
# dpkg-shlibdeps sees what is linked; the others are opened while the program runs.
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_DEPENDS "fonts-inter, fonts-jetbrains-mono, libgl1, libzstd1")
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "bubblewrap, g++, fonts-wqy-microhei, libgl1-mesa-dri, wl-clipboard, xclip")
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "ffmpeg, nvidia-cuda-toolkit, nvidia-driver")
set(CPACK_PRE_BUILD_SCRIPTS "${CMAKE_CURRENT_LIST_DIR}/package/complete.cmake")
set(CPACK_BANKLOOM_SOURCE "${PROJECT_SOURCE_DIR}")
set(CPACK_BANKLOOM_BUILD "${PROJECT_BINARY_DIR}")
include(CPack)
