import type { Visit } from '../../contract/entities.ts';
import { isoOf } from '../../domain/zone.ts';
import type { StoredVisit } from './queries/visits.ts';

/** Serializes a stored visit for the contract. */
export function visitAnswer({ topics, enteredAt, deletedAt, ...stored }: StoredVisit): Visit {
  return {
    ...stored,
    topics: [...topics],
    enteredAt: isoOf(enteredAt),
    ...(deletedAt !== null && { deletedAt: isoOf(deletedAt) }),
  };
}

/** The characters of a visit's topics. */
export function textLengthOf({ topics }: StoredVisit): number {
  return topics.reduce((sum, topic) => sum + topic.length, 0);
}
