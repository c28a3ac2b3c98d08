import { type ReactNode, useId } from 'react';
import type { VisitBlock, VisitSection } from '../../../domain/visit-blocks.ts';
import type { VisitSummary } from '../../../domain/visit-summary.ts';
import { Breakable } from '../../ui/breakable.tsx';
import { DoseBoxes } from '../../ui/dose-boxes.tsx';
import { useWide } from './use-wide.ts';
import { VisitAfterDose } from './visit-after-dose.tsx';
import { VisitRibbons } from './visit-ribbons.tsx';
import { VisitLineNumbers, VisitSeverity } from './visit-severity.tsx';
import { VisitTable } from './visit-table.tsx';
import { VisitWeeks } from './visit-weeks.tsx';

/** A section of the page for a visit, as a card. */
export function VisitSectionCard({
  section: { name, title, blocks },
  summary,
  children,
}: {
  readonly section: VisitSection;
  readonly summary: VisitSummary;
  readonly children?: ReactNode;
}) {
  const id = useId();
  return (
    <section className={`card visit-${name}`} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <VisitBlocks blocks={blocks} summary={summary} isNamed />
      {children}
    </section>
  );
}

/** @param isNamed for tables, see `VisitTable` */
export function VisitBlocks({
  blocks,
  summary,
  isNamed,
}: {
  readonly blocks: readonly VisitBlock[];
  readonly summary: VisitSummary;
  readonly isNamed?: boolean;
}) {
  return blocks.map((block, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the order of the blocks never changes
    <Block key={index} block={block} summary={summary} isNamed={isNamed} />
  ));
}

function Block({
  block,
  summary,
  isNamed,
}: {
  readonly block: VisitBlock;
  readonly summary: VisitSummary;
  readonly isNamed: boolean | undefined;
}) {
  const isWide = useWide();
  switch (block.type) {
    case 'text':
      return (
        <p className={block.isSmall && 'soft small'}>
          <Breakable text={block.text} />
        </p>
      );
    case 'figures':
      return (
        <ul className="visit-figures">
          {block.figures.map(({ value, of }) => (
            <li key={of}>
              <b>{value}</b> {of}
            </li>
          ))}
        </ul>
      );
    case 'list': {
      const List = block.isNumbered ? 'ol' : 'ul';
      return (
        <>
          {block.title !== undefined && <h3>{block.title}</h3>}
          <List className={block.isNumbered ? 'visit-numbered' : 'visit-lines'}>
            {block.items.map(({ of, text }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two items may be equal
              <li key={index}>
                {of !== undefined && <b>{of} </b>}
                {text}
              </li>
            ))}
          </List>
        </>
      );
    }
    case 'table':
      return <VisitTable table={block} isNamed={isNamed} />;
    case 'ribbons':
      return <VisitRibbons diary={block.diary} summary={summary} />;
    case 'boxes':
      return isWide ? (
        <DoseBoxes charts={block.charts} />
      ) : (
        <VisitAfterDose charts={block.charts} />
      );
    case 'severity':
      return <VisitSeverity text={block.text} summary={summary} />;
    case 'weeks':
      return <VisitWeeks means={block.means} />;
    case 'lineNumbers':
      return <VisitLineNumbers summary={summary} />;
  }
}
