import './paper.css';
import { useState } from 'react';
import type { Form } from '../../contract/entities.ts';
import { listed } from '../../domain/listed.ts';
import { PAPER_SHEETS, type PaperSheet } from '../../domain/paper.ts';
import { TIME_OF_DAY_WORDS, TIMES_OF_DAY, type TimeOfDay } from '../../domain/severity.ts';
import {
  addDays,
  type CalendarDate,
  dateOf,
  isCalendarDate,
  isoOf,
  startOfDay,
} from '../../domain/zone.ts';
import { useWaitingForms } from '../entries/use-waiting.ts';
import { useFormsWithin } from '../forms/queries.ts';
import { ratingsText } from '../forms/ratings-text.ts';
import { waitingForm } from '../forms/waiting-row.tsx';
import { Failure } from '../platform/failure.tsx';
import { paperHere } from '../platform/save-file.ts';
import { useToday } from '../platform/use-today.ts';
import { useMayLog, useUser } from '../platform/user.ts';
import { calendarDateText } from '../ui/calendar-date-text.ts';
import { SelectField, TextField } from '../ui/fields.tsx';
import { formTime } from '../ui/form-time.ts';
import { IntoView } from '../ui/into-view.tsx';
import { KeptHeight } from '../ui/kept-height.tsx';
import { Message } from '../ui/message.tsx';
import { Row, Rows } from '../ui/row.tsx';
import { Segments } from '../ui/segments.tsx';
import { PaperDiary } from './paper-diary.tsx';
import { PaperForm, type SavedPart } from './paper-form.tsx';
import { PaperOthers } from './paper-others.tsx';
import { usePaper } from './queries.ts';

const SHEETS: Readonly<Record<PaperSheet, { readonly title: string; readonly state: string }>> = {
  forms: { title: 'Symptoms', state: 'One week, three times a day' },
  diary: { title: 'Motor diary', state: 'Three days, by the half-hour' },
  falls: { title: 'Falls', state: 'One row for each fall' },
  pressure: { title: 'Blood pressure', state: 'Five days before a visit' },
};

/** Sheets to print, and a place to type in what was written on them (DECISIONS 52). */
export function PaperScreen() {
  const mayLog = useMayLog();
  return (
    <div className="stack">
      <h2>Paper</h2>
      <div className="columns">
        <Sheets />
        {mayLog && <TypedIn />}
      </div>
    </div>
  );
}

function Sheets() {
  const user = useUser();
  const [paper, setPaper] = useState<string>(paperHere);
  const { mutate, isPending, variables, error } = usePaper(user.id);
  return (
    <section className="card" aria-labelledby="paper-print">
      <h3 id="paper-print">Print a sheet</h3>
      <p className="soft">For days on which a pen is easier than a screen.</p>
      <SelectField label="Paper" value={paper} onChange={setPaper}>
        <option value="Letter">Letter (US)</option>
        <option value="A4">A4</option>
      </SelectField>
      <Rows>
        {PAPER_SHEETS.map((sheet) => (
          <li key={sheet}>
            <Row
              icon="download"
              {...SHEETS[sheet]}
              busy={isPending && variables.sheet === sheet}
              onPress={() => mutate({ sheet, paper })}
            />
          </li>
        ))}
      </Rows>
      <Failure of={error} otherwise="We couldn’t make this sheet. Please try again." />
    </section>
  );
}

type Part = TimeOfDay | 'diary' | 'others';

/** A form that was saved here, as one of three of its day. */
interface SavedHere extends SavedPart {
  readonly day: CalendarDate;
  readonly time: TimeOfDay;
}

