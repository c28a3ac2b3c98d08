import {
  FORM_NUMBER_TITLE,
  type ImportFormat,
  plainTitle,
} from '../../../contract/file-formats.ts';

export interface ImportFile {
  readonly format: ImportFormat;
  readonly content: string;
}

/**
 * A file as text: UTF-8, or UTF-16 where its mark says so. In any other encoding letters would be lost without
 * a word.
 *
 * @returns undefined where it is none of these
 */
export function importFileOf(name: string, bytes: Uint8Array): ImportFile | undefined {
  const content = textOf(bytes);
  return content === undefined ? undefined : { format: formatOf(name, content), content };
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

/** What a file is, by its name and what is in it: a table of another origin has no column 'Form #'. */
function formatOf(name: string, content: string): ImportFormat {
  if (name.toLowerCase().endsWith('.json') || /^\s*\{/.test(content)) return 'json';
  // Rows without content before the titles count for nothing, here as on the server.
  const [titles = ''] = /^.*[^\s,;"].*$/m.exec(content) ?? [];
  const cells = titles.split(/[,;\t]/).map((cell) => plainTitle(cell.replaceAll('"', '')));
  return cells.includes(plainTitle(FORM_NUMBER_TITLE)) ? 'csv' : 'legacy';
}
