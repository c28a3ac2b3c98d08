import { expect, it, vi } from 'vitest';
import type { Form } from '../../../contract/entities.ts';
import { errors } from '../../../contract/errors.ts';
import { Device } from './device.ts';
import {
  NOON,
  openBrowser,
  openPage,
  pass,
  rate,
  stored,
  submitAndReopen,
  submitHeld,
  submitWith,
  tremor,
} from './testing/page.ts';

it('saves a form once and removes it from the device', async () => {
  const server = openBrowser();
  const page = await openPage();
  await rate(page, 4);
  await page.store.submit(tremor(4));
  expect(server.forms).toHaveLength(1);
  expect(page.store.getState().entries).toEqual([]);
  expect(page.store.takeSaved().map(({ form }) => form.formNumber)).toEqual([1]);
  expect(page.store.takeSaved()).toEqual([]);
  expect(page.onSaved).toHaveBeenCalledTimes(1);
  expect(await stored()).toEqual([]);
});

/** A form whose submission the device stores when the test calls `free`. */
async function rateOnSlowDevice() {
  const { promise: isFree, resolve: free } = Promise.withResolvers<void>();
  class SlowDevice extends Device {
    override async put(...written: Parameters<Device['put']>) {
      if (written[0].submission) await isFree;
      return await super.put(...written);
    }
  }
  const page = await openPage({ device: new SlowDevice() });
  await rate(page, 4);
  return { page, free };
}

it('sends a new form only once the device has stored it', async () => {
  const server = openBrowser();
  const { page, free } = await rateOnSlowDevice();
  const submitted = page.store.submit(tremor(4));
  await stored();
  expect(server.sent).toEqual([]);
  free();
  await submitted;
  expect(server.forms).toHaveLength(1);
});

it('saves a form for the time of the press although its page was frozen until the next morning', async () => {
  const server = openBrowser();
  const { page, free } = await rateOnSlowDevice();
  const submitted = page.store.submit(tremor(4));
  await stored();
  vi.setSystemTime('2026-11-19T13:00:00.000Z');
  free();
  await submitted;
  expect(server.forms).toMatchObject([{ date: NOON, enteredAt: NOON }]);
});

it('leaves the time of a form that is sent at once to the clock of the server', async () => {
  const server = openBrowser();
  const page = await openPage();
  await rate(page, 4);
  await page.store.submit(tremor(4));
  expect(server.sent).toMatchObject([{ formData: tremor(4) }]);
  expect(server.sent[0]).not.toHaveProperty('enteredAt');
});

it('sends a new form after a second if the disk does not answer', async () => {
  const server = openBrowser();
  class HungDevice extends Device {
    override async put(): Promise<boolean> {
      return await new Promise<boolean>(() => {});
    }
  }
  const page = await openPage({ device: new HungDevice() });
  await rate(page, 4);
  const submitted = page.store.submit(tremor(4));
  await vi.advanceTimersByTimeAsync(1000);
  await submitted;
  expect(server.forms).toHaveLength(1);
});

it.each(['arrives', 'is lost'])(
  'sends a new form if its screen is left while the device stores it and the request %s',
  async (request) => {
    const server = openBrowser();
    const page = await openPage();
    await rate(page, 4);
    if (request === 'is lost') server.outcomes.push({ kind: 'lost' });
    const submitted = page.store.submit(tremor(4));
    page.store.hideDrafts();
    await submitted;
    await pass(3000);
    expect(server.forms).toHaveLength(1);
    expect(page.store.getState().entries).toEqual([]);
  },
);

it('does not send a new form after a log-out, and sends it at the next sign-in', async () => {
  const server = openBrowser();
  const page = await openPage();
  await rate(page, 4);
  const submitted = page.store.submit(tremor(4));
  page.store.stop();
  await submitted;
  expect(server.sent).toEqual([]);
  await openPage();
  await pass(3000);
  expect(server.forms).toHaveLength(1);
});

