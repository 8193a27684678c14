# The version and the commit of SOURCE: written into OUT from IN, or, without OUT, the version alone on standard output, for packages.
#
# VERSION is the project's. Git's tags say where a commit stands beside it:
#   0.1.0                   the commit that bears the tag v0.1.0, and sources without Git's folder
#   0.1.0.dev34+gabc1234    the 34th commit on the way to a version that has no tag yet
#   0.1.0+5.gabc1234        five commits behind its tag, as long as the project's version is not raised
# These are versions of PyPI (PEP 440) in their right order; for Debian .dev becomes ~dev. COMMIT, where it is given, is taken
# as it is, and COMPILER. Error, for a package: the commit has a version's tag, and the project has another version.
cmake_minimum_required(VERSION 3.25)
set(version "${VERSION}")
set(commit "${COMMIT}")
if(GIT AND EXISTS "${SOURCE}/.git")
  # git_says OUTPUT ARGUMENT...: empty where Git has no answer.
  macro(git_says output)
    execute_process(COMMAND "${GIT}" -c safe.directory=* -C "${SOURCE}" ${ARGN} OUTPUT_VARIABLE ${output}
      OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
  endmacro()
  git_says(here tag --points-at HEAD "v[0-9]*")
  git_says(tagged rev-parse --verify "refs/tags/v${VERSION}^{commit}")
  git_says(hash log -1 --format=%h)
  string(REPLACE "\n" ";" here "${here}")
  if("v${VERSION}" IN_LIST here)
  elseif(here AND NOT OUT)
    message(FATAL_ERROR "the commit has the tag ${here}, but CMakeLists.txt says version ${VERSION}: make them equal")
  elseif(tagged)
    git_says(count rev-list --count "v${VERSION}..")
    string(APPEND version "+${count}.g${hash}")
  elseif(hash)
    git_says(count rev-list --count HEAD)
    string(APPEND version ".dev${count}+g${hash}")
  endif()
  if(NOT commit)
    git_says(commit log -1 "--format=%h, %cs")
  endif()
endif()
if(NOT commit)
  set(commit unknown)
endif()
if(NOT OUT)
  execute_process(COMMAND "${CMAKE_COMMAND}" -E echo "${version}")
  return()
endif()
configure_file("${IN}" "${OUT}" @ONLY)
# Also where nothing changed, so that it is newer than Git's log.
file(TOUCH "${OUT}")
