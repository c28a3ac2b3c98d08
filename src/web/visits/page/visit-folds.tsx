import type { ReactNode } from 'react';

/** A row that shows more when it is pressed. */
export function VisitFold({
  title,
  state,
  person,
  children,
}: {
  readonly title: string;
  /** Who it is about, on paper. */
  readonly person: string;
  readonly state?: string | undefined;
  readonly children: ReactNode;
}) {
  return (
    <details className="visit-fold">
      <summary>
        <span className="visit-fold-words">
          <b>{title}</b>
          {state && <span className="soft small">{state}</span>}
        </span>
      </summary>
      <div className="visit-fold-content">
        <p className="visit-print">{person}</p>
        {children}
      </div>
    </details>
  );
}
