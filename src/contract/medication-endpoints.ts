import { z } from 'zod';
import { endpoint, fairUse, own } from './endpoint.ts';
import { medication } from './entities.ts';
import * as field from './fields.ts';

const ofOneVersion = {
  session: 'own',
  input: field.object({ ...own, medicationId: field.submissionId, from: field.date }),
  status: 200,
  answer: medication,
  errors: ['signedOut', 'userNotFound', 'medicationNotFound'],
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
};
