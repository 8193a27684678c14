#!/usr/bin/env bash
# Counts the lines below app/ that are neither blank nor comment alone: scripts/count_lines.sh [FOLDER...]
# One number for each folder (default: those of app/ and the whole), of C++ sources, headers, and what is made into either.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

count() { find "$1" -type f \( -name '*.cpp' -o -name '*.h' -o -name '*.inc' -o -name '*.in' \) -exec cat {} + | grep -cvE '^[[:space:]]*(//.*)?$' || true; }

[ $# -gt 0 ] || set -- app/*/ app
for folder; do printf '%7d  %s\n' "$(count "$folder")" "${folder%/}"; done
