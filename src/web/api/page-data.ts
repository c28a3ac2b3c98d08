import type { PageData } from '../../contract/page-data.ts';

/** Takes the page's data block; undefined without one (offline, or without a database). */
export function takePageData(): PageData | undefined {
  const block = document.querySelector('script[type="application/json"]');
  if (!block) return undefined;
  // After a log-out, the page must not contain the person any more.
  block.remove();
  return JSON.parse(block.textContent) as PageData;
}
