import { expect, it } from 'vitest';
import { changedReminders, importedReminders, type ReminderChange } from './reminder-changes.ts';
import { DEFAULT_REMINDERS, type ReminderKind, type ReminderSettings } from './reminders.ts';

const reminder = (settings: ReminderSettings, kind: ReminderKind) =>
  settings.reminders.find((each) => each.kind === kind);

it('a change sets the fields that it contains, and the others stay', () => {
  const change: ReminderChange = {
    reminders: [
      { kind: 'form', on: true, times: ['20:00', '08:00'], channels: ['push', 'calendar'] },
      { kind: 'dose', on: true, times: ['09:00'], weekday: 3, channels: ['push'] },
      { kind: 'weeklyReport', on: true, weekday: 5, channels: ['email'] },
    ],
    pausedUntil: '2026-12-24',
  };
  const changed = changedReminders({ ...DEFAULT_REMINDERS, showsNames: true }, change);
  expect(changed).toEqual({
    ...{ quiet: null, pausedUntil: '2026-12-24', showsNames: true, repeats: false },
    reminders: DEFAULT_REMINDERS.reminders.map((each) => {
      const { kind } = each;
      if (kind === 'form') {
        return { ...each, on: true, times: ['08:00', '20:00'], channels: ['push', 'calendar'] };
      }
      // Reminders of doses have no times and no weekday of their own.
      if (kind === 'dose') return { ...each, on: true };
      return kind === 'weeklyReport' ? { ...each, on: true, weekday: 5 } : each;
    }),
  });
  expect(changedReminders(changed, { reminders: [], pausedUntil: null })).toEqual({
    ...changed,
    pausedUntil: null,
  });
});

it('a file turns on no reminder by email, but its channels are kept', () => {
  const imported = importedReminders({
    reminders: [
      { kind: 'form', on: true, channels: ['push', 'email'] },
      { kind: 'checkIn', on: true, channels: ['calendar', 'push'] },
      { kind: 'exercise', on: false, channels: ['push'] },
      { kind: 'weeklyReport', on: true, channels: ['email'] },
    ],
    quiet: { from: '22:00', to: '07:00' },
    repeats: true,
  });
  expect(reminder(imported, 'form')).toMatchObject({ on: false, channels: ['push', 'email'] });
  expect(reminder(imported, 'checkIn')).toMatchObject({ on: true, channels: ['calendar', 'push'] });
  expect(reminder(imported, 'exercise')).toMatchObject({ on: false });
  expect(reminder(imported, 'weeklyReport')).toMatchObject({ on: false, channels: ['email'] });
  // The file does not have this kind.
  expect(reminder(imported, 'dose')).toEqual(reminder(DEFAULT_REMINDERS, 'dose'));
  expect(imported).toMatchObject({ quiet: { from: '22:00', to: '07:00' }, repeats: true });
});
