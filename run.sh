#!/usr/bin/env bash
# Builds bankloom, if need be, and runs it with the arguments given here: ./run.sh [ARGUMENT...]
# On a fresh Debian or Ubuntu it installs what is missing first (scripts/lib.sh says what, and which environment variables
# it heeds). Without arguments it opens the window; where there is no display, it draws a picture of every kernel with a
# square or rectangular tile into bankloom-tour/ and prints the lesson on square tiles. The exit status is the program's, or 3 where
# it could not be built.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
me=run.sh
. "$root/scripts/lib.sh"

options=(-DBANKLOOM_BUILD_TESTS=OFF -DBANKLOOM_BUILD_BENCHMARKS=OFF)
lock
build_core_meanwhile "${options[@]}"
set_up build
configure release "${options[@]}" "${window_options[@]}" ||
  die "the project could not be configured"
build release bankloom || die "the project could not be built"
unlock

program=$build_dir/release/app/bankloom
[ $# -eq 0 ] || exec "$program" "$@"
[ -z "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ] || [ ${#window_options[@]} -gt 0 ] || exec "$program"

# No display: the first look as text, all kernels of the lesson and one of them without and with padding, and as pictures.
"$program" analyze --lesson square
echo
"$program" analyze square/setRowReadCol
echo
"$program" analyze square/setRowReadCol --set IPAD=1
echo
if pictures=$("$program" tour --out bankloom-tour); then
  printf '%s\n' "$pictures"
else
  say "no pictures were drawn, for the reason above; the tables stand for themselves"
fi
