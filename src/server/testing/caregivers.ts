import { randomUUID } from 'node:crypto';
import { freshUser, type TestApp, type TestUser } from './app.ts';

/** What a caregiver may do. */
export interface Allowed {
  readonly may: 'read' | 'log';
  readonly notes?: boolean;
}

export interface TestCaregiver extends TestUser {
  readonly caregiverId: string;
}

/** A new user who may read or log for a person. */
export async function caregiverOf(
  test: TestApp,
  person: TestUser,
  allowed: Allowed,
): Promise<TestCaregiver> {
  const helper = await freshUser(test);
  return { ...helper, caregiverId: await letIn(test, person, helper, allowed) };
}

/** Lets a user read or log for a person, without an invitation. */
async function letIn(
  { context: { db }, now }: TestApp,
  person: TestUser,
  helper: TestUser,
  { may, notes = false }: Allowed,
  caregiverId: string = randomUUID(),
): Promise<string> {
  await db
    .insertInto('caregivers')
    .values({
      user_id: person.userId,
      caregiver_id: caregiverId,
      helper_id: helper.userId,
      may,
      reads_notes: Number(notes),
      since: now,
      last_seen_at: now,
    })
    .execute();
  return caregiverId;
}
