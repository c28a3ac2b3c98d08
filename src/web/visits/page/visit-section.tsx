import { type ReactNode, useId } from 'react';
import type { VisitBlock, VisitSection } from '../../../domain/visit-blocks.ts';
import type { VisitSummary } from '../../../domain/visit-summary.ts';
import { VisitBoxes } from './visit-boxes.tsx';
import { VisitLineNumbers, VisitLines } from './visit-lines.tsx';
import { VisitRibbons } from './visit-ribbons.tsx';
import { VisitTable } from './visit-table.tsx';

/** A section of the page for a visit, as a card. */
export function VisitSectionCard({
  section: { name, title, blocks, more },
  summary,
  isWide,
  children,
}: {
  readonly section: VisitSection;
  readonly summary: VisitSummary;
  /** Whether the card takes the whole width of a wide window. */
  readonly isWide: boolean;
  readonly children?: ReactNode;
}) {
  const id = useId();
  return (
    <section className={`card visit-${name}${isWide ? ' visit-wide' : ''}`} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <Blocks blocks={blocks} summary={summary} />
      {children}
      {more && (
        <details className="fold">
          <summary>{more.title}</summary>
          <Blocks blocks={more.blocks} summary={summary} />
        </details>
      )}
    </section>
  );
}

function Blocks({
  blocks,
  summary,
}: {
  readonly blocks: readonly VisitBlock[];
  readonly summary: VisitSummary;
}) {
  return blocks.map((block, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the order of the blocks never changes
    <Block key={index} block={block} summary={summary} />
  ));
}

function Block({ block, summary }: { readonly block: VisitBlock; readonly summary: VisitSummary }) {
  switch (block.type) {
    case 'text':
      return <p className={block.isSmall && 'soft small'}>{block.text}</p>;
    case 'totals': {
      const [first, ...rest] = block.texts;
      return (
        <p>
          <b>{first}</b>
          {rest.map((text) => ` · ${text}`)}
        </p>
      );
    }
    case 'list': {
      const List = block.isNumbered ? 'ol' : 'ul';
      return (
        <>
          {block.title !== undefined && <h3>{block.title}</h3>}
          <List className={block.isNumbered ? 'visit-topics' : 'visit-lines'}>
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
      return <VisitTable table={block} />;
    case 'ribbons':
      return <VisitRibbons diary={block.diary} style={summary.style} />;
    case 'boxes':
      return <VisitBoxes charts={block.charts} />;
    case 'lines':
      return <VisitLines summary={summary} />;
    case 'lineNumbers':
      return <VisitLineNumbers summary={summary} />;
  }
}
