import { expect, it } from 'vitest';
import { errors } from '../../../contract/errors.ts';
import type { FormServer } from './testing/form-server.ts';
import {
  NOON,
  openBrowser,
  openPage,
  pass,
  rate,
  stored,
  submitAndReopen,
  submitWith,
  tremor,
} from './testing/page.ts';

type Page = Awaited<ReturnType<typeof openPage>>;

/** Submits a form and loses the request, which closes the dialog. */
async function submitLost(server: FormServer, page: Page, severity = 4) {
  const draft = await rate(page, severity);
  server.outcomes.push({ kind: 'lost' });
  await page.store.submit(tremor(severity));
  expect(page.shown()).toBeUndefined();
  return draft;
}

it('sends a waiting form by itself, once, and reports it as saved', async () => {
  const server = openBrowser();
  const page = await openPage();
  await submitLost(server, page);
  expect(await stored()).toMatchObject([{ isClosed: false, submission: { enteredAt: NOON } }]);
  await pass(2999);
  expect(server.sent).toHaveLength(1);
  await pass(1);
  expect(server.forms).toMatchObject([{ date: NOON, symptomData: tremor(4) }]);
  expect(page.store.takeSaved()).toMatchObject([{ form: { formNumber: 1 }, submittedAt: NOON }]);
  expect(page.onSaved).toHaveBeenCalledTimes(1);
  expect(await stored()).toEqual([]);
  await pass(60_000);
  expect(server.sent).toHaveLength(2);
});

it('sends a waiting form that is open only after it is closed, or if the person asks for it', async () => {
  const server = openBrowser();
  const page = await openPage();
  const { submissionId } = await submitAndReopen(server, page);
  await pass(60_000);
  expect(page.shown()?.draft.submissionId).toBe(submissionId);
  expect(server.forms).toEqual([]);
  await page.store.close();
  await pass(15_000);
  expect(server.forms).toHaveLength(1);
  await submitAndReopen(server, page);
  await page.store.sendNow();
  expect(page.shown()).toBeUndefined();
  expect(server.forms).toHaveLength(2);
});

it('retries every 15 seconds, and sooner when the browser is online again', async () => {
  const server = openBrowser();
  server.otherwise = { kind: 'lost' };
  const page = await openPage();
  await submitLost(server, page);
  await pass(3000);
  await pass(12_000);
  await pass(15_000);
  expect(server.sent).toHaveLength(4);
  server.otherwise = undefined;
  page.store.hurry();
  await pass(3000);
  expect(server.forms).toHaveLength(1);
});

it('sends the waiting forms of an earlier page, even after a reload, and each one once', async () => {
  const server = openBrowser();
  const before = await openPage();
  await submitWith(server, before, { kind: 'answer lost' });
  before.store.stop();
  const page = await openPage();
  expect(page.shown()).toBeUndefined();
  expect(page.all('waiting')).toHaveLength(1);
  await pass(3000);
  expect(server.sent).toHaveLength(2);
  expect(server.forms).toHaveLength(1);
  expect(page.store.takeSaved()).toHaveLength(1);
});

it('sends the oldest form first, with its time of submission', async () => {
  const server = openBrowser();
  server.otherwise = { kind: 'lost' };
  const page = await openPage();
  for (const severity of [1, 2, 3]) {
    await rate(page, severity);
    await page.store.submit(tremor(severity));
    await pass(1000);
  }
  server.otherwise = undefined;
  server.sent.length = 0;
  await page.store.sendNow();
  expect(server.sent.map(({ formData }) => formData.symptom1?.severity)).toEqual([1, 2, 3]);
  expect(server.forms.map(({ date }) => date.slice(17, 19))).toEqual(['00', '01', '02']);
});

it('does not send a changed form until it is submitted again', async () => {
  const server = openBrowser();
  const page = await openPage();
  await submitAndReopen(server, page);
  page.store.change({ changes: [{ name: 'Tremor', severity: 5 }] });
  expect(page.all('waiting')).toEqual([]);
  await pass(60_000);
  expect(server.sent).toHaveLength(1);
  expect((await stored())[0]?.submission).toBeUndefined();
});

