import './visit.css';
import type { ReactNode } from 'react';
import { useId } from 'react';
import { medicationLabel } from '../../../domain/regimen.ts';
import { daysText, shortDay } from '../../../domain/visit-days.ts';
import type { VisitSummary } from '../../../domain/visit-summary.ts';
import {
  authorsText,
  headFacts,
  periodTitle,
  personTitle,
  planTexts,
  regimenChangeWords,
  SCALE_NAME,
  symptomChangeWords,
} from '../../../domain/visit-words.ts';
import { VisitAfterDoseCard } from './visit-after-dose.tsx';
import { VisitDiaryCard } from './visit-diary.tsx';
import { VisitDosesCard } from './visit-doses.tsx';
import { VisitNotesCard } from './visit-notes.tsx';
import { VisitSeverityCard } from './visit-severity.tsx';
import { meanText, VisitTable, Whole } from './visit-table.tsx';
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
  const [before, after] = headFacts(summary).join(' · ').split(SCALE_NAME);
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
        <Changes summary={summary} canChoose={controls !== undefined} />
        {medication && <VisitDosesCard medication={medication} style={summary.style} />}
      </div>
      {diary && <VisitDiaryCard diary={diary} style={summary.style} />}
      {!isEmpty(summary) && (
        <div className="visit-cards">
          {medication?.afterDose.map(({ name, result }) => (
            <VisitAfterDoseCard key={name} name={name} result={result} />
          ))}
          <VisitSeverityCard summary={summary} />
        </div>
      )}
      {(weeks || notes) && (
        <div className="visit-cards">
          {weeks && <VisitWeeks weeks={weeks} style={summary.style} />}
          {notes && <VisitNotesCard notes={notes} style={summary.style} />}
        </div>
      )}
      {!isEmpty(summary) && <p className="soft">{authorsText(summary)}</p>}
    </div>
  );
}

function isEmpty({ authors, severity }: VisitSummary): boolean {
  return authors.length === 0 && severity.lines.length === 0;
}

/** What changed in the period, and what the person wants to talk about. */
function Changes({
  summary,
  canChoose,
}: {
  readonly summary: VisitSummary;
  /** Whether the reader can choose another period. */
  readonly canChoose: boolean;
}) {
  const id = useId();
  const { style, days, changes, topics, medication, severity, nextVisit } = summary;
  const regimen = medication?.changes ?? [];
  const sentences = isEmpty(summary) ? [] : symptomChangeWords(changes);
  return (
    <section className="card" aria-labelledby={id}>
      <h2 id={id}>{periodTitle(summary)}</h2>
      <ul className="visit-lines">
        {regimen.map((change) => (
          <li key={`${change.day} ${change.version.medicationId} ${change.isEnd}`}>
            {regimenChangeWords(change, style)}
          </li>
        ))}
        {isEmpty(summary) && (
          <li>
            Nothing was logged {days.first === days.last ? 'on' : 'from'} {daysText(days, style)}.
            {canChoose && ' Choose another period.'}
          </li>
        )}
        {sentences.map((sentence) => (
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
          <summary>Show the numbers</summary>
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
                  <Whole key="from" texts={[shortDay(day, style)]} />,
                  medicationLabel(version),
                  before ? <Whole key="before" texts={planTexts(before, style)} /> : 'none',
                  isEnd ? 'ended' : <Whole key="now" texts={planTexts(version, style)} />,
                ],
              }))}
            />
          )}
        </details>
      )}
    </section>
  );
}
