#!/usr/bin/env bash
# The sessions that README.md shows are what the program prints: readme_test.sh PROGRAM
# A session is a fenced block that begins with "$ ./run.sh ARGUMENTS"; "..." stands for lines left out. Exit status 77 (skipped)
# where there is no NVRTC.
set -euo pipefail
program=$1
export LANGUAGE=en
readme=$(dirname "${BASH_SOURCE[0]}")/../../README.md

reason=$("$program" analyze --ptx square/setRowReadCol 2>&1 >/dev/null) || case $reason in
  *NVRTC*) echo "skipped: $reason" && exit 77 ;;
esac

sessions=0 failures=0 active= at=0
lines=()
while IFS= read -r line; do
  if [[ $line == '$ ./run.sh '* ]]; then
    active=1 at=0 sessions=$((sessions + 1))
    read -ra arguments <<<"${line#'$ ./run.sh '}"
    mapfile -t lines < <(NO_COLOR=1 "$program" "${arguments[@]}")
  elif [[ $line == '```' ]]; then
    active=
  elif [ -n "$active" ] && [ "$line" != ... ]; then
    while [ $at -lt ${#lines[@]} ] && [ "${lines[at]}" != "$line" ]; do at=$((at + 1)); done
    if [ $at -eq ${#lines[@]} ]; then
      echo "FAILED: README.md shows a line that '${arguments[*]}' does not print there: $line"
      failures=$((failures + 1)) at=0
    fi
  fi
done <"$readme"

echo "$sessions sessions, $failures lines differ"
[ $sessions -ge 3 ] && [ $failures -eq 0 ]
