#!/bin/sh
# Restores the database as it was at a second, or as late as possible, as root on a machine with PostgreSQL:
#   sh restore-to.sh '2026-11-29 16:40:00+00' [TIMELINE]
#   sh restore-to.sh latest
# TIMELINE is for a second try, because the first one started a newer timeline. Step 9 of README.md says what to do on
# the other machines, before and after.
set -eu
bin=/usr/lib/postgresql/15/bin
as_admin() {
  if [ "$(id -u)" = 0 ]; then runuser -u "${ADMIN}" -- "$@"; else "$@"; fi
}
failed() {
  tail -n 20 "${DATA}/restore.log" >&2
  echo 'PostgreSQL ended before it reached that time. Is the time in the archive?' >&2
  exit 1
}
cd "${DATA}"
as_admin mkdir -p -m 700 "${DATA}/postgresql"
timeline=${2:-latest}
if [ "$1" = latest ]; then
  set -- --type=default
else
  set -- --type=time --target="$1" --target-action=promote
fi
as_admin pgbackrest --config="${DATA}/pgbackrest.conf" --stanza=symptom-tracker --delta "$@" \
  --target-timeline="$timeline" restore
# No network, so that nobody reaches the database before Patroni starts it.
as_admin $bin/pg_ctl -D "${DATA}/postgresql" -l "${DATA}/restore.log" \
  -o "-c listen_addresses='' -c unix_socket_directories='${DATA}'" -t 86400 -w start || failed
until [ "$(as_admin psql -X -h "${DATA}" -U postgres -d postgres -Atc 'select pg_is_in_recovery()')" = f ]; do
  as_admin $bin/pg_ctl -D "${DATA}/postgresql" status > /dev/null || failed
  sleep 1
done
as_admin $bin/pg_ctl -D "${DATA}/postgresql" -m fast -w stop
# etcd still has the state of the cluster that was replaced.
printf 'symptom-tracker\nYes I am aware\n' |
  patronictl -c "${PATRONI:-/etc/patroni/config.yml}" remove symptom-tracker
