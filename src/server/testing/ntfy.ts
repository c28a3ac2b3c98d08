import { afterAll, beforeAll } from 'vitest';
import { freshUser, type TestApp, type TestUser } from './app.ts';
import { type NtfyServer, startNtfyServer } from './ntfy-server.ts';
import { savedReminders } from './reminders.ts';

/** An ntfy server for all tests of a `describe`, and the settings that let an app reach it. */
export interface Notifying {
  readonly server: NtfyServer;
  readonly settings: Record<string, string>;
}

const servers = new Map<string | undefined, NtfyServer>();

export function standInForNtfy(settings: Record<string, string> = {}): Notifying {
  const notifying = { settings } as { server: NtfyServer; settings: Record<string, string> };
  beforeAll(async () => {
    const server = await startNtfyServer();
    notifying.server = server;
    settings.NOTIFY_HOSTS = server.host;
    servers.set(server.host, server);
  });
  afterAll(() => notifying.server.stop());
  return notifying;
}

/** A user whose reminders go to a topic, if the tests have an ntfy server. */
export async function userWithNtfy(test: TestApp): Promise<TestUser> {
  const user = await freshUser(test);
  const url = servers.get(test.context.config.notifyHosts[0])?.url ?? 'https://ntfy.example.org';
  await savedReminders(user, {}, { ntfy: { url, topic: 'a-secret-topic' } });
  return user;
}
