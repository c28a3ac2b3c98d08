import { accessSync, constants } from 'node:fs';
import { join } from 'node:path';

/** Debian's programs that make up the cluster, by their packages. */
const PACKAGES: Readonly<Record<string, readonly string[]>> = {
  'postgresql-15': ['postgres'],
  patroni: ['patroni'],
  'etcd-server': ['etcd'],
  haproxy: ['haproxy'],
  'nginx-light': ['nginx'],
  pgbackrest: ['pgbackrest'],
  'gettext-base': ['envsubst'],
  'util-linux': ['setpriv'],
};

/** Debian keeps PostgreSQL's programs, and those for root, outside of a user's PATH. */
export const PATH = [process.env.PATH ?? '', '/usr/sbin', '/usr/lib/postgresql/15/bin'].join(':');

/** Explains which packages are missing and how to install them; undefined if none is missing. */
export function missingPrograms(): string | undefined {
  const missing = Object.entries(PACKAGES)
    .filter(([, programs]) => !programs.every(isInstalled))
    .map(([name]) => name);
  if (missing.length === 0) return undefined;
  return `These packages of Debian 12 are missing: ${missing.join(', ')}. Install them as root, without a database and services of their own:
  apt-get install postgresql-common
  sed -i 's/^#*create_main_cluster.*/create_main_cluster = false/' /etc/postgresql-common/createcluster.conf
  apt-get install --no-install-recommends ${missing.join(' ')}
  systemctl disable --now patroni etcd haproxy nginx`;
}

function isInstalled(program: string): boolean {
  return PATH.split(':').some((folder) => {
    try {
      accessSync(join(folder, program), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}
