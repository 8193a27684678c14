#!/usr/bin/env bash
# Fails when a C++ file is not laid out as .clang-format says: scripts/check_format.sh
# scripts/check_format.sh --fix lays them all out. The formatter is the pinned one of scripts/clang-format-pypi.txt.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
me=check_format.sh
. "$root/scripts/lib.sh"

cd "$root"
setup_clang_tool clang-format "1 MB"
mode=(--dry-run --Werror)
[ "${1:-}" != --fix ] || mode=(-i)
find app tests cmake \( -name '*.h' -o -name '*.cpp' -o -name '*.inc' \) -print0 |
  xargs -0 -r "$tool" "${mode[@]}"
