import { getDocumentProxy } from 'unpdf';

/** An element of the structure that screen readers go by. */
interface Role {
  readonly role: string;
  readonly alt?: string;
  readonly children: readonly (Role | { readonly type: string })[];
}

/** A PDF as a reader sees it; a reader of its own, that shares nothing with what wrote the file. */
export interface ReadPdf {
  /** The words of each page, in the order they are drawn, runs of spaces as one. */
  readonly pages: readonly string[];
  readonly text: string;
  readonly title: string;
  readonly language: string | null;
  readonly isTagged: boolean;
  /** The elements of each page's structure, the outer ones before what is in them. */
  readonly roles: readonly (readonly Role[])[];
  /** In points. */
  readonly size: readonly [number, number];
}

export async function readPdf(bytes: Uint8Array): Promise<ReadPdf> {
  const file = await getDocumentProxy(new Uint8Array(bytes), { verbosity: 0 });
  const pages: string[] = [];
  const roles: Role[][] = [];
  let language: string | null = null;
  let size: [number, number] = [0, 0];
  for (let number = 1; number <= file.numPages; number += 1) {
    const page = await file.getPage(number);
    const content = await page.getTextContent();
    const words = content.items.flatMap((item) =>
      'str' in item ? [item.str + (item.hasEOL ? ' ' : '')] : [],
    );
    pages.push(words.join('').replace(/\s+/g, ' '));
    roles.push(flat((await page.getStructTree()) as Role | null));
    language = content.lang;
    const { width, height } = page.getViewport({ scale: 1 });
    size = [Math.round(width), Math.round(height)];
  }
  const { info } = await file.getMetadata();
  const marks = await file.getMarkInfo();
  return {
    pages,
    text: pages.join(' '),
    title: String((info as { Title?: string }).Title),
    language,
    isTagged: marks?.Marked === true,
    roles,
    size,
  };
}

function flat(role: Role | null): Role[] {
  if (!role) return [];
  const inside = role.children.flatMap((child) => ('role' in child ? flat(child) : []));
  return [role, ...inside];
}
