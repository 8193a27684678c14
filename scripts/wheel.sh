#!/usr/bin/env bash
# Makes a wheel of the program and the Python package, for people without administrators: scripts/wheel.sh
#
# Installs what it needs, builds by scikit-build-core (app/python/pyproject.toml) in build/wheel, and puts libraries that are not every
# system's, fonts and all their licences into the wheel, which lies in build/wheels at the end. What draws and what talks
# to the display (libEGL, libGL, libX11, libwayland) stays the system's, and NVIDIA's files come from NVIDIA's own packages.
# The wheel runs where the C library is as new as here: glibc 2.36 when it is made on Debian 12. The same commit gives the
# same bytes on the same distribution.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
me=wheel.sh
. "$root/scripts/lib.sh"

command -v dpkg-query >/dev/null && command -v apt-get >/dev/null || die "a wheel is made on Debian or Ubuntu"
lock
install_packages "${packages_build[@]}" "${packages_window[@]}" "${packages_apart[@]}" "${packages_pypi[@]}" dpkg-dev file git librsvg2-bin \
  fonts-inter fonts-jetbrains-mono
find_toolkit
setup_compiler
setup_cmake
setup_cuda
release_version
cd "$root"
export SETUPTOOLS_SCM_PRETEND_VERSION=$version
export SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct)}

tools=$build_dir/packaging raw=$build_dir/wheel-raw tree=$build_dir/wheel-tree
rm -rf "$raw" "$tree" "$build_dir/wheels"
setup_python "$tools" packaging-pypi.txt
export PATH=$tools/bin:$PATH
say "building (wheel); log: $log_dir/wheel.log"
logged wheel python3 -m pip wheel --quiet --no-deps --no-build-isolation --wheel-dir "$raw" app/python ||
  die "the wheel could not be built"
case $cuda_root in '' | system) ;; *) export CUDA_PATH=$cuda_root ;; esac
logged wheel-lessons cmake --build "$build_dir/wheel" --target bankloom_pack || die "the lessons' PTX could not be made"

logged wheel-unpack python3 -m wheel unpack --dest "$tree" "$raw"/*.whl
tree=$(ls -d "$tree"/*)
package=$tree/bankloom
version=$(basename "$tree" | cut -d- -f2)
# For menus and manuals of a whole system.
rm -rf "$package"/share/{applications,icons,metainfo,mime,man,bash-completion,zsh,fish} "$package/lib/cmake"
parts=$tree/bankloom-$version.dist-info/sboms/bankloom.spdx.json licenses=$tree/bankloom-$version.dist-info/licenses
cp "$build_dir/wheel/lessons.ptx.z" "$package/share/bankloom/"
mkdir -p "$package/fonts" "$(dirname "$parts")" "$licenses"
for font in Inter-Regular Inter-SemiBold JetBrainsMono-Regular JetBrainsMono-Bold; do
  cp "$(find /usr/share/fonts -name "$font.[ot]tf" | sort | head -n 1)" "$package/fonts/"
done
scripts/list_parts.py "$build_dir/wheel" "$package" "$parts" "$version"
cp LICENSE "$licenses/bankloom"
# Libraries of libraries go along, too.
linked=$(ldd "$package/bin/bankloom" | awk '/=> \//{ print $3 }' | xargs -n 1 basename)
for part in $(python3 -c 'import json, sys; print(*(p["name"] for p in json.load(open(sys.argv[1]))["packages"]))' "$parts") \
  $(for name in $linked; do dpkg-query -S "*/$name" 2>/dev/null | cut -d: -f1 | head -n 1; done | sort -u) \
  fonts-inter fonts-jetbrains-mono; do
  [ ! -e "/usr/share/doc/$part/copyright" ] || cp "/usr/share/doc/$part/copyright" "$licenses/$part"
done
rm "$raw"/*.whl
logged wheel-packed python3 -m wheel pack --dest-dir "$raw" "$tree"

system=()
for library in libEGL libGL libOpenGL libGLX libGLdispatch libX11 libXext libXrender libxcb libxcb-shm libxcb-render libXau libXdmcp \
  libwayland-client libwayland-cursor libwayland-egl; do
  system+=(--exclude "$library.so.*")
done
logged wheel-repair auditwheel repair "${system[@]}" --wheel-dir "$build_dir/wheels" "$raw"/*.whl || die "auditwheel refuses the wheel"
wheel=$(ls "$build_dir"/wheels/*.whl)
# NVIDIA's licence does not allow its files to go along. The one of this name is bankloom's own.
strange=$(python3 -m zipfile -l "$wheel" | grep -E 'lib(nv|cu)[a-z0-9-]*\.so' | grep -v '/lib/bankloom/runtime/libcudart\.so\.13 ' || true)
[ -z "$strange" ] || die "files of NVIDIA's are in it: $strange"
pyspdxtools -i "$parts" >&2 || die "the list of its parts is no valid SPDX: $parts"
say "the wheel is $wheel"