// Regression test: the form disappeared from the screen until the next page load.
it('keeps a waiting form that is changed and closed at once', async () => {
  const server = openBrowser();
  const page = await openPage();
  await submitAndReopen(server, page);
  page.store.change({ changes: [{ name: 'Tremor', severity: 5 }] });
  const closing = page.store.close();
  expect(page.all('closed')).toHaveLength(1);
  await closing;
  expect(await stored()).toMatchObject([
    { isClosed: true, form: { changes: [{ name: 'Tremor', severity: 5 }] } },
  ]);
  await pass(60_000);
  expect(server.sent).toHaveLength(1);
  expect(page.all('closed')).toHaveLength(1);
});

it('does not send the former state of a form that is changed while others are sent', async () => {
  const server = openBrowser();
  const page = await openPage();
  await submitLost(server, page, 1);
  await pass(1000);
  const { submissionId } = await submitLost(server, page, 2);
  await page.store.reopen(submissionId);
  const answer = Promise.withResolvers<void>();
  server.outcomes.push({ kind: 'held', until: answer.promise });
  server.sent.length = 0;
  const sending = page.store.sendNow();
  await stored();
  page.store.change({ changes: [{ name: 'Tremor', severity: 5 }] });
  answer.resolve();
  await sending;
  expect(server.sent.map(({ formData }) => formData.symptom1?.severity)).toEqual([1]);
  expect(page.shown()?.status).toBe('open');
});

it('distinguishes a form that was submitted again from the submission being sent', async () => {
  const server = openBrowser();
  const page = await openPage();
  await submitAndReopen(server, page);
  const answer = Promise.withResolvers<void>();
  server.outcomes.push({ kind: 'held', until: answer.promise }, { kind: 'lost' });
  const sending = page.store.sendNow();
  await stored();
  await pass(1000);
  page.store.change({ changes: [{ name: 'Tremor', severity: 5 }] });
  await page.store.submit(tremor(5));
  answer.resolve();
  await sending;
  expect(page.all('waiting')).toMatchObject([{ submission: { formData: tremor(5) } }]);
  await page.store.sendNow();
  expect(server.forms.map(({ symptomData }) => symptomData)).toEqual([tremor(5)]);
});

it('reports a refused form, retries it on request, and lets it be corrected', async () => {
  const server = openBrowser();
  const page = await openPage();
  const draft = await submitLost(server, page);
  server.otherwise = { kind: 'refused', error: 'timeInFuture' };
  await pass(3000);
  expect(page.all('waiting')).toEqual([]);
  expect(page.all('refused')).toMatchObject([{ error: { message: errors.timeInFuture.message } }]);
  await pass(60_000);
  expect(server.sent).toHaveLength(2);
  await page.store.sendNow();
  expect(server.sent).toHaveLength(3);
  page.store.openRefused(draft.submissionId);
  expect(page.shown()).toMatchObject({
    status: 'open',
    isRestored: true,
    draft: { submissionId: draft.submissionId, loggedAt: NOON },
  });
  server.otherwise = undefined;
  await page.store.submit(tremor(4));
  expect(server.forms).toHaveLength(1);
  expect(await stored()).toEqual([]);
});

it('does not retry a refused form by itself while another form waits', async () => {
  const server = openBrowser();
  const page = await openPage();
  await submitLost(server, page, 1);
  server.outcomes.push({ kind: 'refused', error: 'timeInFuture' });
  await pass(3000);
  await submitLost(server, page, 2);
  server.sent.length = 0;
  await pass(3000);
  expect(server.sent.map(({ formData }) => formData.symptom1?.severity)).toEqual([2]);
});

it('makes a refused form wait again if the next attempt finds no network', async () => {
  const server = openBrowser();
  const page = await openPage();
  await submitLost(server, page);
  server.outcomes.push({ kind: 'refused', error: 'timeInFuture' }, { kind: 'lost' });
  await pass(3000);
  expect(page.all('refused')).toHaveLength(1);
  await page.store.sendNow();
  expect(page.all('refused')).toEqual([]);
  expect(page.all('waiting')).toHaveLength(1);
});

