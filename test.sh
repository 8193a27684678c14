#!/usr/bin/env bash
# Builds bankloom and tests it: ./test.sh [full] [STEP...]
# Steps; where none is named, all are taken but those that say otherwise:
#   format  the layout of the C++ files
#   ci      the tests; warnings are errors
#   asan    the tests of the emulator and of what reads strangers' files under the address and undefined-behaviour sanitizers
#   fuzz    10 seconds of each fuzzer, of the sanitized build; where there is Clang with libFuzzer
#   tidy    clang-tidy on the sources that the last commit changed, the most changed first, for half a minute at most
#   tsan    the tests of what works on several threads, under ThreadSanitizer; only where it is named, and in full
#   python  the Python package with numba and a notebook, from PyPI (600 MB); only where it is named, and in full
#   remote  --gpu over a real sshd and through a real Slurm, on loopback; only where it is named, and in full
# These end within 20 minutes on two cores. full takes all of them, or those that are named, and as long as it needs: the tests that
# BANKLOOM_FULL and the label full make longer, all tests under the sanitizers, clang-tidy on every source, a minute of each fuzzer,
# ten of those that a stranger's program reaches; and nothing may be skipped but for want of a GPU.
# The set-up is run.sh's, and more packages.
#
# Environment, besides that of scripts/lib.sh:
#   BANKLOOM_FULL=1        the tests look at every case, as in full
#   BANKLOOM_NO_SKIPS=1    a test that is skipped fails, unless it needs a GPU
#   BANKLOOM_SINCE=COMMIT  tidy: what changed since then (default: the last commit's first parent)
# Exit status 0 when every step passed, 1 when one failed, 2 for a step that does not exist, 3 when the set-up failed.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
me=test.sh
. "$root/scripts/lib.sh"

all=(format ci asan fuzz tidy)
named=(tsan python remote)
steps=("${all[@]}") is_full=
if [ "${1:-}" = full ]; then
  shift
  steps+=("${named[@]}") is_full=1
  export BANKLOOM_NO_SKIPS=1 BANKLOOM_FULL=1
fi
[ $# -eq 0 ] || steps=("$@")
for step in "${steps[@]}"; do
  case " ${all[*]} ${named[*]} " in
    *" $step "*) ;;
    *)
      say "there is no step '$step'; the steps are ${all[*]} ${named[*]}, and full before them for all that takes long"
      exit 2
      ;;
  esac
done

lock
set_up test
# Whose completions are tried; without them the tests are skipped.
[ -z "$is_full" ] || install_packages zsh fish

configure_for_tests() (
  setup_test_compiler "$1"
  case $1 in
    asan)
      if [ -n "$is_full" ]; then
        test_options+=(-DBANKLOOM_BUILD_WINDOW=ON -DBANKLOOM_TEST_FOLDERS=)
      else
        test_options+=(-DBANKLOOM_BUILD_WINDOW=OFF "-DBANKLOOM_TEST_FOLDERS=base;ptx;trace;simt;kept;compile;own;program;fuzz")
      fi
      ;;
  esac
  configure "$1" "${test_options[@]}"
)

# count PATTERN: how often Google Test said so in the tests' output of the last run of a preset.
count() { sed -nE "s/$2/\\1/p" "$build_dir/$1/Testing/Temporary/LastTest.log" | awk '{ n += $1 } END { print n + 0 }'; }

# skips_but_gpu PRESET: the tests that were skipped, without those of processes with the label gpu.
skips_but_gpu() {
  local processes
  processes=$(cd "$root" && "$ctest" --preset "$1" -L gpu -N | sed -n 's/^ *Test *#[0-9]*: //p')
  awk -v gpu="$processes" '
    BEGIN { split(gpu, names, "\n"); for (i in names) is_gpu[names[i]] = 1 }
    / Testing: / { process = $NF }
    /^\[  SKIPPED \] [^ ]+ \(/ && !(process in is_gpu) { print $4 }' "$build_dir/$1/Testing/Temporary/LastTest.log"
}

# Configures, builds and runs every test of a preset, of which it builds the targets that are named; sets `detail`.
test_preset() {
  local preset=$1 log=$log_dir/test-$1.log status=0 failed skipped chosen=(-LE full)
  [ -z "$is_full" ] || chosen=()
  detail="not built"
  configure_for_tests "$preset" && build "$@" || return 1
  say "testing ($preset)"
  # One more than cores: those of the window wait for most of their time. What ctest counts as errors (no test found, a broken preset) must count here: its own exit status decides.
  (cd "$root" && "$ctest" --preset "$preset" "${chosen[@]}" --parallel "$(($(job_count) + 1))") >"$log" 2>&1 </dev/null || status=$?
  detail="$(count "$preset" '^\[=+\] ([0-9]+) tests? from .* ran\..*') tests"
  failed=$(count "$preset" '^ ?([0-9]+) FAILED TESTS?$')
  skipped=$(count "$preset" '^\[  SKIPPED \] ([0-9]+) tests?, listed below:$')
  detail+=", $failed failed, $skipped skipped; $(grep -oE '[0-9]+ tests failed out of [0-9]+' "$log" | sed 's/ tests/ processes/' |
    paste -sd, || true)"
  if [ $status -ne 0 ]; then
    grep -vE '^ *Start +[0-9]+: |^ *[0-9]+/[0-9]+ Test .* Passed |^\[ RUN|^\[       OK|^\[---' "$log" >&2 || true
    say "whole output: $log"
  fi
  if [ -n "${BANKLOOM_NO_SKIPS:-}" ]; then
    skipped=$(skips_but_gpu "$preset")
    if [ -n "$skipped" ]; then
      say "skipped, and not for want of a GPU (the reasons stand in $build_dir/$preset/Testing/Temporary/LastTest.log):" $skipped
      status=1
    fi
  fi
  return $status
}

