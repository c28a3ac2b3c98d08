import { z } from 'zod';
import { DEFAULT_DATE_STYLE } from '../domain/formats.ts';
import * as field from './fields.ts';

/**
 * What a person says about themselves. Calls, their answers, the columns of the profile, the head of the JSON file and
 * what helpers see follow from here.
 */
interface Fact {
  /** What `updateProfile` accepts. */
  readonly rule: z.ZodType;
  /** What answers have. It states no limits, so that what is stored can always be read; by default `rule`. */
  readonly answer?: z.ZodType;
  /** What the JSON file has; by default `rule`. `head`: it stands before the profile. */
  readonly inFile?: z.ZodType | 'head';
  /** The value before the person has said anything. Text that is not null is a text column, anything else a number. */
  readonly blank: string | number | null;
  /** Whether helpers see it. Otherwise they see `blank`. */
  readonly isShared: boolean;
  /** `createUser` requires it. */
  readonly isAskedFirst?: true;
}

export const facts = {
  firstName: {
    ...{ rule: field.firstName, answer: z.string(), inFile: field.nameOrNone, blank: '' },
    ...{ isShared: true, isAskedFirst: true },
  },
  lastName: {
    ...{ rule: field.lastName, answer: z.string(), blank: '' },
    ...{ isShared: true, isAskedFirst: true },
  },
  /** 'YYYY-MM-DD', or ''. */
  birthday: {
    ...{ rule: field.birthday, answer: z.string(), blank: '' },
    ...{ isShared: true, isAskedFirst: true },
  },
  biologicalSex: { rule: field.biologicalSex, blank: '', isShared: false, isAskedFirst: true },
  diagnosedYear: {
    ...{ rule: field.diagnosedYear, answer: z.int().nullable(), blank: null, isShared: true },
    inFile: field.diagnosedYear.optional(),
  },
  /** The present zone (IANA). The installation's own zone takes the place of `blank`. */
  timeZone: {
    ...{ rule: field.timeZone, answer: z.string(), inFile: 'head', blank: '', isShared: true },
  },
  hourCycle: {
    ...{ rule: field.hourCycle, blank: DEFAULT_DATE_STYLE.hourCycle, isShared: true },
    inFile: field.hourCycle.optional(),
  },
  dateOrder: {
    ...{ rule: field.dateOrder, blank: DEFAULT_DATE_STYLE.dateOrder, isShared: true },
    inFile: field.dateOrder.optional(),
  },
  /** The questions that the check-in asks besides its four: 'bowels,dizzy'; '' for none. */
  moreQuestions: {
    ...{ rule: field.moreQuestions, answer: z.string(), blank: '', isShared: true },
    inFile: field.moreQuestions.optional(),
  },
} as const satisfies Readonly<Record<string, Fact>>;

type Facts = typeof facts;
export type FactName = keyof Facts;

/** The facts of a person. */
export type Person = { readonly [Name in FactName]: z.output<Facts[Name]['rule']> };

export const FACT_NAMES = Object.keys(facts) as readonly FactName[];

const DEFINITIONS: Readonly<Record<FactName, Fact>> = facts;

/** The facts of which a property of the definition holds. */
type Those<Property extends string> = {
  [Name in FactName]: Facts[Name] extends Readonly<Record<Property, true>> ? Name : never;
}[FactName];

/** A value for each fact. */
function byFact<Value>(
  make: (fact: Fact, name: FactName) => Value,
  names: readonly FactName[] = FACT_NAMES,
): Record<FactName, Value> {
  const values = names.map((name) => [name, make(DEFINITIONS[name], name)]);
  return Object.fromEntries(values) as Record<FactName, Value>;
}

type Answered = {
  [Name in FactName]: Facts[Name] extends { readonly answer: infer Answer }
    ? Answer
    : Facts[Name]['rule'];
};
/** The facts in an answer. */
export const factsInAnswer = byFact(({ rule, answer = rule }) => answer) as Answered;

type Changed = { [Name in FactName]: z.ZodOptional<Facts[Name]['rule']> };
/** The facts that a person can change. */
export const factsToChange = byFact(({ rule }) => rule.optional()) as unknown as Changed;

type AskedFirst = Those<'isAskedFirst'>;
const ASKED_FIRST = FACT_NAMES.filter((name): name is AskedFirst => {
  return DEFINITIONS[name].isAskedFirst === true;
});
/** The facts that a new person is asked for. */
export const factsAskedFirst = byFact(({ rule }) => rule, ASKED_FIRST) as unknown as {
  [Name in AskedFirst]: Facts[Name]['rule'];
};

type NotInHead = {
  [Name in FactName]: Facts[Name] extends { readonly inFile: 'head' } ? never : Name;
}[FactName];
const NOT_IN_HEAD = FACT_NAMES.filter((name) => DEFINITIONS[name].inFile !== 'head');
/** The facts in the profile of the JSON file. */
export const factsInFile = byFact(({ rule, inFile = rule }) => inFile, NOT_IN_HEAD) as unknown as {
  [Name in NotInHead]: Facts[Name] extends { readonly inFile: infer InFile }
    ? InFile
    : Facts[Name]['rule'];
};

/** A person of whom nothing is known but the zone. */
export function unknownPerson(timeZone: string): Person {
  return { ...byFact(({ blank }) => blank), timeZone } as Person;
}

/** Facts as helpers see them. */
export function sharedFacts(person: Person): Person {
  const shared = byFact(({ isShared, blank }, name) => (isShared ? person[name] : blank));
  return shared as unknown as Person;
}
