import PDFDocument from 'pdfkit';

/**
 * What we use of pdfkit 0.20.2: pages, embedded fonts, paths, and the root of the structure. Its own text
 * layout knows one font at a time and no right-to-left writing, so `text.ts` lays text out. pdfkit keeps some of
 * what that needs private; it is described here, and the version is pinned.
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

/** An object of the document; it is written when it ends. */
export interface Reference {
  data: Record<string, unknown>;
  readonly id: number;
  readonly end: () => void;
}

/** A font as it is embedded into one document: with the glyphs that are used. */
export interface EmbeddedFont {
  readonly id: string;
  readonly font: FontFile;
  readonly subset: { readonly includeGlyph: (glyph: number) => number };
  /** By the glyph's number in the subset: its width, in thousandths of the size, and what it stands for. */
  readonly widths: number[];
  readonly unicode: number[][];
  /** From the font's units to thousandths of the size. */
  readonly scale: number;
  readonly ref: () => Reference;
}

interface Glyph {
  readonly id: number;
  readonly advanceWidth: number;
  readonly codePoints: number[];
}

/** A font's file, opened by fontkit; it serves any number of documents. */
export interface FontFile {
  readonly hasGlyphForCodePoint: (codePoint: number) => boolean;
  readonly glyphForCodePoint: (codePoint: number) => Glyph;
  /** Glyphs in the order they are seen in, also those of right-to-left writing. */
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

/** A new document, without pages yet. */
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
    // Screen readers know the structure of this version best.
    pdfVersion: '1.7',
    size: paper === 'A4' ? 'A4' : 'LETTER',
    margin: 0,
    autoFirstPage: false,
    // Page x of y is known at the end.
    bufferPages: true,
    // None of the fonts that a reader is expected to have: all are embedded.
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

/** All bytes of a document, once it has ended. */
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
