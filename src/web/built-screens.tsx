import { renderToString } from 'react-dom/server';
import { builtScreens, type ScreenHtml } from '../contract/page-data.ts';
import { App } from './app.tsx';
import { keys } from './platform/keys.ts';
import { makeQueryClient } from './platform/query-client.ts';
import { loadScreen } from './screens.tsx';

/** Replaces `type="submit"` in the HTML, until the script has run. */
const SUBMIT = 'type="button" data-submit';

/** Renders the screens for signed-out people, in each variant that an installation may offer. */
export async function renderScreens(): Promise<ScreenHtml[]> {
  const rendered: ScreenHtml[] = [];
  for (const screen of builtScreens()) {
    Object.assign(globalThis, { location: new URL(screen.path, 'http://localhost') });
    await loadScreen(screen.path);
    const client = makeQueryClient();
    client.setQueryData(keys.session, null);
    client.setQueryData(keys.config, screen.config);
    const whole = renderToString(<App client={client} />);
    const [, title = '', html = ''] = /^<title>(.*?)<\/title>(.*)$/s.exec(whole) ?? [];
    // A form that is submitted without the script would put the password into the page's address.
    rendered.push({ ...screen, title, html: html.replaceAll('type="submit"', SUBMIT) });
  }
  return rendered;
}
