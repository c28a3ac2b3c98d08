import { expect, it } from 'vitest';
import {
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

/** A little longer than a window waits for the lock of another window (ms). */
const HANDOVER = 600;

it('opens a form in another window only after it is closed in the first', async () => {
  openBrowser();
  const first = await openPage();
  const { submissionId } = await rate(first, 4);
  const second = await openPage();
  await pass(HANDOVER);
  expect(second.store.getState().entries).toEqual([]);
  await first.store.close();
  await stored();
  second.store.stop();
  const third = await openPage();
  await third.store.reopen(submissionId);
  third.store.change({ changes: [{ name: 'Tremor', severity: 5 }] });
  const reopened = first.store.reopen(submissionId);
  await pass(HANDOVER);
  await reopened;
  expect(first.store.getState().isElsewhere).toBe(true);
  expect(first.shown()).toBeUndefined();
  await third.store.submit(tremor(5));
  await first.store.reopen(submissionId);
  expect(first.store.getState().isElsewhere).toBe(true);
  expect(first.store.getState().entries).toEqual([]);
});

it('opens a closed form in the state that another window has stored', async () => {
  openBrowser();
  const first = await openPage();
  const { submissionId } = await rate(first, 4);
  await first.store.close();
  await stored();
  const second = await openPage();
  await second.store.reopen(submissionId);
  second.store.change({ changes: [{ name: 'Tremor', severity: 5 }] });
  await second.store.close();
  await stored();
  await first.store.reopen(submissionId);
  expect(first.shown()?.draft.changes).toEqual([{ name: 'Tremor', severity: 5 }]);
});

it('keeps the new forms of two windows', async () => {
  openBrowser();
  const first = await openPage();
  const second = await openPage();
  await rate(first, 4);
  await rate(second, 2);
  await first.store.close();
  await second.store.close();
  await stored();
  first.store.stop();
  second.store.stop();
  const page = await openPage();
  expect(page.all('closed').map(({ draft }) => draft.changes[0]?.severity)).toEqual(
    expect.arrayContaining([4, 2]),
  );
});

it('releases its form when the page is left', async () => {
  openBrowser();
  const page = await openPage();
  await rate(page, 4);
  expect((await navigator.locks.query()).held).toHaveLength(1);
  page.store.stop();
  await stored();
  expect((await navigator.locks.query()).held).toEqual([]);
});

it('holds no lock of a closed, waiting or sent form', async () => {
  const server = openBrowser();
  const page = await openPage();
  await rate(page, 4);
  await page.store.close();
  await page.store.begin();
  server.outcomes.push({ kind: 'lost' });
  await page.store.submit(tremor(4));
  await pass(3000);
  expect(server.forms).toHaveLength(1);
  await rate(page, 2);
  page.store.discard();
  await stored();
  expect((await navigator.locks.query()).held).toEqual([]);
});

it('sends a waiting form from one of two windows, and updates the other when it becomes visible', async () => {
  const server = openBrowser();
  const first = await openPage();
  await submitWith(server, first, { kind: 'lost' });
  await first.store.close();
  const second = await openPage();
  expect(second.all('waiting')).toHaveLength(1);
  await second.store.sendNow();
  expect(first.all('waiting')).toHaveLength(1);
  await first.store.refresh();
  expect(first.all('waiting')).toEqual([]);
  await pass(60_000);
  expect(server.forms).toHaveLength(1);
  expect(server.sent).toHaveLength(2);
});

it('keeps a form in the dialog that another window has sent, to be submitted again', async () => {
  const server = openBrowser();
  const first = await openPage();
  await submitAndReopen(server, first);
  const second = await openPage();
  await second.store.sendNow();
  await first.store.refresh();
  expect(first.shown()?.status).toBe('open');
  await first.store.submit(tremor(4));
  expect(server.forms).toHaveLength(1);
});

it('keeps a form on the disk that was changed while another window sent it', async () => {
  const server = openBrowser();
  const first = await openPage();
  await submitAndReopen(server, first);
  const second = await openPage();
  const answer = Promise.withResolvers<void>();
  server.outcomes.push({ kind: 'held', until: answer.promise });
  const sending = second.store.sendNow();
  await stored();
  first.store.change({ changes: [{ name: 'Tremor', severity: 5 }] });
  await stored();
  answer.resolve();
  await sending;
  expect(await stored()).toMatchObject([{ form: { changes: [{ name: 'Tremor', severity: 5 }] } }]);
  await first.store.submit(tremor(5));
  expect(server.forms.map(({ symptomData }) => symptomData)).toEqual([tremor(5)]);
});

it('sends a form that another window has changed and submitted again', async () => {
  const server = openBrowser();
  const first = await openPage();
  await submitAndReopen(server, first);
  const second = await openPage();
  expect(second.all('waiting')).toHaveLength(1);
  await pass(1000);
  first.store.change({ changes: [{ name: 'Tremor', severity: 5 }] });
  server.outcomes.push({ kind: 'lost' });
  await first.store.submit(tremor(5));
  first.store.stop();
  await second.store.sendNow();
  expect(server.forms.map(({ symptomData }) => symptomData)).toEqual([tremor(5)]);
  expect(second.all('waiting')).toEqual([]);
});

it('does not open a waiting form that is open, or was changed, in another window', async () => {
  const server = openBrowser();
  server.otherwise = { kind: 'lost' };
  const first = await openPage();
  const { submissionId } = await submitAndReopen(server, first);
  const second = await openPage();
  const opening = second.store.reopen(submissionId);
  await pass(500);
  await opening;
  expect(second.store.getState()).toMatchObject({ shownId: undefined, isElsewhere: true });
  first.store.change({ changes: [{ name: 'Tremor', severity: 5 }] });
  await first.store.close();
  await stored();
  await second.store.reopen(submissionId);
  expect(second.shown()).toBeUndefined();
  expect(second.all('waiting')).toEqual([]);
});

it('sends a form that another window has opened and submitted after it was closed here', async () => {
  const server = openBrowser();
  const first = await openPage();
  const { submissionId } = await rate(first, 4);
  await first.store.close();
  const second = await openPage();
  await second.store.reopen(submissionId);
  server.outcomes.push({ kind: 'lost' });
  await second.store.submit(tremor(4));
  second.store.stop();
  await first.store.refresh();
  expect(first.all('closed')).toEqual([]);
  await pass(3000);
  expect(server.forms).toHaveLength(1);
});

it('does not send a form that another window has deleted while others are sent', async () => {
  const server = openBrowser();
  const first = await openPage();
  await submitWith(server, first, { kind: 'lost' });
  await pass(1);
  const { submissionId } = await submitWith(server, first, { kind: 'lost' });
  const second = await openPage();
  const answer = Promise.withResolvers<void>();
  server.outcomes.push({ kind: 'held', until: answer.promise });
  const sending = first.store.sendNow();
  await stored();
  await second.store.reopen(submissionId);
  second.store.discard();
  await stored();
  answer.resolve();
  await sending;
  expect(server.forms).toHaveLength(1);
});

it('reports a form as saved in both windows if both have sent it at once', async () => {
  const server = openBrowser();
  const first = await openPage();
  await submitWith(server, first, { kind: 'lost' });
  const second = await openPage();
  await Promise.all([first.store.sendNow(), second.store.sendNow()]);
  for (const page of [first, second]) {
    expect(page.all('waiting')).toEqual([]);
    expect(page.store.takeSaved()).toHaveLength(1);
  }
  expect(server.forms).toHaveLength(1);
});

it('takes no lock on a page that does not show drafts', async () => {
  openBrowser();
  const overview = await openPage();
  const draft = await rate(overview, 4);
  overview.store.hideDrafts();
  await stored();
  expect((await navigator.locks.query()).held).toEqual([]);
  const other = await openPage();
  expect(other.shown()?.draft).toEqual(draft);
  other.store.hideDrafts();
  overview.store.showDrafts();
  await overview.until((page) => page.shown() !== undefined);
  expect(overview.shown()?.draft).toEqual(draft);
});

it.each(['closed', 'submitted again'])(
  'keeps a correction that is %s in another window before the first answer arrives',
  async (how) => {
    const server = openBrowser();
    const first = await openPage();
    const { answer, submitted } = await submitHeld(server, first);
    const { submissionId = '' } = first.shown()?.draft ?? {};
    await first.store.close();
    const second = await openPage();
    await pass(1000);
    await second.store.reopen(submissionId);
    second.store.change({ changes: [{ name: 'Tremor', severity: 5 }] });
    if (how === 'closed') await second.store.close();
    else {
      server.outcomes.push({ kind: 'lost' });
      await second.store.submit(tremor(5));
    }
    await stored();
    answer.resolve();
    await submitted;
    expect(await stored()).toMatchObject([
      { form: { submissionId, changes: [{ name: 'Tremor', severity: 5 }] } },
    ]);
    if (how === 'closed') {
      await second.store.reopen(submissionId);
      await second.store.submit(tremor(5));
    } else await second.store.sendNow();
    expect(server.forms.map(({ symptomData }) => symptomData)).toEqual([tremor(5)]);
    expect(await stored()).toEqual([]);
  },
);
