import { type DateStyle, DEFAULT_DATE_STYLE } from '../../domain/formats.ts';
import { type ReportForm, type ReportSymptom, reportOf } from '../../domain/report.ts';
import { reportPeriod } from '../../domain/report-period.ts';
import { localTimeOf } from '../../domain/zone.ts';
import { reportPdf } from '../report/pdf/document.ts';
import { type ReadPdf, readPdf } from './pdf-reader.ts';

const ZONE = 'America/New_York';
export const REPORT_NOW = Date.parse('2026-11-21T17:00:00Z');
const HOUR_MS = 3_600_000;

/**
 * Makes one form for each note, seven hours apart and with the same symptoms. The note belongs to the first symptom's
 * rating.
 */
export function formsWith(names: readonly string[], notes: readonly string[]): ReportForm[] {
  return notes.map((text, index) => ({
    formNumber: index + 1,
    ...reportTime(REPORT_NOW - index * 7 * HOUR_MS),
    isEdited: false,
    editedAt: null,
    ratings: names.map((name, slot) => ({
      name,
      severity: 1 + ((index + slot) % 5),
      notes: slot === 0 ? text : '',
    })),
  }));
}

/** The times of a form that was made in the report's zone. */
function reportTime(loggedAt: number) {
  return { loggedAt, timeZone: ZONE, localTime: localTimeOf(loggedAt, ZONE) };
}

/** Makes the report on these forms and parses its PDF. */
export async function readReport({
  name = 'Grace Hopper',
  symptoms = [],
  forms,
  from,
  paper = 'Letter',
  dateStyle = DEFAULT_DATE_STYLE,
}: {
  readonly name?: string;
  readonly symptoms?: readonly ReportSymptom[];
  readonly forms: readonly ReportForm[];
  /** The start of the period (ms); by default the day of the oldest form. */
  readonly from?: number | undefined;
  readonly paper?: 'Letter' | 'A4';
  readonly dateStyle?: DateStyle;
}): Promise<ReadPdf & { readonly bytes: Uint8Array }> {
  const first = forms.at(-1)?.localTime;
  const period = reportPeriod({ from }, first, REPORT_NOW, ZONE);
  if (!period) throw new Error('There are no days to report on');
  const person = { name, birthday: '1950-12-09', yearsWithParkinsons: 6 };
  const report = reportOf({ person, symptoms, forms, period, zone: ZONE });
  const bytes = await reportPdf(report, {
    weeks: [],
    paper,
    madeAt: REPORT_NOW,
    dateStyle,
    onForms: () => {},
  });
  return { ...(await readPdf(bytes)), bytes };
}
