import { DEFAULT_REMINDERS, type Reminder, type ReminderSettings } from './reminders.ts';
import { compareText } from './sorted.ts';

type Some<Type> = { readonly [Key in keyof Type]?: Type[Key] | undefined };

/** A change of the settings. Missing fields keep their values. */
export type ReminderChange = Some<Omit<ReminderSettings, 'reminders'>> & {
  readonly reminders?:
    | readonly (Pick<Reminder, 'kind' | 'on' | 'channels'> &
        Some<Pick<Reminder, 'times' | 'weekday' | 'daysBefore'>>)[]
    | undefined;
};

/**
 * The settings after a change. Reminders of doses have no times of their own, only a weekly report has a weekday, and
 * only a reminder of tablets that run out has days before that.
 */
export function changedReminders<Settings extends ReminderSettings>(
  former: Settings,
  { reminders = [], quiet, pausedUntil, showsNames, repeats }: ReminderChange,
) {
  return {
    ...former,
    reminders: former.reminders.map((each) => {
      const { on, times, weekday, daysBefore, channels } =
        reminders.find(({ kind }) => kind === each.kind) ?? each;
      return {
        ...each,
        on,
        times: each.kind === 'dose' ? [] : [...(times ?? each.times)].sort(compareText),
        weekday: each.weekday === null ? null : (weekday ?? each.weekday),
        daysBefore: each.daysBefore === null ? null : (daysBefore ?? each.daysBefore),
        channels: [...channels],
      };
    }),
    quiet: quiet === undefined ? former.quiet : quiet,
    pausedUntil: pausedUntil === undefined ? former.pausedUntil : pausedUntil,
    showsNames: showsNames ?? former.showsNames,
    repeats: repeats ?? former.repeats,
  };
}

/**
 * The settings of a file, for an account that has none. Reminders by email are off until the person turns them on:
 * nobody has agreed to emails to the address of this account (DECISIONS 27). Push messages need no such rule, because
 * they go only to devices that are added to this account.
 */
export function importedReminders(inFile: ReminderChange): ReminderSettings {
  const settings = changedReminders(DEFAULT_REMINDERS, inFile);
  return {
    ...settings,
    reminders: settings.reminders.map((each) => {
      return each.channels.includes('email') ? { ...each, on: false } : each;
    }),
  };
}
