import { randomUUID } from 'node:crypto';
import { freshUser, type TestApp, type TestUser } from './app.ts';
import { lettersTo } from './outbox.ts';

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
export async function letIn(
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

export interface TestInvitation {
  readonly invitationId: string;
  /** The secret in the link that the person may copy. */
  readonly secret: string;
  /** The secret in the invitation's email; '' without an email. */
  readonly letterSecret: string;
}

/** Makes a person invite an email address as a caregiver: by email, if the person's own address is proven. */
export async function invited(
  test: TestApp,
  { browser, userId }: TestUser,
  email: string,
  allowed: Allowed = { may: 'log' },
): Promise<TestInvitation> {
  const answer = await browser.call('inviteCaregiver', { userId, email, ...allowed });
  const { invitationId, url } = answer.json();
  const letter = (await lettersTo(test, email)).findLast(({ kind }) => kind === 'invitation');
  const link = letter?.kind === 'invitation' ? letter.link : '';
  return { invitationId, secret: secretIn(url), letterSecret: secretIn(link) };
}

/** Makes a new user accept an invitation of a person to another address. Then the user waits for the person's yes. */
export async function acceptedElsewhere(
  test: TestApp,
  person: TestUser,
  allowed?: Allowed,
): Promise<TestCaregiver> {
  const helper = await freshUser(test);
  const { invitationId, secret } = await invited(test, person, `not-${helper.email}`, allowed);
  await helper.browser.call('acceptInvitation', { userId: helper.userId, secret });
  return { ...helper, caregiverId: invitationId };
}

function secretIn(url: string): string {
  return url && new URL(url).hash.slice(1);
}
