import {
  copyFileSync,
  existsSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseEnv } from 'node:util';
import pg from 'pg';
import { Refusal } from '../../src/server/platform/refusal.ts';
import { dataIn } from './folder.ts';
import {
  type Machine,
  makeFolder,
  type Program,
  runOn,
  startProgram,
  writePrivate,
} from './machine.ts';
import {
  APPS,
  DATABASES,
  ETCDS,
  fill,
  filledFile,
  type MachineName,
  makeSettings,
  NAMES,
  onLoopback,
} from './settings.ts';
import { answersOk, until } from './wait.ts';

const MAIN = resolve(import.meta.dirname, '../../src/server/main.ts');
/** How long connecting to PostgreSQL may take (ms). */
const CONNECT_LIMIT_MS = 2000;
/** How long the programs have to stop in order (ms). */
const STOP_LIMIT_MS = 20_000;

export interface ClusterOptions {
  /** The folder of the machines' folders, made by `claimFolder` or `makeSharedFolder`. Existing data is used again. */
  readonly folder: string;
  /** Makes a machine; by default one at an address of loopback. */
  readonly machineOf?: (name: MachineName, folder: string) => Machine;
  /** The port of nginx. */
  readonly webPort: number;
  /** The script that starts a server process instead of the real server's. */
  readonly script?: string;
  /** Reports what is being started, and which program has ended unexpectedly. */
  readonly say?: (text: string) => void;
}

/** A cluster on this machine, made of the configuration in `deploy/cluster`. */
export class Cluster {
  readonly machines: Readonly<Record<MachineName, Machine>>;
  /** The variables of `settings.env`. */
  readonly settings: Readonly<Record<string, string>>;
  readonly #options: ClusterOptions;
  readonly #programs = new Map<string, Program>();
  /** Called when a program has ended. */
  #onEnd: (program: Program) => void = () => {};
  /** Aborts a start. */
  #signal: AbortSignal | undefined;

  constructor(options: ClusterOptions) {
    const { folder, webPort, machineOf = onLoopback } = options;
    this.#options = options;
    const machines = NAMES.map((name) => [name, machineOf(name, join(folder, name))]);
    this.machines = Object.fromEntries(machines);
    this.settings = makeSettings(folder, this.machines, webPort);
    fill(folder, this.settings);
  }

