import { describe, expect, it } from 'vitest';
import { changedReminders } from './reminder-changes.ts';
import { DEFAULT_REMINDERS, type ReminderKind } from './reminders.ts';

const PAUSED = { ...DEFAULT_REMINDERS, pausedUntil: '2026-11-30', repeats: true };

function changed(change: Parameters<typeof changedReminders>[1], former = PAUSED) {
  const settings = changedReminders(former, change);
  const of = (kind: ReminderKind) => settings.reminders.find((each) => each.kind === kind);
  return { settings, of };
}

describe('changed reminders', () => {
  it('are the former ones where nothing is given', () => {
    expect(changed({}).settings).toEqual(PAUSED);
    // The server compares them as JSON.
    expect(JSON.stringify(changed({}).settings)).toBe(JSON.stringify(PAUSED));
  });

  it('keep the times and the weekday that are not given', () => {
    const { of, settings } = changed({
      reminders: [{ kind: 'weeklyReport', on: true, channels: ['email'] }],
    });
    expect(of('weeklyReport')).toMatchObject({ on: true, times: ['09:00'], weekday: 1 });
    expect(of('form')).toEqual(DEFAULT_REMINDERS.reminders[0]);
    expect(settings.pausedUntil).toBe('2026-11-30');
  });

  it('have their times in order, none for doses, and a weekday only for the report', () => {
    const { of } = changed({
      reminders: [
        { kind: 'form', on: true, times: ['20:00', '07:30'], weekday: 3, channels: ['push'] },
        { kind: 'dose', on: true, times: ['07:30'], channels: ['push'] },
        { kind: 'weeklyReport', on: true, times: ['10:00'], weekday: 5, channels: ['email'] },
      ],
    });
    expect(of('form')).toMatchObject({ times: ['07:30', '20:00'], weekday: null });
    expect(of('dose')).toMatchObject({ on: true, times: [] });
    expect(of('weeklyReport')).toMatchObject({ times: ['10:00'], weekday: 5 });
  });

  it('end a pause and the quiet hours with null, and keep them without', () => {
    const quiet = { from: '22:00', to: '07:00' };
    expect(changed({ pausedUntil: null, quiet }).settings).toMatchObject({
      pausedUntil: null,
      quiet,
      repeats: true,
    });
    expect(changed({ showsNames: true, repeats: false }).settings).toMatchObject({
      pausedUntil: '2026-11-30',
      showsNames: true,
      repeats: false,
    });
  });
});
