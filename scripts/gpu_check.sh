#!/usr/bin/env bash
# Builds and checks what needs an NVIDIA GPU: scripts/gpu_check.sh [BUILD_FOLDER]
#
# Runs the tests of app/cuda with and without a device, the faults a hundred times in a row, and compute-sanitizer over the
# worker where the toolkit has it. Logs go to $OUT where that is set, else to the build folder. Clocks are left alone.
# Exit status 0 where all passed.
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit 2
build=${1:-build/gpu}
logs=${OUT:-$build}
mkdir -p "$logs"
status=0

# step NAME COMMAND...: runs it with its output in NAME.log.
step() {
  local name=$1
  shift
  local begin=$SECONDS
  if "$@" >"$logs/$name.log" 2>&1; then
    echo "ok      $name ($((SECONDS - begin)) s)"
  else
    echo "FAILED  $name ($((SECONDS - begin)) s), the end of $logs/$name.log:"
    tail -n 40 "$logs/$name.log"
    status=1
  fi
}

configure() { cmake --preset release -B "$build" -DBANKLOOM_BUILD_WINDOW=OFF -DBANKLOOM_BUILD_BENCHMARKS=OFF; }
compile() {
  cmake --build "$build" -j "${BANKLOOM_JOBS:-$(nproc)}" --target worker_client_test cuda_test gpu_launch_test
}

step configure configure
step build compile
[ $status -eq 0 ] || exit $status
tests=$build/tests/cuda
nvidia-smi --query-gpu=name,driver_version,clocks.sm,clocks.max.sm --format=csv || true
step worker_client timeout 120 "$tests/worker_client_test"
step cuda timeout 60 "$tests/cuda_test"
step gpu_launch timeout 200 "$tests/gpu_launch_test"
grep -v '^\[ RUN\|^\[---\|^\[===' "$logs/gpu_launch.log" | grep -v '^$' | head -n 60
if command -v compute-sanitizer >/dev/null; then
  # CUPTI stays out: two profilers in one process refuse each other.
  step sanitizer env BANKLOOM_CUPTI=none timeout 150 compute-sanitizer --tool memcheck --leak-check full \
    --target-processes all --error-exitcode 7 --log-file "$logs/sanitizer_report.log" \
    "$tests/gpu_launch_test" --gtest_filter='*EveryKernel*:*AHundredLaunches*:*Beyond48KiB*:*ARefusedLaunch*'
  grep -h 'ERROR SUMMARY\|LEAK SUMMARY' "$logs"/sanitizer_report.log* || true
fi
step faults env BANKLOOM_FAULTS="${BANKLOOM_FAULTS:-100}" timeout 280 "$tests/gpu_launch_test" --gtest_filter='*FaultsInARow*'
grep 'faults' "$logs/faults.log" || true
exit $status