  /** The configuration file of `deploy/cluster` for one machine. */
  #filled(name: MachineName, file: string): string {
    return readFileSync(filledFile(this.#options.folder, name, file), 'utf8');
  }

  /** Writes a configuration file for one machine, and returns its path. */
  #write(name: MachineName, file: string, user: string | undefined, text?: string): string {
    const { folder } = this.machines[name];
    makeFolder(folder, user);
    const path = join(folder, file);
    writePrivate(path, text ?? this.#filled(name, file), user);
    return path;
  }

  #run(name: MachineName, program: string, command: Parameters<typeof startProgram>[2]): Program {
    this.#signal?.throwIfAborted();
    const running = startProgram(this.machines[name], program, command);
    this.#programs.set(`${name} ${program}`, running);
    void running.ended.then(() => this.#onEnd(running));
    return running;
  }

  /** A program that was started last under this name. */
  program(machine: MachineName, name: string): Program {
    const program = this.#programs.get(`${machine} ${name}`);
    if (!program) throw new Error(`${name} was not started on ${machine}`);
    return program;
  }

  startEtcd(name: (typeof ETCDS)[number]): void {
    this.#write(name, 'etcd.env', 'etcd');
    const env = parseEnv(this.#filled(name, 'etcd.env')) as Record<string, string>;
    this.#run(name, 'etcd', { line: ['etcd'], user: 'etcd', env });
  }

  startDatabase(name: (typeof DATABASES)[number]): void {
    this.#write(name, 'pgbackrest.conf', 'postgres');
    const path = this.#write(name, 'patroni.yml', 'postgres');
    this.#run(name, 'patroni', { line: ['patroni', path], user: 'postgres' });
  }

  startHaproxy(name: (typeof APPS)[number]): void {
    // As another user HAProxy would not end with this process, and cannot change the root folder.
    const text = this.#filled(name, 'haproxy.cfg')
      .replace(/^global\n(?: .*\n)*/m, '')
      .replace(/^ *log global\n/m, '');
    const path = this.#write(name, 'haproxy.cfg', 'haproxy', text);
    this.#run(name, 'haproxy', { line: ['haproxy', '-db', '-f', path], user: 'haproxy' });
  }

  startApp(name: (typeof APPS)[number], script = this.#options.script ?? MAIN): void {
    this.#write(name, 'app.env', undefined);
    const env = parseEnv(this.#filled(name, 'app.env')) as Record<string, string>;
    makeFolder(env.DATA_DIR ?? '');
    this.#run(name, 'app', { line: [process.execPath, script], env });
  }

  startNginx(): void {
    const { folder } = this.machines.web;
    // There is no certificate on this machine.
    const text = this.#filled('web', 'nginx.conf')
      .replace(' ssl http2;', ';')
      .replaceAll(/^ *ssl_.*\n/gm, '');
    const site = this.#write('web', 'nginx.conf', undefined, text);
    // What Debian's own nginx.conf has around a site, with the folders of this machine.
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
    const paths = temporary.map((each) => `${each}_temp_path ${join(folder, each)};`);
    const frame = `pid ${join(folder, 'nginx.pid')};
worker_processes auto;
events { worker_connections 768; }
http { ${paths.join(' ')} include ${site}; }
`;
    const path = this.#write('web', 'frame.conf', undefined, frame);
    const line = ['nginx', '-p', folder, '-e', join(folder, 'error.log'), '-c', path];
    this.#run('web', 'nginx', { line: [...line, '-g', 'daemon off;'] });
  }

  /** The address of the web app, through nginx. */
  get url(): string {
    return `http://${this.settings.WEB_LISTEN}`;
  }

  /** The machine whose Patroni says that it is the primary. */
  async primary(): Promise<(typeof DATABASES)[number] | undefined> {
    const found = await Promise.all(
      DATABASES.map(async (name) => ((await this.#isPrimary(name)) ? name : undefined)),
    );
    return found.find((name) => name !== undefined);
  }

  /** As `primary`; rejects if there is none. */
  async requirePrimary(): Promise<(typeof DATABASES)[number]> {
    const name = await this.primary();
    if (!name) throw new Refusal('There is no primary');
    return name;
  }

  async #isPrimary(name: (typeof DATABASES)[number]): Promise<boolean> {
    return await answersOk(`http://${this.machines[name].address}:8008/primary`);
  }

  /** Resolves to the members and their roles as Patroni of a living machine sees them. */
  async members(): Promise<readonly { name: string; role: string; state: string }[]> {
    for (const name of DATABASES) {
      const url = `http://${this.machines[name].address}:8008/cluster`;
      const answer = await fetch(url, { signal: AbortSignal.timeout(2000) }).catch(() => undefined);
      if (answer?.ok) {
        const { members } = (await answer.json()) as {
          members: { name: string; role: string; state: string }[];
        };
        return members;
      }
    }
    return [];
  }

  /** Whether there is a primary with a synchronous standby, and all standbys follow it. */
  async isHealthy(wanted = 'leader,replica,sync_standby'): Promise<boolean> {
    const members = await this.members();
    const roles = members.map(({ role }) => role).sort();
    return (
      members.length === DATABASES.length &&
      members.every(({ state }) => state === 'running' || state === 'streaming') &&
      roles.join() === wanted
    );
  }

  /** Starts everything in order. Rejects if a program ends meanwhile, or if the start is aborted. */
  async start(signal?: AbortSignal): Promise<void> {
    const failed = Promise.withResolvers<never>();
    const stopping = new AbortController();
    this.#signal = AbortSignal.any([stopping.signal, ...(signal ? [signal] : [])]);
    this.#onEnd = ({ name, log }) => failed.reject(new Refusal(`${name} ended. See ${log}`));
    const starting = this.#startAll();
    try {
      await Promise.race([starting, failed.promise]);
    } catch (error) {
      // Nothing may be started after this method has ended.
      stopping.abort();
      await starting.catch(() => {});
      throw error;
    } finally {
      this.#signal = undefined;
    }
    this.#onEnd = ({ name, log }) => this.#options.say?.(`${name} ended. See ${log}`);
  }

  async #startAll(): Promise<void> {
    const { say = () => {} } = this.#options;
    const isNew = this.#beginData();
    say('etcd: three members');
    for (const name of ETCDS) this.startEtcd(name);
    await this.#until('etcd', () => answersOk(`http://${this.machines.etcd1.address}:2379/health`));
    say('PostgreSQL: a primary');
    this.startDatabase('pg1');
    if (isNew) await this.#until('the first primary', () => this.#isPrimary('pg1'));
    say('PostgreSQL: two standbys');
    this.startDatabase('pg2');
    this.startDatabase('pg3');
    await this.#until('PostgreSQL', () => this.isHealthy());
    say('HAProxy, the database, the archive of WAL');
    for (const name of APPS) this.startHaproxy(name);
    await this.#makeDatabase();
    this.backrest('stanza-create', await this.requirePrimary());
    rmSync(this.#unfinished, { force: true });
    say('two processes of the app, nginx');
    await this.#startApps();
    this.startNginx();
    await this.#until('nginx', () => answersOk(`${this.url}/healthz`));
  }

  /** A file that exists while the databases are created. */
  get #unfinished(): string {
    return join(this.#options.folder, 'unfinished');
  }

  /**
   * Deletes the remains of an interrupted first start: Patroni would take a database without its roles for a complete one.
   *
   * @returns whether the databases must be created
   */
  #beginData(): boolean {
    const { folder } = this.#options;
    const backups = this.settings.BACKUPS ?? '';
    if (existsSync(this.#unfinished)) {
      for (const path of [...dataIn(folder), backups])
        rmSync(path, { recursive: true, force: true });
    }
    makeFolder(backups, 'postgres');
    const isNew = dataIn(folder).length === 0;
    if (isNew) writePrivate(this.#unfinished, '');
    return isNew;
  }

  /** Waits until a condition holds, or the start is aborted. */
  async #until(what: string, isTrue: () => Promise<boolean>): Promise<void> {
    await until(what, isTrue, undefined, this.#signal);
  }

  /** The URL of the app's database, through the HAProxy of the first process. */
  get databaseUrl(): string {
    const { DATABASE_PASSWORD } = this.settings;
    return `postgres://symptoms:${DATABASE_PASSWORD}@${this.machines.app1.address}:5000/symptoms`;
  }

  /** Connects to PostgreSQL of a machine as its superuser. The caller ends the connection. */
  async connectTo(name: (typeof DATABASES)[number]): Promise<pg.Client> {
    const client = new pg.Client({
      host: this.machines[name].address,
      user: 'postgres',
      password: this.settings.SUPERUSER_PASSWORD,
      database: 'postgres',
      connectionTimeoutMillis: CONNECT_LIMIT_MS,
    });
    // A connection that breaks makes the next query fail.
    client.on('error', () => {});
    await client.connect();
    return client;
  }

  /** Creates the app's role and database, through the primary. */
  async #makeDatabase(): Promise<void> {
    const client = await this.connectTo(await this.requirePrimary());
    try {
      const { rows } = await client.query("select 1 from pg_database where datname = 'symptoms'");
      if (rows.length > 0) return;
      // As in step 5 of the README, where `create database` must be a statement of its own.
      const statements = this.#filled('pg1', 'database.sql').split(/(?<=;)\n/);
      for (const statement of statements) await client.query(statement);
    } finally {
      await client.end();
    }
  }

  /** Runs pgBackRest on a machine. Only on the primary's it can make backups. */
  backrest(command: string, on: MachineName): string {
    const { folder } = this.machines[on];
    const config = `--config=${join(folder, 'pgbackrest.conf')}`;
    const line = ['pgbackrest', config, '--stanza=symptom-tracker', command];
    return runOn(this.machines[on], { line, user: 'postgres' });
  }

  /** The second process gets the key of the first one. */
  async #startApps(): Promise<void> {
    this.startApp('app1');
    await this.waitUntilUp('app1');
    const key = (name: MachineName) => join(this.machines[name].folder, 'app', 'secret.key');
    makeFolder(join(this.machines.app2.folder, 'app'));
    if (!existsSync(key('app2'))) copyFileSync(key('app1'), key('app2'));
    this.startApp('app2');
    await this.waitUntilUp('app2');
  }

  /** Waits until a process of the app is ready. */
  async waitUntilUp(name: (typeof APPS)[number]): Promise<void> {
    const { address } = this.machines[name];
    await this.#until(`the app on ${name}`, () => answersOk(`http://${address}:3000/healthz`));
  }

  /** Stops everything, in the order in which programs need each other. */
  async stop(): Promise<void> {
    this.#onEnd = () => {};
    await this.#end(['web nginx']);
    await this.stopApps();
    await this.#end([
      'app1 haproxy',
      'app2 haproxy',
      ...DATABASES.map((name) => `${name} patroni`),
    ]);
    await this.#end(ETCDS.map((name) => `${name} etcd`));
    // Only what this process started: its Patroni starts PostgreSQL.
    const started = DATABASES.filter((name) => this.#programs.has(`${name} patroni`));
    for (const name of started) this.killPostgres(name, 'SIGQUIT');
    const isOver = async () => started.every((name) => this.#postgresOf(name) === undefined);
    await until('the end of PostgreSQL', isOver, STOP_LIMIT_MS);
  }

  async stopApps(): Promise<void> {
    await this.#end(APPS.map((name) => `${name} app`));
  }

  async stopDatabase(name: (typeof DATABASES)[number]): Promise<void> {
    await this.#end([`${name} patroni`]);
  }

  /** Runs `restore-to.sh` on a machine whose Patroni was stopped, as those of the others were. */
  restoreTo(name: (typeof DATABASES)[number], time: string): string {
    const { folder } = this.machines[name];
    const env = { PATRONI: join(folder, 'patroni.yml') };
    const line = ['sh', filledFile(this.#options.folder, name, 'restore-to.sh'), time];
    return runOn(this.machines[name], { line, env });
  }

  /** Ends PostgreSQL on a machine, apart from its Patroni. */
  killPostgres(name: (typeof DATABASES)[number], signal: NodeJS.Signals): void {
    const pid = this.#postgresOf(name);
    if (pid) process.kill(pid, signal);
  }

  /** The process of PostgreSQL on a machine; undefined if it does not run. */
  #postgresOf(name: (typeof DATABASES)[number]): number | undefined {
    const data = join(this.machines[name].folder, 'postgresql');
    try {
      const pid = Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n', 1)[0]);
      // The file of a crashed server may name a process that has nothing to do with it.
      return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(data) ? pid : undefined;
    } catch {
      return undefined;
    }
  }

  async #end(names: readonly string[]): Promise<void> {
    const programs = names.flatMap((name) => this.#programs.get(name) ?? []);
    for (const program of programs) {
      program.kill('SIGTERM');
      program.kill('SIGCONT');
    }
    const limit = new AbortController();
    const late = pause(STOP_LIMIT_MS, undefined, { signal: limit.signal }).catch(() => {});
    await Promise.race([Promise.all(programs.map(({ ended }) => ended)), late]);
    limit.abort();
    for (const program of programs) program.kill('SIGKILL');
    await Promise.all(programs.map(({ ended }) => ended));
  }
}
