#!/usr/bin/env bash
# Installs what the project needs, without building it: scripts/setup.sh [build|test|nvcc]
# build (default): to build and run the program; test: to test it too; nvcc: to compile whole programs (`bankloom run`). What it
# does, and the environment it heeds, stands in scripts/lib.sh.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
me=setup.sh
. "$root/scripts/lib.sh"

lock
if [ "${1:-}" = nvcc ]; then
  setup_nvcc
  say "ready (nvcc: $nvcc)"
  exit
fi
set_up "${1:-build}"
say "ready (compiler: $CXX; CMake: $cmake; CUDA: ${cuda_root:-none})"
