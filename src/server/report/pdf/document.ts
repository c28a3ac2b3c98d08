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
import type { ReportExtent } from '../order.ts';
import { birthWords, daysWords, Moments, yearsWords, zoneWords } from '../words.ts';
import { drawBarFigure } from './bar-figure.ts';
import { drawCheckIns } from './check-ins.ts';
import { drawLineFigure } from './line-figure.ts';
import { drawLog } from './log.ts';
import { drawAfterDose, drawMedication } from './medication.ts';
import { drawFacts, drawSummary, figureWords, formsWords } from './summary.ts';
import { drawNotes, drawSymptomList } from './symptom-list.ts';
import { drawVisit, hasVisitPages } from './visit.ts';

/** At least the height of a chart with its legend, and of the first rows of the check-ins (points). */
const CHART_HEIGHT = 220;
const CHECK_INS_HEIGHT = 100;
/** The height of a heading, and of a line of text below it. */
const HEADING = 44;

/**
 * Makes the report's PDF: the page for a visit, the charts, the medication and the check-ins. The symptoms, the notes and
 * the log of all forms follow. Facts, figures and changes stand in place of a page for a visit that would be empty. A
 * summary is the page for a visit alone, if it has anything.
 */
export async function reportPdf(
  report: Report,
  {
    visit,
    medication,
    weeks,
    paper,
    extent = 'everything',
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
    readonly extent?: ReportExtent;
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
  /** `below`: the height of a chart below the heading, which stays on the heading's page. */
  const heading = (text: string, level: 'H2' | 'H3', below = 0) => {
    sheet.need(below > 0 ? HEADING + below : 80);
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
    const ofVisit = (text: string, below?: number) => heading(text, 'H2', below);
    drawVisit(sheet, root, visit, { report, medication, heading: ofVisit });
    if (extent === 'summary') {
      says('Notes and single forms are in the report with all entries.');
      return await finished();
    }
    says(
      `${formsWords(report)}. ${figureWords(period, dateStyle)} Created ${moments.both(madeAt)}.`,
    );
  } else {
    drawFacts(sheet, root, report, { name, madeAt, moments });
    heading('Summary', 'H2');
    drawSummary(sheet, root, report, dateStyle);
    heading('What changed most', 'H2');
    for (const sentence of report.changes) {
      sheet.paragraph('P', root, harmlessLine(sentence), { size: 11, after: 2, direction: 'ltr' });
    }
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
    heading(`Average Symptom Severity Over Time - ${days}`, 'H3', CHART_HEIGHT);
    drawLineFigure(sheet, root, report, medication, dateStyle);
    sheet.y += 12;
    heading(`Symptom Severity By Time of Day - ${days}`, 'H3', CHART_HEIGHT);
    drawBarFigure(sheet, root, report);
  }

  if (medication) {
    sheet.newPage();
    heading('Medication', 'H2');
    drawMedication(sheet, root, medication, report, moments);
    drawAfterDose(sheet, root, medication, report, (text, below) => heading(text, 'H3', below));
  }

  if (weeks.length > 0) {
    heading('Daily check-ins', 'H2', CHECK_INS_HEIGHT);
    drawCheckIns(sheet, root, weeks, dateStyle);
  }

  sheet.newPage();
  heading('Symptoms', 'H2');
  drawSymptomList(sheet, root, report.list, moments);
  heading('Notes', 'H2');
  drawNotes(sheet, root, report.notes, moments);
  heading('All forms', 'H2');
  drawLog(sheet, root, report, { moments, onForms });

  return await finished();

  async function finished(): Promise<Uint8Array> {
    sheet.frame(root);
    tags.close(root);
    pdf._root.data.PageMode = 'UseNone';
    return await bytesOf(pdf);
  }
}

/** A name for the document's title. PDF readers show it in their own font, so invisible characters are removed. */
function plain(name: string): string {
  return name.replace(/[\u2068\u2069\p{Cc}]/gu, '').toWellFormed();
}
