import { getDocumentProxy } from 'unpdf';

/** An element of the structure tree, which screen readers use. */
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

/** A PDF, parsed by a library that shares no code with the one that writes the report. */
export interface ReadPdf {
  /** The text of each page in drawing order, with whitespace collapsed. */
  readonly pages: readonly string[];
  readonly text: string;
  /** The positions of each page's texts, in points from the lower left corner. */
  readonly places: readonly (readonly Place[])[];
  readonly title: string;
  readonly language: string | null;
  readonly isTagged: boolean;
  /** Each page's structure elements in pre-order. */
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
