import { OWN_TRACKER, TRACKER } from '../../contract/page-data.ts';
import type { DateStyle } from '../../domain/formats.ts';
import { clockText } from '../../domain/regimen.ts';
import type { DueReminder, ReminderKind } from '../../domain/reminders.ts';

/** One's own tracker: somebody who helps others may have another one open. */
export const OWN_DASHBOARD = `/dashboard?${TRACKER}=${OWN_TRACKER}`;

/** The page that a press on a reminder opens. The query string opens the dialog in which the entry is made. */
export const PATHS: Readonly<Record<ReminderKind, string>> = {
  form: `${OWN_DASHBOARD}&track`,
  checkIn: `${OWN_DASHBOARD}&checkin`,
  dose: `${OWN_DASHBOARD}&dose`,
  exercise: `${OWN_DASHBOARD}&checkin`,
  diary: `${OWN_DASHBOARD}&diary`,
  refill: `${OWN_DASHBOARD}&tablets`,
  weeklyReport: OWN_DASHBOARD,
};

/**
 * The title of a reminder, which anyone may read on a locked phone: it names no medication and no symptom. A form and
 * a dose may be due at the same time, so their titles differ.
 */
export function neutralTitle(
  { kind, time }: Pick<DueReminder, 'kind' | 'time'>,
  style: DateStyle,
): string {
  if (kind === 'checkIn') return 'Time for your check-in';
  if (kind === 'exercise') return 'Time for your exercise entry';
  if (kind === 'diary') return 'Time for your diary';
  if (kind === 'refill') return 'Please check your supplies';
  if (kind === 'dose') return `Your ${clockText(time, style)} reminder`;
  return `Time for your ${clockText(time, style)} entry`;
}

/** The maximum number of names in a title, because a notification has little room. */
const MOST_NAMES = 3;

/** The title with the names of the medications, for people who have chosen to see them. */
export function titleWithNames(
  reminder: Pick<DueReminder, 'kind' | 'time'> & {
    readonly doses: readonly { readonly label: string }[];
  },
  style: DateStyle,
): string {
  const labels = [...new Set(reminder.doses.map(({ label }) => label))];
  if (labels.length === 0) return neutralTitle(reminder, style);
  const more = labels.length > MOST_NAMES ? [`${labels.length - MOST_NAMES} more`] : [];
  const names = [...labels.slice(0, MOST_NAMES), ...more].join(', ');
  return `${names}, ${clockText(reminder.time, style)}`;
}
