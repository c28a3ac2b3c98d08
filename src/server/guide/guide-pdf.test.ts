import { expect, it } from 'vitest';
import { readPdf } from '../testing/pdf-reader.ts';
import { guidePdf } from './guide-pdf.ts';

it.each([
  ['A4', [595, 842]],
  ['Letter', [612, 792]],
] as const)(
  'the guide as a PDF has every page and picture in large type, on %s',
  async (paper, size) => {
    const pdf = await readPdf(await guidePdf(paper, new Date('2026-11-29T12:00:00Z')));
    expect(pdf).toMatchObject({ size, isTagged: true, title: 'Help for Symptom Tracker' });
    expect(pdf.text).toContain('When something goes wrong');
    expect(pdf.text).toContain('Press ‘Track Symptoms’.');
    const figures = pdf.roles.flat().filter(({ role }) => role === 'Figure');
    expect(figures).toHaveLength(8);
    expect(figures.every(({ alt }) => alt)).toBe(true);
  },
);
