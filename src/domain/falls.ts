import { type Instant, recentDays } from './zone.ts';

/** 'floor': the person reached the floor. 'nearly': they did not, and it is no fall. */
export const HOW_FAR = ['floor', 'nearly'] as const;
export type HowFar = (typeof HOW_FAR)[number];

/** What a person says about a fall. */
export interface FallAnswers {
  readonly reached: HowFar;
  /** Null if the person did not say. */
  readonly hurt: boolean | null;
  /** '' is none. */
  readonly notes: string;
}

/**
 * 'Fell to the floor, hurt', 'Nearly fell'.
 *
 * @param when 'today at 6:35 PM', for 'Fell to the floor today at 6:35 PM, hurt'
 */
export function fallText(
  { reached, hurt }: Pick<FallAnswers, 'reached' | 'hurt'>,
  when = '',
): string {
  const what = `${reached === 'floor' ? 'Fell to the floor' : 'Nearly fell'}${when && ` ${when}`}`;
  if (hurt === null) return what;
  return `${what}, ${hurt ? 'hurt' : 'not hurt'}`;
}

/** What the screen says after a fall with an injury. */
export const IF_HURT = 'If you are badly hurt or hit your head, call your emergency number.';

interface FallValues extends FallAnswers {
  /** When it happened (ms). */
  readonly fellAt: Instant;
}

/**
 * What a second save adds to a fall: an answer or a note that it did not have.
 *
 * @returns undefined if a value differs from the stored one
 */
export function filledFall(
  stored: FallValues,
  { fellAt, reached, hurt = null, notes = '' }: Partial<FallValues>,
): FallAnswers | undefined {
  const differs =
    stored.fellAt !== fellAt ||
    stored.reached !== reached ||
    (stored.hurt !== null && hurt !== null && stored.hurt !== hurt) ||
    (stored.notes !== '' && notes !== '' && stored.notes !== notes);
  if (differs) return undefined;
  return { reached: stored.reached, hurt: stored.hurt ?? hurt, notes: stored.notes || notes };
}

/** The days whose falls the overview shows: yesterday and today. */
export function recentFallDays(now: Instant, zone: string) {
  return recentDays(1, now, zone);
}
