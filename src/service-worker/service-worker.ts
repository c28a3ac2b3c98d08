import type { PushMessage } from '../contract/push-message.ts';

declare const self: ServiceWorkerGlobalScope;

/**
 * Caches the app's own files on the device, so that the app opens offline. Calls to the server bypass this worker, and
 * personal data is never cached. The server's page of a screen contains data of the signed-in person, so only the
 * shell, a page without data, is cached.
 */

/** The files of this build, inserted by Vite. Another build has another list and therefore another worker. */
declare const BUILT_FILES: readonly string[];

const SHELL = '/shell';
/**
 * Addresses that bypass this worker: calls, and shared pages, which store nothing on the reader's device (DECISIONS
 * 39).
 */
const BYPASSED = /^\/(api\/|shared)/;
const CACHE = `files ${BUILT_FILES.join(' ')}`;

self.addEventListener('install', (event) => {
  const fill = async () => {
    const cache = await caches.open(CACHE);
    await cache.addAll([SHELL, ...BUILT_FILES]);
    await self.skipWaiting();
  };
  event.waitUntil(fill());
});

self.addEventListener('activate', (event) => {
  const clean = async () => {
    const names = await caches.keys();
    // Keep the previous build's cache, because an open page of that build may still fetch a screen.
    const older = names.filter((name) => name !== CACHE).slice(0, -1);
    await Promise.all(older.map((name) => caches.delete(name)));
    await self.clients.claim();
  };
  event.waitUntil(clean());
});

self.addEventListener('fetch', (event) => {
  const { pathname, origin } = new URL(event.request.url);
  if (event.request.method !== 'GET' || origin !== self.location.origin) return;
  if (BUILT_FILES.includes(pathname) || pathname.startsWith('/assets/'))
    event.respondWith(fromCache(event.request));
  else if (event.request.mode === 'navigate' && !BYPASSED.test(pathname)) {
    event.respondWith(newestPage(event.request));
  }
});

async function fromCache(request: Request): Promise<Response> {
  // The cache of this build comes first, because the cache of the previous build has other files with the same names.
  const kept = await caches.match(request, { cacheName: CACHE });
  return kept ?? (await caches.match(request)) ?? (await fetch(request));
}

/** How long a page waits for the server before the cached shell is used (ms). */
const PATIENCE_MS = 4000;

/**
 * Fetches the page from the server. If the server does not answer in time, cannot be reached or fails, the
 * cached shell is used; it can show every screen.
 */
async function newestPage(request: Request): Promise<Response> {
  const newest = fetch(request);
  const tooLate = new Promise<undefined>((resolve) => setTimeout(resolve, PATIENCE_MS));
  const inTime = await Promise.race([newest, tooLate]).catch(() => undefined);
  if (inTime && inTime.status < 500) return inTime;
  const cache = await caches.open(CACHE);
  return (await cache.match(SHELL)) ?? (await newest);
}

// Shows every push message, because a browser ends a subscription whose messages are not shown.
self.addEventListener('push', (event) => {
  if (!event.data) return;
  const { notification } = event.data.json() as PushMessage;
  const { title, navigate, ...shown } = notification;
  const options = { ...shown, data: navigate, icon: '/icon-192.png', badge: '/icon-192.png' };
  event.waitUntil(self.registration.showNotification(title, options));
});

/**
 * Shows the page of the reminder in an open window of the dashboard, without a reload, so that typed text is kept. If
 * no such window is open, opens a new window.
 */
self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const url = new URL(String(event.notification.data), self.location.origin);
  if (url.origin !== self.location.origin) return;
  const path = `${url.pathname}${url.search}`;
  const open = async () => {
    const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
    const page = pages.find((each) => new URL(each.url).pathname === '/dashboard');
    if (!page) {
      await self.clients.openWindow(path);
      return;
    }
    page.postMessage({ open: path });
    await page.focus();
  };
  event.waitUntil(open());
});
