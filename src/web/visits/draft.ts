import type { Visit } from '../../domain/visit.ts';
import { type DraftsOf, draftsOf } from '../entries/drafts.ts';

/** What was typed about a visit and is not saved. */
export interface VisitDraft extends Visit {
  /** The version that the person has seen; undefined for a new visit. */
  readonly version?: number | undefined;
}

/** By the id of the visit. */
export const visitDrafts: DraftsOf<VisitDraft> = draftsOf({
  kind: 'visits',
  // A draft of a visit is often only a topic for the doctor. 'A visit' would not name that.
  one: 'what you wrote for a visit',
  several: (count) => `what you wrote for ${count} visits`,
  // A draft of a saved visit is named like a new one: both are what the person wrote.
  isChange: () => false,
});
