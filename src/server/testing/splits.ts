import { randomBytes } from 'node:crypto';
import { joinDueAccounts } from '../identity/joining.ts';
import { Browser, freshUser, type TestApp, type TestUser } from './app.ts';
import { savedForm } from './entries.ts';
import { askForLink, NEW_PASSWORD, resetBy } from './outbox.ts';

/** The two halves of a split: the account with the entries, and the one that has the address now. */
export interface SplitUsers {
  readonly former: TestUser;
  readonly owner: TestUser;
}

/** A user with a form, whose unproven address somebody else has proven by a reset. Both are signed in. */
export async function splitUsers(test: TestApp): Promise<SplitUsers> {
  const former = await freshUser(test, ['Tremor']);
  await savedForm(former);
  return { former, owner: await provenElsewhere(test, former.email) };
}

/** A browser that knows no account. It has an IP address of its own, so that the limits of a network are not reached. */
function otherBrowser(test: TestApp): Browser {
  const browser = new Browser(test);
  const address = randomBytes(3).join('.');
  browser.address = `10.${address}`;
  return browser;
}

/** Proves an address by a reset in a browser that knows nothing of its account, and signs in there. */
export async function provenElsewhere(test: TestApp, email: string): Promise<TestUser> {
  const browser = otherBrowser(test);
  await resetBy(test, browser, email);
  const { id } = (await browser.call('signIn', { email, password: NEW_PASSWORD })).json();
  return { browser, email, userId: id, password: NEW_PASSWORD };
}

/** Proves an address by an emailed link in a browser that knows nothing of its account, and so signs in there. */
export async function provenByLink(test: TestApp, email: string): Promise<Browser> {
  const browser = otherBrowser(test);
  const link = await askForLink(test, { browser, email });
  await browser.call('signInWithLink', { email, ...link });
  return browser;
}

/** Joins an account to that of the person who has proven its address, as if seven days had passed without an answer. */
export async function joinedWithoutAnswer(
  test: TestApp,
  { userId }: Pick<TestUser, 'userId'>,
): Promise<void> {
  await test.context.db
    .updateTable('address_splits')
    .set({ joins_at: test.now })
    .where('user_id', '=', userId)
    .execute();
  await joinDueAccounts(test.context);
}
