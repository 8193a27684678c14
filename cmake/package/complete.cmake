# What Debian wants besides of a package's files (see BankloomInstall.cmake); CPack runs it where they lie, before it packs them.
set(tree "${CPACK_TEMPORARY_INSTALL_DIRECTORY}/usr")
set(documents "${tree}/share/doc/bankloom")
set(version "${CPACK_PACKAGE_VERSION}-${CPACK_DEBIAN_PACKAGE_RELEASE}")
execute_process(COMMAND date --utc --rfc-email --date "@$ENV{SOURCE_DATE_EPOCH}" OUTPUT_VARIABLE date
  OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
file(WRITE "${documents}/changelog.Debian" "bankloom (${version}) unstable; urgency=medium

  * Package of release ${CPACK_PACKAGE_VERSION}; changelog.gz says what is new.

 -- ${CPACK_PACKAGE_CONTACT}  ${date}
")
file(RENAME "${documents}/CHANGELOG.md" "${documents}/changelog")
file(GLOB pages "${tree}/share/man/man1/*.1")
execute_process(COMMAND gzip -9n "${documents}/changelog" "${documents}/changelog.Debian" ${pages} COMMAND_ERROR_IS_FATAL ANY)
file(CHMOD "${tree}/lib/bankloom/runtime/libcudart.so.13" PERMISSIONS OWNER_READ OWNER_WRITE GROUP_READ WORLD_READ)
execute_process(COMMAND "${CPACK_BANKLOOM_SOURCE}/scripts/list_parts.py" "${CPACK_BANKLOOM_BUILD}" "${tree}"
  "${documents}/bankloom.spdx.json" "${version}" COMMAND_ERROR_IS_FATAL ANY)
# What was not built leaves its folder.
execute_process(COMMAND find "${tree}" -type d -empty -delete COMMAND_ERROR_IS_FATAL ANY)
