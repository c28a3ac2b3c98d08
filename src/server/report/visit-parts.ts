import type { PlainSection } from '../../domain/plain-section.ts';
import type { Database } from '../platform/db/database.ts';
import { fallPart } from './fall-part.ts';
import { pressurePart } from './pressure-part.ts';
import type { PartSources, VisitPart } from './visit-part.ts';

/** In the order of the page, after the severity by time since a dose. */
const PARTS: readonly VisitPart[] = [fallPart, pressurePart];

/** The sections of the parts that the scope has, and who made their entries. */
export async function readParts(
  db: Database,
  userId: string,
  sources: PartSources,
): Promise<{ readonly sections: readonly PlainSection[]; readonly authors: readonly string[] }> {
  const wanted = PARTS.filter(({ name }) => sources.scope[name]);
  const sections: PlainSection[] = [];
  const authors: string[] = [];
  for (const part of wanted) {
    const found = await part.read(db, userId, sources);
    if (found.section) sections.push(found.section);
    authors.push(...found.authors);
  }
  return { sections, authors };
}
