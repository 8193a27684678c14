#!/usr/bin/env bash
# Tries the program's readers with inputs made at random: scripts/fuzz.sh [NAME [RUNS|SECONDSs]]
# NAME: ptx (the parser and the emulator), kernels (local memory, printf, odd launches), link (modules that are linked), csv, json, scene, requests (what a whole program
# asks of its device), channel (the same through its socket), binary (fat binaries and executables), worker (what a GPU's worker sends), or all (which is meant
# where none is given), one after another.
# RUNS: executions of each, 1000000 where none are given; 15s: as many as fit into 15 seconds. Needs Clang 14 or later with libFuzzer (packages clang and libclang-rt-dev).
# What is found lies in build/fuzz/finds/NAME; where it is a mistake, it belongs into tests/fuzz/finds/NAME, whose inputs the
# tests try again. The inputs that reach new code are kept in build/fuzz/corpus/NAME for the next time.
# BANKLOOM_FUZZ_PRESET=asan takes the fuzzers of the sanitized build (./test.sh fuzz), which need no build of their own and are slower.
# Exit status 0 when nothing was found, 1 when something was, 2 for a name that does not exist, 3 when the set-up failed.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
me=fuzz.sh
. "$root/scripts/lib.sh"

name=${1:-all} runs=${2:-1000000}
case $name in
  all) names=(ptx kernels link requests channel json binary worker csv scene) ;;
  ptx | kernels | link | csv | json | scene | requests | channel | binary | worker) names=("$name") ;;
  *)
    say "there is no fuzzer '$name'; they are ptx, kernels, link, csv, json, scene, requests, channel, binary, worker, all"
    exit 2
    ;;
esac
[[ $runs =~ ^[0-9]+s?$ ]] || { say "RUNS must be a number of executions or of seconds (15s), not '$runs'"; exit 2; }
limit=(-runs="$runs")
# The same inputs every time, so that a find can be repeated and no change is blamed for another's.
[[ $runs != *s ]] || limit=(-max_total_time="${runs%s}" -seed=1)

# What the folders hold as seeds, besides tests/fuzz/seeds: inputs of the tests and of the program.
seeds() {
  case $1 in
    ptx) find "$root/tests/ptx/cases" "$root/tests/ptx/corpus" -name '*.ptx' -size -3k ;;
    json) find "$root/assets/machines" "$root/assets/published" "$root/kernels" -name '*.json' ;;
  esac
  find "$root/tests/fuzz/seeds/$1" "$root/tests/fuzz/finds/$1" -type f 2>/dev/null || true
}
# Longest input, in bytes: what is longer is slower, and does nothing else.
longest() {
  case $1 in
    ptx) echo 2500 ;;
    json | requests | link) echo 4200 ;;
    *) echo 2000 ;;
  esac
}

# The weights that libFuzzer gives inputs take it two thirds of the time where an input reaches as much code as a whole program does.
schedule() {
  case $1 in
    requests | channel | binary) echo -entropic=0 ;;
  esac
}

# Of an input 60 s: at nice 19 beside other programs one of 0.3 s of processor time can take 12.
# Stacks of allocations are for messages only and take a third of the time.
export ASAN_OPTIONS=malloc_context_size=3:quarantine_size_mb=16:detect_stack_use_after_return=0

preset=${BANKLOOM_FUZZ_PRESET:-fuzz}
if [ "$preset" = fuzz ]; then
  lock
  setup_cmake
  find_clang -fsanitize=fuzzer-no-link,address,undefined
  [ -n "$clang" ] || die "Clang with libFuzzer is needed: apt-get install ${packages_clang[*]}"
  find_toolkit
  CXX=$clang configure fuzz || exit 3
  build fuzz "${names[@]/#/fuzz_}" || exit 3
  unlock
fi

# fuzz NAME: one of them, to its end.
fuzz() {
  local name=$1 corpus=$build_dir/fuzz/corpus/$1 finds=$build_dir/fuzz/finds/$1 log=$log_dir/fuzz-$1.log began seed status=0
  mkdir -p "$corpus" "$finds"
  while IFS= read -r seed; do
    cp "$seed" "$corpus/seed_$(sha256sum <"$seed" | cut -c 1-16)"
  done < <(seeds "$name")
  say "fuzzing ($name, $runs); log: $log"
  began=$SECONDS
  nice -n 19 "$build_dir/$preset/tests/fuzz/fuzz_$name" "$corpus" "${limit[@]}" $(schedule "$name") -max_len="$(longest "$name")" -timeout=60 \
    -rss_limit_mb=2048 -malloc_limit_mb=1024 -artifact_prefix="$finds/" -print_final_stats=1 -verbosity=1 >"$log" 2>&1 </dev/null || {
    status=1
    say "something was found; see $finds and the end of $log"
  }
  say "$name: $(sed -n 's/^stat::number_of_executed_units: *//p' "$log") executions in $((SECONDS - began)) s, $(grep -oE 'cov: [0-9]+ ft: [0-9]+ corp: [0-9]+' "$log" | tail -1)"
  return $status
}

# Those with a limit of time side by side, on all cores.
at_once=1
[[ $runs != *s ]] || at_once=$(job_count)
status=0
for name in "${names[@]}"; do
  if [ "$(jobs -rp | wc -l)" -ge "$at_once" ]; then wait -n || status=1; fi
  fuzz "$name" &
done
while [ -n "$(jobs -p)" ]; do wait -n || status=1; done
exit $status
