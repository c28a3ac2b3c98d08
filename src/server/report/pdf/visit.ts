import type { VisitCell, VisitTable } from '../../../domain/plain-section.ts';
import type { Report } from '../../../domain/report.ts';
import type { ReportMedication } from '../../../domain/report-medication.ts';
import type { VisitBlock, VisitList } from '../../../domain/visit-blocks.ts';
import { visitAuthors, visitSections } from '../../../domain/visit-sections.ts';
import type { VisitSummary } from '../../../domain/visit-summary.ts';
import { headFacts, personTitle } from '../../../domain/visit-words.ts';
import { harmlessLine, harmlessName } from '../../platform/pdf/harmless.ts';
import { type Sheet, SOFT } from '../../platform/pdf/sheet.ts';
import { type Column, Table } from '../../platform/pdf/table.ts';
import type { Element } from '../../platform/pdf/tags.ts';
import { SCALE } from './chart-frame.ts';
import { drawLineFigure } from './line-figure.ts';
import { BOXES_HEIGHT, drawBoxes } from './visit-boxes.ts';
import { drawRibbons, ribbonsHeight } from './visit-ribbons.ts';

const TEXT = 10;
const SMALL = 9;
/** The height of the line chart (CSS px). The report's own line chart is higher. */
const LINE_HEIGHT = 220;
/** The height of a legend (points). */
const LEGEND = 24;

/** Whether there is anything to show besides the person. */
export function hasVisitPages({
  topics,
  medication,
  diary,
  weeks,
  sections,
  severity,
}: VisitSummary): boolean {
  const hasPart = Boolean(medication ?? diary ?? weeks) || sections.length > 0;
  return topics.length > 0 || hasPart || severity.lines.length > 0;
}

interface Drawing {
  readonly report: Report;
  readonly medication: ReportMedication | undefined;
  readonly heading: (text: string, below?: number) => void;
}

/** Draws the page for a visit, with the sections of the screen: about two pages. */
export function drawVisit(
  sheet: Sheet,
  parent: Element,
  summary: VisitSummary,
  drawing: Drawing,
): void {
  const head = [harmlessName(personTitle(summary.person)), ...headFacts(summary)].join(' · ');
  sheet.paragraph('P', parent, head, { size: TEXT, after: 8, direction: 'ltr' });
  const sections = visitSections(summary).filter(({ name }) => {
    return name !== 'severity' || summary.severity.lines.length > 0;
  });
  for (const { title, blocks } of sections) {
    // The heading stays on the page of its chart.
    drawing.heading(title, Math.max(...blocks.map(figureHeight)));
    for (const block of blocks) drawBlock(sheet, parent, block, summary, drawing);
    sheet.y += 5;
  }
  const authors = visitAuthors(summary);
  if (authors) says(sheet, parent, authors, true);
}

/** The height of the first figure of a block (points). */
function figureHeight(block: VisitBlock): number {
  switch (block.type) {
    case 'severity':
      return LINE_HEIGHT * SCALE + LEGEND;
    case 'boxes':
      return BOXES_HEIGHT;
    case 'ribbons':
      return ribbonsHeight(block.diary) + LEGEND;
    default:
      return 0;
  }
}

function drawBlock(
  sheet: Sheet,
  parent: Element,
  block: VisitBlock,
  summary: VisitSummary,
  { report, medication }: Drawing,
): void {
  switch (block.type) {
    case 'text':
      says(sheet, parent, block.text, block.isSmall);
      break;
    case 'figures':
      says(sheet, parent, block.figures.map(({ value, of }) => `${value} ${of}`).join(' · '));
      break;
    case 'list':
      if (block.title) says(sheet, parent, `${block.title}:`);
      for (const line of linesOf(block)) says(sheet, parent, line);
      break;
    case 'table':
      drawTable(sheet, parent, block);
      break;
    case 'ribbons':
      drawRibbons(sheet, parent, block.diary, summary);
      break;
    case 'boxes':
      drawBoxes(sheet, parent, block.charts);
      break;
    case 'severity':
      says(sheet, parent, block.text, true);
      drawLineFigure(sheet, parent, report, medication, summary.style, LINE_HEIGHT);
      drawTable(sheet, parent, block.table);
      break;
    case 'weeks':
      drawTable(sheet, parent, block.table);
      break;
    case 'lineNumbers':
      break;
  }
}

function linesOf({ items, isNumbered }: VisitList): string[] {
  const texts = items.map(({ of, text }) => (of === undefined ? text : `${of} ${text}`));
  return isNumbered ? texts.map((text, index) => `${index + 1}. ${text}`) : texts;
}

/** A paragraph, which may contain what a person typed. */
function says(sheet: Sheet, parent: Element, text: string, isSmall = false): void {
  const look = isSmall
    ? { size: SMALL, colour: SOFT, after: 4 }
    : ({ size: TEXT, after: 2, direction: 'ltr' } as const);
  sheet.paragraph('P', parent, harmlessLine(text), look);
}

function drawTable(sheet: Sheet, parent: Element, { head, rows }: VisitTable): void {
  const table = new Table(sheet, parent, columnsOf(head, rows, sheet.width), {
    size: SMALL,
    isClose: true,
  });
  for (const [first = '', ...cells] of rows) {
    table.row([
      { text: harmlessName(textOf(first)), weight: 'bold' },
      ...cells.map((cell) => ({ text: harmlessName(textOf(cell)) })),
    ]);
  }
  table.end(10);
}

/** Beside the first column, which gets the rest of the width: the narrowest and the widest column (points). */
const COLUMN = { least: 60, most: 170 };
/** About the width of a character, and the space beside the text (points). */
const CHARACTER = 4.8;
const PADDING = 12;

function columnsOf(
  head: readonly string[],
  rows: readonly (readonly VisitCell[])[],
  width: number,
): Column[] {
  const others = head.slice(1).map((title, index): Column => {
    const words = [...title.split(' '), ...rows.map((row) => textOf(row[index + 1] ?? ''))];
    const longest = Math.max(...words.map(({ length }) => length)) * CHARACTER + PADDING;
    const [least, most] = [COLUMN.least, COLUMN.most];
    return { title, width: Math.min(most, Math.max(least, longest)), align: 'centre' };
  });
  const rest = others.reduce((left, column) => left - column.width, width);
  return [{ title: head[0] ?? '', width: rest, isHeader: true }, ...others];
}

function textOf(cell: VisitCell): string {
  return typeof cell === 'string' ? cell : cell.join(', ');
}
