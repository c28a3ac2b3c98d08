import { dateOf, type Instant } from '../../../domain/zone.ts';

/** The maximum length of the person's name. Most file systems allow 255 bytes for the whole file name. */
const MAX_NAME_BYTES = 150;
/** Characters that some systems forbid in file names, and invisible ones that could disguise the name. */
const UNSAFE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\\/:*?"<>|.]/gu;

/** 'Symptom Tracker Grace Hopper 2026-11-18.csv': content, person, and the date of `now` in `zone`. */
export function fileNameOf(
  what: string,
  {
    name,
    now,
    zone,
    extension,
  }: {
    readonly name: string;
    readonly now: Instant;
    readonly zone: string;
    readonly extension: string;
  },
): string {
  const safe = firstBytes(name.replace(UNSAFE, ' '), MAX_NAME_BYTES);
  const words = [what, ...safe.split(/\s+/), dateOf(now, zone)];
  return `${words.filter(Boolean).join(' ')}.${extension}`;
}

/** The longest prefix that fits into `bytes` bytes, without splitting a character. */
function firstBytes(text: string, bytes: number): string {
  let kept = '';
  for (const character of text) {
    if (Buffer.byteLength(kept + character) > bytes) break;
    kept += character;
  }
  return kept;
}
