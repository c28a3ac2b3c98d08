import type { CheckIn } from '../../contract/entities.ts';
import { filledAnswers, NO_ANSWERS, replacedAnswers } from '../../domain/check-in.ts';
import { type Answers, refuse } from './server.ts';

/** A check-in as the server lists it. */
export function makeCheckIn(day: string, change: Partial<CheckIn> = {}): CheckIn {
  return {
    day,
    ...NO_ANSWERS,
    enteredAt: `${day}T22:00:00.000Z`,
    timeZone: 'America/New_York',
    author: 'self',
    version: 1,
    ...change,
  };
}

/** The answers to the calls for check-ins. Reads return what was saved. */
export function answersForCheckIns(checkIns: CheckIn[] = []): Answers {
  const find = (day: string) => checkIns.find((each) => each.day === day);
  const put = (checkIn: CheckIn): CheckIn => {
    checkIns.splice(
      0,
      checkIns.length,
      ...checkIns.filter(({ day }) => day !== checkIn.day),
      checkIn,
    );
    return checkIn;
  };
  const isIn = ({ deletedAt }: CheckIn) => deletedAt === undefined;
  return {
    getCheckIns: ({ from, to }) =>
      checkIns
        .filter((each) => isIn(each) && from <= each.day && each.day <= to)
        .sort((a, b) => b.day.localeCompare(a.day)),
    getDeletedCheckIns: () => checkIns.filter((each) => !isIn(each)),
    saveCheckIn: ({ userId: _, day, version, enteredAt = '', timeZone = '', ...given }) => {
      const stored = find(day);
      if (!stored || !isIn(stored)) return put(makeCheckIn(day, { ...given, enteredAt, timeZone }));
      const isStale = version !== undefined && version !== stored.version;
      const answers =
        version === undefined ? filledAnswers(stored, given) : replacedAnswers(stored, given);
      if (isStale || !answers) {
        return refuse('checkInChanged', { stored });
      }
      return put({ ...stored, ...answers, version: stored.version + 1 });
    },
    deleteCheckIn: ({ day }) =>
      put({ ...(find(day) ?? makeCheckIn(day)), deletedAt: new Date().toISOString() }),
    restoreCheckIn: ({ day }) => {
      const { deletedAt: _, ...restored } = find(day) ?? makeCheckIn(day);
      return put(restored);
    },
  };
}
