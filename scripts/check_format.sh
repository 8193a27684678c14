#!/usr/bin/env bash
# Fails when a C++ file is not laid out as .clang-format says: scripts/check_format.sh
# Releases of clang-format differ in details, hence the one of version 14; to lay a file out: clang-format-14 -i FILE.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

version=14
formatter=
for candidate in "clang-format-$version" clang-format; do
  if "$candidate" --version 2>/dev/null | grep -q "version $version\."; then
    formatter=$candidate
    break
  fi
done
if [ -z "$formatter" ]; then
  echo "check_format.sh: clang-format $version is needed: apt-get install clang-format-$version" >&2
  exit 1
fi
find app tests benchmarks cmake fuzz \( -name '*.h' -o -name '*.cpp' -o -name '*.inc' \) -print0 |
  xargs -0 -r "$formatter" --dry-run --Werror
