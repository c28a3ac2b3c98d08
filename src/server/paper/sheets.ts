import { DIARY_DAYS, DIARY_STATES, STATE_WORDS } from '../../domain/diary.ts';
import { IF_HURT } from '../../domain/falls.ts';
import type { DateStyle } from '../../domain/formats.ts';
import type { PaperSheet } from '../../domain/paper.ts';
import { IF_FAINT, POSITION_WORDS, POSITIONS } from '../../domain/pressure.ts';
import { clockText } from '../../domain/regimen.ts';
import { TIME_OF_DAY_WORDS, TIMES_OF_DAY } from '../../domain/severity.ts';
import { MIN_SLOTS, SEVERITIES } from '../../domain/symptoms.ts';
import { BLANK, type GridCell, type GridRow } from './grid.ts';

/** What the sheets of paper say (DECISIONS 52). They ask what the screens ask, in the same words. */

export interface PaperText {
  readonly title: string;
  /** How to fill in the sheet. */
  readonly advice: readonly string[];
  readonly grids: readonly PaperGrid[];
}

interface PaperGrid {
  /** A line above the grid, with room to write. */
  readonly heading?: string;
  readonly startsPage?: true;
  /** A column without a share of the width takes what is left. Widths are in points. */
  readonly columns: readonly { readonly title: string; readonly width?: number }[];
  readonly rows: readonly GridRow[];
  /** The height of a row, in points. */
  readonly height: number;
}

/** The facts about a person that a sheet shows. */
export interface PaperPerson {
  /** The names of the symptoms that are tracked now. */
  readonly symptoms: readonly string[];
  readonly dateStyle: DateStyle;
}

export const PAPER_TEXTS: Readonly<Record<PaperSheet, (person: PaperPerson) => PaperText>> = {
  diary: diaryText,
  forms: formsText,
  falls: fallsText,
  pressure: pressureText,
};

const WEEK = 7;
const DAY = 'Day and date:';

function formsText({ symptoms }: PaperPerson): PaperText {
  const names = symptoms.length > 0 ? symptoms : Array<string>(MIN_SLOTS).fill('');
  const rating: GridCell = { kind: 'choice', choices: SEVERITIES.map(String) };
  const every = (cell: GridCell) => TIMES_OF_DAY.map(() => cell);
  return {
    title: 'How bad is each symptom? One week',
    advice: [
      'Two or three times a day, circle one number for each symptom. 1 is mildest, 5 is worst.',
      'Leave out what you do not want to rate. Write the time above the numbers.',
    ],
    grids: Array.from({ length: WEEK }, () => ({
      heading: DAY,
      columns: [
        { title: '' },
        ...TIMES_OF_DAY.map((time) => ({ title: TIME_OF_DAY_WORDS[time], width: 132 })),
      ],
      rows: [
        { label: 'Time', cells: every(BLANK) },
        ...names.map((label) => ({ label, cells: every(rating) })),
        { label: 'Note', cells: every(BLANK) },
      ],
      height: 30,
    })),
  };
}

function diaryText({ dateStyle }: PaperPerson): PaperText {
  const halves = [
    { words: 'midnight to noon', from: 0 },
    { words: 'noon to midnight', from: 12 },
  ];
  return {
    title: `Motor diary, ${DIARY_DAYS} days`,
    advice: [
      'For each half-hour, put one cross. How was it for most of that half-hour?',
      ...DIARY_STATES.map((state) => `${STATE_WORDS[state].name}: ${STATE_WORDS[state].meaning}`),
      'Fill it in every hour or two, while you still remember. Sleep can be filled in the next morning.',
      'Leave a half-hour empty if you do not know.',
      'The five choices come from a diary that doctors use (Hauser 2000), in our own words.',
    ],
    grids: Array.from({ length: DIARY_DAYS }, (_, day) =>
      halves.map(({ words, from }) => ({
        heading: `Day ${day + 1}, ${words}. ${DAY}`,
        startsPage: true as const,
        columns: [
          { title: 'From' },
          ...DIARY_STATES.map((state) => ({ title: STATE_WORDS[state].name, width: 86 })),
        ],
        rows: Array.from({ length: 24 }, (_, half) => ({
          label: clockText(halfHour(from, half), dateStyle),
          cells: DIARY_STATES.map(() => BLANK),
        })),
        height: 23,
      })),
    ).flat(),
  };
}

/** '13:30' for the third half-hour from 12 on. */
function halfHour(from: number, half: number): string {
  const hour = String(from + Math.floor(half / 2)).padStart(2, '0');
  return `${hour}:${half % 2 === 0 ? '00' : '30'}`;
}

function fallsText(): PaperText {
  return {
    title: 'Falls',
    advice: [
      'Write down each fall, also one that you stopped in time. One row is one fall.',
      IF_HURT,
    ],
    grids: [
      {
        columns: [
          { title: 'Date', width: 80 },
          { title: 'Time', width: 70 },
          { title: 'How far?', width: 130 },
          { title: 'Hurt?', width: 92 },
          { title: 'Note' },
        ],
        rows: Array.from({ length: 11 }, () => ({
          label: '',
          cells: [
            BLANK,
            { kind: 'choice', choices: ['Floor', 'Nearly'] },
            { kind: 'choice', choices: ['Yes', 'No'] },
            BLANK,
          ] as const,
        })),
        height: 46,
      },
    ],
  };
}

function pressureText(): PaperText {
  const reading: GridCell = { kind: 'pair', below: 'pulse' };
  return {
    title: 'Blood pressure before a visit, five days',
    advice: [
      'Measure after waking and at bedtime. First lie down for five minutes and measure while you lie.',
      'Then stand up. Measure after 1 minute and again after 3 minutes. Hold on to something firm.',
      IF_FAINT,
    ],
    grids: [
      {
        columns: [
          { title: '' },
          { title: 'Date and time', width: 100 },
          ...POSITIONS.map((position) => ({ title: POSITION_WORDS[position].name, width: 108 })),
        ],
        rows: Array.from({ length: 5 }, (_, day) =>
          ['after waking', 'at bedtime'].map((when) => ({
            label: `Day ${day + 1}, ${when}`,
            cells: [BLANK, ...POSITIONS.map(() => reading)],
          })),
        ).flat(),
        height: 45,
      },
    ],
  };
}
