import type { Answer } from '../../contract/endpoints.ts';
import type { Form, Profile, SessionUser } from '../../contract/entities.ts';
import { type EntryKind, KINDS } from '../../contract/kinds.ts';
import { FormDays, monthOf } from '../../domain/form-days.ts';
import type { DayRange } from '../../domain/windows.ts';
import { ratedForm } from '../forms/queries.ts';
import type { SignedInDevice } from '../identity/queries.ts';
import { dayOf } from '../ui/form-time.ts';
import { makeReminders } from './reminders.ts';
import type { Answers } from './server.ts';

/** Fake people, and what the server has stored about them. */

export const ZONE = 'America/New_York';

/** Noon in New York on a Wednesday. */
export const NOW = '2026-11-18T17:00:00Z';

export interface Known {
  readonly profile: Profile;
  readonly session: SessionUser;
}

export function makePerson({
  symptoms = ['Tremor', 'Stiffness', 'Balance'],
  past = [],
  isNewUser = false,
  ...known
}: Partial<Profile> & {
  readonly symptoms?: readonly string[];
  readonly past?: readonly string[];
  readonly isNewUser?: boolean;
} = {}): Known {
  const slot = (index: number) => symptoms[index] ?? (index < 3 ? 'No Symptom entered' : '');
  const facts = {
    email: 'ada@example.org',
    name: 'Ada Lovelace',
    firstName: 'Ada',
    lastName: 'Lovelace',
    birthday: '1951-12-10',
    biologicalSex: 'female' as const,
    diagnosedYear: 2020,
    yearsWithParkinsons: 6,
    timeZone: ZONE,
    hourCycle: 'h12' as const,
    dateOrder: 'mdy' as const,
    moreQuestions: '',
    display: null,
    symptom1: slot(0),
    symptom2: slot(1),
    symptom3: slot(2),
    symptom4: slot(3),
    symptom5: slot(4),
    pastSymptoms: [...past],
    revision: 1,
    ...known,
  };
  const { userId = crypto.randomUUID(), ...told } = { ...facts };
  return {
    profile: { ...told, userId },
    session: {
      ...told,
      ...{ id: userId, imageUrl: '', isNewUser, hasProfile: true },
      ...{ helps: [], accepted: [], waitsFor: [] },
      asksAddress: false,
    },
  };
}

/** The settings of an installation that sends email and has no providers. */
export const PLAIN = {
  supportEmail: 'support@example.org',
  providers: [],
  passkeys: 'yes',
  signInLink: true,
  signUp: true,
} satisfies Answer<'getConfig'>;

type EntryCalls = EntryKind['calls'];
type ListCall = EntryCalls['list'] | Extract<EntryCalls, { readonly deleted: string }>['deleted'];

/** No entry of any kind but forms, and none that was deleted. */
const NO_ENTRIES: Record<ListCall, never[]> = Object.fromEntries(
  KINDS.flatMap(({ calls }) => [
    [calls.list, []],
    ...('deleted' in calls ? [[calls.deleted, []]] : []),
  ]),
);

/** The answers to the calls that the screens of a signed-in person make. */
export function answersFor({ profile, session }: Known, forms: readonly Form[] = []) {
  return {
    getConfig: PLAIN,
    getSession: session,
    getUserProfile: profile,
    updateProfile: ({ userId: _, ...facts }) => ({ ...profile, ...facts }),
    getUserForms: ({ from, to, limit, cursor, formNumber: wanted }) => {
      const start = cursor ? forms.findIndex((form) => form.cursor === cursor) + 1 : 0;
      return forms
        .slice(start)
        .filter(({ date }) => (!from || date >= from) && (!to || date < to))
        .filter(({ formNumber }) => !wanted || formNumber === wanted)
        .slice(0, limit ?? forms.length);
    },
    ...NO_ENTRIES,
    getReminders: makeReminders(),
    getShares: [],
    getCaregivers: { caregivers: [], invitations: [], helps: [] },
    getFormDays: ({ from, to }) => daysOf(forms, { first: from, last: to }),
    searchForms: ({ search, limit, cursor }) => {
      const start = cursor ? forms.findIndex((form) => form.cursor === cursor) + 1 : 0;
      return forms
        .slice(start)
        .filter(({ symptomData }) =>
          Object.values(symptomData).some(({ notes }) => notes.includes(search)),
        )
        .slice(0, limit ?? forms.length);
    },
    getDeletedForms: [],
    getAccount: {
      email: profile.email,
      emailProven: false,
      hasPassword: true,
      waysIn: [{ wayId: 'password', kind: 'password', email: '', since: null, isRemovable: false }],
      proofs: ['password'],
      confirmed: false,
    },
    getSessions: [makeSession({ isThis: true })],
    getActivity: [],
    getSpreadsheet: OFF,
  } satisfies Answers;
}

