import type { Reading, ReadingOptions, ReadOutcome } from '../exchange/reading.ts';

/** The options with which tests read files. */
export const READING_OPTIONS: ReadingOptions = {
  now: Date.parse('2026-11-18T17:00:00Z'),
  zone: 'America/New_York',
  onProgress: () => {},
};

/** The content of a file without faults. */
export function readingOf(outcome: ReadOutcome): Reading {
  if ('faults' in outcome) throw new Error(JSON.stringify(outcome.faults));
  return outcome;
}

/** The faults of a file as texts: row, column and rule. */
export function faultTexts(outcome: ReadOutcome): string[] {
  if (!('faults' in outcome)) return [];
  return outcome.faults.map(({ row, path, rule }) => `${row ?? ''} ${path} ${rule}`.trim());
}
