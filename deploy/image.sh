#!/bin/sh
# sh deploy/image.sh [NAME]
#
# Builds the app's image without a base image from elsewhere, as root on Debian or Ubuntu. It needs the packages
# `buildah`, `runc` and `mmdebstrap`, and npm. It makes three images:
#   NAME-base      Debian with the Node that scripts/set-up.mjs pins, and a user without rights
#   NAME-builder   the same with this computer's npm; only the build uses it
#   NAME           the app (default: symptom-tracker)
set -eu
cd "$(dirname "$0")/.."
name=${1:-symptom-tracker}
export BUILDAH_RUNTIME="${BUILDAH_RUNTIME:-runc}"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

echo 'Making a Debian root …'
mmdebstrap --quiet --variant=minbase --include=ca-certificates,libatomic1,libstdc++6,tzdata \
  --dpkgopt='path-exclude=/usr/share/doc/*' --dpkgopt='path-exclude=/usr/share/man/*' \
  --dpkgopt='path-exclude=/usr/share/locale/*' bookworm "$work/root.tar"

echo 'Getting Node …'
# shellcheck disable=SC2016
node --input-type=module -e '
  import { RUNTIME, RUNTIMES } from "./scripts/set-up.mjs";
  const { name, integrity } = RUNTIMES[`linux-${process.arch}`];
  console.log(`${name}@${RUNTIME} ${integrity}`);' >"$work/runtime"
read -r package integrity <"$work/runtime"
npm pack --silent --json --pack-destination "$work" "$package" >"$work/pack.json"
grep -qF "$integrity" "$work/pack.json" || { echo "$package is not the one that we checked." >&2; exit 1; }
tar -xzf "$work"/node-*.tgz -C "$work" package/bin/node

base=$(buildah from scratch)
buildah add --quiet "$base" "$work/root.tar" / >/dev/null
buildah add --quiet --chmod 755 "$base" "$work/package/bin/node" /usr/local/bin/node >/dev/null
buildah run "$base" -- useradd --uid 1000 --user-group --no-create-home --shell /usr/sbin/nologin node
buildah commit --quiet --rm "$base" "$name-base" >/dev/null

builder=$(buildah from "localhost/$name-base")
npm=$(dirname "$(dirname "$(realpath "$(command -v npm)")")")
buildah add --quiet "$builder" "$npm" /usr/local/lib/npm >/dev/null
buildah run "$builder" -- ln -s ../lib/npm/bin/npm-cli.js /usr/local/bin/npm
buildah config --env "npm_config_registry=$(npm config get registry)" "$builder"
if [ -n "${NODE_EXTRA_CA_CERTS:-}" ]; then
  buildah add --quiet "$builder" "$NODE_EXTRA_CA_CERTS" /etc/extra-ca.pem >/dev/null
  buildah config --env NODE_EXTRA_CA_CERTS=/etc/extra-ca.pem "$builder"
fi
buildah commit --quiet --rm "$builder" "$name-builder" >/dev/null

echo 'Building the image …'
# The format `docker`, because that of OCI has no HEALTHCHECK.
buildah build --quiet --format docker --network host --layers \
  --build-arg "BASE=localhost/$name-base" --build-arg "BUILDER=localhost/$name-builder" --tag "$name" .
