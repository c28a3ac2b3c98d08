import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { DISCLAIMER } from '../../domain/disclaimer.ts';
import {
  GUIDE_PAGES,
  type GuideBlock,
  type GuideWords,
  readGuide,
  WHAT_IT_IS,
} from '../../domain/guide.ts';
import { Fonts } from '../platform/pdf/fonts.ts';
import { bytesOf, newPdf, type Paper } from '../platform/pdf/pdf.ts';
import { PRIMARY, Sheet } from '../platform/pdf/sheet.ts';
import { type Element, END, Tags } from '../platform/pdf/tags.ts';

const FOLDER = resolve(import.meta.dirname, '../../../docs/guide');
const TITLE = 'Help for Symptom Tracker';

/** The size of the text to read (points). Large type begins at 14. */
const READ = { size: 16, after: 9 } as const;
const HEADING = { weight: 'bold', colour: PRIMARY } as const;
/** The space above a heading, and the least that stays with it on a page (points). */
const ABOVE = 8;
const WITH_HEADING = 100;
const PICTURE_WIDTH = 180;

/** The guide for patients and families in large type. The build writes it beside the web app (decision 81). */
export async function guidePdf(paper: Paper, madeAt: Date): Promise<Uint8Array> {
  const guides = await Promise.all(
    GUIDE_PAGES.map(async (page) => readGuide(await readFile(`${FOLDER}/${page}.md`, 'utf8'))),
  );
  const pdf = newPdf({ title: TITLE, author: 'Symptom Tracker', paper, madeAt });
  const tags = new Tags(pdf);
  const sheet = new Sheet(pdf, new Fonts(pdf), tags, paper, {
    title: TITLE,
    subtitles: [],
    footer: DISCLAIMER,
  });
  const { root } = tags;
  sheet.paragraph('H1', root, TITLE, { ...HEADING, size: 28, after: 12 });
  for (const text of WHAT_IT_IS) sheet.paragraph('P', root, text, READ);
  drawList(
    sheet,
    root,
    guides.map(({ title }, index) => `${index + 1}. ${title}`),
  );
  for (const { title, blocks } of guides) {
    sheet.newPage();
    pdf.outline.addItem(title);
    sheet.paragraph('H2', root, title, { ...HEADING, size: 26, after: 10 });
    for (const block of blocks) await drawBlock(sheet, root, block);
  }
  sheet.frame(root);
  tags.close(root);
  return await bytesOf(pdf);
}

async function drawBlock(sheet: Sheet, root: Element, block: GuideBlock): Promise<void> {
  switch (block.kind) {
    case 'heading':
      sheet.need(WITH_HEADING);
      if (!sheet.isPageEmpty) sheet.y += ABOVE;
      sheet.paragraph('H3', root, block.text, { ...HEADING, size: 19, after: 6 });
      break;
    case 'paragraph':
      sheet.paragraph('P', root, textOf(block.words), READ);
      break;
    case 'list': {
      const sign = (index: number) => (block.isNumbered ? `${index + 1}.` : '•');
      drawList(
        sheet,
        root,
        block.items.map((words, index) => `${sign(index)} ${textOf(words)}`),
      );
      break;
    }
    case 'picture':
      await drawPicture(sheet, root, block);
      break;
  }
}

function drawList(sheet: Sheet, parent: Element, items: readonly string[]): void {
  const list = sheet.tags.open('L', parent);
  for (const item of items) sheet.paragraph('LI', list, item, READ);
  sheet.tags.close(list);
}

/** Labels of the screen are in quotation marks, because a paragraph has one weight. */
function textOf(words: readonly GuideWords[]): string {
  return words.map(({ text, isLabel }) => (isLabel ? `‘${text}’` : text)).join('');
}

async function drawPicture(
  sheet: Sheet,
  parent: Element,
  { file, description }: Extract<GuideBlock, { kind: 'picture' }>,
): Promise<void> {
  const picture = await readFile(`${FOLDER}/pictures/${file}`);
  // The first chunk of a PNG has its width and height (W3C PNG, 11.2.1).
  const height = (PICTURE_WIDTH * picture.readUInt32BE(20)) / picture.readUInt32BE(16);
  sheet.need(height);
  const { left, y, pdf, tags } = sheet;
  const bottom = pdf.page.height - y - height;
  const figure = tags.open('Figure', parent, {
    alt: description,
    box: [left, bottom, left + PICTURE_WIDTH, bottom + height],
  });
  sheet.write(tags.begin(figure));
  pdf.image(picture, left, y, { width: PICTURE_WIDTH });
  pdf.rect(left, y, PICTURE_WIDTH, height).lineWidth(0.8).stroke('#8a93a0');
  sheet.write(END);
  tags.close(figure);
  sheet.y += height + 14;
}