it('ignores changes and a second Submit while a form is being sent', async () => {
  const server = openBrowser();
  const page = await openPage();
  const { answer, submitted } = await submitHeld(server, page);
  expect(page.shown()?.status).toBe('sending');
  page.store.change({ changes: [{ name: 'Tremor', severity: 5 }] });
  page.store.discard();
  await page.store.submit(tremor(5));
  expect(page.shown()?.draft.changes).toEqual([{ name: 'Tremor', severity: 4 }]);
  answer.resolve();
  await submitted;
  expect(server.sent).toHaveLength(1);
});

it.each(['timeInFuture', 'internal'] as const)(
  'keeps a form open that the server answers with %s, with the reason',
  async (error) => {
    const server = openBrowser();
    const page = await openPage();
    await rate(page, 4);
    server.outcomes.push({ kind: 'refused', error });
    await page.store.submit(tremor(4));
    expect(page.shown()).toMatchObject({
      status: 'open',
      error: { message: errors[error].message },
    });
    await pass(60_000);
    expect(server.sent).toHaveLength(1);
  },
);

it.each([
  ['a proxy', 502, '<h1>Bad Gateway</h1>'],
  ['a sign-in page of a network', 403, '{}'],
])('lets a form wait if %s answers', async (_, status, body) => {
  const server = openBrowser();
  const page = await openPage();
  await submitWith(server, page, { kind: 'proxy', status, body });
  expect(page.all('waiting')).toHaveLength(1);
  await pass(3000);
  expect(server.forms).toHaveLength(1);
});

it.each(['unavailable', 'cannotSave'] as const)(
  'lets a form wait if the server answers with %s, and sends it later, once',
  async (error) => {
    const server = openBrowser();
    const page = await openPage();
    const refused = { kind: 'refused', error } as const;
    server.otherwise = refused;
    await submitWith(server, page, refused);
    expect(page.shown()).toBeUndefined();
    expect(page.store.takeKept()).toMatchObject([{ ratings: tremor(4) }]);
    await pass(3000);
    expect(page.all('waiting')).toHaveLength(1);
    expect(page.store.getState().sendProblem).toBe(errors[error].message);
    server.otherwise = undefined;
    await pass(15_000);
    expect(server.forms).toHaveLength(1);
    expect(await stored()).toEqual([]);
  },
);

it('reports that someone else is signed in, and keeps the draft for its owner', async () => {
  const server = openBrowser();
  const page = await openPage();
  const draft = await rate(page, 4);
  server.outcomes.push({ kind: 'refused', error: 'userNotFound' });
  await page.store.submit(tremor(4));
  expect(page.onSessionLost).toHaveBeenCalledTimes(1);
  page.store.stop();
  const later = await openPage();
  expect(later.shown()?.draft.submissionId).toBe(draft.submissionId);
});

it('lets a form wait that is closed while being sent, and reports it once as saved', async () => {
  const server = openBrowser();
  const page = await openPage();
  const { answer, submitted } = await submitHeld(server, page);
  expect(await page.store.close()).toBe(true);
  expect(page.shown()).toBeUndefined();
  expect(page.all('waiting')).toHaveLength(1);
  expect((await stored())[0]?.submission).toEqual({ formData: tremor(4), enteredAt: NOON });
  answer.resolve();
  await submitted;
  await pass(60_000);
  expect(page.store.takeSaved()).toHaveLength(1);
  expect(server.forms).toHaveLength(1);
  expect(await stored()).toEqual([]);
});

