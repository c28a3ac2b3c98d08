import { afterAll, beforeAll } from 'vitest';
import { freshUser, type TestApp, type TestUser } from './app.ts';
import { type PushService, startPushService } from './push-service.ts';
import { addedDevice } from './reminders.ts';

/** A push service for all tests of a `describe`, and the settings that connect an app to it. */
export interface Pushing {
  readonly service: PushService;
  readonly settings: Record<string, string>;
}

const services = new Map<string | undefined, PushService>();

/** @param clock the test's clock */
export function standInForPush(clock: () => number): Pushing {
  const pushing = { settings: {} } as { service: PushService; settings: Record<string, string> };
  beforeAll(async () => {
    const service = await startPushService({ clock });
    pushing.service = service;
    pushing.settings.PUSH_ORIGIN = service.origin;
    services.set(service.origin, service);
  });
  afterAll(() => pushing.service.stop());
  return pushing;
}

/** A user whose browser gets push messages, if the tests have a push service. */
export async function userWithDevice(test: TestApp): Promise<TestUser> {
  const user = await freshUser(test);
  const service = services.get(test.context.config.pushOrigin);
  if (service) await addedDevice(user, service, test.context.push.publicKey);
  return user;
}
