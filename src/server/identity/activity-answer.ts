import type { Activity } from '../../contract/activity.ts';
import { isoOf } from '../../domain/zone.ts';
import type { Database } from '../platform/db/database.ts';
import { nameOr } from './access.ts';
import { SELF } from './authors.ts';
import { findCaregivers } from './queries/access.ts';
import { LINK, type StoredActivity } from './queries/activity.ts';

/** Rows of a person's activity as an answer, with the present names of the people who help. */
export async function activityAnswer(
  db: Database,
  userId: string,
  entries: readonly StoredActivity[],
): Promise<Activity[]> {
  const isHelper = ({ actor }: StoredActivity) => actor !== SELF.id && actor !== LINK;
  const caregivers = entries.some(isHelper) ? await findCaregivers(db, userId) : [];
  const names = new Map(
    caregivers.map(({ caregiver_id: id, helper }) => [id, nameOr(helper.email, helper)]),
  );
  return entries.map((entry) => {
    const { actor, at, ...rest } = entry;
    const common = { ...rest, at: isoOf(at) };
    if (!isHelper(entry)) return { ...common, actor: actor === LINK ? 'link' : 'self' };
    const helper = names.get(actor);
    return { ...common, actor: 'helper', ...(helper !== undefined && { helper }) };
  });
}