/** The answer of `getFormDays`. */
function daysOf(forms: readonly Form[], range: DayRange): Answer<'getFormDays'> {
  const days = new FormDays();
  for (const form of forms) days.add(ratedForm(form));
  const months = [...new Set(forms.map((form) => monthOf(dayOf(form))))].sort();
  return {
    days: days.within(range),
    older: months.filter((month) => month < monthOf(range.first)).at(-1) ?? null,
    newer: months.find((month) => month > monthOf(range.last)) ?? null,
  };
}

/** A browser in which a person is signed in, as the server lists it. */
export function makeSession(device: Partial<SignedInDevice> = {}): SignedInDevice {
  return {
    sessionId: crypto.randomUUID(),
    browser: 'Firefox on Android',
    firstUsedAt: '2026-03-02T15:00:00.000Z',
    lastUsedAt: '2026-11-18T15:00:00.000Z',
    isThis: false,
    ...device,
  };
}

/** The answers while nobody is signed in. */
export const NOBODY = { getConfig: PLAIN } satisfies Answers;

export const OFF = {
  state: 'off',
  problem: '',
  spreadsheetId: '',
  url: '',
  waiting: 0,
  hasLegacySheet: false,
} as const;

/** A form as the server lists it. */
export function makeForm(
  formNumber: number,
  date: string,
  ratings: Readonly<Record<string, number>>,
  {
    notes = '',
    enteredAt = date,
    timeZone = ZONE,
  }: { readonly notes?: string; readonly enteredAt?: string; readonly timeZone?: string } = {},
): Form {
  const entries = Object.entries(ratings).map(([name, severity], index) => [
    `symptom${index + 1}`,
    { name, severity, notes: index === 0 ? notes : '' },
  ]);
  return {
    id: crypto.randomUUID(),
    formNumber,
    date: new Date(date).toISOString(),
    enteredAt: new Date(enteredAt).toISOString(),
    timeZone,
    symptoms: Object.keys(ratings),
    symptomData: Object.fromEntries(entries),
    author: 'self',
    version: 1,
    cursor: `${Date.parse(date)}.${formNumber}`,
    rowIndex: formNumber + 1,
    sheetName: 'Forms',
  };
}

/**
 * Three forms on each of `days` days before today and one form today, newest first. Equal arguments give equal ratings.
 */
export function makeForms(days: number, names = ['Tremor', 'Stiffness', 'Balance']): Form[] {
  const last = Date.parse(NOW);
  const hours = [13, 18, 24];
  const times = Array.from({ length: days }, (_, day) => last - (day + 1) * 86_400_000)
    .flatMap((noon) => hours.map((hour) => noon + (hour - 17) * 3_600_000))
    .concat(Date.parse('2026-11-18T13:10:00Z'))
    .sort((one, other) => one - other);
  return times
    .map((time, index) =>
      makeForm(
        index + 1,
        new Date(time).toISOString(),
        Object.fromEntries(names.map((name, slot) => [name, 1 + ((index + 2 * slot) % 5)])),
      ),
    )
    .reverse();
}
