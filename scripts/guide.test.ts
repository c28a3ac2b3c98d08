import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { describe, expect, it } from 'vitest';
import { GUIDE_PAGES, type GuideWords, readGuide } from '../src/domain/guide.ts';
import { hardTextsOf, isNeverSaid, longSentencesOf, wordsIn } from './plain-words.ts';

/** Checks the guide for patients and families: its words, its labels and its pictures. */

const FOLDER = 'docs/guide';
const pages = GUIDE_PAGES.map((name) => ({
  name,
  ...readGuide(readFileSync(`${FOLDER}/${name}.md`, 'utf8')),
}));

/** The words of all screens. The three dots after a label say that it opens a dialog. */
const onScreen = new Set(
  globSync('src/{web,domain}/**/*.{ts,tsx}')
    .filter((file) => !file.includes('.test.') && !file.includes('/testing/'))
    .flatMap(wordsIn),
);

function plain(words: readonly GuideWords[]): string {
  return words.map(({ text }) => text).join('');
}

it('has a file for each page, and each file is a page', () => {
  const files = globSync(`${FOLDER}/*.md`).map((path) => basename(path, '.md'));
  expect(files.sort()).toEqual([...GUIDE_PAGES].sort());
});

it('uses each picture, and has each that it uses', () => {
  const used = pages.flatMap(({ blocks }) =>
    blocks.flatMap((block) => (block.kind === 'picture' ? block.file : [])),
  );
  const files = globSync(`${FOLDER}/pictures/*.png`).map((path) => basename(path));
  expect(used.sort()).toEqual(files.sort());
});

describe.each(pages)('$name', ({ title, blocks }) => {
  const words = blocks.flatMap((block) => {
    if (block.kind === 'paragraph') return [block.words];
    return block.kind === 'list' ? block.items : [];
  });
  const texts = [
    title,
    ...words.map(plain),
    ...blocks.flatMap((block) => {
      if (block.kind === 'heading') return block.text;
      return block.kind === 'picture' ? block.description : [];
    }),
  ];

  it('is easy to read', () => {
    expect(longSentencesOf(texts)).toEqual([]);
    expect(hardTextsOf(texts)).toEqual([]);
  });

  it('neither judges nor advises', () => {
    expect(texts.filter(isNeverSaid)).toEqual([]);
  });

  it('names controls as the screen does, word for word', () => {
    const labels = words.flat().filter(({ isLabel }) => isLabel);
    expect(
      labels.map(({ text }) => text).filter((text) => !onScreen.has(text.replace(/…$/, ''))),
    ).toEqual([]);
  });
});
