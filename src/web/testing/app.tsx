import { createRoot, type Root } from 'react-dom/client';
import type { PageData } from '../../contract/page-data.ts';
import { App } from '../app.tsx';
import { makeQueryClient } from '../platform/query-client.ts';
import { startSession } from '../platform/session.ts';
import { takeLink } from '../sharing/shared.ts';
import { SharedPage } from '../sharing/shared-page.tsx';
import { readDisplay, showDisplay } from '../ui/display.ts';
import { type Answers, FakeServer } from './server.ts';

/** Runs the app as `main.tsx` starts it, with a fake server. */

interface Running {
  readonly root: Root;
  readonly server: FakeServer;
  readonly place: HTMLElement;
  readonly page: StartedPage;
}

/** What ends with a page: first what listens, then, after the screen is gone, what would still be sent. */
interface StartedPage {
  readonly endSession: () => void;
  readonly dropCalls: () => void;
}

let running: Running | undefined;
const realFetch = window.fetch;

/**
 * Opens an address of the app. A test may open several addresses one after the other. Each call acts as a page load.
 *
 * @param data the answers that the server puts into the page (its data block)
 */
export function openApp(path: string, answers: Answers, data?: PageData): FakeServer {
  leavePage();
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
  const root = createRoot(place);
  const isShared = location.pathname === '/shared';
  const page = isShared ? startShared(root) : start(root);
  running = { root, server, place, page };
  problems.push(server.problems);
  return server;
}

/** Starts the app as `main.tsx` does. */
function start(root: Root): StartedPage {
  const client = makeQueryClient();
  const endSession = startSession(client);
  showDisplay(readDisplay());
  root.render(<App client={client} />);
  // A mutation that waits for another one would call the server of the next page.
  return { endSession, dropCalls: () => client.clear() };
}

/** Starts the page of a link as `shared-main.tsx` does. */
function startShared(root: Root): StartedPage {
  root.render(<SharedPage link={takeLink()} />);
  return { endSession: () => {}, dropCalls: () => {} };
}

export const PHONE = { width: 360, height: 740 };

const problems: string[][] = [];

function leavePage(): void {
  if (!running) return;
  running.page.endSession();
  running.root.unmount();
  running.page.dropCalls();
  running.place.remove();
  running = undefined;
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
