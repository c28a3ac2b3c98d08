import { deflateSync } from 'node:zlib';

/** What this uses of a document of pdfkit's. */
export interface Packable {
  readonly _root: { readonly id: number; data: Record<string, unknown> };
  readonly _info: { readonly id: number };
  readonly _id: Uint8Array;
  readonly _offset: number;
  /** Where each object is, by its number less 1. */
  readonly _offsets: (number | null)[];
  _write: (data: string | Uint8Array) => void;
  _finalize: () => void;
  readonly push: (data: null) => void;
}

/**
 * Packs a document's small objects into compressed streams, as PDF allows from 1.5 on (ISO 32000-1, 7.5.7
 * and 7.5.8). pdfkit writes each by itself: a year's log, with an object for each cell of its table that
 * screen readers go by, would be 1.3 MB instead of 0.3.
 *
 * To be called on a document that is still empty. What pdfkit writes comes line by line: '12 0 obj', the
 * dictionary, for a stream 'stream' and its bytes, 'endobj'.
 */
export function packObjects(pdf: Packable): void {
  const write = pdf._write.bind(pdf);
  /** The object that is being written. */
  let open: (string | Uint8Array)[] | undefined;
  let pack: { id: number; text: string }[] = [];
  /** Where packed objects are, by their number. */
  const places = new Map<number, { pack: number; index: number }>();

  pdf._write = (data) => {
    if (!open) {
      if (typeof data === 'string' && data.endsWith(' 0 obj')) open = [data];
      else write(data);
      return;
    }
    open.push(data);
    if (data !== 'endobj') return;
    const [head, text, ...rest] = open;
    open = undefined;
    if (rest.length > 1) {
      for (const part of [head, text, ...rest]) write(part as string | Uint8Array);
      return;
    }
    pack.push({ id: Number.parseInt(String(head), 10), text: compact(String(text)) });
    if (pack.length === MOST_IN_A_PACK) writePack();
  };

  function newObject(): number {
    pdf._offsets.push(pdf._offset);
    return pdf._offsets.length;
  }

  function writeStream(id: number, dictionary: string, content: Buffer): void {
    const bytes = deflateSync(content, { level: LEVEL });
    write(`${id} 0 obj`);
    write(`<<${dictionary}/Length ${bytes.length}/Filter/FlateDecode>>`);
    write('stream');
    write(bytes);
    write('\nendstream');
    write('endobj');
  }

  function writePack(): void {
    const id = newObject();
    let index = '';
    let body = '';
    for (const [at, object] of pack.entries()) {
      index += `${object.id} ${body.length} `;
      body += `${object.text}\n`;
      places.set(object.id, { pack: id, index: at });
    }
    const dictionary = `/Type/ObjStm/N ${pack.length}/First ${index.length}`;
    pack = [];
    writeStream(id, dictionary, Buffer.from(index + body, 'latin1'));
  }

  pdf._finalize = () => {
    if (pack.length > 0) writePack();
    const at = pdf._offset;
    const id = newObject();
    const rows = pdf._offsets.map((offset, index) => {
      const place = places.get(index + 1);
      return place ? row(2, place.pack, place.index) : row(1, offset ?? 0, 0);
    });
    const size = rows.length + 1;
    const key = Buffer.from(pdf._id).toString('hex');
    writeStream(
      id,
      `/Type/XRef/Size ${size}/W[1 4 2]/Root ${pdf._root}/Info ${pdf._info}/ID[<${key}><${key}>]` +
        `/DecodeParms<</Predictor 12/Columns ${ROW_BYTES}>>`,
      predicted([row(0, 0, 0xffff), ...rows]),
    );
    write(`startxref\n${at}\n%%EOF`);
    pdf.push(null);
  };
}

/** Of zlib's nine: level 9 takes twice as long and saves nothing, level 6 makes the whole 3 % larger. */
const LEVEL = 7;

/** Readers open a whole pack for one of its objects. */
const MOST_IN_A_PACK = 500;

/** Of the table of where objects are. */
const ROW_BYTES = 7;

function row(kind: number, where: number, index: number): Buffer {
  const bytes = Buffer.alloc(ROW_BYTES);
  bytes[0] = kind;
  bytes.writeUInt32BE(where, 1);
  bytes.writeUInt16BE(index, 5);
  return bytes;
}

/** Each row as its difference from the one before, which compresses to almost nothing. */
function predicted(rows: readonly Buffer[]): Buffer {
  const bytes = Buffer.alloc(rows.length * (ROW_BYTES + 1));
  rows.forEach((each, at) => {
    const start = at * (ROW_BYTES + 1);
    bytes[start] = 2;
    for (let column = 0; column < ROW_BYTES; column += 1) {
      bytes[start + 1 + column] = (each[column] ?? 0) - (rows[at - 1]?.[column] ?? 0);
    }
  });
  return bytes;
}

/** pdfkit's dictionaries without the line breaks between their entries. A text keeps its own. */
function compact(text: string): string {
  return text.includes('(') ? text : text.replace(/\n(?=\/|>>)/g, '');
}
