import { GUIDE_PAGES, type Guide, type GuidePage, readGuide } from '../../domain/guide.ts';

/** The guide of `docs/guide`, which the build puts into the file of this screen. */

const TEXTS = import.meta.glob<string>('../../../docs/guide/*.md', {
  query: '?raw',
  import: 'default',
  eager: true,
});
const PICTURES = import.meta.glob<string>('../../../docs/guide/pictures/*.png', {
  query: '?url',
  import: 'default',
  eager: true,
});

const pages = new Map<string, Guide>(GUIDE_PAGES.map((page) => [page, readGuide(textOf(page))]));

/** All pages in their order. */
export const PAGES = [...pages].map(([name, { title }]) => ({ name, title }));

/** @returns undefined if the guide has no page of that name */
export function guidePage(name: string | null): Guide | undefined {
  return pages.get(name ?? '');
}

function textOf(page: GuidePage): string {
  return TEXTS[`../../../docs/guide/${page}.md`] ?? '';
}

/** The address of a picture. */
export function pictureUrl(file: string): string | undefined {
  return PICTURES[`../../../docs/guide/pictures/${file}`];
}
