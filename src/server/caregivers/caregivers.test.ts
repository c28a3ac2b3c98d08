import { describe, expect, it, vi } from 'vitest';
import { NO_SYMPTOM_ENTERED } from '../../domain/symptoms.ts';
import { deleteExpiredInvitations } from '../identity/queries/invitations.ts';
import {
  Browser,
  freshUser,
  STORED_PERSON,
  secondBrowser,
  type TestUser,
  testApp,
  wait,
} from '../testing/app.ts';
import { type Allowed, acceptedElsewhere, caregiverOf, invited } from '../testing/caregivers.ts';
import { savedCheckIn, TODAY } from '../testing/check-ins.ts';
import { everythingStored, onEveryDatabase } from '../testing/databases.ts';
import { EARLIER, savedDiary } from '../testing/diary.ts';
import { savedForm } from '../testing/entries.ts';
import { sendDue, standInForMail } from '../testing/mailing.ts';
import { loggedDose, savedMedication } from '../testing/medication.ts';
import { lettersTo } from '../testing/outbox.ts';
import { readPdf } from '../testing/pdf-reader.ts';
import { expectRefusal } from '../testing/refusals.ts';
import { everyText, proveAddress, provenUser } from '../testing/rows.ts';
import { exported } from '../testing/transfers.ts';
import { savedVisit, TOPICS } from '../testing/visits.ts';

const DAY_MS = 86_400_000;
const SPENT = 'This invitation has been used, or has expired. Please ask for a new one.';
const CHANGED = 'Ada Lovelace, changed by the person';
const RATING = { symptom1: { name: 'Tremor', severity: 2, notes: 'Seen by Ada' } };

const NOT_FOUND = 'This form is no longer here. Please reload the page.';

