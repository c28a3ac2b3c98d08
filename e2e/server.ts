import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '../src/server/config.ts';
import type { Context } from '../src/server/context.ts';
import { makeLog } from '../src/server/log.ts';
import { startServer } from '../src/server/server.ts';
import { freePort } from '../src/server/testing/free-port.ts';

/** The real server with its own database, and with a clock that tests can set, unless they pass another clock. */
export interface TestServer {
  readonly url: string;
  readonly context: Context;
  /** Sets the server's clock, which does not advance by itself. */
  readonly setNow: (instant: string) => void;
  readonly stop: () => Promise<void>;
}

/** Noon in New York on a Wednesday. */
export const START = '2026-11-18T17:00:00Z';

export async function startTestServer(
  settings: Readonly<Record<string, string>> = {},
  clock?: () => number,
): Promise<TestServer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'symptom-tracker-e2e-'));
  const config = readConfig({ PORT: String(await freePort()), DATA_DIR: dataDir, ...settings });
  let now = Date.parse(START);
  const server = await startServer(config, {
    clock: clock ?? (() => now),
    isClockRight: async () => true,
    log: makeLog('warn'),
  });
  return {
    url: config.publicUrl,
    context: server.context,
    setNow: (instant) => {
      now = Date.parse(instant);
    },
    stop: async () => {
      await server.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
