#!/usr/bin/env bash
# What the programs of tests/programs do on a GPU: tests/programs/outputs.
#   scripts/programs_on_gpu.sh build FOLDER   compiles them into FOLDER, for compute capability 9.0, by the nvcc on PATH
#   FOLDER/run.sh OUT                         on a machine with such a GPU: OUT/CASE.out has what a case prints and its
#                                             exit status, OUT/device.txt the device
# Then OUT's files belong into tests/programs/outputs.
set -euo pipefail

if [ "${1:-}" = build ] && [ $# -eq 2 ]; then
  programs=$(cd "$(dirname "${BASH_SOURCE[0]}")/../tests/programs" && pwd)
  mkdir -p "$2"
  cp "${BASH_SOURCE[0]}" "$2/run.sh"
  cp "$programs/cases.txt" "$2"
  nvcc --version | sed -n 's/^Cuda compilation tools, //p' >"$2/nvcc.txt"
  grep -v '^#' "$programs/cases.txt" | awk '{ print $2, $3 }' | sort -u | while read -r program options; do
    sources=("$programs/$program.cu")
    [ ! -d "$programs/$program" ] || sources=("$programs/$program"/*.cu)
    [ "$options" != - ] || options=
    # shellcheck disable=SC2086
    nvcc -arch=sm_90 -Xcompiler -static-libstdc++ -Xlinker -s $options "${sources[@]}" -o "$2/$program" </dev/null
  done
elif [ $# -eq 1 ] && [ -e "$(dirname "${BASH_SOURCE[0]}")/cases.txt" ]; then
  mkdir -p "$1"
  out=$(cd "$1" && pwd)
  cd "$(dirname "${BASH_SOURCE[0]}")"
  {
    nvidia-smi --query-gpu=name,driver_version --format=csv,noheader -i 0
    cat nvcc.txt
  } >"$out/device.txt"
  grep -v '^#' cases.txt | while read -r name program _ argument; do
    [ "$argument" != - ] || argument=
    status=0
    timeout 30 "./$program" ${argument:+"$argument"} >"$out/$name.out" 2>"$out/$name.err" </dev/null || status=$?
    echo "status $status" >>"$out/$name.out"
    printf '%-22s %s\n' "$name" "$status"
  done
else
  sed -n '2,6s/^# \{0,1\}//p' "${BASH_SOURCE[0]}" >&2
  exit 2
fi
