#!/usr/bin/env bash
# The functions of scripts/lib.sh, on a made-up machine: what counts as a toolkit, a compiler, a missing package.
set -euo pipefail
source_root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# The library sees an empty project in a folder with a blank in its name.
root="$work/a project"
me=setup_test
mkdir -p "$root/scripts"
. "$source_root/scripts/lib.sh"

failures=0
check() {
  local what=$1 actual=$2 expected=$3
  if [ "$actual" != "$expected" ]; then
    echo "FAILED: $what: '$actual' instead of '$expected'"
    failures=$((failures + 1))
  fi
}
# status COMMAND...: prints its exit status.
status() { ("$@") >/dev/null 2>&1 && echo 0 || echo $?; }
# A program that prints one text for -dumpversion and another for --version.
fake_compiler() {
  printf '#!/bin/sh\ncase $1 in -dumpversion) echo %s ;; *) echo "%s" ;; esac\n' "$2" "$3" >"$work/$1"
  chmod +x "$work/$1"
}

check "3.25.1 suffices" "$(status version_at_least 3.25.1 3.25)" 0
check "3.9 is older than 3.25" "$(status version_at_least 3.9 3.25)" 1
check "4.0 suffices" "$(status version_at_least 4.0 3.25)" 0

fake_compiler gcc11 11 "g++ (Ubuntu) 11.4.0"
fake_compiler gcc12 12 "g++ (Debian) 12.2.0"
fake_compiler clang13 13.0.1 "Debian clang version 13.0.1"
fake_compiler clang14 14.0.6 "Debian Clang version 14.0.6"
for compiler in gcc12 clang14; do check $compiler "$(status compiler_suffices "$work/$compiler")" 0; done
for compiler in gcc11 clang13 absent; do check $compiler "$(status compiler_suffices "$work/$compiler")" 1; done
check "a CXX that is too old ends the set-up" "$(CXX=$work/gcc11 status setup_compiler)" 3

# A toolkit is where NVRTC is, whatever else is there.
mkdir -p "$work/empty/bin" "$work/tool kit/lib64" "$work/other/targets/x86_64-linux/lib" "$work/other/bin"
touch "$work/tool kit/lib64/libnvrtc.so.12" "$work/other/targets/x86_64-linux/lib/libnvrtc.so.13" "$work/empty/bin/nvcc"
printf '#!/bin/sh\n' >"$work/other/bin/nvcc"
chmod +x "$work/other/bin/nvcc"
found() {
  find_toolkit
  printf '%s' "$cuda_root"
}
unset CUDA_HOME BANKLOOM_IGNORE_TOOLKIT
check "CUDA_PATH" "$(CUDA_PATH="$work/tool kit" found)" "$work/tool kit"
check "CUDA_PATH without NVRTC, then nvcc" "$(CUDA_PATH="$work/empty" PATH="$work/other/bin:$PATH" found)" "$work/other"
check "CUDA_PATH before nvcc" "$(CUDA_PATH="$work/tool kit" PATH="$work/other/bin:$PATH" found)" "$work/tool kit"
check "BANKLOOM_IGNORE_TOOLKIT" "$(CUDA_PATH="$work/tool kit" BANKLOOM_IGNORE_TOOLKIT=1 found)" ""

check "to_log passes the status on" "$(status to_log sample bash -c 'echo out; echo err >&2; exit 5')" 5
check "to_log keeps both outputs" "$(cat "$build_dir/logs/sample.log")" $'out\nerr'
check "logged succeeds" "$(status logged sample true)" 0
check "logged fails" "$(status logged sample false)" 1
check "logged names the log" "$(logged sample false 2>&1 | grep -c "$build_dir/logs/sample.log")" 1
check "die" "$(status die sentence)" 3

check "BANKLOOM_JOBS" "$(BANKLOOM_JOBS=3 job_count)" 3
check "at least one job" "$([ "$(unset BANKLOOM_JOBS && job_count)" -ge 1 ] && echo yes)" yes

# What PyPI gave is taken again as long as the list is the same; a failure is not repeated at once.
printf 'sample==1.0\n' >"$root/scripts/sample.txt"
mkdir -p "$build_dir/sample"
sha256sum <"$root/scripts/sample.txt" >"$build_dir/sample/.complete"
check "complete" "$(status fetch_pypi sample "1 MB")" 0
touch "$build_dir/.sample.failed"
printf 'sample==1.1\n' >"$root/scripts/sample.txt"
check "another list, failed just now" "$(status fetch_pypi sample "1 MB")" 1

if command -v dpkg-query >/dev/null; then
  check "missing packages" "$(missing_packages dpkg bankloom-no-such-package)" bankloom-no-such-package
  check "BANKLOOM_NO_INSTALL" "$(BANKLOOM_NO_INSTALL=1 status install_packages bankloom-no-such-package)" 3
  check "nothing missing" "$(BANKLOOM_NO_INSTALL=1 status install_packages dpkg)" 0
fi

[ $failures -eq 0 ] && echo "all passed"
exit $((failures > 0))
