#!/usr/bin/env bash
# Makes a package of the program for other machines: scripts/package.sh deb
#
# Installs what it needs, builds the preset `package`, packs and checks (lintian, pyspdxtools, appstreamcli, desktop-file-validate).
# Says last where the package is: below build/package, with a list of its parts beside it (SPDX). The same commit is to give the
# same bytes on the same distribution, in whichever folder. The maintainer is DEBFULLNAME <DEBEMAIL>, else the commit's author.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
me=package.sh
. "$root/scripts/lib.sh"

[ "${1:-}" = deb ] || { say "which package? deb"; exit 2; }
command -v dpkg-query >/dev/null && command -v apt-get >/dev/null || die "a Debian package is made on Debian or Ubuntu"
lock
install_packages "${packages_build[@]}" "${packages_window[@]}" "${packages_apart[@]}" "${packages_pypi[@]}" \
  dpkg-dev file git librsvg2-bin lintian appstream desktop-file-utils
find_toolkit
setup_compiler
setup_cmake
setup_cuda
setup_python "$build_dir/packaging" packaging-pypi.txt
release_version

cd "$root"
author=$(git log -1 --format='%an <%ae>' 2>/dev/null) || author=
maintainer=${DEBFULLNAME:+$DEBFULLNAME <${DEBEMAIL:-}>}
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct 2>/dev/null || stat -c %Y CHANGELOG.md)}
export SOURCE_DATE_EPOCH
# Debian's own flags harden the program; debugging information would be thrown away.
export DEB_BUILD_MAINT_OPTIONS=hardening=+bindnow DEB_CXXFLAGS_MAINT_STRIP=-g DEB_CFLAGS_MAINT_STRIP=-g
distribution=$(. /etc/os-release && printf '%s%s' "$ID" "${VERSION_ID:-}")
configure package "-DBANKLOOM_VERSION=${version/.dev/\~dev}" "-DBANKLOOM_RELEASE=1~$distribution" "-DBANKLOOM_MAINTAINER=${maintainer:-$author}" \
  "-DCMAKE_CXX_FLAGS=$(dpkg-buildflags --get CXXFLAGS) $(dpkg-buildflags --get CPPFLAGS)" \
  "-DCMAKE_C_FLAGS=$(dpkg-buildflags --get CFLAGS) $(dpkg-buildflags --get CPPFLAGS)" \
  "-DCMAKE_EXE_LINKER_FLAGS=$(dpkg-buildflags --get LDFLAGS)" \
  "-DCMAKE_SHARED_LINKER_FLAGS=$(dpkg-buildflags --get LDFLAGS)" || die "the project could not be configured"
# The compiler that makes the lessons' PTX stays on this machine.
case $cuda_root in '' | system) ;; *) export CUDA_PATH=$cuda_root ;; esac
build package || die "the project could not be built"
for target in bankloom_documents bankloom_pack; do
  ! grep -q "^build $target: " "$build_dir/package/build.ninja" || build package $target || die "$target could not be made"
done

say "packing"
rm -f "$build_dir"/package/*.deb
logged package "${cmake%cmake}cpack" --config "$build_dir/package/CPackConfig.cmake" -B "$build_dir/package" || die "no package was made"
package=$(ls "$build_dir"/package/*.deb)
parts=${package%.deb}.spdx.json
dpkg-deb --fsys-tarfile "$package" | tar -xO ./usr/share/doc/bankloom/bankloom.spdx.json >"$parts"

status=0
# check COMMAND...
check() { "$@" >&2 || { say "failed: $*"; status=1; }; }
# NVIDIA's licence does not allow its files to go along. The one of this name is bankloom's own.
strange=$(dpkg-deb --fsys-tarfile "$package" | tar -t | grep -E 'lib(nv|cu)[a-z0-9-]*\.so' | grep -v '/lib/bankloom/runtime/libcudart\.so\.13$' || true)
[ -z "$strange" ] || { say "files of NVIDIA's are in it: $strange"; status=1; }
check lintian --fail-on error --tag-display-limit 0 "$package"
check "$build_dir/packaging/bin/pyspdxtools" -i "$parts"
check appstreamcli validate --no-net assets/desktop/bankloom.metainfo.xml
check desktop-file-validate assets/desktop/bankloom.desktop
[ $status -eq 0 ] || die "the package has faults: $package"
say "the package is $package; its parts are in $parts"
