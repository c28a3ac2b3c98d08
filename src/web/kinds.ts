import type { KindName } from '../domain/unsent.ts';
import { checkIns } from './check-ins/kind.ts';
import { diary } from './diary/kind.ts';
import type { AnyQueuedKind } from './entries/kind.ts';
import { falls } from './falls/kind.ts';
import { doses } from './medication/dose-kind.ts';
import { pressure } from './pressure/kind.ts';
import { tabletCounts } from './tablets/kind.ts';
import { visits } from './visits/kind.ts';

type ByName = Readonly<Record<Exclude<KindName, 'forms'>, AnyQueuedKind>>;

/** All kinds whose new entries wait in an `EntryQueue`: all but forms (`forms/store`). */
export const KINDS = Object.values<AnyQueuedKind>({
  doses,
  checkIns,
  diary,
  visits,
  falls,
  tabletCounts,
  bloodPressure: pressure,
} satisfies ByName);
