import { describe, expect, it } from 'vitest';
import { MAX_IMPORT_BYTES } from '../../contract/file-formats.ts';
import { importFileOf, isTooLarge } from './import-file.ts';

const TEXT = 'u1,2024-03-01 08:15,Müdigkeit,3,震え';
const MARK = '\ufeff';

function utf16(text: string, order: 'le' | 'be'): Uint8Array {
  const bytes = Buffer.from(MARK + text, 'utf16le');
  return order === 'le' ? bytes : bytes.swap16();
}

describe('the text of a file', () => {
  it.each([
    ['UTF-8', Buffer.from(TEXT)],
    ['UTF-8 with a mark', Buffer.from(MARK + TEXT)],
    ['UTF-16 of Windows', utf16(TEXT, 'le')],
    ['UTF-16 the other way around', utf16(TEXT, 'be')],
  ])('is decoded exactly from %s', (_encoding, bytes) => {
    expect(importFileOf('a.csv', bytes)?.content).toBe(TEXT);
  });

  it.each([
    ['Windows-1252', Buffer.from('Müdigkeit', 'latin1')],
    ['UTF-8 cut off in a letter', Buffer.from('ü').subarray(0, 1)],
    ['half a letter of UTF-16', utf16('x', 'le').subarray(0, 3)],
  ])('is rejected in %s', (_encoding, bytes) => {
    expect(importFileOf('a.csv', bytes)).toBeUndefined();
  });
});

describe('the size of a file', () => {
  const LINE = '"a"\n';
  /** The number of lines that fit into a request: a line of four bytes takes seven bytes in JSON. */
  const MOST = Math.floor((MAX_IMPORT_BYTES - 1100) / 7);

  it.each([
    ['fits', MOST, false],
    ['is too large', MOST + 200, true],
  ])('counts as it is sent: %s', (_size, lines, expected) => {
    const content = LINE.repeat(lines);
    expect(content.length).toBeLessThan(MAX_IMPORT_BYTES);
    expect(isTooLarge({ format: 'csv', content })).toBe(expected);
  });
});

describe('the format of a file', () => {
  it.each([
    ['by its name', 'A.JSON', 'x', 'json'],
    ['by how it begins', 'a.txt', ' \n{', 'json'],
    ['by its title', 'a.csv', 'Date,Form #\n1,2', 'csv'],
    ['by its title in other letters', 'a.csv', 'FORM # ;Symptom\r1', 'csv'],
    ['by its title in quotes', 'a.csv', '"Form #"\t"Symptom"\n', 'csv'],
    ['of doses by its title', 'a.csv', 'Date,"Dose id"\n', 'doses'],
    ['of check-ins by its title', 'a.csv', 'check-in day;Mood\n', 'checkins'],
    ['by its title below empty rows', 'a.csv', '\r\n,,,\r\n;"" \r\nform #,Symptom', 'csv'],
    ['by its title alone', 'a.csv', 'u1,2024-03-01 08:15,Tremor,3,see Form # 3', 'legacy'],
    ['by its first row alone', 'a.csv', 'u1,2024-03-01 08:15,Tremor,3,\nForm #,Symptom', 'legacy'],
    ['though it is empty', 'a.csv', '', 'legacy'],
  ])('is recognised %s', (_how, name, content, format) => {
    expect(importFileOf(name, Buffer.from(content))?.format).toBe(format);
  });
});
