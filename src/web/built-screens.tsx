import { renderToString } from 'react-dom/server';
import { builtScreens, type ScreenHtml } from '../contract/page-data.ts';
import { keys } from './api/keys.ts';
import { makeQueryClient } from './api/query-client.ts';
import { App } from './app.tsx';
import { loadScreen } from './screens.tsx';

/** Replaces `type="submit"`. */
const SUBMIT = 'type="button" data-submit';

/** Renders the screens for signed-out people, as each installation offers them. */
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
    // Until the script has run, nothing can be sent: a password must never reach the address.
    rendered.push({ ...screen, title, html: html.replaceAll('type="submit"', SUBMIT) });
  }
  return rendered;
}
