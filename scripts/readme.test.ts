import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { hardTextsOf, isNeverSaid, longSentencesOf } from './plain-words.ts';

/** The parts of README that patients and families read are as easy as the guide. The others are for operators. */

const README = readFileSync('README.md', 'utf8');
const FOR_PEOPLE = ['', 'What it does', 'How it differs', 'What it is not', 'Questions'];

const sections = new Map(
  README.split(/^## /m).map((section, index) => {
    const [title = '', ...lines] = section.split('\n');
    return [index === 0 ? '' : title, lines.join('\n')] as const;
  }),
);

/** The paragraphs and items of a section, without its tables, pictures and code. */
function textsOf(section: string): string[] {
  return section
    .replace(/^(?:\|.*|!\[.*|```[\s\S]*?```)$/gm, '')
    .split(/\n{2,}|\n(?=- )/)
    .map((text) =>
      text
        .replace(/^- /, '')
        .replace(/\[([^\]]+)\]\([^)]+\)/g, '$1')
        .replace(/[*`]/g, '')
        .replace(/\s+/g, ' ')
        .trim(),
    )
    .filter((text) => text !== '');
}

it('has at most 150 lines, and its two commands', () => {
  expect(README.trimEnd().split('\n').length).toBeLessThanOrEqual(150);
  expect(README).toMatch(/^npm start .*\nnpm test .*$/m);
});

describe.each(FOR_PEOPLE)('the part ‘%s’', (title) => {
  const texts = textsOf(sections.get(title) ?? '');

  it('is easy to read', () => {
    expect(texts.length).toBeGreaterThan(1);
    expect(longSentencesOf(texts)).toEqual([]);
    expect(hardTextsOf(texts)).toEqual([]);
  });
});

// 'What it is not' is left out: it names what the app does not do.
it.each(FOR_PEOPLE.filter((title) => title !== 'What it is not'))(
  'the part ‘%s’ neither judges nor advises',
  (title) => {
    expect(textsOf(sections.get(title) ?? '').filter(isNeverSaid)).toEqual([]);
  },
);
