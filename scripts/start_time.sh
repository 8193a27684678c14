#!/usr/bin/env bash
# How long the program takes to its window's first frame, in milliseconds: scripts/start_time.sh [PROGRAM [TIMES]]
# On a display of its own (xvfb-run), as a user without settings. The first start fills Mesa's cache of shaders and does not count.
set -euo pipefail
program=${1:-bankloom} times=${2:-10}
home=$(mktemp -d)
trap 'rm -rf "$home"' EXIT
HOME=$home xvfb-run -a -s '-screen 0 1600x1000x24' bash -c '
  for ((i = 0; i <= $2; ++i)); do "$1" window --frames 1 | sed -n "s/.*first_frame_ms\":\([0-9.]*\).*/\1/p"; done' \
  start_time.sh "$program" "$times" | tail -n +2 | sort -n |
  awk '{ all[NR] = $1 }
    END { printf "median %.0f ms, least %.0f ms, most %.0f ms, n = %d, goal 300 ms\n",
      (all[int((NR + 1) / 2)] + all[int(NR / 2) + 1]) / 2, all[1], all[NR], NR }'
