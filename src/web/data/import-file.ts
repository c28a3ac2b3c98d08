import { csvFormatOf, type ImportFormat, MAX_IMPORT_BYTES } from '../../contract/file-formats.ts';

export interface ImportFile {
  readonly format: ImportFormat;
  readonly content: string;
}

/**
 * Decodes a file as UTF-8, or as UTF-16 if it has a byte order mark.
 *
 * @returns undefined for any other encoding, because decoding could replace letters unnoticed
 */
export function importFileOf(name: string, bytes: Uint8Array): ImportFile | undefined {
  const content = textOf(bytes);
  return content === undefined ? undefined : { format: formatOf(name, content), content };
}

/** An upper limit for the size of the other fields in the request that sends a file (bytes). */
const OTHER_FIELDS_BYTES = 1024;

/**
 * Whether the server would reject the file because of its size. The request is larger than the file, because JSON
 * writes quotes and line breaks as two characters.
 */
export function isTooLarge({ content }: ImportFile): boolean {
  const bytes = new TextEncoder().encode(JSON.stringify(content)).length;
  return bytes + OTHER_FIELDS_BYTES > MAX_IMPORT_BYTES;
}

function textOf(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder(encodingOf(bytes), { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function encodingOf([first, second]: Uint8Array): string {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  return 'utf-8';
}

/** The format of a file, by its name and content. A table without the titles of our own downloads is 'legacy'. */
function formatOf(name: string, content: string): ImportFormat {
  if (name.toLowerCase().endsWith('.json') || /^\s*\{/.test(content)) return 'json';
  // Empty rows before the titles are skipped, as on the server.
  const [titles = ''] = /^.*[^\s,;"].*$/m.exec(content) ?? [];
  return csvFormatOf(titles.split(/[,;\t]/).map((cell) => cell.replaceAll('"', '')));
}
