import { describe, expect, it } from 'vitest';
import type { SessionUser } from '../../src/contract/entities.ts';
import { newPlace } from '../../src/server/testing/databases.ts';
import { eventually } from '../../src/server/testing/eventually.ts';
import { standInForMail } from '../../src/server/testing/mailing.ts';
import { PASSWORD, succeeded } from '../../src/server/testing/process.ts';
import { doorOf, numbers, resident, Visitor } from './doors.ts';
import { tell, times } from './figures.ts';

const NOTE = 'fell twice, did not tell my son';
const NEW_PASSWORD = 'a new horse 47';

describe.each(['SQLite', 'PostgreSQL'] as const)('on %s', (engine) => {
  const mailing = standInForMail();

  it('the owner of a mistyped address proves it: the diary is not read, and its author stays in', async (context) => {
    const place = await newPlace(engine);
    const { settings } = mailing;
    const [first, second] = [await doorOf(place, { settings }), await doorOf(place, { settings })];
    let read = 0;
    let out = 0;
    const authors = numbers(times(20));
    for (const index of authors) {
      const { visitor: author, email, userId } = await resident(first);
      const formData = { symptom1: { name: 'Tremor', severity: 4, notes: NOTE } };
      succeeded(await author.call(first, 'saveSymptomForm', { userId, formData }));
      const stranger = new Visitor(`198.51.${index}.1`);
      const reset = { email, newPassword: NEW_PASSWORD };
      const asked = succeeded(await stranger.call(second, 'resetPassword', reset));
      const { challenge } = JSON.parse(asked.text) as { challenge: string };
      const code = await mailedCode(email);
      succeeded(await stranger.call(second, 'resetPassword', { ...reset, challenge, code }));
      const signedIn = await stranger.call(first, 'signIn', { email, password: NEW_PASSWORD });
      const theirs = JSON.parse(succeeded(signedIn).text) as SessionUser;
      for (const id of [theirs.id, userId]) {
        for (const name of ['getUserForms', 'exportData'] as const) {
          const input = { userId: id, ...(name === 'exportData' && { format: 'json' }) };
          if ((await stranger.call(second, name, input)).text.includes(NOTE)) read += 1;
        }
      }
      const forms = await author.call(second, 'getUserForms', { userId });
      if (!forms.text.includes(NOTE)) out += 1;
      // The author gets in again too, with the mistyped address and the old password.
      const again = new Visitor(`203.0.${index}.1`);
      const back = await again.call(second, 'signIn', { email, password: PASSWORD });
      if ((JSON.parse(back.text) as SessionUser).id !== userId) out += 1;
    }
    tell(context, `${engine}: of ${authors.length} diaries ${read} were read, ${out} authors out`);
    expect([read, out]).toEqual([0, 0]);
  });

  async function mailedCode(to: string): Promise<string> {
    let code = '';
    await eventually(() => {
      const letter = mailing.server.received.findLast((mail) => mail.to === to);
      [, code = ''] = /^\s*(\d{6})\s*$/m.exec(letter?.text ?? '') ?? [];
      expect(code).not.toBe('');
    });
    return code;
  }
});