onEveryDatabase((place) => {
  const test = testApp(place);
  const closed = testApp(place, { SIGN_UP: 'closed' });
  const withoutMail = testApp(place, { SMTP_URL: '' });

  const accept = ({ browser, userId }: TestUser, secret: string) =>
    browser.call('acceptInvitation', { userId, secret });

  async function isProven({ email }: Pick<TestUser, 'email'>): Promise<boolean> {
    const account = await test.context.db
      .selectFrom('accounts')
      .select('email_proven')
      .where('email', '=', email)
      .executeTakeFirstOrThrow();
    return account.email_proven === 1;
  }

  /** A person with a form, and a caregiver of theirs called Ada Lovelace. */
  async function pair(allowed: Allowed) {
    const person = await freshUser(test, ['Tremor', 'Stiffness']);
    await savedForm(person);
    const caregiver = await caregiverOf(test, person, allowed);
    const { browser, userId } = caregiver;
    await browser.call('updateProfile', { userId, firstName: 'Ada', lastName: 'Lovelace' });
    return { person, caregiver, asCaregiver: { ...caregiver, userId: person.userId } };
  }

  describe('an invitation', () => {
    it('shows who invites, works once, and informs both sides by letter', async () => {
      const person = await provenUser(test);
      const helper = await freshUser(test);
      const { secret } = await invited(test, person, helper.email, { may: 'log', notes: true });
      const shown = await helper.browser.call('getInvitation', { secret });
      expect(shown.json()).toEqual({
        ...{ name: 'Grace Hopper', firstName: 'Grace', email: helper.email },
        ...{ may: 'log', notes: true, expiresAt: new Date(test.now + 7 * DAY_MS).toISOString() },
      });
      const helped = await accept(helper, secret);
      expect(helped.json()).toMatchObject({
        ...{ userId: person.userId, name: 'Grace Hopper', firstName: 'Grace' },
        ...{ may: 'log', notes: true },
      });
      expect((await helper.browser.call('getSession')).json().helps).toEqual([helped.json()]);
      expectRefusal(await accept(await freshUser(test), secret), 400, SPENT);
      expectRefusal(await helper.browser.call('getInvitation', { secret }), 400, SPENT);
      const kinds = async ({ email }: TestUser) =>
        (await lettersTo(test, email)).map(({ kind }) => kind);
      expect(await kinds(person)).toEqual(['caregiverStarted']);
      // The emails are sorted by the time when their jobs expire, and the invitation expires last.
      expect(await kinds(helper)).toEqual(['helpStarted', 'invitation']);
    });

    it('works for only one of two accounts that accept it at once', async () => {
      const { secret } = await invited(test, await freshUser(test), 'both@example.org');
      const helpers = [await freshUser(test), await freshUser(test)];
      const answers = await Promise.all(helpers.map((helper) => accept(helper, secret)));
      expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 400]);
    });

    it('works for seven days', async () => {
      const helper = await freshUser(test);
      const { secret } = await invited(test, await freshUser(test), helper.email);
      const { now } = test;
      test.now += 7 * DAY_MS;
      const answer = await accept(helper, secret);
      test.now = now;
      expectRefusal(answer, 400, SPENT);
    });

    it('is stored only as hashes', async () => {
      const { secret } = await invited(test, await freshUser(test), 'hashed@example.org');
      expect(JSON.stringify(await everythingStored(test.context.db))).not.toContain(secret);
      expect(await everyText(test)).not.toContain(secret);
    });

    it('can be taken back, with its letter', async () => {
      const person = await provenUser(test);
      const { secret, invitationId } = await invited(test, person, 'back@example.org');
      expect(await lettersTo(test, 'back@example.org')).toHaveLength(1);
      await person.browser.call('endInvitation', { userId: person.userId, invitationId });
      expectRefusal(await new Browser(test).call('getInvitation', { secret }), 400, SPENT);
      expect(await lettersTo(test, 'back@example.org')).toEqual([]);
    });

    it('proves the address by the secret of the letter alone', async () => {
      const person = await provenUser(test);
      const helper = await freshUser(test);
      await accept(helper, (await invited(test, person, helper.email)).secret);
      expect(await isProven(helper)).toBe(false);
      const other = await freshUser(test);
      await accept(other, (await invited(test, person, helper.email)).letterSecret);
      expect([await isProven(helper), await isProven(other)]).toEqual([false, false]);
      await accept(helper, (await invited(test, person, helper.email)).letterSecret);
      expect(await isProven(helper)).toBe(true);
    });

    it('lets its holder sign up with the address on a server that takes no accounts', async () => {
      const person = await provenUser(test);
      const email = `closed-${person.email}`;
      const { letterSecret } = await invited(test, person, email);
      const input = { email, password: 'correct horse battery', invitation: letterSecret };
      const browser = new Browser(closed);
      browser.address = '10.9.9.9';
      const other = { ...input, email: `other-${email}` };
      expectRefusal(
        await browser.call('signUp', other),
        400,
        'This invitation is for another email address. Please sign up with that address.',
      );
      const without = await browser.call('signUp', { ...input, invitation: undefined });
      expectRefusal(without, 403, 'This server takes no new accounts.');
      expectRefusal(await browser.call('signUp', { ...input, invitation: 'x' }), 400, SPENT);
      expect((await browser.call('signUp', input)).statusCode).toBe(201);
      expect(await isProven({ email })).toBe(true);
    });

    it('limits guesses by IP address', async () => {
      const browser = new Browser(test);
      browser.address = '10.9.8.7';
      const guess = () => browser.call('getInvitation', { secret: 'x'.repeat(64) });
      for (let tries = 0; tries < 10; tries += 1) expectRefusal(await guess(), 400, SPENT);
      expect((await guess()).statusCode).toBe(429);
    });

    const mailedTo = async ({ browser, userId }: TestUser, email: string) =>
      (await browser.call('inviteCaregiver', { userId, email, may: 'read' })).json().mailed;

    it('gives the link to copy after five letters to one email address', async () => {
      const mailed = [];
      for (let count = 0; count < 6; count += 1) {
        mailed.push(await mailedTo(await provenUser(test), 'often@example.org'));
      }
      expect(mailed).toEqual([...Array(5).fill('sent'), 'tooMany']);
      expect(await lettersTo(test, 'often@example.org')).toHaveLength(5);
    });

    it('gives the link to copy after twenty letters of an account in a day', async () => {
      const person = await provenUser(test);
      const mailed = [];
      for (let count = 0; count < 22; count += 1) {
        const address = `many${count}-${person.email}`;
        mailed.push(await mailedTo(person, address));
        const { invitations } = (
          await person.browser.call('getCaregivers', { userId: person.userId })
        ).json();
        const { invitationId } = invitations[0];
        if (count > 0) {
          await person.browser.call('endInvitation', { userId: person.userId, invitationId });
        }
      }
      expect(mailed).toEqual([...Array(20).fill('sent'), 'tooMany', 'tooMany']);
      wait(test, DAY_MS);
      await person.browser.call('proveOwner', { userId: person.userId, password: person.password });
      expect(await mailedTo(person, `next-${person.email}`)).toBe('sent');
    });

    it('writes no letter where no email goes out', async () => {
      const person = await provenUser(withoutMail);
      const email = `unmailed-${person.email}`;
      expect(await mailedTo(person, email)).toBe('noMail');
      expect(await lettersTo(withoutMail, email)).toEqual([]);
    });

    it('sends no letter while the person’s own address is not proven', async () => {
      const person = await freshUser(test);
      const email = `later-${person.email}`;
      expect(await mailedTo(person, email)).toBe('unproven');
      expect(await lettersTo(test, email)).toEqual([]);
      await proveAddress(test, person);
      expect(await mailedTo(person, email)).toBe('sent');
      expect(await lettersTo(test, email)).toEqual([
        {
          kind: 'invitation',
          name: 'Grace Hopper',
          email: person.email,
          link: expect.stringContaining('/invitation#'),
        },
      ]);
    });

    it('needs the owner’s proof after five minutes', async () => {
      const { browser, userId, password } = await provenUser(test);
      wait(test, 300_000);
      const invite = async () =>
        await browser.call('inviteCaregiver', { userId, email: 'proof@example.org', may: 'read' });
      expectRefusal(await invite(), 403, 'First, please confirm that it’s you.');
      expect(await lettersTo(test, 'proof@example.org')).toEqual([]);
      await browser.call('proveOwner', { userId, password });
      expect((await invite()).statusCode).toBe(200);
    });

    it('cannot be sent to or accepted by the person', async () => {
      const person = await freshUser(test);
      const { browser, userId, email } = person;
      const own = await browser.call('inviteCaregiver', { userId, email, may: 'read' });
      expect(own.json().error).toBe('This is your own email. Enter the email of your helper.');
      const { secret } = await invited(test, person, 'self@example.org');
      expect((await accept(person, secret)).json().error).toContain('your own invitation');
    });
  });

  describe('an invitation that is accepted under another address', () => {
    const askedOf = async ({ browser }: TestUser) =>
      (await browser.call('getSession')).json().accepted;
    const waitsOf = async ({ browser }: TestUser) =>
      (await browser.call('getSession')).json().waitsFor;
    const readBy = ({ browser }: TestUser, { userId }: TestUser) =>
      browser.call('getUserForms', { userId });
    const answer = ({ browser, userId }: TestUser, caregiverId: string, confirmed: boolean) =>
      browser.call('confirmCaregiver', { userId, caregiverId, confirmed });

    it('waits for the person’s yes, and shows both addresses', async () => {
      const person = await provenUser(test, ['Tremor']);
      const helper = await freshUser(test);
      const { secret, invitationId } = await invited(test, person, 'ada@example.org', {
        may: 'log',
      });
      expect((await accept(helper, secret)).json()).toEqual({ waits: true });
      expect(await askedOf(person)).toEqual([
        {
          ...{ caregiverId: invitationId, invited: 'ada@example.org', email: helper.email },
          ...{ name: 'Grace Hopper', may: 'log', notes: false },
        },
      ]);
      expect(await waitsOf(helper)).toEqual([
        { caregiverId: invitationId, invited: 'ada@example.org', name: 'Grace Hopper' },
      ]);
      expect([await askedOf(helper), await waitsOf(person)]).toEqual([[], []]);
      const session = (await helper.browser.call('getSession')).json();
      expect(session.helps).toEqual([]);
      expectRefusal(await readBy(helper, person), 404, 'User not found');
      expectRefusal(await accept(helper, secret), 400, SPENT);
      const { userId } = person;
      const listed = (await person.browser.call('getCaregivers', { userId })).json();
      expect(listed).toMatchObject({ caregivers: [], invitations: [] });
      expect(await lettersTo(test, person.email)).toEqual([
        {
          ...{ kind: 'caregiverWaits', name: 'Grace Hopper', email: helper.email },
          ...{ invited: 'ada@example.org', link: 'http://localhost:3000/dashboard' },
        },
      ]);
      expect(await lettersTo(test, helper.email)).toEqual([]);

      expect((await answer(person, invitationId, true)).json()).toEqual({});
      expect((await readBy(helper, person)).statusCode).toBe(200);
      expect([await askedOf(person), await waitsOf(helper)]).toEqual([[], []]);
      expect((await lettersTo(test, helper.email)).map(({ kind }) => kind)).toEqual([
        'helpStarted',
      ]);
      expect(await isProven(helper)).toBe(false);
    });

    it('ends with the person’s no', async () => {
      const person = await freshUser(test);
      const { caregiverId, ...helper } = await acceptedElsewhere(test, person);
      expect((await answer(person, caregiverId, false)).statusCode).toBe(200);
      expect([await askedOf(person), await waitsOf(helper)]).toEqual([[], []]);
      expectRefusal(await readBy(helper, person), 404, 'User not found');
      const gone = 'This person does not help here any more.';
      expectRefusal(await answer(person, caregiverId, true), 404, gone);
      expectRefusal(await answer(person, caregiverId, false), 404, gone);
    });

    it('can be answered by the person alone', async () => {
      const person = await freshUser(test);
      const helper = await acceptedElsewhere(test, person);
      const { caregiverId } = helper;
      const other = await caregiverOf(test, person, { may: 'log' });
      for (const caller of [helper, other, await freshUser(test)]) {
        for (const confirmed of [true, false]) {
          const { statusCode } = await answer(caller, caregiverId, confirmed);
          expect(statusCode).toBe(404);
        }
      }
      expect(await askedOf(person)).toHaveLength(1);
    });

    it('needs the owner’s proof for a yes, and none for a no', async () => {
      const person = await freshUser(test);
      const first = await acceptedElsewhere(test, person);
      const second = await acceptedElsewhere(test, person);
      wait(test, 300_000);
      expectRefusal(
        await answer(person, first.caregiverId, true),
        403,
        'First, please confirm that it’s you.',
      );
      expect((await answer(person, second.caregiverId, false)).statusCode).toBe(200);
      const { browser, userId, password } = person;
      await browser.call('proveOwner', { userId, password });
      expect((await answer(person, first.caregiverId, true)).statusCode).toBe(200);
    });

    it.each([
      ['yes', 'yes', true],
      ['yes', 'no', false],
    ])('lets in at most once if two devices answer %s and %s at once', async (_, __, second) => {
      const person = await freshUser(test);
      const { caregiverId, ...helper } = await acceptedElsewhere(test, person);
      const device = await secondBrowser(test, person);
      const answers = await Promise.all([
        answer(person, caregiverId, true),
        answer(device, caregiverId, second),
      ]);
      expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 404]);
      const isLetIn = answers[0]?.statusCode === 200 || second;
      expect((await readBy(helper, person)).statusCode).toBe(isLetIn ? 200 : 404);
      expect(await askedOf(person)).toEqual([]);
    });

    it('works for one of two accounts that accept it at once', async () => {
      const person = await freshUser(test);
      const { secret } = await invited(test, person, 'two@example.org');
      const helpers = [await freshUser(test), await freshUser(test)];
      const answers = await Promise.all(helpers.map((helper) => accept(helper, secret)));
      expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 400]);
      expect(await askedOf(person)).toHaveLength(1);
    });

    it.each(['the helper', 'the person'])('ends if %s deletes the account', async (who) => {
      const person = await freshUser(test);
      const { caregiverId, ...helper } = await acceptedElsewhere(test, person);
      const [gone, left] = who === 'the helper' ? [helper, person] : [person, helper];
      const { userId, password } = gone;
      expect((await gone.browser.call('deleteAccount', { userId, password })).statusCode).toBe(200);
      expect(await everyText(test)).not.toContain(userId);
      expect([await askedOf(left), await waitsOf(left)]).toEqual([[], []]);
      expect((await answer(left, caregiverId, true)).statusCode).toBe(404);
    });

    it('ends if the person takes the invitation back, or invites the same address again', async () => {
      const person = await freshUser(test);
      const { browser, userId } = person;
      const taken = await acceptedElsewhere(test, person);
      const replaced = await acceptedElsewhere(test, person);
      await browser.call('endInvitation', { userId, invitationId: taken.caregiverId });
      await invited(test, person, `not-${replaced.email}`);
      expect(await askedOf(person)).toEqual([]);
      for (const { caregiverId } of [taken, replaced]) {
        expect((await answer(person, caregiverId, true)).statusCode).toBe(404);
      }
    });

    it('waits thirty days', async () => {
      const person = await freshUser(test);
      const { caregiverId, ...helper } = await acceptedElsewhere(test, person);
      wait(test, 29 * DAY_MS);
      await deleteExpiredInvitations(test.context.db, test.now);
      expect(await askedOf(person)).toHaveLength(1);
      wait(test, DAY_MS);
      const fresh = await secondBrowser(test, person);
      expect([await askedOf(fresh), await waitsOf(await secondBrowser(test, helper))]).toEqual([
        [],
        [],
      ]);
      expect((await answer(fresh, caregiverId, true)).statusCode).toBe(404);
    });

    it('gives a helper more rights only after a yes, and ends with their access', async () => {
      const { person, caregiver, asCaregiver } = await pair({ may: 'read' });
      const more = await invited(test, person, 'more@example.org', { may: 'log', notes: true });
      await accept(caregiver, more.secret);
      const save = () =>
        asCaregiver.browser.call('saveSymptomForm', { userId: person.userId, formData: RATING });
      expectRefusal(await save(), 404, 'User not found');
      await answer(person, more.invitationId, true);
      expect((await save()).statusCode).toBe(200);

      const again = await invited(test, person, 'again@example.org', { may: 'log' });
      await accept(caregiver, again.secret);
      const { caregiverId } = caregiver;
      await person.browser.call('endCaregiver', { userId: person.userId, caregiverId });
      expect((await answer(person, again.invitationId, true)).statusCode).toBe(404);
      expectRefusal(await save(), 404, 'User not found');
    });
  });

  describe('letters about helpers', () => {
    const mailing = standInForMail();
    const mailed = testApp(place, mailing.settings);

    it('go to proven addresses only', async () => {
      const person = await provenUser(mailed);
      const [proven, unproven] = [await provenUser(mailed), await freshUser(mailed)];
      for (const { browser, userId, email } of [proven, unproven]) {
        const { secret } = await invited(mailed, person, email);
        await browser.call('acceptInvitation', { userId, secret });
      }
      await sendDue(mailed);
      const to = (email: string) => mailing.server.received.filter((mail) => mail.to === email);
      expect(to(proven.email).map(({ subject }) => subject)).toContain(
        'You now help with a tracker',
      );
      expect(to(unproven.email).map(({ subject }) => subject)).toEqual(['Will you help someone?']);
      expect(to(person.email)).toHaveLength(2);
    });
  });

  describe('a caregiver', () => {
    it('is shown to the person with rights that change at once, and ended by either side', async () => {
      const { person, caregiver, asCaregiver } = await pair({ may: 'log' });
      const { caregiverId } = caregiver;
      const own = { userId: person.userId, caregiverId };
      const listed = async () => {
        const answer = await person.browser.call('getCaregivers', { userId: person.userId });
        return answer.json().caregivers;
      };
      expect(await listed()).toMatchObject([
        { caregiverId, name: 'Ada Lovelace', email: caregiver.email, may: 'log', notes: false },
      ]);
      await person.browser.call('updateCaregiver', { ...own, may: 'read', notes: false });
      const save = () => asCaregiver.browser.call('saveSymptomForm', { ...own, formData: RATING });
      expectRefusal(await save(), 404, 'User not found');
      await person.browser.call('updateCaregiver', { ...own, may: 'log', notes: false });
      expect((await save()).statusCode).toBe(200);
      const ended = { userId: caregiver.userId, caregiverId };
      expect((await caregiver.browser.call('endCaregiver', ended)).statusCode).toBe(200);
      expectRefusal(await save(), 404, 'User not found');
      expect(await listed()).toEqual([]);
      expect((await lettersTo(test, person.email)).at(-1)).toEqual({
        kind: 'caregiverEnded',
        name: 'Ada Lovelace',
        email: caregiver.email,
      });
    });

    it('cannot end or change the access of others', async () => {
      const { caregiver } = await pair({ may: 'log' });
      const { caregiver: other } = await pair({ may: 'log' });
      const ofOther = { userId: caregiver.userId, caregiverId: other.caregiverId };
      for (const call of ['endCaregiver', 'updateCaregiver'] as const) {
        const answer = await caregiver.browser.call(call, { ...ofOther, may: 'log', notes: true });
        expectRefusal(answer, 404, 'This person does not help here any more.');
      }
      // A caregiver cannot change even their own rights.
      const own = { userId: caregiver.userId, caregiverId: caregiver.caregiverId };
      const answer = await caregiver.browser.call('updateCaregiver', {
        ...own,
        ...{ may: 'log', notes: true },
      });
      expect(answer.statusCode).toBe(404);
    });

    it('sees only these fields of the profile, without address, sex and how the screen looks', async () => {
      const { person, asCaregiver } = await pair({ may: 'read' });
      const { browser, userId } = asCaregiver;
      const display = ['largeText'];
      await person.browser.call('updateProfile', { userId, display });
      expect((await browser.call('getUserProfile', { userId })).json()).toEqual({
        ...{ userId, name: 'Grace Hopper', ...STORED_PERSON },
        ...{ email: '', biologicalSex: '', display: null },
        ...{ symptom1: 'Tremor', symptom2: 'Stiffness', symptom3: NO_SYMPTOM_ENTERED },
        ...{ symptom4: '', symptom5: '', pastSymptoms: [], revision: 2 },
      });
      await person.browser.call('updateProfile', { userId, display: [...display, 'fallButton'] });
      const shown = (await browser.call('getUserProfile', { userId })).json();
      expect(shown.display).toEqual(['fallButton']);
    });

    it('sees notes only if the person says so, and those that they wrote', async () => {
      const { person, caregiver, asCaregiver } = await pair({ may: 'log' });
      await savedCheckIn(person, { notes: 'Slept badly' });
      await savedVisit(person);
      const saved = await savedForm(asCaregiver, RATING);
      expect(saved).toMatchObject({ author: 'Ada Lovelace', symptomData: RATING });
      const { browser, userId } = asCaregiver;
      const forms = async () => (await browser.call('getUserForms', { userId })).json();
      const day = { userId, from: TODAY, to: TODAY };
      const checkIns = async () => (await browser.call('getCheckIns', day)).json();
      const topics = async () =>
        (await browser.call('getVisitSummary', { userId })).json().topics as string[];
      expect(await topics()).toEqual([]);
      const [own, theirs] = await forms();
      expect(own).toEqual(saved);
      expect(theirs).toMatchObject({ author: 'self', readOnly: true, notesWithheld: true });
      expect(JSON.stringify([theirs, await checkIns()])).not.toMatch(/coffee|badly/);
      const search = await browser.call('searchForms', { userId, search: 'e' });
      expect(search.json()).toEqual([saved]);
      await person.browser.call('updateCaregiver', {
        ...{ userId, caregiverId: caregiver.caregiverId, may: 'log', notes: true },
      });
      expect(JSON.stringify([await forms(), await checkIns()])).toMatch(/coffee.*badly/);
      expect(await topics()).toEqual(TOPICS);
    });

    it('changes what they entered until the person changes it', async () => {
      const { person, asCaregiver } = await pair({ may: 'log' });
      const { browser, userId } = asCaregiver;
      const { formNumber } = await savedForm(asCaregiver, RATING);
      const edit = (by: Browser, number: number, severity: number) =>
        by.call('updateSymptoms', {
          ...{ userId, action: 'form' },
          formData: { formNumber: number, symptom1: { severity } },
        });
      expect((await edit(browser, formNumber, 5)).statusCode).toBe(200);
      expectRefusal(await edit(browser, 1, 5), 404, NOT_FOUND);
      const remove = { userId, formNumber };
      expect((await browser.call('deleteForm', remove)).statusCode).toBe(200);
      expect((await browser.call('restoreForm', remove)).statusCode).toBe(200);
      const changed = await edit(person.browser, formNumber, 1);
      expect(changed.json()).toMatchObject({ author: CHANGED, version: 3 });
      expectRefusal(await edit(browser, formNumber, 5), 404, NOT_FOUND);
      expectRefusal(await browser.call('deleteForm', remove), 404, NOT_FOUND);
    });

    it('remains the author of an entry that the person saves without a change', async () => {
      const { person, asCaregiver } = await pair({ may: 'log' });
      const { browser, userId } = person;
      const { formNumber } = await savedForm(asCaregiver, RATING);
      const { medicationId } = await savedMedication(person);
      const { doseId, amount } = await loggedDose(asCaregiver, { medicationId });
      const { mood } = await savedCheckIn(asCaregiver);
      const formData = { formNumber, ...RATING, version: 1 };
      for (const [name, input] of [
        ['updateSymptoms', { action: 'form', formData }],
        ['updateDose', { doseId, amount, version: 1 }],
        ['saveCheckIn', { day: TODAY, mood, version: 1 }],
      ] as const) {
        const answer = await browser.call(name, { userId, ...input });
        expect(answer.json(), name).toMatchObject({ author: 'Ada Lovelace', version: 1 });
        const theirs = await asCaregiver.browser.call(name, { userId, ...input });
        expect(theirs.statusCode, name).toBe(200);
      }
      const activity = await browser.call('getActivity', { userId });
      expect(activity.body).not.toContain('Edited');
    });

    it('is named everywhere as the author of an entry that the person has changed', async () => {
      const { person, asCaregiver } = await pair({ may: 'log' });
      const { browser, userId, email } = person;
      const { formNumber } = await savedForm(asCaregiver, RATING);
      const { medicationId } = await savedMedication(person);
      const { doseId } = await loggedDose(asCaregiver, { medicationId });
      const { version } = await savedCheckIn(asCaregiver);
      await savedDiary(asCaregiver, { [EARLIER]: 'on' });
      const edit = async (name: Parameters<typeof browser.call>[0], input: object) => {
        const answer = await browser.call(name, { userId, ...input });
        expect(answer.json()).toMatchObject({ author: CHANGED });
      };
      for (const severity of [4, 5]) {
        const formData = { formNumber, symptom1: { severity } };
        await edit('updateSymptoms', { action: 'form', formData });
      }
      await edit('updateDose', { doseId, amount: 2 });
      await edit('saveCheckIn', { day: TODAY, mood: 1, version });
      const [halfHour] = await savedDiary(person, { [EARLIER]: 'off' }, { version: 1 });
      expect(halfHour).toMatchObject({ author: CHANGED });
      for (const format of ['csv', 'doses', 'checkins', 'diary'] as const) {
        expect(await exported(person, format), format).toContain(CHANGED);
      }
      const { entry } = JSON.parse(await exported(person, 'fhir'));
      const ada = { type: 'RelatedPerson', display: 'Ada Lovelace' };
      const self = { reference: entry[0].fullUrl };
      const performers = entry.flatMap(({ resource }: { resource: { performer?: object[] } }) =>
        resource.performer ? [resource.performer] : [],
      );
      expect(performers).toContainEqual([ada, self]);
      expect(performers).toContainEqual([{ actor: ada }, { actor: self }]);
      expect((await exported(person, 'json')).split(`"author":"${CHANGED}"`)).toHaveLength(5);
      const report = await browser.call('sendExportEmail', { userId, email, method: 'simple' });
      const { text } = await readPdf(Buffer.from(report.json().base64Data, 'base64'));
      expect(text.replaceAll(/\s+/g, ' ')).toContain(
        'Entered by Ada Lovelace, changed by Grace Hopper',
      );
      const { authors } = (await browser.call('getVisitSummary', { userId })).json();
      expect(authors).toContainEqual({ author: 'Ada Lovelace', entries: 4 });
    });

    it.each([
      ['Ada', ', changed by the person'],
      ['Ada, ', ' Changed  by Grace'],
    ])('cannot be called %s%s in entries', async (firstName, lastName) => {
      const { caregiver, asCaregiver } = await pair({ may: 'log' });
      const { browser, userId } = caregiver;
      await browser.call('updateProfile', { userId, firstName, lastName });
      expect((await savedForm(asCaregiver, RATING)).author).toBe('someone who helps');
    });

    it('rates only symptoms that the person tracks', async () => {
      const { person, asCaregiver } = await pair({ may: 'log' });
      const { browser, userId } = asCaregiver;
      const formData = { symptom1: { name: 'Jealousy', severity: 2, notes: '' } };
      const message = 'That symptom is not tracked here any more. Please reload and try again.';
      expectRefusal(await browser.call('saveSymptomForm', { userId, formData }), 400, message);
      const { formNumber } = await savedForm(asCaregiver, RATING);
      const added = { formNumber, symptom4: { name: 'Jealousy', severity: 2 } };
      const edit = { userId, action: 'form', formData: added };
      expectRefusal(await browser.call('updateSymptoms', edit), 400, message);
      const profile = await person.browser.call('getUserProfile', { userId });
      expect(profile.json().pastSymptoms).toEqual([]);
    });

    it('does not change or fill the check-in of a day that the person has answered', async () => {
      const { person, asCaregiver } = await pair({ may: 'log' });
      const { browser, userId } = asCaregiver;
      await savedCheckIn(person, { mood: null, notes: 'Secret' });
      const answers = { userId, day: TODAY, mood: 2 };
      const refused = await browser.call('saveCheckIn', answers);
      expect([refused.statusCode, refused.json().stored]).toMatchObject([
        409,
        { mood: null, notes: '', notesWithheld: true, readOnly: true },
      ]);
      await person.browser.call('deleteCheckIn', { userId, day: TODAY });
      expect((await browser.call('saveCheckIn', answers)).statusCode).toBe(403);
      const other = { ...answers, day: '2026-11-17' };
      const saved = (await browser.call('saveCheckIn', other)).json();
      expect(saved).toMatchObject({ author: 'Ada Lovelace', mood: 2, version: 1 });
      const again = await browser.call('saveCheckIn', { ...other, mood: 3, version: 1 });
      expect(again.json()).toMatchObject({ mood: 3, version: 2 });
    });

    it('is named in the person’s files, without the id of the access', async () => {
      const { person, caregiver, asCaregiver } = await pair({ may: 'log' });
      await savedForm(asCaregiver, RATING);
      const { medicationId } = await savedMedication(person);
      const { doseId } = await loggedDose(asCaregiver, { medicationId });
      const { browser, userId } = asCaregiver;
      await browser.call('updateDose', { userId, doseId, amount: 2 });
      const { version } = await savedCheckIn(asCaregiver);
      await savedCheckIn(asCaregiver, { mood: 1, version });
      await savedDiary(asCaregiver, { [EARLIER]: 'on' });
      await savedDiary(asCaregiver, { [EARLIER]: 'off' }, { version: 1 });
      const json = await exported(person, 'json');
      expect(json).not.toContain('authorId');
      expect(json).not.toContain(caregiver.caregiverId);
      expect(json.match(/"author":"Ada Lovelace"/g)).toHaveLength(6);
      for (const format of ['csv', 'doses', 'checkins', 'diary', 'fhir'] as const) {
        expect(await exported(person, format), format).toContain('Ada Lovelace');
      }
    });

    it('gets the report at their own address only, without notes that are not shared', async () => {
      const { person, caregiver, asCaregiver } = await pair({ may: 'read' });
      const { browser, userId } = asCaregiver;
      await savedVisit(person);
      const made = await browser.call('sendExportEmail', {
        ...{ userId, email: caregiver.email, method: 'simple' },
      });
      expect(made.json().fileName).toContain('Grace Hopper');
      const textOf = async (answer: typeof made) =>
        (await readPdf(Buffer.from(answer.json().base64Data, 'base64'))).text;
      expect(await textOf(made)).not.toMatch(/coffee|Freezing/);
      const own = { userId, email: person.email, method: 'simple' };
      const ofPerson = await person.browser.call('sendExportEmail', own);
      expect(await textOf(ofPerson)).toMatch(/Freezing.*coffee/s);
      const theirs = { userId, email: person.email, method: 'simple' };
      expectRefusal(await browser.call('sendExportEmail', theirs), 404, 'User not found');
    });

    it.each([
      ['ends', 'endCaregiver', {}],
      ['no longer includes notes', 'updateCaregiver', { may: 'read', notes: false }],
    ] as const)('gets no report that is being made if the access %s', async (_, name, change) => {
      const { person, caregiver, asCaregiver } = await pair({ may: 'read', notes: true });
      const { caregiverId } = caregiver;
      const { reports } = test.context;
      const { make } = reports;
      const begun = vi.spyOn(reports, 'make').mockImplementationOnce(async (wish, run) => {
        const made = await make(wish, run);
        await person.browser.call(name, { userId: person.userId, caregiverId, ...change });
        return made;
      });
      const { browser, userId } = asCaregiver;
      const answer = await browser.call('sendExportEmail', {
        ...{ userId, email: caregiver.email, method: 'simple' },
      });
      expect(begun).toHaveBeenCalledOnce();
      begun.mockRestore();
      expectRefusal(answer, 404, 'User not found');
    });

    it('cannot return with an open invitation to their address', async () => {
      const { person, caregiver } = await pair({ may: 'read' });
      const { secret } = await invited(test, person, caregiver.email);
      const other = await invited(test, person, `other-${caregiver.email}`);
      const { browser, userId } = person;
      const { caregiverId } = caregiver;
      await browser.call('endCaregiver', { userId, caregiverId });
      expectRefusal(await accept(caregiver, secret), 400, SPENT);
      expect((await accept(caregiver, other.secret)).json()).toEqual({ waits: true });
    });

    it('is deleted with either account, and the other side gets a letter', async () => {
      const { person, caregiver, asCaregiver } = await pair({ may: 'log' });
      await savedForm(asCaregiver, RATING);
      const { password } = caregiver;
      await caregiver.browser.call('deleteAccount', { userId: caregiver.userId, password });
      expect(await everyText(test)).not.toContain(caregiver.userId);
      expect((await lettersTo(test, person.email)).at(-1)).toMatchObject({
        kind: 'caregiverEnded',
      });
      const second = await pair({ may: 'log' });
      const owner = second.person;
      await owner.browser.call('deleteAccount', { userId: owner.userId, password });
      expect(await everyText(test)).not.toContain(owner.userId);
      const session = (await second.caregiver.browser.call('getSession')).json();
      expect(session.helps).toEqual([]);
      expect((await lettersTo(test, second.caregiver.email)).at(-1)).toEqual({
        kind: 'helpEnded',
        name: 'Grace Hopper',
        email: owner.email,
      });
    });
  });
});
