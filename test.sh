#!/usr/bin/env bash
# Builds bankloom and tests it: ./test.sh [STEP...]
# Steps: format, ci (all tests; warnings are errors), asan (all tests under the address and undefined-behaviour sanitizers), which are those
# taken where none is named, and tidy (clang-tidy on all sources, some minutes more). The set-up is run.sh's, and more packages.
# Exit status 0 when every step passed, 1 when one failed, 2 for a step that does not exist, 3 when the set-up failed.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
me=test.sh
. "$root/scripts/lib.sh"

steps=("$@")
[ $# -gt 0 ] || steps=(format ci asan)
for step in "${steps[@]}"; do
  case $step in
    format | ci | asan | tidy) ;;
    *)
      say "there is no step '$step'; the steps are format, ci, asan, tidy"
      exit 2
      ;;
  esac
done

lock
set_up test

configure_for_tests() (
  setup_test_compiler "$1"
  configure "$1" "${test_options[@]}"
)

# count PATTERN: how often Google Test said so in the tests' output of the last run of a preset.
count() { sed -nE "s/$2/\\1/p" "$build_dir/$1/Testing/Temporary/LastTest.log" | awk '{ n += $1 } END { print n + 0 }'; }

# Configures, builds and runs every test of a preset; sets `detail`.
test_preset() {
  local preset=$1 log=$log_dir/test-$1.log status=0 failed skipped
  detail="not built"
  configure_for_tests "$preset" && build "$preset" || return 1
  say "testing ($preset)"
  # What ctest counts as errors (no test found, a broken preset) must count here: its own exit status decides.
  (cd "$root" && "$ctest" --preset "$preset" --parallel "$(job_count)") >"$log" 2>&1 </dev/null || status=$?
  detail="$(count "$preset" '^\[=+\] ([0-9]+) tests? from .* ran\..*') tests"
  failed=$(count "$preset" '^ ?([0-9]+) FAILED TESTS?$')
  skipped=$(count "$preset" '^\[  SKIPPED \] ([0-9]+) tests?, listed below:$')
  detail+=", $failed failed, $skipped skipped; $(grep -oE '[0-9]+ tests failed out of [0-9]+' "$log" | sed 's/ tests/ processes/' |
    paste -sd, || true)"
  if [ $status -ne 0 ]; then
    grep -vE '^ *Start +[0-9]+: |^ *[0-9]+/[0-9]+ Test .* Passed |^\[ RUN|^\[       OK|^\[---' "$log" >&2 || true
    say "whole output: $log"
  fi
  return $status
}

run_step() {
  detail=
  case $1 in
    format) "$root/scripts/check_format.sh" >&2 ;;
    tidy) configure_for_tests dev && build dev bankloom_glad && "$root/scripts/check_tidy.sh" >&2 ;;
    *) test_preset "$1" ;;
  esac
}

failed=0
summary=
for step in "${steps[@]}"; do
  started=$SECONDS
  if run_step "$step"; then result=passed; else
    result=FAILED
    failed=1
  fi
  summary+=$(printf '%-8s %-7s %5ds  %s' "$step" "$result" $((SECONDS - started)) "$detail")$'\n'
done

printf '\n%s' "$summary"
if [ $failed -eq 0 ]; then
  printf 'all steps passed in %d s\n' $SECONDS
else
  printf 'FAILED in %d s\n' $SECONDS
fi
exit $failed
