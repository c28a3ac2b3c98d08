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

/** The packages that start a service when they are installed. */
const SERVICES: Readonly<Record<string, string>> = {
  patroni: 'patroni',
  'etcd-server': 'etcd',
  haproxy: 'haproxy',
  'nginx-light': 'nginx',
};

/** Debian keeps PostgreSQL's programs, and those for root, outside of a user's PATH. */
export const PATH = [process.env.PATH ?? '', '/usr/sbin', '/usr/lib/postgresql/15/bin'].join(':');

export function missingPackages(): string[] {
  return Object.entries(PACKAGES)
    .filter(([, programs]) => !programs.every(isInstalled))
    .map(([name]) => name);
}

/** Explains which packages are missing and how to install them; undefined if none is missing. */
export function explainMissing(): string | undefined {
  const missing = missingPackages();
  if (missing.length === 0) return undefined;
  const services = missing.flatMap((name) => SERVICES[name] ?? []);
  const commands = [
    ...(missing.includes('postgresql-15')
      ? [
          'apt-get install -y postgresql-common',
          "sed -i 's/^#*create_main_cluster.*/create_main_cluster = false/' /etc/postgresql-common/createcluster.conf",
        ]
      : []),
    `apt-get install -y --no-install-recommends ${missing.join(' ')}`,
    ...(services.length > 0
      ? [`{ [ ! -d /run/systemd/system ] || systemctl disable --now ${services.join(' ')}; }`]
      : []),
  ];
  const why = 'Install them as root, without a database and services of their own:';
  return `These packages of Debian 12 are missing: ${missing.join(', ')}. ${why}\n  ${commands.join(' &&\n  ')}`;
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
