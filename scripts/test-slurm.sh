#!/usr/bin/env bash
# Films with samples/farm/film.sbatch on a Slurm cluster of two nodes on this machine: scripts/test-slurm.sh CAPTURE [ARGUMENT OF capture…]
# During the film, a task is killed and a node is drained. The film must be byte for byte the same as from one process. Run it as root,
# which slurmd requires. The cluster has its own configuration, keys and ports, and ends with the script.
set -euo pipefail

capture=$(realpath "$1")
shift
[ $# -gt 0 ] || set -- zoom --fps 30 --seconds 80 --size 720p
batch=$(realpath "$(dirname "$0")/../samples/farm/film.sbatch")
# The time limit for the whole film, in seconds.
limit=${REEL_SLURM_SECONDS:-300}
processes=()
run=$(mktemp -d)

say() { printf 'reel: %s\n' "$*" >&2; }
die() {
  say "$@"
  tail -n 20 "$run"/*.log "$run"/shared/*.log >&2 2>/dev/null || true
  exit 1
}

stop() {
  local process deadline=$((SECONDS + 20))
  if [ -n "${SLURM_CONF:-}" ]; then
    # Running processes are killed first: the one that watches a task outlives its slurmd.
    scancel --signal=KILL --full --user=root >/dev/null 2>&1 || true
    scancel --user=root >/dev/null 2>&1 || true
    until [ "$SECONDS" -ge "$deadline" ] || ! squeue --noheader 2>/dev/null | grep -q .; do sleep 0.2; done
  fi
  for process in "${processes[@]}"; do kill "$process" 2>/dev/null || true; done
  for process in "${processes[@]}"; do wait "$process" 2>/dev/null || true; done
  [ -n "${REEL_SLURM_KEEP:-}" ] || rm -rf "$run"
}
trap stop EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

# until_true WHAT COMMAND…: polls until the command succeeds, and gives up at the limit.
until_true() {
  local what=$1 deadline=$((SECONDS + limit))
  shift
  until "$@" >/dev/null 2>&1; do
    [ "$SECONDS" -lt "$deadline" ] || die "after $limit seconds still not: $what"
    sleep 0.2
  done
}

start_cluster() {
  local base=$((20000 + RANDOM % 10000)) memory node
  memory=$(awk '/^MemTotal/ { print int($2 / 1024) }' /proc/meminfo)
  # munged requires its socket in a folder that everyone can reach.
  chmod 711 "$run"
  mkdir "$run/munge" "$run/state" "$run/shared" "$run/bin"
  chmod 711 "$run/munge"
  dd if=/dev/urandom of="$run/munge.key" bs=128 count=1 status=none
  chmod 600 "$run/munge.key"
  cat >"$run/slurm.conf" <<END
ClusterName=reel
SlurmctldHost=$(hostname -s)(127.0.0.1)
SlurmUser=root
SlurmctldPort=$base
AuthType=auth/munge
# A requeued task waits until its old credential has expired, which takes 120 seconds by default.
AuthInfo=socket=$run/munge/socket,cred_expire=5
StateSaveLocation=$run/state
SlurmdSpoolDir=$run/spool-%n
SlurmctldPidFile=$run/slurmctld.pid
SlurmdPidFile=$run/%n.pid
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SwitchType=switch/none
MpiDefault=none
AccountingStorageType=accounting_storage/none
JobAcctGatherType=jobacct_gather/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SchedulerParameters=bf_interval=1,sched_interval=1
# Pretends that each of the two nodes has two processors, even if the machine has one.
SlurmdParameters=config_overrides
NodeName=reel1 NodeHostname=localhost NodeAddr=127.0.0.1 Port=$((base + 1)) CPUs=2 RealMemory=$memory
NodeName=reel2 NodeHostname=localhost NodeAddr=127.0.0.1 Port=$((base + 2)) CPUs=2 RealMemory=$memory
PartitionName=films Nodes=ALL Default=YES MaxTime=INFINITE State=UP
END
  export SLURM_CONF=$run/slurm.conf
  start munged --foreground --num-threads=2 --key-file="$run/munge.key" --socket="$run/munge/socket" \
    --pid-file="$run/munge/pid" --log-file="$run/munge/log" --seed-file="$run/munge/seed"
  until_true "munged listens" test -S "$run/munge/socket"
  start slurmctld -D
  for node in reel1 reel2; do
    mkdir "$run/spool-$node"
    start slurmd -D -N "$node"
  done
  until_true "both nodes are idle" has_nodes idle 2
}

start() {
  command -v "$1" >/dev/null || PATH=$PATH:/usr/sbin:/sbin
  "$@" >>"$run/$1.log" 2>&1 </dev/null &
  processes+=($!)
}

has_nodes() { [ "$(sinfo --noheader --Node --states="$1" --format=%N | sort -u | wc -l)" = "$2" ]; }

# The tasks' command: notes the process, the part, the attempt and the node, then runs the real command.
wrap_command() {
  cat >"$run/bin/capture" <<END
#!/bin/sh
echo "\$\$ \${SLURM_ARRAY_TASK_ID:-join} \${SLURM_RESTART_COUNT:-0} \$SLURMD_NODENAME" >>"$run/started"
exec "$capture" "\$@"
END
  chmod +x "$run/bin/capture"
  : >"$run/started"
}

# started TASK ATTEMPT: prints the process ID.
started() { awk -v task="$1" -v attempt="$2" '$2 == task && $3 == attempt { print $1; found = 1 } END { exit !found }' "$run/started"; }
state_of() { scontrol show job "$1" --oneliner | grep -o 'JobState=[A-Z]*' | sort | uniq -c | tr -s ' \n' ' '; }
has_ended() { ! squeue --noheader --jobs "$1" 2>/dev/null | grep -q .; }
# Waits for a second of processor time, or for the end.
is_at_work() { [ ! -e "/proc/$1/stat" ] || [ "$(awk '{ print $14 + $15 }' "/proc/$1/stat")" -ge "$(getconf CLK_TCK)" ]; }

[ "$(id -u)" = 0 ] || die "slurmd has to be started by root"
start_cluster
wrap_command
cd "$run/shared"

# Both jobs are submitted as a user would.
answer=$(PATH=$run/bin:$PATH PARTS=8 AT_ONCE=2 FILM=film bash "$batch" "$@")
say "$answer"
parts=${answer#parts: job }
parts=${parts%%,*}
join=${answer##* }

until_true "the third part is in work" started 2 0
victim=$(started 2 0)
until_true "the third part has had a second of the processor" is_at_work "$victim"
kill -KILL "$victim" || die "the third part had ended before it was killed; give a longer film"
say "killed the process of the third part"

until_true "the fifth part is in work" started 4 0
scontrol update NodeName=reel2 State=DRAIN Reason="drained by the test"
# A drained node still completes its running tasks.
until_true "the node is drained" has_nodes drained 1
lines=$(wc -l <"$run/started")
say "drained a node"

until_true "all parts are made and joined" has_ended "$parts,$join"
say "parts:$(state_of "$parts"), join:$(state_of "$join")"
[ -s film.mp4 ] || die "there is no film"
started 2 1 >/dev/null || die "the killed task was not made again"
tail -n +$((lines + 1)) "$run/started" | grep -q reel1 || die "nothing was left to do when the node was drained; give a longer film"
if tail -n +$((lines + 1)) "$run/started" | grep reel2; then die "a task was started on the drained node"; fi

for jobs in 1 2; do
  # In the background, so that interrupting the script does not wait for it.
  "$capture" "$@" --jobs "$jobs" -o "jobs-$jobs.mp4" >/dev/null &
  processes+=($!)
  wait $! || die "capture --jobs $jobs failed"
  cmp film.mp4 "jobs-$jobs.mp4" || die "the film of the cluster is another than that of one process with --jobs $jobs"
done
sha256sum film.mp4
say "the film of 8 parts on two nodes, one part killed and made again, one node drained, is that of one process with --jobs 1 and 2"
