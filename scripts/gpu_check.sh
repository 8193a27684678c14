#!/usr/bin/env bash
# Builds and checks what needs an NVIDIA GPU: scripts/gpu_check.sh [BUILD_FOLDER]
#
# Runs the tests of app/cuda on a device, as they are and under the address and undefined-behaviour sanitizers, a hundred
# bad addresses, endless loops, double launches and killed workers in a row, and compute-sanitizer over the worker where
# the toolkit has it. Logs go to BUILD_FOLDER/logs. Clocks are left alone. It takes about six minutes on 16 cores. Exit status 0 where all passed.
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit 2
build=${1:-build/gpu}
logs=$build/logs
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

# build PRESET
build() {
  cmake --preset "$1" -B "$build/$1" -DBANKLOOM_BUILD_WINDOW=OFF -DBANKLOOM_BUILD_BENCHMARKS=OFF &&
    cmake --build "$build/$1" -j "${BANKLOOM_JOBS:-$(nproc)}" --target worker_client_test gpu_worker_test cuda_test \
      gpu_launch_test
}

step build build release
[ $status -eq 0 ] || exit $status
tests=$build/release/tests/cuda
nvidia-smi --query-gpu=name,driver_version,clocks.sm,clocks.max.sm --format=csv || true
step worker_client timeout 120 "$tests/worker_client_test"
step gpu_worker timeout 60 "$tests/gpu_worker_test"
step cuda timeout 60 "$tests/cuda_test"
step gpu_launch timeout 120 "$tests/gpu_launch_test"
grep -v '^\[\|^$' "$logs/gpu_launch.log"
if command -v compute-sanitizer >/dev/null; then
  # CUPTI stays out: two profilers in one process refuse each other. Codes that the driver returns are no errors: some
  # tests want a refusal, and a kernel's parameters are counted until the driver has no more.
  step sanitizer env BANKLOOM_CUPTI=none timeout 150 compute-sanitizer --tool memcheck --leak-check full \
    --report-api-errors no --target-processes all --error-exitcode 7 --log-file "$logs/sanitizer_report.log" \
    "$tests/gpu_launch_test" --gtest_filter='*EveryKernel*:*AHundredLaunches*:*Beyond48KiB*:*ARefusedLaunch*'
  grep -h 'ERROR SUMMARY\|LEAK SUMMARY' "$logs/sanitizer_report.log" || true
fi
# Side by side: what costs time is the start of the driver after each of them.
begin=$SECONDS
rows=(BadAddress EndlessLoop DoubleLaunch KilledFromOutside KilledInALaunch)
pids=()
for row in "${rows[@]}"; do
  BANKLOOM_FAULTS=100 timeout 540 "$tests/gpu_launch_test" --gtest_filter="MishapsInARow.$row" >"$logs/$row.log" 2>&1 &
  pids+=($!)
done
for i in "${!rows[@]}"; do
  if wait "${pids[i]}"; then
    echo "ok      $(grep 'in a row' "$logs/${rows[i]}.log") ($((SECONDS - begin)) s)"
  else
    echo "FAILED  ${rows[i]} ($((SECONDS - begin)) s), the end of $logs/${rows[i]}.log:"
    tail -n 20 "$logs/${rows[i]}.log"
    status=1
  fi
done
step asan_build build asan
if [ -x "$build/asan/tests/cuda/gpu_launch_test" ]; then
  # The driver maps memory where the address sanitizer keeps its gap, and leaves some to the end of the process.
  export ASAN_OPTIONS=protect_shadow_gap=0:detect_leaks=0
  step asan_worker_client timeout 200 "$build/asan/tests/cuda/worker_client_test"
  step asan_gpu_worker timeout 100 "$build/asan/tests/cuda/gpu_worker_test"
  step asan_cuda timeout 100 "$build/asan/tests/cuda/cuda_test"
  step asan_gpu_launch timeout 200 "$build/asan/tests/cuda/gpu_launch_test"
fi
exit $status
