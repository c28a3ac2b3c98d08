import { expect, it } from 'vitest';
import { USER } from './testing/form-server.ts';
import { NOON, openBrowser, openPage, pass, resultOf, stored, tremor } from './testing/page.ts';

/**
 * The database, the records and the locks of version 1.0.0, as a page of that version uses them. Do not change this
 * function, because such pages may stay open beside newer ones for days.
 */
async function openEarlierPage() {
  const open = indexedDB.open('symptom-tracker', 2);
  open.onupgradeneeded = () => {
    const forms = open.result.createObjectStore('forms', { keyPath: 'form.submissionId' });
    forms.createIndex('byUser', 'userId');
  };
  const db = await resultOf(open);
  let isAskedToClose = false;
  db.onversionchange = () => {
    isAskedToClose = true;
  };
  return {
    isAskedToClose: () => isAskedToClose,
    put: async (record: object) =>
      await resultOf(db.transaction('forms', 'readwrite').objectStore('forms').put(record)),
    get: async (id: string) => await resultOf(db.transaction('forms').objectStore('forms').get(id)),
    /** Takes the lock of a form, as a page of version 1.0.0 does for an open form. */
    async hold(id: string) {
      const held = Promise.withResolvers<void>();
      const granted = Promise.withResolvers<void>();
      void navigator.locks.request(`form ${id}`, () => {
        granted.resolve();
        return held.promise;
      });
      await granted.promise;
      return held.resolve;
    },
    close: () => db.close(),
  };
}

const idOf = (number: number) => `0198a000-0000-4000-8000-00000000000${number}`;

const changes = [{ name: 'Tremor', severity: 4, notes: 'After sitting' }];
const open = {
  userId: USER,
  isClosed: false,
  form: { submissionId: idOf(1), changes, begunAt: '2026-11-18T12:00:00.000Z', sent: [] },
};
const closed = { userId: USER, isClosed: true, form: { ...open.form, submissionId: idOf(2) } };
const waiting = {
  userId: USER,
  isClosed: false,
  form: {
    submissionId: idOf(3),
    changes,
    begunAt: '2026-11-17T12:00:00.000Z',
    loggedAt: '2026-11-17T11:00:00.000Z',
    sent: [tremor(4, 'After sitting')],
  },
  submission: { formData: tremor(4, 'After sitting'), enteredAt: '2026-11-17T12:01:00.000Z' },
};
/** Version 1.0.0 stored no reason for a refusal and sent the form again at each page load. */
const refused = {
  ...waiting,
  form: { ...waiting.form, submissionId: idOf(4) },
  submission: { ...waiting.submission, enteredAt: '2026-11-17T12:02:00.000Z' },
};
/** A record from a version that stored no `begunAt`, and that stored all values of each symptom. */
const older = {
  userId: USER,
  isClosed: true,
  form: { submissionId: idOf(5), changes: [{ name: 'Tremor', severity: 2, notes: '' }], sent: [] },
};

it('restores a default 1 of an earlier version as not rated, and sends it if it was submitted', async () => {
  const server = openBrowser();
  const earlier = await openEarlierPage();
  const values = [
    { name: 'Tremor', severity: 4, notes: '' },
    { name: 'Stiffness', severity: 1, notes: 'Tired' },
  ] as const;
  const formData = { symptom1: values[0], symptom2: values[1] };
  const form = { changes: values, sent: [] };
  await earlier.put({ userId: USER, isClosed: false, form: { ...form, submissionId: idOf(1) } });
  await earlier.put({ userId: USER, isClosed: true, form: { ...form, submissionId: idOf(2) } });
  await earlier.put({
    ...waiting,
    form: { ...form, submissionId: idOf(3) },
    submission: { formData, enteredAt: '2026-11-17T12:01:00.000Z' },
  });
  await earlier.put({
    ...waiting,
    form: { ...form, submissionId: idOf(4) },
    submission: { formData, enteredAt: '2026-11-17T12:02:00.000Z' },
  });
  earlier.close();

  const page = await openPage();
  const unsure = [values[0], { name: 'Stiffness', notes: 'Tired' }];
  expect(page.shown()?.draft.changes).toEqual(unsure);
  server.outcomes.push({ kind: 'held', until: Promise.resolve() });
  server.outcomes.push({ kind: 'refused', error: 'timeInFuture' });
  await pass(3000);
  expect(server.forms).toMatchObject([{ id: idOf(3), symptomData: formData }]);
  await page.store.close();
  await page.store.reopen(idOf(2));
  expect(page.shown()?.draft.changes).toEqual(unsure);
  await page.store.close();
  page.store.openRefused(idOf(4));
  expect(page.shown()?.draft.changes).toEqual(unsure);
});

it('restores the drafts of an earlier version and sends its waiting forms', async () => {
  const server = openBrowser();
  const earlier = await openEarlierPage();
  for (const record of [open, closed, waiting, refused, older]) await earlier.put(record);
  earlier.close();

  const page = await openPage();
  expect(page.shown()).toEqual({ draft: open.form, status: 'open', isRestored: true });
  expect(page.all('closed').map(({ draft }) => draft)).toEqual([closed.form, older.form]);
  expect(page.all('waiting').map(({ draft }) => draft)).toEqual([waiting.form, refused.form]);
  server.outcomes.push({ kind: 'held', until: Promise.resolve() });
  server.outcomes.push({ kind: 'refused', error: 'timeInFuture' });
  await pass(3000);
  expect(server.forms).toMatchObject([
    { id: idOf(3), date: '2026-11-17T11:00:00.000Z', symptomData: tremor(4, 'After sitting') },
  ]);
  expect(page.all('refused').map(({ draft }) => draft.submissionId)).toEqual([idOf(4)]);

  await page.store.submit(tremor(4, 'After sitting'));
  page.store.openRefused(idOf(4));
  await page.store.submit(tremor(4, 'After sitting'));
  for (const id of [idOf(2), idOf(5)]) {
    await page.store.reopen(id);
    await page.store.submit(tremor(2));
  }
  expect(server.forms.map(({ id }) => id)).toEqual([3, 1, 4, 2, 5].map(idOf));
  expect(await stored()).toEqual([]);
});

it('works beside an open page of the earlier version without loss on either side', async () => {
  const server = openBrowser();
  const earlier = await openEarlierPage();
  await earlier.put(open);
  const release = await earlier.hold(idOf(1));

  const page = await openPage();
  await pass(600);
  // The earlier page holds the draft's lock, so the newer page does not show the draft.
  expect(page.store.getState().entries).toEqual([]);
  await page.store.begin();
  page.store.change({ changes: [{ name: 'Tremor', severity: 5 }] });
  await page.store.close();
  await stored();

  // The earlier page continues to write, and submits offline.
  expect(earlier.isAskedToClose()).toBe(false);
  await earlier.put({
    ...open,
    form: { ...open.form, changes: [{ name: 'Tremor', severity: 3 }] },
  });
  const submission = { formData: tremor(3), enteredAt: NOON };
  await earlier.put({ ...open, submission });
  release();
  await page.store.refresh();
  expect(page.all('waiting').map(({ draft }) => draft.submissionId)).toEqual([idOf(1)]);
  await page.store.sendNow();
  expect(server.forms).toMatchObject([{ id: idOf(1), symptomData: tremor(3) }]);
  // The earlier page can read what this version has stored.
  expect(await earlier.get(idOf(1))).toBeUndefined();
  const [draft] = page.all('closed').map((entry) => entry.draft);
  expect(await earlier.get(draft?.submissionId ?? '')).toEqual({
    userId: USER,
    isClosed: true,
    form: draft,
  });
  earlier.close();
});
