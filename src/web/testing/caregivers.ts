import type { Accepted, CheckIn, Dose, Form, Helped } from '../../contract/entities.ts';
import type { Caregivers } from '../caregivers/queries.ts';
import { DeviceDatabase, type DeviceRecord } from '../platform/device-database.ts';
import { makeCheckIn } from './check-ins.ts';
import { makeDiary } from './diary.ts';
import { makeDose, makeLevodopa } from './doses.ts';
import { answersFor, type Known, makeForm, makePerson, NOW } from './person.ts';
import { button, dialog } from './screen.ts';
import type { Answers } from './server.ts';

/** Fake caregivers, and what the server answers about them. */

export function makeCaregiver(change: Partial<Caregivers['caregivers'][number]> = {}) {
  return {
    caregiverId: crypto.randomUUID(),
    name: 'Carla Lovelace',
    email: 'carla@example.org',
    may: 'log' as const,
    notes: false,
    since: '2026-11-01T17:00:00Z',
    lastSeenAt: '2026-11-17T17:00:00Z',
    ...change,
  };
}

export function makeInvitation(change: Partial<Caregivers['invitations'][number]> = {}) {
  return {
    invitationId: crypto.randomUUID(),
    email: 'tom@example.org',
    may: 'read' as const,
    notes: false,
    url: `https://tracker.example.org/invitation#${'a1'.repeat(32)}`,
    expiresAt: '2026-11-25T17:00:00Z',
    ...change,
  };
}

/** Somebody who has accepted an invitation under another address. */
export function makeAccepted(change: Partial<Accepted> = {}): Accepted {
  return {
    caregiverId: crypto.randomUUID(),
    ...{ invited: 'tom@example.org', email: 'tom.lovelace@example.com', name: 'Tom Lovelace' },
    ...{ may: 'read', notes: false },
    ...change,
  };
}

/** The answer to an invitation that goes out by letter. */
export const INVITED = {
  invitationId: crypto.randomUUID(),
  url: 'https://tracker.example.org/invitation#a1',
  mailed: 'sent',
} as const;

export const INVITATION = {
  name: 'Grace Hopper',
  firstName: 'Grace',
  email: 'carla@example.org',
  may: 'log',
  notes: false,
  expiresAt: '2026-11-25T17:00:00Z',
} as const;

export const GRACE_ID = 'd2b1f5f2-5e9a-4d0f-8f5e-1a2b3c4d5e6f';

/** A caregiver, by default without symptoms of their own, and the person whom they help. */
export function makePair(
  allowed: Partial<Helped> = {},
  person: Partial<Known['profile']> = {},
  /** The caregiver's own symptoms. */
  symptoms: readonly string[] = [],
): { readonly me: Known; readonly grace: Known; readonly helped: Helped } {
  const named = { firstName: 'Grace', name: 'Grace Hopper', ...person };
  const grace = makePerson({ ...named, userId: GRACE_ID, email: '' });
  const { firstName, name } = grace.profile;
  const helped: Helped = {
    ...{ userId: GRACE_ID, caregiverId: crypto.randomUUID(), firstName, name },
    ...{ may: 'log', notes: false, since: NOW },
    ...allowed,
  };
  const me = makePerson({ symptoms, firstName: 'Carla', name: 'Carla Lovelace' });
  return { me: { ...me, session: { ...me.session, helps: [helped] } }, grace, helped };
}

/** Grace's forms as her caregiver gets them: one that the caregiver has entered, and one that Grace has entered. */
export const GRACES_FORMS: readonly Form[] = [
  { ...makeForm(2, '2026-11-18T16:00:00Z', { Tremor: 4, Stiffness: 2 }), author: 'Carla Lovelace' },
  { ...makeForm(1, '2026-11-18T13:00:00Z', { Tremor: 3 }), readOnly: true, notesWithheld: true },
];

const GRACES_CHECK_IN: CheckIn = {
  ...{ day: '2026-11-18', medication: 'as planned', exerciseMinutes: 30, sleepHours: 7, mood: 4 },
  ...{ bowels: null, naps: null, dizzy: null },
  ...{ notes: '', enteredAt: NOW, timeZone: 'America/New_York', author: 'self', version: 1 },
  ...{ readOnly: true, notesWithheld: true },
};

const GRACES_DOSE: Dose = {
  ...{ doseId: crypto.randomUUID(), medicationId: crypto.randomUUID() },
  ...{ name: 'Levodopa/carbidopa', strength: 100, unit: 'mg', isLevodopa: true, amount: 1 },
  ...{ takenAt: '2026-11-18T13:05:00Z', scheduledFor: null, status: 'taken' },
  ...{ enteredAt: '2026-11-18T13:05:00Z', timeZone: 'America/New_York' },
  ...{ author: 'Tom Lovelace', version: 1, readOnly: true },
};

/** The answers to a caregiver, whose own tracker is empty. */
export function answersForPair({ me, grace, helped }: ReturnType<typeof makePair>): Answers {
  const own = answersFor(me);
  const isGraces = ({ userId }: { readonly userId: string }) => userId === GRACE_ID;
  const locked = helped.may === 'read' ? { readOnly: true as const } : {};
  const forms = GRACES_FORMS.map((form) => ({ ...form, ...locked }));
  const graces = answersFor(grace, forms);
  return {
    ...own,
    getUserProfile: (input) => (isGraces(input) ? grace.profile : me.profile),
    getUserForms: (input) => (isGraces(input) ? forms : []),
    getFormDays: (input) => (isGraces(input) ? graces : own).getFormDays(input),
    getCheckIns: (input) => (isGraces(input) ? [GRACES_CHECK_IN] : []),
    getDoses: (input) => (isGraces(input) ? [GRACES_DOSE] : []),
  };
}

/** The answers to a caregiver with a tracker of their own: in both trackers an entry of each kind can be changed. */
export function answersForBoth(pair: ReturnType<typeof makePair>): Answers {
  return {
    ...answersForPair(pair),
    getUserForms: [makeForm(2, '2026-11-18T16:00:00Z', { Tremor: 4, Stiffness: 2 })],
    getMedications: [makeLevodopa()],
    getDoses: [makeDose('2026-11-18T13:05:00.000Z')],
    getCheckIns: [makeCheckIn('2026-11-18', { mood: 4 })],
    getDiary: makeDiary('2026-11-18T13:00:00.000Z', ['on']),
  };
}

/** Stores a half-hour of the diary, as if it had waited on the device since an earlier page load. */
export async function storeHalfHour(trackerKey: string, more: object): Promise<void> {
  const pressId = crypto.randomUUID();
  const entry = { pressId, slots: [NOW], state: 'on', enteredAt: NOW, timeZone: 'UTC' };
  const record: DeviceRecord = { kind: 'diary', id: pressId, trackerKey, ...more };
  await new DeviceDatabase().put({ ...record, entry } as DeviceRecord);
}

export async function forgetHalfHours(trackerKey: string): Promise<void> {
  await new DeviceDatabase().removeOf(trackerKey, ({ kind }) => kind === 'diary');
}

/** Opens another tracker with the button below the header. */
export async function showTracker(name: string): Promise<void> {
  await button('Change the tracker').click();
  await dialog().getByRole('button', { name }).click();
}
