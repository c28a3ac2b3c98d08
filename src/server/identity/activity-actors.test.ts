import { describe, expect, it } from 'vitest';
import type { Activity } from '../../contract/activity.ts';
import { Browser, freshUser, type TestUser, testApp, wait } from '../testing/app.ts';
import { type Allowed, caregiverOf, invited } from '../testing/caregivers.ts';
import { onEveryDatabase } from '../testing/databases.ts';
import { deletedDiary, EARLIER, savedDiary } from '../testing/diary.ts';
import { savedForm } from '../testing/entries.ts';
import { enlarge, fillDisk } from '../testing/full-disk.ts';
import { collected, madeHealthLink } from '../testing/health-links.ts';
import { loggedDose, savedMedication } from '../testing/medication.ts';
import { askForChange, askForReset, NEW_PASSWORD } from '../testing/outbox.ts';
import { browserElsewhere } from '../testing/places.ts';
import { everyRow } from '../testing/rows.ts';
import { madeShare, reading } from '../testing/sharing.ts';

const HOUR_MS = 3_600_000;
const RATING = { symptom1: { name: 'Tremor', severity: 2, notes: '' } };

onEveryDatabase((place, onlyOnce) => {
  const test = testApp(place);

  async function activityOf({ browser, userId }: TestUser): Promise<Activity[]> {
    return (await browser.call('getActivity', { userId })).json();
  }

  const told = (entries: readonly Activity[]) =>
    entries.map(({ kind, count, actor, helper }) =>
      [`${count} × ${kind}`, actor, helper].filter(Boolean).join(', '),
    );

  async function forget({ userId }: TestUser): Promise<void> {
    await test.context.db.deleteFrom('activity').where('user_id', '=', userId).execute();
  }

  /** A person without activity, and someone who helps them. */
  async function pair(allowed: Allowed) {
    const person = await freshUser(test, ['Tremor']);
    const helper = await caregiverOf(test, person, allowed);
    const rename = async (firstName: string) => {
      await helper.browser.call('updateProfile', { userId: helper.userId, firstName });
    };
    await rename('Ada');
    await forget(person);
    return { person, helper, rename, asHelper: { ...helper, userId: person.userId } };
  }

  describe('what a helper did', () => {
    it('has their present name, apart from what the person did', async () => {
      const { person, asHelper, helper, rename } = await pair({ may: 'log' });
      const { userId } = person;
      const { formNumber } = await savedForm(asHelper, RATING);
      await asHelper.browser.call('deleteForm', { userId, formNumber });
      await asHelper.browser.call('restoreForm', { userId, formNumber });
      await person.browser.call('deleteForm', { userId, formNumber });
      expect(told(await activityOf(person))).toEqual([
        '1 × formDeleted, self',
        '1 × formRestored, helper, Ada Hopper',
        '1 × formDeleted, helper, Ada Hopper',
      ]);
      await rename('Anna');
      expect((await activityOf(person))[1]?.helper).toBe('Anna Hopper');
      await person.browser.call('endCaregiver', { userId, caregiverId: helper.caregiverId });
      expect(told(await activityOf(person)).slice(0, 3)).toEqual([
        '1 × caregiverEnded, self',
        '1 × formDeleted, self',
        '1 × formRestored, helper',
      ]);
    });

    it('names them for every change that they can make', async () => {
      const { person, asHelper } = await pair({ may: 'log' });
      const { browser, userId, email } = asHelper;
      const { formNumber } = await savedForm(asHelper, RATING);
      const rating = { symptom1: { ...RATING.symptom1, severity: 4 } };
      const formData = { formNumber, ...rating, version: 1 };
      const { medicationId } = await savedMedication(person);
      const { doseId } = await loggedDose(asHelper, { medicationId });
      const day = '2026-11-18';
      await savedDiary(asHelper, { [EARLIER]: 'on' });
      await browser.call('saveCheckIn', { userId, day, mood: 2 });
      await forget(person);
      for (const [name, input] of [
        ['updateSymptoms', { action: 'form', formData }],
        ['updateDose', { doseId, amount: 2, version: 1 }],
        ['deleteDose', { doseId }],
        ['restoreDose', { doseId }],
        ['saveCheckIn', { day, mood: 4, version: 1 }],
        ['deleteCheckIn', { day }],
        ['restoreCheckIn', { day }],
        ['sendExportEmail', { email, method: 'simple' }],
      ] as const) {
        const answer = await browser.call(name, { userId, ...input });
        expect([name, answer.statusCode]).toEqual([name, 200]);
      }
      await deletedDiary(asHelper);
      const entries = await activityOf(person);
      expect(entries.map(({ kind }) => kind).sort()).toEqual([
        ...['checkInDeleted', 'checkInEdited', 'checkInRestored', 'diaryDeleted'],
        ...['doseDeleted', 'doseEdited', 'doseRestored', 'formEdited', 'reportMade'],
      ]);
      expect(new Set(entries.map(({ helper }) => helper))).toEqual(new Set(['Ada Hopper']));
    });

    it('has the address of a helper without a name, and is not shown to helpers', async () => {
      const { person, helper, asHelper, rename } = await pair({ may: 'read' });
      await rename('self');
      await helper.browser.call('updateProfile', { userId: helper.userId, lastName: '' });
      await asHelper.browser.call('sendExportEmail', { ...asHelper, method: 'simple' });
      expect(told(await activityOf(person))).toEqual([`1 × reportMade, helper, ${helper.email}`]);
      const refused = await helper.browser.call('getActivity', { userId: person.userId });
      expect(refused.statusCode).toBe(404);
    });

    it('tells who accepted an invitation, and who ended the help', async () => {
      const person = await freshUser(test);
      const helper = await freshUser(test);
      const { secret } = await invited(test, person, helper.email, { may: 'read' });
      await forget(person);
      await helper.browser.call('acceptInvitation', { userId: helper.userId, secret });
      expect(told(await activityOf(person))).toEqual([
        '1 × caregiverStarted, helper, Grace Hopper',
      ]);
      const { helps } = (await helper.browser.call('getSession')).json();
      const { userId } = helper;
      await helper.browser.call('endCaregiver', { userId, caregiverId: helps[0].caregiverId });
      expect(told(await activityOf(person))[0]).toBe('1 × caregiverEnded, helper');
    });
  });

  it('tells that someone used a link or a code', async () => {
    const user = await freshUser(test, ['Tremor']);
    const share = await madeShare(test, user);
    const link = await madeHealthLink(user);
    await forget(user);
    await reading(test, share);
    await collected(test, link);
    expect(told(await activityOf(user))).toEqual([
      '1 × healthLinkRead, link',
      '1 × shareOpened, link',
    ]);
  });

  describe('the readings of a helper', () => {
    const read = ({ browser, userId }: TestUser) => browser.call('getUserForms', { userId });

    it('are one entry a day of the person’s zone, also if several calls are first', async () => {
      const { person, asHelper } = await pair({ may: 'read' });
      // 23:30 of the day on which the access began, in New York.
      wait(test, Date.parse('2026-11-19T04:30:00Z') - test.now);
      await read(asHelper);
      expect(await activityOf(person)).toEqual([]);
      wait(test, HOUR_MS);
      await Promise.all([read(asHelper), read(asHelper), read(asHelper)]);
      wait(test, HOUR_MS);
      await read(asHelper);
      expect(told(await activityOf(person))).toEqual(['1 × helperRead, helper, Ada Hopper']);
      wait(test, 23 * HOUR_MS);
      await read(asHelper);
      expect(told(await activityOf(person))).toHaveLength(2);
    });

    onlyOnce(() => {
      it('go on while the disk is full, and are told once there is room', async () => {
        const { person, asHelper } = await pair({ may: 'read' });
        await enlarge(test.context.db, ['insert on activity']);
        const empty = await fillDisk(test.context.db);
        wait(test, 24 * HOUR_MS);
        expect((await read(asHelper)).statusCode).toBe(200);
        expect(await activityOf(person)).toEqual([]);
        await empty();
        expect((await read(asHelper)).statusCode).toBe(200);
        expect(told(await activityOf(person))).toEqual(['1 × helperRead, helper, Ada Hopper']);
      });
    });
  });

  describe('failed tries to sign in', () => {
    const noted = () => test.context.jobs.runDue('noteFailedTry');
    const failedTriesOf = async (user: TestUser) =>
      told((await activityOf(user)).filter(({ kind }) => kind === 'signInFailed'));

    it('are one entry an hour, of passwords and codes that were checked and wrong', async () => {
      const user = await freshUser(test);
      const { browser, userId, email, password } = user;
      const elsewhere = browserElsewhere(test);
      await elsewhere.call('signIn', { email, password: 'wrong' });
      await browser.call('proveOwner', { userId, password: 'wrong' });
      const reset = await askForReset(test, user);
      const wrongCode = reset.code === '000000' ? '000001' : '000000';
      const newPassword = NEW_PASSWORD;
      await elsewhere.call('resetPassword', { email, newPassword, ...reset, code: wrongCode });
      const change = await askForChange(test, user, email);
      const badChange = { ...change, code: change.code === '000000' ? '000001' : '000000' };
      await browser.call('changeEmail', { userId, email, password, ...badChange });
      await noted();
      expect(await failedTriesOf(user)).toEqual(['4 × signInFailed, self']);
      // A code that is not checked is no guess.
      await elsewhere.call('resetPassword', {
        ...{ email, newPassword, code: '123456' },
        challenge: 'a'.repeat(43),
      });
      await elsewhere.call('signIn', { email, password });
      await noted();
      expect(await failedTriesOf(user)).toEqual(['4 × signInFailed, self']);
      wait(test, HOUR_MS);
      await elsewhere.call('signIn', { email, password: 'wrong' });
      await noted();
      expect(await failedTriesOf(user)).toEqual([
        '1 × signInFailed, self',
        '4 × signInFailed, self',
      ]);
    });

    it('have the time of the try, and write the same for an address without an account', async () => {
      const user = await freshUser(test);
      const nobody = `nobody-${user.email}`;
      const jobs = async () =>
        await test.context.db
          .selectFrom('jobs')
          .select(['kind', 'user_id', 'detail', 'due_at', 'expires_at'])
          .where('kind', '=', 'noteFailedTry')
          .execute();
      const answers = [];
      for (const email of [user.email, nobody]) {
        answers.push(await new Browser(test).call('signIn', { email, password: 'wrong' }));
      }
      expect(answers[1]?.body).toBe(answers[0]?.body);
      const [one, other, ...more] = await jobs();
      expect([one, more]).toEqual([other, []]);
      expect(JSON.stringify(await everyRow(test.context.db)).includes(nobody)).toBe(false);
      const at = new Date(test.now).toISOString();
      wait(test, 60_000);
      await noted();
      expect(await jobs()).toEqual([]);
      expect((await activityOf(user))[0]).toMatchObject({ kind: 'signInFailed', at });
    });
  });
});
