import { type Person, unknownPerson } from '../../contract/facts.ts';

/** The facts of the people in tests, as they sign up. */
export const FACTS: Person = {
  ...unknownPerson('America/New_York'),
  firstName: 'Grace',
  lastName: 'Hopper',
  birthday: '1950-12-09',
  biologicalSex: 'female',
  diagnosedYear: 2020,
};

/** Another value of each fact. */
export const OTHER_FACTS: Person = {
  firstName: 'Ada',
  lastName: 'Lovelace',
  birthday: '1951-01-02',
  biologicalSex: 'intersex',
  diagnosedYear: 2015,
  timeZone: 'Europe/Berlin',
  hourCycle: 'h23',
  dateOrder: 'dmy',
  moreQuestions: 'bowels,dizzy',
};
