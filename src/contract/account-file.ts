import { z } from 'zod';
import { MAX_SLOTS, SLOT_NUMBERS } from '../domain/symptoms.ts';
import { accessInFile, activityInFile } from './access-file.ts';
import { isInOrder } from './entry-file.ts';
import { factsInFile } from './facts.ts';
import * as field from './fields.ts';
import { entryInFile } from './kind-schemas.ts';
import type { InFile } from './kinds/inputs.ts';
import { byList, type EntryKind } from './kinds.ts';
import { remindersInFile } from './reminder-file.ts';

/**
 * The schema of the JSON file with all data of an account. The export writes this format and the import
 * validates against it. `docs/export-format.md` documents it for readers of the file.
 */

export const ACCOUNT_FILE_FORMAT = 'symptom-tracker';
/**
 * Increase the version with every change that breaks existing programs that read the file. A new field, such as
 * `doses`, does not break them, because they ignore unknown fields.
 */
export const ACCOUNT_FILE_VERSION = 2;

const slotRule = `must be a whole number from 1 to ${MAX_SLOTS}`;
export const slotNumber = z.int(field.rule(slotRule)).min(1, slotRule).max(MAX_SLOTS, slotRule);

const rating = field.object({
  slot: slotNumber,
  name: field.symptomName,
  severity: field.severity,
  notes: field.notes,
});

const ratings = z
  .array(rating, field.rule('must be a list of ratings'))
  .min(1, 'must hold at least one rating')
  .max(MAX_SLOTS, `must hold at most ${MAX_SLOTS} ratings`)
  .refine((list) => isOnceEach(list.map(({ slot }) => slot)), 'must hold each slot once')
  .refine(
    (list) => isOnceEach(list.map(({ name }) => name.toLowerCase())),
    'must hold each symptom once',
  );

const formerVersion = field.object({
  version: field.version,
  replacedAt: field.instant,
  /** The time that the ratings were for; absent if the app could not yet edit times when it stored this version. */
  loggedAt: field.instant.optional(),
  ratings,
});

/** One form, which is one line of the file. */
export const formInFile = field
  .object({
    formNumber: field.count,
    id: field.submissionId,
    submissionId: field.submissionId.nullable(),
    loggedAt: field.instant,
    enteredAt: field.instant,
    /** Where the form was made. */
    timeZone: field.timeZone,
    /** Who entered the form: 'self' is the person; any other text is a name. */
    author: field.author,
    version: field.version,
    /** When the form was deleted. */
    deletedAt: field.instant.optional(),
    ratings,
    formerVersions: z.array(formerVersion, field.rule('must be a list of former versions')),
  })
  .refine(({ loggedAt, enteredAt }) => Date.parse(loggedAt) <= Date.parse(enteredAt), {
    path: ['loggedAt'],
    error: 'must not be after enteredAt',
  })
  .refine(isInOrder, {
    path: ['formerVersions'],
    error: 'must be in order, and before the form’s own version',
  });
export type FormInFile = z.input<typeof formInFile>;

const slot = field.object({ slot: slotNumber, name: field.slotValue, since: field.instant });
const pastSymptom = field.object({ name: field.symptomName, since: field.instant });

/** The part of the file before its forms. */
const head = field.object({
  format: z.literal(ACCOUNT_FILE_FORMAT, `must be '${ACCOUNT_FILE_FORMAT}'`),
  version: z.literal(ACCOUNT_FILE_VERSION, `must be ${ACCOUNT_FILE_VERSION}`),
  exportedAt: field.instant,
  /** The highest Form # that was assigned, even if that form has been erased. */
  lastFormNumber: field.formNumberOrNone.optional(),
  /** The person's present time zone. All times in the file are in UTC. */
  timeZone: z.string(field.rule('must be the name of a time zone')),
  profile: field.object({
    /** '' if the account has none. */
    email: field.email.or(z.literal('')),
    ...factsInFile,
    createdAt: field.instant,
  }),
  /** The created slots, in order. An empty slot has the name ''. */
  slots: z
    .array(slot, field.rule('must be a list of slots'))
    .max(MAX_SLOTS, `must hold at most ${MAX_SLOTS} slots`)
    .refine(
      (slots) => slots.every((each, index) => each.slot === SLOT_NUMBERS[index]),
      'must be in order, from slot 1 on, without a gap',
    )
    .refine(
      (slots) => isOnceEach(slots.flatMap(({ name }) => (name ? [name.toLowerCase()] : []))),
      'must hold each symptom once',
    ),
  pastSymptoms: z
    .array(pastSymptom, field.rule('must be a list of past symptoms'))
    .max(
      field.MAX_PAST_SYMPTOMS_IN_FILE,
      `must be a list of at most ${field.MAX_PAST_SYMPTOMS_IN_FILE} past symptoms`,
    )
    .refine((list) => isOnceEach(list.map(({ name }) => name)), 'must hold each symptom once'),
  /** Absent if the person has never set any reminders, and in files from before the app had them. */
  reminderSettings: remindersInFile.optional(),
});

const entries = (what: string) => z.array(z.unknown(), field.rule(`must be a list of ${what}`));

/** The file with unvalidated entries, because the import validates them one by one. */
export const accountFileHead = head.extend({
  forms: entries('forms'),
  ...byList((kind) => entries(kind.words.many).default([])),
});

/** The list of each kind. */
const listsOfKinds = byList((kind) => z.array(entryInFile(kind)).optional()) as unknown as {
  readonly [K in EntryKind as K['list']]: z.ZodOptional<z.ZodType<InFile<K>[], InFile<K>[]>>;
};

/** The whole file. It may lack every list but the forms. */
export const accountFile = head.extend({
  forms: z.array(formInFile),
  ...listsOfKinds,
  /** Only to read: an import ignores these two. */
  access: accessInFile.optional(),
  activity: z.array(activityInFile).optional(),
});
export type AccountFile = z.input<typeof accountFile>;
export type AccountFileHead = z.input<typeof head>;

function isOnceEach(values: readonly unknown[]): boolean {
  return new Set(values).size === values.length;
}
