import {
  BIN_LABELS,
  binOf,
  HOURS_AFTER_DOSE,
  type SinceDose,
  sinceDoseText,
} from './after-dose.ts';
import { capitalized } from './capitalized.ts';
import { counted } from './counted.ts';
import type { DiaryState } from './diary.ts';
import type { HowFar } from './falls.ts';
import type { DateStyle } from './formats.ts';
import type { PlainBlock, PlainSection } from './plain-section.ts';
import { clockText } from './regimen.ts';
import { TIMES_OF_DAY, timeOfDay } from './severity.ts';
import { shortDay } from './visit-days.ts';
import { STATE_TERMS } from './visit-words.ts';
import { dateOf, hourOf, type Instant, localTimeOf, timeOf } from './zone.ts';

/** A fall with what the other entries say of its time. */
export interface FallFact {
  readonly fellAt: Instant;
  /** Its own zone (IANA). */
  readonly timeZone: string;
  readonly reached: HowFar;
  readonly hurt: boolean | null;
  /**
   * 'hidden': a dose before the period may not be shown. Undefined without levodopa, or if the scope leaves medication out.
   */
  readonly since: SinceDose | 'hidden' | undefined;
  /** Undefined if the diary has no entry for that time, or if the scope leaves it out. */
  readonly state: DiaryState | undefined;
}

const HIDDEN = 'in the first 8 hours of the period';

/**
 * What the page for a visit says of falls: how many, on how many days, and when. What nearly happened is counted apart.
 * Only counts, and no judgement.
 *
 * @param falls in any order
 * @returns undefined without any
 */
export function fallSection(
  falls: readonly FallFact[],
  style: DateStyle,
): PlainSection | undefined {
  if (falls.length === 0) return undefined;
  const [floor, nearly] = (['floor', 'nearly'] as const).map((reached) =>
    falls.filter((each) => each.reached === reached),
  ) as [FallFact[], FallFact[]];
  const hurt = floor.filter((each) => each.hurt).length;
  const hurtNearly = nearly.filter((each) => each.hurt).length;
  const figures = [
    { value: String(floor.length), of: `${floor.length === 1 ? 'fall' : 'falls'}${onDays(floor)}` },
    ...(hurt > 0 ? [{ value: String(hurt), of: 'hurt in a fall' }] : []),
    { value: String(nearly.length), of: `nearly fell${onDays(nearly)}` },
    ...(hurtNearly > 0 ? [{ value: String(hurtNearly), of: 'hurt in a near fall' }] : []),
  ];
  return {
    name: 'falls',
    title: 'Falls',
    blocks: [{ type: 'figures', figures }, ...linesOf({ Falls: floor, 'Nearly fell': nearly })],
    numbers: [countsOf(floor, nearly), eachOf(falls, style)],
  };
}

/** ', on 3 days', or '' without any. */
function onDays(falls: readonly FallFact[]): string {
  const days = new Set(falls.map(({ fellAt, timeZone }) => dateOf(fellAt, timeZone))).size;
  return days === 0 ? '' : `, on ${counted(days, 'day')}`;
}

/** How a sentence of the groups begins, by what it is about. That of the time of day begins with the kind of falls. */
const BEGINNINGS = { time: undefined, dose: 'After levodopa', diary: 'Diary' } as const;
type Topic = keyof typeof BEGINNINGS;

interface Group {
  readonly topic: Topic;
  /** In a table. */
  readonly name: string;
  /** In a sentence, after the count. */
  readonly words: string;
  readonly holds: (fall: FallFact) => boolean;
}

