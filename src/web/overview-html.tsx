import { renderToString } from 'react-dom/server';
import type { RenderOverview } from '../contract/page-data.ts';
import { App } from './app.tsx';
import { splitTitle } from './built-html.ts';
import { fillCache } from './platform/page-data.ts';
import { makeQueryClient } from './platform/query-client.ts';
import { loadScreen } from './screens.tsx';

await loadScreen('/dashboard');

/** The server calls it (`web-app.ts`), from a file of its own that the build makes. */
export const renderOverview: RenderOverview = (data, at, address) => {
  const client = makeQueryClient();
  fillCache(client, data);
  const start = { at, address, until: Number.POSITIVE_INFINITY };
  return splitTitle(renderToString(<App client={client} start={start} />));
};
