import type { HalfHourEntry } from '../../contract/kinds/diary.ts';
import type { PlainSection } from '../../domain/plain-section.ts';
import type { SharePart } from '../../domain/share.ts';
import type { VisitScope } from '../../domain/visit.ts';
import type { Database } from '../platform/db/database.ts';
import type { Figures } from './figures.ts';
import type { ReportOrder } from './order.ts';

/** What a part of the page for a visit is made of. */
export interface PartSources {
  readonly order: ReportOrder;
  /** With doses and medications if the scope has them. */
  readonly figures: Figures;
  /** Those of the period if the scope has them. */
  readonly halfHours: readonly HalfHourEntry[];
  readonly scope: VisitScope;
}

/** A part that the server composes. The screen, the page of a reader and the PDF draw its section. */
export interface VisitPart {
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
