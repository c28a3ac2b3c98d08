import { createHash } from 'node:crypto';
import { firstAuthor, isChangedByPerson } from '../../domain/authors.ts';
import { type Instant, isoIn, isoOf } from '../../domain/zone.ts';

/** Functions for all kinds of entries in a FHIR bundle. */

/**
 * The beginning of a bundle as JSON, up to its first entry.
 *
 * @param timestamp when the bundle is made, in ISO 8601
 */
export function bundleStart(timestamp: string): string {
  const bundle = { resourceType: 'Bundle', type: 'collection', timestamp };
  return `${JSON.stringify(bundle).slice(0, -1)},"entry":[\n`;
}

export const BUNDLE_END = '\n]}\n';

/** An entry of the bundle, as JSON. */
export function entry<Resource extends { readonly id: string }>(resource: Resource): string {
  return JSON.stringify({ fullUrl: `urn:uuid:${resource.id}`, resource });
}

/** Entries as they follow the first one in the bundle: each after a comma and a line break. */
export function following(entries: readonly string[]): string {
  return entries.map((each) => `,\n${each}`).join('');
}

const CATEGORIES = { survey: 'Survey', 'vital-signs': 'Vital Signs' } as const;

/** The category of an observation, by FHIR's own codes. */
export function observationCategory(code: keyof typeof CATEGORIES): readonly object[] {
  const system = 'http://terminology.hl7.org/CodeSystem/observation-category';
  return [{ coding: [{ system, code, display: CATEGORIES[code] }] }];
}

/**
 * Of whom and when an observation is, and who made it.
 *
 * @param of.at when it was
 * @param of.timeZone where the person was then (IANA). The time has its UTC offset, so that it shows the person's own day
 *   and time of day.
 * @param of.issuedAt when it was entered or last changed
 */
export function circumstancesOf(
  userId: string,
  of: {
    readonly at: Instant;
    readonly timeZone: string;
    readonly issuedAt: Instant;
    readonly author: string;
  },
) {
  return {
    subject: subjectOf(userId),
    effectiveDateTime: isoIn(of.at, of.timeZone),
    issued: isoOf(of.issuedAt),
    performer: authorsOf(userId, of.author),
  };
}

export function patientId(userId: string): string {
  return uuidOf(userId);
}

/** A FHIR reference to the person, by which other entries of the bundle name the person. */
export function subjectOf(userId: string): { readonly reference: string } {
  return { reference: `urn:uuid:${patientId(userId)}` };
}

/** Who first entered something: the person, or a caregiver, of whom the file has only the name. */
export function authorOf(userId: string, author: string): object {
  if (author === 'self') return subjectOf(userId);
  return { type: 'RelatedPerson', display: plain(firstAuthor(author)) };
}

/** Who first entered something, followed by the person if they have changed a caregiver's entry. */
export function authorsOf(userId: string, author: string): readonly object[] {
  const first = authorOf(userId, author);
  return isChangedByPerson(author) ? [first, subjectOf(userId)] : [first];
}

/** A UUID computed from words (RFC 9562, version 8), so that every export has the same ids. */
export function uuidOf(...words: readonly string[]): string {
  const hex = createHash('sha256').update(words.join(' ')).digest('hex');
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-');
}

/** Text that FHIR accepts: each control character is replaced by its Unicode control picture. */
export function plain(text: string): string {
  return text.replace(/\p{Cc}/gu, (character) => {
    const code = character.charCodeAt(0);
    if (code === DELETE) return '\u2421';
    return code >= FIRST_PRINTED || '\t\r\n'.includes(character)
      ? character
      : String.fromCharCode(CONTROL_SIGNS + code);
  });
}

const FIRST_PRINTED = 0x20;
const DELETE = 0x7f;
/** The start of Unicode's control pictures: U+2400 is the picture for NUL. */
const CONTROL_SIGNS = 0x2400;
