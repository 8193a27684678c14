# Writes OUT from IN with the version and the commit of SOURCE: a tag's version where Git knows one ("v1.2.3", and how many
# commits it is ago), else VERSION. COMMIT, where it is given, is taken as it is.
set(version "${VERSION}")
set(commit "${COMMIT}")
if(GIT AND EXISTS "${SOURCE}/.git")
  set(git "${GIT}" -c safe.directory=* -C "${SOURCE}")
  execute_process(COMMAND ${git} describe --tags "--match=v[0-9]*" OUTPUT_VARIABLE tag RESULT_VARIABLE failed
    OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
  if(failed EQUAL 0)
    string(SUBSTRING "${tag}" 1 -1 version)
  endif()
  if(NOT commit)
    execute_process(COMMAND ${git} log -1 --format=%h\ of\ %cs OUTPUT_VARIABLE commit
      OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
  endif()
endif()
if(NOT commit)
  set(commit unknown)
endif()
configure_file("${IN}" "${OUT}" @ONLY)
# Also where nothing changed, so that it is newer than Git's log.
file(TOUCH "${OUT}")
