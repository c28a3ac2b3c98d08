import type { Pdf, Reference } from './pdf.ts';

/**
 * The structure that screen readers go by (ISO 32000-1, 14.7): which marks on the pages are headings,
 * paragraphs, cells of tables and figures, and in which order they are read. pdfkit's own keeps every cell
 * until its table ends; ten years have 90,000.
 */
export interface Element {
  readonly tag: string;
  readonly ref: Reference;
  readonly kids: unknown[];
}

export interface Attributes {
  /** What is said in place of a figure. */
  readonly alt?: string;
  /** What is said in place of its text. */
  readonly actual?: string | undefined;
  /** What a header cell is the header of. */
  readonly scope?: 'Column' | 'Row';
  /** A figure's place on its page: left, bottom, right and top, from the page's lower left corner. */
  readonly box?: readonly [number, number, number, number];
}

export class Tags {
  readonly #pdf: Pdf;
  readonly root: Element;

  constructor(pdf: Pdf) {
    this.#pdf = pdf;
    const tree = pdf.getStructTreeRoot();
    pdf.getStructParentTree().limits = false;
    this.root = this.#element('Document', tree);
    tree.data.K = [this.root.ref];
  }

  /** A new element, the last of its parent's. It is to be closed. */
  open(tag: string, parent: Element, attributes: Attributes = {}): Element {
    const element = this.#element(tag, parent.ref);
    parent.kids.push(element.ref);
    const { alt, actual, scope, box } = attributes;
    if (alt !== undefined) element.ref.data.Alt = new String(alt);
    if (actual !== undefined) element.ref.data.ActualText = new String(actual);
    if (scope) element.ref.data.A = { O: 'Table', Scope: scope };
    if (box) element.ref.data.A = { O: 'Layout', Placement: 'Block', BBox: box };
    return element;
  }

  close(element: Element): void {
    const { ref, kids } = element;
    ref.data.K = kids.length === 1 ? kids[0] : kids;
    ref.end();
    ref.data = {};
  }

  /** Marks on the current page from here to `end` belong to an element. */
  begin(element: Element): string {
    const { page } = this.#pdf;
    const marks = this.#pdf.getStructParentTree().get(page.structParentTreeKey);
    const mark = marks.length;
    marks.push(element.ref);
    const { data } = element.ref;
    data.Pg ??= page.dictionary;
    const isHere = data.Pg === page.dictionary;
    element.kids.push(isHere ? mark : { Type: 'MCR', Pg: page.dictionary, MCID: mark });
    return `/${element.tag} <</MCID ${mark}>> BDC`;
  }

  #element(tag: string, parent: Reference): Element {
    const ref = this.#pdf.ref({ S: tag, P: parent });
    return { tag, ref, kids: [] };
  }
}

export const END = 'EMC';

/** Marks that are no part of the content, and not read: rules, tints, and what every page repeats. */
export const ARTIFACT = '/Artifact BMC';
export const PAGE_ARTIFACT = '/Artifact <</Type/Pagination>> BDC';
