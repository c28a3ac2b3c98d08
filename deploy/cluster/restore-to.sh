#!/bin/sh
# Restores the database as it was at a second, on one machine, as the user that runs PostgreSQL:
#   sh restore-to.sh pg1 '2026-11-29 16:40:00+00'
# Before: stop the app, and Patroni on all three machines. After: on the other two machines move the folder
# $DATA/postgresql away, start Patroni here, and when it is the primary, on the other two.
set -eu
here=$(dirname "$0")
NAME=$1
. "${SETTINGS:-$here/settings.env}"
bin=/usr/lib/postgresql/15/bin
pgbackrest --config="$DATA/pgbackrest.conf" --stanza=symptom-tracker --delta --type=time --target="$2" \
  --target-action=promote restore
# No network, so that nobody reaches it before Patroni rules again.
$bin/pg_ctl -D "$DATA/postgresql" -l "$DATA/restore.log" -o "-c listen_addresses='' -c unix_socket_directories='$DATA'" \
  -t 86400 -w start
until [ "$(psql -h "$DATA" -U postgres -d postgres -Atc 'select pg_is_in_recovery()')" = f ]; do sleep 1; done
$bin/pg_ctl -D "$DATA/postgresql" -m fast -w stop
# etcd still knows the cluster that was lost.
printf 'symptom-tracker\nYes I am aware\n' | patronictl -c "${PATRONI:-/etc/patroni/config.yml}" remove symptom-tracker
