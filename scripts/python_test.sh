#!/usr/bin/env bash
# Tests the Python package with all that it works with: scripts/python_test.sh PROGRAM
# Makes a virtual environment in build/python with IPython, nbconvert and numba (from PyPI, as python-pypi.txt has them, some
# 600 MB), in which no test is skipped, and executes a notebook. BANKLOOM_WHEEL=FILE: that wheel, whose program it is then.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
me=python_test.sh
. "$root/scripts/lib.sh"
program=$(realpath "${1:-.}")
if [ -z "${BANKLOOM_WHEEL:-}" ] && [ ! -f "$program" ]; then
  say "which program? scripts/python_test.sh build/ci/app/bankloom"
  exit 2
fi

folder=$build_dir/python
setup_python "$folder" python-pypi.txt

export LANGUAGE=en
if [ -n "${BANKLOOM_WHEEL:-}" ]; then
  logged python-wheel "$folder/bin/python" -m pip install --quiet --force-reinstall --no-deps "$BANKLOOM_WHEEL"
else
  export PYTHONPATH=$root/app/python BANKLOOM_PROGRAM=$program
fi
result=$("$folder/bin/python" -W ignore "$root/tests/python/python_test.py" 2>&1) || { printf '%s\n' "$result"; die "a test failed"; }
printf '%s\n' "$result" | tail -n 3
! grep -q skipped <<<"$result" || die "tests were skipped"
"$folder/bin/jupyter" nbconvert --to html --execute "$root/tests/python/notebook.ipynb" --output-dir "$folder" --log-level ERROR
# A picture, a page and the text of a race: what the notebook's cells show.
for shown in 'data:image/png;base64' 'srcdoc=' 'Faults (emulated)'; do
  grep -qF "$shown" "$folder/notebook.html" || die "the executed notebook has no $shown"
done
say "the notebook's pictures stand in $folder/notebook.html"
