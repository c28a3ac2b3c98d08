import { DAY_MS, type Instant } from './zone.ts';

/** A share: a link with which someone reads what a person shares, until it expires or the person ends it. */

interface Part {
  readonly title: string;
  /** The form for a new link has it only after the person chose it. */
  readonly isOffAtFirst?: true;
  /** Earlier callers do not know it: a scope without it leaves the part out. */
  readonly isLater?: true;
}

/**
 * The parts that a person can include in a link or leave out, and the report too. A link always shows the symptoms. The
 * calls, the columns of the table `links` and the form for a link follow from here.
 */
const PARTS = {
  medication: { title: 'Medication and doses' },
  diary: { title: 'Motor diary' },
  checkIns: { title: 'Daily check-ins' },
  falls: { title: 'Falls', isLater: true },
  bloodPressure: { title: 'Blood pressure', isLater: true },
  notes: { title: 'My notes', isOffAtFirst: true },
} as const satisfies Readonly<Record<string, Part>>;

export type SharePart = keyof typeof PARTS;
export const SHARE_PARTS = Object.keys(PARTS) as readonly SharePart[];

export function partOf(name: SharePart): Part {
  return PARTS[name];
}

/** A value for each part. */
export function byPart<Value>(make: (part: SharePart) => Value): Record<SharePart, Value> {
  return Object.fromEntries(SHARE_PARTS.map((part) => [part, make(part)])) as Record<
    SharePart,
    Value
  >;
}

/** The longest life of a link (ms): until the end of the day a year from now, in any zone. */
export const LONGEST_SHARE_MS = 367 * DAY_MS;
/** The lifetimes of a link that a person can choose, in days from today. */
export const SHARE_DAYS = [30, 90, 365] as const;
export const DEFAULT_SHARE_DAYS = 30;
/**
 * The longest life of a link that needs no proof of the owner (ms): until the end of the day 30 days from now, in any
 * zone.
 */
export const LONGEST_UNPROVED_SHARE_MS = (DEFAULT_SHARE_DAYS + 2) * DAY_MS;

export const MIN_PASSCODE_LENGTH = 4;
export const MAX_PASSCODE_LENGTH = 100;
/** The number of wrong passcodes, over the whole life of a link, after which it is locked. */
export const MAX_WRONG_PASSCODES = 10;

/** How many links of one person may be live at a time. */
export const MAX_LIVE_SHARES = 20;

export const HEALTH_LINK_STATES = ['live', 'ended', 'expired'] as const;
export const SHARE_STATES = [...HEALTH_LINK_STATES, 'locked'] as const;
export type ShareState = (typeof SHARE_STATES)[number];

/** The fields that decide whether a health link opens. */
interface HealthLinkLife {
  readonly expiresAt: Instant;
  /** When the owner ended the link; null if the owner has not. */
  readonly endedAt: Instant | null;
}

/** The fields that decide whether a share opens. */
export interface ShareLife extends HealthLinkLife {
  readonly wrongPasscodes: number;
}

/** The state of a health link. Only a live one opens. */
export function healthLinkState(
  { expiresAt, endedAt }: HealthLinkLife,
  now: Instant,
): (typeof HEALTH_LINK_STATES)[number] {
  if (endedAt !== null) return 'ended';
  return expiresAt <= now ? 'expired' : 'live';
}

/** The state of a share. Only a live one opens. */
export function shareState(life: ShareLife, now: Instant): ShareState {
  const state = healthLinkState(life, now);
  return state === 'live' && life.wrongPasscodes >= MAX_WRONG_PASSCODES ? 'locked' : state;
}