it('closes the dialog of a new form if no answer arrives, only once the form is stored', async () => {
  const server = openBrowser();
  const { page, free } = await rateOnSlowDevice();
  server.outcomes.push({ kind: 'lost' });
  const submitted = page.store.submit(tremor(4));
  await vi.advanceTimersByTimeAsync(2000);
  expect(server.sent).toHaveLength(1);
  expect(page.shown()?.status).toBe('sending');
  expect(page.store.takeKept()).toEqual([]);
  free();
  await submitted;
  expect(page.shown()).toBeUndefined();
  expect(page.store.takeKept()).toEqual([{ submissionId: expect.any(String), ratings: tremor(4) }]);
  expect(page.store.takeKept()).toEqual([]);
  expect(await stored()).toMatchObject([{ submission: { formData: tremor(4) } }]);
});

it('keeps a new form open with the reason if neither the server nor the device takes it', async () => {
  const server = openBrowser();
  class FullDevice extends Device {
    override async put(): Promise<boolean> {
      return false;
    }
  }
  const page = await openPage({ device: new FullDevice() });
  await submitWith(server, page, { kind: 'lost' });
  expect(page.shown()).toMatchObject({ status: 'open', error: { message: 'Failed to fetch' } });
  expect(page.store.takeKept()).toEqual([]);
});

it('closes the dialog of a new form after five seconds if the network is silent', async () => {
  const server = openBrowser();
  const page = await openPage();
  const { answer, submitted } = await submitHeld(server, page);
  await pass(4999);
  expect(page.shown()?.status).toBe('sending');
  await pass(1);
  expect(page.shown()).toBeUndefined();
  expect(page.store.takeKept()).toEqual([{ submissionId: expect.any(String), ratings: tremor(4) }]);
  answer.resolve();
  await submitted;
  expect(page.store.takeSaved()).toHaveLength(1);
});

it('keeps the time of a waiting form that is opened and submitted again later', async () => {
  const server = openBrowser();
  server.otherwise = { kind: 'lost' };
  const page = await openPage();
  await submitAndReopen(server, page);
  expect(page.shown()?.draft.loggedAt).toBe(NOON);
  await pass(60_000);
  page.store.change({ changes: [{ name: 'Tremor', severity: 5 }] });
  server.otherwise = undefined;
  await page.store.submit(tremor(5));
  expect(server.forms).toMatchObject([{ date: NOON, symptomData: tremor(5) }]);
});

it('saves a form once that is opened again while its answer is awaited', async () => {
  const server = openBrowser();
  const page = await openPage();
  const { answer, submitted } = await submitHeld(server, page);
  const { submissionId } = page.shown()?.draft ?? {};
  await page.store.close();
  await page.store.reopen(submissionId ?? '');
  expect(page.shown()?.status).toBe('waiting');
  answer.resolve();
  await submitted;
  expect(page.shown()).toBeUndefined();
  expect(page.store.takeSaved()).toHaveLength(1);
  await pass(60_000);
  expect(server.sent).toHaveLength(1);
});

it('resends a form that was closed while being sent if its answer is lost', async () => {
  const server = openBrowser();
  const page = await openPage();
  const { answer, submitted } = await submitHeld(server, page);
  await page.store.close();
  answer.reject(new TypeError('Failed to fetch'));
  await submitted;
  expect(page.all('waiting')).toHaveLength(1);
  await pass(3000);
  expect(server.sent).toHaveLength(2);
  expect(server.forms).toHaveLength(1);
  expect(page.store.takeSaved()).toHaveLength(1);
});

it('does not close an edit that is being sent', async () => {
  const server = openBrowser();
  const page = await openPage();
  await rate(page, 2);
  await page.store.submit(tremor(2));
  await page.store.begin(server.forms[0]);
  page.store.change({ changes: [{ name: 'Tremor', severity: 3 }] });
  const answer = Promise.withResolvers<void>();
  server.outcomes.push({ kind: 'held', until: answer.promise });
  const submitted = page.store.submit(tremor(3));
  expect(await page.store.close()).toBe(false);
  expect(page.shown()?.status).toBe('sending');
  answer.resolve();
  await submitted;
  expect(page.shown()).toBeUndefined();
  expect(server.forms[0]?.version).toBe(2);
});