/** One day of the sheets: up to three forms, the diary, falls and blood pressure. Each part is saved by itself. */
function TypedIn() {
  const user = useUser();
  const [today] = useToday(user.timeZone);
  const [typed, setTyped] = useState(() => addDays(dateOf(Date.now(), user.timeZone), -1));
  /** The last day that was valid: while the date is being typed, what is below stays. */
  const [day, setDay] = useState(typed);
  const [part, setPart] = useState<Part>('morning');
  const [saves, setSaves] = useState<readonly SavedHere[]>([]);
  const here = saves.filter((each) => each.day === day);
  const last = here.at(-1);
  const next = last && nextOf(last.time, here);
  const isWhole = TIMES_OF_DAY.every((time) => here.some((each) => each.time === time));
  const forms = useFormsOf(day, here);
  const isDay = isCalendarDate(typed) && typed <= today;
  if (isDay && day !== typed) {
    setDay(typed);
    if (isWhole) setPart('morning');
  }

  function show(saved: SavedHere) {
    setSaves((former) => [...former, saved]);
    setPart(nextOf(saved.time, [...here, saved]) ?? saved.time);
  }

  return (
    <section className="card" aria-labelledby="paper-type">
      <h3 id="paper-type">Type in a sheet</h3>
      <TextField
        label="Day on the sheet"
        type="date"
        max={today}
        value={typed}
        onChange={setTyped}
        problem={isDay ? '' : 'Choose today or an earlier day.'}
      />
      <div className="stack paper-parts">
        <p>For {calendarDateText(day, 'weekday', user)}.</p>
        {forms.length > 0 && (
          <p className="soft">
            This day has forms for{' '}
            {listed(forms.map(({ at, timeZone }) => formTime(isoOf(at), timeZone, user).time))}.
          </p>
        )}
        {/* Above the tabs, because it is about another part than the open one. */}
        {last && (
          <IntoView key={last.id}>
            <KeptHeight>
              <SavedMessage saved={last} next={next} isWhole={isWhole} />
            </KeptHeight>
          </IntoView>
        )}
        <Segments<Part>
          label="Parts of the day"
          segments={[
            ...TIMES_OF_DAY.map((time) => ({
              key: time,
              label: TIME_OF_DAY_WORDS[time],
              content: (
                <PaperForm
                  // A new form after each save.
                  key={saves.filter((each) => each.time === time).length}
                  day={day}
                  time={time}
                  taken={forms.map(({ at }) => at)}
                  onSaved={(saved) => show({ ...saved, day, time })}
                />
              ),
            })),
            { key: 'diary', label: 'Diary', content: <PaperDiary key={day} day={day} /> },
            {
              key: 'others',
              label: 'Falls, pressure',
              content: <PaperOthers key={day} day={day} />,
            },
          ]}
          chosen={part}
          onChoose={setPart}
        />
      </div>
    </section>
  );
}

/** The next part of a day, unless it was saved before; undefined after the evening. */
function nextOf(time: TimeOfDay, saves: readonly SavedHere[]): TimeOfDay | undefined {
  const later = TIMES_OF_DAY.slice(TIMES_OF_DAY.indexOf(time) + 1);
  return later.find((each) => saves.every((saved) => saved.time !== each));
}

/** Reads back what was saved, so that a wrong press is noticed. */
function SavedMessage({
  saved,
  next,
  isWhole,
}: {
  readonly saved: SavedHere;
  readonly next: TimeOfDay | undefined;
  /** Whether all three forms of the day were saved. */
  readonly isWhole: boolean;
}) {
  const isWaiting = useWaitingForms().some(({ draft }) => draft.submissionId === saved.id);
  return (
    <Message kind="success">
      {TIME_OF_DAY_WORDS[saved.time]} saved: {ratingsText(saved.ratings)}.
      {next && ` Next is the ${next}.`}
      {isWhole && ' All three forms of this day are saved.'}
      {isWaiting && ' It waits on this device until it is sent.'}
    </Message>
  );
}

/**
 * The times of the forms that the day has already.
 *
 * @param here those that were saved here. A form that was just sent is for a moment in none of the other lists.
 */
function useFormsOf(day: CalendarDate, here: readonly SavedHere[]) {
  const user = useUser();
  const zone = user.timeZone;
  const span = { from: startOfDay(day, zone), to: startOfDay(addDays(day, 1), zone) };
  const forms = useFormsWithin(user, span, allForms).data ?? [];
  const waiting = useWaitingForms()
    .map((entry) => waitingForm(entry, zone))
    .filter((form) => form.day === day);
  const known = [
    ...forms.map(({ date, timeZone }) => ({ at: Date.parse(date), timeZone })),
    ...waiting.map(({ at, timeZone }) => ({ at: Date.parse(at), timeZone })),
  ];
  const missing = here.filter(({ at }) => known.every((each) => each.at !== at));
  const all = [...known, ...missing.map(({ at }) => ({ at, timeZone: zone }))];
  return all.sort((one, other) => one.at - other.at);
}

function allForms(forms: readonly Form[]): readonly Form[] {
  return forms;
}
