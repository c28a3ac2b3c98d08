import { vi } from 'vitest';
import { visitOutcome } from '../../contract/entities.ts';

/** The window of a provider, as the page that opens it sees it. */
export interface ProviderWindow {
  /** What it was opened with. */
  readonly opened: { readonly address: URL; readonly features: string }[];
  /** Whether it is closed, by the person or by the page. */
  isClosed: boolean;
  /** How often the page has closed it. */
  closed: number;
  /** What the window tells when it is back from the provider; then it closes. */
  readonly tell: (problem: string) => void;
}

/** Takes the place of the browser's own windows. */
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
      const channel = new BroadcastChannel('provider-visits');
      channel.postMessage(visitOutcome.parse({ ...known, provider, problem }));
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
