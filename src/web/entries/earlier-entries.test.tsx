import { openDB } from 'idb';
import { afterEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../testing/accessible.ts';
import { openApp } from '../testing/app.tsx';
import { answersForPair, GRACE_ID, makePair } from '../testing/caregivers.ts';
import { answersFor, makeForm, makePerson, NOW } from '../testing/person.ts';
import { button, see, seeNot } from '../testing/screen.ts';
import { findEarlier } from './earlier-databases.ts';

const person = makePerson();
const FORM = makeForm(1, NOW, { Tremor: 3, Stiffness: 2 });
const entries = page.getByLabelText('The entries');

function open() {
  return openApp('/dashboard', answersFor(person, [FORM]));
}

/** Stores records as a build before 1.0.0 did. */
async function store(name: string, table: string, records: readonly object[]): Promise<void> {
  const db = await openDB(name, 1, {
    upgrade: (created) => void created.createObjectStore(table, { autoIncrement: true }),
  });
  for (const record of records) await db.put(table, record);
  db.close();
}

const formOf = (userId: string) => ({
  userId,
  isClosed: true,
  form: { submissionId: 'x', changes: [{ name: 'Tremor', severity: 4, notes: 'After lunch' }] },
});

afterEach(() => {
  for (const name of ['symptom-tracker', 'symptom-tracker-doses']) indexedDB.deleteDatabase(name);
});

const left = async (userId: string) => (await findEarlier(userId)).length;

it('shows what an earlier build has not sent, and deletes it only after that', async () => {
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValueOnce();
  const dose = { doseId: 'y', amount: 1.5, takenAt: NOW };
  await store('symptom-tracker', 'forms', [formOf(person.session.id), formOf('somebody')]);
  await store('symptom-tracker-doses', 'doses', [
    { userId: `${person.session.id} for somebody`, ownerName: 'Grace', dose },
  ]);
  open();
  await see('2 entries are on this device only, from an earlier version of this app.');
  await expect
    .element(entries)
    .toHaveValue(
      [
        ...['form:', '  changes:', '      name: Tremor', '      severity: 4'],
        ...['      notes: After lunch', '', 'ownerName: Grace', 'dose:', '  amount: 1.5'],
        `  takenAt: ${NOW}`,
      ].join('\n'),
    );
  await expectAccessible();
  expect(button('Delete from this device').elements()).toEqual([]);
  await button('Copy').click();
  await see('Copied.');
  expect(write).toHaveBeenCalledOnce();
  await button('Delete from this device').click();
  await seeNot(entries);
  // The other person's form is still there.
  expect([await left(person.session.id), await left('somebody')]).toEqual([0, 1]);
});

it('shows unsaved answers and topics too, and deletes nothing that was stored since', async () => {
  const key = `checkInDrafts ${person.session.id}`;
  localStorage.setItem(key, JSON.stringify({ '2026-11-18': { answers: { mood: 2 } } }));
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValueOnce(new Error('not allowed'));
  open();
  await see('1 entry is on this device only, from an earlier version of this app.');
  await expect.element(entries).toHaveValue('2026-11-18:\n  answers:\n    mood: 2');
  await store('symptom-tracker', 'forms', [formOf(person.session.id)]);
  await button('Copy').click();
  await see('This browser can’t copy the text for you.');
  await button('Delete from this device').click();
  await seeNot(entries);
  expect(localStorage.getItem(key)).toBeNull();
  expect(await left(person.session.id)).toBe(1);
});

it('says nothing about what somebody else has entered', async () => {
  await store('symptom-tracker', 'forms', [formOf('somebody')]);
  open();
  await see(button('Track Symptoms', true));
  await seeNot(entries);
  expect(await left('somebody')).toBe(1);
});

it('is shown to a caregiver in the tracker of the person whom they help', async () => {
  const pair = makePair();
  await store('symptom-tracker', 'forms', [formOf(`${pair.me.session.id} for ${GRACE_ID}`)]);
  openApp('/dashboard', answersForPair(pair));
  await see('1 entry is on this device only, from an earlier version of this app.');
});
