import type { z } from 'zod';
import { accountFileHead, formInFile } from '../../contract/account-file.ts';
import { KINDS } from '../../contract/kinds.ts';
import { MAX_FORMS_IN_FILE } from '../../contract/open-formats.ts';
import { hasPassed } from '../../domain/clocks.ts';
import { importedReminders } from '../../domain/reminder-changes.ts';
import type { Slot } from '../../domain/slots.ts';
import { slotText } from '../../domain/symptoms.ts';
import { holdsMoreValues } from '../platform/http/json-values.ts';
import { readEntries } from './json-entries.ts';
import { lineOfJsonFault } from './json-faults.ts';
import type { ImportedForm } from './queries/imports.ts';
import { ratedTimes } from './rated-symptoms.ts';
import {
  addIssues,
  checkTogether,
  Faults,
  type PlacedForm,
  type ReadingOptions,
  type ReadOutcome,
  TIME_PASSED,
  TOO_MANY_FORMS,
} from './reading.ts';

const FORMS_BETWEEN_REPORTS = 250;
/**
 * The maximum number of JSON values in a file. A file with the maximum number of forms, each edited once, has fewer.
 * The limit keeps the parsed file within a few hundred megabytes; without it, a file of empty objects would take many
 * times its own size.
 */
export const MAX_JSON_VALUES = 3_000_000;

/** Reads an account file (`contract/account-file.ts`). */
export async function readJson(content: string, options: ReadingOptions): Promise<ReadOutcome> {
  const { now, onProgress } = options;
  const faults = new Faults();
  const parsed = parse(content, faults);
  const head = accountFileHead.safeParse(parsed);
  if (!faults.isEmpty) return { faults: faults.list };
  if (!head.success) {
    addIssues(faults, head.error.issues, []);
    return { faults: faults.list };
  }
  const { slots, pastSymptoms, forms, lastFormNumber, reminderSettings } = head.data;
  if (forms.length > MAX_FORMS_IN_FILE) {
    faults.add(null, '', TOO_MANY_FORMS);
    return { faults: faults.list };
  }
  const placed: PlacedForm[] = [];
  for (const [index, each] of forms.entries()) {
    if (faults.isFull) break;
    const path = `forms.${index}`;
    const read = formInFile.safeParse(each);
    if (read.success) placed.push({ form: importedForm(read.data), row: null, path });
    else addIssues(faults, read.error.issues, ['forms', index]);
    if (index % FORMS_BETWEEN_REPORTS === 0) onProgress(index, forms.length);
  }
  checkTimes(placed, now, faults);
  const timed = [...slots.entries(), ...pastSymptoms.entries()];
  for (const [index, each] of timed) {
    if (hasPassed(Date.parse(each.since), now)) continue;
    faults.add(null, `${'slot' in each ? 'slots' : 'pastSymptoms'}.${index}.since`, TIME_PASSED);
  }
  checkTogether(placed, faults);
  const ofKinds = KINDS.map((kind) => ({
    kind,
    entries: readEntries(kind, head.data[kind.list], now, faults),
  }));
  if (!faults.isEmpty) return { faults: faults.list };
  const nameOf = (slot: number): Slot => {
    const found = slots.find((each) => each.slot === slot);
    return found ? slotText(found.name) : null;
  };
  const read = placed.map(({ form }) => form);
  const rated = ratedTimes(read);
  const slotTimes = new Map(slots.map((each) => [`${each.slot} ${slotText(each.name)}`, each]));
  const pastTimes = new Map(pastSymptoms.map((each) => [each.name, each]));
  return {
    forms: read,
    ofKinds,
    reminders: reminderSettings ? importedReminders(reminderSettings) : null,
    slots: [nameOf(1), nameOf(2), nameOf(3), nameOf(4), nameOf(5)],
    past: pastSymptoms.map(({ name }) => name),
    lastFormNumber: lastFormNumber ?? null,
    since(name, slot) {
      const listed = slot === null ? pastTimes.get(name) : slotTimes.get(`${slot} ${name}`);
      return listed ? Date.parse(listed.since) : rated(name, slot);
    },
    rowsLeftOut: 0,
    leftOut: [],
  };
}

function parse(content: string, faults: Faults): unknown {
  if (holdsMoreValues(content, MAX_JSON_VALUES)) {
    faults.add(null, '', 'has more data than we can import at once');
    return undefined;
  }
  const text = content.replace(/^\uFEFF/, '');
  try {
    return JSON.parse(text);
  } catch (error) {
    faults.add(lineOfJsonFault(text, error), '', 'is damaged, or this is not a JSON file');
    return undefined;
  }
}

function checkTimes(placed: readonly PlacedForm[], now: number, faults: Faults): void {
  for (const { form, path } of placed) {
    for (const key of ['enteredAt', 'deletedAt'] as const) {
      if (!hasPassed(form[key] ?? now, now)) faults.add(null, `${path}.${key}`, TIME_PASSED);
    }
    for (const [index, { replacedAt }] of form.formerVersions.entries()) {
      if (hasPassed(replacedAt, now)) continue;
      faults.add(null, `${path}.formerVersions.${index}.replacedAt`, TIME_PASSED);
    }
  }
}

function importedForm(form: z.output<typeof formInFile>): ImportedForm {
  return {
    ...form,
    loggedAt: Date.parse(form.loggedAt),
    enteredAt: Date.parse(form.enteredAt),
    deletedAt: instantOrNull(form.deletedAt),
    formerVersions: form.formerVersions.map((former) => ({
      ...former,
      replacedAt: Date.parse(former.replacedAt),
      loggedAt: instantOrNull(former.loggedAt),
    })),
  };
}

function instantOrNull(text: string | undefined): number | null {
  return text === undefined ? null : Date.parse(text);
}
