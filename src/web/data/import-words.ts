import { byList, KINDS } from '../../contract/kinds.ts';
import type { ImportAnswer } from '../../contract/open-formats.ts';
import { counted } from '../../domain/counted.ts';

interface Words {
  readonly one: string;
  readonly many: string;
}

/** A number of things that a file has: '1 form', '2 diary half-hours'. */
export interface Count {
  readonly count: number;
  readonly words: string;
}

/** The words of the definitions, but for the diary: '2 half-hours' would not say that they are of the diary. */
const WORDS = {
  ...byList((kind): Words => kind.words),
  diary: { one: 'diary half-hour', many: 'diary half-hours' },
};

/** Counts, by kind, what an import adds or skips; forms first, without zeros. */
export function countsIn(answer: ImportAnswer, what: 'Added' | 'Skipped'): readonly Count[] {
  const others = KINDS.map(({ list }) => countOf(answer[`${list}${what}`] ?? 0, WORDS[list]));
  const forms = countOf(answer[`forms${what}`], { one: 'form', many: 'forms' });
  return [forms, ...others].filter(({ count }) => count > 0);
}

function countOf(count: number, { one, many }: Words): Count {
  return { count, words: counted(count, one, many) };
}
