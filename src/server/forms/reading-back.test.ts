import { expect, it } from 'vitest';
import { freshUser, type TestUser, testApp } from '../testing/app.ts';
import { onEveryDatabase } from '../testing/databases.ts';
import { expectRefusal } from '../testing/refusals.ts';

/** Finding past forms by words in their notes. */
onEveryDatabase((place) => {
  const test = testApp(place);

  async function saved({ browser, userId }: TestUser, loggedAt: string, notes: string) {
    const formData = { symptom1: { name: 'Tremor', severity: 3, notes } };
    const form = { userId, formData, loggedAt };
    expect((await browser.call('saveSymptomForm', form)).statusCode).toBe(200);
  }

  async function found({ browser, userId }: TestUser, input: object): Promise<number[]> {
    const forms = (await browser.call('searchForms', { userId, ...input })).json();
    return forms.map((form: { formNumber: number }) => form.formNumber);
  }

  it('finds a text in notes, in upper or lower case of any alphabet, newest first', async () => {
    const user = await freshUser(test, ['Tremor']);
    const notes = ['ÄRGER im Bus', 'ärger', '', 'Coffee 100%', 'a_b', 'Ärger\nGestern'];
    for (const [index, note] of notes.entries()) {
      await saved(user, `2026-11-1${index}T12:00:00Z`, note);
    }
    expect(await found(user, { search: ' Ärger ' })).toEqual([6, 2, 1]);
    expect(await found(user, { search: 'gestern' })).toEqual([6]);
    // This search text has the letter and its accent as two characters.
    expect(await found(user, { search: 'a\u0308rger', limit: 2 })).toEqual([6, 2]);
    expect(await found(user, { search: '100%' })).toEqual([4]);
    expect(await found(user, { search: '_' })).toEqual([5]);
    expect(await found(user, { search: 'Tremor' })).toEqual([]);
    const { browser, userId } = user;
    const [, second] = (await browser.call('searchForms', { userId, search: 'ärger' })).json();
    expect(await found(user, { search: 'ärger', cursor: second.cursor })).toEqual([1]);
    await browser.call('deleteForm', { userId, formNumber: 2 });
    expect(await found(user, { search: 'ärger' })).toEqual([6, 1]);
  });

  it('finds nothing in another person’s notes', async () => {
    const [ada, grace] = [await freshUser(test, ['Tremor']), await freshUser(test, ['Tremor'])];
    await saved(ada, '2026-11-10T12:00:00Z', 'private');
    expect(await found(grace, { search: 'private' })).toEqual([]);
  });

  it('searches beyond the first hundred notes', async () => {
    const user = await freshUser(test, ['Tremor']);
    await saved(user, '2026-01-01T12:00:00Z', 'needle');
    for (let form = 0; form < 101; form += 1) await saved(user, '2026-11-10T12:00:00Z', 'hay');
    expect(await found(user, { search: 'NEEDLE', limit: 10 })).toEqual([1]);
  });

  it.each(['', '   ', 'x'.repeat(101)])('rejects the search %j', async (search) => {
    const { browser, userId } = await freshUser(test);
    expectRefusal(
      await browser.call('searchForms', { userId, search }),
      400,
      'search must be text of 1 to 100 characters',
    );
  });
});
