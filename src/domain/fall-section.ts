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

/**
 * The groups in which every fall counts once, by time of day, time since levodopa and state of the diary. Their names are
 * as in a sentence.
 */
const GROUPS: readonly (readonly [name: string, holds: (fall: FallFact) => boolean])[] = [
  ...TIMES_OF_DAY.map((time) => [time, (fall: FallFact) => partOf(fall) === time] as const),
  ...HOURS_AFTER_DOSE.map(
    (bin) =>
      [
        `${BIN_LABELS[bin]} h after levodopa`,
        ({ since }: FallFact) => typeof since === 'number' && binOf(since) === bin,
      ] as const,
  ),
  ...(['withoutDose', 'notLogged'] as const).map(
    (why) => [sinceDoseText(why), ({ since }: FallFact) => since === why] as const,
  ),
  [HIDDEN, ({ since }) => since === 'hidden'],
  ...(Object.keys(STATE_TERMS) as DiaryState[]).map(
    (each) => [`diary: ${STATE_TERMS[each]}`, ({ state }: FallFact) => state === each] as const,
  ),
];

function partOf({ fellAt, timeZone }: FallFact) {
  return timeOfDay(hourOf(localTimeOf(fellAt, timeZone)));
}

/** 'Falls: morning 2, evening 1, 3–4 h after levodopa 1.' */
function linesOf(all: Readonly<Record<string, readonly FallFact[]>>): PlainBlock[] {
  return Object.entries(all).flatMap(([name, falls]) => {
    const counts = GROUPS.flatMap(([group, holds]) => {
      const count = falls.filter(holds).length;
      return count > 0 ? [`${group} ${count}`] : [];
    });
    return falls.length > 0 ? [{ type: 'text', text: `${name}: ${counts.join(', ')}.` }] : [];
  });
}

function countsOf(floor: readonly FallFact[], nearly: readonly FallFact[]): PlainBlock {
  const rows = [...GROUPS, ['all', () => true] as const].map(([name, holds]) => [
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
