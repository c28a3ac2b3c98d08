import PDFDocument from 'pdfkit';

/**
 * The parts of pdfkit 0.20.2 that the app uses: pages, embedded fonts, paths, and the root of the structure tree.
 * pdfkit's text layout supports only one font at a time and no right-to-left writing, so `text.ts` lays text out. The
 * app also uses private members of pdfkit, which `Hidden` describes, so pdfkit's version is pinned.
 */
export interface Pdf extends Omit<PDFKit.PDFDocument, keyof Hidden>, Hidden {}

interface Hidden {
  readonly _root: Reference;
  readonly ref: (data: object) => Reference;
  readonly page: PDFKit.PDFPage & {
    readonly fonts: Record<string, Reference>;
    readonly dictionary: Reference;
    readonly structParentTreeKey: number;
  };
  readonly _font: EmbeddedFont;
  readonly getStructTreeRoot: () => Reference;
  readonly getStructParentTree: () => {
    limits: boolean;
    readonly get: (key: number) => Reference[];
  };
}

/** An object of the document. `end` writes it. */
export interface Reference {
  data: Record<string, unknown>;
  readonly id: number;
  readonly end: () => void;
}

/** A font embedded in one document, reduced to the glyphs that the document uses. */
export interface EmbeddedFont {
  readonly id: string;
  readonly font: FontFile;
  readonly subset: { readonly includeGlyph: (glyph: number) => number };
  /** By glyph number in the subset: the width, in thousandths of the font size, and the code points. */
  readonly widths: number[];
  readonly unicode: number[][];
  /** The factor from font units to thousandths of the font size. */
  readonly scale: number;
  readonly ref: () => Reference;
}

interface Glyph {
  readonly id: number;
  readonly advanceWidth: number;
  readonly codePoints: number[];
}

/** A font file opened by fontkit. Documents can share it. */
export interface FontFile {
  readonly hasGlyphForCodePoint: (codePoint: number) => boolean;
  readonly glyphForCodePoint: (codePoint: number) => Glyph;
  /** The glyphs in visual order, for right-to-left writing too. */
  readonly layout: (text: string) => {
    readonly glyphs: readonly Glyph[];
    readonly positions: readonly {
      readonly xAdvance: number;
      readonly xOffset: number;
      readonly yOffset: number;
    }[];
  };
}

export type Paper = 'Letter' | 'A4';

/** A new document without pages. */
export function newPdf({
  title,
  author,
  paper,
  madeAt,
}: {
  readonly title: string;
  readonly author: string;
  readonly paper: Paper;
  readonly madeAt: Date;
}): Pdf {
  return new PDFDocument({
    // Screen readers support the structure tree of 1.7 best.
    pdfVersion: '1.7',
    size: paper === 'A4' ? 'A4' : 'LETTER',
    margin: 0,
    autoFirstPage: false,
    // All pages stay in memory until the end, because 'Page x of y' needs the number of pages.
    bufferPages: true,
    // No standard font: all fonts are embedded.
    font: null as unknown as string,
    lang: 'en-US',
    displayTitle: true,
    tagged: true,
    info: {
      Title: title,
      Author: author,
      Creator: 'Symptom Tracker',
      Producer: 'Symptom Tracker',
      CreationDate: madeAt,
    },
  }) as unknown as Pdf;
}

/** Ends a document. @returns all its bytes */
export async function bytesOf(pdf: Pdf): Promise<Uint8Array> {
  const parts: Buffer[] = [];
  pdf.on('data', (part: Buffer) => parts.push(part));
  const ended = new Promise<void>((done, fail) => {
    pdf.on('end', done);
    pdf.on('error', fail);
  });
  pdf.end();
  await ended;
  return Buffer.concat(parts);
}
