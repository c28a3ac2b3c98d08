import { vi } from 'vitest';
import { oauthOutcome } from '../../contract/entities.ts';

/** A provider's popup, as seen by the page that opens it. */
export interface ProviderWindow {
  /** The arguments of each `window.open`. */
  readonly opened: { readonly address: URL; readonly features: string }[];
  /** Whether the popup is closed, by the person or by the page. */
  isClosed: boolean;
  /** How often the page has closed the popup. */
  closed: number;
  /** Posts the outcome of the OAuth flow and closes the popup. */
  readonly tell: (problem: string) => void;
}

/** Replaces `window.open`. */
export function providerWindow(): ProviderWindow {
  const opened: ProviderWindow['opened'] = [];
  const popup: ProviderWindow = {
    opened,
    isClosed: false,
    closed: 0,
    tell(problem) {
      const parameters = opened.at(-1)?.address;
      const provider = parameters?.pathname.split('/')[3];
      const known = Object.fromEntries(parameters?.searchParams ?? []);
      const channel = new BroadcastChannel('oauth-flows');
      channel.postMessage(oauthOutcome.parse({ ...known, provider, problem }));
      channel.close();
    },
  };
  vi.spyOn(window, 'open').mockImplementation((address, _target, features = '') => {
    opened.push({ address: new URL(String(address), location.href), features });
    popup.isClosed = false;
    const shown = {
      get closed() {
        return popup.isClosed;
      },
      close() {
        popup.closed += 1;
        popup.isClosed = true;
      },
    };
    return shown as Window;
  });
  return popup;
}
