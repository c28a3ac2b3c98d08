import './older-browsers.ts';
import '@fontsource-variable/atkinson-hyperlegible-next';
import './styles/tokens.css';
import './styles/base.css';
import './styles/controls.css';
import './styles/display.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { makeQueryClient } from './api/query-client.ts';
import { startSession } from './api/session.ts';
import { Screens } from './screens.tsx';
import { readDisplay, showDisplay } from './ui/display.ts';
import { installSteadyPress } from './ui/steady-press.ts';

const client = makeQueryClient();
startSession(client);
showDisplay(readDisplay());
installSteadyPress(document);
const root = document.getElementById('root');
if (!root) throw new Error('The page has no root element');
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={client}>
      <Screens />
    </QueryClientProvider>
  </StrictMode>,
);

// The file exists only in a build; plain http from another machine offers no service workers.
if (import.meta.env.PROD) navigator.serviceWorker?.register('/service-worker.js').catch(() => {});
