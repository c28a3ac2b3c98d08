import type { BrowserContext, Page } from '@playwright/test';
import type { PushMessage } from '../src/contract/push-message.ts';
import { logOut, newPerson, signUpWith } from './people.ts';
import type { TestServer } from './server.ts';
import type { Services } from './services.ts';
import { expect, test as inShell } from './test.ts';

const test = inShell.extend({
  context: async ({ wholeBrowser }, use) => {
    const context = await wholeBrowser.newContext();
    await use(context);
    await context.close();
  },
});

test.use({ serviceWorkers: 'allow', permissions: ['notifications'] });

/** The key of the subscription in `localStorage`, where the stand-in keeps it. */
const KEPT = 'subscription in test';

/** Replaces the push service of the browser, which Chromium on Debian lacks. The test's service makes subscriptions. */
async function standInForPush(page: Page, { push }: Services): Promise<void> {
  await page.exposeFunction('subscribeInTest', (key: string) => push.subscribe(key));
  await page.addInitScript((KEPT) => {
    interface Values {
      readonly endpoint: string;
      readonly keys: { readonly p256dh: string; readonly auth: string };
    }
    const decoded = (text: string) =>
      Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (each) =>
        each.charCodeAt(0),
      ).buffer;
    const made = ({ endpoint, keys }: Values) => ({
      endpoint,
      getKey: (name: 'p256dh' | 'auth') => decoded(keys[name]),
      unsubscribe: async () => {
        localStorage.removeItem(KEPT);
        return true;
      },
    });
    const find = () => {
      const kept = localStorage.getItem(KEPT);
      return kept ? made(JSON.parse(kept)) : null;
    };
    Object.assign(PushManager.prototype, {
      getSubscription: async () => find(),
      async subscribe({ applicationServerKey }: { applicationServerKey: string }) {
        const { subscribeInTest } = window as unknown as {
          subscribeInTest: (key: string) => Promise<Values>;
        };
        localStorage.setItem(KEPT, JSON.stringify(await subscribeInTest(applicationServerKey)));
        return find();
      },
    });
  }, KEPT);
}

/**
 * Passes a message to the service worker, as the browser does when a message arrives, and returns the titles of the
 * notifications once it is shown. The code is a string, because the worker has no types here. For an event that a
 * script has made, `waitUntil` throws, but only after the handler has done its work.
 */
async function deliver(context: BrowserContext, message: PushMessage): Promise<unknown> {
  const [worker] = context.serviceWorkers();
  return await worker?.evaluate(`(async () => {
    const shown = new Promise((resolve, reject) => {
      registration.showNotification = (...values) =>
        ServiceWorkerRegistration.prototype.showNotification.apply(registration, values).then(resolve, reject);
    });
    const data = ${JSON.stringify(JSON.stringify(message))};
    dispatchEvent(new PushEvent('push', { data }));
    await shown;
    return (await registration.getNotifications()).map(({ title }) => title);
  })()`);
}

async function turnOnCheckIn(page: Page): Promise<void> {
  await page.goto('/dashboard?tab=settings');
  const card = page.getByRole('region', { name: 'Notifications' });
  const checkIn = card.getByRole('switch', { name: 'Daily Health Check-in' });
  // Not 'check', which wants the new state at once: the state follows the call, a moment later.
  await checkIn.click();
  await expect(checkIn).toBeChecked();
  await card.getByRole('button', { name: 'Change Daily Health Check-in' }).click();
  await page.getByLabel('Time', { exact: true }).fill('12:05');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(card.getByText('12:05 PM')).toBeVisible();
  await card.getByRole('button', { name: 'On this device' }).click();
  await page.getByRole('button', { name: 'Turn on reminders on this device' }).click();
  await expect(page.getByText('Reminders are on for this device.')).toBeVisible();
}

async function sendWhatIsDue({ context: { jobs } }: TestServer): Promise<void> {
  await jobs.runDue('remind');
  await jobs.runDue('sendPush');
}

test('a reminder is asked for, allowed, shown and pressed, and opens the entry', async ({
  page,
  context,
  server,
  services,
}) => {
  await standInForPush(page, services);
  await signUpWith(page, newPerson('Rosa'), ['Tremor']);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => {}));
  await turnOnCheckIn(page);

  server.setNow('2026-11-18T17:05:00Z');
  await sendWhatIsDue(server);
  const { message, urgency } = await services.push.nextPush();
  expect(message.notification.title).toBe('Time for your check-in');
  expect(urgency).toBe('normal');
  expect(await deliver(context, message)).toEqual(['Time for your check-in']);
  const titles = () =>
    page.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready;
      return (await registration.getNotifications()).map(({ title }) => title);
    });
  const [worker] = context.serviceWorkers();
  await worker?.evaluate(`(async () => {
    const [notification] = await registration.getNotifications();
    dispatchEvent(new NotificationEvent('notificationclick', { notification }));
  })()`);
  await expect(page.getByRole('dialog', { name: 'Daily Health Check-in' })).toBeVisible();
  await expect.poll(titles).toEqual([]);
  expect(services.push.violations).toEqual([]);
});

test('a browser that is turned off, logged out or used by someone else gets nothing', async ({
  page,
  server,
  services,
}) => {
  const devices = () => server.context.db.selectFrom('push_devices').select('name').execute();
  await server.context.db.deleteFrom('push_devices').execute();
  await standInForPush(page, services);
  await signUpWith(page, newPerson('Sina'), ['Tremor']);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => {}));
  await turnOnCheckIn(page);
  await page.getByRole('button', { name: 'Turn off reminders on this device' }).click();
  const turnOn = page.getByRole('button', { name: 'Turn on reminders on this device' });
  await expect(turnOn).toBeVisible();
  expect(await devices()).toEqual([]);

  await turnOn.click();
  await expect(page.getByText('Reminders are on for this device.')).toBeVisible();
  expect(await devices()).toHaveLength(1);
  await page.getByRole('button', { name: 'Close' }).click();
  await logOut(page);
  expect(await devices()).toEqual([]);
  expect(await page.evaluate((key) => localStorage.getItem(key), KEPT)).toBeNull();

  await signUpWith(page, newPerson('Tomas'), ['Tremor']);
  const before = services.push.received.length;
  server.setNow('2026-11-18T17:05:00Z');
  await sendWhatIsDue(server);
  expect(services.push.received).toHaveLength(before);
});

test('an expired subscription ends, and is renewed when the page opens', async ({
  page,
  server,
  services,
}) => {
  await server.context.db.deleteFrom('push_devices').execute();
  await standInForPush(page, services);
  await signUpWith(page, newPerson('Uma'), ['Tremor']);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => {}));
  await turnOnCheckIn(page);
  const live = async () => {
    const devices = server.context.db.selectFrom('push_devices').where('sealed', '<>', '');
    return await devices.select('name').execute();
  };
  expect(await live()).toHaveLength(1);

  const kept = await page.evaluate((key) => localStorage.getItem(key) ?? '', KEPT);
  services.push.end(JSON.parse(kept));
  server.setNow('2026-11-18T17:05:00Z');
  await sendWhatIsDue(server);
  expect(await live()).toEqual([]);
  // Even if the browser still returns the ended subscription, the app must replace it.
  await page.reload();
  await expect.poll(live).toHaveLength(1);

  await page.getByRole('button', { name: 'Send a test' }).click();
  await expect(page.getByText('The test is on its way.')).toBeVisible();
  const { message } = await services.push.nextPush();
  expect(message.notification.title).toBe('This is a test');
});
