import { expect, it } from 'vitest';
import { freshUser, testApp } from '../testing/app.ts';
import { onEveryDatabase } from '../testing/databases.ts';
import { savedForm } from '../testing/entries.ts';
import { mirror, spreadsheetOf, standInForSheets } from '../testing/spreadsheets.ts';

const HEADER = [
  'UserID',
  'Timestamp',
  'SymptomLevel',
  'MedicationTaken',
  'ExerciseMinutes',
  'SleepHours',
  'Mood',
  'Notes',
];

onEveryDatabase((place) => {
  const settings = {};
  const google = standInForSheets(settings);
  const test = testApp(place, settings);

  it('makes the spreadsheet, with its title and header, and a row for each form there is', async () => {
    const user = await freshUser(test, ['Tremor', 'Stiffness']);
    await savedForm(user);
    await google.turnOn(user);
    expect(await spreadsheetOf(user)).toMatchObject({ state: 'waiting', waiting: 1 });
    await mirror(test);
    const book = google.bookOf(user);
    expect(book?.title).toBe(`Symptom Tracker ${user.userId}`);
    expect(google.sheets.valuesOf(book, 'HealthData')).toEqual([
      HEADER,
      [
        user.userId,
        '2026-11-18T12:00:00-05:00',
        3,
        '',
        '',
        '',
        '',
        'Tremor: 4 - After coffee\nStiffness: 2',
      ],
    ]);
    expect(await spreadsheetOf(user)).toEqual({
      state: 'current',
      problem: '',
      spreadsheetId: book?.id,
      url: `https://docs.google.com/spreadsheets/d/${book?.id}`,
      waiting: 0,
    });
  });
});
