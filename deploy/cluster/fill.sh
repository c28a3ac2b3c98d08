#!/bin/sh
# Prints a file of this folder for one machine, filled with settings.env: sh fill.sh pg1 patroni.yml
set -eu
here=$(dirname "$0")
set -a
NAME=$1
. "${SETTINGS:-$here/settings.env}"
eval "ADDRESS=\$$(echo "$NAME" | tr '[:lower:]' '[:upper:]')"
# Only names in capitals are ours: $host and others are nginx's.
envsubst "$(env | sed -n 's/^\([A-Z][A-Z0-9_]*\)=.*/${\1}/p')" < "$here/$2"
