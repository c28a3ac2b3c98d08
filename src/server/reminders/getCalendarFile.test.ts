import { expect, it } from 'vitest';
import { freshUser, testApp } from '../testing/app.ts';
import { onEveryDatabase } from '../testing/databases.ts';
import { savedMedication } from '../testing/medication.ts';
import { savedReminders } from '../testing/reminders.ts';

onEveryDatabase((place) => {
  const test = testApp(place);

  async function fileOf(...settings: [Parameters<typeof savedReminders>[1], object?]) {
    const user = await freshUser(test, ['Tremor']);
    await savedMedication(user, { name: 'Secret', times: [{ time: '06:30', amount: 1 }] });
    await savedReminders(user, ...settings);
    const { browser, userId } = user;
    return await browser.call('getCalendarFile', { userId });
  }

  const starts = (file: string) => file.match(/(?<=DTSTART;[^:]*:\d{8}T)\d{4}/g)?.sort() ?? [];

  it('has the times of the reminders that are on in the calendar, in neutral words', async () => {
    const answer = await fileOf(
      {
        dose: { channels: ['calendar'] },
        form: { channels: ['push', 'calendar'], times: ['23:15', '12:00'] },
        checkIn: { channels: ['push'] },
        exercise: { on: false, channels: ['calendar'] },
      },
      { showsNames: true },
    );
    expect(answer.headers['content-type']).toBe('text/calendar; charset=utf-8');
    expect(starts(answer.body)).toEqual(['0630', '1200', '2315']);
    expect(answer.body).toContain('SUMMARY:Your 6:30 AM reminder');
    expect(answer.body).not.toMatch(/Secret|Tremor/);
  });

  it('has none in quiet hours', async () => {
    const quiet = { from: '22:00', to: '07:00' };
    const kinds = {
      dose: { channels: ['calendar'] },
      form: { channels: ['calendar'], times: ['12:00', '23:15'] },
    } as const;
    expect(starts((await fileOf(kinds, { quiet })).body)).toEqual(['1200']);
    const { dose } = kinds;
    const none = await fileOf({ dose }, { quiet });
    expect([none.statusCode, none.json()]).toEqual([400, { error: expect.any(String) }]);
  });
});