it('keeps an edit open without a network, because edits do not wait', async () => {
  const server = openBrowser();
  const page = await openPage();
  await rate(page, 2);
  await page.store.submit(tremor(2));
  await page.store.begin(server.forms[0]);
  page.store.change({ changes: [{ name: 'Tremor', severity: 3 }] });
  server.outcomes.push({ kind: 'lost' });
  await page.store.submit(tremor(3));
  expect(page.shown()).toMatchObject({ status: 'open', error: { message: 'Failed to fetch' } });
});

it('applies the draft to the newest version of a form that was changed elsewhere', async () => {
  const server = openBrowser();
  const page = await openPage();
  await rate(page, 2);
  await page.store.submit(tremor(2));
  const [former] = server.forms as [Form];
  await page.store.begin(former);
  page.store.change({ changes: [{ name: 'Tremor', severity: 3 }] });
  const dosed = { symptom1: { name: 'Tremor', severity: 5, notes: 'New dose' } };
  server.forms[0] = { ...former, version: 2, symptomData: dosed };
  await page.store.submit(tremor(3));
  expect(page.shown()).toMatchObject({
    status: 'open',
    error: { message: errors.formChanged.message },
  });
  page.store.rebase(server.forms[0]);
  expect(page.shown()?.error).toBeUndefined();
  expect(page.shown()?.draft.edited?.symptomData).toEqual(tremor(5, 'New dose'));
  await page.store.submit(tremor(3, 'New dose'));
  expect(server.forms[0]).toMatchObject({ version: 3, symptomData: tremor(3, 'New dose') });
});

it.each([
  ['a severity', tremor(5)],
  ['a note', tremor(4, 'After sitting')],
])('saves %s that is corrected after a lost answer', async (_, corrected) => {
  const server = openBrowser();
  const page = await openPage();
  await submitAndReopen(server, page, { kind: 'answer lost' });
  page.store.change({ changes: Object.values(corrected) });
  expect(page.shown()?.status).toBe('open');
  await page.store.submit(corrected);
  expect(server.forms.map(({ symptomData }) => symptomData)).toEqual([corrected]);
});

it('adds a symptom that was rated after an answer was lost', async () => {
  const server = openBrowser();
  const page = await openPage();
  await submitAndReopen(server, page, { kind: 'answer lost' });
  const both = { ...tremor(4), symptom2: { name: 'Stiffness', severity: 1, notes: '' } };
  page.store.change({ changes: Object.values(both) });
  await page.store.submit(both);
  expect(server.forms).toMatchObject([{ symptoms: ['Tremor', 'Stiffness'], version: 2 }]);
  expect(page.store.getState().entries).toEqual([]);
});

it('does not silently overwrite a form saved from elsewhere under the same id', async () => {
  const server = openBrowser();
  const page = await openPage();
  await submitAndReopen(server, page, { kind: 'saved elsewhere', formData: tremor(1) });
  await page.store.submit(tremor(4));
  expect(page.shown()).toMatchObject({
    status: 'open',
    error: { message: 'Form #1 is already saved with different answers.' },
    draft: { edited: { formNumber: 1 }, changes: [{ name: 'Tremor', severity: 4 }] },
  });
  expect(server.forms[0]?.symptomData).toEqual(tremor(1));
  await page.store.submit(tremor(4));
  expect(server.forms[0]?.symptomData).toEqual(tremor(4));
  expect(await stored()).toEqual([]);
});

it('continues as a new form if the saved one was deleted on another device meanwhile', async () => {
  const server = openBrowser();
  const page = await openPage();
  const draft = await submitAndReopen(server, page, { kind: 'answer lost' });
  server.delete(1);
  await page.store.submit(tremor(5));
  expect(page.shown()).toMatchObject({
    status: 'open',
    error: { message: 'Form #1 was deleted on another device.' },
  });
  expect(page.shown()?.draft).not.toMatchObject({ submissionId: draft.submissionId });
  await page.store.submit(tremor(5));
  expect(server.forms.map(({ symptomData }) => symptomData)).toEqual([tremor(4), tremor(5)]);
});

