#!/usr/bin/env bash
# Tries the README's two commands on machines as they come: scripts/fresh.sh bookworm|trixie [root|user|deb|wheel]...
#
# Makes a minimal Debian (debootstrap --variant=minbase) below build/fresh, clones HEAD into it and runs ./run.sh and ./test.sh
# there: once as root, who has the packages installed, and once as a user without rights, who must be told which packages to
# ask for, and for whom both work once an administrator has installed just these. Fails where a command fails, where the
# first one takes 180 seconds or more, or where a compiler warns. With deb, the package is made on such a machine, and
# installed, tried and removed on another, where it must leave nothing; with wheel, the same by pip (WHEEL=FILE: that one). A
# second call must make the same bytes.
# Needs root, debootstrap and a network; what it says last is a line for each. BANKLOOM_MIRROR is the mirror of Debian's packages.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
me=fresh.sh
. "$root/scripts/lib.sh"

suite=${1:-}
case $suite in bookworm | trixie) ;; *) say "which one? bookworm or trixie"; exit 2 ;; esac
shift
roles=("$@")
[ $# -gt 0 ] || roles=(root user)
for role in "${roles[@]}"; do
  case $role in root | user | deb | wheel) ;; *) say "there is no role '$role'; the roles are root, user, deb, wheel"; exit 2 ;; esac
done
[ "$(id -u)" -eq 0 ] || die "only root can make a machine in a folder"
install_packages debootstrap git

fresh=$build_dir/fresh
base=$fresh/$suite.base
mkdir -p "$fresh"
if [ ! -e "$base/.complete" ]; then
  say "making a minimal Debian ($suite)"
  rm -rf "$base"
  logged "debootstrap-$suite" debootstrap --variant=minbase "$suite" "$base" \
    "${BANKLOOM_MIRROR:-http://deb.debian.org/debian}" || exit 3
  touch "$base/.complete"
fi

# enter USER COMMAND: runs it in the machine's clone, with nothing of this machine but its network.
enter() {
  local user=$1 settings=(PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin) name
  for name in http_proxy https_proxy no_proxy PIP_INDEX_URL; do
    [ -z "${!name:-}" ] || settings+=("$name=${!name}")
  done
  [ -z "${PIP_CERT:-}" ] || settings+=(PIP_CERT=/etc/pip-certificates.pem)
  unshare --mount --pid --fork bash -c '
    mount -t proc proc "$1/proc" && mount -t tmpfs -o mode=1777 tmp "$1/tmp" && mount --rbind /dev "$1/dev" &&
    exec chroot --userspec="$2" "$1" /usr/bin/env -i "${@:4}" /bin/sh -c "cd \"\$HOME/bankloom\" && $3"' \
    enter "$machine" "$user" "$2" "${settings[@]}" HOME="$home" </dev/null
}

status=0
summary=
# report ROLE COMMAND SECONDS [WHAT IS WRONG]
report() {
  local verdict=passed
  if [ -n "${4:-}" ]; then
    verdict="FAILED: $4"
    status=1
  fi
  summary+=$(printf '%-9s %-5s %-9s %5ds  %s' "$suite" "$1" "$2" "$3" "$verdict")$'\n'
}

