#!/usr/bin/env bash
# Tests --gpu over a real sshd and through a real Slurm of one node: scripts/remote_test.sh PROGRAM FAKE_LIBCUDA
# Both are started on loopback from a temporary folder with keys, ports and settings of their own, as whoever calls this, and end
# with it. The GPU behind them is tests/cuda/fake_libcuda.cpp, whose kernels do nothing, so that outputs are wrong and measure ends
# with status 1.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
me=remote_test.sh
. "$root/scripts/lib.sh"
program=$(realpath "${1:-.}") library=$(realpath "${2:-.}")
if [ ! -f "$program" ] || [ ! -f "$library" ]; then
  say "which program and library? scripts/remote_test.sh build/ci/app/bankloom build/ci/tests/cuda/libbankloom_fake_libcuda.so"
  exit 2
fi
install_packages openssh-server openssh-client slurm-wlm munge strace procps python3
PATH=$PATH:/usr/sbin:/sbin
for tool in sshd ssh munged slurmctld slurmd srun strace pgrep python3; do
  command -v $tool >/dev/null || die "there is no $tool on this machine"
done

export LANGUAGE=en
unset BANKLOOM_LIBCUDA BANKLOOM_FAKE_CUDA
folder=$(mktemp -d)
measured="measured on Paper GPU 0 ($(hostname))"
ln -s "$program" "$folder/bankloom"
mkdir "$folder/home"

# end_daemon NAME: by the file that it wrote its process id to.
end_daemon() {
  local id
  id=$(cat "$folder/$1.pid" 2>/dev/null) && kill "$id" 2>/dev/null || return 0
  for _ in {1..100}; do
    kill -0 "$id" 2>/dev/null || return 0
    sleep 0.1
  done
  say "$1 does not end"
}
end_all() {
  local jobs
  jobs=$(jobs -p)
  [ -z "$jobs" ] || kill $jobs 2>/dev/null || true
  for daemon in sshd slurmd slurmctld munged; do end_daemon $daemon; done
  rm -rf "$folder"
}
trap end_all EXIT

# The sentences that follow name what did not hold, with what was said instead.
wrong() {
  say "$1; it said:"
  cat "$folder/out" "$folder/err" >&2
  exit 1
}
# until SECONDS COMMAND...: whether it succeeds meanwhile.
until_true() {
  local end=$((SECONDS + $1))
  shift
  until "$@"; do
    [ $SECONDS -lt $end ] || return 1
    sleep 0.1
  done
}
has() { grep -qF -- "$2" "$folder/$1"; }
workers() { pgrep -f "^$folder/bankloom --gpu-worker" || true; }
no_worker() { [ -z "$(workers)" ]; }
a_worker() { ! no_worker; }

# The command on the GPU's machine. worker CONDITION: one of the fake driver's.
worker() { printf '%s' "env HOME=$folder/home BANKLOOM_LIBCUDA=$library BANKLOOM_CUPTI=none BANKLOOM_FAKE_CUDA=${1:-} $folder/bankloom --gpu-worker"; }
# measure COMMAND: its texts in out and err, its status in `status`.
measure() {
  status=0
  "$program" measure square/setRowReadCol --gpu "$1" >"$folder/out" 2>"$folder/err" || status=$?
}
# The same in the background, as process $client.
measure_meanwhile() {
  "$program" measure square/setRowReadCol --gpu "$1" >"$folder/out" 2>"$folder/err" &
  client=$!
}
ended() { ! kill -0 "$client" 2>/dev/null; }
# expect_sentence TEXT CASE: the text in one line on standard error, besides those that say that it waits, and no figure.
expect_sentence() {
  [ "$status" -eq 2 ] || wrong "$2: status $status where 2 was expected"
  [ "$(grep -vc '^bankloom: waiting for a GPU' "$folder/err")" -eq 1 ] || wrong "$2: not one sentence"
  has err "$1" || wrong "$2: no '$1'"
  ! has out "$measured" || wrong "$2: a figure all the same"
}
expect_figure() {
  [ $status -eq 1 ] || wrong "$1: status $status where 1 was expected"
  has out "$measured" || wrong "$1: no figure that says where it was measured"
}
free_port() { python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])'; }

# ---- ssh ------------------------------------------------------------------------------------------------------------

