# shellcheck shell=bash
# What run.sh, test.sh and scripts/setup.sh share: packages, the CUDA Toolkit, CMake, configuring and building.
# To be sourced by bash with `root` set to the project's folder and `me` to the name that messages begin with.
#
# Everything here is quiet when there is nothing to do. Progress goes to standard error, a line a step; the output of
# tools goes to logs below build/. A step that fails ends the script with status 3 and one sentence.
#
# Environment:
#   BANKLOOM_IGNORE_TOOLKIT=1   look for no CUDA Toolkit on the machine, take the packages of PyPI
#   BANKLOOM_NO_INSTALL=1       install no packages of the distribution, only say which are missing
#   BANKLOOM_JOBS=N             compile and test N things at a time (default: the cores, if memory suffices)
#   CXX                         the C++ compiler (default: the first of c++, g++, g++-N, clang++ that is new enough)

: "${root:?}" "${me:?}"
build_dir=$root/build
log_dir=$build_dir/logs

say() { printf '%s: %s\n' "$me" "$*" >&2; }

die() {
  say "$*"
  exit 3
}

# to_log NAME COMMAND...: runs it with its output in build/logs/NAME.log, its status is the command's.
to_log() {
  local log=$log_dir/$1.log
  shift
  mkdir -p "$log_dir"
  "$@" >"$log" 2>&1 </dev/null
}

# logged NAME COMMAND...: the same; on failure shows the last lines of the log.
logged() {
  to_log "$@" && return 0
  tail -n 30 "$log_dir/$1.log" >&2
  say "failed: ${*:2} (whole output: $log_dir/$1.log)"
  return 1
}

# ---- packages of the distribution -----------------------------------------------------------------------------------

packages_build=(g++ cmake ninja-build libfmt-dev nlohmann-json3-dev libcli11-dev libexpected-dev libmd4c-dev
  libmuparser-dev zlib1g-dev)
# What keeps learners' programs apart. Without bubblewrap namespaces of our own do, where the kernel grants them; without libseccomp
# their system calls are not filtered, which is said with every program.
packages_apart=(bubblewrap libseccomp-dev)
# The window and the pictures: what they are built with, and what they use while the program runs: OpenGL, drawn in
# software where there is no GPU, and fonts.
packages_window=(pkg-config libimgui-dev libglfw3-dev libegl-dev libpng-dev libcairo2-dev libgif-dev libwebp-dev python3-glad
  libegl1 libgl1 libgl1-mesa-dri fonts-inter fonts-jetbrains-mono fonts-wqy-microhei
  # Pictures in the clipboard, on X11 and on Wayland.
  xclip wl-clipboard)
packages_test=(git strace xvfb xdotool libx11-dev libgtest-dev libvalijson-dev libbenchmark-dev
  # What reads the files that are written, and is not what wrote them.
  poppler-utils python3-pil chromium gettext)
# Clang takes a third of GCC's time for tests and sanitized builds. Not every distribution has these: GCC does it too.
# llvm is there for its symbolizer: without names no suppression of a sanitizer's holds, and no report can be read.
packages_clang=(clang lld libclang-rt-dev llvm)
packages_pypi=(python3 python3-pip)

