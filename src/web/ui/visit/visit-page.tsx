import './visit.css';
import type { ReactNode } from 'react';
import { useId } from 'react';
import { medicationLabel } from '../../../domain/regimen.ts';
import { shortDay } from '../../../domain/visit-days.ts';
import type { VisitSummary } from '../../../domain/visit-summary.ts';
import {
  authorsText,
  headFacts,
  periodTitle,
  personTitle,
  planText,
  regimenChangeWords,
  symptomChangeWords,
} from '../../../domain/visit-words.ts';
import { VisitAfterDoseCard } from './visit-after-dose.tsx';
import { VisitDiaryCard } from './visit-diary.tsx';
import { VisitDosesCard } from './visit-doses.tsx';
import { VisitNotesCard } from './visit-notes.tsx';
import { VisitSeverityCard } from './visit-severity.tsx';
import { meanText, VisitTable } from './visit-table.tsx';
import { VisitWeeks } from './visit-weeks.tsx';

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
  const { medication, diary, weeks, notes } = summary;
  return (
    <div className="visit">
      <div className="visit-head">
        <h2 className="visit-title">{personTitle(summary.person)}</h2>
        <p className="soft">{headFacts(summary).join(' · ')}</p>
      </div>
      {controls && <div className="visit-controls">{controls}</div>}
      <div className="visit-cards">
        <Changes summary={summary} />
        {medication && <VisitDosesCard medication={medication} style={summary.style} />}
      </div>
      {diary && <VisitDiaryCard diary={diary} style={summary.style} />}
      <div className="visit-cards">
        {medication?.afterDose.map(({ name, result }) => (
          <VisitAfterDoseCard key={name} name={name} result={result} />
        ))}
        <VisitSeverityCard summary={summary} />
      </div>
      {(weeks || notes) && (
        <div className="visit-cards">
          {weeks && <VisitWeeks weeks={weeks} style={summary.style} />}
          {notes && <VisitNotesCard notes={notes} style={summary.style} />}
        </div>
      )}
      <p className="soft">{authorsText(summary)}</p>
    </div>
  );
}

/** What changed in the period, and what the person wants to talk about. */
function Changes({ summary }: { readonly summary: VisitSummary }) {
  const id = useId();
  const { style, changes, topics, medication, severity, nextVisit } = summary;
  const regimen = medication?.changes ?? [];
  return (
    <section className="card" aria-labelledby={id}>
      <h2 id={id}>{periodTitle(summary)}</h2>
      <ul className="visit-lines">
        {regimen.map((change) => (
          <li key={`${change.day} ${change.version.medicationId} ${change.isEnd}`}>
            {regimenChangeWords(change, style)}
          </li>
        ))}
        {symptomChangeWords(changes).map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      {topics.length > 0 && (
        <>
          <h3>To talk about{nextVisit === null ? '' : ` on ${shortDay(nextVisit, style)}`}</h3>
          <ol className="visit-topics">
            {topics.map((topic, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two lines may be equal
              <li key={index}>{topic}</li>
            ))}
          </ol>
        </>
      )}
      {severity.symptoms.length + regimen.length > 0 && (
        <details className="fold">
          <summary>The numbers behind this</summary>
          {severity.symptoms.length > 0 && (
            <VisitTable
              caption={
                changes
                  ? 'Means before and now, and how many ratings'
                  : 'Means, and how many ratings'
              }
              head={['Symptom', ...(changes ? ['Before'] : []), 'Now']}
              rows={severity.symptoms.map(({ name, before, now }) => ({
                key: name,
                cells: [name, ...(changes ? [meanText(before)] : []), meanText(now)],
              }))}
            />
          )}
          {regimen.length > 0 && (
            <VisitTable
              caption="Plans before and now"
              head={['From', 'Medication', 'Before', 'Now']}
              rows={regimen.map(({ day, version, before, isEnd }) => ({
                key: `${day} ${version.medicationId} ${isEnd}`,
                cells: [
                  shortDay(day, style),
                  medicationLabel(version),
                  before ? planText(before, style) : 'none',
                  isEnd ? 'ended' : planText(version, style),
                ],
              }))}
            />
          )}
        </details>
      )}
    </section>
  );
}
