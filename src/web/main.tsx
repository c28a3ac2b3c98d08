import '@fontsource-variable/atkinson-hyperlegible-next';
import './styles/tokens.css';
import './styles/base.css';
import './styles/controls.css';
import './styles/display.css';
import { type ReactNode, startTransition, useEffect, useState } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { handOver } from './first.ts';
import { noteErrors } from './platform/note-errors.ts';
import { makeQueryClient } from './platform/query-client.ts';
import { startSession } from './platform/session.ts';
import { loadScreen } from './screens.tsx';
import { readDisplay, showDisplay } from './ui/display.ts';
import { type PageStart, TAKE_OVER_MS } from './ui/page-start.ts';
import { installSteadyPress } from './ui/steady-press.ts';
import { whenSettled } from './ui/when-idle.ts';

/** Repeats the press that the person made before the app started, once the app knows what was typed in the fields. */
function Started({ children }: { readonly children: ReactNode }) {
  const [hasStarted, setHasStarted] = useState(false);
  // The fields report the typed values after the first rendering, so the app has them in the second one.
  useEffect(() => setHasStarted(true), []);
  useEffect(() => {
    if (!hasStarted) return;
    // In a task of its own, because React takes over the pressed part of the HTML at the press, but not in an effect.
    const timer = setTimeout(handOver);
    return () => clearTimeout(timer);
  }, [hasStarted]);
  return children;
}

async function start(root: HTMLElement): Promise<void> {
  noteErrors();
  const client = makeQueryClient();
  startSession(client);
  showDisplay(readDisplay());
  installSteadyPress(document);
  const appFrom = (start?: PageStart) => (
    <Started>
      <App client={client} start={start} />
    </Started>
  );
  const { screen, renderedAt } = root.dataset;
  if (screen === undefined) {
    // A transition is drawn in short tasks, so that a slow phone can react to a finger between them.
    startTransition(() => createRoot(root).render(appFrom()));
    return;
  }
  // The address must match the screen that the server has sent. A signed-out person at `/dashboard`, for example, gets
  // the sign-in screen.
  if (location.pathname !== screen) history.replaceState(null, '', screen);
  await loadScreen(screen);
  // A built screen is rendered without parameters.
  const address = renderedAt ? `${screen}${location.search}` : screen;
  const app = appFrom({ at: Number(renderedAt ?? Date.now()), address, until: TAKE_OVER_MS });
  startTransition(() => void hydrateRoot(root, app));
}

const root = document.getElementById('root');
if (!root) throw new Error('The page has no root element');
void start(root);

// The worker's file exists only in a build. On a page that another machine serves over plain http, the browser offers
// no service workers.
if (import.meta.env.PROD) {
  whenSettled(() => void navigator.serviceWorker?.register('/service-worker.js').catch(() => {}));
}