it('discards a refused form and restores it in a correctable state', async () => {
  const server = openBrowser();
  const page = await openPage();
  const { submissionId } = await submitLost(server, page);
  server.outcomes.push({ kind: 'refused', error: 'timeInFuture' });
  await pass(3000);
  page.store.discardRefused(submissionId);
  expect(await stored()).toEqual([]);
  expect(page.all('refused')).toEqual([]);
  page.store.restore(submissionId);
  expect(page.shown()?.draft).toMatchObject({ submissionId, loggedAt: NOON });
  expect((await stored())[0]?.submission).toBeUndefined();
});

it('continues a form as an edit if another device has saved it meanwhile', async () => {
  const server = openBrowser();
  const page = await openPage();
  const { submissionId } = await submitLost(server, page);
  server.outcomes.push({ kind: 'saved elsewhere', formData: tremor(1) });
  await pass(3000);
  await pass(12_000);
  expect(page.all('refused')).toMatchObject([
    { error: { message: 'Form #1 is already saved with different answers.' } },
  ]);
  page.store.openRefused(submissionId);
  expect(page.shown()?.draft.edited?.formNumber).toBe(1);
});

// Regression test: "Send now" during a round of sending had no effect.
it('retries a refused form even if a round is under way', async () => {
  const server = openBrowser();
  const page = await openPage();
  await submitLost(server, page, 1);
  server.outcomes.push({ kind: 'refused', error: 'timeInFuture' });
  await pass(3000);
  await submitLost(server, page, 2);
  const answer = Promise.withResolvers<void>();
  server.outcomes.push({ kind: 'held', until: answer.promise });
  await pass(3000);
  expect(page.store.getState().isSending).toBe(true);
  const sending = page.store.sendNow();
  answer.resolve();
  await sending;
  expect(server.forms).toHaveLength(2);
  expect(page.all('refused')).toEqual([]);
});

it.each([
  ['a sign-in page of a network', { kind: 'proxy', status: 403, body: '<h1>Sign in</h1>' }],
  ['a proxy', { kind: 'proxy', status: 405, body: '{"message":"Not allowed here"}' }],
  ['a server that is too slow', { kind: 'proxy', status: 408, body: '{"error":"Too slow"}' }],
  ['a server that is out of order', { kind: 'refused', error: 'internal' }],
  ['too many tries', { kind: 'refused', error: 'tooManyAttempts' }],
] as const)('lets a form wait on after %s', async (_, outcome) => {
  const server = openBrowser();
  const page = await openPage();
  await submitLost(server, page);
  server.outcomes.push(outcome);
  await page.store.sendNow();
  expect(page.all('waiting')).toHaveLength(1);
  await pass(15_000);
  expect(server.forms).toHaveLength(1);
});

it('reports a server error that concerns all forms, until they are sent', async () => {
  const server = openBrowser();
  const page = await openPage();
  await submitLost(server, page);
  server.outcomes.push({ kind: 'refused', error: 'internal' });
  await page.store.sendNow();
  expect(page.store.getState().sendProblem).toBe(errors.internal.message);
  await page.store.sendNow();
  expect(page.store.getState().sendProblem).toBe('');
});

it('reports an ended session and stops sending', async () => {
  const server = openBrowser();
  const page = await openPage();
  await submitLost(server, page, 1);
  await submitLost(server, page, 2);
  server.otherwise = { kind: 'refused', error: 'signedOut' };
  server.sent.length = 0;
  await page.store.sendNow();
  expect(page.onSessionLost).toHaveBeenCalledTimes(1);
  expect(server.sent).toHaveLength(1);
});

it('sends before a log-out and returns how many forms are left', async () => {
  const server = openBrowser();
  const page = await openPage();
  expect(await page.store.sendAllWithin(5000)).toBe(0);
  await submitLost(server, page, 1);
  await submitLost(server, page, 2);
  server.outcomes.push({ kind: 'refused', error: 'timeInFuture' });
  expect(await page.store.sendAllWithin(5000)).toBe(1);
  expect(server.forms).toHaveLength(1);
});

it('limits the wait before a log-out', async () => {
  const server = openBrowser();
  const page = await openPage();
  await submitLost(server, page);
  server.outcomes.push({ kind: 'held', until: new Promise(() => {}) });
  const left = page.store.sendAllWithin(5000);
  await pass(5000);
  expect(await left).toBe(1);
});
