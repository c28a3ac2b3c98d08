import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { spawnServer } from '../testing/process.ts';
import { hashOfToken, loadSecrets, randomToken } from './secrets.ts';

let dataDir: string;
const keyFile = () => join(dataDir, 'secret.key');

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'symptom-tracker-'));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

describe('a sealed text', () => {
  it('is opened again, with any content', () => {
    const { seal, open } = loadSecrets(dataDir);
    const texts = fc.oneof(fc.string({ unit: 'grapheme' }), fc.json(), fc.constant(''));
    fc.assert(
      fc.property(texts, (text) => {
        expect(open(seal(text))).toBe(text);
      }),
    );
  });

  it('looks different each time, and reveals nothing of the text', () => {
    const { seal } = loadSecrets(dataDir);
    fc.assert(
      fc.property(fc.string({ minLength: 6 }), (text) => {
        const [one, another] = [seal(text), seal(text)];
        expect(one).not.toBe(another);
        expect(one).toMatch(/^[\w-]+$/);
        expect(Buffer.from(one, 'base64url').toString('latin1')).not.toContain(text);
      }),
    );
  });

  it('is rejected if any byte of it was changed', () => {
    const { seal, open } = loadSecrets(dataDir);
    const changes = fc.record({
      text: fc.string(),
      at: fc.nat(),
      by: fc.integer({ min: 1, max: 255 }),
    });
    fc.assert(
      fc.property(changes, ({ text, at, by }) => {
        const bytes = Buffer.from(seal(text), 'base64url');
        const index = at % bytes.length;
        bytes[index] = (bytes[index] ?? 0) ^ by;
        expect(() => open(bytes.toString('base64url'))).toThrow();
      }),
    );
  });

  it('is rejected if anything was cut off or added', () => {
    const { seal, open } = loadSecrets(dataDir);
    const bytes = Buffer.from(seal('some text'), 'base64url');
    for (let length = 0; length < bytes.length; length += 1) {
      expect(() => open(bytes.subarray(0, length).toString('base64url'))).toThrow();
    }
    const longer = Buffer.concat([bytes, Buffer.from('x')]);
    expect(() => open(longer.toString('base64url'))).toThrow();
  });

  it('is rejected by another installation', async () => {
    const elsewhere = join(dataDir, 'elsewhere');
    const sealed = loadSecrets(dataDir).seal('some text');
    expect(() => loadSecrets(elsewhere).open(sealed)).toThrow();
  });

  it('is opened after a restart', () => {
    const sealed = loadSecrets(dataDir).seal('some text');
    expect(loadSecrets(dataDir).open(sealed)).toBe('some text');
  });
});

describe('a keyed hash', () => {
  it('is the same after a restart, and differs for another text or another installation', () => {
    const { keyedHash } = loadSecrets(dataDir);
    expect(keyedHash('a')).toMatch(/^[0-9a-f]{64}$/);
    expect(loadSecrets(dataDir).keyedHash('a')).toBe(keyedHash('a'));
    expect(keyedHash('b')).not.toBe(keyedHash('a'));
    expect(loadSecrets(join(dataDir, 'elsewhere')).keyedHash('a')).not.toBe(keyedHash('a'));
    expect(keyedHash('a')).not.toBe(hashOfToken('a'));
  });
});

describe('the bytes of another key', () => {
  it('are the same after a restart, and differ in another installation', () => {
    const { derive } = loadSecrets(dataDir);
    expect(derive('push', 40)).toHaveLength(40);
    expect(loadSecrets(dataDir).derive('push', 40)).toEqual(derive('push', 40));
    expect(loadSecrets(join(dataDir, 'elsewhere')).derive('push', 40)).not.toEqual(
      derive('push', 40),
    );
  });
});

it('tokens have 256 bits and never repeat', () => {
  const tokens = Array.from({ length: 1000 }, randomToken);
  for (const token of tokens) expect(token).toMatch(/^[\w-]{43}$/);
  expect(new Set(tokens).size).toBe(1000);
});

describe('the key', () => {
  it('is in one file that only the server’s own user can read', async () => {
    const folder = join(dataDir, 'new', 'folder');
    loadSecrets(folder);
    expect(await readdir(folder)).toEqual(['secret.key']);
    expect((await stat(join(folder, 'secret.key'))).mode & 0o777).toBe(0o600);
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
    expect(await readFile(join(folder, 'secret.key'), 'utf8')).toMatch(/^[\w-]{43}\n$/);
  });

  it('is not changed by a restart', async () => {
    loadSecrets(dataDir);
    const before = await readFile(keyFile(), 'utf8');
    loadSecrets(dataDir);
    expect(await readFile(keyFile(), 'utf8')).toBe(before);
  });

  it('is the same for all processes that start at once', async () => {
    const folders = Array.from({ length: 40 }, (_, index) => join(dataDir, String(index)));
    const module = resolve(import.meta.dirname, 'secrets.ts');
    // Each process writes 'ready' and then waits for input, so that all of them load the key at the same time.
    const script = `
      import { loadSecrets } from ${JSON.stringify(module)};
      process.stdout.write('ready ');
      process.stdin.once('data', () => {
        const hashes = process.argv.slice(1).map((folder) => loadSecrets(folder).keyedHash('same'));
        process.stdout.write(hashes.join(), () => process.exit());
      });
    `;
    const processes = Array.from({ length: 4 }, () => {
      const { stdin, stdout } = spawn(
        process.execPath,
        ['--input-type=module', '-e', script, ...folders],
        { stdio: ['pipe', 'pipe', 'inherit'] },
      );
      return { stdin, ready: once(stdout, 'data'), said: text(stdout) };
    });
    await Promise.all(processes.map(({ ready }) => ready));
    for (const { stdin } of processes) stdin.write('now');
    const said = await Promise.all(processes.map((each) => each.said));
    expect(said[0]?.replace(/^ready /, '').split(',')).toHaveLength(folders.length);
    expect(new Set(said).size).toBe(1);
    for (const folder of folders) expect(await readdir(folder)).toEqual(['secret.key']);
  });

  it.each([
    ['empty', ''],
    ['cut short', 'AAAAAAAAAAAAAAAAAAAAAAAA\n'],
    ['too long', `${'A'.repeat(60)}\n`],
    ['something else', 'This is not a key.\n'],
  ])(
    'is reported in one line at start if its file is %s, and not changed',
    async (_what, content) => {
      await writeFile(keyFile(), content);
      const server = spawnServer({ PORT: '3000', DATA_DIR: dataDir });
      expect(await server.ended).toBe(1);
      expect(server.output).toEqual({
        stdout: '',
        stderr: `${keyFile()} does not contain a valid key. Please put the original file back.\n`,
      });
      expect(await readFile(keyFile(), 'utf8')).toBe(content);
    },
  );

  it('is reported in one line at start if it cannot be read', async () => {
    await mkdir(keyFile());
    const server = spawnServer({ PORT: '3000', DATA_DIR: dataDir });
    expect(await server.ended).toBe(1);
    expect(server.output.stdout).toBe('');
    expect(server.output.stderr).toMatch(/secret\.key cannot be read: [^\n]+\n$/);
  });
});
