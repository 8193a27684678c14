#!/usr/bin/env bash
# Runs clang-tidy with the rules of .clang-tidy: scripts/check_tidy.sh [FILE...]
# Without files: every source below app/. It needs the compile commands of build/dev (./test.sh tidy makes them).
# The linter is the pinned one of scripts/clang-tidy-pypi.txt. BANKLOOM_TIDY_SECONDS=N begins no further file after N seconds; how many
# were looked at stands in build/logs/tidy.txt.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
me=check_tidy.sh
. "$root/scripts/lib.sh"

cd "$root"
setup_clang_tool clang-tidy "46 MB"
if [ ! -e build/dev/compile_commands.json ]; then
  echo "check_tidy.sh: build/dev/compile_commands.json is missing: run ./test.sh tidy" >&2
  exit 1
fi

if [ $# -gt 0 ]; then
  files=("$@")
else
  mapfile -t files < <(find app -name '*.cpp' | sort)
fi
# The compile commands may be another compiler's, with warnings and options that Clang does not know; the library's own
# algorithms use what it calls deprecated.
# The counts of suppressed warnings of other people's headers are no news.
looked=$log_dir/.tidied
mkdir -p "$log_dir"
: >"$looked"
export looked tool last=$((${EPOCHSECONDS} + ${BANKLOOM_TIDY_SECONDS:-86400}))
status=0
printf '%s\0' "${files[@]}" |
  xargs -0 -n 1 -P "${BANKLOOM_JOBS:-$(nproc)}" bash -c '
    [ $EPOCHSECONDS -lt $last ] || exit 0
    echo "$0" >>"$looked"
    exec "$tool" -p build/dev --quiet --extra-arg=-Wno-unknown-warning-option --extra-arg=-Wno-unused-command-line-argument \
      --extra-arg=-Wno-deprecated-declarations "$0"' 2> >(grep -v ' warnings\? generated\.$' >&2) || status=$?
echo "$(wc -l <"$looked") of ${#files[@]} sources" >"$log_dir/tidy.txt"
exit $status