/** The groups in which every fall counts once, by time of day, time since levodopa and state of the diary. */
const GROUPS: readonly Group[] = [
  ...TIMES_OF_DAY.map(
    (time): Group => ({
      topic: 'time',
      name: time,
      words: `in the ${time}`,
      holds: (fall) => partOf(fall) === time,
    }),
  ),
  ...HOURS_AFTER_DOSE.map(
    (bin): Group => ({
      topic: 'dose',
      name: `${BIN_LABELS[bin]} h after levodopa`,
      words: `at ${BIN_LABELS[bin]} h`,
      holds: ({ since }) => typeof since === 'number' && binOf(since) === bin,
    }),
  ),
  {
    topic: 'dose',
    name: sinceDoseText('withoutDose'),
    words: 'with none in the 8 hours before',
    holds: ({ since }) => since === 'withoutDose',
  },
  {
    topic: 'dose',
    name: sinceDoseText('notLogged'),
    words: 'with a planned dose that was not logged',
    holds: ({ since }) => since === 'notLogged',
  },
  {
    topic: 'dose',
    name: HIDDEN,
    words: `not known ${HIDDEN}`,
    holds: ({ since }) => since === 'hidden',
  },
  ...(Object.keys(STATE_TERMS) as DiaryState[]).map(
    (each): Group => ({
      topic: 'diary',
      name: `diary: ${STATE_TERMS[each]}`,
      words: each === 'asleep' ? 'asleep' : `in ${STATE_TERMS[each]}`,
      holds: ({ state }) => state === each,
    }),
  ),
];

function partOf({ fellAt, timeZone }: FallFact) {
  return timeOfDay(hourOf(localTimeOf(fellAt, timeZone)));
}

/** 'Falls: 2 in the morning, 1 in the evening. After levodopa: 1 at 3–4 h. Diary: 1 in Off.' */
function linesOf(all: Readonly<Record<string, readonly FallFact[]>>): PlainBlock[] {
  return Object.entries(all).flatMap(([name, falls]) => {
    const sentences = (Object.keys(BEGINNINGS) as Topic[]).flatMap((topic) => {
      const counts = GROUPS.filter((group) => group.topic === topic).flatMap(({ words, holds }) => {
        const count = falls.filter(holds).length;
        return count > 0 ? [`${count}\u00a0${words}`] : [];
      });
      return counts.length > 0 ? [`${BEGINNINGS[topic] ?? name}: ${counts.join(', ')}.`] : [];
    });
    return sentences.length > 0 ? [{ type: 'text', text: sentences.join(' ') }] : [];
  });
}

function countsOf(floor: readonly FallFact[], nearly: readonly FallFact[]): PlainBlock {
  const rows = [...GROUPS, { name: 'all', holds: () => true }].map(({ name, holds }) => [
    capitalized(name),
    String(floor.filter(holds).length),
    String(nearly.filter(holds).length),
  ]);
  return {
    type: 'table',
    caption: 'Falls by time of day, time since levodopa and state of the diary',
    head: ['When', 'Falls', 'Nearly'],
    rows: rows.filter(([, ...counts]) => counts.some((count) => count !== '0')),
  };
}

/** Each fall in a row, the latest first. */
function eachOf(falls: readonly FallFact[], style: DateStyle): PlainBlock {
  const hurtText = (hurt: boolean | null) => (hurt === null ? '–' : hurt ? 'yes' : 'no');
  const sinceText = (since: FallFact['since']) =>
    since === undefined ? '–' : since === 'hidden' ? HIDDEN : sinceDoseText(since);
  return {
    type: 'table',
    caption: 'Each fall',
    head: ['When', 'Reached', 'Hurt', 'Since levodopa', 'Diary'],
    rows: [...falls]
      .sort((one, other) => other.fellAt - one.fellAt)
      .map(({ fellAt, timeZone, reached, hurt, since, state }) => [
        `${shortDay(dateOf(fellAt, timeZone), style)}, ${clockText(timeOf(fellAt, timeZone), style)}`,
        reached === 'floor' ? 'the floor' : 'nearly fell',
        hurtText(hurt),
        sinceText(since),
        state === undefined ? '–' : STATE_TERMS[state],
      ]),
  };
}
