import { counted } from './counted.ts';
import type { DateStyle } from './formats.ts';
import type { PlainSection } from './plain-section.ts';
import {
  differenceText,
  POSITION_WORDS,
  POSITIONS,
  type Position,
  type Reading,
  readingText,
  type Sitting,
  sittings,
} from './pressure.ts';
import { clockText } from './regimen.ts';
import { shortDay } from './visit-days.ts';
import { dateOf, timeOf } from './zone.ts';

/** A reading with its own zone (IANA). */
export interface PressureFact extends Reading {
  readonly timeZone: string;
}

/**
 * What the page for a visit says of blood pressure: each sitting with its readings, and the differences after standing
 * up. Only subtraction, and no judgement.
 *
 * @param readings in any order
 * @returns undefined without any
 */
export function pressureSection(
  readings: readonly PressureFact[],
  style: DateStyle,
): PlainSection | undefined {
  const found = sittings(readings);
  if (found.length === 0) return undefined;
  const days = new Set(readings.map((each) => dateOf(each.measuredAt, each.timeZone))).size;
  return {
    name: 'bloodPressure',
    title: 'Blood pressure',
    blocks: [
      {
        type: 'text',
        text: `Measured ${found.length === 1 ? 'once' : `${found.length} times`}, on ${counted(days, 'day')}. The upper number is first, then the lower one, in mmHg. In brackets is the difference from lying.`,
      },
      {
        type: 'table',
        caption: 'Blood pressure, lying and standing',
        head: ['When', ...POSITIONS.map((position) => POSITION_WORDS[position].name)],
        rows: found.map((sitting) => [
          whenText(sitting, style),
          ...POSITIONS.map((position) => cellOf(sitting, position)),
        ]),
      },
    ],
  };
}

function whenText({ at, lying, standing }: Sitting<PressureFact>, style: DateStyle): string {
  const zone = (lying ?? standing[0]?.reading)?.timeZone ?? 'UTC';
  return `${shortDay(dateOf(at, zone), style)}, ${clockText(timeOf(at, zone), style)}`;
}

/** The reading in a position, with the difference from the one while lying: '107/72 (−24/−8)'. */
function cellOf({ lying, standing }: Sitting<PressureFact>, position: Position): string {
  if (position === 'lying') return lying ? readingText(lying) : '–';
  const each = standing.find(({ reading }) => reading.position === position);
  if (!each) return '–';
  const difference = differenceText(each);
  const text = readingText(each.reading);
  return difference ? `${text} (${difference})` : text;
}
