import type { Person } from '../../contract/facts.ts';
import { fullName } from '../../domain/person.ts';
import { patientId, plain } from './fhir-entry.ts';

const USER_ID_SYSTEM = 'urn:symptom-tracker:user-id';

/** FHIR's administrative gender. FHIR has no code for intersex other than 'other'. */
const GENDERS: Readonly<Record<string, string>> = {
  male: 'male',
  female: 'female',
  intersex: 'other',
};

/** The account of a person. */
export interface Owner {
  readonly userId: string;
  readonly email: string;
}

/** The person as a FHIR resource. */
export function patientOf(person: Person, { userId, email }: Owner) {
  const gender = GENDERS[person.biologicalSex];
  return {
    ...namedPatientOf(person, userId),
    identifier: [{ system: USER_ID_SYSTEM, value: userId }],
    telecom: [{ system: 'email', value: email }],
    ...(gender && { gender }),
  };
}

/** The person with only their name and birth date. The id is a hash of the account's id. */
export function namedPatientOf(person: Person, userId: string) {
  const [family, given] = [plain(person.lastName), plain(person.firstName)];
  return {
    resourceType: 'Patient',
    id: patientId(userId),
    ...((family || given) && {
      name: [
        {
          text: plain(fullName(person)),
          ...(family && { family }),
          ...(given && { given: [given] }),
        },
      ],
    }),
    ...(person.birthday && { birthDate: person.birthday }),
  };
}
