import type { SharePart } from './share.ts';

/** Sections of the page for a visit that the server composes, because their blocks need nothing but themselves. */

export interface Section<Name extends string, Block> {
  readonly name: Name;
  readonly title: string;
  readonly blocks: readonly Block[];
  /** The numbers behind the figures. The screen shows them only when they are opened, and paper does not have them. */
  readonly numbers?: readonly Block[] | undefined;
}

/** Its name is that of the part of the scope to which it belongs. */
export interface PlainSection extends Section<SharePart, PlainBlock> {}

export type PlainBlock =
  | { readonly type: 'text'; readonly text: string; readonly isSmall?: true | undefined }
  /** The figures that matter most, each with what it is about: '2.4 h' and 'off a day, mean of 2 complete days'. */
  | {
      readonly type: 'figures';
      readonly figures: readonly { readonly value: string; readonly of: string }[];
    }
  | VisitTable;

export interface VisitTable {
  readonly type: 'table';
  readonly caption: string;
  readonly head: readonly string[];
  /** The first cell of a row is its heading. A list of texts has no line breaks within a text. */
  readonly rows: readonly (readonly VisitCell[])[];
}

export type VisitCell = string | readonly string[];
