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
 * The Node version of the app. If the machine's major version is older, the npm package `node` provides it.
 */
const RUNTIME = '26.10.0';
const RUNTIME_BINARY = join(
  MODULES,
  process.platform === 'win32' ? 'node/bin/node.exe' : 'node/bin/node',
);

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
  const only = forTests ? ['--include=dev'] : ['--omit=dev'];
  await step('Installing packages', 'npm', ['ci', ...only, '--loglevel=error', '--no-progress']);
  writeWhole(stamp, JSON.stringify({ lock, forTests }));
}

/** @param {boolean} forTests */
async function installRuntime(forTests) {
  // npm may have started this script with the folder's own Node, which installing packages may have removed.
  const isOwn = process.execPath.startsWith(MODULES);
  if (!isOwn && majorOf(process.versions.node) >= majorOf(RUNTIME)) return process.execPath;
  if (versionOf(RUNTIME_BINARY) !== `v${RUNTIME}`) {
    // Removes the rest of an interrupted installation, which npm would take for a complete one.
    rmSync(join(MODULES, 'node'), { recursive: true, force: true });
    await step(`Installing Node ${RUNTIME} for this folder`, 'npm', [
      'install',
      '--no-save',
      ...(forTests ? [] : ['--omit=dev']),
      '--loglevel=error',
      '--no-progress',
      `node@${RUNTIME}`,
    ]);
  }
  return RUNTIME_BINARY;
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
