import { dateOf, type Instant } from '../../../domain/zone.ts';

/** Most file systems take 255 bytes. */
const MAX_NAME_BYTES = 150;
/** What a file's name cannot hold on some system, and what would make it read otherwise than it is. */
const UNSAFE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\\/:*?"<>|.]/gu;

/** 'Symptom Tracker Grace Hopper 2026-11-18.csv': what it is, whose, and of which day in `zone`. */
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

/** As many characters from the begin as there is room for. */
function firstBytes(text: string, bytes: number): string {
  let kept = '';
  for (const character of text) {
    if (Buffer.byteLength(kept + character) > bytes) break;
    kept += character;
  }
  return kept;
}
