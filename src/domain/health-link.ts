/** A health link: a SMART Health Link, which a clinic's system scans as a QR code to collect the report. */

/**
 * How long a code works (ms): long enough for a visit. The US profile for the systems that scan health links suggests
 * 5 to 15 minutes for a code on a screen.
 */
export const HEALTH_LINK_MS = 15 * 60_000;
/** How many health links of one person may be live at a time. */
export const MAX_LIVE_HEALTH_LINKS = 5;
/** The largest PDF that a health link may contain (bytes). */
export const MAX_HEALTH_PDF_BYTES = 8_000_000;
/** In characters. Names of organizations are shorter. */
const MAX_RECIPIENT_LENGTH = 100;

/**
 * Cleans the name that the receiver of a file gives for itself: one short line without invisible characters.
 *
 * @returns '' if nothing is left
 */
export function recipientOf(text: string): string {
  const line = text
    .normalize('NFC')
    .replace(/[\p{C}\p{Z}]+/gu, ' ')
    .trim();
  return [...line].slice(0, MAX_RECIPIENT_LENGTH).join('').trim();
}
