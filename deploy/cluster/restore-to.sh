#!/bin/sh
# Restores the database as it was at a second, as root on a machine with PostgreSQL:
#   sh restore-to.sh '2026-11-29 16:40:00+00'
# Before: stop the app, and Patroni on all three machines. After: on the other two machines move the folder
# ${DATA}/postgresql away, start Patroni here, and when this machine is the primary, on the other two.
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
as_admin pgbackrest --config="${DATA}/pgbackrest.conf" --stanza=symptom-tracker --delta --type=time --target="$1" \
  --target-action=promote restore
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
