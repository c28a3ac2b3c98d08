import { getDocumentProxy } from 'unpdf';

/** An element of the structure that screen readers go by. */
interface Role {
  readonly role: string;
  readonly alt?: string;
  readonly children: readonly (Role | { readonly type: string })[];
}

interface Place {
  readonly text: string;
  readonly left: number;
  readonly right: number;
  readonly baseline: number;
}

/** A PDF as a reader sees it; a reader of its own, that shares nothing with what wrote the file. */
export interface ReadPdf {
  /** The words of each page, in the order they are drawn, runs of spaces as one. */
  readonly pages: readonly string[];
  readonly text: string;
  /** Where the words of each page are, in points from its lower left corner. */
  readonly places: readonly (readonly Place[])[];
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
  const places: Place[][] = [];
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
    places.push(
      content.items.flatMap((item) => {
        if (!('str' in item)) return [];
        const [left = 0, baseline = 0] = item.transform.slice(4) as number[];
        return [{ text: item.str, left, right: left + item.width, baseline }];
      }),
    );
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
    places,
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
