import {
  ACCOUNT_FILE_FORMAT,
  ACCOUNT_FILE_VERSION,
  type AccountFileHead,
  type FormInFile,
} from '../../contract/account-file.ts';
import type { DateOrder, HourCycle } from '../../domain/formats.ts';
import type { BiologicalSex } from '../../domain/person.ts';
import { type Instant, isoOf } from '../../domain/zone.ts';
import type { AccountOverview, WholeForm } from './queries/exports.ts';

/** The JSON export: all data of an account (`contract/account-file.ts`), with a line for each form. */

export function jsonHead(
  { person, createdAt, lastFormNumber, slots, past }: AccountOverview,
  { email, now }: { readonly email: string; readonly now: Instant },
): string {
  const { timeZone, ...facts } = person;
  const head: AccountFileHead = {
    format: ACCOUNT_FILE_FORMAT,
    version: ACCOUNT_FILE_VERSION,
    exportedAt: isoOf(now),
    lastFormNumber,
    timeZone,
    profile: {
      email,
      ...facts,
      biologicalSex: person.biologicalSex as BiologicalSex | '',
      hourCycle: person.hourCycle as HourCycle,
      dateOrder: person.dateOrder as DateOrder,
      createdAt: isoOf(createdAt),
    },
    slots: slots.map(({ slot, name, since }) => ({ slot, name, since: isoOf(since) })),
    pastSymptoms: past.map(({ name, since }) => ({ name, since: isoOf(since) })),
  };
  return `${JSON.stringify(head).slice(0, -1)},"forms":[`;
}

export const JSON_END = '\n]}\n';

/** A serializer that writes each form on its own line. It keeps state, so create a new one for each file. */
export function jsonForms(): (forms: readonly WholeForm[]) => string {
  let parting = '\n';
  const line = (form: WholeForm) => {
    const written = parting + JSON.stringify(formInFile(form));
    parting = ',\n';
    return written;
  };
  return (forms) => forms.map(line).join('');
}

function formInFile(form: WholeForm): FormInFile {
  return {
    formNumber: form.formNumber,
    id: form.id,
    submissionId: form.submissionId,
    loggedAt: isoOf(form.loggedAt),
    enteredAt: isoOf(form.enteredAt),
    timeZone: form.timeZone,
    author: form.author,
    version: form.version,
    ...(form.deletedAt !== null && { deletedAt: isoOf(form.deletedAt) }),
    ratings: [...form.ratings],
    formerVersions: form.formerVersions.map(({ version, replacedAt, loggedAt, ratings }) => ({
      version,
      replacedAt: isoOf(replacedAt),
      ...(loggedAt !== null && { loggedAt: isoOf(loggedAt) }),
      ratings: [...ratings],
    })),
  };
}