port=$(free_port)
for key in host other user; do ssh-keygen -q -t ed25519 -N '' -f "$folder/$key.key"; done
cp "$folder/user.key.pub" "$folder/authorized"
known() { printf '[127.0.0.1]:%s %s\n' "$port" "$(cut -d ' ' -f 1,2 "$folder/$1.key.pub")" >"$folder/known"; }
known host
cat >"$folder/sshd_config" <<END
ListenAddress 127.0.0.1
Port $port
HostKey $folder/host.key
PidFile $folder/sshd.pid
AuthorizedKeysFile $folder/authorized
StrictModes no
PermitRootLogin yes
END
cat >"$folder/ssh_config" <<END
Host lab
  HostName 127.0.0.1
  Port $port
  User $(id -un)
  IdentityFile $folder/user.key
  IdentitiesOnly yes
  UserKnownHostsFile $folder/known
  GlobalKnownHostsFile /dev/null
  StrictHostKeyChecking yes
  BatchMode yes
END
lab="ssh -F $folder/ssh_config lab"
# Where sshd keeps its unprivileged part apart; the package's service makes it.
[ "$(id -u)" -ne 0 ] || mkdir -p /run/sshd
start_sshd() {
  "$(command -v sshd)" -f "$folder/sshd_config" -E "$folder/sshd.log" && until_true 10 test -e "$folder/sshd.pid" ||
    { : >"$folder/out"; cp "$folder/sshd.log" "$folder/err"; wrong "sshd does not start"; }
}
start_sshd
logins() { grep -c 'Accepted publickey' "$folder/sshd.log" || true; }
# The process that serves the one connection there is.
connection() { pgrep -P "$(cat "$folder/sshd.pid")"; }

measure "$lab $(worker)"
expect_figure "ssh"
[ "$(logins)" -eq 1 ] || wrong "ssh: $(logins) logins where one was expected"
until_true 5 no_worker || wrong "ssh: the worker outlives its program"

measure "$lab 'echo Welcome to the lab; exec $(worker)'"
expect_figure "ssh to an account that greets"

status=0
"$program" doctor --gpu "$lab $(worker none)" >"$folder/out" 2>"$folder/err" || status=$?
has out "$(hostname) says: NVIDIA's driver finds no GPU on this machine" || wrong "doctor: not said of which machine"

# Slow enough to be broken, and fast when it is taken up again.
logins_before=$(logins)
measure_meanwhile "$lab 'if mkdir $folder/once; then exec $(worker slow); else exec $(worker); fi'"
until_true 20 a_worker || wrong "ssh: no worker was started"
kill $(connection)
status=0
wait $client || status=$?
expect_figure "a connection that breaks"
[ $(($(logins) - logins_before)) -eq 2 ] || wrong "a connection that breaks: $(($(logins) - logins_before)) logins where 2 were expected"
until_true 5 no_worker || wrong "a connection that breaks: a worker is left"

measure_meanwhile "$lab $(worker slow)"
until_true 20 a_worker || wrong "ssh: no worker was started"
kill -KILL $client
wait $client 2>/dev/null || true
until_true 10 no_worker || wrong "a program that is killed: its worker is left"

measure_meanwhile "$lab $(worker slow)"
until_true 20 a_worker || wrong "ssh: no worker was started"
sleep 1
kill -INT $client
until_true 3 ended || wrong "Ctrl-C: the call goes on"
status=0
wait $client || status=$?
expect_sentence "the measurement was cancelled" "Ctrl-C"
until_true 10 no_worker || wrong "Ctrl-C: a worker is left"

known other
measure "$lab $(worker)"
expect_sentence "Host key verification failed." "a machine with another key"
known host

measure_meanwhile "$lab $(worker slow)"
until_true 20 a_worker || wrong "ssh: no worker was started"
sleep 1
broken=$(connection)
end_daemon sshd
kill $broken
status=0
wait $client || status=$?
expect_sentence "Connection refused" "a machine that goes away"
measure "$lab $(worker)"
expect_sentence "Connection refused" "a machine that is not there"
until_true 5 no_worker || wrong "a machine that goes away: a worker is left"
start_sshd

# The worker's own files, with a driver that keeps a cache in the home folder if it may.
trace="strace -f -e trace=%file -o $folder/calls"
if ! $trace true; then
  say "whether the home folder there is read is not tried: strace may not trace here"
  trace=
fi
measure "$lab $trace $(worker cache)"
expect_figure "the home folder there"
if [ -n "$trace" ]; then
  has calls "execve(\"$folder/bankloom\"" || wrong "the home folder there: nothing was traced"
  ! grep -F "\"$folder/home" "$folder/calls" >"$folder/err" || wrong "the home folder there is looked at"
