import './visit.css';
import type { ReactNode } from 'react';
import type { VisitSection } from '../../../domain/visit-blocks.ts';
import { isEmptyVisit, visitAuthors, visitSections } from '../../../domain/visit-sections.ts';
import type { VisitSummary } from '../../../domain/visit-summary.ts';
import { headFacts, personTitle, SCALE_NAME } from '../../../domain/visit-words.ts';
import { VisitSectionCard } from './visit-section.tsx';

/**
 * The page for a visit: what changed, what the person wants to talk about, doses, the diary, severity after a dose and
 * over time, and check-ins. It makes no calls, so that readers of a share see the same page.
 */
export function VisitPage({
  summary,
  controls,
}: {
  readonly summary: VisitSummary;
  /** Shown under the head, and not printed. */
  readonly controls?: ReactNode;
}) {
  const [before, after] = headFacts(summary).join(' · ').split(SCALE_NAME);
  const sections = visitSections(summary);
  const authors = visitAuthors(summary);
  return (
    <div className="visit">
      <div className="visit-head">
        <h2 className="visit-title">{personTitle(summary.person)}</h2>
        <p className="soft">
          {before}
          <span className="visit-whole">{SCALE_NAME}</span>
          {after}
        </p>
      </div>
      {controls && <div className="visit-controls">{controls}</div>}
      <div className="visit-cards">
        {sections.map((section, index) => (
          <VisitSectionCard
            key={section.name}
            section={section}
            summary={summary}
            isWide={isWide(sections, index)}
          >
            {section.name === 'period' && isEmptyVisit(summary) && controls && (
              <p>Choose another period.</p>
            )}
          </VisitSectionCard>
        ))}
      </div>
      {authors && <p className="soft">{authors}</p>}
    </div>
  );
}

/** The sections that two columns have room for: two of these beside each other. */
const NARROW = new Set<VisitSection['name']>(['period', 'doses', 'weeks', 'notes']);

/** Whether a section takes both columns, because it needs them, or because there is none to stand beside it. */
function isWide(sections: readonly VisitSection[], index: number): boolean {
  let place = 0;
  for (const [each, { name }] of sections.entries()) {
    const next = sections[each + 1];
    const isPaired = NARROW.has(name) && (place === 1 || (next && NARROW.has(next.name)));
    if (each === index) return !isPaired;
    place = isPaired ? 1 - place : 0;
  }
  return true;
}
