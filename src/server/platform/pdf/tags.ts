import type { Pdf, Reference } from './pdf.ts';

/**
 * An element of the structure tree for screen readers (ISO 32000-1, 14.7). The tree says which marks on the pages are
 * headings, paragraphs, table cells and figures, and in which order to read them. The app writes the tree itself,
 * because pdfkit's implementation keeps all cells of a table in memory until the table ends, and the table of ten years
 * has 90,000.
 */
export interface Element {
  readonly tag: string;
  readonly ref: Reference;
  readonly kids: unknown[];
}

export interface Attributes {
  /** The text alternative of a figure. */
  readonly alt?: string;
  /** The text to read instead of the drawn text. */
  readonly actual?: string | undefined;
  /** Whether a header cell belongs to a column or a row. */
  readonly scope?: 'Column' | 'Row';
  /** A figure's box in points: left, bottom, right and top, from the page's lower left corner. */
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

  /** Adds an element as the last child of its parent. The caller must close it. */
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

  /** The operator that assigns the following marks on the current page, up to `END`, to an element. */
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

/** Marks that screen readers skip: rules and backgrounds, and the repeated headers and footers. */
export const ARTIFACT = '/Artifact BMC';
export const PAGE_ARTIFACT = '/Artifact <</Type/Pagination>> BDC';
