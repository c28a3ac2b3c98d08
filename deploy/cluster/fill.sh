#!/bin/sh
# Fills the files of each machine with settings.env, into the folders filled/pg1, filled/pg2 and so on: sh fill.sh
# If it fails, there is no folder `filled`.
set -eu
umask 077
if ! command -v envsubst > /dev/null; then
  echo 'envsubst is missing: apt-get install gettext-base' >&2
  exit 1
fi
here=$(dirname "$0")
settings=${SETTINGS:-$here/settings.env}
filled=$(dirname "$settings")/filled
rm -rf "$filled" "$filled.new"
if grep '=$' "$settings" >&2; then
  echo "Fill in these settings in $settings first. '' means none." >&2
  exit 1
fi
# Only these are ours: $host and others are nginx's.
ours=$(sed -n 's/^\([A-Z][A-Z0-9_]*\)=.*/${\1}/p' "$settings")
fill() (
  set -a
  NAME=$1
  shift
  . "$settings"
  eval "ADDRESS=\$$(echo "$NAME" | tr '[:lower:]' '[:upper:]')"
  mkdir -p "$filled.new/$NAME"
  for file in machine.env "$@"; do
    envsubst "$ours \${NAME} \${ADDRESS}" < "$here/$file" > "$filled.new/$NAME/$file"
  done
)
for name in etcd1 etcd2 etcd3; do fill $name etcd.env restart.conf; done
for name in pg1 pg2 pg3; do
  fill $name patroni.yml pgbackrest.conf database.sql restore-to.sh restart.conf \
    symptom-tracker-backup.service symptom-tracker-backup.timer
done
for name in app1 app2; do fill $name haproxy.cfg app.env pgbouncer.ini restart.conf; done
fill web redirect.conf nginx.conf restart.conf
mv "$filled.new" "$filled"
