import { describe, expect, it } from 'vitest';
import { findTokens } from '../identity/queries/provider-tokens.ts';
import { type TestUser, testApp } from '../testing/app.ts';
import { onEveryDatabase } from '../testing/databases.ts';
import { savedForm } from '../testing/entries.ts';
import { mirror, mirroredUser, spreadsheetOf, standInForSheets } from '../testing/spreadsheets.ts';

const HOUR = 3_600_000;

onEveryDatabase((place) => {
  const settings = {};
  const google = standInForSheets(settings);
  const test = testApp(place, settings);

  const mirrored = () => mirroredUser(test, google);

  async function refreshTokenOf({ userId }: TestUser): Promise<string> {
    const [tokens] = await findTokens(test.context.db, userId);
    return tokens ? JSON.parse(test.context.secrets.open(tokens.sealed)).refreshToken : '';
  }

  it('continues with a new token when the old one has expired', async () => {
    const { user } = await mirrored();
    await savedForm(user);
    test.now += HOUR;
    const issued = google.provider.issued.length;
    await mirror(test);
    expect(google.provider.issued.length).toBeGreaterThan(issued);
    expect(google.rowsOf(user)).toHaveLength(2);
    await savedForm(user);
    const last = google.provider.issued.length;
    await mirror(test);
    expect(google.provider.issued.length).toBe(last);
    expect(google.rowsOf(user)).toHaveLength(3);
  });

  it('continues with a new token when Google rejects the old one', async () => {
    const { user } = await mirrored();
    await savedForm(user);
    google.sheets.faults.push({ kind: 401 });
    await mirror(test);
    expect(google.rowsOf(user)).toHaveLength(2);
    expect(await spreadsheetOf(user)).toMatchObject({ state: 'current' });
  });

  describe.each<{ what: string; happen: (subject: string) => void; problem: string }>([
    {
      what: 'the user withdraws the grant',
      happen: (subject) => google.provider.withdraw(subject),
      problem: 'withdrawn',
    },
    {
      what: 'Google rejects all tokens of the user',
      happen: () => google.sheets.faults.push({ kind: 401 }, { kind: 401 }),
      problem: 'withdrawn',
    },
    {
      what: 'Google refuses to let the app write',
      happen: () => google.sheets.faults.push(undefined, { kind: 403 }),
      problem: 'refused',
    },
    {
      what: 'the spreadsheet is deleted',
      happen: () => google.sheets.faults.push({ kind: 404 }),
      problem: 'deleted',
    },
  ])('when $what', ({ happen, problem }) => {
    it('is turned off with the reason, forms are still saved, and it can be turned on again', async () => {
      const { user, subject } = await mirrored();
      const token = await refreshTokenOf(user);
      await savedForm(user);
      happen(subject);
      await mirror(test);
      expect(await spreadsheetOf(user)).toMatchObject({ state: 'off', problem, waiting: 0 });
      expect(await findTokens(test.context.db, user.userId)).toEqual([]);
      await test.context.jobs.runDue('revoke');
      if (problem !== 'withdrawn') expect(google.provider.revoked).toContain(token);

      const requests = google.sheets.requests.length;
      expect((await savedForm(user)).formNumber).toBe(3);
      await mirror(test);
      expect(google.sheets.requests.length).toBe(requests);

      await google.turnOn(user);
      expect(await spreadsheetOf(user)).toMatchObject({ state: 'waiting', problem: '' });
      await mirror(test);
      expect(await spreadsheetOf(user)).toMatchObject({ state: 'current' });
      expect(google.rowsOf(user)).toHaveLength(3);
    });
  });

  it('writes nothing after the user has turned it off, and continues in the same spreadsheet when it is on again', async () => {
    const { user, subject } = await mirrored();
    const token = await refreshTokenOf(user);
    const book = google.bookOf(user);
    const { browser, userId } = user;
    await savedForm(user);
    const answer = await browser.call('turnOffSpreadsheet', { userId });
    expect(answer.json()).toMatchObject({ state: 'off', problem: '', spreadsheetId: book?.id });
    await savedForm(user);
    await mirror(test);
    expect(google.rowsOf(user)).toHaveLength(1);
    await test.context.jobs.runDue('revoke');
    expect(google.provider.revoked).toContain(token);

    await google.turnOn(user, subject);
    await mirror(test);
    expect(google.bookOf(user)).toBe(book);
    expect(google.rowsOf(user)).toHaveLength(3);
  });

  it('creates a new spreadsheet for another Google account that cannot see the former one', async () => {
    const { user } = await mirrored();
    const former = google.bookOf(user);
    await user.browser.call('turnOffSpreadsheet', { userId: user.userId });
    await google.turnOn(user);
    await mirror(test);
    expect(google.bookOf(user)).not.toBe(former);
    expect(google.rowsOf(user)).toHaveLength(1);
    expect(await spreadsheetOf(user)).toMatchObject({ state: 'current' });
  });

  it('creates a new spreadsheet, at the next attempt, for another Google account that can only view the former one', async () => {
    const { user } = await mirrored();
    const former = google.bookOf(user);
    await user.browser.call('turnOffSpreadsheet', { userId: user.userId });
    const subject = await google.turnOn(user);
    former?.readers.add(subject);
    await mirror(test);
    expect(await spreadsheetOf(user)).toMatchObject({ state: 'off', problem: 'refused' });
    await google.turnOn(user, subject);
    await mirror(test);
    expect(google.bookOf(user)).not.toBe(former);
    expect(google.rowsOf(user)).toHaveLength(1);
    expect(await spreadsheetOf(user)).toMatchObject({ state: 'current' });
  });
});
