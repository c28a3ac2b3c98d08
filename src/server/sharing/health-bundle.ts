import { randomUUID } from 'node:crypto';
import { MAX_HEALTH_PDF_BYTES } from '../../domain/health-link.ts';
import { isoOf } from '../../domain/zone.ts';
import { BUNDLE_END, bundleStart, entry, subjectOf } from '../exchange/fhir-entry.ts';
import { namedPatientOf } from '../exchange/fhir-patient.ts';
import { limit } from '../identity/counted.ts';
import { ignoringFullDisk } from '../platform/db/unavailable.ts';
import { fail } from '../platform/http/fail.ts';
import type { Call } from '../platform/http/route.ts';
import { findPerson } from '../profile/queries/profiles.ts';
import { makeSharedReport } from './shared-report.ts';

/** The name of the report in other systems. */
export const TITLE = 'Symptom report';

interface HealthBundle {
  /** A FHIR R4 bundle as JSON. */
  readonly text: string;
  /** The name of the PDF. */
  readonly fileName: string;
}

/**
 * Makes the report, and puts it into a FHIR bundle for the systems of clinics.
 *
 * @returns undefined if the caller disconnected meanwhile
 * @throws userNotFound, tooManyAttempts, reportFailed, healthFileTooLarge
 */
export async function makeHealthBundle(
  call: Call<'makeHealthLink'> | Call<'makeHealthFile'>,
): Promise<HealthBundle | undefined> {
  const { context, input, session } = call;
  const { userId, email } = session;
  // If the disk is full, make the report without counting it.
  await ignoringFullDisk(() => limit(context, 'reports', email));
  const person = await findPerson(context.db, userId);
  if (!person) throw fail('userNotFound');
  const { scope, from = null, paper } = input;
  const made = await makeSharedReport(call, { userId, scope, from }, paper);
  if (!made) return undefined;
  const { pdf, fileName } = made;
  if (pdf.byteLength > MAX_HEALTH_PDF_BYTES) throw fail('healthFileTooLarge');
  const timestamp = isoOf(context.clock());
  const entries = [
    entry(namedPatientOf(person, userId)),
    entry(documentOf(userId, { pdf, fileName, timestamp })),
  ];
  return { text: `${bundleStart(timestamp)}${entries.join(',\n')}${BUNDLE_END}`, fileName };
}

/** The PDF as a document that a patient shares, in the profile of 'Kill the clipboard' (ktc-spec.github.io, 0.9.0). */
function documentOf(
  userId: string,
  {
    pdf,
    fileName,
    timestamp,
  }: { readonly pdf: Buffer; readonly fileName: string; readonly timestamp: string },
) {
  return {
    resourceType: 'DocumentReference',
    id: randomUUID(),
    meta: {
      security: [
        {
          system: 'http://terminology.hl7.org/CodeSystem/v3-ObservationValue',
          code: 'PATAST',
          display: 'patient asserted',
        },
      ],
    },
    status: 'current',
    type: {
      coding: [{ system: 'http://loinc.org', code: '51855-5', display: 'Patient Note' }],
      text: TITLE,
    },
    category: [
      {
        coding: [
          {
            system: 'https://cms.gov/fhir/CodeSystem/patient-shared-category',
            code: 'patient-shared',
            display: 'Patient-Shared',
          },
        ],
      },
    ],
    subject: subjectOf(userId),
    date: timestamp,
    author: [subjectOf(userId)],
    description: `${TITLE} of what the patient logged in Symptom Tracker`,
    content: [
      {
        attachment: {
          contentType: 'application/pdf',
          data: pdf.toString('base64'),
          title: fileName,
          creation: timestamp,
        },
      },
    ],
  };
}
