import { describe, expect, it } from 'vitest';
import { formsWith, readReport } from '../../testing/reports.ts';

/** The test looks for words, because PDF readers extract spaces of right-to-left text differently. */
const READABLE: readonly (readonly [what: string, text: string, words: readonly string[]])[] = [
  ['Japanese', '震えがひどい。コーヒーをこぼした。', ['震えがひどい', 'コーヒーをこぼした']],
  ['Hebrew', 'בוקר טוב, היום קשה', ['בוקר', 'היום', 'קשה']],
  ['Arabic', 'كان يومي هنا', ['كان', 'هنا']],
  ['Greek and Cyrillic', 'Ελληνικά Привет їжак', ['Ελληνικά', 'Привет', 'їжак']],
  ['letters with marks', 'Ł ő ệ e\u0301', ['Ł', 'ő', 'ệ', 'é']],
  ['emoji', 'Today 🙂 was 👍 fine', ['🙂', '👍', 'fine']],
  ['a formula', '=HYPERLINK("http://x.example","y")', ['=HYPERLINK("http://x.example","y")']],
  ['a tag', '<script>alert(1)</script>', ['<script>alert(1)</script>']],
  [
    'PDF operators',
    '(a) Tj ET Q endstream endobj \\( ) Tj << /JS (x) >>',
    ['(a) Tj ET Q endstream endobj', '<< /JS (x) >>'],
  ],
];

describe.each(READABLE)('%s', (_, text, words) => {
  it('is readable in a name, a symptom and a note', async () => {
    const { pages } = await readReport({ name: text, forms: formsWith([text], [text]) });
    for (const word of words) {
      expect(pages[0]).toContain(word);
      expect(pages[2]).toContain(word);
    }
  });
});

describe('characters that no font has, and control characters', () => {
  it.each([
    ['control characters', 'a\u0000b\u0007c\u001bd', ['a[U+0000]b[U+0007]c[U+001B]d']],
    ['lone surrogates', 'high \ud800 low \udc00', ['[U+D800]', '[U+DC00]']],
    ['an alphabet without a font', 'see \u{10400} here', ['[U+10400]', 'here']],
    ['private characters', 'see \ue000 here', ['[U+E000]']],
  ])('%s are shown by number', async (_, text, words) => {
    const { text: read } = await readReport({ name: text, forms: formsWith([text], [text]) });
    for (const word of words) expect(read).toContain(word);
  });

  it('direction marks and zero-width characters are removed', async () => {
    const text = 'safe \u202eexe.cod\u202c zero\u200bwidth';
    const { text: read } = await readReport({ name: text, forms: formsWith(['Tremor'], [text]) });
    expect(read).toContain('safe exe.cod zerowidth');
  });
});

describe('long texts', () => {
  it.each([
    ['Latin', 'x'],
    ['Arabic', 'ع'],
    ['Japanese', '震'],
    ['emoji', '🙂'],
  ])('10,000 characters of %s without a space are all printed', async (_, character) => {
    const text = character.repeat(10_000);
    const { pages, text: read } = await readReport({ forms: formsWith(['Tremor'], [text]) });
    // Each note is printed twice: in the notes and in the log.
    expect(read.split(character).length - 1).toBeGreaterThanOrEqual(20_000);
    expect(pages.length).toBeGreaterThan(4);
  });

  it('a long word is broken, and five long names leave room for notes', async () => {
    const names = ['A', 'B', 'C', 'D', 'E'].map((letter) => letter.repeat(100));
    const { text } = await readReport({ forms: formsWith(names, ['A note']) });
    const letters = text.replaceAll(' ', '');
    for (const name of names) expect(letters).toContain(name);
    expect(text).toContain('A note');
  });
});

it('every document starts and ends as a PDF must, and contains no script and no link', async () => {
  for (const [, text] of READABLE) {
    const { bytes } = await readReport({ name: text, forms: formsWith([text], [text]) });
    const file = Buffer.from(bytes).toString('latin1');
    expect(file).toMatch(/^%PDF-1\.7\n[\s\S]*startxref\n\d+\n%%EOF\n$/);
    expect(file).not.toMatch(/\/(JavaScript|Launch|URI|OpenAction)/);
  }
});
