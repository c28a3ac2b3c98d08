import type { HalfHourEntry } from '../../contract/kinds/diary.ts';
import type { PlainSection } from '../../domain/plain-section.ts';
import type { SharePart } from '../../domain/share.ts';
import type { VisitScope } from '../../domain/visit.ts';
import type { Database } from '../platform/db/database.ts';
import type { Figures } from './figures.ts';
import type { ReportOrder } from './order.ts';

/** What a part of the page for a visit is made of. */
interface PartSources {
  readonly order: ReportOrder;
  /** With doses and medications if the scope has them. */
  readonly figures: Figures;
  /** Those of the period if the scope has them. */
  readonly halfHours: readonly HalfHourEntry[];
  readonly scope: VisitScope;
}

/** A part that the server composes. The screen, the page of a reader and the PDF draw its section. */
interface VisitPart {
  readonly name: SharePart;
  /** Reads the entries of the period. Called only if the scope has the part. */
  read(
    db: Database,
    userId: string,
    sources: PartSources,
  ): Promise<{
    /** Undefined if there is nothing to say. */
    readonly section: PlainSection | undefined;
    /** Who made each entry. */
    readonly authors: readonly string[];
  }>;
}

/** In the order of the page, after the severity by time since a dose. */
const PARTS: readonly VisitPart[] = [];

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
