import { calls } from '../../contract/calls.ts';
import type { Answer } from '../../contract/endpoints.ts';
import { call } from '../platform/client.ts';
import { paperHere, saveAnswer } from '../platform/save-file.ts';

/** The calls of a reader, who has a link and no account. */

export type Shared = Answer<'getSharedVisit'>;

/** The link in the page's address. */
export interface SharedLink {
  readonly shareId: string;
  /** Undefined after a reload, because the secret has been removed from the address. */
  readonly secret: string | undefined;
}

/**
 * Reads the link from the page's address, and removes its secret from the address bar and the history of the tab. The
 * share's id stays in the address, so that a reload shows the same share.
 *
 * @returns undefined if the address has no link
 */
export function takeLink(): SharedLink | undefined {
  const [, shareId, secret] =
    /^#([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})(?:\.(.*))?$/i.exec(location.hash) ?? [];
  history.replaceState(null, '', `/shared${shareId === undefined ? '' : `#${shareId}`}`);
  return shareId === undefined ? undefined : { shareId, secret };
}

export async function openShare(
  { shareId, secret = '' }: SharedLink,
  passcode: string | undefined,
): Promise<void> {
  await call('openShare', { shareId, secret, ...(passcode !== undefined && { passcode }) });
}

export async function readShared({ shareId }: SharedLink): Promise<Shared> {
  return (await call('getSharedVisit', { shareId })) as Shared;
}

/** Saves the page as a PDF, on the paper that is usual in the country of the browser's language. */
export async function downloadShared({ shareId }: SharedLink): Promise<void> {
  const paper = paperHere();
  const { path } = calls.getSharedReport;
  await saveAnswer(await fetch(`${path}?${new URLSearchParams({ shareId, paper })}`));
}
