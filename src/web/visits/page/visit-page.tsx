import './visit.css';
import { Fragment, type ReactNode, useEffect } from 'react';
import type { PlainSection } from '../../../domain/plain-section.ts';
import type { VisitSection } from '../../../domain/visit-blocks.ts';
import {
  isEmptyVisit,
  notesList,
  notesState,
  topicsSection,
  visitAuthors,
  visitSections,
} from '../../../domain/visit-sections.ts';
import type { VisitSummary } from '../../../domain/visit-summary.ts';
import { headFacts, personTitle, SCALE_NAME } from '../../../domain/visit-words.ts';
import { useWide } from './use-wide.ts';
import { VisitFold } from './visit-folds.tsx';
import { VisitBlocks, VisitSectionCard } from './visit-section.tsx';
import { BeforeAndSince } from './visit-severity.tsx';

/**
 * The page for a visit. It begins with what the person wants to talk about; then it says what changed, and has doses,
 * the diary, severity after a dose and over time, check-ins and notes. It makes no calls, so that readers of a share
 * see the same page.
 */
export function VisitPage({
  summary,
  controls,
  notice,
  change,
}: {
  readonly summary: VisitSummary;
  /** Shown beside the head, and not printed. */
  readonly controls?: ReactNode;
  /** Shown under the head, and not printed. */
  readonly notice?: ReactNode;
  /** Changes what the person wants to talk about. */
  readonly change?: ReactNode;
}) {
  const isWide = useWide();
  const [before, after] = headFacts(summary).join('\u00a0· ').split(SCALE_NAME);
  const found = visitSections(summary);
  const all = change && found[0]?.name !== 'topics' ? [topicsSection(summary), ...found] : found;
  const section = (name: VisitSection['name']) => all.find((each) => each.name === name);
  const card = (name: VisitSection['name'], more?: ReactNode) => {
    const each = section(name);
    return (
      each && (
        <VisitSectionCard section={each} summary={summary}>
          {more}
        </VisitSectionCard>
      )
    );
  };
  const { notes, style } = summary;
  const person = personTitle(summary.person);
  useNameOnSheets(person);
  const weeks = section('weeks');
  const numbered = all.filter(({ numbers = [] }) => numbers.length > 0);
  const authors = visitAuthors(summary);
  return (
    <div className="visit">
      <div className="visit-head">
        <div>
          <h2 className="visit-title">{person}</h2>
          <p className="soft small">
            {before}
            <span className="visit-whole">{SCALE_NAME}</span>
            {after}
          </p>
        </div>
        {controls && <div className="visit-controls">{controls}</div>}
      </div>
      {notice}
      <div className="visit-cards">
        <div className={`visit-first${section('topics') ? ' visit-due' : ''}`}>
          {card('topics', change)}
          {card(
            'period',
            isEmptyVisit(summary)
              ? controls && <p>Choose another period.</p>
              : summary.changes && <BeforeAndSince summary={summary} />,
          )}
        </div>
        {card('doses')}
        {card('diary')}
        {card('afterDose')}
        {summary.sections.map((each) =>
          isWide ? (
            <VisitSectionCard key={each.name} section={each} summary={summary} />
          ) : (
            <VisitFold
              key={each.name}
              person={person}
              title={each.title}
              state={figuresState(each)}
            >
              <VisitBlocks blocks={each.blocks} summary={summary} />
            </VisitFold>
          ),
        )}
        {card('severity')}
        {isWide && card('weeks')}
      </div>
      <div className="visit-folds">
        {weeks && !isWide && (
          <VisitFold person={person} title={weeks.title} state={weeksState(weeks)}>
            <VisitBlocks blocks={weeks.blocks} summary={summary} />
          </VisitFold>
        )}
        {notes && (
          <VisitFold person={person} title="Notes" state={notesState(notes, style)}>
            <VisitBlocks blocks={[notesList(notes, style)]} summary={summary} />
          </VisitFold>
        )}
        {numbered.length > 0 && (
          <VisitFold person={person} title="Show the numbers">
            {numbered.map(({ name, title, numbers = [] }) => (
              <Fragment key={name}>
                <h2>{title}</h2>
                <VisitBlocks blocks={numbers} summary={summary} />
              </Fragment>
            ))}
          </VisitFold>
        )}
        {authors && <p className="soft small visit-authors">{authors}</p>}
      </div>
    </div>
  );
}

/** '2 falls, on 2 days, 5 nearly fell, on 4 days'. */
function figuresState({ blocks }: PlainSection): string {
  const figures = blocks.flatMap((block) => (block.type === 'figures' ? block.figures : []));
  return figures.map(({ value, of }) => `${value} ${of}`).join(', ');
}

/** '6.3 h, 27 min a day, 3.3 of 5'. */
function weeksState({ blocks }: VisitSection): string {
  const means = blocks.flatMap((block) => (block.type === 'weeks' ? block.means : []));
  return means.map(({ text }) => text).join(', ');
}

/** Prints the name at the foot of each sheet, so that a loose sheet says whose it is. Old browsers print none. */
function useNameOnSheets(person: string): void {
  useEffect(() => {
    if (!document.adoptedStyleSheets) return;
    const sheet = new CSSStyleSheet();
    const name = `content: ${JSON.stringify(person)}; color: #3f4956; font-size: 8pt`;
    sheet.replaceSync(`@page { @bottom-left { ${name} } }`);
    document.adoptedStyleSheets.push(sheet);
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== sheet);
    };
  }, [person]);
}