fi
[ -z "$(ls -A "$folder/home")" ] || wrong "the home folder there: something was written"
end_daemon sshd
say "ssh: figures, one reconnection, sentences, Ctrl-C, and nothing left behind"

# ---- Slurm ----------------------------------------------------------------------------------------------------------

host=$(hostname -s)
mkdir "$folder/state" "$folder/spool"
(umask 077 && head -c 128 /dev/urandom >"$folder/munge.key")
echo "Name=gpu File=/dev/null" >"$folder/gres.conf"
cat >"$folder/slurm.conf" <<END
ClusterName=loopback
SlurmctldHost=$host(127.0.0.1)
SlurmctldPort=$(free_port)
SlurmdPort=$(free_port)
SlurmUser=$(id -un)
SlurmdUser=$(id -un)
AuthType=auth/munge
AuthInfo=socket=$folder/munge.socket
CredType=cred/munge
StateSaveLocation=$folder/state
SlurmdSpoolDir=$folder/spool
SlurmctldPidFile=$folder/slurmctld.pid
SlurmdPidFile=$folder/slurmd.pid
SlurmctldLogFile=$folder/slurmctld.log
SlurmdLogFile=$folder/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
SelectType=select/cons_tres
MpiDefault=none
ReturnToService=2
GresTypes=gpu
NodeName=$host NodeAddr=127.0.0.1 CPUs=$(nproc) Gres=gpu:1 State=UNKNOWN
PartitionName=all Nodes=ALL Default=YES State=UP
END
export SLURM_CONF=$folder/slurm.conf
# --force: a temporary folder is below one that everybody may write.
munged --force --key-file="$folder/munge.key" --socket="$folder/munge.socket" --pid-file="$folder/munged.pid" \
  --log-file="$folder/munged.log" --seed-file="$folder/munge.seed" >"$folder/out" 2>"$folder/err" &&
  slurmctld && slurmd || wrong "Slurm does not start"
is_idle() { [ "$(sinfo --noheader --format=%T 2>/dev/null)" = idle ]; }
until_true 30 is_idle || { cat "$folder"/slurm*.log >"$folder/err"; wrong "Slurm's node does not get ready"; }
jobs_in() { squeue --noheader --states="$1" --format=%A; }

measure "srun --gres=gpu:1 $(worker)"
expect_figure "srun"
until_true 10 is_idle || wrong "srun: its job does not end"

for signal in INT KILL; do
  measure_meanwhile "srun --gres=gpu:1 $(worker slow)"
  until_true 20 a_worker || wrong "srun: no worker was started"
  sleep 1
  kill -$signal $client
  wait $client 2>/dev/null || true
  until_true 15 is_idle || wrong "srun: its job outlives a program that got SIG$signal"
done

# Two jobs on the node's GPU and before ours.
srun --quiet --gres=gpu:1 sleep 100 2>/dev/null &
holder=$!
until_true 10 eval '[ -n "$(jobs_in RUNNING)" ]' || wrong "srun: the node is not taken"
srun --quiet --gres=gpu:1 sleep 0 2>/dev/null &
until_true 10 eval '[ -n "$(jobs_in PENDING)" ]' || wrong "srun: nothing waits"
measure_meanwhile "srun --gres=gpu:1 $(worker)"
until_true 20 has err "queued and waiting for resources (1 before you)" || wrong "a queue: the place in it is not said"
has err "bankloom: waiting for a GPU: srun: job " || wrong "a queue: the wait is not said"
kill -INT $client
until_true 5 ended || wrong "Ctrl-C in a queue: it goes on"
wait $client && wrong "Ctrl-C in a queue: a success" || status=$?
has err "bankloom: the measurement was cancelled" || wrong "Ctrl-C in a queue: no sentence"
until_true 5 eval '[ "$(jobs_in PENDING | wc -l)" -eq 1 ]' || wrong "Ctrl-C in a queue: the job still waits"

# One that waits and then gets the GPU.
measure_meanwhile "srun --gres=gpu:1 $(worker)"
until_true 20 has err "queued and waiting for resources" || wrong "a queue: the wait is not said"
kill $holder
status=0
wait $client || status=$?
expect_figure "a queue that moves on"
until_true 10 is_idle || wrong "a queue that moves on: a job is left"
until_true 5 no_worker || wrong "a queue that moves on: a worker is left"
say "Slurm: figures, jobs that end with their program, the place in the queue, Ctrl-C, and no job left behind"
