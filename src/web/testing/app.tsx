import { type ReactNode, useEffect } from 'react';
import { createRoot, hydrateRoot, type Root } from 'react-dom/client';
import { expect } from 'vitest';
import { overviewAddress, type PageData } from '../../contract/page-data.ts';
import { App } from '../app.tsx';
import { renderOverview } from '../overview-html.tsx';
import { makeQueryClient } from '../platform/query-client.ts';
import { startSession } from '../platform/session.ts';
import { takeLink } from '../sharing/shared.ts';
import { SharedPage } from '../sharing/shared-page.tsx';
import { readDisplay, showDisplay } from '../ui/display.ts';
import { TAKE_OVER_MS } from '../ui/page-start.ts';
import { pageDataOf } from './page-data.ts';
import { type Answers, FakeServer } from './server.ts';

/** Runs the app as `main.tsx` starts it, with a fake server. */

interface Running {
  readonly server: FakeServer;
  readonly place: HTMLElement;
  readonly page: StartedPage;
}

/** What ends with a page: first what listens, then, after the screen is gone, what would still be sent. */
interface StartedPage {
  readonly root: Root;
  readonly endSession: () => void;
  readonly dropCalls: () => void;
}

let running: Running | undefined;
const realFetch = window.fetch;

/**
 * Opens an address of the app. A test may open several addresses one after the other. Each call acts as a page load. The
 * overview arrives as HTML with a data block, and the app takes it over, if the server has its answers at once.
 *
 * @param given the answers in the data block, if they are others than the server's
 */
export function openApp(path: string, answers: Answers, given?: PageData): FakeServer {
  leavePage();
  const data = given ?? pageDataOf(path, answers);
  if (data) {
    const block = document.createElement('script');
    block.type = 'application/json';
    block.textContent = JSON.stringify(data);
    document.body.append(block);
  }
  const server = new FakeServer(answers);
  window.fetch = server.fetch;
  history.replaceState(null, '', path);
  const place = document.createElement('div');
  place.id = 'root';
  document.body.append(place);
  const page =
    location.pathname === '/shared'
      ? startShared(place)
      : (data && takeOver(place, path, data, server.problems)) || start(place);
  running = { server, place, page };
  problems.push(server.problems);
  return server;
}

/** Starts the app as `main.tsx` does for a page without HTML. */
function start(place: HTMLElement): StartedPage {
  const { client, ...ends } = startClient();
  const root = createRoot(place);
  root.render(
    <Alive place={place}>
      <App client={client} />
    </Alive>,
  );
  return { root, ...ends };
}

/** Takes over the HTML of the overview as `main.tsx` does. @returns undefined if the page has no HTML */
function takeOver(
  place: HTMLElement,
  path: string,
  data: PageData,
  found: string[],
): StartedPage | undefined {
  const address = overviewAddress(path, data);
  if (address === undefined) return undefined;
  const at = Date.now();
  const { title, html } = withoutStorage(() => renderOverview(data, at, address));
  document.title = title;
  place.innerHTML = html;
  if (html.includes('style=')) found.push('The HTML has styles, which the policy forbids');
  history.replaceState(null, '', address);
  const { client, ...ends } = startClient();
  const page = { at, address, until: performance.now() + TAKE_OVER_MS };
  const app = (
    <Alive place={place}>
      <App client={client} start={page} />
    </Alive>
  );
  const root = hydrateRoot(place, app, {
    onRecoverableError(error) {
      if (running?.place === place) found.push(`The HTML is not what the app shows: ${error}`);
    },
  });
  return { root, ...ends };
}

/** Marks the page when the app listens to it. A press before that is lost here; in the browser, `first.ts` keeps it. */
function Alive({ place, children }: { readonly place: HTMLElement; readonly children: ReactNode }) {
  useEffect(() => {
    place.dataset.alive = '';
  }, [place]);
  return children;
}

/** Waits until the app listens to the page. */
export async function seeAlive(): Promise<void> {
  await expect.poll(() => document.querySelector('#root[data-alive]')).not.toBeNull();
}

function startClient() {
  const client = makeQueryClient();
  const endSession = startSession(client);
  showDisplay(readDisplay());
  // A mutation that waits for another one would call the server of the next page.
  return { client, endSession, dropCalls: () => client.clear() };
}

/** Starts the page of a link as `shared-main.tsx` does. */
function startShared(place: HTMLElement): StartedPage {
  const root = createRoot(place);
  root.render(<SharedPage link={takeLink()} />);
  return { root, endSession: () => {}, dropCalls: () => {} };
}

/** Renders as a server does, which cannot read what the device stores. */
function withoutStorage<Value>(render: () => Value): Value {
  const own = Object.getOwnPropertyDescriptor(window, 'localStorage');
  Object.defineProperty(window, 'localStorage', { configurable: true, value: undefined });
  try {
    return render();
  } finally {
    if (own) Object.defineProperty(window, 'localStorage', own);
    else Reflect.deleteProperty(window, 'localStorage');
  }
}

export const PHONE = { width: 360, height: 740 };

const problems: string[][] = [];

function leavePage(): void {
  if (!running) return;
  const { page, place } = running;
  running = undefined;
  page.endSession();
  page.root.unmount();
  page.dropCalls();
  place.remove();
  window.fetch = realFetch;
}

/** @returns the faulty calls of the test */
export function closeApp(): string[] {
  leavePage();
  localStorage.clear();
  sessionStorage.clear();
  history.replaceState(null, '', '/');
  return problems.splice(0).flat();
}
