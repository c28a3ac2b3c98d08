import { expect, it } from 'vitest';
import { readGuide } from './guide.ts';

it('reads a title, headings, paragraphs with labels, lists and pictures', () => {
  const page = `# The first day

A line, and
the next. Press **Sign up**.

## Then

1. Press **Save**
   twice.
2. Rest.

- One
- Two

![A form.](pictures/form.png)
`;
  const said = (text: string) => ({ text, isLabel: false });
  const label = (text: string) => ({ text, isLabel: true });
  expect(readGuide(page)).toEqual({
    title: 'The first day',
    blocks: [
      {
        kind: 'paragraph',
        words: [said('A line, and the next. Press '), label('Sign up'), said('.')],
      },
      { kind: 'heading', text: 'Then' },
      {
        kind: 'list',
        isNumbered: true,
        items: [[said('Press '), label('Save'), said(' twice.')], [said('Rest.')]],
      },
      { kind: 'list', isNumbered: false, items: [[said('One')], [said('Two')]] },
      { kind: 'picture', description: 'A form.', file: 'form.png' },
    ],
  });
});

it.each([
  'no title',
  '# A title\n\nA [link](elsewhere.md)',
  '# A title\n\n### A third level',
  '# A title\n\n**Not closed',
])('refuses %j', (markdown) => {
  expect(() => readGuide(markdown)).toThrow();
});
