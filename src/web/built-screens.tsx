import { renderToString } from 'react-dom/server';
import { builtScreens, type ScreenHtml } from '../contract/page-data.ts';
import { App } from './app.tsx';
import { splitTitle } from './built-html.ts';
import { keys } from './platform/keys.ts';
import { makeQueryClient } from './platform/query-client.ts';
import { loadScreen } from './screens.tsx';

/** Replaces `type="submit"` in the HTML, until the script has run. */
const SUBMIT = 'type="button" data-submit';

/** Renders the screens for signed-out people, in each variant that an installation may offer. */
export async function renderScreens(): Promise<ScreenHtml[]> {
  const rendered: ScreenHtml[] = [];
  for (const screen of builtScreens()) {
    await loadScreen(screen.path);
    const client = makeQueryClient();
    client.setQueryData(keys.session, null);
    client.setQueryData(keys.config, screen.config);
    const start = { at: Date.now(), address: screen.path, until: Number.POSITIVE_INFINITY };
    const { title, html } = splitTitle(renderToString(<App client={client} start={start} />));
    // A form that is submitted without the script would put the password into the page's address.
    rendered.push({ ...screen, title, html: html.replaceAll('type="submit"', SUBMIT) });
  }
  return rendered;
}
