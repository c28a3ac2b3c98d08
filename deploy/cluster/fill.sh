#!/bin/sh
# Prints a file of this folder for one machine, filled with settings.env: sh fill.sh pg1 patroni.yml
set -eu
here=$(dirname "$0")
settings=${SETTINGS:-$here/settings.env}
if grep -q '_PASSWORD=$' "$settings"; then
  echo "Fill in every password in $settings first" >&2
  exit 1
fi
set -a
NAME=$1
. "$settings"
eval "ADDRESS=\$$(echo "$NAME" | tr '[:lower:]' '[:upper:]')"
# Only names in capitals are ours: $host and others are nginx's.
envsubst "$(env | sed -n 's/^\([A-Z][A-Z0-9_]*\)=.*/${\1}/p')" < "$here/$2"
