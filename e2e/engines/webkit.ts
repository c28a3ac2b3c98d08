import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { inPath } from '../../scripts/browser.mjs';
import { freePort } from '../../src/server/testing/free-port.ts';
import type { Start } from './engine.ts';

/** The key of an element's reference in WebDriver. */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';
/** How often to check whether the driver listens (ms), because the driver does not report that by itself. */
const POLL_MS = 50;

/** WebKitGTK's MiniBrowser, driven with WebDriver's HTTP calls. It needs a display. */
export const startWebKit: Start = async () => {
  const driver = inPath('WebKitWebDriver');
  const hasDisplay = process.env.DISPLAY !== undefined;
  if (!driver || !(hasDisplay || inPath('Xvfb'))) return undefined;
  const children: ChildProcess[] = [];
  const stop = () => children.reverse().map((child) => child.kill());
  process.on('exit', stop);
  const display = hasDisplay ? {} : { DISPLAY: await startDisplay(children) };
  const port = await freePort();
  const env = { ...process.env, ...display };
  children.push(spawn(driver, [`--port=${port}`], { env, stdio: 'ignore' }));

  const call = async (path: string, content?: object, method = 'POST') => {
    const body = content ? JSON.stringify(content) : null;
    const answer = await fetch(`http://127.0.0.1:${port}/session${path}`, { method, body });
    const { value } = await answer.json();
    if (!answer.ok) throw new Error(`WebKitWebDriver: ${value.error}, ${value.message}`);
    return value;
  };
  const isListening = () =>
    fetch(`http://127.0.0.1:${port}/status`).then(
      () => true,
      () => false,
    );
  while (!(await isListening())) await pause(POLL_MS);
  const { sessionId } = await call('', { capabilities: {} });
  const page = `/${sessionId}`;
  const read = <Input>(inPage: (input: Input) => unknown, input: Input) =>
    call(`${page}/execute/sync`, { script: `return (${inPage})(...arguments)`, args: [input] });

  return {
    open: (url) => call(`${page}/url`, { url }),
    read,
    async find(inPage, input) {
      const id = (await read(inPage, input))?.[ELEMENT];
      if (!id) return undefined;
      return {
        press: () => call(`${page}/element/${id}/click`, {}),
        type: (text) => call(`${page}/element/${id}/value`, { text }),
      };
    },
    async quit() {
      await call(page, undefined, 'DELETE');
      stop();
    },
  };
};

/** Starts a virtual display. @returns its name */
async function startDisplay(children: ChildProcess[]): Promise<string> {
  const screen = spawn('Xvfb', ['-displayfd', '1', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  children.push(screen);
  const [number] = await once(screen.stdout, 'data');
  return `:${String(number).trim()}`;
}