# The sanitized build has the fuzzers too, where its compiler has libFuzzer.
fuzz() {
  local seconds=10 name
  [ -z "$is_full" ] || seconds=60
  if [ ! -e "$build_dir/asan/tests/fuzz/fuzz_ptx" ]; then
    configure_for_tests asan && build asan || return 1
  fi
  if [ ! -e "$build_dir/asan/tests/fuzz/fuzz_ptx" ]; then
    detail="not done: no Clang with libFuzzer"
    [ -z "${BANKLOOM_NO_SKIPS:-}" ]
    return
  fi
  detail="$seconds s each"
  BANKLOOM_FUZZ_PRESET=asan "$root/scripts/fuzz.sh" all ${seconds}s || return 1
  [ -n "$is_full" ] || return 0
  # What a stranger's program reaches: its kernels, and the channel to its device.
  for name in kernels channel; do BANKLOOM_FUZZ_PRESET=asan "$root/scripts/fuzz.sh" $name 600s || return 1; done
}

# The sources below app/ that changed, the most changed first.
changed_sources() {
  git -C "$root" diff --numstat "${BANKLOOM_SINCE:-HEAD^}" -- app | sort -rn | cut -f 3 | grep '\.cpp$' | while IFS= read -r file; do
    [ ! -e "$root/$file" ] || printf '%s\n' "$file"
  done
}

tidy() {
  local files=()
  if [ -z "$is_full" ]; then
    git -C "$root" rev-parse --quiet --verify "${BANKLOOM_SINCE:-HEAD^}" >/dev/null || { detail="what changed is not known"; return 0; }
    mapfile -t files < <(changed_sources)
    if [ ${#files[@]} -eq 0 ]; then
      detail="no source changed"
      return 0
    fi
    export BANKLOOM_TIDY_SECONDS=30
  fi
  (configure_for_tests dev && build dev bankloom_glad) || return 1
  "$root/scripts/check_tidy.sh" "${files[@]}" >&2 || return 1
  detail=$(cat "$log_dir/tidy.txt")
}

# Which races are a kernel's own, the suppressions say by functions' names, which Clang's runtime has from its symbolizer.
tsan() {
  local clang
  find_clang -fsanitize=thread -fuse-ld=lld
  if [ -n "$clang" ] && [ -z "$(compgen -c llvm-symbolizer)" ]; then
    detail="not done: no llvm-symbolizer (package llvm)"
    [ -z "${BANKLOOM_NO_SKIPS:-}" ]
    return
  fi
  test_preset tsan threads_test
}

# build_of_ci TARGET...: what these two try is of ci.
build_of_ci() { configure_for_tests ci && build ci "$@"; }

python() {
  [ -e "$build_dir/ci/app/bankloom" ] || build_of_ci bankloom || return 1
  "$root/scripts/python_test.sh" "$build_dir/ci/app/bankloom" >&2
}

remote() {
  build_of_ci bankloom bankloom_fake_libcuda || return 1
  timeout 900 "$root/scripts/remote_test.sh" "$build_dir/ci/app/bankloom" "$build_dir/ci/tests/cuda/libbankloom_fake_libcuda.so" >&2 || return 1
  detail="sshd and Slurm"
}

run_step() {
  detail=
  case $1 in
    format) "$root/scripts/check_format.sh" >&2 ;;
    fuzz | tsan | tidy | python | remote) "$1" ;;
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
