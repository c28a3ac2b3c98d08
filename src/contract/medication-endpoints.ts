import { z } from 'zod';
import { endpoint, fairUse, own } from './endpoint.ts';
import { dose, medication } from './entities.ts';
import * as field from './fields.ts';

const ofOneVersion = {
  session: 'own',
  input: field.object({ ...own, medicationId: field.submissionId, from: field.date }),
  status: 200,
  answer: medication,
  errors: ['signedOut', 'userNotFound', 'medicationNotFound'],
} as const;

const ofOneDose = {
  session: 'log',
  input: field.object({ ...own, doseId: field.submissionId }),
  status: 200,
  answer: dose,
  errors: ['signedOut', 'userNotFound', 'doseNotFound', 'tooManySaved'],
} as const;

export const medicationEndpoints = {
  saveMedication: endpoint({
    summary:
      'Save how a medication is taken from a date on. Earlier versions stay. Without the field version, it replaces nothing that is stored for that date.',
    session: 'own',
    input: field
      .object({
        ...own,
        medicationId: field.submissionId,
        name: field.medicationName,
        strength: field.strength,
        unit: field.unit,
        form: field.medicationForm.default(''),
        isLevodopa: field.flag,
        times: field.plannedTimes,
        asNeeded: field.flag,
        from: field.date,
        until: field.date.nullable().default(null).meta({ description: 'The last day.' }),
        version: field.version.optional().meta({
          description: 'The version on which this change of the same date is based.',
        }),
        timeZone: field.timeZone.optional(),
      })
      .refine(({ from, until }) => until === null || from <= until, {
        path: ['until'],
        message: 'must not be before from',
      }),
    status: 200,
    answer: medication,
    errors: ['signedOut', 'userNotFound', 'medicationNotFound', 'medicationChanged', ...fairUse],
  }),
  getMedications: endpoint({
    summary: 'All versions of all medications, by name, then by date.',
    session: 'read',
    input: field.object(own),
    status: 200,
    answer: z.array(medication),
    errors: ['signedOut', 'userNotFound'],
  }),
  deleteMedication: endpoint({
    summary: 'Delete a version of a medication. It can be restored for 30 days.',
    ...ofOneVersion,
  }),
  restoreMedication: endpoint({
    summary: 'Restore a deleted version of a medication.',
    ...ofOneVersion,
  }),
  logDose: endpoint({
    summary: 'Log a dose. If the doseId was used before, return that dose.',
    session: 'log',
    input: field.object({
      ...own,
      doseId: field.submissionId,
      medicationId: field.submissionId,
      amount: field.amount,
      takenAt: field.instant.meta({
        description: 'When it was taken; for a skipped dose, when that was decided.',
      }),
      scheduledFor: field.instant
        .optional()
        .meta({ description: 'The planned time that it is for; none for a dose as needed.' }),
      status: field.doseStatus,
      enteredAt: field.instant.optional(),
      timeZone: field.timeZone.optional(),
    }),
    status: 200,
    answer: dose,
    errors: ['signedOut', 'userNotFound', 'medicationNotFound', 'timeInFuture', ...fairUse],
  }),
  updateDose: endpoint({
    summary: 'Edit a dose. A field that is missing stays as it is.',
    session: 'log',
    input: field.object({
      ...own,
      doseId: field.submissionId,
      amount: field.amount.optional(),
      takenAt: field.instant.optional(),
      scheduledFor: field.instant.nullable().optional(),
      status: field.doseStatus.optional(),
      version: field.version.optional(),
    }),
    status: 200,
    answer: dose,
    errors: [
      'signedOut',
      'userNotFound',
      'doseNotFound',
      'doseChanged',
      'timeInFuture',
      'tooManySaved',
      'tooMuchText',
    ],
  }),
  deleteDose: endpoint({
    summary: 'Delete a dose. It can be restored for 30 days.',
    ...ofOneDose,
  }),
  restoreDose: endpoint({ summary: 'Restore a deleted dose.', ...ofOneDose }),
  getDoses: endpoint({
    summary: 'Doses by the time that they were taken, newest first.',
    session: 'read',
    input: field.object({
      ...own,
      from: field.instant.optional().meta({ description: 'Doses taken at or after this.' }),
      to: field.instant.optional().meta({ description: 'Doses taken before this.' }),
      limit: field.queryCount.optional(),
      cursor: field.doseCursor
        .optional()
        .meta({ description: 'Doses after the one with this cursor (`next`).' }),
    }),
    status: 200,
    answer: z.array(dose),
    errors: ['signedOut', 'userNotFound'],
  }),
  getDeletedDoses: endpoint({
    summary: 'The doses that were deleted in the last 30 days, the last deleted first.',
    session: 'own',
    input: field.object(own),
    status: 200,
    answer: z.array(dose),
    errors: ['signedOut', 'userNotFound'],
  }),
};
