import { useState } from 'react';
import type { Profile } from '../../contract/entities.ts';
import { dateFormats } from '../../domain/formats.ts';
import { EARLIEST_BIRTHDAY, EARLIEST_DIAGNOSIS } from '../../domain/person.ts';
import { MAX_NAME_LENGTH } from '../../domain/symptoms.ts';
import { dateOf } from '../../domain/zone.ts';
import { Failure } from '../platform/failure.tsx';
import { Button } from '../ui/button.tsx';
import { calendarDateText } from '../ui/calendar-date-text.ts';
import { deviceZone } from '../ui/device-zone.ts';
import { SelectField, TextField } from '../ui/fields.tsx';
import { Form } from '../ui/form.tsx';
import { useUpdateProfile } from './queries.ts';

const clocks = dateFormats({ timeStyle: 'short' });
const EVENING = Date.parse('2026-01-01T20:10Z');

/** The fields for the personal facts, the zone and the formats of times and dates (DECISIONS 28 and 30). */
export function OwnFacts({
  profile,
  isAsked,
  onSaved,
  onClose,
}: {
  readonly profile: Profile;
  /** Whether the fields opened without a press, to ask a new user for missing facts. */
  readonly isAsked: boolean;
  readonly onSaved: () => void;
  readonly onClose: () => void;
}) {
  const update = useUpdateProfile(profile.userId);
  const [opened] = useState(() => factsOf(profile));
  const [facts, setFacts] = useState(opened);
  const [listed] = useState(() => zones(profile.timeZone));
  const today = dateOf(Date.now(), profile.timeZone);
  const isChanged = JSON.stringify(facts) !== JSON.stringify(opened);

  function field(name: keyof Facts) {
    return {
      value: facts[name],
      onChange: (value: string) => setFacts((current) => ({ ...current, [name]: value })),
    };
  }

  /** Sends only the fields that were changed here, because another device may have changed other fields since. */
  function save() {
    const { diagnosedYear, ...texts } = facts;
    const changed = Object.entries(texts).filter(
      ([name, value]) => value !== opened[name as keyof Facts],
    );
    const year = diagnosedYear === '' ? null : Number(diagnosedYear);
    const change = {
      ...Object.fromEntries(changed),
      ...(diagnosedYear !== opened.diagnosedYear && { diagnosedYear: year }),
    };
    update.mutate(change, { onSuccess: onSaved });
  }

  return (
    <Form className="stack" unsaved={isChanged && 'facts'} isChange onSubmit={save}>
      {isAsked && (
        <p>These facts appear in the report for your doctor. You can also add them later.</p>
      )}
      <TextField
        label="First Name"
        autoComplete="given-name"
        maxLength={MAX_NAME_LENGTH}
        problem={facts.firstName.trim() || !profile.firstName ? '' : 'Enter your first name.'}
        {...field('firstName')}
      />
      <TextField
        label="Last Name"
        autoComplete="family-name"
        maxLength={MAX_NAME_LENGTH}
        {...field('lastName')}
      />
      <TextField
        label="Birthday"
        type="date"
        autoComplete="bday"
        min={EARLIEST_BIRTHDAY}
        max={today}
        {...field('birthday')}
      />
      <SelectField label="Biological Sex" {...field('biologicalSex')}>
        <option value="">Not provided</option>
        <option value="male">Male</option>
        <option value="female">Female</option>
        <option value="intersex">Intersex</option>
      </SelectField>
      <TextField
        label="Year of Diagnosis"
        inputMode="numeric"
        pattern="[0-9]{4}"
        hint="Four digits, such as 2019"
        problem={yearProblem(facts.diagnosedYear, Number(today.slice(0, 4)))}
        {...field('diagnosedYear')}
      />
      {!isAsked && (
        <>
          <SelectField label="Time Zone" {...field('timeZone')}>
            {listed.map((zone) => (
              <option key={zone} value={zone}>
                {zoneText(zone)}
              </option>
            ))}
          </SelectField>
          <SelectField label="Time format" {...field('hourCycle')}>
            <option value="h12">12 hours ({clockText('h12')})</option>
            <option value="h23">24 hours ({clockText('h23')})</option>
          </SelectField>
          <SelectField label="Date format" {...field('dateOrder')}>
            <option value="mdy">{dateText('mdy', today)}</option>
            <option value="dmy">{dateText('dmy', today)}</option>
          </SelectField>
        </>
      )}
      <Failure
        of={update.error}
        otherwise="Your changes could not be saved. Please try again."
        afterSignIn="try again. What you typed is still here."
      />
      <Button kind="main" type="submit" busy={update.isPending}>
        {update.isPending ? 'Saving...' : 'Save changes'}
      </Button>
      <Button wide busy={update.isPending} onPress={onClose}>
        {isAsked ? 'Not now' : 'Cancel'}
      </Button>
    </Form>
  );
}

/** The name of a zone in words: 'America, New York'. */
export function zoneText(zone: string): string {
  return zone.replaceAll('/', ', ').replaceAll('_', ' ');
}

function yearProblem(text: string, thisYear: number): string {
  const year = Number(text);
  if (!/^\d{4}$/.test(text) || (year >= EARLIEST_DIAGNOSIS && year <= thisYear)) return '';
  return `Enter a year from ${EARLIEST_DIAGNOSIS} to ${thisYear}.`;
}

/** The person's zone, the device's zone, then all others that this browser lists. */
function zones(present: string): string[] {
  const listed = Intl.supportedValuesOf?.('timeZone') ?? [];
  return [...new Set([present, deviceZone(), ...listed])];
}

type Facts = Record<
  | 'firstName'
  | 'lastName'
  | 'birthday'
  | 'biologicalSex'
  | 'diagnosedYear'
  | 'timeZone'
  | 'hourCycle'
  | 'dateOrder',
  string
>;

/** The values of the fields. */
function factsOf(profile: Profile): Facts {
  const { firstName, lastName, birthday, biologicalSex, timeZone, hourCycle, dateOrder } = profile;
  const diagnosedYear = profile.diagnosedYear?.toString() ?? '';
  return {
    firstName,
    lastName,
    birthday,
    biologicalSex,
    diagnosedYear,
    timeZone,
    hourCycle,
    dateOrder,
  };
}

function clockText(hourCycle: Profile['hourCycle']): string {
  return clocks('UTC', { hourCycle, dateOrder: 'mdy' }).format(EVENING);
}

function dateText(dateOrder: Profile['dateOrder'], date: string): string {
  return calendarDateText(date, 'medium', { hourCycle: 'h12', dateOrder });
}