# Prints those of the packages that are not installed.
missing_packages() {
  local known package
  [ $# -gt 0 ] || return 0
  # The local encoding is not wanted: the status word is the same in every language, but dpkg's messages are not.
  known=$(LC_ALL=C dpkg-query -W -f='${db:Status-Status} ${Package}\n' "$@" 2>/dev/null) || true
  for package in "$@"; do
    grep -qxF "installed $package" <<<"$known" || printf '%s\n' "$package"
  done
}

# install_packages PACKAGE... [-- OPTIONAL...]: installs what is missing, all in one go; nothing where nothing is, or where there
# is no dpkg. Ends the script where a package cannot be had; returns 1 where only optional ones cannot. Who may not install is
# told everything there is to ask for, optional or not, at once.
install_packages() {
  command -v dpkg-query >/dev/null && command -v apt-get >/dev/null || return 0
  local required=() optional=() missing become=() package
  for package; do
    case $package in
      --) break ;;
      *) required+=("$package") ;;
    esac
  done
  shift $((${#required[@]} < $# ? ${#required[@]} + 1 : $#))
  optional=("$@")
  mapfile -t required < <(missing_packages "${required[@]}")
  mapfile -t optional < <(missing_packages "${optional[@]}")
  missing=("${required[@]}" "${optional[@]}")
  [ ${#missing[@]} -gt 0 ] || return 0
  local stop=die
  [ ${#required[@]} -gt 0 ] || stop=say
  if [ -n "${BANKLOOM_NO_INSTALL:-}" ]; then
    $stop "these packages are missing: ${missing[*]}; install them with: apt-get install ${missing[*]}"
    return 1
  elif [ "$(id -u)" -ne 0 ]; then
    if ! command -v sudo >/dev/null; then
      $stop "these packages are missing: ${missing[*]}; ask an administrator for: apt-get install ${missing[*]}"
      return 1
    fi
    become=(sudo)
    # Without a terminal nobody can type a password.
    [ -t 2 ] || become+=(-n)
  fi
  say "installing packages: ${missing[*]}"
  local apt=("${become[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=120)
  # An update that fails does not matter when the lists that are there suffice.
  to_log apt-update "${apt[@]}" update || true
  if to_log apt-install "${apt[@]}" install -y --no-install-recommends "${missing[@]}"; then return 0; fi
  if [ ${#required[@]} -gt 0 ] && [ ${#optional[@]} -gt 0 ] &&
    to_log apt-install-required "${apt[@]}" install -y --no-install-recommends "${required[@]}"; then
    missing=("${optional[@]}") stop=say
  fi
  $stop "these packages are missing and could not be installed: ${missing[*]} ($(
    grep -m 1 '^E: ' "$log_dir/apt-install.log" || echo "is there a network?"
  ); see $log_dir/apt-install.log)"
  return 1
}

# install_optional NAME [PACKAGE...] -- OPTIONAL...: the same, but optional packages that could not be had are not asked for
# again within the hour. Returns 1 where they are missing.
install_optional() {
  local failed=$build_dir/.$1-packages.failed
  shift
  if [ -n "$(find "$failed" -mmin -60 2>/dev/null)" ]; then return 1; fi
  rm -f "$failed"
  install_packages "$@" || { touch "$failed"; return 1; }
}

# ---- packages of PyPI, into the build folder ------------------------------------------------------------------------

# fetch_pypi NAME SIZE [FOLDER]: the packages of scripts/NAME.txt, unpacked below build/NAME, or as FOLDER. SIZE is for the message.
# Complete or absent: unpacked beside, then moved; the list's checksum stays with it. A download that failed is not tried
# again within the hour, so that the next start is quick.
fetch_pypi() {
  local name=$1 size=$2
  local list=$root/scripts/$name.txt target=${3:-$build_dir/$name}
  local sum
  sum=$(sha256sum <"$list")
  [ "$(cat "$target/.complete" 2>/dev/null)" = "$sum" ] && return 0
  local failed=$build_dir/.$name.failed
  if [ -n "$(find "$failed" -mmin -60 2>/dev/null)" ]; then return 1; fi
  (install_packages "${packages_pypi[@]}") || return 1
  python3 -m pip --version >/dev/null 2>&1 || return 1
  say "downloading from PyPI into ${target#"$root/"} ($size): $(grep -o '^[a-z0-9-]*==[0-9.]*' "$list" | paste -sd ' ')"
  local work
  work=$(dirname "$target")/.$name.partial
  rm -rf "$work"
  mkdir -p "$work/wheels" "$work/files"
  if ! to_log "pip-$name" python3 -m pip download --disable-pip-version-check --no-cache-dir --no-deps --retries 1 \
    --only-binary=:all: --require-hashes --requirement "$list" --dest "$work/wheels"; then
    say "the download failed (is there a network? see $log_dir/pip-$name.log); to try again at once, delete $failed"
    touch "$failed"
    return 1
  fi
  local wheel
  for wheel in "$work"/wheels/*.whl; do
    logged "unpack-$name" python3 -m zipfile -e "$wheel" "$work/files" || return 1
  done
  # Unpacking forgets which files are programs.
  find "$work/files" \( -path '*/data/bin/*' -o -path '*/cu13/*bin/*' \) -type f -exec chmod +x {} +
  printf '%s\n' "$sum" >"$work/files/.complete"
  rm -rf "$target" "$failed"
  mv "$work/files" "$target"
  rm -rf "$work"
}

# ---- CMake ----------------------------------------------------------------------------------------------------------

oldest_cmake=3.25

# version_at_least VERSION WANTED
version_at_least() { [ "$(printf '%s\n%s\n' "$2" "$1" | sort -V | head -n 1)" = "$2" ]; }

# Sets `cmake` and `ctest`; takes CMake from PyPI where the machine's is too old (Ubuntu 22.04 has 3.22).
setup_cmake() {
  local version
  cmake=cmake ctest=ctest
  version=$(cmake --version 2>/dev/null | sed -n '1s/[^0-9]*\([0-9.]*\).*/\1/p') || true
  if [ -n "$version" ] && version_at_least "$version" "$oldest_cmake"; then return 0; fi
  fetch_pypi cmake-pypi "30 MB" ||
    die "CMake $oldest_cmake or later is needed and could not be installed: get it from https://cmake.org/download"
  local bin=$build_dir/cmake-pypi/cmake/data/bin
  cmake=$bin/cmake ctest=$bin/ctest
}

# release_version: sets `version` to that of a package of these sources (cmake/build_facts.cmake says how).
release_version() {
  local project
  project=$(sed -nE 's/^project\(bankloom VERSION ([0-9.]+).*/\1/p' "$root/CMakeLists.txt")
  version=$("$cmake" "-DSOURCE=$root" -DGIT=git "-DVERSION=$project" -P "$root/cmake/build_facts.cmake") ||
    die "there is no package of these sources: CMake says above why"
}

# setup_python FOLDER LIST: a virtual environment with what scripts/LIST has, from PyPI.
setup_python() {
  local list=$root/scripts/$2 wanted
  wanted=$(sha256sum <"$list")
  if [ "$(cat "$1/.complete" 2>/dev/null)" = "$wanted" ]; then return 0; fi
  install_packages python3-venv
  rm -rf "$1"
  say "downloading from PyPI into ${1#"$root"/}: $(sed -nE 's/^([A-Za-z0-9_.-]+).*==.*/\1/p' "$list" | paste -sd ' ')"
  logged python-venv python3 -m venv "$1"
  logged python-pip "$1/bin/python" -m pip install --quiet -r "$list" || die "PyPI could not be reached"
  printf '%s\n' "$wanted" >"$1/.complete"
}

# ---- formatter and linter --------------------------------------------------------------------------------------------

# setup_clang_tool clang-format|clang-tidy SIZE: sets `tool` to the pinned release from PyPI, the same on every distribution:
# releases differ in layout and in what they find.
setup_clang_tool() {
  fetch_pypi "$1-pypi" "$2" || die "$1 could not be had from PyPI (see $log_dir/pip-$1-pypi.log)"
  tool=$build_dir/$1-pypi/${1/-/_}/data/bin/$1
}

# ---- the C++ compiler -----------------------------------------------------------------------------------------------

oldest_gcc=12
oldest_clang=14

compiler_suffices() {
  local version oldest=$oldest_gcc
  version=$("$1" -dumpversion 2>/dev/null) || return 1
  "$1" --version | grep -qi clang && oldest=$oldest_clang
  [ "${version%%.*}" -ge "$oldest" ]
}

# Sets CXX to a compiler that is new enough; installs g++-12 where there is none (Ubuntu 22.04 has 11).
setup_compiler() {
  local candidate
  if [ -n "${CXX:-}" ]; then
    compiler_suffices "$CXX" || die "CXX=$CXX is not GCC $oldest_gcc or Clang $oldest_clang or later: set another or unset it"
    return 0
  fi
  for candidate in c++ g++ $(compgen -c g++- | grep -xE 'g\+\+-[0-9]+' | sort -ruV) clang++; do
    if compiler_suffices "$candidate"; then
      export CXX=$candidate
      return 0
    fi
  done
  install_packages g++-12
  compiler_suffices g++-12 || die "no C++ compiler is new enough: install GCC $oldest_gcc or Clang $oldest_clang, or later"
  export CXX=g++-12
}

# Whether a compiler takes these options and links.
compiler_takes() {
  mkdir -p "$build_dir"
  echo 'int main() {}' >"$build_dir/.probe.cpp" && to_log compiler-probe "$@" "$build_dir/.probe.cpp" -o "$build_dir/.probe"
}

# find_clang OPTION...: sets `clang` to the first Clang that is new enough and takes these options, or to nothing. Where there
# is none it is installed, if it can be had.
find_clang() {
  local candidate attempt
  for attempt in found installed; do
    for candidate in clang++ $(compgen -c clang++- | grep -xE 'clang\+\+-[0-9]+' | sort -ruV); do
      clang=$candidate
      if compiler_suffices "$clang" && compiler_takes "$clang" "$@"; then return 0; fi
    done
    clang=
    [ $attempt = found ] && install_optional clang -- "${packages_clang[@]}" || return 0
  done
}

# setup_test_compiler PRESET: sets test_options, what the preset is configured with for its tests. Where Clang can be had it
# compiles the tests of the ci preset, and all of the sanitized ones, for which CXX is set: to be called in a subshell.
setup_test_compiler() {
  test_options=()
  local clang sanitizers=address,undefined
  [ "$1" != tsan ] || sanitizers=thread
  if [ "$1" = asan ] || [ "$1" = tsan ]; then
    find_clang -fsanitize=$sanitizers -fuse-ld=lld
    if [ -n "$clang" ]; then
      export CXX=$clang
      test_options=(-DCMAKE_EXE_LINKER_FLAGS=-fuse-ld=lld)
      if [ "$1" = asan ] && compiler_takes "$clang" -fsanitize=fuzzer-no-link,$sanitizers; then test_options+=(-DBANKLOOM_FUZZ=ON); fi
    else
      say "Clang's sanitizers are not here; the sanitized build is made with $CXX, which takes longer"
    fi
  elif [ "$1" = ci ]; then
    find_clang
    if [ -n "$clang" ] && ! "$CXX" --version | grep -qi clang; then
      test_options=(-DBANKLOOM_TEST_COMPILER="$clang")
    fi
    # Some eighty executables: it links them in a third of the time.
    if compiler_takes "$CXX" -fuse-ld=lld; then test_options+=(-DCMAKE_EXE_LINKER_FLAGS=-fuse-ld=lld); fi
  fi
}

# ---- the CUDA Toolkit -----------------------------------------------------------------------------------------------

# Whether a folder holds NVRTC in one of the places that toolkits use.
has_nvrtc() {
  local file
  for file in "$1"/{lib64,lib,targets/x86_64-linux/lib,targets/sbsa-linux/lib}/libnvrtc.so{,.13,.12,.11.2}; do
    [ -e "$file" ] && return 0
  done
  return 1
}

# Sets cuda_root: a folder, "system" for the distribution's package, or empty where there is none.
find_toolkit() {
  cuda_root=
  [ -z "${BANKLOOM_IGNORE_TOOLKIT:-}" ] || return 0
  local nvcc candidates=("${CUDA_PATH:-}" "${CUDA_HOME:-}")
  if nvcc=$(command -v nvcc); then
    nvcc=$(readlink -f "$nvcc")
    candidates+=("${nvcc%/bin/*}")
  fi
  candidates+=(/usr/local/cuda)
  local candidate
  for candidate in "${candidates[@]}"; do
    if [ -n "$candidate" ] && has_nvrtc "$candidate"; then
      cuda_root=$candidate
      return 0
    fi
  done
  if compgen -G "/usr/lib/*-linux-gnu/libnvrtc.so*" >/dev/null; then cuda_root=system; fi
}

# Fetches what PyPI has of CUDA, where the machine has none.
fetch_cuda() {
  [ -z "$cuda_root" ] || return 0
  if [ ! -e "$build_dir/cuda-pypi/.complete" ] && [ ! -e "$build_dir/.cuda-pypi.failed" ]; then
    say "no CUDA Toolkit found (CUDA_PATH, nvcc on PATH, /usr/local/cuda, the distribution's package)"
  fi
  fetch_pypi cuda-pypi "110 MB, no administrator needed"
}

# Sets cuda_root to what PyPI has, where the machine has none. Without either the program is built all the same: it says itself what it
# cannot do, and reads PTX files.
setup_cuda() {
  [ -z "$cuda_root" ] || return 0
  if fetch_cuda; then
    cuda_root=$build_dir/cuda-pypi/nvidia/cu13
  else
    say "kernels cannot be compiled until the CUDA Toolkit 11.8 or later is installed (apt-get install" \
      "nvidia-cuda-toolkit, or https://developer.nvidia.com/cuda-downloads); PTX files and all else work without"
  fi
}

# ---- nvcc -----------------------------------------------------------------------------------------------------------

# Takes nvcc from PyPI to where `bankloom run` looks for it (app/program/toolchain.h), where this machine's is not of release 13.
setup_nvcc() {
  local candidate release
  for candidate in "$(command -v nvcc || true)" "${CUDA_PATH:+$CUDA_PATH/bin/nvcc}" "${CUDA_HOME:+$CUDA_HOME/bin/nvcc}" \
    /usr/local/cuda/bin/nvcc; do
    [ -z "${BANKLOOM_IGNORE_TOOLKIT:-}" ] && [ -n "$candidate" ] && [ -x "$candidate" ] || continue
    release=$("$candidate" --version 2>/dev/null | sed -n 's/.*release \([0-9]*\).*/\1/p') || continue
    if [ "$release" = 13 ]; then
      nvcc=$candidate
      return 0
    fi
  done
  local folder=${XDG_DATA_HOME:-${HOME:?}/.local/share}/bankloom/nvcc
  [ -e "$folder/.complete" ] || say "what is downloaded is NVIDIA's, under the licence of the CUDA Toolkit (https://docs.nvidia.com/cuda/eula)"
  mkdir -p "$(dirname "$folder")" || die "the folder $(dirname "$folder") cannot be made"
  fetch_pypi nvcc-pypi "105 MB, 270 MB unpacked, no administrator needed" "$folder" ||
    die "nvcc could not be had from PyPI (see $log_dir/pip-nvcc-pypi.log)"
  # nvcc has the linker look in lib64, for a name without a release; the packages have neither.
  ln -sf libcudart.so.13 "$folder/nvidia/cu13/lib/libcudart.so"
  ln -sfn lib "$folder/nvidia/cu13/lib64"
  nvcc=$folder/nvidia/cu13/bin/nvcc
}

# ---- configuring and building ---------------------------------------------------------------------------------------

job_count() {
  if [ -n "${BANKLOOM_JOBS:-}" ]; then
    printf '%s\n' "$BANKLOOM_JOBS"
    return
  fi
  # A compiler process takes up to 1.5 GiB.
  local cores memory
  cores=$(nproc)
  memory=$(awk '/^MemAvailable:/ { n = int($2 / 1572864); print (n < 1 ? 1 : n) }' /proc/meminfo)
  printf '%s\n' $((cores < memory ? cores : memory))
}

# configure PRESET [OPTION...]: only when this was not done with the same options before; Ninja repeats it when a
# CMake file changes.
configure() {
  local preset=$1
  shift
  local folder=$build_dir/$preset
  local options=("-DCMAKE_CXX_COMPILER=$(command -v "$CXX")" "$@") explicit=
  case $cuda_root in
    '' | system) ;;
    *) explicit=$cuda_root ;;
  esac
  options+=("-DNvrtc_ROOT=$explicit")
  local wanted
  # The sources' place is in it: a build folder that was moved or copied is made anew.
  wanted=$(printf '%s\n' "$root" "${options[@]}" "${BANKLOOM_IGNORE_TOOLKIT:-}" "${CUDA_PATH:-}" "${CUDA_HOME:-}")
  if [ -e "$folder/build.ninja" ] && [ "$(cat "$folder/.configured" 2>/dev/null)" = "$wanted" ]; then return 0; fi
  say "configuring ($preset)"
  rm -rf "$folder/CMakeCache.txt" "$folder/CMakeFiles"
  (cd "$root" && logged "configure-$preset" "$cmake" --preset "$preset" "${options[@]}") || return 1
  printf '%s\n' "$wanted" >"$folder/.configured"
}

# build PRESET [TARGET...]
build() {
  local preset=$1 targets=()
  shift
  [ $# -eq 0 ] || targets=(--target "$@")
  if ! "$cmake" --build "$build_dir/$preset" "${targets[@]}" -- -n 2>/dev/null | grep -q 'no work to do'; then
    say "building ($preset); log: $log_dir/build-$preset.log"
    logged "build-$preset" "$cmake" --build "$build_dir/$preset" "${targets[@]}" --parallel "$(job_count)" || return 1
  fi
}

# One set-up or build of this folder at a time; the lock is file descriptor 9.
lock() {
  mkdir -p "$build_dir" 2>/dev/null && [ -w "$build_dir" ] || die "the folder $build_dir cannot be written"
  exec 9>"$build_dir/.lock"
  if command -v flock >/dev/null && ! flock -n 9; then
    say "waiting for another set-up or build in $build_dir"
    flock 9
  fi
}
unlock() { exec 9>&-; }

# The packages that building takes. Everything but the window works without the optional ones; python3 and pip fetch NVRTC where
# there is no toolkit.
install_for_build() {
  local optional=("${packages_window[@]}" "${packages_apart[@]}")
  [ -n "$cuda_root" ] || optional+=("${packages_pypi[@]}")
  install_optional window "${packages_build[@]}" -- "${optional[@]}"
}

# set_up build|test: packages, compiler, CMake, CUDA.
set_up() {
  window_options=()
  find_toolkit
  case $1 in
    build)
      if ! install_for_build && [ -n "$(missing_packages "${packages_window[@]}")" ]; then
        say "the program is built without its window; to try again at once, delete $build_dir/.window-packages.failed"
        window_options=(-DBANKLOOM_BUILD_WINDOW=OFF)
      fi
      ;;
    test)
      install_optional clang "${packages_build[@]}" "${packages_window[@]}" "${packages_apart[@]}" "${packages_test[@]}" "${packages_pypi[@]}" \
        -- "${packages_clang[@]}" || true
      ;;
    *) die "set_up takes build or test, not '$1'" ;;
  esac
  setup_compiler
  setup_cmake
  setup_cuda
}

# build_core_meanwhile OPTION...: the first time, on a machine where packages can be installed and those of the window are missing,
# compiles the core, which needs fewer, while the rest is installed and downloaded. Else it does nothing.
build_core_meanwhile() {
  [ ! -e "$build_dir/release/build.ninja" ] || return 0
  command -v apt-get >/dev/null && [ -z "${BANKLOOM_NO_INSTALL:-}" ] || return 0
  [ "$(id -u)" -eq 0 ] || command -v sudo >/dev/null || return 0
  [ -n "$(missing_packages "${packages_window[@]}")" ] || return 0
  install_packages "${packages_build[@]}"
  setup_compiler
  setup_cmake
  find_toolkit
  (install_for_build || true; fetch_cuda || true) &
  local status=0
  configure release "$@" -DBANKLOOM_BUILD_WINDOW=OFF &&
    build release bankloom_core_cold bankloom_core_hot bankloom_simt || status=$?
  wait
  [ $status -eq 0 ] || die "the project could not be built"
}
