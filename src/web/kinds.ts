import { checkIns } from './check-ins/kind.ts';
import { diary } from './diary/kind.ts';
import type { AnyQueuedKind } from './entries/kind.ts';
import { doses } from './medication/dose-kind.ts';
import { visits } from './visits/kind.ts';

/** All kinds whose new entries wait in an `EntryQueue`: all but forms (`forms/store`). */
export const KINDS: readonly AnyQueuedKind[] = [doses, checkIns, diary, visits];
