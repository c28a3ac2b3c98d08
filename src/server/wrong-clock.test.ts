import { beforeAll, describe, expect, it } from 'vitest';
import { DAY_MS, type Instant, isoOf } from '../domain/zone.ts';
import { readConfig } from './config.ts';
import { makeLog } from './log.ts';
import { startServer } from './server.ts';
import { onEveryDatabase, type Place } from './testing/databases.ts';
import { callOver, personOver, settingsAt } from './testing/process.ts';

const AT = Date.parse('2026-11-18T17:00:00Z');
const HOUR_MS = 3_600_000;
const formData = { symptom1: { name: 'Tremor', severity: 3, notes: '' } };

/** Starts the server with its clock at an instant. The system never says that the clock is right. */
async function startAt(place: Place, at: Instant) {
  const settings = await settingsAt(place);
  const server = await startServer(readConfig(settings), {
    clock: () => at,
    isClockRight: async () => false,
    log: makeLog('silent'),
  });
  return { port: Number(settings.PORT), stop: server.stop, db: server.context.db };
}

onEveryDatabase((place) => {
  describe('after a start with a wrong clock', () => {
    let userId: string;
    let cookie: string;

    beforeAll(async () => {
      const server = await startAt(place(), AT);
      ({ userId, cookie } = await personOver(server));
      await callOver(server, 'saveSymptomForm', { userId, formData }, cookie);
      await callOver(server, 'deleteForm', { userId, formNumber: 1 }, cookie);
      await server.stop();
    });

    it('31 days ahead, saves at once and erases nothing', async () => {
      const ahead = await startAt(place(), AT + 31 * DAY_MS);
      const other = await personOver(ahead, 'other@example.org');
      const entered = { userId: other.userId, formData, enteredAt: isoOf(AT) };
      const saved = await callOver(ahead, 'saveSymptomForm', entered, other.cookie);
      expect(saved.status).toBe(200);
      await ahead.stop();
      const right = await startAt(place(), AT + HOUR_MS);
      const restored = await callOver(right, 'restoreForm', { userId, formNumber: 1 }, cookie);
      await right.stop();
      expect(restored.status, 'the session and the deleted form are still there').toBe(200);
    });

    it('3 hours behind, keeps a save waiting on the device', async () => {
      const behind = await startAt(place(), AT - 3 * HOUR_MS);
      const entered = { userId, formData, enteredAt: isoOf(AT + 60_000) };
      const saved = await callOver(behind, 'saveSymptomForm', entered, cookie);
      await behind.stop();
      expect(saved.status).toBe(503);
    });

    it('starts and stops although the time cannot be noted', async () => {
      const first = await startAt(place(), AT);
      await first.db.schema.dropTable('noted_times').execute();
      await first.stop();
      const second = await startAt(place(), AT + HOUR_MS);
      await second.stop();
    });
  });
});