# attempt USER COMMAND: runs it, its output in `log`, named after its first word; sets `seconds` and `result`.
attempt() {
  local name=${2%% *}
  log=$log_dir/fresh-$suite-$role-${name//[^a-z]/}.log
  local began=$SECONDS
  result=0
  enter "$1" "$2" >"$log" 2>&1 || result=$?
  seconds=$((SECONDS - began))
}

# Both commands as a user for whom they must work.
try_both() {
  local wrong
  attempt "$1" ./run.sh
  wrong=
  [ $result -eq 0 ] || wrong="exit status $result; see $log"
  [ -n "$wrong" ] || [ -n "$(ls "$machine$home"/bankloom/bankloom-tour/*.png 2>/dev/null)" ] || wrong="no pictures; see $log"
  [ -n "$wrong" ] || [ $seconds -lt 180 ] || wrong="it took 180 s or more"
  report "$role" ./run.sh $seconds "$wrong"
  attempt "$1" ./test.sh
  wrong=
  [ $result -eq 0 ] || wrong="exit status $result; see $log"
  report "$role" ./test.sh $seconds "$wrong"
  tail -n 5 "$log" >&2
  if grep -rhE '[Ww]arning: ' "$machine$home"/bankloom/build/logs/{build,configure}-*.log >"$log_dir/fresh-$suite-$role-warnings.log"; then
    report "$role" warnings 0 "$(wc -l <"$log_dir/fresh-$suite-$role-warnings.log") lines in $log_dir/fresh-$suite-$role-warnings.log"
  fi
}

# new_machine NAME: sets `machine`.
new_machine() {
  machine=$fresh/$suite.$1
  say "$suite, $1: a machine in $machine"
  rm -rf --one-file-system "$machine"
  cp -a "$base" "$machine"
  cp /etc/resolv.conf "$machine/etc/resolv.conf"
  [ -z "${PIP_CERT:-}" ] || cp "$PIP_CERT" "$machine/etc/pip-certificates.pem"
}

# What whoever installs the package does with it, without a display; a PTX file needs no compiler.
# shellcheck disable=SC2016
try_package='set -ex
export DEBIAN_FRONTEND=noninteractive
apt-get update && apt-get install -y ./*.deb desktop-file-utils
cat >kernel.ptx <<PTX
// launch: kernel<<<1, 32>>>()
.version 7.0
.target sm_70
.address_size 64
.visible .entry kernel()
{
  .reg .b32 %r<3>;
  .shared .align 4 .b8 tile[128];
  mov.u32 %r1, %tid.x;
  shl.b32 %r1, %r1, 2;
  mov.u32 %r2, tile;
  add.u32 %r2, %r2, %r1;
  st.shared.u32 [%r2], %r1;
  ret;
}
PTX
bankloom list && bankloom doctor && bankloom render kernel.ptx --out picture.png && test -s picture.png
desktop-file-validate /usr/share/applications/bankloom.desktop
apt-get purge -y bankloom
test -z "$(find / -xdev -iname "*bankloom*" -not -path "$HOME/*")"'

# report_made WHAT FILE: keeps what was made, and compares it with one of its name, which was made of the same commit in an earlier call.
report_made() {
  local wrong='' kept
  [ $result -eq 0 ] || wrong="exit status $result; see $log"
  mkdir -p "$fresh/packages"
  kept=$fresh/packages/$(basename "$2")
  if [ -n "$2" ] && [ -e "$kept" ] && ! cmp -s "$2" "$kept"; then
    cp "$2" "$kept.again"
    wrong=${wrong:-"it differs from an earlier one of the same commit: $kept, $kept.again"}
  elif [ -n "$2" ]; then
    cp "$2" "$kept"
  fi
  report "$role" "$1" $seconds "$wrong"
  [ -n "$2" ]
}

try_deb() {
  local wrong package
  attempt 0:0 "scripts/package.sh deb"
  package=$(ls "$machine$home"/bankloom/build/package/*.deb 2>/dev/null) || true
  report_made package "$package" || return 0
  new_machine installed
  mkdir -p "$machine$home/bankloom"
  cp "$package" "$machine$home/bankloom/"
  attempt 0:0 "$try_package"
  wrong=
  [ $result -eq 0 ] || wrong="exit status $result; see $log"
  report deb installed $seconds "$wrong"
}

# A machine without fonts and display: the wheel first says what it needs of the system.
# shellcheck disable=SC2016
try_wheel_there='set -ex
export DEBIAN_FRONTEND=noninteractive
apt-get update && apt-get install -y --no-install-recommends python3-venv
python3 -m venv ../v && ../v/bin/pip install ./*.whl
export PATH=$HOME/v/bin:$PATH
missing=$(bankloom list 2>&1) && exit 1
packages=$(printf "%s" "$missing" | sed -n "s/.*apt-get install //p")
apt-get install -y --no-install-recommends $packages libgl1-mesa-dri libegl-mesa0
bankloom list && bankloom doctor
bankloom render square/setRowReadCol --out picture.png && test -s picture.png
bankloom analyze square/setRowReadCol --set IPAD=1
BANKLOOM_NVRTC=/nowhere bankloom analyze square/setRowReadCol
python3 - <<PYTHON
import statistics, subprocess, time
def seconds():
    began = time.perf_counter()
    subprocess.run(["bankloom", "list"], stdout=subprocess.DEVNULL, check=True)
    return time.perf_counter() - began
print(f"bankloom list: median of ten {statistics.median(seconds() for i in range(10)):.3f} s")
PYTHON
pip install --quiet IPython
cd .. && python3 - <<PYTHON
import bankloom
bankloom.show("square/setRowReadCol", set="IPAD=1").save("shown.png")
PYTHON
test -s shown.png
pip uninstall -y bankloom
test -z "$(find / -xdev -iname "*bankloom*" -not -path "$HOME/bankloom*" -not -path "*/nvidia/*")"'

try_wheel() {
  local wrong wheel=${WHEEL:-}
  if [ -z "$wheel" ]; then
    attempt 0:0 "scripts/wheel.sh"
    wheel=$(ls "$machine$home"/bankloom/build/wheels/*.whl 2>/dev/null) || true
    report_made wheel "$wheel" || return 0
    new_machine installed
  else
    rm -rf "$machine$home/bankloom"
  fi
  mkdir -p "$machine$home/bankloom"
  cp "$wheel" "$machine$home/bankloom/"
  attempt 0:0 "$try_wheel_there"
  wrong=
  [ $result -eq 0 ] || wrong="exit status $result; see $log"
  report wheel installed $seconds "$wrong"
}

for role in "${roles[@]}"; do
  home=/root
  [ "$role" != user ] || home=/home/student
  new_machine "$role"
  mkdir -p "$machine$home"
  git clone --quiet "$root" "$machine$home/bankloom"
  case $role in
    root) try_both 0:0; continue ;;
    deb) try_deb; continue ;;
    wheel) try_wheel; continue ;;
  esac
  chown -R 1000:1000 "$machine$home"
  asked=()
  for command in ./run.sh ./test.sh; do
    attempt 1000:1000 $command
    packages=$(sed -nE 's/.*ask an administrator for: apt-get install //p' "$log")
    if [ $result -eq 3 ] && [ -n "$packages" ]; then
      report user "$command" $seconds
      read -ra packages <<<"$packages"
      asked+=("${packages[@]}")
    else
      report user "$command" $seconds "exit status $result instead of 3 and a list of packages; see $log"
    fi
  done
  attempt 0:0 "apt-get update && DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends ${asked[*]}"
  if [ $result -ne 0 ]; then
    report user apt-get $seconds "the packages that were asked for could not be installed; see $log"
  else
    try_both 1000:1000
  fi
done

printf '%s' "$summary"
exit $status