it('corrects the time if it was changed after an answer was lost', async () => {
  const server = openBrowser();
  const page = await openPage();
  await submitAndReopen(server, page, { kind: 'answer lost' });
  page.store.change({ loggedAt: '2026-11-17T13:10:00.000Z' });
  await page.store.submit(tremor(4));
  expect(server.forms).toMatchObject([{ date: '2026-11-17T13:10:00.000Z', version: 2 }]);
});

it('continues as a new form if the saved one holds other symptoms', async () => {
  const server = openBrowser();
  const page = await openPage();
  const draft = await submitAndReopen(server, page, {
    kind: 'saved elsewhere',
    formData: { symptom1: { name: 'Falls', severity: 1, notes: '' } },
  });
  await page.store.submit(tremor(4));
  const other = page.shown()?.draft;
  expect(other?.submissionId).not.toBe(draft.submissionId);
  expect((await stored()).map(({ form }) => form.submissionId)).toEqual([other?.submissionId]);
  await page.store.submit(tremor(4));
  expect(server.forms.map(({ symptoms }) => symptoms)).toEqual([['Falls'], ['Tremor']]);
  expect(await stored()).toEqual([]);
});

it('resends a form whose page was closed while it was being sent', async () => {
  const server = openBrowser();
  const killed = await openPage();
  await rate(killed, 4);
  server.outcomes.push({ kind: 'held', until: new Promise(() => {}) });
  void killed.store.submit(tremor(4));
  await stored();
  killed.store.stop();
  const page = await openPage();
  expect(page.shown()).toBeUndefined();
  await pass(3000);
  expect(server.forms).toHaveLength(1);
  expect(page.store.takeSaved()).toHaveLength(1);
});

it('keeps a form that is being sent when its owner logs out', async () => {
  const server = openBrowser();
  const page = await openPage();
  const { answer, submitted } = await submitHeld(server, page);
  await stored();
  await page.store.forgetDrafts(() => true);
  answer.reject(new TypeError('Failed to fetch'));
  await submitted;
  page.store.stop();
  expect(await stored()).toMatchObject([{ submission: { formData: tremor(4) } }]);
});

it('reopens a refused form and does not resend it by itself', async () => {
  const server = openBrowser();
  const page = await openPage();
  await submitWith(server, page, { kind: 'refused', error: 'internal' });
  const [draft] = await stored();
  expect(draft?.submission).toBeUndefined();
});

const ASIDE = {
  submissionId: '0b9e9dd5-3ff5-4d3c-8f37-2f4e5a1c9b11',
  loggedAt: '2026-11-17T14:00:00.000Z',
  timeZone: 'America/New_York',
};

it('sends a form from paper once, with its own time, also after an answer was lost', async () => {
  const server = openBrowser();
  const page = await openPage();
  server.outcomes.push({ kind: 'lost' });
  await page.store.submitAside(tremor(4), ASIDE);
  await pass(20_000);
  expect(server.forms).toMatchObject([{ date: ASIDE.loggedAt, symptomData: tremor(4) }]);
  expect(await stored()).toEqual([]);
});

it('says that a form from paper is saved nowhere if neither the device nor the server has it', async () => {
  const server = openBrowser();
  class HungDevice extends Device {
    override async put(): Promise<boolean> {
      return false;
    }
  }
  const page = await openPage({ device: new HungDevice() });
  server.outcomes.push({ kind: 'lost' });
  await expect(page.store.submitAside(tremor(4), ASIDE)).rejects.toThrow();
  await page.store.submitAside(tremor(4), ASIDE);
  expect(server.forms).toHaveLength(1);
});
