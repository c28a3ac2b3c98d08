import type { PaperSheet } from '../../domain/paper.ts';
import type { Instant } from '../../domain/zone.ts';
import { Fonts } from '../platform/pdf/fonts.ts';
import { harmlessName } from '../platform/pdf/harmless.ts';
import { bytesOf, newPdf, type Paper } from '../platform/pdf/pdf.ts';
import { PRIMARY, Sheet } from '../platform/pdf/sheet.ts';
import { Tags } from '../platform/pdf/tags.ts';
import type { Task } from '../platform/workers/workers.ts';
import { drawGrid } from './grid.ts';
import { PAPER_TEXTS, type PaperPerson } from './sheets.ts';

export interface PaperOrder extends PaperPerson {
  readonly sheet: PaperSheet;
  readonly paper: Paper;
  readonly name: string;
  readonly madeAt: Instant;
}

const FOOTER =
  'What is on this sheet can be typed into Symptom Tracker later: under Settings, then Paper. Anyone who finds this sheet can read it.';
/** The size of the text to read (points). Large type begins at 14. */
const READ = 14;
/** The space above a heading with room to write by hand (points). */
const ABOVE = 10;

/** Draws blank sheets. Runs in a worker process, because embedding the fonts takes some tenths of a second. */
export async function paperPdf({ input: order }: Task<PaperOrder>): Promise<Uint8Array> {
  const { title, advice, grids } = PAPER_TEXTS[order.sheet]({
    ...order,
    symptoms: order.symptoms.map(harmlessName),
  });
  const name = harmlessName(order.name);
  const pdf = newPdf({
    title,
    author: 'Symptom Tracker',
    ...order,
    madeAt: new Date(order.madeAt),
  });
  const tags = new Tags(pdf);
  const sheet = new Sheet(pdf, new Fonts(pdf), tags, order.paper, {
    title: name,
    subtitles: [title],
    footer: FOOTER,
  });
  const { root } = tags;
  const heading = { weight: 'bold', colour: PRIMARY } as const;
  sheet.paragraph('H1', root, title, { ...heading, size: 22, after: 6 });
  for (const sentence of advice) {
    sheet.paragraph('P', root, sentence, { size: READ, after: 4 });
  }
  for (const { heading: words, startsPage, columns, rows, height } of grids) {
    if (startsPage) sheet.newPage();
    const fixed = columns.reduce((sum, { width = 0 }) => sum + width, 0);
    const widths = columns.map(({ title: head, width = sheet.width - fixed }) => ({
      title: head,
      width,
    }));
    if (words) sheet.need(ABOVE + READ * 2 + (rows.length + 1) * height);
    if (!sheet.isPageEmpty) sheet.y += ABOVE;
    if (words) {
      sheet.paragraph('H2', root, words, { ...heading, size: READ, after: 4 });
    }
    drawGrid(sheet, root, { columns: widths, rows, height });
  }
  sheet.frame(root);
  tags.close(root);
  pdf._root.data.PageMode = 'UseNone';
  return await bytesOf(pdf);
}
