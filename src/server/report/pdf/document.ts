import type { CheckInWeek } from '../../../domain/check-in-weeks.ts';
import { DISCLAIMER } from '../../../domain/disclaimer.ts';
import type { DateStyle } from '../../../domain/formats.ts';
import { MOST_CHARTED, type Report } from '../../../domain/report.ts';
import type { ReportMedication } from '../../../domain/report-medication.ts';
import type { VisitSummary } from '../../../domain/visit-summary.ts';
import type { Instant } from '../../../domain/zone.ts';
import { Fonts } from '../../platform/pdf/fonts.ts';
import { harmlessLine, harmlessName } from '../../platform/pdf/harmless.ts';
import { bytesOf, newPdf, type Paper } from '../../platform/pdf/pdf.ts';
import { PRIMARY, Sheet, SOFT } from '../../platform/pdf/sheet.ts';
import { Tags } from '../../platform/pdf/tags.ts';
import { birthWords, daysWords, Moments, yearsWords, zoneWords } from '../words.ts';
import { drawBarFigure } from './bar-figure.ts';
import { drawCheckIns } from './check-ins.ts';
import { drawLineFigure } from './line-figure.ts';
import { drawLog } from './log.ts';
import { drawAfterDose, drawMedication } from './medication.ts';
import { drawFacts, drawSummary } from './summary.ts';
import { drawNotes, drawSymptomList } from './symptom-list.ts';
import { drawVisit, hasVisitPages } from './visit.ts';

/**
 * Makes the report's PDF: the page for a visit, a summary, the charts, the medication and the check-ins. The symptoms,
 * the notes and the log of all forms follow.
 */
export async function reportPdf(
  report: Report,
  {
    visit,
    medication,
    weeks,
    paper,
    madeAt,
    dateStyle,
    onForms,
  }: {
    /** The page for a visit, which the report starts with. */
    readonly visit?: VisitSummary | undefined;
    readonly medication?: ReportMedication | undefined;
    /** The weeks of the check-ins; empty without check-ins. */
    readonly weeks: readonly CheckInWeek[];
    readonly paper: Paper;
    readonly madeAt: Instant;
    readonly dateStyle: DateStyle;
    /** Called with the number of the log's forms written so far. */
    readonly onForms: (count: number) => void;
  },
): Promise<Uint8Array> {
  const { person, period, zone } = report;
  const name = harmlessName(person.name) || 'Name not provided';
  const days = daysWords(period.days, dateStyle);
  const pdf = newPdf({
    title: `Symptom report for ${plain(name)}, ${days}`,
    author: plain(name),
    paper,
    madeAt: new Date(madeAt),
  });
  const tags = new Tags(pdf);
  const timeZone = `Time zone: ${zoneWords(zone, madeAt)}`;
  const years =
    person.yearsWithParkinsons === null
      ? "years with Parkinson's not provided"
      : `${yearsWords(person)} with Parkinson's`;
  const sheet = new Sheet(pdf, new Fonts(pdf), tags, paper, {
    title: name,
    subtitles: [`Birth date: ${birthWords(person, dateStyle)} · ${years}`, `${days} · ${timeZone}`],
    footer: DISCLAIMER,
  });
  const moments = new Moments(zone, dateStyle, madeAt);
  const { root } = tags;
  const heading = (text: string, level: 'H2' | 'H3') => {
    sheet.need(80);
    if (level === 'H2') pdf.outline.addItem(text);
    const style = level === 'H2' ? { size: 15, after: 6 } : { size: 12, after: 6 };
    sheet.paragraph(level, root, text, { ...style, weight: 'bold', colour: PRIMARY });
  };
  const says = (text: string) =>
    sheet.paragraph('P', root, text, { size: 9, colour: SOFT, after: 8 });

  sheet.paragraph('H1', root, 'Symptom Report', {
    size: 22,
    weight: 'bold',
    colour: PRIMARY,
    after: 6,
  });
  if (visit && hasVisitPages(visit)) {
    const ofVisit = (text: string) => heading(text, 'H2');
    drawVisit(sheet, root, visit, { report, medication, heading: ofVisit });
    sheet.newPage();
  }
  drawFacts(sheet, root, report, { name, madeAt, moments });
  heading('Summary', 'H2');
  drawSummary(sheet, root, report, dateStyle);
  heading('What changed most', 'H2');
  for (const sentence of report.changes) {
    sheet.paragraph('P', root, harmlessLine(sentence), { size: 11, after: 2, direction: 'ltr' });
  }

  if (report.charted.length > 0) {
    sheet.newPage();
    heading('Charts', 'H2');
    const charted = new Set(report.charted.map(({ name: each }) => each));
    const rest = report.symptoms.filter((each) => each.now.count > 0 && !charted.has(each.name));
    if (rest.length > 0) {
      const names = rest.map((each) => harmlessName(each.name)).join(', ');
      says(`The charts show at most ${MOST_CHARTED} symptoms. Not shown: ${names}.`);
    }
    heading(`Average Symptom Severity Over Time - ${days}`, 'H3');
    drawLineFigure(sheet, root, report, medication, dateStyle);
    sheet.y += 12;
    heading(`Symptom Severity By Time of Day - ${days}`, 'H3');
    drawBarFigure(sheet, root, report);
  }

  if (medication) {
    sheet.newPage();
    heading('Medication', 'H2');
    drawMedication(sheet, root, medication, report, moments);
    drawAfterDose(sheet, root, medication, report, (text) => heading(text, 'H3'));
  }

  if (weeks.length > 0) {
    heading('Daily check-ins', 'H2');
    drawCheckIns(sheet, root, weeks, dateStyle);
  }

  sheet.newPage();
  heading('Symptoms', 'H2');
  drawSymptomList(sheet, root, report.list, moments);
  heading('Notes', 'H2');
  drawNotes(sheet, root, report.notes, moments);
  heading('All forms', 'H2');
  drawLog(sheet, root, report, { moments, onForms });

  sheet.frame(root);
  tags.close(root);
  pdf._root.data.PageMode = 'UseNone';
  return await bytesOf(pdf);
}

/** A name for the document's title. PDF readers show it in their own font, so invisible characters are removed. */
function plain(name: string): string {
  return name.replace(/[\u2068\u2069\p{Cc}]/gu, '').toWellFormed();
}
